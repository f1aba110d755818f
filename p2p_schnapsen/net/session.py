"""What a host and a guest have in common: the greeting, and a match played from its folder."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.crypto.signing import SigningKey
from p2p_schnapsen.errors import DataError, PeerFault, PeerSuspect, TransportError, WireError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.format import LogFile
from p2p_schnapsen.gamelog.library import Entry
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.store import About, Ended, MatchStore
from p2p_schnapsen.gamelog.verify import verify_records
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.runner import Declined, Entropy, Notify, Player, Runner
from p2p_schnapsen.net.transport import Connection
from p2p_schnapsen.profile.fingerprint import short_id
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import Greeting, Refuse
from p2p_schnapsen.table.game import Game
from p2p_schnapsen.table.model import HOST, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat, Terms

SIDE_NAMES = ("host", "guest")


@dataclass(frozen=True, slots=True)
class HostOptions:
    """How to host. `bind` None means every address of this machine; `only` is the pin of the one key let in.

    `match` is the folder of the one match to go on with; `fresh` begins anew, whatever there is; `forfeit` gives up a
    match whose secrets are lost.
    """

    bind: str | None
    port: int
    identity: SigningKey
    name: str
    terms: Terms
    only: str | None
    matches: Path
    log: Path | None = None
    seat: type[Seat] = Seat
    match: Path | None = None
    fresh: bool = False
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class JoinOptions:
    """Whom to join, and as whom; `match`, `fresh` and `forfeit` as for a host."""

    address: Address
    identity: SigningKey
    name: str
    matches: Path
    log: Path | None = None
    seat: type[Seat] = Seat
    match: Path | None = None
    fresh: bool = False
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """A match that was played to its end: where its log lies, our side, and the table at the end."""

    log: Path
    side: int
    table: TableState


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
            await refuse(connection, suspect.code)
        raise
    connection.authenticate()
    return greeting


def peer_of(greeting: Greeting) -> bytes:
    """The key that was proven."""
    assert greeting.peer is not None, "the greeting is done"
    return greeting.peer


def connected(peer: bytes) -> dict[str, Any]:
    """The event that tells of a proven opponent."""
    return {"event": "connected", "peer": short_id(peer), "key": peer.hex()}


async def refuse(connection: Connection, code: str) -> None:
    """Say why; a stranger that is gone need not hear it."""
    with contextlib.suppress(TransportError):
        await connection.write_frame(channel.encode(Refuse(code)))


def resumed(match: Match) -> dict[str, Any]:
    """The event that tells that a match goes on."""
    return {"event": "resumed", "match": match.store.folder.name, "log": str(match.store.log_path)}


def today() -> str:
    """The day, as it goes into names and contracts."""
    return datetime.datetime.now().astimezone().date().isoformat()


@dataclass
class Match:
    """One match in its folder: a new one, or one that goes on. `play` it once."""

    seat: Seat
    store: MatchStore
    game: Game
    notify: Notify
    resumed: bool
    was_over: bool = False
    """Whether nothing was left to be played when it was resumed: only the other side may lack the end."""
    arrival: int = -1
    """Which of the connections that came to the door it is played over: the newest, however late its words arrive."""
    runner: Runner = field(init=False)

    @staticmethod
    def begin(
        seat: Seat,
        peer: bytes,
        folder: Path,
        log: Path | None,
        about: About,
        notify: Notify,
        others: Callable[[], list[Entry]],
    ) -> Match:
        """A new match; `others` are those that the same two have played. Raises `DataError`."""

        def elsewhere(first: bytes) -> bool:
            return any(library.first_of(entry) == first for entry in others() if entry.folder != folder)

        store = MatchStore(folder, log, about)
        game = Game(seat, peer, asyncio.get_running_loop().time(), elsewhere=elsewhere)
        return Match(seat, store, game, notify, resumed=False)

    @staticmethod
    def resume(
        folder: Path, make: Callable[[About, dict[str, bytes]], Seat], notify: Notify, *, forfeit: bool = False
    ) -> Match:
        """The match in `folder`.

        Raises `DataError`, also where its log is not one that we have written, and (unless we are to `forfeit` the
        match then) where our secrets of the deal are gone.
        """
        store, entries, secrets = MatchStore.open(folder)
        try:
            about = store.about
            seat = make(about, secrets)
            now = asyncio.get_running_loop().time()
            try:
                game = Game.restore(seat, bytes.fromhex(about.peer), now, entries)
            except (PeerFault, PeerSuspect) as error:
                if verify_records(LogFile(entries, 0, broken=False)).verdict is Verdict.PROVEN:
                    # We were stopped between keeping the evidence and noting the end.
                    store.end(Ended("proven"))
                    raise DataError("match-proven", path=str(store.log_path)) from error
                raise DataError("log-damaged", path=str(store.log_path), record=seat.state.seq) from error
            if seat.lost and not forfeit:
                # Nothing could be done but give up the match; perhaps there is a copy somewhere.
                name = f"seed-{seat.state.current.number}"
                raise DataError("secret-lost", path=str(folder / "secrets" / name), match=folder.name)
        except BaseException:
            store.close()
            raise
        return Match(seat, store, game, notify, resumed=True, was_over=seat.state.phase is Phase.OVER)

    @property
    def first(self) -> bytes | None:
        """What tells this match from others: the head after its offer."""
        return self.game.standing.first

    @property
    def bound_to_go_on(self) -> bool:
        """Whether both have agreed to this match, and something is left to be signed."""
        return self.game.bound and not self.game.hopeless and not self.was_over

    def prepare(self, player: Player, entropy: Entropy) -> Runner:
        """Make ready to play."""
        self.runner = Runner(self.game, self.store, player, entropy, self.notify)
        return self.runner

    async def play(self) -> MatchEnd:
        """Play to the end. Where it stops before, `notify` is told where the log lies.

        Raises what `Runner.run` raises. A match that binds nobody leaves nothing, unless its offer may yet be accepted.
        """
        seat = self.seat
        ended: Ended | None = None
        keep = True
        try:
            await self._run()
            if self.game.acknowledged or seat.state.note is not None:
                ended = self._result("valid")
        except PeerFault:
            ended = self._result("proven")
            raise
        except PeerSuspect as suspect:
            # Our own note goes to the other side before this match is laid aside.
            if suspect.code == "ended" or (suspect.code == "silent" and self.game.acknowledged):
                ended = self._result("unresponsive")
            keep = self.game.bound
            raise
        except Declined as declined:
            keep = self.game.bound
            if keep:
                ended = Ended(declined.code)
            raise
        finally:
            # An offer that was shown may have been accepted; what nobody has seen binds nobody.
            keep = keep and (self.game.bound or (seat.side == HOST and seat.state.offer is not None))
            if not keep:
                self.store.discard()
            else:
                if ended is not None:
                    self.store.end(ended)
                self.store.close()
        return MatchEnd(self.store.log_path, seat.side, seat.state)

    def settle(self, how: str = "valid") -> None:
        """Close a match in which nothing is left to be signed, and remember how it ended.

        Whether the other side knows of its end is not known.
        """
        self.store.end(self._result(how))
        self.store.close()

    async def _run(self) -> None:
        try:
            await self.runner.run()
        except BaseException:
            if self.game.bound:
                stopped = {"event": "stopped", "log": str(self.store.log_path), "match": self.store.folder.name}
                self.notify(stopped)
            raise

    def _result(self, how: str) -> Ended:
        decision = self.seat.state.decision
        if self.seat.state.note is not None:
            return Ended("unresponsive")
        return Ended(how) if decision is None else Ended(how, decision.winner, decision.score)


def about_of(side: int, identity: SigningKey, peer: bytes, place: str) -> About:
    """What to remember of a match that begins today."""
    return About(side, signing.public_key(identity).hex(), peer.hex(), place, today())
