"""Shuffles: honest ones hold, and nothing else does."""

from __future__ import annotations

from functools import cache

import pytest

from p2p_schnapsen.crypto import group, shuffle
from p2p_schnapsen.crypto.challenge import nonce, root, to_scalar
from p2p_schnapsen.crypto.group import G, Scalar
from p2p_schnapsen.crypto.mask import CARD_POINTS, Mask, encode_deck, initial_deck, remask
from p2p_schnapsen.errors import LocalMisuse, ProofError
from tests.unit.crypto import mutations
from tests.unit.crypto.samples import CTX, ELSEWHERE, OTHER_Y, POINT, SEED, Y, cards_of, deck, hand

SIZES = [2, 3, 4, 5, 6, 20, 24]
CODES = ("shuffle-size", "shuffle-encoding", "shuffle-proof")


@cache
def _shuffled(n, ctx=CTX, key=Y):
    return shuffle.shuffle(SEED, ctx, key, deck(n, key))


def _refused(ctx, key, before, after, proof, code=None):
    with pytest.raises(ProofError) as refusal:
        shuffle.verify(ctx, key, before, after, proof)
    assert refusal.value.code == code if code else refusal.value.code in CODES


def _layout(n):
    return "P" * 2 * n + "S" * (2 * n + 5)


@pytest.mark.parametrize("n", SIZES)
def test_an_honest_shuffle_convinces(n):
    out, proof = _shuffled(n)
    assert len(proof) == shuffle.proof_size(n) == 32 * (4 * n + 5)
    shuffle.verify(CTX, Y, deck(n), out, proof)
    assert sorted(card for card in cards_of(out) if card is not None) == list(range(24 - n, 24))
    assert not {part for mask in out for part in mask} & {part for mask in deck(n) for part in mask}


@pytest.mark.parametrize("n", range(2, 7))
def test_a_hand_is_sorted_under_its_owners_key(n):
    before = hand(n)
    out, proof = shuffle.shuffle(SEED, ELSEWHERE["slot"], Y, before)
    shuffle.verify(ELSEWHERE["slot"], Y, before, out, proof)
    assert set(cards_of(out)) == set(cards_of(before))


def test_a_deck_is_shuffled_by_both():
    joint = group.add(Y, OTHER_Y)
    first, proof = shuffle.shuffle(SEED, CTX, joint, initial_deck(range(24), joint))
    second, other_proof = shuffle.shuffle(bytes(32), ELSEWHERE["side"], joint, first)
    shuffle.verify(CTX, joint, initial_deck(range(24), joint), first, proof)
    shuffle.verify(ELSEWHERE["side"], joint, first, second, other_proof)


def test_lists_are_as_good_as_tuples():
    out, proof = _shuffled(5)
    assert shuffle.shuffle(SEED, CTX, Y, list(deck(5))) == (out, proof)
    shuffle.verify(CTX, Y, list(deck(5)), list(out), proof)


def test_the_order_is_drawn_by_fisher_and_yates():
    """Written out once more, and with the blinding that goes by the old place of a card."""
    nonces = root(SEED, "shuffle", CTX, Y, encode_deck(deck(20)))
    order = list(range(20))
    for i in reversed(range(1, 20)):
        j = nonce(nonces, "permutation", i) % (i + 1)
        order[i], order[j] = order[j], order[i]
    out, _ = _shuffled(20)
    assert list(out) == [remask(deck(20)[j], nonce(nonces, "blinding", j), Y) for j in order]


def test_every_order_of_three_cards_is_as_likely_as_another():
    orders = [tuple(shuffle.draw_permutation(bytes([i]) * 64, 3)) for i in range(256)]
    counts = sorted(orders.count(order) for order in set(orders))
    assert len(counts) == 6
    assert counts[0] > 25  # 256 / 6 = 43
    assert counts[-1] < 62


def test_another_seed_place_key_or_deck_gives_another_order_and_other_masks():
    orders = set()
    for seed, ctx, key, before in (
        (SEED, CTX, Y, deck(24)),
        (bytes(32), CTX, Y, deck(24)),
        (SEED, ELSEWHERE["seq"], Y, deck(24)),
        (SEED, CTX, OTHER_Y, deck(24)),
        (SEED, CTX, Y, hand(24)),
    ):
        nonces = root(seed, "shuffle", ctx, key, encode_deck(before))
        orders.add((*shuffle.draw_permutation(nonces, 24), nonce(nonces, "blinding", 0)))
    assert len(orders) == 5


# What a cheat could put into the deck, with the best proof that it could make by the book.


def _bad_decks(n):
    before = deck(n)
    order = list(reversed(range(n)))
    blinding = [to_scalar("blinding", j) for j in range(n)]
    good = [remask(before[j], blinding[j], Y) for j in order]

    def changed(name, **places):
        out = list(good)
        for place, mask in places.items():
            out[int(place[1:])] = mask
        return pytest.param(before, tuple(out), order, blinding, id=f"{name}-{n}")

    first = order[0]
    yield changed("a doubled card", m0=remask(before[order[1]], to_scalar("test"), Y))
    yield changed("a doubled mask", m0=good[1])
    yield changed("an old mask", m0=before[first])
    yield changed("a foreign card", m0=remask(initial_deck([0], Y)[0], blinding[first], Y))
    yield changed("no card at all", m0=Mask(good[0].a, POINT))
    yield changed("another blinding", m0=remask(before[first], to_scalar("test"), Y))
    yield changed("another key", m0=remask(before[first], blinding[first], OTHER_Y))
    yield changed("another first half", m0=Mask(group.add(good[0].a, G), good[0].b))
    yield changed("another second half", m0=Mask(good[0].a, group.add(good[0].b, G)))
    yield changed("halves exchanged", m0=Mask(good[0].b, good[0].a))
    yield changed("two masks exchanged", m0=good[1], m1=good[0])
    yield changed(
        "a sum that is right",
        m0=Mask(group.add(good[0].a, G), group.add(good[0].b, G)),
        m1=Mask(group.sub(good[1].a, G), group.sub(good[1].b, G)),
    )


@pytest.mark.parametrize(("before", "after", "order", "blinding"), [case for n in (2, 5, 20) for case in _bad_decks(n)])
def test_a_bad_deck_is_refused(before, after, order, blinding):
    proof = shuffle.prove(SEED, CTX, Y, before, after, order, blinding)
    _refused(CTX, Y, before, after, proof, "shuffle-proof")


def test_the_proof_of_a_good_deck_does_not_cover_a_bad_one():
    for before, after, *_ in (case.values for case in _bad_decks(5)):
        assert isinstance(after, tuple)
        _refused(CTX, Y, before, after, _shuffled(5)[1], "shuffle-proof")


def test_proving_by_the_book_is_what_shuffle_does():
    nonces = root(SEED, "shuffle", CTX, Y, encode_deck(deck(5)))
    order = shuffle.draw_permutation(nonces, 5)
    blinding = [nonce(nonces, "blinding", j) for j in range(5)]
    out, proof = _shuffled(5)
    assert shuffle.prove(SEED, CTX, Y, deck(5), out, order, blinding) == proof


# Every field of the proof.


@pytest.mark.parametrize("n", [2, 3, 5])
def test_flipped_bits_are_refused(n):
    out, proof = _shuffled(n)
    for _, spoilt in mutations.bits(proof, mutations.SOME_BITS):
        _refused(CTX, Y, deck(n), out, spoilt)


@pytest.mark.parametrize("n", [2, 5])
def test_every_replaced_field_is_refused(n):
    out, proof = _shuffled(n)
    for _, spoilt in [*mutations.fields(proof, _layout(n)), *mutations.swapped(proof)]:
        _refused(CTX, Y, deck(n), out, spoilt)


@pytest.mark.parametrize("n", [20, 24])
def test_a_flipped_bit_in_each_part_of_a_long_proof_is_refused(n):
    out, proof = _shuffled(n)
    parts = [0, n - 1, n, 2 * n - 1, *range(2 * n, 2 * n + 6), 3 * n + 5, 4 * n + 4]
    spoilt = dict(mutations.bits(proof, (1,)))
    for field in parts:
        _refused(CTX, Y, deck(n), out, spoilt[f"field {field}, bit 1"])


def test_fields_that_are_not_canonical_are_refused_as_such():
    n = 3
    out, proof = _shuffled(n)
    spoilt = dict(mutations.fields(proof, _layout(n)))
    for field, kind in enumerate(_layout(n)):
        names = ("bit 255", "zero", "not canonical", "all ones") if kind == "P" else ("plus L", "L", "bit 255")
        for name in names:
            _refused(CTX, Y, deck(n), out, spoilt[f"field {field} is {name}"], "shuffle-encoding")


@pytest.mark.parametrize("n", [2, 20])
def test_every_other_length_is_refused(n):
    out, proof = _shuffled(n)
    for _, spoilt in mutations.lengths(proof):
        _refused(CTX, Y, deck(n), out, spoilt, "shuffle-encoding")


# Every part of the statement.


@pytest.mark.parametrize("field", ELSEWHERE)
def test_a_proof_holds_at_its_place_only(field):
    _refused(ELSEWHERE[field], Y, deck(5), *_shuffled(5), "shuffle-proof")


def test_a_proof_holds_under_its_key_only():
    for key in (OTHER_Y, G, POINT):
        _refused(CTX, key, deck(5), *_shuffled(5), "shuffle-proof")


def _spoilt(masks):
    """Each half of each mask replaced, and masks exchanged."""
    for i, (a, b) in enumerate(masks):
        for mask in (Mask(POINT, b), Mask(a, POINT), Mask(b, a), masks[i - 1]):
            yield (*masks[:i], mask, *masks[i + 1 :])
    yield masks[::-1]
    yield (*masks[1:], masks[0])


def test_a_proof_holds_between_its_decks_only():
    before, (after, proof) = deck(5), _shuffled(5)
    for spoilt in _spoilt(before):
        _refused(CTX, Y, spoilt, after, proof, "shuffle-proof")
    for spoilt in _spoilt(after):
        _refused(CTX, Y, before, spoilt, proof, "shuffle-proof")
    _refused(CTX, Y, after, before, proof, "shuffle-proof")
    _refused(CTX, Y, before, before, proof, "shuffle-proof")
    _refused(CTX, Y, after, after, proof, "shuffle-proof")


def test_a_proof_holds_for_its_number_of_cards_only():
    out, proof = _shuffled(5)
    for n in (2, 4, 6, 20):
        _refused(CTX, Y, deck(n), _shuffled(n)[0], proof, "shuffle-encoding")
    for masks in (out[:4], (*out, out[0]), ()):
        _refused(CTX, Y, deck(5), masks, proof, "shuffle-size")
        _refused(CTX, Y, masks, out, proof, "shuffle-size")


@pytest.mark.parametrize("n", [0, 1, 25])
def test_a_shuffle_has_two_to_twenty_four_masks(n):
    masks = tuple(Mask(G, CARD_POINTS[i % 24]) for i in range(n))
    _refused(CTX, Y, masks, masks, bytes(shuffle.proof_size(n)), "shuffle-size")
    with pytest.raises(LocalMisuse, match="shuffle-size"):
        shuffle.shuffle(SEED, CTX, Y, masks)


@pytest.mark.parametrize("order", [[0, 0], [0], [1, 2], [0, 1, 2], []], ids=str)
def test_an_order_that_is_none_is_a_bug_of_ours(order):
    with pytest.raises(LocalMisuse, match="shuffle-size"):
        shuffle.prove(SEED, CTX, Y, deck(2), deck(2), order, [Scalar(0), Scalar(0)])


def test_a_weight_of_zero_is_refused(monkeypatch):
    """It cannot be found, but it would leave a mask out of the proof."""
    out, proof = _shuffled(3)
    honest = to_scalar
    monkeypatch.setattr(
        shuffle, "to_scalar", lambda label, *v: Scalar(0) if label == "shuffle-u" and v[1] == 2 else honest(label, *v)
    )
    with pytest.raises(ProofError) as refusal:
        shuffle.verify(CTX, Y, deck(3), out, proof)
    assert refusal.value.params["problem"] == "weight"


def test_no_nonce_is_used_for_two_statements():
    """Commitments are nonces times a base: none of them comes twice."""
    n, out = 3, _shuffled(3)[0]
    plain = deck(n)
    blinding = [to_scalar("blinding", j) for j in range(n)]
    other = (out[1], out[0], out[2])

    def made(seed=SEED, ctx=CTX, key=Y, before=plain, after=out):
        data = shuffle.prove(seed, ctx, key, before, after, [0, 1, 2], blinding)
        proof = shuffle.decode_proof(data, n)
        base = shuffle.statement_hash(ctx, key, before, after, proof.c)
        t = shuffle.recompute(key, before, after, shuffle.weights(base, n), proof)
        return {*proof.c, *proof.chain, t.t1, t.t2}

    runs = [
        made(),
        made(seed=bytes(32)),
        *(made(ctx=ctx) for ctx in ELSEWHERE.values()),
        made(key=OTHER_Y),
        made(before=other),
        made(after=other),
    ]
    assert len(set().union(*runs)) == sum(map(len, runs)) == len(runs) * (2 * n + 2)


def test_a_shuffle_is_a_function_of_its_arguments():
    assert shuffle.shuffle(SEED, CTX, Y, deck(5)) == _shuffled(5)
