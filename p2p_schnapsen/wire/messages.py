"""The messages of the log: one frozen class each, its fields in wire order.

Lengths are all that is checked here; points, scalars and proofs are decoded by `crypto`, legality is judged by
`rules`. Slots are positions in the dealt deck, 0..23. A *share* is d‖c‖s (96 bytes), a *deck* n masks a‖b
(64 bytes each), a shuffle *proof* 32(4n+5) bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.hashing import HASH_BYTES
from p2p_schnapsen.wire import limits
from p2p_schnapsen.wire.codec import Packed, pack, unpack
from p2p_schnapsen.wire.fields import Choice, Data, Field, Many, Maybe, Number, Row, Text

KEY = Data(32, 32)
HASH = Data(HASH_BYTES, HASH_BYTES)
NONCE = Data(32, 32)
SEED = Data(32, 32)
SLOT = Number(0, 23)
SHARE = Data(96, 96)
POK = Data(64, 64)
DECK = Data(20 * 64, 24 * 64, 64)
HAND = Data(2 * 64, 6 * 64, 64)
DECK_PROOF = Data(32 * (4 * 20 + 5), 32 * (4 * 24 + 5), 32)
HAND_PROOF = Data(32 * (4 * 2 + 5), 32 * (4 * 6 + 5), 32)
DUTY = Data(64, 24 * 64, 64)
NAME = Text(1, limits.NAME_BYTES)
POINTS = Number(0, (1 << 32) - 1)  # more than any target, so that every result can be signed

SCOPES = ("deal", "match")

Sorting: TypeAlias = tuple[bytes, bytes]
"""The sorted hidden part of a hand: its masks, and the shuffle proof."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The host offers a contract."""

    protocol: str
    ruleset: bytes
    opening: str
    clock: int
    patience: int
    key: bytes
    name: str
    nonce_hash: bytes
    date: str


@dataclass(frozen=True, slots=True)
class Accept:
    """The guest accepts the offer before it."""

    key: bytes
    name: str
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Start:
    """The host shows the nonce it committed to; with the guest's it picks the first dealer."""

    nonce: bytes


@dataclass(frozen=True, slots=True)
class Commit:
    """The dealer commits to its seed of this deal."""

    commitment: bytes


@dataclass(frozen=True, slots=True)
class Key:
    """The elder commits to its seed and shows its key of this deal, with a proof of knowledge."""

    commitment: bytes
    key: bytes
    pok: bytes


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The dealer shows its key and shuffles the deck."""

    key: bytes
    pok: bytes
    deck: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class Cut:
    """The elder shuffles again, and releases its shares of the dealer's hand and, last, of the trump."""

    deck: bytes
    proof: bytes
    shares: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Hands:
    """The dealer releases its shares of the elder's hand and, last, of the trump."""

    shares: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Lead:
    """The leader plays the card in a slot; the share is nil where the card is public."""

    slot: int
    share: bytes | None


@dataclass(frozen=True, slots=True)
class Follow:
    """The follower plays the card in a slot, with a duty proof for each hidden card where one is owed."""

    slot: int
    share: bytes | None
    duty: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """The lowest trump, in this slot, changes places with the face-up trump."""

    slot: int
    share: bytes | None


@dataclass(frozen=True, slots=True)
class Close:
    """The leader closes the talon."""


@dataclass(frozen=True, slots=True)
class Marriage:
    """The leader shows king and queen of a suit."""

    king: int
    king_share: bytes | None
    queen: int
    queen_share: bytes | None


@dataclass(frozen=True, slots=True)
class Claim:
    """The player on lead says to have 66."""


@dataclass(frozen=True, slots=True)
class Settle:
    """The winner of the last trick claims nothing."""


@dataclass(frozen=True, slots=True)
class Concede:
    """The player gives up the deal, or the match."""

    scope: str


@dataclass(frozen=True, slots=True)
class Draw:
    """The share of the card that the *other* side draws (nil for the face-up card); the trick's winner also sorts."""

    share: bytes | None
    sorting: Sorting | None


@dataclass(frozen=True, slots=True)
class Sort:
    """The trick's loser sorts the hidden part of its hand after drawing a hidden card."""

    masks: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class Open:
    """The seed of a finished deal, or nil: declined."""

    seed: bytes | None


@dataclass(frozen=True, slots=True)
class Final:
    """A side acknowledges the result: the score, and the head after the deciding record."""

    score: tuple[int, int]
    head: bytes


Message: TypeAlias = (
    Offer | Accept | Start | Commit | Key | Shuffle | Cut | Hands | Lead | Follow | Exchange | Close | Marriage
    | Claim | Settle | Concede | Draw | Sort | Open | Final
)  # fmt: skip

SORTING = Row((HAND, HAND_PROOF))

MESSAGES: dict[str, tuple[type[Message], tuple[Field, ...]]] = {
    "offer": (
        Offer,
        (
            Text(1, 32),
            Data(1, limits.RULESET_BYTES),
            Choice(limits.OPENINGS),
            Number(*limits.CLOCK_SECONDS),
            Number(*limits.PATIENCE_SECONDS),
            KEY,
            NAME,
            HASH,
            Text(10, 10, r"\d{4}-\d{2}-\d{2}"),
        ),
    ),
    "accept": (Accept, (KEY, NAME, NONCE)),
    "start": (Start, (NONCE,)),
    "commit": (Commit, (HASH,)),
    "key": (Key, (HASH, KEY, POK)),
    "shuffle": (Shuffle, (KEY, POK, DECK, DECK_PROOF)),
    "cut": (Cut, (DECK, DECK_PROOF, Many(SHARE, 6, 7))),
    "deal": (Hands, (Many(SHARE, 6, 7),)),
    "lead": (Lead, (SLOT, Maybe(SHARE))),
    "follow": (Follow, (SLOT, Maybe(SHARE), Many(DUTY, 0, 5))),
    "exchange": (Exchange, (SLOT, Maybe(SHARE))),
    "close": (Close, ()),
    "marriage": (Marriage, (SLOT, Maybe(SHARE), SLOT, Maybe(SHARE))),
    "claim": (Claim, ()),
    "settle": (Settle, ()),
    "concede": (Concede, (Choice(SCOPES),)),
    "draw": (Draw, (Maybe(SHARE), Maybe(SORTING))),
    "sort": (Sort, (HAND, HAND_PROOF)),
    "open": (Open, (Maybe(SEED),)),
    "final": (Final, (Row((POINTS, POINTS)), HASH)),
}
"""Message type on the wire -> its class and the types of its fields, in order."""

_TYPE_OF: dict[type[Message], str] = {cls: name for name, (cls, _) in MESSAGES.items()}


def type_of(message: Message) -> str:
    """The message's type name on the wire."""
    return _TYPE_OF[type(message)]


def encode(message: Message) -> bytes:
    """The payload bytes: a canonical msgpack array of the fields."""
    fields: tuple[Packed, ...] = tuple(getattr(message, name) for name in message.__dataclass_fields__)
    return pack(fields)


def decode(kind: str, payload: bytes) -> Message:
    """Read a payload of type `kind`. Raises `WireError` for an unknown type or anything but its canonical form."""
    if kind not in MESSAGES:
        raise WireError("message-type", type=kind)
    cls, fields = MESSAGES[kind]
    values = unpack(payload)
    Row(fields).check(values)
    assert type(values) is tuple
    return cls(*values)  # type: ignore[arg-type]  # Row.check has established each field's type
