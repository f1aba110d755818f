"""Cheats: an honest game up to a point, and then one record that breaks the protocol, properly signed.

A family of cheats is a list; `book` makes the decorator that enters a cheat into it.  A cheat is a function of the
cheater's side; it gives the game so far and the record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.crypto.group import Scalar
from p2p_schnapsen.errors import PeerFault
from p2p_schnapsen.gamelog.report import Report, Verdict
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.wire import envelope
from p2p_schnapsen.wire.envelope import Body
from p2p_schnapsen.wire.messages import Message
from tests.support.duel import Duel, log_of, picture
from tests.support.fold import verdict

BOTH = (0, 1)
SIDES = ("host", "guest")


@dataclass(frozen=True)
class Trap:
    """The game before the cheat, and the record that must be refused."""

    duel: Duel
    raw: bytes


@dataclass(frozen=True)
class Cheat:
    """One kind of cheating, the code and the section of the spec with which it must be caught."""

    name: str
    code: str
    section: str
    sides: tuple[int, ...]
    build: Callable[[int], Trap]


def book(family: list[Cheat]) -> Callable[..., Callable[[Callable[[int], Trap]], Callable[[int], Trap]]]:
    """The decorator that enters cheats into `family`: `@cheat(code, section)`, and `sides` where only one can."""

    def cheat(
        code: str, section: str, sides: tuple[int, ...] = BOTH
    ) -> Callable[[Callable[[int], Trap]], Callable[[int], Trap]]:
        def enter(build: Callable[[int], Trap]) -> Callable[[int], Trap]:
            family.append(Cheat(build.__name__.strip("_").replace("_", "-"), code, section, sides, build))
            return build

        return enter

    return cheat


def cases(family: Sequence[Cheat]) -> list[tuple[Cheat, int]]:
    """Each cheat with each side that can do it."""
    return [(cheat, side) for cheat in family for side in cheat.sides]


def name_of(value: object) -> str:
    """Test ids."""
    return value.name if isinstance(value, Cheat) else SIDES[int(str(value))]


def lie(duel: Duel, message: Message, side: int | None = None) -> Trap:
    """`message` said by the side in turn (or by `side`), signed without a check."""
    seat = duel.owing() if side is None else duel.seats[side]
    return Trap(duel, seat.sign(message))


def forge(seat: Seat, kind: str, payload: bytes, **changes: object) -> bytes:
    """A record with any type and payload, and any change of the body's fields, signed by `seat`."""
    table = seat.state
    fields: dict[str, object] = {
        "game_id": table.game_id,
        "seq": table.seq,
        "side": seat.side,
        "prev": table.head,
        "type": kind,
        "payload": payload,
    }
    return sealed(seat, Body(**{**fields, **changes}).encode())  # type: ignore[arg-type]  # checked by who reads it


def sealed(seat: Seat, body: bytes) -> bytes:
    """Any bytes as the body of a record that `seat` has signed."""
    return envelope.seal(body, signing.sign(seat.identity, envelope.signed_message(body)))


def expect(cheat: Cheat, side: int) -> Report:
    """The cheat is caught at that record: by the opponent at the table, and by anybody who has the log."""
    trap = cheat.build(side)
    honest = trap.duel.seats[1 - side]
    table = honest.state
    before = picture(table)
    fault = caught(honest, trap.raw)
    assert (fault.code, fault.section, fault.culprit) == (cheat.code, cheat.section, side)
    assert honest.state is table
    assert picture(table) == before, "a refused record has changed the table"
    return convicted(trap, cheat.code, cheat.section, side)


def caught(honest: Seat, raw: bytes) -> PeerFault:
    """The fault that a seat finds in a record."""
    try:
        honest.check(raw)
    except PeerFault as fault:
        return fault
    raise AssertionError("the record was accepted")


def convicted(trap: Trap, code: str, section: str, culprit: int) -> Report:
    """The verdict of a third party on the log that ends with the refused record."""
    report = verdict(log_of([*trap.duel.records, trap.raw]))
    assert (report.verdict, report.code) == (Verdict.PROVEN, code)
    assert (report.section, report.culprit, report.record) == (section, culprit, len(trap.duel.records))
    assert report.exit_code == 1
    return report


def key_of(duel: Duel, side: int) -> tuple[bytes, Scalar]:
    """A side's seed and secret key of the current deal."""
    return duel.seats[side]._keys(duel.state.current)
