"""Whom the runner blames: only the key that was greeted, and only for what that key signed."""

import os

import pytest

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import PeerFault, PeerSuspect
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.gamelog.store import MatchStore
from p2p_schnapsen.net.runner import Game
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat, Terms
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.envelope import Body
from tests.support.duel import Duel


@pytest.fixture
def store(tmp_path):
    with MatchStore(tmp_path / "match") as store:
        yield store


def kept(store):
    return log_format.parse(store.log_path.read_bytes()).records


def game(seat, store, peer, history=()):
    """A game whose link and player are not needed: what arrives is handed in."""
    found = Game(seat, None, store, None, os.urandom, peer)
    found._history += history
    return found


def offer_signed_by(key, date):
    host = Seat(0, key, "host", Terms(Ruleset(), "deal", 0, 120, date))
    host.give("nonce", bytes(32))
    return host.sign(host.automatic())


GREETED, STRANGER = signing.generate(bytes(32)), signing.generate(b"\1" * 32)
NO_DATE = "2026-99-99"


@pytest.mark.parametrize("date", ["2026-01-01", NO_DATE])
def test_an_offer_that_a_stranger_signed_is_neither_taken_nor_kept_against_it(store, date):
    guest = Seat(1, signing.generate(b"\2" * 32), "guest")
    with pytest.raises(PeerSuspect) as suspicion:
        game(guest, store, signing.public_key(GREETED))._judge(offer_signed_by(STRANGER, date))
    assert suspicion.value.code == "other-identity"
    assert kept(store) == ()
    assert guest.state.phase is Phase.OFFER


def test_a_faulty_offer_of_the_key_that_was_greeted_is_kept_against_it(store):
    raw = offer_signed_by(GREETED, NO_DATE)
    guest = Seat(1, signing.generate(b"\2" * 32), "guest")
    with pytest.raises(PeerFault) as fault:
        game(guest, store, signing.public_key(GREETED))._judge(raw)
    assert (fault.value.code, fault.value.culprit) == ("offer-date", 0)
    assert kept(store) == (raw,)


def again(duel, side):
    """A second body of `side`, validly signed, at a place where it has signed already."""
    bodies = [envelope.parse(record).body for record in duel.records]
    early = next(body for body in bodies[3:] if body.side == side)
    concede = messages.encode(messages.Concede("match"))
    body = Body(early.game_id, early.seq, side, early.prev, "concede", concede).encode()
    return envelope.seal(body, signing.sign(duel.seats[side].identity, envelope.signed_message(body)))


@pytest.fixture(scope="module")
def duel():
    return Duel.new("blame").play(until=lambda table: table.phase is Phase.FOLLOW)


def test_a_second_body_of_the_other_side_is_evidence(duel, store):
    raw = again(duel, 0)
    playing = game(duel.seats[1], store, signing.public_key(duel.seats[0].identity), duel.records)
    with pytest.raises(PeerFault) as fault:
        playing._judge(raw)
    assert (fault.value.code, fault.value.culprit) == ("equivocation", 0)
    assert kept(store) == (raw,)


def test_a_second_body_of_our_own_is_not_laid_on_the_other_side(duel, store):
    playing = game(duel.seats[1], store, signing.public_key(duel.seats[0].identity), duel.records)
    with pytest.raises(PeerSuspect):
        playing._judge(again(duel, 1))
    assert kept(store) == ()


def test_the_same_record_twice_is_harmless(duel, store):
    playing = game(duel.seats[1], store, signing.public_key(duel.seats[0].identity), duel.records)
    for raw in duel.records[2:]:
        playing._judge(raw)
    assert kept(store) == ()
    assert duel.seats[1].state.seq == len(duel.records)
