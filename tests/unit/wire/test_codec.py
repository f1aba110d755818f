from __future__ import annotations

import struct

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.wire.codec import pack, unpack, unpack_loose
from p2p_schnapsen.wire.limits import ARRAY_ITEMS, DEPTH, FRAME_BYTES

LEAVES = st.none() | st.integers(0, 2**64 - 1) | st.binary(max_size=70) | st.text(max_size=40)


def trees(depth: int) -> st.SearchStrategy:
    if depth == 0:
        return LEAVES
    return LEAVES | st.lists(trees(depth - 1), max_size=5).map(tuple)


@given(trees(DEPTH))
def test_every_allowed_value_comes_back_as_it_was(value):
    assert unpack(pack(value)) == value
    assert unpack_loose(pack(value)) == value


@given(st.binary(max_size=60))
def test_what_is_accepted_is_canonical(data):
    try:
        value = unpack(data)
    except WireError:
        return
    assert pack(value) == data


def refusal(data: bytes) -> str:
    with pytest.raises(WireError) as refused:
        unpack(data)
    return refused.value.code


SHORTEST = [0, 1, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63 - 1]


@pytest.mark.parametrize("value", SHORTEST)
def test_an_integer_is_read_in_its_shortest_form_only(value):
    forms = [b"\xcc" + value.to_bytes(1, "big")] if value < 2**8 else []
    for tag, size in ((b"\xcd", 2), (b"\xce", 4), (b"\xcf", 8)):
        if value < 2 ** (8 * size):
            forms.append(tag + value.to_bytes(size, "big"))
    for tag, size in ((b"\xd0", 1), (b"\xd1", 2), (b"\xd2", 4), (b"\xd3", 8)):  # the signed ones
        if value < 2 ** (8 * size - 1):
            forms.append(tag + value.to_bytes(size, "big"))
    assert unpack(pack(value)) == value
    longer = [form for form in forms if form != pack(value)]
    assert longer
    for form in longer:
        assert msgpack.unpackb(form) == value, "msgpack itself takes it for the same number"
        assert refusal(form) == "not-canonical"
        assert unpack_loose(form) == value


ODDITIES = {
    "str8 where fixstr would do": (b"\xd9\x01a", "not-canonical"),
    "str16 where fixstr would do": (b"\xda\x00\x01a", "not-canonical"),
    "str32 where str8 would do": (b"\xdb\x00\x00\x00\x28" + b"a" * 40, "not-canonical"),
    "bin16 where bin8 would do": (b"\xc5\x00\x01a", "not-canonical"),
    "bin32 where bin8 would do": (b"\xc6\x00\x00\x00\x01a", "not-canonical"),
    "array16 where fixarray would do": (b"\xdc\x00\x01\x00", "not-canonical"),
    "array32 where fixarray would do": (b"\xdd\x00\x00\x00\x01\x00", "not-canonical"),
    "false": (b"\xc2", "type-not-allowed"),
    "true": (b"\xc3", "type-not-allowed"),
    "true in an array": (b"\x91\xc3", "type-not-allowed"),
    "-1": (b"\xff", "type-not-allowed"),
    "-1 in 64 bits": (b"\xd3" + b"\xff" * 8, "type-not-allowed"),
    "float32": (b"\xca" + struct.pack(">f", 1), "type-not-allowed"),
    "float64": (b"\xcb" + struct.pack(">d", 1), "type-not-allowed"),
    "nan": (b"\xcb" + struct.pack(">d", float("nan")), "type-not-allowed"),
    "empty map": (b"\x80", "type-not-allowed"),
    "map": (b"\x81\x00\x00", "not-msgpack"),
    "map16 that says 65535": (b"\xde\xff\xff", "not-msgpack"),
    "map32 that says 2^32-1": (b"\xdf\xff\xff\xff\xff", "not-msgpack"),
    "fixext": (b"\xd4\x05a", "not-msgpack"),
    "ext8": (b"\xc7\x01\x05a", "not-msgpack"),
    "ext32 that says 2^32-1": (b"\xc9\xff\xff\xff\xff\x05", "not-msgpack"),
    "timestamp": (b"\xd6\xff\x00\x00\x00\x00", "not-msgpack"),
    "the tag that is never used": (b"\xc1", "not-msgpack"),
    "nothing": (b"", "not-msgpack"),
    "half an integer": (b"\xcf\x00", "not-msgpack"),
    "half a string": (b"\xa5abc", "not-msgpack"),
    "half an array": (b"\x92\x00", "not-msgpack"),
    "two values": (b"\x00\x00", "not-msgpack"),
    "a value and junk": (b"\x90\xc1", "not-msgpack"),
    "text that is not UTF-8": (b"\xa1\xff", "not-msgpack"),
    "text with a surrogate": (b"\xa3\xed\xa0\x80", "not-msgpack"),
    "text in an overlong form": (b"\xa2\xc0\x80", "not-msgpack"),
    "array32 that says 2^32-1": (b"\xdd\xff\xff\xff\xff", "not-msgpack"),
    "str32 that says 2^32-1": (b"\xdb\xff\xff\xff\xff", "not-msgpack"),
    "bin32 that says 2^32-1": (b"\xc6\xff\xff\xff\xff", "not-msgpack"),
    "more items than allowed": (pack(tuple([0] * (ARRAY_ITEMS + 1))), "not-msgpack"),
    "nested 5": (b"\x91" * DEPTH + b"\x90", "too-deep"),
    "nested 500": (b"\x91" * 500 + b"\x00", "too-deep"),
    "nested 16,000": (b"\x91" * 16_000 + b"\x00", "not-msgpack"),
    "nested 16,000, unfinished": (b"\x91" * 16_000, "not-msgpack"),
    "nested 100,000": (b"\x91" * 100_000 + b"\x00", "message-size"),
    "one byte too many": (b"\xc5\x3f\xfe" + bytes(FRAME_BYTES - 2), "message-size"),
}


@pytest.mark.parametrize(("data", "code"), ODDITIES.values(), ids=ODDITIES)
def test_an_oddity_is_refused(data, code):
    assert refusal(data) == code


EMPTY_EXTENSIONS = [b"\xc7\x00" + bytes([code]) for code in range(256)]


def test_empty_extensions_are_refused():
    codes = {refusal(data) for data in EMPTY_EXTENSIONS}
    assert codes <= {"type-not-allowed", "not-msgpack"}


def test_text_and_bytes_are_two_things():
    assert (unpack(b"\xa1a"), unpack(b"\xc4\x01a")) == ("a", b"a")
    assert pack("a") != pack(b"a")


def test_nesting_and_items_at_their_bounds_are_read():
    deep = b"\x91" * (DEPTH - 1) + b"\x90"
    assert pack(unpack(deep)) == deep
    wide = tuple([0] * ARRAY_ITEMS)
    assert unpack(pack(wide)) == wide


def test_a_message_of_exactly_the_largest_size_is_read():
    value = bytes(FRAME_BYTES - 3)
    assert len(pack(value)) == FRAME_BYTES
    assert unpack(pack(value)) == value


def test_every_one_and_two_byte_message_is_read_or_refused():
    for first in range(256):
        for data in [bytes([first]), *(bytes([first, second]) for second in range(256))]:
            try:
                value = unpack(data)
            except WireError:
                continue
            assert pack(value) == data


@pytest.mark.parametrize(
    "data", [b"\x80", b"\xc3", b"\xcb" + bytes(8), b"\xff", b"\x91" * 6 + b"\x00", b"\x00\x00", b""]
)
def test_the_loose_reading_is_loose_in_form_only(data):
    with pytest.raises(WireError):
        unpack_loose(data)
