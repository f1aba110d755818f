"""Makes the golden logs of `protocol/logs` anew: `game.log` and `expected.json` of each case, and the table of all.

Everything in them follows from fixed seeds, so that the same program makes the same bytes. The sentences about a case
are in its `README.md`, by hand; the table takes the heading of them.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

# For tests.support and scripts.lib, which are not installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from p2p_schnapsen.gamelog.verify import verify
from scripts.lib.golden_case import FAIL, Case
from scripts.lib.golden_fails import FAILS
from scripts.lib.golden_matches import MATCHES
from tests.simulation.memo import each_proof_once

LOGS = Path(__file__).resolve().parents[2] / "protocol" / "logs"
CASES: dict[str, Case] = {**MATCHES, **FAILS}
LOG, EXPECTED, ABOUT = "game.log", "expected.json", "README.md"


def expectation(log: bytes) -> dict[str, Any]:
    """What `verify --json` prints for a log, without its path."""
    found = verify(log).as_json("")
    del found["log"]
    return found


def dump(found: Mapping[str, Any]) -> bytes:
    """As `expected.json` has it."""
    return (json.dumps(found, indent=1) + "\n").encode()


def build(case: Case) -> dict[str, bytes]:
    """The files of a case, by name. Raises AssertionError where it is not found to be what it is meant to be."""
    with each_proof_once():
        log = case.build()
    report = verify(log)
    found = (report.verdict, report.code, report.culprit, report.marks)
    assert found == case.expected, f"{case.name}: {found}, not {tuple(case.expected)}"
    return {LOG: log, EXPECTED: dump(expectation(log))}


def about(name: str, logs: Path = LOGS) -> str:
    """The heading of a case's README; "?" where there is none."""
    path = logs / name / ABOUT
    first, _, _ = (path.read_text("utf-8") if path.is_file() else "?").partition("\n")
    return first.removeprefix("# ")


def table(logs: Path = LOGS) -> str:
    """The table of all cases in `README.md`, from what is in their folders."""
    lines = ["| folder | verdict | what is in it |", "|---|---|---|"]
    for name in sorted(CASES, key=lambda name: (name.endswith(FAIL), list(CASES).index(name))):
        found = json.loads((logs / name / EXPECTED).read_text("utf-8"))
        words = [found["verdict"], *found["marks"]]
        if found["culprit"]:
            words[0] += f": {found['culprit']}"
        if found["code"]:
            words.append(f"`{found['code']}`")
        lines.append(f"| [`{name}`]({name}/README.md) | {', '.join(words)} | {about(name, logs)} |")
    return "\n".join(lines)


def with_table(text: str, logs: Path = LOGS) -> str:
    """The text of `README.md` with the table as it should be."""
    return re.sub(
        r"(?<=<!-- cases -->).*?(?=<!-- /cases -->)", lambda _: f"\n{table(logs)}\n", text, count=1, flags=re.DOTALL
    )


def differences(names: Sequence[str], logs: Path = LOGS) -> Iterator[str]:
    """The files of these cases that are not what they would be if they were made now, or should not be there."""
    for name in names:
        for file, data in build(CASES[name]).items():
            path = logs / name / file
            if not path.is_file() or path.read_bytes() != data:
                yield f"{name}/{file}"
    yield from strays(logs)
    readme = (logs / ABOUT).read_text("utf-8")
    if with_table(readme, logs) != readme:
        yield ABOUT


def strays(logs: Path = LOGS) -> Iterator[str]:
    """What is in the folder and belongs to no case, and what a case lacks."""
    wanted = {f"{name}/{file}" for name in CASES for file in (LOG, EXPECTED, ABOUT)} | {ABOUT}
    there = {str(path.relative_to(logs)) for path in logs.rglob("*") if path.is_file()}
    yield from sorted(wanted ^ there)


def write(names: Sequence[str]) -> None:
    """Make these cases."""
    for name in names:
        folder = LOGS / name
        folder.mkdir(exist_ok=True)
        for file, data in build(CASES[name]).items():
            (folder / file).write_bytes(data)
        print(f"{name}: {CASES[name].expected.verdict}", flush=True)
    readme = LOGS / ABOUT
    readme.write_text(with_table(readme.read_text("utf-8")), "utf-8")


def main() -> int:
    """Make them, or compare; 1 where something differs."""
    parser = argparse.ArgumentParser(
        prog="scripts/golden", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", nargs="*", metavar="CASE", help="only these folders (default: all)")
    parser.add_argument(
        "--check", action="store_true", help="change nothing: name each file that would come out another"
    )
    options = parser.parse_args()
    for name in options.cases:
        if name not in CASES:
            parser.error(f"no such case: {name} (there are {', '.join(CASES)})")
    names = options.cases or list(CASES)
    if not options.check:
        write(names)
        return 0
    different = list(differences(names))
    for name in different:
        print(f"protocol/logs/{name}: not what scripts/golden makes")
    print(f"golden logs: {len(names)} cases, {len(different)} files differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
