"""Duty proof: the card in a mask (a, v) under one's own key Y = x·G is one of a set S, without a word about which.

log_G Y = log_a D_k for one k in S, with D_k = v − M_k: an OR of equalities (Cramer–Damgård–Schoenmakers 1994).
The true branch commits to (k·G, k·a); for the others c_k and s_k are chosen first and the commitments follow:
A1_k = s_k·G − c_k·Y, A2_k = s_k·a − c_k·D_k.  C = H2S("duty", ctx, G, Y, a, v, S, M_S, A) where S is a list of ints,
M_S and A = A1_k, A2_k, … are byte strings, the points one after the other in the order of S;
c_true = C − Σ others, s_true = k + c_true·x.  Encoded c_k‖s_k for each k of S, 64·|S| bytes; verified by Σc_k = C.

S is what the *verifier* computes from the table: ascending, no card twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from p2p_schnapsen.crypto.challenge import nonce, root, to_scalar
from p2p_schnapsen.crypto.group import G, Point, Scalar, base_mul, decode_scalar, mul, reduce, sub
from p2p_schnapsen.crypto.mask import CARD_POINTS, card_of
from p2p_schnapsen.crypto.proof import decode, encode, fields
from p2p_schnapsen.errors import LocalMisuse, ProofError

BRANCH_SIZE = 64


class Branch(NamedTuple):
    """Challenge and response of one card of S."""

    c: Scalar
    s: Scalar


def _points(cards: Sequence[int]) -> list[Point]:
    if list(cards) != sorted({k for k in cards if 0 <= k < len(CARD_POINTS)}):
        raise LocalMisuse("duty-cards", cards=tuple(cards))
    return [CARD_POINTS[k] for k in cards]


def challenge(ctx: bytes, Y: Point, a: Point, v: Point, cards: Sequence[int], A: Sequence[Point]) -> Scalar:
    """C = H2S("duty", ctx, G, Y, a, v, S, M_S, A); `A` has two points a card."""
    return to_scalar("duty", ctx, G, Y, a, v, tuple(cards), b"".join(_points(cards)), b"".join(A))


def commitments(Y: Point, a: Point, v: Point, cards: Sequence[int], branches: Sequence[Branch]) -> list[Point]:
    """A1_k = s_k·G − c_k·Y and A2_k = s_k·a − c_k·(v − M_k) for each k: the only ones for which the branches hold."""
    A: list[Point] = []
    for M, (c, s) in zip(_points(cards), branches, strict=True):
        A += sub(base_mul(s), mul(c, Y)), sub(mul(s, a), mul(c, sub(v, M)))
    return A


def prove_branch(
    seed: bytes, ctx: bytes, x: Scalar, Y: Point, a: Point, v: Point, cards: Sequence[int], true: int
) -> bytes:
    """The proof with `cards[true]` as its true branch. Whether that is so is not checked (if not, it fails)."""
    nonces = root(seed, "duty", ctx, Y, a, v, tuple(cards), b"".join(_points(cards)))
    branches = [Branch(nonce(nonces, "c", i), nonce(nonces, "s", i)) for i in range(len(cards))]
    # With c = 0 for now the true branch commits to (k·G, k·a) by the same arithmetic, in the same place, as the others.
    k = nonce(nonces, "k", true)
    branches[true] = Branch(Scalar(0), k)
    others = sum(branch.c for branch in branches)
    c = reduce(challenge(ctx, Y, a, v, cards, commitments(Y, a, v, cards, branches)) - others)
    branches[true] = Branch(c, reduce(k + c * x))
    return encode(*(part for branch in branches for part in branch))


def prove(seed: bytes, ctx: bytes, x: Scalar, Y: Point, a: Point, v: Point, cards: Sequence[int]) -> bytes:
    """The proof that the card of (a, v) is among `cards`; x opens it. A pure function of its arguments.

    Raises LocalMisuse: `duty-not-in-set` if it is not, `duty-cards` unless the cards are ascending, distinct, 0..23.
    """
    card = card_of(sub(v, mul(x, a)))
    if card is None or card not in cards:
        raise LocalMisuse("duty-not-in-set")
    return prove_branch(seed, ctx, x, Y, a, v, cards, list(cards).index(card))


def verify(ctx: bytes, Y: Point, a: Point, v: Point, cards: Sequence[int], proof: bytes) -> None:
    """Raises ProofError: `duty-empty` (no card can be in an empty set), `duty-encoding` (with `problem`), `duty-proof`.

    LocalMisuse `duty-cards` unless the cards are ascending, distinct, 0..23: they are the verifier's own.
    """
    if not cards:
        raise ProofError("duty-empty")
    scalars = decode(decode_scalar, fields(proof, 2 * len(cards), "duty-encoding"), "duty-encoding")
    branches = list(map(Branch, scalars[::2], scalars[1::2]))
    A = commitments(Y, a, v, cards, branches)
    if challenge(ctx, Y, a, v, cards, A) != reduce(sum(branch.c for branch in branches)):
        raise ProofError("duty-proof")
