"""Any field of any record changed, and the record signed again: its signer's fault, or harmless, and nothing else."""

from __future__ import annotations

from functools import cache

import pytest

from p2p_schnapsen.crypto import group
from p2p_schnapsen.crypto.group import L
from p2p_schnapsen.crypto.mask import CARD_POINTS
from p2p_schnapsen.errors import PeerFault, PeerSuspect
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.wire import envelope
from p2p_schnapsen.wire.codec import pack, unpack
from tests.support.cheats import BOTH, sealed
from tests.support.duel import Duel

pytestmark = pytest.mark.usefixtures("proofs_once")

WORDS = {
    "zeros": bytes(32),
    "one": b"\1" + bytes(31),
    "the order": L.to_bytes(32, "little"),
    "ones": b"\xff" * 32,
    "the generator": bytes(group.G),
    "a card": bytes(CARD_POINTS[7]),
}
"""What a point or scalar may be replaced by: no point, no scalar, or a good one that is not the right one."""

HARMLESS = {
    ("offer", 2), ("offer", 3), ("offer", 4), ("offer", 6), ("offer", 7),
    ("accept", 1), ("accept", 2), ("commit", 0), ("key", 0), ("open", 0), ("concede", 0),
}  # fmt: skip
"""Type and field that a signer is free to choose (a commitment is found out when the seed is opened)."""


def closing(view, rng):
    """A short deal with draws, sorts, duty proofs and a claim."""
    named = {move.kind.name: move for move in view.legal}
    tricks = len(view.deal.tricks_played)
    for kind, when in (("MARRIAGE", True), ("CLOSE", tricks == 1), ("CLAIM", tricks == 2), ("SETTLE", True)):
        if when and kind in named:
            return named[kind]
    return rng.choice([move for move in view.legal if move.kind.name in ("LEAD", "FOLLOW")])


@cache
def played():
    duel = Duel.new("mutations 1", Ruleset(target=1), choose=closing).play()
    kinds = {envelope.parse(raw).body.type for raw in duel.records}
    assert {"draw", "sort", "close", "claim", "follow", "open", "final"} <= kinds
    return duel


def changes(value):
    """Other values in the place of one decoded value, each allowed on the wire."""
    match value:
        case int():
            yield from {value + 1, max(value - 1, 0), 0, 23, 2**32} - {value}
            yield from (None, b"", ())
        case str():
            yield from {"deal", "match", "never", value + "x"} - {value}
            yield from (None, 0)
        case None:
            yield from (0, bytes(32), bytes(96), (bytes(128), bytes(416)))
        case bytes():
            yield from (None, 0, b"", value[:-1], value + b"\0")
            places = sorted({0, len(value) // 64 * 32, max(len(value) - 32, 0)})
            for place in places if len(value) % 32 == 0 else ():
                for word in WORDS.values():
                    yield value[:place] + word + value[place + 32 :]
        case tuple():
            yield from (None, (), value[:-1], (*value, value[0]) if value else (0,), value[::-1])
            for index, item in list(enumerate(value))[:2]:
                for other in changes(item):
                    yield (*value[:index], other, *value[index + 1 :])


def resigned(duel, seq, field, value):
    """The record `seq` with another value in a field, signed by who signed it."""
    record = envelope.parse(duel.records[seq])
    body = record.body
    values = unpack(body.payload)
    assert isinstance(values, tuple)
    payload = pack((*values[:field], value, *values[field + 1 :]))
    fields = (body.version, body.game_id, body.seq, body.side, body.prev, body.type, payload)
    return sealed(duel.seats[body.side], pack(fields))


def judged(table, raw):
    """The code of the fault, "" for an accepted record, "suspect" where nobody can be blamed."""
    side = envelope.parse(raw).body.side
    try:
        state.apply(table, raw)
    except PeerFault as error:
        fault = error
    except PeerSuspect:
        return "suspect"
    else:
        return ""
    assert (fault.culprit, fault.section) == (side, FAULTS[fault.code])
    return fault.code


@pytest.mark.parametrize("third", range(3))
def test_a_changed_field_is_its_signers_fault(third):
    duel = played()
    tried, codes = 0, set()
    for seq in range(third, len(duel.records), 3):
        body = envelope.parse(duel.records[seq]).body
        values = unpack(body.payload)
        assert isinstance(values, tuple)
        for field, value in enumerate(values):
            for other in changes(value):
                if other == value:
                    continue
                code = judged(duel.states[seq], resigned(duel, seq, field, other))
                if code == "suspect":
                    assert seq < 2, "after the contract the signer is known"
                elif code == "":
                    public = body.type == "lead" and values[1] is None  # either card of a marriage may be led
                    assert public or (body.type, field) in HARMLESS, (seq, body.type, field, other)
                codes.add(code)
                tried += 1
    assert tried > 200
    assert len(codes) > 8


@pytest.mark.parametrize("side", BOTH)
def test_a_record_said_by_the_other_side_is_that_sides_fault(side):
    """Every record of one side, word for word, in the other's name and with its signature."""
    duel = played()
    for seq, (table, raw) in enumerate(zip(duel.states, duel.records, strict=True)):
        body = envelope.parse(raw).body
        if body.side == side or seq < 2:
            continue
        fields = (body.version, body.game_id, body.seq, side, body.prev, body.type, body.payload)
        assert judged(table, sealed(duel.seats[side], pack(fields))) == "out-of-turn"


def test_a_payload_at_any_other_place_is_refused():
    """Every payload of a deal, signed again by the side in turn at every other place that takes its type."""
    duel = played()
    bodies = [envelope.parse(raw).body for raw in duel.records]
    tried = 0
    for seq in range(3, len(bodies)):
        table, here = duel.states[seq], bodies[seq]
        for there in bodies[3:]:
            if there.seq == seq or there.type != here.type or there.payload == here.payload:
                continue
            if there.type == "open" and there.payload == b"\x91\xc0":
                continue
            fields = (here.version, here.game_id, seq, here.side, here.prev, there.type, there.payload)
            assert judged(table, sealed(duel.seats[here.side], pack(fields))) in FAULTS
            tried += 1
    assert tried >= 8
