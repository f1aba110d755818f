"""The exact solver against brute force: every move of every line, no memo, no bounds, no move left out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from p2p_schnapsen.bot.equity import Payoff
from p2p_schnapsen.bot.solver import Solver
from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, concede
from p2p_schnapsen.rules.ruleset import CHOICES, SCHNAPSEN, Ruleset
from tests.support.deals import random_deal

ENDINGS = 12
"""Endings of each rule set; `test_any_rule_set` has as many again of rule sets at random."""


def brute(deal: Deal, payoff: Payoff) -> float:
    """The value for player 0 when both sides play best, by looking at everything."""
    if deal.outcome is not None:
        return payoff.of(deal.outcome)
    values = []
    for move in [*deal.legal(), concede()]:
        after = deal.copy()
        after.play(move)
        values.append(brute(after, payoff))
    return max(values) if deal.turn == 0 else min(values)


def ending(ruleset: Ruleset, rng: random.Random, cards: int) -> Deal | None:
    """A deal played at random, closed or not, until each side has so many cards; None if it ended before."""
    deal = random_deal(ruleset, rng.randrange(2**32), rng.randrange(2)).full()
    closing = rng.random() < 0.5
    while deal.outcome is None and (min(deal.hand_size(0), deal.hand_size(1)) > cards or deal.talon > 2):
        moves = [
            move
            for move in deal.legal()
            if move.kind not in (Kind.CLAIM, Kind.SETTLE) and (move.kind is not Kind.CLOSE or closing)
        ]
        close = [move for move in moves if move.kind is Kind.CLOSE and rng.random() < 0.4]
        deal.play(close[0] if close else rng.choice(moves))
        if deal.closed_by is not None and min(deal.hand_size(0), deal.hand_size(1)) <= cards:
            break
    return deal if deal.outcome is None else None


def payoffs(ruleset: Ruleset, rng: random.Random) -> Payoff:
    """At some score."""
    most = min(ruleset.target, 9)
    return Payoff(Match(ruleset, 0, (rng.randrange(most), rng.randrange(most))))


def compare(ruleset: Ruleset, rng: random.Random, number: int) -> int:
    compared = 0
    while compared < number:
        deal = ending(ruleset, rng, rng.choice((2, 3, 3)))
        if deal is None:
            continue
        payoff = payoffs(ruleset, rng)
        solver = Solver(payoff)
        wanted = brute(deal, payoff)
        assert solver.value(deal) == pytest.approx(wanted), (deal, ruleset)
        choices = solver.choices(deal)
        assert choices[0][1] == pytest.approx(wanted), (deal, ruleset, choices)
        compared += 1
    return compared


@pytest.mark.parametrize("name", NAMES)
def test_it_agrees_with_brute_force_in_every_rule_set(name):
    assert compare(load(name).ruleset, random.Random(name), ENDINGS) == ENDINGS


def any_ruleset(rng: random.Random) -> Ruleset:
    values: dict[str, Any] = {name: rng.choice(choices) for name, choices in CHOICES.items()}
    if values["deck"] == 20 and values["exchange_card"] == "9":
        values["exchange_card"] = "lowest"
    return SCHNAPSEN.override(values)


@pytest.mark.parametrize("seed", range(ENDINGS))
def test_it_agrees_with_brute_force_in_any_rule_set(seed):
    rng = random.Random(seed)
    assert compare(any_ruleset(rng), rng, 1) == 1
