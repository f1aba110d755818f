"""A program from its start to its end: it carries out what its game asks for, as `net` does in the real one.

What it knows when it starts is what is on its disk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError, PeerFault, PeerSuspect, TransportError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.library import Entry
from p2p_schnapsen.gamelog.store import About, Ended, MatchStore
from p2p_schnapsen.table.channel import Frame, Greeting, Refuse, Standing
from p2p_schnapsen.table.commands import (
    Back,
    Command,
    Consider,
    Decide,
    Draw,
    Drop,
    Heard,
    Keep,
    MayEnd,
    News,
    Ready,
    Send,
    Silent,
    Stop,
    Ticking,
    Unheard,
)
from p2p_schnapsen.table.game import Declined, Game
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.phases import Phase
from tests.simulation.disk import Crash
from tests.simulation.faults import Kind
from tests.simulation.link import End, Link

if TYPE_CHECKING:
    from tests.simulation.peers import Peer

TICK_SECONDS = 1.0
GREETING_SECONDS = 10.0
BACK_OFF = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
NAMES = ("host", "guest")

Found = tuple[MatchStore, Game]


class Process:
    """One run of the program, until it ends or crashes."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.world = peer.world
        self.side = peer.side
        self.game: Game | None = None
        self.store: MatchStore | None = None
        self.link: End | None = None
        self.ends: list[End] = []
        self._stopped = False
        self._backlog: deque[Callable[[], None]] = deque()
        self._attempt = 0
        self._newest = 0
        self._asking: object | None = None
        self._outcome: Stop | None = None

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.peer.process is self

    def within(self, action: Callable[[], None]) -> None:
        """Let the process do something, if it lives then."""
        if not self.alive:
            return
        world, weather = self.world, self.peer.weather
        self._backlog.append(action)
        if self._stopped:
            return
        if weather.pause and world.chance(weather.pause):
            world.counts["pauses"] += 1
            seconds = world.luck.expovariate(1 / weather.pause_seconds)
            self.peer.note("is stopped for", round(seconds, 3))
            self._stopped = True
            world.after(seconds, self._go_on)
            return
        self._work()

    def _go_on(self) -> None:
        self._stopped = False
        self._work()

    def _work(self) -> None:
        """All that has happened, in order."""
        while self._backlog and self.alive:
            try:
                self._survive(self._backlog.popleft())
                self.peer.look()
            except Crash:
                self.peer.crash()

    def _survive(self, action: Callable[[], None]) -> None:
        """Where the disk is full, the program ends in good order."""
        try:
            action()
        except DataError as error:
            if error.code != "disk-full":
                raise
            self.peer.note("has a full disk")
            self._leave()

    def begin(self) -> None:
        """It runs."""
        self.peer.note("starts")
        if self.side == GUEST:
            self.world.after(0.0, lambda: self.within(self._connect))
        self.world.after(TICK_SECONDS, self._tick)

    def vanish(self, late: float) -> None:
        """It is gone; its links are, and the other ends notice in `late` seconds."""
        for end in self.ends:
            end.open = False
            end.link.cut(late)

    def _leave(self) -> None:
        """The program ends itself, and is started again later."""
        self._carry_out(command for command in (self.game.leave() if self.game else ()) if isinstance(command, Send))
        self._exit()

    def _exit(self) -> None:
        for end in self.ends:
            end.close()
        if self.store is not None:
            self.store.close()
        self.peer.process = None
        # A host is there for as long as its guest may come back.
        if not self.peer.finished or (self.side == HOST and not self.peer.other.finished):
            self.world.after(1 + self.peer.weather.down_time(self.world.luck), self.peer.start)

    def _tick(self) -> None:
        if not self.alive:
            return

        def tick() -> None:
            if self.game is not None:
                self._carry_out(self.game.tick(self.world.now))

        self.within(tick)
        self.world.after(TICK_SECONDS, self._tick)

    # -- links -----------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        """A guest's next attempt to reach the host."""
        host = self.peer.other.process
        if host is None or self.peer.finished:
            if not self.peer.finished:
                self._again()
            return
        certificate = self.peer.scenario.secret(HOST, "certificate")
        self.world.counts["links"] += 1
        number = self.world.counts["links"]
        link = Link(self.world, self.peer.weather, number)
        ends = []
        for process in (host, self):
            nonce = self.peer.scenario.secret(process.side, f"greeting-{number}")
            greeting = Greeting(process.side, process.peer.identity, certificate, nonce)
            ends.append(End(link, process.side, process, greeting))
            process.ends.append(ends[-1])
        link.begin(*ends)
        for end in ends:
            end.send(end.greeting.hello())
        mine = ends[GUEST]

        def give_up() -> None:
            if not mine.greeted:
                self._hang_up(mine)

        self.world.after(GREETING_SECONDS, lambda: self.within(give_up))

    def _again(self) -> None:
        seconds = BACK_OFF[min(self._attempt, len(BACK_OFF) - 1)]
        self._attempt += 1
        self.world.after(seconds, lambda: self.within(self._connect))

    def frame(self, end: End, frame: Frame) -> None:
        """See `link.Owner`."""
        if not end.greeted:
            self._greet(end, frame)
        elif end is self.link:
            assert self.game is not None
            self._carry_out(self.game.receive(frame, self.world.now))
        elif self.side == HOST and isinstance(frame, Standing) and end.link.number < self._newest:
            self._hang_up(end)
        elif self.side == HOST and isinstance(frame, Standing):
            self._newest = end.link.number
            if self.game is None:
                self._take_up(self._hosts_match(frame), end)
            self._attach(end, frame)

    def _greet(self, end: End, frame: Frame) -> None:
        answer = end.greeting.receive(frame)
        if answer is not None:
            end.send(answer)
        if end.greeted and self.side == GUEST:
            self._attempt = 0
            if self.game is None:
                self._take_up(self._guests_match(), end)
            self._attach(end, None)

    def lost(self, end: End) -> None:
        """See `link.Owner`."""
        self.ends.remove(end)
        if end is self.link:
            self.link = None
            if self.game is not None:
                self._carry_out(self.game.detach(self.world.now))
        if self.side == GUEST and self.alive and self.link is None:
            self._again()

    def _attach(self, end: End, standing: Standing | None) -> None:
        game = self.game
        assert game is not None
        if self.link is not None:
            self.link.send(Refuse("replaced"))
            self.link.close()
        self.link = end
        commands = game.attach(self.world.now)
        self._carry_out(commands if standing is None else [*commands, *game.receive(standing, self.world.now)])

    def _drop(self, code: str) -> None:
        self.peer.note("drops the link:", code)
        self.world.counts[f"dropped: {code}"] += 1
        if self.link is not None:
            end = self.link
            self.world.after(0.0, lambda: self.within(lambda: self._hang_up(end)))

    def _hang_up(self, end: End) -> None:
        if end.open:
            end.close()
            self.lost(end)

    # -- matches ---------------------------------------------------------------------------------------------

    def _take_up(self, found: Found | None, end: End) -> None:
        """Go on with a match, or begin one."""
        peer, scenario = self.peer, self.peer.scenario
        if found is not None:
            self.store, self.game = found
            self.world.counts["games resumed"] += 1
            # A crash may have come between the disk and the note of what is on it.
            peer.settled = self.game.table.phase is Phase.OVER
            peer.note("goes on at", self.game.table.seq, self.game.table.phase)
            return
        key = signing.public_key(scenario.identities[1 - self.side])
        folder = peer.matches / f"2026-01-01-{end.greeting.identifier}-{NAMES[self.side]}"
        about = About(self.side, signing.public_key(peer.identity).hex(), key.hex(), "", "2026-01-01")
        self.store = MatchStore(folder, None, about, peer.disk)

        def elsewhere(first: bytes) -> bool:
            others = (entry for entry in peer.entries() if entry.folder != folder)
            return any(library.first_of(entry, peer.disk) == first for entry in others)

        self.game = Game(scenario.seat(self.side), key, self.world.now, elsewhere=elsewhere)
        peer.note("begins", folder.name)

    def _resume(self, folder: Path) -> Found:
        store, entries, secrets = MatchStore.open(folder, self.peer.disk)
        seat = self.peer.scenario.seat(self.side, secrets)
        return store, Game.restore(seat, bytes.fromhex(store.about.peer), self.world.now, entries)

    def _guests_match(self) -> Found | None:
        for entry in reversed([entry for entry in self.peer.entries() if entry.ended is None]):
            store, game = self._resume(entry.folder)
            if game.bound:
                return store, game
            store.discard()
        return None

    def _hosts_match(self, standing: Standing) -> Found | None:
        entry = self._hosts_entry(standing)
        if entry is None:
            return None
        store, game = self._resume(entry.folder)
        if game.standing.first is not None:
            return store, game
        store.discard()
        return None

    def _hosts_entry(self, standing: Standing) -> Entry | None:
        entries = self.peer.entries()
        for entry in reversed(entries):
            if standing.first is not None and library.first_of(entry, self.peer.disk) == standing.first:
                return entry
        going = [entry for entry in entries if entry.ended is None]
        return going[-1] if standing.first is None and going else None

    # -- commands --------------------------------------------------------------------------------------------

    def _carry_out(self, commands: Iterable[Command]) -> None:
        waiting = deque(commands)
        while waiting:
            command = waiting.popleft()
            self.peer.step(type(command).__name__)
            waiting.extendleft(reversed(self._do(command)))
        if self._outcome is not None:
            outcome, self._outcome = self._outcome, None
            self._stop(outcome.error)

    def _do(self, command: Command) -> list[Command]:
        game, store, peer = self.game, self.store, self.peer
        assert game is not None
        assert store is not None
        match command:
            case Draw():
                secret = peer.scenario.secret(self.side, command.name, peer.lives)
                store.put_secret(command.name, secret)
                return game.give(command.name, secret)
            case Keep():
                store.append(command.raw)
                self._asking = None
                peer.settled = game.table.phase is Phase.OVER
                peer.note("keeps a record, next", game.table.seq, game.table.phase)
            case Send():
                peer.note("sends", type(command.frame).__name__)
                if self.link is not None:
                    self.link.send(command.frame)
            case Drop():
                self._drop(command.code)
            case Consider():
                self._ask(lambda: game.accepted(True, self.world.now))
            case Ready():
                self._ask(lambda: game.ready(command.number, self.world.now))
            case Decide():
                move = peer.scenario.decide(self.side, command.view, game.table.seq, peer.lives)
                self._ask(lambda: game.decide(move, self.world.now))
            case MayEnd():
                if self._asking is None and peer.scenario.kind is Kind.DESERTED:
                    self._ask(lambda: game.end(self.world.now))
            case Stop():
                self._outcome = command
            case News() | Heard() | Unheard() | Silent() | Back() | Ticking():
                pass
        return []

    def _ask(self, answer: Callable[[], list[Command]]) -> None:
        """Our player thinks for a while; a record that comes meanwhile takes the question back."""
        question = self._asking = object()

        def answered() -> None:
            if self._asking is question:
                self._asking = None
                self._carry_out(answer())

        self.world.after(self.world.luck.expovariate(2.0), lambda: self.within(answered))

    def _stop(self, error: Exception | None) -> None:
        """The game is over: as `net.session.Match.play` leaves it."""
        game, store, peer = self.game, self.store, self.peer
        assert game is not None
        assert store is not None
        peer.note("stops:", error)
        peer.errors.append(error)
        ended: Ended | None = None
        keep = True
        if error is None:
            ended = Ended("valid") if game.acknowledged else None
        elif isinstance(error, PeerFault):
            ended = Ended("proven")
        elif isinstance(error, PeerSuspect):
            ended = Ended("unresponsive") if error.code in ("silent", "ended") else None
            keep = game.bound
        elif isinstance(error, Declined):
            keep = game.bound
            ended = Ended(error.code) if keep else None
        else:
            assert isinstance(error, TransportError), error
        over = ended is not None
        keep = keep and (game.bound or (self.side == HOST and game.table.offer is not None))
        link, self.link = self.link, None
        if link is not None:
            link.close()
            self.ends.remove(link)
        if keep:
            if ended is not None:
                store.end(ended)
            store.close()
        else:
            store.discard()
        self.game = self.store = self._asking = None
        peer.finished = peer.finished or over
        if self.side == GUEST:
            self._exit()
        # A host stays: somebody may lack the end.
