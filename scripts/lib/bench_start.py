"""How long the program takes until it says something, beside a bare Python in the same run.

`cpu_ms` is the least processor time of several starts, `ratio` that over the bare Python's. `ms` of the first paint is
wall time, from the start of the process to the first picture in a pseudo-terminal: it suffers from whatever else runs,
so the machine's `load` stands beside it, and `cpu_ms` is what the program itself has used till then. The picture is
there before the program is loaded whole; `takes keys` is when it is.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.support.programs import environment
from tests.support.terminal import ALTERNATE, Terminal

ROUNDS = 15
PAINTS = 7
PASTE = b"\x1b[?2004"
"""The mode in which the screen's library reads keys."""
PROGRAM = str(Path(sys.executable).parent / "p2p-schnapsen")
COMMANDS = {
    "bare Python": [sys.executable, "-c", "pass"],
    "--version": [PROGRAM, "--version"],
    "--help": [PROGRAM, "--help"],
    "--help in German": [PROGRAM, "--help", "--lang", "de"],
    "play --help": [PROGRAM, "play", "--help"],
    "the program alone": [PROGRAM],
}


def start() -> dict[str, Any]:
    """--version, --help (in German, too) and the program alone, beside bare Python; the first paint of the screen."""
    least = dict.fromkeys(COMMANDS, float("inf"))
    with tempfile.TemporaryDirectory() as home:
        _run([PROGRAM, "id", "--home", home], home)
        for _ in range(ROUNDS):  # in turn, so that all meet the same machine
            for name, command in COMMANDS.items():
                least[name] = min(least[name], _processor_seconds(command, home))
        paints = [_paint(home) for _ in range(PAINTS)]
    bare = least["bare Python"]
    rows: dict[str, Any] = {
        f"start, {name}": {"cpu_ms": 1000 * seconds, "ratio": seconds / bare} for name, seconds in least.items()
    }
    for number, name in enumerate(("first paint", "takes keys")):
        rows[name] = {
            "ms": min(paint[number][0] for paint in paints),
            "cpu_ms": min(paint[number][1] for paint in paints),
            "bare_ms": 1000 * bare,
            "load": os.getloadavg()[0],
        }
    return rows


def _processor_seconds(command: Sequence[str], home: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run(command, home)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def _run(command: Sequence[str], home: str) -> None:
    nowhere = subprocess.DEVNULL
    subprocess.run(command, check=True, stdout=nowhere, stdin=nowhere, env=environment(**_extra(home)))


def _extra(home: str) -> dict[str, str]:
    """As on a player's machine: modules are compiled once."""
    return {"P2P_SCHNAPSEN_HOME": home, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{home}/compiled"}


def _paint(home: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Milliseconds from the start of `play` to its first picture, and until it takes keys: on the wall, and of the
    processor.
    """
    began = time.perf_counter()
    with Terminal([PROGRAM, "play", "--new"], 80, 24, **_extra(home)) as terminal:

        def until(reached: Callable[[], bool]) -> tuple[float, float]:
            while not reached():
                if not terminal.read(60):
                    raise RuntimeError(f"nothing was painted:\n{terminal.text()}")
            return 1000 * (time.perf_counter() - began), 1000 * _used(terminal.process.pid)

        painted = until(lambda: "Schnapsen" in terminal.text() and terminal.on(ALTERNATE))
        return painted, until(lambda: terminal.on(PASTE))


def _used(pid: int) -> float:
    """Processor seconds that a running process has used; not a number where there is no such clock."""
    if sys.platform != "linux":
        return float("nan")
    return time.clock_gettime((~pid << 3) | 2)  # the clock of another process: see clock_getcpuclockid(3)
