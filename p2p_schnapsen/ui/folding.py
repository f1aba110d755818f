"""Lines that are longer than a terminal is wide, broken at blanks and not in the middle of words. Pure but for asking
how wide it is.
"""

from __future__ import annotations

import os
import re
from typing import TextIO

from p2p_schnapsen.ui.program import called
from p2p_schnapsen.ui.sanitise import width

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_HANGING = re.compile(r" +(\S+( \S+)* {2,})?")
"""What goes on stands below the text: behind an indent, and the name or number before a gap."""

_WORD = re.compile(r" *[^ ]+(?: [:;?!%»]+(?= |$))*")
BETWEEN = re.compile(r"(?<!  .:)(?<!  . :) (?![:;?!%»]+(?: |$))")
"""A blank at which a line may be broken: not that before a sign which stands apart from its word, as in French, nor
that between a key, which two blanks go before, and what it does.
"""

GOES_ON = "  ... "
"""Begins a line that goes on with what somebody else has said."""


def columns_of(stream: TextIO) -> int | None:
    """The width of the terminal behind a stream; None where there is none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or None if stream.isatty() else None
    except (AttributeError, ValueError, OSError):  # it is closed, or only says that it is a terminal
        return None


def folded(text: str, columns: int | None) -> list[str]:
    """A text as lines of at most so many cells, where blanks allow it; what goes on stands below it."""
    lines = text.split("\n")
    return lines if columns is None else [part for line in lines for part in _folded(line, columns)]


def quoted(text: str, columns: int | None) -> list[str]:
    """One line of somebody else's words as lines that fit: all but the first begin with `GOES_ON`, so that none of them
    begins as the other side wants. Words that are too long are broken, too; the terminal would do it.
    """
    if columns is None or width(text) <= columns or columns <= 2 * width(GOES_ON):
        return [text]
    room = columns - width(GOES_ON)
    found = [""]
    for word in (piece for long in re.findall(r" *[^ ]+", text) for piece in _pieces(long, room)):
        if width(found[-1] + word) <= (room if len(found) > 1 else columns):
            found[-1] += word
        else:
            found.append(word.lstrip(" "))
    return [found[0], *(GOES_ON + line for line in found[1:])]


def _pieces(word: str, cells: int) -> list[str]:
    """A word in pieces of at most so many cells."""
    pieces = [""]
    for sign in word:
        if width(pieces[-1] + sign) > cells:
            pieces.append("")
        pieces[-1] += sign
    return pieces


def _folded(line: str, columns: int) -> list[str]:
    if _cells(line) <= columns or line.startswith(f"  {called()} "):  # to be copied: no command in pieces
        return [line]
    head = _HANGING.match(line)
    hanging = 0 if head is None else width(head[0])
    indent = " " * (hanging if hanging <= columns // 2 else len(line) - len(line.lstrip(" ")))
    found: list[str] = []
    kept = ""
    for word in _WORD.findall(line):
        long = _cells(word) > columns // 2  # a path or a key: below, it would be no easier to read or to copy
        if kept and not long and _cells(kept + word) > columns:
            found.append(kept)
            kept = indent + word.lstrip(" ")
        else:
            kept += word
    return [*found, kept]


def _cells(text: str) -> int:
    """What is seen of it: colours of our own take no cells."""
    return width(_COLOUR.sub("", text))
