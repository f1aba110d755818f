"""Duty proofs: a hidden card is one of a set."""

from __future__ import annotations

import pytest

from p2p_schnapsen.crypto import group, membership
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import IDENTITY, G, Point, mul
from p2p_schnapsen.crypto.mask import CARD_POINTS, Mask, remask
from p2p_schnapsen.crypto.membership import Branch
from p2p_schnapsen.crypto.proof import encode
from p2p_schnapsen.errors import LocalMisuse, ProofError
from tests.unit.crypto import mutations
from tests.unit.crypto.samples import CTX, ELSEWHERE, OTHER_Y, POINT, SEED, OTHER_x, Y, cards_of, hand, x

MASK, OTHER_MASK = hand(2)
CARD, OTHER_CARD = (card for card in cards_of([MASK, OTHER_MASK]) if card is not None)


def _others(n):
    """n cards without the card of either mask."""
    return [card for card in range(24) if card not in (CARD, OTHER_CARD)][:n]


SET = tuple(sorted([CARD, *_others(4)]))
PROOF = membership.prove(SEED, CTX, x, Y, *MASK, SET)


def _refused(ctx, key, a, v, cards, proof, code=None):
    with pytest.raises(ProofError) as refusal:
        membership.verify(ctx, key, a, v, cards, proof)
    assert refusal.value.code == code if code else refusal.value.code in ("duty-encoding", "duty-proof")


@pytest.mark.parametrize("size", [1, 2, 3, 5, 10, 15, 22])
def test_a_card_of_the_set_convinces(size):
    cards = tuple(sorted([CARD, *_others(size - 1)]))
    proof = membership.prove(SEED, CTX, x, Y, *MASK, cards)
    assert len(proof) == membership.BRANCH_SIZE * size
    membership.verify(CTX, Y, *MASK, cards, proof)


def test_every_place_in_the_set_convinces():
    cards = tuple(range(24))
    for masked in hand(24):
        membership.verify(CTX, Y, *masked, cards, membership.prove(SEED, CTX, x, Y, *masked, cards))


def test_a_list_of_cards_is_as_good_as_a_tuple():
    assert membership.prove(SEED, CTX, x, Y, *MASK, list(SET)) == PROOF
    membership.verify(CTX, Y, *MASK, list(SET), PROOF)


def test_an_honest_peer_does_not_prove_what_is_not_so():
    for cards in ((), _others(5), range(24)):
        masked = MASK if list(cards) != list(range(24)) else Mask(MASK.a, POINT)
        with pytest.raises(LocalMisuse, match="duty-not-in-set"):
            membership.prove(SEED, CTX, x, Y, *masked, cards)
    with pytest.raises(LocalMisuse, match="duty-not-in-set"):
        membership.prove(SEED, CTX, OTHER_x, OTHER_Y, *MASK, SET)


def test_a_card_outside_the_set_does_not_convince_by_any_branch():
    cards = _others(5)
    for true in range(5):
        proof = membership.prove_branch(SEED, CTX, x, Y, *MASK, cards, true)
        _refused(CTX, Y, *MASK, cards, proof, "duty-proof")


def test_the_wrong_branch_does_not_convince():
    for true in range(len(SET)):
        proof = membership.prove_branch(SEED, CTX, x, Y, *MASK, SET, true)
        if SET[true] == CARD:
            assert proof == PROOF
        else:
            _refused(CTX, Y, *MASK, SET, proof, "duty-proof")


def test_challenges_of_ones_own_choice_do_not_convince():
    """All branches faked: nothing makes their challenges add up to the hash."""
    scalars = [to_scalar("test", i) for i in range(2 * len(SET))]
    _refused(CTX, Y, *MASK, SET, encode(*scalars), "duty-proof")


def test_another_key_does_not_convince():
    proof = membership.prove_branch(SEED, CTX, OTHER_x, Y, *MASK, SET, SET.index(CARD))
    _refused(CTX, Y, *MASK, SET, proof, "duty-proof")


def test_a_proof_holds_for_its_statement_only():
    _refused(CTX, OTHER_Y, *MASK, SET, PROOF, "duty-proof")
    _refused(CTX, Y, *OTHER_MASK, SET, PROOF, "duty-proof")
    _refused(CTX, Y, OTHER_MASK.a, MASK.b, SET, PROOF, "duty-proof")
    _refused(CTX, Y, MASK.a, OTHER_MASK.b, SET, PROOF, "duty-proof")
    _refused(CTX, Y, MASK.b, MASK.a, SET, PROOF, "duty-proof")
    _refused(CTX, Y, *remask(MASK, to_scalar("test", 1), Y), SET, PROOF, "duty-proof")


def test_a_proof_holds_for_its_set_only():
    spare = [card for card in range(24) if card not in SET]
    for gone in SET:
        for new in spare:
            _refused(CTX, Y, *MASK, sorted({*SET, new} - {gone}), PROOF, "duty-proof")
        _refused(CTX, Y, *MASK, sorted({*SET} - {gone}), PROOF, "duty-encoding")
    for new in spare:
        _refused(CTX, Y, *MASK, sorted([*SET, new]), PROOF, "duty-encoding")


@pytest.mark.parametrize("field", ELSEWHERE)
def test_a_proof_holds_at_its_place_only(field):
    _refused(ELSEWHERE[field], Y, *MASK, SET, PROOF, "duty-proof")


def test_flipped_bits_are_refused():
    for _, proof in mutations.bits(PROOF, mutations.SOME_BITS):
        _refused(CTX, Y, *MASK, SET, proof)


def test_every_flipped_bit_of_a_small_proof_is_refused():
    proof = membership.prove(SEED, CTX, x, Y, *MASK, (CARD,))
    for _, spoilt in mutations.bits(proof, range(256)):
        _refused(CTX, Y, *MASK, (CARD,), spoilt)


def test_every_replaced_field_is_refused():
    for _, proof in [*mutations.fields(PROOF, "S" * 10), *mutations.swapped(PROOF)]:
        _refused(CTX, Y, *MASK, SET, proof)


def test_branches_in_another_order_are_refused():
    branches = [PROOF[at : at + 64] for at in range(0, len(PROOF), 64)]
    _refused(CTX, Y, *MASK, SET, b"".join(reversed(branches)), "duty-proof")
    _refused(CTX, Y, *MASK, SET, b"".join([*branches[1:], branches[0]]), "duty-proof")


def test_challenges_shifted_with_their_sum_kept_are_refused():
    """Σc_k alone still fits the hash."""
    scalars = [int.from_bytes(PROOF[at : at + 32], "little") for at in range(0, len(PROOF), 32)]
    scalars[0], scalars[2] = scalars[0] + 1, scalars[2] - 1
    _refused(CTX, Y, *MASK, SET, encode(*map(group.reduce, scalars)), "duty-proof")


def test_a_scalar_that_is_not_reduced_is_refused_as_such():
    spoilt = dict(mutations.fields(PROOF, "S" * 10))
    for field in range(10):
        for name in ("plus L", "L", "bit 255", "all ones"):
            _refused(CTX, Y, *MASK, SET, spoilt[f"field {field} is {name}"], "duty-encoding")


def test_every_other_length_is_refused():
    for _, proof in mutations.lengths(PROOF):
        _refused(CTX, Y, *MASK, SET, proof, "duty-encoding")


def test_nothing_is_in_an_empty_set():
    for proof in (b"", PROOF):
        _refused(CTX, Y, *MASK, (), proof, "duty-empty")


@pytest.mark.parametrize("cards", [(2, 1), (1, 1), (1, 24), (-1, 2), (0, 1, 3, 2)], ids=str)
def test_a_set_that_is_not_ascending_is_a_bug_of_ours(cards):
    with pytest.raises(LocalMisuse, match="duty-cards"):
        membership.verify(CTX, Y, *MASK, cards, bytes(64 * len(cards)))
    with pytest.raises(LocalMisuse, match="duty-cards"):
        membership.prove_branch(SEED, CTX, x, Y, *MASK, cards, 0)


def test_a_mask_that_shows_its_card_does_not_break_the_verifier():
    """A peer may send v = M_k, so that D_k is the identity; x·a is never the identity, so that it proves nothing."""
    v = CARD_POINTS[CARD]
    _refused(CTX, Y, MASK.a, v, SET, membership.prove_branch(SEED, CTX, x, Y, MASK.a, v, SET, 0), "duty-proof")


def test_the_branches_of_a_true_proof_look_alike():
    """What would single out the true one: a challenge of 0, a doubled value."""
    scalars = [PROOF[at : at + 32] for at in range(0, len(PROOF), 32)]
    assert len({*scalars, IDENTITY}) == len(scalars) + 1


def test_no_nonce_is_used_for_two_statements():
    """k of the true branch, and the challenges and responses of all others."""

    def secrets(key: Point, masked: Mask, cards: tuple[int, ...], seed: bytes = SEED, ctx: bytes = CTX):
        true = cards.index(CARD)
        proof = membership.prove_branch(seed, ctx, x, key, *masked, cards, true)
        scalars = [group.decode_scalar(proof[at : at + 32]) for at in range(0, len(proof), 32)]
        k = group.reduce(scalars[2 * true + 1] - scalars[2 * true] * x)
        return {k, *scalars[: 2 * true], *scalars[2 * true + 2 :]}

    others = [
        secrets(Y, MASK, SET),
        secrets(Y, MASK, SET, seed=bytes(32)),
        *(secrets(Y, MASK, SET, ctx=ctx) for ctx in ELSEWHERE.values()),
        secrets(OTHER_Y, MASK, SET),
        secrets(Y, Mask(OTHER_MASK.a, MASK.b), SET),
        secrets(Y, Mask(MASK.a, OTHER_MASK.b), SET),
        secrets(Y, MASK, tuple(sorted({*SET, 23, OTHER_CARD}))),
    ]
    assert len(set().union(*others)) == sum(map(len, others))


def test_commitments_of_the_true_branch_are_the_provers():
    true = SET.index(CARD)
    scalars = [group.decode_scalar(PROOF[at : at + 32]) for at in range(0, len(PROOF), 32)]
    branches = list(map(Branch, scalars[::2], scalars[1::2]))
    A = membership.commitments(Y, *MASK, SET, branches)
    k = group.reduce(branches[true].s - branches[true].c * x)
    assert A[2 * true] == mul(k, G)
    assert A[2 * true + 1] == mul(k, MASK.a)
