"""The verdict on a whole log (spec: log-file, evidence, silence, verdicts)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.independent.dealing import Fault, Unblamed
from tests.support.independent.fold import GUEST, HOST, Match
from tests.support.independent.records import MAGIC, VERSION, Note, Record, frames, parse
from tests.support.independent.sections import SECTIONS

SIDES = ("host", "guest")
CONTRACT = 2
"""Records before there is a game_id."""


@dataclass(frozen=True)
class Verdict:
    """What a log proves; `record` counts from 0, sides are `host` and `guest`."""

    verdict: str
    culprit: str | None
    record: int | None
    code: str | None
    section: str | None
    marks: tuple[str, ...]
    deals: int
    opened: int
    result: dict[str, object] | None
    silent: str | None
    records: int


def verify(data: bytes) -> Verdict:
    """The verdict on the bytes of a log file."""
    match = Match()
    if data[:15] != MAGIC:
        return _verdict(match, "unreadable", code="not-a-log")
    if data[15:16] != bytes([VERSION]):
        return _verdict(match, "unreadable", code="log-version")
    found, broken, torn = frames(data)
    for index, frame in enumerate(found):
        last = index == len(found) - 1 and broken is None
        read = parse(frame)
        try:
            if isinstance(read, Note):
                silent = _note(match, read)
                if not last:
                    return _verdict(match, "altered", record=index + 1, code="record-after-note")
                marks = ("torn",) if torn else ()
                return _verdict(match, "unresponsive", record=index, silent=silent, marks=marks)
            if read is None:
                raise Unblamed("record-unreadable")
            _take(match, read)
        except Unblamed as refusal:
            if refusal.code == "other-version" and index == 0:
                return _verdict(match, "unreadable", record=0, code=refusal.code)
            if isinstance(read, Record) and last and _equivocates(match, read):
                return _proven(match, index, read.side, "equivocation")
            return _verdict(match, "altered", record=index, code=refusal.code)
        except Fault as fault:
            assert isinstance(read, Record)
            if not last:
                return _verdict(match, "altered", record=index + 1, code="record-after-fault")
            return _proven(match, index, read.side, fault.code)
    if broken is not None:
        return _verdict(match, "altered", record=len(found), code=broken)
    if not match.decided:
        return _verdict(match, "incomplete", record=match.seq, marks=("torn",) if torn else ())
    found_marks = []
    if match.due or match.declined or match.opening == "never":
        found_marks.append("unopened")
    if match.finals < 2:
        found_marks.append("unacknowledged")
    if torn:
        found_marks.append("torn")
    return _verdict(match, "valid", marks=tuple(found_marks))


def _verdict(
    match: Match,
    verdict: str,
    *,
    culprit: int | None = None,
    record: int | None = None,
    code: str | None = None,
    section: str | None = None,
    silent: int | None = None,
    marks: tuple[str, ...] = (),
) -> Verdict:
    result: dict[str, object] | None = None
    if match.winner is not None:
        result = {"winner": SIDES[match.winner], "score": list(match.score)}
    return Verdict(
        verdict=verdict,
        culprit=None if culprit is None else SIDES[culprit],
        record=record,
        code=code,
        section=section,
        marks=marks,
        deals=match.finished,
        opened=match.deals_opened(),
        result=result,
        silent=None if silent is None else SIDES[silent],
        records=match.seq,
    )


def _proven(match: Match, index: int, side: int, code: str) -> Verdict:
    return _verdict(match, "proven", culprit=side, record=index, code=code, section=SECTIONS[code])


def _take(match: Match, record: Record) -> None:
    """One record, in the order of checks."""
    if match.seq == 0 and record.version != VERSION:
        raise Unblamed("other-version")
    if (record.game_id, record.seq, record.prev) != (match.game_id, match.seq, match.head):
        raise Unblamed("record-misplaced")
    if not record.signed_by(match.key_for(record)):
        raise Unblamed("signature")
    match.take(record)


def _equivocates(match: Match, record: Record) -> bool:
    """Whether the record is a second body of its side for a place behind offer and accept."""
    if record.game_id != match.game_id or not CONTRACT <= record.seq < match.seq:
        return False
    if match.bodies[record.seq][0] != record.side or match.bodies[record.seq][1] == record.body:
        return False
    return record.signed_by(match.keys[record.side])


def _note(match: Match, note: Note) -> int:
    if len(match.keys) < 2 or note.game_id != match.game_id or (note.seq, note.head) != (match.seq, match.head):
        raise Unblamed("note-misplaced")
    other = GUEST if note.side == HOST else HOST
    if match.decided or match.owes != other:
        raise Unblamed("note-not-owed")
    if note.seconds < match.patience:
        raise Unblamed("note-early")
    if not note.signed_by(match.keys[note.side]):
        raise Unblamed("note-signature")
    return other
