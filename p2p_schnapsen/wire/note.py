"""The end note: a side's signed word that the other stayed silent. Spec: section `silence`.

note = msgpack [body, signature], body = msgpack [version, game id, seq, side, head, seconds]: what a log may end with
in place of the record that is owed. It proves nothing but who signed it.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.hashing import HASH_BYTES, PROTOCOL, tup
from p2p_schnapsen.wire.codec import pack, unpack
from p2p_schnapsen.wire.envelope import SEQ_LIMIT, SIGNATURE_BYTES, VERSION

SECONDS_LIMIT = 1 << 32


@dataclass(frozen=True, slots=True)
class Note:
    """`side` waited for `seconds` in vain for record `seq`, to follow on `head`."""

    game_id: bytes
    seq: int
    side: int
    head: bytes
    seconds: int

    def encode(self) -> bytes:
        """The canonical bytes, which are signed."""
        return pack((VERSION, self.game_id, self.seq, self.side, self.head, self.seconds))


@dataclass(frozen=True, slots=True)
class SignedNote:
    """A note as received."""

    note: Note
    body_bytes: bytes
    signature: bytes


def signed_message(body_bytes: bytes) -> bytes:
    """The bytes under a note's signature: tup(PROTOCOL, "silent", body)."""
    return tup(PROTOCOL, "silent", body_bytes)


def parse(raw: bytes) -> SignedNote | None:
    """Read a note; None for bytes that are none, a record above all."""
    try:
        outer = unpack(raw)
        if type(outer) is not tuple or len(outer) != 2:
            return None
        body_bytes, signature = outer
        if type(body_bytes) is not bytes or type(signature) is not bytes or len(signature) != SIGNATURE_BYTES:
            return None
        fields = unpack(body_bytes)
    except WireError:
        return None
    if type(fields) is not tuple or len(fields) != 6:
        return None
    version, game_id, seq, side, head, seconds = fields
    if (
        version != VERSION
        or type(game_id) is not bytes
        or len(game_id) != HASH_BYTES
        or type(seq) is not int
        or seq >= SEQ_LIMIT
        or type(side) is not int
        or side > 1
        or type(head) is not bytes
        or len(head) != HASH_BYTES
        or type(seconds) is not int
        or seconds >= SECONDS_LIMIT
    ):
        return None
    return SignedNote(Note(game_id, seq, side, head, seconds), body_bytes, signature)
