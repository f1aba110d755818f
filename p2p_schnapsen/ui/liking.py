"""What each setting does, and what it can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from p2p_schnapsen.profile.settings import right
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.problems import clause

MEANINGS: Final[dict[str, str]] = {
    "name": mark("what the other side calls you"),
    "rules": mark("the rule set that you offer"),
    "set": mark("single rules that you change in it"),
    "opening": mark("when both sides open their seeds"),
    "clock": mark("how long a move may take, 0 for no limit"),
    "patience": mark("how long silence is borne"),
    "level": mark("how strong the computer is"),
    "bind": mark("on which address alone you listen as the host"),
    "port": mark("on which port"),
    "plain": mark("lines instead of the full screen, no colours, nothing that is rewritten"),
    "chat": mark("whether you hear what your opponent says"),
    "mouse": mark("whether the mouse plays, or is left to the terminal"),
    "sound": mark("whether the bell rings"),
    "confirm": mark("whether you are asked before you close, give up or leave"),
    "points": mark("whose card points are told"),
    "suits": mark("how many colours the suits have"),
    "look": mark("how long a trick stays on the table"),
    "lang": mark("which language is spoken"),
    "cards": mark("what cards are called"),
}
"""For each key of `profile.settings.KEYS`."""


def expected(key: str, levels: Sequence[str]) -> str:
    """What the value of this setting can be."""
    wanted = right(key, levels)
    return clause(wanted.code, wanted.params)


def explained(key: str, levels: Sequence[str]) -> str:
    """What the setting does, and what it can be."""
    return _("{meaning}: {expected}").format(meaning=_(MEANINGS[key]), expected=expected(key, levels))
