"""Where the computer thinks: beside the event loop, so that everything else stays quick to answer.

A thread is enough for that.  The interpreter passes from thread to thread every few milliseconds, so the loop is never
kept waiting for longer, and a thread costs no memory for a second program.  Two may think at once, however many matches
a house has.
"""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from p2p_schnapsen.bot import EFFORTS, HINTS, LEVELS, Hint, choose, hint
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.analysis import hint_sentence
from p2p_schnapsen.ui.cards import CardStyle

THREADS = 2
HINT_LEVEL = "strong"
HINT_SECONDS = 3.0
"""Nobody wants to wait longer for a hint."""


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, thread_name_prefix="thinking")


class Thinker:
    """Finds moves at a level, in at most `ceiling` seconds each (None: as long as the level needs)."""

    def __init__(self, level: str, ceiling: float | None = None) -> None:
        if level not in LEVELS:
            raise ValueError(f"no level is called {level!r}")
        self._level = level
        self._ceiling = ceiling
        self._rng = random.SystemRandom()

    async def move(self, view: PlayerView) -> Move:
        """The next move. Where this is cancelled, the thinking stops too."""
        if self._level not in EFFORTS:
            return LEVELS[self._level](view, self._rng)
        watch = Watch(self._ceiling)
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(_threads(), choose, self._level, view, self._rng, watch.over)
        finally:
            watch.stop()

    async def hint(self, view: PlayerView) -> Hint:
        """What to advise a player who sees this."""
        watch = Watch(self._ceiling)
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(_threads(), hint, view, self._rng, HINTS, watch.over)
        finally:
            watch.stop()


def adviser(style: CardStyle) -> Callable[[PlayerView], Awaitable[str]]:
    """What the computer would do, as a sentence. It thinks as hard as the strongest level, whoever the opponent is."""
    thinker = Thinker(HINT_LEVEL, HINT_SECONDS)

    async def advise(view: PlayerView) -> str:
        return hint_sentence(await thinker.hint(view), style)

    return advise


class Watch:
    """Says when thinking must end: after so many seconds, or when it was stopped."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._stopped = threading.Event()

    def over(self) -> bool:
        """Whether there is no more time."""
        return self._stopped.is_set() or (self._end is not None and time.monotonic() >= self._end)

    def stop(self) -> None:
        """Nobody waits for the answer any more."""
        self._stopped.set()
