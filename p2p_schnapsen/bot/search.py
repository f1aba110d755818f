"""The player that searches: worlds that fit what it sees, each of its plans tried in all of them.

A *plan* is what the side on lead does until a card lies on the table: exchange, close, announce, and lead; for the
follower, one card.  Plans are compared in the same worlds, so that luck weighs on all alike; the poorest are dropped
on the way.  In each world a plan is played on:

- when all cards left lie in the hands, by the exact solver;
- when the talon is closed, by the exact solver too, in every world there is if they are few;
- when the talon is open, by the quick `policy` to the end: early in a deal, many worlds tell more than exact ends;
  with few talon cards left, by the solver, as soon as its cards are gone or the next trick takes the last of them.

Nothing here reads a clock: work is counted in worlds and nodes, so that a seed gives the same moves again.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from p2p_schnapsen.bot import policy
from p2p_schnapsen.bot.equity import Payoff, payoff_of
from p2p_schnapsen.bot.solver import BEST, WORST, Solver
from p2p_schnapsen.bot.worlds import Worlds
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView

Plan = tuple[Move, ...]

ALL_HANDS: Final = 60
"""Up to so many hands of the opponent, each is looked at; else a sample."""

LUCK: Final = 1.1
"""A plan is dropped when it lies so far behind the best, in standard errors of a deal that is won or lost."""

TINY: Final = 1e-9
ENOUGH: Final = 400
"""In so many deals the value of a plan is measured where it is to be told to somebody."""

_LAST_WORDS: Final = (Kind.CLAIM, Kind.SETTLE, Kind.CONCEDE)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work a level does for one move.

    `playouts`: deals played to their end; `nodes`: positions the solver may look at before it is asked no more;
    `exact_talon`: with so many talon cards or fewer, deals are played out exactly once the talon is used up;
    `closings`: worlds in which closing is tried, exactly.
    """

    playouts: int
    nodes: int
    exact_talon: int
    closings: int


@dataclass(slots=True, eq=False)
class Weighed:
    """A plan and what it came to: `value` is the chance to win the match with it, `least` and `most` what it brought in
    the worst and in the best of the worlds in which it was tried; `everywhere`: the opponent's hands in those were all
    that it may have.
    """

    plan: Plan
    value: float = 0.0
    least: float = BEST
    most: float = WORST
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """All plans, the best first; `exact`: nothing hidden could change the values; `sure`: the best one wins the deal
    wherever the hidden cards are.
    """

    plans: tuple[Weighed, ...]
    exact: bool
    sure: bool
    nodes: int

    @property
    def move(self) -> Move:
        """The move to make."""
        return self.plans[0].plan[0]


Stop = Callable[[], bool]
"""Whether there is no more time; only ever a ceiling."""


def never() -> bool:
    """There is time."""
    return False


def plans_of(deal: Deal) -> list[Plan]:
    """What the side in turn can do until a card is played, or the deal ends. Untrue claims and conceding apart."""
    found: list[Plan] = []
    _extend(deal, (), found)
    return found


def _extend(deal: Deal, plan: Plan, found: list[Plan]) -> None:
    turn = deal.turn
    assert turn is not None
    moves = deal.legal()
    wed = 0
    for move in moves:
        if move.kind is Kind.MARRIAGE and deal.ruleset.marriage_lead == "either":
            wed |= move.bit | move.bit >> 1
    for move in moves:
        kind = move.kind
        if kind is Kind.LEAD and move.bit & wed and not deal.announced:
            continue  # first the announcement
        if kind is Kind.CLAIM:
            if deal.points[turn] >= OUT:
                found.insert(0, (*plan, move))  # of equals, the end
            continue
        if kind is Kind.LEAD or kind is Kind.FOLLOW or kind is Kind.SETTLE:
            found.append((*plan, move))
            continue
        if kind is Kind.CLOSE and any(other.kind is Kind.EXCHANGE for other in moves):
            continue  # first the exchange
        after = deal.fork()
        after.advance(move)
        if after.turn is None:
            found.append((*plan, move))
        else:
            _extend(after, (*plan, move), found)


def think(
    view: PlayerView,
    rng: random.Random,
    effort: Effort,
    stop: Stop = never,
    also: Move | None = None,
    *,
    measure: bool = False,
) -> Thought:
    """Weigh everything that `view.me` can do now, `also` a legal move that is not worth a thought by itself.

    To choose, a plan without a rival needs no value, and gets none: NaN.  `measure`: the best plan gets an honest one
    all the same, for somebody who wants to hear it.  Raises ValueError when it is not its turn.
    """
    if not view.legal:
        raise ValueError("nothing to choose from: it is the other player's turn")
    deal = view.deal
    payoff = payoff_of(view.match)
    if not deal.talon and deal.unseen.bit_count() == deal.hidden[view.opponent]:
        return _known(deal.supposed(view.opponent, deal.unseen, ()), payoff, also)
    barred = {move.kind for move in deal.legal()} - {move.kind for move in view.legal}
    plans = [plan for plan in plans_of(deal) if not any(move.kind in barred for move in plan)]
    if also is not None and all(plan[0] is not also for plan in plans):
        plans.append((also,))
    if all(plan[0].kind in _LAST_WORDS for plan in plans):
        words = [plan[0] for plan in plans]
        return _counted(view, payoff, words + [move for move in view.legal if move not in words])
    search = _Search(view, payoff, rng, effort, stop, measure)
    weighed = search.weigh([Weighed(plan) for plan in plans])
    weighed.sort(key=lambda one: -one.value)
    wins = weighed[0].everywhere and weighed[0].least >= search.signed(payoff.worth(view.me, 1))
    if view.me:
        for one in weighed:
            one.value += 1
            one.least += 1
            one.most += 1
    return Thought(tuple(weighed), exact=False, sure=wins, nodes=search.nodes)


def _known(deal: Deal, payoff: Payoff, also: Move | None) -> Thought:
    solver = Solver(payoff)
    choices = solver.choices(deal, also)
    mine = deal.turn == 0
    plans = tuple(Weighed((move,), value if mine else 1 - value) for move, value in choices)
    return Thought(plans, exact=True, sure=False, nodes=solver.nodes)


def _counted(view: PlayerView, payoff: Payoff, words: list[Move]) -> Thought:
    """After the last trick each word ends the deal: the engine says what it brings, wherever any card is."""
    found = []
    for word in words:
        after = view.deal.fork()
        after.advance(word)
        assert after.outcome is not None
        value = payoff.mine(view.me, payoff.of(after.outcome))
        found.append(Weighed((word,), value, value, value, everywhere=True))
    found.sort(key=lambda one: -one.value)
    return Thought(tuple(found), exact=True, sure=False, nodes=0)


class _Search:
    """One decision with hidden cards. Values inside are signed for the player: higher is better."""

    def __init__(
        self, view: PlayerView, payoff: Payoff, rng: random.Random, effort: Effort, stop: Stop, measure: bool
    ) -> None:
        self._measure = measure
        self._deal = view.deal
        self._payoff = payoff
        self._worlds = Worlds(view)
        self._rng = rng
        self._effort = effort
        self._stop = stop
        self._solver = Solver(payoff)
        self._sign = 1 if view.me == 0 else -1
        self._point = abs(payoff.worth(0, 1) - payoff.worth(1, 1))
        """What it makes to win a deal by 1 rather than to lose it."""

    @property
    def nodes(self) -> int:
        """Positions that the solver has looked at."""
        return self._solver.nodes

    def signed(self, worth: float) -> float:
        """A worth for player 0 as one for ours, of which more is better."""
        return self._sign * worth

    def weigh(self, plans: list[Weighed]) -> list[Weighed]:
        """Gives each plan its value; to one alone only where that is asked for."""
        if len(plans) == 1 and not self._measure:
            plans[0].value = math.nan
            return plans
        if self._deal.closed_by is not None:
            self._exactly(plans, self._effort.nodes)
            return plans
        closing = [one for one in plans if any(move.kind is Kind.CLOSE for move in one.plan)]
        others = [one for one in plans if one not in closing]
        if self._deal.talon <= self._effort.exact_talon:
            self._exactly(others, self._effort.nodes)
        else:
            self._roughly(others)
        if closing:
            self._closing(closing, max(one.value for one in others))
        return plans

    def _pool(self, most: int) -> Iterator[tuple[Deal, float]]:
        """Every world in random order with its weight, if there are at most so many; else worlds drawn without end."""
        if self._worlds.hands <= most:
            pool = self._worlds.all(self._rng)
            self._rng.shuffle(pool)
            yield from pool
            return
        while True:
            yield self._worlds.draw(self._rng), 1.0

    def _exactly(self, plans: list[Weighed], nodes: int) -> None:
        """Each plan in every world, or in a sample of them, by the solver once the talon is used up."""
        total = 0.0
        sums = [0.0] * len(plans)
        nodes += self._solver.nodes
        for world, weight in self._pool(ALL_HANDS):
            total += weight
            for number, one in enumerate(plans):
                value = self._run(world, one, self._late)
                sums[number] += weight * value
            if self._solver.nodes > nodes or self._stop():
                break
        else:
            for one in plans:
                one.everywhere = True
        for one, value in zip(plans, sums, strict=True):
            one.value = value / total

    def _roughly(self, plans: list[Weighed]) -> None:
        """Each plan in a sample of worlds, by quick play; those that fall behind are dropped on the way.

        One alone is tried as well: where its rivals are plans that close, they need its value to be compared with.
        """
        left = list(plans)
        playouts, done = 0, 0
        enough = ENOUGH if self._measure or len(plans) == 1 else 0
        while playouts < self._effort.playouts and (len(left) > 1 or done < enough):
            world = self._worlds.draw(self._rng)
            done += 1
            for one in left:
                one.value += (self._run(world, one, self._early) - one.value) / done
            playouts += len(left)
            if done % 16 == 0:
                if self._stop():
                    break
                margin = LUCK * done**-0.5 * self._point
                bar = max(one.value for one in left) - margin
                left = [one for one in left if one.value >= bar]
        _behind(plans, left)

    def _closing(self, plans: list[Weighed], wanted: float) -> None:
        """Plans that close, exactly in a sample of worlds, as long as they may be better than the others."""
        left = list(plans)
        done = total = 0.0
        for world, weight in self._pool(self._effort.closings):
            done += 1
            total += weight
            for one in left:
                one.value += (self._run(world, one, self._late) - one.value) * weight / total
            if done >= 4:
                bar = wanted - LUCK * done**-0.5 * self._point
                left = [one for one in left if one.value >= bar]
            if not left or done >= self._effort.closings or self._stop():
                break
        for one in left:
            one.everywhere = done >= self._worlds.hands
        _behind(plans, [one for one in left if one.value > wanted], wanted)

    def _run(self, world: Deal, one: Weighed, play: Callable[[Deal], float]) -> float:
        deal = world.fork()
        for move in one.plan:
            deal.advance(move)
        value = self._sign * play(deal)
        if value < one.least:
            one.least = value
        if value > one.most:
            one.most = value
        return value

    def _early(self, deal: Deal) -> float:
        policy.play_out(deal)
        assert deal.outcome is not None
        return self._payoff.of(deal.outcome)

    def _late(self, deal: Deal) -> float:
        if deal.closed_by is None and deal.talon > 2:
            policy.play_out(deal, until_bound=True)
        return self._solver.value(deal)


def _behind(plans: list[Weighed], left: list[Weighed], bar: float | None = None) -> None:
    """Values of plans that were dropped were measured in fewer worlds: they stay below those that were kept."""
    if left or bar is not None:
        bar = min((one.value for one in left), default=BEST) if bar is None else bar
        for one in plans:
            if one not in left and one.value >= bar:
                one.value = bar - TINY
