"""Records: msgpack [body, signature], where body = msgpack [version, game id, seq, side, prev, type, payload].

Body and payload travel as byte strings: what was signed, hashed and stored is always the received bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.hashing import HASH_BYTES, PROTOCOL, tup
from p2p_schnapsen.wire.codec import pack, unpack, unpack_loose

VERSION = 1
SIGNATURE_BYTES = 64
TYPE_BYTES = 16
SEQ_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class Body:
    """What a record says: `side` (0 host, 1 guest) says `payload` of `type` at place `seq`, after head `prev`."""

    game_id: bytes
    seq: int
    side: int
    prev: bytes
    type: str
    payload: bytes
    version: int = VERSION

    def encode(self) -> bytes:
        """The canonical bytes, which are signed and hashed."""
        return pack((self.version, self.game_id, self.seq, self.side, self.prev, self.type, self.payload))


@dataclass(frozen=True, slots=True)
class Record:
    """A record as received. `canonical` tells whether the body is written in its one canonical form."""

    raw: bytes
    body_bytes: bytes
    signature: bytes
    body: Body
    canonical: bool


def signed_message(body_bytes: bytes) -> bytes:
    """The bytes under a record's signature: tup(PROTOCOL, "record", body)."""
    return tup(PROTOCOL, "record", body_bytes)


def seal(body_bytes: bytes, signature: bytes) -> bytes:
    """The record of a body and its signature."""
    return pack((body_bytes, signature))


def parse(raw: bytes) -> Record:
    """Read a record's envelope; the payload stays bytes.

    Raises `WireError` where there is no well-formed envelope, so that no signature could be looked at. A body
    that is readable but not canonical is returned with `canonical` false: its signer can be blamed for it.
    """
    outer = unpack(raw)
    if type(outer) is not tuple or len(outer) != 2:
        raise WireError("record-shape")
    body_bytes, signature = outer
    if type(body_bytes) is not bytes or type(signature) is not bytes or len(signature) != SIGNATURE_BYTES:
        raise WireError("record-shape")
    fields = unpack_loose(body_bytes)
    if type(fields) is not tuple or len(fields) != 7:
        raise WireError("body-shape")
    version, game_id, seq, side, prev, kind, payload = fields
    if (
        type(version) is not int
        or type(game_id) is not bytes
        or len(game_id) != HASH_BYTES
        or type(seq) is not int
        or seq >= SEQ_LIMIT
        or type(side) is not int
        or side > 1
        or type(prev) is not bytes
        or len(prev) != HASH_BYTES
        or type(kind) is not str
        or len(kind) > TYPE_BYTES
        or type(payload) is not bytes
    ):
        raise WireError("body-shape")
    body = Body(game_id, seq, side, prev, kind, payload, version)
    return Record(raw, body_bytes, signature, body, body.encode() == body_bytes)
