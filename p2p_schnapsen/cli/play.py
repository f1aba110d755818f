"""`play`: against the computer, which is a second process that joins us over TCP like anybody else."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import p2p_schnapsen
from p2p_schnapsen.cli.sitting import Talk, fresh, home_of, identity_of, log_of, name_of, player_of, sit, terms_of
from p2p_schnapsen.errors import LocalMisuse, TransportError
from p2p_schnapsen.net.hosting import host
from p2p_schnapsen.net.session import HostOptions, MatchEnd
from p2p_schnapsen.profile.fingerprint import pin
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.ui.language import _

LOOPBACK = "127.0.0.1"
GOODBYE_SECONDS = 5.0
"""How long the computer may take to end after the match."""


def run(options: Namespace) -> int:
    """Play; the exit code."""
    talk = Talk(options, HOST)
    terms, name, log = terms_of(options), name_of(options), log_of(options)
    home = home_of(options)
    mine, theirs = identity_of(home, computer=False), identity_of(home, computer=True)
    setup = HostOptions(LOOPBACK, 0, mine.key, name, terms, pin(theirs.public), home.matches, log)
    player = player_of(HOST, talk, options.level if options.auto else None)

    async def play() -> MatchEnd:
        port: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def notify(event: dict[str, Any]) -> None:
            talk.event(event)
            if event["event"] == "listening":
                port.set_result(event["port"])
            elif event["event"] == "connected":
                talk.say(_("The computer ({peer}) sits down.").format(peer=event["peer"]))

        hosting = asyncio.ensure_future(host(setup, player, fresh, notify))
        try:
            first: set[asyncio.Future[Any]] = {hosting, port}
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            if not port.done():
                return await hosting
            address = f"{LOOPBACK}:{port.result()}#{pin(mine.public)}"
            return await _against(await _start(options, address), hosting)
        finally:
            port.cancel()
            hosting.cancel()
            await asyncio.wait({hosting})

    return sit(talk, play)


async def _start(options: Namespace, address: str) -> asyncio.subprocess.Process:
    """The computer's own program."""
    home = [] if options.home is None else ["--home", options.home]
    arguments = ["join", address, "--bot", "--as-computer", "--level", options.level, "--name", "computer", *home]
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


async def _against(computer: asyncio.subprocess.Process, hosting: asyncio.Future[MatchEnd]) -> MatchEnd:
    """The match; the computer's program ends with it, whatever happens."""
    assert computer.stderr is not None
    talking = asyncio.ensure_future(computer.stderr.read())
    ending = asyncio.ensure_future(computer.wait())
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
        if not hosting.done() or (isinstance(error, TransportError) and computer.returncode):
            said = (await talking).decode(errors="replace").strip().splitlines()
            last = said[-1].removeprefix("p2p-schnapsen: ") if said else f"exit code {computer.returncode}"
            raise LocalMisuse("computer-stopped", problem=last) from error
        return hosting.result()
    finally:
        with contextlib.suppress(ProcessLookupError):
            computer.kill()
        await ending
        talking.cancel()
