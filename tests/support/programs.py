"""Runs the installed program, and others, as real processes; or in this one where the process is not what matters."""

from __future__ import annotations

import _thread
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from p2p_schnapsen.cli.main import main

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


def here(*arguments: str | Path, stdin: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    """The program's own entry, with streams of its own, in this process: half a second sooner than `run`.

    For what a command says and does; how it starts, plays and dies is for `run` and `started`.
    """
    with ExitStack() as stack:
        streams = [stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in range(3)]
        given, output, errors = streams
        given.write(stdin)
        given.seek(0)
        with (
            patch.dict(os.environ, environment(**extra), clear=True),
            patch.object(sys, "stdin", given),
            redirect_stdout(output),
            redirect_stderr(errors),
        ):
            guard = threading.Timer(SECONDS, _thread.interrupt_main)  # as if Ctrl-C were typed: exit code 130
            guard.start()
            try:
                code = main([str(argument) for argument in arguments])
            finally:
                guard.cancel()
        for stream in (output, errors):
            stream.flush()
            stream.seek(0)
        return subprocess.CompletedProcess(program(*arguments), code, output.read(), errors.read())


@contextmanager
def paused(*processes: subprocess.Popen[str]) -> Iterator[None]:
    """These processes stand still meanwhile, and take no time from others."""
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            process.send_signal(signal.SIGCONT)


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
