"""A log by its path, or by the name of its match: `replay` and `verify` take either; and how commands are told of."""

from __future__ import annotations

import contextlib
import glob
import os
import shlex
from argparse import Namespace
from pathlib import Path

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.store import log_place
from p2p_schnapsen.profile import identity
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.program import command
from p2p_schnapsen.ui.sanitise import sanitise

PATH_CELLS = 1000


def log_named(name: str, options: Namespace) -> str:
    """The log that is meant: that at the path `name`; where there is none, that of the match which is called so, or
    the only one whose name has this in it, as for `resume`. What is no match stands for itself.

    Raises DataError: `match-ambiguous`, and what is wrong with the files of the match.
    """
    if os.path.lexists(name) or not _can_name_a_match(name):
        return name
    home = locate(options.home, os.environ)
    try:
        return str(log_place(library.find(home.matches, name).folder))
    except DataError as error:
        if error.code not in ("match-unknown", "folder-missing"):
            raise
        return name


def _can_name_a_match(name: str) -> bool:
    separators = {os.sep, os.altsep or os.sep, "."}
    return bool(name) and not glob.has_magic(name) and not any(sign in name for sign in separators)


def unfound(error: DataError) -> DataError:
    """What is wrong with a log that somebody named: where there is no such file, it may be a match that was meant."""
    return DataError("log-missing", **error.params) if error.code == "file-missing" else error


def side_of(keys: tuple[bytes, bytes], options: Namespace) -> int | None:
    """Which of the players (host, guest) the user is, as far as this home knows; None for somebody who looks on."""
    home = locate(options.home, os.environ)
    own = {entry.about.key for entry in library.entries(home.matches)}
    with contextlib.suppress(DataError):  # none yet, or none that can be read: a log is judged all the same
        own.add(identity.load(home, identity.Role.PLAYER).public.hex())
    sides = [side for side, key in enumerate(keys) if key.hex() in own]
    return sides[0] if len(sides) == 1 else None


def name_of_log(log: Path, options: Namespace) -> str:
    """What `replay` takes for a log: the name of the match that it lies with, else its path, as a shell takes it."""
    if log.name == "game.log" and log.parent.parent == locate(options.home, os.environ).matches.absolute():
        return log.parent.name
    return shlex.quote(str(log))


def see_again(name: str, *, opened: bool = True) -> str:
    """That `replay` shows the match of this name, and judges what was played in it where deals were `opened`."""
    command = typed("replay", name)
    if not opened:
        return _("To see the match again: {command}").format(command=command)
    return _("To see the match again: {command}; with --analyse it says what each decision cost.").format(
        command=command
    )


def go_on() -> str:
    """That `resume` goes on with the match that was left just now."""
    return _("To go on with the match: {command}").format(command=typed("resume"))


def typed(name: str, what: str = "") -> str:
    """A command as our user is to type it."""
    return sanitise(" ".join(filter(None, (command(), name, what))), PATH_CELLS)
