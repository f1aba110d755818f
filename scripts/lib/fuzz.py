"""Fuzzing with atheris: readers of foreign bytes are fed with damaged ones.

No input may crash a reader, hang it, or be accepted unless it is, byte for byte, what somebody wrote or signed. One
that does is saved, and its file is named; `scripts/fuzz TARGET --again FILE` tries it once more, without atheris. The
last line is `N passed, N failed, seed S`.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

# For scripts.lib and tests.support, which are not installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.lib.fuzz_targets import TARGETS

ROOT = Path(__file__).resolve().parents[2]
LIB = ROOT / "scripts" / "lib"
FAILURES = ROOT / "fuzz-failures"
RUNS = 1_000_000
NO_ATHERIS = 2


class Done(NamedTuple):
    """How many inputs of a target passed and failed."""

    passed: int
    failed: int


def main() -> int:
    """Fuzz the targets that are named, or all; 1 where an input failed, 2 where there is no atheris."""
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="targets:\n" + "\n".join(f"  {name:10} {target.help}" for name, target in TARGETS.items()),
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="what to fuzz (default: all)")
    parser.add_argument(
        "--runs", type=_positive, default=RUNS, metavar="N", help="inputs in all (default: %(default)s)"
    )
    parser.add_argument("--seconds", type=_positive, default=0, metavar="S", help="end after so long, if not before")
    parser.add_argument("--seed", type=int, metavar="S", help="where to begin (default: drawn anew, and printed)")
    parser.add_argument(
        "--jobs", type=_positive, metavar="N", default=os.cpu_count() or 1, help="targets at once (default: cores)"
    )
    parser.add_argument("--again", metavar="FILE", help="try a saved input of the one target that is named")
    options = parser.parse_args()
    for name in options.targets:
        if name not in TARGETS:
            parser.error(f"no such target: {name} (there are {', '.join(TARGETS)})")
    if options.again is not None:
        if len(options.targets) != 1:
            parser.error("--again needs the one target whose input it is")
        return again(options.targets[0], Path(options.again))
    if not has_atheris():
        print(_without(), file=sys.stderr)
        return NO_ATHERIS
    seed = secrets.randbelow(1 << 31) if options.seed is None else options.seed
    return fuzz(options.targets or list(TARGETS), options, seed)


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


_positive.__name__ = "whole number above 0"


def _without() -> str:
    version = "{}.{}".format(*sys.version_info)
    return f"scripts/fuzz: there is no atheris for Python {version} on {sys.platform}, or it cannot be installed now"


def again(name: str, path: Path) -> int:
    """Try one input; its failure comes as it is, with its traceback."""
    TARGETS[name].check(path.read_bytes())
    print("1 passed, 0 failed")
    return 0


def has_atheris() -> bool:
    """Whether the environment for fuzzing is there or can be made. What pip says about it is for nobody."""
    command = [str(LIB / "in-venv"), "fuzz", "python", "-c", "import atheris"]
    # Where there is no wheel, pip would try to build one, which takes a compiler and minutes.
    environ = {**os.environ, "PIP_ONLY_BINARY": "atheris"}
    return subprocess.run(command, capture_output=True, env=environ, check=False).returncode == 0


def fuzz(names: Sequence[str], options: argparse.Namespace, seed: int) -> int:
    """Each target its share of the inputs, so many targets at once."""
    shares = sum(TARGETS[name].share for name in names)
    begin = time.monotonic()
    # The time is divided as the inputs are; with several at once there is that much more of it.
    seconds = options.seconds * min(options.jobs, len(names))

    def one(name: str) -> Done:
        part = TARGETS[name].share / shares
        runs = max(1, round(options.runs * part))
        return target(name, runs, max(1, round(seconds * part)) if seconds else 0, seed)

    FAILURES.mkdir(exist_ok=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        done = list(pool.map(one, names))
    if not any(FAILURES.iterdir()):
        FAILURES.rmdir()
    passed, failed = sum(each.passed for each in done), sum(each.failed for each in done)
    print(f"{passed} passed, {failed} failed, seed {seed}, {time.monotonic() - begin:.0f} s")
    return 1 if failed or not passed else 0


def target(name: str, runs: int, seconds: int, seed: int) -> Done:
    """Fuzz one target in a process of its own."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        numbers = map(str, (runs, seconds, seed))
        command = [
            str(LIB / "in-venv"),
            "fuzz",
            "python",
            str(LIB / "fuzz_worker.py"),
            name,
            *numbers,
            str(corpus),
            str(FAILURES),
        ]
        before = set(FAILURES.glob(f"{name}-*"))
        said: deque[str] = deque(maxlen=20)
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace"
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            with ThreadPoolExecutor(1) as reader:
                reader.submit(lambda: said.extend(process.stderr or ()))
                for line in process.stdout:
                    print(line, end="", flush=True)
        count = Path(folder, "count")
        tried, failed = map(int, count.read_text().split()) if count.exists() else (0, 0)
    if process.returncode:
        failed += 1
        tried += 1
        print(f"{name}: ended with {process.returncode}, at an input after {tried}")
        for path in sorted(set(FAILURES.glob(f"{name}-*")) - before):
            print(f"  {path}")
        print("  " + "  ".join(said), end="", flush=True)
    rate = tried / max(0.001, time.monotonic() - begin)
    print(f"{name:10} {tried - failed} passed, {failed} failed, {rate:.0f} a second", flush=True)
    return Done(tried - failed, failed)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
