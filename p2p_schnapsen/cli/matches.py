"""`matches`: which there are, where they stand, and how to go on."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from p2p_schnapsen.cli.naming import see_again
from p2p_schnapsen.errors import DataError, RulesetError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.library import Entry
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.store import log_place, read_log
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.net.session import SIDE_NAMES
from p2p_schnapsen.presets import loader
from p2p_schnapsen.profile import identity, peerbook
from p2p_schnapsen.profile.fingerprint import short_id
from p2p_schnapsen.profile.home import Home, locate
from p2p_schnapsen.profile.peers import Peers
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.ui import acquaintances, errors
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.folding import columns_of
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.offer import nearest
from p2p_schnapsen.ui.program import command
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.wire.messages import Offer

CELLS = 1000
_NAMED = 2
"""Columns that say which match it is."""
_OPEN = ("unfinished", "damaged")
"""States that ask for something to be done: these are always listed."""
_WORDS = {
    "host": mark("host"),
    "guest": mark("guest"),
    "valid": mark("valid"),
    "proven": mark("proven"),
    "unresponsive": mark("unresponsive"),
    "withdrawn": mark("withdrawn"),
    "unfinished": mark("unfinished"),
    "unacknowledged": mark("unacknowledged"),
    "damaged": mark("damaged"),
}
"""Sides and states, as people read them; a trouble with the file is shown as its code."""


def run(options: Namespace) -> int:
    """List the matches, the one played last at the end."""
    home = locate(options.home, os.environ)
    known: Peers = {}
    try:
        known = peerbook.load(home)
    except DataError as problem:  # names are all that is lost by it
        print(f"p2p-schnapsen: {errors.sentence(problem)}", file=sys.stderr)
    found = _found(home, None if options.all else options.last, known)
    for folder, error in library.damaged(home.matches):
        found.append(_Listed(library.played_at(folder), _damaged(folder)))
        print(f"p2p-schnapsen: {errors.sentence(error)}", file=sys.stderr)
    items = [listed.item for listed in sorted(found, key=_order)]
    out = Output(sys.stdout)
    if options.json:
        out.line(*map(json.dumps, items))
    elif not items:
        out.told(_("There are no matches yet."))
    else:
        out.line(*_table(items, columns_of(out.stream)))
        out.told(*_hints(items))
    if out.failure is not None:
        raise out.failure
    return 0


class _Listed(NamedTuple):
    """A match of the list: when it was played last (ns since the epoch), and what is known of it."""

    played: int
    item: dict[str, Any]


def _order(listed: _Listed) -> tuple[int, str]:
    return listed.played, str(listed.item["match"])


def _found(home: Home, last: int | None, known: Peers) -> list[_Listed]:
    """The matches, in no order: of those that ask for nothing to be done the `last` few that were played (None: all).

    Verifying takes a while, and there may be many: what was played to its end is not verified again, and of what is not
    shown no more is read than how it ended.
    """
    computer = identity.computer_of(home)
    going: list[_Listed] = []
    over: list[tuple[int, Entry, dict[str, Any] | None]] = []
    for entry in library.entries(home.matches):
        played = library.played_at(entry.folder)
        item = None if entry.ended is not None else _object(entry, played, known, computer)
        if item is not None and item["state"] in _OPEN:
            going.append(_Listed(played, item))
        elif item is None or item["state"] != "offered":
            over.append((played, entry, item))
    over.sort(key=lambda one: (one[0], one[1].name))
    shown = over if last is None else over[max(0, len(over) - last) :]
    return going + [_Listed(played, item or _object(entry, played, known, computer)) for played, entry, item in shown]


def _hints(items: list[dict[str, Any]]) -> Iterator[str]:
    """What can be done with the matches of the list."""
    if any(item["changed"] for item in items):
        yield _("*: the rules are not quite those of the rule set.")
    if any(item["state"] == "unfinished" for item in items):
        yield _("To go on with an unfinished one: {program} resume MATCH").format(program=command())
    if any(item["rules"] is not None for item in items):
        yield see_again(_("MATCH"))


def _table(items: list[dict[str, Any]], columns: int | None) -> list[str]:
    """The list for people. Where the lines would be longer than `columns`, each match takes two."""
    head = (_("match"), _("last played"), _("with"), _("rules"), _("you"), _("score"), _("state"))
    rows = [
        (
            item["match"],
            _clock(item["played"]),
            acquaintances.shown(item["with"]),
            _rules(item),
            _word(item["side"]),
            _score(item),
            _word(item["state"]),
        )
        for item in items
    ]
    return acquaintances.columns_within([head, *rows], _NAMED, columns)


def _damaged(folder: Path) -> dict[str, Any]:
    nothing = dict.fromkeys(("key", "begun", "rules", "target", "changed", "score", "deals", "log"))
    played = _when(library.played_at(folder))
    return {"match": folder.name, "with": "?", "side": "?", "state": "damaged", "played": played, **nothing}


def _object(entry: Entry, played: int, known: Peers, computer: bytes | None) -> dict[str, Any]:
    """One match, for machines and people."""
    about, ended = entry.about, entry.ended
    key = bytes.fromhex(about.peer)
    place, log, problem = _log(entry.folder)
    over = ended is not None and ended.how == Verdict.VALID
    deals = library.deals_of(log) if log is not None and over else None
    report = None
    if log is not None and deals is None:
        report = verify(log)
        deals = report.deals
    peer = known.get(key)
    stranger = acquaintances.COMPUTER if key == computer else short_id(key)
    name = acquaintances.called(peer) if peer is not None else stranger
    score = ended.score if ended is not None else (report.standing if report is not None else None)
    if problem is not None:
        state = problem
    elif ended is not None:
        state = ended.how
    elif report is not None and report.verdict in (Verdict.ALTERED, Verdict.UNREADABLE):
        state = "damaged"
    elif report is None or report.names is None:
        state = "offered"
    elif report.verdict is Verdict.UNRESPONSIVE:
        state = str(report.verdict)
    else:
        state = "unfinished" if report.result is None else "unacknowledged"
    return {
        "match": entry.name,
        "with": sanitise(name, CELLS),
        "key": about.peer,
        "side": SIDE_NAMES[about.side],
        "begun": about.begun,
        "played": _when(played),
        **_by_rules(None if log is None else library.offer_in(log)),
        "score": None if score is None else list(score),
        "deals": deals,
        "state": state,
        "log": None if place is None else str(place),
    }


def _by_rules(offer: Offer | None) -> dict[str, Any]:
    """The named rule set that is nearest to the match's, its target, and whether anything else is different."""
    try:
        ruleset = None if offer is None else Ruleset.from_canonical(offer.ruleset)
    except RulesetError:
        ruleset = None
    if ruleset is None:
        return {"rules": None, "target": None, "changed": None}
    named = nearest(ruleset)
    changed = bool(set(loader.differences(named.ruleset, ruleset)) - {"target"})
    return {"rules": named.name, "target": ruleset.target, "changed": changed}


def _when(played: int) -> str | None:
    """A time in ns since the epoch, here: ISO 8601 with the offset from UTC; None where nobody knows it."""
    try:
        return datetime.fromtimestamp(played // 10**9).astimezone().isoformat() if played else None
    except (OverflowError, OSError, ValueError):  # a file can have any time
        return None


def _log(folder: Path) -> tuple[Path | None, bytes | None, str | None]:
    """Where the log is, its bytes, and what is wrong with it."""
    place = None
    try:
        place = log_place(folder)
        return place, read_log(place), None
    except DataError as error:
        return place, None, error.code


def _clock(played: str | None) -> str:
    return "-" if played is None else played[: len("2026-01-01T00:00")].replace("T", " ")


def _rules(item: dict[str, Any]) -> str:
    if item["rules"] is None:
        return "-"
    name = f"{item['rules']} *" if item["changed"] else item["rules"]
    return _("{name} to {target}").format(name=name, target=item["target"])


def _word(name: str) -> str:
    return _(_WORDS[name]) if name in _WORDS else name


def _score(item: dict[str, Any]) -> str:
    score = item["score"]
    return "-" if score is None else f"{score[0]}:{score[1]}"
