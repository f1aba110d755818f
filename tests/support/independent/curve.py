"""The curve edwards25519, -x² + y² = 1 + dx²y² over 2²⁵⁵ - 19, in extended coordinates (RFC 8032, 5.1.4).

A point is (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z. An *addend* is a point prepared for additions:
(Y - X, Y + X, 2dT, 2Z).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Point = tuple[int, int, int, int]

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
D2 = 2 * D % P
SQRT_M1 = pow(2, (P - 1) // 4, P)

ZERO: Point = (0, 1, 1, 0)
BASE_Y = 4 * pow(5, -1, P) % P


def prepare(p: Point) -> Point:
    """The addend of a point."""
    x, y, z, t = p
    return (y - x, y + x, D2 * t % P, 2 * z)


def add_prepared(p: Point, q: Point) -> Point:
    """p + q, q an addend (Hisil, Wong, Carter, Dawson 2008, 3.1; complete, since d is no square)."""
    x, y, z, t = p
    a = (y - x) * q[0] % P
    b = (y + x) * q[1] % P
    c = t * q[2] % P
    d = z * q[3] % P
    e = b - a
    f = d - c
    g = d + c
    h = b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def subtract_prepared(p: Point, q: Point) -> Point:
    """p - q, q an addend."""
    x, y, z, t = p
    a = (y - x) * q[1] % P
    b = (y + x) * q[0] % P
    c = t * q[2] % P
    d = z * q[3] % P
    e = b - a
    f = d + c
    g = d - c
    h = b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def add(p: Point, q: Point) -> Point:
    """p + q."""
    return add_prepared(p, prepare(q))


def subtract(p: Point, q: Point) -> Point:
    """p - q."""
    return subtract_prepared(p, prepare(q))


def double(p: Point) -> Point:
    """2p (Hisil and others 2008, 3.3)."""
    x, y, z, _ = p
    a = x * x
    b = y * y
    h = a + b
    e = (h - (x + y) * (x + y)) % P
    g = (a - b) % P
    f = (2 * z * z + g) % P
    h %= P
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def total(points: Iterable[Point]) -> Point:
    """The sum of points."""
    out = ZERO
    for p in points:
        out = add_prepared(out, prepare(p))
    return out


class Fixed:
    """A base that is multiplied often: a table of j·2ʷⁱ·base, j = 1..2ʷ⁻¹, for signed digits of w bits."""

    def __init__(self, base: Point, width: int = 4) -> None:
        self._width = width
        self._rows: list[list[Point]] = []
        for _ in range(256 // width + 1):
            first = prepare(base)
            row = [first]
            at = base
            for _ in range((1 << width - 1) - 1):
                at = add_prepared(at, first)
                row.append(prepare(at))
            self._rows.append(row)
            base = double(at)

    def onto(self, out: Point, scalar: int) -> Point:
        """out + scalar·base, 0 <= scalar < 2²⁵⁶."""
        width = self._width
        whole, half = 1 << width, 1 << width - 1
        for row in self._rows:
            if not scalar:
                break
            digit = scalar & whole - 1
            scalar >>= width
            if digit > half:
                scalar += 1
                out = subtract_prepared(out, row[whole - digit - 1])
            elif digit:
                out = add_prepared(out, row[digit - 1])
        return out


def _wnaf(scalar: int) -> list[tuple[int, int]]:
    """(position, odd digit below 16 in absolute value) of the width-5 non-adjacent form."""
    out = []
    at = 0
    while scalar:
        zeros = (scalar & -scalar).bit_length() - 1
        at += zeros
        scalar >>= zeros
        digit = scalar & 31
        if digit > 15:
            digit -= 32
        scalar = (scalar - digit) >> 5
        out.append((at, digit))
        at += 5
    return out


def multiply(*terms: tuple[int, Point]) -> Point:
    """Σ scalar·point by Straus's interleaving; scalars may have any sign and are taken mod L only by the caller."""
    work: dict[int, list[Point]] = {}
    for scalar, point in terms:
        if not scalar:
            continue
        twice = prepare(double(point))
        odd = [prepare(point)]
        at = point
        for _ in range(7):
            at = add_prepared(at, twice)
            odd.append(prepare(at))
        for position, digit in _wnaf(scalar):
            if digit > 0:
                work.setdefault(position, []).append(odd[digit >> 1])
            else:
                a, b, c, d = odd[-digit >> 1]
                work.setdefault(position, []).append((b, a, -c, d))
    return _interleaved(work)


def _interleaved(work: dict[int, list[Point]]) -> Point:
    """Σ 2ⁱ·(the addends at i): `double` and `add_prepared` in one loop, T made only where it is needed."""
    x, y, z, t = ZERO
    e = h = 0
    for position in range(max(work, default=-1), -1, -1):
        a = x * x
        b = y * y
        h = (a + b) % P
        e = (h - (x + y) * (x + y)) % P
        g = (a - b) % P
        f = (2 * z * z + g) % P
        x = e * f % P
        y = g * h % P
        z = f * g % P
        addends = work.get(position)
        if addends is None:
            continue
        t = e * h % P
        for minus, plus, twice, double_z in addends:
            a = (y - x) * minus % P
            b = (y + x) * plus % P
            c = t * twice % P
            d = z * double_z % P
            e = b - a
            f = d - c
            g = d + c
            h = b + a
            x = e * f % P
            y = g * h % P
            z = f * g % P
            t = e * h % P
    return (x, y, z, e * h % P)


def recover_x(y: int, odd: int) -> int | None:
    """The x of a point with this y and lowest bit (RFC 8032, 5.1.3), or None."""
    u = (y * y - 1) % P
    v = (D * y * y + 1) % P
    x = u * v**3 * pow(u * v**7 % P, (P - 5) // 8, P) % P
    square = v * x * x % P
    if square != u:
        if square != P - u and square != u - P:
            return None
        x = x * SQRT_M1 % P
    if x == 0 and odd:
        return None
    return P - x if x & 1 != odd else x


def _base() -> Point:
    x = recover_x(BASE_Y, 0)
    assert x is not None
    return (x, BASE_Y, 1, x * BASE_Y % P)


BASE = _base()


@lru_cache(maxsize=1)
def base_table() -> Fixed:
    """The table of the base point."""
    return Fixed(BASE, 8)
