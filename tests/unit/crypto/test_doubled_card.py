"""The known attack: a deck in which one card is there twice and another is missing.

With cards k·G a single equation between numbers has to hold where 20 between points should, and with generators of
known logarithms a commitment can be opened to whatever solves it.  So cards and generators are hashed to the group, and
each of the two stops the attack alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from unittest import mock

import pytest

from p2p_schnapsen.crypto import shuffle
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import G, L, Point, Scalar, add, base_mul, reduce
from p2p_schnapsen.crypto.mask import CARD_POINTS, Mask
from p2p_schnapsen.errors import ProofError
from tests.unit.crypto.forger import Forger, blind, dot, draw, unit
from tests.unit.crypto.samples import CTX, Y, x

N = 20
RHO = draw("rho", N)
# What the forger takes for the logarithms; where the points are hashed it is wrong about them.
CARD_LOGS = [Scalar(k + 1) for k in range(N)]
GENERATOR_LOGS = draw("generator logs", N)

TRAPDOOR_CARDS = tuple(base_mul(log) for log in CARD_LOGS)


@contextlib.contextmanager
def trapdoor_generators() -> Iterator[None]:
    """Generators of known logarithms, as a careless setup would have them."""
    generators = (*map(base_mul, GENERATOR_LOGS), *shuffle.GENERATORS[N:])
    with mock.patch.object(shuffle, "GENERATORS", generators):
        shuffle._sum_of_generators.cache_clear()
        try:
            yield
        finally:
            shuffle._sum_of_generators.cache_clear()


def square_root(a: int) -> int | None:
    """Modulo L, which is 5 modulo 8."""
    for root in (pow(a, (L + 3) // 8, L), pow(a, (L + 3) // 8, L) * pow(2, (L - 1) // 4, L) % L):
        if (root * root - a) % L == 0:
            return root
    return None


def order_that_balances(u: Sequence[Scalar]) -> list[Scalar]:
    """ũ with Πũ = Πu and Σũ_i·m'_i = Σu_j·m_j, where m' has m_0 twice and no m_1: a quadratic equation."""
    for attempt in range(64):
        third = to_scalar("attempt", attempt)
        product = u[0] * u[1] * u[2] * pow(third, -1, L) % L
        total = (u[0] * CARD_LOGS[0] + u[1] * CARD_LOGS[1] + (u[2] - third) * CARD_LOGS[2]) * pow(CARD_LOGS[0], -1, L)
        root = square_root((total * total - 4 * product) % L)
        if root is not None:
            first = reduce((total + root) * pow(2, -1, L))
            return [first, reduce(total - first), third, *u[3:]]
    raise AssertionError("every other number has a square root")


def forge(cards: Sequence[Point]) -> Forger:
    deck = [Mask(G, add(card, Y)) for card in cards]
    return Forger(
        Y,
        deck,
        blind([deck[0], deck[0], *deck[2:]], RHO, Y),
        matrix=lambda _: unit(N),
        order=order_that_balances,
        # a: Σũ_i·(1 + ρ_i) = Σu_j + r*
        r_star=lambda u, order: sum(order) + dot(order, RHO) - sum(u),
        # The commitments are opened to ũ instead of u.
        r_tilde=lambda u, order: dot(u, GENERATOR_LOGS) - dot(order, GENERATOR_LOGS),
    )


def attack(cards: Sequence[Point]) -> None:
    """Raises ProofError if the forged proof is refused."""
    forger = forge(cards)
    proof = forger.prove()
    opened = [add(mask.b, base_mul(reduce(-x * (1 + rho)))) for mask, rho in zip(forger.out, RHO, strict=True)]
    assert opened == [cards[0], cards[0], *cards[2:]]
    shuffle.verify(CTX, Y, tuple(forger.deck), tuple(forger.out), proof)


def test_with_both_trapdoors_the_attack_succeeds():
    with trapdoor_generators():
        attack(TRAPDOOR_CARDS)


def test_hashed_cards_alone_stop_it():
    with trapdoor_generators(), pytest.raises(ProofError, match="shuffle-proof"):
        attack(CARD_POINTS[:N])


def test_hashed_generators_alone_stop_it():
    with pytest.raises(ProofError, match="shuffle-proof"):
        attack(TRAPDOOR_CARDS)


def test_with_the_cards_and_generators_of_the_protocol_it_is_refused():
    with pytest.raises(ProofError, match="shuffle-proof"):
        attack(CARD_POINTS[:N])
