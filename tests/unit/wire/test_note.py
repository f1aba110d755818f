"""End notes as bytes: one form, and nothing else is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import WireError
from p2p_schnapsen.hashing import PROTOCOL, tup
from p2p_schnapsen.wire import envelope, limits, note
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.envelope import Body
from p2p_schnapsen.wire.note import Note

GAME, HEAD = b"g" * 64, b"h" * 64
FIELDS = {"version": 1, "game_id": GAME, "seq": 7, "side": 1, "head": HEAD, "seconds": 120}


def raw(signature=bytes(64), **changes):
    return envelope.seal(pack(tuple({**FIELDS, **changes}.values())), signature)


def test_a_note_is_what_the_specification_says():
    body = Note(GAME, 7, 1, HEAD, 120).encode()
    assert body == b"\x96\x01\xc4\x40" + GAME + b"\x07\x01\xc4\x40" + HEAD + b"\x78"
    assert note.signed_message(body) == tup(PROTOCOL, "silent", body)
    signed = note.parse(envelope.seal(body, b"s" * 64))
    assert (signed.note, signed.body_bytes, signed.signature) == (Note(GAME, 7, 1, HEAD, 120), body, b"s" * 64)


@given(
    st.binary(min_size=64, max_size=64),
    st.integers(0, envelope.SEQ_LIMIT - 1),
    st.integers(0, 1),
    st.binary(min_size=64, max_size=64),
    st.integers(0, note.SECONDS_LIMIT - 1),
)
def test_every_note_is_read_as_it_was_written(game_id, seq, side, head, seconds):
    said = Note(game_id, seq, side, head, seconds)
    assert note.parse(envelope.seal(said.encode(), bytes(64))).note == said


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 2},
        {"version": None},
        {"game_id": GAME[:63]},
        {"game_id": GAME + b"g"},
        {"game_id": "g" * 64},
        {"seq": envelope.SEQ_LIMIT},
        {"seq": None},
        {"seq": (7,)},
        {"side": 2},
        {"side": b"\x01"},
        {"head": HEAD[:63]},
        {"head": None},
        {"seconds": note.SECONDS_LIMIT},
        {"seconds": "120"},
        {"more": 0},
        {"signature": bytes(63)},
        {"signature": bytes(65)},
        {"signature": "s" * 64},
        {"signature": None},
    ],
    ids=str,
)
def test_another_form_is_no_note(changes):
    assert note.parse(raw()) is not None
    assert note.parse(raw(**changes)) is None


def test_a_field_too_few_is_no_note():
    assert note.parse(envelope.seal(pack(tuple(FIELDS.values())[:5]), bytes(64))) is None


def test_a_note_is_canonical_within_and_without():
    body = pack(tuple(FIELDS.values()))
    loose = body.replace(b"\x96\x01", b"\x96\xcc\x01")
    assert loose != body
    assert note.parse(envelope.seal(loose, bytes(64))) is None
    assert note.parse(b"\xdc\x00\x02" + raw()[1:]) is None
    assert note.parse(raw() + b"\x00") is None
    assert note.parse(raw()[:-1]) is None


def test_no_bytes_are_both_a_note_and_a_record():
    """So that neither's signature can be shown for the other, whatever one is made to sign."""
    with pytest.raises(WireError, match="body-shape"):
        envelope.parse(raw())
    record = envelope.seal(Body(GAME, 7, 1, HEAD, "claim", b"\x90").encode(), bytes(64))
    assert note.parse(record) is None
    body = b"any body"
    key = signing.generate(bytes(32))
    for sign, other in (
        (note.signed_message, envelope.signed_message),
        (envelope.signed_message, note.signed_message),
    ):
        signature = signing.sign(key, sign(body))
        with pytest.raises(Exception, match="signature"):
            signing.verify(signing.public_key(key), other(body), signature)


@given(st.binary(max_size=300))
def test_arbitrary_bytes_are_no_note(data):
    assert note.parse(data) is None


def test_what_is_far_too_large_or_too_deep_is_no_note():
    assert note.parse(bytes(limits.FRAME_BYTES + 1)) is None
    assert note.parse(b"\x91" * 100_000) is None
    assert note.parse(envelope.seal(b"\x91" * 5000, bytes(64))) is None


@given(st.data())
def test_a_note_that_was_changed_anywhere_is_another_note_or_none(data):
    whole = bytearray(raw())
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= 1 << data.draw(st.integers(0, 7))
    changed = note.parse(bytes(whole))
    assert changed != note.parse(raw())
