from __future__ import annotations

import pytest

from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.rules.scoring import Outcome

WON = [Outcome(0, 2, "sixty-six"), Outcome(1, 3, "sixty-six")]
NOBODY = Outcome(None, 0, "nobody")


def test_game_points_add_up_until_the_target_and_may_pass_it():
    match = Match(SCHNAPSEN, 0)
    for _ in range(3):
        assert match.winner is None
        match = match.after(WON[1])
    assert (match.score, match.deals, match.winner) == ((0, 9), 3, 1)


def test_exactly_the_target_wins():
    match = Match(SCHNAPSEN.replace(target=2), 0).after(WON[0])
    assert match.winner == 0


def test_a_finished_match_takes_no_more_deals():
    match = Match(SCHNAPSEN.replace(target=1), 0).after(WON[0])
    with pytest.raises(LocalMisuse, match="match-over"):
        match.after(WON[0])
    with pytest.raises(LocalMisuse, match="match-over"):
        match.conceded_by(0)


@pytest.mark.parametrize(
    ("rule", "after_0", "after_1", "after_nobody"), [("alternate", 0, 0, 0), ("winner", 0, 1, 1), ("loser", 1, 0, 1)]
)
def test_who_deals_next(rule, after_0, after_1, after_nobody):
    match = Match(SCHNAPSEN.replace(next_dealer=rule), 1)
    assert match.elder == 0
    assert match.after(WON[0]).dealer == after_0
    assert match.after(WON[1]).dealer == after_1
    assert match.after(NOBODY).dealer == after_nobody


def test_a_deal_that_nobody_won_counts_as_a_deal_and_scores_nothing():
    match = Match(SCHNAPSEN, 0).after(NOBODY)
    assert (match.score, match.deals) == ((0, 0), 1)


def test_who_concedes_the_match_loses_it_whatever_the_score():
    match = Match(SCHNAPSEN, 0, (6, 0)).conceded_by(0)
    assert match.winner == 1
    assert match.score == (6, 0)
