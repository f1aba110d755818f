"""`replay`: what was played in a log, on the full screen, as a text, a page or objects, or judged.

The verdict is beside it, on stderr, and in the exit code; among objects it is the last one.
"""

from __future__ import annotations

import io
import os
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from p2p_schnapsen.cli.analysing import analyse
from p2p_schnapsen.cli.curtain import has_screen
from p2p_schnapsen.cli.naming import log_named, side_of, unfound
from p2p_schnapsen.cli.viewing import print_objects, watch, write_page
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog.report import Report
from p2p_schnapsen.gamelog.store import read_log
from p2p_schnapsen.gamelog.transcribe import transcribe
from p2p_schnapsen.rules.notation import MatchText, write
from p2p_schnapsen.ui import verdict
from p2p_schnapsen.ui.analysis import lines
from p2p_schnapsen.ui.cards import style_for
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.replay.steps import Replay, replay
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.wire.limits import NAME_BYTES


def run(options: Namespace) -> int:
    """Show the match as far as it was validly played; the verdict's exit code, also where nobody reads to the end."""
    options.log = log_named(options.log, options)
    try:
        data = read_log(Path(options.log))
    except DataError as error:
        raise unfound(error) from error
    out = Output(sys.stdout)
    shown = options.json or options.html is not None
    if shown or not (options.text or options.plain or options.analyse or not has_screen()):
        return _shown(replay(data), options, out)
    report, match = transcribe(data)
    if match is not None and options.analyse:
        style = replace(style_for(out.stream.encoding, os.environ, colour=False), words=options.plain)
        people = _people(report, match, options)
        judgement = lines(analyse(match, options.jobs), people, style)
        out.told(*people.introduced(), *judgement)
    elif match is not None:
        _keep_notation(sys.stdout)
        out.line(_text(match).removesuffix("\n"))
    return _judged(report, options, out)


def _shown(match: Replay, options: Namespace, out: Output) -> int:
    """As steps: for programs, for a browser, or here and now."""
    if options.json:
        print_objects(match, options.log, out)
        if out.failure is not None:
            raise out.failure
        return match.report.exit_code
    if options.html is not None:
        _keep_notation(sys.stdout)
        write_page(match, options.html, out)
    else:
        ended = watch(match, options)
        if ended is not None:
            return ended
    return _judged(match.report, options, out)


def _judged(report: Report, options: Namespace, out: Output) -> int:
    Output(sys.stderr).told(*verdict.lines(report, options.log))
    if out.failure is not None:
        raise out.failure
    return report.exit_code


def _people(report: Report, match: MatchText, options: Namespace) -> People:
    """Whom the judgement is about: who looks where that is one of the players, else both by name."""
    me = None if report.keys is None else side_of(report.keys, options)
    host, guest = map(sanitise, match.names)
    return People(me, (host, guest) if host and guest and host != guest else None)


def _text(match: MatchText) -> str:
    """The notation, with names that a terminal can bear. There is no other text from outside in it."""
    host, guest = (sanitise(name, 2 * NAME_BYTES) for name in match.names)
    return write(replace(match, names=(host, guest)))


def _keep_notation(stream: object) -> None:
    """In files and pipes the notation and the page are UTF-8 with line feeds, whatever the platform prefers."""
    if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
        stream.reconfigure(encoding="utf-8", newline="\n")
