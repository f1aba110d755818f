"""One log checked: its verdict, and the text that `verify` prints. As a program, a helper of `verify --jobs`.

`python -m p2p_schnapsen.cli.checking [--json] [--lang CODE]` reads names from standard input, a JSON string a line,
and answers each with a line `[verdict, text]`. It ends with its input, and so with whatever started it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import NamedTuple

from p2p_schnapsen.cli.naming import unfound
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog.report import Report, Verdict
from p2p_schnapsen.gamelog.store import read_log
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.ui import errors, language, verdict
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.program import PROGRAM, VARIABLE, call
from p2p_schnapsen.ui.sanitise import sanitise

PATH_CELLS = 1000
"""The longest name of a log that is shown."""


class Checked(NamedTuple):
    """What was found in one log, and one line that says it."""

    verdict: Verdict
    line: str


def check(name: str, *, as_json: bool) -> Checked:
    """The log of this name: an object for machines, or a sentence that begins with the name."""
    report, problem = examine(name)
    if as_json:
        return Checked(report.verdict, json.dumps(report.as_json(name)))
    shown = sanitise(name, PATH_CELLS)
    if problem is None:
        return Checked(report.verdict, f"{shown}: {verdict.summary(report)}")
    return Checked(report.verdict, f"{shown}: {unreadable(problem.removeprefix(f'{shown}: '))}")  # named once


def examine(name: str) -> tuple[Report, str | None]:
    """The report on the log of this name; and a sentence about what is wrong with the file where it cannot be read."""
    path = Path(name)
    try:
        if path.is_dir():  # one with logs was asked for by the names of its logs
            raise DataError("no-logs", path=name)
        return verify(read_log(path)), None
    except DataError as error:
        return Report(Verdict.UNREADABLE, code=error.code), errors.sentence(unfound(error))


def unreadable(why: str) -> str:
    """The verdict on what is no log, and why."""
    return _("unreadable: {why}").format(why=why)


def serve(*, as_json: bool) -> None:
    """Answer names until there are no more, or nobody wants the answers."""
    try:
        for line in sys.stdin:
            found = check(json.loads(line), as_json=as_json)
            sys.stdout.write(json.dumps(found) + "\n")
            sys.stdout.flush()
    except BrokenPipeError:
        # Nor shall the interpreter flush into the broken pipe at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    call(os.environ.get(VARIABLE, PROGRAM))
    if "--lang" in sys.argv:
        language.use(sys.argv[sys.argv.index("--lang") + 1])
    serve(as_json="--json" in sys.argv[1:])
