"""A peer that cheats, as a program of its own: `python -m tests.support.cheating_peer CHEAT HOME PORT`.

Joins (or with port 0 hosts) on loopback with a seat from `cheats`; prints what happens as JSON lines.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from random import SystemRandom
from typing import Any

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import IllegalMove, SchnapsenError
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.hosting import host
from p2p_schnapsen.net.joining import join
from p2p_schnapsen.net.runner import News
from p2p_schnapsen.net.session import HostOptions, JoinOptions
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.wire.messages import Offer
from tests.support.cheating_seats import CHEATS
from tests.support.quiet import Quiet


class RandomPlayer(Quiet):
    """Plays anything legal, closes when it may, and claims nothing untrue."""

    def __init__(self) -> None:
        self._rng = SystemRandom()

    async def accept(self, offer: Offer) -> bool:
        return True

    async def decide(self, view: PlayerView) -> Move:
        moves = [m for m in view.legal if m.kind.name != "CLAIM" or view.deal.points[view.me] >= 66]
        return next((m for m in moves if m.kind.name == "CLOSE"), None) or self._rng.choice(moves)

    async def may_end(self, seconds: int) -> bool:
        return True

    def refused(self, error: IllegalMove) -> None:
        raise error

    def tell(self, news: News) -> None:
        pass


def say(event: dict[str, Any]) -> None:
    """One JSON object on stdout."""
    print(json.dumps(event), flush=True)


async def main(cheat: str, home: Path, port: int) -> None:
    """Play until we are found out."""
    seat, key = CHEATS[cheat], signing.generate(os.urandom(32))
    home.mkdir(mode=0o700)
    try:
        if port:
            options = JoinOptions(Address("127.0.0.1", port), key, "cheat", home, seat=seat)
            await join(options, RandomPlayer(), lambda _: os.urandom(32), say)
        else:
            terms = Terms(Ruleset(target=50), "deal", 0, 120, "2026-01-01")
            hosting = HostOptions("127.0.0.1", 0, key, "cheat", terms, None, home, seat=seat)
            await host(hosting, RandomPlayer(), lambda _: os.urandom(32), say)
    except SchnapsenError as error:
        say({"event": "caught", "code": error.code})


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))
