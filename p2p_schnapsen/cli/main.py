"""The program's entry: find the command, run it, and end with one clear line and the right exit code.

Exit codes: 0 fine, also where our person left a match that is not over; 1 verification failed; 2 usage, or unreadable,
or an output that cannot be written; 3 network; 4 the peer broke the protocol; 5 incomplete or unresponsive, also where
the input ended before the match did; 70 a bug of ours; 129, 130, 143 signals.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from p2p_schnapsen.cli import tongue
from p2p_schnapsen.cli.commands import build_parser, command_in
from p2p_schnapsen.cli.options import SEATED, SETTABLE, check_company
from p2p_schnapsen.errors import PeerFault, PeerSuspect, SchnapsenError, TransportError
from p2p_schnapsen.ui.program import PROGRAM, VARIABLE, call, live_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

USAGE, NETWORK, PEER, BUG, INTERRUPTED = 2, 3, 4, 70, 130
SIGNALS = 128
"""Exit codes above this are of signals."""

_COMPUTER = ("no-computer", "computer-stopped")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    debug = "--debug" in given
    call(os.environ.get(VARIABLE, PROGRAM))
    _prepare_streams()
    try:
        code = _run(given)
        # Here, and not at the interpreter's end, a reader that went away or a full disk can still be answered for.
        if code > SIGNALS:
            _flush_if_there()
        sys.stdout.flush()
    except SystemExit:  # a signal, while the first picture was up
        _flush_if_there()
        raise
    except SchnapsenError as error:
        return _failed(error, debug=debug)
    except BrokenPipeError:
        # Whoever read our output has seen enough; nor shall the interpreter flush into the broken pipe at its end.
        _discard(sys.stdout)
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _unusable(error, debug=debug)
    except Exception as error:  # noqa: BLE001 - the last door: a bug of ours gets one line, too
        return _bug(error, debug=debug)
    return code


def _run(arguments: list[str]) -> int:
    tongue.speak(arguments)
    try:
        options = build_parser(command_in(arguments)).parse_args(arguments)
    except SystemExit as end:  # after --help, --version or what makes no sense
        return end.code if isinstance(end.code, int) else USAGE
    live_at(options.home or "")
    with _scripts_are_told(options):
        _heed_settings(options, arguments)
        if options.command is None:
            greeting = importlib.import_module("p2p_schnapsen.cli.greeting")
            print(*greeting.lines(os.environ, options.home), sep="\n")
            return 0
        check_company(options)
        with _curtain(options):
            command = importlib.import_module(f"p2p_schnapsen.cli.{options.command}")
            code: int = command.run(options)
    return code


def _heed_settings(options: Namespace, arguments: list[str]) -> None:
    """Take what the settings say. What is wrong with them is said, a line each.

    Raises DataError where the command cannot do without.
    """
    found = tongue.settings_of(options.home)
    tongue.look(options, {} if found is None else found.values)
    if found is None:
        return
    defaults = importlib.import_module("p2p_schnapsen.cli.defaults")
    needed, spared = defaults.sorted_out(options, arguments, found)
    if needed or spared:
        from p2p_schnapsen.ui import errors
        from p2p_schnapsen.ui.language import _

        for mistake in spared:
            _complain(_("{problem} It is left out.").format(problem=errors.sentence(mistake)))
        for mistake in needed[:-1]:
            _complain(errors.sentence(mistake))
    if needed:
        raise needed[-1]
    if options.command in SETTABLE:
        defaults.apply(options, arguments, found.values)


def _scripts_are_told(options: Namespace) -> contextlib.AbstractContextManager[None]:
    """Where somebody plays with `--json`, the last object is `end`, whatever fails before there is a table."""
    if options.command in SEATED and options.json:
        told: contextlib.AbstractContextManager[None] = importlib.import_module("p2p_schnapsen.cli.untold").told(
            options
        )
        return told
    return contextlib.nullcontext()


def _curtain(options: Namespace) -> contextlib.AbstractContextManager[None]:
    """Where a player will sit at the full screen, there is something to be seen at once."""
    if options.command in SEATED and sys.stdout.isatty():
        curtain = importlib.import_module("p2p_schnapsen.cli.curtain")
        if curtain.is_wanted(options):
            up: contextlib.AbstractContextManager[None] = curtain.CURTAIN.up(options)
            return up
    return contextlib.nullcontext()


def _prepare_streams() -> None:
    """Streams that were closed lead nowhere; what a stream cannot encode is spelled out instead of ending the game."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for as long as we run
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _flush_if_there() -> None:
    """After a signal: the terminal may be gone with it, and then there is nobody to be told of it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _discard(stream)


def _discard(stream: TextIO) -> None:
    """From now on what is written goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _failed(error: SchnapsenError, *, debug: bool) -> int:
    from p2p_schnapsen.ui import errors

    if errors.is_ours(error):
        return _bug(error, debug=debug)
    if debug:
        _traceback(error)
    _complain(errors.sentence(error))
    if isinstance(error, TransportError):
        return NETWORK
    if error.code in _COMPUTER:
        return BUG
    return PEER if isinstance(error, PeerFault | PeerSuspect) else USAGE


def _unusable(error: OSError, *, debug: bool) -> int:
    """A file, a folder or a stream of the user's is of no use; whatever else we open says so in its own words."""
    from p2p_schnapsen.ui import problems
    from p2p_schnapsen.ui.language import _
    from p2p_schnapsen.ui.sanitise import sanitise

    if debug:
        _traceback(error)
    reason = problems.system(error.strerror or str(error))
    if isinstance(error.filename, str):
        line = _("{place} is of no use: {reason}.").format(place=sanitise(error.filename, 1000), reason=reason)
    else:
        line = _("the output cannot be written: {reason}.").format(reason=reason)
    _complain(line)
    _discard(sys.stdout)
    return USAGE


def _bug(error: Exception, *, debug: bool) -> int:
    from p2p_schnapsen.ui.language import _
    from p2p_schnapsen.ui.sanitise import sanitise

    if debug:
        _traceback(error)
    what = sanitise(f"{type(error).__name__}: {error}", 300)
    _complain(_("this program made a mistake ({what}); --debug shows where.").format(what=what))
    return BUG


def _complain(line: str) -> None:
    print(f"{PROGRAM}: {line}", file=sys.stderr)


def _traceback(error: BaseException) -> None:
    import traceback

    traceback.print_exception(error, file=sys.stderr)
