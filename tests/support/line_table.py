"""A person in line mode against the computer over real sockets, with cards that a seed decides.

`python -m tests.support.line_table SEED HOME [RULES [FIELD=VALUE ...]]`: the person hosts on stdin and stdout. What the
installed program never does, drawing its secrets from a seed, is possible only through here.
"""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

from p2p_schnapsen.bot import easy
from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.hosting import host
from p2p_schnapsen.net.joining import join
from p2p_schnapsen.net.runner import GIVE_UP, News
from p2p_schnapsen.net.session import HostOptions, JoinOptions
from p2p_schnapsen.presets.loader import resolve
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.console import Console, Input, Output
from p2p_schnapsen.ui.line import LinePlayer
from p2p_schnapsen.wire.messages import Offer
from tests.support.quiet import Quiet


class SeededBot(Quiet):
    """The easy computer player with its luck from a seed."""

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    async def accept(self, offer: Offer) -> bool:
        return True

    async def decide(self, view: PlayerView) -> Move:
        return easy.choose(view, self._rng)

    async def may_end(self, seconds: int) -> bool:
        return True

    def refused(self, error: IllegalMove) -> None:
        raise error

    def tell(self, news: News) -> None:
        pass


def print_nothing(_: dict[str, Any]) -> None:
    """The guest's events are its own business."""


async def main(seed: str, home: Path, ruleset: Ruleset) -> None:
    """One match."""
    home.mkdir(mode=0o700)
    mine, theirs = random.Random(f"host {seed}"), random.Random(f"guest {seed}")
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def notify(event: dict[str, Any]) -> None:
        if event["event"] == "listening":
            port.set_result(event["port"])

    console = Console(Output(sys.stdout), Input(sys.stdin.fileno()))
    person = LinePlayer(0, console, CardStyle(symbols=False), GIVE_UP)
    terms = Terms(ruleset, "deal", 0, 120, "2026-01-01")
    key = signing.generate(mine.randbytes(32))
    hosting = asyncio.ensure_future(
        host(HostOptions("127.0.0.1", 0, key, "anna", terms, None, home), person, lambda _: mine.randbytes(32), notify)
    )
    address = Address("127.0.0.1", await port)
    guest = JoinOptions(address, signing.generate(theirs.randbytes(32)), "bert", home)
    joining = asyncio.ensure_future(join(guest, SeededBot(seed), lambda _: theirs.randbytes(32), print_nothing))
    end, _ = await asyncio.gather(hosting, joining)
    print(f"LOG {end.log}", flush=True)


if __name__ == "__main__":
    rules, *settings = sys.argv[3:] or ["schnapsen", "target=4"]
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), resolve(rules, settings).ruleset))
