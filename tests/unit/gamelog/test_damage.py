"""Damage to a log: never accepted beyond what is whole, always named, and nobody's fault."""

from __future__ import annotations

import pytest

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.gamelog import verify as verification
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state
from p2p_schnapsen.wire import envelope
from tests.support.damage import all_bits, briefly, harmful, one_bit_a_byte
from tests.support.duel import Duel, log_of


@pytest.fixture(scope="module")
def duel():
    """A match of one short deal, opened and acknowledged: it has draws, a sort and duty proofs."""
    duel = Duel.new("brief 1", Ruleset(target=1), choose=briefly).play()
    types = {envelope.parse(record).body.type: len(record) for record in duel.records}
    assert {"sort", "draw", "close", "claim", "open", "final"} <= set(types)
    assert types["follow"] > 2000, "a follow with duty proofs"
    return duel


@pytest.fixture(scope="module")
def deciding(duel):
    """The index of the record that decided the match."""
    return duel.state.decision.seq


@pytest.fixture
def quick(duel, monkeypatch):
    """Verification remembers what the whole records of this log lead to: only what is damaged is worked out anew."""
    states = [*duel.states, duel.state]
    known = {(before.head, raw): after for before, raw, after in zip(states, duel.records, states[1:], strict=False)}

    def apply(before, raw):
        after = known.get((before.head, raw))
        return state.apply(before, raw) if after is None else (after, [])

    class Remembering:
        second_body = staticmethod(state.second_body)
        apply = staticmethod(lambda before, raw: apply(before, raw))

    monkeypatch.setattr(verification, "table", Remembering)


def test_the_whole_log_is_valid(duel):
    report = verify(duel.log())
    assert (report.verdict, report.marks, report.record, report.culprit) == (Verdict.VALID, (), None, None)
    assert (report.deals, report.opened, report.records) == (1, 1, len(duel.records))
    assert report.result.score == duel.state.decision.score


def test_no_flipped_bit_is_accepted_or_blamed_on_anybody(duel):
    """One bit of every byte of every record, against the state before it; `scripts/soak --damage` tries all eight."""
    for place, (before, record) in enumerate(zip(duel.states, duel.records, strict=True)):
        assert list(harmful(before, record, one_bit_a_byte(record, place))) == []


def test_every_bit_of_a_short_record_and_of_all_that_is_around_a_payload_is_tried(duel):
    """A lead; and of a follow with duty proofs what is not in them."""
    bodies = [envelope.parse(record).body for record in duel.records]
    lead = next(place for place, body in enumerate(bodies) if body.type == "lead")
    assert list(harmful(duel.states[lead], duel.records[lead], all_bits(duel.records[lead]))) == []
    long = max(
        (place for place, body in enumerate(bodies) if body.type == "follow"), key=lambda p: len(duel.records[p])
    )
    record = duel.records[long]
    start = record.index(bodies[long].payload)
    around = [bit for bit in all_bits(record) if not 8 * start <= bit < 8 * (start + len(bodies[long].payload))]
    assert list(harmful(duel.states[long], record, around)) == []


def test_a_bit_that_does_harm_would_be_found(duel, monkeypatch):
    """Without the check of signatures some flips are taken, and some are blamed."""
    monkeypatch.setattr(signing, "verify", lambda *_: True)
    record = duel.records[8]
    assert len(list(harmful(duel.states[8], record, all_bits(record)))) > 100


@pytest.mark.usefixtures("quick")
def test_a_log_with_a_flipped_bit_is_altered_at_that_record(duel):
    for index, record in enumerate(duel.records):
        for at in (len(record) // 2, len(record) - 1):
            damaged = bytearray(record)
            damaged[at] ^= 1
            report = verify(log_of([*duel.records[:index], bytes(damaged), *duel.records[index + 1 :]]))
            assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, index, None)


@pytest.mark.usefixtures("quick")
def test_a_flipped_bit_in_a_length_is_never_valid_beyond_what_is_whole(duel, deciding):
    log, at = duel.log(), len(log_format.HEADER)
    for index, record in enumerate(duel.records):
        for bit in range(32):
            damaged = bytearray(log)
            damaged[at + bit // 8] ^= 1 << bit % 8
            report = verify(bytes(damaged))
            assert report.culprit is None
            assert report.records <= index
            assert report.verdict in (Verdict.ALTERED, Verdict.INCOMPLETE, Verdict.VALID)
            if report.verdict is Verdict.VALID:
                assert index > deciding
                assert "unacknowledged" in report.marks
            elif report.verdict is Verdict.ALTERED:
                assert report.record == index
        at += 4 + len(record)


def test_a_flipped_bit_in_the_header_makes_it_no_log(duel):
    log = duel.log()
    for bit in range(8 * len(log_format.HEADER)):
        damaged = bytearray(log)
        damaged[bit // 8] ^= 1 << bit % 8
        assert verify(bytes(damaged)).verdict is Verdict.UNREADABLE


def _expected_cut(index, deciding, total):
    if index == total:
        return Verdict.VALID, ()
    if index <= deciding:
        return Verdict.INCOMPLETE, ()
    missing = ["unacknowledged"]
    if index < total - 2:
        missing.insert(0, "unopened")
    return Verdict.VALID, tuple(missing)


@pytest.mark.usefixtures("quick")
def test_a_log_cut_at_any_byte_says_how_far_it_is_whole(duel, deciding):
    log, total = duel.log(), len(duel.records)
    end = len(log_format.HEADER)
    for index in range(total + 1):
        verdict, marks = _expected_cut(index, deciding, total)
        size = 4 + len(duel.records[index]) if index < total else 1
        for extra in range(size):
            report = verify(log[: end + extra])
            torn = ("torn",) if extra else ()
            assert (report.verdict, report.marks, report.culprit) == (verdict, (*marks, *torn), None)
            assert report.records == index
        end += size


def test_every_cut_of_the_file_keeps_just_the_whole_records(duel):
    log, end, count = duel.log(), len(log_format.HEADER), 0
    ends = {end: 0}
    for record in duel.records:
        end, count = end + 4 + len(record), count + 1
        ends[end] = count
    whole = 0
    for length in range(len(log_format.HEADER), len(log) + 1):
        whole = ends.get(length, whole)
        parsed = log_format.parse(log[:length])
        assert parsed.records == tuple(duel.records[:whole])
        assert (parsed.torn > 0) == (length not in ends)
        assert not parsed.broken


def test_a_file_without_a_whole_header_is_unreadable(duel):
    for length in range(len(log_format.HEADER)):
        assert verify(duel.log()[:length]).verdict is Verdict.UNREADABLE
        with pytest.raises(DataError):
            log_format.parse(duel.log()[:length])


def test_another_version_of_the_log_is_unreadable(duel):
    log = bytearray(duel.log())
    log[len(log_format.MAGIC)] = 2
    report = verify(bytes(log))
    assert (report.verdict, report.code) == (Verdict.UNREADABLE, "log-version")


@pytest.mark.usefixtures("quick")
def test_a_missing_record_is_named_and_blamed_on_nobody(duel, deciding):
    total = len(duel.records)
    for index in range(total - 1):
        report = verify(log_of(duel.records[:index] + duel.records[index + 1 :]))
        assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, index, None)


@pytest.mark.usefixtures("quick")
def test_a_doubled_record_is_named_and_blamed_on_nobody(duel):
    for index in range(len(duel.records)):
        report = verify(log_of(duel.records[: index + 1] + duel.records[index:]))
        assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, index + 1, None)


@pytest.mark.usefixtures("quick")
def test_swapped_records_are_named_and_blamed_on_nobody(duel):
    records = duel.records
    for index in range(len(records) - 1):
        swapped = [*records[:index], records[index + 1], records[index], *records[index + 2 :]]
        report = verify(log_of(swapped))
        assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, index, None)


@pytest.mark.usefixtures("quick")
def test_two_logs_one_after_the_other_are_no_log(duel):
    report = verify(duel.log() + duel.log())
    assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, len(duel.records), None)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("size", [0, 16 * 1024 + 1, 2**32 - 1])
def test_a_length_that_no_record_has_is_damage(duel, size):
    log = log_of(duel.records[:5]) + size.to_bytes(4, "big") + bytes(100)
    report = verify(log)
    assert (report.verdict, report.code, report.record) == (Verdict.ALTERED, "frame-size", 5)


@pytest.mark.usefixtures("quick")
def test_a_log_of_another_match_cannot_be_continued(duel):
    other = Duel.new("another", Ruleset(target=1), choose=briefly).play()
    report = verify(log_of(duel.records[:10] + other.records[10:]))
    assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, 10, None)
