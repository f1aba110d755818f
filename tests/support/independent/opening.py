"""An opened seed against what its side sent (spec: deal, opening).

The proofs were checked when they came. A proof that holds is fixed by its commitments' nonces, so that instead of
making it anew it is enough to take the nonces out of the responses and to compare them with those of the seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tests.support.independent.curve import ZERO, L, add
from tests.support.independent.encoding import Value, digest
from tests.support.independent.group import (
    card,
    decode,
    generator,
    same,
    scalar,
    table_of,
    times_base,
    to_scalar,
)
from tests.support.independent.proofs import MASK, ShuffleProof, duty_statement, shuffle_exponents, split


class Nonces:
    """The nonces of one seed for one kind, context and statement."""

    def __init__(self, seed: bytes, kind: str, ctx: bytes, *statement: Value) -> None:
        self._root = digest("root", seed, kind, ctx, *statement)

    def take(self, label: str, index: int = 0) -> int:
        """H2S("nonce", root, label, i)."""
        return to_scalar("nonce", self._root, label, index)


@dataclass(frozen=True)
class MadePok:
    """A proof of knowledge that was sent."""

    ctx: bytes
    key: bytes
    proof: bytes

    def agrees(self, seed: bytes, x: int) -> bool:
        """Whether the seed makes the same key and proof."""
        c, s = (scalar(part) for part in split(self.proof))
        k = Nonces(seed, "pok", self.ctx, self.key).take("k")
        return same(times_base(x), self.key) and (s - c * x - k) % L == 0


@dataclass(frozen=True)
class MadeShare:
    """A share that was sent, of the mask with this a."""

    ctx: bytes
    key: bytes
    a: bytes
    share: bytes

    def agrees(self, seed: bytes, x: int) -> bool:
        """Whether the seed makes the same share."""
        d, c_bytes, s_bytes = split(self.share)
        k = Nonces(seed, "dleq", self.ctx, self.key, self.a, d).take("k")
        return (scalar(s_bytes) - scalar(c_bytes) * x - k) % L == 0


@dataclass(frozen=True)
class MadeDuty:
    """A proof of having none of the binding cards that was sent for one mask."""

    ctx: bytes
    key: bytes
    a: bytes
    v: bytes
    cards: tuple[int, ...]
    proof: bytes

    def agrees(self, seed: bytes, x: int) -> bool:
        """Whether the seed makes the same proof."""
        numbers = [scalar(part) for part in split(self.proof)]
        nonces = Nonces(seed, "duty", self.ctx, *duty_statement(self.key, self.a, self.v, self.cards))
        d = _times(self.a, x)
        true = next((i for i, k in enumerate(self.cards) if same(add(d, card(k)), self.v)), None)
        if true is None:
            return False
        for i in range(len(self.cards)):
            c, s = numbers[2 * i], numbers[2 * i + 1]
            if i == true:
                if (s - c * x - nonces.take("k", i)) % L:
                    return False
            elif c != nonces.take("c", i) or s != nonces.take("s", i):
                return False
        return True


@dataclass(frozen=True)
class MadeShuffle:
    """A shuffle that was sent, of a deck or of the hidden cards of a hand."""

    ctx: bytes
    key: bytes
    before: bytes
    after: bytes
    proof: bytes

    def agrees(self, seed: bytes, x: int) -> bool:
        """Whether the seed makes the same deck and the same proof."""
        n = len(self.before) // MASK
        nonces = Nonces(seed, "shuffle", self.ctx, self.key, self.before)
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = nonces.take("permutation", i) % (i + 1)
            order[i], order[j] = order[j], order[i]
        blinding = [nonces.take("blinding", j) for j in range(n)]
        old, y = split(self.before), table_of(self.key)
        new = split(self.after)
        for i, j in enumerate(order):
            if not same(add(decode(old[2 * j]), times_base(blinding[j])), new[2 * i]):
                return False
            if not same(y.onto(decode(old[2 * j + 1]), blinding[j]), new[2 * i + 1]):
                return False
        return self._proof_agrees(seed, order, blinding)

    def _proof_agrees(self, seed: bytes, order: list[int], blinding: list[int]) -> bool:
        n = len(order)
        given = ShuffleProof(n, self.proof)
        nonces = Nonces(seed, "shuffle-proof", self.ctx, self.key, self.before, self.after)
        r = [nonces.take("r", i) for i in range(n)]
        for i, j in enumerate(order):
            if not same(add(times_base(r[j]), generator(i + 1)[0]), given.c_bytes[j]):
                return False
        _, u = shuffle_exponents(self.ctx, self.key, self.before, self.after, b"".join(given.c_bytes))
        h = table_of(generator(0)[1])
        of_base, of_h, challenge = 0, 1, given.challenge
        for i, j in enumerate(order):
            step = nonces.take("r-chain", i)
            of_base = (step + u[j] * of_base) % L
            of_h = of_h * u[j] % L
            link = h.onto(times_base(of_base), of_h)
            if not same(link, given.chain_bytes[i]):
                return False
            if (given.s_chain[i] + challenge * step - nonces.take("omega-chain", i)) % L:
                return False
            if (given.s_order[i] + challenge * u[j] - nonces.take("omega-order", i)) % L:
                return False
        secrets = (
            sum(r),
            of_base,
            sum(a * b for a, b in zip(u, r, strict=True)),
            sum(a * b for a, b in zip(u, blinding, strict=True)),
        )
        return not any(
            (s + challenge * secret - nonces.take("omega", i + 1)) % L
            for i, (s, secret) in enumerate(zip(given.s, secrets, strict=True))
        )


Made = MadePok | MadeShare | MadeDuty | MadeShuffle


@lru_cache(maxsize=4096)
def agrees(made: Made, seed: bytes, x: int) -> bool:
    """Whether the seed, and the secret key that comes of it, make what was sent."""
    return made.agrees(seed, x)


def _times(element: bytes, x: int) -> tuple[int, int, int, int]:
    return table_of(element).onto(ZERO, x)
