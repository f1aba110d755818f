"""Bytes that only just are no record and no note: each is refused for what it is, and by nothing that comes later."""

import pytest

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.wire import chain, envelope, note
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.note import Note

NOTE = Note(b"g" * 64, 7, 1, b"h" * 64, 120).encode()
SIGNATURE = bytes(64)


@pytest.mark.parametrize("outer", [7, None, "ab", b"ab"], ids=repr)
def test_one_value_alone_is_neither_record_nor_note(outer):
    with pytest.raises(WireError, match="record-shape"):
        envelope.parse(pack(outer))
    assert note.parse(pack(outer)) is None


@pytest.mark.parametrize(
    "outer",
    [(NOTE,), (NOTE, SIGNATURE, b""), ("ab", SIGNATURE), (7, SIGNATURE), ((1, 2), SIGNATURE), (None, SIGNATURE)],
    ids=["no signature", "three parts", "text", "a number", "an array", "nil"],
)
def test_a_note_is_a_body_and_a_signature(outer):
    assert note.parse(pack(outer)) is None


@pytest.mark.parametrize("body", [7, None, b"sixsix", "sixsix"], ids=repr)
def test_the_body_of_a_note_is_an_array(body):
    assert note.parse(envelope.seal(pack(body), SIGNATURE)) is None


def test_where_there_is_no_record_there_is_no_first_head():
    body = envelope.Body(bytes(64), 0, 0, bytes(64), "offer", b"\x90").encode()
    assert chain.first([]) is None
    assert chain.first([envelope.seal(body, SIGNATURE)]) == chain.advance(chain.START, body)
