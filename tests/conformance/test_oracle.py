"""Two outside engines and pagat's scoring, decision by decision. Their own readings of a rule are parameter values."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.cards import NAMES, SUITS, cards_of, mask_of, name, parse
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move, close, exchange, follow, lead, marriage
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.scoring import AtClose, Tally, claimed, exhausted

ORACLE = Path(__file__).parents[1] / "data" / "oracle"

OUTSIDE = load("schnapsen").ruleset.replace(out="auto", schwarz="pointless")
OPEN = OUTSIDE.replace(marriage_pending="next", marriage_lead="king")
CLOSING = OUTSIDE


def deals(file: str) -> list[dict[str, Any]]:
    with gzip.open(ORACLE / file, "rt", encoding="ascii") as lines:
        return [json.loads(line) for line in lines]


def start(row: dict[str, Any], ruleset: Ruleset) -> Deal:
    """The deal of a row; player 0 leads, so player 1 has dealt."""
    hand0, hand1 = (mask_of(map(parse, row[key])) for key in ("hand0", "hand1"))
    *talon, up = map(parse, row["talon"])
    return Deal.start(ruleset, 1, up, (hand0, hand1), tuple(talon))


def words(deal: Deal, *, suits: bool) -> list[str]:
    """Our legal moves in the words of the files: an announcement names its suit, or the card that is led with it."""
    result = []
    for move in deal.legal():
        if move.kind is Kind.MARRIAGE:
            after = deal.copy()
            after.play(move)
            if after.outcome is not None:
                led = cards_of(deal.known[deal.leader] & 0b11 << move.card - 1)
            else:
                led = cards_of(after.legal_mask())
            result += [f"m {SUITS[card // 6]}" if suits else f"m {NAMES[card]}" for card in led]
        elif move.kind is Kind.EXCHANGE:
            result.append(f"x {NAMES[move.card]}" if suits else "x")
        elif move.kind is Kind.CLOSE:
            if not suits:  # the engine of the open deals has no closing
                result.append("close")
        else:
            result.append(NAMES[move.card])
    return sorted(result)


def moves_of(deal: Deal, word: str) -> list[Move]:
    """A move of the files as ours; an announcement is led with the card it names, else with the king."""
    if word == "close":
        return [close()]
    if word[0] == "x":
        return [exchange(deal.trump * 6 + 1)]
    if word[0] == "m":
        suit = SUITS.index(word[-1])
        return [marriage(suit), lead(parse(word[2:]) if len(word) == 4 else suit * 6 + 3)]
    card = parse(word)
    return [lead(card) if deal.led is None else follow(card)]


def replay(row: dict[str, Any], ruleset: Ruleset, *, suits: bool) -> list[str]:
    """Plays a row and says where we differ."""
    deal = start(row, ruleset)
    wrong = []
    announced = 0
    for number, record in enumerate(row["moves"]):
        ours: dict[str, Any] = {
            "p": deal.turn,
            "lead": deal.led is None,
            "hand": sorted(name(card) for card in cards_of(deal.known[deal.turn or 0])),
            "legal": words(deal, suits=suits),
            "talon": deal.talon,
            "up": None if deal.up is None else name(deal.up),
        }
        if suits:
            # A marriage is shown there only once the follower has answered.
            shown = [list(pair) for pair in zip(deal.points, deal.pending, strict=True)]
            shown[deal.leader][1] -= announced if deal.led is not None else 0
            ours["score"] = shown
        else:
            ours |= {"pts": deal.points, "closed_by": deal.closed_by}
        wrong += [f"move {number} {key}: {ours[key]} is {record[key]}" for key in ours if ours[key] != record[key]]
        announced = 0
        for move in moves_of(deal, record["move"]):
            if deal.turn is not None:
                if move.kind is Kind.MARRIAGE:
                    announced = 40 if move.card // 6 == deal.trump else 20
                deal.play(move)
    outcome = deal.outcome
    if outcome is None or (outcome.winner, outcome.value) != (row["winner"], row["points"]):
        wrong.append(f"outcome: {outcome} is {row['winner']}, {row['points']}")
    final = [list(pair) for pair in zip(deal.points, deal.pending, strict=True)] if suits else deal.points
    if final != row["final" if suits else "final_pts"]:
        wrong.append(f"final: {final} is not that of the file")
    return wrong + compare_end(row, deal)


WHY = {
    "sixtysix": {"sixty-six"},
    "last": {"last-trick"},
    "closer_made_it": {"closer-made-it"},
    "closer_failed": {"closer-failed"},
    "closer_beaten": {"closer-beaten"},
}


def compare_end(row: dict[str, Any], deal: Deal) -> list[str]:
    wrong = []
    if deal.outcome is not None and deal.outcome.reason not in WHY[row["why"]]:
        wrong.append(f"why: {deal.outcome.reason} is {row['why']}")
    if "tricks" in row and deal.tricks != row["tricks"]:
        wrong.append(f"tricks: {deal.tricks} is {row['tricks']}")
    if row.get("opp_pts_at_close") is not None:
        ours = None if deal.at_close is None else deal.at_close.points[1 - row["closed_by"]]
        if ours != row["opp_pts_at_close"]:
            wrong.append(f"frozen: {ours} is {row['opp_pts_at_close']}")
    return wrong


@pytest.mark.parametrize(
    ("file", "ruleset", "suits"), [("open-deals.jsonl.gz", OPEN, True), ("closing-deals.jsonl.gz", CLOSING, False)]
)
def test_every_decision_of_a_thousand_deals_is_the_outside_engines(file, ruleset, suits):
    rows = deals(file)
    assert len(rows) == 1000
    wrong = [f"seed {row['seed']}, {what}" for row in rows for what in replay(row, ruleset, suits=suits)]
    assert wrong == []


def test_the_deals_hold_every_kind_of_decision_and_end():
    moves = [record["move"] for row in deals("closing-deals.jsonl.gz") for record in row["moves"]]
    assert {"close", "x"} <= set(moves)
    assert any(move.startswith("m ") for move in moves)
    assert {row["why"] for row in deals("closing-deals.jsonl.gz")} == set(WHY)


VECTORS = json.loads((ORACLE / "scoring.json").read_text(encoding="utf-8"))


def test_there_are_eighteen_scoring_vectors():
    assert len(VECTORS) == 18


POSSIBLE = [
    pytest.param(vector, preset, id=f"{vector['id']}-{preset}")
    for vector in VECTORS
    for preset in ("schnapsen", "sixtysix")
    if vector[preset] is not None
]


def test_only_a_trick_of_two_nines_cannot_happen_in_both_games():
    assert len(POSSIBLE) == 35


@pytest.mark.parametrize(("vector", "preset"), POSSIBLE)
def test_scoring_is_what_pagat_says(vector, preset):
    ruleset = load(preset).ruleset
    points = list(vector["pts"])
    closed_by, last = vector.get("closed_by"), vector.get("last_trick")
    if vector["how"] == "exhausted" and closed_by is None:
        points[last] += ruleset.last_trick_bonus
    at_close = None
    if closed_by is not None:
        at_close = AtClose(tuple(vector["at_close"]["pts"]), tuple(vector["at_close"]["tricks"]))
    tally = Tally((points[0], points[1]), tuple(vector["tricks"]), closed_by, at_close, last)
    if vector["how"] == "claim":
        outcome = claimed(ruleset, tally, vector["by"])
    else:
        outcome = exhausted(ruleset, tally)
    got = "draw" if outcome.winner is None else [outcome.winner, outcome.value]
    assert got == vector[preset]
