"""Rule sets for players: in a screenful how they are played, or all fields with their sources."""

import random
import re

import pytest

from p2p_schnapsen import presets
from p2p_schnapsen.presets import NAMES, loader
from p2p_schnapsen.rules.moves import Kind
from p2p_schnapsen.rules.ruleset import CHOICES, FIELDS, SCHNAPSEN
from p2p_schnapsen.ui import language, rulebook, rulewords
from p2p_schnapsen.ui.language import ENGLISH, LANGUAGES, _
from p2p_schnapsen.ui.offer import value_text
from p2p_schnapsen.ui.sanitise import sanitise, width
from tests.support.deals import random_deal
from tests.support.programs import run

PLAIN = loader.load(presets.DEFAULT)
TRANSLATED = [code for code in LANGUAGES if code != ENGLISH]
LINES, COLUMNS = 24, 80
"""The screen that everybody has; a line of it is the prompt's."""


def screen(preset, columns=COLUMNS):
    return rulebook.screenful(preset, PLAIN, columns)


def flat(lines):
    return " ".join(" ".join(lines).split())


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_set_is_told_in_a_screenful(name):
    lines = screen(loader.load(name))
    assert len(lines) < LINES
    assert all(width(line) <= COLUMNS for line in lines)


@pytest.mark.parametrize("name", NAMES[1:])
def test_the_screenful_tells_every_difference_and_how_it_is_set(name):
    preset = loader.load(name)
    text = flat(screen(preset))
    changed = loader.differences(PLAIN.ruleset, preset.ruleset)
    for field in FIELDS:
        assert bool(re.search(rf"\b{field} = ", text)) == (field in changed)
        if field in changed:
            assert f"{field} = {value_text(getattr(preset.ruleset, field))}" in text
    assert preset.about.summary in text
    assert preset.about.note in text


def test_tjger_is_told_as_players_speak():
    text = flat(screen(loader.load("tjger")))
    assert "- The talon can be closed only while four or more cards are left in it (close_talon = 4). -" in text
    assert "How it differs from plain Schnapsen (schnapsen): -" in text


def test_plain_schnapsen_is_told_whole():
    text = flat(screen(PLAIN))
    assert "differs" not in text
    for word in ("trump", "marriage", "exchange", "close", "claim 66", "last trick", "20 points", "33", "Seven game"):
        assert word in text


def test_the_words_about_plain_schnapsen_are_about_its_values():
    """Whoever changes a value of the default has to change what `rulewords.PLAIN` says about it."""
    text = " ".join(rulewords.PLAIN)
    said = {
        ("deck", 20): "with 20 cards",
        ("hand", 5): "five cards each",
        ("deal", "3 3 T 2 2"): "(3 and 3, the trump, 2 and 2)",
        ("next_dealer", "alternate"): "deal in turn",
        ("strict", "late"): "Any card may answer a lead until the talon is gone or closed",
        ("duty", "head-follow-trump"): "follow suit, with a higher card if you can, or else trump",
        ("exchange_who", "leader"): "On lead, before you play a card, you may - exchange",
        ("exchange_card", "lowest"): "exchange the jack of trumps",
        ("exchange_talon", 2): "for the card turned up, while the talon is open;",
        ("close_talon", 2): "close the talon while it has cards",
        ("marriage_lead", "either"): "and lead either",
        ("marriage_pending", "first"): "which count once you have a trick",
        ("out", "claim"): "With 66 points you win the deal",
        ("false_claim", "two-or-three"): "without, the other side scores 2, or 3 if it has no trick",
        ("nobody_out", "last-trick"): "In an open deal that nobody claims, the last trick scores 1",
        ("schneider", 33): "2 if it has fewer than 33 points",
        ("schwarz", "trickless"): "3 game points if the loser has no trick",
        ("closed_value", "frozen"): "for a closer, as it was at closing",
        ("closer_fails", "two-or-three"): "gives 2, or 3 if the other side had no trick at closing",
        ("closer_beaten", "as-fails"): "no 66, or not first, gives",
        ("target", 7): "Seven game points win the match",
    }
    for (field, value), words in said.items():
        assert getattr(SCHNAPSEN, field) == value
        assert words in text
    unsaid = set(FIELDS) - {field for field, _ in said}
    assert {field: getattr(SCHNAPSEN, field) for field in unsaid} == {
        "exchange_trick": False,
        "close_trick": False,
        "marriage_when": "always",
        "marriage_trick": False,
        "out_value": "graded",
        "last_trick_bonus": 0,
    }, "these go without saying"


def test_every_other_value_has_a_sentence():
    assert {field: set(table) for field, table in rulewords.SENTENCES.items()} == {
        field: set(values) - {getattr(SCHNAPSEN, field)} for field, values in CHOICES.items()
    }
    sentences = [text for table in rulewords.SENTENCES.values() for text in table.values()]
    assert len(set(sentences)) == len(sentences)
    for field, values in CHOICES.items():
        for value in values:
            # The pack of 24 has every card that can be exchanged, and a talon with any hand.
            ruleset = SCHNAPSEN.replace(deck=24).replace(**{field: value})
            if value != getattr(SCHNAPSEN, field):
                assert "{" not in rulewords.sentence(ruleset, field)


def test_own_rules_and_settings_are_told_in_the_same_way(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text('base = "tjger"\nlast_trick_bonus = 10\n[about]\ntitle = "Ours"\n')
    done = run("rules", path, "--set", "target=3", "deal=5 5 T")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Ours"
    assert "- The last trick brings 10, unless the talon was closed (last_trick_bonus = 10)." in lines
    assert "- 3 game points win the match (target = 3)." in lines
    assert "(close_talon = 4)" in done.stdout
    assert len(lines) < LINES
    assert run("rules", "--set", "target=1").stdout.count("- One game point wins the match (target = 1).") == 1


def test_a_value_without_effect_is_said_to_have_none():
    text = flat(screen(PLAIN.override(["out=auto", "false_claim=two", "target=3"])))
    assert "Without effect under these rules: false_claim = two." in text
    assert "untrue" not in text
    only = flat(screen(PLAIN.override(["out_value=one"])))
    assert "Without effect under these rules: out_value = one." in only
    assert "How it differs" not in only


@pytest.mark.parametrize(
    ("others", "field", "value"),
    [
        ({"out": "auto"}, "false_claim", "value"),
        ({"out": "play-out"}, "false_claim", "refused"),
        ({"out": "claim"}, "out_value", "one"),
        ({"out": "play-out"}, "out_value", "one"),
        ({"marriage_trick": True}, "marriage_pending", "no"),
        ({"deck": 24}, "exchange_card", "9"),
        ({}, "exchange_card", "J"),
    ],
)
def test_what_is_said_to_have_no_effect_has_none(others, field, value):
    """The same play under both values: the same moves are legal, and the deal ends in the same way."""
    usual = SCHNAPSEN.replace(**others)
    other = usual.replace(**{field: value})
    assert rulewords.makes_no_difference(other, field)
    for seed in range(40):
        rng = random.Random(seed)
        one, two = (random_deal(ruleset, seed).full() for ruleset in (usual, other))
        while one.turn is not None:
            legal = one.legal()
            assert two.legal() == legal
            move = rng.choice([move for move in legal if move.kind is not Kind.CLAIM] or legal)
            one.play(move)
            two.play(move)
        assert two.outcome == one.outcome


@pytest.mark.parametrize(
    ("others", "field"),
    [
        ({"out": "claim", "false_claim": "two"}, "false_claim"),
        ({"out": "auto", "out_value": "one"}, "out_value"),
        ({"marriage_pending": "no"}, "marriage_pending"),
        ({"marriage_pending": "next", "marriage_trick": True}, "marriage_pending"),
        ({"deck": 24, "exchange_card": "J"}, "exchange_card"),
    ],
)
def test_what_has_an_effect_is_told(others, field):
    assert not rulewords.makes_no_difference(SCHNAPSEN.replace(**others), field)


@pytest.mark.parametrize("columns", [40, 60, 80, 100])
@pytest.mark.parametrize("name", NAMES)
def test_everything_is_wrapped_to_the_screen(name, columns):
    preset = loader.load(name)
    listing = rulebook.listing([loader.load(other) for other in NAMES], columns)
    for line in [*screen(preset, columns), *rulebook.chapter(preset, PLAIN, columns), *listing]:
        assert width(line) <= columns or len(line.split()) <= 2, "only what cannot be broken is longer"
    assert flat(screen(preset, columns)) == flat(screen(preset))


@pytest.mark.parametrize("columns", ["40", "80", "300"])
def test_the_program_asks_the_terminal_how_broad_it_is(columns):
    for arguments in (["rules"], ["rules", "tjger"], ["rules", "tjger", "--full"]):
        lines = run(*arguments, COLUMNS=columns).stdout.splitlines()
        limit = min(int(columns), rulebook.WIDTH)
        assert max(map(width, lines)) <= limit
        assert max(map(width, lines)) > limit - 25


def test_every_value_has_its_source_when_asked_for():
    preset = loader.load("tjger")
    lines = run("rules", "tjger", "--full", COLUMNS="90").stdout.splitlines()
    assert lines == rulebook.chapter(preset, PLAIN, 90)
    assert run("rules", "--full", COLUMNS="90").stdout.splitlines() == rulebook.chapter(PLAIN, PLAIN, 90)


def test_words_of_a_file_do_no_harm(tmp_path):
    path = tmp_path / "evil.toml"
    path.write_text('base = "tjger"\n[about]\nsummary = "a\\u001b[2Jb\\u202e\\nc"\nnote = "\\u001b]0;x\\u0007"\n')
    for more in ([], ["--full"]):
        done = run("rules", path, *more)
        assert done.returncode == 0
        assert not set(done.stdout) & set("\x1b\u202e\x07")


def test_each_field_has_a_meaning():
    assert set(rulebook.MEANINGS) == set(FIELDS)


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_set_is_shown_whole_with_where_each_value_comes_from(name):
    preset = loader.load(name)
    lines = rulebook.chapter(preset, PLAIN)
    shown = [line.split(" = ")[0].strip() for line in lines if line.startswith("  ") and " = " in line[:30]]
    assert sorted(shown) == sorted(FIELDS)
    assert all(rulebook.origin(preset.reasons[field]) for field in FIELDS)
    assert all(width(line) <= rulebook.WIDTH for line in lines if "http" not in line)


@pytest.mark.parametrize("name", NAMES[1:])
def test_what_differs_from_the_default_comes_first(name):
    preset = loader.load(name)
    lines = rulebook.chapter(preset, PLAIN)
    start, same = lines.index("How it differs from schnapsen:"), lines.index("The same as in schnapsen:")
    told = [line for line in lines[start:same] if " (not " in line]
    assert len(told) == len(loader.differences(PLAIN.ruleset, preset.ruleset))


def test_the_default_has_nothing_to_differ_from():
    lines = rulebook.chapter(PLAIN, PLAIN)
    assert "Its rules:" in lines
    assert not any("(not " in line for line in lines)


def test_changes_by_hand_are_said_to_be_such():
    lines = rulebook.chapter(PLAIN.override(["target=3"]), PLAIN)
    at = next(number for number, line in enumerate(lines) if line.startswith("  target = 3 (not 7)"))
    assert "set by hand" in " ".join(lines[at : at + 2])


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("name", NAMES)
def test_reasons_are_in_the_language_and_quotes_as_they_were_written(name, code):
    preset = loader.load(name)
    with language.using(code):
        chapter = flat(rulebook.chapter(preset, PLAIN))
        for field in FIELDS:
            reason, why = preset.reasons[field], rulebook.origin(preset.reasons[field])
            assert flat([why]) in chapter
            assert reason.quote == "" or f'"{sanitise(reason.quote, rulebook.QUOTE_CELLS)}"' in why
            for ours in filter(None, (reason.rule, reason.unused, reason.note)):
                assert _(ours) not in ("", ours)
                assert _(ours) in why
                assert ours not in why


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_of_an_own_file_are_shown_as_written(tmp_path, code):
    path = tmp_path / "my.toml"
    path.write_text(
        'base = "tjger"\nlast_trick_bonus = 10\ntarget = 3\n[about]\nsummary = "Twice."\nnote = "Points, not tricks."\n'
        '[why]\ntarget = "Three, two or one."\nhand = { rule = "Each player holds five cards." }\n'
        'deck = { unused = "No bonus is named." }\n'
    )
    preset = loader.resolve(str(path), ["schneider=34"])
    with language.using(code):
        assert rulebook.origin(preset.reasons["target"]) == "Three, two or one."
        assert rulebook.origin(preset.reasons["hand"]) == "Each player holds five cards."
        assert rulebook.origin(preset.reasons["deck"]) == "No bonus is named."
        for lines in (rulebook.chapter(preset, PLAIN), screen(preset)):
            assert "Twice." in flat(lines)
            assert "Points, not tricks." in flat(lines)
        assert rulebook.origin(preset.reasons["deal"]).endswith(_(loader.load("tjger").reasons["deal"].note))
        changed = [rulebook.origin(preset.reasons[field]) for field in ("last_trick_bonus", "schneider")]
    assert (changed == ["own rule", "set by hand"]) == (code == ENGLISH)


def test_the_list_has_a_line_for_each():
    lines = rulebook.listing([loader.load(name) for name in NAMES], 200)
    assert [line.split()[0] for line in lines] == list(NAMES)
