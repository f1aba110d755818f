"""Verification of many logs by the program itself: two processes against one, and the memory of a long run.

`jobs` compares wall times, in turn and in pairs, since other programs take their share of the processors; `load` is the
machine's at the end: above 2 on two processors the ratio says little. `cpu_more` is how many times the processor time
of one process two need together, whatever else runs: on two free processors the ratio comes to about 2 / cpu_more.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from p2p_schnapsen.rules.ruleset import Ruleset
from tests.support.duel import Duel

ROUNDS = 3
LOGS = 24
FEW, MANY = 20, 200


def jobs() -> dict[str, Any]:
    """`verify --jobs 2` against `--jobs 1`, on many logs of whole matches."""
    with tempfile.TemporaryDirectory() as folder:
        logs = _logs(Path(folder), Duel.new("bench").play().log(), LOGS)
        pairs = [(_seconds(logs, 1), _seconds(logs, 2)) for _ in range(ROUNDS)]
    ones, twos = [one for one, _ in pairs], [two for _, two in pairs]
    return {
        "verify, two jobs": {
            "logs": LOGS,
            "one_s": min(one.wall for one in ones),
            "two_s": min(two.wall for two in twos),
            "ratio": statistics.median(one.wall / two.wall for one, two in pairs),
            "cpu_more": min(two.cpu for two in twos) / min(one.cpu for one in ones),
            "load": os.getloadavg()[0],
        }
    }


def memory() -> dict[str, Any]:
    """The most memory that any process of `verify --jobs 2` takes, for few logs and for many."""
    log = Duel.new("bench", Ruleset(target=1)).play().log()
    sizes = []
    with tempfile.TemporaryDirectory() as folder:
        for number in (FEW, MANY):  # the most of all children so far: the many come last
            _seconds(_logs(Path(folder), log, number), 2)
            sizes.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * _RSS_UNIT / 2**20)
    few, many = sizes
    row = {f"{FEW}_logs_mib": few, f"{MANY}_logs_mib": many, "growth": many / few}
    return {"verify, memory": row}


_RSS_UNIT = 1 if sys.platform == "darwin" else 1024


def _logs(folder: Path, log: bytes, number: int) -> list[str]:
    """So many names of logs; the files are one, which costs the same to check each time."""
    first = folder / "game.log"
    first.write_bytes(log)
    return [str(first)] * number


class Seconds(NamedTuple):
    """What a run of the program took, of the wall clock and of all processors."""

    wall: float
    cpu: float


def _seconds(logs: list[str], number: int) -> Seconds:
    """How long the program takes for these logs."""
    command = [sys.executable, "-m", "p2p_schnapsen", "verify", "--jobs", str(number), *logs]
    root = str(Path(__file__).resolve().parents[2])
    begin, before = time.perf_counter(), _children()
    subprocess.run(command, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": root}, check=True)
    return Seconds(time.perf_counter() - begin, _children() - before)


def _children() -> float:
    """Processor seconds of all processes that we, or those we started, have waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
