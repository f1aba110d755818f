"""The book of cheats: each an honest game up to a point, and then one record that its signer had no right to make.

A family is a module whose functions are entered by `@cheat`: functions of the cheater's side and of the pack, that give
the game so far and the record. Their names, or docstrings, say what is attempted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.faults import FAULTS
from tests.support.cheats import BOTH, Trap

PACKS = (20, 24)

Build = Callable[[int, int], Trap]

_OWNERS = re.compile(r"\b(dealer|opponent|winner|loser|leader|elder)s\b")
"""Whose something is, where a function's name cannot have an apostrophe."""


def _written(words: str) -> str:
    """A function's name as a sentence."""
    return _OWNERS.sub(r"\1's", words).replace("face up", "face-up")


@dataclass(frozen=True)
class Cheat:
    """One way to cheat in one record.

    `step` is the type that the record says it has, `code` what it must be caught with. Cheats with the same step, code
    and `reason` are of one kind: several ways to spoil the same thing.
    """

    name: str
    attempt: str
    step: str
    code: str
    reason: str
    sides: tuple[int, ...]
    packs: tuple[int, ...]
    build: Build

    @property
    def section(self) -> str:
        """The section of the spec that it breaks."""
        return FAULTS[self.code]

    @property
    def kind(self) -> tuple[str, str, str]:
        """What it is a kind of."""
        return (self.step, self.code, self.reason)


ENTERED: list[Cheat] = []
"""All cheats of the families that were imported."""


def cheat(
    step: str,
    code: str,
    reason: str = "",
    *,
    sides: tuple[int, ...] = BOTH,
    packs: tuple[int, ...] = PACKS,
    name: str = "",
) -> Callable[[Build], Build]:
    """Enter a cheat; `sides` and `packs` where not every side or pack can have it."""

    def enter(build: Build) -> Build:
        words = name or build.__name__.strip("_").replace("_", " ")
        told = " ".join((build.__doc__ or "").split()).rstrip(".") or _written(words)
        slug = words.replace(",", "").replace("'", "").replace(" ", "-")
        ENTERED.append(Cheat(slug, told[0].lower() + told[1:], step, code, reason, sides, packs, build))
        return build

    return enter


def rules_of(pack: int, **changes: object) -> Ruleset:
    """Schnapsen with either pack: of 24 cards six are dealt, and the jack is exchanged all the same."""
    larger = {"deck": 24, "hand": 6, "exchange_card": "J"} if pack == 24 else {}
    return Ruleset().override({**larger, **changes})  # type: ignore[dict-item]  # the fields check their values
