"""`join` without an address: games on the local network are listed, and one is chosen, or an address typed."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable

from p2p_schnapsen.errors import LocalMisuse, SchnapsenError, TransportError
from p2p_schnapsen.net import discovery
from p2p_schnapsen.net.address import Address, parse
from p2p_schnapsen.net.discovery import Game
from p2p_schnapsen.profile.fingerprint import GROUP, SHORT
from p2p_schnapsen.ui import errors, lobby
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.folding import columns_of
from p2p_schnapsen.ui.language import _

LONGEST = 1000
"""Bytes of an answer that are kept."""


def choose(options: Namespace, own_pin: str) -> Address:
    """Where the person wants to play; games of our own are left out.

    Raises LocalMisuse `address-missing` where nobody answers.
    """
    out = Output(sys.stderr if options.json else sys.stdout)
    descriptor = sys.stdin.fileno()
    terminal = os.isatty(descriptor)

    def ask(prompt: str) -> str | None:
        out.prompt(prompt)
        answer = None if out.gone else read_line(descriptor)
        # Where no terminal echoes what is typed, the transcript shall be complete all the same.
        out.answered(None if terminal and answer is not None else answer or "")
        return answer

    def tell(games: list[Game]) -> None:
        if options.json:
            found = [
                {"name": game.name, "address": str(game.address), "pin": game.pin, "rules": game.rules}
                for game in games
            ]
            Output(sys.stdout).line(json.dumps({"event": "found", "games": found}))

    def look() -> list[Game]:
        if not discovery.available():
            raise TransportError("zeroconf-missing", python=sys.executable)
        out.told(_(lobby.LOOKING))
        games = [game for game in asyncio.run(discovery.find()) if game.pin != own_pin]
        tell(games)
        out.told(*lobby.found([offered(game) for game in games], columns_of(out.stream)))
        return games

    return chosen(look, ask, out.told)


def chosen(look: Callable[[], list[Game]], ask: Callable[[str], str | None], say: Callable[[str], None]) -> Address:
    """The address of the game that is picked among those that `look` finds, or one that is typed.

    Raises LocalMisuse `address-missing` at the end of the answers.
    """
    games, prompt = _looked(look, say)
    while True:
        answer = ask(prompt)
        if answer is None:
            raise LocalMisuse("address-missing")
        if not answer and prompt != _(lobby.TYPED):
            games, prompt = _looked(look, say)
        elif answer.isascii() and answer.isdigit():
            number = int(answer[:8])
            if 1 <= number <= min(len(games), lobby.SHOWN):
                return games[number - 1].address
            say(lobby.no_such(answer))
        else:
            try:
                return parse(answer)
            except SchnapsenError as error:
                say(errors.sentence(error))


def _looked(look: Callable[[], list[Game]], say: Callable[[str], None]) -> tuple[list[Game], str]:
    """What was found, and what to ask then."""
    try:
        games = look()
    except TransportError as error:
        say(errors.sentence(error))
        say(_("You can join all the same: type the address that the host tells you."))
        return [], _(lobby.TYPED)
    return games, _(lobby.CHOICE if games else lobby.PROMPT)


def offered(game: Game) -> lobby.Offered:
    """The game as it is listed. A pin begins with the short ID."""
    short = "" if game.pin is None else "-".join(game.pin[i : i + GROUP] for i in range(0, SHORT, GROUP))
    return lobby.Offered(game.name, game.rules, short, str(game.address))


def read_line(descriptor: int) -> str | None:
    """The next line without its end and blanks around it; None at the end of input.

    Byte by byte: what follows belongs to the game.
    """
    line = b""
    while byte := _byte(descriptor):
        if byte == b"\n":
            return _text(line)
        if len(line) < LONGEST:
            line += byte
    return _text(line) if line else None


def _byte(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1)
    except OSError:  # the terminal is gone: there will be no more lines
        return b""


def _text(line: bytes) -> str:
    return line.decode("utf-8", errors="replace").strip()
