"""What a serving host costs: processor time and memory of one `host --serve --bot` process, with few guests and many."""

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
        verdicts = _guests(folder / "guests", house.port, guests, MATCHES // guests)
        used, peak = house.seconds() - before, house.peak()
    deals = sum(sum(event["score"]) for event in house.finished[1:])
    bad = [event for event in house.finished if event["error"] is not None]
    assert not bad, bad[0]
    assert len(house.finished) == MATCHES + 1
    return {"ms": 1000 * used / MATCHES, "idle": idle, "memory": (peak - idle) / guests, "found": verdicts, "of": deals}


def _guests(home: Path, port: int, guests: int, rounds: int) -> str:
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
    return done.stdout.splitlines()[-1]


def serving() -> Iterator[Row]:
    """One process with `FEW` and with `MANY` matches at a time, as many matches in all."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results = {}
        for guests in (FEW, MANY):
            (folder / str(guests)).mkdir()
            results[guests] = _play(folder / str(guests), guests)
    for guests, row in results.items():
        yield {
            "name": f"a match, {guests} at a time in one process",
            "ms": row["ms"],
            "note": f"{row['found']}; idle {row['idle']:.0f} MiB",
        }
    ratio = results[MANY]["ms"] / results[FEW]["ms"]
    yield {"name": f"processor time a match, {MANY} at a time / {FEW}", "ratio": ratio, "target": "<= 1.2"}
    memory = results[MANY]["memory"]
    yield {"name": f"memory a match in MiB, {MANY} at a time", "ratio": memory, "target": "<= 1.0"}


if __name__ == "__main__":
    for row in serving():
        print(json.dumps(row))
