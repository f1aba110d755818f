"""Runs one game over links that come and go: carries out what `table.game` asks for, and brings it what happens.

Everything is decided by `table`; here are only the order of things (stored, then sent), the waiting and the time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Protocol

from p2p_schnapsen.errors import IllegalMove, PeerSuspect, TransportError, WireError
from p2p_schnapsen.gamelog.store import MatchStore
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import Refuse, Standing
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
from p2p_schnapsen.table.game import GIVE_UP, Declined, Game, GiveUp
from p2p_schnapsen.wire.messages import Offer

__all__ = ["GIVE_UP", "Declined", "Entropy", "GiveUp", "Link", "News", "Notify", "Player", "Runner"]

Entropy = Callable[[str], bytes]
"""Gives 32 bytes from the system's CSPRNG, for the purpose named."""

Notify = Callable[[dict[str, Any]], None]
"""Is told what happens as the JSON objects that `--json` prints."""

TICK_SECONDS = 1.0
FAREWELL_SECONDS = 5.0
"""How long a link may take to carry the last words."""


class Link(Protocol):
    """A connection to the opponent that carries frames. Every failure is a `TransportError`."""

    async def read_frame(self) -> bytes: ...

    def send_frame(self, payload: bytes) -> None: ...

    async def close(self) -> None: ...


class Table(Protocol):
    """What a player can do beside answering."""

    def say(self, text: str) -> None:
        """Say something to the other side; whether it is heard depends on the link."""
        ...

    def count_hint(self) -> None:
        """Note that our player has had a hint. Raises `DataError`."""
        ...


class Player(Protocol):
    """Whoever sits at our side of the table: a person's screen or a bot."""

    def seated(self, table: Table) -> None:
        """The match is about to begin, or to go on, at this table."""
        ...

    async def accept(self, offer: Offer) -> bool:
        """Whether to play by this offer (asked of the guest)."""
        ...

    async def decide(self, view: PlayerView) -> Move | GiveUp:
        """The next move. May be cancelled."""
        ...

    async def ready(self, number: int) -> None:
        """Return once deal `number`, never the first, may begin. May be cancelled."""
        ...

    async def may_end(self, seconds: int) -> bool:
        """Whether to end the match with a note: the other side has owed a record for so long. May be cancelled."""
        ...

    def refused(self, error: IllegalMove) -> None:
        """The move just decided is against the rules; another is asked for."""
        ...

    def tell(self, news: News) -> None:
        """Something happened."""
        ...

    def hear(self, text: str) -> None:
        """The other side says something: a stranger's text, as it came."""
        ...


class Runner:
    """Runs a game. `run` ends when the game does; meanwhile any number of links may be `serve`d, one after another."""

    def __init__(self, game: Game, store: MatchStore, player: Player, entropy: Entropy, notify: Notify) -> None:
        self.game = game
        self.store = store
        self._player = player
        self._entropy = entropy
        self._notify = notify
        self._inbox: asyncio.Queue[Callable[[], Iterable[Command]]] = asyncio.Queue()
        self._link: Link | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._asking: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        """The question whether to end the match."""
        self._outcome: Stop | None = None
        self._ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._outcome is not None

    async def run(self) -> None:
        """Until the game ends.

        Raises `Declined` where there will be none; later `PeerFault` (with the evidence in the log), `PeerSuspect`,
        `TransportError`, `DataError` where our disk fails, and what our player raises.
        """
        ticking = asyncio.create_task(self._tick())
        self._player.seated(self)
        try:
            while self._outcome is None:
                await self._step(await self._inbox.get())
        except BaseException:
            # Whatever ends us, the other side need not wait for it to be noticed.
            self._carry_out(command for command in self.game.leave() if isinstance(command, Send))
            raise
        finally:
            ticking.cancel()
            if self._asking is not None:
                self._asking.cancel()
            self._ended.set()
            await self._part()
        if self._outcome.error is not None:
            raise self._outcome.error

    async def serve(self, link: Link, standing: Standing | None = None) -> None:
        """Play over this link, in place of any other, until it breaks or the game ends.

        `standing` is the other side's first word where it was read already.
        """
        lost = asyncio.Event()
        self._put(lambda: self._attached(link, lost, standing))
        reading = asyncio.create_task(self._read(link))
        gone = asyncio.create_task(lost.wait())
        try:
            await asyncio.wait({reading, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
            gone.cancel()
            await asyncio.gather(reading, gone, return_exceptions=True)
            self._put(lambda: self._detached(link))

    def say(self, text: str) -> None:
        """Our player says something to the other side; it goes out in turn behind all that has happened so far."""
        self._put(lambda: self.game.chat(text, self._now()))

    def count_hint(self) -> None:
        """Our player has had a hint. Raises `DataError`."""
        self.store.count_hint()

    async def caught_up(self) -> None:
        """Until all that has come in so far is dealt with, or the game has ended."""
        reached = asyncio.Event()
        self._put(lambda: _mark(reached))
        either = {asyncio.create_task(reached.wait()), asyncio.create_task(self._ended.wait())}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in either:
                task.cancel()

    # -- what happens ----------------------------------------------------------------------------------------

    def _now(self) -> float:
        return self._loop.time()

    def _put(self, happening: Callable[[], Iterable[Command]]) -> None:
        self._inbox.put_nowait(happening)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            # In turn behind all that has come in meanwhile: what lies there unread is no silence.
            self._put(lambda: self.game.tick(self._now()))

    async def _read(self, link: Link) -> None:
        while True:
            try:
                frame = channel.decode(await link.read_frame())
            except TransportError:
                return
            except WireError as error:
                refuse = channel.encode(Refuse("frame-unreadable"))
                with contextlib.suppress(TransportError):
                    link.send_frame(refuse)
                self._put(partial(self._unreadable, link, error.code))
                return
            self._put(partial(self._received, link, frame))

    def _received(self, link: Link, frame: channel.Frame) -> Iterable[Command]:
        return self.game.receive(frame, self._now()) if link is self._link else ()

    def _unreadable(self, link: Link, problem: str) -> Iterable[Command]:
        if link is not self._link:
            return ()
        return self.game.nonsense(PeerSuspect("frame-unreadable", problem=problem), self._now())

    def _attached(self, link: Link, lost: asyncio.Event, standing: Standing | None) -> Iterable[Command]:
        if self._link is not None:
            self._cut(self._link, "replaced")
        self._link, self._lost = link, lost
        commands = self.game.attach(self._now())
        return commands if standing is None else [*commands, *self.game.receive(standing, self._now())]

    def _detached(self, link: Link) -> Iterable[Command]:
        if link is not self._link:
            return ()
        self._link = None
        if self.game.stopped:
            return ()
        if self.game.bound:  # else there is nothing that could be lost
            self._notify({"event": "lost"})
        return self.game.detach(self._now())

    async def _step(self, happening: Callable[[], Iterable[Command]]) -> None:
        self._carry_out(happening())
        # Other games of this process want their turn, too.
        await asyncio.sleep(0)

    # -- what is asked for -----------------------------------------------------------------------------------

    def _carry_out(self, commands: Iterable[Command]) -> None:
        waiting = deque(commands)
        while waiting:
            command = waiting.popleft()
            match command:
                case Draw():
                    secret = self._entropy(command.name)
                    self.store.put_secret(command.name, secret)
                    waiting.extendleft(reversed(self.game.give(command.name, secret)))
                case Keep():
                    self.store.append(command.raw)
                    self._stop_asking()
                case Send():
                    self._send(command)
                case Drop():
                    self._drop(command.code)
                case Consider():
                    self._ask(self._consider(command.offer))
                case Decide():
                    self._ask(self._decide(command.view))
                case Ready():
                    self._ask(self._ready(command.number))
                case MayEnd():
                    if self._asking is None:
                        self._ask(self._ask_end(command.seconds))
                        self._ending = self._asking
                case News():
                    self._player.tell(command)
                case Heard():
                    self._player.hear(command.text)
                case Unheard():
                    self._notify({"event": "unheard", "reason": command.code})
                case Silent():
                    self._notify({"event": "silent", "seconds": command.seconds, "left": command.left})
                case Back():
                    if self._ending is not None and self._ending is self._asking:
                        self._stop_asking()  # it may still move: the game asks again where it does not
                    self._notify({"event": "back"})
                case Ticking():
                    self._notify({"event": "clock", "left": command.left})
                case Stop():
                    self._outcome = command

    def _send(self, command: Send) -> None:
        if self._link is not None:
            # A link that breaks now is noticed by its reader.
            with contextlib.suppress(TransportError):
                self._link.send_frame(channel.encode(command.frame))

    def _drop(self, code: str) -> None:
        self._notify({"event": "dropped", "reason": code})
        if self._link is not None:
            self._lost.set()

    def _cut(self, link: Link, code: str) -> None:
        with contextlib.suppress(TransportError):
            link.send_frame(channel.encode(Refuse(code)))
        self._lost.set()

    async def _part(self) -> None:
        """The link has carried our last word, or a while has passed."""
        if self._link is not None:
            link, self._link = self._link, None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL_SECONDS):
                    await link.close()
            self._lost.set()

    # -- our player ------------------------------------------------------------------------------------------

    def _ask(self, question: Coroutine[Any, Any, Callable[[], Iterable[Command]]]) -> None:
        self._stop_asking()
        self._asking = asyncio.create_task(self._answer(question))

    def _stop_asking(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    async def _answer(self, question: Coroutine[Any, Any, Callable[[], Iterable[Command]]]) -> None:
        try:
            happening = await question
        except Exception as error:  # noqa: BLE001 - whatever our player raises ends the game, in `run`
            raised = error

            def fail() -> Iterable[Command]:
                raise raised

            happening = fail
        asked = self._asking
        self._put(lambda: self._answered(asked, happening))

    def _answered(
        self, asked: asyncio.Task[None] | None, happening: Callable[[], Iterable[Command]]
    ) -> Iterable[Command]:
        if asked is not self._asking:
            return ()  # the question was withdrawn meanwhile
        self._asking = None
        return happening()

    async def _consider(self, offer: Offer) -> Callable[[], Iterable[Command]]:
        willing = await self._player.accept(offer)
        return lambda: self.game.accepted(willing, self._now())

    async def _decide(self, view: PlayerView) -> Callable[[], Iterable[Command]]:
        decision = await self._player.decide(view)

        def decided() -> Iterable[Command]:
            try:
                return self.game.decide(decision, self._now())
            except IllegalMove as error:
                self._player.refused(error)
                return self.game.ask_again()

        return decided

    async def _ready(self, number: int) -> Callable[[], Iterable[Command]]:
        await self._player.ready(number)
        return lambda: self.game.ready(number, self._now())

    async def _ask_end(self, seconds: int) -> Callable[[], Iterable[Command]]:
        end = await self._player.may_end(seconds)
        return lambda: self.game.end(self._now()) if end else ()


def _mark(reached: asyncio.Event) -> Iterable[Command]:
    reached.set()
    return ()
