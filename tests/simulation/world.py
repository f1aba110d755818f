"""A world in which one seed decides everything: its clock, what happens in which order, and its luck."""

from __future__ import annotations

import heapq
import random
from collections import Counter, deque
from collections.abc import Callable

EVENTS = 60_000
"""So many events without an end mean that the game is stuck."""

TRACE = 120
"""Events that a failure shows."""


class Stuck(AssertionError):
    """The game does not come to an end."""


class World:
    """The time in seconds, and what is to happen when. `luck` is spent in the order of the events, so it repeats."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.now = 0.0
        self.luck = random.Random(f"{seed}/luck")
        self.counts: Counter[str] = Counter()
        """What happened how often: crashes, cuts …"""
        self.trace: deque[str] = deque(maxlen=TRACE)
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._events = 0

    def after(self, seconds: float, action: Callable[[], None]) -> None:
        """Let `action` happen in a while, behind all that was to happen then already."""
        self.at(self.now + seconds, action)

    def at(self, time: float, action: Callable[[], None]) -> None:
        """The same for a time, which is now at the earliest."""
        self._events += 1
        heapq.heappush(self._queue, (max(self.now, time), self._events, action))

    def note(self, *words: object) -> None:
        """Remember what happened, for the one who looks for a fault."""
        self.trace.append(f"{self.now:9.3f}  {' '.join(map(str, words))}")

    def chance(self, probability: float) -> bool:
        """Whether something that is so likely happens."""
        return self.luck.random() < probability

    def run(self, done: Callable[[], bool], until: float = float("inf")) -> None:
        """Let things happen until `done`, or until this time. Raises `Stuck`."""
        while not done():
            if not self._queue:
                raise Stuck("nothing will ever happen again")
            if self._events > EVENTS:
                raise Stuck(f"{EVENTS} events and no end")
            if self._queue[0][0] > until:
                return
            self.now, _, action = heapq.heappop(self._queue)
            action()
