"""Two real seats over a wire that is a list: whole games without sockets, files or clocks.

One `random.Random` owns every secret and decision, so a game repeats exactly.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.table.seat import Made, Seat, Terms
from p2p_schnapsen.wire.messages import Message

Choose = Callable[[PlayerView, random.Random], Move]
SeatClass = type[Seat]


def at_random(view: PlayerView, rng: random.Random) -> Move:
    """Any legal move."""
    return rng.choice(view.legal)


def keen(view: PlayerView, rng: random.Random) -> Move:
    """A random move, but never a claim that is not true: deals last until somebody has 66."""
    legal = [move for move in view.legal if move.kind.name != "CLAIM" or view.deal.points[view.me] >= 66]
    return rng.choice(legal)


@dataclass
class Duel:
    """A game between two seats, record by record."""

    rng: random.Random
    seats: tuple[Seat, Seat]
    choose: Choose = keen
    records: list[bytes] = field(default_factory=list)
    states: list[TableState] = field(default_factory=list)
    """The table before each record."""

    @staticmethod
    def new(
        seed: int | str,
        ruleset: Ruleset | None = None,
        opening: str = "deal",
        choose: Choose = keen,
        host: SeatClass = Seat,
        guest: SeatClass = Seat,
    ) -> Duel:
        """A game about to begin."""
        rng = random.Random(seed)
        terms = Terms(ruleset or Ruleset(), opening, 0, 120, "2026-01-01")
        keys = [signing.generate(rng.randbytes(32)) for _ in range(2)]
        return Duel(rng, (host(0, keys[0], "anna", terms), guest(1, keys[1], "bert")), choose)

    @property
    def state(self) -> TableState:
        return self.seats[0].state

    @property
    def over(self) -> bool:
        return self.state.turn is None

    def owing(self) -> Seat:
        """The seat that owes the next record."""
        turn = self.state.turn
        assert turn is not None
        return self.seats[turn]

    def next_message(self) -> Message:
        """What the owing seat says next."""
        seat = self.owing()
        wanted = seat.wanted()
        if wanted is not None:
            seat.give(wanted, self.rng.randbytes(32))
        message = seat.automatic()
        return seat.message_for(self.choose(seat.view(), self.rng)) if message is None else message

    def say(self, message: Message) -> Made:
        """One record: made by the owing seat, checked by the other, taken by both."""
        seat = self.owing()
        made = seat.make(message)
        checked = self.seats[1 - seat.side].check(made.raw)
        assert (checked.state.head, checked.state.phase) == (made.state.head, made.state.phase)
        self.states.append(self.state)
        self.records.append(made.raw)
        seat.take(made)
        self.seats[1 - seat.side].take(checked)
        return made

    def step(self) -> Made:
        """The next record of an honest game."""
        return self.say(self.next_message())

    def play(self, until: Callable[[TableState], bool] | None = None) -> Duel:
        """Go on until `until` holds, else to the end."""
        while not self.over and not (until is not None and until(self.state)):
            self.step()
        return self

    def steps(self) -> Iterator[Made]:
        """Go on record by record."""
        while not self.over:
            yield self.step()

    def log(self) -> bytes:
        """The log file so far."""
        return log_of(self.records)


def log_of(records: list[bytes]) -> bytes:
    """A log file with these records."""
    return log_format.HEADER + b"".join(map(log_format.frame, records))
