"""`host --serve --bot`: match after match, many at once, until a signal."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from p2p_schnapsen.cli.announcing import announcing
from p2p_schnapsen.cli.options import MOST_MATCHES
from p2p_schnapsen.cli.sitting import Bot, fresh
from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.net.runner import Notify, Player
from p2p_schnapsen.net.serving import Results, Server
from p2p_schnapsen.net.session import HostOptions
from p2p_schnapsen.profile.fingerprint import pin, short_id
from p2p_schnapsen.profile.home import Home
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.program import called
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.ui.welcome import Welcome


def serve(options: Namespace, home: Home, setup: HostOptions) -> int:
    """Serve until SIGINT, SIGTERM or SIGHUP; the exit code. A second signal ends deals that are on, too."""
    if options.log is not None:
        expected = _("left out with --serve: each match has a log of its own")
        raise LocalMisuse("choice", option="--log", expected=expected)
    results = Path(options.results) if options.results else home.data / "results.jsonl"
    public = signing.public_key(setup.identity)
    data, talk = Output(sys.stdout), Output(sys.stderr)
    welcome = Welcome(called(), pin(public), short_id(public))

    def notify(event: dict[str, Any]) -> None:
        if options.json:
            data.line(json.dumps(event))
            return
        for line in _sentences(event, welcome):
            (data if event["event"] == "finished" else talk).line(line)

    def seating(_: Notify) -> Player:
        return Bot(options.level, options.think)

    async def run() -> int:
        async with announcing(options, setup, notify) as told:
            return await _until_told(
                Server(setup, seating, fresh, told, options.limit or MOST_MATCHES, Results(results))
            )

    return asyncio.run(run())


async def _until_told(server: Server) -> int:
    """Serve until a signal; the exit code."""
    serving = asyncio.ensure_future(server.serve())
    caught: list[int] = []

    def stop(number: int) -> None:
        caught.append(number)
        if server.stop.is_set():
            serving.cancel()
        server.stop.set()

    if os.name == "posix":
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, stop, int(number))
    await asyncio.wait({serving})
    if not serving.cancelled():
        serving.result()
    return 128 + caught[0] if caught else 0


def _sentences(event: dict[str, Any], welcome: Welcome) -> list[str]:
    match event["event"]:
        case "finished" if event["error"] is None:
            text = _("{match}: {winner} wins, {host}:{guest}. Log: {log}")
            host, guest = event["score"]
            return [
                text.format(match=event["match"], winner=_(event["winner"]), host=host, guest=guest, log=event["log"])
            ]
        case "finished":
            code = sanitise(str(event["error"]))
            return [_("{match}: not finished ({code}). Log: {log}").format(**{**event, "code": code})]
        case "stopping":
            return [_("Stopping: {playing} matches are on; their deals may end. Again: at once.").format(**event)]
        case "listening" | "announced" | "unannounced" | "turned-away" | "stranger":
            return welcome.lines(event)
        case _:
            return []
