"""The signed greeting that binds a TLS connection to two identities, and the frames that follow it. Pure.

TLS gives secrecy; who is there is shown by signing what is unique to this connection: the host certificate's digest
and both nonces. Spec: section `channel`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.crypto.signing import SigningKey
from p2p_schnapsen.errors import PeerSuspect, ProofError, WireError
from p2p_schnapsen.hashing import HASH_BYTES, PROTOCOL, hash512, tup
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.wire import limits
from p2p_schnapsen.wire.codec import Packed, pack, unpack
from p2p_schnapsen.wire.envelope import SEQ_LIMIT
from p2p_schnapsen.wire.fields import Data, Field, Maybe, Number, Row, Text

NONCE_BYTES = 32

PASSING = ("busy", "locked", "records-missing")
"""Refusals that may not hold the next time."""


@dataclass(frozen=True, slots=True)
class Hello:
    """Who speaks, in which role, with a fresh nonce."""

    protocol: str
    role: int
    key: bytes
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Auth:
    """The signature over the connection."""

    signature: bytes


@dataclass(frozen=True, slots=True)
class RecordFrame:
    """One record of the game."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class Refuse:
    """The connection ends before there is a game; `code` says why."""

    code: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the sender stands in the match that it means to play: the first thing both say after the greeting.

    `first` is the head after the match's offer, or nil where the sender has none of it; `seq` and `head` are those of
    the record that it expects next.
    """

    first: bytes | None
    seq: int
    head: bytes


@dataclass(frozen=True, slots=True)
class Ping:
    """The sender is there."""


@dataclass(frozen=True, slots=True)
class Bye:
    """The sender leaves, and has everything up to `head`. It decides nothing: only records do."""

    head: bytes


@dataclass(frozen=True, slots=True)
class Chat:
    """A line for the other player. It is no record: nothing keeps it, and nobody need show it."""

    text: str

    @staticmethod
    def of(text: str) -> Chat | None:
        """As much of `text` as one frame holds; None where there is nothing to say."""
        whole = text.strip().encode("utf-8", errors="ignore")  # what no terminal can have meant: half a character
        line = whole[: limits.CHAT_BYTES].decode("utf-8", errors="ignore").strip()
        return Chat(line) if line else None


Frame: TypeAlias = Hello | Auth | Standing | RecordFrame | Ping | Refuse | Bye | Chat

FRAMES: dict[str, tuple[type[Frame], tuple[Field, ...]]] = {
    "hello": (Hello, (Text(1, 32), Number(HOST, GUEST), Data(32, 32), Data(NONCE_BYTES, NONCE_BYTES))),
    "auth": (Auth, (Data(64, 64),)),
    "record": (RecordFrame, (Data(1, limits.FRAME_BYTES - 64),)),
    "refuse": (Refuse, (Text(1, 32, r"[a-z-]+"),)),
    "standing": (Standing, (Maybe(Data(HASH_BYTES, HASH_BYTES)), Number(0, SEQ_LIMIT), Data(HASH_BYTES, HASH_BYTES))),
    "ping": (Ping, ()),
    "bye": (Bye, (Data(HASH_BYTES, HASH_BYTES),)),
    "chat": (Chat, (Text(1, limits.CHAT_BYTES),)),
}
"""Frame kind -> its class and the types of its fields, in order."""

_KIND_OF = {cls: kind for kind, (cls, _) in FRAMES.items()}


def encode(frame: Frame) -> bytes:
    """The payload of a channel frame: a canonical msgpack array [kind, fields…]."""
    fields: tuple[Packed, ...] = tuple(getattr(frame, name) for name in frame.__dataclass_fields__)
    return pack((_KIND_OF[type(frame)], *fields))


def decode(payload: bytes) -> Frame:
    """Read a channel frame. Raises `WireError`."""
    values = unpack(payload)
    if type(values) is not tuple or not values or type(values[0]) is not str or values[0] not in FRAMES:
        raise WireError("frame-kind")
    cls, fields = FRAMES[values[0]]
    Row(fields).check(values[1:])
    return cls(*values[1:])  # type: ignore[arg-type]  # Row.check has established each field's type


class LinkState(Enum):
    """How far a link has come."""

    DOWN = "down"
    GREETED = "greeted"
    UP = "up"
    PARTING = "parting"
    """Both hold different records: each has shown the other all of its own, and reads what the other shows."""


class Greeting:
    """One side of the greeting: send `hello()`, answer each frame that comes, until `peer` is known.

    `certificate` is the SHA-256 digest of the host's certificate as this side saw it; `nonce` is fresh.
    """

    def __init__(self, role: int, identity: SigningKey, certificate: bytes, nonce: bytes) -> None:
        self.role = role
        self.peer: bytes | None = None
        self._identity = identity
        self._certificate = certificate
        self._own = Hello(PROTOCOL, role, signing.public_key(identity), nonce)
        self._theirs: Hello | None = None

    def hello(self) -> Hello:
        """The first frame to send."""
        return self._own

    def receive(self, frame: Frame) -> Auth | None:
        """Take the other side's next frame; what to answer. `peer` is set once its signature holds.

        Raises `PeerSuspect` with a code that can be sent back in `Refuse`.
        """
        if isinstance(frame, Refuse):
            raise PeerSuspect("refused", reason=frame.code)
        if self._theirs is None:
            if not isinstance(frame, Hello):
                raise PeerSuspect("hello-missing")
            return self._answer(frame)
        if not isinstance(frame, Auth):
            raise PeerSuspect("auth-missing")
        try:
            signing.verify(self._theirs.key, self._message(1 - self.role), frame.signature)
        except ProofError as error:
            raise PeerSuspect("auth-signature") from error
        self.peer = self._theirs.key
        return None

    def _answer(self, hello: Hello) -> Auth:
        if hello.protocol != PROTOCOL:
            raise PeerSuspect("other-version", theirs=hello.protocol)
        if hello.role == self.role:
            raise PeerSuspect("same-role")
        if hello.key == self._own.key:
            raise PeerSuspect("keys-equal")
        try:
            signing.check_public_key(hello.key)
        except ProofError as error:
            raise PeerSuspect("identity-key") from error
        self._theirs = hello
        return Auth(signing.sign(self._identity, self._message(self.role)))

    @property
    def identifier(self) -> str:
        """A short name for what is played over this connection, the same on both sides (12 hex digits)."""
        host, guest = self._both()
        return hash512("connection", self._certificate, host.nonce, guest.nonce)[:6].hex()

    def _message(self, role: int) -> bytes:
        host, guest = self._both()
        return tup(PROTOCOL, "channel", role, self._certificate, host.nonce, guest.nonce, host.key, guest.key)

    def _both(self) -> tuple[Hello, Hello]:
        assert self._theirs is not None
        return (self._own, self._theirs) if self.role == HOST else (self._theirs, self._own)
