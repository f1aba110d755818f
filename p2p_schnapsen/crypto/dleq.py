"""Shares: the owner of Y = x·G takes its part d = x·a of a mask (a, b) away, and proves that it did just that.

Equality of two discrete logarithms (Chaum–Pedersen 1992): A1 = k·G, A2 = k·a,
c = H2S("dleq", ctx, G, Y, a, d, A1, A2), s = k + c·x; encoded d‖c‖s, 96 bytes; verified by
A1 = s·G − c·Y, A2 = s·a − c·d.
"""

from __future__ import annotations

from p2p_schnapsen.crypto.challenge import nonce, root, to_scalar
from p2p_schnapsen.crypto.group import G, Point, Scalar, base_mul, decode_point, decode_scalar, mul, reduce, sub
from p2p_schnapsen.crypto.proof import decode, encode, fields
from p2p_schnapsen.errors import ProofError

SHARE_SIZE = 96


def challenge(ctx: bytes, Y: Point, a: Point, d: Point, A1: Point, A2: Point) -> Scalar:
    """c = H2S("dleq", ctx, G, Y, a, d, A1, A2)."""
    return to_scalar("dleq", ctx, G, Y, a, d, A1, A2)


def commitments(Y: Point, a: Point, d: Point, c: Scalar, s: Scalar) -> tuple[Point, Point]:
    """A1 = s·G − c·Y and A2 = s·a − c·d, the only commitments for which (c, s) can hold."""
    return sub(base_mul(s), mul(c, Y)), sub(mul(s, a), mul(c, d))


def prove(seed: bytes, ctx: bytes, x: Scalar, Y: Point, a: Point, d: Point) -> bytes:
    """d‖c‖s for a given d. A pure function of its arguments; whether they fit is not checked."""
    k = nonce(root(seed, "dleq", ctx, Y, a, d), "k")
    c = challenge(ctx, Y, a, d, base_mul(k), mul(k, a))
    return encode(d, c, reduce(k + c * x))


def share(seed: bytes, ctx: bytes, x: Scalar, Y: Point, a: Point) -> bytes:
    """The share d = x·a with its proof: d‖c‖s.

    `a` must come from a slot that the table says is owed, never off the wire: that would be a decryption oracle.
    """
    return prove(seed, ctx, x, Y, a, mul(x, a))


def verify(ctx: bytes, Y: Point, a: Point, share: bytes) -> Point:
    """The d of a foreign share. Raises ProofError: `share-encoding` (with `problem`), `share-proof`."""
    first, *rest = fields(share, 3, "share-encoding")
    (d,) = decode(decode_point, [first], "share-encoding")
    c, s = decode(decode_scalar, rest, "share-encoding")
    if challenge(ctx, Y, a, d, *commitments(Y, a, d, c, s)) != c:
        raise ProofError("share-proof")
    return d
