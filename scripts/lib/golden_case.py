"""What a golden log is made from: one case, by its name, and what its verification must find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from p2p_schnapsen.gamelog.report import Verdict

FAIL = "_fail"
"""What the name of a case ends with in which something is wrong."""


class Expected(NamedTuple):
    """What is said of a case beforehand; `culprit` is a side, `code` that of `verify`."""

    verdict: Verdict
    code: str | None = None
    culprit: int | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One folder of `protocol/logs`: `build` makes the bytes of its log, the same each time."""

    name: str
    build: Callable[[], bytes]
    expected: Expected


class Cases(dict[str, Case]):
    """Cases by name; `cases.add(name, …)` is the decorator that enters one."""

    def add(
        self,
        name: str,
        verdict: Verdict,
        code: str | None = None,
        culprit: int | None = None,
        marks: tuple[str, ...] = (),
    ) -> Callable[[Callable[[], bytes]], Callable[[], bytes]]:
        """Enter what is decorated as the case `name`."""

        def enter(build: Callable[[], bytes]) -> Callable[[], bytes]:
            assert name not in self, name
            self[name] = Case(name, build, Expected(verdict, code, culprit, marks))
            return build

        return enter
