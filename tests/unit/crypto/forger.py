"""A prover of shuffles that makes a transcript for whatever it is told, true or not.

It follows the protocol of `crypto.shuffle` with an arbitrary matrix where a permutation belongs.  Each relation that
its choices break spoils just the commitment that watches over it:

t1: the columns of the matrix sum to 1.  t2: Πũ = Πu.  t3: ũ = u·matrix.  t4: Σũ_i·E'_i = Σu_j·E_j + r*·(G, Y).
t̂: the chain is made of the same ũ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from p2p_schnapsen.crypto import shuffle
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import G, L, Point, Scalar, add, base_mul, combine, mul, reduce, sub
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.crypto.shuffle import Commitments, Proof
from tests.unit.crypto.samples import CTX

Weights = Sequence[Scalar]
Matrix = Sequence[Sequence[int]]


def unit(n: int) -> list[list[int]]:
    """The matrix of the order as it was."""
    return [[int(i == j) for i in range(n)] for j in range(n)]


def draw(label: str, n: int) -> list[Scalar]:
    """n scalars."""
    return [to_scalar("forger", label, i) for i in range(n)]


def times(weights: Weights, matrix: Matrix) -> list[Scalar]:
    """weights·matrix, mod L."""
    return [reduce(sum(u * row[i] for u, row in zip(weights, matrix, strict=True))) for i in range(len(weights))]


@dataclass
class Forger:
    """What it claims and how. Functions of u are asked once u is known.

    With `late_matrix` it commits to the matrix only then, having hashed something else in its place.
    """

    Y: Point
    deck: Sequence[Mask]
    out: Sequence[Mask]
    matrix: Callable[[Weights], Matrix]
    order: Callable[[Weights], Weights]
    r_star: Callable[[Weights, Weights], int]
    chain: Callable[[Weights], Weights] | None = None
    late_matrix: bool = False
    r_tilde: Callable[[Weights, Weights], int] = lambda _u, _order: 0  # added to Σu_j·r_j
    late_statement: Callable[[Forger, Weights, Weights], None] | None = None  # sets deck or out after u is known

    def prove(self) -> bytes:
        """The transcript's bytes; `deck` and `out` are then what it is for."""
        n = len(self.deck)
        r, r_chain, omega_chain, omega_order = (draw(label, n) for label in ("r", "r-chain", "w-chain", "w-order"))
        omega = draw("w", 4)
        hashed = [G] * n if self.late_matrix else self._commit(r, self.matrix([Scalar(0)] * n))
        base = shuffle.statement_hash(CTX, self.Y, self.deck, self.out, hashed)
        u = shuffle.weights(base, n)
        c = self._commit(r, self.matrix(u)) if self.late_matrix else hashed
        order = self.order(u)
        if self.late_statement:
            self.late_statement(self, u, order)

        links, r_hat = [shuffle.H], 0
        for secret, weight in zip(r_chain, self.chain(u) if self.chain else order, strict=True):
            links.append(add(base_mul(secret), mul(weight, links[-1])))
            r_hat = (r_hat * weight + secret) % L
        t = Commitments(
            base_mul(omega[0]),
            base_mul(omega[1]),
            add(base_mul(omega[2]), combine(omega_order, shuffle.GENERATORS[:n])),
            Mask(
                sub(combine(omega_order, [mask.a for mask in self.out]), base_mul(omega[3])),
                sub(combine(omega_order, [mask.b for mask in self.out]), mul(omega[3], self.Y)),
            ),
            [add(base_mul(w), mul(v, link)) for w, v, link in zip(omega_chain, omega_order, links[:-1], strict=True)],
        )
        C = shuffle.challenge(base, links[1:], t)
        r_tilde = sum(weight * secret for weight, secret in zip(u, r, strict=True)) + self.r_tilde(u, order)
        secrets = (sum(r), r_hat, r_tilde, self.r_star(u, order))

        def answers(nonces: Weights, values: Sequence[int]) -> list[Scalar]:
            return [reduce(w - C * value) for w, value in zip(nonces, values, strict=True)]

        return shuffle.encode_proof(
            Proof(
                c,
                links[1:],
                C,
                answers(omega, secrets),
                answers(omega_chain, r_chain),
                answers(omega_order, order),
            )
        )

    def _commit(self, r: Weights, matrix: Matrix) -> list[Point]:
        n = len(r)
        return [add(base_mul(r[j]), combine([reduce(m) for m in matrix[j]], shuffle.GENERATORS[:n])) for j in range(n)]


def blind(deck: Sequence[Mask], rho: Weights, Y: Point) -> list[Mask]:
    """Each mask remasked by its own rho, in the order as it was."""
    return [Mask(add(a, base_mul(r)), add(b, mul(r, Y))) for (a, b), r in zip(deck, rho, strict=True)]


def scale(k: int, mask: Mask) -> Mask:
    """The mask of k times the card: no card any more."""
    return Mask(mul(reduce(k), mask.a), mul(reduce(k), mask.b))


def dot(left: Sequence[int], right: Sequence[int]) -> int:
    """Σ left_i·right_i."""
    return sum(a * b for a, b in zip(left, right, strict=True))
