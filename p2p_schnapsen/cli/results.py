"""One's own results: of the matches of the home, or of logs that are named; only what verification bears out counts."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from p2p_schnapsen.cli.verify import spread
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.report import Report
from p2p_schnapsen.gamelog.store import hints_of, log_place, read_log
from p2p_schnapsen.gamelog.tally import TRUSTED, Played, Tally, played, tallies
from p2p_schnapsen.profile import identity
from p2p_schnapsen.profile.home import Home
from p2p_schnapsen.ui import errors
from p2p_schnapsen.ui import verdict as verdicts
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.progress import Progress
from p2p_schnapsen.ui.sanitise import sanitise

PATH_CELLS = 1000


@dataclass(slots=True)
class Results:
    """What was found; `problems` are sentences about logs that were left out, and notes beside them that were."""

    tallies: list[Tally]
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A log to be looked at: its name for people, and where it is or what is wrong with it."""

    name: str
    place: Path | DataError
    keys: tuple[bytes, ...]
    side: int | None
    folder: Path


def results(home: Home, names: Sequence[str] = ()) -> Results:
    """The results of the logs named so, or of all matches of the home. Shows how far it has come, at a terminal."""
    wanted = list(_named(home, names) if names else _own(home))
    found: list[Played] = []
    problems: list[str] = []
    with Progress(sys.stderr, len(wanted) if len(wanted) > 1 else 0) as progress:
        for number, one in enumerate(wanted, 1):
            try:
                match, problem = _look(one)
                if match is not None:
                    found.append(match)
                if problem is not None:
                    problems.append(f"{sanitise(one.name, PATH_CELLS)}: {problem}")
            except DataError as error:
                named = error.params.get("path") == one.name
                problem = errors.sentence(error)
                problems.append(problem if named else f"{sanitise(one.name, PATH_CELLS)}: {problem}")
            progress.show(number)
    return Results(tallies(found), problems)


def _own(home: Home) -> Iterator[_Wanted]:
    for entry in library.entries(home.matches):
        about = entry.about
        place: Path | DataError
        try:
            place = log_place(entry.folder)
        except DataError as error:
            place = error
        yield _Wanted(entry.name, place, (bytes.fromhex(about.key),), about.side, entry.folder)
    for folder, problem in library.damaged(home.matches):
        yield _Wanted(folder.name, problem, (), None, folder)


def _named(home: Home, names: Sequence[str]) -> Iterator[_Wanted]:
    """Logs from anywhere: in some of them our player, as this home knows it, may have played."""
    keys = {entry.about.key for entry in library.entries(home.matches)}
    try:
        keys.add(identity.load(home, identity.Role.PLAYER).public.hex())
    except DataError as error:
        if error.code not in ("file-missing", "folder-missing"):
            raise
    mine = tuple(bytes.fromhex(key) for key in sorted(keys))
    for name in spread(names):
        yield _Wanted(name, Path(name), mine, None, Path(name).parent)


def _look(one: _Wanted) -> tuple[Played | None, str | None]:
    """The match; or why it does not count, where that is worth a word. Raises `DataError`."""
    if isinstance(one.place, DataError):
        raise one.place
    report, match = played(read_log(one.place), one.keys, one.side)
    if match is None:
        return None, _why(report)
    try:
        return replace(match, hints=hints_of(one.folder)), None
    except DataError as error:  # a note of our own, beside the log: the match counts without it
        return match, errors.sentence(error)


def _why(report: Report) -> str | None:
    if report.verdict not in TRUSTED:
        return verdicts.summary(report)
    # What was offered and never accepted is no match.
    return None if report.keys is None else _("this is no match of yours.")
