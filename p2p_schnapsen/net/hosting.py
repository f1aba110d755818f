"""A host's house: strangers are greeted at the door, each guest gets a table, and who comes back finds it as it was."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError, PeerFault, PeerSuspect, TransportError, WireError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.library import Entry
from p2p_schnapsen.gamelog.store import About
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
    today,
)
from p2p_schnapsen.net.transport import HANDSHAKE_SECONDS, Connection, Listener, listen
from p2p_schnapsen.profile.fingerprint import pin, short_id
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import Refuse, Standing
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.table.seat import Seat

Seating = Callable[[Notify], Player]
"""Makes the player of a new table."""

Finished = Callable[["asyncio.Task[MatchEnd]", Match], None]

_BEFORE_THE_GAME = (Declined, TransportError, PeerSuspect, PeerFault)
"""What a guest can do before accepting that need not trouble the host."""


class House:
    """Lets guests in, at most `limit` at a time, and gives each the match it came for.

    `finished` is told of each match that ends; the matches of different keys know nothing of one another.
    """

    def __init__(
        self,
        options: HostOptions,
        seating: Seating,
        entropy: Entropy,
        notify: Notify,
        finished: Finished,
        limit: int = 1,
    ) -> None:
        self._options = options
        self._seating = seating
        self._entropy = entropy
        self._notify = notify
        self._finished = finished
        self._limit = limit
        self._place = ""
        self._tables: dict[bytes, Match] = {}
        self._playing: dict[bytes, asyncio.Task[MatchEnd]] = {}
        self._closed = False

    @property
    def playing(self) -> int:
        """How many matches are on."""
        return len(self._tables)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Listener]:
        """Listen. Raises `TransportError`."""
        options = self._options
        async with await listen(options.bind, options.port, self.enter) as listener:
            self._place = f"{options.bind or '*'}:{listener.port}"
            addresses = [str(address) for address in listener.addresses]
            self._notify({"event": "listening", "port": listener.port, "addresses": addresses})
            try:
                yield listener
            finally:
                await self.close()

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
        greeting = await greet(connection, HOST, options.identity, self._entropy("greeting"))
        peer = peer_of(greeting)
        if options.only is not None and pin(peer) != options.only:
            await self._turn_away(connection, peer, "not-invited")
            return
        standing = await _standing(connection)
        match = self._tables.get(peer)
        if match is None:
            if self._closed or len(self._tables) >= self._limit:
                await self._turn_away(connection, peer, "busy")
                return
            try:
                match = self._match(peer, standing, greeting.identifier)
            except DataError as error:
                code = "locked" if error.code == "locked" else "no-match"
                await refuse(connection, code)
                self._notify({"event": "turned-away", "peer": short_id(peer), "reason": code})
                if code == "locked":
                    return
                raise
            self._sit_down(peer, match)
        match.notify(connected(peer))
        await match.runner.serve(connection, standing)
        # The game's last words are on their way; the connection is closed behind them.

    async def _turn_away(self, connection: Connection, peer: bytes, reason: str) -> None:
        self._notify({"event": "turned-away", "peer": short_id(peer), "reason": reason})
        await refuse(connection, reason)

    # -- tables ----------------------------------------------------------------------------------------------

    def _sit_down(self, peer: bytes, match: Match) -> None:
        match.prepare(self._seating(match.notify), self._entropy)
        playing = asyncio.create_task(match.play())
        self._tables[peer] = match
        self._playing[peer] = playing
        playing.add_done_callback(lambda task: self._stand_up(peer, match, task))

    def _stand_up(self, peer: bytes, match: Match, task: asyncio.Task[MatchEnd]) -> None:
        del self._tables[peer], self._playing[peer]
        if task.cancelled():
            return
        error = task.exception()
        if not match.game.bound and isinstance(error, _BEFORE_THE_GAME):
            # Nobody was bound by the offer, and its nonce was never shown: the next guest gets another one.
            match.notify({"event": "left", "reason": getattr(error, "code", "declined")})
            return
        self._finished(task, match)

    def _match(self, peer: bytes, standing: Standing, identifier: str) -> Match:
        """The match that this guest comes for. Raises `DataError`."""
        entry = self._entry(peer, standing)
        if entry is not None:
            match = Match.resume(entry.folder, self._seat, self._notify)
            if match.first is not None:
                return match
            match.store.discard()  # begun, and stopped before the offer was made
        options = self._options
        seat = options.seat(HOST, options.identity, options.name, options.terms)
        folder = options.matches / f"{today()}-{identifier}-{SIDE_NAMES[HOST]}"
        about = about_of(HOST, options.identity, peer, self._place)
        return Match.begin(seat, peer, folder, options.log, about, self._notify)

    def _seat(self, _: About, secrets: dict[str, bytes]) -> Seat:
        options = self._options
        return options.seat(HOST, options.identity, options.name, options.terms, secrets)

    def _entry(self, peer: bytes, standing: Standing) -> Entry | None:
        """The match to go on with: the one that the guest names, else the last that is undecided."""
        options = self._options
        if options.fresh:
            return None
        mine = [entry for entry in library.entries(options.matches) if self._ours(entry, peer)]
        if options.match is not None:
            mine = [entry for entry in mine if entry.folder == options.match]
        for entry in reversed(mine):
            if standing.first is not None and library.first_of(entry) == standing.first:
                return entry
        going = [entry for entry in mine if entry.ended is None]
        if standing.first is not None or not going:
            return None  # what we have lost we are shown
        return self._still_offered(going[-1])

    def _ours(self, entry: Entry, peer: bytes) -> bool:
        key = signing.public_key(self._options.identity).hex()
        return (entry.about.side, entry.about.key, entry.about.peer) == (HOST, key, peer.hex())

    def _still_offered(self, entry: Entry) -> Entry | None:
        """An offer that was not accepted stands only as long as it is what we would offer today."""
        match = Match.resume(entry.folder, self._seat, self._notify)
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
        return None


async def _standing(connection: Connection) -> Standing:
    """The guest's first word: where it stands. Raises `PeerSuspect`, `TransportError`."""
    try:
        frame = channel.decode(await connection.read_frame(HANDSHAKE_SECONDS))
    except WireError as error:
        raise PeerSuspect("frame-unreadable", problem=error.code) from error
    if isinstance(frame, Refuse):
        raise PeerSuspect("refused", reason=frame.code)
    if not isinstance(frame, Standing):
        await refuse(connection, "standing-missing")
        raise PeerSuspect("standing-missing")
    return frame


async def host(options: HostOptions, player: Player, entropy: Entropy, notify: Notify) -> MatchEnd:
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

    house = House(options, lambda _: player, entropy, notify, finished)
    async with house.open():
        return await done
