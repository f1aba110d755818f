"""The one way for text from outside (names, chat, what a log says) to a terminal, a title or a file name.

What comes out is one line of visible characters in NFC: no control or format characters (so no escape sequences, of
which no letter is left either, no line breaks, no bidirectional overrides, no zero-width joiners), nothing private or
unassigned, no variation selectors, no letters that are blanks to the eye, none about whose width terminals and tables
disagree, at most two marks on a character, no blanks at the ends, no two in a row, and no more cells of a terminal than
allowed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

NAME_CELLS = 24
"""What a player's name may take on the screen."""

CUT = "..."
MARKS = 2
LONGEST = 4096
"""Characters that are looked at; what comes after them is cut off unseen."""

_KNOWN = 1024
"""Characters whose width is remembered: a screen is painted cell by cell."""

_SEQUENCE = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, the cursor
    "|(?:\x1b[]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)"  # OSC, DCS, SOS, PM, APC
    "|\x1b[ -/]*[0-~]"  # all others, and what begins one that does not end
)
"""A control sequence of a terminal (ECMA-48, 5.4 and 5.6; ECMA-35, 13), as the unit that it is."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_BLANK = frozenset({"Zs", "Zl", "Zp"})
_MARK = frozenset({"Mn", "Me", "Mc"})

_EMPTY = frozenset("\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159")
"""Letters and symbols that are drawn as nothing: fillers, the Braille pattern without dots, a note without a head."""

_INVISIBLE = (
    *("\u034f", "\u17b4\u17b5", "\U00016fe4"),  # marks that are drawn as nothing
    *(
        "\ufe00\ufe0f",
        "\U000e0100\U000e01ef",
        "\u180b\u180f",
    ),  # variation selectors: another shape, often another width
)
_DISPUTED = (
    *("\u1161\u11ff", "\ud7b0\ud7ff"),  # jamo that have not become syllables: some count them as marks
    *("\u2630\u2637", "\u268a\u268f", "\u4dc0\u4dff", "\U0001d300\U0001d37f"),  # wide since Unicode 16
    *("\U0001f1e6\U0001f1ff", "\U0001f3fb\U0001f3ff"),  # flags and skins: two of them may be drawn as one
)
_DROPPED = tuple((span[0], span[-1]) for span in (*_INVISIBLE, *_DISPUTED))
"""First and last of the ranges that are left out."""


def sanitise(text: str, cells: int = NAME_CELLS) -> str:
    """`text` made harmless, at most `cells` (>= 4) wide; "?" where nothing is left. Doing it again changes nothing."""
    bare = _SEQUENCE.sub("", text[:LONGEST])
    clean = unicodedata.normalize("NFC", _filtered(unicodedata.normalize("NFC", bare)))
    clean = " ".join(clean.split(" ")).strip()
    return _bounded(clean, cells) if clean else "?"


def _filtered(text: str) -> str:
    """Without what cannot be seen; line breaks, tabs and runs of blanks become one blank."""
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if category in _BLANK or char in "\t\n\r\v\f\x85" or char in _EMPTY:
            if kept and kept[-1] != " ":
                kept.append(" ")
            marks = MARKS  # a mark on a blank would hide in it
        elif category in _UNSEEN or any(first <= char <= last for first, last in _DROPPED):
            continue
        elif category in _MARK:
            if kept and marks < MARKS:
                kept.append(char)
                marks += 1
        else:
            kept.append(char)
            marks = 0
    return "".join(kept)


def width(text: str) -> int:
    """The cells that sanitised text takes, as the full screen's library counts them: two for wide characters, none for
    marks.
    """
    return len(text) if text.isascii() else sum(map(_cells, text))


@lru_cache(_KNOWN)
def _cells(char: str) -> int:
    if unicodedata.category(char) in _MARK:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _bounded(text: str, cells: int) -> str:
    if width(text) <= cells:
        return text
    room = cells - len(CUT)
    end = 0
    for char in text:
        room -= _cells(char)
        if room < 0:
            break
        end += 1
    return text[:end].rstrip() + CUT
