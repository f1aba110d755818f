"""Locks between processes, for files that are read, changed and written again.

`filelock` on a file of its own beside the data: the operating system's lock (flock, LockFileEx), which ends with its
holder however that ends.  Its fallback, a *soft* lock, is switched off: that one is only a file that is there, and
would shut us out for good after a crash.  The library must not follow a link in the lock's place (before 3.20.1 it
emptied what the link led to), nor delete the file on release as some 3.x do: who waits would then lock nothing.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.files import PRIVATE_FILE, reported

SECONDS: Final = 10.0
"""How long another process may keep us waiting; each holds the lock for one reading and one writing."""
POLL: Final = 0.01


@contextmanager
def held(path: Path, seconds: float = SECONDS) -> Iterator[None]:
    """Holds the lock of this file, made where it is not there yet; its folder must be there.

    Raises DataError `profile-busy` where others hold it all the time, `file-symlink`, `not-a-file`, `cannot-write`.
    """
    from filelock import FileLock, Timeout  # takes a tenth of a second, which listing and playing need not pay

    with reported(path, "cannot-write"):
        _check(path)
        lock = FileLock(path, timeout=seconds, mode=PRIVATE_FILE, poll_interval=POLL, fallback_to_soft=False)
        try:
            lock.acquire()
        except Timeout:
            raise DataError("profile-busy", path=str(path)) from None
    try:
        yield
    finally:
        lock.release()


def _check(path: Path) -> None:
    """Says plainly what is in the way; should it come after this, the lock does not follow it either."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISLNK(mode):
        raise DataError("file-symlink", path=str(path))
    if not stat.S_ISREG(mode):
        raise DataError("not-a-file", path=str(path))
