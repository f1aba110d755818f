"""Frames of a log file, records, bodies, end notes (spec: log-file, records, silence)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.independent import eddsa
from tests.support.independent.encoding import PROTOCOL, Item, Malformed, digest, tup, unpack, unpack_loosely

MAGIC = bytes.fromhex("89 50325053 43484E41 5053454E 0D0A")
VERSION = 1
FRAME = 16384
SEQ = 2**20 - 1
SECONDS = 2**32 - 1
TYPE = 16
NOWHERE = bytes(64)


@dataclass(frozen=True)
class Record:
    """One record as it was read: the body's bytes, and what stands in it."""

    body: bytes
    signature: bytes
    version: int
    game_id: bytes
    seq: int
    side: int
    prev: bytes
    type: str
    payload: bytes
    problem: str | None
    """`body-not-canonical` or `body-version`."""

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature holds under this key."""
        return eddsa.holds(key, tup(PROTOCOL, "record", self.body), self.signature)


@dataclass(frozen=True)
class Note:
    """An end note."""

    body: bytes
    signature: bytes
    game_id: bytes
    seq: int
    side: int
    head: bytes
    seconds: int

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature holds under this key."""
        return eddsa.holds(key, tup(PROTOCOL, "silent", self.body), self.signature)


def next_head(head: bytes, body: bytes) -> bytes:
    """The head after a body."""
    return digest("head", head, body)


def frames(data: bytes) -> tuple[list[bytes], str | None, bool]:
    """(the frames behind the 16 bytes, the code of what ends them, whether an unfinished one follows)."""
    out: list[bytes] = []
    at = 16
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if len(data) - at >= 4 and not 1 <= length <= FRAME:
            return out, "frame-size", False
        if len(data) - at < 4 + length or len(data) - at < 4:
            return out, None, True
        out.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    return out, None, False


def parse(data: bytes) -> Record | Note | None:
    """What a frame holds, or None where it cannot be read."""
    try:
        outer = unpack(data)
    except Malformed:
        return None
    if not isinstance(outer, list) or len(outer) != 2:
        return None
    body, signature = outer
    if not isinstance(body, bytes) or not isinstance(signature, bytes) or len(signature) != 64:
        return None
    try:
        fields, canonical = unpack_loosely(body)
    except Malformed:
        return None
    if not isinstance(fields, list):
        return None
    if len(fields) == 6:
        return _note(body, signature, fields) if canonical else None
    return _record(body, signature, fields, canonical)


def _record(body: bytes, signature: bytes, fields: list[Item], canonical: bool) -> Record | None:
    if len(fields) != 7:
        return None
    version, game_id, seq, side, prev, kind, payload = fields
    if not isinstance(version, int) or not isinstance(seq, int) or side not in (0, 1) or not isinstance(side, int):
        return None
    if not isinstance(game_id, bytes) or not isinstance(prev, bytes) or len(game_id) != 64 or len(prev) != 64:
        return None
    if not isinstance(kind, str) or not isinstance(payload, bytes) or seq > SEQ or len(kind) > TYPE:
        return None
    problem = None if canonical else "body-not-canonical"
    if problem is None and version != VERSION:
        problem = "body-version"
    return Record(body, signature, version, game_id, seq, side, prev, kind, payload, problem)


def _note(body: bytes, signature: bytes, fields: list[Item]) -> Note | None:
    version, game_id, seq, side, head, seconds = fields
    if version != VERSION or side not in (0, 1) or not isinstance(side, int):
        return None
    if not isinstance(game_id, bytes) or not isinstance(head, bytes) or len(game_id) != 64 or len(head) != 64:
        return None
    if not isinstance(seq, int) or not isinstance(seconds, int) or seq > SEQ or seconds > SECONDS:
        return None
    return Note(body, signature, game_id, seq, side, head, seconds)
