"""A presenter that is told a whole game, and the screens it comes to."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Move, close
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.seat import DECISIONS
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.screen.choices import Options
from p2p_schnapsen.ui.screen.paint import paint
from p2p_schnapsen.ui.screen.pieces import Signs
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.ui.screen.scene import picture
from p2p_schnapsen.ui.typed import Wish, choices, understand
from tests.support.deals import at
from tests.support.duel import Duel
from tests.ui.games import Told, news_of

SIZES = ((80, 24), (120, 40), (40, 15), (60, 20), (200, 60))


@functools.cache
def _told(seed: str, me: int, target: int) -> tuple[Told, ...]:
    duel = Duel.new(seed, Ruleset(target=target))
    return tuple(news_of(made, duel, me) for made in duel.steps())


def presented(
    seed: str = "presented", me: int = 0, target: int = 5, *, symbols: bool = True
) -> Iterator[tuple[Presenter, Told]]:
    """The presenter after each record of a match. Whatever is shown is dismissed before the next."""
    presenter = Presenter(me, CardStyle(symbols))
    for told in _told(seed, me, target):
        presenter.withdraw()
        presenter.tell(told)
        if told.view is not None and told.table.phase in DECISIONS and told.table.turn == me:
            presenter.decide(told.view)
        presenter.painted()
        yield presenter, told
        look_at_all(presenter)


def look_at_all(presenter: Presenter) -> None:
    """Our player sees all there is to be seen, and dismisses it; then the table is on the screen."""
    presenter.painted()
    while not presenter.idle:
        presenter.key("escape")
        presenter.painted()


def asked(*, led: bool = False, strict: bool = False, options: Options | None = None) -> Presenter:
    """A presenter whose player has to lead, or to answer a lead; `strict`: with a card that may not be played."""
    for presenter, _ in presented():
        view = presenter.view
        if not presenter.deciding or view is None or (view.deal.led is not None) != led or not view.hand:
            continue
        barred = any(presenter.plays(card) not in presenter.legal for card in presenter.hand)
        if barred == strict and (led or close() in presenter.legal):
            if options is not None:
                presenter.options = options
            return presenter
    raise AssertionError("no such moment in this game")


def lines(presenter: Presenter, columns: int = 80, rows: int = 24, *, unicode: bool = True) -> list[str]:
    """The screen."""
    return paint(picture(presenter), columns, rows, Signs(unicode)).lines()


def text(presenter: Presenter) -> str:
    """The screen at 80x24 as one text."""
    return "\n".join(lines(presenter))


def leading() -> PlayerView:
    """What a leader sees who can do everything that there is to be done."""
    deal = at("KH QH KS QS JH", "JS AS TS KD JD", up="AH", talon="TH QD AD TD AC TC KC QC JC", points=(20, 0))
    return PlayerView.of(deal, Match(SCHNAPSEN, 1), 0, deal.known[0])


def understood(text: str, view: PlayerView) -> Move | Wish:
    """What a player who sees this and types that means."""
    return understand(text, view, choices(view))
