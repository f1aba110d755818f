"""The report at the side: what has happened, and what both players say to one another. Pure."""

from __future__ import annotations

from collections import deque

from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.ui.screen.choices import CHAT_CELLS, Options

KEPT = 60
"""Sentences that are kept."""


class Spoken(str):
    """A sentence of a player, not of the program: it looks different, so that none can pass for the other."""

    __slots__ = ()


class Report:
    """Sentences, the newest last. `talk` are the lines that our player has typed and that are still to be sent."""

    def __init__(self, options: Options) -> None:
        self.said: deque[str] = deque(maxlen=KEPT)
        self.talk: deque[str] = deque()
        self._options = options

    def say(self, *lines: str) -> None:
        """Sentences of the program; the same is not said twice on end."""
        for line in lines:
            if not self.said or self.said[-1] != line:
                self.said.append(line)

    def hear(self, text: str) -> None:
        """The other side says something."""
        if not self._options.muted:
            self.said.append(Spoken(_("They say: {text}").format(text=sanitise(text, CHAT_CELLS))))

    def speak(self, entry: str) -> None:
        """Our player has typed a line to the other side."""
        text = sanitise(entry.strip(), CHAT_CELLS) if entry.strip() else ""
        if text:
            self.talk.append(text)
            self.said.append(Spoken(_("You say: {text}").format(text=text)))

    def mute(self) -> None:
        """Hear the other side no longer, or again."""
        self._options.muted = not self._options.muted
        muted, heard = _("What your opponent says is not shown now."), _("You hear your opponent again.")
        self.say(muted if self._options.muted else heard)
