"""Hints: a legal move, a reason that holds, and a chance that was weighed."""

from __future__ import annotations

import math
import random

import pytest

from p2p_schnapsen.bot import Hint, Reason, hint
from p2p_schnapsen.bot.analysis import Judged
from p2p_schnapsen.bot.hints import reason_of
from p2p_schnapsen.bot.search import Effort, Thought, Weighed, think
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, claim, follow, lead, settle
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.analysis import DealAnalysis, hint_sentence, lines
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import LANGUAGES, using
from p2p_schnapsen.ui.people import People
from tests.support.deals import at, move_of, play, random_deal

EFFORT = Effort(playouts=600, nodes=3000, exact_talon=2, closings=20)
TALON = "QH KD QD JD AC TC KC QC JC"
PLAIN = CardStyle(symbols=False)


def advice(deal: Deal, score: tuple[int, int] = (0, 0)) -> Hint:
    assert deal.turn is not None
    view = PlayerView.of(deal, Match(deal.ruleset, 0, score), deal.turn, deal.known[deal.turn])
    found = hint(view, random.Random(1), EFFORT)
    assert found.move in view.legal
    assert found.chance is None or 0 <= found.chance <= 1
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
    assert (found.reason, found.exact) == (Reason.WINS, True)


def test_a_marriage_is_announced():
    deal = at("KH QH KD QS JC", "AS TS KS JS TD", up="AH", talon="JH TH AD QD JD AC TC KC QC")
    assert advice(deal).reason is Reason.MARRIAGE


# The last word, and moves without a rival


def ended(closed_by: int, points: tuple[int, int], ruleset: Ruleset = SCHNAPSEN) -> Deal:
    """Player 0 has won the last trick of a closed deal and has the word."""
    deal = at("AH", "JC", up="JH", talon="QD QC KC", ruleset=ruleset, points=points, tricks=(2, 2), closed_by=closed_by)
    return play(deal, "AH JC")


def test_to_claim_nothing_wins_the_match_where_the_opponent_closed_and_failed():
    found = advice(ended(1, (20, 50), SCHNAPSEN.override({"target": 3})), (1, 2))
    assert (found.move, found.reason, found.points) == (settle(), Reason.WON, 2)
    assert (found.chance, found.exact) == (1, True)
    assert hint_sentence(found, PLAIN) == (
        "The computer advises claiming nothing: it ends the deal, and you win 2 game points."
        " With that the match is won."
    )


def test_a_closer_who_has_failed_hears_what_it_costs():
    found = advice(ended(0, (40, 20)), (0, 6))
    assert (found.move, found.reason, found.points) == (settle(), Reason.LOST_LEAST, -2)
    assert hint_sentence(found, PLAIN) == (
        "The computer advises claiming nothing: it costs you 2 game points, and nothing else costs less."
        " With that the match is lost."
    )


def test_one_game_point_is_no_plural():
    said = hint_sentence(Hint(claim(), Reason.OUT, 0.6, exact=True, points=1), PLAIN)
    assert "you have 66, and win 1 game point. It sees a chance of 60 % to win the match." in said


def forced(points: tuple[int, int]) -> Deal:
    """The opponent has closed and led an ace, to which only one card may be played."""
    deal = at("JC QD", "AC JD", up="JH", talon="KD KS KC", leader=1, points=points, tricks=(3, 3), closed_by=1)
    return play(deal, "AC")


def test_the_only_move_has_a_chance_of_its_own():
    """After the ace the closer has 66 or can still fail, is about to, or has won the match."""
    chances = [
        advice(forced(points), score) for points, score in (((0, 55), (0, 6)), ((0, 48), (0, 0)), ((0, 10), (5, 0)))
    ]
    assert [found.reason for found in chances] == [Reason.ONLY] * 3
    lost, open_still, won = (found.chance for found in chances)
    assert lost == 0
    assert open_still is not None
    assert 0 < open_still < 0.5
    assert won == 1
    assert hint_sentence(chances[0], PLAIN).endswith("It sees a chance of less than 1 % to win the match.")
    assert hint_sentence(chances[2], PLAIN).endswith("It sees a chance of more than 99 % to win the match.")


def test_to_choose_costs_no_work_where_there_is_no_choice_but_to_tell_does():
    deal = forced((30, 30))
    view = PlayerView.of(deal, Match(deal.ruleset, 0), 0, deal.known[0])
    chosen, told = (think(view, random.Random(1), EFFORT, measure=measure) for measure in (False, True))
    assert (chosen.move, chosen.nodes) == (told.move, 0)
    assert math.isnan(chosen.plans[0].value)
    assert told.nodes > 0


def test_the_only_card_of_an_open_deal_is_tried_too():
    bound = SCHNAPSEN.override({"strict": "always"})
    deal = at(
        "KC JD", "AC QS", up="JH", talon="KD QD KS AD TD", leader=1, points=(20, 20), tricks=(2, 2), ruleset=bound
    )
    play(deal, "AC")
    good, bad = (advice(deal, score) for score in ((6, 0), (0, 6)))
    assert good.reason is bad.reason is Reason.ONLY
    assert good.chance is not None
    assert bad.chance is not None
    assert good.chance > 0.5 > bad.chance


def test_the_only_lead_is_compared_with_closing_before_it():
    """Only the king may be led, and little speaks for closing."""
    rules = SCHNAPSEN.override({"marriage_lead": "king"})
    deal = at("KC QC JD JS QD", "AH TH KH AD TD", up="JH", talon="QH KD AS TS KS QS AC TC JC", ruleset=rules)
    play(deal, "mC")
    view = PlayerView.of(deal, Match(rules, 0), 0, deal.known[0])
    thought = think(view, random.Random(1), EFFORT)
    assert [move.kind for move in thought.plans[0].plan] == [Kind.LEAD]
    assert 0 < thought.plans[-1].value < thought.plans[0].value < 1


# Numbers


@pytest.mark.parametrize(
    ("chance", "exact", "said"),
    [
        (0.583, False, "It sees a chance of 58 % to win the match."),
        (0.004, False, "It sees a chance of less than 1 % to win the match."),
        (0.0, False, "It sees a chance of less than 1 % to win the match."),
        (0.997, False, "It sees a chance of more than 99 % to win the match."),
        (1.0, False, "It sees a chance of more than 99 % to win the match."),
        (1.0, True, "Whatever your opponent does, you can win the match now."),
        (0.0, True, "The match is lost, unless your opponent makes a mistake."),
        (0.999, True, "It sees a chance of more than 99 % to win the match."),
    ],
)
def test_certain_is_only_what_is(chance, exact, said):
    assert hint_sentence(Hint(follow(15), Reason.TRIED, chance, exact), PLAIN).endswith(
        f": it did best in the deals that the computer tried. {said}"
    )


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        (1.44, "On average it sees the deal end with game points for you: 1.4."),
        (-0.26, "On average it sees the deal end with game points for your opponent: 0.3."),
        (0.02, "On average it sees as many game points for you as for your opponent in this deal."),
    ],
)
def test_far_from_the_target_game_points_are_told_not_chances(expected, said):
    assert hint_sentence(Hint(follow(15), Reason.GIVE, None, exact=False, expected=expected), PLAIN).endswith(said)


def test_in_a_long_match_a_hint_promises_no_chance_to_win_it():
    deal = random_deal(SCHNAPSEN.override({"target": 1000}), 3).full()
    found = advice(deal)
    assert found.chance is None
    assert found.expected is not None
    assert abs(found.expected) < 3
    last = ended(1, (20, 50), deal.ruleset)
    assert (advice(last).chance, advice(last).expected) == (None, 2)
    assert hint_sentence(advice(last), PLAIN).endswith("it ends the deal, and you win 2 game points.")
    assert advice(last, (998, 0)).chance == 1


def test_an_analysis_says_certain_only_where_it_is_and_what_a_percent_is_far_from_the_target():
    deals = [
        DealAnalysis(1, (0, 0), (Judged(0, lead(3), 0, (lead(4),), 1.0, 0.4, False, None, far=True),)),
        DealAnalysis(2, (0, 0), (Judged(0, lead(3), 0, (lead(4),), 1.0, 0.4, True, None),)),
    ]
    text = lines(deals, People(None), PLAIN)
    assert text[1] == "Far from the end of the match, where no chance changes much, 12.5 % stand for a game point."
    assert any(line.endswith("as far as could be seen (99.9 %).") for line in text)
    assert any(line.endswith("better was leading 10c (100.0 %).") for line in text)


# The sentences


def reason_for(deal: Deal, *words: str) -> Reason:
    """The reason for the first of these moves, as if the search had found it best and the others worse."""
    assert deal.turn is not None
    view = PlayerView.of(deal, Match(deal.ruleset, 0), deal.turn, deal.known[deal.turn])
    plans = [Weighed((move_of(deal, word),), 0.5 - 0.1 * number, 0.1, 0.9) for number, word in enumerate(words)]
    return reason_of(view, Thought(tuple(plans), exact=False, sure=False, nodes=0))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("JH KD", Reason.TRUMP),
        ("KD JH AD", Reason.GIVE),
        ("AD KD", Reason.TAKE),
        ("KD", Reason.TRIED),
    ],
)
def test_a_follower_hears_whether_the_trick_is_worth_it(words, reason):
    deal = at("AD JH KD QS JC", "TD TS KS AC JS", up="KH", talon="QH AH TH QD JD AS TC KC QC", leader=1)
    deal.play(move_of(deal, "TD"))
    assert reason_for(deal, *words.split()) is reason


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("AH JC", Reason.HIGH),
        ("AC JC", Reason.BUT_TRUMP),
        ("JC AH", Reason.LOW),
        ("JH JC", Reason.TRIED),
        ("x JC", Reason.EXCHANGE),
        ("mD JC", Reason.MARRIAGE),
        ("close JC", Reason.CLOSE),
    ],
)
def test_a_leader_hears_what_the_move_is_for(words, reason):
    deal = at("AH JH KD QD JC AC", "TD TS KS AS JS TC", up="KH", talon="QH AD TH QS JD KC QC", points=(20, 20))
    assert reason_for(deal, *words.split()) is reason


@pytest.mark.parametrize(("word", "hand"), [("TC", "TC QC"), ("KH", "KH TC"), ("KC", "KC QC")])
def test_a_dear_card_that_can_be_beaten_gives_more_than_a_little(word, hand):
    deal = at(hand, "AC AD", up="JH", talon="AH TH QD", closed_by=0, points=(20, 20), tricks=(3, 3))
    assert reason_for(deal, word, hand.split()[1]) is not Reason.LOW


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_reason_has_a_sentence_in_every_language(code):
    with using(code):
        said = {hint_sentence(Hint(follow(15), reason, 0.583, exact=False), PLAIN) for reason in Reason}
    assert len(said) == len(Reason)
    assert all("58 %" in text and "{" not in text for text in said)
    if code == "en":
        assert all(text.startswith("The computer advises playing Kh: ") for text in said)
