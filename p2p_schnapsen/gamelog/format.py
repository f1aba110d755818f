"""The log file: a 16-byte header, then the records of the game as frames. Specified in section `log-file`.

Pure: bytes in, bytes out.
"""

from __future__ import annotations

from typing import NamedTuple

from p2p_schnapsen.errors import DataError, WireError
from p2p_schnapsen.wire import framing

VERSION = 1
MAGIC = b"\x89P2PSCHNAPSEN\r\n"
HEADER = MAGIC + bytes([VERSION])
"""The first byte is not ASCII and a line ending follows: transfers that mangle a binary file show at once."""


class LogFile(NamedTuple):
    """The whole frames of a log, and the bytes after the last of them.

    `torn` counts trailing bytes of an unfinished frame; `broken` says that a frame has an impossible length.
    """

    records: tuple[bytes, ...]
    torn: int
    broken: bool


def frame(record: bytes) -> bytes:
    """The bytes that append `record` to a log."""
    return framing.encode(record)


def parse(data: bytes) -> LogFile:
    """Cut a log file into records. Raises `DataError("not-a-log")` without the header, "log-version" for another."""
    if not data.startswith(MAGIC):
        raise DataError("not-a-log")
    if len(data) < len(HEADER) or data[len(MAGIC)] != VERSION:
        raise DataError("log-version")
    frames = framing.Frames()
    records: list[bytes] = []
    position = len(HEADER)
    while position < len(data):
        # One frame at a time, so that a broken length loses nothing of what comes before it.
        size = framing.PREFIX + int.from_bytes(data[position : position + framing.PREFIX], "big")
        try:
            records += frames.feed(data[position : position + size])
        except WireError:
            return LogFile(tuple(records), 0, broken=True)
        position += size
    return LogFile(tuple(records), frames.pending, broken=False)
