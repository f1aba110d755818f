"""The rule sets that can be picked by name, and the one loader for them and for a user's own file."""

from __future__ import annotations

from typing import Final

NAMES: Final = ("schnapsen", "sixtysix", "austriac66", "schnapsen-pc", "schnapsen66", "tjger", "en-ligne")
"""The rule sets that come with the program, the default first."""

DEFAULT: Final = NAMES[0]
