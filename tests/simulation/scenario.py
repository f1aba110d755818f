"""Which match is played in a run, by which moves and secrets: functions of the seed, whatever befalls the players."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, replace
from functools import cached_property

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.crypto.signing import SigningKey
from p2p_schnapsen.presets import NAMES, loader
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.game import GIVE_UP, GiveUp
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.seat import Seat, Terms
from p2p_schnapsen.wire.messages import Concede, Message
from tests.simulation.faults import Kind, Weather
from tests.support.duel import at_random, keen

KINDS = (*[Kind.STEADY] * 7, Kind.SET_BACK, Kind.SET_BACK, Kind.DESERTED)
"""The kind of run number n: the n-th in turn. Seven rule sets go round beside it, so that each meets each."""

PATIENCE = {Kind.STEADY: 24 * 3600, Kind.SET_BACK: 24 * 3600, Kind.DESERTED: 60}
GIVES_UP = 0.002
"""How likely a player is to concede the match instead of moving."""


@dataclass(frozen=True)
class Scenario:
    """One run's match."""

    seed: int
    kind: Kind
    weather: Weather
    terms: Terms

    @staticmethod
    def of(seed: int, kind: Kind | None = None, weather: Weather | None = None) -> Scenario:
        """The scenario of a seed; what is given is not drawn."""
        luck = random.Random(f"{seed}/scenario")
        kind = kind or KINDS[seed % len(KINDS)]
        ruleset = replace(loader.load(NAMES[seed % len(NAMES)]).ruleset, target=luck.choice((1, 2, 2, 3)))
        opening = luck.choice(("deal", "deal", "match", "never"))
        clock = luck.choice((0, 24 * 3600))
        terms = Terms(ruleset, opening, clock, PATIENCE[kind], "2026-01-01")
        return Scenario(seed, kind, weather or Weather.of(luck, kind), terms)

    @cached_property
    def identities(self) -> tuple[SigningKey, SigningKey]:
        """Both players' keys."""
        return signing.generate(self._bytes("identity", HOST)), signing.generate(self._bytes("identity", GUEST))

    def _bytes(self, *what: object) -> bytes:
        return hashlib.sha256("/".join(map(str, (self.seed, *what))).encode()).digest()

    def seat(self, side: int, secrets: dict[str, bytes] | None = None) -> Seat:
        """A player's seat, with the secrets that it has on its disk."""
        return Seat(side, self.identities[side], ("anna", "bert")[side], self.terms if side == HOST else None, secrets)

    def secret(self, side: int, name: str, life: int = 0) -> bytes:
        """What a player draws under this name. A player whose disk was set back does not draw the same again: `life`
        counts its lives.
        """
        return self._bytes("secret", side, name, life)

    def decide(self, side: int, view: PlayerView, seq: int, life: int = 0) -> Move | GiveUp:
        """A player's decision for record `seq`."""
        luck = random.Random(f"{self.seed}/move/{side}/{seq}/{life}")
        if luck.random() < GIVES_UP:
            return GIVE_UP
        return (at_random if self.seed % 3 == 0 else keen)(view, luck)

    def undisturbed(self) -> list[bytes]:
        """The records of this match where nothing ever fails: made by two seats that see one table."""
        seats = (self.seat(HOST), self.seat(GUEST))
        records = []
        while (turn := seats[HOST].state.turn) is not None:
            seat = seats[turn]
            wanted = seat.wanted()
            if wanted is not None:
                seat.give(wanted, self.secret(turn, wanted))
            message: Message | None = seat.automatic()
            if message is None:
                move = self.decide(turn, seat.view(), seat.state.seq)
                message = Concede("match") if isinstance(move, GiveUp) else seat.message_for(move)
            made = seat.make(message)
            for each in seats:
                each.take(made)
            records.append(made.raw)
        return records
