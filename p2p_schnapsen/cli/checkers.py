"""Logs checked side by side, in processes of their own, and reported in the order in which they were asked for.

Each process is fed by a thread, one name at a time. Neither names nor results pile up: at most `AHEAD` logs a process
are under way or wait for an earlier one, however many there are.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import p2p_schnapsen
from p2p_schnapsen.cli.checking import Checked, check
from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.ui import language

AHEAD = 8


def side_by_side(names: Iterable[str], jobs: int, *, as_json: bool) -> Generator[Checked, None, None]:
    """What is found in each log, in order, as soon as it and those before it are done. Close it to end early.

    Raises LocalMisuse `checker-stopped` (`path`) where a process ended over a log.
    """
    if jobs == 1:
        yield from (check(name, as_json=as_json) for name in names)
        return
    crew = _Crew(jobs, as_json=as_json)
    with closing(crew):
        waiting: deque[Future[Checked]] = deque()
        for name in names:
            if len(waiting) == AHEAD * jobs:
                yield waiting.popleft().result()
            waiting.append(crew.ask(name))
        while waiting:
            yield waiting.popleft().result()


class _Crew:
    """As many processes as threads that each wait for one of them."""

    def __init__(self, jobs: int, *, as_json: bool) -> None:
        self._checkers = [_Checker(as_json=as_json) for _ in range(jobs)]
        self._idle: SimpleQueue[_Checker] = SimpleQueue()
        for checker in self._checkers:
            self._idle.put(checker)
        self._threads = ThreadPoolExecutor(jobs)

    def ask(self, name: str) -> Future[Checked]:
        return self._threads.submit(self._ask, name)

    def _ask(self, name: str) -> Checked:
        checker = self._idle.get()
        try:
            return checker.ask(name)
        finally:
            self._idle.put(checker)

    def close(self) -> None:
        """End all processes, also those that are busy: a log is only read."""
        for checker in self._checkers:
            checker.kill()
        self._threads.shutdown(cancel_futures=True)
        for checker in self._checkers:
            checker.bury()


class _Checker:
    """One process."""

    def __init__(self, *, as_json: bool) -> None:
        # -P: the current folder is anybody's. The same program as ours, wherever it was started from.
        command = [
            sys.executable,
            "-P",
            "-m",
            "p2p_schnapsen.cli.checking",
            "--lang",
            language.current(),
            *["--json"] * as_json,
        ]
        places = [str(Path(p2p_schnapsen.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="ascii",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places)), "PYTHONIOENCODING": "ascii"},
            **_own_group(),
        )

    def ask(self, name: str) -> Checked:
        """Have it check one log. Raises LocalMisuse `checker-stopped`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(name) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise LocalMisuse("checker-stopped", path=name)
        verdict, line = json.loads(answer)
        return Checked(Verdict(verdict), line)

    def kill(self) -> None:
        self._process.kill()

    def bury(self) -> None:
        """Wait for its end; whatever it was still to be told is lost."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                continue  # a name that it will not read any more
        self._process.wait()


def _own_group() -> dict[str, Any]:
    """Ctrl-C at the terminal is for us alone: the processes end with us, silently."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": 0}
