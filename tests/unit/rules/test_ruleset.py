from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from p2p_schnapsen.errors import RulesetError
from p2p_schnapsen.rules import ruleset as module
from p2p_schnapsen.rules.ruleset import CHOICES, FIELDS, SCHNAPSEN, Ruleset, parse_value

SIXTYSIX: dict[str, Any] = {"deck": 24, "hand": 6, "deal": "3 3 3 3 T"}


def other_value(name):
    """A legal value for a field that is not Schnapsen's."""
    if name == "target":
        return 11
    if name == "deal":
        return "5 5 T"
    return next(value for value in CHOICES[name] if value != getattr(SCHNAPSEN, name) and value != "9")


def test_the_fields_are_those_of_the_specification():
    assert " ".join(FIELDS) == (
        "deck hand deal next_dealer strict duty exchange_who exchange_card exchange_talon exchange_trick close_talon"
        " close_trick marriage_when marriage_trick marriage_lead marriage_pending out out_value false_claim"
        " last_trick_bonus nobody_out schneider schwarz closed_value closer_fails closer_beaten target"
    )
    assert set(FIELDS) == {*CHOICES, "deal", "target"}


def test_every_choice_of_every_field_is_a_rule_set():
    for name, values in CHOICES.items():
        for value in values:
            base = SCHNAPSEN.override(SIXTYSIX) if value == "9" else SCHNAPSEN
            assert getattr(base.override({name: value}), name) == value


@pytest.mark.parametrize("name", CHOICES)
def test_any_other_value_is_refused_and_the_field_is_named(name):
    wrong: Any = 19 if type(CHOICES[name][0]) is int else "whatever"
    with pytest.raises(RulesetError) as caught:
        SCHNAPSEN.override({name: wrong})
    assert caught.value.params["field"] == name
    assert caught.value.params["problem"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("deck", "20"), ("deck", 20.0), ("deck", True), ("exchange_trick", 0), ("out", 66), ("target", "7"), ("deal", 33)],
)
def test_a_value_of_another_type_is_refused(name, value):
    with pytest.raises(RulesetError, match="ruleset-type") as caught:
        SCHNAPSEN.override({name: value})
    assert caught.value.params["field"] == name


@pytest.mark.parametrize("target", [0, -1, module.MAX_TARGET + 1])
def test_a_target_below_one_is_refused(target):
    with pytest.raises(RulesetError, match="ruleset-value"):
        SCHNAPSEN.replace(target=target)


@pytest.mark.parametrize(
    "deal",
    [
        "",
        "3 3 2 2",
        "3 3 T 2 2 T",
        "3 3 T 2 3",
        "6 6 T",
        "3 3 T 2 2 ",
        "3  3 T 2 2",
        "5 5 t",
        "5 5 T 0",
        "-5 5 T",
        "٣ 3 T 2 2",
    ],
)
def test_a_deal_that_does_not_give_each_side_a_hand_and_one_trump_is_refused(deal):
    with pytest.raises(RulesetError, match="ruleset-deal") as caught:
        SCHNAPSEN.replace(deal=deal)
    assert caught.value.params["field"] == "deal"


@pytest.mark.parametrize("deal", ["5 5 T", "T 5 5", "3 3 T 2 2", "3 5 2 T", "1 1 1 1 1 1 T 1 1 1 1"])
def test_packets_alternate_and_the_trump_may_come_anywhere(deal):
    assert SCHNAPSEN.replace(deal=deal).deal == deal


def test_nines_cannot_be_exchanged_in_a_pack_without_them():
    with pytest.raises(RulesetError, match="ruleset-exchange-card") as caught:
        SCHNAPSEN.replace(exchange_card="9")
    assert caught.value.params["field"] == "exchange_card"


def test_another_hand_is_dealt_in_one_packet_unless_said_otherwise():
    assert SCHNAPSEN.replace(hand=6).deal == "6 6 T"
    assert SCHNAPSEN.replace(hand=6, deal="3 3 T 3 3").deal == "3 3 T 3 3"
    assert SCHNAPSEN.replace(hand=5).deal == "3 3 T 2 2"
    assert SCHNAPSEN.override(SIXTYSIX).replace(hand=5).deal == "5 5 T"


def test_a_hand_that_makes_no_sense_is_named_even_without_a_deal():
    with pytest.raises(RulesetError) as caught:
        SCHNAPSEN.replace(hand=9)
    assert caught.value.params["field"] == "hand"


def test_a_field_that_does_not_exist_is_named():
    with pytest.raises(RulesetError, match="ruleset-field") as caught:
        SCHNAPSEN.override({"hands": 5})
    assert caught.value.params["field"] == "hands"


@pytest.mark.parametrize(("deck", "hand", "talon"), [(20, 5, 10), (20, 6, 8), (24, 5, 14), (24, 6, 12)])
def test_what_is_left_is_the_talon(deck, hand, talon):
    assert SCHNAPSEN.replace(deck=deck, hand=hand).talon_size == talon


def test_positions_of_the_deck_alternate_from_the_elder():
    assert SCHNAPSEN.deal_order(0) == (1, 1, 1, 0, 0, 0, 2, 1, 1, 0, 0) + (3,) * 9
    assert SCHNAPSEN.deal_order(1) == (0, 0, 0, 1, 1, 1, 2, 0, 0, 1, 1) + (3,) * 9
    assert SCHNAPSEN.override(SIXTYSIX).deal_order(1) == (0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 2) + (3,) * 11


def test_the_canonical_form_is_sorted_ascii_lines():
    text = SCHNAPSEN.canonical().decode("ascii")
    assert text.splitlines() == sorted(text.splitlines())
    assert "close_trick=false\n" in text
    assert "deal=3 3 T 2 2\n" in text
    assert "deck=20\n" in text
    assert text.endswith("target=7\n")


def test_the_canonical_form_is_read_back():
    for name in FIELDS:
        changed = SCHNAPSEN.override({name: other_value(name)})
        assert changed.canonical() != SCHNAPSEN.canonical()
        assert Ruleset.from_canonical(changed.canonical()) == changed


CANONICAL = SCHNAPSEN.canonical()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        CANONICAL[:-1],
        CANONICAL + b"\n",
        CANONICAL + b"x=1\n",
        CANONICAL * 2,
        CANONICAL[1:],
        b"\n" + CANONICAL,
        CANONICAL.replace(b"deck=20\n", b""),
        CANONICAL.replace(b"deck=20", b"deck=020"),
        CANONICAL.replace(b"deck=20", b"deck= 20"),
        CANONICAL.replace(b"deck=20", b"deck=+20"),
        CANONICAL.replace(b"deck=20", b"deck"),
        CANONICAL.replace(b"deck=20", b"deck=20\r"),
        CANONICAL.replace(b"target=7", b"target=" + b"7" * 5000),
        CANONICAL.replace(b"target=7", b"target=" + b"7" * 100),
        CANONICAL.replace(b"=false", b"=False"),
        CANONICAL.replace(b"=false", b"=0"),
        CANONICAL.replace(b"out=claim", b"out=cl\xc3\xa4im"),
        b"".join(sorted(CANONICAL.splitlines(keepends=True), reverse=True)),
    ],
)
def test_bytes_that_are_not_the_canonical_form_are_refused(data):
    assert data != CANONICAL
    with pytest.raises(RulesetError):
        Ruleset.from_canonical(data)


def test_values_are_parsed_by_the_type_of_the_field():
    assert parse_value("deck", "24") == 24
    assert parse_value("close_trick", "true") is True
    assert parse_value("exchange_card", "9") == "9"


@pytest.mark.parametrize(
    ("name", "text"),
    [("deck", "x"), ("deck", ""), ("deck", "2_0"), ("deck", "٢٠"), ("close_trick", "yes"), ("nope", "1")],
)
def test_texts_that_are_no_values_are_refused(name, text):
    with pytest.raises(RulesetError) as caught:
        parse_value(name, text)
    assert caught.value.params["field"] == name


def test_a_mapping_inherits_from_its_base():
    base = SCHNAPSEN.replace(target=11)
    assert Ruleset.from_mapping({"deck": 24}, base) == base.replace(deck=24)
    assert Ruleset.from_mapping({}) == SCHNAPSEN


def test_all_values_must_be_there_when_nothing_is_inherited():
    values = SCHNAPSEN.as_mapping()
    assert Ruleset.from_values(values) == SCHNAPSEN
    del values["target"]
    with pytest.raises(RulesetError, match="ruleset-missing"):
        Ruleset.from_values(values)


def test_a_rule_set_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(SCHNAPSEN, "deck", 24)  # noqa: B010 -- the plain assignment is refused by the type checker already
