"""`verify`: check logs and say what is found."""

from __future__ import annotations

import glob
import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from p2p_schnapsen.cli.checkers import side_by_side
from p2p_schnapsen.cli.checking import check, examine, unreadable
from p2p_schnapsen.cli.naming import log_named
from p2p_schnapsen.gamelog.report import EXIT_CODES, Verdict, gravest
from p2p_schnapsen.ui import verdict as verdicts
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.progress import Progress

MANY = 4
"""From so many logs on, processes of their own are worth the time that they take to start."""


def run(options: Namespace) -> int:
    """Verify each log; the gravest exit code, also where nobody reads to the end."""
    out = Output(sys.stdout)
    options.logs = [log_named(name, options) for name in options.logs]
    alone = len(options.logs) == 1 and list(spread(options.logs)) == options.logs
    found = _one(options.logs[0], out, as_json=options.json) if alone else _several(options, out)
    if out.failure is not None:
        raise out.failure
    return gravest([EXIT_CODES[verdict] for verdict in found])


def _one(name: str, out: Output, *, as_json: bool) -> Iterable[Verdict]:
    """One log has all that is known of it said."""
    if as_json:
        checked = check(name, as_json=True)
        out.line(checked.line)
        return [checked.verdict]
    report, problem = examine(name)
    out.told(*(verdicts.lines(report, name) if problem is None else [unreadable(problem)]))
    return [report.verdict]


def _several(options: Namespace, out: Output) -> Iterable[Verdict]:
    """A line for each of several logs, as soon as it is known."""
    counts: Counter[Verdict] = Counter()
    total = sum(1 for _ in spread(options.logs))
    jobs = options.jobs or (_cpus() if total >= MANY else 1)
    with (
        Progress(sys.stderr, total) as progress,
        closing(side_by_side(spread(options.logs), min(jobs, total), as_json=options.json)) as checks,
    ):
        for checked in checks:
            counts[checked.verdict] += 1
            with progress.aside():
                out.line(checked.line)
            if out.failure is not None:  # a full disk: there is nowhere to say the rest
                break
            progress.show(counts.total(), verdicts.tally(counts))
    return counts


def spread(names: Iterable[str]) -> Iterator[str]:
    """The logs that are meant, one by one: those in a folder for the folder, and those that a pattern fits which the
    shell has left as it is. A name that stands for no log stands for itself.
    """
    for name in names:
        meant: Iterator[str] | None = None
        if os.path.isdir(name):
            meant = map(str, logs_in(Path(name)))
        elif glob.has_magic(name) and not os.path.lexists(name):
            meant = spread(sorted(glob.glob(name)))
        first = None if meant is None else next(meant, None)
        yield name if first is None else first
        if meant is not None:
            yield from meant


def logs_in(folder: Path) -> Iterator[Path]:
    """The logs in a folder (`*.log`), and those of the matches in it (`*/game.log`), by name."""
    try:
        inside = sorted(folder.iterdir())
    except OSError:  # whoever opens it will say why
        return
    for path in inside:
        if path.is_dir():
            log = path / "game.log"
            if os.path.lexists(log):
                yield log
        elif path.suffix == ".log":
            yield path


def _cpus() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
