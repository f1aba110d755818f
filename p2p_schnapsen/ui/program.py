"""What our user types to start this program: hints say it, so that they can be typed as they stand."""

from __future__ import annotations

import re

PROGRAM = "p2p-schnapsen"
VARIABLE = "P2P_SCHNAPSEN_CALLED"
"""Where a script that starts the program says how it was called itself."""

_PLAIN = re.compile(r"[\w./~-]{1,60}", re.ASCII)
_called = PROGRAM


def call(name: str) -> None:
    """From now on hints say this; the program's own name where a shell would not take it as one word."""
    global _called
    _called = name if _PLAIN.fullmatch(name) else PROGRAM


def called() -> str:
    """What is to be typed."""
    return _called
