"""Long tests, counted: each option names one and says how much of it. The last line is `N passed, N failed, seed S`.

Everything follows from the seed; a case that fails says with which seed it runs again, alone.
"""

from __future__ import annotations

import argparse
import importlib
import os
import secrets
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

# For tests.simulation and scripts.lib, which are not installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked of a soak: how many cases (deals, kills …), from which seed on, in how many processes at once."""

    number: int
    seed: int
    jobs: int


class Tally(NamedTuple):
    """How many cases passed and failed."""

    passed: int
    failed: int


class Soak(NamedTuple):
    """A long test: `scripts.lib.<module>.run(Order) -> Tally` prints what it did, and each failure with its seed."""

    module: str
    metavar: str
    help: str


SOAKS = {
    "deals": Soak("soak_deals", "DEALS", "simulated deals in all rule sets, with crashes, cuts and bad disks"),
    "damage": Soak("soak_damage", "LOGS", "logs of short matches, every bit of which is flipped in turn"),
    "verifiers": Soak("soak_verifiers", "MATCHES", "random matches, whole and damaged, before both verifiers"),
    "cheats": Soak("soak_cheats", "CASES", "cases of the adversary zoo before both verifiers"),
    "kills": Soak("soak_kills", "KILLS", "SIGKILLs of real processes, at every record and three moments of its way"),
    "chromium": Soak("soak_chromium", "PAGES", "pages of replays in a real browser, stepped through and printed"),
    "faults": Soak("soak_faults", "ROUNDS", "rounds of other real faults: stopped, cut off, full disk, wrong clock …"),
}
"""Option -> the long test that it starts."""


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def main() -> int:
    """Run the soaks that are asked for; 1 where a case failed."""
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__.splitlines()[0])
    _positive.__name__ = "whole number above 0"
    for name, soak in SOAKS.items():
        parser.add_argument(f"--{name}", type=_positive, metavar=soak.metavar, help=soak.help)
    parser.add_argument("--seed", type=int, metavar="S", help="where to begin (default: drawn anew, and printed)")
    parser.add_argument(
        "--jobs", type=_positive, metavar="N", default=os.cpu_count() or 1, help="processes at once (default: cores)"
    )
    options = parser.parse_args()
    wanted = {name: getattr(options, name) for name in SOAKS if getattr(options, name) is not None}
    if not wanted:
        parser.error("nothing to do: " + ", ".join(f"--{name} N" for name in SOAKS))
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    passed = failed = 0
    for name, number in wanted.items():
        start = time.monotonic()
        tally = importlib.import_module(f"scripts.lib.{SOAKS[name].module}").run(Order(number, seed, options.jobs))
        print(f"{name}: {tally.passed} passed, {tally.failed} failed in {time.monotonic() - start:.0f} s", flush=True)
        passed, failed = passed + tally.passed, failed + tally.failed
    print(f"{passed} passed, {failed} failed, seed {seed}")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
