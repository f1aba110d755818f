"""How far a long piece of work has come: one line at the bottom of a terminal, rewritten in place.

prompt_toolkit's bar would do this too, but it reads the keyboard meanwhile, and so takes what is typed ahead for the
shell.  This one only writes, and gets out of the way of the lines that the work prints.  Where our person wants it
plain there is none: what is rewritten is of no use to a screen reader.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self, TextIO

from p2p_schnapsen.ui.language import _

WIDEST = 30
"""Cells of the bar."""

_plain = False


def use(*, plain: bool) -> None:
    """From now on there are bars at terminals, or none."""
    global _plain
    _plain = plain


class Progress:
    """A bar on `stream`, which is for people; nothing at all where that is no terminal that can show it.

    What goes wrong on the way to the terminal does not matter to the work.
    """

    def __init__(self, stream: TextIO, total: int) -> None:
        self._stream = stream
        self._total = total
        self._line = ""
        able = stream.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
        self._on = total > 0 and able and not _plain

    def __enter__(self) -> Self:
        self.show(0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The bar goes; what it said last stays, where the work came to its end."""
        said = self._line.rpartition("] ")[2]
        self._write(self._erased() + (f"{said}\n" if said and kind is None else ""))

    def show(self, done: int, more: str = "") -> None:
        """So many are done; `more` is said about them."""
        count = _("{done} of {total}").format(done=done, total=self._total)
        said = f"{count}: {more}" if more else count
        import shutil  # takes long, and every command asks for `use`

        columns = shutil.get_terminal_size().columns
        cells = max(0, min(WIDEST, columns - len(said) - 4))
        full = cells * done // max(self._total, 1)
        line = f"[{'#' * full}{'.' * (cells - full)}] {said}"[: columns - 1]
        self._write(f"\r{line}{' ' * (len(self._line) - len(line))}\r")
        self._line = line

    @contextmanager
    def aside(self) -> Iterator[None]:
        """The terminal is free for a line meanwhile; call `show` after it."""
        self._write(self._erased())
        self._line = ""
        yield

    def _erased(self) -> str:
        return f"\r{' ' * len(self._line)}\r"

    def _write(self, text: str) -> None:
        if self._on:
            with suppress(OSError):
                self._stream.write(text)
                self._stream.flush()
