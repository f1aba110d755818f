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
from p2p_schnapsen.files import private_folder, sync_folder, write_private
from p2p_schnapsen.gamelog import format as log_format

LOG_BYTES = 64 * 1024 * 1024
"""Longest log that is read; a match of 1,000 deals has under 30 MB."""


def read_log(path: Path) -> bytes:
    """The bytes of a log file. Raises `DataError`: not there, not a regular file, too large, not readable."""
    try:
        with path.open("rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise DataError("not-a-file", path=str(path))
            data = file.read(LOG_BYTES + 1)
    except FileNotFoundError as error:
        raise DataError("no-such-file", path=str(path)) from error
    except IsADirectoryError as error:
        raise DataError("not-a-file", path=str(path)) from error
    except (OSError, ValueError) as error:
        raise DataError("not-readable", path=str(path), problem=_problem(error)) from error
    if len(data) > LOG_BYTES:
        raise DataError("log-too-large", path=str(path))
    return data


class MatchStore:
    """The folder of one match, owned by this process until `close`. Use it as a context manager."""

    def __init__(self, folder: Path, log_path: Path | None = None) -> None:
        """Make a new folder and log; nothing that exists is ever overwritten.

        Raises `DataError`: `exists`, `locked`, `not-writable`.
        """
        self.folder = folder
        self.log_path = (log_path or folder / "game.log").absolute()
        self._lock = FileLock(folder / "lock")
        self._log: BinaryIO | None = None
        try:
            private_folder(folder)
            private_folder(folder / "secrets")
            self._lock.acquire(blocking=False)
            if log_path is not None:
                write_private(folder / "game.path", str(self.log_path).encode())
            descriptor = os.open(self.log_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
            self._log = os.fdopen(descriptor, "wb", buffering=0)
            self._write(log_format.HEADER)
            sync_folder(self.log_path.parent)
        except Timeout as error:
            raise DataError("locked", path=str(folder)) from error
        except FileExistsError as error:
            self.close()
            raise DataError("exists", path=str(self.log_path)) from error
        except (OSError, ValueError) as error:
            self.close()
            raise DataError("not-writable", path=str(self.log_path), problem=_problem(error)) from error

    def put_secret(self, name: str, secret: bytes) -> None:
        """Store a secret for good, before anything made from it is shown. `name` is one of the seat's own."""
        path = self.folder / "secrets" / name
        try:
            write_private(path, secret)
        except OSError as error:
            raise DataError("not-writable", path=str(path), problem=_problem(error)) from error

    def append(self, record: bytes) -> None:
        """Put a record at the end of the log and on the disk, before it is sent or acted on.

        Raises `DataError("not-writable")`; what an interrupted write left behind is cut off again.
        """
        assert self._log is not None
        before = os.fstat(self._log.fileno()).st_size
        try:
            self._write(log_format.frame(record))
        except OSError as error:
            os.ftruncate(self._log.fileno(), before)
            raise DataError("not-writable", path=str(self.log_path), problem=_problem(error)) from error

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


def _problem(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
