"""Whatever reason a hint gives, it is true: each is checked against the engine, in positions of many rule sets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import comb
from typing import Any

import pytest

from p2p_schnapsen.bot import EFFORTS
from p2p_schnapsen.bot.equity import payoff_of
from p2p_schnapsen.bot.hints import Hint, Reason, hint_of, unbeaten
from p2p_schnapsen.bot.search import Effort, Plan, Thought, Weighed, think
from p2p_schnapsen.bot.solver import Solver
from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.cards import POINTS, SUIT_SIZE, cards_of, mask_of, parse
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, Move, concede, follow, lead
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, Ruleset
from p2p_schnapsen.rules.view import PlayerView
from tests.support.deals import at, move_of, play, random_deal
from tests.unit.bot.test_search import POSITIONS, position

EFFORT = Effort(playouts=64, nodes=200, exact_talon=2, closings=6)
WORLDS = 60
"""So many hands of the opponent are looked at, of more than these a sample."""
RULES: dict[str, Ruleset] = {name: load(name).ruleset for name in NAMES} | {
    "played out": SCHNAPSEN.override({"out": "play-out", "nobody_out": "higher"}),
    "bound": SCHNAPSEN.override({"strict": "always", "duty": "follow", "nobody_out": "none"}),
    "king": SCHNAPSEN.override({"marriage_lead": "king", "exchange_who": "turn", "out": "auto"}),
    "three": SCHNAPSEN.override({"closer_fails": "trick-three", "closer_beaten": "value", "duty": "follow-trump"}),
}


@dataclass
class Case:
    """A position, the thought and the hint that it led to, and the full deal, which no hint may look at."""

    deal: Deal
    view: PlayerView
    thought: Thought
    hint: Hint

    @property
    def move(self) -> Move:
        return self.hint.move

    @property
    def me(self) -> int:
        return self.view.me

    @cached_property
    def win(self) -> float:
        return self.mine(payoff_of(self.view.match).worth(self.me, 1)) - 1e-9

    def mine(self, worth: float) -> float:
        return 1 - worth if self.me else worth

    def after(self, move: Move) -> Deal:
        after = self.view.deal.copy()
        after.play(move)
        return after

    def takes(self, *plan: Move) -> bool:
        after = self.view.deal.copy()
        for move in plan:
            after.play(move)
        return after.tricks[self.me] > self.view.deal.tricks[self.me]

    @cached_property
    def worlds(self) -> list[Deal]:
        """The position with each hand that the opponent may have, as far as cards in sight tell."""
        deal, view = self.view.deal, self.view
        cards = cards_of(deal.unseen)
        hands: Iterator[tuple[int, ...]] = combinations(cards, view.opponent_hidden)
        if comb(len(cards), view.opponent_hidden) > WORLDS:
            rng = random.Random(1)
            hands = (tuple(rng.sample(cards, view.opponent_hidden)) for _ in range(WORLDS))
        found = []
        for hand in islice(hands, WORLDS):
            rest = tuple(card for card in cards if card not in hand)
            found.append(deal.supposed(view.opponent, mask_of(hand), rest))
        return found

    def answers(self) -> Iterator[list[tuple[Move, bool]]]:
        """In each world what the opponent can play to the card led, and whether that takes the trick."""
        for world in self.worlds:
            led = world.copy()
            led.play(self.move)
            found = []
            for first in led.legal():
                ways = [led] if first.kind is Kind.FOLLOW else [_played(led, first)]
                for way in ways:
                    for move in way.legal() if way is not led else [first]:
                        taken = _played(way, move).tricks[1 - self.me] > way.tricks[1 - self.me]
                        found.append((move, taken))
            yield found

    def values(self) -> dict[Move, float]:
        """What every move is worth under best play, all cards being known; conceding too."""
        solver = Solver(payoff_of(self.view.match))
        moves = [*self.view.legal, concede()]
        return {move: self.mine(solver.value(_played(self.deal, move))) for move in moves}

    def worse(self, which: Callable[[Plan], bool]) -> bool:
        """Whether there are such plans, and all of them are worth less than the one that is advised."""
        found = [one for one in self.thought.plans if which(one.plan)]
        return bool(found) and max(one.value for one in found) < self.thought.plans[0].value


def _played(deal: Deal, move: Move) -> Deal:
    after = deal.copy()
    after.play(move)
    return after


def is_trump(case: Case, move: Move) -> bool:
    return move.card // SUIT_SIZE == case.view.deal.trump


def ends(case: Case) -> int | None:
    """Who scores as the move ends the deal (None: nobody), as the hint says."""
    outcome = case.after(case.move).outcome
    assert outcome is not None
    assert case.hint.points == (-outcome.value if outcome.winner == 1 - case.me else outcome.value)
    return outcome.winner


def nothing_else(case: Case) -> bool:
    return case.view.legal == (case.move,)


def untrue(case: Case) -> bool:
    others = [move for move in case.view.legal if move is not case.move]
    return bool(others) and all(move.kind is Kind.CLAIM and case.view.deal.points[case.me] < 66 for move in others)


def known(case: Case) -> bool:
    return len(case.worlds) == 1 and case.worlds[0].known == case.deal.known and not case.deal.talon


def costs_least(case: Case) -> bool:
    if ends(case) != 1 - case.me or nothing_else(case):
        return False
    moves = [*case.view.legal, concede()]
    if known(case):
        values = case.values()
    else:
        payoff = payoff_of(case.view.match)
        values = {move: case.mine(payoff.of(outcome)) for move in moves if (outcome := case.after(move).outcome)}
    return set(values) == set(moves) and values[case.move] >= max(values.values()) - 1e-9


def solved(case: Case) -> bool:
    values = case.values()
    return known(case) and values[case.move] >= max(values.values()) - 1e-9


def wins_everywhere(case: Case) -> bool:
    solver, plan = Solver(payoff_of(case.view.match)), case.thought.plans[0].plan
    for world in case.worlds:
        after = world
        for move in plan:
            after = _played(after, move)
        if case.mine(solver.value(after)) < case.win:
            return False
    return comb(case.view.deal.unseen.bit_count(), case.view.opponent_hidden) <= WORLDS


def mostly(case: Case) -> bool:
    share = sum(not any(taken for _, taken in answers) for answers in case.answers()) / len(case.worlds)
    return share > (0.5 if len(case.worlds) < WORLDS else 0.35)


def low(case: Case) -> bool:
    least = min(POINTS[card] for card in cards_of(case.view.hand))
    return POINTS[case.move.card] == least <= 4 and not is_trump(case, case.move)


def counts(case: Case) -> tuple[int, list[int]]:
    follows = [move for move in case.view.legal if move.kind is Kind.FOLLOW]
    return POINTS[case.move.card], [POINTS[move.card] for move in follows]


def lost_before(case: Case) -> float:
    return case.mine(payoff_of(case.view.match).worth(1 - case.me, 1)) + 1e-9


def any_takes(case: Case) -> bool:
    return any(case.takes(move) for move in case.view.legal if move.kind is Kind.FOLLOW)


def all_take(case: Case) -> bool:
    return all(case.takes(move) for move in case.view.legal if move.kind is Kind.FOLLOW)


def best(case: Case) -> bool:
    plans = case.thought.plans
    return len(plans) > 1 and plans[0].value == max(one.value for one in plans)


TRUE: dict[Reason, Callable[[Case], bool]] = {
    Reason.OUT: lambda case: case.view.deal.points[case.me] >= 66 and ends(case) == case.me,
    Reason.WON: lambda case: case.move.kind is not Kind.CLAIM and ends(case) == case.me,
    Reason.NOBODY: lambda case: ends(case) is None,
    Reason.LOST_ONLY: lambda case: nothing_else(case) and ends(case) == 1 - case.me,
    Reason.LOST_LEAST: costs_least,
    Reason.ONLY: nothing_else,
    Reason.UNTRUE: untrue,
    Reason.WINS: lambda case: solved(case) and case.values()[case.move] >= case.win,
    Reason.LOSES: lambda case: solved(case) and max(case.values().values()) <= lost_before(case),
    Reason.SOLVED: solved,
    Reason.HOPELESS: lambda case: best(case) and all(one.most < case.win for one in case.thought.plans),
    Reason.CLOSE_SURE: wins_everywhere,
    Reason.CLOSE: lambda case: (
        case.move.kind is Kind.CLOSE
        and case.thought.plans[0].most >= case.win
        and case.worse(lambda plan: all(move.kind is not Kind.CLOSE for move in plan))
    ),
    Reason.ALWAYS: lambda case: best(case) and case.win <= case.thought.plans[0].least <= 1,
    Reason.TRIED: best,
    Reason.REACH: lambda case: case.view.deal.points[case.me] < 66 <= case.after(case.move).points[case.me],
    Reason.EXCHANGE: lambda case: (case.view.deal.up or 0) > case.move.card and is_trump(case, case.move),
    Reason.MARRIAGE: lambda case: (
        sum(case.after(case.move).points + case.after(case.move).pending)
        in {sum(case.view.deal.points + case.view.deal.pending) + more for more in (20, 40)}
    ),
    Reason.TAKE: lambda case: case.takes(case.move) and case.worse(lambda plan: not case.takes(*plan)),
    Reason.TRUMP: lambda case: (
        is_trump(case, case.move) and case.takes(case.move) and case.worse(lambda plan: not is_trump(case, plan[-1]))
    ),
    Reason.GIVE: lambda case: not case.takes(case.move) and case.worse(lambda plan: case.takes(*plan)),
    Reason.BRINGS: lambda case: all_take(case) and counts(case)[0] == max(counts(case)[1]) > min(counts(case)[1]),
    Reason.SAVES: lambda case: all_take(case) and counts(case)[0] == min(counts(case)[1]) < max(counts(case)[1]),
    Reason.CANNOT: lambda case: not any_takes(case) and counts(case)[0] == min(counts(case)[1]),
    Reason.HIGH: lambda case: not any(taken for answers in case.answers() for _, taken in answers),
    Reason.BUT_TRUMP: lambda case: (
        not is_trump(case, case.move)
        and all(is_trump(case, move) for answers in case.answers() for move, taken in answers if taken)
    ),
    Reason.PULL: lambda case: (
        is_trump(case, case.move)
        and all(len({is_trump(case, move) for move, _ in answers}) == 1 for answers in case.answers())
        and any(is_trump(case, move) for answers in case.answers() for move, _ in answers)
    ),
    Reason.LOW: low,
    Reason.MOSTLY: mostly,
}


def positions(ruleset: Ruleset, rng: random.Random) -> Iterator[tuple[Deal, Match]]:
    """Every position of random deals, at random scores; players go out when they can, and sometimes close."""
    while True:
        deal = random_deal(ruleset, rng.randrange(2**32), rng.randrange(2)).full()
        most = min(ruleset.target, 7)
        match = Match(ruleset, deal.dealer, (rng.randrange(most), rng.randrange(most)))
        while deal.turn is not None:
            if rng.random() < 0.5:
                yield deal.copy(), match
            wait = rng.random() < 0.5
            moves = [move for move in deal.legal() if move.kind is not Kind.CLAIM]
            if deal.points[deal.turn] >= 66 and not wait and len(moves) < len(deal.legal()):
                break
            closing = [move for move in moves if move.kind is Kind.CLOSE and rng.random() < 0.1]
            rest = [move for move in moves if move.kind is not Kind.CLOSE]
            deal.play(rng.choice(closing or rest))


def cases(name: str, number: int) -> Iterator[Case]:
    rng = random.Random(name)
    for count, (deal, match) in enumerate(islice(positions(RULES[name], rng), number)):
        assert deal.turn is not None
        view = PlayerView.of(deal, match, deal.turn, deal.known[deal.turn])
        thought = think(view, random.Random(count), EFFORT, measure=True)
        yield Case(deal, view, thought, hint_of(view, thought))


@pytest.mark.parametrize("name", RULES)
def test_a_reason_is_true_of_the_position_and_a_chance_is_no_default(name):
    reasons: Counter[Reason] = Counter()
    for case in cases(name, 36):
        found = case.hint
        assert TRUE[found.reason](case), (found, case.view)
        assert found.chance is not None
        assert 0 <= found.chance <= 1
        ended = case.after(found.move).outcome if found.move.kind is not Kind.LEAD else None
        assert (ended is not None) == (found.points is not None)
        if ended is not None:
            assert found.chance == case.mine(payoff_of(case.view.match).of(ended))
            assert found.exact
        reasons[found.reason] += 1
    assert len(reasons) > 5


# What comes up too seldom to wait for


def case_of(deal: Deal) -> Case:
    assert deal.turn is not None
    view = PlayerView.of(deal, Match(deal.ruleset, 0), deal.turn, deal.known[deal.turn])
    thought = think(view, random.Random(1), EFFORT, measure=True)
    return Case(deal, view, thought, hint_of(view, thought))


def seen(view: PlayerView, effort: Effort = EFFORTS["strong"]) -> Case:
    thought = think(view, random.Random(1), effort, measure=True)
    return Case(view.deal, view, thought, hint_of(view, thought))


def published(name: str) -> PlayerView:
    return position(next(row for row in POSITIONS if row["id"].startswith(name)))


def after_the_last_trick(points: tuple[int, int], rules: dict[str, Any], closed: int | None) -> Deal:
    """The cards are gone, or lie in the closed talon; player 0, who won the last trick, has the word."""
    ruleset = SCHNAPSEN.override(rules)
    if closed is None:
        deal = at("AH", "JC", up="JH", ruleset=ruleset, drawn=True, points=points, tricks=(4, 5))
    else:
        deal = at(
            "AH", "JC", up="JH", talon="QD QC KC", ruleset=ruleset, points=points, tricks=(2, 2), closed_by=closed
        )
    deal.play(lead(parse("AH")))
    deal.play(follow(parse("JC")))
    assert isinstance(deal, Deal)
    return deal


def queen_led() -> Deal:
    deal = at("AC TC", "QC JD", up="JH", talon="AD TD KD", leader=1, points=(20, 20), tricks=(4, 4), closed_by=1)
    return play(deal, "QC")


def told(deal: Deal, *words: str) -> Case:
    """As if the search had found the first of these cards to be best, the next ones worse, neither of them sure."""
    assert deal.turn is not None
    view = PlayerView.of(deal, Match(deal.ruleset, 0), deal.turn, deal.known[deal.turn])
    plans = [Weighed((move_of(deal, word),), 0.5 - 0.1 * number, 0.1, 0.9) for number, word in enumerate(words)]
    thought = Thought(tuple(plans), exact=False, sure=False, nodes=0)
    return Case(deal, view, thought, hint_of(view, thought))


SELDOM: dict[Reason, Callable[[], Case]] = {
    Reason.NOBODY: lambda: case_of(after_the_last_trick((30, 40), {"nobody_out": "none"}, closed=None)),
    Reason.SOLVED: lambda: case_of(
        at(
            "JC JD",
            "QH KH",
            up="JH",
            drawn=True,
            ruleset=SCHNAPSEN.override({"nobody_out": "none"}),
            points=(20, 30),
            tricks=(4, 4),
        )
    ),
    Reason.LOST_LEAST: lambda: case_of(after_the_last_trick((30, 40), {}, closed=0)),
    Reason.REACH: lambda: case_of(
        play(
            at("TH KD JD", "AC TD JC", up="JH", talon="AH KH QH JS QS AS TS", leader=1, points=(55, 40), tricks=(3, 2)),
            "AC",
        )
    ),
    Reason.BRINGS: lambda: told(queen_led(), "AC", "TC"),
    Reason.SAVES: lambda: told(queen_led(), "TC", "AC"),
    Reason.MOSTLY: lambda: told(
        at("TC KC QC", "AD TD KD", up="JH", talon="AC AS TS KS QS JS JD", closed_by=0, points=(20, 20), tricks=(2, 2)),
        "TC",
        "KC",
    ),
    Reason.CLOSE_SURE: lambda: seen(published("T092")),
}


@pytest.mark.parametrize("reason", SELDOM)
def test_a_rare_reason_is_true_too(reason):
    case = SELDOM[reason]()
    assert case.hint.reason is reason, case.thought
    assert TRUE[reason](case)


@pytest.mark.parametrize("seed", range(12))
def test_the_share_of_hands_that_cannot_beat_a_lead_is_counted_right(seed):
    """Against every hand one by one, answered by the engine."""
    rng = random.Random(seed)
    compared = 0
    for deal, match in positions(RULES[rng.choice(NAMES)], rng):
        assert deal.turn is not None
        view = PlayerView.of(deal, match, deal.turn, deal.known[deal.turn])
        plain = [move for move in view.legal if move.kind is Kind.LEAD and move.card // SUIT_SIZE != deal.trump]
        if not plain or comb(view.deal.unseen.bit_count(), view.opponent_hidden) > WORLDS:
            continue
        move = rng.choice(plain)
        case = Case(deal, view, THOUGHT, Hint(move, Reason.MOSTLY, None, exact=False))
        free = sum(not any(taken for _, taken in answers) for answers in case.answers())
        assert unbeaten(view, move.card) == pytest.approx(free / len(case.worlds))
        compared += 1
        if compared == 5:
            return


THOUGHT = Thought((), exact=False, sure=False, nodes=0)
