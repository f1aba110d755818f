"""`p2p-schnapsen` alone: what one would do next. Quick, so it looks at names of files where it can."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.files import reported
from p2p_schnapsen.profile.home import Home, locate
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.program import command
from p2p_schnapsen.ui.sanitise import sanitise

BYTES = 64 * 1024 * 1024
"""A longer log is none."""

CELLS = 200
BEGUN = 2
"""Records of a match that both sides have agreed to: the offer and its acceptance."""


def lines(environ: Mapping[str, str], chosen: str | None = None) -> list[str]:
    """What to say; `chosen`: what `--home` names. Raises LocalMisuse where the home makes no sense."""
    home = locate(chosen, environ)
    said = [_("p2p-schnapsen plays Schnapsen between two people who need not trust each other.")]
    left = unfinished(home)
    if left is not None:
        said.append(_("You left the match {match}: resume goes on with it.").format(match=sanitise(left, CELLS)))
    elif not home.data.exists():
        said.append(_("You have not played yet: play is the way to begin."))
    commands = [
        ("play", _("against the computer")),
        ("host", _("wait for a friend; prints what the friend has to type")),
        ("join", _("play with a friend who hosts")),
        ("matches", _("your matches, and where they stand")),
        ("--help", _("all commands and options")),
    ]
    if left is not None:
        commands.insert(0, ("resume", _("go on with the match that was left")))
    return [*said, "", *(f"  {command()} {name:8} {text}" for name, text in commands)]


def unfinished(home: Home) -> str | None:
    """The name of the match that `resume` would go on with, the one played last; None where there is none.

    A folder that cannot be read is none: whoever asks for it will hear why.
    """
    logs = sorted(_left(home.matches), reverse=True)
    return next((name for _, name, log in logs if _goes_on(log) and not _is_played(home.matches / name)), None)


def _left(matches: Path) -> Iterator[tuple[int, str, Path]]:
    """When the matches that have not ended were played last, their names and logs."""
    try:
        folders = list(matches.iterdir())
    except OSError:
        return
    for folder in folders:
        if not (folder / "match.json").is_file() or os.path.lexists(folder / "ended.json"):
            continue
        log, pointer = folder / "game.log", folder / "game.path"
        try:
            if pointer.exists():
                log = Path(os.fsdecode(pointer.read_bytes()))
            yield log.stat().st_mtime_ns, folder.name, log
        except (OSError, ValueError):  # ValueError: a name that no file can have
            continue


def _is_played(folder: Path) -> bool:
    """Whether another process plays this match just now: it holds the lock."""
    try:
        import fcntl
    except ImportError:  # the lock of other systems cannot be looked at without taking it
        return False
    try:
        descriptor = os.open(folder / "lock", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:  # it was never played from here, or is none of ours
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def _goes_on(log: Path) -> bool:
    from p2p_schnapsen.gamelog.format import parse
    from p2p_schnapsen.wire import note

    try:
        if not log.is_file() or log.stat().st_size > BYTES:
            return False
        with reported(log, "cannot-read"):
            records = parse(log.read_bytes()).records
    except (DataError, OSError):
        return False
    return len(records) >= BEGUN and note.parse(records[-1]) is None
