"""What cheats are made of: an honest game up to a point, and then one record that its signer had no right to make.

The cheats themselves are in `tests/adversary`.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.crypto.group import Scalar
from p2p_schnapsen.errors import PeerFault
from p2p_schnapsen.gamelog.report import Report, Verdict
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.wire import envelope
from p2p_schnapsen.wire.envelope import Body
from p2p_schnapsen.wire.messages import Message
from tests.support.duel import Duel, log_of
from tests.support.fold import verdict

BOTH = (0, 1)
SIDES = ("host", "guest")


@dataclass(frozen=True)
class Trap:
    """The game before the cheat, and the record that must be refused."""

    duel: Duel
    raw: bytes


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
