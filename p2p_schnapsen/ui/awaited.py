"""Says who is waited for where that takes long: somebody who does not see the table cannot tell from its silence."""

from __future__ import annotations

import asyncio

from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.ui.console import Console
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.sentences import News

TURN_SECONDS = 1.0
"""How long the other side may think before our player is told that it is to move."""

SLOW_SECONDS = 6.0
"""As long for what it owes between two deals: programs do that, after their players have looked at the result."""


class Awaited:
    """Whom our player waits for, said once each time. `text` says it, "" where nobody is."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._timer: asyncio.TimerHandle | None = None
        self.text = ""

    def after(self, news: News) -> None:
        """Whose turn it is after these news."""
        if news.table.turn == news.me or news.table.phase is Phase.OVER:
            self.nobody()
        elif news.view is not None:
            self._wait(_("Your opponent is to move."), TURN_SECONDS)
        else:
            self.somebody()

    def somebody(self) -> None:
        """The other side has yet to do something."""
        self._wait(_("Waiting for your opponent."), SLOW_SECONDS)

    def nobody(self) -> None:
        """It is our turn, or there is nothing to wait for."""
        self._wait("", 0)

    def _wait(self, text: str, seconds: float) -> None:
        if text == self.text:
            return
        self.text = text
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._say) if text else None

    def _say(self) -> None:
        if self._console.taken:  # a question that is open says enough
            self.text = ""
        else:
            self._console.say(self.text)
