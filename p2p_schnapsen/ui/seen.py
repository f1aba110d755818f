"""What a player in line mode knows of the table, and what it is told of it: unasked only what it does not know yet."""

from __future__ import annotations

from typing import Final

from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import events as e
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.ui import table
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.screen.choices import POINTS_SHOWN, Points
from p2p_schnapsen.ui.sentences import News, standing
from p2p_schnapsen.ui.typed import Wish, choices

_COUNTING: Final = {
    Wish.BOTH_POINTS: Points.SHOWN,
    Wish.OWN_POINTS: Points.OWN,
    Wish.NO_POINTS: Points.HIDDEN,
}


class Seen:
    """What one player knows. `points`: whose card points are told; `view`: the deal as it was last seen, None where
    none is played.
    """

    def __init__(self, side: int, style: CardStyle, points: Points) -> None:
        self.points = points
        self.view: PlayerView | None = None
        self._people = People(side)
        self._style = style
        self._situation = table.Situation(style)
        self._state: TableState | None = None

    @property
    def begun(self) -> bool:
        """Whether there is a match."""
        return self._state is not None or self.view is not None

    def learn(self, news: News) -> list[str]:
        """Know what was just told; after a deal was dealt, who does not lead hears of its hand."""
        self._state = news.table
        if news.view is None:
            if news.table.deal is None or news.table.deal.game is None:
                self.view = None
            return []
        self.view = view = news.view
        begun = any(isinstance(event, e.Dealt) for event in news.events)
        if begun or news.resumed:
            self._situation.forget()
        if begun:
            self._situation.known(view, self.points)
        for event in news.events:
            if isinstance(event, e.Moved) and event.move.kind in (Kind.LEAD, Kind.CLOSE):
                self._situation.known(view, self.points, "led" if event.move.kind is Kind.LEAD else "talon")
        if view.deal.turn == view.me or not (begun or news.resumed):
            return []
        before = table.situation(view, self._style, self.points) if news.resumed else []
        return [*before, table.hand(view, self._style)]

    def offered(self, view: PlayerView) -> list[Move]:
        """What can be chosen, in order."""
        return choices(view, neutral=self.points is Points.HIDDEN)

    def turn(self, view: PlayerView, offered: list[Move]) -> list[str]:
        """What has changed since the last turn, and the choices."""
        return [*self._situation.changes(view, self.points), *self._choices(view, offered)]

    def answer(self, wish: Wish | None, offered: list[Move] | None = None) -> list[str] | None:
        """What is asked for, or was changed; None where the wish is not about that. `offered` are the choices, in turn:
        they may change with whose points are told.
        """
        match wish:
            case Wish.HELP:
                return table.help_lines(self.view, self._style)
            case Wish.BOTH_POINTS | Wish.OWN_POINTS | Wish.NO_POINTS:
                return self._count(_COUNTING[wish], offered)
            case Wish.POINTS:
                return self._standing()
            case Wish.LOOK | Wish.LAST | Wish.TRICKS | Wish.TRUMP:
                return [no_deal()] if self.view is None else self._look(wish, self.view, offered)
            case _:
                return None

    def _choices(self, view: PlayerView, offered: list[Move]) -> list[str]:
        """The hand, as what can be played of it and what not."""
        return [*table.unlisted(offered, view, self._style), *table.listing(offered, view, self._style)]

    def _look(self, wish: Wish, view: PlayerView, offered: list[Move] | None) -> list[str]:
        style = self._style
        match wish:
            case Wish.LAST:
                return [table.last_trick(view.deal, view.me, style, counting=self.points is Points.HIDDEN)]
            case Wish.TRICKS:
                return table.own_tricks(view.deal, view.me, style)
            case Wish.TRUMP:
                return [table.talon(view, style)]
        cards = [table.hand(view, style)] if offered is None else self._choices(view, offered)
        return [*table.situation(view, style, self.points), *cards]

    def _standing(self) -> list[str]:
        """Points, tricks and the score; between two deals that alone."""
        if self.view is not None:
            return table.standing(self.view, self.points)
        if self._state is None or self._state.match is None:
            return [no_deal()]
        return [standing(self._people, self._state.match.score, self._state)]

    def _count(self, points: Points, offered: list[Move] | None) -> list[str]:
        self.points = points
        told = [_(POINTS_SHOWN[points])]
        if self.view is None or offered is None:
            return told
        before = list(offered)
        offered[:] = self.offered(self.view)
        return told if offered == before else [*told, *self._choices(self.view, offered)]


def no_deal() -> str:
    """Why there is nothing to be seen."""
    return _("No deal is being played now.")
