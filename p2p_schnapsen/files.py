"""Private files and folders, made and read safely. Below `gamelog` and `profile`, which both keep secrets on disk.

Windows has neither these modes nor owners; there only the kind of each file is checked.

Errors are DataError with `path`: `folder-missing`, `folder-symlink`, `not-a-folder`, `folder-owner`,
`folder-permissions`, `file-missing`, `file-symlink`, `not-a-file`, `file-owner`, `file-permissions`, `file-size`,
`file-exists`, `disk-full`, `cannot-read` and `cannot-write` (with the system's `reason`).
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from p2p_schnapsen.errors import DataError

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
BY_OTHERS = 0o077
WRITTEN_BY_OTHERS = 0o022

POSIX = os.name == "posix"


def open_folder(path: Path, *, forbidden: int = BY_OTHERS) -> None:
    """Makes a folder (0700) whose parent is there, or checks the one that is. Raises DataError.

    Refused are links, other owners, and any of the mode bits in `forbidden`.
    """
    with reported(path, "cannot-write"):
        try:
            os.mkdir(path, PRIVATE_FOLDER)
        except FileExistsError:
            pass
        else:
            sync_folder(path.parent)
    check_folder(path, forbidden=forbidden)


def check_folder(path: Path, *, forbidden: int = BY_OTHERS) -> None:
    """Raises DataError unless `path` is a real folder of ours without any of the mode bits in `forbidden`."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        raise DataError("folder-missing", path=str(path)) from None
    except OSError as error:
        raise DataError("cannot-read", path=str(path), reason=_reason(error)) from error
    if stat.S_ISLNK(status.st_mode):
        raise DataError("folder-symlink", path=str(path))
    if not stat.S_ISDIR(status.st_mode):
        raise DataError("not-a-folder", path=str(path))
    _check_access("folder", path, status, forbidden)


def _check_access(kind: str, path: Path, status: os.stat_result, forbidden: int) -> None:
    if not POSIX:
        return
    if status.st_uid != os.geteuid():
        raise DataError(f"{kind}-owner", path=str(path))
    if status.st_mode & forbidden:
        raise DataError(f"{kind}-permissions", path=str(path), mode=f"{stat.S_IMODE(status.st_mode):04o}")


def read_private(path: Path, limit: int) -> bytes:
    """A private file of at most `limit` bytes: a plain file, ours, with no access for others. Raises DataError."""
    return _read(path, limit, getattr(os, "O_NOFOLLOW", 0), BY_OTHERS)


def read_plain(path: Path, limit: int, *, forbidden: int | None = None) -> bytes:
    """A file of at most `limit` bytes that keeps no secret, perhaps behind a link. Raises DataError.

    It must be a plain file; with `forbidden` also ours and without any of these mode bits.
    """
    return _read(path, limit, 0, forbidden)


def _read(path: Path, limit: int, nofollow: int, forbidden: int | None) -> bytes:
    # Non-blocking, so that a pipe put in its place cannot hold us up.
    flags = os.O_RDONLY | nofollow | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        raise DataError("file-missing", path=str(path)) from None
    except OSError as error:
        if nofollow and os.path.islink(path):  # unlike the path's own method, this never raises
            raise DataError("file-symlink", path=str(path)) from error
        raise DataError("cannot-read", path=str(path), reason=_reason(error)) from error
    try:
        with reported(path, "cannot-read"):
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise DataError("not-a-file", path=str(path))
            if forbidden is not None:
                _check_access("file", path, status, forbidden)
            data = b""
            while len(data) <= limit and (more := os.read(descriptor, limit + 1 - len(data))):
                data += more
    finally:
        os.close(descriptor)
    if len(data) > limit:
        raise DataError("file-size", path=str(path), limit=limit)
    return data


def atomic_write(path: Path, data: bytes, mode: int = PRIVATE_FILE, *, replace: bool = True) -> None:
    """Writes a file so that, whatever happens, it is there whole or not at all. On disk when this returns.

    A link in its place is replaced, not followed.  With `replace` false an existing file stays and DataError
    `file-exists` is raised; of several processes that try, one wins.  Raises DataError.
    """
    with reported(path, "cannot-write"):
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with open(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                if POSIX:
                    os.fchmod(descriptor, mode)
                os.fsync(descriptor)
            if replace:
                os.replace(name, path)
            else:
                _link(name, path)
        finally:
            with suppress(FileNotFoundError):  # gone where it has become the file
                os.unlink(name)
        sync_folder(path.parent)


def _link(name: str, path: Path) -> None:
    # Unlike a rename, a link never takes the place of a file that is there.
    try:
        os.link(name, path)
    except FileExistsError:
        raise DataError("file-exists", path=str(path)) from None


def sync_folder(path: Path) -> None:
    """Makes new names in a folder last. Windows needs and knows nothing of the kind."""
    if POSIX:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def reported(path: Path, code: str) -> Iterator[None]:
    """Turns the system's errors into DataError: `disk-full`, or `code` with the `reason`."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DataError("disk-full", path=str(path)) from error
        raise DataError(code, path=str(path), reason=_reason(error)) from error


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
