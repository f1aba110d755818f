"""Counting moves: the vectors of `protocol/vectors/rules/perft.json`.

`python -m tests.support.perft` writes the file anew.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.cards import NAMES as CARD_NAMES
from p2p_schnapsen.rules.cards import deck, parse
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind
from p2p_schnapsen.rules.notation import move_of, word_of
from p2p_schnapsen.rules.ruleset import Ruleset
from tests.support.deals import deal_out

FILE = Path(__file__).parents[2] / "protocol" / "vectors" / "rules" / "perft.json"

ABOUT = (
    "Sequences of legal moves, counted. Each case is a deal (the shuffled deck, dealt as the rule set says), the moves"
    " made in it, and then: nodes[d-1] = how many sequences of d moves are legal; ends = how many sequences, of up to"
    " that many moves, end the deal, by winner (0, 1, none) and game points. Conceding is never counted. An exchange,"
    " a close, an announcement, a lead, a follow, a claim and a settle are one move each; words are those of"
    " spec/notation.md, rule sets are in canonical form."
)


def perft(deal: Deal, depth: int) -> tuple[list[int], Counter[str]]:
    """Sequences of 1, 2 … `depth` legal moves, and how those that end the deal end it."""
    nodes = [0] * depth
    ends: Counter[str] = Counter()
    _count(deal, depth, 0, nodes, ends)
    return nodes, ends


def _count(deal: Deal, depth: int, done: int, nodes: list[int], ends: Counter[str]) -> None:
    moves = deal.legal()
    nodes[done] += len(moves)
    for move in moves:
        after = deal.copy()
        after.play(move)
        if after.outcome is not None:
            winner = "none" if after.outcome.winner is None else str(after.outcome.winner)
            ends[f"{winner} {after.outcome.value}"] += 1
        elif done + 1 < depth:
            _count(after, depth, done + 1, nodes, ends)


def start(ruleset: Ruleset, dealer: int, cards: str, moves: str) -> Deal:
    """The position of a case."""
    deal = deal_out(ruleset, dealer, [parse(name) for name in cards.split()]).full()
    for word in moves.split():
        deal.play(move_of(deal, word))
    return deal


@dataclass(frozen=True)
class Shape:
    """How far a deal is played before counting starts: `tricks`, or `cards` left in hand; and with a close or not."""

    depth: int
    tricks: int = 12
    cards: int = 0
    close: bool = False

    def reached(self, deal: Deal) -> bool:
        """Is the side on lead there?"""
        leads = deal.turn is not None and deal.led is None
        return leads and (len(deal.tricks_played) >= self.tricks or deal.hand_size(deal.leader) <= self.cards)


SHAPES = (
    Shape(5, tricks=0),
    Shape(5, tricks=0),
    Shape(5, tricks=4),
    Shape(9, cards=4),
    Shape(9, cards=4, close=True),
    Shape(8, cards=3),
    Shape(8, cards=3, close=True),
)


def _case(ruleset: Ruleset, seed: int, shape: Shape) -> dict[str, Any]:
    """A deal of that seed, or of one of the next, played at random as far as the shape says."""
    rnd = random.Random(seed)
    order = list(deck(ruleset.deck))
    rnd.shuffle(order)
    cards = " ".join(CARD_NAMES[card] for card in order)
    dealer = seed % 2
    deal = deal_out(ruleset, dealer, order).full()
    words: list[str] = []
    while deal.turn is not None and not shape.reached(deal):
        moves = [move for move in deal.legal() if move.kind not in (Kind.CLAIM, Kind.CLOSE)]
        wanted = [move for move in deal.legal() if move.kind is Kind.CLOSE and shape.close and len(words) > 3]
        move = rnd.choice(wanted or moves)
        words.append(word_of(deal, move))
        deal.play(move)
    if deal.turn is None:
        return _case(ruleset, seed + 1000, shape)
    nodes, ends = perft(deal, shape.depth)
    return {
        "dealer": dealer,
        "deck": cards,
        "moves": " ".join(words),
        "nodes": nodes,
        "ends": dict(sorted(ends.items())),
    }


def vectors() -> dict[str, Any]:
    """What the file holds."""
    rulesets = {name: load(name).ruleset for name in NAMES}
    # The choices that one source offers, the other way round.
    rulesets["austriac66, other choices"] = rulesets["austriac66"].replace(
        deck=24, hand=6, strict="always", out="play-out"
    )
    cases = [
        {"ruleset": name} | _case(ruleset, 10 * number + offset, shape)
        for number, (name, ruleset) in enumerate(rulesets.items())
        for offset, shape in enumerate(SHAPES)
    ]
    return {
        "about": ABOUT,
        "rulesets": {name: ruleset.canonical().decode("ascii") for name, ruleset in rulesets.items()},
        "cases": cases,
    }


def text() -> str:
    """The file's text."""
    return json.dumps(vectors(), indent=1, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text(), encoding="ascii")
