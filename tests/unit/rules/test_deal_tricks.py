"""Leading, following, drawing: the frame that all rule sets share, and what a strict follower owes."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_schnapsen.errors import IllegalMove, LocalMisuse
from p2p_schnapsen.rules.cards import cards_of, parse
from p2p_schnapsen.rules.deal import REFUSALS, Deal
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from tests.support.deals import at, cards, move_of, play, random_deal, words_of

DEAL: dict[str, Any] = {"up": "JD", "talon": "JC QC KC TC"}


def refused(deal, word, code):
    assert code in REFUSALS
    before = repr(deal)
    with pytest.raises(IllegalMove) as caught:
        deal.play(move_of(deal, word))
    assert caught.value.code == code
    assert repr(deal) == before
    return caught.value.params


def test_the_elder_leads_first():
    for dealer in (0, 1):
        deal = random_deal(SCHNAPSEN, 1, dealer).full()
        assert deal.turn == deal.leader == deal.elder == 1 - dealer


def test_the_winner_takes_the_cards_draws_first_and_leads():
    deal = play(at("AH KS", "TH QS", up="JD", talon="JC QC KC"), "AH TH")
    assert deal.points == [21, 0]
    assert deal.tricks == [1, 0]
    assert deal.turn == deal.leader == 0
    assert deal.known == [cards("KS JC"), cards("QS QC")]
    assert deal.talon == 2
    assert deal.last_trick == (0, parse("AH"), parse("TH"), 0, True, False)


def test_a_trump_beats_any_other_suit_and_a_discard_wins_nothing():
    deal = play(at("AH AS", "QD KC", up="JD", talon="JC QC KC"), "AH QD")
    assert deal.last_trick.winner == 1
    deal = play(at("JH AS", "AC KC", up="JD", talon="JC QC TC"), "JH AC")
    assert deal.last_trick.winner == 0


def test_while_the_talon_is_open_any_card_may_follow():
    deal = play(at("AH KS", "TH QD", **DEAL), "AH")
    assert words_of(deal.legal()) == {"TH", "QD"}


def test_the_last_draw_gives_the_loser_the_face_up_card_and_everybody_knows():
    deal = at("AH KS", "TH QS", up="JD", talon="JC", leader=0)
    play(deal, "AH QS")
    assert deal.known == [cards("KS JC"), cards("TH JD")]
    assert deal.up is None
    assert deal.talon == 0
    assert deal.last_trick.last_draw
    assert deal.shown & cards("JD")
    assert deal.public().known == [0, cards("JD")]


def test_strict_play_starts_after_the_last_draw_not_before():
    deal = play(at("AH KS", "TH QS", up="JD", talon="JC"), "AH")
    assert not deal.strict
    assert words_of(deal.legal()) == {"TH", "QS"}
    play(deal, "QS KS")
    assert deal.strict
    assert words_of(deal.legal()) == {"JD"}
    refused(deal, "TH", "must-trump")


def test_strict_play_starts_at_once_when_the_talon_is_closed():
    deal = play(at("AH KS", "TH QS", **DEAL), "close AH")
    assert deal.strict
    assert words_of(deal.legal()) == {"TH"}
    refused(deal, "QS", "must-follow")


def test_always_strict_binds_from_the_first_trick():
    deal = play(at("AH KS", "TH QS", ruleset=SCHNAPSEN.replace(strict="always"), **DEAL), "AH")
    assert words_of(deal.legal()) == {"TH"}
    refused(deal, "QS", "must-follow")
    play(deal, "TH")
    assert deal.last_trick.drew


@pytest.mark.parametrize(
    ("duty", "hand", "allowed", "code"),
    [
        # The king of hearts is led; diamonds are trumps.
        ("head-follow-trump", "AH TH QH JD", "AH TH", "must-head"),
        ("head-follow-trump", "QH JH JD", "QH JH", "must-follow"),
        ("head-follow-trump", "AS JD QD", "JD QD", "must-trump"),
        ("head-follow-trump", "AS JC", "AS JC", ""),
        ("follow-trump", "AH QH JD", "AH QH", "must-follow"),
        ("follow-trump", "AS JD", "JD", "must-trump"),
        ("follow-trump", "AS JC", "AS JC", ""),
        ("follow", "AH QH JD", "AH QH", "must-follow"),
        ("follow", "AS JD", "AS JD", ""),
    ],
)
def test_what_a_strict_follower_owes(duty, hand, allowed, code):
    leader = " ".join(["KH", "KS", "QS", "TS"][: len(hand.split())])
    deal = play(at(leader, hand, up="TD", drawn=True, ruleset=SCHNAPSEN.replace(duty=duty)), "KH")
    assert words_of(deal.legal()) == set(allowed.split())
    assert deal.legal_mask() == cards(allowed)
    for card in set(hand.split()) - set(allowed.split()):
        assert refused(deal, card, code)["owed"] == cards_of(cards(allowed))


@pytest.mark.parametrize(("hand", "allowed"), [("AD QD AH", "AD"), ("QD JD AH", "QD JD"), ("AH AS JC", "AH AS JC")])
def test_a_trump_lead_is_headed_with_a_trump_or_answered_with_anything(hand, allowed):
    deal = play(at("KD KS QS", hand, up="TD", drawn=True), "KD")
    assert words_of(deal.legal()) == set(allowed.split())


def test_nobody_must_beat_a_trump_with_a_higher_trump_unless_it_was_led():
    deal = play(at("KH KS", "JD AD", up="TD", drawn=True), "KH")
    assert words_of(deal.legal()) == {"JD", "AD"}


def test_a_revoke_is_refused_and_names_what_was_owed():
    deal = play(at("KH KS", "AH QS", up="TD", drawn=True), "KH")
    params = refused(deal, "QS", "must-head")
    assert params == {"card": parse("QS"), "led": parse("KH"), "owed": (parse("AH"),)}


def test_a_card_that_is_not_in_the_hand_is_refused():
    deal = at("AH KS", "TH QS", **DEAL)
    refused(deal, "TH", "card-not-held")
    refused(deal, "JC", "card-not-held")
    play(deal, "AH")
    refused(deal, "KS", "card-not-held")


def test_nines_do_not_exist_in_a_pack_of_twenty():
    deal = Deal.start(SCHNAPSEN, 1, parse("JD"))
    refused(deal, "9H", "card-not-held")


def test_moves_of_the_other_phase_are_refused():
    deal = at("AH KS", "TH QS", **DEAL)
    follow = move_of(play(deal.copy(), "AH"), "TH")
    with pytest.raises(IllegalMove, match="nothing-led"):
        deal.play(follow)
    lead = move_of(deal, "TH")
    play(deal, "AH")
    with pytest.raises(IllegalMove, match="follow-owed"):
        deal.play(lead)
    refused(deal, "close", "not-on-lead")
    refused(deal, "mH", "not-on-lead")
    refused(deal, "x", "exchange-leader")


def test_after_the_end_nothing_is_legal():
    deal = play(at("AH KS", "TH QS", **DEAL), "concede")
    assert deal.turn is None
    assert deal.legal() == []
    assert deal.legal_mask() == 0
    refused(deal, "AH", "deal-over")


def test_after_the_last_trick_there_is_nothing_left_to_lead():
    deal = play(at("AH", "TH", up="JD", drawn=True), "AH TH")
    refused(deal, "AH", "cards-gone")


def test_history_and_tricks_are_kept_in_order():
    deal = play(at("AH KS", "TH QS", **DEAL), "AH QS KS")
    assert [(player, repr(move)) for player, move in deal.history] == [
        (0, "lead AH"),
        (1, "follow QS"),
        (0, "lead KS"),
    ]
    assert len(deal.tricks_played) == 1


def test_a_copy_is_independent():
    deal = at("AH KS", "TH QS", up="JD", talon="JC QC KC")
    before = repr(deal)
    play(deal.copy(), "close AH TH KS QS claim")
    assert repr(deal) == before
    assert deal.history == []
    assert deal.tricks_played == []
    assert deal.tricks == [0, 0]
    assert not deal.strict


def test_a_deal_of_impossible_parts_is_our_own_mistake():
    with pytest.raises(LocalMisuse, match="deal-impossible"):
        Deal.start(SCHNAPSEN, 0, parse("9D"))
    with pytest.raises(LocalMisuse, match="hand-impossible"):
        Deal.start(SCHNAPSEN, 0, parse("JD"), (cards("AH KH QH JH"), None))
    with pytest.raises(LocalMisuse, match="hand-impossible"):
        Deal.start(SCHNAPSEN, 0, parse("JD"), (cards("AH KH QH JH JD"), None))
    same = cards("AH KH QH JH TH")
    with pytest.raises(LocalMisuse, match="hand-impossible"):
        Deal.start(SCHNAPSEN, 0, parse("JD"), (same, same))
    dealt = random_deal(SCHNAPSEN, 1)
    with pytest.raises(LocalMisuse, match="talon-impossible"):
        Deal.start(SCHNAPSEN, 0, dealt.up, dealt.hands, dealt.talon[:-1])
    with pytest.raises(LocalMisuse, match="talon-impossible"):
        Deal.start(SCHNAPSEN, 0, dealt.up, None, dealt.talon)
    with pytest.raises(LocalMisuse, match="talon-impossible"):
        Deal.start(SCHNAPSEN, 0, dealt.up, dealt.hands, (dealt.talon[0], *dealt.talon[:-1]))


def test_six_in_hand_of_twenty_leave_a_talon_of_eight():
    rules = SCHNAPSEN.replace(hand=6, out="auto")
    deal = random_deal(rules, 3).full()
    assert deal.talon == 8
    assert len(deal.face_down or ()) == 7
    for left in (6, 4, 2, 0):
        deal.play(deal.legal()[0])
        deal.play(deal.legal()[0])
        assert deal.talon == left
    assert deal.hand_size(0) == deal.hand_size(1) == 6
    assert deal.strict
