"""Challenges, nonces and contexts: hashes into scalars and points, on top of the one encoding in `hashing`.

H2S(label, values) = Hash(label, values), read little-endian, mod L.  H2P = the point of Hash (RFC 9496, 4.3.4).
Every use has a label of its own.
"""

from __future__ import annotations

from p2p_schnapsen.crypto.group import Point, Scalar, hash_to_point, reduce
from p2p_schnapsen.hashing import PROTOCOL as PROTO
from p2p_schnapsen.hashing import Value, hash512, tup

__all__ = ["PROTO", "Value", "context", "hash512", "nonce", "root", "to_point", "to_scalar", "tup"]


def to_scalar(label: str, *values: Value) -> Scalar:
    """H2S(label, values). 512 bits mod L: uniform up to 2^-259."""
    return reduce(int.from_bytes(hash512(label, *values), "little"))


def to_point(label: str, *values: Value) -> Point:
    """H2P(label, values): a point whose logarithm nobody knows."""
    return hash_to_point(hash512(label, *values))


def root(seed: bytes, kind: str, ctx: bytes, *statement: Value) -> bytes:
    """Root of the nonces of one proof: Hash("root", seed, kind, ctx, statement).

    The statement is everything that the challenge depends on. So one nonce never meets two challenges, even if a peer
    is set back to an older state: with nonces bound to the seed alone, two such answers give away the key.
    """
    return hash512("root", seed, kind, ctx, *statement)


def nonce(root: bytes, label: str, i: int = 0) -> Scalar:
    """H2S("nonce", root, label, i)."""
    return to_scalar("nonce", root, label, i)


def context(game_id: bytes, deal: int, seq: int, prev: bytes, side: int, kind: str, slot: int) -> bytes:
    """ctx = tup(game_id, deal, seq, prev, side, kind, slot): the one place in one log where a proof holds."""
    return tup(game_id, deal, seq, prev, side, kind, slot)
