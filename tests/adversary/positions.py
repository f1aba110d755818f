"""Places in a game from which cheats set out: made once, and copied for each cheat."""

from __future__ import annotations

from functools import cache

from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat
from tests.support.duel import Duel, stack

ELDER, DEALERS, UP = "JD KH QH AS JC", "AC TC KC AH TH", "TD"
"""A deal with a marriage and the lowest trump in the elder's hand; the dealer can follow clubs and hearts only."""
TALON = "KS QS QC JH KD QD JS TS AD"


@cache
def _dealing(phase: Phase, dealer: int) -> Duel:
    return Duel.new(f"dealing {dealer}", dealer=dealer).reach(phase)


def dealing(phase: Phase, dealer: int = 0) -> Duel:
    """The first deal as the record that `phase` names is due."""
    return _dealing(phase, dealer).clone()


@cache
def _playing(words: str, dealer: int, ruleset: Ruleset, deal: tuple[str, str, str, str]) -> Duel:
    if not words:
        return Duel.stacked(stack(ruleset, dealer, *deal), dealer, ruleset).decide()
    *before, last = words.split()
    return _playing(" ".join(before), dealer, ruleset, deal).clone().decide(last)


def playing(
    words: str,
    leader: int,
    ruleset: Ruleset | None = None,
    elder: str = ELDER,
    dealers: str = DEALERS,
    up: str = UP,
    talon: str = TALON,
) -> Duel:
    """A stacked deal, `leader` being the elder, after some moves and all that is automatic."""
    return _playing(words, 1 - leader, ruleset or Ruleset(), (elder, dealers, up, talon)).clone()


def slot_of(seat: Seat, card: str) -> int:
    """Where a card lies in a seat's hand."""
    return {held: slot for slot, held in seat.hand().items()}[parse(card)]


def show(seat: Seat, card: str) -> tuple[int, bytes | None]:
    """The slot of a card and the share that it is shown by."""
    slot = slot_of(seat, card)
    return slot, seat._own_share(seat.state.current, slot)
