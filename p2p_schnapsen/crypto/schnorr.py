"""Proof of knowledge of the secret key x of Y = x·G (Schnorr 1991; Fiat–Shamir with the whole statement, ctx first).

A = k·G, c = H2S("pok", ctx, G, Y, A), s = k + c·x; encoded c‖s, 64 bytes; verified by A = s·G − c·Y.
"""

from __future__ import annotations

from p2p_schnapsen.crypto.challenge import nonce, root, to_scalar
from p2p_schnapsen.crypto.group import G, Point, Scalar, base_mul, decode_scalar, mul, reduce, sub
from p2p_schnapsen.crypto.proof import decode, encode, fields
from p2p_schnapsen.errors import ProofError

PROOF_SIZE = 64


def challenge(ctx: bytes, Y: Point, A: Point) -> Scalar:
    """c = H2S("pok", ctx, G, Y, A)."""
    return to_scalar("pok", ctx, G, Y, A)


def commitment(Y: Point, c: Scalar, s: Scalar) -> Point:
    """A = s·G − c·Y, the only commitment for which (c, s) can hold."""
    return sub(base_mul(s), mul(c, Y))


def prove(seed: bytes, ctx: bytes, x: Scalar, Y: Point) -> bytes:
    """c‖s for Y = x·G. A pure function of its arguments; whether they fit is not checked."""
    k = nonce(root(seed, "pok", ctx, Y), "k")
    c = challenge(ctx, Y, base_mul(k))
    return encode(c, reduce(k + c * x))


def verify(ctx: bytes, Y: Point, proof: bytes) -> None:
    """Raises ProofError `pok`; `problem` is `length`, `scalar-range` or `equation`."""
    c, s = decode(decode_scalar, fields(proof, 2, "pok"), "pok")
    if challenge(ctx, Y, commitment(Y, c, s)) != c:
        raise ProofError("pok", problem="equation")
