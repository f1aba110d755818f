"""Every value of a deal that a side's seed determines, with the statement it was made for.

When the seed is opened, each is made anew and compared byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from p2p_schnapsen.crypto import dleq, group, mask, membership, schnorr, shuffle
from p2p_schnapsen.crypto.group import Point, Scalar
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.errors import ProofError
from p2p_schnapsen.table import keys


@dataclass(frozen=True, slots=True)
class Committed:
    """A commitment to the seed."""

    side: int
    seq: int
    ctx: bytes
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Keyed:
    """A key of the deal, with its proof of knowledge."""

    side: int
    seq: int
    ctx: bytes
    key: Point
    pok: bytes


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A shuffle of the deck (under the joint key) or of a hand (under the owner's)."""

    side: int
    seq: int
    ctx: bytes
    key: Point
    before: tuple[Mask, ...]
    after: tuple[Mask, ...]
    proof: bytes


@dataclass(frozen=True, slots=True)
class Shared:
    """A share of the mask whose first point is `a`."""

    side: int
    seq: int
    ctx: bytes
    a: Point
    share: bytes


@dataclass(frozen=True, slots=True)
class Owed:
    """A duty proof: the hidden card under (a, v) is one of `cards`."""

    side: int
    seq: int
    ctx: bytes
    a: Point
    v: Point
    cards: tuple[int, ...]
    proof: bytes


Entry: TypeAlias = Committed | Keyed | Shuffled | Shared | Owed


def check_opening(entries: Iterable[Entry], side: int, seed: bytes, x: Scalar | None) -> None:
    """Make every value of `side` anew from its seed and key.

    `x` is None where no key was derived yet (only the commitment can be checked then).
    Raises `ProofError`: "open-seed" where the seed is not the one committed to, "open-value" where a value of
    record `value` is not what the seed gives (`kind` says which).
    """
    own = [entry for entry in entries if entry.side == side]
    for entry in own:
        if isinstance(entry, Committed) and keys.commitment(entry.ctx, seed) != entry.commitment:
            raise ProofError("open-seed")
    y = group.base_mul(x) if x is not None else None
    for entry in own:
        if not isinstance(entry, Committed) and (x is None or y is None or not _same(entry, seed, x, y)):
            raise ProofError("open-value", value=entry.seq, kind=type(entry).__name__.lower())


def _same(entry: Keyed | Shuffled | Shared | Owed, seed: bytes, x: Scalar, y: Point) -> bool:
    match entry:
        case Keyed():
            return entry.key == y and schnorr.prove(seed, entry.ctx, x, y) == entry.pok
        case Shuffled():
            return shuffle.shuffle(seed, entry.ctx, entry.key, entry.before) == (entry.after, entry.proof)
        case Shared():
            return dleq.share(seed, entry.ctx, x, y, entry.a) == entry.share
        case Owed():
            card = mask.card_of(group.sub(entry.v, group.mul(x, entry.a)))
            if card not in entry.cards:
                return False
            return membership.prove(seed, entry.ctx, x, y, entry.a, entry.v, entry.cards) == entry.proof
