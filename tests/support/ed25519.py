"""Ed25519 (RFC 8032, 5.1.6) in plain integers, with a nonce of one's choice: a second valid signature on one message.

The library signs in one way only, as it should. Nothing here is fast or safe.
"""

from __future__ import annotations

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]


def _add(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    t = D * x1 * x2 * y1 * y2
    return (x1 * y2 + x2 * y1) * pow(1 + t, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - t, -1, P) % P


def _mul(scalar: int, point: Point) -> Point:
    result = (0, 1)
    while scalar:
        if scalar & 1:
            result = _add(result, point)
        point = _add(point, point)
        scalar >>= 1
    return result


def _base() -> Point:
    y = 4 * pow(5, -1, P) % P
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return (x if x % 2 == 0 else P - x), y


def _encode(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def sign(secret: bytes, message: bytes, nonce: int) -> bytes:
    """A signature under the 32-byte `secret`, with this nonce instead of the one that RFC 8032 derives."""
    wide = bytearray(hashlib.sha512(secret).digest()[:32])
    wide[0] &= 248
    wide[31] = wide[31] & 127 | 64
    scalar, base = int.from_bytes(wide, "little"), _base()
    key, r = _encode(_mul(scalar, base)), _encode(_mul(nonce, base))
    challenge = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L
    return r + ((nonce + challenge * scalar) % L).to_bytes(32, "little")
