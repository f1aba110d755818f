"""Whatever is made of what an honest side has signed, around any cheat of the other: it is never blamed.

All logs here hold honest records of the victim, as it signs them, in any order and number, of one game or of two, and
what the cheat likes to sign.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import PeerFault
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.table.commands import Keep, Stop
from p2p_schnapsen.table.game import Game
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import DECISIONS, Seat
from p2p_schnapsen.wire import envelope
from tests.adversary.kinds import CASES, KINDS
from tests.support.cheats import sealed
from tests.support.dialogue import Party, of_kind
from tests.support.duel import Duel, log_of
from tests.support.fold import remembering, verdict

pytestmark = pytest.mark.usefixtures("proofs_once")

ONE_OF_EACH = [
    case
    for kind in KINDS
    for case in CASES
    if case.cheat is kind.cheats[0] and case.pack == (20 if 20 in kind.cheats[0].packs else 24)
]
"""A case of every kind, by each side that can have it."""
ONE_SIDE = [
    case
    for number, kind in enumerate(KINDS)
    for case in ONE_OF_EACH
    if case.cheat is kind.cheats[0] and case.side == kind.cheats[0].sides[number % len(kind.cheats[0].sides)]
]
"""A case of every kind, by either side in turn."""


def blamed(records):
    """Whom a log proves guilty, if anybody."""
    report = verdict(log_of(records))
    assert (report.verdict is Verdict.PROVEN) == (report.culprit is not None)
    return report.culprit


def party_of(case):
    """The honest side as a whole client that has kept the log so far."""
    duel = case.build().duel
    old = duel.seats[1 - case.side]
    seat = Seat(old.side, old.identity, old.name, old.terms, old._secrets)
    seat.state = old.state
    return Party(Game(seat, _key(duel, case.side), 0.0, duel.records), duel.records[:])


def _key(duel, side):
    return duel.seats[side].identity.public_key().public_bytes_raw()


@pytest.mark.parametrize("case", ONE_SIDE, ids=lambda case: case.name)
def test_a_client_keeps_the_proof_and_says_nothing_more(case):
    """Where its own next record is due by itself, it has signed that: then the cheat is only out of place."""
    trap = case.build()
    with remembering():
        party = party_of(case)
        party.meet()
        if party.game.stopped:
            assert trap.duel.over, "there is nothing more to say"
            return
        own = party.kept[len(trap.duel.records) :]
        assert all(envelope.parse(raw).body.side != case.side for raw in own)
        done = party.hear(trap.raw)
        after = party.hear(*trap.duel.records[:4], trap.raw)
    errors = [stop.error for stop in of_kind(done, Stop)]
    if own:
        assert case.cheat.code in ("out-of-turn", "equivocation")
    if not own or case.cheat.code == "equivocation":
        (fault,) = errors
        assert isinstance(fault, PeerFault)
        assert (fault.code, fault.section, fault.culprit) == (case.cheat.code, case.cheat.section, case.side)
        assert party.kept[-1] == trap.raw
        assert blamed(party.kept) == case.side
        assert not of_kind(after, Keep), "nothing follows a proof"
    assert blamed(party.kept) in (None, case.side)


def next_of(trap, side):
    """What the honest side signs next, as if the cheat were not there, where that is its to sign by itself."""
    seat = trap.duel.seats[side]
    if seat.state.turn != side or seat.wanted() is not None:
        return []
    if seat.state.phase in DECISIONS:
        view = seat.view()
        return [seat.sign(seat.message_for(move)) for move in view.legal[:2]][:1]
    message = seat.automatic()
    return [] if message is None else [seat.sign(message)]


_OTHER_GAMES: dict[tuple[int, bytes], list[bytes]] = {}


def elsewhere(duel, side):
    """What this side has signed in another game, with the same key."""
    place = (side, _key(duel, side))
    if place not in _OTHER_GAMES:
        with remembering():
            other = Duel.new("elsewhere", opening="never", dealer=0)
            other.seats[side].identity = duel.seats[side].identity
            records = other.reach(Phase.FOLLOW).records
        _OTHER_GAMES[place] = [raw for raw in records if envelope.parse(raw).body.side == side]
    return _OTHER_GAMES[place]


@pytest.mark.parametrize("case", ONE_OF_EACH, ids=lambda case: case.name)
def test_what_the_honest_side_signs_around_the_cheat_does_not_count_against_it(case):
    """Its next record before and after the cheat, its own last ones again, and records of other games."""
    trap, victim = case.build(), 1 - case.side
    records = trap.duel.records
    own = [raw for raw in records if envelope.parse(raw).body.side == victim]
    for more in (*next_of(trap, victim), *own[-1:], *elsewhere(trap.duel, victim)[-1:]):
        for log in (
            [*records, more],
            [*records, trap.raw, more],
            [*records, more, trap.raw],
            [*records[:-1], more, trap.raw],
        ):
            assert blamed(log) != victim


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.data_too_large])
@given(data=st.data())
def test_no_log_made_of_honest_records_and_a_cheat_frames_the_honest_side(data):
    """Cut, doubled, in another order, with records of other games: the honest side is never found guilty."""
    case = data.draw(st.sampled_from(ONE_OF_EACH), label="case")
    trap, victim = case.build(), 1 - case.side
    records = trap.duel.records
    pool = [*records, trap.raw, *next_of(trap, victim), *elsewhere(trap.duel, victim)]
    cut = data.draw(st.integers(0, len(records)), label="honest beginning")
    places = st.lists(st.integers(0, len(pool) - 1), max_size=6)
    tail = [pool[place] for place in data.draw(places, label="then")]
    assert blamed([*records[:cut], *tail]) != victim


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_no_signature_of_the_honest_side_serves_for_another_body(data):
    """The cheat writes a body in the victim's name, and takes a signature that the victim made for another."""
    case = data.draw(st.sampled_from(ONE_OF_EACH), label="case")
    trap, victim = case.build(), 1 - case.side
    duel: Duel = trap.duel
    own = [envelope.parse(raw) for raw in duel.records if envelope.parse(raw).body.side == victim]
    if not own:
        return
    place = data.draw(st.integers(0, len(own) - 1), label="signature")
    seq = data.draw(st.sampled_from([duel.state.seq, *(record.body.seq for record in own)]), label="seq")
    body = envelope.Body(duel.state.game_id, seq, victim, duel.state.head, "concede", b"\x91\xa5match").encode()
    if seq < len(duel.records) and envelope.parse(duel.records[seq]).body_bytes == body:
        return
    assert blamed([*duel.records, envelope.seal(body, own[place].signature)]) is None
    # Who holds the victim's very key is the victim, to everybody.
    if signing.public_key(duel.seats[0].identity) != signing.public_key(duel.seats[1].identity):
        assert blamed([*duel.records, sealed(duel.seats[1 - victim], body)]) is None


def test_every_kind_is_among_them():
    assert len(Counter(case.cheat.kind for case in ONE_OF_EACH)) == len(KINDS)
