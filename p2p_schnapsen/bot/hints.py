"""A hint for a player: a move, and the reason in a code that the screens have sentences for.

A reason is only given where it is true: of the cards, of what the engine says, or of what the search has found.  Where
nothing better can be said, a hint says just that the move did best.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from typing import Final

from p2p_schnapsen.bot.equity import POINT, payoff_of
from p2p_schnapsen.bot.search import TINY, Effort, Stop, Thought, Weighed, never, think
from p2p_schnapsen.rules.cards import (
    BEATEN_BY,
    HIGHER,
    KING,
    POINTS,
    RANK_POINTS,
    SUIT_MASKS,
    SUIT_SIZE,
    Card,
    CardSet,
    cards_of,
)
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.scoring import OUT, Outcome
from p2p_schnapsen.rules.view import PlayerView

LITTLE: Final = RANK_POINTS[KING]
"""Cards that count so much, or less, give little away."""


class Reason(StrEnum):
    """Why a move is advised."""

    # The move ends the deal.
    OUT = "out"
    """A true claim."""
    WON = "won"
    """The deal is won by it, without a claim."""
    NOBODY = "nobody"
    """Nobody scores."""
    LOST_ONLY = "lost-only"
    """There is nothing else to do, and the deal is lost."""
    LOST_LEAST = "lost-least"
    """The deal is lost, and nothing else costs less."""

    # There is no choice.
    ONLY = "only"
    """There is nothing else to do."""
    UNTRUE = "untrue"
    """There is nothing else to do but to claim what one does not have."""

    # All cards are known.
    WINS = "wins"
    """The deal is won with it under best play."""
    LOSES = "loses"
    """The deal is lost under best play, and nothing loses less."""
    SOLVED = "solved"
    """Nothing is better."""

    # What the search has found.
    HOPELESS = "hopeless"
    """In no deal that was tried did any plan win; none lost less."""
    CLOSE_SURE = "close-sure"
    """Closing wins against every hand that the opponent may have."""
    CLOSE = "close"
    """Closing wins often enough to be worth the risk."""
    ALWAYS = "always"
    """It won every deal that was tried."""
    TRIED = "tried"
    """In the deals that were tried it did best."""

    # Words.
    REACH = "reach"
    """It makes 66."""
    EXCHANGE = "exchange"
    """A better trump for the lowest one."""
    MARRIAGE = "marriage"
    """Points for a king and a queen in hand."""

    # A card to one that was led.
    TAKE = "take"
    """The trick is worth taking: not to take it did worse."""
    TRUMP = "trump"
    """The trick is worth a trump: to keep it did worse."""
    GIVE = "give"
    """The trick is not worth what it would take: to take it did worse."""
    BRINGS = "brings"
    """Every card takes the trick, and none brings more."""
    SAVES = "saves"
    """Every card takes the trick, and none is worth less."""
    CANNOT = "cannot"
    """No card takes the trick, and none is worth less."""

    # A card led.
    HIGH = "high"
    """The opponent can hold no card that beats it."""
    BUT_TRUMP = "but-trump"
    """Only a trump beats it."""
    PULL = "pull"
    """A trump to which the opponent must play a trump, or has none."""
    LOW = "low"
    """No card in hand counts less, and this one little."""
    MOSTLY = "mostly"
    """Most hands that the opponent can have do not beat it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do now. `chance`: to win the match with it, as the computer sees it (0 to 1); `exact`: that is certain
    under best play.

    `points`: the game points that it brings at once, below 0 to the opponent; None where the deal goes on after it.
    `expected`: the game points that the deal will bring on average, where a side is so far from the target that no
    chance is known, and `chance` is None; else None.
    """

    move: Move
    reason: Reason
    chance: float | None
    exact: bool
    points: int | None = None
    expected: float | None = None


def hint(view: PlayerView, rng: random.Random, effort: Effort, stop: Stop = never) -> Hint:
    """The best move that a search of this effort finds, and why. Raises ValueError when it is not `view.me`'s turn."""
    return hint_of(view, think(view, rng, effort, stop, measure=True))


def hint_of(view: PlayerView, thought: Thought) -> Hint:
    """The hint that a thought comes to, in which the best plan was measured."""
    move = thought.move
    payoff = payoff_of(view.match)
    value = thought.plans[0].value
    outcome = _after(view.deal, move).outcome
    points = winner = None
    if outcome is not None:
        value = payoff.mine(view.me, payoff.of(outcome))
        points = -outcome.value if outcome.winner == view.opponent else outcome.value
        winner = view.match.after(outcome).winner
    exact = thought.exact or outcome is not None
    if not payoff.far:
        return Hint(move, reason_of(view, thought), value, exact, points)
    chance = None if winner is None else float(winner == view.me)
    return Hint(move, reason_of(view, thought), chance, exact, points, (value - 0.5) / POINT)


def reason_of(view: PlayerView, thought: Thought) -> Reason:
    """Why the best plan of a thought is good, in one code."""
    deal, move, best = view.deal, thought.move, thought.plans[0]
    after = _after(deal, move)
    if after.outcome is not None:
        return _ending(view, thought, after.outcome)
    others = [other for other in view.legal if other is not move]
    if all(other.kind is Kind.CLAIM and deal.points[view.me] < OUT for other in others):
        return Reason.UNTRUE if others else Reason.ONLY
    win, lose = _worths(view)
    if thought.exact:
        if best.value >= win:
            return Reason.WINS
        if move.kind is Kind.MARRIAGE:
            return Reason.MARRIAGE
        return Reason.LOSES if best.value <= lose else Reason.SOLVED
    if all(one.most < win for one in thought.plans):
        return Reason.HOPELESS
    if move.kind is Kind.CLOSE:
        if thought.sure:
            return Reason.CLOSE_SURE
        return Reason.CLOSE if best.most >= win and _worse(thought, _stays_open) else Reason.TRIED
    if after.points[view.me] >= OUT > deal.points[view.me]:
        return Reason.REACH
    if move.kind is Kind.EXCHANGE:
        return Reason.EXCHANGE
    if move.kind is Kind.MARRIAGE:
        return Reason.MARRIAGE
    if best.least >= win:
        return Reason.ALWAYS
    return _leading(view, move.card) if deal.led is None else _following(view, deal.led, thought)


def _after(deal: Deal, move: Move) -> Deal:
    after = deal.fork()
    after.advance(move)
    return after


def _worths(view: PlayerView) -> tuple[float, float]:
    """From which value on a plan wins the deal, and up to which it loses it."""
    payoff = payoff_of(view.match)
    win, lose = (payoff.mine(view.me, payoff.worth(side, 1)) for side in (view.me, view.opponent))
    return win - TINY / 2, lose + TINY / 2


def _ending(view: PlayerView, thought: Thought, outcome: Outcome) -> Reason:
    move = thought.move
    if outcome.winner is None:
        return Reason.NOBODY
    if outcome.winner == view.me:
        return Reason.OUT if move.kind is Kind.CLAIM else Reason.WON
    if view.legal == (move,):
        return Reason.LOST_ONLY
    if thought.exact:
        return Reason.LOST_LEAST
    win, _ = _worths(view)
    return Reason.HOPELESS if all(one.most < win for one in thought.plans) else Reason.TRIED


def _worse(thought: Thought, which: Callable[[Weighed], bool]) -> bool:
    """Whether there are such plans, and all of them did worse than the best one."""
    rivals = [one for one in thought.plans if which(one)]
    return bool(rivals) and all(one.value < thought.plans[0].value for one in rivals)


def _stays_open(one: Weighed) -> bool:
    return all(move.kind is not Kind.CLOSE for move in one.plan)


# Following


def _following(view: PlayerView, led: Card, thought: Thought) -> Reason:
    move = thought.move
    trump = SUIT_MASKS[view.deal.trump]
    beating = BEATEN_BY[view.deal.trump][led]
    ways = {move for move in view.legal if move.kind is Kind.FOLLOW} | {one.plan[-1] for one in thought.plans}
    worth = [POINTS[way.card] for way in ways]
    mine = POINTS[move.card]
    if not beating & move.bit:
        if any(beating & way.bit for way in ways):
            return Reason.GIVE if _worse(thought, lambda one: bool(beating & one.plan[-1].bit)) else Reason.TRIED
        return Reason.CANNOT if mine == min(worth) else Reason.TRIED
    if all(beating & way.bit for way in ways):
        if min(worth) < mine == max(worth):
            return Reason.BRINGS
        return Reason.SAVES if min(worth) == mine < max(worth) else Reason.TRIED
    if move.bit & trump and not 1 << led & trump:
        return Reason.TRUMP if _worse(thought, lambda one: not trump & one.plan[-1].bit) else Reason.TRIED
    return Reason.TAKE if _worse(thought, lambda one: not beating & one.plan[-1].bit) else Reason.TRIED


# Leading


def _leading(view: PlayerView, card: Card) -> Reason:
    deal = view.deal
    trump = SUIT_MASKS[deal.trump]
    beating = BEATEN_BY[deal.trump][card] & _outstanding(view)
    if not beating:
        return Reason.HIGH
    if 1 << card & trump:
        return Reason.PULL if deal.strict else Reason.TRIED
    if not beating & ~trump:
        return Reason.BUT_TRUMP
    if POINTS[card] <= LITTLE and all(POINTS[card] <= POINTS[other] for other in cards_of(view.hand)):
        return Reason.LOW
    return Reason.MOSTLY if unbeaten(view, card) > 0.5 else Reason.TRIED


def _outstanding(view: PlayerView) -> CardSet:
    """The cards that the opponent can play to a lead: hidden ones, those that everybody has seen in its hand, and,
    where the follower may exchange, the one that lies face up.
    """
    deal = view.deal
    cards = view.opponent_known | (deal.unseen if view.opponent_hidden else 0)
    if deal.ruleset.exchange_who == "turn" and deal.up is not None and deal.closed_by is None:
        cards |= 1 << deal.up
    return cards


def unbeaten(view: PlayerView, card: Card) -> float:
    """The share of all hands that the opponent can have which cannot beat a lead of that card of a plain suit (0 to 1).

    Every choice of `opponent_hidden` unseen cards counts alike.
    """
    deal, known, unseen, draws = view.deal, view.opponent_known, view.deal.unseen, view.opponent_hidden
    if draws > unseen.bit_count():
        raise ValueError("more hidden cards than unseen ones")
    higher, suit, trumps = HIGHER[card], SUIT_MASKS[card // SUIT_SIZE], SUIT_MASKS[deal.trump]
    if known & (higher if deal.strict else higher | trumps):
        return 0.0
    if not deal.strict:
        return _without(unseen, higher | trumps, draws)
    if known & suit:
        return _without(unseen, higher, draws)
    with_trump = 0.0 if known & trumps else _without(unseen, suit | trumps, draws)
    return _without(unseen, higher, draws) - (_without(unseen, suit, draws) - with_trump)


def _without(unseen: CardSet, cards: CardSet, draws: int) -> float:
    """How many of all draws from `unseen` have none of `cards`."""
    size = unseen.bit_count()
    return comb(size - (unseen & cards).bit_count(), draws) / comb(size, draws)
