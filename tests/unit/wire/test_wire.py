"""Bytes from strangers: frames, msgpack and messages are taken in their one form or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.wire import envelope, framing, messages
from p2p_schnapsen.wire.codec import pack, unpack, unpack_loose
from p2p_schnapsen.wire.envelope import Body
from p2p_schnapsen.wire.fields import Choice, Data, Many, Maybe, Number, Row, Text
from p2p_schnapsen.wire.limits import DEPTH, FRAME_BYTES, STRANGER_FRAME_BYTES

values = st.recursive(
    st.none() | st.integers(0, 2**64 - 1) | st.binary(max_size=80) | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=5).map(tuple),
    max_leaves=12,
)


def depth(value):
    return 1 + max(map(depth, value), default=0) if isinstance(value, tuple) else 0


@pytest.mark.parametrize("cap", [FRAME_BYTES, STRANGER_FRAME_BYTES])
def test_a_frame_of_the_largest_size_passes_and_one_byte_more_does_not(cap):
    frames = framing.Frames(cap)
    assert frames.feed(framing.encode(bytes(cap), cap)) == [bytes(cap)]
    with pytest.raises(WireError):
        framing.encode(bytes(cap + 1), cap)
    with pytest.raises(WireError):
        frames.feed((cap + 1).to_bytes(4, "big"))


@pytest.mark.parametrize("size", [0, 2**31, 2**32 - 1])
def test_an_impossible_length_is_refused_before_anything_is_kept_for_it(size):
    frames = framing.Frames()
    with pytest.raises(WireError) as refusal:
        frames.feed(size.to_bytes(4, "big"))
    assert refusal.value.code == "frame-size"
    assert frames.pending <= 4


def test_an_empty_frame_is_not_made():
    with pytest.raises(WireError):
        framing.encode(b"")


@given(st.lists(st.binary(min_size=1, max_size=50), max_size=8), st.lists(st.integers(1, 9), min_size=1))
def test_frames_come_out_whole_however_the_stream_is_cut(payloads, cuts):
    stream, frames, found, at = b"".join(map(framing.encode, payloads)), framing.Frames(), [], 0
    while at < len(stream):
        step = cuts[at % len(cuts)]
        found += frames.feed(stream[at : at + step])
        at += step
    assert found == payloads
    assert frames.pending == 0


@given(values)
def test_what_is_packed_is_unpacked(value):
    if depth(value) <= DEPTH:
        assert unpack(pack(value)) == value
    else:
        with pytest.raises(WireError):
            unpack(pack(value))


@given(st.binary(max_size=60))
def test_whatever_is_accepted_is_in_its_one_form(data):
    try:
        value = unpack(data)
    except WireError:
        return
    assert pack(value) == data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x80",
        b"\x81\x01\x02",
        b"\xde\x00\x00",
        b"\xdf\x00\x00\x00\x00",
        b"\xc2",
        b"\xc3",
        b"\xca" + bytes(4),
        b"\xcb" + bytes(8),
        b"\xff",
        b"\xd0\x80",
        b"\xd3" + b"\xff" * 8,
        b"\xd4\x01\x01",
        b"\xc7\x00\x01",
        b"\xd6\xff" + bytes(4),
        b"\xcc\x01",
        b"\xcd\x00\x01",
        b"\xce" + bytes(3) + b"\x01",
        b"\xcf" + bytes(7) + b"\x01",
        b"\xd0\x01",
        b"\xd3" + bytes(7) + b"\x01",
        b"\xd9\x01a",
        b"\xda\x00\x01a",
        b"\xdb\x00\x00\x00\x01a",
        b"\xc5\x00\x01a",
        b"\xc6\x00\x00\x00\x01a",
        b"\xdc\x00\x01\x01",
        b"\xdd\x00\x00\x00\x01\x01",
        b"\xa1\xff",
        b"\xa3\xed\xa0\x80",
        b"\x01\x01",
        b"\x92\x01",
        b"\xc4\x05a",
        b"\xdd\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\x91" * 100_000,
        b"\xdc\x00\x41" + b"\x00" * 65,
        b"\x90" * 2,
    ],
    ids=lambda data: data[:6].hex() or "empty",
)
def test_every_other_form_of_msgpack_is_refused(data):
    with pytest.raises(WireError):
        unpack(data)


def test_the_loose_reading_differs_in_form_only():
    assert unpack_loose(b"\xcc\x01") == 1
    for data in (b"\x80", b"\xc3", b"\xcb" + bytes(8), b"\xff", b"\x91" * 6):
        with pytest.raises(WireError):
            unpack_loose(data)


BODY = Body(bytes(64), 5, 1, bytes(64), "lead", b"\x92\x00\xc0")


def test_a_record_is_read_as_it_was_written():
    raw = envelope.seal(BODY.encode(), bytes(64))
    record = envelope.parse(raw)
    assert (record.raw, record.body, record.body_bytes, record.canonical) == (raw, BODY, BODY.encode(), True)


@pytest.mark.parametrize(
    "fields",
    [
        ("1", bytes(64), 5, 1, bytes(64), "lead", b""),
        (1, bytes(63), 5, 1, bytes(64), "lead", b""),
        (1, bytes(64), b"5", 1, bytes(64), "lead", b""),
        (1, bytes(64), 1 << 20, 1, bytes(64), "lead", b""),
        (1, bytes(64), 5, 2, bytes(64), "lead", b""),
        (1, bytes(64), 5, None, bytes(64), "lead", b""),
        (1, bytes(64), 5, 1, bytes(65), "lead", b""),
        (1, bytes(64), 5, 1, bytes(64), b"lead", b""),
        (1, bytes(64), 5, 1, bytes(64), "x" * 17, b""),
        (1, bytes(64), 5, 1, bytes(64), "lead", ()),
        (1, bytes(64), 5, 1, bytes(64), "lead"),
        (1, bytes(64), 5, 1, bytes(64), "lead", b"", 0),
        5,
    ],
)
def test_a_body_of_another_shape_is_no_record(fields):
    with pytest.raises(WireError) as refusal:
        envelope.parse(envelope.seal(pack(fields), bytes(64)))
    assert refusal.value.code == "body-shape"


@pytest.mark.parametrize(
    "outer",
    [(BODY.encode(),), (BODY.encode(), bytes(63)), (BODY.encode(), "s" * 64), ("b", bytes(64)), (b"", bytes(64), 0), 7],
)
def test_an_envelope_of_another_shape_is_no_record(outer):
    with pytest.raises(WireError):
        envelope.parse(pack(outer))


def least(field):
    """The smallest value of a field, and one on each side that is too small or too large."""
    match field:
        case Number():
            return field.low, [*([field.low - 1] if field.low else []), field.high + 1, "1", None, b"1"]
        case Data():
            return bytes(field.low), [bytes(field.low - 1), bytes(field.high + field.step), "x" * field.low, None, 0]
        case Text():
            text = "2026-01-01" if field.pattern else "n" * field.low
            return text, ["", "n" * (field.high + 1), b"n", None, *(["20260-1-01"] if field.pattern else [])]
        case Choice():
            return field.words[0], ["nonsense", "", None, 0]
        case Maybe():
            value, wrong = least(field.field)
            return value, [bad for bad in wrong if bad is not None]
        case Many():
            value, wrong = least(field.field)
            enough = (value,) * field.low
            return enough, [
                (value,) * (field.high + 1),
                *([(value,) * (field.low - 1)] if field.low else []),
                *((*enough[1:], bad) for bad in wrong if enough or field.high),
                None,
            ]
        case Row():
            parts = [least(part) for part in field.fields]
            good = tuple(value for value, _ in parts)
            return good, [good[:-1], (*good, 0), None]
    raise AssertionError(field)


@pytest.mark.parametrize("kind", messages.MESSAGES)
def test_a_message_is_taken_at_its_bounds_and_refused_beyond_them(kind):
    cls, fields = messages.MESSAGES[kind]
    assert (list(cls.__dataclass_fields__) and len(cls.__dataclass_fields__) == len(fields)) or not fields
    samples = [least(field) for field in fields]
    good = tuple(value for value, _ in samples)
    message = messages.decode(kind, pack(good))
    assert messages.type_of(message) == kind
    assert messages.encode(message) == pack(good)
    for bad in (good[:-1], (*good, 0)) if good else ((0,),):
        with pytest.raises(WireError):
            messages.decode(kind, pack(bad))
    for index, (_, wrong) in enumerate(samples):
        for value in wrong:
            with pytest.raises(WireError):
                messages.decode(kind, pack((*good[:index], value, *good[index + 1 :])))


def test_an_unknown_message_is_refused():
    with pytest.raises(WireError) as refusal:
        messages.decode("nonsense", b"\x90")
    assert refusal.value.code == "message-type"
