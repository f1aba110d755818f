"""What the settings say where the command line says nothing. Apart from `settings`, since every game begins here."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence

from p2p_schnapsen.cli.options import LEVELS
from p2p_schnapsen.profile import settings
from p2p_schnapsen.profile.home import locate


def apply(options: Namespace, arguments: Sequence[str]) -> None:
    """Put the settings where `arguments`, of which `options` were made, say nothing. Raises DataError.

    `set` changes fields of the rule set of the settings: it does not count beside `--rules`, and `--set` for a field
    outweighs it.
    """
    given = {word.partition("=")[0] for word in arguments if word.startswith("--")}
    chosen = settings.load(locate(options.home, os.environ), LEVELS)
    for key, value in chosen.items():
        place = destination(key)
        if not hasattr(options, place) or (options.command == "resume" and key not in settings.LOOKS):
            continue  # a match goes on as it was
        if key == "set" and isinstance(value, tuple):
            if "--rules" not in given:
                taken = {setting.partition("=")[0].strip() for setting in options.settings}
                kept = [setting for setting in value if setting.partition("=")[0] not in taken]
                options.settings = kept + options.settings
        elif f"--{key}" not in given and f"--no-{key}" not in given:
            setattr(options, place, str(value) if key == "port" else value)


def destination(key: str) -> str:
    """Where the options have what the settings call `key`."""
    return "settings" if key == "set" else key
