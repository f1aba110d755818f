"""What has been proven so far, in words a player understands. Pure."""

from __future__ import annotations

from p2p_schnapsen.table import events as e
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.ui.language import _, plural
from p2p_schnapsen.ui.sentences import News


class Fairness:
    """Listens to what records have proven."""

    def __init__(self, me: int) -> None:
        self._me = me
        self._number = 0
        self._shuffled: set[int] = set()
        self._duties = 0
        self._opened: dict[int, int] = {}
        self._declined = False

    def tell(self, news: News) -> None:
        """Records were checked: whatever is told here has been proven."""
        if news.resumed:
            self._resume(news.table)
        for event in news.events:
            match event:
                case e.ShuffleProven():
                    deal = news.table.deal
                    if deal is not None and deal.number != self._number:
                        self._number, self._shuffled, self._duties = deal.number, set(), 0
                    self._shuffled.add(event.side)
                case e.Moved():
                    self._duties += event.duty
                case e.SeedOpened():
                    if event.opened:
                        self._opened[event.number] = self._opened.get(event.number, 0) + 1
                    else:
                        self._declined = True

    def _resume(self, table: TableState) -> None:
        """The whole log was checked when it was read: what it proves of this deal and of those before."""
        deal = table.deal
        if deal is not None:
            proven = {
                Phase.COMMIT: set[int](),
                Phase.KEY: set[int](),
                Phase.SHUFFLE: set[int](),
                Phase.CUT: {deal.dealer},
            }
            self._number, self._shuffled = deal.number, proven.get(table.phase, {0, 1})
        for opening in table.opened:
            self._opened[opening.number] = self._opened.get(opening.number, 0) + 1
        self._declined = bool(table.declined)

    def line(self) -> str:
        """All of it in a line; empty before the first shuffle."""
        parts = []
        if self._shuffled == {0, 1}:
            parts.append(_("Deal {n}: shuffled by both, and proven.").format(n=self._number))
        elif self._shuffled:
            mine = self._me in self._shuffled
            parts.append(_("Your shuffle is proven.") if mine else _("Your opponent's shuffle is proven."))
        if self._duties:
            cards = plural("{n} card", "{n} cards", self._duties).format(n=self._duties)
            parts.append(_("No revoke: proven for {cards}.").format(cards=cards))
        whole = [number for number, sides in self._opened.items() if sides == len((0, 1))]
        if whole:
            parts.append(_("Deal {n} was opened: every card as dealt.").format(n=max(whole)))
        elif self._declined:
            parts.append(_("A deal was not opened."))
        return " ".join(parts)
