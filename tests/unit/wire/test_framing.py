from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.wire.framing import Frames, encode
from p2p_schnapsen.wire.limits import FRAME_BYTES, STRANGER_FRAME_BYTES

CAPS = (FRAME_BYTES, STRANGER_FRAME_BYTES, 1)


@pytest.mark.parametrize("cap", CAPS)
def test_a_frame_of_exactly_the_cap_passes_both_ways(cap):
    payload = bytes(cap)
    assert Frames(cap).feed(encode(payload, cap)) == [payload]


@pytest.mark.parametrize("cap", [FRAME_BYTES, STRANGER_FRAME_BYTES])
def test_a_frame_just_below_the_cap_passes(cap):
    payload = b"x" * (cap - 1)
    assert Frames(cap).feed(encode(payload, cap)) == [payload]


@pytest.mark.parametrize("cap", CAPS)
def test_a_frame_beyond_the_cap_is_not_written(cap):
    with pytest.raises(WireError) as refused:
        encode(bytes(cap + 1), cap)
    assert refused.value.code == "frame-size"


def test_an_empty_frame_is_not_written():
    with pytest.raises(WireError):
        encode(b"")


@pytest.mark.parametrize("cap", CAPS)
@pytest.mark.parametrize("beyond", [1, 2**31, None])
def test_a_length_beyond_the_cap_is_refused_at_its_fourth_byte(cap, beyond):
    size = 2**32 - 1 if beyond is None else cap + beyond
    frames = Frames(cap)
    prefix = size.to_bytes(4, "big")
    assert frames.feed(prefix[:3]) == []
    assert frames.pending == 3, "nothing but what came may be held"
    with pytest.raises(WireError) as refused:
        frames.feed(prefix[3:])
    assert (refused.value.code, refused.value.params) == ("frame-size", {"size": size, "cap": cap})


def test_an_empty_frame_is_refused():
    with pytest.raises(WireError):
        Frames().feed(bytes(4))


def test_a_stranger_may_not_send_what_a_peer_may():
    frame = encode(bytes(STRANGER_FRAME_BYTES + 1))
    with pytest.raises(WireError):
        Frames(STRANGER_FRAME_BYTES).feed(frame)
    assert len(Frames().feed(frame)) == 1


def test_a_bad_length_after_good_frames_is_refused():
    with pytest.raises(WireError):
        Frames().feed(encode(b"good") + bytes(4))


def test_frames_arrive_the_same_at_every_cut():
    stream = encode(b"a") + encode(b"bc" * 40) + encode(b"d")
    for cut in range(len(stream) + 1):
        frames = Frames()
        assert frames.feed(stream[:cut]) + frames.feed(stream[cut:]) == [b"a", b"bc" * 40, b"d"]
        assert frames.pending == 0


def test_what_is_unfinished_is_counted():
    frames = Frames()
    assert frames.feed(encode(b"whole") + b"\0\0\0\5abc") == [b"whole"]
    assert frames.pending == 7


@given(st.lists(st.binary(min_size=1, max_size=300), max_size=8), st.data())
def test_frames_arrive_the_same_however_the_stream_is_cut(payloads, data):
    stream = b"".join(map(encode, payloads))
    frames = Frames()
    arrived = []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        arrived += frames.feed(stream[:cut])
        stream = stream[cut:]
    assert arrived == payloads
    assert frames.pending == 0
