"""The files of a match: the log and, apart from it, the secrets. The only file I/O of the log.

A match lies in a folder of its own::

    <matches>/<date>-<id>/
      game.log        the log (or `--log FILE` elsewhere, with its path in `game.path`)
      secrets/        0700; one 0600 file a secret, written and fsynced before the record that uses it is made
      lock            held by the one process that plays the match
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.files import atomic_write, open_folder, reported, sync_folder
from p2p_schnapsen.gamelog import format as log_format

_BINARY = getattr(os, "O_BINARY", 0)

LOG_BYTES = 64 * 1024 * 1024
"""Longest log that is read; a match of 1,000 deals has under 30 MB."""


def read_log(path: Path) -> bytes:
    """The bytes of a log file. Raises `DataError`: file-missing, not-a-file, file-size, cannot-read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY)
    except FileNotFoundError as error:
        raise DataError("file-missing", path=str(path)) from error
    except (OSError, ValueError) as error:
        raise DataError("cannot-read", path=str(path), reason=_reason(error)) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise DataError("not-a-file", path=str(path))
    with reported(path, "cannot-read"), open(descriptor, "rb") as file:
        data = file.read(LOG_BYTES + 1)
    if len(data) > LOG_BYTES:
        raise DataError("file-size", path=str(path), limit=LOG_BYTES)
    return data


class MatchStore:
    """The folder of one match, owned by this process until `close`. Use it as a context manager."""

    def __init__(self, folder: Path, log_path: Path | None = None) -> None:
        """Make a new folder and log; nothing that exists is ever overwritten.

        Raises `DataError`: what `files` raises, and `locked` where another process plays this match.
        """
        self.folder = folder
        self.log_path = (log_path or folder / "game.log").absolute()
        self._lock = FileLock(folder / "lock")
        self._log: BinaryIO | None = None
        with reported(folder, "cannot-write"):
            folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        open_folder(folder)
        open_folder(folder / "secrets")
        try:
            self._lock.acquire(blocking=False)
        except Timeout as error:
            raise DataError("locked", path=str(folder)) from error
        try:
            self._begin(log_path)
        except DataError:
            self.close()
            raise

    def _begin(self, log_path: Path | None) -> None:
        path = self.log_path
        for other in (self.folder / "game.log", self.folder / "game.path"):
            if os.path.lexists(other):
                raise DataError("file-exists", path=str(other))
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | _BINARY, 0o600)
        except FileExistsError as error:
            raise DataError("file-exists", path=str(path)) from error
        except (OSError, ValueError) as error:
            raise DataError("cannot-write", path=str(path), reason=_reason(error)) from error
        self._log = os.fdopen(descriptor, "wb", buffering=0)
        with reported(path, "cannot-write"):
            self._write(log_format.HEADER)
            sync_folder(path.parent)
        if log_path is not None:
            atomic_write(self.folder / "game.path", os.fsencode(path))

    def put_secret(self, name: str, secret: bytes) -> None:
        """Store a secret for good, before anything made from it is shown. `name` is one of the seat's own."""
        atomic_write(self.folder / "secrets" / name, secret)

    def append(self, record: bytes) -> None:
        """Put a record at the end of the log and on the disk, before it is sent or acted on.

        Raises `DataError`: `disk-full`, `cannot-write`; what an interrupted write left behind is cut off again.
        """
        assert self._log is not None
        before = os.fstat(self._log.fileno()).st_size
        with reported(self.log_path, "cannot-write"):
            try:
                self._write(log_format.frame(record))
            except OSError:
                os.ftruncate(self._log.fileno(), before)
                raise

    def discard(self) -> None:
        """Remove the whole match: only for an offer that nobody accepted, which binds nobody."""
        self.close()
        for path in (self.log_path, self.folder / "game.path", *(self.folder / "secrets").iterdir()):
            path.unlink(missing_ok=True)
        (self.folder / "secrets").rmdir()
        (self.folder / "lock").unlink(missing_ok=True)
        self.folder.rmdir()

    def close(self) -> None:
        """Let go of the match."""
        if self._log is not None:
            self._log.close()
            self._log = None
        self._lock.release()

    def __enter__(self) -> MatchStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        assert self._log is not None
        view = memoryview(data)
        while view:
            view = view[self._log.write(view) :]
        os.fsync(self._log.fileno())


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
