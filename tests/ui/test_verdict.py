"""Every verdict in words: who, what, which record, which rule; and nobody blamed where nothing is proven."""

import re

import pytest

from p2p_schnapsen.gamelog.report import Report, Result, Verdict
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.ui import verdict
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.reasons import DAMAGE

NAMED = {"names": ("anna\x1b[1m", "bert\u202e"), "keys": (bytes(32), bytes([1] * 32)), "date": "2026-01-01"}


@pytest.mark.parametrize("code", FAULTS)
@pytest.mark.parametrize(("culprit", "who"), [(0, "the host"), (1, "the guest")])
def test_a_proven_fault_names_culprit_deed_record_rule_and_evidence(code, culprit, who):
    report = Report(Verdict.PROVEN, culprit=culprit, record=57, code=code, section=FAULTS[code], **NAMED)
    first, rule, evidence, *_ = verdict.lines(report)
    assert first.startswith(f"proven: {who} ")
    assert first.endswith(", in record 57.")
    assert rule == f"Rule broken: {code}, section {FAULTS[code]} of the specification."
    assert evidence.startswith(f"Evidence: record 57, signed by {who};")


@pytest.mark.parametrize("code", [*DAMAGE, "never-heard-of"])
def test_damage_is_nobodys_fault(code):
    (line,) = [line for line in verdict.lines(Report(Verdict.ALTERED, record=3, code=code)) if "record 3" in line]
    assert line.startswith("altered: ")
    assert line.endswith("Nobody is blamed for that.")
    assert not re.search("host|guest|cheat", line)


@pytest.mark.parametrize("kind", Verdict)
def test_every_verdict_begins_with_its_name(kind):
    report = Report(kind, culprit=0, record=1, code="not-a-log", section="x")
    assert verdict.headline(report).startswith(f"{kind}: ")
    assert (kind is Verdict.PROVEN) == any("Evidence" in line for line in verdict.lines(report))


@pytest.mark.parametrize("mark", ["unopened", "unacknowledged", "torn"])
def test_every_mark_has_a_sentence(mark):
    report = Report(Verdict.VALID, marks=(mark,), result=Result(0, (7, 3), conceded=False), **NAMED)
    assert len(verdict.lines(report)) == len(verdict.lines(Report(Verdict.VALID, result=report.result, **NAMED))) + 1
    assert not any(line.strip(".") == mark for line in verdict.lines(report))


def test_names_in_a_log_do_no_harm():
    text = "\n".join(verdict.lines(Report(Verdict.VALID, result=Result(0, (7, 3), conceded=False), **NAMED)))
    assert "Host: anna, key " in text
    assert "Guest: bert, key " in text
    assert "\x1b" not in text
    assert "The host wins. Host 7, guest 3." in text


@pytest.mark.parametrize(
    ("me", "text"), [(0, "You win. You 7, opponent 3."), (None, "The host wins. Host 7, guest 3.")]
)
def test_the_result_is_told_from_where_one_sits(me, text):
    report = Report(Verdict.VALID, result=Result(0, (7, 3), conceded=False))
    assert verdict.result_line(report, People(me)) == text


@pytest.mark.parametrize(
    ("winner", "me", "text"),
    [
        (0, 0, "Your opponent gave up the match. You win. You 3, opponent 2."),
        (1, 0, "You gave up the match. Your opponent wins. You 3, opponent 2."),
        (1, None, "The host gave up the match. The guest wins. Host 3, guest 2."),
        (0, None, "The guest gave up the match. The host wins. Host 3, guest 2."),
    ],
)
def test_the_result_says_who_gave_up_the_match(winner, me, text):
    report = Report(Verdict.VALID, result=Result(winner, (3, 2), conceded=True), **NAMED)
    assert verdict.result_line(report, People(me)) == text
