"""`stats`: one's own results by opponent and rule set, from verified logs only."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace

from p2p_schnapsen.cli.results import results
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog.tally import Tally
from p2p_schnapsen.profile import peerbook
from p2p_schnapsen.profile.fingerprint import short_id
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.profile.peers import Peers
from p2p_schnapsen.ui import errors, tallies
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.folding import columns_of
from p2p_schnapsen.ui.language import _

UNREADABLE = 2


def run(options: Namespace) -> int:
    """Print the results; 2 where a log was left out that was asked for by name."""
    home = locate(options.home, os.environ)
    known: Peers = {}
    try:
        known = peerbook.load(home)
    except DataError as problem:  # names are all that is lost by it
        Output(sys.stderr).line(f"p2p-schnapsen: {errors.sentence(problem)}")
    found = results(home, options.logs)
    out = Output(sys.stdout)
    if options.json:
        out.line(*(json.dumps(_object(tally, known)) for tally in found.tallies))
    elif found.tallies:
        out.line(*tallies.table(found.tallies, known, columns_of(out.stream)))
    else:
        out.line(_("There are no results yet."))
    if found.problems:
        Output(sys.stderr).line(_("Left out:"), *found.problems)
    if out.failure is not None:
        raise out.failure
    return UNREADABLE if found.problems and options.logs else 0


def _object(tally: Tally, known: Peers) -> dict[str, object]:
    return {
        "id": short_id(tally.peer),
        "key": tally.peer.hex(),
        "name": tallies.opponent(tally, known),
        "rules": tallies.rules_name(tally.ruleset),
        "matches": tally.matches,
        "won": tally.won,
        "lost": tally.lost,
        "undecided": tally.undecided,
        "deals": tally.deals,
        "deals_won": list(tally.deals_won),
        "points": list(tally.points),
        "average": None if tally.average is None else round(tally.average, 4),
        "hints": tally.hints,
    }
