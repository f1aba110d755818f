"""What is said to somebody who looks for a game on the local network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from p2p_schnapsen.ui.acquaintances import columns_within
from p2p_schnapsen.ui.language import _, mark, plural
from p2p_schnapsen.ui.sanitise import sanitise

SHOWN = 20
"""More games than these are not listed: an address can be typed."""

ADDRESS_CELLS = 60

LOOKING = mark("Looking for games on the local network ...")
PROMPT = mark("Address of the host (empty: look again): ")
CHOICE = mark("Number of a game, or an address (empty: look again): ")
TYPED = mark("Address of the host: ")


class Offered(NamedTuple):
    """A game that somebody announces, in foreign text: nothing of it is proven."""

    name: str
    rules: str
    short_id: str
    address: str


def found(games: Sequence[Offered], cells: int | None = None) -> list[str]:
    """The games, numbered from 1, each in one line, or in two where it is longer than so many `cells`."""
    if not games:
        return [_("No game was found. Where networks keep their machines apart, an address still leads there.")]
    shown = games[:SHOWN]
    lists = [
        ["", *(str(number) for number, _game in enumerate(shown, start=1))],
        [_("name"), *(sanitise(game.name) for game in shown)],
        [_("rules"), *(sanitise(game.rules) if game.rules else "-" for game in shown)],
        [_("ID"), *(sanitise(game.short_id) if game.short_id else "-" for game in shown)],
        [_("address"), *(sanitise(game.address, ADDRESS_CELLS) for game in shown)],
    ]
    if not any(game.rules for game in shown):  # rules of one's own have no name that all know
        del lists[2]
    lines = columns_within(list(zip(*lists, strict=True)), len(lists) - 2, cells)
    more = len(games) - SHOWN
    if more > 0:
        text = plural("There is {more} more.", "There are {more} more.", more)
        lines.append(text.format(more=more))
    lines.append(_("Anybody can announce any name and ID; who answers is shown before you play."))
    return lines


def no_such(number: str) -> str:
    """A number was typed that no game has."""
    return _("There is no game {number}.").format(number=sanitise(number, 8))
