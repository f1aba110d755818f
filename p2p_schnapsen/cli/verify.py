"""`verify`: check logs and say what is found."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog.report import Report, Verdict, gravest
from p2p_schnapsen.gamelog.store import read_log
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.ui import errors
from p2p_schnapsen.ui import verdict as verdicts
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.sanitise import sanitise


def run(options: Namespace) -> int:
    """Verify each log; the gravest exit code, also where nobody reads to the end."""
    codes = []
    out = Output(sys.stdout)
    for number, name in enumerate(options.logs):
        report, lines = _check(name)
        codes.append(report.exit_code)
        if options.json:
            out.line(json.dumps(report.as_json(name)))
            continue
        if len(options.logs) > 1:
            out.line("\n" * (number > 0) + sanitise(name, 1000))
        out.line("\n".join(lines))
    if out.failure is not None:
        raise out.failure
    return gravest(codes)


def _check(name: str) -> tuple[Report, list[str]]:
    try:
        report = verify(read_log(Path(name)))
    except DataError as error:
        return Report(Verdict.UNREADABLE, code=error.code), [f"unreadable: {errors.sentence(error)}"]
    return report, verdicts.lines(report)
