"""Private files, written whole or not at all. Below `gamelog` and `profile`, which both keep secrets on disk."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from p2p_schnapsen.errors import DataError

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700


def private_folder(path: Path) -> None:
    """Make a folder that only its owner can enter, with its parents; one that is there must be such a folder.

    Raises `DataError`: `unsafe-link`, `not-a-folder`, `unsafe-owner`, `unsafe-permissions`; `OSError` otherwise.
    """
    path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    try:
        path.mkdir(mode=PRIVATE_FOLDER)
    except FileExistsError:
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            raise DataError("unsafe-link", path=str(path)) from None
        if not stat.S_ISDIR(status.st_mode):
            raise DataError("not-a-folder", path=str(path)) from None
        check_private(path, status)
    else:
        sync_folder(path.parent)


def check_private(path: Path, status: os.stat_result) -> None:
    """Raises `DataError` unless `path` is ours and closed to everybody else: `unsafe-owner`, `unsafe-permissions`."""
    if status.st_uid != os.geteuid():
        raise DataError("unsafe-owner", path=str(path))
    if stat.S_IMODE(status.st_mode) & 0o077:
        raise DataError("unsafe-permissions", path=str(path), mode=f"{stat.S_IMODE(status.st_mode):04o}")


def read_private(path: Path, limit: int) -> bytes:
    """A private file of at most `limit` bytes. Raises `DataError` (also `unsafe-link`, `too-large`) or `OSError`."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        if path.is_symlink():
            raise DataError("unsafe-link", path=str(path)) from error
        raise
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise DataError("not-a-file", path=str(path))
        check_private(path, status)
        data = file.read(limit + 1)
    if len(data) > limit:
        raise DataError("too-large", path=str(path))
    return data


def write_private(path: Path, data: bytes, *, replace: bool = True) -> None:
    """Write a 0600 file so that after a crash there is either the old one or the new one, and it is on the disk.

    With `replace` false, a file that is there stays: `FileExistsError`. Raises `OSError`.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        if replace:
            os.replace(name, path)
        else:
            os.link(name, path)
            os.unlink(name)
    except BaseException:
        os.unlink(name)
        raise
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Put a folder's entries on the disk. Does nothing where folders cannot be opened (Windows)."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
