"""Verification of a log: the fold of `table.state` with no seat, and what its end means. Pure.

Spec: sections `evidence` and `verdicts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from p2p_schnapsen.errors import DataError, PeerFault, PeerSuspect
from p2p_schnapsen.gamelog.format import LogFile, parse
from p2p_schnapsen.gamelog.report import Report, Result, Verdict
from p2p_schnapsen.table import state as table
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.faults import section_of
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import note

Listener = Callable[[int, TableState, Sequence[Event]], None]


def verify(data: bytes, listener: Listener | None = None) -> Report:
    """The verdict on the bytes of a log file. Never raises for bad input.

    `listener` is told each applied record's index, the state after it and its events.
    """
    try:
        log = parse(data)
    except DataError as error:
        return Report(Verdict.UNREADABLE, code=error.code)
    return verify_records(log, listener)


def verify_records(log: LogFile, listener: Listener | None = None) -> Report:
    """The verdict on a log that has been cut into records."""
    state = TableState()
    for index, raw in enumerate(log.records):
        try:
            state, events = table.apply(state, raw)
        except PeerFault as fault:
            if _last(log, index):
                return _blame(state, index, fault)
            return _altered(state, index + 1, "record-after-fault")
        except PeerSuspect as suspect:
            if note.parse(raw) is not None:
                return _ended(log, state, index)
            return _unproven(log, state, index, suspect)
        if listener is not None:
            listener(index, state, events)
    if log.broken:
        return _altered(state, len(log.records), "frame-size")
    return _whole(log, state)


def _last(log: LogFile, index: int) -> bool:
    return index == len(log.records) - 1 and not log.broken


def _unproven(log: LogFile, state: TableState, index: int, suspect: PeerSuspect) -> Report:
    if index == 0 and suspect.code == "other-version":
        return Report(Verdict.UNREADABLE, record=0, code=suspect.code)
    second = table.second_body(state, log.records[:index], log.records[index])
    if second is not None and _last(log, index):
        fault = PeerFault("equivocation", section_of("equivocation"), second.body.side)
        return _blame(state, index, fault)
    return _altered(state, index, suspect.code)


def _ended(log: LogFile, state: TableState, index: int) -> Report:
    """The log ends with a note, if it is one that counts."""
    try:
        closed = table.close(state, log.records[index])
    except PeerSuspect as suspect:
        return _altered(state, index, suspect.code)
    if not _last(log, index):
        return _altered(state, index + 1, "record-after-note")
    assert closed.note is not None
    report = _report(Verdict.UNRESPONSIVE, state)
    marks = ("torn",) if log.torn else ()
    return replace(report, record=index, silent=1 - closed.note.side, seconds=closed.note.seconds, marks=marks)


def _blame(state: TableState, index: int, fault: PeerFault) -> Report:
    report = _report(Verdict.PROVEN, state)
    return replace(report, culprit=fault.culprit, record=index, code=fault.code, section=fault.section)


def _altered(state: TableState, index: int, code: str) -> Report:
    return replace(_report(Verdict.ALTERED, state), record=index, code=code)


def _whole(log: LogFile, state: TableState) -> Report:
    if state.decision is None:
        report = _report(Verdict.INCOMPLETE, state)
        return replace(report, record=len(log.records), marks=("torn",) if log.torn else ())
    marks = []
    if state.due or state.declined or (state.offer is not None and state.offer.opening == "never"):
        marks.append("unopened")
    if state.phase is not Phase.OVER:
        marks.append("unacknowledged")
    if log.torn:
        marks.append("torn")
    return replace(_report(Verdict.VALID, state), marks=tuple(marks))


def _report(verdict: Verdict, state: TableState) -> Report:
    decision = state.decision
    sides_opened = Counter(opening.number for opening in state.opened)
    report = Report(
        verdict,
        records=state.seq,
        deals=state.match.deals if state.match else 0,
        standing=state.match.score if state.match else None,
        opened=sum(sides == 2 for sides in sides_opened.values()),
        result=Result(decision.winner, decision.score, decision.conceded) if decision else None,
    )
    if state.offer is not None and state.accept is not None:
        names, keys = (state.offer.name, state.accept.name), (state.offer.key, state.accept.key)
        report = replace(report, names=names, keys=keys, date=state.offer.date)
    return report
