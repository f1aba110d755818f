"""What the end of a deal means, in words: who scores, how much, and why that much; what a move costs that ends it."""

from __future__ import annotations

from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.scoring import Outcome
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.language import _, mark, plural
from p2p_schnapsen.ui.people import People

_WHY = {
    "sixty-six": (mark("you reached 66"), mark("{who} reached 66")),
    "closer-made-it": (mark("you closed and reached 66"), mark("{who} closed and reached 66")),
    "last-trick": (
        mark("nobody went out, and you took the last trick"),
        mark("nobody went out, and {who} took the last trick"),
    ),
    "higher": (
        mark("nobody went out, and you have more points"),
        mark("nobody went out, and {who} has more points"),
    ),
    "both-out": (
        mark("both have 66, and you took the last trick"),
        mark("both have 66, and {who} took the last trick"),
    ),
}
"""Outcome reason -> the clause about the winner."""

_WHY_LOST = {
    "false-claim": (mark("you claimed 66 without having them"), mark("{who} claimed 66 without having them")),
    "closer-failed": (mark("you closed and did not get 66"), mark("{who} closed and did not get 66")),
    "closer-beaten": (
        mark("you closed, and your opponent reached 66 first"),
        mark("{who} closed, and the other side reached 66 first"),
    ),
    "conceded": (mark("you gave up"), mark("{who} gave up")),
}
"""Outcome reason -> the clause about the loser."""

_NOBODY = {
    "tie": mark("Nobody wins the deal: the points are equal."),
    "nobody": mark("Nobody wins the deal: nobody went out."),
}


def outcome_sentence(outcome: Outcome, ruleset: Ruleset, people: People) -> str:
    """The end of a deal in one sentence: "Your opponent wins the deal: you closed …: 3 points."."""
    if outcome.winner is None:
        return _(_NOBODY[outcome.reason])
    loser = 1 - outcome.winner
    clauses = []
    if outcome.reason in _WHY:
        clauses.append(people.say(outcome.winner, *_WHY[outcome.reason], capital=False))
    else:
        clauses.append(people.say(loser, *_WHY_LOST[outcome.reason], capital=False))
    worth = _worth(outcome, ruleset, people)
    if worth:
        clauses.append(worth)
    who = people.say(outcome.winner, mark("You win the deal"), mark("{who} wins the deal"))
    value = plural("{n} point", "{n} points", outcome.value).format(n=outcome.value)
    why = _(", and ").join(clauses)
    return _("{who}: {why}: {value}.").format(who=who, why=why, value=value)


def _worth(outcome: Outcome, ruleset: Ruleset, people: People) -> str:
    """The numbers from which the value comes; empty where it does not depend on any."""
    assert outcome.winner is not None
    if outcome.loser_points is not None:
        return _graded(outcome, ruleset, people)
    if outcome.loser_tricks is None:
        return ""
    # A failed close, or a false claim: what the winner had decides.
    when = _(" then") if outcome.frozen else ""
    if outcome.loser_tricks:
        you, other = mark("you had a trick{when}"), mark("{who} had a trick{when}")
    else:
        you, other = mark("you had no trick{when}"), mark("{who} had no trick{when}")
    return people.say(outcome.winner, you, other, capital=False, when=when)


def _graded(outcome: Outcome, ruleset: Ruleset, people: People) -> str:
    assert outcome.winner is not None
    when = _(" when the talon was closed") if outcome.frozen else ""
    tricks, points = outcome.loser_tricks, outcome.loser_points
    line = ruleset.schneider
    if tricks == 0:
        you, other = mark("you had no trick{when}"), mark("{who} had no trick{when}")
    elif points == 0:
        you, other = mark("you had no points{when}"), mark("{who} had no points{when}")
    elif outcome.value == 2:
        you, other = (
            mark("you had {points}, less than {line}{when}"),
            mark("{who} had {points}, less than {line}{when}"),
        )
    else:
        you, other = mark("you had {points}{when}"), mark("{who} had {points}{when}")
    return people.say(1 - outcome.winner, you, other, capital=False, points=points, line=line, when=when)


def cost(move: Move, view: PlayerView) -> int:
    """Game points that the other side scores by this move, which ends the deal: the rules' engine says so."""
    ended = view.deal.copy()
    ended.play(move)
    assert ended.outcome is not None, "it ends the deal"
    return 0 if ended.outcome.winner == view.me else ended.outcome.value


def cost_line(move: Move, view: PlayerView) -> str:
    """The same in a sentence."""
    n = cost(move, view)
    return plural("Your opponent scores {n} game point then.", "Your opponent scores {n} game points then.", n).format(
        n=n
    )
