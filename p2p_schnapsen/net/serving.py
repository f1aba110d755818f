"""A house of computers that is open until it is told to stop: match after match, many at once."""

from __future__ import annotations

import asyncio
import datetime
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from p2p_schnapsen.errors import DataError, SchnapsenError
from p2p_schnapsen.files import reported
from p2p_schnapsen.net.hosting import House, Seating
from p2p_schnapsen.net.runner import Declined, Entropy, Notify
from p2p_schnapsen.net.session import SIDE_NAMES, HostOptions, Match, MatchEnd
from p2p_schnapsen.profile.fingerprint import short_id

CLOSING_SECONDS = 30.0
"""How long running deals may take to their end once we are told to stop."""

LOOK_SECONDS = 0.01
"""Two computers are between deals for a few milliseconds only: who looks more seldom waits for the last second."""


class Results:
    """A file that grows by one JSON object a finished match; each is on the disk before it is told of."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def append(self, result: dict[str, Any]) -> None:
        """Raises `DataError`: `disk-full`, `cannot-write`."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        with reported(self._path, "cannot-write"):
            descriptor = os.open(self._path, flags, 0o600)
            try:
                # One write: other processes that append here do not come in between.
                os.write(descriptor, json.dumps(result).encode() + b"\n")
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


@dataclass
class Server:
    """Serves until `stop` is set; then running deals may end, nobody new comes in, and what is left can be resumed."""

    options: HostOptions
    seating: Seating
    entropy: Entropy
    notify: Notify
    limit: int
    results: Results
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    finished: int = 0
    failed: int = 0
    _trouble: DataError | None = None

    async def serve(self) -> None:
        """Raises `TransportError` where we cannot listen, `DataError` where our disk is of no use any more."""
        house = House(
            self.options, self.seating, self.entropy, self._tell, self._ended, self.limit, trouble=self._give_up
        )
        self._house = house
        async with house.open():
            await self.stop.wait()
            house.refuse_new()
            self.notify({"event": "stopping", **self._status()})
            loop = asyncio.get_running_loop()
            deadline = loop.time() + CLOSING_SECONDS
            while house.playing and loop.time() < deadline and self._trouble is None:
                house.between_deals()
                await asyncio.sleep(LOOK_SECONDS)
        self.notify({"event": "status", **self._status()})
        if self._trouble is not None:
            raise self._trouble

    def _tell(self, event: dict[str, Any]) -> None:
        self.notify(event)
        if event["event"] in ("connected", "lost", "turned-away"):
            self.notify({"event": "status", **self._status()})

    def _status(self) -> dict[str, Any]:
        return {"playing": self._house.playing, "finished": self.finished, "failed": self.failed, "limit": self.limit}

    def _give_up(self, error: DataError) -> None:
        self._trouble = error
        self.stop.set()

    def _ended(self, task: asyncio.Task[MatchEnd], match: Match) -> None:
        error = task.exception()
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        decision = match.seat.state.decision
        result: dict[str, Any] = {
            "event": "finished",
            "time": now,
            "match": match.store.folder.name,
            "peer": short_id(match.game.peer),
            "key": match.game.peer.hex(),
            "winner": None if decision is None else SIDE_NAMES[decision.winner],
            "score": None if decision is None else list(decision.score),
            "error": _code(error),
            "log": str(match.store.log_path),
        }
        if error is None:
            self.finished += 1
        else:
            self.failed += 1
        try:
            self.results.append(result)
        except DataError as trouble:
            self._give_up(trouble)
        self.notify(result)
        if isinstance(error, DataError):
            self._give_up(error)
        elif error is not None and not isinstance(error, SchnapsenError | Declined):
            raise error


def _code(error: BaseException | None) -> str | None:
    if error is None:
        return None
    return str(getattr(error, "code", type(error).__name__))
