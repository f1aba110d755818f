"""Crypto on whatever comes: the group's laws, honest proofs hold, and bytes from strangers only ever meet a refusal."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from p2p_schnapsen.crypto import dleq, group, mask, membership, schnorr, shuffle, signing
from p2p_schnapsen.crypto.challenge import context, to_point, to_scalar
from p2p_schnapsen.crypto.group import IDENTITY, G, L, Point, Scalar
from p2p_schnapsen.crypto.mask import CARD_POINTS, Mask, remask
from p2p_schnapsen.errors import ProofError

EDGES = [0, 1, 2, 8, L // 2, L - 2, L - 1, 2**252, 2**252 - 1]
scalars = st.builds(Scalar, st.one_of(st.sampled_from(EDGES), st.integers(0, L - 1)))
secrets = st.builds(Scalar, st.integers(1, L - 1))
points = st.one_of(
    st.just(IDENTITY),
    st.just(G),
    st.integers(0, 2**64).map(lambda i: to_point("property", i)),
    scalars.map(group.base_mul),
)
seeds = st.binary(min_size=32, max_size=32)
heads = st.binary(min_size=64, max_size=64)
contexts = st.builds(
    context,
    heads,
    st.integers(0, 60),
    st.integers(0, 5000),
    heads,
    st.integers(0, 1),
    st.text(max_size=8),
    st.integers(0, 23),
)
card_sets = st.sets(st.integers(0, 23), min_size=1).map(lambda cards: tuple(sorted(cards)))


@st.composite
def masked_cards(draw, least, most):
    """A secret, its key, and masks of different cards under it with any blinding."""
    x = draw(secrets)
    Y = group.base_mul(x)
    cards = draw(st.lists(st.integers(0, 23), min_size=least, max_size=most, unique=True))
    masks = tuple(
        remask(Mask(G, group.add(CARD_POINTS[card], Y)), Scalar(draw(st.integers(0, L - 2))), Y) for card in cards
    )
    assume(all(IDENTITY not in one for one in masks))
    return x, Y, cards, masks


def decoded(data: bytes) -> Point | str:
    """The point, or the code of the refusal."""
    try:
        return group.decode_point(data)
    except ProofError as refusal:
        return refusal.code


# The group.


@settings(max_examples=60, deadline=None)
@given(points, points, points)
def test_addition_is_that_of_a_group(P, Q, R):
    assert group.add(P, Q) == group.add(Q, P)
    assert group.add(group.add(P, Q), R) == group.add(P, group.add(Q, R))
    assert group.sub(group.add(P, Q), Q) == P
    assert group.add(P, IDENTITY) == P
    assert group.sub(P, P) == IDENTITY


@settings(max_examples=60, deadline=None)
@given(scalars, scalars, points, points)
def test_multiplication_distributes(k, m, P, Q):
    assert group.add(group.mul(k, P), group.mul(m, P)) == group.mul(group.reduce(k + m), P)
    assert group.mul(k, group.mul(m, P)) == group.mul(group.reduce(k * m), P)
    assert group.mul(k, group.add(P, Q)) == group.add(group.mul(k, P), group.mul(k, Q))
    assert group.mul(k, G) == group.base_mul(k)


@settings(max_examples=60, deadline=None)
@given(scalars)
def test_scalars_survive_their_encoding(k):
    assert group.decode_scalar(group.encode_scalar(k)) == k


@settings(max_examples=60, deadline=None)
@given(points)
def test_points_have_one_encoding(P):
    assume(P != IDENTITY)
    assert group.decode_point(P) == P
    for bit in (0, 255):
        with pytest.raises(ProofError):
            group.decode_point(bytes([P[0] ^ (bit == 0), *P[1:31], P[31] ^ (0x80 if bit else 0)]))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=40) | st.binary(min_size=32, max_size=32))
def test_bytes_are_a_point_or_refused_and_never_two_points(data):
    outcome = decoded(data)
    if isinstance(outcome, bytes):
        # What decodes, encodes to the same bytes.
        assert group.add(outcome, IDENTITY) == data
    else:
        assert outcome in ("point-length", "point-encoding", "point-identity")


# Honest proofs hold.


@settings(max_examples=60, deadline=None)
@given(seeds, contexts, secrets)
def test_an_honest_proof_of_knowledge_holds(seed, ctx, x):
    Y = group.base_mul(x)
    schnorr.verify(ctx, Y, schnorr.prove(seed, ctx, x, Y))


@settings(max_examples=60, deadline=None)
@given(seeds, contexts, masked_cards(1, 1))
def test_an_honest_share_opens_its_card(seed, ctx, dealt):
    x, Y, cards, (one,) = dealt
    d = dleq.verify(ctx, Y, one.a, dleq.share(seed, ctx, x, Y, one.a))
    assert mask.card_of(group.sub(one.b, d)) == cards[0]


@settings(max_examples=50, deadline=None)
@given(seeds, contexts, masked_cards(1, 1), card_sets)
def test_an_honest_duty_proof_holds(seed, ctx, dealt, others):
    x, Y, cards, (one,) = dealt
    allowed = tuple(sorted({*others, *cards}))
    membership.verify(ctx, Y, *one, allowed, membership.prove(seed, ctx, x, Y, *one, allowed))


@settings(max_examples=50, deadline=None)
@given(seeds, contexts, masked_cards(1, 1), card_sets, st.data())
def test_a_false_duty_proof_never_holds(seed, ctx, dealt, others, data):
    x, Y, cards, (one,) = dealt
    allowed = tuple(card for card in others if card != cards[0])
    assume(allowed)
    proof = membership.prove_branch(seed, ctx, x, Y, *one, allowed, data.draw(st.integers(0, len(allowed) - 1)))
    with pytest.raises(ProofError, match="duty-proof"):
        membership.verify(ctx, Y, *one, allowed, proof)


@settings(max_examples=30, deadline=None)
@given(seeds, contexts, masked_cards(2, 8))
def test_an_honest_shuffle_holds_and_keeps_the_cards(seed, ctx, dealt):
    x, Y, cards, masks = dealt
    out, proof = shuffle.shuffle(seed, ctx, Y, masks)
    shuffle.verify(ctx, Y, masks, out, proof)
    opened = [mask.card_of(group.sub(b, group.mul(x, a))) for a, b in out]
    assert sorted(opened, key=str) == sorted(cards, key=str)


@settings(max_examples=4, deadline=None)
@given(seeds, contexts, masked_cards(20, 24))
def test_an_honest_shuffle_of_a_deck_holds(seed, ctx, dealt):
    _, Y, _, masks = dealt
    shuffle.verify(ctx, Y, masks, *shuffle.shuffle(seed, ctx, Y, masks))


@settings(max_examples=50, deadline=None)
@given(seeds, contexts, masked_cards(2, 5), st.data())
def test_a_shuffle_with_one_other_card_never_holds(seed, ctx, dealt, data):
    _, Y, _, masks = dealt
    order = data.draw(st.permutations(range(len(masks))))
    blinding = [to_scalar("property", seed, j) for j in range(len(masks))]
    out = [remask(masks[j], blinding[j], Y) for j in order]
    place = data.draw(st.integers(0, len(masks) - 1))
    a, b = out[place]
    shift = group.base_mul(data.draw(secrets))
    out[place] = data.draw(st.sampled_from([Mask(group.add(a, shift), b), Mask(a, group.add(b, shift))]))
    with pytest.raises(ProofError, match="shuffle-proof"):
        shuffle.verify(ctx, Y, masks, out, shuffle.prove(seed, ctx, Y, masks, out, order, blinding))


# Bytes from strangers.

SEED, CTX, x = bytes(range(32)), context(bytes(64), 1, 2, bytes(64), 0, "test", 3), to_scalar("property", 0)
Y = group.base_mul(x)
DECK = mask.initial_deck(range(5), Y)
OUT, SHUFFLED = shuffle.shuffle(SEED, CTX, Y, DECK)
CARDS = (0, 1, 2, 3, 4)
KEY = signing.generate(SEED)
PUBLIC, SIGNED = signing.public_key(KEY), signing.sign(KEY, b"message")
VERIFIERS = {
    "pok": (lambda data: schnorr.verify(CTX, Y, data), schnorr.prove(SEED, CTX, x, Y), {"pok"}),
    "share": (
        lambda data: dleq.verify(CTX, Y, OUT[0].a, data),
        dleq.share(SEED, CTX, x, Y, OUT[0].a),
        {"share-encoding", "share-proof"},
    ),
    "duty": (
        lambda data: membership.verify(CTX, Y, *OUT[0], CARDS, data),
        membership.prove(SEED, CTX, x, Y, *OUT[0], CARDS),
        {"duty-encoding", "duty-proof"},
    ),
    "shuffle": (
        lambda data: shuffle.verify(CTX, Y, DECK, OUT, data),
        SHUFFLED,
        {"shuffle-encoding", "shuffle-proof"},
    ),
    "signature": (lambda data: signing.verify(PUBLIC, b"message", data), SIGNED, {"signature"}),
}


@pytest.mark.parametrize("name", VERIFIERS)
def test_the_honest_bytes_hold(name):
    verify, honest, _ = VERIFIERS[name]
    verify(honest)


@pytest.mark.parametrize("name", VERIFIERS)
@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=1000))
def test_any_bytes_are_refused(name, data):
    verify, honest, codes = VERIFIERS[name]
    assume(data != honest)
    with pytest.raises(ProofError) as refusal:
        verify(data)
    assert refusal.value.code in codes


@pytest.mark.parametrize("name", VERIFIERS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_change_of_honest_bytes_is_refused(name, data):
    verify, honest, codes = VERIFIERS[name]
    kind = data.draw(st.sampled_from(["xor", "field", "splice"]))
    if kind == "xor":
        at = data.draw(st.integers(0, len(honest) - 1))
        changed = honest[:at] + bytes([honest[at] ^ data.draw(st.integers(1, 255))]) + honest[at + 1 :]
    elif kind == "field":
        at = 32 * data.draw(st.integers(0, len(honest) // 32 - 1))
        field = data.draw(points | scalars.map(group.encode_scalar))
        changed = honest[:at] + field + honest[at + 32 :]
    else:
        at, size = data.draw(st.integers(0, len(honest))), data.draw(st.integers(0, 40))
        changed = honest[:at] + data.draw(st.binary(max_size=40)) + honest[at + size :]
    assume(changed != honest)
    with pytest.raises(ProofError) as refusal:
        verify(changed)
    assert refusal.value.code in codes
