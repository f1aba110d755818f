"""One side of a real match whose luck follows from a seed, and which kills itself where it is told to.

`python -m tests.support.soak_peer host|join HOME --port PORT …` plays with the program's own `net.hosting.host` and
`net.joining.join`: real sockets, files and process.  Only what they are given is ours: secrets and decisions that
depend on the seed, the side and the place in the game, never on how often the process was started; and calls of
`MatchStore` and `Connection` that end in SIGKILL.  Prints JSON lines; ends with its standard input, if that is a pipe.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import hashlib
import json
import os
import random
import signal
import stat
import sys
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from p2p_schnapsen.bot import easy
from p2p_schnapsen.crypto import signing
from p2p_schnapsen.crypto.signing import SigningKey
from p2p_schnapsen.errors import IllegalMove, SchnapsenError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.format import parse
from p2p_schnapsen.gamelog.store import MatchStore, read_log
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.hosting import host
from p2p_schnapsen.net.joining import join
from p2p_schnapsen.net.runner import Declined, News
from p2p_schnapsen.net.session import HostOptions, JoinOptions, MatchEnd
from p2p_schnapsen.net.transport import Connection
from p2p_schnapsen.presets import DEFAULT, NAMES, loader
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import Bye, RecordFrame
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.wire import envelope
from p2p_schnapsen.wire.messages import Offer
from tests.support.quiet import Quiet

LOOPBACK: Final = "127.0.0.1"
DATE: Final = "2026-01-01"

POINTS: Final = ("undrawn", "drawn", "unkept", "kept", "sent")
"""Where a side can die at record k, in this order: before and after the secret that k needs is stored; before k is
stored; after it is on the disk; after the first record, or farewell, that goes out once k is stored (for a record of
our own: k itself)."""


@dataclass(frozen=True, slots=True)
class Death:
    """Where to die; `both` takes the whole process group along, which is both sides of one match."""

    seq: int
    point: str
    both: bool = False

    @property
    def rank(self) -> tuple[int, int]:
        """Deaths come in this order."""
        return self.seq, POINTS.index(self.point)


@dataclass(frozen=True, slots=True)
class Part:
    """What one side plays, where, and how it dies."""

    side: int
    home: Path
    port: int
    seed: int
    ruleset: Ruleset
    opening: str = "deal"
    patience: int = 600
    pause: float = 0.0
    """Seconds that a decision takes."""
    lucky: bool = False
    """Secrets and decisions are the system's randomness, and nothing repeats."""
    dates: bool = False
    """Say the year with every decision."""
    death: Death | None = None

    @property
    def identity(self) -> SigningKey:
        """The side's key, the same in every run."""
        return signing.generate(derive(self.seed, self.side, "identity"))


def derive(seed: int, side: int, purpose: str) -> bytes:
    """32 bytes that follow from the seed."""
    return hashlib.sha256(f"soak {seed} {side} {purpose}".encode()).digest()


def say(event: dict[str, Any]) -> None:
    """One JSON object on stdout, at once: the next thing may be the end."""
    data = json.dumps(event).encode() + b"\n"
    while data:
        data = data[os.write(1, data) :]


class Luck:
    """Secrets and decisions of one side."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def secret(self, name: str) -> bytes:
        """The same for the same name, but for greetings, which must never repeat."""
        if self._part.lucky or name == "greeting":
            return os.urandom(32)
        return derive(self._part.seed, self._part.side, f"secret {name}")

    def dice(self, view: PlayerView) -> random.Random:
        """What to decide by, at this place in the game."""
        if self._part.lucky:
            return random.SystemRandom()
        place = f"deal {view.match.deals} move {len(view.history)}"
        return random.Random(derive(self._part.seed, self._part.side, place))


class Player(Quiet):
    """Plays by its luck: at times well, at times anything legal, so that deals are long and of every kind."""

    def __init__(self, part: Part, luck: Luck) -> None:
        self._part = part
        self._luck = luck

    async def accept(self, offer: Offer) -> bool:
        """One match is enough."""
        return all(entry.ended is None for entry in library.entries(self._part.home))

    async def decide(self, view: PlayerView) -> Move:
        """The next move."""
        if self._part.pause:
            await asyncio.sleep(self._part.pause)
        if self._part.dates:
            say({"event": "date", "year": datetime.datetime.now().astimezone().year})
        dice = self._luck.dice(view)
        if dice.random() < 0.5:
            return easy.choose(view, dice)
        moves = [m for m in view.legal if m.kind is not Kind.CLAIM or view.deal.points[view.me] >= OUT]
        return dice.choice(moves)

    async def may_end(self, seconds: int) -> bool:
        """Nobody is ever given up."""
        say({"event": "may-end", "seconds": seconds})
        return False

    def refused(self, error: IllegalMove) -> None:
        """There are only legal moves."""
        raise error

    def tell(self, news: News) -> None:
        """Nobody looks on."""


class Scythe:
    """Watches what is stored and sent, and kills at the place it is given."""

    def __init__(self, death: Death | None) -> None:
        self._death = death
        self._store: MatchStore | None = None

    def sharpen(self) -> None:
        """Take the place of the calls that store and send."""
        append, put_secret, send_frame = MatchStore.append, MatchStore.put_secret, Connection.send_frame

        def dying_put_secret(store: MatchStore, name: str, secret: bytes) -> None:
            if (store.folder / "secrets" / name).exists():
                say({"event": "drawn-twice", "name": name})
            seq = stored(store)
            say({"event": "drawing", "seq": seq, "name": name})
            self._pass("undrawn", seq)
            put_secret(store, name, secret)
            self._pass("drawn", seq)

        def dying_append(store: MatchStore, record: bytes) -> None:
            self._store = store
            seq = envelope.parse(record).body.seq
            self._pass("unkept", seq)
            append(store, record)
            self._pass("kept", seq)

        def dying_send(connection: Connection, payload: bytes) -> None:
            send_frame(connection, payload)
            frame = channel.decode(payload)
            seq = envelope.parse(frame.raw).body.seq if isinstance(frame, RecordFrame) else -1
            if not self._has(seq):
                say({"event": "sent-unkept", "seq": seq})
            death = self._death
            if death is None or death.point != "sent":
                return
            if seq >= death.seq or (isinstance(frame, Bye) and self._has(death.seq)):
                self._die(death)

        setattr(MatchStore, "append", dying_append)  # noqa: B010
        setattr(MatchStore, "put_secret", dying_put_secret)  # noqa: B010
        setattr(Connection, "send_frame", dying_send)  # noqa: B010

    def _has(self, seq: int) -> bool:
        # Before anything is stored by this process, what goes out was stored by the one before.
        return self._store is None or stored(self._store) > seq

    def _pass(self, point: str, seq: int) -> None:
        if self._death is not None and (self._death.point, self._death.seq) == (point, seq):
            self._die(self._death)

    @staticmethod
    def _die(death: Death) -> None:
        say({"event": "dying", "seq": death.seq, "point": death.point})
        if death.both and os.getpgrp() != os.getpgid(os.getppid()):
            os.killpg(os.getpgrp(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)


def stored(store: MatchStore) -> int:
    """How many records the log has."""
    return len(parse(read_log(store.log_path)).records)


async def play(part: Part) -> MatchEnd:
    """The match, as the program plays it."""
    luck = Luck(part)
    player = Player(part, luck)
    name = "anna" if part.side == HOST else "bela"
    if part.side == HOST:
        terms = Terms(part.ruleset, part.opening, 0, part.patience, DATE)
        hosting = HostOptions(LOOPBACK, part.port, part.identity, name, terms, None, part.home)
        return await host(hosting, player, luck.secret, say)
    joining = JoinOptions(Address(LOOPBACK, part.port), part.identity, name, part.home)
    return await join(joining, player, luck.secret, say)


async def _while_watched(match: Coroutine[Any, Any, MatchEnd]) -> MatchEnd:
    """Whoever started us holds our standard input; we do not outlive them."""
    if stat.S_ISFIFO(os.fstat(0).st_mode):
        asyncio.get_running_loop().add_reader(0, os._exit, 0)
    return await match


def run(part: Part) -> int:
    """Play to the end; 0 where the match is over, 1 where it stopped before (the last line says why)."""
    part.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    Scythe(part.death).sharpen()
    try:
        end = asyncio.run(_while_watched(play(part)))
    except Declined as declined:
        say({"event": "exit", "error": "Declined", "code": declined.code})
        return 1
    except SchnapsenError as error:
        say({"event": "exit", "error": type(error).__name__, "code": error.code, "why": str(error)})
        return 1
    say({"event": "exit", "log": str(end.log)})
    return 0


def main(arguments: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="soak_peer", description=__doc__)
    parser.add_argument("role", choices=("host", "join"))
    parser.add_argument("home", type=Path)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", choices=NAMES, default=DEFAULT)
    parser.add_argument("--target", type=int, default=1)
    parser.add_argument("--opening", default="deal")
    parser.add_argument("--dates", action="store_true", help="say the year with every decision")
    parser.add_argument("--pause", type=float, default=0.0)
    parser.add_argument("--die", metavar="POINT:SEQ", help=f"one of {', '.join(POINTS)}, and the record")
    options = parser.parse_args(arguments)
    death = None
    if options.die is not None:
        point, _, seq = options.die.partition(":")
        death = Death(int(seq), point)
    ruleset = loader.resolve(options.rules, [f"target={options.target}"]).ruleset
    side = 0 if options.role == "host" else 1
    part = Part(side, options.home, options.port, options.seed, ruleset, options.opening, death=death)
    return run(replace(part, pause=options.pause, dates=options.dates))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
