"""What can be said of the places of a player's files without a library: `--help` asks, and must be quick."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

APP = "p2p-schnapsen"
VARIABLE = "P2P_SCHNAPSEN_HOME"
SETTINGS = "settings.toml"


def named(chosen: str | None, environ: Mapping[str, str]) -> str | None:
    """The home that `--home` names (`chosen`), else the variable; None where it is the platform's own places."""
    return chosen if chosen is not None else environ.get(VARIABLE) or None


def may_have_settings(chosen: str | None, environ: Mapping[str, str]) -> bool:
    """False where there is surely no file of settings. True says only that it is worth to look with `locate`."""
    folder = named(chosen, environ)
    if folder is None:
        if not sys.platform.startswith("linux"):
            return True
        # Both places where it can be, so that what else platformdirs heeds (a relative variable) does not matter.
        places = [environ.get("XDG_CONFIG_HOME", ""), os.path.join("~", ".config")]
        folders = [os.path.join(place, APP) for place in places]
    else:
        folders = [folder]
    return any(os.path.lexists(os.path.join(os.path.expanduser(each), SETTINGS)) for each in folders)
