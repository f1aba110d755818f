"""The vector files: made anew they are the same. And the code takes each good vector and refuses each failing one.

What is done here with wire and rules, and in test_vectors_crypto.py and test_vectors_table.py with the others, is what
another implementation would do with them.
"""

import hashlib

import pytest

from p2p_schnapsen.crypto import challenge, schnorr, signing
from p2p_schnapsen.crypto.group import G
from p2p_schnapsen.hashing import tup
from p2p_schnapsen.rules.deal import REFUSALS
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.wire import chain, codec, envelope, framing, messages, note
from scripts.lib import vectors
from scripts.lib.vectors_rules import move
from tests.support import perft, schemas
from tests.support.vectors import FILES, code_of, each, raw, value_of

PERFT = "rules/perft.json"
"""Made anew in tests/unit/rules/test_perft.py."""


@pytest.mark.parametrize("name", [name for name in vectors.FILES if name != PERFT])
def test_a_file_is_what_is_made_anew(name):
    assert vectors.differing([name]) == []


def test_nothing_lies_among_the_vectors_that_nothing_makes():
    assert vectors.unknown() == []


@pytest.mark.parametrize("name", FILES)
def test_a_file_follows_its_schema(name):
    schemas.validator(f"vectors/{name.removesuffix('.json')}.schema.json").validate(FILES[name])


def test_a_file_that_differs_is_named(tmp_path):
    (tmp_path / "wire").mkdir()
    (tmp_path / "wire" / "tup.json").write_text(vectors.text("wire/tup.json").replace("00", "01", 1), "utf-8")
    (tmp_path / "wire" / "strange.json").write_text("{}", "utf-8")
    names = ["wire/tup.json", "wire/notes.json"]
    assert vectors.differing(names, tmp_path) == names
    assert vectors.unknown(tmp_path) == ["wire/strange.json"]


def test_no_vector_is_made_where_the_program_and_the_equations_disagree(monkeypatch):
    def another_label(ctx, Y, A):
        return challenge.to_scalar("pok ", ctx, G, Y, A)

    monkeypatch.setattr(schnorr, "challenge", another_label)
    with pytest.raises(AssertionError, match="disagree: pok"):
        vectors.text("crypto/pok.json")


CANNOT = {
    "field-text": "only contracts hold text, and one that cannot be read introduces no key that could be blamed",
    "ruleset-no-talon": "no two values of deck and hand leave no talon",
}


def test_every_fault_code_has_a_failing_vector():
    table = {case["code"] for case in FILES["table/faults.json"]["refused"] if case["verdict"] == "proven"}
    rules = {case["code"] for case in FILES["rules/refusals.json"]["refused"]}
    assert rules == set(REFUSALS)
    assert set(FAULTS) - table - rules == set(CANNOT)
    assert "field-text" in {case["code"] for case in FILES["wire/messages.json"]["refused"]}


# wire


@each("wire/tup.json", "accepted")
def test_a_tuple_is_encoded_so(case):
    assert tup(*map(value_of, case["values"])) == raw(case["encoding"])


def test_no_two_tuples_have_one_encoding():
    cases = FILES["wire/tup.json"]["accepted"]
    assert len({case["encoding"] for case in cases}) == len(cases)


@each("wire/msgpack.json", "accepted")
def test_canonical_msgpack_is_read_and_written(case):
    assert codec.unpack(raw(case["encoding"])) == value_of(case["value"])
    assert codec.pack(value_of(case["value"])) == raw(case["encoding"])


@each("wire/msgpack.json", "refused")
def test_other_msgpack_is_refused(case):
    assert code_of(codec.unpack, raw(case["encoding"]))[0] == case["code"]


def test_the_payloads_are_read_and_written():
    cases = FILES["wire/messages.json"]["accepted"]
    assert {case["type"] for case in cases} == set(messages.MESSAGES)
    for case in cases:
        message = messages.decode(case["type"], raw(case["payload"]))
        node = schemas.Node.of(f"messages.schema.json#/$defs/{case['type']}")
        values = schemas.packed(node, case["fields"])
        assert tuple(getattr(message, name) for name in message.__dataclass_fields__) == values
        assert messages.encode(message) == codec.pack(values) == raw(case["payload"])


@each("wire/messages.json", "refused")
def test_a_bad_payload_is_refused(case):
    assert code_of(messages.decode, case["type"], raw(case["payload"]))[0] == case["code"]


def test_the_records_are_read_and_follow_on_one_another():
    file = FILES["wire/records.json"]
    head = None
    for case in file["accepted"]:
        record = envelope.parse(raw(case["record"]))
        version, game_id, seq, side, prev, kind, payload = case["body"]
        body = record.body
        assert (body.version, body.seq, body.side, body.type) == (version, seq, side, kind)
        assert (body.game_id, body.prev, body.payload) == (raw(game_id), raw(prev), raw(payload))
        assert record.canonical
        assert record.body_bytes == body.encode() == raw(case["body_bytes"])
        assert envelope.signed_message(record.body_bytes) == raw(case["signed"])
        signing.verify(raw(file["identities"][side]["public_key"]), raw(case["signed"]), raw(case["signature"]))
        assert head in (None, body.prev)
        head = chain.advance(body.prev, record.body_bytes)
        assert head == raw(case["head"])


@each("wire/records.json", "refused")
def test_what_is_no_record_is_refused(case):
    assert code_of(envelope.parse, raw(case["record"]))[0] == case["code"]


def test_the_notes_are_read():
    file = FILES["wire/notes.json"]
    for case in file["accepted"]:
        parsed = note.parse(raw(case["note"]))
        said = parsed.note
        assert [1, said.game_id.hex(), said.seq, said.side, said.head.hex(), said.seconds] == case["body"]
        assert note.signed_message(parsed.body_bytes) == raw(case["signed"])
        signing.verify(raw(file["identities"][said.side]["public_key"]), raw(case["signed"]), parsed.signature)


@each("wire/notes.json", "refused")
def test_what_is_no_note_is_refused(case):
    assert note.parse(raw(case["note"])) is None
    assert code_of(state.close, TableState(), raw(case["note"]))[0] == case["code"]


@each("wire/frames.json", "accepted")
def test_a_stream_is_cut_into_frames(case):
    stream = raw(case["stream"])
    for size in (1, 7, len(stream)):
        reader = framing.Frames(case["cap"])
        found = [frame for at in range(0, len(stream), size) for frame in reader.feed(stream[at : at + size])]
        if "frames" in case:
            assert [frame.hex() for frame in found] == case["frames"]
        else:
            assert [hashlib.sha512(frame).hexdigest() for frame in found] == case["sha512"]
        assert reader.pending == 0


@each("wire/frames.json", "refused")
def test_a_bad_length_is_refused(case):
    assert code_of(framing.Frames(case["cap"]).feed, raw(case["stream"]))[0] == case["code"]


# rules


@each("rules/refusals.json", "refused")
def test_a_move_that_the_rules_forbid_is_refused(case):
    deal = perft.start(
        Ruleset.from_canonical(case["ruleset"].encode("ascii")), case["dealer"], case["deck"], case["moves"]
    )
    assert code_of(deal.play, move(case["refused"]))[0] == case["code"]
