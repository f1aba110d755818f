"""What a record did, in the words of the table: for the screen, the bot's memory and the replay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.scoring import Outcome


@dataclass(frozen=True, slots=True)
class ContractMade:
    """Offer and accept are signed: there is a game."""


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The first dealer is known."""

    dealer: int


@dataclass(frozen=True, slots=True)
class ShuffleProven:
    """A side's shuffle of the deck was checked."""

    side: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """Both hands are dealt and the trump is turned up."""

    number: int
    dealer: int
    up: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A side made a move; `duty` is the number of hidden cards proven to hold no card that had to be played."""

    side: int
    move: Move
    duty: int = 0


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete."""

    winner: int
    lead: int
    follow: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A side has the share it needs to see its drawn card; `card` where the card is face up."""

    side: int
    card: int | None


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal is decided; `score` is the match's, after it."""

    number: int
    outcome: Outcome
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SeedOpened:
    """A side opened its seed of a deal and every value was made anew, or (`opened` false) declined."""

    number: int
    side: int
    opened: bool


@dataclass(frozen=True, slots=True)
class MatchDecided:
    """The match has a winner."""

    winner: int
    score: tuple[int, int]
    conceded: bool


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A side signed the result."""

    side: int


Event: TypeAlias = (
    ContractMade | MatchStarted | ShuffleProven | Dealt | Moved | TrickTaken | Drew | DealEnded | SeedOpened
    | MatchDecided | Acknowledged
)  # fmt: skip
