"""Ed25519 (RFC 8032, 5.1): S < L, the cofactorless equation, R compared as bytes, no key of small order."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from tests.support.independent.curve import Fixed, L, P, Point, base_table, recover_x


def _decode(data: bytes) -> Point | None:
    number = int.from_bytes(data, "little")
    y, odd = number & (2**255 - 1), number >> 255
    if len(data) != 32 or y >= P:
        return None
    x = recover_x(y, odd)
    return None if x is None else (x, y, 1, x * y % P)


def _encode(p: Point) -> bytes:
    inverse = pow(p[2], -1, P)
    x, y = p[0] * inverse % P, p[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


@lru_cache(maxsize=64)
def _minus_key(key: bytes) -> Fixed | None:
    """The table of -A, or None where the key is refused or no point."""
    a = None if refused(key) else _decode(key)
    if a is None:
        return None
    return Fixed((P - a[0], a[1], 1, P - a[3]))


_ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022
_SMALL = frozenset((0, 1, P - 1, _ORDER_8, P - _ORDER_8))


def refused(key: bytes) -> bool:
    """Whether a public key is not in canonical encoding, or of small order; what is no point at all is not refused."""
    y = int.from_bytes(key, "little") & (2**255 - 1)
    return y >= P or y in _SMALL


@lru_cache(maxsize=16384)
def holds(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this is a signature on the message under a usable key."""
    table = _minus_key(key)
    if table is None or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    if s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    r = base_table().onto(table.onto((0, 1, 1, 0), k), s)
    return _encode(r) == signature[:32]
