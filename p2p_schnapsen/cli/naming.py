"""A log by its path, or by the name of its match: `replay` and `verify` take either."""

from __future__ import annotations

import glob
import os
from argparse import Namespace

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.store import log_place
from p2p_schnapsen.profile.home import locate


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
