"""What is to be seen at the table, as values: the presenter makes it, the painter places it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from p2p_schnapsen.rules.cards import Card
from p2p_schnapsen.ui.language import _, mark

NAMED_KEYS = (mark("Enter"), mark("Esc"))
"""Keys that have a name in each language."""


class Mark(Enum):
    """How a card of the own hand lies."""

    RESTING = auto()
    """It is not our turn."""
    LEGAL = auto()
    ILLEGAL = auto()


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the own hand. `key` plays it; `announces`: it is of a marriage that may be announced; `exchanges`: it
    may be exchanged for the trump.
    """

    card: Card
    mark: Mark
    key: str
    chosen: bool = False
    announces: bool = False
    exchanges: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """One side: its name, its points as they may be seen, its tricks, and what was played to this trick."""

    name: str
    points: str
    tricks: int
    dealer: bool
    played: Card | None = None
    takes: bool = False
    """Whether it takes the trick that lies there."""


@dataclass(frozen=True, slots=True)
class Talon:
    """What is left of it. `up` is None once it was drawn."""

    cards: int
    up: Card | None
    trump: int
    """The suit (0..3)."""
    closed: str = ""
    """Who closed it, in words; empty while it is open."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something that can be done by a key, and by a click on it."""

    key: str
    label: str
    action: str

    @property
    def sign(self) -> str:
        """What stands on the key."""
        return _(self.key) if self.key in NAMED_KEYS else self.key


@dataclass(frozen=True, slots=True)
class Dialog:
    """A box above the table: a question, an explanation, a list. `entry` is what has been typed, if text is wanted.

    `page` counts from 0 where it is too long for the screen.
    """

    title: str
    lines: tuple[str, ...]
    buttons: tuple[Button, ...]
    entry: str | None = None
    page: int = 0
    asks: bool = True
    """Whether it is answered, and not only read."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the screen."""

    title: str
    short: str
    """The title where that has no room."""
    score: str
    status: str
    """What is to be done now, or who is awaited."""
    urgent: bool
    """Whether it is our player who is awaited."""
    fairness: str
    said: tuple[str, ...]
    """What has happened, the newest last."""
    buttons: tuple[Button, ...]
    me: Person | None = None
    other: Person | None = None
    hand: tuple[Held, ...] = ()
    backs: int = 0
    """Cards of the other side that nobody has seen; `known` are those that everybody has."""
    known: tuple[Card, ...] = ()
    talon: Talon | None = None
    dialog: Dialog | None = None
    notice: str = ""
    """What goes on around the game: a silence, a lost connection, a clock."""
    waiting: tuple[str, ...] = field(default=())
    """Before the first deal, in place of the table."""
