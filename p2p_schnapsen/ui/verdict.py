"""What the verification of a log found, in words."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_schnapsen.gamelog.report import Report, Verdict
from p2p_schnapsen.profile.fingerprint import short_id
from p2p_schnapsen.ui.errors import deed
from p2p_schnapsen.ui.language import _, mark, plural
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.reasons import DAMAGE, FILES, SUSPECTS
from p2p_schnapsen.ui.sanitise import sanitise

_MARKS = {
    "unopened": mark("Not all deals were opened by both sides; the proofs alone show that they were fair."),
    "unacknowledged": mark("A final signature is missing; that does not unmake the result."),
    "torn": mark("The file ends inside a record, as after a crash."),
}
_KINDS = {
    Verdict.VALID: mark("valid"),
    Verdict.PROVEN: mark("proven"),
    Verdict.ALTERED: mark("altered"),
    Verdict.INCOMPLETE: mark("incomplete"),
    Verdict.UNRESPONSIVE: mark("unresponsive"),
    Verdict.UNREADABLE: mark("unreadable"),
}
_NOBODY = People(None)
NAME_CELLS = 1000
"""The longest name of a log that is shown."""


def headline(report: Report) -> str:
    """The verdict in one line."""
    match report.verdict:
        case Verdict.VALID:
            return _("valid: every record holds, and the match is decided.")
        case Verdict.PROVEN:
            return _culprit(report)
        case Verdict.ALTERED:
            return _altered(report)
        case Verdict.INCOMPLETE:
            return _("incomplete: every record holds, but the match is not decided.")
        case Verdict.UNRESPONSIVE:
            return _(
                "unresponsive: the match is not decided; one side says, but cannot prove, that the other fell silent."
            )
        case Verdict.UNREADABLE:
            return _unreadable(report)


def summary(report: Report) -> str:
    """The verdict in one line, with the result where there is one."""
    return headline(report) if report.result is None else f"{headline(report)} {result_line(report, _NOBODY)}"


def tally(counts: Mapping[Verdict, int]) -> str:
    """How many logs have each verdict: "3 valid, 1 altered"."""
    return ", ".join(f"{counts[kind]} {_(_KINDS[kind])}" for kind in Verdict if counts.get(kind))


def lines(report: Report, name: str = "") -> list[str]:
    """The verdict and what else the log says, a line each; of what is no log `name` is all there is to say."""
    found = [headline(report)]
    if report.verdict is Verdict.PROVEN:
        found += _evidence(report)
    if report.verdict is Verdict.UNREADABLE:
        return [f"{sanitise(name, NAME_CELLS)}: {found[0]}"] if name else found
    found += [_(_MARKS[name]) if name in _MARKS else sanitise(name) for name in report.marks]
    if report.names is not None and report.keys is not None:
        for side in (0, 1):
            found.append(_party(report, side))
    if report.date is not None:
        found.append(_("Played on {date}.").format(date=sanitise(report.date)))
    deals = plural("{n} deal finished", "{n} deals finished", report.deals).format(n=report.deals)
    records = plural("{n} record", "{n} records", report.records).format(n=report.records)
    opened = plural("{n} opened by both sides", "{n} opened by both sides", report.opened).format(n=report.opened)
    found.append(_("{records}; {deals}, {opened}.").format(records=records, deals=deals, opened=opened))
    if report.result is not None:
        found.append(result_line(report, _NOBODY))
    return found


def result_line(report: Report, people: People) -> str:
    """Who won the match, and how."""
    result = report.result
    if result is None:
        return _("The match is not decided.")
    won = people.say(result.winner, mark("You win."), mark("{who} wins."))
    if result.conceded:
        # The loser has given it up: "you", "your opponent", or by its place.
        gave_up = people.say(1 - result.winner, mark("You gave up the match."), mark("{who} gave up the match."))
        won = f"{gave_up} {won}"
    score = people.score(result.score)
    return f"{won} {score[0].upper()}{score[1:]}."


def _culprit(report: Report) -> str:
    assert report.culprit is not None
    text = mark("proven: {who} {deed}, in record {record}.")
    return _NOBODY.say(report.culprit, "", text, deed=deed(report.code or ""), record=report.record)


def _evidence(report: Report) -> list[str]:
    assert report.culprit is not None
    rule = _("Rule broken: {code}, section {section} of the specification.")
    text = mark("Evidence: record {record}, signed by {who}; everybody who holds this log can check it.")
    return [
        rule.format(code=report.code, section=report.section),
        _NOBODY.say(report.culprit, "", text, record=report.record),
    ]


def _altered(report: Report) -> str:
    code = report.code or ""
    what = _(DAMAGE[code]) if code in DAMAGE else code
    text = _("altered: at record {record} there is {what} [{code}]. Nobody is blamed for that.")
    return text.format(record=report.record, what=what, code=code)


def _unreadable(report: Report) -> str:
    code = report.code or ""
    table = SUSPECTS if code in SUSPECTS else FILES
    why = _(table[code]) if code in table else code
    return _("unreadable: {why}").format(why=why)


def _party(report: Report, side: int) -> str:
    assert report.names is not None
    assert report.keys is not None
    role = (mark("Host"), mark("Guest"))[side]
    return _("{role}: {name}, key {key}.").format(
        role=_(role), name=sanitise(report.names[side]), key=short_id(report.keys[side])
    )
