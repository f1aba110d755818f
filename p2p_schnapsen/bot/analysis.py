"""What each decision of a deal cost, as the computer sees it.

Every decision is weighed twice: with what the player could see (`Judged.cost`), and, where that can be solved, with
all cards in sight (`Judged.hindsight`).  A move that was good by the first and bad by the second is one where the
player could not have known better.  Values are chances to win the match, from 0 to 1.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from p2p_schnapsen.bot.equity import payoff_of
from p2p_schnapsen.bot.search import Effort, Plan, plans_of, think
from p2p_schnapsen.bot.solver import Solver
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView

EFFORT: Final = Effort(playouts=3000, nodes=24000, exact_talon=2, closings=60)
"""What the computer puts into each decision that it judges."""

SOLVED_TALON: Final = 2
"""With so many talon cards or fewer a deal is solved with all cards in sight."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision in a deal whose cards are known: the `deal` before it, with all cards, and what was done."""

    deal: Deal
    match: Match
    player: int
    move: Move
    number: int
    """Which move of the deal it was, from 0."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision and what it cost.

    `best` is what the computer would have done and `chance` what that promised; `cost` is what the move made gave away
    of it.  `exact`: nothing hidden made that uncertain.  `hindsight`: what it gave away with all cards in sight, None
    where that is not solved.  `far`: so far from the end of the match that no chance is known; then values count game
    points, as `equity.POINT` says.
    """

    player: int
    move: Move
    number: int
    best: Plan
    chance: float
    cost: float
    exact: bool
    hindsight: float | None
    far: bool = False


def decisions(start: Deal, match: Match, moves: Sequence[Move]) -> Iterator[Decision]:
    """The decisions of a deal: moves where something else could have been done. `start` knows all cards.

    Raises IllegalMove where the moves are not legal.
    """
    deal = start.copy()
    for number, move in enumerate(moves):
        turn = deal.turn
        if turn is not None and move.kind is not Kind.CONCEDE and _is_choice(deal, move):
            yield Decision(deal.copy(), match, turn, move, number)
        deal.play(move)


def _is_choice(deal: Deal, move: Move) -> bool:
    if len(deal.legal()) == 1:
        return False
    plans = plans_of(deal)
    true_claim = move.kind is Kind.CLAIM and deal.points[deal.turn or 0] >= OUT
    return not true_claim and (len(plans) > 1 or plans[0][0] is not move)


def judge(decision: Decision, seed: str, effort: Effort = EFFORT) -> Judged:
    """Weigh a decision. The same seed gives the same judgement."""
    deal, player, move = decision.deal, decision.player, decision.move
    view = PlayerView.of(deal, decision.match, player, deal.known[player])
    thought = think(view, random.Random(f"{seed} {decision.number}"), effort, also=move)  # noqa: S311 - no secret
    best = thought.plans[0]
    made = max(one.value for one in thought.plans if one.plan[0] is move)
    cost = max(0.0, best.value - made)
    hindsight = _hindsight(decision)
    far = payoff_of(decision.match).far
    return Judged(player, move, decision.number, best.plan, best.value, cost, thought.exact, hindsight, far)


def _hindsight(decision: Decision) -> float | None:
    deal = decision.deal
    if deal.talon > SOLVED_TALON and deal.closed_by is None:
        return None
    choices = Solver(payoff_of(decision.match)).choices(deal, decision.move)
    best = choices[0][1]
    made = next(value for move, value in choices if move is decision.move)
    return abs(best - made)


@dataclass(frozen=True, slots=True)
class Account:
    """What the decisions of a player came to."""

    decisions: int
    best: int
    cost: float


SLIP: Final = 0.005
"""A cost below this is within the computer's own doubt."""


def account(judged: Sequence[Judged], player: int) -> Account:
    """The decisions of a player, how many of them were best, and what all of them cost together."""
    own = [one for one in judged if one.player == player]
    return Account(len(own), sum(one.cost < SLIP for one in own), sum(one.cost for one in own))


TURN: Final = 0.03
"""What a decision has to cost to be a turning point."""


def turning_points(judged: Sequence[Judged], most: int = 5) -> list[Judged]:
    """The decisions that cost most, the dearest first."""
    return sorted((one for one in judged if one.cost >= TURN), key=lambda one: -one.cost)[:most]


def unknowable(judged: Sequence[Judged]) -> list[Judged]:
    """Decisions that were good for what could be seen, and dear with all cards in sight."""
    return [one for one in judged if one.cost < SLIP and one.hindsight is not None and one.hindsight >= TURN]
