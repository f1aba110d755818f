"""Writes the stored screens of `tests/ui/snapshots` anew: every full screen there is, at 80x24, one file a language.

What a screen shows follows from `tests/ui/scenes.py`, which needs no terminal, no clock and no opponent. Read what has
changed before it is committed: a change of a layout or a sentence shows in all seven languages.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# For tests.ui, which is not installed.
sys.path.insert(0, str(ROOT))

from p2p_schnapsen.ui import language  # noqa: E402
from p2p_schnapsen.ui.language import LANGUAGES  # noqa: E402
from tests.ui.scenes import Scene, scenes  # noqa: E402

FOLDER = ROOT / "tests" / "ui" / "snapshots"
COMMAND = "scripts/snapshots"


def text(painted: Iterable[Scene]) -> str:
    """Scenes as they are stored: a heading, then the rows without the blanks at their ends."""
    return "\n".join(
        "\n".join([f"== {scene.name}", *(line.rstrip() for line in scene.lines)]) + "\n" for scene in painted
    )


def stored(code: str) -> str:
    """What is stored for a language; empty where there is nothing."""
    path = FOLDER / f"{code}.txt"
    return path.read_text("utf-8") if path.is_file() else ""


def painted(code: str) -> str:
    """What would be stored now."""
    with language.using(code):
        return text(scenes())


def main() -> int:
    """Write them, or compare; 1 where something differs."""
    parser = argparse.ArgumentParser(
        prog=COMMAND, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--check", action="store_true", help="change nothing: name each file that would come out another"
    )
    options = parser.parse_args()
    different = [code for code in LANGUAGES if painted(code) != stored(code)]
    for code in different:
        if options.check:
            print(f"tests/ui/snapshots/{code}.txt: not what {COMMAND} makes")
        else:
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / f"{code}.txt").write_text(painted(code), "utf-8", newline="\n")
    print(f"snapshots: {len(LANGUAGES)} languages, {len(different)} files {'differ' if options.check else 'changed'}")
    return 1 if options.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
