"""Worlds fit what was seen: nothing in two places, nothing that a player showed not to have; habits make rarer."""

from __future__ import annotations

import random

import pytest

from p2p_schnapsen.bot.worlds import Sign, Worlds, signs_of
from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.cards import cards_of, mask_of
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.rules.view import PlayerView
from tests.support.deals import Dealt, at, cards, play, random_deal

HAND0, HAND1 = "AH TH KD QC JC", "AS TS KS QS JS"
TALON = "AD TD QD JD AC TC KC KH QH"


def dealt(hand0: str = HAND0, hand1: str = HAND1, up: str = "JH", talon: str = TALON, dealer: int = 1) -> Deal:
    """A deal from its first move on: its history is whole."""
    order = tuple(card for name in talon.split() for card in cards_of(cards(name)))
    return Dealt(SCHNAPSEN, dealer, (cards(hand0), cards(hand1)), cards_of(cards(up))[0], order).full()


def view_of(deal: Deal, me: int) -> PlayerView:
    return PlayerView.of(deal, Match(deal.ruleset, 0), me, deal.known[me])


def wander(deal: Deal, rng: random.Random, moves: int) -> Deal:
    """Some moves at random."""
    for _ in range(moves):
        free = [move for move in deal.legal() if move.kind not in (Kind.CLAIM, Kind.SETTLE)]
        if free:
            deal.play(rng.choice(free))
    return deal


@pytest.mark.parametrize("name", NAMES)
def test_every_world_is_the_deal_that_was_seen_with_the_hidden_cards_in_place(name):
    rng = random.Random(name)
    for seed in range(30):
        deal = wander(random_deal(load(name).ruleset, seed).full(), rng, rng.randrange(16))
        if deal.turn is None:
            continue
        view = view_of(deal, deal.turn)
        worlds = Worlds(view)
        drawn = [worlds.draw(rng) for _ in range(3)]
        if worlds.hands <= 60:
            drawn += [world for world, _ in worlds.all(rng)]
        for world in drawn:
            again = PlayerView.of(world, view.match, view.me, world.known[view.me])
            assert (again.hand, again.legal) == (view.hand, view.legal)
            hidden = world.known[view.opponent] & ~view.opponent_known
            stock = mask_of(world.face_down or ())
            assert hidden.bit_count() == view.opponent_hidden
            assert not hidden & stock
            assert hidden | stock == view.deal.unseen


def test_the_true_world_is_never_barred():
    rng = random.Random(4)
    for seed in range(60):
        deal = wander(random_deal(load("en-ligne").ruleset, seed).full(), rng, rng.randrange(18))
        if deal.turn is not None:
            view = view_of(deal, deal.turn)
            true = deal.known[view.opponent] & ~view.opponent_known
            assert Worlds(view)._weight(true) > 0
            assert not true & ~mask_of(Worlds(view)._allowed)


def test_weights_of_all_hands_sum_to_one():
    deal = at("AH TH", "AS TS", up="JH", talon="KD", ruleset=SCHNAPSEN)
    worlds = Worlds(view_of(deal, 0))
    found = worlds.all(random.Random(1))
    assert worlds.hands == len(found) == 3
    assert sum(weight for _, weight in found) == pytest.approx(1)


def test_a_revoke_would_show_so_cards_of_the_suit_led_are_barred():
    deal = dealt("AH TH KD QC JC", "AS TS KS QS JS")
    play(deal, "close KD JS")  # neither a diamond nor a trump
    view = view_of(deal, 0)
    none = cards("AD TD QD JD KH QH")
    assert not mask_of(Worlds(view)._allowed) & none
    rng = random.Random(1)
    assert all(not Worlds(view).draw(rng).known[1] & none for _ in range(50))


def test_without_a_history_nothing_is_inferred():
    deal = dealt("AH TH KD QC JC", "AS TS KS QS JS")
    play(deal, "close KD JS")
    deal.history.clear()
    assert signs_of(view_of(deal, 0).deal, 1) == []


def test_an_announcement_that_was_not_made_is_rare():
    deal = dealt(HAND0, HAND1, dealer=0)
    play(deal, "JS")
    signs = signs_of(view_of(deal, 0).deal, 1)
    assert Sign(cards("KS QS"), True, 0, signs[0].odds) in signs
    view = view_of(deal, 0)
    both, one = cards("KS QS TS AS"), cards("KS TS AS JD")
    assert 0 < Worlds(view)._weight(both) < Worlds(view)._weight(one)


def test_what_was_drawn_since_may_be_there_after_all():
    deal = dealt(HAND0, HAND1, dealer=0)
    play(deal, "JS")
    before = Worlds(view_of(deal, 0))._weight(cards("KS QS"))
    play(deal, "JC")  # both draw
    after = Worlds(view_of(deal, 0))._weight(cards("KS QS"))
    assert 0 < before < after < 1


def test_the_lowest_trump_that_was_not_exchanged_is_rarely_in_the_leaders_hand():
    deal = dealt("AH TH KD QC JC", "AS TS KS QS JS", up="KH", talon="AD TD QD JD AC TC KC JH QH", dealer=0)
    play(deal, "JS")
    view = view_of(deal, 0)
    assert Worlds(view)._weight(cards("JH AS TS KC")) < Worlds(view)._weight(cards("QH AS TS KC"))


def test_who_has_closed_holds_good_cards_more_often_than_poor_ones():
    deal = dealt(HAND0, "AS TS KH QS JS", talon="AD TD QD JD AC TC KC KS QH", dealer=0)
    open_, closed = view_of(play(deal.copy(), "JS"), 0), view_of(play(deal.copy(), "close JS"), 0)
    strong, weak = cards("AS TS KH AD"), cards("QS JD QD KC")
    assert Worlds(open_)._weight(strong) <= Worlds(open_)._weight(weak)
    assert Worlds(closed)._weight(strong) > 2 * Worlds(closed)._weight(weak)


def test_the_weights_decide_how_often_a_hand_is_drawn():
    deal = dealt("AH TH KD QC JC", "AS TS KS QS JS", up="KH", talon="AD TD QD JD AC TC KC JH QH", dealer=0)
    play(deal, "JS")
    worlds, rng = Worlds(view_of(deal, 0)), random.Random(2)
    drawn = [worlds.draw(rng).known[1] for _ in range(600)]
    jack, queen = (sum(hand & cards(card) != 0 for hand in drawn) for card in ("JH", "QH"))
    assert jack < queen / 3
