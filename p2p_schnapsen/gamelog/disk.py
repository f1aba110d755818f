"""What a match needs of a disk, and the real one. A test may bring another, which forgets as disks do in a crash."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from p2p_schnapsen import files
from p2p_schnapsen.errors import DataError

_BINARY = getattr(os, "O_BINARY", 0)


class Appender(Protocol):
    """A file that grows. All errors are `DataError`."""

    def append(self, data: bytes) -> None:
        """Put `data` at the end, and on the disk; where that fails, the file is as it was."""
        ...

    def cut(self, size: int) -> None:
        """Shorten the file to `size` bytes."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class Disk(Protocol):
    """Folders and private files. All errors are `DataError`, with the path."""

    def open_folder(self, path: Path) -> None: ...
    def folders(self, path: Path) -> list[Path]: ...
    def files(self, path: Path) -> list[Path]: ...
    def exists(self, path: Path) -> bool: ...
    def read(self, path: Path, limit: int) -> bytes: ...
    def write(self, path: Path, data: bytes) -> None: ...
    def create(self, path: Path) -> Appender: ...
    def reopen(self, path: Path) -> Appender: ...
    def remove(self, path: Path) -> None: ...
    def lock(self, path: Path) -> Callable[[], None]: ...


class RealDisk:
    """The system's."""

    def open_folder(self, path: Path) -> None:
        """Make a folder (0700), or check the one that is there; the names in it last from now on."""
        with files.reported(path, "cannot-write"):
            for folder in reversed(path.parents):
                if not folder.exists():
                    folder.mkdir(mode=files.PRIVATE_FOLDER, exist_ok=True)
                    files.sync_folder(folder.parent)
            there = os.path.lexists(path)
        files.open_folder(path)
        if there:
            # Who gave them may have been killed before it could sync.
            with files.reported(path, "cannot-write"):
                files.sync_folder(path)

    def folders(self, path: Path) -> list[Path]:
        """The real folders in a folder; none where there is no such folder."""
        with files.reported(path, "cannot-read"):
            return [entry for entry in self._entries(path) if entry.is_dir() and not entry.is_symlink()]

    def files(self, path: Path) -> list[Path]:
        """The other things in a folder."""
        with files.reported(path, "cannot-read"):
            return [entry for entry in self._entries(path) if entry.is_symlink() or not entry.is_dir()]

    def _entries(self, path: Path) -> list[Path]:
        return sorted(path.iterdir()) if path.is_dir() else []

    def exists(self, path: Path) -> bool:
        """Whether something has this name, if only a broken link."""
        return os.path.lexists(path)

    def read(self, path: Path, limit: int) -> bytes:
        """A private file."""
        return files.read_private(path, limit)

    def write(self, path: Path, data: bytes) -> None:
        """Write a private file whole or not at all; on the disk when this returns."""
        files.atomic_write(path, data)

    def create(self, path: Path) -> Appender:
        """A new private file. `file-exists` where the name is taken."""
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | _BINARY, 0o600)
        except FileExistsError as error:
            raise DataError("file-exists", path=str(path)) from error
        except (OSError, ValueError) as error:
            raise DataError("cannot-write", path=str(path), reason=getattr(error, "strerror", str(error))) from error
        with files.reported(path, "cannot-write"):
            files.sync_folder(path.parent)
        return _File(path, descriptor)

    def reopen(self, path: Path) -> Appender:
        """A file made by `create` earlier."""
        with files.reported(path, "cannot-write"):
            flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
            return _File(path, os.open(path, flags | _BINARY))

    def remove(self, path: Path) -> None:
        """Remove a file or an empty folder, if it is there."""
        with files.reported(path, "cannot-write"):
            if path.is_dir() and not path.is_symlink():
                path.rmdir()
            else:
                path.unlink(missing_ok=True)

    def lock(self, path: Path) -> Callable[[], None]:
        """Take a lock that ends with this process at the latest; what to call to let go. `locked` where it is taken."""
        from filelock import FileLock, Timeout  # a tenth of a second, which reading a log need not take

        lock = FileLock(path)
        with files.reported(path, "cannot-write"):
            try:
                lock.acquire(blocking=False)
            except Timeout as error:
                raise DataError("locked", path=str(path.parent)) from error
        return lock.release


class _File:
    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._file = os.fdopen(descriptor, "wb", buffering=0)

    def append(self, data: bytes) -> None:
        before = os.fstat(self._file.fileno()).st_size
        with files.reported(self._path, "cannot-write"):
            try:
                view = memoryview(data)
                while view:
                    view = view[self._file.write(view) :]
                os.fsync(self._file.fileno())
            except OSError:
                os.ftruncate(self._file.fileno(), before)
                raise

    def cut(self, size: int) -> None:
        with files.reported(self._path, "cannot-write"):
            os.ftruncate(self._file.fileno(), size)
            os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


REAL = RealDisk()
