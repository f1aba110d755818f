"""Whom a sentence is about: "you" and "your opponent" for a player, for everybody else the players' names, or "the
host" and "the guest".
"""

from __future__ import annotations

from dataclasses import dataclass

from p2p_schnapsen.ui import acquaintances
from p2p_schnapsen.ui.language import _, mark

_SIDES = (mark("the host"), mark("the guest"))


@dataclass(frozen=True, slots=True)
class People:
    """`me` is the reader's own side, None for somebody who looks on; `names` of host and guest, sanitised, where they
    are to be called by them.
    """

    me: int | None
    names: tuple[str, str] | None = None

    def introduced(self) -> list[str]:
        """Who is the host and who the guest, where they are called by their names; else nothing."""
        if self.me is not None or self.names is None:
            return []
        host, guest = (acquaintances.shown(name) for name in self.names)
        return [_("{host} (host) against {guest} (guest).").format(host=host, guest=guest)]

    def who(self, side: int) -> str:
        """A side, not at the beginning of a sentence; never "you"."""
        if self.me is not None:
            return _("your opponent")
        return _(_SIDES[side]) if self.names is None else acquaintances.shown(self.names[side])

    def say(self, side: int, you: str, other: str, *, capital: bool = True, **values: object) -> str:
        """A sentence about a side: `you` where that is the reader, else `other`, in which {who} stands for it."""
        if side == self.me:
            return _(you).format(**values)
        who, text = self.who(side), _(other)
        named = self.me is None and self.names is not None  # a name is spelled as its owner does
        begins = capital and text.startswith("{who}") and not named
        return text.format(who=who[0].upper() + who[1:] if begins else who, **values)

    def score(self, score: tuple[int, int]) -> str:
        """Game points, those of the reader (or the host) first."""
        if self.me is None and self.names is not None:
            host, guest = (acquaintances.shown(name) for name in self.names)
            return f"{host} {score[0]}, {guest} {score[1]}"
        if self.me is None:
            return _("host {host}, guest {guest}").format(host=score[0], guest=score[1])
        return _("you {mine}, opponent {theirs}").format(mine=score[self.me], theirs=score[1 - self.me])
