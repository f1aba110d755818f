"""The greeting binds a connection to two identities, or there is no game."""

import pytest

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import PeerSuspect, WireError
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import Auth, Bye, Greeting, Hello, RecordFrame, Refuse
from p2p_schnapsen.wire.codec import Packed, pack
from p2p_schnapsen.wire.limits import STRANGER_FRAME_BYTES

CERTIFICATE = bytes(range(32))
HOST_KEY, GUEST_KEY = signing.generate(bytes(32)), signing.generate(bytes([1]) * 32)


def pair(guest_sees=CERTIFICATE, guest_key=GUEST_KEY, guest_role=1):
    host = Greeting(0, HOST_KEY, CERTIFICATE, bytes([2]) * 32)
    guest = Greeting(guest_role, guest_key, guest_sees, bytes([3]) * 32)
    return host, guest


def met(host, guest):
    """Both answers to the other's hello."""
    return host.receive(guest.hello()), guest.receive(host.hello())


def suspected(code, call, *arguments):
    with pytest.raises(PeerSuspect) as suspicion:
        call(*arguments)
    assert suspicion.value.code == code


def test_both_sides_learn_who_is_there_and_give_the_game_the_same_name():
    host, guest = pair()
    from_host, from_guest = met(host, guest)
    assert host.receive(from_guest) is guest.receive(from_host) is None
    assert host.peer == signing.public_key(GUEST_KEY)
    assert guest.peer == signing.public_key(HOST_KEY)
    assert host.identifier == guest.identifier
    assert len(host.identifier) == 12


def test_nobody_is_known_before_the_signature_holds():
    host, guest = pair()
    met(host, guest)
    assert host.peer is guest.peer is None


def test_somebody_in_the_middle_with_another_certificate_is_found_out():
    host, guest = pair(guest_sees=bytes(32))
    from_host, from_guest = met(host, guest)
    suspected("auth-signature", host.receive, from_guest)
    suspected("auth-signature", guest.receive, from_host)


def test_a_signature_from_another_connection_does_not_fit():
    host, guest = pair()
    _, old = met(host, guest)
    again = Greeting(0, HOST_KEY, CERTIFICATE, bytes([9]) * 32)
    again.receive(guest.hello())
    suspected("auth-signature", again.receive, old)


def test_the_two_sides_sign_two_things():
    host, guest = pair()
    met(host, guest)
    assert host._message(0) == guest._message(0) != host._message(1) == guest._message(1)


@pytest.mark.parametrize(
    ("key", "nonce"),
    [(GUEST_KEY, bytes([9]) * 32), (signing.generate(bytes([8]) * 32), bytes([3]) * 32)],
    ids=["another nonce", "another key"],
)
def test_a_hosts_signature_for_another_guest_does_not_fit(key, nonce):
    host, guest = pair()
    from_host, _ = met(host, guest)
    again = Greeting(1, key, CERTIFICATE, nonce)
    again.receive(host.hello())
    suspected("auth-signature", again.receive, from_host)


def test_a_guests_signature_for_another_host_does_not_fit():
    host, guest = pair()
    _, from_guest = met(host, guest)
    again = Greeting(0, signing.generate(bytes([8]) * 32), CERTIFICATE, bytes([2]) * 32)
    again.receive(guest.hello())
    suspected("auth-signature", again.receive, from_guest)


def test_ones_own_signature_does_not_come_back_as_the_others():
    host, guest = pair()
    from_host, _ = met(host, guest)
    suspected("auth-signature", host.receive, from_host)


def test_two_of_one_role_do_not_play():
    host, guest = pair(guest_role=0)
    suspected("same-role", host.receive, guest.hello())


def test_one_key_on_both_sides_does_not_play():
    host, guest = pair(guest_key=HOST_KEY)
    suspected("keys-equal", host.receive, guest.hello())


def test_another_version_does_not_play():
    host, _ = pair()
    suspected("other-version", host.receive, Hello("p2p-schnapsen/2", 1, bytes(32), bytes(32)))


@pytest.mark.parametrize("key", [bytes(32), b"\1" + bytes(31), b"\xff" * 32], ids=["zero", "one", "no point"])
def test_a_key_that_fits_every_signature_does_not_play(key):
    host, _ = pair()
    suspected("identity-key", host.receive, Hello("p2p-schnapsen/1", 1, key, bytes(32)))


@pytest.mark.parametrize(
    "frame", [Auth(bytes(64)), RecordFrame(b"x"), Bye(bytes(64))], ids=lambda frame: type(frame).__name__
)
def test_nothing_comes_before_the_hello(frame):
    host, _ = pair()
    suspected("hello-missing", host.receive, frame)


def test_nothing_but_the_signature_comes_after_the_hello():
    host, guest = pair()
    met(host, guest)
    suspected("auth-missing", host.receive, guest.hello())


def test_a_refusal_is_passed_on():
    host, _ = pair()
    suspected("refused", host.receive, Refuse("busy"))


@pytest.mark.parametrize(
    "frame",
    [
        Hello("p2p-schnapsen/1", 1, bytes(32), bytes(32)),
        Auth(bytes(64)),
        RecordFrame(b"r"),
        Refuse("busy"),
        Bye(bytes(64)),
    ],
    ids=lambda frame: type(frame).__name__,
)
def test_a_frame_is_read_as_it_was_written_and_a_strangers_fits_its_limit(frame):
    data = channel.encode(frame)
    assert channel.decode(data) == frame
    assert len(data) <= STRANGER_FRAME_BYTES


WRONG: list[Packed] = [
    (), 5, ("nonsense",), (5,), ("bye", 1), ("auth", bytes(63)), ("refuse", "NO"), ("refuse", "a\x1b"),
]  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        *(pack(wrong) for wrong in WRONG),
        pack(("hello", "p", 2, bytes(32), bytes(32))),
    ],
)
def test_any_other_frame_is_refused(data):
    with pytest.raises(WireError):
        channel.decode(data)
