"""What a game asks of those who run it: values, carried out in order. Nothing is shown before it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.channel import Frame
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.wire.messages import Offer


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a secret of this name (32 bytes), store it for good, and give it to the game."""

    name: str


@dataclass(frozen=True, slots=True)
class Keep:
    """Append a record, or an end note, to the log; it is on the disk before the next command."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class Send:
    """Send a frame on the link, if it still holds."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class Drop:
    """Give the link up, and say so: `code` is why."""

    code: str


@dataclass(frozen=True, slots=True)
class Consider:
    """Ask our player whether to play by this offer."""

    offer: Offer


@dataclass(frozen=True, slots=True)
class Decide:
    """Ask our player for a move."""

    view: PlayerView


@dataclass(frozen=True, slots=True)
class Ready:
    """Ask our player whether to go on with deal `number`: a deal has ended, and there is something to look at."""

    number: int


@dataclass(frozen=True, slots=True)
class Heard:
    """The other player says something: a stranger's text, as it came."""

    text: str


@dataclass(frozen=True, slots=True)
class Unheard:
    """What our player said goes nowhere: `code` is `no-link`, or `too-fast`."""

    code: str


@dataclass(frozen=True, slots=True)
class MayEnd:
    """Ask our player whether to end the match with a note; the other side has been owing for `seconds`."""

    seconds: int


@dataclass(frozen=True, slots=True)
class News:
    """What a record did, and the public table after it; `view` is our player's, in a phase of decision.

    `resumed`: nothing new happened, but a match that was stored goes on from here.
    """

    me: int
    events: tuple[Event, ...]
    table: TableState
    view: PlayerView | None
    resumed: bool = False


@dataclass(frozen=True, slots=True)
class Silent:
    """Nothing has come from the other side for `seconds`; in `left` seconds the match may be ended."""

    seconds: int
    left: int


@dataclass(frozen=True, slots=True)
class Back:
    """The other side is heard again."""


@dataclass(frozen=True, slots=True)
class Ticking:
    """Our player has `left` seconds for the move."""

    left: int


@dataclass(frozen=True, slots=True)
class Stop:
    """The game is over for this side: with `error`, or (None) as it should be."""

    error: Exception | None


Command: TypeAlias = (
    Draw
    | Keep
    | Send
    | Drop
    | Consider
    | Decide
    | Ready
    | MayEnd
    | News
    | Heard
    | Unheard
    | Silent
    | Back
    | Ticking
    | Stop
)


class Declined(Exception):
    """There will be no game: the offer was not accepted, or stands no more. `code` says why, in the channel's words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class GiveUp:
    """A player's wish to concede the whole match."""


GIVE_UP = GiveUp()
