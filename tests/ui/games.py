"""Games whose news a screen is told, without sockets: the records of a `Duel`, seen from one side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.table.seat import DECISIONS, Made
from tests.support.duel import Duel


@dataclass(frozen=True)
class Told:
    """What a player is told about a record."""

    me: int
    events: tuple[Event, ...]
    table: TableState
    view: PlayerView | None
    resumed: bool = False


def news_of(made: Made, duel: Duel, me: int) -> Told:
    """The news of a record that both seats have taken."""
    view = duel.seats[me].view() if made.state.phase in DECISIONS else None
    return Told(me, made.events, made.state, view)


def news(duel: Duel, me: int) -> Iterator[Told]:
    """The news of a whole game."""
    for made in duel.steps():
        yield news_of(made, duel, me)
