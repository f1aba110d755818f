"""The seats that also cheat between real programs: each is caught at that record, and by anybody who holds the log."""

from __future__ import annotations

from functools import cache

import pytest

from p2p_schnapsen.errors import PeerFault, PeerSuspect
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.table import state
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.wire import envelope, messages
from tests.adversary.book import PACKS, rules_of
from tests.support.cheating_seats import CHEATS, OwnNonce
from tests.support.duel import Duel, keen, log_of
from tests.support.fold import remembering, verdict

pytestmark = pytest.mark.usefixtures("proofs_once")


def closing(view, rng):
    """Closes as soon as it may: then the follower is bound."""
    return next((move for move in view.legal if move.kind.name == "CLOSE"), None) or keen(view, rng)


@cache
def match(seed, deck, choose):
    """An honest match, played once."""
    with remembering():
        return Duel.new(f"seats {seed}", rules_of(deck, target=1), choose=choose).play()


def forked(seat, side, deck, choose):
    """The first place in honest matches at which this seat cheats: what was before, the honest seat, the record."""
    for seed in range(40):
        duel = match(seed, deck, choose)
        honest, old = duel.seats[1 - side], duel.seats[side]
        cheat = seat(side, old.identity, old.name, old.terms, old._secrets)
        for place, table in enumerate(duel.states):
            if table.turn != side:
                continue
            cheat.state = table
            body = envelope.parse(duel.records[place]).body
            raw = cheat.forged(messages.decode(body.type, body.payload))
            if raw is not None:
                other = Seat(1 - side, honest.identity, honest.name, honest.terms, honest._secrets)
                other.state = table
                return duel.records[:place], other, raw
    raise AssertionError("the cheat never had its chance")


def played(seat, side, deck):
    """As `forked`, for a seat that is not honest before, either."""
    seats = [Seat, Seat]
    seats[side] = seat
    for seed in range(40):
        with remembering():
            duel = Duel.new(f"{side} {deck} {seed}", rules_of(deck, target=1), host=seats[0], guest=seats[1])
            cheat = duel.seats[side]
            while not duel.over:
                message = duel.next_message()
                if duel.owing() is not cheat:
                    duel.say(message)
                    continue
                made = cheat.make(message)
                if cheat.cheated:
                    return duel.records, duel.seats[1 - side], made.raw
                cheat.make = lambda _, made=made: made
                duel.say(message)
                del cheat.make
    raise AssertionError("the cheat never had its chance")


@pytest.mark.parametrize("deck", PACKS)
@pytest.mark.parametrize("side", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_caught_at_its_record_and_proven_by_the_log(name, side, deck):
    seat = CHEATS[name]
    if seat is OwnNonce:
        records, honest, raw = played(seat, side, deck)
    else:
        records, honest, raw = forked(seat, side, deck, closing if "revoke" in name else keen)
    code = seat.code
    if name == "two-bodies":
        with pytest.raises(PeerSuspect):
            honest.check(raw)
        assert state.second_body(honest.state, records, raw).body.side == side
    else:
        with pytest.raises(PeerFault) as caught:
            honest.check(raw)
        assert (caught.value.code, caught.value.section, caught.value.culprit) == (code, FAULTS[code], side)
    report = verdict(log_of([*records, raw]))
    assert (report.verdict, report.code, report.section) == (Verdict.PROVEN, code, FAULTS[code])
    assert (report.culprit, report.record) == (side, len(records))
    assert verdict(log_of(records)).verdict in (Verdict.INCOMPLETE, Verdict.VALID)
