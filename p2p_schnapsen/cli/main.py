"""The program's entry: find the command, run it, and end with one clear line and the right exit code.

Exit codes: 0 fine; 1 verification failed; 2 usage, or unreadable; 3 network; 4 the peer broke the protocol;
5 incomplete or unresponsive; 70 a bug of ours; 129, 130, 143 signals.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from p2p_schnapsen.cli.options import build_parser
from p2p_schnapsen.errors import PeerFault, PeerSuspect, SchnapsenError, TransportError

USAGE, NETWORK, PEER, BUG, INTERRUPTED = 2, 3, 4, 70, 130

GREETING = """\
p2p-schnapsen plays Schnapsen between two people who need not trust each other.

  p2p-schnapsen play           against the computer, to try it
  p2p-schnapsen host           wait for a friend; prints what the friend has to type
  p2p-schnapsen join ADDRESS   play with a friend who hosts
  p2p-schnapsen verify LOG     check a match that was played
  p2p-schnapsen --help         all commands and options"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; its exit code."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        _write(GREETING)
        return 0
    try:
        command = importlib.import_module(f"p2p_schnapsen.cli.{options.command}")
        code: int = command.run(options)
    except SchnapsenError as error:
        return _failed(error, debug=options.debug)
    except BrokenPipeError:
        # Whoever read our output has seen enough; nor shall the interpreter flush into the broken pipe at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last door: a bug of ours gets one line, too
        return _bug(error, debug=options.debug)
    return code


def _failed(error: SchnapsenError, *, debug: bool) -> int:
    from p2p_schnapsen.ui import errors

    if debug:
        _traceback(error)
    if errors.is_ours(error):
        return _bug(error, debug=False)
    print(f"p2p-schnapsen: {errors.sentence(error)}", file=sys.stderr)
    if isinstance(error, TransportError):
        return NETWORK
    return PEER if isinstance(error, PeerFault | PeerSuspect) else USAGE


def _bug(error: Exception, *, debug: bool) -> int:
    from p2p_schnapsen.ui.sanitise import sanitise

    if debug:
        _traceback(error)
    what = sanitise(f"{type(error).__name__}: {error}", 300)
    print(f"p2p-schnapsen: this program made a mistake ({what}); --debug shows where.", file=sys.stderr)
    return BUG


def _traceback(error: BaseException) -> None:
    import traceback

    traceback.print_exception(error, file=sys.stderr)


def _write(text: str) -> None:
    print(text, flush=True)
