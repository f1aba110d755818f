"""The seven rule sets against the table of the specification, written down here once more by hand."""

from __future__ import annotations

import pytest

from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.presets.loader import FAMILIES, load
from p2p_schnapsen.rules.ruleset import CHOICES, FIELDS, SCHNAPSEN

ROWS = """
deck              | 20 | 24 | 20 | 20 | 24 | 20 | 24
hand              | 5 | 6 | 5 | 5 | 6 | 5 | 6
deal              | 3 3 T 2 2 | 3 3 3 3 T | 5 5 T | 5 5 T | 3 3 3 3 T | 5 5 T | 3 3 T 3 3
next_dealer       | alternate | winner | alternate | alternate | winner | alternate | winner
strict            | late | late | late | late | late | late | late
duty              | head-follow-trump | head-follow-trump | follow-trump | follow-trump | head-follow-trump | head-follow-trump | follow-trump
exchange_who      | leader | leader | leader | leader | leader | leader | turn
exchange_card     | lowest | lowest | lowest | lowest | lowest | lowest | lowest
exchange_talon    | 2 | 2 | 4 | 4 | 2 | 4 | 2
exchange_trick    | no | yes | no | no | yes | no | no
close_talon       | 2 | 2 | 2 | 2 | 2 | 4 | 2
close_trick       | no | no | no | no | no | no | no
marriage_when     | always | open | open | always | always | always | early
marriage_trick    | no | no | no | no | yes | no | yes
marriage_lead     | either | either | either | king | either | either | either
marriage_pending  | first | first | first | no | no | first | no
out               | claim | claim | auto | auto | auto | claim | claim
out_value         | graded | graded | one | graded | graded | graded | graded
false_claim       | two-or-three | two | - | - | - | refused | value
last_trick_bonus  | 0 | 10 | 0 | 0 | 10 | 0 | 10
nobody_out        | last-trick | higher | none | last-trick-graded | last-trick-graded | last-trick-graded | higher
schneider         | 33 | 33 | 34 | 33 | 33 | 33 | 33
schwarz           | trickless | trickless | pointless | trickless | trickless | trickless | trickless
closed_value      | frozen | end | end | frozen | end | frozen | frozen
closer_fails      | two-or-three | two-or-three | trick-three | two-or-three | last-trick | two-or-three | value
closer_beaten     | as-fails | two | as-fails | as-fails | value | as-fails | as-fails
target            | 7 | 7 | 7 | 7 | 11 | 7 | 7
"""  # noqa: E501 -- a table reads better whole
TABLE = {row[0]: row[1:] for line in ROWS.strip().splitlines() for row in [[cell.strip() for cell in line.split("|")]]}


def test_the_table_has_every_field():
    assert tuple(TABLE) == FIELDS


@pytest.mark.parametrize(("column", "name"), list(enumerate(NAMES)))
def test_a_rule_set_is_what_its_text_says(column, name):
    preset = load(name)
    for field, row in TABLE.items():
        wanted, value = row[column], getattr(preset.ruleset, field)
        if wanted == "-":
            assert preset.reasons[field].unused
        else:
            assert {True: "yes", False: "no"}.get(value, str(value)) if type(value) is bool else str(value) == wanted
            assert not preset.reasons[field].unused


@pytest.mark.parametrize("name", NAMES)
def test_every_value_has_one_reason(name):
    preset = load(name)
    assert set(preset.reasons) == set(FIELDS)
    for field, reason in preset.reasons.items():
        given = [text for text in (reason.quote, reason.rule, reason.family, reason.unused) if text]
        assert len(given) == 1, field
        if reason.family:
            assert reason.family in FAMILIES
            assert reason.note, f"{field} does not say why it is filled in"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_to_be_as_in_plain_schnapsen_is(name):
    preset = load(name)
    for field, reason in preset.reasons.items():
        if reason.family == "pagat":
            assert getattr(preset.ruleset, field) == getattr(SCHNAPSEN, field), field


FILLED_IN = {
    "schnapsen": set(),
    "sixtysix": set(),
    "austriac66": {"exchange_trick", "close_trick", "marriage_trick", "marriage_pending", "last_trick_bonus", "target"},
    "schnapsen-pc": {
        "next_dealer", "exchange_trick", "close_trick", "marriage_trick", "last_trick_bonus", "schneider",
    },
    "schnapsen66": {"next_dealer", "exchange_who", "marriage_lead", "closed_value"},
    "tjger": {"next_dealer", "exchange_trick", "close_trick", "marriage_trick", "last_trick_bonus"},
    "en-ligne": {"next_dealer", "marriage_lead", "nobody_out", "closer_beaten"},
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_what_the_text_does_not_say_is_marked(name):
    """Read in the texts' own languages; false claims at `tjger` are said by whom they can be made, and no more."""
    reasons = load(name).reasons
    assert {field for field, reason in reasons.items() if reason.family} == FILLED_IN[name]
    assert all(reason.note for reason in reasons.values() if reason.family)


@pytest.mark.parametrize("name", NAMES)
def test_the_value_is_one_of_the_choices_that_the_text_offers(name):
    preset = load(name)
    for field, reason in preset.reasons.items():
        assert not reason.choices or getattr(preset.ruleset, field) in reason.choices
        assert set(reason.choices) <= set(CHOICES.get(field, ()))


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_says_where_it_comes_from(name):
    about = load(name).about
    assert about.title
    assert about.source
    assert about.summary
    assert about.language in {"en", "ro", "es", "pt", "ru", "fr"}


@pytest.mark.parametrize("name", NAMES[:2])
def test_the_two_standard_sets_fill_nothing_in(name):
    assert all(reason.rule for reason in load(name).reasons.values())


def test_the_default_is_the_engines_default():
    assert load(NAMES[0]).ruleset == SCHNAPSEN


def test_the_rule_sets_are_seven_different_ones():
    assert len({load(name).ruleset.canonical() for name in NAMES}) == 7


def test_the_choices_that_a_source_offers_all_work_together():
    preset = load("austriac66")
    offered = {field: reason.choices for field, reason in preset.reasons.items() if reason.choices}
    assert offered == {"deck": (20, 24), "hand": (5, 6), "strict": ("late", "always"), "out": ("auto", "play-out")}
    sets = {
        preset.override([f"deck={deck}", f"hand={hand}", f"strict={strict}", f"out={out}"]).ruleset
        for deck in offered["deck"]
        for hand in offered["hand"]
        for strict in offered["strict"]
        for out in offered["out"]
    }
    assert len(sets) == 16
    assert {one.deal for one in sets} == {"5 5 T", "6 6 T"}
