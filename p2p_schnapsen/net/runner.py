"""One game over one link: the seat's records go to the disk and then to the opponent, the opponent's come in.

Everything is decided by `table`; here are only the order of things (stored, then sent) and the waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import IllegalMove, PeerFault, PeerSuspect, ProofError, TransportError, WireError
from p2p_schnapsen.gamelog.store import MatchStore
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import channel, state
from p2p_schnapsen.table.channel import Bye, Frame, RecordFrame, Refuse
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.faults import section_of
from p2p_schnapsen.table.model import GUEST, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Made, Seat
from p2p_schnapsen.wire import envelope
from p2p_schnapsen.wire.messages import Concede, Offer

T = TypeVar("T")
Entropy = Callable[[int], bytes]
"""Gives that many bytes from the system's CSPRNG."""


class Link(Protocol):
    """A connection to the opponent that carries frames. Every failure is a `TransportError`."""

    async def read_frame(self) -> bytes: ...

    async def write_frame(self, payload: bytes) -> None: ...

    async def close(self) -> None: ...


class GiveUp:
    """A player's wish to concede the whole match."""


GIVE_UP = GiveUp()


@dataclass(frozen=True, slots=True)
class News:
    """What a record did, and the public table after it; `view` is our player's, in a phase of decision."""

    me: int
    events: tuple[Event, ...]
    table: TableState
    view: PlayerView | None


class Player(Protocol):
    """Whoever sits at our side of the table: a person's screen or a bot."""

    async def accept(self, offer: Offer) -> bool:
        """Whether to play by this offer (asked of the guest)."""
        ...

    async def decide(self, view: PlayerView) -> Move | GiveUp:
        """The next move. May be cancelled when the link breaks."""
        ...

    def refused(self, error: IllegalMove) -> None:
        """The move just decided is against the rules; another is asked for."""
        ...

    def tell(self, news: News) -> None:
        """Something happened."""
        ...


class Declined(Exception):
    """There will be no game: the guest does not accept the offer. `code` says why, in the channel's words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Game:
    """A game from its first record to the last. `run` returns when both have signed the result."""

    def __init__(
        self, seat: Seat, link: Link, store: MatchStore, player: Player, entropy: Entropy, peer: bytes
    ) -> None:
        """`peer` is the identity key that the link was greeted with: no other may sign in this game."""
        self.seat = seat
        self._peer = peer
        self._link = link
        self._store = store
        self._player = player
        self._entropy = entropy
        self._history: list[bytes] = []
        self._frames: asyncio.Queue[Frame | Exception] = asyncio.Queue()

    async def run(self) -> None:
        """Play. Raises `Declined` before there is a game; later `PeerFault` (with the evidence in the log),
        `PeerSuspect`, `TransportError`, or `DataError` where our disk fails.
        """
        reader = asyncio.create_task(self._read())
        try:
            while self.seat.state.turn is not None:
                if self.seat.owes:
                    await self._speak()
                else:
                    await self._listen()
            await self._farewell()
        except PeerFault as fault:
            await self._say_why(fault.code)
            raise
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)

    # -- our records -----------------------------------------------------------------------------------------

    async def _speak(self) -> None:
        if self.seat.state.phase is Phase.ACCEPT:
            await self._consider()
        secret = self.seat.wanted()
        if secret is not None:
            value = self._entropy(32)
            self._store.put_secret(secret, value)
            self.seat.give(secret, value)
        message = self.seat.automatic()
        if message is None:
            await self._decide()
        else:
            await self._publish(self.seat.make(message))

    async def _consider(self) -> None:
        offer = self.seat.state.offer
        assert offer is not None
        if not await self._while_linked(self._player.accept(offer)):
            await self._say_why("declined")
            raise Declined("declined")

    async def _decide(self) -> None:
        decision = await self._while_linked(self._player.decide(self.seat.view()))
        if isinstance(decision, GiveUp):
            await self._publish(self.seat.make(Concede("match")))
            return
        try:
            message = self.seat.message_for(decision)
        except IllegalMove as error:
            self._player.refused(error)
            return
        await self._publish(self.seat.make(message))

    async def _publish(self, made: Made) -> None:
        self._keep(made)
        await self._link.write_frame(channel.encode(RecordFrame(made.raw)))

    def _keep(self, made: Made) -> None:
        self._store.append(made.raw)
        self._history.append(made.raw)
        self.seat.take(made)
        table = self.seat.state
        deciding = table.phase in (Phase.LEAD, Phase.FOLLOW, Phase.LAST)
        self._player.tell(News(self.seat.side, made.events, table, self.seat.view() if deciding else None))

    # -- theirs ----------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        try:
            while True:
                self._frames.put_nowait(channel.decode(await self._link.read_frame()))
        except TransportError as error:
            self._frames.put_nowait(error)
        except WireError as error:
            self._frames.put_nowait(PeerSuspect("frame-unreadable", problem=error.code))

    async def _listen(self) -> None:
        self._take(await self._frames.get())

    def _take(self, frame: Frame | Exception) -> None:
        match frame:
            case RecordFrame():
                self._judge(frame.raw)
            case Refuse():
                if self.seat.state.accept is None:
                    raise Declined(frame.code)
                raise PeerSuspect("refused", reason=frame.code)
            case Bye():
                raise TransportError("left")
            case Exception():
                raise frame
            case _:
                raise PeerSuspect("frame-unexpected")

    def _judge(self, raw: bytes) -> None:
        try:
            made = self.seat.check(raw)
        except PeerFault:
            self._check_signer(raw)
            self._store.append(raw)
            raise
        except PeerSuspect:
            if self._repeated(raw):
                return
            second = state.second_body(self.seat.state, self._history, raw)
            # A second body of our own, as after a disk was set back, says nothing against the other side.
            if second is None or second.body.side == self.seat.side:
                raise
            self._store.append(raw)
            raise PeerFault("equivocation", section_of("equivocation"), 1 - self.seat.side) from None
        self._check_signer(raw)
        self._keep(made)

    def _check_signer(self, raw: bytes) -> None:
        """A contract record brings its own key: only the one that was greeted may be blamed for it, or played with."""
        if self.seat.state.identities[1 - self.seat.side] is not None:
            return
        record = envelope.parse(raw)
        try:
            signing.verify(self._peer, envelope.signed_message(record.body_bytes), record.signature)
        except ProofError as error:
            raise PeerSuspect("other-identity") from error

    def _repeated(self, raw: bytes) -> bool:
        """Whether we have this very body: sent twice on the channel, it is harmless."""
        try:
            record = envelope.parse(raw)
        except WireError:
            return False
        seq = record.body.seq
        return seq < len(self._history) and envelope.parse(self._history[seq]).body_bytes == record.body_bytes

    # -- waiting ---------------------------------------------------------------------------------------------

    async def _while_linked(self, decision: Coroutine[Any, Any, T]) -> T:
        """Our player decides; meanwhile what comes in is looked at, so that a broken link or a cheat ends the wait."""
        deciding = asyncio.ensure_future(decision)
        try:
            while True:
                arriving = asyncio.ensure_future(self._frames.get())
                try:
                    await asyncio.wait({deciding, arriving}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    if not arriving.done():
                        arriving.cancel()
                if arriving.done() and not arriving.cancelled():
                    self._take(arriving.result())
                if deciding.done():
                    return deciding.result()
        finally:
            deciding.cancel()

    async def _farewell(self) -> None:
        """The guest signed last: it stays until the host has it, or patience ends. The host says goodbye."""
        if self.seat.side == GUEST:
            assert self.seat.state.offer is not None
            with contextlib.suppress(TransportError, TimeoutError):
                async with asyncio.timeout(self.seat.state.offer.patience):
                    await self._listen()
        else:
            with contextlib.suppress(TransportError):
                await self._link.write_frame(channel.encode(Bye()))

    async def _say_why(self, code: str) -> None:
        """Tell the other side why we leave; if the link is gone too, there is nobody to tell."""
        with contextlib.suppress(TransportError):
            await self._link.write_frame(channel.encode(Refuse(code)))
