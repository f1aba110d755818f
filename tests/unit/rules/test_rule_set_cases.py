"""The cases that programs get wrong, under the rule sets in which they come up, through the engine."""

from __future__ import annotations

import pytest

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.match import Match
from tests.support.deals import at, cards, move_of, play, random_deal, words_of

SETS = {
    name: load(name).ruleset
    for name in ("schnapsen", "sixtysix", "austriac66", "schnapsen-pc", "schnapsen66", "tjger", "en-ligne")
}
AUSTRIAC_24 = SETS["austriac66"].override({"deck": 24, "hand": 6})
PLAYED_OUT = SETS["austriac66"].replace(out="play-out")


def refused(deal, word, code):
    with pytest.raises(IllegalMove) as caught:
        deal.copy().play(move_of(deal, word))
    assert caught.value.code == code


def ended(deal):
    return deal.outcome.winner, deal.outcome.value, deal.outcome.reason


def two_left(rules, hand0="AH KS", hand1="TH QS", **more):
    """The talon is used up, two cards in each hand; player 0 to lead. Trumps are diamonds."""
    return at(hand0, hand1, **{"up": "JD", "drawn": True, "tricks": (4, 4), "ruleset": rules, **more})


def middle(rules, hand0="JD KH QH AH", hand1="AS TS KS QS", **more):
    """Four cards in each hand and in the talon; player 0 to lead. Trumps are diamonds."""
    return at(hand0, hand1, **{"up": "AD", "talon": "TC KC QC", "tricks": (1, 1), "ruleset": rules, **more})


# Exactly 66, and the schneider's border


@pytest.mark.parametrize("name", ["schnapsen", "sixtysix", "tjger", "en-ligne"])
@pytest.mark.parametrize(("points", "right"), [(45, True), (44, False)])
def test_exactly_66_suffices_for_a_claim(name, points, right):
    deal = play(two_left(SETS[name], points=(points, 40)), "AH TH")
    if name == "tjger" and not right:
        refused(deal, "claim", "claim-untrue")
        return
    play(deal, "claim")
    assert (deal.outcome.winner, deal.outcome.reason) == ((0, "sixty-six") if right else (1, "false-claim"))


@pytest.mark.parametrize("name", ["austriac66", "schnapsen-pc", "schnapsen66"])
@pytest.mark.parametrize(("points", "over"), [(45, True), (44, False)])
def test_exactly_66_ends_a_deal_that_nobody_has_to_claim(name, points, over):
    deal = play(two_left(SETS[name], points=(points, 40)), "AH TH")
    assert (deal.outcome is not None) is over


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("had", [32, 33, 34])
def test_schneider_is_below_33_and_in_the_romanian_text_up_to_33(name, had):
    """Player 0 has closed, goes out with the ace, and the loser has so many points."""
    deal = play(middle(SETS[name], points=(53, had), tricks=(1, 1)), "close AH AS")
    if SETS[name].out == "claim":
        play(deal, "claim")
    border = 34 if name == "austriac66" else 33
    assert ended(deal) == (0, 2 if had < border else 1, "closer-made-it")


def test_in_the_romanian_text_an_open_deal_won_at_66_scores_one_whatever_the_loser_has():
    assert ended(play(two_left(SETS["austriac66"], points=(45, 0), tricks=(8, 0)), "AH TH")) == (0, 1, "sixty-six")


# Schwarz


@pytest.mark.parametrize(("rules", "value"), [(SETS["sixtysix"], 2), (AUSTRIAC_24.replace(out_value="graded"), 3)])
def test_a_trick_of_two_nines_is_a_trick_but_no_point(rules, value):
    more = {"up": "JD", "talon": "KS QS JS", "leader": 1, "points": (45, 0), "tricks": (4, 0), "ruleset": rules}
    deal = play(at("9C AH QC", "9H TH KC", **more), "9H 9C TH AH")
    assert (deal.points, deal.tricks) == ([66, 0], [5, 1])
    if rules.out == "claim":
        play(deal, "claim")
    assert ended(deal) == (0, value, "sixty-six")


def test_points_of_a_marriage_without_a_trick_make_no_schwarz_only_where_points_decide():
    for name, value in (("schnapsen", 3), ("tjger", 3)):
        deal = play(two_left(SETS[name], points=(45, 0), tricks=(8, 0), pending=(0, 20)), "AH TH claim")
        assert ended(deal) == (0, value, "sixty-six"), name
    # The Spanish text counts them at once, and yet asks for tricks.
    deal = play(two_left(SETS["schnapsen-pc"], points=(45, 20), tricks=(8, 0)), "AH TH")
    assert ended(deal) == (0, 3, "sixty-six")


# Frozen values


@pytest.mark.parametrize(
    ("changes", "had", "value"), [({"schwarz": "pointless"}, (0, 0), 3), ({"marriage_pending": "next"}, (20, 1), 2)]
)
def test_a_pending_marriage_is_nothing_in_a_frozen_value(changes, had, value):
    """Counted, its 20 would save the loser a game point; they come with its next trick, which is behind the closing."""
    points, tricks = had
    rules = SETS["schnapsen"].override(changes)
    deal = middle(rules, "AH TH AD JC", "KH QH AC QS", up="JD", leader=1, tricks=(2, tricks), points=(34, points))
    play(deal, "mH KH AH close")
    assert deal.at_close.points == (49, points)
    play(deal, "JC AC")
    assert deal.points[1] == points + 33
    play(deal, "QH TH AD QS claim")
    assert ended(deal) == (0, value, "closer-made-it")


LOSING = "close QH AH AS QS TC JC TS KC"


def hopeless(rules, opponent):
    """A closer who will not get a trick, when the opponent has so many points and tricks."""
    points, tricks = opponent
    hands = ("QH QS KC JC", "AH AS TC TS")
    return middle(rules, *hands, tricks=(0, tricks), points=(0, points), talon="KD AC QC")


@pytest.mark.parametrize("name", SETS)
def test_closing_before_the_first_lead_is_legal_and_a_failure_costs_three(name):
    """By the opponent's tricks at closing, by its trick at the end (000), or as the last trick's graded value (002)."""
    deal = play(hopeless(SETS[name], (0, 0)), LOSING)
    if SETS[name].out == "claim":
        play(deal, "settle")
    assert deal.outcome.value == 3
    assert deal.outcome.winner == 1


@pytest.mark.parametrize("name", ["schnapsen", "sixtysix", "schnapsen-pc", "tjger", "en-ligne"])
def test_a_closer_without_a_trick_pays_two_if_the_opponent_had_one(name):
    deal = play(hopeless(SETS[name], (10, 1)), LOSING)
    if SETS[name].out == "claim":
        play(deal, "settle")
    assert deal.tricks[0] == 0
    assert ended(deal) == (1, 2, "closer-failed")


def test_a_frozen_deal_played_out_in_which_both_reach_66_is_the_closers():
    """The Romanian text: the closer has 66 at the end, whatever the other has, who has more and the last trick."""
    deal = two_left(PLAYED_OUT, "AH JS", "TH AS", points=(48, 70), closed_by=0, drawn=False, talon="TC")
    play(deal, "AH TH JS AS")
    assert deal.points == [69, 83]
    assert ended(deal) == (0, 1, "closer-made-it")


def test_an_open_deal_played_out_in_which_both_reach_66_is_the_last_tricks_for_one_point():
    deal = play(two_left(PLAYED_OUT, "AH JS", "TH AS", points=(48, 70)), "AH TH JS AS")
    assert ended(deal) == (1, 1, "both-out")


# Exchange


def test_the_french_follower_exchanges_with_two_cards_left_and_no_trick_and_follows_with_that_card():
    deal = middle(SETS["en-ligne"], "AH KH QH TH", "9D AS TS KS", talon="TC", tricks=(5, 0))
    play(deal, "AH")
    assert "exchange 9D" in words_of(deal.legal())
    play(deal, "x AD")
    assert (deal.last_trick.winner, deal.points[1]) == (1, 22)
    assert deal.known == [cards("KH QH TH 9D"), cards("AS TS KS TC")]


def test_the_french_follower_may_follow_with_another_card_and_hold_the_trump():
    deal = play(middle(SETS["en-ligne"], "AH KH QH TH", "9D AS TS KS"), "AH x KS")
    assert deal.known[1] & cards("AD")
    assert deal.public().known[1] == cards("AD")


def test_the_french_follower_exchanges_once_and_never_behind_a_closed_talon():
    deal = play(middle(SETS["en-ligne"], "AH KH QH TH", "9D AS TS KS"), "AH x")
    assert not any(word.startswith("exchange") for word in words_of(deal.legal()))
    deal = play(middle(SETS["en-ligne"], "AH KH QH TH", "9D AS TS KS"), "close AH")
    refused(deal, "x", "exchange-closed")


@pytest.mark.parametrize("name", [name for name in SETS if name != "en-ligne"])
def test_elsewhere_the_follower_never_exchanges(name):
    lowest = "9D" if SETS[name].deck == 24 else "JD"
    refused(play(middle(SETS[name], "AH KH QH TH", f"{lowest} AS TS KS"), "AH"), "x", "exchange-leader")


@pytest.mark.parametrize("name", SETS)
def test_exchange_then_the_marriage_with_the_card_just_taken_then_closing(name):
    lowest = "9D" if SETS[name].deck == 24 else "JD"
    deal = middle(SETS[name], f"{lowest} KD AH TH", up="QD", tricks=(1, 1))
    refused(play(deal.copy(), "close"), "x", "exchange-closed")
    play(deal, "x")
    assert "close" in words_of(deal.legal())
    play(deal, "mD close")
    assert (deal.points[0], deal.closed_by) == (40, 0)
    assert words_of(deal.legal()) - {"claim"} == ({"KD"} if name == "schnapsen-pc" else {"KD", "QD"})
    public = play(deal, "KD").public()
    assert public.known[0] == cards("QD")
    assert public.up == move_of(middle(SETS[name]), "x").card


# Marriages


@pytest.mark.parametrize(
    ("name", "points", "pending"),
    [
        ("schnapsen", 0, 20),
        ("sixtysix", 0, 20),
        ("austriac66", 0, 20),
        ("schnapsen-pc", 20, 0),
        ("tjger", 0, 20),
        ("schnapsen66", None, None),
        ("en-ligne", None, None),
    ],
)
def test_a_marriage_on_the_very_first_lead(name, points, pending):
    deal = middle(SETS[name], tricks=(0, 0))
    if points is None:
        refused(deal, "mH", "marriage-trick")
        return
    play(deal, "mH")
    assert (deal.points[0], deal.pending[0]) == (points, pending)
    if SETS[name].out == "claim":
        assert ("claim" in words_of(deal.legal())) is (name != "tjger")


@pytest.mark.parametrize("name", SETS)
def test_66_reached_by_the_announcement_needs_no_card_to_be_led(name):
    deal = play(middle(SETS[name], points=(46, 33), tricks=(1, 1)), "mH")
    if SETS[name].out == "claim":
        play(deal, "claim")
    assert (deal.outcome.winner, deal.outcome.reason) == (0, "sixty-six")
    assert deal.hand_size(0) == 4
    assert deal.led is None


@pytest.mark.parametrize("name", SETS)
def test_one_marriage_a_lead(name):
    refused(play(middle(SETS[name], "KH QH KC QC", talon="TC AC JC"), "mH"), "mC", "marriage-one")


# Claims


@pytest.mark.parametrize("name", ["schnapsen", "sixtysix", "tjger", "en-ligne"])
def test_claims_wait_for_the_own_lead(name):
    """With a card on the table neither side claims; nor does the loser of the trick, whose turn does not come."""
    deal = play(middle(SETS[name], points=(70, 70)), "AH")
    refused(deal, "claim", "not-on-lead")
    play(deal, "KS")
    assert (deal.turn, deal.leader) == (0, 0)
    assert ended(play(deal, "claim"))[0] == 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("schnapsen", (0, 1, "last-trick")),
        ("tjger", (0, 1, "last-trick")),
        ("sixtysix", (1, 1, "higher")),
        ("en-ligne", (1, 1, "higher")),
    ],
)
def test_an_unclaimed_66_of_the_last_tricks_loser_is_void(name, expected):
    """It wins nothing as such: where the higher total decides, that total wins as 65 would."""
    deal = two_left(SETS[name], "AH", "TH", points=(20, 66), tricks=(5, 4))
    assert ended(play(deal, "AH TH settle")) == expected


@pytest.mark.parametrize("name", ["sixtysix", "schnapsen66", "en-ligne"])
def test_the_last_trick_brings_ten_but_not_behind_a_closed_talon(name):
    deal = two_left(SETS[name], "AH", "TH", points=(20, 20), tricks=(5, 6))
    assert play(deal, "AH TH").points == [51, 20]
    deal = at("AH", "TH", up="JD", talon="TC", closed_by=0, points=(20, 20), tricks=(4, 5), ruleset=SETS[name])
    assert play(deal, "AH TH").points == [41, 20]


@pytest.mark.parametrize("name", ["sixtysix", "en-ligne"])
def test_65_to_65_with_the_bonus_is_nobodys_deal(name):
    deal = play(two_left(SETS[name], "AH", "TH", points=(34, 65), tricks=(5, 6)), "AH TH settle")
    assert deal.points == [65, 65]
    assert ended(deal) == (None, 0, "tie")
    after = Match(SETS[name], 1).after(deal.outcome)
    assert (after.score, after.dealer) == ((0, 0), 1)


# Talons


@pytest.mark.parametrize("name", SETS)
def test_strict_play_begins_after_the_last_draw(name):
    deal = at("AH KS", "TH QS", up="JD", talon="JC", tricks=(2, 2), ruleset=SETS[name])
    play(deal, "AH")
    assert words_of(deal.legal()) >= {"TH", "QS"}
    play(deal, "QS KS")
    assert words_of(deal.legal()) == {"JD"}


@pytest.mark.parametrize("strict", ["late", "always"])
@pytest.mark.parametrize(("deck", "hand", "talon"), [(20, 5, 10), (20, 6, 8), (24, 5, 14), (24, 6, 12)])
def test_the_romanian_text_with_each_pack_and_hand(deck, hand, talon, strict):
    rules = SETS["austriac66"].override({"deck": deck, "hand": hand, "strict": strict, "out": "play-out"})
    deal = random_deal(rules, 5).full()
    assert (deal.talon, len(deal.face_down)) == (talon, talon - 1)
    assert deal.strict is (strict == "always")
    for played in range(1, deck // 2 + 1):
        deal.play(deal.legal()[0])
        deal.play(deal.legal()[0])
        assert deal.talon == max(talon - 2 * played, 0)
        assert deal.hand_size(0) == deal.hand_size(1) == min(hand, deck // 2 - played)
        assert deal.strict is (strict == "always" or deal.talon == 0)
    assert deal.outcome is not None
