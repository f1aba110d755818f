"""Exchange, closing, marriages, claims: what the player on lead may do, in which order, under every rule set."""

from __future__ import annotations

import pytest

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.deal import REFUSALS
from p2p_schnapsen.rules.moves import exchange
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, Ruleset
from p2p_schnapsen.rules.scoring import AtClose
from tests.support.deals import at, cards, move_of, play, words_of

PACK24 = SCHNAPSEN.override({"deck": 24, "hand": 6})


def refused(deal, word, code):
    assert code in REFUSALS
    with pytest.raises(IllegalMove) as caught:
        deal.copy().play(move_of(deal, word))
    assert caught.value.code == code
    assert word not in {text.replace("exchange JD", "x") for text in words_of(deal.legal())}


def four_left(hand0="JD AH KH QH", hand1="AS TS KS QS", **more):
    """Player 0 to lead, trumps diamonds, four cards in the talon with the ace of trumps face up."""
    return at(hand0, hand1, **{"up": "AD", "talon": "TC KC QC", "tricks": (1, 1), **more})


# Exchange


def test_the_lowest_trump_takes_the_place_of_the_face_up_card():
    deal = play(four_left(), "x")
    assert deal.known[0] == cards("AD AH KH QH")
    assert deal.up == parse("JD")
    assert deal.trump == 1
    assert deal.turn == 0
    assert deal.talon == 4


def test_an_exchanged_trump_is_publicly_known_and_so_is_the_card_given():
    public = play(four_left(), "x").public()
    assert public.known == [cards("AD"), 0]
    assert public.hidden == [3, 4]
    assert public.shown & cards("JD AD") == cards("JD AD")


def test_the_loser_of_the_last_draw_gets_the_exchanged_card():
    deal = play(four_left(talon="TC"), "x AH AS")
    assert deal.known[1] == cards("TS KS QS JD")


def test_only_the_leader_exchanges():
    deal = play(four_left("AH KH QH TH", "JD AS TS KS"), "AH")
    refused(deal, "x", "exchange-leader")


def test_the_follower_may_exchange_and_follow_with_that_card_where_the_rules_say_turn():
    rules = SCHNAPSEN.replace(exchange_who="turn")
    deal = play(four_left("AH KH QH TH", "JD AS TS KS", ruleset=rules), "AH")
    assert "exchange JD" in words_of(deal.legal())
    play(deal, "x")
    assert deal.turn == 1
    assert "AD" in words_of(deal.legal())
    play(deal, "AD")
    assert deal.last_trick.winner == 1


def test_the_leader_still_exchanges_where_the_rules_say_turn():
    assert play(four_left(ruleset=SCHNAPSEN.replace(exchange_who="turn")), "x").up == parse("JD")


@pytest.mark.parametrize(("least", "talon", "code"), [(2, "TC", ""), (4, "TC KC QC", ""), (4, "TC", "exchange-talon")])
def test_an_exchange_needs_cards_in_the_talon(least, talon, code):
    deal = four_left(talon=talon, ruleset=SCHNAPSEN.replace(exchange_talon=least))
    if code:
        refused(deal, "x", code)
    else:
        assert play(deal, "x").up == parse("JD")


def test_an_exchange_needs_a_trick_where_the_rules_say_so():
    rules = SCHNAPSEN.replace(exchange_trick=True)
    refused(four_left(ruleset=rules, tricks=(0, 1)), "x", "exchange-trick")
    assert play(four_left(ruleset=rules, tricks=(1, 0)), "x").up == parse("JD")
    assert play(four_left(tricks=(0, 0)), "x").up == parse("JD")


def test_nobody_exchanges_when_the_talon_is_closed_or_gone():
    refused(four_left(closed_by=1), "x", "exchange-closed")
    refused(four_left(closed_by=0), "x", "exchange-closed")
    refused(at("JD AH", "AS TS", up="AD", drawn=True), "x", "exchange-talon")


def test_only_the_lowest_trump_is_exchanged():
    deal = four_left("QD AH KH QH")
    assert not {"exchange QD", "exchange JD"} & words_of(deal.legal())
    with pytest.raises(IllegalMove, match="exchange-card"):
        deal.play(exchange(parse("QD")))
    refused(deal, "x", "card-not-held")


def test_with_24_cards_the_nine_is_the_lowest_trump():
    deal = at("9D JD AH", "AS TS KS", up="AD", talon="TC", ruleset=PACK24)
    assert play(deal, "x").known[0] == cards("AD JD AH")


def test_the_jack_is_exchanged_where_the_rules_say_so_but_only_for_a_higher_card():
    rules = PACK24.replace(exchange_card="J")
    deal = at("9D JD AH", "AS TS KS", up="AD", talon="TC", ruleset=rules)
    assert play(deal, "x").known[0] == cards("9D AD AH")
    refused(at("JD AH", "AS TS", up="9D", talon="TC", ruleset=rules), "x", "exchange-higher")


def test_the_nine_can_be_named_as_the_card():
    deal = at("9D JD AH", "AS TS KS", up="JC", talon="TC", ruleset=PACK24.replace(exchange_card="9"))
    assert "exchange 9C" not in words_of(deal.legal())
    deal = at("9C JD AH", "AS TS KS", up="JC", talon="TD", ruleset=PACK24.replace(exchange_card="9"))
    assert play(deal, "x").up == parse("9C")


# Order within a turn


def test_exchange_then_close_is_legal():
    deal = play(four_left(), "x close")
    assert deal.closed_by == 0
    assert deal.up == parse("JD")


def test_close_then_exchange_is_not():
    refused(play(four_left(), "close"), "x", "exchange-closed")


def test_marriage_then_close_and_marriage_then_exchange_are_legal():
    deal = play(four_left(), "mH close")
    assert deal.closed_by == 0
    assert play(four_left(), "mH x").up == parse("JD")


def test_exchange_then_the_marriage_with_the_card_just_taken():
    deal = play(four_left("JD QD AH TH", up="KD", tricks=(1, 0)), "x mD")
    assert deal.points[0] == 40
    assert words_of(deal.legal()) >= {"KD", "QD"}
    assert not words_of(deal.legal()) & {"AH", "TH"}


# Closing


@pytest.mark.parametrize(("least", "talon", "code"), [(2, "TC", ""), (4, "TC KC QC", ""), (4, "TC", "close-talon")])
def test_closing_needs_cards_in_the_talon(least, talon, code):
    deal = four_left(talon=talon, ruleset=SCHNAPSEN.replace(close_talon=least))
    if code:
        refused(deal, "close", code)
    else:
        assert play(deal, "close").closed_by == 0


def test_closing_needs_a_trick_where_the_rules_say_so():
    rules = SCHNAPSEN.replace(close_trick=True)
    refused(four_left(ruleset=rules, tricks=(0, 1)), "close", "close-trick")
    assert play(four_left(ruleset=rules, tricks=(1, 0)), "close").closed_by == 0


def test_closing_before_the_first_lead_is_legal():
    assert play(four_left(tricks=(0, 0)), "close").at_close == AtClose((0, 0), (0, 0))


def test_a_talon_is_closed_once_and_not_when_it_is_gone():
    refused(play(four_left(), "close"), "close", "close-closed")
    refused(at("JD AH", "AS TS", up="AD", drawn=True), "close", "close-talon")


def test_nobody_draws_from_a_closed_talon():
    deal = play(four_left(), "close AH TS")
    assert deal.hand_size(0) == deal.hand_size(1) == 3
    assert deal.talon == 4
    assert deal.up == parse("AD")
    assert not deal.last_trick.drew


def test_a_pending_marriage_counts_nothing_in_the_standing_at_closing():
    deal = four_left("AH TH TS KS", "KH QH JH AS", leader=1, tricks=(1, 0), points=(20, 0))
    play(deal, "mH KH AH close")
    assert deal.pending == [0, 20]
    assert deal.at_close == AtClose((35, 0), (2, 0))


# Marriages


@pytest.mark.parametrize(("suit", "worth"), [("H", 20), ("D", 40)])
def test_a_marriage_is_worth_20_and_in_trumps_40(suit, worth):
    deal = play(four_left(f"K{suit} Q{suit} AC JC", tricks=(1, 0)), f"m{suit}")
    assert deal.points[0] == worth


def test_one_of_its_cards_must_be_led_then():
    deal = play(four_left(), "mH")
    assert words_of(deal.legal()) == {"KH", "QH", "exchange JD", "close", "claim"}
    refused(deal, "AH", "lead-announced")
    assert deal.announced == deal.legal_mask() == cards("KH QH")
    assert play(deal, "QH").announced == 0


def test_only_the_king_is_led_where_the_rules_say_so():
    deal = play(four_left(ruleset=SCHNAPSEN.replace(marriage_lead="king")), "mH")
    assert deal.announced == cards("KH")
    refused(deal, "QH", "lead-announced")


def test_king_or_queen_may_be_led_silently():
    for rules in (SCHNAPSEN, SCHNAPSEN.replace(marriage_lead="king")):
        for card in ("KH", "QH"):
            assert play(four_left(ruleset=rules), card).points == [0, 0]


def test_a_marriage_needs_both_cards():
    for hand in ("KH AH TH JD", "QH AH TH JD"):
        deal = four_left(hand)
        assert "marriage KH" not in words_of(deal.legal())
        refused(deal, "mH", "card-not-held")


def test_one_marriage_a_lead():
    deal = play(four_left("KH QH KC QC", talon="TC AC JC"), "mH")
    refused(deal, "mC", "marriage-one")
    assert play(deal, "KH QS mC").points == [47, 0]


def test_a_marriage_on_the_very_first_lead_waits_for_a_trick():
    deal = play(four_left(tricks=(0, 0)), "mH")
    assert (deal.points, deal.pending) == ([0, 0], [20, 0])
    play(deal, "KH AS")
    assert deal.last_trick.winner == 0
    assert (deal.points, deal.pending) == ([35, 0], [0, 0])


@pytest.mark.parametrize(
    ("when", "tricks", "points", "pending"),
    [
        ("no", (0, 1), 20, 0),
        ("no", (1, 0), 20, 0),
        ("first", (0, 1), 0, 20),
        ("first", (1, 0), 20, 0),
        ("next", (0, 1), 0, 20),
        ("next", (1, 0), 0, 20),
    ],
)
def test_when_the_points_of_a_marriage_count(when, tricks, points, pending):
    deal = play(four_left(tricks=tricks, ruleset=SCHNAPSEN.replace(marriage_pending=when)), "mH")
    assert (deal.points[0], deal.pending[0]) == (points, pending)


def test_pending_points_come_with_the_own_trick_not_with_the_opponents():
    deal = play(four_left("KH QH JC TC", "AH AS TS KS", talon="KC QC AC", tricks=(0, 1)), "mH KH AH")
    assert deal.pending == [20, 0]
    play(deal, "AS TC")
    assert deal.pending == [20, 0]
    assert deal.tricks == [0, 3]


def test_pending_points_are_lost_without_a_trick():
    rules = SCHNAPSEN.replace(out="auto")
    deal = at("KH QH", "AH AS", up="TD", drawn=True, points=(0, 50), tricks=(0, 8), ruleset=rules)
    play(deal, "mH KH AH AS QH")
    assert deal.outcome.winner == 1
    assert deal.points[0] == 0


@pytest.mark.parametrize(
    ("when", "position", "code"),
    [
        ("always", "open", ""),
        ("always", "closed", ""),
        ("always", "gone", ""),
        ("open", "open", ""),
        ("open", "closed", "marriage-closed"),
        ("open", "gone", "marriage-talon"),
        ("early", "open", ""),
        ("early", "closed", ""),
        ("early", "gone", "marriage-early"),
    ],
)
def test_when_a_marriage_may_be_announced(when, position, code):
    rules = SCHNAPSEN.replace(marriage_when=when)
    deal = {
        "open": lambda: four_left(ruleset=rules),
        "closed": lambda: four_left(ruleset=rules, closed_by=1),
        "gone": lambda: at("KH QH", "AS TS", up="AD", drawn=True, tricks=(3, 2), ruleset=rules),
    }[position]()
    if code:
        refused(deal, "mH", code)
    else:
        assert play(deal, "mH").announced


@pytest.mark.parametrize(("tricks", "early"), [((2, 3), True), ((3, 3), False)])
def test_early_means_the_first_half_of_the_talon_in_tricks_even_when_closed(tricks, early):
    rules = PACK24.replace(marriage_when="early")
    deal = at("KH QH", "AS TS", up="AD", talon="AC JC TC", tricks=tricks, closed_by=0, ruleset=rules)
    if early:
        assert play(deal, "mH").points[0] == 20
    else:
        refused(deal, "mH", "marriage-early")


def test_a_marriage_needs_a_trick_where_the_rules_say_so():
    rules = SCHNAPSEN.replace(marriage_trick=True)
    refused(four_left(ruleset=rules, tricks=(0, 1)), "mH", "marriage-trick")
    assert play(four_left(ruleset=rules), "mH").points[0] == 20


def test_the_partner_left_in_hand_is_publicly_known():
    public = play(four_left(), "mH KH").public()
    assert public.known[0] == cards("QH")
    assert public.hidden[0] == 2


def test_after_marriage_and_close_the_frozen_points_are_the_opponents():
    deal = play(four_left(points=(10, 20)), "mH close")
    assert deal.at_close == AtClose((30, 20), (1, 1))


# Going out


def test_exactly_66_is_out():
    deal = play(four_left(points=(46, 0), ruleset=SCHNAPSEN.replace(out="auto")), "mH")
    assert deal.outcome.winner == 0
    deal = play(four_left(points=(45, 0), ruleset=SCHNAPSEN.replace(out="auto")), "mH")
    assert deal.outcome is None


def test_66_by_the_announcement_ends_an_auto_deal_before_a_card_is_led():
    deal = play(four_left(points=(46, 0), ruleset=SCHNAPSEN.replace(out="auto")), "mH")
    assert deal.turn is None
    assert deal.led is None
    assert deal.hand_size(0) == 4


def test_auto_ends_the_deal_when_the_trick_reaches_66_and_nobody_draws():
    rules = SCHNAPSEN.replace(out="auto")
    deal = play(four_left(points=(51, 0), ruleset=rules), "AH KS")
    assert (deal.points[0], deal.outcome.winner, deal.outcome.reason) == (66, 0, "sixty-six")
    assert deal.talon == 4
    assert not deal.last_trick.drew


def test_auto_counts_a_pending_marriage_that_comes_with_the_trick():
    rules = SCHNAPSEN.replace(out="auto", marriage_pending="next")
    deal = play(four_left(points=(27, 0), pending=(20, 0), ruleset=rules, leader=1), "AS AH")
    assert deal.outcome is None
    deal = play(four_left(points=(31, 0), pending=(20, 0), ruleset=rules, leader=0), "AH KS")
    assert deal.outcome.winner == 0


def test_under_auto_and_play_out_nobody_claims_or_settles():
    for out in ("auto", "play-out"):
        deal = four_left(points=(70, 0), ruleset=SCHNAPSEN.replace(out=out))
        refused(deal, "claim", "claim-never")
        refused(deal, "settle", "settle-never")


def test_play_out_goes_on_past_66():
    rules = SCHNAPSEN.replace(out="play-out")
    deal = play(four_left(points=(60, 0), ruleset=rules), "mH KH KS")
    assert deal.outcome is None
    assert deal.turn == 0


def test_a_claim_needs_a_trick_or_a_marriage_before_it():
    refused(four_left(tricks=(0, 0)), "claim", "claim-first")
    assert play(four_left(tricks=(0, 0)), "mH claim").outcome.reason == "false-claim"


def test_a_claim_with_a_card_on_the_table_is_refused():
    deal = play(four_left(points=(70, 70)), "AH")
    refused(deal, "claim", "not-on-lead")


def test_the_loser_of_the_trick_cannot_claim_since_it_is_not_on_lead():
    deal = play(four_left(points=(0, 70)), "AH KS")
    assert deal.turn == 0
    assert play(deal, "claim").outcome.winner == 1


def test_a_claim_comes_after_the_draw():
    deal = play(four_left(points=(60, 0)), "AH KS")
    assert deal.last_trick.drew
    assert "claim" in words_of(deal.legal())
    assert play(deal, "claim").outcome.winner == 0


def test_a_closer_may_claim_before_leading():
    deal = play(four_left(points=(66, 40)), "close claim")
    assert deal.outcome.reason == "closer-made-it"


def test_an_untrue_claim_is_refused_where_the_rules_say_so():
    rules = SCHNAPSEN.replace(false_claim="refused")
    refused(four_left(points=(65, 0), ruleset=rules), "claim", "claim-untrue")
    assert play(four_left(points=(66, 0), ruleset=rules), "claim").outcome.winner == 0


@pytest.mark.parametrize("points", [(65, 0), (66, 0)])
def test_elsewhere_an_untrue_claim_is_a_legal_move(points):
    assert "claim" in words_of(four_left(points=points).legal())


def test_when_the_cards_are_gone_the_last_tricks_winner_claims_or_settles():
    deal = play(at("AH", "TH", up="JD", drawn=True), "AH TH")
    assert deal.turn == 0
    assert words_of(deal.legal()) == {"claim", "settle"}


def test_nobody_settles_before_that():
    deal = four_left()
    refused(deal, "settle", "settle-last")
    play(deal, "AH")
    refused(deal, "settle", "not-on-lead")


def test_an_unclaimed_66_of_the_last_tricks_loser_is_void():
    deal = at("AH", "TH", up="JD", drawn=True, points=(20, 66), tricks=(3, 6))
    play(deal, "AH TH settle")
    assert (deal.outcome.winner, deal.outcome.value, deal.outcome.reason) == (0, 1, "last-trick")


def test_when_both_have_66_the_first_correct_claim_wins():
    deal = play(four_left(points=(66, 80)), "claim")
    assert deal.outcome.winner == 0


def test_conceding_is_possible_at_any_own_turn_and_never_listed():
    deal = four_left(points=(10, 40), tricks=(1, 2))
    assert "concede" not in words_of(deal.legal())
    assert play(deal.copy(), "concede").outcome.winner == 1
    assert play(play(deal.copy(), "AH"), "concede").outcome.winner == 0
    assert play(deal.copy(), "mH concede").outcome.winner == 1


# The last trick's bonus


@pytest.mark.parametrize(("bonus", "points"), [(0, 21), (10, 31)])
def test_the_bonus_of_the_last_trick(bonus, points):
    deal = at("AH", "TH", up="JD", drawn=True, tricks=(5, 4), ruleset=SCHNAPSEN.replace(last_trick_bonus=bonus))
    assert play(deal, "AH TH").points == [points, 0]


def test_only_the_last_trick_brings_it():
    deal = at("AH KS", "TH AS", up="JD", drawn=True, ruleset=SCHNAPSEN.replace(last_trick_bonus=10))
    assert play(deal, "AH TH").points == [21, 0]


def test_the_last_trick_of_a_closed_deal_brings_none():
    deal = at("AH", "TH", up="JD", talon="TC", closed_by=0, ruleset=SCHNAPSEN.replace(last_trick_bonus=10))
    assert play(deal, "AH TH").points == [21, 0]


def test_it_counts_before_any_test_for_66():
    rules = SCHNAPSEN.replace(last_trick_bonus=10, out="auto")
    deal = at("AH", "TH", up="JD", drawn=True, points=(35, 40), tricks=(5, 4), ruleset=rules)
    outcome = play(deal, "AH TH").outcome
    assert (outcome.winner, outcome.reason) == (0, "sixty-six")


def test_65_to_65_with_the_bonus_is_a_tie_where_the_higher_total_wins():
    rules = Ruleset.from_mapping({"last_trick_bonus": 10, "nobody_out": "higher"})
    deal = at("AH", "TH", up="JD", drawn=True, points=(34, 65), tricks=(5, 4), ruleset=rules)
    outcome = play(deal, "AH TH settle").outcome
    assert (outcome.winner, outcome.value, outcome.reason) == (None, 0, "tie")
