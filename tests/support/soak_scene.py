"""A match at a table of real processes, and what has to be true of it however it is disturbed."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.table.model import GUEST, HOST
from tests.support.soak_table import SIDES, Process, Table, free_port

if TYPE_CHECKING:
    from scripts.lib.soak_kills import Game

PATIENCE_SECONDS: Final = 60
"""What takes longer has failed."""


class Broken(Exception):
    """A fault was not outlived as it should have been."""


class Skipped(Exception):
    """This machine cannot do it."""


def check(truth: object, sentence: str) -> None:
    """Raises `Broken` where something that was promised is not true."""
    if not truth:
        raise Broken(sentence)


class Scene:
    """A match with seeded luck, its undisturbed log, and a table to play it at."""

    def __init__(self, folder: Path, game: Game, pause: float = 0.0, to: int | None = None) -> None:
        port, self._keeper = free_port()
        part = replace(game.part(port), pause=pause)
        table = Table.laid(folder, part)
        self.table = Table(folder, (table.parts[HOST], replace(table.parts[GUEST], port=to or port)))
        self.game = game
        self.port = port
        self.ended: list[tuple[int, Process]] = []

    def sit_down(self) -> None:
        """Start both."""
        self.table.start(HOST)
        self.until(HOST, "listening")
        self.table.start(GUEST)

    def until(self, side: int, event: str, seconds: float = PATIENCE_SECONDS) -> dict[str, Any]:
        """Wait until a side says that."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for who, news in self.step(deadline - time.monotonic()):
                if isinstance(news, dict) and (who, news["event"]) == (side, event):
                    return news
        raise Broken(f"{SIDES[side]} did not say {event!r} within {seconds:.0f} s")

    def step(self, seconds: float) -> list[tuple[int, dict[str, Any] | Process]]:
        """What happens next; remembers who ends."""
        happened = self.table.wait(max(0.0, seconds))
        self.ended += [(side, news) for side, news in happened if isinstance(news, Process)]
        return happened

    def until_records(self, number: int) -> None:
        """Wait until both logs have so many records."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while min(self.table.log(HOST)[2], self.table.log(GUEST)[2]) < number:
            check(time.monotonic() < deadline, f"record {number} was never reached: {self.table.errors()}")
            self.step(0.02)

    def until_bound(self) -> None:
        """Wait until both have the contract. A guest whose link is cut before has nothing to come back to, and ends."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while min(self.table.log(HOST)[2], self.table.log(GUEST)[2]) < 2:
            check(time.monotonic() < deadline, f"the match does not begin: {self.last_words()}")
            for side, news in self.step(0.05):
                if isinstance(news, Process):
                    last = news.events[-1] if news.events else {}
                    check(side == GUEST and last.get("error") == "TransportError", f"the {SIDES[side]} ended: {last}")
                    self.ended.clear()
                    self.table.start(GUEST)

    def until_over(self) -> None:
        """Wait until both have ended as they should, and compare what is left."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while any(self.table.running):
            check(time.monotonic() < deadline, f"the match does not end: {self.last_words()}")
            self.step(1.0)
        for side, process in self.ended:
            check(process.code == 0, f"{SIDES[side]} ended with {process.events[-1:]} {self.table.errors()}")
        self.compare()

    def last_words(self) -> str:
        """What the sides said last, and how far they are."""
        last = [process.events[-3:] if process is not None else "gone" for process in self.table.running]
        return f"{last}, records {[self.table.log(side)[2] for side in (HOST, GUEST)]}"

    def compare(self) -> None:
        """Both logs are those of the undisturbed match."""
        for side in (HOST, GUEST):
            check(self.table.log(side)[1] == self.game.log, f"the log of the {SIDES[side]} is another one")
        check(verify(self.game.log).verdict is Verdict.VALID, "the log is not valid")

    def process(self, side: int) -> Process:
        """The running process of a side."""
        process = self.table.running[side]
        check(process is not None, f"the {SIDES[side]} does not run: {self.table.errors()}")
        assert process is not None
        return process

    def __enter__(self) -> Scene:
        return self

    def __exit__(self, *error: object) -> None:
        self.table.__exit__(*error)
        if self._keeper is not None:
            self._keeper.close()
