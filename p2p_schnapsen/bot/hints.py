"""A hint for a player: a move, and the reason in a code that the screens have sentences for."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum

from p2p_schnapsen.bot.search import Effort, Stop, Thought, never, think
from p2p_schnapsen.rules.cards import BEATEN_BY, SUIT_SIZE
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView


class Reason(StrEnum):
    """Why a move is advised."""

    ONLY = "only"
    """There is nothing else to do."""
    OUT = "out"
    """It ends the deal, won."""
    SOLVED = "solved"
    """All cards are known: nothing is better."""
    EXCHANGE = "exchange"
    """A better trump for the lowest one."""
    MARRIAGE = "marriage"
    """Points for a king and a queen in hand."""
    CLOSE_SURE = "close-sure"
    """Closing wins wherever the hidden cards are."""
    CLOSE = "close"
    """Closing wins often enough to be worth the risk."""
    TAKE = "take"
    """The trick is worth taking."""
    TRUMP = "trump"
    """The trick is worth a trump."""
    GIVE = "give"
    """The trick is not worth what it would take."""
    PULL = "pull"
    """A trump lead takes the opponent's trumps."""
    HIGH = "high"
    """A lead that nothing in sight can beat."""
    LOW = "low"
    """A lead that gives little away."""
    LOST = "lost"
    """All is lost; this loses least."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do now. `chance`: to win the match with it, as the computer sees it (0 to 1; not weighed for the `only`
    move); `exact`: that is certain under best play.
    """

    move: Move
    reason: Reason
    chance: float
    exact: bool


def hint(view: PlayerView, rng: random.Random, effort: Effort, stop: Stop = never) -> Hint:
    """The best move that a search of this effort finds, and why. Raises ValueError when it is not `view.me`'s turn."""
    thought = think(view, rng, effort, stop)
    best = thought.plans[0]
    return Hint(thought.move, reason_of(view, thought), best.value, thought.exact)


def reason_of(view: PlayerView, thought: Thought) -> Reason:
    """Why the best plan of a thought is good, in one code."""
    deal = view.deal
    move = thought.move
    if len(view.legal) == 1:
        return Reason.ONLY
    match move.kind:
        case Kind.CLAIM:
            return Reason.OUT if deal.points[view.me] >= OUT else Reason.LOST
        case Kind.EXCHANGE:
            return Reason.EXCHANGE
        case Kind.MARRIAGE:
            return Reason.MARRIAGE
        case Kind.CLOSE:
            return Reason.CLOSE_SURE if thought.sure else Reason.CLOSE
        case Kind.CONCEDE | Kind.SETTLE:
            return Reason.LOST
        case _ if thought.exact:
            return Reason.SOLVED
        case _:
            pass
    trump = deal.trump
    led = deal.led
    if led is not None:
        if not BEATEN_BY[trump][led] & move.bit:
            return Reason.GIVE
        return Reason.TRUMP if move.card // SUIT_SIZE == trump != led // SUIT_SIZE else Reason.TAKE
    if BEATEN_BY[trump][move.card] & (deal.unseen | view.opponent_known):
        return Reason.PULL if move.card // SUIT_SIZE == trump else Reason.LOW
    return Reason.HIGH
