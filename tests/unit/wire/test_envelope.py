from __future__ import annotations

from dataclasses import replace

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.hashing import PROTOCOL, encode, tup
from p2p_schnapsen.wire import chain, envelope
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.envelope import SEQ_LIMIT, Body, parse, seal, signed_message

SIGNATURE = bytes(range(64))
BODY = Body(bytes([1]) * 64, 7, 1, bytes([2]) * 64, "lead", b"\x92\x03\xc0")
FIELDS = (1, BODY.game_id, BODY.seq, BODY.side, BODY.prev, BODY.type, BODY.payload)


def refusal(raw: bytes) -> str:
    with pytest.raises(WireError) as refused:
        parse(raw)
    return refused.value.code


def with_body(fields: object) -> bytes:
    return pack((msgpack.packb(fields), SIGNATURE))


def test_a_record_is_read_as_it_was_written():
    raw = seal(BODY.encode(), SIGNATURE)
    record = parse(raw)
    assert (record.raw, record.body, record.body_bytes, record.signature) == (raw, BODY, BODY.encode(), SIGNATURE)
    assert record.canonical


@given(
    st.binary(min_size=64, max_size=64),
    st.integers(0, SEQ_LIMIT - 1),
    st.integers(0, 1),
    st.binary(min_size=64, max_size=64),
    st.text(max_size=16),
    st.binary(max_size=200),
    st.integers(0, 2**64 - 1),
)
def test_every_body_comes_back(game_id, seq, side, prev, kind, payload, version):
    body = Body(game_id, seq, side, prev, kind, payload, version)
    assert parse(seal(body.encode(), SIGNATURE)).body == body


WRONG_FIELDS = {
    "version is text": (0, "1"),
    "version is nil": (0, None),
    "game id is short": (1, bytes(63)),
    "game id is long": (1, bytes(65)),
    "game id is text": (1, "g" * 64),
    "seq is too large": (2, SEQ_LIMIT),
    "seq is bytes": (2, b"\x07"),
    "seq is nil": (2, None),
    "side is 2": (3, 2),
    "side is text": (3, "1"),
    "prev is short": (4, bytes(63)),
    "prev is long": (4, bytes(65)),
    "prev is nil": (4, None),
    "type is bytes": (5, b"lead"),
    "type is too long": (5, "l" * 17),
    "payload is text": (6, "\x02"),
    "payload is an array": (6, [3, None]),
    "payload is nil": (6, None),
}


@pytest.mark.parametrize(("at", "value"), WRONG_FIELDS.values(), ids=WRONG_FIELDS)
def test_a_body_with_a_wrong_field_is_no_record(at, value):
    fields = [*FIELDS[:at], value, *FIELDS[at + 1 :]]
    assert refusal(with_body(fields)) == "body-shape"


@pytest.mark.parametrize("value", [True, -1, 1.0, {}], ids=repr)
@pytest.mark.parametrize("at", [0, 2, 3])
def test_a_body_number_is_an_integer(at, value):
    fields = [*FIELDS[:at], value, *FIELDS[at + 1 :]]
    assert refusal(with_body(fields)) in ("type-not-allowed", "body-shape")


@pytest.mark.parametrize("fields", [FIELDS[:-1], (*FIELDS, 0), (), FIELDS[1:]], ids=len)
def test_a_body_has_seven_fields(fields):
    assert refusal(with_body(fields)) == "body-shape"


def test_a_body_is_an_array():
    assert refusal(with_body(b"".join(map(pack, FIELDS)))) == "body-shape"
    assert refusal(with_body(7)) == "body-shape"


OUTER = {
    "no signature": (BODY.encode(),),
    "three parts": (BODY.encode(), SIGNATURE, b""),
    "empty": (),
    "short signature": (BODY.encode(), SIGNATURE[:-1]),
    "long signature": (BODY.encode(), SIGNATURE + b"\0"),
    "signature is text": (BODY.encode(), "s" * 64),
    "signature is nil": (BODY.encode(), None),
    "body is text": ("b", SIGNATURE),
    "body is nil": (None, SIGNATURE),
    "body is nested": (FIELDS, SIGNATURE),
    "the other way round": (SIGNATURE, BODY.encode()),
}


@pytest.mark.parametrize("outer", OUTER.values(), ids=OUTER)
def test_a_record_is_a_body_and_a_signature(outer):
    assert refusal(pack(outer)) == "record-shape"


def test_a_record_is_an_array():
    assert refusal(pack(BODY.encode())) == "record-shape"


def test_a_record_around_the_body_is_canonical():
    body = BODY.encode()
    loose = b"\x92\xc5" + len(body).to_bytes(2, "big") + body + b"\xc4\x40" + SIGNATURE
    assert msgpack.unpackb(loose) == [body, SIGNATURE]
    assert refusal(loose) == "not-canonical"
    assert refusal(seal(body, SIGNATURE) + b"\0") == "not-msgpack"


def test_a_body_that_is_not_canonical_is_read_and_marked():
    # Its signature may hold, and then its signer can be blamed for it.
    loose = b"\x97\xcc\x01" + b"".join(map(pack, FIELDS[1:]))
    record = parse(seal(loose, SIGNATURE))
    assert record.body == BODY
    assert record.body_bytes == loose
    assert not record.canonical


def test_the_signature_covers_protocol_and_body():
    body = BODY.encode()
    assert signed_message(body) == tup(PROTOCOL, "record", body)
    changed = {
        replace(BODY, game_id=bytes(64)).encode(),
        replace(BODY, seq=8).encode(),
        replace(BODY, side=0).encode(),
        replace(BODY, prev=bytes(64)).encode(),
        replace(BODY, type="follow").encode(),
        replace(BODY, payload=b"\x92\x04\xc0").encode(),
        replace(BODY, version=2).encode(),
        body,
    }
    assert len({signed_message(one) for one in changed}) == 8


def test_the_head_commits_to_all_bodies_in_order():
    first, second = b"first", b"second"
    head = chain.advance(chain.advance(chain.START, first), second)
    assert len(head) == 64
    assert head != chain.advance(chain.advance(chain.START, second), first)
    assert head != chain.advance(chain.START, first + second)


def test_the_game_id_commits_to_offer_and_accept():
    assert chain.game_id(b"ab", b"c") != chain.game_id(b"a", b"bc")
    assert chain.game_id(b"a", b"b") != chain.game_id(b"b", b"a")


VALUES = st.recursive(
    st.integers(0, 2**70) | st.binary(max_size=8) | st.text(max_size=4), lambda inner: st.lists(inner, max_size=4)
)


@given(VALUES, VALUES)
def test_the_hashed_encoding_is_injective(one, other):
    assert (encode(one) == encode(other)) == (one == other)


@pytest.mark.parametrize("value", [-1, True, None, 1.5, {}, bytearray(b"a")], ids=repr)
def test_nothing_else_is_hashed(value):
    with pytest.raises((TypeError, ValueError)):
        encode(value)


def test_the_limits_of_the_envelope_are_those_of_the_specification():
    assert (envelope.VERSION, envelope.SEQ_LIMIT, envelope.SIGNATURE_BYTES) == (1, 2**20, 64)
