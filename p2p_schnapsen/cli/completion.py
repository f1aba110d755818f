"""`completion`: what a shell needs to complete commands and options, made by shtab of the parser itself."""

from __future__ import annotations

import argparse
import re
from argparse import Namespace
from collections.abc import Iterator

import shtab

from p2p_schnapsen.cli.commands import build_parser
from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.ui import language

_RULES = "_p2p_schnapsen_rules"
_NAMES = " ".join(NAMES)
PREAMBLE = {
    "bash": f'''\
{_RULES}() {{
  compgen -W "{_NAMES}" -- "$1"
  _shtab_compgen_files "$1"
}}
''',
    "zsh": f"""\
{_RULES}() {{
  _alternative "names:rule set:({_NAMES})" "files:file:_files"
}}
""",
}
"""Shell functions that complete a rule set: a name, or a file of somebody's own."""

_FILES = re.compile(r"\b(FILE|LOG)\b")
_FOLDERS = re.compile(r"\bDIR\b")


def run(options: Namespace) -> int:
    """Print the script for a shell."""
    print(script(options.shell))
    return 0


def script(shell: str) -> str:
    """The script for `shell`, one of `SHELLS`. Files, folders and rule sets are completed where they are wanted.

    It is in English, since it is kept: it may serve others, and under another locale.
    """
    with language.using(language.ENGLISH):
        return _script(shell)


def _script(shell: str) -> str:
    parser = build_parser()
    for action in _actions(parser):
        # shtab looks for `complete` on the action.
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        if metavar.startswith("NAME|FILE"):
            files = {"tcsh": shtab.FILE["tcsh"], "fish": f"{_NAMES} {shtab.FILE['fish']}"}
            action.complete = {"bash": _RULES, "zsh": _RULES, **files}  # type: ignore[attr-defined]
        elif _FILES.search(metavar):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif _FOLDERS.search(metavar):
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    return str(shtab.complete(parser, shell, preamble=PREAMBLE.get(shell, "")))


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)
