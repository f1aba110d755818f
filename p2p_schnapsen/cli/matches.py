"""`matches`: which there are, where they stand, and how to go on."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.library import Entry
from p2p_schnapsen.gamelog.report import Report, Verdict
from p2p_schnapsen.gamelog.store import log_place, read_log
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.net.session import SIDE_NAMES
from p2p_schnapsen.profile import identity, peerbook
from p2p_schnapsen.profile.fingerprint import short_id
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.profile.peers import Peers
from p2p_schnapsen.ui import acquaintances, errors
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.program import called
from p2p_schnapsen.ui.sanitise import sanitise

CELLS = 1000
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
    """List the matches, the oldest first."""
    home = locate(options.home, os.environ)
    known: Peers = {}
    try:
        known = peerbook.load(home)
    except DataError as problem:  # names are all that is lost by it
        print(f"p2p-schnapsen: {errors.sentence(problem)}", file=sys.stderr)
    computer = identity.computer_of(home)
    found = [_object(entry, known, computer) for entry in library.entries(home.matches)]
    found = [item for item in found if item["state"] != "offered"]
    for folder, error in library.damaged(home.matches):
        found.append({"match": folder.name, "with": "?", "side": "?", "score": None, "state": "damaged"})
        print(f"p2p-schnapsen: {errors.sentence(error)}", file=sys.stderr)
    if not options.all:
        open_ones = [item for item in found if item["state"] in _OPEN]
        found = open_ones + [item for item in found if item["state"] not in _OPEN][-options.last :]
        found.sort(key=lambda item: str(item["match"]))
    if options.json:
        for item in found:
            print(json.dumps(item))
        return 0
    if not found:
        print(_("There are no matches yet."))
        return 0
    head = (_("match"), _("with"), _("you"), _("score"), _("state"))
    rows = [
        (item["match"], acquaintances.shown(item["with"]), _word(item["side"]), _score(item), _word(item["state"]))
        for item in found
    ]
    for line in acquaintances.columns([head, *rows]):
        print(line)
    if any(item["state"] == "unfinished" for item in found):
        print(_("To go on with an unfinished one: {program} resume MATCH").format(program=called()))
    return 0


def _object(entry: Entry, known: Peers, computer: bytes | None) -> dict[str, Any]:
    """One match, for machines and people."""
    about, ended = entry.about, entry.ended
    key = bytes.fromhex(about.peer)
    place, report, problem = _log(entry.folder)
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
        "score": None if score is None else list(score),
        "deals": None if report is None else report.deals,
        "state": state,
        "log": None if place is None else str(place),
    }


def _log(folder: Path) -> tuple[Path | None, Report | None, str | None]:
    """Where the log is, what it says, and what is wrong with it."""
    place = None
    try:
        place = log_place(folder)
        return place, verify(read_log(place)), None
    except DataError as error:
        return place, None, error.code


def _word(name: str) -> str:
    return _(_WORDS[name]) if name in _WORDS else name


def _score(item: dict[str, Any]) -> str:
    score = item["score"]
    return "-" if score is None else f"{score[0]}:{score[1]}"
