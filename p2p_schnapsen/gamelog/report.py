"""What the verification of a log says: for machines here, for people in `ui`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

SIDES = ("host", "guest")


class Verdict(StrEnum):
    """How a log stands. Only `PROVEN` may be called cheating."""

    VALID = "valid"
    PROVEN = "proven"
    ALTERED = "altered"
    INCOMPLETE = "incomplete"
    UNRESPONSIVE = "unresponsive"
    UNREADABLE = "unreadable"


EXIT_CODES = {
    Verdict.VALID: 0,
    Verdict.PROVEN: 1,
    Verdict.ALTERED: 1,
    Verdict.UNREADABLE: 2,
    Verdict.INCOMPLETE: 5,
    Verdict.UNRESPONSIVE: 5,
}

GRAVITY = (1, 2, 5, 0)
"""Exit codes, the gravest first: that of several logs is the first of these that occurs."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match: the winner's side and the game points of host and guest."""

    winner: int
    score: tuple[int, int]
    conceded: bool


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one log.

    `record` is the index of the record that decided the verdict; `code` and `section` name the rule that a
    `PROVEN` fault broke, or the kind of damage. `opened` counts the deals that both sides opened. `marks` are among
    "unopened" (a seed was declined or is missing), "unacknowledged" (a final word is missing), "torn" (the file
    ends inside a record).
    """

    verdict: Verdict
    records: int = 0
    deals: int = 0
    opened: int = 0
    result: Result | None = None
    standing: tuple[int, int] | None = None
    """The game points so far, of host and guest; None before there is a match."""
    culprit: int | None = None
    record: int | None = None
    code: str | None = None
    section: str | None = None
    silent: int | None = None
    """The side that an end note says was silent, for `seconds`: a claim of the other."""
    seconds: int | None = None
    marks: tuple[str, ...] = ()
    names: tuple[str, str] | None = None
    keys: tuple[bytes, bytes] | None = None
    date: str | None = None

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.verdict]

    def as_json(self, log: str) -> dict[str, Any]:
        """The object that `verify --json` prints for a log."""
        result = self.result
        return {
            "log": log,
            "verdict": str(self.verdict),
            "culprit": None if self.culprit is None else SIDES[self.culprit],
            "record": self.record,
            "code": self.code,
            "section": self.section,
            "deals": self.deals,
            "opened": self.opened,
            "result": None if result is None else {"winner": SIDES[result.winner], "score": list(result.score)},
            "silent": None if self.silent is None else SIDES[self.silent],
            "marks": list(self.marks),
            "records": self.records,
        }


def gravest(codes: list[int]) -> int:
    """The exit code of a run over several logs."""
    return min(codes, key=GRAVITY.index, default=0)
