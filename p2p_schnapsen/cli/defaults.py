"""What the settings say where the command line says nothing. Apart from `settings`, since every game begins here."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from p2p_schnapsen.cli.options import SETTABLE
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.profile import settings
from p2p_schnapsen.profile.settings import Found, Settings


def apply(options: Namespace, arguments: Sequence[str], values: Settings) -> None:
    """Put the settings where `arguments`, of which `options` were made, say nothing.

    `set` changes fields of the rule set of the settings: it does not count beside `--rules`, and `--set` for a field
    outweighs it.
    """
    for key, value in values.items():
        if not _counts(key, options, arguments):
            continue
        if key == "set" and isinstance(value, tuple):
            taken = {setting.partition("=")[0].strip() for setting in options.settings}
            kept = [setting for setting in value if setting.partition("=")[0] not in taken]
            options.settings = kept + options.settings
        else:
            setattr(options, destination(key), str(value) if key == "port" else value)


def sorted_out(options: Namespace, arguments: Sequence[str], found: Found) -> tuple[list[DataError], list[DataError]]:
    """The mistakes in the settings for which the command must refuse, and those without which it can go on.

    It cannot where it would take what the mistake is about from the settings, or might: a key that is no setting may
    be any.
    """
    if getattr(options, "as_computer", False):  # whoever started it has dealt with them
        return [], []
    needed: list[DataError] = []
    spared: list[DataError] = []
    for mistake in found.mistakes:
        key = settings.key_of(mistake)
        takes = options.command in SETTABLE and (key is None or _counts(key, options, arguments))
        (needed if takes else spared).append(mistake)
    return needed, spared


def _counts(key: str, options: Namespace, arguments: Sequence[str]) -> bool:
    """Whether this command, with these arguments, takes this key from the settings."""
    if not hasattr(options, destination(key)) or (options.command == "resume" and key not in settings.LOOKS):
        return False  # a match goes on as it was
    given = {word.partition("=")[0] for word in arguments if word.startswith("--")}
    if key == "set":
        return "--rules" not in given
    return f"--{key}" not in given and f"--no-{key}" not in given


def destination(key: str) -> str:
    """Where the options have what the settings call `key`."""
    return "settings" if key == "set" else key
