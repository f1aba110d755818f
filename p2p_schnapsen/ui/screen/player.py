"""A person at the full screen: what the runner's player and the console's questions are there."""

from __future__ import annotations

from typing import Generic, TypeVar

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.line import Advise, Seat
from p2p_schnapsen.ui.offer import offer_lines
from p2p_schnapsen.ui.screen.app import Screen
from p2p_schnapsen.ui.screen.choices import Choice
from p2p_schnapsen.ui.sentences import News
from p2p_schnapsen.wire.messages import Offer

G = TypeVar("G")

_LASTING = ("lost", "reconnecting", "silent", "clock")
_ENDS = ("connected", "back")
_STAYS = ("listening", "announced")
"""What an opponent has to know to come: it is to be read until the match begins."""


class ScreenPlayer(Generic[G]):
    """A person at the full screen. `give_up` is what `decide` answers when the whole match is conceded; `advise` gives
    hints.
    """

    def __init__(self, screen: Screen, give_up: G, *, willing: bool = False, advise: Advise | None = None) -> None:
        self._screen = screen
        self._presenter = screen.presenter
        self._give_up = give_up
        self._willing = willing
        self._advise = advise
        if advise is not None:
            screen.on_hint = lambda: screen.presenter.answers.append(Choice.HINT)
        self._seat: Seat | None = None
        self._ticking = False
        """Whether the notice is about the time that our player has."""

    def seated(self, table: Seat) -> None:
        """The match begins, or goes on, at this table."""
        self._seat = table
        self._screen.on_talk = table.say

    def say(self, *lines: str) -> None:
        """Sentences for the report."""
        self._presenter.say(*lines)
        self._screen.changed()

    def around(self, kind: str, lines: list[str]) -> None:
        """An event around the game: what lasts is a notice until it is over."""
        if kind in _LASTING:
            self._presenter.notice = " ".join(lines)
            self._ticking = kind == "clock"
        elif kind in _STAYS:
            self._presenter.waiting += tuple(lines)
        else:
            if kind in _ENDS:
                self._presenter.notice, self._presenter.alone = "", False
            self._presenter.say(*lines)
        self._screen.changed()

    async def confirm(self, question: str) -> bool:
        """Whether the answer is yes."""
        return await self._asked(question, [])

    async def another(self) -> bool:
        """Whether to play another match, after one that was seen to its end."""
        return await self._asked(_("Another match?"), [_("With the same opponent, by the same rules.")])

    async def stays(self) -> bool:
        """Whether to wait for the other side, which has left the table."""
        saved = _("The match is saved. Wait until your opponent comes back?")
        stays = await self._asked(_("Your opponent has left."), [saved])
        if stays:
            self._presenter.notice, self._presenter.alone = _("Waiting for your opponent to come back."), True
        return stays

    async def accept(self, offer: Offer) -> bool:
        """Show the offer and ask; `willing` players accept without being asked."""
        lines = offer_lines(offer)
        self.say(*lines)
        return self._willing or await self._asked(_("Play by these rules?"), lines)

    async def decide(self, view: PlayerView) -> Move | G:
        """The player's next move. May be cancelled."""
        self._presenter.decide(view)
        try:
            while True:
                answer = await self._screen.answer()
                if isinstance(answer, Move):
                    return answer
                if answer is Choice.GIVE_UP:
                    return self._give_up
                if answer is Choice.HINT and self._advise is not None:
                    if self._seat is not None:
                        self._seat.count_hint()
                    self._presenter.advise(await self._advise(view))
                    self._screen.changed()
        finally:
            self._presenter.withdraw()
            if self._ticking:
                self._presenter.notice, self._ticking = "", False
            self._screen.changed()

    async def ready(self, number: int) -> None:  # noqa: ARG002 - the one after that which is shown
        """Until the player has looked at the end of the deal before."""
        while not self._presenter.idle:
            await self._screen.answer()

    async def may_end(self, seconds: int) -> bool:
        """Ask whether to end a match that the other side has left hanging."""
        text = _(
            "Your opponent has owed a move for {n} s. You may end the match with a signed note: it stays undecided."
        )
        return await self._asked(_("End the match?"), [text.format(n=seconds)])

    def refused(self, error: IllegalMove) -> None:
        """A move that the table refuses."""
        self._presenter.refused(error)
        self._screen.changed()

    def tell(self, news: News) -> None:
        """Something happened."""
        self._presenter.tell(news)
        self._screen.changed()

    def hear(self, text: str) -> None:
        """The other side says something."""
        self._presenter.report.hear(text)
        self._screen.changed()

    async def _asked(self, question: str, lines: list[str]) -> bool:
        self._presenter.ask(question, lines)
        try:
            while True:
                answer = await self._screen.answer()
                if isinstance(answer, bool):
                    return answer
        finally:
            self._presenter.withdraw()
            self._screen.changed()
