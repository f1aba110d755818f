"""`play`: against the computer, which is a second process that joins us over TCP like anybody else."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

import p2p_schnapsen
from p2p_schnapsen.cli.place import place_of
from p2p_schnapsen.cli.rematch import Rematch
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
from p2p_schnapsen.errors import LocalMisuse, TransportError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.net.hosting import host
from p2p_schnapsen.net.session import HostOptions, MatchEnd
from p2p_schnapsen.profile.fingerprint import pin
from p2p_schnapsen.profile.home import Home
from p2p_schnapsen.profile.identity import Identity, Role
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui.acquaintances import COMPUTER
from p2p_schnapsen.ui.language import _, current
from p2p_schnapsen.ui.program import called
from p2p_schnapsen.ui.welcome import Welcome

LOOPBACK = "127.0.0.1"
_TOLD = ("resumed", "clock", "silent", "back", "lost", "unheard")
"""What our person is told of; where the computer sits is its own business."""

_FILES = 2
"""The exit code that says so."""

GOODBYE_SECONDS = 5.0
"""How long the computer may take to end after the match."""


def run(options: Namespace) -> int:
    """Play; the exit code."""
    terms, log = terms_of(options), log_of(options)
    home = home_of(options)
    mine, theirs = identity_of(home, Role.PLAYER), identity_of(home, Role.COMPUTER)
    name = name_of(options, mine)
    left = None if options.auto or options.new or log else _left(home, mine, theirs, terms)
    only = pin(theirs.public)
    setup = HostOptions(LOOPBACK, 0, mine.key, name, terms, only, home.matches, log, match=left, fresh=left is None)
    return against_the_computer(options, setup, pin(mine.public))


def against_the_computer(options: Namespace, setup: HostOptions, pin: str) -> int:
    """Host as `setup` says, with the computer as the guest; `pin` is of our own key. The exit code."""
    talk = Talk(options, HOST)
    welcome = Welcome(called(), pin, "")
    place = None if options.auto else place_of(options, HOST, talk)
    rematch = Rematch(options, talk, place)

    async def play() -> MatchEnd:
        player = computer(talk, options) if place is None else Sitting(place.player, talk)
        match = setup
        if talk.left is not None:
            left = library.find(setup.matches, talk.left)
            match = replace(setup, log=None, match=left.folder, fresh=False)
        elif rematch.last is not None:
            match = replace(setup, terms=rematch.terms, log=None, match=None, fresh=True)
        port: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def notify(event: dict[str, Any]) -> None:
            talk.around(event, welcome.lines(event) if event["event"] in _TOLD else [])
            if event["event"] == "resumed" and options.command == "play":
                talk.say(_("With --new another would begin."))
            if event["event"] == "listening":
                port.set_result(event["port"])
            elif event["event"] == "connected":
                talk.say(_("The computer ({peer}) sits down.").format(peer=event["peer"]))

        hosting = asyncio.ensure_future(host(match, player, fresh, notify))
        try:
            first: set[asyncio.Future[Any]] = {hosting, port}
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            if not port.done():
                return await hosting
            address = f"{LOOPBACK}:{port.result()}#{pin}"
            return await _against(await _start(options, address, match.match), hosting)
        finally:
            port.cancel()
            hosting.cancel()
            await asyncio.wait({hosting})

    return sit(talk, play, place, rematch)


def _left(home: Home, mine: Identity, theirs: Identity, terms: Terms) -> Path | None:
    """The folder of the last match against the computer, if it was left undecided and these are its terms."""
    ours = [
        entry
        for entry in library.entries(home.matches)
        if not library.is_closed(entry)
        and (entry.about.key, entry.about.peer) == (mine.public.hex(), theirs.public.hex())
    ]
    wanted = (terms.ruleset.canonical(), terms.opening, terms.clock, terms.patience)
    for entry in reversed(ours):
        offer = library.offer_of(entry)
        if offer is not None and (offer.ruleset, offer.opening, offer.clock, offer.patience) == wanted:
            return entry.folder
    return None


async def _start(options: Namespace, address: str, match: Path | None) -> asyncio.subprocess.Process:
    """The computer's own program."""
    home = [] if options.home is None else ["--home", options.home]
    arguments = ["join", address, "--bot", "--as-computer", "--level", options.level, "--name", COMPUTER, *home]
    arguments += ["--lang", current()]  # its last words may be shown
    arguments += [] if options.think is None else ["--think", str(options.think)]
    # Both sides call a match by what was unique to its first connection.
    arguments += ["--new"] if match is None else ["--match", match.name.rpartition("-")[0]]
    command = [sys.executable, "-P", "-m", "p2p_schnapsen", *arguments]  # -P: the current folder is anybody's
    nowhere, pipe = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE
    # The same program as ours, wherever it was started from.
    places = [str(Path(p2p_schnapsen.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))}
    try:
        return await asyncio.create_subprocess_exec(
            # Its standard input ends with us, whatever ends us; and so does it.
            *command,
            stdin=pipe,
            stdout=nowhere,
            stderr=pipe,
            env=environ,
            start_new_session=True,
        )
    except OSError as error:
        raise LocalMisuse("no-computer", problem=error.strerror or str(error)) from error


async def _against(process: asyncio.subprocess.Process, hosting: asyncio.Future[MatchEnd]) -> MatchEnd:
    """The match; the computer's program ends with it, whatever happens."""
    assert process.stderr is not None
    talking = asyncio.ensure_future(process.stderr.read())
    ending = asyncio.ensure_future(process.wait())
    try:
        either: set[asyncio.Future[Any]] = {hosting, ending}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not hosting.done():
            # It may have ended because the match has; then our side is about to say so.
            await asyncio.wait({hosting}, timeout=GOODBYE_SECONDS)
        if hosting.done():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await asyncio.shield(ending)
        error = hosting.exception() if hosting.done() else None
        if not hosting.done() or (isinstance(error, TransportError) and process.returncode):
            said = (await talking).decode(errors="replace").strip().splitlines()
            last = said[-1].removeprefix("p2p-schnapsen: ") if said else f"exit code {process.returncode}"
            # Files and disks are the user's; all else that stops a computer is a mistake of ours.
            code = "computer-files" if process.returncode == _FILES else "computer-stopped"
            raise LocalMisuse(code, problem=last) from error
        return hosting.result()
    finally:
        hosting.cancel()  # before its opponent is gone, of which there is nothing to be said any more
        await asyncio.wait({hosting})
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await ending
        talking.cancel()
