"""What a seat does not do for its own player, what is no frame, and openings of values that no honest seat sends."""

import pytest

from p2p_schnapsen.crypto import mask, schnorr, signing
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import add, base_mul, mul
from p2p_schnapsen.errors import LocalMisuse, ProofError, WireError
from p2p_schnapsen.rules import moves
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import channel, keys
from p2p_schnapsen.table.model import GUEST, HOST, DealState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat, Terms
from p2p_schnapsen.table.transcript import Committed, Keyed, Owed, check_opening
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.messages import Final
from tests.support.duel import Duel

TERMS = Terms(Ruleset(), "deal", 0, 120, "2026-01-01")
IDENTITY = signing.generate(bytes(32))
SEED, CTX = bytes(range(32)), b"context"
X = to_scalar("guards", SEED)
Y = base_mul(X)


# Frames


@pytest.mark.parametrize("value", [7, 0, None, b"", b"hello", "", "hello", (b"ping",), (("ping",),), (None,)], ids=repr)
def test_what_does_not_name_a_kind_of_frame_is_none(value):
    with pytest.raises(WireError, match="frame-kind"):
        channel.decode(pack(value))


# Seats


@pytest.mark.parametrize(("side", "terms"), [(HOST, None), (GUEST, TERMS)], ids=["host", "guest"])
def test_the_host_and_only_the_host_brings_terms(side, terms):
    with pytest.raises(ValueError, match="only the host"):
        Seat(side, IDENTITY, "anna", terms)


@pytest.mark.parametrize(("name", "size"), [("seed-1", 32), ("nonce", 31), ("nonce", 33), ("nonce", 0)])
def test_a_secret_that_was_not_asked_for_or_has_another_size_is_not_taken(name, size):
    seat = Seat(HOST, IDENTITY, "anna", TERMS)
    with pytest.raises(ValueError, match="not asked for"):
        seat.give(name, bytes(size))
    assert seat.wanted() == "nonce"


def test_a_secret_is_not_taken_twice():
    seat = Seat(HOST, IDENTITY, "anna", TERMS)
    seat.give("nonce", bytes(32))
    assert seat.wanted() is None
    with pytest.raises(ValueError, match="not asked for"):
        seat.give("nonce", bytes([1]) * 32)
    assert seat._secrets["nonce"] == bytes(32)


@pytest.mark.parametrize("phase", [Phase.OFFER, Phase.ACCEPT, Phase.START, Phase.COMMIT, Phase.KEY, Phase.LEAD])
def test_who_does_not_owe_the_next_record_wants_and_says_nothing(phase):
    duel = Duel.new("guards").reach(phase)
    other = duel.seats[1 - duel.owing().side]
    assert other.wanted() is None
    assert other.automatic() is None
    with pytest.raises(LocalMisuse, match="not-your-turn"):
        other.message_for(moves.concede())


@pytest.mark.parametrize("phase", [Phase.COMMIT, Phase.DEAL])
def test_no_move_is_made_where_there_is_nothing_to_decide(phase):
    duel = Duel.new("guards").reach(phase)
    with pytest.raises(LocalMisuse, match="not-your-turn"):
        duel.owing().message_for(moves.concede())


def test_a_record_that_the_table_would_refuse_is_our_own_misuse():
    duel = Duel.new("guards").reach(Phase.COMMIT)
    with pytest.raises(LocalMisuse, match="out-of-phase"):
        duel.owing().make(Final((0, 0), bytes(64)))


def test_without_its_seed_a_seat_sees_no_card():
    duel = Duel.new("guards").reach(Phase.LEAD)
    seat = duel.owing()
    seat._secrets.clear()
    with pytest.raises(LocalMisuse, match="seed-lost"):
        seat.hand()


@pytest.mark.parametrize("commitments", [(None, None), (b"c", None), (None, b"c")])
def test_the_commitments_are_in_order_once_there_are_both(commitments):
    assert DealState(1, 0, commitments=commitments).ordered_commitments() is None
    assert DealState(1, 1, commitments=(b"host", b"guest")).ordered_commitments() == (b"guest", b"host")


# Openings


def opening(*entries, x=X):
    check_opening(entries, 0, SEED, x)


def test_what_the_other_side_sent_is_not_looked_at():
    opening(Committed(1, 3, CTX, b"another seed's"), Keyed(1, 3, CTX, Y, bytes(64)))


def test_a_commitment_to_another_seed_is_found():
    opening(Committed(0, 3, CTX, keys.commitment(CTX, SEED)))
    with pytest.raises(ProofError, match="open-seed"):
        opening(Committed(0, 3, CTX, keys.commitment(CTX, bytes(32))))


def test_a_value_that_was_sent_before_there_was_a_key_is_found():
    entry = Keyed(0, 4, CTX, Y, schnorr.prove(SEED, CTX, X, Y))
    opening(entry)
    with pytest.raises(ProofError, match="open-value"):
        opening(entry, x=None)


def test_a_duty_proof_for_a_card_that_was_owed_is_found():
    a = base_mul(to_scalar("guards", b"mask"))
    v = add(mask.CARD_POINTS[5], mul(X, a))
    with pytest.raises(ProofError, match="open-value") as found:
        opening(Owed(0, 9, CTX, a, v, (3, 4, 6), bytes(3 * 64)))
    assert (found.value.params["value"], found.value.params["kind"]) == (9, "owed")
