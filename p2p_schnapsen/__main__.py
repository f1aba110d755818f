"""`python -m p2p_schnapsen` is `p2p-schnapsen`."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def run() -> int:
    """Run the program; its exit code. Ctrl-C is no mistake either while it is still being loaded."""
    try:
        from p2p_schnapsen.cli.main import main

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(run())
