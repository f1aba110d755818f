"""Many guests in one process: `serve_guests.py PORT GUESTS ROUNDS HOME` joins a serving host with that many keys at
once, ROUNDS matches each. It prints "playing" when all have a seat, and at the end how many of their logs are valid.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from p2p_schnapsen.bot import LEVELS
from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.store import read_log
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.joining import join
from p2p_schnapsen.net.runner import News, Table
from p2p_schnapsen.net.session import JoinOptions
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.wire.messages import Offer


class Gate:
    """Nobody moves before all have a seat: so many matches are really on at the same time."""

    def __init__(self, guests: int) -> None:
        self._missing = guests
        self.open = asyncio.Event()

    def seated(self) -> None:
        """One more sits."""
        self._missing -= 1
        if self._missing == 0:
            print("playing", flush=True)
            self.open.set()


class Guest:
    """An easy player that waits at the gate before its first move."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._rng = random.SystemRandom()
        self._sits = False

    async def accept(self, offer: Offer) -> bool:  # noqa: ARG002
        """By any rules."""
        if not self._sits:
            self._sits = True
            self._gate.seated()
        await self._gate.open.wait()
        return True

    async def decide(self, view: PlayerView) -> Move:
        """As the easy level does."""
        return LEVELS["easy"](view, self._rng)

    def seated(self, table: Table) -> None:
        """It has nothing to say."""

    async def ready(self, number: int) -> None:
        """Always."""

    async def may_end(self, seconds: int) -> bool:  # noqa: ARG002
        """Never: the bench wants whole matches."""
        return False

    def refused(self, error: IllegalMove) -> None:
        """It moves legally."""
        raise error

    def tell(self, news: News) -> None:
        """It does not care."""

    def hear(self, text: str) -> None:
        """Nor does it listen."""


def _quiet(_: dict[str, Any]) -> None:
    pass


async def main(port: int, guests: int, rounds: int, home: Path) -> None:
    """All matches of all guests."""
    gate = Gate(guests)

    async def matches(number: int) -> list[Path]:
        player, key, logs = Guest(gate), signing.generate(os.urandom(32)), []
        for _ in range(rounds):
            options = JoinOptions(Address("127.0.0.1", port), key, "guest", home / str(number))
            logs.append((await join(options, player, lambda _: os.urandom(32), _quiet)).log)
        return logs

    found = await asyncio.gather(*map(matches, range(guests)))
    logs = [log for player in found for log in player]
    print("valid", sum(verify(read_log(log)).verdict is Verdict.VALID for log in logs), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])))
