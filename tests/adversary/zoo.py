"""The logs that the cheats leave behind, for any verifier: `python -m tests.adversary.zoo DIR` writes them as files.

DIR gets a log file for each case, named after it, and `index.json`: a list of objects with `log` (the file), `verdict`
("proven"), `culprit` ("host" or "guest"), `record`, `code`, `section`, and `kind`, the kind of cheat.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.adversary.kinds import CASES, KINDS, Case
from tests.support.cheats import SIDES
from tests.support.duel import log_of
from tests.support.fold import remembering

NAMES = {cheat: kind.name for kind in KINDS for cheat in kind.cheats}


@dataclass(frozen=True)
class Specimen:
    """A log that ends with a cheat, and what must be found in it: `culprit` is 0 (host) or 1 (guest)."""

    name: str
    kind: str
    data: bytes
    culprit: int
    record: int
    code: str
    section: str


def specimen(case: Case) -> Specimen:
    """The log of one case."""
    with remembering():
        trap = case.build()
    cheat = case.cheat
    data = log_of([*trap.duel.records, trap.raw])
    return Specimen(case.name, NAMES[cheat], data, case.side, len(trap.duel.records), cheat.code, cheat.section)


def logs() -> Iterator[Specimen]:
    """All of them, one after the other."""
    return map(specimen, CASES)


def write(folder: Path, specimens: Iterator[Specimen]) -> int:
    """The logs as files, and their index; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    index = []
    for one in specimens:
        file = f"{one.name}.log"
        (folder / file).write_bytes(one.data)
        told = {key: value for key, value in asdict(one).items() if key not in ("name", "data")}
        index.append({"log": file, "verdict": "proven", **told, "culprit": SIDES[one.culprit]})
    (folder / "index.json").write_text(json.dumps(index, indent=1) + "\n", "utf-8")
    return len(index)


def main() -> None:
    """Write them out."""
    parser = argparse.ArgumentParser(prog="python -m tests.adversary.zoo", description=__doc__)
    parser.add_argument("folder", metavar="DIR", type=Path, help="made where it is missing")
    folder: Path = parser.parse_args().folder
    print(f"{write(folder, logs())} logs of {len(KINDS)} kinds of cheat in {folder}")


if __name__ == "__main__":
    main()
