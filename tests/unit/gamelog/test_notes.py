"""Logs that end with a note: which notes count; none proves anything. Spec: sections `silence`, `verdicts`."""

from functools import cache

import pytest

from p2p_schnapsen.gamelog.format import frame
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, note
from p2p_schnapsen.wire.codec import pack
from tests.support.dialogue import Script
from tests.support.duel import log_of
from tests.support.fold import verdict

pytestmark = pytest.mark.usefixtures("proofs_once")

BOTH = pytest.mark.parametrize("side", [0, 1], ids=["host", "guest"])
AFTER_THE_CONTRACT = range(2, 22)


@cache
def game():
    return Script.of("notes", Ruleset(target=1), patience=90)


def ended(place, side=None, **changes):
    """The log before `place`, and a note of the side that waits there."""
    waiting = 1 - game().side_of(place) if side is None else side
    return [*game().records[:place], game().end_note(waiting, place, **{"seconds": 90, **changes})]


@pytest.mark.parametrize("place", [2, *AFTER_THE_CONTRACT[1::5]])
def test_a_log_that_ends_with_a_note_is_unresponsive(place):
    report = verdict(log_of(ended(place, seconds=93)))
    assert (report.verdict, report.culprit, report.code) == (Verdict.UNRESPONSIVE, None, None)
    assert (report.record, report.silent, report.seconds) == (place, game().side_of(place), 93)
    assert (report.records, report.exit_code, report.marks, report.result) == (place, 5, (), None)
    assert report.as_json("x")["silent"] == ("host", "guest")[game().side_of(place)]


@pytest.mark.parametrize("place", [2, *AFTER_THE_CONTRACT[1::5]])
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seq": 1}, "note-misplaced"),
        ({"seq": 999}, "note-misplaced"),
        ({"head": b"h" * 64}, "note-misplaced"),
        ({"game_id": b"g" * 64}, "note-misplaced"),
        ({"seconds": 89}, "note-early"),
        ({"seconds": 0}, "note-early"),
    ],
    ids=str,
)
def test_a_note_for_another_place_or_before_its_time_only_damages_the_log(place, changes, code):
    report = verdict(log_of(ended(place, **changes)))
    assert (report.verdict, report.code, report.record) == (Verdict.ALTERED, code, place)
    assert (report.culprit, report.silent) == (None, None)


@pytest.mark.parametrize("place", [2, *AFTER_THE_CONTRACT[1::5]])
def test_only_the_side_that_waits_may_sign_it_and_only_with_its_own_key(place):
    owing = game().side_of(place)
    report = verdict(log_of(ended(place, side=owing)))
    assert (report.verdict, report.code, report.culprit) == (Verdict.ALTERED, "note-not-owed", None)
    report = verdict(log_of(ended(place, signer=owing)))
    assert (report.verdict, report.code, report.culprit) == (Verdict.ALTERED, "note-signature", None)


@pytest.mark.parametrize("bit", [0, 100, 511])
def test_a_signature_that_was_touched_does_not_hold(bit):
    *records, last = ended(12)
    signed = note.parse(last)
    signature = bytearray(signed.signature)
    signature[bit // 8] ^= 1 << bit % 8
    report = verdict(log_of([*records, envelope.seal(signed.body_bytes, bytes(signature))]))
    assert (report.verdict, report.code) == (Verdict.ALTERED, "note-signature")


@pytest.mark.parametrize("place", [0, 1])
def test_before_there_is_a_contract_there_is_nothing_to_end(place):
    for side in (0, 1):
        report = verdict(log_of([*game().records[:place], game().end_note(side, place)]))
        assert (report.verdict, report.code, report.culprit) == (Verdict.ALTERED, "note-misplaced", None)


def test_a_decided_match_is_not_unmade():
    decided = game().state(len(game().records)).decision.seq + 1
    for place in range(decided, len(game().records)):
        for side in (0, 1):
            report = verdict(log_of(ended(place, side=side)))
            assert (report.verdict, report.code) == (Verdict.ALTERED, "note-not-owed")
        assert verdict(log_of(game().records[:place])).verdict is Verdict.VALID
    for side in (0, 1):
        report = verdict(log_of([*game().records, game().end_note(side, len(game().records))]))
        assert (report.verdict, report.code) == (Verdict.ALTERED, "note-not-owed")


def test_nothing_follows_a_note():
    whole = ended(12)
    report = verdict(log_of(whole))
    assert report.verdict is Verdict.UNRESPONSIVE
    for more in (game().records[12], whole[-1], b"?", game().another(9)):
        report = verdict(log_of([*whole, more]))
        assert (report.verdict, report.code, report.record) == (Verdict.ALTERED, "record-after-note", 13)
    report = verdict(log_of(whole) + bytes(4))
    assert (report.verdict, report.code) == (Verdict.ALTERED, "record-after-note")


def test_an_unfinished_frame_behind_a_note_is_torn_off():
    for torn in (b"\0", b"\0\0\1", frame(game().records[12])[:-1]):
        report = verdict(log_of(ended(12)) + torn)
        assert (report.verdict, report.marks, report.silent) == (Verdict.UNRESPONSIVE, ("torn",), game().side_of(12))


def test_half_a_note_is_no_note():
    *records, last = ended(12)
    whole = log_of([*records, last])
    for cut in range(1, len(frame(last))):
        report = verdict(whole[:-cut])
        assert (report.verdict, report.marks, report.silent) == (Verdict.INCOMPLETE, ("torn",), None)


def test_a_note_that_was_touched_anywhere_blames_nobody():
    *records, last = ended(12)
    for place in range(len(last)):
        for bit in (1, 128):
            changed = bytearray(last)
            changed[place] ^= bit
            report = verdict(log_of([*records, bytes(changed)]))
            assert (report.verdict, report.culprit, report.silent) == (Verdict.ALTERED, None, None)


@BOTH
def test_a_note_cannot_be_signed_as_a_record_nor_a_record_as_a_note(side):
    place = next(place for place in AFTER_THE_CONTRACT if game().side_of(place) != side)
    body = note.parse(game().end_note(side, place, 90)).body_bytes
    report = verdict(log_of([*game().records[:place], game().signed(side, body)]))
    assert (report.verdict, report.culprit, report.code) == (Verdict.ALTERED, None, "note-signature")


def test_a_note_of_another_form_is_a_record_that_cannot_be_read():
    fields = (1, game().state(12).game_id, 12, 1 - game().side_of(12), game().state(12).head, 90)
    for other in ((*fields, 0), fields[:5], (2, *fields[1:])):
        raw = game().signed(fields[3], pack(other))
        report = verdict(log_of([*game().records[:12], raw]))
        assert (report.verdict, report.code) == (Verdict.ALTERED, "record-unreadable")


def test_a_note_in_every_phase_that_is_owed():
    """Contract, dealing, drawing, opening: the fold says who owes, and so who may say that nothing came."""
    script = Script.of("notes everywhere", Ruleset(target=2))
    phases = {}
    for place in range(2, len(script.records)):
        if script.state(place).decision is None:
            phases.setdefault(script.state(place).phase, place)
    assert set(phases) >= {Phase.START, Phase.COMMIT, Phase.KEY, Phase.SHUFFLE, Phase.CUT, Phase.DEAL, Phase.OPEN}
    for phase, place in phases.items():
        waiting = 1 - script.side_of(place)
        log = log_of([*script.records[:place], script.end_note(waiting, place, 120)])
        report = verdict(log)
        assert (report.verdict, report.silent) == (Verdict.UNRESPONSIVE, 1 - waiting), phase
