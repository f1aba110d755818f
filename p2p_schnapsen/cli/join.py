"""`join`: play one match with somebody who hosts."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from collections.abc import Coroutine
from typing import Any

from p2p_schnapsen.cli.sitting import Talk, fresh, home_of, identity_of, log_of, name_of, player_of, sit
from p2p_schnapsen.errors import TransportError
from p2p_schnapsen.net import joining
from p2p_schnapsen.net.address import parse
from p2p_schnapsen.net.session import JoinOptions, MatchEnd
from p2p_schnapsen.table.model import GUEST
from p2p_schnapsen.ui.welcome import Welcome


def run(options: Namespace) -> int:
    """Join; the exit code."""
    talk = Talk(options, GUEST)
    address, name, log = parse(options.address), name_of(options), log_of(options)
    home = home_of(options)
    identity = identity_of(home, computer=options.as_computer)
    setup = JoinOptions(address, identity.key, name, home.matches, log)
    welcome = Welcome("p2p-schnapsen", identity.pin, identity.short_id)
    player = player_of(GUEST, talk, options.level if options.bot else None, willing=options.yes)

    def notify(event: dict[str, Any]) -> None:
        talk.event(event)
        talk.say(*welcome.lines(event))

    async def play() -> MatchEnd:
        match = joining.join(setup, player, fresh, notify)
        return await (_while_wanted(match) if options.as_computer else match)

    return sit(talk, play)


async def _while_wanted(match: Coroutine[Any, Any, MatchEnd]) -> MatchEnd:
    """The computer's match, for as long as the program that started the computer holds its standard input."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    playing, ending = asyncio.create_task(match), asyncio.create_task(reader.read())
    try:
        await asyncio.wait({playing, ending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ending.cancel()
        if not playing.done():
            playing.cancel()
        await asyncio.wait({playing, ending})
    if playing.cancelled():
        raise TransportError("left")
    return playing.result()
