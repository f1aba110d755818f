"""How a deal that is over is scored. Pure functions of a `Ruleset` and a `Tally`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from p2p_schnapsen.rules.ruleset import Ruleset

OUT: Final = 66
"""Card points that win a deal; exactly 66 suffices."""

REASONS: Final = (
    "sixty-six",
    "false-claim",
    "last-trick",
    "higher",
    "tie",
    "nobody",
    "both-out",
    "closer-made-it",
    "closer-failed",
    "closer-beaten",
    "conceded",
)
"""Every `Outcome.reason`."""


class AtClose(NamedTuple):
    """Where both sides stood when the talon was closed; pending marriages count 0."""

    points: tuple[int, int]
    tricks: tuple[int, int]


class Tally(NamedTuple):
    """Where a deal stands: what scoring looks at. `last_trick` won the last trick played (None before the first)."""

    points: tuple[int, int]
    tricks: tuple[int, int]
    closed_by: int | None = None
    at_close: AtClose | None = None
    last_trick: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a deal: who scores, how many game points, and why.

    `winner` is None and `value` 0 when nobody scores.  `loser_points` and `loser_tricks` are the numbers from which
    the value was graded, `frozen` if they are those at closing; None where the value does not depend on them.
    """

    winner: int | None
    value: int
    reason: str
    loser_points: int | None = None
    loser_tricks: int | None = None
    frozen: bool = False


class Worth(NamedTuple):
    """Game points and the numbers they come from."""

    value: int
    loser_points: int | None = None
    loser_tricks: int | None = None
    frozen: bool = False

    def to(self, winner: int, reason: str) -> Outcome:
        """The outcome in which `winner` scores this."""
        return Outcome(winner, self.value, reason, self.loser_points, self.loser_tricks, self.frozen)


def grade(ruleset: Ruleset, points: int, tricks: int) -> int:
    """3 against a loser who is schwarz, 2 below `schneider`, else 1."""
    schwarz = tricks == 0 if ruleset.schwarz == "trickless" else points == 0
    if schwarz:
        return 3
    return 2 if points < ruleset.schneider else 1


def out(ruleset: Ruleset, tally: Tally, player: int) -> Outcome:
    """`player` has 66 and the deal ends by it (or ends as if: the other side conceded)."""
    if tally.closed_by is None:
        return _out_worth(ruleset, tally, player).to(player, "sixty-six")
    reason = "closer-made-it" if player == tally.closed_by else "closer-beaten"
    return _out_worth(ruleset, tally, player).to(player, reason)


def claimed(ruleset: Ruleset, tally: Tally, claimer: int) -> Outcome:
    """`claimer` says to have 66: right, or a false claim, which for a closer is a failed close."""
    if tally.points[claimer] >= OUT:
        return out(ruleset, tally, claimer)
    if claimer == tally.closed_by:
        return _failed_worth(ruleset, tally).to(1 - claimer, "closer-failed")
    if ruleset.false_claim == "value":
        worth = _out_worth(ruleset, tally, claimer)
    elif ruleset.false_claim == "two":
        worth = Worth(2)
    else:
        worth = _two_or_three(tally.tricks[1 - claimer] == 0, tally.tricks[1 - claimer], frozen=False)
    return worth.to(1 - claimer, "false-claim")


def conceded(ruleset: Ruleset, tally: Tally, player: int) -> Outcome:
    """`player` gives the deal up: the other scores as if out now; a closer who gives up has failed."""
    if player == tally.closed_by:
        return _failed_worth(ruleset, tally).to(1 - player, "conceded")
    return _out_worth(ruleset, tally, 1 - player).to(1 - player, "conceded")


def exhausted(ruleset: Ruleset, tally: Tally) -> Outcome:
    """The cards are gone and nobody went out by `out` = auto or claim; or `out` = play-out, and now it is counted."""
    if tally.closed_by is not None:
        return _exhausted_closed(ruleset, tally, tally.closed_by)
    last = _last(tally)
    if ruleset.out == "play-out":
        reached = [player for player in (0, 1) if tally.points[player] >= OUT]
        if len(reached) == 2:
            return Worth(1).to(last, "both-out")
        if reached:
            return _plain(ruleset, tally, reached[0]).to(reached[0], "sixty-six")
    return _nobody_out(ruleset, tally, last)


def _exhausted_closed(ruleset: Ruleset, tally: Tally, closer: int) -> Outcome:
    other = 1 - closer
    if ruleset.out == "play-out":
        for player in (closer, other):
            if tally.points[player] >= OUT:
                return out(ruleset, tally, player)
    if ruleset.closer_fails == "last-trick":
        winner = _last(tally)
        return _out_or_plain(ruleset, tally, winner).to(winner, "last-trick")
    return _failed_worth(ruleset, tally).to(other, "closer-failed")


def _nobody_out(ruleset: Ruleset, tally: Tally, last: int) -> Outcome:
    rule = ruleset.nobody_out
    if rule == "last-trick":
        return Worth(1).to(last, "last-trick")
    if rule == "last-trick-graded":
        return _plain(ruleset, tally, last).to(last, "last-trick")
    if rule == "none":
        return Outcome(None, 0, "nobody")
    mine, other = tally.points
    if mine == other:
        return Outcome(None, 0, "tie")
    winner = 0 if mine > other else 1
    return _plain(ruleset, tally, winner).to(winner, "higher")


def _plain(ruleset: Ruleset, tally: Tally, winner: int) -> Worth:
    """The graded value of a win, from what the loser has now."""
    points, tricks = tally.points[1 - winner], tally.tricks[1 - winner]
    return Worth(grade(ruleset, points, tricks), points, tricks)


def _closer_worth(ruleset: Ruleset, tally: Tally, closer: int) -> Worth:
    """What the closer scores by going out."""
    if ruleset.closed_value == "end" or tally.at_close is None:
        return _plain(ruleset, tally, closer)
    points, tricks = tally.at_close.points[1 - closer], tally.at_close.tricks[1 - closer]
    return Worth(grade(ruleset, points, tricks), points, tricks, frozen=True)


def _out_or_plain(ruleset: Ruleset, tally: Tally, winner: int) -> Worth:
    """The graded value of a win in a closed deal: a closer's is measured as `closed_value` says."""
    return _closer_worth(ruleset, tally, winner) if winner == tally.closed_by else _plain(ruleset, tally, winner)


def _out_worth(ruleset: Ruleset, tally: Tally, player: int) -> Worth:
    """What `player` scores, or would score, by going out."""
    if tally.closed_by is None:
        one = ruleset.out == "auto" and ruleset.out_value == "one"
        return Worth(1) if one else _plain(ruleset, tally, player)
    if player == tally.closed_by:
        return _closer_worth(ruleset, tally, player)
    if ruleset.closer_beaten == "as-fails":
        return _failed_worth(ruleset, tally)
    return Worth(2) if ruleset.closer_beaten == "two" else _plain(ruleset, tally, player)


def _failed_worth(ruleset: Ruleset, tally: Tally) -> Worth:
    """What the closer's opponent scores when the closer has failed."""
    if tally.closed_by is None or tally.at_close is None:
        raise ValueError("nobody closed")
    closer, other = tally.closed_by, 1 - tally.closed_by
    rule = ruleset.closer_fails
    if rule == "two-or-three":
        tricks = tally.at_close.tricks[other]
        return _two_or_three(tricks == 0, tricks, frozen=True)
    if rule == "trick-three":
        return _two_or_three(tally.tricks[other] > 0, tally.tricks[other], frozen=False)
    if rule == "three":
        return Worth(3)
    if rule == "value":
        return _closer_worth(ruleset, tally, closer)
    return _plain(ruleset, tally, other)


def _two_or_three(three: bool, tricks: int, *, frozen: bool) -> Worth:
    return Worth(3 if three else 2, None, tricks, frozen)


def _last(tally: Tally) -> int:
    if tally.last_trick is None:
        raise ValueError("the cards are gone, so somebody won the last trick")
    return tally.last_trick
