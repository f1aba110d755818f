"""Makes the files of protocol/vectors anew: the same bytes each time, from fixed seeds.

What a vector holds is worked out from the protocol's equations and compared with what the program makes; where the two
differ, no file is written. Published vectors (`crypto/rfc*.json`) are copies and stay as they are.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# For tests.support and scripts.lib, which are not installed.
sys.path.insert(0, str(ROOT))

from scripts.lib import (  # noqa: E402
    vectors_channel,
    vectors_crypto,
    vectors_faults,
    vectors_games,
    vectors_proofs,
    vectors_rules,
    vectors_shuffle,
    vectors_signing,
    vectors_wire,
)
from scripts.lib.vectors_maths import Case  # noqa: E402
from tests.support import perft  # noqa: E402

FOLDER = ROOT / "protocol" / "vectors"

FILES: dict[str, Callable[[], Case]] = {
    "crypto/constants.json": vectors_crypto.constants,
    "crypto/duty.json": vectors_crypto.duty,
    "crypto/encodings.json": vectors_crypto.encodings,
    "crypto/hashing.json": vectors_crypto.hashing,
    "crypto/key.json": vectors_crypto.key,
    "crypto/pok.json": vectors_crypto.pok,
    "crypto/proofs.json": vectors_proofs.proofs,
    "crypto/share.json": vectors_crypto.share,
    "crypto/shuffle.json": vectors_shuffle.shuffles,
    "crypto/signing.json": vectors_signing.signatures,
    "crypto/sort.json": vectors_shuffle.sorts,
    "rules/perft.json": perft.vectors,
    "rules/refusals.json": vectors_rules.refusals,
    "table/channel.json": vectors_channel.vectors,
    "table/contract.json": vectors_games.contract,
    "table/deals.json": vectors_games.deals,
    "table/faults.json": vectors_faults.vectors,
    "table/notes.json": vectors_games.notes,
    "wire/frames.json": vectors_wire.frames,
    "wire/messages.json": vectors_wire.payloads,
    "wire/msgpack.json": vectors_wire.msgpack,
    "wire/notes.json": vectors_wire.notes,
    "wire/records.json": vectors_wire.records,
    "wire/tup.json": vectors_wire.tuples,
}
"""File under protocol/vectors -> what makes its content."""

COPIES = ("crypto/rfc8032.json", "crypto/rfc9496.json", "crypto/rfc9497.json")
"""Files that were published by others."""


def text(name: str) -> str:
    """A file's text."""
    return json.dumps(FILES[name](), indent=1, ensure_ascii=False) + "\n"


def differing(names: Iterable[str], folder: Path = FOLDER) -> list[str]:
    """Those files that are missing or not what is made anew."""
    found = []
    for name in names:
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text(name):
            found.append(name)
    return found


def unknown(folder: Path = FOLDER) -> list[str]:
    """Vector files that nothing here makes."""
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.json")}
    return sorted(there - set(FILES) - set(COPIES))


def main() -> int:
    """Writes, or compares. 0 if all is well, else 1."""
    parser = argparse.ArgumentParser(
        prog="scripts/vectors",
        description=__doc__,
        epilog="\n".join(["files:", *(f"  {name}" for name in FILES)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="FILE", help="only these files")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 and a line a file where one differs")
    options = parser.parse_args()
    for name in options.names:
        if name not in FILES:
            parser.error(f"no vector file is named {name!r}")
    names = options.names or list(FILES)
    if options.check:
        wrong = [f"{name}: not what is made anew" for name in differing(names)]
        wrong += [f"{name}: nothing makes this file" for name in unknown()]
        print("\n".join(wrong) if wrong else f"vectors: {len(names)} files as they are made")
        return 1 if wrong else 0
    for name in names:
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(text(name), encoding="utf-8")
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
