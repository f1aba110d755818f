"""The matches of one home: which there are, with whom, and which go on."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from p2p_schnapsen.errors import DataError, Refusal
from p2p_schnapsen.gamelog.disk import REAL, Disk
from p2p_schnapsen.gamelog.format import parse
from p2p_schnapsen.gamelog.store import ABOUT_BYTES, LOG_BYTES, About, Ended, log_place
from p2p_schnapsen.wire import chain, envelope, messages, note
from p2p_schnapsen.wire.messages import Concede, Offer

AGREED = 2
"""Records of a match that both sides have agreed to: the offer and its acceptance."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One match: its folder, what is known of it, and how it ended (None: it goes on)."""

    folder: Path
    about: About
    ended: Ended | None

    @property
    def name(self) -> str:
        """What the match is called."""
        return self.folder.name


def entries(matches: Path, disk: Disk = REAL) -> list[Entry]:
    """The matches in a folder of matches, by name, which begins with the day. What is no match is left out."""
    found = []
    for folder in disk.folders(matches):
        try:
            found.append(_read(folder, disk))
        except DataError:
            continue  # begun and never made, or not ours; `find` says what is wrong with one that is asked for
    return found


def damaged(matches: Path, disk: Disk = REAL) -> list[tuple[Path, DataError]]:
    """Folders of matches that `entries` leaves out although something was played in them, and what is wrong."""
    found = []
    for folder in disk.folders(matches):
        try:
            _read(folder, disk)
        except DataError as error:
            if any(disk.exists(folder / name) for name in ("game.log", "game.path")):
                found.append((folder, error))
    return found


def _read(folder: Path, disk: Disk) -> Entry:
    about = About.decode(disk.read(folder / "match.json", ABOUT_BYTES), folder / "match.json")
    path = folder / "ended.json"
    return Entry(folder, about, Ended.decode(disk.read(path, ABOUT_BYTES), path) if disk.exists(path) else None)


def first_of(entry: Entry, disk: Disk = REAL) -> bytes | None:
    """The head after the match's offer, which tells it apart; None where there is none yet, or no log any more."""
    try:
        return chain.first(parse(disk.read(log_place(entry.folder, disk), LOG_BYTES)).records[:1])
    except (DataError, Refusal):
        return None


def offer_of(entry: Entry, disk: Disk = REAL) -> Offer | None:
    """The offer that the match is played by; None where it cannot be read."""
    try:
        return offer_in(disk.read(log_place(entry.folder, disk), LOG_BYTES))
    except DataError:
        return None


def offer_in(log: bytes) -> Offer | None:
    """The offer that the log of a match begins with; None where it cannot be read. It is not verified."""
    try:
        offer = messages.decode("offer", envelope.parse(parse(log).records[0]).body.payload)
    except (DataError, Refusal, IndexError):
        return None
    return offer if isinstance(offer, Offer) else None


def deals_of(log: bytes) -> int | None:
    """How many deals a match had that was played to its end and verified then; None where only another verification can
    tell: the last deal of a match that was given up has no end.
    """
    try:
        bodies = [envelope.parse(record).body for record in parse(log).records]
        given_up = Concede("match") in [
            messages.decode(body.type, body.payload) for body in bodies if body.type == "concede"
        ]
    except (DataError, Refusal):
        return None
    return None if given_up else sum(body.type == "shuffle" for body in bodies)


class Shelf:
    """The matches of a folder by those who play them, read once: a house that serves has thousands.

    Whoever begins or ends one says so (`look`).
    """

    def __init__(self, matches: Path, disk: Disk = REAL) -> None:
        self._disk = disk
        self._entries = {entry.folder: entry for entry in entries(matches, disk)}
        self._firsts: dict[Path, bytes] = {}
        self._by_players: dict[tuple[int, str, str], dict[Path, None]] = {}
        for entry in self._entries.values():
            self._file(entry)

    def _file(self, entry: Entry) -> None:
        about = entry.about
        self._by_players.setdefault((about.side, about.key, about.peer), {})[entry.folder] = None

    def of(self, side: int, key: bytes, peer: bytes) -> list[Entry]:
        """What `key` played on this side with `peer`: the matches found at first by name, then those begun since."""
        folders = self._by_players.get((side, key.hex(), peer.hex()), {})
        return [self._entries[folder] for folder in folders]

    def first_of(self, entry: Entry) -> bytes | None:
        """As the function of this name."""
        if entry.folder not in self._firsts:
            first = first_of(entry, self._disk)
            if first is None:
                return None
            self._firsts[entry.folder] = first
        return self._firsts[entry.folder]

    def look(self, folder: Path) -> None:
        """A match was begun, has ended, or is gone."""
        before = self._entries.pop(folder, None)
        try:
            entry = self._entries[folder] = _read(folder, self._disk)
        except DataError:
            if before is not None:
                about = before.about
                del self._by_players[about.side, about.key, about.peer][folder]
                self._firsts.pop(folder, None)
            return
        self._file(entry)


def is_closed(entry: Entry, disk: Disk = REAL) -> bool:
    """Whether nothing more can be played: it has ended, or its log ends with a note."""
    if entry.ended is not None:
        return True
    try:
        records = parse(disk.read(log_place(entry.folder, disk), LOG_BYTES)).records
    except DataError:
        return False
    return bool(records) and note.parse(records[-1]) is not None


def played_last(matches: Iterable[Entry]) -> Entry:
    """The match of several whose log was written last."""
    return max(matches, key=lambda entry: (played_at(entry.folder), entry.name))


def played_at(folder: Path) -> int:
    """When the match in a folder was played last: when its log was written, in ns since the epoch (UTC); 0 where that
    cannot be told.
    """
    try:
        return os.stat(log_place(folder)).st_mtime_ns
    except (DataError, OSError, ValueError):  # ValueError: a name that no file can have
        return 0


def awaited(matches: Iterable[Entry], side: int, key: bytes) -> list[Entry]:
    """Those of several that `key` plays on this side and that go on when the other comes: of each opponent's the one
    played last, and first the one played last of all.
    """
    mine = [entry for entry in matches if (entry.about.side, entry.about.key) == (side, key.hex())]
    found: dict[str, Entry] = {}
    for entry in sorted(mine, key=lambda entry: (played_at(entry.folder), entry.name), reverse=True):
        if entry.ended is None and entry.about.peer not in found and goes_on(entry):
            found[entry.about.peer] = entry
    return list(found.values())


def goes_on(entry: Entry, disk: Disk = REAL) -> bool:
    """Whether both sides have agreed to the match and there is more to be played, as far as unverified records tell."""
    try:
        records = parse(disk.read(log_place(entry.folder, disk), LOG_BYTES)).records
        return len(records) >= AGREED and not _ends(records[-1])
    except (DataError, Refusal):
        return False


def _ends(record: bytes) -> bool:
    """Whether nothing is played after this record: it is a note, or signs the result. Raises `Refusal`."""
    return note.parse(record) is not None or envelope.parse(record).body.type == "final"


def find(matches: Path, name: str, disk: Disk = REAL) -> Entry:
    """The match of this name, or the one whose name has this in it.

    Raises `DataError`: `match-unknown`, `match-ambiguous`, and what is wrong with the files of a match that is named
    in full.
    """
    for folder in disk.folders(matches):
        if folder.name == name:
            return _read(folder, disk)
    everything = entries(matches, disk)
    for fits in (
        [entry for entry in everything if entry.name.startswith(name)],
        [entry for entry in everything if name in entry.name],
    ):
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise DataError("match-ambiguous", path=name)
    raise DataError("match-unknown", path=name)
