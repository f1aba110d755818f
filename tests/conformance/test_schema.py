"""The schemas and the code say the same: one is read, the other is asked, in both directions."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.table import channel
from p2p_schnapsen.wire import envelope, messages, note
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.fields import Choice, Data, Many, Maybe, Number, Row, Text
from scripts.lib.vectors import COPIES
from scripts.lib.vectors import FILES as VECTORS
from scripts.lib.vectors_wire import fields as in_json
from tests.support import schemas
from tests.support.schemas import Node, at_limits, beyond_limits, packed

MESSAGE = "messages.schema.json#/$defs/"
FRAME = "frames.schema.json#/$defs/"
IS_MESSAGE = schemas.validator("messages.schema.json")
IS_FRAME = schemas.validator("frames.schema.json")


def refuses(read, *arguments):
    """Whether a reader of the code refuses; what it reads must be its own canonical form."""
    try:
        read(*arguments)
    except WireError:
        return True
    return False


@pytest.mark.parametrize("name", sorted(schemas.FILES))
def test_a_schema_is_one(name):
    Draft202012Validator.check_schema(schemas.FILES[name])


def test_every_vector_file_has_a_schema_and_every_schema_a_file():
    named = {name.removeprefix("vectors/").removesuffix(".schema.json") for name in schemas.FILES if "/" in name}
    assert named == {name.removesuffix(".json") for name in (*VECTORS, *COPIES)}


# What the two sides list


def listed_by_code(field):
    match field:
        case Number(low, high):
            return "number", low, high
        case Data(low, high, step):
            return "bytes", low, high, step
        case Text(low, high, pattern):
            return "text", low, high, pattern.replace(r"\d", "[0-9]")
        case Choice(words):
            return "words", *words
        case Maybe(inner):
            return "maybe", listed_by_code(inner)
        case Many(inner, low, high):
            return "many", low, high, listed_by_code(inner)
        case Row(fields):
            return "row", *map(listed_by_code, fields)


def listed_by_schema(node):
    match node.kind:
        case "bytes":
            return "bytes", *node.bounds(), node.step
        case "text":
            return "text", *node.bounds(), node.schema.get("pattern", "")[1:-1]
        case "words":
            return "words", *node.words
        case "maybe":
            return "maybe", listed_by_schema(node.inner)
        case "many":
            return "many", *node.bounds(), listed_by_schema(node.inner)
        case "row":
            return "row", *map(listed_by_schema, node.fields)
        case "number":
            return "number", *node.bounds()


def test_the_schema_lists_every_message_and_no_other():
    defined = schemas.FILES["messages.schema.json"]["$defs"]
    assert set(defined) - {"message"} == set(messages.MESSAGES)
    kinds = [one["properties"]["type"]["const"] for one in defined["message"]["oneOf"]]
    assert kinds == list(messages.MESSAGES)


@pytest.mark.parametrize("kind", messages.MESSAGES)
def test_a_message_has_the_same_fields_and_limits_on_both_sides(kind):
    cls, fields = messages.MESSAGES[kind]
    node = Node.of(MESSAGE + kind)
    assert [field.title for field in node.fields] == [field.name for field in dataclasses.fields(cls)]
    assert listed_by_schema(node) == ("row", *map(listed_by_code, fields))


def test_the_schema_lists_every_frame_and_no_other():
    assert list(schemas.FILES["frames.schema.json"]["$defs"]) == list(channel.FRAMES)


@pytest.mark.parametrize("kind", channel.FRAMES)
def test_a_frame_has_the_same_fields_and_limits_on_both_sides(kind):
    cls, fields = channel.FRAMES[kind]
    node = Node.of(FRAME + kind)
    assert [field.title for field in node.fields] == ["kind", *(field.name for field in dataclasses.fields(cls))]
    assert listed_by_schema(node) == ("row", ("words", kind), *map(listed_by_code, fields))


# From the code to the schema


def strategy(field):
    match field:
        case Number(low, high):
            return st.integers(low, high)
        case Data(low, high, step):
            length = st.integers(low // step, high // step).map(lambda n: n * step)
            return st.builds(lambda size, fill: (fill * size)[:size], length, st.binary(min_size=1, max_size=8))
        case Text(low, high, pattern) if pattern:
            return st.from_regex(rf"\A(?a:{pattern})\Z").filter(lambda text: low <= len(text) <= high)
        case Text(low, high):
            text = st.text(st.characters(exclude_categories=["Cs"]), min_size=low, max_size=high)
            return text.filter(lambda text: len(text.encode()) <= high)
        case Choice(words):
            return st.sampled_from(words)
        case Maybe(inner):
            return st.none() | strategy(inner)
        case Many(inner, low, high):
            return st.lists(strategy(inner), min_size=low, max_size=high).map(tuple)
        case Row(fields):
            return st.tuples(*map(strategy, fields))


MESSAGES = [
    st.tuples(st.just(kind), st.builds(cls, *map(strategy, fields)))
    for kind, (cls, fields) in messages.MESSAGES.items()
]
FRAMES = [
    st.tuples(st.just(kind), st.builds(cls, *map(strategy, fields))) for kind, (cls, fields) in channel.FRAMES.items()
]


@given(st.one_of(MESSAGES))
@settings(max_examples=60, deadline=None)
def test_every_message_that_can_be_encoded_is_valid(said):
    kind, message = said
    assert messages.decode(kind, messages.encode(message)) == message
    schemas.validator(MESSAGE + kind).validate(in_json(message))


@given(st.one_of(FRAMES))
@settings(max_examples=30, deadline=None)
def test_every_frame_that_can_be_encoded_is_valid(said):
    kind, frame = said
    assert channel.decode(channel.encode(frame)) == frame
    schemas.validator(FRAME + kind).validate([kind, *in_json(frame)])


# From the schema to the code


def test_what_is_no_message_or_frame_is_refused_as_a_whole():
    claim = {"type": "claim", "fields": []}
    IS_MESSAGE.validate(claim)
    for wrong in (
        {"type": "cheat", "fields": []},
        {"type": "lead", "fields": []},
        {"type": "claim"},
        {"fields": []},
        claim | {"note": 1},
        ["claim", []],
        None,
    ):
        assert not IS_MESSAGE.is_valid(wrong), wrong
    IS_FRAME.validate(["ping"])
    for wrong in (["pong"], [], ["ping", None], [["ping"]], {"kind": "ping"}, "ping", None):
        assert not IS_FRAME.is_valid(wrong), wrong


@pytest.mark.parametrize("kind", messages.MESSAGES)
def test_a_message_at_the_limits_of_the_schema_is_read(kind):
    node = Node.of(MESSAGE + kind)
    for fields in at_limits(node):
        IS_MESSAGE.validate({"type": kind, "fields": fields})
        payload = pack(packed(node, fields))
        assert messages.encode(messages.decode(kind, payload)) == payload


@pytest.mark.parametrize("kind", messages.MESSAGES)
def test_a_message_just_outside_is_refused_by_both(kind):
    node, valid = Node.of(MESSAGE + kind), schemas.validator(MESSAGE + kind)
    for fields in beyond_limits(node):
        assert not valid.is_valid(fields), fields
        assert refuses(messages.decode, kind, pack(packed(node, fields))), fields


@pytest.mark.parametrize("kind", channel.FRAMES)
def test_a_frame_at_the_limits_of_the_schema_is_read(kind):
    node = Node.of(FRAME + kind)
    for frame in at_limits(node):
        IS_FRAME.validate(frame)
        data = pack(packed(node, frame))
        assert channel.encode(channel.decode(data)) == data


@pytest.mark.parametrize("kind", channel.FRAMES)
def test_a_frame_just_outside_is_refused_by_both(kind):
    node, valid = Node.of(FRAME + kind), schemas.validator(FRAME + kind)
    for frame in beyond_limits(node):
        assert not valid.is_valid(frame), frame
        assert refuses(channel.decode, pack(packed(node, frame))), frame


def record_of(body):
    """Reads a record with this body, as strictly as the table does."""
    record = envelope.parse(pack((pack(body), bytes(envelope.SIGNATURE_BYTES))))
    if not record.canonical or record.body.version != envelope.VERSION:
        raise WireError("body")


def note_of(body):
    """Reads a note with this body."""
    if note.parse(pack((pack(body), bytes(envelope.SIGNATURE_BYTES)))) is None:
        raise WireError("note")


def record(raw):
    """Reads a record."""
    envelope.parse(pack(raw))


WELL_MADE = pack((1, bytes(64), 0, 0, bytes(64), "lead", b""))


@pytest.mark.parametrize(("file", "read"), [("record", record_of), ("note", note_of)])
def test_a_body_is_judged_alike_by_schema_and_code(file, read):
    name = f"{file}.schema.json#/$defs/body"
    node, valid = Node.of(name), schemas.validator(name)
    for body in at_limits(node):
        valid.validate(body)
        read(packed(node, body))
    for body in beyond_limits(node):
        assert not valid.is_valid(body), body
        assert refuses(read, packed(node, body)), body


@pytest.mark.parametrize("file", ["record", "note"])
def test_an_envelope_is_judged_alike_by_schema_and_code(file):
    node, valid = Node.of(f"{file}.schema.json"), schemas.validator(f"{file}.schema.json")
    for raw in beyond_limits(node):
        assert not valid.is_valid(raw), raw
        assert refuses(record, packed(node, raw)), raw
        assert note.parse(pack(packed(node, raw))) is None
    good = [WELL_MADE.hex(), "00" * 64]
    valid.validate(good)
    record(packed(node, good))


def test_hex_is_lower_case_and_whole_bytes():
    start = {"type": "start", "fields": ["ab" * 32]}
    IS_MESSAGE.validate(start)
    for wrong in ("AB" * 32, "ab" * 31 + "a", "ab" * 31 + "ag", "ab" * 32 + "\n", " " + "ab" * 31 + "a"):
        assert not IS_MESSAGE.is_valid(start | {"fields": [wrong]})
