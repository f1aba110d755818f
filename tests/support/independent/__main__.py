"""`python -m tests.support.independent LOG…`: one JSON object a line, as `p2p-schnapsen verify --json` prints it."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from tests.support.independent import verify


def main(paths: list[str]) -> None:
    """Print the verdicts on the logs."""
    for path in paths:
        print(json.dumps({"log": path, **asdict(verify(Path(path).read_bytes()))}))


if __name__ == "__main__":
    main(sys.argv[1:])
