"""What our user types to start this program: hints say it, so that they can be typed as they stand."""

from __future__ import annotations

import re

PROGRAM = "p2p-schnapsen"
VARIABLE = "P2P_SCHNAPSEN_CALLED"
"""Where a script that starts the program says how it was called itself."""

HOME_CELLS = 1000

_PLAIN = re.compile(r"[\w./~-]{1,60}", re.ASCII)
_called = PROGRAM
_home = ""


def call(name: str) -> None:
    """From now on hints say this; the program's own name where a shell would not take it as one word."""
    global _called
    _called = name if _PLAIN.fullmatch(name) else PROGRAM


def live_at(home: str) -> None:
    """From now on what is to be typed names this home, as our user has done; "" where that is not needed."""
    global _home
    _home = home


def called() -> str:
    """What starts the program, whoever does it."""
    return _called


def command() -> str:
    """What our user types before the name of a command."""
    if not _home:
        return _called
    from shlex import quote  # seldom needed, and slow to load

    from p2p_schnapsen.ui.sanitise import sanitise

    return f"{_called} --home {sanitise(quote(_home), HOME_CELLS)}"
