"""Every message: round trip, each field at its bounds and just beyond them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.rules.ruleset import MAX_TARGET
from p2p_schnapsen.wire import limits, messages
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.envelope import TYPE_BYTES, Body, seal
from p2p_schnapsen.wire.fields import Choice, Data, Field, Many, Maybe, Number, Row, Text
from p2p_schnapsen.wire.messages import MESSAGES, SORTING, decode, encode, type_of


def least(field: Field) -> object:
    """The smallest value that a field takes."""
    match field:
        case Number():
            return field.low
        case Data():
            return bytes(field.low)
        case Text():
            return "2026-01-31" if field.pattern else "x" * field.low
        case Choice():
            return field.words[0]
        case Maybe():
            return None
        case Many():
            return (least(field.field),) * field.low
        case Row():
            return tuple(map(least, field.fields))


def most(field: Field) -> object:
    """The largest value that a field takes."""
    match field:
        case Number():
            return field.high
        case Data():
            return b"\xff" * field.high
        case Text():
            return "9999-12-31" if field.pattern else "x" * field.high
        case Choice():
            return field.words[-1]
        case Maybe():
            return most(field.field)
        case Many():
            return (most(field.field),) * field.high
        case Row():
            return tuple(map(most, field.fields))


def beyond(field: Field) -> list[object]:
    """Values just outside what a field takes, and of every other kind."""
    kinds: list[object] = [0, b"", "", (), None]
    match field:
        case Number():
            return [*(value for value in (field.low - 1, field.high + 1) if value >= 0), *kinds[1:]]
        case Data():
            near = {field.low - 1, field.low - field.step, field.high + 1, field.high + field.step}
            if field.step > 1:
                near |= {field.low + 1, field.high - 1}
            return [*(bytes(size) for size in near if size >= 0), 0, "x" * field.low, (), None]
        case Text():
            wrong = ["2026-1-31", "2026-01-311", "２026-01-31", "\n026-01-31", "2026-01-3\n"] if field.pattern else []
            return [*wrong, "x" * (field.low - 1), "x" * (field.high + 1), "é" * field.high, 0, b"x" * field.low, None]
        case Choice():
            return ["", "x", field.words[0] + " ", field.words[0].upper(), field.words[0].encode(), 0, None]
        case Maybe():
            return [value for value in beyond(field.field) if value is not None]
        case Many():
            item = least(field.field)
            wrong_items = [(value,) + (item,) * (max(field.low, 1) - 1) for value in beyond(field.field)]
            sizes = [(item,) * size for size in (field.low - 1, field.high + 1) if size >= 0]
            return [*sizes, *wrong_items, 0, b"", "", None]
        case Row():
            items = tuple(map(least, field.fields))
            return [items[:-1], (*items, 0), 0, b"", "", None]


def strategy(field: Field) -> st.SearchStrategy:
    match field:
        case Number():
            return st.integers(field.low, field.high)
        case Data():
            sizes = st.integers(field.low // field.step, field.high // field.step)
            return sizes.map(lambda count: b"\x5a" * (count * field.step))
        case Text():
            if field.pattern:
                return st.dates().map(str)
            letters = st.text(st.characters(codec="utf-8"), min_size=field.low, max_size=field.high)
            return letters.filter(lambda text: field.low <= len(text.encode()) <= field.high)
        case Choice():
            return st.sampled_from(field.words)
        case Maybe():
            return st.none() | strategy(field.field)
        case Many():
            return st.lists(strategy(field.field), min_size=field.low, max_size=field.high).map(tuple)
        case Row():
            return st.tuples(*map(strategy, field.fields))


WRONG = [
    pytest.param(kind, at, value, id=f"{kind}-{at}-{number}")
    for kind, (_, fields) in MESSAGES.items()
    for at, field in enumerate(fields)
    for number, value in enumerate(beyond(field))
]


@pytest.mark.parametrize("kind", MESSAGES)
@pytest.mark.parametrize("extreme", [least, most])
def test_a_message_comes_back_at_the_bounds_of_its_fields(kind, extreme):
    cls, fields = MESSAGES[kind]
    message = cls(*map(extreme, fields))
    assert type_of(message) == kind
    assert decode(kind, encode(message)) == message


@pytest.mark.parametrize("kind", MESSAGES)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_every_message_comes_back(kind, data):
    cls, fields = MESSAGES[kind]
    message = cls(*data.draw(strategy(Row(fields))))
    payload = encode(message)
    assert decode(kind, payload) == message
    assert encode(decode(kind, payload)) == payload


@pytest.mark.parametrize(("kind", "at", "value"), WRONG)
def test_a_field_beyond_its_bounds_is_refused(kind, at, value):
    values = [*map(least, MESSAGES[kind][1])]
    values[at] = value
    with pytest.raises(WireError) as refused:
        decode(kind, pack(tuple(values)))
    assert refused.value.code.startswith("field-")


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_message_has_all_its_fields_and_no_more(kind):
    values = [*map(least, MESSAGES[kind][1])]
    for wrong in (values[:-1], values[1:], [*values, None]) if values else ([None],):
        with pytest.raises(WireError) as refused:
            decode(kind, pack(tuple(wrong)))
        assert refused.value.code == "field-count"
    for nothing in (0, b"", "", None):
        with pytest.raises(WireError):
            decode(kind, pack(nothing))


@pytest.mark.parametrize("kind", ["", "Lead", "leads", "hands", "\0", "offer "])
def test_an_unknown_type_is_refused(kind):
    with pytest.raises(WireError) as refused:
        decode(kind, pack(()))
    assert refused.value.code == "message-type"


@pytest.mark.parametrize("kind", MESSAGES)
def test_fields_are_declared_for_every_attribute(kind):
    cls, fields = MESSAGES[kind]
    assert len(cls.__dataclass_fields__) == len(fields)
    assert len(kind.encode()) <= TYPE_BYTES


def test_a_message_is_refused_in_any_but_its_canonical_form():
    with pytest.raises(WireError) as refused:
        decode("lead", b"\x92\xcc\x03\xc0")
    assert refused.value.code == "not-canonical"
    assert decode("lead", b"\x92\x03\xc0") == messages.Lead(3, None)


def test_no_record_reaches_7_kib():
    largest = 0
    for kind, (cls, fields) in MESSAGES.items():
        if kind == "follow":
            # The lead, the card played and the face-up one are public, and at least one card is forbidden.
            message: messages.Message = messages.Follow(23, bytes(96), (bytes(20 * 64),) * 5)
        else:
            message = cls(*map(most, fields))
        body = Body(bytes(64), 2**20 - 1, 1, bytes(64), kind, encode(message)).encode()
        largest = max(largest, len(seal(body, bytes(64))))
    assert largest < 7 * 1024
    assert largest + 64 < limits.FRAME_BYTES


def test_the_sizes_of_the_parts_are_those_of_the_specification():
    for deck in (20, 24):
        messages.DECK.check(bytes(64 * deck))
        messages.DECK_PROOF.check(bytes(32 * (4 * deck + 5)))
    for hand in range(2, 7):
        SORTING.check((bytes(64 * hand), bytes(32 * (4 * hand + 5))))
    for cards in (1, 24):
        messages.DUTY.check(bytes(64 * cards))
    assert len(encode(messages.Sort(bytes(64 * 5), bytes(32 * 25)))) < 1.1 * 1024 + 64


def test_every_score_that_a_match_can_have_can_be_signed():
    # The winner may pass the target by two.
    score = (MAX_TARGET + 2, MAX_TARGET - 1)
    message = messages.Final(score, bytes(64))
    assert decode("final", encode(message)) == message
