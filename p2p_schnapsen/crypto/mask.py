"""Cards as points, and masks: ElGamal encryptions of cards (a, b) = (r·G, M_k + r·Y) under a key Y.

Card k of the 24-card pack is the point M_k = H2P("card", k); a 20-card deck leaves out the nines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from p2p_schnapsen.crypto.challenge import to_point
from p2p_schnapsen.crypto.group import SIZE, G, Point, Scalar, add, base_mul, decode_point, mul
from p2p_schnapsen.errors import ProofError

CARDS = 24
MASK_SIZE = 2 * SIZE


class Mask(NamedTuple):
    """A masked card; `b` − log(Y)·`a` is the card's point."""

    a: Point
    b: Point


CARD_POINTS: tuple[Point, ...] = tuple(to_point("card", k) for k in range(CARDS))
_CARD_OF = {M: k for k, M in enumerate(CARD_POINTS)}


def card_of(point: Point) -> int | None:
    """The k with M_k = point, or None if the point is no card."""
    return _CARD_OF.get(point)


def initial_deck(cards: Iterable[int], Y: Point) -> tuple[Mask, ...]:
    """Deck 0, which everybody knows: E_k = (G, M_k + Y), in the order of `cards` (ascending in the protocol)."""
    return tuple(Mask(G, add(CARD_POINTS[k], Y)) for k in cards)


def remask(mask: Mask, r: Scalar, Y: Point) -> Mask:
    """(a + r·G, b + r·Y): the same card, unlinkable without r."""
    return Mask(add(mask.a, base_mul(r)), add(mask.b, mul(r, Y)))


def encode_deck(masks: Sequence[Mask]) -> bytes:
    """a‖b of each mask, 64 bytes each."""
    return b"".join(part for mask in masks for part in mask)


def decode_deck(data: bytes, n: int) -> tuple[Mask, ...]:
    """n foreign masks. Raises ProofError: `deck-length`, or what `decode_point` raises."""
    if not isinstance(data, bytes) or len(data) != n * MASK_SIZE:
        raise ProofError("deck-length", cards=n)
    points = [decode_point(data[at : at + SIZE]) for at in range(0, len(data), SIZE)]
    return tuple(map(Mask, points[::2], points[1::2]))
