"""Places in a game from which cheats set out: each is played once, and copied for every cheat."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.wire.messages import Concede, Message
from tests.adversary.book import rules_of
from tests.support.duel import Duel, stack
from tests.support.fold import remembering

ELDER, DEALERS, UP = "JD KH QH AS JC", "AC TC KC AH TH", "TD"
"""A deal with a marriage and the trump to exchange in the elder's hand; the dealer can follow clubs and hearts only."""
TALON = "KS QS QC JH KD QD JS TS AD"
SIXTH = ("9S", "9C")
"""What elder and dealer hold besides, of 24 cards."""


def changed(message: Any, **changes: Any) -> Message:
    """A message with other fields."""
    return type(message)(**{name: changes.get(name, getattr(message, name)) for name in message.__dataclass_fields__})


@cache
def _dealing(phase: Phase, dealer: int, pack: int, game: str) -> Duel:
    with remembering():
        if phase is Phase.OFFER:
            duel = Duel.new(f"dealing {dealer} {game}", rules_of(pack), dealer=dealer)
            duel.supply()
            return duel
        before = list(Phase)[list(Phase).index(phase) - 1]
        return _dealing(before, dealer, pack, game).clone().reach(phase)


def dealing(phase: Phase, pack: int, dealer: int = 0, game: str = "") -> Duel:
    """The first deal as the record that `phase` names is due; `game` tells matches of the same two sides apart."""
    return _dealing(phase, dealer, pack, game).clone()


@cache
def _playing(words: str, dealer: int, ruleset: Ruleset, deal: tuple[str, str, str, str]) -> Duel:
    with remembering():
        if not words:
            return Duel.stacked(stack(ruleset, dealer, *deal), dealer, ruleset).decide()
        *before, last = words.split()
        return _playing(" ".join(before), dealer, ruleset, deal).clone().decide(last)


def playing(
    words: str,
    leader: int,
    pack: int,
    ruleset: Ruleset | None = None,
    elder: str = ELDER,
    dealers: str = DEALERS,
    up: str = UP,
    talon: str = TALON,
) -> Duel:
    """A stacked deal, `leader` being the elder, after some moves and all that is automatic.

    With 24 cards a hand of five has one of `SIXTH` besides.
    """
    rules = ruleset or rules_of(pack)
    hands = [
        hand if len(hand.split()) == rules.hand else f"{hand} {more}"
        for hand, more in zip((elder, dealers), SIXTH, strict=True)
    ]
    return _playing(words, 1 - leader, rules, (*hands, up, talon)).clone()


@cache
def _reached(
    go_on: Callable[[Duel], object],
    words: str,
    leader: int,
    pack: int,
    ruleset: Ruleset | None,
    deal: tuple[tuple[str, str], ...],
) -> Duel:
    with remembering():
        duel = playing(words, leader, pack, ruleset, **dict(deal))
        go_on(duel)
        return duel


def reached(
    words: str,
    leader: int,
    pack: int,
    go_on: Callable[[Duel], object],
    ruleset: Ruleset | None = None,
    deal: tuple[tuple[str, str], ...] = (),
) -> Duel:
    """A place that is reached from such a deal by a function, which must be the same object each time."""
    return _reached(go_on, words, leader, pack, ruleset, deal).clone()


@cache
def _conceded(opening: str, target: int, pack: int) -> Duel:
    with remembering():
        duel = Duel.new(f"ends {opening}", rules_of(pack, target=target), opening, dealer=0).reach(Phase.LEAD)
        for _ in range(2):
            seat = duel.owing()
            duel.say(seat.message_for(next(m for m in seat.view().legal if m.kind.name in ("LEAD", "FOLLOW"))))
        duel.reach(Phase.LEAD)
        duel.say(Concede("deal"))
        return duel


@cache
def _ending(phase: Phase, side: int, opening: str, target: int, pack: int) -> Duel:
    with remembering():
        duel = _conceded(opening, target, pack).clone()
        duel.play(lambda table: table.phase is phase and table.turn == side)
        assert duel.state.phase is phase
        return duel


def ending(phase: Phase, side: int, pack: int, opening: str = "deal", target: int = 1) -> Duel:
    """After a deal that was given up in its second trick: `side` owes the record that `phase` names."""
    return _ending(phase, side, opening, target, pack).clone()


def slot_of(seat: Seat, card: str) -> int:
    """Where a card lies in a seat's hand."""
    return {held: slot for slot, held in seat.hand().items()}[parse(card)]


def show(seat: Seat, card: str) -> tuple[int, bytes | None]:
    """The slot of a card and the share that it is shown by."""
    slot = slot_of(seat, card)
    return slot, seat._own_share(seat.state.current, slot)
