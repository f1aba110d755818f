"""The engine on partial knowledge, the duty it returns, and what a player's view shows."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from p2p_schnapsen.errors import IllegalMove, LocalMisuse
from p2p_schnapsen.rules.cards import cards_of, parse
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import follow, lead, marriage
from p2p_schnapsen.rules.position import Position
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.rules.view import PlayerView
from tests.support.deals import at, cards, play, random_deal

LAST_FOUR: dict[str, Any] = {"up": "TD", "drawn": True}


def test_a_stranger_can_follow_a_whole_deal():
    dealt = random_deal(SCHNAPSEN.replace(out="auto"), 5)
    full, public = dealt.full(), dealt.public()
    while full.turn is not None:
        move = full.legal()[0]
        full.play(move)
        public.play(move)
        assert public.hand_size(0) == full.hand_size(0)
        assert (public.points, public.tricks, public.turn, public.up) == (full.points, full.tricks, full.turn, full.up)
        assert full.public().known == public.known
        assert full.public().shown == public.shown
    assert public.outcome == full.outcome


def test_a_hidden_hand_has_no_list_of_moves():
    deal = random_deal(SCHNAPSEN, 5).public()
    with pytest.raises(LocalMisuse, match="hand-hidden"):
        deal.legal()
    with pytest.raises(LocalMisuse, match="hand-hidden"):
        deal.legal_mask()


def test_a_card_seen_elsewhere_is_not_among_the_hidden_ones():
    deal = at("AH KS", "TH QS", up="JD", talon="JC QC KC").public()
    for seen in ("JD", "AD"):
        with pytest.raises(IllegalMove, match="card-not-held"):
            deal.play(lead(parse(seen)))
    play(deal, "AH")
    with pytest.raises(IllegalMove, match="card-not-held"):
        deal.play(follow(parse("AH")))


def test_a_marriage_needs_room_for_both_cards():
    deal = at("KH", "QH", up="TD", drawn=True).public()
    with pytest.raises(IllegalMove, match="card-not-held"):
        deal.play(marriage(2))


def test_a_marriage_from_a_hidden_hand_makes_both_cards_known():
    deal = at("KH QH AC", "AH AS TS", **LAST_FOUR).public()
    deal.play(marriage(2))
    assert deal.known[0] == cards("KH QH")
    assert deal.hidden[0] == 1


def test_an_exchange_from_a_hidden_hand_makes_the_trump_taken_known():
    deal = play(at("JD QH AC", "AH AS TS", up="AD", talon="KC").public(), "x")
    assert deal.known[0] == cards("AD")
    assert deal.hidden[0] == 2
    play(deal, "AD")
    assert deal.hidden[0] == 2
    assert deal.known[0] == 0


# The queen of hearts is led; player 1 holds three cards; diamonds are trumps.
@pytest.mark.parametrize(
    ("card", "owed"),
    [
        ("KH", ""),
        ("AH", ""),
        ("JH", "AH TH KH"),
        ("JD", "AH TH KH JH"),
        ("AC", "AH TH KH JH TD AD KD QD JD"),
    ],
)
def test_the_duty_of_a_strict_follower(card, owed):
    deal = at("QH KS QS", f"{card} TC KC", **LAST_FOUR)
    deal.shown = cards("AS JS JC QC TS")  # all others are hidden somewhere
    deal = play(deal.public(), "QH")
    assert deal.play(follow(parse(card))) == cards(owed)


def test_cards_already_seen_are_not_part_of_the_duty():
    deal = at("QH KS QS", "AC TC KC", **LAST_FOUR)
    deal.shown = cards("AH TH KH AD")
    duty = play(deal.public(), "QH").check(follow(parse("AC")))
    assert duty == cards("JH TD KD QD JD")


def test_nothing_is_owed_when_no_hidden_card_is_left():
    deal = play(at("QH", "AC", up="TD", drawn=True, tricks=(5, 4)).public(), "QH")
    assert deal.check(follow(parse("AC"))) == 0


def test_nothing_is_owed_while_the_talon_is_open():
    deal = play(random_deal(SCHNAPSEN, 1).public(), "AH")
    assert deal.check(follow(parse("JS"))) == 0


def test_when_always_strict_something_is_owed_with_an_open_talon_too():
    deal = random_deal(SCHNAPSEN.replace(strict="always"), 1).public()
    play(deal, "AH")
    assert deal.check(follow(parse("JC"))) == cards("TH KH QH JH AS TS KS JS")


def test_a_public_card_in_hand_is_checked_in_the_clear():
    deal = at("AH JH AS", "KH QH TS", up="TD", drawn=True, leader=1).public()
    play(deal, "mH KH AH JH")
    with pytest.raises(IllegalMove) as caught:
        deal.play(follow(parse("TS")))
    assert caught.value.code == "must-head"
    assert deal.play(follow(parse("QH"))) == 0


def test_with_a_public_card_the_last_hidden_card_still_owes():
    deal = play(at("AH AS AC", "KH QH TS", **LAST_FOUR, leader=1).public(), "mH KH AH AS")
    assert (deal.known[1], deal.hidden[1]) == (cards("QH"), 1)
    assert deal.check(follow(parse("QH"))) == cards("TS")
    assert deal.check(follow(parse("TS"))) == 0


def test_in_a_players_own_view_nothing_is_owed_by_that_player():
    deal = play(at("QH KS QS", "AC TC KC", **LAST_FOUR).public(), "QH").with_hand(1, cards("AC TC KC"))
    assert deal.check(follow(parse("AC"))) == 0


def test_a_hand_that_contradicts_what_is_known_is_our_own_mistake():
    deal = at("KH QH AC", "AH AS TS", **LAST_FOUR).public()
    deal.play(marriage(2))
    for hand in ("KH AC TC", "KH QH", "KH QH AC TC", "KH QH JC"):
        with pytest.raises(LocalMisuse, match="hand-impossible"):
            deal.with_hand(0, cards(hand))
    assert deal.with_hand(0, cards("KH QH AC")).known[0] == cards("KH QH AC")


def test_the_talon_can_be_filled_in_when_both_hands_are_known():
    dealt = random_deal(SCHNAPSEN, 9)
    full: Any = dealt.full()
    for _ in range(4):
        full.play(full.legal()[0])
    public = full.public()
    with pytest.raises(LocalMisuse, match="talon-impossible"):
        public.with_talon(full.face_down)
    again = public.with_hand(0, full.known[0]).with_hand(1, full.known[1]).with_talon(full.face_down)
    assert again.face_down == full.face_down == dealt.talon[4:]
    assert again.unseen == 0 if full.talon == 0 else again.unseen.bit_count() == full.talon - 1


# Views


def view_after(words, me, **more):
    deal = play(at("JD AH KH QH", "AS TS KS QS", **{"up": "AD", "talon": "TC KC QC", "tricks": (1, 1), **more}), words)
    return PlayerView.of(deal, Match(SCHNAPSEN, 0), me, deal.known[me])


def test_a_view_shows_the_own_hand_and_what_is_public_of_the_other():
    view = view_after("x mH KH", 1)
    assert view.hand == cards("AS TS KS QS")
    assert view.opponent == 0
    assert view.opponent_known == cards("AD QH")
    assert view.opponent_hidden == 1
    assert set(view.legal) == {follow(card) for card in cards_of(view.hand)}
    assert [repr(move) for _, move in view.history] == ["exchange JD", "marriage KH", "lead KH"]


def test_nothing_is_legal_when_it_is_the_others_turn():
    assert view_after("x mH KH", 0).legal == ()


def test_a_view_is_the_same_whatever_the_hidden_cards_are():
    one = view_after("KH", 1)
    other = at("TC KC KH QC", "AS TS KS QS", up="AD", talon="QH JD AH", tricks=(1, 1))
    two = PlayerView.of(play(other, "KH"), Match(SCHNAPSEN, 0), 1, other.known[1])
    for name in Position.__slots__:
        assert getattr(one.deal, name) == getattr(two.deal, name), name


def test_a_view_holds_no_talon_and_no_card_of_the_other_hand():
    view = view_after("KH", 1)
    assert view.deal.face_down is None
    assert not view.deal.seen & cards("JD AH QH TC KC QC")


def test_a_view_can_be_played_on_without_changing_it():
    view = view_after("KH", 1)
    again = copy.deepcopy(view.deal)
    view.deal.copy().play(view.legal[0])
    assert again.known == view.deal.known
    assert again.turn == view.deal.turn == 1
