"""Runs mutants: the tests are collected once, with all mutants compiled in and none switched on; each mutant is then
switched on in a fork, which runs the tests that reach its guard, the quickest first, until one fails.

The first fork runs all tests with no mutant: which guards each reaches, and how long it takes.  The last ones run each
test that killed anything alone and with no mutant, to show that it was the mutant that made it fail.
"""

from __future__ import annotations

import os
import pickle
import resource
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scripts.lib import mutate_guards
from scripts.lib.mutate_guards import Mutant
from scripts.lib.mutate_switch import REACHED, ROOT, Switch, install, modules, told_below

KILLED, TIMEOUT, SURVIVED, UNREACHED = "killed", "timeout", "survived", "unreached"

LEAST_SECONDS = 10.0
"""A test may take so much of the processor, or so many times its own time where that is more, before its mutant counts
as hung; by the clock `BUSY` times that, since others may want the processor, too."""
BUSY = 10
LATE = (signal.SIGPROF, signal.SIGALRM)
MEMORY = 6 << 30
FARTHER = 20
BELOW = ROOT / "scripts" / "lib" / "mutating"
"""What the processes that tests start have first on their path."""

PASSED, FAILED = 0, 3


# What comes out


class Outcome(NamedTuple):
    """What became of a mutant; `test` is the one that noticed, `reaching` how many could have."""

    mutant: Mutant
    fate: str
    test: str
    reaching: int
    seconds: float


class Seen(NamedTuple):
    """One test with no mutant."""

    seconds: float
    reached: frozenset[int]
    passed: bool


@dataclass(slots=True)
class Findings:
    """All that a run found. `broken` names tests that fail with no mutant: what they say of others does not count."""

    tests: int = 0
    seconds: float = 0.0
    outcomes: list[Outcome] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


# Running


@dataclass(slots=True)
class _Job:
    mutant: Mutant | None
    tests: Sequence[int]
    folder: Path
    started: float


class Runner:
    """A pytest plugin that takes over once the tests are collected."""

    def __init__(
        self,
        switch: Switch,
        mutants: Sequence[Mutant],
        jobs: int,
        tell: Callable[[Outcome], None],
        seen_before: Path | None,
    ) -> None:
        self.findings = Findings()
        self._switch = switch
        self._mutants = mutants
        self._jobs = jobs
        self._tell = tell
        self._map = seen_before
        self._known: dict[str, Seen] = {}
        self._items: list[pytest.Item] = []
        self._seen: list[Seen] = []
        self._failed = False
        self._running: dict[int, _Job] = {}

    # What pytest calls

    def pytest_configure(self) -> None:
        """The same examples in each run, and no time spent on making them small."""
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(
            "mutate",
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutate")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed = self._failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._items = session.items
        with _scratch() as folder:
            self._look(folder)
            if self._seen:
                self._mutate(folder)
                self._doubt(folder)
        return True

    # In the parent

    def _look(self, folder: Path) -> None:
        start = time.monotonic()
        found = folder / "seen"
        self._known = _read_map(self._map)
        child = os.fork()
        if child == 0:
            self._in_child(folder, lambda: found.write_bytes(pickle.dumps(self._see_all(folder))))
        _, status = os.waitpid(child, 0)
        if status != 0 or not found.exists():
            at = (folder / "at").read_text("utf-8") if (folder / "at").exists() else "its beginning"
            self.findings.broken.append(f"the run with no mutant broke off at {at} (wait status {status})")
            return
        self._seen = pickle.loads(found.read_bytes())  # noqa: S301 - our own, of a moment ago
        self.findings.tests, self.findings.seconds = len(self._items), time.monotonic() - start
        pairs = list(zip(self._items, self._seen, strict=True))
        if self._map is not None:
            self._known |= {_key(item): seen for item, seen in pairs}
            self._map.write_bytes(pickle.dumps(self._known))
        self.findings.broken += [item.nodeid for item, seen in pairs if not seen.passed]

    def _mutate(self, folder: Path) -> None:
        for mutant in self._mutants:
            reaching = [i for i, seen in enumerate(self._seen) if seen.passed and mutant.site in seen.reached]
            reaching.sort(key=lambda i: self._cost(i, mutant))
            if not reaching:
                self._note(Outcome(mutant, UNREACHED, "", 0, 0.0))
                continue
            self._start(mutant, reaching, folder)
            while len(self._running) >= self._jobs:
                self._note(self._wait())
        while self._running:
            self._note(self._wait())

    def _cost(self, test: int, mutant: Mutant) -> float:
        """The less, the sooner a test is asked: its seconds, and more where it does not come to the refusal itself."""
        inside = range(mutant.site + 1, mutant.end)
        refused = not inside or not self._seen[test].reached.isdisjoint(inside)
        return self._seen[test].seconds * (1 if refused else FARTHER)

    def _doubt(self, folder: Path) -> None:
        """Each test that killed passes alone, with no mutant?"""
        number = {item.nodeid: i for i, item in enumerate(self._items)}
        for test in sorted({outcome.test for outcome in self.findings.outcomes if outcome.fate == KILLED}):
            self._start(None, [number[test]], folder)
            while len(self._running) >= self._jobs:
                self._trust(self._wait())
        while self._running:
            self._trust(self._wait())

    def _note(self, outcome: Outcome) -> None:
        self.findings.outcomes.append(outcome)
        self._tell(outcome)

    def _trust(self, outcome: Outcome) -> None:
        if outcome.fate != SURVIVED:
            self.findings.broken.append(outcome.test)

    def _start(self, mutant: Mutant | None, tests: Sequence[int], folder: Path) -> None:
        own = Path(tempfile.mkdtemp(dir=folder))
        job = _Job(mutant, tests, own, time.monotonic())
        child = os.fork()
        if child == 0:
            self._in_child(own, lambda: self._try(job))
        self._running[child] = job

    def _wait(self) -> Outcome:
        child, status = os.wait()
        job = self._running.pop(child)
        # What a killed test had started must not live on.
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        at = job.folder / "at"
        test = at.read_text("utf-8") if at.exists() else ""
        if os.WIFSIGNALED(status):
            fate = TIMEOUT if os.WTERMSIG(status) in LATE else KILLED
        else:
            fate = SURVIVED if os.WEXITSTATUS(status) == PASSED else KILLED
        shutil.rmtree(job.folder, ignore_errors=True)
        seconds = time.monotonic() - job.started
        mutant = job.mutant or Mutant(0, 0, "", "", 0, "nothing changed", 0)
        return Outcome(mutant, fate, "" if fate == SURVIVED else test, len(job.tests), seconds)

    # In a fork

    def _in_child(self, folder: Path, work: Callable[[], object]) -> None:
        """Does `work` and ends the process; what it prints goes nowhere."""
        code = 70
        try:
            os.setpgid(0, 0)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(nowhere, descriptor)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            # pytest makes its folders below this, whose end is ours to see to.
            os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)
            path = os.environ.get("PYTHONPATH")
            os.environ["PYTHONPATH"] = os.pathsep.join([str(BELOW), *([path] if path else [])])
            work()
            code = FAILED if self._failed else PASSED
        finally:
            os._exit(code)

    def _see_all(self, folder: Path) -> list[Seen]:
        os.environ[REACHED] = str(folder)
        seen = {item: self._known.get(_key(item)) for item in self._items}
        news = [item for item in self._items if (known := seen[item]) is None or not known.passed]
        for item, after in zip(news, [*news[1:], None], strict=False):
            (folder / "at").write_text(item.nodeid, "utf-8")
            self._switch.reached, self._failed = set(), False
            start = time.monotonic()
            self._run(item, after)
            reached = frozenset(self._switch.reached | told_below(folder))
            seen[item] = Seen(time.monotonic() - start, reached, not self._failed)
        self._failed = False
        return [one for one in seen.values() if one is not None]

    def _try(self, job: _Job) -> None:
        if job.mutant is not None:
            self._switch.turn_on(job.mutant.site, job.mutant.variant)
        for late in LATE:
            signal.signal(late, signal.SIG_DFL)
        for i, number in enumerate(job.tests):
            item = self._items[number]
            (job.folder / "at").write_text(item.nodeid, "utf-8")
            limit = LEAST_SECONDS * max(1, self._seen[number].seconds)
            signal.setitimer(signal.ITIMER_PROF, limit)
            signal.setitimer(signal.ITIMER_REAL, BUSY * limit)
            self._run(item, self._items[job.tests[i + 1]] if i + 1 < len(job.tests) else None)
            if self._failed:
                return

    def _run(self, item: pytest.Item, after: pytest.Item | None) -> None:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)


def _read_map(path: Path | None) -> dict[str, Seen]:
    if path is None or not path.exists():
        return {}
    known: dict[str, Seen] = pickle.loads(path.read_bytes())  # noqa: S301 - our own, of an earlier run
    return known


def _key(item: pytest.Item) -> str:
    """What a test is known by from one run to the next: its name, its file, and the code that it tests."""
    return f"{item.nodeid} {_digest(item.path)} {_digest_of_rooms()}"


@cache
def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


@cache
def _digest_of_rooms() -> str:
    return sha256(" ".join(map(_digest, [*modules(), Path(mutate_guards.__file__)])).encode()).hexdigest()


@contextmanager
def _scratch() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="p2p-schnapsen-mutate-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(
    mutants: Sequence[Mutant],
    tests: Sequence[str],
    jobs: int,
    tell: Callable[[Outcome], None],
    seen_before: Path | None = None,
) -> Findings:
    """The fate of each of `mutants`, as the tests at the paths `tests` see it; `tell` hears of each as it is known.

    `seen_before` is a file of what each test reaches: what it holds for a test and code that have not changed since is
    not found out again, and what is new is added.
    """
    runner = Runner(install(), mutants, jobs, tell, seen_before)
    plugins: list[Any] = [runner]
    arguments = ["-qq", "-s", "--no-header", "--no-summary", "-p", "no:xdist", "-p", "no:cacheprovider"]
    # They test scripts, this one too, and take long.
    arguments += ["--ignore=tests/unit/scripts", *tests]
    code = pytest.main(arguments, plugins=plugins)
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) and not runner.findings.broken:
        runner.findings.broken.append(f"pytest ended with {code!r}")
    return runner.findings
