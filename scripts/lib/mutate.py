"""Breaks the guards of the rooms that judge, one at a time, and counts whether a test notices.

Each `raise` in crypto, wire, table and the verification of logs is taken out, each condition that decides about one is
turned round, and each operand of it left out and turned round: one change is one mutant.  A mutant is run against the
tests that reach the changed place (unit, property, adversary, conformance, docs), the quickest first; one that no test
notices survives.  Survivors are either closed by a test, or explained in scripts/lib/mutate_equivalent.toml, one by
one, where they change nothing that could be noticed.

Exit code: 0 if every mutant is killed or explained; 1 if not, or if an explanation fits no mutant, or one that a test
kills; 2 if a test fails with no mutant.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

# For scripts.lib and tests.support, which are not installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.lib.mutate_guards import Mutant
from scripts.lib.mutate_run import KILLED, SURVIVED, TIMEOUT, UNREACHED, Findings, Outcome, run
from scripts.lib.mutate_switch import PACKAGE, ROOT, modules

TESTS = ("tests/unit", "tests/property", "tests/adversary", "tests/conformance", "tests/docs")
EXPLAINED = ROOT / "scripts" / "lib" / "mutate_equivalent.toml"


class Explanation(NamedTuple):
    """Why a mutant cannot be noticed. `place` and `change` are those of the mutant."""

    place: str
    change: str
    reason: str


def explanations() -> list[Explanation]:
    """What the list of the explained says. Raises KeyError and TypeError where it is not well made."""
    table = tomllib.loads(EXPLAINED.read_text("utf-8"))
    return [Explanation(**entry) for entry in table.get("equivalent", [])]


def _selected(mutants: Sequence[Mutant], only: Sequence[str], explained: set[tuple[str, str]]) -> list[Mutant]:
    def wanted(mutant: Mutant) -> bool:
        if (mutant.place, mutant.change) in explained:
            return False
        return not only or any(mutant.module == path or mutant.module.startswith(f"{path}/") for path in only)

    return [mutant for mutant in mutants if wanted(mutant)]


def _path_below_package(text: str) -> str:
    path = text.removeprefix("./").removeprefix("p2p_schnapsen/").strip("/")
    if not (PACKAGE / path).exists() or not path:
        raise argparse.ArgumentTypeError(f"no such module or room: {text}")
    return path


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="PATH", type=_path_below_package,
        help="only the guards of this module or room, such as wire or wire/codec.py; may be repeated",
    )  # fmt: skip
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many mutants at a time (default: 1)")
    parser.add_argument(
        "--tests", action="append", default=[], metavar="PATH",
        help="only the tests there; may be repeated (default: all that can notice)",
    )  # fmt: skip
    parser.add_argument(
        "--map", type=Path, metavar="FILE",
        help="keep there what each test reaches, so that the next run need not find it out again",
    )  # fmt: skip
    parser.add_argument("--explained", action="store_true", help="run those that are explained, too")
    parser.add_argument("--list", action="store_true", help="list the mutants, and run nothing")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what became of each mutant there")
    options = parser.parse_args()
    if options.jobs < 1:
        parser.error("--jobs: at least 1")
    return options


def main() -> int:
    """Run as the command line says."""
    options = _options()
    mutants = [mutant for module in modules().values() for mutant in module.mutants]
    known = explanations()
    there = {(mutant.place, mutant.change) for mutant in mutants}
    stale = [f"{entry.place}: {entry.change}" for entry in known if (entry.place, entry.change) not in there]
    explained = {(entry.place, entry.change) for entry in known}
    chosen = _selected(mutants, options.only, set() if options.explained else explained)
    if options.list:
        for mutant in chosen:
            print(mutant)
        return 0
    if not hasattr(os, "fork"):
        print("scripts/mutate needs a system that can fork", file=sys.stderr)
        return 2
    os.chdir(ROOT)
    tests = options.tests or list(TESTS)
    findings = run(chosen, tests, options.jobs, _tell, options.map)
    if options.json:
        options.json.write_text(json.dumps([_row(outcome) for outcome in findings.outcomes], indent=1) + "\n", "utf-8")
    return conclude(findings, explained, stale)


def _tell(outcome: Outcome) -> None:
    if outcome.fate in (SURVIVED, UNREACHED):
        print(f"{outcome.fate} ({outcome.reaching} tests, {outcome.seconds:.1f} s): {outcome.mutant}", flush=True)


def _row(outcome: Outcome) -> dict[str, object]:
    return {**outcome.mutant._asdict(), **outcome._asdict(), "mutant": str(outcome.mutant)}


def _first(lines: Sequence[str], most: int = 20) -> list[str]:
    return [*lines[:most], *([f"and {len(lines) - most} more"] if len(lines) > most else [])]


def conclude(findings: Findings, explained: set[tuple[str, str]], stale: Sequence[str]) -> int:
    """Print what was found; the exit code."""
    by_module: dict[str, Counter[str]] = {}
    for outcome in findings.outcomes:
        by_module.setdefault(outcome.mutant.module, Counter())[outcome.fate] += 1
    print(f"\n{findings.tests} tests, {findings.seconds:.0f} s with no mutant\n")
    for module, fates in by_module.items():
        print(
            f"{module:24} {fates.total():4} mutants  " + "  ".join(f"{fate} {n}" for fate, n in sorted(fates.items()))
        )
    alive = [one for one in findings.outcomes if one.fate in (SURVIVED, UNREACHED)]
    unexplained = [one for one in alive if (one.mutant.place, one.mutant.change) not in explained]
    dead = len(findings.outcomes) - len(alive)
    wrong = [
        one.mutant for one in findings.outcomes
        if one.fate in (KILLED, TIMEOUT) and (one.mutant.place, one.mutant.change) in explained
    ]  # fmt: skip
    for title, lines in (
        ("failed with no mutant:", _first(findings.broken)),
        ("survived:", [str(one.mutant) for one in unexplained]),
        ("explained, but killed:", list(map(str, wrong))),
        ("explained, but not there:", list(stale)),
    ):
        if lines:
            print("", title, *(f"  {line}" for line in lines), sep="\n")
    print(f"\n{dead} of {len(findings.outcomes)} killed, {len(unexplained)} survived, {len(explained)} are explained")
    if findings.broken:
        return 2
    return 1 if unexplained or wrong or stale else 0


if __name__ == "__main__":
    sys.exit(main())
