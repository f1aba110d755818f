"""What goes wrong in a run, and how often: drawn from the seed, as everything is."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a run is to show."""

    STEADY = "steady"
    """Whatever crashes and breaks comes back: the log is the one of an undisturbed game, byte for byte."""

    SET_BACK = "set back"
    """Disks are set back to older copies, logs shortened, secrets lost: nobody is blamed, and both agree in the end."""

    DESERTED = "deserted"
    """One side goes for good, or for too long: the other may end the match with a note."""


@dataclass(frozen=True, slots=True)
class Weather:
    """How the network, the machines and the disks behave. Means of exponential distributions; None: never."""

    latency: float = 0.05
    split: float = 0.0
    """How likely a piece of a write is to be split once more."""
    doubled: float = 0.0
    """How likely a record is to be sent twice."""
    cut_behind: float = 0.0
    """How likely a connection is to break right behind a frame."""
    life: float | None = None
    """Seconds that a connection lasts."""
    late: float = 0.0
    """Seconds until a broken connection is noticed."""
    crash_steps: float | None = None
    """Steps between two crashes of one side."""
    crashes: int = 0
    """How many there are in a run at most, per side."""
    both: float = 0.0
    """How likely the other side is to crash at the same moment."""
    power: float = 0.5
    """How likely a crash is to take the unsynced bytes along."""
    down: float = 2.0
    """Seconds until a process starts again."""
    full: float = 0.0
    """How likely a write is to find the disk full."""
    pause: float = 0.0
    """How likely a process is to be stopped for a while before an event."""
    pause_seconds: float = 10.0
    set_back: float = 0.0
    """How likely a crash is to set the disk back."""

    @staticmethod
    def of(luck: random.Random, kind: Kind) -> Weather:
        """The weather of one run."""
        return Weather(
            latency=luck.choice((0.001, 0.05, 0.4, 2.0)),
            split=luck.choice((0.0, 0.3, 0.8)),
            doubled=luck.choice((0.0, 0.0, 0.1)),
            cut_behind=luck.choice((0.0, 0.005, 0.03)),
            life=luck.choice((None, 30.0, 10.0)),
            late=luck.choice((0.0, 1.0, 20.0)),
            crash_steps=luck.choice((None, 60.0, 250.0, 250.0)) if kind is not Kind.SET_BACK else 120.0,
            crashes=luck.randint(1, 5),
            both=luck.choice((0.0, 0.2, 1.0)) if kind is not Kind.DESERTED else 0.0,
            power=luck.choice((0.0, 0.7, 1.0)),
            down=luck.choice((0.0, 2.0, 20.0)),
            full=luck.choice((0.0, 0.0, 0.02)),
            pause=luck.choice((0.0, 0.0, 0.01)),
            set_back=0.7 if kind is Kind.SET_BACK else 0.0,
        )

    def delay(self, luck: random.Random) -> float:
        """Seconds that a piece takes, if nothing is before it."""
        return luck.expovariate(1 / self.latency)

    def link_life(self, luck: random.Random) -> float | None:
        """Seconds that this connection lasts; None: as long as it is wanted."""
        return None if self.life is None else luck.expovariate(1 / self.life)

    def notice(self, luck: random.Random) -> float:
        """Seconds until an end notices that its connection is broken."""
        return luck.expovariate(1 / self.late) if self.late else 0.0

    def next_crash(self, luck: random.Random) -> float:
        """Steps until the next crash."""
        return luck.expovariate(1 / self.crash_steps) if self.crash_steps else float("inf")

    def down_time(self, luck: random.Random) -> float:
        """Seconds until the next start; short against any patience."""
        return min(60.0, luck.expovariate(1 / self.down)) if self.down else 0.0
