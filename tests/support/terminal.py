"""A real pseudo-terminal with a program in it: what it shows, what is typed there, and how it is left."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

import pyte

from tests.support.programs import ROOT, environment

SECONDS = 60.0

ALTERNATE, MOUSE, CURSOR = b"\x1b[?1049", b"\x1b[?1000", b"\x1b[?25"
"""Modes of a terminal, each turned on by `h` and off by `l`."""


class Terminal:
    """Runs a command in a terminal of its own."""

    def __init__(self, command: Sequence[str], columns: int = 80, rows: int = 24, **extra: str) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.output = b""
        self._master, self._slave = pty.openpty()
        self.resize(columns, rows)
        self.before = self.attributes()
        kept = environment(TERM="xterm-256color", **extra)
        kept.pop("COLUMNS")
        self.process = subprocess.Popen(
            command,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env=kept,
            cwd=ROOT,
            preexec_fn=self._own,
        )

    def _own(self) -> None:
        """The child's terminal is this one: its signals come from here."""
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.close()

    def close(self) -> None:
        """The window is closed: the terminal is gone."""
        os.close(self._slave)
        os.close(self._master)

    def attributes(self) -> list[Any]:
        """What `stty` would say."""
        return termios.tcgetattr(self._slave)

    def resize(self, columns: int, rows: int) -> None:
        """Another size; the program hears of it."""
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.screen.display)

    def type(self, keys: str) -> None:
        """Keys, as bytes of a terminal."""
        os.write(self._master, keys.encode())

    def read(self, seconds: float) -> bool:
        """Take in what comes within some seconds; whether anything did."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.output += data
        self._stream.feed(data)
        return bool(data)

    def until(self, wanted: str | Callable[[str], bool]) -> str:
        """The screen, as soon as it shows this."""
        shows = wanted if callable(wanted) else lambda text: wanted in text
        deadline = time.monotonic() + SECONDS
        while not shows(self.text()):
            assert time.monotonic() < deadline, f"{wanted} did not come:\n{self.text()}"
            self.read(0.2)
        return self.text()

    def end(self) -> int:
        """The exit code, and all that was written till then."""
        deadline = time.monotonic() + SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"it does not end:\n{self.text()}"
            self.read(0.1)
        while self.read(0.05):
            pass
        return self.process.returncode

    def signal(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self.process.send_signal(number)

    def on(self, mode: bytes) -> bool:
        """Whether a mode was left on."""
        return self.output.rfind(mode + b"h") > self.output.rfind(mode + b"l")

    @property
    def as_it_was(self) -> bool:
        """Whether the terminal is as it was before: its screen, its mouse, its cursor, and what `stty` shows."""
        hidden = self.output.rfind(CURSOR + b"l") > self.output.rfind(CURSOR + b"h")
        return not self.on(ALTERNATE) and not self.on(MOUSE) and not hidden and self.attributes() == self.before
