"""All cheats, by kind: the one list from which tests, logs and the table in the threat model are made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tests.adversary import (
    contract_cheats,
    dealing_cheats,
    drawing_cheats,
    duty_cheats,
    ending_cheats,
    following_cheats,
    playing_cheats,
    second_bodies,
)
from tests.adversary.book import ENTERED, PACKS, Cheat
from tests.support.cheats import BOTH, SIDES, Trap

FAMILIES = (
    contract_cheats,
    dealing_cheats,
    playing_cheats,
    drawing_cheats,
    duty_cheats,
    following_cheats,
    ending_cheats,
    second_bodies,
)
"""The modules that enter cheats, in the order of a match."""

CHEATS: tuple[Cheat, ...] = tuple(
    sorted(ENTERED, key=lambda cheat: [family.__name__ for family in FAMILIES].index(cheat.build.__module__))
)


@dataclass(frozen=True)
class Kind:
    """Cheats with the same step, code and reason."""

    step: str
    code: str
    reason: str
    cheats: tuple[Cheat, ...]

    @property
    def name(self) -> str:
        """One word for it."""
        step = () if self.code.startswith(f"{self.step}-") else (self.step,)
        return "-".join([*step, self.code, *self.reason.replace("'", "").split()])

    @property
    def section(self) -> str:
        """The section of the spec that it breaks."""
        return self.cheats[0].section


def _kinds() -> Iterator[Kind]:
    for kind in dict.fromkeys(cheat.kind for cheat in CHEATS):
        yield Kind(*kind, tuple(cheat for cheat in CHEATS if cheat.kind == kind))


KINDS = tuple(_kinds())


@dataclass(frozen=True)
class Case:
    """A cheat by one side with one pack."""

    cheat: Cheat
    side: int
    pack: int

    @property
    def name(self) -> str:
        """What it is called in tests and files."""
        return f"{self.cheat.step}-{self.cheat.name}-{SIDES[self.side]}-{self.pack}"

    def build(self) -> Trap:
        """The game and the record; made once, so leave it as it is."""
        return _built(self)


@cache
def _built(case: Case) -> Trap:
    return case.cheat.build(case.side, case.pack)


CASES = tuple(
    Case(cheat, side, pack)
    for pack in PACKS
    for side in BOTH
    for cheat in CHEATS
    if side in cheat.sides and pack in cheat.packs
)
"""By pack and side first: whoever takes a part of them plays few games."""
