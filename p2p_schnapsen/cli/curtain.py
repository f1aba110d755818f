"""The first picture on the terminal: there before the program is loaded, which takes longer than one likes to wait.

The full screen takes it over without a gap. Whatever comes in between, an error or a signal, the curtain is lifted: the
terminal is as it was.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, TypeAlias

from p2p_schnapsen.ui.cards import style_for
from p2p_schnapsen.ui.screen.curtain import LIFT, RAISE, blank, waiting, written
from p2p_schnapsen.ui.screen.paint import paint
from p2p_schnapsen.ui.screen.pieces import Signs


def has_screen() -> bool:
    """Whether there is a terminal for a full screen."""
    terminal = os.environ.get("TERM", "") not in ("", "dumb")
    return terminal and sys.stdin.isatty() and sys.stdout.isatty()


def is_wanted(options: Namespace) -> bool:
    """Whether the command's player will sit at the full screen, and is asked about nothing before."""
    unattended = getattr(options, "auto", False) or getattr(options, "bot", False)
    searching = options.command == "join" and options.address is None
    return has_screen() and not (options.plain or options.json or unattended or searching)


Handler: TypeAlias = Callable[[int, FrameType | None], Any] | signal.Handlers


class Curtain:
    """What is drawn, and how it is taken away."""

    def __init__(self) -> None:
        self._is_up = False
        self._drawn = ""
        self._handlers: dict[signal.Signals, tuple[Handler, Any]] = {}
        """Signal -> what we do about it, and what was done before."""

    @contextlib.contextmanager
    def up(self, options: Namespace) -> Iterator[None]:
        """It is up, unless it was taken over meanwhile."""
        symbols = style_for(sys.stdout.encoding, os.environ, colour=True).symbols
        picture = blank() if options.command == "host" else waiting(muted=not options.chat)
        size = os.get_terminal_size(sys.stdout.fileno())
        columns, rows = size.columns or 80, size.lines or 24  # some terminals do not know
        self._catch()
        try:
            self._is_up = True
            self._drawn = RAISE + written(paint(picture, columns, rows, Signs(symbols)))
            _tell(self._drawn)
            yield
        finally:
            _tell(self.taken())

    def taken(self) -> str:
        """What the terminal must be told to be as it was; from now on that is the caller's business."""
        if not self._is_up:
            return ""
        self._is_up = False
        for number, (ours, before) in self._handlers.items():
            if signal.getsignal(number) == ours:  # else somebody else deals with it already
                signal.signal(number, before)
        return LIFT

    def _catch(self) -> None:
        """Signals that would end or stop us on the spot do so in good order."""
        if os.name != "posix":
            return
        wanted: dict[signal.Signals, Handler]
        wanted = {signal.SIGTERM: _end, signal.SIGHUP: _end, signal.SIGQUIT: _end, signal.SIGTSTP: self._stop}
        for number, ours in wanted.items():
            before = signal.getsignal(number)
            if before is not signal.SIG_IGN:
                signal.signal(number, ours)
                self._handlers[number] = (ours, before)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        """Leave the terminal to the shell until it wakes us again."""
        _tell(LIFT)
        os.kill(os.getpid(), signal.SIGSTOP)
        _tell(self._drawn)


def _tell(text: str) -> None:
    with contextlib.suppress(OSError):  # the terminal is gone: the signal that tells of it is on its way
        sys.stdout.write(text)
        sys.stdout.flush()


def _end(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


CURTAIN = Curtain()
"""There is one terminal."""
