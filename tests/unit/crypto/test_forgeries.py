"""Every input of every challenge matters: without it there is a forgery, with it there is none.

Each forgery is made by somebody who knows exactly which input is left out (`holes`), and it passes through that hole.
So a challenge that lost an input would make its test here fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from unittest import mock

import pytest

from p2p_schnapsen.crypto import dleq, membership, schnorr, shuffle
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import IDENTITY, G, L, Point, Scalar, add, base_mul, combine, mul, reduce, sub
from p2p_schnapsen.crypto.mask import CARD_POINTS, Mask
from p2p_schnapsen.crypto.membership import Branch
from p2p_schnapsen.crypto.proof import encode
from p2p_schnapsen.crypto.shuffle import Commitments
from tests.unit.crypto.forger import Forger, blind, dot, draw, scale, times, unit
from tests.unit.crypto.holes import Forgery, hole, only_through
from tests.unit.crypto.samples import CTX, ELSEWHERE, OTHER_Y, POINT, SEED, OTHER_x, Y, cards_of, deck, hand, x

MASK, OTHER_MASK = hand(2)
CARD, OTHER_CARD = (card for card in cards_of([MASK, OTHER_MASK]) if card is not None)
k, s = to_scalar("test", "k"), to_scalar("test", "s")


def divided(point: Point, c: int) -> Point:
    """point / c."""
    return mul(Scalar(pow(c, -1, L)), point)


# Knowledge of a key.


def pok_from_elsewhere() -> Forgery:
    return CTX, Y, schnorr.prove(SEED, ELSEWHERE["seq"], x, Y)


def pok_of_a_key_made_to_fit() -> Forgery:
    c = schnorr.challenge(CTX, G, POINT)
    return CTX, divided(sub(base_mul(s), POINT), c), encode(c, s)


def pok_of_nobodys_key() -> Forgery:
    return CTX, POINT, encode(schnorr.challenge(CTX, POINT, G), s)


@pytest.mark.parametrize(
    ("name", "forge"),
    [("ctx", pok_from_elsewhere), ("Y", pok_of_a_key_made_to_fit), ("A", pok_of_nobodys_key)],
)
def test_knowledge_of_a_key_is_not_forged(name, forge):
    only_through(hole(schnorr, "challenge", name), forge, schnorr.verify)


# Shares.


def share_from_elsewhere() -> Forgery:
    return CTX, Y, MASK.a, dleq.share(SEED, ELSEWHERE["slot"], x, Y, MASK.a)


def share_under_a_key_made_to_fit() -> Forgery:
    d = mul(OTHER_x, MASK.a)
    c = dleq.challenge(CTX, G, MASK.a, d, POINT, mul(k, MASK.a))
    s = reduce(k + c * OTHER_x)
    return CTX, divided(sub(base_mul(s), POINT), c), MASK.a, encode(d, c, s)


def share_of_a_mask_made_to_fit() -> Forgery:
    c = dleq.challenge(CTX, Y, G, POINT, base_mul(k), G)
    s = reduce(k + c * x)
    return CTX, Y, divided(add(G, mul(c, POINT)), s), encode(POINT, c, s)


def share_made_to_fit() -> Forgery:
    c = dleq.challenge(CTX, Y, MASK.a, G, base_mul(k), POINT)
    s = reduce(k + c * x)
    return CTX, Y, MASK.a, encode(divided(sub(mul(s, MASK.a), POINT), c), c, s)


def share_by_another_key() -> Forgery:
    return CTX, Y, MASK.a, dleq.prove(SEED, CTX, OTHER_x, Y, MASK.a, mul(OTHER_x, MASK.a))


def share_that_is_wrong() -> Forgery:
    return CTX, Y, MASK.a, dleq.prove(SEED, CTX, x, Y, MASK.a, POINT)


@pytest.mark.parametrize(
    ("name", "forge"),
    [
        ("ctx", share_from_elsewhere),
        ("Y", share_under_a_key_made_to_fit),
        ("a", share_of_a_mask_made_to_fit),
        ("d", share_made_to_fit),
        ("A1", share_by_another_key),
        ("A2", share_that_is_wrong),
    ],
)
def test_a_share_is_not_forged(name, forge):
    only_through(hole(dleq, "challenge", name), forge, dleq.verify)


def test_the_forged_shares_are_wrong_ones():
    """They would open the mask to something else, or under a key that nobody has."""
    for forge in (share_made_to_fit, share_by_another_key, share_that_is_wrong):
        _, _, a, share = forge()
        assert share[:32] != mul(x, a)
    assert share_under_a_key_made_to_fit()[1] not in (Y, OTHER_Y)


# Duty.

SET = tuple(sorted([CARD, OTHER_CARD]))


def duty_from_elsewhere() -> Forgery:
    return CTX, Y, *MASK, SET, membership.prove(SEED, ELSEWHERE["slot"], x, Y, *MASK, SET)


def duty_under_a_key_made_to_fit() -> Forgery:
    v = add(CARD_POINTS[3], mul(OTHER_x, MASK.a))
    c = membership.challenge(CTX, G, MASK.a, v, (3,), [POINT, mul(k, MASK.a)])
    s = reduce(k + c * OTHER_x)
    return CTX, divided(sub(base_mul(s), POINT), c), MASK.a, v, (3,), encode(c, s)


def duty_of_a_first_half_made_to_fit() -> Forgery:
    c = membership.challenge(CTX, Y, G, MASK.b, (3,), [base_mul(k), POINT])
    s = reduce(k + c * x)
    a = divided(add(POINT, mul(c, sub(MASK.b, CARD_POINTS[3]))), s)
    return CTX, Y, a, MASK.b, (3,), encode(c, s)


def duty_of_a_second_half_made_to_fit() -> Forgery:
    c = membership.challenge(CTX, Y, MASK.a, G, (3,), [base_mul(k), POINT])
    s = reduce(k + c * x)
    return CTX, Y, MASK.a, add(CARD_POINTS[3], divided(sub(mul(s, MASK.a), POINT), c)), (3,), encode(c, s)


def duty_moved_to_another_set() -> Forgery:
    """A false branch with challenge 0 fits any card: made for cards 0 and CARD, shown for 1 and CARD."""
    assert CARD > 1
    false = Branch(Scalar(0), s)
    A = membership.commitments(Y, *MASK, (0, CARD), [false, Branch(Scalar(0), k)])
    c = membership.challenge(CTX, Y, *MASK, (0, CARD), A)
    return CTX, Y, *MASK, (1, CARD), encode(*false, c, reduce(k + c * x))


def duty_by_another_key() -> Forgery:
    v = add(CARD_POINTS[3], mul(OTHER_x, MASK.a))
    return CTX, Y, MASK.a, v, (3, 5), membership.prove_branch(SEED, CTX, OTHER_x, Y, MASK.a, v, (3, 5), 0)


def duty_of_a_card_outside() -> Forgery:
    cards = tuple(card for card in range(24) if card != CARD)[:3]
    return CTX, Y, *MASK, cards, membership.prove_branch(SEED, CTX, x, Y, *MASK, cards, 1)


def every(start: int) -> Callable[[list[Point]], list[Point]]:
    return lambda A: A[start::2]


@pytest.mark.parametrize(
    ("name", "change", "forge"),
    [
        ("ctx", lambda _: b"", duty_from_elsewhere),
        ("Y", lambda _: b"", duty_under_a_key_made_to_fit),
        ("a", lambda _: b"", duty_of_a_first_half_made_to_fit),
        ("v", lambda _: b"", duty_of_a_second_half_made_to_fit),
        ("cards", lambda _: (), duty_moved_to_another_set),
        ("A", every(1), duty_by_another_key),
        ("A", every(0), duty_of_a_card_outside),
    ],
    ids=["ctx", "Y", "a", "v", "cards", "A1", "A2"],
)
def test_a_duty_proof_is_not_forged(name, change, forge):
    only_through(hole(membership, "challenge", name, change), forge, membership.verify)


# Shuffles. `N` masks of different cards; the out decks here are none that an honest shuffle could give.

N = 3
RHO = draw("rho", N)
ALPHA = to_scalar("test", "alpha")


def honest(**changes: object) -> Forger:
    """The order as it was, each mask remasked: true, and the start of all that is not."""
    return replace(
        Forger(
            Y,
            deck(N),
            blind(deck(N), RHO, Y),
            matrix=lambda _: unit(N),
            order=lambda u: u,
            r_star=lambda _, order: dot(order, RHO),
        ),
        **changes,  # type: ignore[arg-type]  # fields of Forger
    )


def forged(forger: Forger) -> Forgery:
    proof = forger.prove()
    return CTX, forger.Y, tuple(forger.deck), tuple(forger.out), proof


def scaled_out(alpha: int) -> list[Mask]:
    """The first card times 1/alpha, the second times alpha: two cards that do not exist."""
    before = deck(N)
    masks = [scale(pow(alpha, -1, L), before[0]), scale(alpha, before[1]), *before[2:]]
    return blind(masks, RHO, Y)


def scaled_order(u: list[Scalar]) -> list[Scalar]:
    return [reduce(u[0] * ALPHA), reduce(u[1] * pow(ALPHA, -1, L)), *u[2:]]


def linear_out(matrix: list[list[int]]) -> list[Mask]:
    """out with Σ_i out_i·matrix[j][i] = deck_j: combinations of cards, where the inverse of the first 2 × 2 is used."""
    (p, q), (r, t) = matrix[0][:2], matrix[1][:2]
    inverse = pow(p * t - q * r, -1, L)
    before = deck(N)

    def mixed(first: int, second: int) -> Mask:
        one, two = scale(first * inverse, before[0]), scale(second * inverse, before[1])
        return Mask(add(one.a, two.a), add(one.b, two.b))

    return blind([mixed(t, -q), mixed(-r, p), *before[2:]], RHO, Y)


MIXED = [[ALPHA, 1 - ALPHA, 0], [1 - ALPHA, ALPHA, 0], [0, 0, 1]]  # columns and rows sum to 1, but no permutation
SCALED = [[ALPHA, 0, 0], [0, pow(ALPHA, -1, L), 0], [0, 0, 1]]


def shuffle_from_elsewhere() -> Forgery:
    out, proof = shuffle.shuffle(SEED, ELSEWHERE["seq"], Y, deck(N))
    return CTX, Y, deck(N), out, proof


def shuffle_under_a_key_made_to_fit() -> Forgery:
    """Any second halves; the key is solved for once everything else is fixed."""
    out = [Mask(mask.a, add(mask.b, POINT)) for mask in blind(deck(N), RHO, Y)]
    forger = honest(out=out)
    proof = shuffle.decode_proof(forger.prove(), N)
    base = shuffle.statement_hash(CTX, Y, deck(N), out, proof.c)
    u, C, s4 = shuffle.weights(base, N), proof.challenge, proof.s[3]
    # t4 as the forger has hashed it, and the key under which the verifier comes to it.
    omega_order, omega_4 = draw("w-order", N), draw("w", 4)[3]
    t4 = sub(combine(omega_order, [mask.b for mask in out]), mul(omega_4, Y))
    sums = add(mul(C, combine(u, [mask.b for mask in deck(N)])), combine(proof.s_order, [mask.b for mask in out]))
    return CTX, divided(sub(sums, t4), s4), deck(N), tuple(out), shuffle.encode_proof(proof)


def solved(weights: list[Scalar], masks: list[Mask], place: int, target: Mask) -> list[Mask]:
    """masks with the one at `place` such that Σ weights·masks = target."""
    rest = [(w, mask) for i, (w, mask) in enumerate(zip(weights, masks, strict=True)) if i != place]
    halves = [
        divided(sub(target[half], combine([w for w, _ in rest], [mask[half] for _, mask in rest])), weights[place])
        for half in (0, 1)
    ]
    return [*masks[:place], Mask(*halves), *masks[place + 1 :]]


def summed(weights: list[Scalar], masks: list[Mask], shift: int) -> Mask:
    r = reduce(shift)
    return Mask(
        add(combine(weights, [mask.a for mask in masks]), base_mul(r)),
        add(combine(weights, [mask.b for mask in masks]), mul(r, Y)),
    )


def shuffle_of_a_deck_made_to_fit() -> Forgery:
    """The new deck is what the forger likes, here two of a kind; the old one is solved for."""

    def late(forger, u, order):
        target = summed(order, list(forger.out), -dot(order, RHO))
        forger.deck = solved(u, list(forger.deck), 0, target)

    out = blind([deck(N)[1], deck(N)[1], deck(N)[1]], RHO, Y)
    return forged(honest(out=out, late_statement=late))


def shuffle_into_a_deck_made_to_fit() -> Forgery:
    """All new masks but one are of the same card; the one is solved for before t4 is made."""

    def late(forger, u, order):
        out = blind([deck(N)[1]] * N, RHO, Y)
        forger.out = solved(order, out, 2, summed(u, list(forger.deck), dot(order, RHO)))

    return forged(honest(late_statement=late))


def shuffle_with_an_order_made_to_fit() -> Forgery:
    """Cards scaled; with u known, a matrix with column sums 1 and u·matrix = ũ is found: one linear pair a column."""

    def matrix(u):
        order, columns = scaled_order(u), []
        for i in range(N):
            # m·u_0 + (1 − m)·u_1 = ũ_i
            m = (order[i] - u[1]) * pow(u[0] - u[1], -1, L) % L
            columns.append([m, (1 - m) % L, 0])
        return [[column[j] for column in columns] for j in range(N)]

    return forged(honest(out=scaled_out(ALPHA), matrix=matrix, order=scaled_order, late_matrix=True))


def shuffle_with_scaled_cards() -> Forgery:
    """Everything is right but the column sums."""
    return forged(honest(out=scaled_out(ALPHA), matrix=lambda _: SCALED, order=scaled_order))


def shuffle_with_mixed_cards() -> Forgery:
    """Everything is right but the product."""
    return forged(honest(out=linear_out(MIXED), matrix=lambda _: MIXED, order=lambda u: times(u, MIXED)))


def shuffle_with_mixed_cards_and_another_chain() -> Forgery:
    """Everything is right, also the product of the chain, but the chain is of other weights."""
    return forged(
        honest(out=linear_out(MIXED), matrix=lambda _: MIXED, order=lambda u: times(u, MIXED), chain=lambda u: u)
    )


def shuffle_with_weights_that_nobody_committed_to() -> Forgery:
    """Everything is right but ũ = u·matrix."""
    return forged(honest(out=scaled_out(ALPHA), order=scaled_order))


def shuffle_with_other_halves(first: bool) -> Forgery:
    """An honest order of masks of which one half is anything."""
    out = blind(deck(N), RHO, Y)
    out[0] = Mask(POINT, out[0].b) if first else Mask(out[0].a, POINT)
    return forged(honest(out=out))


STATEMENT = {
    "ctx": (b"", shuffle_from_elsewhere),
    "Y": (b"", shuffle_under_a_key_made_to_fit),
    "deck": (deck(N), shuffle_of_a_deck_made_to_fit),
    "out": (deck(N), shuffle_into_a_deck_made_to_fit),
    "c": ((), shuffle_with_an_order_made_to_fit),
}


@pytest.mark.parametrize("name", STATEMENT)
def test_a_shuffle_is_not_forged_by_choosing_a_part_of_it_late(name):
    constant, forge = STATEMENT[name]
    only_through(hole(shuffle, "statement_hash", name, lambda _: constant), forge, shuffle.verify)


def without(name: str) -> Callable[[Commitments], Commitments]:
    constant: object = [IDENTITY] * N if name == "t_chain" else IDENTITY
    return lambda t: Commitments(**{**t._asdict(), name: constant})


def without_half(half: int) -> Callable[[Commitments], Commitments]:
    return lambda t: t._replace(t4=Mask(t.t4.a if half else IDENTITY, IDENTITY if half else t.t4.b))


@pytest.mark.parametrize(
    ("change", "forge"),
    [
        (without("t1"), shuffle_with_scaled_cards),
        (without("t2"), shuffle_with_mixed_cards),
        (without("t_chain"), shuffle_with_mixed_cards_and_another_chain),
        (without("t3"), shuffle_with_weights_that_nobody_committed_to),
        (without_half(0), lambda: shuffle_with_other_halves(True)),
        (without_half(1), lambda: shuffle_with_other_halves(False)),
    ],
    ids=["t1", "t2", "t-chain", "t3", "t4a", "t4b"],
)
def test_a_shuffle_is_not_forged_by_breaking_one_relation(change, forge):
    only_through(hole(shuffle, "challenge", "t", change), forge, shuffle.verify)


def test_the_forger_convinces_of_the_truth():
    """It is a prover like ours: what it cannot do, it cannot do because it is false."""
    shuffle.verify(*forged(honest()))


def test_the_forged_decks_hold_other_cards():
    for forge in (
        shuffle_into_a_deck_made_to_fit,
        shuffle_with_an_order_made_to_fit,
        shuffle_with_scaled_cards,
        shuffle_with_mixed_cards,
        shuffle_with_other_halves,
    ):
        _, _, _, out, _ = forge(True) if forge is shuffle_with_other_halves else forge()
        assert set(cards_of(out)) != set(cards_of(deck(N)))


# What no forgery is known for (it is fixed by the rest), each part changed in turn.


def every_point(masks: tuple[Mask, ...]) -> Iterator[tuple[Mask, ...]]:
    for i, (a, b) in enumerate(masks):
        for mask in (Mask(POINT, b), Mask(a, POINT)):
            yield (*masks[:i], mask, *masks[i + 1 :])


def test_the_shuffles_first_hash_depends_on_every_part():
    before, (out, data) = deck(N), shuffle.shuffle(SEED, CTX, Y, deck(N))
    c = shuffle.decode_proof(data, N).c
    hashes = [
        shuffle.statement_hash(CTX, Y, before, out, c),
        shuffle.statement_hash(ELSEWHERE["slot"], Y, before, out, c),
        shuffle.statement_hash(CTX, OTHER_Y, before, out, c),
        *(shuffle.statement_hash(CTX, Y, changed, out, c) for changed in every_point(before)),
        *(shuffle.statement_hash(CTX, Y, before, changed, c) for changed in every_point(out)),
        *(shuffle.statement_hash(CTX, Y, before, out, [*c[:i], POINT, *c[i + 1 :]]) for i in range(N)),
        shuffle.statement_hash(CTX, Y, before[:2], out, c),
    ]
    for name in ("G", "H"):
        with mock.patch.object(shuffle, name, POINT):
            hashes.append(shuffle.statement_hash(CTX, Y, before, out, c))
    for i in range(N):
        with mock.patch.object(shuffle, "GENERATORS", (*shuffle.GENERATORS[:i], POINT, *shuffle.GENERATORS[i + 1 :])):
            hashes.append(shuffle.statement_hash(CTX, Y, before, out, c))
    assert len(set(hashes)) == len(hashes) == 3 + 2 * 2 * N + N + 1 + 2 + N


def test_the_shuffles_challenge_depends_on_every_part():
    base, links = bytes(64), tuple(CARD_POINTS[:N])
    t = Commitments(*CARD_POINTS[3:6], Mask(*CARD_POINTS[6:8]), CARD_POINTS[8 : 8 + N])
    challenges = [
        shuffle.challenge(base, links, t),
        shuffle.challenge(b"\1" * 64, links, t),
        *(shuffle.challenge(base, (*links[:i], POINT, *links[i + 1 :]), t) for i in range(N)),
        *(shuffle.challenge(base, links, t._replace(**{name: POINT})) for name in ("t1", "t2", "t3")),
        shuffle.challenge(base, links, t._replace(t4=Mask(POINT, t.t4.b))),
        shuffle.challenge(base, links, t._replace(t4=Mask(t.t4.a, POINT))),
        *(
            shuffle.challenge(base, links, t._replace(t_chain=[*t.t_chain[:i], POINT, *t.t_chain[i + 1 :]]))
            for i in range(N)
        ),
    ]
    assert len(set(challenges)) == len(challenges) == 2 + N + 3 + 2 + N


def test_the_weights_depend_on_the_first_hash_and_differ():
    weights = [*shuffle.weights(bytes(64), 24), *shuffle.weights(b"\1" * 64, 24)]
    assert len(set(weights)) == 48


@pytest.mark.parametrize("module", [schnorr, dleq, membership])
def test_the_base_point_is_hashed(module):
    arguments = {
        schnorr: (CTX, Y, POINT),
        dleq: (CTX, Y, MASK.a, POINT, POINT, POINT),
        membership: (CTX, Y, *MASK, SET, [POINT]),
    }[module]
    honest_challenge = module.challenge(*arguments)
    with mock.patch.object(module, "G", POINT):
        assert module.challenge(*arguments) != honest_challenge


def test_the_points_of_the_cards_are_hashed_too():
    honest_challenge = membership.challenge(CTX, Y, *MASK, SET, [POINT])
    with mock.patch.object(membership, "CARD_POINTS", CARD_POINTS[::-1]):
        assert membership.challenge(CTX, Y, *MASK, SET, [POINT]) != honest_challenge


def test_the_numbers_of_the_cards_are_hashed_too():
    with mock.patch.object(membership, "CARD_POINTS", (POINT,) * 24):
        assert membership.challenge(CTX, Y, *MASK, (0,), [POINT]) != membership.challenge(CTX, Y, *MASK, (1,), [POINT])
