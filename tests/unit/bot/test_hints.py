"""Hints: a legal move and a reason that holds."""

from __future__ import annotations

import random

import pytest

from p2p_schnapsen.bot import Hint, Reason, hint
from p2p_schnapsen.bot.hints import reason_of
from p2p_schnapsen.bot.search import Effort, Thought, Weighed
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, follow
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.analysis import hint_sentence
from p2p_schnapsen.ui.cards import CardStyle
from tests.support.deals import at, move_of, play

EFFORT = Effort(playouts=600, nodes=3000, exact_talon=2, closings=20)
TALON = "QH KD QD JD AC TC KC QC JC"


def advice(deal: Deal) -> Hint:
    assert deal.turn is not None
    view = PlayerView.of(deal, Match(deal.ruleset, 0), deal.turn, deal.known[deal.turn])
    found = hint(view, random.Random(1), EFFORT)
    assert found.move in view.legal
    assert 0 <= found.chance <= 1
    return found


def test_66_is_claimed():
    deal = at("AH TH", "AS TS", up="JH", drawn=True, points=(66, 20), tricks=(4, 4))
    assert advice(deal).reason is Reason.OUT


def test_a_close_that_wins_everywhere_says_so():
    deal = at("AH TH KH AD TD", "AS TS KS QS JS", up="JH", talon=TALON, points=(45, 0), tricks=(2, 0))
    found = advice(deal)
    assert (found.move.kind, found.reason) == (Kind.CLOSE, Reason.CLOSE)


def test_a_close_against_few_hands_can_be_sure():
    deal = at("AH TH", "AS TS", up="JH", talon="KH", points=(50, 40), tricks=(4, 3))
    assert advice(deal).reason in (Reason.CLOSE_SURE, Reason.HIGH)


def test_the_only_move_needs_no_reason():
    deal = play(at("AH TH", "QS JS", up="JH", drawn=True, points=(20, 20), tricks=(4, 4)), "AH QS TH")
    assert advice(deal).reason is Reason.ONLY


def test_with_all_cards_known_it_is_exact():
    deal = at("AH JC", "QS AC", up="JH", drawn=True, points=(30, 30), tricks=(4, 4))
    found = advice(deal)
    assert (found.reason, found.exact) == (Reason.SOLVED, True)


def test_a_marriage_is_announced():
    deal = at("KH QH KD QS JC", "AS TS KS JS TD", up="AH", talon="JH TH AD QD JD AC TC KC QC")
    assert advice(deal).reason is Reason.MARRIAGE


def reason_for(deal: Deal, word: str) -> Reason:
    """The reason that would be given for a move, were it the best."""
    assert deal.turn is not None
    view = PlayerView.of(deal, Match(deal.ruleset, 0), deal.turn, deal.known[deal.turn])
    thought = Thought((Weighed((move_of(deal, word),)),), exact=False, sure=word == "close", nodes=0)
    return reason_of(view, thought)


@pytest.mark.parametrize(
    ("word", "reason"),
    [("JH", Reason.TRUMP), ("KD", Reason.GIVE), ("AD", Reason.TAKE)],
)
def test_a_follower_hears_whether_the_trick_is_worth_it(word, reason):
    deal = at("AD JH KD QS JC", "TD TS KS AC JS", up="KH", talon="QH AH TH QD JD AS TC KC QC", leader=1)
    deal.play(move_of(deal, "TD"))
    assert reason_for(deal, word) is reason


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("AH", Reason.HIGH),
        ("JC", Reason.LOW),
        ("JH", Reason.PULL),
        ("x", Reason.EXCHANGE),
        ("mD", Reason.MARRIAGE),
        ("close", Reason.CLOSE_SURE),
        ("concede", Reason.LOST),
    ],
)
def test_a_leader_hears_what_the_move_is_for(word, reason):
    deal = at("AH JH KD QD JC", "TD TS KS AC JS", up="KH", talon="QH AD TH QS JD AS TC KC QC")
    assert reason_for(deal, word) is reason


def test_every_reason_has_a_sentence():
    for reason in Reason:
        text = hint_sentence(Hint(follow(15), reason, 0.583, exact=False), CardStyle(symbols=False))
        assert text.startswith("The computer advises playing Kh: ")
        assert text.endswith("a chance of 58 % to win the match.") is (reason is not Reason.ONLY)
