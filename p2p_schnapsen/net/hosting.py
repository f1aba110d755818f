"""A host's house: strangers are greeted at the door, each guest gets a table, and who comes back finds it as it was."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError, PeerFault, PeerSuspect, TransportError, WireError
from p2p_schnapsen.gamelog.library import Entry, Shelf, played_last
from p2p_schnapsen.gamelog.store import About
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.listener import Listener, listen
from p2p_schnapsen.net.runner import Declined, Entropy, Notify, Player
from p2p_schnapsen.net.session import (
    SIDE_NAMES,
    HostOptions,
    Match,
    MatchEnd,
    about_of,
    connected,
    greet,
    peer_of,
    refuse,
    resumed,
    today,
)
from p2p_schnapsen.net.transport import HANDSHAKE_SECONDS, Connection
from p2p_schnapsen.profile.fingerprint import pin, short_id
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import Bye, Ping, Refuse, Standing
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.table.waiting import PING_SECONDS

STRANGERS_SECONDS = 10.0
"""Callers that are no players are told of no oftener than this."""

Seating = Callable[[Notify], Player]
"""Makes the player of a new table."""

Admit = Callable[[bytes], Awaitable[bool]]
"""Whether a guest with this key may sit down; asked of those who come for a new match. May be cancelled."""

Finished = Callable[["asyncio.Task[MatchEnd]", Match], None]

_BEFORE_THE_GAME = (Declined, TransportError, PeerSuspect, PeerFault)
"""What a guest can do before accepting that need not trouble the host."""


class House:
    """Lets guests in, at most `limit` at a time, and gives each the match it came for.

    `finished` is told of each match that ends, `trouble` when no new one can be begun (by default it is raised); the
    matches of different keys know nothing of one another.
    """

    def __init__(
        self,
        options: HostOptions,
        seating: Seating,
        entropy: Entropy,
        notify: Notify,
        finished: Finished,
        limit: int = 1,
        admit: Admit | None = None,
        trouble: Callable[[DataError], None] | None = None,
    ) -> None:
        self._trouble = trouble if trouble is not None else _raise
        self._options = options
        self._seating = seating
        self._entropy = entropy
        self._notify = notify
        self._finished = finished
        self._limit = limit
        self._admit = admit
        self._place = ""
        self._at_the_door: set[bytes] = set()
        self._tables: dict[bytes, Match] = {}
        self._playing: dict[bytes, asyncio.Task[MatchEnd]] = {}
        self._closed = False
        self._arrivals = itertools.count()

    @property
    def playing(self) -> int:
        """How many matches are on."""
        return len(self._tables)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Listener]:
        """Listen. Raises `TransportError`."""
        options = self._options
        strangers = _Strangers(self._notify)
        async with await listen(options.bind, options.port, self.enter, on_stranger=strangers.tell) as listener:
            self._place = f"{options.bind or '*'}:{listener.port}"
            addresses = [str(address) for address in listener.addresses]
            self._notify({"event": "listening", "port": listener.port, "addresses": addresses})
            try:
                yield listener
            finally:
                await self.close()

    def take_up(self, folder: Path) -> None:
        """Sit down at the match of this folder before its guest is back: one that stays away is waited for, and no
        longer than both have agreed.

        What binds nobody, or is over, is left until the guest asks for it. Raises `DataError`.
        """
        match = Match.resume(folder, self._seat, self._notify, forfeit=self._options.forfeit)
        if match.bound_to_go_on:
            self._sit_down(bytes.fromhex(match.store.about.peer), match)
        else:
            match.store.close()

    def between_deals(self) -> None:
        """Rise from every table where no deal is on: its match can be resumed."""
        for peer, match in self._tables.items():
            if match.game.table.deal is None:
                self._playing[peer].cancel()

    def refuse_new(self) -> None:
        """From now on nobody new is let in; who plays may come back."""
        self._closed = True

    async def close(self) -> None:
        """End all tables; their matches can be resumed."""
        for task in self._playing.values():
            task.cancel()
        if self._playing:
            await asyncio.wait(self._playing.values())

    async def enter(self, connection: Connection) -> None:
        """Greet a stranger, and take it to its table if there is one."""
        options = self._options
        arrival = next(self._arrivals)
        greeting = await greet(connection, HOST, options.identity, self._entropy("greeting"))
        peer = peer_of(greeting)
        if options.only is not None and pin(peer) != options.only:
            await self._turn_away(connection, peer, "not-invited")
            return
        try:
            standing = await _standing(connection)
            match = self._tables.get(peer)
            if match is None:
                match = await self._find_place(connection, peer, standing, greeting.identifier)
        except (PeerSuspect, TransportError, WireError) as error:
            # Gone again, or talking nonsense, before it sat down: no trouble of ours.
            self._notify({"event": "gone", "peer": short_id(peer), "reason": error.code})
            return
        if match is not None:
            if arrival < match.arrival:
                # What was on its way for long comes from a connection that its guest has given up since.
                await refuse(connection, "replaced")
                return
            match.arrival = arrival
            match.notify(connected(peer))
            await match.runner.serve(connection, standing)
            # The game's last words are on their way; the connection is closed behind them.

    async def _find_place(
        self, connection: Connection, peer: bytes, standing: Standing, identifier: str
    ) -> Match | None:
        """The guest's match, at a table now; None where it was turned away, or has left."""
        if self._closed or peer in self._at_the_door or self.playing + len(self._at_the_door) >= self._limit:
            await self._turn_away(connection, peer, "busy")
            return None
        self._at_the_door.add(peer)
        entry: Entry | None = None
        try:
            entry = self._entry(peer, standing)
            if entry is None and self._admit is not None and not await _asked(self._admit(peer), connection):
                await self._turn_away(connection, peer, "not-admitted")
                return None
            match = self._match(peer, entry, identifier)
        except DataError as error:
            reason = "locked" if error.code == "locked" else "no-match"
            await self._turn_away(connection, peer, reason, code=error.code, **error.params)
            if entry is None:
                self._trouble(error)  # not one match's files, but our disk
            return None
        finally:
            self._at_the_door.discard(peer)
        self._sit_down(peer, match)
        return match

    async def _turn_away(self, connection: Connection, peer: bytes, reason: str, **why: object) -> None:
        self._notify({"event": "turned-away", "peer": short_id(peer), "reason": reason, **why})
        await refuse(connection, reason)

    # -- tables ----------------------------------------------------------------------------------------------

    def _sit_down(self, peer: bytes, match: Match) -> None:
        match.prepare(self._seating(match.notify), self._entropy)
        if match.resumed and not match.was_over:
            match.notify(resumed(match))
        playing = asyncio.create_task(match.play())
        self._tables[peer] = match
        self._playing[peer] = playing
        playing.add_done_callback(lambda task: self._stand_up(peer, match, task))

    def _stand_up(self, peer: bytes, match: Match, task: asyncio.Task[MatchEnd]) -> None:
        del self._tables[peer], self._playing[peer]
        self._shelf.look(match.store.folder)
        if task.cancelled():
            return
        error = task.exception()
        if not match.game.bound and isinstance(error, _BEFORE_THE_GAME):
            # Nobody was bound by the offer, and its nonce was never shown: the next guest gets another one.
            match.notify({"event": "left", "reason": getattr(error, "code", "declined")})
            return
        self._finished(task, match)

    def _match(self, peer: bytes, entry: Entry | None, identifier: str) -> Match:
        """The match that this guest comes for. Raises `DataError`."""
        if entry is not None:
            match = Match.resume(entry.folder, self._seat, self._notify, forfeit=self._options.forfeit)
            if match.first is not None:
                return match
            match.store.discard()  # begun, and stopped before the offer was made
        options = self._options
        seat = options.seat(HOST, options.identity, options.name, options.terms)
        folder = options.matches / f"{today()}-{identifier}-{SIDE_NAMES[HOST]}"
        about = about_of(HOST, options.identity, peer, self._place)
        match = Match.begin(seat, peer, folder, options.log, about, self._notify, lambda: self._ours(peer))
        self._shelf.look(folder)
        return match

    def _seat(self, _: About, secrets: dict[str, bytes]) -> Seat:
        options = self._options
        return options.seat(HOST, options.identity, options.name, options.terms, secrets)

    def _entry(self, peer: bytes, standing: Standing) -> Entry | None:
        """The match to go on with: the one that the guest names, else of those undecided the one played last."""
        options = self._options
        if options.fresh:
            return None
        mine = self._ours(peer)
        if options.match is not None:
            mine = [entry for entry in mine if entry.folder == options.match]
        for entry in reversed(mine):
            if standing.first is not None and self._shelf.first_of(entry) == standing.first:
                return entry
        going = [entry for entry in mine if entry.ended is None]
        if standing.first is not None or not going:
            return None  # what we have lost we are shown
        return self._still_offered(played_last(going))

    @cached_property
    def _shelf(self) -> Shelf:
        return Shelf(self._options.matches)

    def _ours(self, peer: bytes) -> list[Entry]:
        return self._shelf.of(HOST, signing.public_key(self._options.identity), peer)

    def _still_offered(self, entry: Entry) -> Entry | None:
        """An offer that was not accepted stands only as long as it is what we would offer today."""
        match = Match.resume(entry.folder, self._seat, self._notify, forfeit=self._options.forfeit)
        if match.was_over:
            match.settle()  # nobody asks for its end any more: who comes with nothing comes for a new one
            self._shelf.look(entry.folder)
            return None
        if match.game.hopeless:
            match.settle("withdrawn")
            self._shelf.look(entry.folder)
            return None
        offer, terms = match.game.table.offer, self._options.terms
        if match.game.bound or (
            offer is not None
            and self._options.log is None
            and offer.name == self._options.name
            and (offer.ruleset, offer.opening) == (terms.ruleset.canonical(), terms.opening)
            and (offer.clock, offer.patience) == (terms.clock, terms.patience)
        ):
            match.store.close()
            return entry
        match.store.discard()
        self._shelf.look(entry.folder)
        return None


class _Strangers:
    """Tells of callers that were no players: of the first at once, of a crowd in one line now and then."""

    def __init__(self, notify: Notify) -> None:
        self._notify = notify
        self._untold = 0
        self._told = float("-inf")

    def tell(self, remote: Address, reason: str) -> None:
        """One more."""
        self._untold += 1
        now = asyncio.get_running_loop().time()
        if now - self._told >= STRANGERS_SECONDS:
            self._notify({"event": "stranger", "from": str(remote), "reason": reason, "callers": self._untold})
            self._untold, self._told = 0, now


def _raise(error: DataError) -> None:
    raise error


async def _asked(question: Awaitable[bool], connection: Connection) -> bool:
    """The answer, while the guest is kept waiting. Raises `TransportError`, `PeerSuspect` where it does not wait."""
    asking: asyncio.Future[bool] = asyncio.ensure_future(question)
    reading = asyncio.ensure_future(_word(connection))
    try:
        while not asking.done():
            either: set[asyncio.Future[Any]] = {asking, reading}
            await asyncio.wait(either, timeout=PING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if reading.done():
                if isinstance(reading.result(), Standing):
                    await refuse(connection, "frame-unexpected")
                    raise PeerSuspect("frame-unexpected")
                reading = asyncio.ensure_future(_word(connection))
            if not asking.done():
                connection.send_frame(channel.encode(Ping()))
        return asking.result()
    finally:
        asking.cancel()
        reading.cancel()
        await asyncio.gather(asking, reading, return_exceptions=True)


async def _standing(connection: Connection) -> Standing:
    """The guest's first word that counts: where it stands. Raises `PeerSuspect`, `TransportError`."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + HANDSHAKE_SECONDS
    while True:
        said = await _word(connection, deadline - loop.time())
        if isinstance(said, Standing):
            return said


async def _word(connection: Connection, timeout: float | None = None) -> Standing | Ping:
    """A frame of a guest that has not sat down yet. Raises `PeerSuspect`, `TransportError`."""
    try:
        frame = channel.decode(await connection.read_frame(timeout))
    except WireError as error:
        await refuse(connection, "frame-unreadable")
        raise PeerSuspect("frame-unreadable", problem=error.code) from error
    match frame:
        case Standing() | Ping():
            return frame
        case Refuse():
            raise PeerSuspect("refused", reason=frame.code)
        case Bye():
            raise TransportError("left")
        case _:
            await refuse(connection, "standing-missing")
            raise PeerSuspect("standing-missing")


async def host(
    options: HostOptions, player: Player, entropy: Entropy, notify: Notify, admit: Admit | None = None
) -> MatchEnd:
    """Wait for a guest who accepts, or who comes back, and play one match.

    Strangers who fail the greeting, and guests who decline, leave us waiting. Raises `TransportError` where we cannot
    listen, and what `Runner.run` raises once the offer was accepted.
    """
    done: asyncio.Future[MatchEnd] = asyncio.get_running_loop().create_future()

    def finished(task: asyncio.Task[MatchEnd], match: Match) -> None:
        if done.done() or (match.was_over and task.exception() is None):
            return  # an old match's end was handed over to one who lacked it
        error = task.exception()
        if error is None:
            done.set_result(task.result())
        else:
            done.set_exception(error)

    def trouble(error: DataError) -> None:
        if not done.done():
            done.set_exception(error)

    house = House(options, lambda _: player, entropy, notify, finished, admit=admit, trouble=trouble)
    async with house.open():
        if options.match is not None and not options.fresh:
            house.take_up(options.match)
        return await done
