"""The files of a match: the log and, apart from it, the secrets. With `disk`, the only file I/O of the log.

A match lies in a folder of its own::

    <matches>/<date>-<id>-<side>/
      match.json      whose it is: our side, the other side's key, where it was met (see `About`)
      game.log        the log (or `--log FILE` elsewhere, with its path in `game.path`)
      secrets/        0700; one 0600 file a secret, written and synced before the record that uses it is made
      ended.json      how it ended, once nothing more is to be signed (see `Ended`)
      hints.json      how many hints our player has had, if any
      lock            held by the one process that plays the match
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError, Refusal
from p2p_schnapsen.files import reported
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.gamelog.disk import REAL, Appender, Disk
from p2p_schnapsen.wire import envelope, messages, note

LOG_BYTES = 64 * 1024 * 1024
"""Longest log that is read; a match of 1,000 deals has under 30 MB."""

SECRET_BYTES = 32
ABOUT_BYTES = 4096
PATH_BYTES = 16 * 1024


def read_log(path: Path) -> bytes:
    """The bytes of a log file. Raises `DataError`: file-missing, not-a-file, file-size, cannot-read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError as error:
        raise DataError("file-missing", path=str(path)) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError("cannot-read", path=str(path), reason=reason) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise DataError("not-a-file", path=str(path))
    with reported(path, "cannot-read"), open(descriptor, "rb") as file:
        data = file.read(LOG_BYTES + 1)
    if len(data) > LOG_BYTES:
        raise DataError("file-size", path=str(path), limit=LOG_BYTES)
    return data


@dataclass(frozen=True, slots=True)
class About:
    """What must be known of a match beside its log: our side (0 host), both keys (hex), where the other side was met
    (a guest: the host's address; a host: where it listened), and the day it began.
    """

    side: int
    key: str
    peer: str
    place: str
    begun: str

    def encode(self) -> bytes:
        """The content of `match.json`."""
        return json.dumps(asdict(self), indent=1).encode() + b"\n"

    @staticmethod
    def decode(data: bytes, path: Path) -> About:
        """Read such a content. Raises `DataError("match-damaged")`."""
        try:
            about = About(**_read_json(data))
        except (ValueError, TypeError) as error:
            raise DataError("match-damaged", path=str(path)) from error
        texts = (about.key, about.peer, about.place, about.begun)
        if not _side(about.side) or not all(type(text) is str and text.isprintable() for text in texts):
            raise DataError("match-damaged", path=str(path))
        if not all(re.fullmatch("[0-9a-f]{64}", key) for key in (about.key, about.peer)):
            raise DataError("match-damaged", path=str(path))
        return about


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match ended: a verdict, or "withdrawn"; side of the winner, and the score."""

    how: str
    winner: int | None = None
    score: tuple[int, int] | None = None

    def encode(self) -> bytes:
        """The content of `ended.json`."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @staticmethod
    def decode(data: bytes, path: Path) -> Ended:
        """Read such a content. Raises `DataError("match-damaged")`."""
        try:
            fields = _read_json(data)
            how, winner, score = fields["how"], fields["winner"], fields["score"]
        except (ValueError, KeyError) as error:
            raise DataError("match-damaged", path=str(path)) from error
        if type(how) is not str or not how.isprintable() or not (winner is None or _side(winner)):
            raise DataError("match-damaged", path=str(path))
        if score is not None and (type(score) is not list or [type(points) for points in score] != [int, int]):
            raise DataError("match-damaged", path=str(path))
        return Ended(how, winner, None if score is None else (score[0], score[1]))


def _read_json(data: bytes) -> dict[str, Any]:
    """An object, whatever is in it. Raises `ValueError`."""
    try:
        fields = json.loads(data)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    if type(fields) is not dict:
        raise ValueError("not an object")
    return fields


def _side(value: object) -> bool:
    return type(value) is int and value in (0, 1)


class MatchStore:
    """The folder of one match, owned by this process until `close`. Use it as a context manager."""

    about: About

    def __init__(
        self, folder: Path, log_path: Path | None = None, about: About | None = None, disk: Disk = REAL
    ) -> None:
        """Make a new folder and log; nothing that exists is ever overwritten.

        Raises `DataError`: what `files` raises, and `locked` where another process plays this match.
        """
        self._own(folder, disk)
        if about is not None:
            self.about = about
        self.log_path = (log_path or folder / "game.log").absolute()
        try:
            self._begin(log_path, about)
        except DataError:
            self.close()
            raise

    def _own(self, folder: Path, disk: Disk) -> None:
        self.folder = folder
        self._disk = disk
        self._log: Appender | None = None
        self._unlock: Callable[[], None] = lambda: None
        disk.open_folder(folder)
        disk.open_folder(folder / "secrets")
        self._unlock = disk.lock(folder / "lock")

    def _begin(self, log_path: Path | None, about: About | None) -> None:
        for other in (self.folder / "game.log", self.folder / "game.path", self.folder / "match.json"):
            if self._disk.exists(other):
                raise DataError("file-exists", path=str(other))
        self._log = self._disk.create(self.log_path)
        self._log.append(log_format.HEADER)
        if log_path is not None:
            self._disk.write(self.folder / "game.path", os.fsencode(self.log_path))
        if about is not None:
            self._disk.write(self.folder / "match.json", about.encode())

    @staticmethod
    def open(folder: Path, disk: Disk = REAL) -> tuple[MatchStore, tuple[bytes, ...], dict[str, bytes]]:
        """A match that was played before: its store, the log's entries, and the secrets by name.

        What an interrupted write left at the log's end was never sent, and is cut off.  Raises `DataError`: what
        `files` raises, `locked`, and `not-a-log`, `log-version`, `log-damaged` where the log is not one that we have
        written.
        """
        if not disk.exists(folder / "match.json"):
            raise DataError("file-missing", path=str(folder / "match.json"))
        store = MatchStore.__new__(MatchStore)
        store._own(folder, disk)
        try:
            store.about = About.decode(disk.read(folder / "match.json", ABOUT_BYTES), folder / "match.json")
            store.log_path = log_place(folder, disk)
            entries = store._reopen()
            paths = disk.files(folder / "secrets")
            secrets = {path.name: disk.read(path, SECRET_BYTES) for path in paths if not path.name.startswith(".")}
        except BaseException:
            store.close()
            raise
        return store, entries, {name: secret for name, secret in secrets.items() if len(secret) == SECRET_BYTES}

    def _reopen(self) -> tuple[bytes, ...]:
        data = self._disk.read(self.log_path, LOG_BYTES)
        if len(data) < len(log_format.HEADER) and log_format.HEADER.startswith(data):
            self._log = self._disk.reopen(self.log_path)
            self._log.cut(0)
            self._log.append(log_format.HEADER)
            return ()
        try:
            log = log_format.parse(data)
        except DataError as error:
            raise DataError(error.code, path=str(self.log_path)) from error
        records = log.records[:-1] if log.records and _never_written(log.records) else log.records
        size = len(log_format.HEADER) + _length(records)
        # Zeros may follow what was never written whole, also where its length was cut short to a smaller one.
        if log.broken and data[len(log_format.HEADER) + _length(log.records) :].strip(b"\0"):
            raise DataError("log-damaged", path=str(self.log_path), record=len(log.records))
        self._log = self._disk.reopen(self.log_path)
        # Also where nothing is cut off: a process that was killed may have written what it could not sync any more.
        self._log.cut(size)
        return records

    def put_secret(self, name: str, secret: bytes) -> None:
        """Store a secret for good, before anything made from it is shown. `name` is one of the seat's own."""
        self._disk.write(self.folder / "secrets" / name, secret)

    def append(self, record: bytes) -> None:
        """Put a record at the end of the log and on the disk, before it is sent or acted on.

        Raises `DataError`: `disk-full`, `cannot-write`; what an interrupted write left behind is cut off again.
        """
        assert self._log is not None
        self._log.append(log_format.frame(record))

    def count_hint(self) -> None:
        """Our player has had one more hint. Raises `DataError`."""
        count = hints_of(self.folder, self._disk) + 1
        self._disk.write(self.folder / "hints.json", json.dumps({"hints": count}).encode() + b"\n")

    def end(self, ended: Ended) -> None:
        """Nothing more will be signed: remember how it ended. The secrets have done their duty, and go."""
        place, content = self.folder / "ended.json", ended.encode()
        # Whoever is shown the end of an old match once more need not have room for it.
        if not self._disk.exists(place) or self._disk.read(place, ABOUT_BYTES) != content:
            self._disk.write(place, content)
        for path in self._disk.files(self.folder / "secrets"):
            self._disk.remove(path)

    def discard(self) -> None:
        """Remove the whole match: only for one that binds nobody. Interrupted, it leaves what is no match any more."""
        self.close()
        self._disk.remove(self.folder / "match.json")
        self._disk.open_folder(self.folder)  # so that no log can go before
        secrets = self.folder / "secrets"
        for path in (self.log_path, *self._disk.files(self.folder), *self._disk.files(secrets), secrets):
            self._disk.remove(path)
        self._disk.remove(self.folder)

    def close(self) -> None:
        """Let go of the match."""
        if self._log is not None:
            self._log.close()
            self._log = None
        self._unlock()
        self._unlock = lambda: None

    def __enter__(self) -> MatchStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _length(records: Sequence[bytes]) -> int:
    """Bytes that these records take in a log."""
    return sum(len(log_format.frame(record)) for record in records)


def _never_written(entries: Sequence[bytes]) -> bool:
    """Whether the last entry's write was cut short so that the file has its new length, but zeros for the rest.

    Nothing that was synced is lost by this: then signature and all were there.
    """
    entry = entries[-1]
    if not entry.endswith(b"\0"):
        return False
    try:
        ending = note.parse(entry)
        if ending is not None:
            side, signed, signature = ending.note.side, note.signed_message(ending.body_bytes), ending.signature
        else:
            record = envelope.parse(entry)
            side, signed, signature = record.body.side, envelope.signed_message(record.body_bytes), record.signature
        key = _key(entries, side)
        if key is not None:
            signing.verify(key, signed, signature)
    except Refusal:
        return True
    return False


def _key(entries: Sequence[bytes], side: int) -> bytes | None:
    """The key that a side's first record, the offer or the accept, brings; None where it is not there."""
    try:
        body = envelope.parse(entries[side]).body
        message = messages.decode(body.type, body.payload)
    except (IndexError, Refusal):
        return None
    return message.key if isinstance(message, messages.Offer | messages.Accept) else None


def hints_of(folder: Path, disk: Disk = REAL) -> int:
    """How many hints our player had in the match of this folder. Raises `DataError`."""
    path = folder / "hints.json"
    if not disk.exists(path):
        return 0
    try:
        hints = _read_json(disk.read(path, ABOUT_BYTES))["hints"]
    except (ValueError, KeyError) as error:
        raise DataError("match-damaged", path=str(path)) from error
    if type(hints) is not int or not 0 <= hints < 2**32:
        raise DataError("match-damaged", path=str(path))
    return hints


def log_place(folder: Path, disk: Disk = REAL) -> Path:
    """Where the log of the match in `folder` is. Raises `DataError`."""
    pointer = folder / "game.path"
    if not disk.exists(pointer):
        return (folder / "game.log").absolute()
    place = Path(os.fsdecode(disk.read(pointer, PATH_BYTES)))
    if not place.is_absolute() or "\0" in str(place):
        raise DataError("match-damaged", path=str(pointer))
    return place
