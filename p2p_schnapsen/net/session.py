"""From an address to a finished match: greet whoever is there, then play one game with them.

`notify` is told what happens as the JSON objects that `--json` prints; sentences are made elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2p_schnapsen.crypto.signing import SigningKey
from p2p_schnapsen.errors import PeerFault, PeerSuspect, TransportError, WireError
from p2p_schnapsen.gamelog.store import MatchStore
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.runner import Declined, Entropy, Game, Player
from p2p_schnapsen.net.transport import HANDSHAKE_SECONDS, Connection, connect, listen
from p2p_schnapsen.profile.fingerprint import pin, short_id
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import NONCE_BYTES, Greeting, Refuse
from p2p_schnapsen.table.model import GUEST, HOST, TableState
from p2p_schnapsen.table.seat import Seat, Terms

Notify = Callable[[dict[str, Any]], None]

SIDE_NAMES = ("host", "guest")


@dataclass(frozen=True, slots=True)
class HostOptions:
    """How to host. `bind` None means every address of this machine; `only` is the pin of the one key let in."""

    bind: str | None
    port: int
    identity: SigningKey
    name: str
    terms: Terms
    only: str | None
    matches: Path
    log: Path | None = None
    seat: type[Seat] = Seat


@dataclass(frozen=True, slots=True)
class JoinOptions:
    """Whom to join, and as whom."""

    address: Address
    identity: SigningKey
    name: str
    matches: Path
    log: Path | None = None
    seat: type[Seat] = Seat


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """A match that both sides have signed to its end: where its log lies, our side, and the table at the end."""

    log: Path
    side: int
    table: TableState


async def host(options: HostOptions, player: Player, entropy: Entropy, notify: Notify) -> MatchEnd:
    """Wait for a guest who accepts, and play one match.

    Strangers who fail the greeting, and guests who decline, leave us waiting. Raises `TransportError` where we cannot
    listen, and what `Game.run` raises once the offer was accepted.
    """
    lobby = _Lobby(options, player, entropy, notify)
    async with await listen(options.bind, options.port, lobby.enter) as listener:
        addresses = [str(address) for address in listener.addresses]
        notify({"event": "listening", "port": listener.port, "addresses": addresses})
        return await lobby.match


async def join(options: JoinOptions, player: Player, entropy: Entropy, notify: Notify) -> MatchEnd:
    """Connect to a host and play one match.

    Raises `TransportError` (also `wrong-key` where a pin was given and another key answers), `Declined`, and what
    `Game.run` raises.
    """
    async with await connect(options.address) as connection:
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                greeting = await greet(connection, GUEST, options.identity, entropy(NONCE_BYTES))
        except TimeoutError as error:
            raise TransportError("timed-out", host=options.address.host, port=options.address.port) from error
        peer = _peer(greeting)
        if options.address.pin is not None and pin(peer) != options.address.pin:
            raise TransportError("wrong-key", expected=options.address.pin, got=pin(peer))
        notify(_connected(peer))
        seat = options.seat(GUEST, options.identity, options.name)
        table = _Table(options.matches, options.log, player, entropy, notify)
        return await table.play(seat, connection, greeting)


async def greet(connection: Connection, role: int, identity: SigningKey, nonce: bytes) -> Greeting:
    """Both sides prove their identities on this connection.

    Raises `PeerSuspect` where the other side's greeting is wrong (it is told why), `TransportError`.
    """
    greeting = Greeting(role, identity, connection.certificate, nonce)
    await connection.write_frame(channel.encode(greeting.hello()))
    try:
        while greeting.peer is None:
            try:
                frame = channel.decode(await connection.read_frame())
            except WireError as error:
                raise PeerSuspect("greeting-unreadable", problem=error.code) from error
            answer = greeting.receive(frame)
            if answer is not None:
                await connection.write_frame(channel.encode(answer))
    except PeerSuspect as suspect:
        if suspect.code != "refused":
            await _refuse(connection, suspect.code)
        raise
    connection.authenticate()
    return greeting


_BEFORE_THE_GAME = (Declined, TransportError, PeerSuspect, PeerFault)
"""What a guest can do before accepting that need not trouble the host."""


class _Lobby:
    """Lets one guest at a time sit down; `match` is done when a game that was accepted has ended."""

    def __init__(self, options: HostOptions, player: Player, entropy: Entropy, notify: Notify) -> None:
        self.match: asyncio.Future[MatchEnd] = asyncio.get_running_loop().create_future()
        self._options = options
        self._player = player
        self._entropy = entropy
        self._notify = notify
        self._taken = False

    async def enter(self, connection: Connection) -> None:
        """Greet a stranger, and play with it if there is room."""
        options = self._options
        greeting = await greet(connection, HOST, options.identity, self._entropy(NONCE_BYTES))
        peer = _peer(greeting)
        if options.only is not None and pin(peer) != options.only:
            self._notify({"event": "turned-away", "peer": short_id(peer), "reason": "not-invited"})
            await _refuse(connection, "not-invited")
        elif self._taken:
            self._notify({"event": "turned-away", "peer": short_id(peer), "reason": "busy"})
            await _refuse(connection, "busy")
        else:
            self._taken = True
            await self._offer(connection, greeting)

    async def _offer(self, connection: Connection, greeting: Greeting) -> None:
        options = self._options
        seat = options.seat(HOST, options.identity, options.name, options.terms)
        self._notify(_connected(_peer(greeting)))
        playing = asyncio.create_task(
            _Table(options.matches, options.log, self._player, self._entropy, self._notify).play(
                seat, connection, greeting
            )
        )
        try:
            await asyncio.wait({playing})
        finally:
            playing.cancel()  # does nothing unless we were cancelled ourselves
            await asyncio.wait({playing})
        try:
            await connection.close()
        finally:
            self._settle(seat, playing)

    def _settle(self, seat: Seat, playing: asyncio.Task[MatchEnd]) -> None:
        """What the game came to: the end of hosting, or the next guest's turn."""
        if playing.cancelled():
            return
        error = playing.exception()
        if error is None:
            self.match.set_result(playing.result())
        elif seat.state.accept is None and isinstance(error, _BEFORE_THE_GAME):
            # Nobody was bound by the offer, and its nonce was never shown: the next guest gets another one.
            self._notify({"event": "left", "reason": getattr(error, "code", "declined")})
            self._taken = False
        else:
            self.match.set_exception(error)


@dataclass(frozen=True, slots=True)
class _Table:
    """Where a game is played from its first record on."""

    matches: Path
    log: Path | None
    player: Player
    entropy: Entropy
    notify: Notify

    async def play(self, seat: Seat, connection: Connection, greeting: Greeting) -> MatchEnd:
        """Play one game. Where it stops before its end, `notify` is told where its log lies."""
        today = datetime.datetime.now().astimezone().date().isoformat()
        folder = self.matches / f"{today}-{greeting.identifier}-{SIDE_NAMES[seat.side]}"
        store = MatchStore(folder, self.log)
        try:
            await Game(seat, connection, store, self.player, self.entropy, _peer(greeting)).run()
        except BaseException:
            if seat.state.accept is not None:
                self.notify({"event": "stopped", "log": str(store.log_path)})
            raise
        finally:
            if seat.state.accept is None:
                store.discard()
            else:
                store.close()
        return MatchEnd(store.log_path, seat.side, seat.state)


def _peer(greeting: Greeting) -> bytes:
    assert greeting.peer is not None, "the greeting is done"
    return greeting.peer


def _connected(peer: bytes) -> dict[str, Any]:
    return {"event": "connected", "peer": short_id(peer), "key": peer.hex()}


async def _refuse(connection: Connection, code: str) -> None:
    """Say why; a stranger that is gone need not hear it."""
    with contextlib.suppress(TransportError):
        await connection.write_frame(channel.encode(Refuse(code)))
