"""Damage to a log: never accepted beyond what is whole, always named, and nobody's fault."""

import pytest

from p2p_schnapsen.errors import DataError, PeerSuspect
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state
from tests.support.duel import Duel, log_of

CHUNKS = 8


@pytest.fixture(scope="module")
def duel():
    """A match of one deal, opened and acknowledged."""
    for seed in range(50):
        duel = Duel.new(f"damage {seed}", Ruleset(target=1)).play()
        if len(duel.records) > 25:
            return duel
    raise AssertionError("no deal was long enough")


@pytest.fixture(scope="module")
def deciding(duel):
    """The index of the record that decided the match."""
    return duel.state.decision.seq


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_no_flipped_bit_is_accepted_or_blamed_on_anybody(duel, chunk):
    flips = 0
    for before, record in zip(duel.states[chunk::CHUNKS], duel.records[chunk::CHUNKS], strict=True):
        for bit in range(8 * len(record)):
            damaged = bytearray(record)
            damaged[bit // 8] ^= 1 << bit % 8
            with pytest.raises(PeerSuspect):
                state.apply(before, bytes(damaged))
            flips += 1
    assert flips == 8 * sum(map(len, duel.records[chunk::CHUNKS]))


def test_a_log_with_a_flipped_bit_is_altered_at_that_record(duel):
    for index, record in enumerate(duel.records):
        damaged = bytearray(record)
        damaged[len(record) // 2] ^= 1
        report = verify(log_of([*duel.records[:index], bytes(damaged), *duel.records[index + 1 :]]))
        assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, index, None)


def _expected_cut(index, deciding, total):
    if index == total:
        return Verdict.VALID, ()
    if index <= deciding:
        return Verdict.INCOMPLETE, ()
    missing = ["unacknowledged"]
    if index < total - 2:
        missing.insert(0, "unopened")
    return Verdict.VALID, tuple(missing)


def test_a_log_cut_between_records_says_how_far_it_is_whole(duel, deciding):
    total = len(duel.records)
    for index in range(total + 1):
        report = verify(log_of(duel.records[:index]))
        assert (report.verdict, report.marks) == _expected_cut(index, deciding, total)
        assert report.records == index
        assert report.culprit is None


def test_a_log_cut_inside_a_record_loses_that_record_only(duel, deciding):
    total = len(duel.records)
    for index in range(total):
        whole = log_of(duel.records[:index])
        for extra in (1, 3, 4, 5, 4 + len(duel.records[index]) - 1):
            report = verify(duel.log()[: len(whole) + extra])
            verdict, marks = _expected_cut(index, deciding, total)
            assert (report.verdict, report.marks) == (verdict, (*marks, "torn"))
            assert report.records == index


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


def test_a_missing_record_is_named_and_blamed_on_nobody(duel, deciding):
    total = len(duel.records)
    for index in range(total - 1):
        report = verify(log_of(duel.records[:index] + duel.records[index + 1 :]))
        assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, index, None)


def test_a_doubled_record_is_named_and_blamed_on_nobody(duel):
    for index in range(len(duel.records)):
        report = verify(log_of(duel.records[: index + 1] + duel.records[index:]))
        assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, index + 1, None)


def test_swapped_records_are_named_and_blamed_on_nobody(duel):
    records = duel.records
    for index in range(len(records) - 1):
        swapped = [*records[:index], records[index + 1], records[index], *records[index + 2 :]]
        report = verify(log_of(swapped))
        assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, index, None)


def test_two_logs_one_after_the_other_are_no_log(duel):
    report = verify(duel.log() + duel.log())
    assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, len(duel.records), None)


@pytest.mark.parametrize("size", [0, 16 * 1024 + 1, 2**32 - 1])
def test_a_length_that_no_record_has_is_damage(duel, size):
    log = log_of(duel.records[:5]) + size.to_bytes(4, "big") + bytes(100)
    report = verify(log)
    assert (report.verdict, report.code, report.record) == (Verdict.ALTERED, "frame-size", 5)


def test_a_log_of_another_match_cannot_be_continued(duel):
    other = Duel.new("another", Ruleset(target=1)).play()
    report = verify(log_of(duel.records[:10] + other.records[10:]))
    assert (report.verdict, report.record, report.culprit) == (Verdict.ALTERED, 10, None)
