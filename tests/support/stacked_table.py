"""A person in line mode against an opponent that plays by a script, over real sockets, with chosen cards.

`python -m tests.support.stacked_table HOME SETTING`, a `Setting` as JSON: the person hosts on stdin and stdout.
Both sides shuffle honestly, but by permutations that deal these cards; only from here is that possible.
"""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.hosting import host
from p2p_schnapsen.net.joining import join
from p2p_schnapsen.net.runner import GIVE_UP, News
from p2p_schnapsen.net.session import HostOptions, JoinOptions
from p2p_schnapsen.presets.loader import resolve
from p2p_schnapsen.rules.moves import Move, concede
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.contracting import first_dealer
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.console import Console, Input, Output
from p2p_schnapsen.ui.line import LinePlayer
from p2p_schnapsen.wire.messages import Offer
from tests.support.deals import move_of
from tests.support.duel import Stacked, stack
from tests.support.quiet import Quiet

HOST_NONCE = bytes(32)


@dataclasses.dataclass(frozen=True)
class Setting:
    """The rules, the cards of the first deal, and what the opponent does (see `deals.move_of`) before it concedes."""

    rules: str
    mine: str
    theirs: str
    up: str
    talon: str
    script: str
    """`...` in it is thinking, until the person says something."""

    leads: bool
    """Does the person lead first?"""

    settings: tuple[str, ...] = ()

    @property
    def dealer(self) -> int:
        return GUEST if self.leads else HOST


class Script(Quiet):
    """The opponent."""

    def __init__(self, words: str) -> None:
        self._words = iter(words.split())
        self._spoken_to = asyncio.Event()

    def hear(self, text: str) -> None:
        self._spoken_to.set()

    async def accept(self, offer: Offer) -> bool:
        return True

    async def decide(self, view: PlayerView) -> Move:
        word = next(self._words, None)
        if word == "...":
            await self._spoken_to.wait()
            word = next(self._words, None)
        return concede() if word is None else move_of(view.deal, word)

    async def may_end(self, seconds: int) -> bool:
        return True

    def refused(self, error: IllegalMove) -> None:
        raise error

    def tell(self, news: News) -> None:
        pass


def entropy(side: int, dealer: int) -> Callable[[str], bytes]:
    """Secrets of a side, of which the nonces make `dealer` deal first."""
    count = itertools.count(1)

    def secret(name: str) -> bytes:
        if name != "nonce":
            return bytes([side + 1, next(count)]) * 16
        if side == HOST:
            return HOST_NONCE
        nonces = (number.to_bytes(32, "big") for number in itertools.count())
        return next(nonce for nonce in nonces if first_dealer(HOST_NONCE, nonce) == dealer)

    return secret


async def main(home: Path, setting: Setting) -> None:
    """One match."""
    home.mkdir(mode=0o700)
    ruleset = resolve(setting.rules, setting.settings).ruleset
    hands = (setting.mine, setting.theirs) if setting.leads else (setting.theirs, setting.mine)

    class Dealt(Stacked):
        order = stack(ruleset, setting.dealer, *hands, setting.up, setting.talon)

    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def notify(event: dict[str, Any]) -> None:
        if event["event"] == "listening":
            port.set_result(event["port"])

    console = Console(Output(sys.stdout), Input(sys.stdin.fileno()))
    person = LinePlayer(HOST, console, CardStyle(symbols=False), GIVE_UP)
    terms = Terms(ruleset, "never", 0, 120, "2026-01-01")
    keys = [signing.generate(bytes([side + 1]) * 32) for side in (HOST, GUEST)]
    options = HostOptions("127.0.0.1", 0, keys[HOST], "anna", terms, None, home, seat=Dealt)
    playing = host(options, person, entropy(HOST, setting.dealer), notify)
    hosting = asyncio.ensure_future(person.attend(playing))
    guest = JoinOptions(Address("127.0.0.1", await port), keys[GUEST], "bert", home, seat=Dealt)
    joining = join(guest, Script(setting.script), entropy(GUEST, setting.dealer), lambda _: None)
    end, _ = await asyncio.gather(hosting, joining)
    print(f"LOG {end.log}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Setting(**json.loads(sys.argv[2]))))
