"""How much may be said: so many lines a second, and a few at once. Pure; the time is an argument.

A receiver drops what is more, quietly; a sender does not send it. Spec: section `chat`.
"""

from __future__ import annotations

from dataclasses import dataclass

LINES_A_SECOND = 1.0
LINES_AT_ONCE = 5


@dataclass(slots=True)
class Allowance:
    """The lines that one side may still say; seconds of any monotonic clock."""

    time: float
    left: float = LINES_AT_ONCE

    def take(self, now: float) -> bool:
        """Whether one more line fits in."""
        self.left = min(LINES_AT_ONCE, self.left + max(0.0, now - self.time) * LINES_A_SECOND)
        self.time = max(self.time, now)
        if self.left < 1:
            return False
        self.left -= 1
        return True
