"""Judging what was played: best moves cost nothing, blunders cost what they lose, and bad luck is told from both."""

from __future__ import annotations

import random

import pytest

from p2p_schnapsen.bot.analysis import (
    SLIP,
    TURN,
    Decision,
    Judged,
    account,
    decisions,
    judge,
    turning_points,
    unknowable,
)
from p2p_schnapsen.bot.search import Effort
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, claim, lead
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.ui.analysis import DealAnalysis, lines
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.people import People
from tests.support.deals import at, move_of, random_deal

EFFORT = Effort(playouts=80, nodes=400, exact_talon=2, closings=4)
MATCH = Match(SCHNAPSEN, 0)


def judged(deal, word: str) -> Judged:
    return judge(Decision(deal, MATCH, deal.turn, move_of(deal, word), 3), "seed", EFFORT)


def test_the_best_move_costs_nothing_and_the_blunder_what_it_loses():
    """Of Tompa's column 5: any lead but a heart wins."""
    deal = at("KS QH AH QC JC", "TH JH AD QD JD", up="KD", drawn=True, points=(43, 26), tricks=(3, 2))
    good, bad = judged(deal, "QC"), judged(deal, "AH")
    assert (good.cost, good.exact) == (0, True)
    assert bad.cost > 0.1
    assert bad.cost == pytest.approx(bad.hindsight)
    assert bad.best[0].kind is Kind.LEAD


def test_a_silent_king_is_judged_against_the_announcement():
    deal = at("KH QH KD QS JC", "AS TS KS JS TD", up="AH", talon="JH TH AD QD JD AC TC KC QC")
    silent = judged(deal, "KH")
    assert silent.best[0].kind is Kind.MARRIAGE
    assert silent.cost > SLIP


def test_an_untrue_claim_is_dear():
    deal = at("AH TH", "AS TS", up="JH", drawn=True, points=(50, 20), tricks=(4, 4))
    assert judge(Decision(deal, MATCH, 0, claim(), 0), "seed", EFFORT).cost > 0.1


def played(seed: int) -> list:
    rng = random.Random(seed)
    deal = random_deal(SCHNAPSEN, seed).full()
    moves = []
    while deal.turn is not None:
        free = [move for move in deal.legal() if move.kind is not Kind.CLAIM or deal.points[deal.turn] >= 66]
        moves.append(rng.choice(free))
        deal.play(moves[-1])
    return moves


def test_the_decisions_of_a_deal_are_the_moves_that_could_have_been_others():
    moves = played(5)
    found = list(decisions(random_deal(SCHNAPSEN, 5).full(), MATCH, moves))
    assert 4 < len(found) < len(moves)
    for one in found:
        assert moves[one.number] is one.move
        assert one.deal.turn == one.player
        assert len(one.deal.legal()) > 1


def test_the_same_seed_judges_alike_and_every_decision_can_be_judged():
    start = random_deal(SCHNAPSEN, 8).full()
    found = list(decisions(start, MATCH, played(8)))
    first = [judge(one, "a", EFFORT) for one in found]
    assert first == [judge(one, "a", EFFORT) for one in found]
    assert all(0 <= one.cost <= 1 and 0 <= one.chance <= 1 for one in first)
    assert any(one.hindsight is not None for one in first)


def one(cost: float, hindsight: float | None = None, player: int = 0) -> Judged:
    return Judged(player, lead(3), 0, (lead(4),), 0.6, cost, False, hindsight)


def test_turning_points_are_the_dear_decisions_the_dearest_first():
    found = [one(TURN / 2), one(0.1), one(0.3), one(0)]
    assert [judged.cost for judged in turning_points(found)] == [0.3, 0.1]


def test_what_nobody_could_know_is_told_from_what_was_wrong():
    right, wrong, lucky = one(0, 0.2), one(0.2, 0.2), one(0, 0)
    assert unknowable([right, wrong, lucky, one(0, None)]) == [right]


def test_an_account_counts_each_players_own():
    found = [one(0.2), one(0), one(0.1, player=1)]
    assert account(found, 0).decisions == 2
    assert account(found, 0).best == 1
    assert account(found, 1).cost == pytest.approx(0.1)


def test_the_sentences_name_the_deal_the_side_the_move_and_the_better_one():
    deals = [
        DealAnalysis(1, (0, 0), (one(0.123), one(0, 0.2, player=1))),
        DealAnalysis(2, (1, 0), None),
        DealAnalysis(3, (1, 0), (one(0),)),
    ]
    text = "\n".join(lines(deals, People(None), CardStyle(symbols=False)))
    assert "The host lost 12.3 % by leading Kc; better was leading 10c, as far as could be seen (60.0 %)." in text
    assert "The guest could not know: leading Kc was right for what could be seen" in text
    assert "Deal 2, host 1, guest 0: not opened by both sides" in text
    assert "No decision was worse" in text
    assert "deal 1: The host lost 12.3 %" in text
    assert "The host: 2 decisions, 1 of them best; the others cost 12.3 % together." in text
