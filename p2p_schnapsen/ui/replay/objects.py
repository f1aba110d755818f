"""The steps of a replay as objects for programs: what `replay --json` prints, one a line. Stable, told in the README.

Cards and moves are words of the notation; sides are "host" and "guest"; pairs are those of host and guest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from p2p_schnapsen.gamelog.report import SIDES
from p2p_schnapsen.rules.cards import NAMES, SUITS, Card, cards_of
from p2p_schnapsen.rules.scoring import Outcome
from p2p_schnapsen.ui.replay.proofs import Proof
from p2p_schnapsen.ui.replay.steps import Board, Hand, Moment, Record, Replay, Step

UNKNOWN = "?"
"""A card that the log does not show."""


def objects(replay: Replay, log: str) -> Iterator[dict[str, Any]]:
    """One object a step; `log` is what the log is called."""
    for step in replay.steps:
        found = _step(step)
        if step.moment is Moment.MATCH and replay.match is not None:
            found |= {"names": list(replay.match.names), "rules": replay.match.ruleset.as_mapping()}
        if step.moment is Moment.END:
            found |= {"verdict": replay.report.as_json(log)}
        yield found


def _step(step: Step) -> dict[str, Any]:
    found: dict[str, Any] = {
        "step": step.number,
        "kind": str(step.moment),
        "deal": step.deal,
        "trick": step.trick,
        "score": list(step.score),
        "records": [_record(record) for record in step.records],
    }
    if step.moment is Moment.MOVE:
        found["side"] = _side(step.side)
        found["move"] = step.word
        found["could"] = None if step.could_words is None else list(step.could_words)
        taken = step.takes
        found["takes"] = None if taken is None else SIDES[taken.winner]
        found["drew"] = [_card(card) for card in step.drew]
    if step.board is not None:
        found["board"] = _board(step.board)
        found["outcome"] = None if step.board.outcome is None else _outcome(step.board.outcome)
    return found


def _record(record: Record) -> dict[str, Any]:
    return {
        "record": record.index,
        "by": SIDES[record.side],
        "type": record.kind,
        "proven": [_proof(proof) for proof in record.proven],
    }


def _proof(proof: Proof) -> dict[str, Any]:
    return {"code": proof.code, "cards": proof.cards} if proof.cards else {"code": proof.code}


def _board(board: Board) -> dict[str, Any]:
    return {
        "dealer": SIDES[board.dealer],
        "turn": _side(board.turn),
        "hands": [_hand(hand) for hand in board.hands],
        "trump": SUITS[board.trump],
        "up": _card(board.up),
        "talon": board.talon,
        "stock": None if board.stock is None else [NAMES[card] for card in board.stock],
        "closed": _side(board.closed_by),
        "led": _card(board.led),
        "points": list(board.points),
        "pending": list(board.pending),
        "tricks": list(board.tricks),
        "legal": None if board.words is None else list(board.words),
    }


def _hand(hand: Hand) -> list[str]:
    return [NAMES[card] for card in cards_of(hand.cards)] + [UNKNOWN] * hand.hidden


def _card(card: Card | None) -> str | None:
    return None if card is None else NAMES[card]


def _side(side: int | None) -> str | None:
    return None if side is None else SIDES[side]


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {"winner": _side(outcome.winner), "value": outcome.value, "reason": outcome.reason}
