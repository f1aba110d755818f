"""Both sides of a real match as processes that are forked from this one: what they say, what they leave on the disk.

A fork costs a few milliseconds where a new interpreter costs half a second; it is as real a process, with its own
sockets and files, and dies as really.  The parent must have one thread only.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import selectors
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog.format import parse
from tests.support import soak_peer
from tests.support.soak_peer import LOOPBACK, Death, Part

SIDES: Final = ("host", "guest")

_KEPT: Final = platform.system() == "Linux"


@dataclass
class Process:
    """One forked process. `events` is what it has said so far; `status` is None while it runs, else as by waitpid."""

    pid: int
    output: int
    begun: float
    events: list[dict[str, Any]] = field(default_factory=list)
    status: int | None = None
    _rest: bytes = b""

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """The whole lines among what was read from it."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        news = [json.loads(line) for line in lines]
        self.events += news
        return news

    def said(self, event: str) -> list[dict[str, Any]]:
        """Its events of that kind."""
        return [entry for entry in self.events if entry["event"] == event]

    def signal(self, number: int) -> None:
        """Send a signal, if it still runs: it is our child and not waited for, so that its id is its own."""
        if self.status is None:
            os.kill(self.pid, number)

    @property
    def killed(self) -> bool:
        """Whether SIGKILL ended it."""
        return self.status is not None and os.WIFSIGNALED(self.status) and os.WTERMSIG(self.status) == signal.SIGKILL

    @property
    def code(self) -> int | None:
        """Its exit code, if it has one."""
        return None if self.status is None or not os.WIFEXITED(self.status) else os.WEXITSTATUS(self.status)


class Lifeline:
    """A pipe of which only this process holds the writing end: it breaks when we end, however that happens."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()


_lifelines: dict[int, Lifeline] = {}


def _lifeline() -> Lifeline:
    return _lifelines.setdefault(os.getpid(), Lifeline())


def fork(run: Callable[[], int], errors: Path, group: int = 0) -> Process:
    """Run `run` in a new process of the process group `group` (0: one of its own); its stderr is added to `errors`."""
    line = _lifeline()
    reading, writing = os.pipe()
    gc.freeze()  # what is there already shall not be copied by the child's collector
    pid = os.fork()
    if pid == 0:
        code = 70
        try:
            _enter(0, group)
            os.dup2(line.reading, 0)
            os.dup2(writing, 1)
            os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
            for descriptor in {line.reading, line.writing, reading, writing} - {0, 1, 2}:
                os.close(descriptor)
            code = run()
        except BaseException:  # noqa: BLE001 - the last door of this process; the file is looked at
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    os.close(writing)
    _enter(pid, group)  # both do it, so that for neither it is too early
    return Process(pid, reading, time.monotonic())


def _enter(pid: int, group: int) -> None:
    try:
        os.setpgid(pid, group)
    except PermissionError:  # the last of that group is gone meanwhile
        os.setpgid(pid, 0)


def reap(process: Process) -> None:
    """Wait for its end, which is known to be near."""
    if process.status is None:
        _, process.status = os.waitpid(process.pid, 0)
        os.close(process.output)


def free_port() -> tuple[int, socket.socket | None]:
    """A port of ours on loopback, and what keeps others from taking it as long as it is open (on Linux)."""
    keeper = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    keeper.bind((LOOPBACK, 0))
    port: int = keeper.getsockname()[1]
    if _KEPT:
        return port, keeper  # bound, not listening: who reuses addresses may listen there, too
    keeper.close()
    return port, None


def log_in(home: Path) -> tuple[Path, bytes, int]:
    """The longest log of a home: its path, its bytes, how many whole records it has. Without one: -, nothing, 0."""
    best = (home, b"", 0)
    for path in sorted(home.glob("*/game.log")):
        data = path.read_bytes()
        try:
            found = (path, data, len(parse(data).records))
        except DataError:
            continue  # its header was not written yet
        best = max(best, found, key=lambda log: (log[2], len(log[1])))
    return best


class Table:
    """Two sides that play one match in one folder. Use as a context manager: nobody is left behind."""

    def __init__(self, folder: Path, parts: tuple[Part, Part]) -> None:
        self.folder = folder
        self.parts = parts
        self.running: list[Process | None] = [None, None]
        self.started = 0

    @staticmethod
    def laid(folder: Path, part: Part) -> Table:
        """A table for two who play as `part` says, in `folder`, over `part.port`."""
        sides = (replace(part, side=side, home=folder / SIDES[side]) for side in (0, 1))
        return Table(folder, (next(sides), next(sides)))

    def start(self, side: int, death: Death | None = None) -> Process:
        """Start a side, or start it again."""
        assert self.running[side] is None
        other = self.running[1 - side]
        part = replace(self.parts[side], death=death)
        errors = self.folder / f"{SIDES[side]}.err"
        group = 0 if other is None else os.getpgid(other.pid)
        process = self.running[side] = fork(lambda: soak_peer.run(part), errors, group)
        self.started += 1
        return process

    def wait(self, seconds: float) -> list[tuple[int, dict[str, Any] | Process]]:
        """What the sides say within that time, and who of them has ended. Returns at the first of these."""
        happened: list[tuple[int, dict[str, Any] | Process]] = []
        with selectors.PollSelector() as selector:
            for side, process in enumerate(self.running):
                if process is not None:
                    selector.register(process.output, selectors.EVENT_READ, side)
            for key, _ in selector.select(seconds):
                process = self.running[key.data]
                assert process is not None
                data = os.read(process.output, 65536)
                if data:
                    happened += [(key.data, event) for event in process.feed(data)]
                else:
                    reap(process)
                    self.running[key.data] = None
                    happened.append((key.data, process))
        return happened

    def log(self, side: int) -> tuple[Path, bytes, int]:
        """A side's log, as `log_in`."""
        return log_in(self.parts[side].home)

    def ended(self, side: int) -> bool:
        """Whether a side has the match's end on its disk."""
        return any(self.parts[side].home.glob("*/ended.json"))

    def errors(self) -> str:
        """What the sides have written to stderr: nothing, where all is well."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("*.err")))

    def stop(self, side: int) -> None:
        """Kill a side, if it runs."""
        process = self.running[side]
        if process is not None:
            process.signal(signal.SIGKILL)
            reap(process)
            self.running[side] = None

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        for side in (0, 1):
            self.stop(side)
