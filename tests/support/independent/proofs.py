"""The four proofs, checked (spec: deal, shuffle, share, duty). Elements and decks are bytes; a mask is a‖b, 64 bytes.

Every function answers whether the proof holds, and raises EncodingProblem where a part of it is no element or scalar.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tests.support.independent.curve import ZERO, L, P, Point, add, multiply, subtract, total
from tests.support.independent.encoding import Value, digest
from tests.support.independent.group import (
    EncodingProblem,
    G,
    card,
    decode,
    encode,
    generator,
    scalar,
    table_of,
    times_base,
    to_scalar,
)

MASK = 64
SHARE = 96


def split(data: bytes, size: int = 32) -> list[bytes]:
    """The pieces of equal size."""
    return [data[i : i + size] for i in range(0, len(data), size)]


def negative(p: Point) -> Point:
    """-p."""
    return (P - p[0], p[1], p[2], P - p[3])


def pok_holds(ctx: bytes, key: bytes, proof: bytes) -> bool:
    """Whether c‖s shows knowledge of the logarithm of the key."""
    decode(key)
    c, s = (scalar(part) for part in split(proof))
    commitment = table_of(key).onto(times_base(s), L - c)
    return c == to_scalar("pok", ctx, G, key, encode(commitment))


@lru_cache(maxsize=16384)
def share_holds(ctx: bytes, key: bytes, a: bytes, share: bytes) -> bool:
    """Whether d‖c‖s shows that d has the same logarithm to a as the key to G."""
    d_bytes, c_bytes, s_bytes = split(share)
    d, c, s = decode(d_bytes), scalar(c_bytes), scalar(s_bytes)
    first = table_of(key).onto(times_base(s), L - c)
    second = multiply((s, decode(a)), (-c, d))
    return c == to_scalar("dleq", ctx, G, key, a, d_bytes, encode(first), encode(second))


def proof_size(n: int) -> int:
    """Bytes of the proof of a shuffle of n masks."""
    return 32 * (4 * n + 5)


def check_deck(deck: bytes) -> None:
    """EncodingProblem where a half of a mask is no element."""
    for part in split(deck):
        decode(part)


class ShuffleProof:
    """The parts of the proof of a shuffle of n masks."""

    def __init__(self, n: int, proof: bytes) -> None:
        parts = split(proof)
        if len(proof) != proof_size(n):
            raise EncodingProblem
        self.c_bytes, self.chain_bytes = parts[:n], parts[n : 2 * n]
        self.c = [decode(part) for part in self.c_bytes]
        self.chain = [decode(part) for part in self.chain_bytes]
        numbers = [scalar(part) for part in parts[2 * n :]]
        self.challenge = numbers[0]
        self.s = numbers[1:5]
        self.s_chain = numbers[5 : 5 + n]
        self.s_order = numbers[5 + n :]


def shuffle_exponents(ctx: bytes, key: bytes, before: bytes, after: bytes, c: bytes) -> tuple[bytes, list[int]]:
    """base and u_1..u_n."""
    n = len(before) // MASK
    generators = b"".join(generator(i)[1] for i in range(1, n + 1))
    base = digest("shuffle", ctx, n, G, generator(0)[1], generators, key, before, after, c)
    return base, [to_scalar("shuffle-u", base, i) for i in range(1, n + 1)]


@lru_cache(maxsize=1024)
def shuffle_holds(ctx: bytes, key: bytes, before: bytes, after: bytes, proof: bytes) -> bool:
    """Whether `after` is a shuffle of `before` under the key (Haenni, Locher, Koenig, Dubuis, CheckShuffleProof)."""
    n = len(before) // MASK
    given = ShuffleProof(n, proof)
    old = [decode(part) for part in split(before)]
    new = [decode(part) for part in split(after)]
    base, u = shuffle_exponents(ctx, key, before, after, b"".join(given.c_bytes))
    if 0 in u:
        return False
    product = 1
    for factor in u:
        product = product * factor % L
    challenge, (s1, s2, s3, s4) = given.challenge, given.s
    weighted = [challenge * factor % L for factor in u]
    h = generator(0)[0]
    hs = [generator(i)[0] for i in range(1, n + 1)]
    y = table_of(key)
    order = given.s_order

    t1 = _plus_base(multiply((challenge, subtract(total(given.c), total(hs)))), s1)
    t2 = _plus_base(multiply((challenge, given.chain[-1]), (-challenge * product % L, h)), s2)
    t3 = _plus_base(multiply(*zip(weighted, given.c, strict=True), *zip(order, hs, strict=True)), s3)
    t4a = multiply(*zip(weighted, old[0::2], strict=True), *zip(order, new[0::2], strict=True))
    t4b = multiply(*zip(weighted, old[1::2], strict=True), *zip(order, new[1::2], strict=True))
    t4a, t4b = _plus_base(t4a, L - s4), y.onto(t4b, L - s4)
    links = []
    for i in range(n):
        last = given.chain[i - 1] if i else h
        link = multiply((challenge, given.chain[i]), (order[i], last))
        links.append(encode(_plus_base(link, given.s_chain[i])))
    heads = [encode(point) for point in (t1, t2, t3, t4a, t4b)]
    return challenge == to_scalar("shuffle-c", base, b"".join(given.chain_bytes), *heads, b"".join(links))


def _plus_base(p: Point, k: int) -> Point:
    return add(p, times_base(k))


@lru_cache(maxsize=1024)
def duty_holds(ctx: bytes, key: bytes, a: bytes, v: bytes, cards: tuple[int, ...], proof: bytes) -> bool:
    """Whether one of the cards is what the mask (a, v) holds under the key."""
    numbers = [scalar(part) for part in split(proof)]
    a_point, v_point = decode(a), decode(v)
    y = table_of(key)
    commitments = []
    for k, c, s in zip(cards, numbers[0::2], numbers[1::2], strict=True):
        commitments.append(encode(y.onto(times_base(s), L - c)))
        difference = subtract(v_point, card(k))
        commitments.append(encode(multiply((s, a_point), (-c, difference))))
    whole = duty_challenge(ctx, key, a, v, cards, b"".join(commitments))
    return sum(numbers[0::2]) % L == whole


def duty_statement(key: bytes, a: bytes, v: bytes, cards: Sequence[int]) -> list[Value]:
    """What is proven: Y, a, v, S, M_S."""
    return [key, a, v, [*cards], b"".join(encode(card(k)) for k in cards)]


def duty_challenge(ctx: bytes, key: bytes, a: bytes, v: bytes, cards: Sequence[int], commitments: bytes) -> int:
    """C."""
    return to_scalar("duty", ctx, G, *duty_statement(key, a, v, cards), commitments)


def joined(first: bytes, second: bytes) -> bytes:
    """The sum of two elements; EncodingProblem where it is the identity."""
    out = encode(add(decode(first), decode(second)))
    if out == encode(ZERO):
        raise EncodingProblem
    return out
