"""Whatever a peer signs, the table takes it or blames the signer: it never breaks down, and changes nothing before."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from p2p_schnapsen.crypto.group import L
from p2p_schnapsen.errors import PeerFault
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state as table
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.wire import envelope
from p2p_schnapsen.wire.codec import pack, unpack
from tests.support.cheats import forge
from tests.support.duel import Duel, keen, picture

pytestmark = pytest.mark.usefixtures("proofs_once")

RULES = Ruleset(target=1, exchange_who="turn")
CARDS_24 = RULES.override({"deck": 24, "hand": 6})


def bold(view, rng):
    """Exchanges, announces and closes where it can."""
    for kind in ("EXCHANGE", "MARRIAGE", "CLOSE"):
        found = [move for move in view.legal if move.kind.name == kind]
        if found and (kind != "CLOSE" or len(view.deal.tricks_played) > 1):
            return found[0]
    return keen(view, rng)


@pytest.fixture(scope="module", params=[RULES, CARDS_24], ids=["20 cards", "24 cards"])
def duel(request):
    return Duel.new("garbage 4", request.param, choose=bold).play()


def leaves(value):
    """Every value in a message, by length or kind."""
    if isinstance(value, tuple):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def spoil(value, pool, rng):
    """The same message with something in it changed: by another value of its kind, or by a few of its bytes."""
    if isinstance(value, tuple) and value:
        at = rng.randrange(len(value))
        choice = rng.randrange(12)
        if choice == 0:
            return value[:at] + value[at + 1 :]
        if choice == 1:
            return (*value[: at + 1], *value[at:])
        return (*value[:at], spoil(value[at], pool, rng), *value[at + 1 :])
    if isinstance(value, bytes) and value:
        choice = rng.randrange(6)
        at = 32 * rng.randrange(max(len(value) // 32, 1))
        part = value[at : at + 32]
        if choice == 0:
            return rng.choice(pool[len(value)])
        if choice == 1:  # one field of 32 bytes for another
            part = rng.choice(pool[32])[:32]
        elif choice == 2:
            part = bytes(len(part))
        elif choice == 3:
            part = ((int.from_bytes(part, "little") + L) % 2**256).to_bytes(32, "little")[: len(part)]
        elif choice == 4:
            part = bytes([part[0] ^ 1 << rng.randrange(8)]) + part[1:]
        else:
            return value[:-1] if rng.randrange(2) else value + value[:32]
        return value[:at] + part + value[at + 32 :]
    if isinstance(value, int):
        return rng.choice([rng.randrange(25), value + 1, 2**64 - 1])
    return rng.choice([None, "deal", "match", 0, b"", rng.choice(pool[96])])


def test_whatever_is_signed_is_taken_or_blamed_on_its_signer(duel):
    rng = random.Random("garbage")
    pool = {}
    bodies = [envelope.parse(record).body for record in duel.records]
    for body in bodies:
        for value in leaves(unpack(body.payload)):
            if isinstance(value, bytes):
                pool.setdefault(len(value), []).append(value)
                pool.setdefault(32, []).extend(value[at : at + 32] for at in range(0, min(len(value), 320), 32))
    codes = Counter()
    # The contract before `start` introduces the keys themselves; it is looked at in other tests.
    for state, body in list(zip(duel.states, bodies, strict=True))[2:]:
        seat = duel.seats[body.side]
        now, seat.state = seat.state, state
        before = picture(state)
        for _ in range(14 if len(body.payload) > 2000 else 30):
            payload = pack(spoil(unpack(body.payload), pool, rng))
            raw = forge(seat, body.type, payload)
            fault = None
            try:
                after, _ = table.apply(state, raw)
            except PeerFault as found:
                fault = found
            if fault is not None:
                assert (fault.culprit, fault.section) == (body.side, FAULTS[fault.code])
                codes[fault.code] += 1
                continue
            codes["taken"] += 1
            assert after.seq == state.seq + 1
            # Another commitment shows at the opening; a seed may be declined.
            assert payload == body.payload or body.type in ("commit", "key", "concede", "open")
        assert picture(state) == before
        seat.state = now
    assert codes.total() > 500
    assert len(codes) > 12
