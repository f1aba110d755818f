"""A disk in memory that forgets as disks do: what was not synced may be lost in a crash, in whole or in part.

Every operation of `gamelog.disk.Disk` is taken apart into the steps of the real one; before and after each, `step` is
called, which may raise `Crash`. Data survive a loss of power up to any byte of what was not synced; names in a folder
in the order in which they were given, up to any of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from p2p_schnapsen.errors import DataError


class Crash(BaseException):
    """The process is no more. Not an `Exception`: nothing in the program may think that it could go on."""


@dataclass(slots=True, eq=False)
class File:
    """What programs see of a file, and what of it is on the disk."""

    data: bytes = b""
    safe: bytes = b""

    def survive(self, luck: random.Random) -> None:
        """The power is gone: the synced part is there, and any prefix of what was appended since, perhaps with zeros
        for the rest.
        """
        if len(self.data) < len(self.safe):
            # Shortened, and not synced: it was, or it was not.
            self.data = luck.choice((self.data, self.safe))
        else:
            size = luck.randint(len(self.safe), len(self.data))
            self.data = self.data[:size] + luck.choice((b"", b"", bytes(len(self.data) - size)))
        self.safe = self.data


class Folder(NamedTuple):
    """A folder is nothing but its name."""


Node = File | Folder
Naming = tuple[tuple[Path, Node | None], ...]
"""Names that are given or (None) taken away at once, as by a rename."""


@dataclass(slots=True)
class Picture:
    """The content of a disk at some time: (path, bytes; None for a folder)."""

    nodes: tuple[tuple[Path, bytes | None], ...]


@dataclass
class SimulatedDisk:
    """A `gamelog.disk.Disk`. `step` is told what is about to happen; `full` whether there is no more room."""

    step: Callable[[str], None]
    full: Callable[[], bool]
    nodes: dict[Path, Node] = field(default_factory=dict)
    _safe: dict[Path, Node] = field(default_factory=dict)
    _pending: dict[Path, list[Naming]] = field(default_factory=dict)
    """Folder -> what was named in it and is not synced yet, in order."""
    _locked: list[Path] = field(default_factory=list)

    # -- what befalls it -------------------------------------------------------------------------------------

    def kill(self) -> None:
        """The process is gone; the system goes on, and writes all that it was given."""
        self._locked.clear()

    def lose_power(self, luck: random.Random) -> None:
        """The machine is gone."""
        self._locked.clear()
        for namings in self._pending.values():
            for naming in namings[: luck.randint(0, len(namings))]:
                _name(self._safe, naming)
        self._pending.clear()
        self.nodes = {path: node for path, node in self._safe.items() if self._reachable(path)}
        self._safe = dict(self.nodes)
        for node in self.nodes.values():
            if isinstance(node, File):
                node.survive(luck)

    def _reachable(self, path: Path) -> bool:
        return all(parent in self._safe for parent in path.parents if parent != parent.parent)

    def picture(self) -> Picture:
        """What is on it now."""
        return Picture(tuple((p, n.data if isinstance(n, File) else None) for p, n in self.nodes.items()))

    def set_back(self, picture: Picture) -> None:
        """Somebody has put an older copy in its place."""
        self._pending.clear()
        self.nodes = {path: Folder() if data is None else File(data, data) for path, data in picture.nodes}
        self._safe = dict(self.nodes)

    # -- the steps that all operations are made of ------------------------------------------------------------

    def _rename(self, *naming: tuple[Path, Node | None]) -> None:
        _name(self.nodes, naming)
        self._pending.setdefault(naming[0][0].parent, []).append(naming)

    def _sync_folder(self, folder: Path) -> None:
        self.step("before the folder is synced")
        for naming in self._pending.pop(folder, ()):
            _name(self._safe, naming)
        self.step("after the folder is synced")

    def _put(self, path: Path, file: File, data: bytes) -> None:
        """Append and sync; where there is no room, some of it is there."""
        self.step("before it is written")
        before = file.data
        if self.full():
            file.data += data[: len(data) // 2]
            self.step("with the disk full")
            file.data = before
            raise DataError("disk-full", path=str(path))
        file.data += data
        self.step("before it is synced")
        file.safe = file.data
        self.step("after it is synced")

    def _file(self, path: Path) -> File:
        node = self.nodes.get(path)
        if node is None:
            raise DataError("file-missing", path=str(path))
        if not isinstance(node, File):
            raise DataError("not-a-file", path=str(path))
        return node

    def _children(self, path: Path, kind: type[Node]) -> list[Path]:
        return sorted(p for p, node in self.nodes.items() if p.parent == path and isinstance(node, kind))

    # -- what the program sees -------------------------------------------------------------------------------

    def open_folder(self, path: Path) -> None:
        """See `RealDisk`, here and below."""
        for folder in (*reversed(path.parents[:-1]), path):
            if folder not in self.nodes:
                self.step("before a folder is made")
                self._rename((folder, Folder()))
                self._sync_folder(folder.parent)
            elif folder == path:
                self._sync_folder(path)

    def folders(self, path: Path) -> list[Path]:
        return self._children(path, Folder)

    def files(self, path: Path) -> list[Path]:
        return self._children(path, File)

    def exists(self, path: Path) -> bool:
        return path in self.nodes

    def read(self, path: Path, limit: int) -> bytes:
        data = self._file(path).data
        if len(data) > limit:
            raise DataError("file-size", path=str(path), limit=limit)
        return data

    def write(self, path: Path, data: bytes) -> None:
        temporary = path.with_name(f".{path.name}.{len(self.nodes)}")
        self.step("before a file is made")
        file = File()
        self._rename((temporary, file))
        try:
            self._put(path, file, data)
        except DataError:
            self._rename((temporary, None))
            raise
        self._rename((path, file), (temporary, None))
        self._sync_folder(path.parent)

    def create(self, path: Path) -> SimulatedAppender:
        self.step("before a file is made")
        if path in self.nodes:
            raise DataError("file-exists", path=str(path))
        if path.parent not in self.nodes:
            raise DataError("cannot-write", path=str(path), reason="No such folder")
        self._rename((path, File()))
        self._sync_folder(path.parent)
        return SimulatedAppender(self, path, self._file(path))

    def reopen(self, path: Path) -> SimulatedAppender:
        return SimulatedAppender(self, path, self._file(path))

    def remove(self, path: Path) -> None:
        self.step("before a name is removed")
        if any(other.parent == path for other in self.nodes):
            raise DataError("cannot-write", path=str(path), reason="Directory not empty")
        if path in self.nodes:
            self._rename((path, None))
        self.step("after a name is removed")

    def lock(self, path: Path) -> Callable[[], None]:
        if path in self._locked:
            raise DataError("locked", path=str(path.parent))
        if path not in self.nodes:
            self._rename((path, File()))
        self._locked.append(path)
        return lambda: self._locked.remove(path) if path in self._locked else None


@dataclass(slots=True)
class SimulatedAppender:
    """A `gamelog.disk.Appender`."""

    disk: SimulatedDisk
    path: Path
    file: File

    def append(self, data: bytes) -> None:
        """See `Appender`, here and below."""
        self.disk._put(self.path, self.file, data)

    def cut(self, size: int) -> None:
        self.disk.step("before a file is cut")
        self.file.data = self.file.data[:size]
        self.disk.step("before the cut is synced")
        self.file.safe = self.file.data
        self.disk.step("after the cut is synced")

    def close(self) -> None:
        pass


def _name(nodes: dict[Path, Node], naming: Naming) -> None:
    for path, node in naming:
        if node is None:
            nodes.pop(path, None)
        else:
            nodes[path] = node
