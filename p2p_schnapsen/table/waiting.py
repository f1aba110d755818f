"""How long the other side has been silent, and our player thinking: seconds of a clock that others read. Pure."""

from __future__ import annotations

from dataclasses import dataclass

PING_SECONDS = 5.0
"""A side that has sent nothing for so long sends a ping."""

SILENT_SECONDS = 15.0
"""Silence is named from here on, and again after each `SILENT_AGAIN`."""

SILENT_AGAIN = 30.0
RELINK_SECONDS = 30.0
"""A guest whose link has been silent for so long makes a new one."""

ASLEEP_SECONDS = 5.0
"""Ticks come every second; after a longer pause it was we who were stopped, and the others' time stood still, too."""

CLOCK_WARNINGS = (30, 10, 5)


@dataclass(slots=True)
class Waiting:
    """The times of one game, in seconds of any monotonic clock."""

    time: float
    heard: float
    spoke: float
    due: float
    """Since when the present record has been owed."""
    due_to_show: float = 0.0
    """Since when the other side has been due to show what it said it has."""

    named: float = 0.0
    """The silence that was named last; 0 where none was."""
    warned: int = 0
    """The seconds left that our player was warned of last; 0 where it was not."""

    @staticmethod
    def start(now: float) -> Waiting:
        """Everything begins now."""
        return Waiting(now, now, now, now, now)

    def advance(self, now: float) -> None:
        """The time is `now`. A time in which we did not run is nobody's silence."""
        gap = now - self.time
        if gap > ASLEEP_SECONDS:
            self.heard += gap
            self.due += gap
            self.due_to_show += gap
        self.time = max(self.time, now)

    def hear(self) -> bool:
        """Something came in; whether a silence that was named has ended."""
        ended = self.named > 0
        self.heard, self.named = self.time, 0.0
        return ended

    def turn(self) -> None:
        """Another record is owed from now on."""
        self.due = self.due_to_show = self.time
        self.warned = 0

    @property
    def silence(self) -> float:
        """Seconds since anything was heard."""
        return self.time - self.heard

    @property
    def thinking(self) -> float:
        """Seconds for which the present record has been owed."""
        return self.time - self.due

    def owed(self, clock: float) -> float:
        """For how many seconds the present record may be said to have been owed in silence.

        A side that is there may think for as long as it likes, unless the contract has a `clock` (0: none).
        """
        silence = min(self.silence, self.thinking)
        return max(silence, self.thinking - clock if clock else 0.0)

    def name_silence(self) -> bool:
        """Whether the silence is to be told now."""
        wanted = SILENT_SECONDS if not self.named else self.named + SILENT_AGAIN
        if self.silence < wanted:
            return False
        self.named = self.silence
        return True

    def warn(self, clock: float) -> int | None:
        """Seconds left of our player's `clock`, where it is time to say so."""
        left = clock - self.thinking
        steps = [step for step in CLOCK_WARNINGS if left <= step < clock and (not self.warned or step < self.warned)]
        if not steps:
            return None
        self.warned = min(steps)
        return max(0, round(left))

    def ping_is_due(self) -> bool:
        """Whether nothing of ours has gone out for long enough."""
        return self.time - self.spoke >= PING_SECONDS
