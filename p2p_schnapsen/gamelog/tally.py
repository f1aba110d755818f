"""What verified logs say about one player's results: by opponent and rule set. Pure.

A log counts as far as it holds: its deals, and the match where it was decided. One that was altered, cannot be read, or
is of other players says nothing.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from p2p_schnapsen.gamelog.report import Report, Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.events import DealEnded, Event
from p2p_schnapsen.table.model import TableState

TRUSTED = (Verdict.VALID, Verdict.PROVEN, Verdict.INCOMPLETE, Verdict.UNRESPONSIVE)
"""Verdicts on logs in which nothing was altered: what they hold was played."""


@dataclass(frozen=True, slots=True)
class Played:
    """One match as `me` (a side) played it. `won` is None where it is undecided; of each pair, ours comes first."""

    game: bytes
    me: int
    peer: bytes
    name: str
    ruleset: Ruleset
    won: bool | None
    deals: int
    deals_won: tuple[int, int]
    points: tuple[int, int]
    """Game points of the deals that were played."""
    records: int
    hints: int = 0


@dataclass(slots=True)
class Tally:
    """The results against one opponent by one rule set; of each pair, ours comes first."""

    peer: bytes
    name: str
    ruleset: Ruleset
    matches: int = 0
    won: int = 0
    lost: int = 0
    undecided: int = 0
    deals: int = 0
    deals_won: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    hints: int = 0

    @property
    def average(self) -> float | None:
        """Game points a deal, those of the opponent taken off; None before there was a deal."""
        return (self.points[0] - self.points[1]) / self.deals if self.deals else None

    def add(self, played: Played) -> None:
        """One more match."""
        self.name = played.name
        self.matches += 1
        self.won += played.won is True
        self.lost += played.won is False
        self.undecided += played.won is None
        self.deals += played.deals
        self.deals_won = _sum(self.deals_won, played.deals_won)
        self.points = _sum(self.points, played.points)
        self.hints += played.hints


def played(data: bytes, mine: Container[bytes], side: int | None = None) -> tuple[Report, Played | None]:
    """The verdict on a log's bytes, and the match as the player with one of the keys `mine` has played it.

    None where the log is altered or unreadable, has no contract, or none of these keys plays in it; of a player who
    can be either, `side` says which.
    """
    last = TableState()
    ends: list[DealEnded] = []

    def look(_: int, table: TableState, events: Sequence[Event]) -> None:
        nonlocal last
        last = table
        ends.extend(event for event in events if isinstance(event, DealEnded))

    report = verify(data, look)
    if report.verdict not in TRUSTED or report.keys is None or report.names is None or last.ruleset is None:
        return report, None
    sides = [one for one in (0, 1) if report.keys[one] in mine and side in (None, one)]
    if not sides:
        return report, None
    me = sides[0]
    outcomes = [end.outcome for end in ends]
    won = [sum(outcome.winner == one for outcome in outcomes) for one in (me, 1 - me)]
    points = [sum(outcome.value for outcome in outcomes if outcome.winner == one) for one in (me, 1 - me)]
    return report, Played(
        game=last.game_id,
        me=me,
        peer=report.keys[1 - me],
        name=report.names[1 - me],
        ruleset=last.ruleset,
        won=None if report.result is None else report.result.winner == me,
        deals=len(outcomes),
        deals_won=(won[0], won[1]),
        points=(points[0], points[1]),
        records=report.records,
    )


def tallies(matches: Iterable[Played]) -> list[Tally]:
    """The results by opponent and rule set, in the order of their first matches. Of copies of one match the longest
    counts.
    """
    longest: dict[tuple[bytes, int], Played] = {}
    for one in matches:
        before = longest.get((one.game, one.me))
        if before is None or one.records > before.records:
            longest[one.game, one.me] = one
    found: dict[tuple[bytes, bytes], Tally] = {}
    for one in longest.values():
        key = (one.peer, one.ruleset.canonical())
        found.setdefault(key, Tally(one.peer, one.name, one.ruleset)).add(one)
    return list(found.values())


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]
