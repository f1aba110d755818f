"""What can be chosen at the full screen: answers, options, and the keys. Tables only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.ui.language import mark

CHAT_CELLS = 200
"""A line of chat takes no more than this."""


class Choice(Enum):
    """What a player can answer beside a move, yes and no."""

    GIVE_UP = auto()
    LEAVE = auto()
    GO_ON = auto()
    HINT = auto()


Answer: TypeAlias = Move | bool | Choice


class Points(Enum):
    """Whose card points are shown."""

    SHOWN = "shown"
    OWN = "own"
    HIDDEN = "hidden"


POINTS_SHOWN: Final = {
    Points.SHOWN: mark("The card points of both sides are shown now."),
    Points.OWN: mark("Only your own card points are shown now."),
    Points.HIDDEN: mark("No card points are shown now."),
}


@dataclass(slots=True)
class Options:
    """How our player likes it. `confirm`: closing, giving up and leaving are asked about."""

    confirm: bool = True
    points: Points = Points.SHOWN
    look: int = 5
    """Seconds for which a trick stays unless a key is pressed."""
    muted: bool = False


HELP = (
    mark("A number, or arrows and Enter: play a card. A card that may be played has its number."),
    mark("Beside the number: + a card of a marriage, x the one that may be exchanged for the trump."),
    mark("x: exchange the lowest trump.  m: announce a marriage.  c: close the talon.  6 or w: claim 66."),
    mark("l: last trick.  k: own tricks.  p: which points are shown.  r: all that has happened."),
    mark("h: a hint.  t: talk.  u: mute.  +: more."),
    mark("g: give up the deal or the match.  q or Esc: leave; the match is kept, and `resume` goes on with it."),
    mark("Mouse: click a card to play it, the talon to close; right-click to exchange the lowest trump or announce."),
)  # fmt: skip

OUT_KEY = 6
"""Claims 66, where no sixth card has that number."""

KEYS: Final = {
    "x": "exchange",
    "m": "marriage",
    "c": "close",
    "w": "claim",
    "s": "settle",
    "g": "concede",
    "?": "help",
    "l": "last",
    "k": "tricks",
    "p": "points",
    "h": "hint",
    "t": "talk",
    "u": "mute",
    "r": "report",
    "q": "leave",
    "escape": "leave",
    "+": "more",
}
"""Key -> what it does at the table."""

AT_A_MATCH: Final = ("last", "tricks", "talk", "mute", "points", "report")
"""What comes to nothing before there is a match."""

ASIDE: Final = ("help", "last", "tricks", "points", "talk", "mute", "report", "leave", "more")
"""What moves nothing at the table, whatever lies there."""
