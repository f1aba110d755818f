"""What the protocol hashes, written a second time from its equations, so that a vector is wrong where the program is.

Only the arithmetic of points is the program's own (`crypto.group`, which RFC 9496 and RFC 9497 hold to account); the
encoding, the hashes, the nonces and the sums of scalars are made here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from p2p_schnapsen.crypto.group import L, Point, Scalar, add, combine, hash_to_point, mul
from p2p_schnapsen.crypto.mask import Mask

PROTO = "p2p-schnapsen/1"
Case = dict[str, Any]
"""One vector, as it stands in its file."""


def item(value: object) -> bytes:
    """One value of `tup`: tag, u32 big-endian length, content."""
    match value:
        case bytes():
            tag, content = b"b", value
        case str():
            tag, content = b"s", value.encode("utf-8")
        case int():
            size = 0
            while value >> 8 * size:
                size += 1
            tag, content = b"i", value.to_bytes(size, "big")
        case list() | tuple():
            tag, content = b"l", b"".join(item(one) for one in value)
        case _:
            raise TypeError(type(value).__name__)
    return tag + len(content).to_bytes(4, "big") + content


def tup(*values: object) -> bytes:
    """tup(…) of the values."""
    return item(list(values))


def hashed(label: str, *values: object) -> bytes:
    """Hash(label, …), 64 bytes."""
    return hashlib.sha512(tup(PROTO, label, *values)).digest()


def h2s(label: str, *values: object) -> Scalar:
    """H2S(label, …)."""
    return Scalar(int.from_bytes(hashed(label, *values), "little") % L)


def h2p(label: str, *values: object) -> Point:
    """H2P(label, …)."""
    return hash_to_point(hashed(label, *values))


def nonces(root: bytes, label: str, indices: Iterable[int]) -> list[Scalar]:
    """H2S("nonce", root, label, i) for each i."""
    return [h2s("nonce", root, label, i) for i in indices]


def scalar(value: int) -> str:
    """A scalar as a vector has it: 32 bytes, little-endian, hex."""
    return (value % L).to_bytes(32, "little").hex()


def scalars(values: Iterable[int]) -> list[str]:
    """Several of them."""
    return [scalar(value) for value in values]


def points(values: Iterable[bytes]) -> list[str]:
    """Points, or other byte strings, in hex."""
    return [value.hex() for value in values]


def joined(values: Iterable[bytes]) -> bytes:
    """One after the other."""
    return b"".join(values)


def flat(masks: Sequence[Mask]) -> bytes:
    """a‖b of each mask."""
    return joined(part for mask in masks for part in mask)


def minus(P: Point, Q: Point) -> Point:
    """P − Q by way of −1·Q, another road than `group.sub`."""
    return add(P, mul(Scalar(L - 1), Q))


def dot(factors: Iterable[Scalar], terms: Iterable[Point]) -> Point:
    """Σ k_i·P_i."""
    return combine(factors, terms)


def same(made: object, computed: object, what: str) -> None:
    """The program and the equations agree, or no vector is made."""
    if made != computed:
        raise AssertionError(f"the program and the equations disagree: {what}")
