"""`join`: play one match with somebody who hosts."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

from p2p_schnapsen.cli.company import Company
from p2p_schnapsen.cli.finding import choose
from p2p_schnapsen.cli.place import Place, place_of
from p2p_schnapsen.cli.rematch import Rematch, come_again, until_gone
from p2p_schnapsen.cli.sitting import (
    Sitting,
    Talk,
    computer,
    fresh,
    home_of,
    identity_of,
    log_of,
    name_of,
    sit,
)
from p2p_schnapsen.errors import TransportError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.net import joining
from p2p_schnapsen.net.address import parse
from p2p_schnapsen.net.runner import Declined, Player
from p2p_schnapsen.net.session import SIDE_NAMES, JoinOptions, MatchEnd
from p2p_schnapsen.profile.fingerprint import pin
from p2p_schnapsen.profile.identity import Role
from p2p_schnapsen.table.model import GUEST
from p2p_schnapsen.ui.program import called
from p2p_schnapsen.ui.welcome import Welcome
from p2p_schnapsen.wire.messages import Offer


def run(options: Namespace) -> int:
    """Join; the exit code."""
    log = log_of(options)
    address = None if options.address is None else parse(options.address)
    home = home_of(options)
    identity = identity_of(home, Role.COMPUTER if options.as_computer else Role.PLAYER)
    matches = home.computer if options.as_computer else home.matches
    name = name_of(options, identity)
    match = _called(matches, options.match) if options.match is not None else None
    if address is None:
        address = choose(options, identity.pin)
    new = options.new or (options.match is not None and match is None)
    setup = JoinOptions(address, identity.key, name, matches, log, match=match, fresh=new)
    return play(options, setup, Welcome(called(), identity.pin, identity.short_id))


def _called(matches: Path, name: str) -> Path | None:
    """The folder of our side of the match that the host calls so; None where we have lost it."""
    folder = matches / f"{name}-{SIDE_NAMES[GUEST]}"
    return folder if folder in [entry.folder for entry in library.entries(matches)] else None


def play(options: Namespace, setup: JoinOptions, welcome: Welcome) -> int:
    """Join as `setup` says; the exit code."""
    talk = Talk(options, GUEST)
    place: Place | None = None
    company: Company | None = None
    if not options.as_computer:
        place = None if options.bot else place_of(options, GUEST, talk, willing=options.yes)
        company = Company(home_of(options), talk, place, willing=options.yes or setup.address.pin is not None)
    rematch = Rematch(options, talk, place)

    begun = asyncio.Event()

    def agreed(offer: Offer) -> bool:
        begun.set()
        return rematch.is_known(offer)

    def seated() -> Player:
        if place is None:
            return computer(talk, options, company, agreed)
        return Sitting(place.player, talk, company, agreed)

    def notify(event: dict[str, Any]) -> None:
        talk.around(event, welcome.lines(event))

    def once_more(event: dict[str, Any]) -> None:
        # Who has just played together need not be introduced; and the host is met as often as it takes.
        talk.around(event, [] if event["event"] == "connected" else welcome.lines(event))

    def again() -> JoinOptions:
        address = replace(setup.address, pin=pin(rematch.peer))
        return replace(setup, address=address, log=None, match=None, fresh=True)

    async def no() -> None:
        await joining.decline(again(), fresh)

    async def back(name: str) -> MatchEnd:
        left = library.find(setup.matches, name)
        address = replace(setup.address, pin=pin(bytes.fromhex(left.about.peer)))
        awaited = replace(setup, address=address, log=None, match=left.folder, fresh=False)
        return await joining.join(awaited, seated(), fresh, notify)

    async def match() -> MatchEnd:
        if talk.left is not None:
            return await back(talk.left)
        if rematch.last is not None:
            rematch.wait()
            begun.clear()
            try:
                return await come_again(talk, lambda: joining.join(again(), seated(), fresh, once_more), begun)
            except (TransportError, Declined):
                if talk.log is None:  # the host may only be slow: it shall not wait for us then
                    await rematch.say_no()
                raise
        joined = joining.join(setup, seated(), fresh, notify)
        return await (_while_wanted(joined) if options.as_computer else joined)

    async def gone() -> None:
        await until_gone(lambda: joining.knock(again(), fresh))

    rematch.tell_no, rematch.hears_no = no, gone
    return sit(talk, match, place, rematch)


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
