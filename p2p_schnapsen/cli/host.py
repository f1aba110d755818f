"""`host`: wait for an opponent, and play one match; with `--serve`, match after match."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from p2p_schnapsen.cli.announcing import announcing
from p2p_schnapsen.cli.company import Company
from p2p_schnapsen.cli.place import place_of
from p2p_schnapsen.cli.rematch import Guest, Rematch, hear_no, turn_away
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
    terms_of,
)
from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError, LocalMisuse
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.net import hosting
from p2p_schnapsen.net.address import parse_port
from p2p_schnapsen.net.listener import check
from p2p_schnapsen.net.runner import Player
from p2p_schnapsen.net.session import HostOptions, MatchEnd
from p2p_schnapsen.profile import peerbook
from p2p_schnapsen.profile.fingerprint import parse_pin, pin, short_id
from p2p_schnapsen.profile.home import Home
from p2p_schnapsen.profile.identity import Role, computer_of
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.ui import acquaintances
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.program import called
from p2p_schnapsen.ui.welcome import Welcome


def run(options: Namespace) -> int:
    """Host; the exit code."""
    port, only = parse_port(options.port, lowest=0), parse_pin(options.only) if options.only else None
    terms, log = terms_of(options), log_of(options)
    if options.serve and not options.bot:
        expected = _("together with --bot: nobody can play all those matches")
        raise LocalMisuse("choice", option="--serve", expected=expected)
    home = home_of(options)
    identity = identity_of(home, Role.PLAYER)
    setup = HostOptions(options.bind, port, identity.key, name_of(options, identity), terms, only, home.matches, log)
    if options.serve:
        from p2p_schnapsen.cli.serve import serve

        return serve(options, home, setup)
    return play(options, home, setup, Welcome(called(), identity.pin, identity.short_id))


def play(options: Namespace, home: Home, setup: HostOptions, welcome: Welcome) -> int:
    """Host as `setup` says; the exit code."""
    talk = Talk(options, HOST)
    place = None if options.bot else place_of(options, HOST, talk)
    company = Company(home, talk, place, willing=options.yes or setup.only is not None)
    rematch = Rematch(options, talk, place)
    port = setup.port

    def seated() -> Player:
        return computer(talk, options, company) if place is None else Sitting(place.player, talk, company)

    def notify(event: dict[str, Any]) -> None:
        nonlocal port
        if event["event"] == "listening":
            port = event["port"]
        talk.around(event, welcome.lines(event))

    async def first() -> MatchEnd:
        chosen = setup
        if place is not None and setup.match is None and not options.yes:
            await check(setup.bind, setup.port)  # not only when everything is chosen
            chosen = replace(setup, terms=await place.chosen(setup.terms, _unfinished(home, setup)))
        async with announcing(options, chosen, notify) as told:
            return await hosting.host(chosen, seated(), fresh, told, company.admit)

    def again() -> HostOptions:
        only = pin(rematch.peer)
        return replace(setup, port=port, only=only, terms=rematch.terms, log=None, match=None, fresh=True)

    async def nobody(_: bytes) -> bool:
        return False

    async def later(_: bytes) -> bool:
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        return await answer

    async def no() -> None:
        await turn_away(lambda told: hosting.host(again(), seated(), fresh, told, nobody))

    async def hears_no() -> None:
        await hear_no(lambda told: hosting.host(again(), seated(), fresh, told, later))

    async def back(name: str) -> MatchEnd:
        left = library.find(home.matches, name)
        peer = pin(bytes.fromhex(left.about.peer))
        awaited = replace(setup, port=port, only=peer, log=None, match=left.folder, fresh=False)
        return await hosting.host(awaited, seated(), fresh, unless("listening"))

    def unless(*known: str) -> Callable[[dict[str, Any]], None]:
        def told(event: dict[str, Any]) -> None:
            talk.around(event, [] if event["event"] in known else welcome.lines(event))

        return told

    async def match() -> MatchEnd:
        if talk.left is not None:
            return await back(talk.left)
        if rematch.last is None:
            return await first()
        guest = Guest()

        def told(event: dict[str, Any]) -> None:
            guest.notify(event)
            unless("listening", "left")(event)

        rematch.wait()
        return await guest.awaited(hosting.host(again(), seated(), fresh, told, company.admit))

    rematch.tell_no, rematch.hears_no = no, hears_no
    return sit(talk, match, place, rematch)


def _unfinished(home: Home, setup: HostOptions) -> list[str]:
    """With whom there is a match that goes on when they come, whatever is offered: by name, the last played first."""
    try:
        known = peerbook.load(home)
    except DataError:  # who comes will hear of it; until then an ID has to do
        known = {}
    computer, found = computer_of(home), []
    for entry in library.awaited(library.entries(home.matches), HOST, signing.public_key(setup.identity)):
        key = bytes.fromhex(entry.about.peer)
        if key == computer or setup.only not in (None, pin(key)):
            continue
        peer = known.get(key)
        found.append(short_id(key) if peer is None else acquaintances.called(peer))
    return found
