"""One fuzz target under atheris, in the environment that has it; `fuzz.py` starts it and reads what it prints.

    fuzz_worker.py TARGET RUNS SECONDS SEED CORPUS FAILURES

Each input is counted in the file `CORPUS/../count`, so that a run that is ended from outside has a number too. What
breaks a law is saved in FAILURES and printed, once a kind; the run goes on until it has had RUNS inputs, or SECONDS
(0: as long as it takes). Crashes and hangs of the interpreter itself are libFuzzer's, which saves them there too.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
import traceback
from pathlib import Path
from random import Random
from typing import NoReturn

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

with atheris.instrument_imports(include=["p2p_schnapsen"]):
    from scripts.lib.fuzz_targets import TARGETS, Target

LONGEST = 48 * 1024
"""Bytes of an input: more than a log of one deal."""
HANG_SECONDS = 20
MEMORY_MIB = 1024
MOST_KINDS = 10
"""Failures of so many kinds are enough."""
COUNT_EVERY = 500


class Run:
    """The inputs of one target, counted."""

    def __init__(self, name: str, runs: int, seconds: int, count: Path, failures: Path) -> None:
        self._name, self._runs, self._count, self._failures = name, runs, count, failures
        self._target = TARGETS[name]
        self._seeds = self._target.seeds()
        self._end = time.monotonic() + seconds if seconds else None
        self._done = self._failed = 0
        self._kinds: set[str] = set()

    def mutate(self, data: bytes, most: int, seed: int) -> bytes:
        """libFuzzer's own changes of what it has found so far, and ours of that or of a seed."""
        rng = Random(seed)
        if rng.random() < 0.2:
            return bytes(atheris.Mutate(data, most))
        if rng.random() < 0.5 or not data:
            data = rng.choice(self._seeds)
        return self._target.mutate(data, rng, self._seeds)[:most]

    def one(self, data: bytes) -> None:
        """Try one input."""
        try:
            self._target.check(data)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            self._fail(data, error)
        self._done += 1
        if self._done % COUNT_EVERY == 0:
            self._write()
            if self._end is not None and time.monotonic() >= self._end:
                self._stop()
        if self._done >= self._runs or len(self._kinds) >= MOST_KINDS:
            self._stop()

    def _fail(self, data: bytes, error: Exception) -> None:
        self._failed += 1
        place = traceback.extract_tb(error.__traceback__)[-1]
        kind = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {error}"[:300]
        if kind in self._kinds:
            return
        self._kinds.add(kind)
        path = self._failures / f"{self._name}-{hashlib.sha256(data).hexdigest()[:16]}"
        path.write_bytes(data)
        print(f"{self._name}: {kind}\n  {path}", flush=True)

    def _write(self) -> None:
        self._count.write_text(f"{self._done} {self._failed}")

    def _stop(self) -> NoReturn:
        self._write()
        sys.stdout.flush()
        os._exit(0)  # libFuzzer has no other end before its own


def main() -> None:
    """Run it; never returns."""
    name, runs, seconds, seed, corpus, failures = sys.argv[1:]
    folder = Path(corpus)
    target: Target = TARGETS[name]
    for data in target.seeds():
        (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    run = Run(name, int(runs), int(seconds), folder.parent / "count", Path(failures))
    options = [
        f"-seed={int(seed) % (1 << 31) + 1}",  # 0 would mean any
        f"-timeout={HANG_SECONDS}",
        f"-rss_limit_mb={MEMORY_MIB}",
        f"-max_len={LONGEST}",
        f"-artifact_prefix={failures}/{name}-",
        "-len_control=0",
        "-print_final_stats=0",
        corpus,
    ]
    atheris.Setup([sys.argv[0], *options], run.one, custom_mutator=run.mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
