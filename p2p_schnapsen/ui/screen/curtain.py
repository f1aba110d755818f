"""The first picture, before the full screen's library is loaded: as the table looks while nothing is known. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.screen.actions import actions
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.choices import AT_A_MATCH
from p2p_schnapsen.ui.screen.look import PARTS
from p2p_schnapsen.ui.screen.picture import Picture

RAISE: Final = "\x1b[?1049h\x1b[?25l"
"""To the alternate screen, without a cursor."""

LIFT: Final = "\x1b[?25h\x1b[?1049l"
"""Back to what was there before."""

_ATTRIBUTES: Final = {"bold": "1", "underline": "4", "reverse": "7"}
"""Nothing in the first picture has a colour."""


def waiting(*, muted: bool) -> Picture:
    """What a presenter shows that has been told nothing yet."""
    buttons = actions((), (), deciding=False, muted=muted, without=AT_A_MATCH)
    return replace(blank(), status=_("Waiting."), buttons=buttons)


def blank() -> Picture:
    """A table of which nothing is said: a form will lie on it."""
    return Picture("Schnapsen", "Schnapsen", "", "", urgent=False, fairness="", said=(), buttons=())


def written(canvas: Canvas) -> str:
    """A canvas as a terminal is told to show it, from its upper left corner on (ECMA-48: CUP, SGR)."""
    rows = []
    for row in range(canvas.rows):
        runs = "".join(f"\x1b[0{_sgr(run.style)}m{run.text}" for run in canvas.runs(row))
        rows.append(f"\x1b[{row + 1};1H{runs}")
    return "".join(rows) + "\x1b[0m"


def _sgr(style: str) -> str:
    """The parameters for a style of the painter: classes of `look`."""
    words = [word for name in style.split() for word in PARTS.get(name.removeprefix("class:"), "").split()]
    return "".join(f";{_ATTRIBUTES[word]}" for word in words if word in _ATTRIBUTES)
