"""Lines that are longer than a terminal is wide, broken at blanks and not in the middle of words. Pure but for asking
how wide it is.
"""

from __future__ import annotations

import os
import re
from typing import TextIO

from p2p_schnapsen.ui.sanitise import width

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_HANGING = re.compile(r" +(\S+( \S+)* {2,})?")
"""What goes on stands below the text: behind an indent, and the name or number before a gap."""

_COMMAND = "  p2p-schnapsen "
"""A line that begins so is to be copied: in pieces it would be several commands."""


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


def _folded(line: str, columns: int) -> list[str]:
    if _cells(line) <= columns or line.startswith(_COMMAND):
        return [line]
    head = _HANGING.match(line)
    hanging = 0 if head is None else width(head[0])
    indent = " " * (hanging if hanging <= columns // 2 else len(line) - len(line.lstrip(" ")))
    found: list[str] = []
    kept = ""
    for word in re.findall(r" *[^ ]+", line):
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
