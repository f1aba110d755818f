"""`replay`: what was played in a log, as a text; the verdict beside it, on stderr."""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from p2p_schnapsen.gamelog.store import read_log
from p2p_schnapsen.gamelog.transcribe import transcribe
from p2p_schnapsen.rules.notation import MatchText, write
from p2p_schnapsen.ui import verdict
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.wire.limits import NAME_BYTES


def run(options: Namespace) -> int:
    """Print the match as far as it was validly played; the verdict's exit code, also where nobody reads to the end."""
    report, match = transcribe(read_log(Path(options.log)))
    out = Output(sys.stdout)
    if match is not None:
        _keep_notation(sys.stdout)
        out.line(_text(match).removesuffix("\n"))
    Output(sys.stderr).line("\n".join(verdict.lines(report)))
    if out.failure is not None:
        raise out.failure
    return report.exit_code


def _text(match: MatchText) -> str:
    """The notation, with names that a terminal can bear. There is no other text from outside in it."""
    host, guest = (sanitise(name, 2 * NAME_BYTES) for name in match.names)
    return write(replace(match, names=(host, guest)))


def _keep_notation(stream: object) -> None:
    """In files and pipes the notation is UTF-8 with line feeds, whatever the platform prefers."""
    if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
        stream.reconfigure(encoding="utf-8", newline="\n")
