"""What a serving host costs: processor time and memory of one `host --serve --bot` process, few guests and many."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.store import read_log
from p2p_schnapsen.gamelog.verify import verify

ROOT = Path(__file__).resolve().parents[2]
FEW, MANY = 10, 100
MATCHES = 100
TARGET = 3

Row = dict[str, Any]


@dataclass
class House:
    """A running host: its port, and what the system says of its process."""

    process: subprocess.Popen[str]
    port: int
    finished: list[Row]

    def seconds(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident memory in MiB."""
        return _status(self.process.pid, "VmRSS")

    def peak(self) -> float:
        """The most resident memory so far, in MiB."""
        return _status(self.process.pid, "VmHWM")


def _status(pid: int, name: str) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) / 1024
    raise AssertionError(name)


@contextmanager
def _house(home: Path, limit: int) -> Iterator[House]:
    command = [sys.executable, "-m", "p2p_schnapsen", "host", "--serve", "--bot", "--json", "--bind", "127.0.0.1"]
    options = ["--port", "0", "--home", str(home), "--max", str(limit), "--set", f"target={TARGET}"]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environ
    )
    assert process.stdout is not None
    lines = process.stdout
    port = json.loads(lines.readline())["port"]
    finished: list[Row] = []

    def read() -> None:
        finished.extend(event for event in map(json.loads, lines) if event["event"] == "finished")

    reading = threading.Thread(target=read)
    reading.start()
    try:
        yield House(process, port, finished)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        reading.join()


def _play(folder: Path, guests: int) -> Row:
    """`MATCHES` matches, `guests` at a time."""
    with _house(folder / "house", guests) as house:
        # One match first, so that what every host loads once is not laid on the matches.
        _guests(folder / "first", house.port, 1, 1)
        idle, before = house.memory(), house.seconds()
        valid = _guests(folder / "guests", house.port, guests, MATCHES // guests)
        used, peak = house.seconds() - before, house.peak()
    deals = sum(_deals(Path(event["log"])) for event in house.finished[1:])
    bad = [event for event in house.finished if event["error"] is not None]
    assert not bad, bad[0]
    assert len(house.finished) == MATCHES + 1
    return {
        "ms": 1000 * used / MATCHES,
        "deals": deals / MATCHES,
        "idle_mib": idle,
        "memory_mib": (peak - idle) / guests,
        "valid": valid,
    }


def _deals(log: Path) -> int:
    report = verify(read_log(log))
    assert report.verdict is Verdict.VALID, log
    return report.deals


def _guests(home: Path, port: int, guests: int, rounds: int) -> int:
    """Play; how many of the guests' logs are valid."""
    home.mkdir(mode=0o700)
    command = [
        sys.executable,
        str(ROOT / "scripts/lib/serve_guests.py"),
        str(port),
        str(guests),
        str(rounds),
        str(home),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    valid = int(done.stdout.split()[-1])
    assert valid == guests * rounds
    return valid


def serving() -> Row:
    """One process that plays 100 matches, 10 at a time and 100 at a time: processor time and memory a match."""
    with tempfile.TemporaryDirectory() as name:
        found = {}
        for guests in (FEW, MANY):
            folder = Path(name) / str(guests)
            folder.mkdir()
            found[f"a match, {guests} at a time"] = _play(folder, guests)
    few, many = found.values()
    many["over_few"] = many["ms"] / few["ms"]
    return found
