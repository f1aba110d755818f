"""Whom a game blames: only the key that was greeted, and only for what that key signed."""

import pytest

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import PeerFault, PeerSuspect
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.channel import RecordFrame, Standing
from p2p_schnapsen.table.commands import Keep, Stop
from p2p_schnapsen.table.game import Game
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat, Terms
from p2p_schnapsen.wire import chain, envelope, messages
from p2p_schnapsen.wire.envelope import Body
from tests.support.duel import Duel


def receive(seat, peer, raw, history=()):
    """What a game at this place asks for when `raw` comes in: what is kept, and the error it ends with."""
    game = Game(seat, peer, 0.0, history)
    game.attach(0.0)
    game.receive(Standing(None, 0, chain.START), 0.0)
    commands = game.receive(RecordFrame(raw), 0.0)
    errors = [command.error for command in commands if isinstance(command, Stop)]
    return [command.raw for command in commands if isinstance(command, Keep)], errors[0] if errors else None


def offer_signed_by(key, date):
    host = Seat(0, key, "host", Terms(Ruleset(), "deal", 0, 120, date))
    host.give("nonce", bytes(32))
    return host.sign(host.automatic())


GREETED, STRANGER = signing.generate(bytes(32)), signing.generate(b"\1" * 32)
NO_DATE = "2026-99-99"


@pytest.mark.parametrize("date", ["2026-01-01", NO_DATE])
def test_an_offer_that_a_stranger_signed_is_neither_taken_nor_kept_against_it(date):
    guest = Seat(1, signing.generate(b"\2" * 32), "guest")
    kept, error = receive(guest, signing.public_key(GREETED), offer_signed_by(STRANGER, date))
    assert isinstance(error, PeerSuspect)
    assert (error.code, kept) == ("other-identity", [])
    assert guest.state.phase is Phase.OFFER


def test_a_faulty_offer_of_the_key_that_was_greeted_is_kept_against_it():
    raw = offer_signed_by(GREETED, NO_DATE)
    guest = Seat(1, signing.generate(b"\2" * 32), "guest")
    kept, error = receive(guest, signing.public_key(GREETED), raw)
    assert isinstance(error, PeerFault)
    assert (error.code, error.culprit, kept) == ("offer-date", 0, [raw])


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


def test_a_second_body_of_the_other_side_is_evidence(duel):
    raw = again(duel, 0)
    kept, error = receive(duel.seats[1], signing.public_key(duel.seats[0].identity), raw, duel.records)
    assert isinstance(error, PeerFault)
    assert (error.code, error.culprit, kept) == ("equivocation", 0, [raw])


def test_a_second_body_of_our_own_is_not_laid_on_the_other_side(duel):
    raw = again(duel, 1)
    kept, error = receive(duel.seats[1], signing.public_key(duel.seats[0].identity), raw, duel.records)
    assert (kept, error) == ([], None)


def test_the_same_record_twice_is_harmless(duel):
    for raw in duel.records:
        kept, error = receive(duel.seats[1], signing.public_key(duel.seats[0].identity), raw, duel.records)
        assert (kept, error) == ([], None)
    assert duel.seats[1].state.seq == len(duel.records)
