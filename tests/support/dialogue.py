"""Games without sockets, files or clocks: what happens goes in, what is asked for is carried out, and is looked at.

A `Script` is one whole game, played once. From it a `Party` can be set at any place of it, with any part of its
secrets, as if it had come back from its disk: no record is checked again for that.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.channel import Frame, RecordFrame, Refuse, Standing
from p2p_schnapsen.table.commands import Command, Consider, Decide, Draw, Drop, Keep, Ready, Send, Stop
from p2p_schnapsen.table.game import Game
from p2p_schnapsen.table.model import HOST, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat, Terms
from p2p_schnapsen.wire import chain, envelope, note
from p2p_schnapsen.wire.envelope import Body
from tests.simulation.memo import each_proof_once
from tests.support.duel import Choose, Duel, keen

DATE = "2026-01-01"
T = TypeVar("T")


def of_kind(commands: Iterable[Command], kind: type[T]) -> list[T]:
    """The commands of one kind."""
    return [command for command in commands if isinstance(command, kind)]


def frames(commands: Iterable[Command]) -> list[Frame]:
    """What is sent."""
    return [command.frame for command in of_kind(commands, Send)]


def records(commands: Iterable[Command]) -> list[bytes]:
    """The records that are sent."""
    return [frame.raw for frame in frames(commands) if isinstance(frame, RecordFrame)]


def stopped(commands: Iterable[Command]) -> bool:
    """Whether the game is over."""
    return bool(of_kind(commands, Stop))


def error(commands: Iterable[Command]) -> Exception | None:
    """What the game ends with."""
    (stop,) = of_kind(commands, Stop)
    return stop.error


def code(commands: Iterable[Command]) -> object:
    """The code of what the game ends with."""
    return getattr(error(commands), "code", None)


@dataclass
class Party:
    """One side's game, and what its disk and its link have been given."""

    game: Game
    kept: list[bytes] = field(default_factory=list)
    outbox: deque[Frame] = field(default_factory=deque)
    drawn: dict[str, bytes] = field(default_factory=dict)
    heard: list[Command] = field(default_factory=list)
    """All that was asked for, in order."""
    deciding: PlayerView | None = None
    ready_for: int | None = None
    """The deal that its player is asked about."""
    linked: bool = False
    rng: random.Random = field(default_factory=lambda: random.Random(0))

    def do(self, commands: Iterable[Command]) -> list[Command]:
        """Carry out; the commands that were, those behind a secret included."""
        waiting, done = deque(commands), []
        while waiting:
            command = waiting.popleft()
            done.append(command)
            match command:
                case Draw():
                    self.drawn[command.name] = secret = self.rng.randbytes(32)
                    waiting.extendleft(reversed(self.game.give(command.name, secret)))
                case Keep():
                    self.kept.append(command.raw)
                    self.deciding = self.ready_for = None
                case Send():
                    self.outbox.append(command.frame)
                case Decide():
                    self.deciding = command.view
                case Ready():
                    self.ready_for = command.number
        self.heard += done
        return done

    def link(self, now: float = 0.0) -> list[Command]:
        """A new link."""
        self.linked = True
        self.outbox.clear()
        return self.do(self.game.attach(now))

    def unlink(self, now: float = 0.0) -> list[Command]:
        """It is gone."""
        self.linked = False
        return self.do(self.game.detach(now))

    def hear(self, *said: Frame | bytes, now: float = 0.0) -> list[Command]:
        """Frames (bytes: records) come in."""
        done = []
        for frame in said:
            done += self.do(self.game.receive(RecordFrame(frame) if isinstance(frame, bytes) else frame, now))
        return done

    def meet(self, theirs: Standing | None = None, now: float = 0.0) -> list[Command]:
        """A new link to a side that stands where we do, or at `theirs`."""
        return [*self.link(now), *self.hear(self.game.standing if theirs is None else theirs, now=now)]

    def ticks(self, until: float, step: float = 1.0) -> list[Command]:
        """The seconds go by, up to this one."""
        done: list[Command] = []
        now = self.game._waiting.time
        while now < until:
            now = min(now + step, until)
            done += self.do(self.game.tick(now))
        return done

    def timed(self, until: float, kind: type[T]) -> list[tuple[int, T]]:
        """What is asked for of one kind up to then, and at which second."""
        found = []
        while (now := self.game._waiting.time) < until:
            found += [(round(now + 1), command) for command in of_kind(self.ticks(now + 1), kind)]
        return found


@dataclass
class Script:
    """A whole game: its records, and each side's secrets."""

    duel: Duel

    @staticmethod
    def of(
        seed: str,
        ruleset: Ruleset | None = None,
        opening: str = "deal",
        clock: int = 0,
        patience: int = 120,
        choose: Choose = keen,
    ) -> Script:
        """Played to its end."""
        duel = Duel.new(seed, ruleset or Ruleset(target=1), opening, choose=choose)
        terms = Terms(ruleset or Ruleset(target=1), opening, clock, patience, DATE)
        duel.seats[HOST].terms = terms
        with each_proof_once():
            return Script(duel.play())

    @property
    def records(self) -> list[bytes]:
        """All of them."""
        return self.duel.records

    def state(self, place: int) -> TableState:
        """The table before record `place`."""
        return [*self.duel.states, self.duel.state][place]

    def key(self, side: int) -> bytes:
        """A side's identity."""
        return signing.public_key(self.duel.seats[side].identity)

    def side_of(self, place: int) -> int:
        """Who made a record."""
        return envelope.parse(self.records[place]).body.side

    def places(self, phase: Phase, side: int | None = None) -> list[int]:
        """Where the log expects this, of this side."""
        found = [place for place in range(len(self.records)) if self.state(place).phase is phase]
        return [place for place in found if side in (None, self.side_of(place))]

    def place(self, phase: Phase, side: int | None = None) -> int:
        """The first of them."""
        return self.places(phase, side)[0]

    def secrets(self, side: int) -> dict[str, bytes]:
        """A side's, by name."""
        return dict(self.duel.seats[side]._secrets)

    def seat(self, side: int, place: int, secrets: dict[str, bytes] | None = None) -> Seat:
        """A side's seat before record `place`."""
        old = self.duel.seats[side]
        known = self.secrets(side) if secrets is None else secrets
        seat = type(old)(side, old.identity, old.name, old.terms, known)
        seat.state = self.state(place)
        return seat

    def party(self, side: int, place: int, secrets: dict[str, bytes] | None = None, now: float = 0.0) -> Party:
        """A side that has stored the records before `place`, and these secrets (None: all of its own)."""
        game = Game(self.seat(side, place, secrets), self.key(1 - side), now, self.records[:place])
        return Party(game, self.records[:place])

    def standing(self, place: int, **changes: object) -> Standing:
        """What a side says that has the records before `place`."""
        told = {"first": chain.first(self.records[:place]), "seq": place, "head": self.state(place).head}
        return Standing(**{**told, **changes})  # type: ignore[arg-type]  # tests may say what nobody should

    def another(self, place: int, **changes: object) -> bytes:
        """A second body for record `place`, by its own signer: it concedes the match there."""
        early = envelope.parse(self.records[place]).body
        fields: dict[str, object] = {name: getattr(early, name) for name in early.__dataclass_fields__}
        fields |= {"type": "concede", "payload": b"\x91\xa5match", **changes}
        return self.signed(early.side, Body(**fields).encode())  # type: ignore[arg-type]  # tests may say what they like

    def signed(self, side: int, body: bytes) -> bytes:
        """Any body, as a record of this side."""
        identity = self.duel.seats[side].identity
        return envelope.seal(body, signing.sign(identity, envelope.signed_message(body)))

    def end_note(
        self, side: int, place: int, seconds: int = 120, signer: int | None = None, **changes: object
    ) -> bytes:
        """An end note of this side before record `place`."""
        table = self.state(place)
        fields = {"game_id": table.game_id, "seq": place, "side": side, "head": table.head, "seconds": seconds}
        body = note.Note(**{**fields, **changes}).encode()  # type: ignore[arg-type]  # as above
        identity = self.duel.seats[side if signer is None else signer].identity
        return envelope.seal(body, signing.sign(identity, note.signed_message(body)))

    def move(self, party: Party) -> Move:
        """What the script's player did at this place."""
        seat, place = party.game.seat, party.game.table.seq
        view = seat.view()
        return next(move for move in view.legal if seat.sign(seat.message_for(move)) == self.records[place])


class Talk:
    """Two parties and the link between them."""

    def __init__(self, host: Party, guest: Party, script: Script | None = None) -> None:
        self.parties = (host, guest)
        self.script = script
        self.now = 0.0

    def link(self) -> Talk:
        """A new link."""
        for party in self.parties:
            party.link(self.now)
        return self

    def deliver(self) -> bool:
        """Every frame that was sent; whether there was any."""
        some = False
        for party, other in (self.parties, self.parties[::-1]):
            while party.outbox:
                some = True
                frame = party.outbox.popleft()
                if other.linked:
                    done = other.hear(frame, now=self.now)
                    if of_kind(done, Drop) or (stopped(done) and not isinstance(frame, Refuse)):
                        self._part(other, party)
        return some

    def _part(self, party: Party, other: Party) -> None:
        """`party` gives the link up: what it has said still arrives."""
        party.linked = False
        party.do(party.game.detach(self.now))
        while party.outbox:
            other.hear(party.outbox.popleft(), now=self.now)
        if other.linked:
            other.unlink(self.now)

    def run(self) -> Talk:
        """Until nobody has anything to say, players and all."""
        while self.deliver() or self._ask():
            pass
        return self

    def _ask(self) -> bool:
        for party in self.parties:
            if of_kind(party.heard, Consider) and not party.game._questions.willing and not party.game.stopped:
                party.do(party.game.accepted(True, self.now))
                return True
            if party.ready_for is not None and not party.game.stopped:
                number, party.ready_for = party.ready_for, None
                party.do(party.game.ready(number, self.now))
                return True
            if party.deciding is not None and not party.game.stopped:
                view, party.deciding = party.deciding, None
                move = self.script.move(party) if self.script is not None else keen(view, party.rng)
                party.do(party.game.decide(move, self.now))
                return True
        return False


def second_bodies(history: Sequence[bytes], log: Sequence[bytes]) -> list[int]:
    """The places where two logs hold different bodies."""
    return [
        place
        for place, (one, other) in enumerate(zip(history, log, strict=False))
        if envelope.parse(one).body_bytes != envelope.parse(other).body_bytes
    ]
