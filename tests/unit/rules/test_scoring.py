"""What a deal is worth, one test a value of each scoring parameter."""

from __future__ import annotations

import pytest

from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.rules.scoring import REASONS, AtClose, Outcome, Tally, claimed, conceded, exhausted, grade, out
from tests.support.deals import at, play


def summary(outcome):
    assert outcome.reason in REASONS
    return outcome.winner, outcome.value, outcome.reason


def closed(points, tricks, *, by=0, then, last=None):
    """A deal closed by player `by` when the opponent of the closer had `then` = (points, tricks)."""
    at_close = AtClose((0, then[0]), (0, then[1])) if by == 0 else AtClose((then[0], 0), (then[1], 0))
    return Tally(points, tricks, by, at_close, last)


# Schneider and schwarz


@pytest.mark.parametrize(
    ("schneider", "points", "value"), [(33, 33, 1), (33, 32, 2), (34, 34, 1), (34, 33, 2), (34, 32, 2)]
)
def test_below_schneider_is_two(schneider, points, value):
    assert grade(SCHNAPSEN.replace(schneider=schneider), points, 3) == value


@pytest.mark.parametrize(
    ("schwarz", "points", "tricks", "value"),
    [
        ("trickless", 0, 0, 3),
        ("trickless", 0, 1, 2),
        ("trickless", 20, 0, 3),
        ("pointless", 0, 0, 3),
        ("pointless", 0, 1, 3),
        ("pointless", 20, 0, 2),
    ],
)
def test_schwarz_is_no_trick_or_no_point(schwarz, points, tricks, value):
    assert grade(SCHNAPSEN.replace(schwarz=schwarz), points, tricks) == value


# Going out


def test_a_true_claim_wins_the_graded_value_and_says_from_what():
    assert claimed(SCHNAPSEN, Tally((66, 32), (5, 2)), 0) == Outcome(0, 2, "sixty-six", 32, 2, frozen=False)


def test_an_auto_win_scores_one_where_the_rules_say_so():
    rules = SCHNAPSEN.replace(out="auto", out_value="one")
    assert summary(out(rules, Tally((66, 0), (5, 0)), 0)) == (0, 1, "sixty-six")
    assert summary(out(rules.replace(out_value="graded"), Tally((66, 0), (5, 0)), 0)) == (0, 3, "sixty-six")


def test_that_one_is_for_open_deals_and_for_auto_only():
    rules = SCHNAPSEN.replace(out="auto", out_value="one")
    assert summary(out(rules, closed((66, 0), (5, 0), then=(0, 0)), 0)) == (0, 3, "closer-made-it")
    assert out(rules.replace(out="claim"), Tally((66, 0), (5, 0)), 0).value == 3
    assert exhausted(rules.replace(out="play-out"), Tally((100, 20), (8, 2), last_trick=0)).value == 2


@pytest.mark.parametrize(("rule", "value"), [("frozen", 3), ("end", 2)])
def test_a_closers_win_is_measured_at_closing_or_at_the_end(rule, value):
    outcome = claimed(SCHNAPSEN.replace(closed_value=rule), closed((70, 20), (4, 2), then=(0, 0)), 0)
    assert summary(outcome) == (0, value, "closer-made-it")
    assert outcome.frozen is (rule == "frozen")
    assert outcome.loser_points == (0 if rule == "frozen" else 20)


def test_the_closers_own_lack_of_tricks_is_irrelevant():
    tally = Tally((50, 20), (4, 2), 0, AtClose((0, 20), (0, 2)), 0)
    assert summary(exhausted(SCHNAPSEN, tally)) == (1, 2, "closer-failed")


# False claims


@pytest.mark.parametrize(
    ("rule", "tally", "value"),
    [
        ("two-or-three", Tally((50, 20), (3, 1)), 2),
        ("two-or-three", Tally((50, 0), (3, 0)), 3),
        ("two", Tally((50, 0), (3, 0)), 2),
        ("value", Tally((50, 0), (3, 0)), 3),
        ("value", Tally((50, 32), (3, 2)), 2),
        ("value", Tally((50, 40), (3, 2)), 1),
    ],
)
def test_what_an_untrue_claim_costs(rule, tally, value):
    assert summary(claimed(SCHNAPSEN.replace(false_claim=rule), tally, 0)) == (1, value, "false-claim")


def test_a_false_claim_looks_at_the_claim_not_at_the_closing():
    tally = Tally((20, 50), (1, 3), 0, AtClose((0, 0), (0, 0)))
    assert summary(claimed(SCHNAPSEN, tally, 1)) == (0, 2, "false-claim")
    tally = Tally((0, 50), (0, 3), 0, AtClose((0, 0), (0, 0)))
    assert summary(claimed(SCHNAPSEN, tally, 1)) == (0, 3, "false-claim")


def test_the_closers_opponent_pays_what_beating_the_closer_would_have_won():
    tally = Tally((20, 50), (1, 3), 0, AtClose((0, 0), (0, 0)))
    for beaten, value in (("as-fails", 3), ("two", 2), ("value", 2)):
        rules = SCHNAPSEN.replace(false_claim="value", closer_beaten=beaten)
        assert claimed(rules, tally, 1).value == value


def test_a_closers_false_claim_is_a_failed_close():
    tally = Tally((50, 20), (4, 2), 0, AtClose((20, 0), (1, 0)))
    for rule in ("two-or-three", "two", "value"):
        assert summary(claimed(SCHNAPSEN.replace(false_claim=rule), tally, 0)) == (1, 3, "closer-failed")


# Failed closers


@pytest.mark.parametrize(
    ("rule", "then", "now", "value"),
    [
        ("two-or-three", (0, 0), (40, 3), 3),
        ("two-or-three", (0, 1), (40, 3), 2),
        ("two-or-three", (40, 1), (40, 3), 2),
        ("three", (40, 3), (40, 3), 3),
        ("trick-three", (0, 0), (40, 3), 3),
        ("trick-three", (0, 0), (0, 0), 2),
        ("value", (0, 0), (40, 3), 3),
        ("value", (32, 3), (40, 4), 2),
        ("value", (33, 3), (40, 4), 1),
    ],
)
def test_what_a_failed_close_costs(rule, then, now, value):
    tally = closed((50, now[0]), (4, now[1]), then=then, last=0)
    assert summary(exhausted(SCHNAPSEN.replace(closer_fails=rule), tally)) == (1, value, "closer-failed")


def test_the_value_of_a_failed_close_follows_closed_value():
    rules = SCHNAPSEN.replace(closer_fails="value", closed_value="end")
    assert exhausted(rules, closed((50, 40), (4, 3), then=(0, 0), last=0)).value == 1


@pytest.mark.parametrize(("last", "value"), [(0, 1), (1, 2)])
def test_a_failed_close_without_penalty_goes_to_the_last_trick(last, value):
    rules = SCHNAPSEN.replace(closer_fails="last-trick", closed_value="end")
    tally = closed((30, 40), (4, 3), then=(0, 0), last=last)
    assert summary(exhausted(rules, tally)) == (last, value, "last-trick")


def test_then_a_closer_who_wins_the_last_trick_is_measured_as_closed_value_says():
    rules = SCHNAPSEN.replace(closer_fails="last-trick", closed_value="frozen")
    assert exhausted(rules, closed((30, 40), (4, 3), then=(0, 0), last=0)).value == 3


def test_then_a_closer_who_concedes_or_claims_falsely_still_loses():
    rules = SCHNAPSEN.replace(closer_fails="last-trick")
    tally = closed((30, 40), (4, 3), then=(0, 0), last=0)
    assert summary(conceded(rules, tally, 0)) == (1, 2, "conceded")
    assert summary(claimed(rules, tally, 0)) == (1, 2, "closer-failed")


@pytest.mark.parametrize(
    ("rule", "then", "value"),
    [
        ("as-fails", (0, 0), 3),
        ("as-fails", (14, 1), 2),
        ("two", (0, 0), 2),
        ("value", (0, 0), 1),
        ("value", (14, 1), 1),
    ],
)
def test_what_beating_the_closer_wins(rule, then, value):
    tally = closed((40, 70), (3, 4), then=then)
    assert summary(claimed(SCHNAPSEN.replace(closer_beaten=rule), tally, 1)) == (1, value, "closer-beaten")


def test_beaten_as_fails_without_a_penalty_is_the_graded_value():
    tally = closed((20, 70), (3, 4), then=(0, 0))
    assert claimed(SCHNAPSEN.replace(closer_fails="last-trick"), tally, 1).value == 2


def test_a_closer_who_never_claimed_has_failed_even_with_66():
    tally = closed((70, 20), (5, 2), then=(0, 0), last=0)
    assert summary(exhausted(SCHNAPSEN, tally)) == (1, 3, "closer-failed")


# Conceding


def test_who_concedes_gives_what_going_out_now_would_be_worth():
    assert summary(conceded(SCHNAPSEN, Tally((10, 30), (1, 2)), 0)) == (1, 2, "conceded")
    assert summary(conceded(SCHNAPSEN, Tally((0, 30), (0, 2)), 0)) == (1, 3, "conceded")
    assert summary(conceded(SCHNAPSEN, closed((10, 40), (1, 3), then=(0, 0)), 1)) == (0, 3, "conceded")


def test_a_closer_who_concedes_has_failed():
    assert summary(conceded(SCHNAPSEN, closed((50, 40), (3, 3), then=(0, 0)), 0)) == (1, 3, "conceded")
    assert summary(conceded(SCHNAPSEN, closed((50, 40), (3, 3), then=(9, 1)), 0)) == (1, 2, "conceded")


# Cards gone, open talon


@pytest.mark.parametrize(
    ("rule", "tally", "expected"),
    [
        ("last-trick", Tally((55, 20), (7, 3), last_trick=0), (0, 1, "last-trick")),
        ("last-trick", Tally((20, 100), (3, 7), last_trick=0), (0, 1, "last-trick")),
        ("last-trick-graded", Tally((55, 20), (7, 3), last_trick=0), (0, 2, "last-trick")),
        ("last-trick-graded", Tally((55, 40), (7, 3), last_trick=1), (1, 1, "last-trick")),
        ("higher", Tally((55, 60), (7, 3), last_trick=0), (1, 1, "higher")),
        ("higher", Tally((60, 20), (7, 3), last_trick=1), (0, 2, "higher")),
        ("higher", Tally((60, 60), (7, 3), last_trick=1), (None, 0, "tie")),
        ("none", Tally((60, 20), (7, 3), last_trick=1), (None, 0, "nobody")),
    ],
)
def test_nobody_went_out(rule, tally, expected):
    assert summary(exhausted(SCHNAPSEN.replace(nobody_out=rule), tally)) == expected


# Playing to the end

PLAY_OUT = SCHNAPSEN.replace(out="play-out", nobody_out="none")


def test_played_out_with_one_side_at_66_it_wins_its_graded_value():
    assert summary(exhausted(PLAY_OUT, Tally((32, 88), (3, 7), last_trick=0))) == (1, 2, "sixty-six")
    assert summary(exhausted(PLAY_OUT, Tally((66, 54), (5, 5), last_trick=1))) == (0, 1, "sixty-six")


def test_played_out_with_both_at_66_the_last_trick_wins_one():
    assert summary(exhausted(PLAY_OUT, Tally((70, 90), (5, 5), last_trick=0))) == (0, 1, "both-out")


def test_played_out_with_neither_at_66_it_goes_by_nobody_out():
    assert summary(exhausted(PLAY_OUT, Tally((60, 60), (5, 5), last_trick=0))) == (None, 0, "nobody")


def test_played_out_closed_with_both_at_66_the_closer_wins_its_frozen_value():
    tally = closed((70, 80), (4, 4), then=(20, 2), last=1)
    assert summary(exhausted(PLAY_OUT, tally)) == (0, 2, "closer-made-it")
    assert exhausted(PLAY_OUT.replace(closed_value="end"), tally).value == 1


def test_played_out_closed_the_other_side_at_66_beats_the_closer():
    tally = closed((60, 80), (4, 4), then=(20, 2), last=0)
    assert summary(exhausted(PLAY_OUT.replace(closer_beaten="value"), tally)) == (1, 1, "closer-beaten")


def test_played_out_closed_with_neither_at_66_the_closer_has_failed():
    assert summary(exhausted(PLAY_OUT, closed((60, 50), (4, 4), then=(0, 0), last=0))) == (1, 3, "closer-failed")


# The same through the engine


def test_closing_before_the_first_lead_and_failing_costs_three():
    deal = at("KH QS", "AH TS", up="JD", talon="TC KC QC")
    play(deal, "close KH AH TS QS settle")
    assert summary(deal.outcome) == (1, 3, "closer-failed")


def test_an_open_deal_played_out_through_the_engine():
    deal = at("AH KS", "TH AS", up="JD", drawn=True, points=(50, 20), tricks=(4, 4), ruleset=PLAY_OUT)
    play(deal, "AH TH KS AS")
    assert summary(deal.outcome) == (0, 1, "sixty-six")
    assert deal.points == [71, 35]


def test_conceding_a_closed_deal_through_the_engine():
    deal = play(at("KH QS", "AH TS", up="JD", talon="TC KC QC"), "close concede")
    assert summary(deal.outcome) == (1, 3, "conceded")
