"""Match after match with the same opponent, for as long as both want it."""

from __future__ import annotations

import asyncio
import contextlib
from argparse import Namespace
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

from p2p_schnapsen.cli.sitting import NO_OTHER, Talk
from p2p_schnapsen.errors import PeerSuspect, SchnapsenError, TransportError
from p2p_schnapsen.net.joining import NOT_THERE
from p2p_schnapsen.net.runner import Declined
from p2p_schnapsen.net.session import MatchEnd, today
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.wire.messages import Offer

SECONDS = 60.0
"""How long a side that wants another match waits for the other."""

RETRY_SECONDS = 0.5

GONE_SECONDS = 8.0
"""A host that does not even listen for so long has left: between two matches it verifies the log."""

KNOCK_SECONDS = 2.0
"""How often a guest that is still asked looks whether its host is there."""

WORD_SECONDS = 3 * RETRY_SECONDS
"""How long it takes at most to tell the other side that there is no other match: long enough for one that is waiting to
be met.
"""


class Asked(Protocol):
    """Where our person can be asked."""

    async def another(self) -> bool:
        """Whether to play another match."""
        ...

    def anew(self) -> None:
        """Make ready for it."""
        ...


class Rematch:
    """Decides whether there is another match. `place` is None where a computer plays."""

    def __init__(self, options: Namespace, talk: Talk, place: Asked | None) -> None:
        self.last: MatchEnd | None = None
        """The match before this one; None before the first."""
        self._left: int | None = options.rematch
        self._talk = talk
        self._place = place
        self._answer: bool | None = None
        self._heard = False
        """Whether the other side has said no, or has gone."""
        self.hears_no: Callable[[], Awaitable[None]] = _for_ever
        """Returns when the other side has said that it wants no other match."""
        self.tell_no: Callable[[], Awaitable[None]] = _nobody_to_tell
        """Tells the other side, if it is waiting for our answer, that we want no other match."""

    async def wanted(self, end: MatchEnd) -> bool:
        """Whether our side wants another match after this one. Scripts say beforehand how many."""
        await self.ask(end)
        if self._heard:  # told here, and not where it was asked: a screen may be gone by now
            self._heard = False
            self._talk.say(_(NO_OTHER))
        if self._left is not None:
            self._left -= 1
            wanted = self._left >= 0
        else:
            wanted, self._answer = bool(self._answer), None
        if wanted and self._place is not None:
            self._place.anew()
        return wanted

    async def ask(self, end: MatchEnd) -> None:
        """Ask our person, where there is one to be asked and that was not done yet, and tell the other side of a no."""
        self.last = end
        place = self._place
        if self._answer is not None or self._left is not None or self._talk.json or place is None:
            return
        asking, hearing = asyncio.ensure_future(place.another()), asyncio.ensure_future(self._heard_no())
        either: set[asyncio.Future[Any]] = {asking, hearing}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            answered = asking.done()
            self._answer = answered and asking.result()
            if not answered:
                hearing.result()  # what went wrong while we listened is no answer of theirs
        finally:
            for task in either:
                task.cancel()
            await asyncio.gather(*either, return_exceptions=True)
        self._heard = not answered
        if answered and not self._answer:
            await self.say_no()

    async def _heard_no(self) -> None:
        """Returns when the other side has said no."""
        # Where we cannot listen our person is asked all the same.
        with contextlib.suppress(SchnapsenError):
            await self.hears_no()
            return
        await _for_ever()

    async def say_no(self) -> None:
        """Tell the other side, where that can be done in a moment."""
        # The other side may not be waiting, or be gone for good: then there is nobody to be told.
        with contextlib.suppress(TimeoutError, SchnapsenError):
            async with asyncio.timeout(WORD_SECONDS):
                await self.tell_no()

    @property
    def peer(self) -> bytes:
        """The key of the opponent so far."""
        assert self.last is not None
        key = self.last.table.identities[1 - self.last.side]
        assert key is not None, "a match was played"
        return key

    @property
    def terms(self) -> Terms:
        """The contract so far, for a match that begins today."""
        offer = self.offer
        return Terms(Ruleset.from_canonical(offer.ruleset), offer.opening, offer.clock, offer.patience, today())

    @property
    def offer(self) -> Offer:
        """What the last match was played by."""
        assert self.last is not None
        assert self.last.table.offer is not None
        return self.last.table.offer

    def is_known(self, offer: Offer) -> bool:
        """Whether this is what the last match was played by: our player has agreed to it already."""
        if self.last is None or self.last.side == HOST:
            return False
        before = self.offer
        return (offer.key, offer.ruleset, offer.opening, offer.clock, offer.patience) == (
            *(before.key, before.ruleset, before.opening),
            *(before.clock, before.patience),
        )

    def wait(self) -> None:
        """Say that the other side is waited for."""
        self._talk.say(_("Waiting for your opponent, at most {n} s; Ctrl-C stops.").format(n=round(SECONDS)))


async def _nobody_to_tell() -> None:
    """Nobody is waiting for our answer."""


async def _for_ever() -> None:
    """Nobody says anything."""
    await asyncio.get_running_loop().create_future()


class Guest:
    """Whether the guest of a host that waits has come, or has said that it does not."""

    def __init__(self) -> None:
        self._came = asyncio.Event()
        self._left = asyncio.Event()

    def notify(self, event: dict[str, Any]) -> None:
        """Something happened at the door."""
        if event["event"] == "connected":
            self._came.set()
        elif event["event"] == "left":
            self._left.set()
        elif event["event"] == "gone" and event["reason"] == "refused":
            self._came.set()
            self._left.set()

    async def awaited(self, match: Coroutine[Any, Any, MatchEnd]) -> MatchEnd:
        """The host's match with a guest who comes in time. Raises `TransportError` where nobody does."""
        playing = asyncio.ensure_future(match)
        coming, leaving = asyncio.ensure_future(self._came.wait()), asyncio.ensure_future(self._left.wait())
        either: set[asyncio.Future[Any]] = {playing, coming}
        try:
            await asyncio.wait(either, timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if self._came.is_set():
                await asyncio.wait({playing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not playing.done():
                raise TransportError("left")
            return playing.result()
        finally:
            for task in (playing, coming, leaving):
                task.cancel()
            await asyncio.gather(playing, coming, leaving, return_exceptions=True)


Hosting = Callable[[Callable[[dict[str, Any]], None]], Coroutine[Any, Any, MatchEnd]]
"""Hosts, with what is to be notified."""


async def turn_away(host: Hosting) -> None:
    """Host just until the guest has come and was turned away."""
    await _until(host, "turned-away", "not-admitted")


async def hear_no(host: Hosting) -> None:
    """Host just until the guest has come and said that it wants no other match."""
    await _until(host, "gone", "refused")


async def _until(host: Hosting, kind: str, reason: str) -> None:
    happened = asyncio.Event()

    def notify(event: dict[str, Any]) -> None:
        if event["event"] == kind and event["reason"] == reason:
            happened.set()

    playing, waiting = asyncio.ensure_future(host(notify)), asyncio.ensure_future(happened.wait())
    either: set[asyncio.Future[Any]] = {playing, waiting}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not happened.is_set():
            playing.result()
    finally:
        for task in either:
            task.cancel()
        await asyncio.gather(*either, return_exceptions=True)


async def come_again(talk: Talk, join: Callable[[], Coroutine[Any, Any, MatchEnd]], begun: asyncio.Event) -> MatchEnd:
    """The guest's match with a host who may take a while to want it, too; `begun` is set once it has made its offer.

    Raises `TransportError`, `Declined` where the host does not want it, is not there in time, or has gone: one that is
    still asked listens.
    """
    loop = asyncio.get_running_loop()
    there = loop.time()
    deadline = there + SECONDS
    while True:
        try:
            return await _in_time(join(), begun, deadline)
        except TransportError as error:
            if talk.log is not None or error.code in NOT_THERE or loop.time() > deadline:
                raise
            if error.code != "refused":
                there = loop.time()
            elif loop.time() > there + GONE_SECONDS:
                raise
        except Declined as declined:
            there = loop.time()
            if declined.code != "busy" or loop.time() > deadline:
                raise
        await asyncio.sleep(RETRY_SECONDS)


async def _in_time(match: Coroutine[Any, Any, MatchEnd], begun: asyncio.Event, deadline: float) -> MatchEnd:
    """The match, which is to have begun until then. Raises `TransportError("left")` where it has not."""
    playing, beginning = asyncio.ensure_future(match), asyncio.ensure_future(begun.wait())
    either: set[asyncio.Future[Any]] = {playing, beginning}
    try:
        left = max(0.0, deadline - asyncio.get_running_loop().time())
        done, _rest = await asyncio.wait(either, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            raise TransportError("left")
        return await playing
    finally:
        for task in either:
            task.cancel()
        await asyncio.gather(*either, return_exceptions=True)


async def until_gone(knock: Callable[[], Awaitable[None]]) -> None:
    """Returns when the host has gone: when nobody has answered at its door for a while."""
    loop = asyncio.get_running_loop()
    there = loop.time()
    while loop.time() < there + GONE_SECONDS:
        await asyncio.sleep(KNOCK_SECONDS)
        try:
            await knock()
            there = loop.time()
        except TransportError as error:
            if error.code != "refused":
                there = loop.time()
        except PeerSuspect:
            there = loop.time()
