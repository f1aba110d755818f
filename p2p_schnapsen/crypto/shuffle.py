"""Shuffles of masks and their proof: the new masks hold the same cards as the old ones, in an order nobody is told.

The proof is that of Terelius and Wikström (2010) in the form of Haenni, Locher, Koenig and Dubuis, "Pseudo-Code
Algorithms for Verifiable Re-Encryption Mix-Nets" (2017), for n = 2..24 masks under any key Y.

With E'_i = Remask(E_ψ(i), r'_ψ(i)) and the generators H, H_1..H_24 = H2P("generator", 0..24):

* c_ψ(i) = r_ψ(i)·G + H_i commits to ψ;  base = Hash("shuffle", ctx, n, G, H, H_1..H_n, Y, E, E', c);
  u_i = H2S("shuffle-u", base, i) ≠ 0;  ũ_i = u_ψ(i);
* ĉ_0 = H, ĉ_i = r̂_i·G + ũ_i·ĉ_{i−1} commits to the product of the ũ;
* r̄ = Σr_j;  r̂ = Σ r̂_i·Π_{k>i} ũ_k;  r̃ = Σu_j·r_j;  r* = Σu_j·r'_j;
* t1 = ω1·G;  t2 = ω2·G;  t3 = ω3·G + Σω̃_i·H_i;  t4 = (Σω̃_i·a'_i − ω4·G, Σω̃_i·b'_i − ω4·Y);
  t̂_i = ω̂_i·G + ω̃_i·ĉ_{i−1};  C = H2S("shuffle-c", base, ĉ, t1, t2, t3, t4, t̂);
* s1 = ω1 − C·r̄;  s2 = ω2 − C·r̂;  s3 = ω3 − C·r̃;  s4 = ω4 − C·r*;  ŝ_i = ω̂_i − C·r̂_i;  s̃_i = ω̃_i − C·ũ_i.

A list of points is hashed as one byte string, the points one after the other (a mask as a, b); indices of i are 1..n
and those of ψ 0..n−1.  Proof = c ‖ ĉ ‖ C ‖ s1..s4 ‖ ŝ ‖ s̃, 32·(4n+5) bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from p2p_schnapsen.crypto.challenge import hash512, nonce, root, to_point, to_scalar
from p2p_schnapsen.crypto.group import (
    G,
    L,
    Point,
    Scalar,
    add,
    base_mul,
    combine,
    decode_point,
    decode_scalar,
    mul,
    reduce,
    sub,
    total,
)
from p2p_schnapsen.crypto.mask import CARDS, Mask, encode_deck, remask
from p2p_schnapsen.crypto.proof import decode, encode, fields
from p2p_schnapsen.errors import LocalMisuse, ProofError

H, *_H = (to_point("generator", i) for i in range(CARDS + 1))
GENERATORS: tuple[Point, ...] = tuple(_H)

Deck = Sequence[Mask]


class Proof(NamedTuple):
    """c, ĉ (n points each), the challenge C, s1..s4, ŝ, s̃ (n scalars each)."""

    c: Sequence[Point]
    chain: Sequence[Point]
    challenge: Scalar
    s: Sequence[Scalar]
    s_chain: Sequence[Scalar]
    s_order: Sequence[Scalar]


class Commitments(NamedTuple):
    """t1, t2, t3, the two halves of t4, and t̂ (n points)."""

    t1: Point
    t2: Point
    t3: Point
    t4: Mask
    t_chain: Sequence[Point]


def proof_size(n: int) -> int:
    """Bytes of a proof for n masks: 32·(4n+5)."""
    return 32 * (4 * n + 5)


@cache
def _sum_of_generators(n: int) -> Point:
    return total(GENERATORS[:n])


def statement_hash(ctx: bytes, Y: Point, deck: Deck, out: Deck, c: Sequence[Point]) -> bytes:
    """base = Hash("shuffle", ctx, n, G, H, H_1..H_n, Y, E, E', c)."""
    n = len(deck)
    generators = b"".join(GENERATORS[:n])
    return hash512("shuffle", ctx, n, G, H, generators, Y, encode_deck(deck), encode_deck(out), b"".join(c))


def weights(base: bytes, n: int) -> list[Scalar]:
    """u_1..u_n. Raises ProofError `shuffle-proof` if one is 0: such a weight would leave its card out of the proof."""
    u = [to_scalar("shuffle-u", base, i) for i in range(1, n + 1)]
    if 0 in u:
        raise ProofError("shuffle-proof", problem="weight")
    return u


def challenge(base: bytes, chain: Sequence[Point], t: Commitments) -> Scalar:
    """C = H2S("shuffle-c", base, ĉ, t1, t2, t3, t4, t̂)."""
    return to_scalar("shuffle-c", base, b"".join(chain), t.t1, t.t2, t.t3, *t.t4, b"".join(t.t_chain))


def draw_permutation(nonces: bytes, n: int) -> list[int]:
    """ψ by Fisher–Yates: for i = n−1..1, swap i with j = nonce("permutation", i) mod (i+1). Bias < 2^-245."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = nonce(nonces, "permutation", i) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def shuffle(seed: bytes, ctx: bytes, Y: Point, deck: Deck) -> tuple[tuple[Mask, ...], bytes]:
    """The deck in a secret order under new masks, and the proof. A pure function of its arguments.

    n = 2..24 masks under the key Y, else LocalMisuse `shuffle-size`.
    """
    nonces = root(seed, "shuffle", ctx, Y, encode_deck(deck))
    permutation = draw_permutation(nonces, len(deck))
    blinding = [nonce(nonces, "blinding", j) for j in range(len(deck))]
    out = tuple(remask(deck[j], blinding[j], Y) for j in permutation)
    return out, prove(seed, ctx, Y, deck, out, permutation, blinding)


def prove(
    seed: bytes,
    ctx: bytes,
    Y: Point,
    deck: Deck,
    out: Deck,
    permutation: Sequence[int],
    blinding: Sequence[Scalar],
) -> bytes:
    """Proof that out[i] = Remask(deck[ψ(i)], blinding[ψ(i)]). Whether that is so is not checked (if not, it fails).

    Raises LocalMisuse `shuffle-size` unless n = 2..24, all lengths agree and ψ is a permutation.
    """
    n = len(deck)
    if not 2 <= n <= CARDS or not n == len(out) == len(blinding) or sorted(permutation) != list(range(n)):
        raise LocalMisuse("shuffle-size", n=n)
    nonces = root(seed, "shuffle-proof", ctx, Y, encode_deck(deck), encode_deck(out))

    def draw(label: str) -> list[Scalar]:
        return [nonce(nonces, label, i) for i in range(n)]

    r, r_chain, omega_chain, omega_order = draw("r"), draw("r-chain"), draw("omega-chain"), draw("omega-order")
    omega = [nonce(nonces, "omega", i) for i in range(1, 5)]

    place = {j: i for i, j in enumerate(permutation)}
    c = [add(base_mul(r[j]), GENERATORS[place[j]]) for j in range(n)]
    base = statement_hash(ctx, Y, deck, out, c)
    u = weights(base, n)
    u_order = [u[j] for j in permutation]

    links = [H]
    r_product = 0
    for r_i, u_i in zip(r_chain, u_order, strict=True):
        links.append(add(base_mul(r_i), mul(u_i, links[-1])))
        r_product = (r_product * u_i + r_i) % L  # r̂, by Horner's rule

    t = Commitments(
        base_mul(omega[0]),
        base_mul(omega[1]),
        add(base_mul(omega[2]), combine(omega_order, GENERATORS[:n])),
        Mask(
            sub(combine(omega_order, [mask.a for mask in out]), base_mul(omega[3])),
            sub(combine(omega_order, [mask.b for mask in out]), mul(omega[3], Y)),
        ),
        [add(base_mul(w), mul(v, link)) for w, v, link in zip(omega_chain, omega_order, links[:-1], strict=True)],
    )
    C = challenge(base, links[1:], t)
    secrets = sum(r), r_product, _dot(u, r), _dot(u, blinding)
    return encode_proof(
        Proof(
            c,
            links[1:],
            C,
            _answers(omega, C, secrets),
            _answers(omega_chain, C, r_chain),
            _answers(omega_order, C, u_order),
        )
    )


def _dot(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(map(int.__mul__, left, right))


def _answers(omega: Sequence[Scalar], C: Scalar, secrets: Iterable[int]) -> list[Scalar]:
    return [reduce(w - C * secret) for w, secret in zip(omega, secrets, strict=True)]


def encode_proof(proof: Proof) -> bytes:
    """The proof's bytes."""
    c, links, C, s, s_chain, s_order = proof
    return encode(*c, *links, C, *s, *s_chain, *s_order)


def decode_proof(data: bytes, n: int) -> Proof:
    """A foreign proof for n masks. Raises ProofError `shuffle-encoding` (with `problem`)."""
    parts = fields(data, 4 * n + 5, "shuffle-encoding")
    points = decode(decode_point, parts[: 2 * n], "shuffle-encoding")
    C, *s = decode(decode_scalar, parts[2 * n :], "shuffle-encoding")
    return Proof(points[:n], points[n:], C, s[:4], s[4 : 4 + n], s[4 + n :])


def recompute(Y: Point, deck: Deck, out: Deck, u: Sequence[Scalar], proof: Proof) -> Commitments:
    """The only commitments for which the proof can hold.

    t1 = C·(Σc − ΣH_i) + s1·G;  t2 = C·(ĉ_n − (Πu)·H) + s2·G;  t3 = C·Σu_j·c_j + s3·G + Σs̃_i·H_i;
    t4 = (C·Σu_j·a_j + Σs̃_i·a'_i − s4·G, C·Σu_j·b_j + Σs̃_i·b'_i − s4·Y);  t̂_i = C·ĉ_i + ŝ_i·G + s̃_i·ĉ_{i−1}.
    """
    n = len(deck)
    c, links, C, (s1, s2, s3, s4), s_chain, s_order = proof
    product = 1
    for u_i in u:
        product = product * u_i % L

    def both_orders(old: Sequence[Point], new: Sequence[Point]) -> Point:
        return add(mul(C, combine(u, old)), combine(s_order, new))

    return Commitments(
        add(mul(C, sub(total(c), _sum_of_generators(n))), base_mul(s1)),
        add(mul(C, sub(links[-1], mul(reduce(product), H))), base_mul(s2)),
        add(both_orders(c, GENERATORS[:n]), base_mul(s3)),
        Mask(
            sub(both_orders([mask.a for mask in deck], [mask.a for mask in out]), base_mul(s4)),
            sub(both_orders([mask.b for mask in deck], [mask.b for mask in out]), mul(s4, Y)),
        ),
        [
            add(add(mul(C, link), base_mul(a)), mul(b, before))
            for link, a, b, before in zip(links, s_chain, s_order, chain([H], links[:-1]), strict=True)
        ],
    )


def verify(ctx: bytes, Y: Point, deck: Deck, out: Deck, proof: bytes) -> None:
    """That `out` holds the cards of `deck` under the key Y.

    Raises ProofError: `shuffle-size` (not n = 2..24 masks in both), `shuffle-encoding` and `shuffle-proof` (both with
    `problem`).
    """
    n = len(deck)
    if not 2 <= n <= CARDS or len(out) != n:
        raise ProofError("shuffle-size", before=n, after=len(out))
    decoded = decode_proof(proof, n)
    base = statement_hash(ctx, Y, deck, out, decoded.c)
    t = recompute(Y, deck, out, weights(base, n), decoded)
    if challenge(base, decoded.chain, t) != decoded.challenge:
        raise ProofError("shuffle-proof", problem="equation")
