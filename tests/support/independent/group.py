"""ristretto255 (RFC 9496, 4.3) over the curve, and the protocol's hashes into it."""

from __future__ import annotations

from functools import lru_cache

from tests.support.independent.curve import (
    BASE,
    SQRT_M1,
    D,
    Fixed,
    L,
    P,
    Point,
    add,
    base_table,
)
from tests.support.independent.encoding import Value, digest


class EncodingProblem(ValueError):
    """32 bytes that are no element, the identity, or no scalar."""


def _sqrt_ratio(u: int, v: int) -> tuple[bool, int]:
    """(u/v is a square, the non-negative root of u/v or of SQRT_M1·u/v) (RFC 9496, 3.1 and 4.2)."""
    u %= P
    v3 = v * v * v % P
    r = u * v3 % P * pow(u * v3 % P * v3 % P * v % P, (P - 5) // 8, P) % P
    check = v * r * r % P
    if check == u:
        square = True
    elif check == -u % P:
        square = True
        r = r * SQRT_M1 % P
    else:
        square = False
        if check == -u * SQRT_M1 % P:
            r = r * SQRT_M1 % P
    return square, P - r if r & 1 else r


_INVSQRT_A_MINUS_D = _sqrt_ratio(1, -1 - D)[1]
_SQRT_AD_MINUS_ONE = P - _sqrt_ratio(-D - 1, 1)[1]
"""RFC 9496, 4.1 fixes the sign of this root; a test against its appendix holds it."""
_ONE_MINUS_D_SQ = (1 - D * D) % P
_D_MINUS_ONE_SQ = (D - 1) * (D - 1) % P


@lru_cache(maxsize=16384)
def decode(data: bytes) -> Point:
    """A foreign element: canonical and not the identity (RFC 9496, 4.3.1); EncodingProblem otherwise."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= P or s & 1 or s == 0:
        raise EncodingProblem
    ss = s * s % P
    u1 = (1 - ss) % P
    u2 = (1 + ss) % P
    u2_sq = u2 * u2 % P
    v = (-D * u1 * u1 - u2_sq) % P
    square, root = _sqrt_ratio(1, v * u2_sq % P)
    den_x = root * u2 % P
    x = 2 * s * den_x % P
    if x & 1:
        x = P - x
    y = u1 * root % P * den_x % P * v % P
    t = x * y % P
    if not square or t & 1 or y == 0:
        raise EncodingProblem
    return (x, y, 1, t)


def encode(p: Point) -> bytes:
    """The 32 bytes of an element (RFC 9496, 4.3.2)."""
    x0, y0, z0, t0 = p
    u1 = (z0 + y0) * (z0 - y0) % P
    u2 = x0 * y0 % P
    root = _sqrt_ratio(1, u1 * u2 % P * u2 % P)[1]
    den1 = root * u1 % P
    den2 = root * u2 % P
    z_inv = den1 * den2 % P * t0 % P
    if t0 * z_inv % P & 1:
        x, y, den_inv = y0 * SQRT_M1 % P, x0 * SQRT_M1 % P, den1 * _INVSQRT_A_MINUS_D % P
    else:
        x, y, den_inv = x0, y0, den2
    if x * z_inv % P & 1:
        y = -y
    s = den_inv * (z0 - y) % P
    return (P - s if s & 1 else s).to_bytes(32, "little")


def same(p: Point, element: bytes) -> bool:
    """Whether the point is the element that was decoded before (RFC 9496, 4.3.3); cheaper than to encode it."""
    x, y, _, _ = decode(element)
    return (p[0] * y - p[1] * x) % P == 0 or (p[1] * y - p[0] * x) % P == 0


def _map(half: bytes) -> Point:
    t = int.from_bytes(half, "little") % 2**255 % P
    r = SQRT_M1 * t * t % P
    u = (r + 1) * _ONE_MINUS_D_SQ % P
    v = (-1 - r * D) * (r + D) % P
    square, s = _sqrt_ratio(u, v)
    c = P - 1
    if not square:
        s = s * t % P
        if not s & 1:
            s = -s % P
        c = r
    n = (c * (r - 1) * _D_MINUS_ONE_SQ - v) % P
    w0 = 2 * s * v % P
    w1 = n * _SQRT_AD_MINUS_ONE % P
    w2 = (1 - s * s) % P
    w3 = (1 + s * s) % P
    return (w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P)


def derive(data: bytes) -> Point:
    """The element derived from 64 uniform bytes (RFC 9496, 4.3.4)."""
    return add(_map(data[:32]), _map(data[32:]))


def scalar(data: bytes) -> int:
    """A foreign scalar, below L; EncodingProblem otherwise."""
    out = int.from_bytes(data, "little")
    if len(data) != 32 or out >= L:
        raise EncodingProblem
    return out


def to_scalar(label: str, *values: Value) -> int:
    """H2S."""
    return int.from_bytes(digest(label, *values), "little") % L


@lru_cache(maxsize=64)
def to_point(label: str, index: int) -> Point:
    """H2P of a label and a number."""
    return derive(digest(label, index))


@lru_cache(maxsize=64)
def table_of(element: bytes) -> Fixed:
    """The table of an element that is multiplied often, by its bytes."""
    return Fixed(decode(element))


def times_base(k: int) -> Point:
    """kG."""
    return base_table().onto((0, 1, 1, 0), k)


G = encode(BASE)


def card(k: int) -> Point:
    """M_k."""
    return to_point("card", k)


@lru_cache(maxsize=1)
def cards() -> dict[bytes, int]:
    """Which card an encoded element is."""
    return {encode(card(k)): k for k in range(24)}


@lru_cache(maxsize=25)
def generator(i: int) -> tuple[Point, bytes]:
    """H (i = 0) or H_i, with its bytes."""
    point = to_point("generator", i)
    return point, encode(point)
