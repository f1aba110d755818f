"""Runs the installed program, and others, as real processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 90


def environment(**extra: str) -> dict[str, str]:
    """The environment of a program under test: UTF-8, 80 columns, no home of the developer's, nothing to colour."""
    unwanted = ("P2P_SCHNAPSEN", "PYTHONDONTWRITEBYTECODE")  # compiling anew for each process takes its time
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
        **extra,
    }


def program(*arguments: str | Path) -> list[str]:
    """The command line of the program."""
    return [sys.executable, "-m", "p2p_schnapsen", *map(str, arguments)]


def run(*arguments: str | Path, stdin: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    return subprocess.run(
        program(*arguments),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env=environment(**extra),
        timeout=SECONDS,
        check=False,
    )


def events(output: str) -> list[dict[str, Any]]:
    """The JSON objects of a program's stdout."""
    return [json.loads(line) for line in output.splitlines()]


@contextmanager
def started(command: Sequence[str], **extra: str) -> Iterator[subprocess.Popen[str]]:
    """A process that runs meanwhile, and is killed at the end if it still does."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(**extra),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def listening_port(process: subprocess.Popen[str]) -> int:
    """The port that a host with `--json` says it listens on."""
    assert process.stdout is not None
    line = process.stdout.readline()
    event = json.loads(line)
    assert event["event"] == "listening", line
    port: int = event["port"]
    return port


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code, rest of stdout, stderr."""
    output, errors = process.communicate(timeout=SECONDS)
    return process.returncode, output, errors
