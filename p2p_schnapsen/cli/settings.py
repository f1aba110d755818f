"""`settings`: how one likes to play, and where that is written. Other commands take their defaults from it."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from p2p_schnapsen.cli.commands import build_parser
from p2p_schnapsen.cli.defaults import destination
from p2p_schnapsen.cli.options import LEVELS
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.profile import identity, settings
from p2p_schnapsen.profile.home import Home, locate
from p2p_schnapsen.profile.names import default_name
from p2p_schnapsen.profile.settings import Value
from p2p_schnapsen.ui import acquaintances
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.folding import columns_of, folded
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.liking import explained
from p2p_schnapsen.ui.sanitise import sanitise, width

CELLS = 1000
ROOM = 24
"""Cells that are enough for a column of sentences."""


def run(options: Namespace) -> int:
    """Show every setting, where its value comes from, and the file. The exit code: 2 where something there is wrong."""
    home = locate(options.home, os.environ)
    found = settings.load(home, LEVELS)
    chosen, code = found.values, 2 if found.mistakes else 0  # what is wrong has been told already
    path = settings.path_of(home)
    usual = vars(build_parser("host").parse_args(["host"]))
    usual |= {"port": int(usual["port"]), "settings": tuple(usual["settings"])}
    values: dict[str, Value | None] = {key: chosen.get(key, usual[destination(key)]) for key in settings.KEYS}
    if values["name"] is None:
        values["name"] = _own_name(home)
    if options.json:
        print(json.dumps({"path": str(path), "values": values, "given": list(chosen)}))
        return code
    there = _("{path}") if path.exists() else _("{path} (not there yet)")
    print(there.format(path=sanitise(str(path), CELLS)))
    rows = [
        (key, _shown(value), _("set there") if key in chosen else _("default"), explained(key, LEVELS))
        for key, value in values.items()
    ]
    head = (_("setting"), _("value"), "", _("what it does, and what it can be"))
    out = Output(sys.stdout)
    out.line(*_table([head, *rows], columns_of(out.stream)))
    if out.failure is not None:
        raise out.failure
    return code


def _table(rows: list[tuple[str, str, str, str]], columns: int | None) -> list[str]:
    """In columns; at a terminal the last goes on below itself, where there is room for it."""
    found = []
    for row, line in zip(rows, acquaintances.columns(rows), strict=True):
        begin = line.removesuffix(row[-1])
        room = None if columns is None or columns - width(begin) < ROOM else columns - width(begin)
        first, *rest = folded(row[-1], room)
        found += [begin + first, *(" " * width(begin) + more for more in rest)]
    return found


def _own_name(home: Home) -> str | None:
    """None where there is no identity yet."""
    try:
        return default_name(identity.load(home, identity.Role.PLAYER).public)
    except DataError as error:
        if error.code not in ("file-missing", "folder-missing"):
            raise
        return None


def _shown(value: Value | Sequence[str] | None) -> str:
    if value is None or value == ():
        return "-"
    if isinstance(value, bool):
        return str(value).lower()  # as it is written in the file
    return sanitise(str(value) if isinstance(value, str | int) else " ".join(value), CELLS)
