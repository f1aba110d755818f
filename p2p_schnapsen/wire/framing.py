"""Frames: a u32 big-endian length, then that many bytes. Used on the channel and in the log file."""

from __future__ import annotations

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.wire.limits import FRAME_BYTES

PREFIX = 4


def encode(payload: bytes, cap: int = FRAME_BYTES) -> bytes:
    """One frame around `payload` (1..cap bytes). Raises `WireError` where it does not fit."""
    if not 1 <= len(payload) <= cap:
        raise WireError("frame-size", size=len(payload), cap=cap)
    return len(payload).to_bytes(PREFIX, "big") + payload


class Frames:
    """Cuts a byte stream into frames; holds at most one unfinished frame.

    A length outside 1..`cap` is refused as soon as its four bytes are there, before anything is stored for it.
    """

    def __init__(self, cap: int = FRAME_BYTES) -> None:
        self.cap = cap
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that `data` completes, in order. Raises `WireError("frame-size")`."""
        self._buffer += data
        payloads = []
        while len(self._buffer) >= PREFIX:
            size = int.from_bytes(self._buffer[:PREFIX], "big")
            if not 1 <= size <= self.cap:
                raise WireError("frame-size", size=size, cap=self.cap)
            if len(self._buffer) < PREFIX + size:
                break
            payloads.append(bytes(self._buffer[PREFIX : PREFIX + size]))
            del self._buffer[: PREFIX + size]
        return payloads

    @property
    def pending(self) -> int:
        """Bytes of an unfinished frame that have arrived."""
        return len(self._buffer)
