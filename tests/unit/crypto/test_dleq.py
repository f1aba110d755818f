"""Shares of a mask."""

from __future__ import annotations

import pytest

from p2p_schnapsen.crypto import dleq, group
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import G, decode_scalar, mul, reduce
from p2p_schnapsen.crypto.mask import card_of, initial_deck, remask
from p2p_schnapsen.errors import ProofError
from tests.unit.crypto import mutations
from tests.unit.crypto.samples import CTX, ELSEWHERE, OTHER_Y, POINT, SEED, OTHER_x, Y, cards_of, deck, hand, x

MASK, OTHER_MASK = hand(2)
SHARE = dleq.share(SEED, CTX, x, Y, MASK.a)


def _refused(ctx, key, a, share, code=None):
    with pytest.raises(ProofError) as refusal:
        dleq.verify(ctx, key, a, share)
    assert refusal.value.code == code if code else refusal.value.code in ("share-encoding", "share-proof")


def test_a_share_opens_a_mask():
    assert len(SHARE) == dleq.SHARE_SIZE
    d = dleq.verify(CTX, Y, MASK.a, SHARE)
    assert d == mul(x, MASK.a)
    assert [card_of(group.sub(MASK.b, d))] == cards_of([MASK]) != [None]


def test_two_owners_open_a_mask_in_either_order():
    joint = group.add(Y, OTHER_Y)
    a, b = remask(initial_deck([9], joint)[0], to_scalar("test", 1), joint)
    mine = dleq.verify(CTX, Y, a, dleq.share(SEED, CTX, x, Y, a))
    theirs = dleq.verify(CTX, OTHER_Y, a, dleq.share(bytes(32), CTX, OTHER_x, OTHER_Y, a))
    assert card_of(group.sub(b, mine)) is None
    assert card_of(group.sub(b, theirs)) is None
    assert card_of(group.sub(group.sub(b, mine), theirs)) == 9
    assert card_of(group.sub(group.sub(b, theirs), mine)) == 9


def test_a_share_of_a_mask_that_was_never_remasked_holds():
    """In deck 0, a = G: both equations are the same."""
    share = dleq.share(SEED, CTX, x, Y, G)
    assert dleq.verify(CTX, Y, G, share) == Y
    assert cards_of(deck(24)) == list(range(24))


def test_a_wrong_share_is_refused():
    for d in (POINT, mul(OTHER_x, MASK.a), mul(x, OTHER_MASK.a), group.add(mul(x, MASK.a), G), MASK.a, Y):
        _refused(CTX, Y, MASK.a, dleq.prove(SEED, CTX, x, Y, MASK.a, d), "share-proof")


def test_a_share_by_another_key_is_refused():
    _refused(CTX, Y, MASK.a, dleq.share(SEED, CTX, OTHER_x, Y, MASK.a), "share-proof")
    _refused(CTX, Y, MASK.a, dleq.share(SEED, CTX, OTHER_x, OTHER_Y, MASK.a), "share-proof")


def test_a_share_holds_for_its_mask_and_key_only():
    for a in (OTHER_MASK.a, G, POINT, Y):
        _refused(CTX, Y, a, SHARE, "share-proof")
    for key in (OTHER_Y, G, POINT, MASK.a):
        _refused(CTX, key, MASK.a, SHARE, "share-proof")


@pytest.mark.parametrize("field", ELSEWHERE)
def test_a_share_holds_at_its_place_only(field):
    _refused(ELSEWHERE[field], Y, MASK.a, SHARE, "share-proof")


def test_every_flipped_bit_is_refused():
    for _, share in mutations.bits(SHARE, range(256)):
        _refused(CTX, Y, MASK.a, share)


def test_every_replaced_field_is_refused():
    for _, share in [*mutations.fields(SHARE, "PSS"), *mutations.swapped(SHARE)]:
        _refused(CTX, Y, MASK.a, share)


def test_fields_that_are_not_canonical_are_refused_as_such():
    spoilt = dict(mutations.fields(SHARE, "PSS"))
    for name in ("field 0 is bit 255", "field 0 is zero", "field 0 is not canonical", "field 0 is all ones"):
        _refused(CTX, Y, MASK.a, spoilt[name], "share-encoding")
    for field in (1, 2):
        for name in ("plus L", "L", "bit 255", "all ones"):
            _refused(CTX, Y, MASK.a, spoilt[f"field {field} is {name}"], "share-encoding")


def test_every_other_length_is_refused():
    for _, share in mutations.lengths(SHARE):
        _refused(CTX, Y, MASK.a, share, "share-encoding")


def test_no_nonce_is_used_for_two_statements():
    shares = [
        SHARE,
        dleq.share(bytes(32), CTX, x, Y, MASK.a),
        *(dleq.share(SEED, ctx, x, Y, MASK.a) for ctx in ELSEWHERE.values()),
        dleq.share(SEED, CTX, x, OTHER_Y, MASK.a),
        dleq.share(SEED, CTX, x, Y, OTHER_MASK.a),
        dleq.prove(SEED, CTX, x, Y, MASK.a, POINT),
    ]
    nonces = [reduce(decode_scalar(share[64:]) - decode_scalar(share[32:64]) * x) for share in shares]
    assert len(set(nonces)) == len(nonces)


def test_a_share_is_a_function_of_its_arguments():
    assert dleq.share(SEED, CTX, x, Y, MASK.a) == SHARE == dleq.prove(SEED, CTX, x, Y, MASK.a, SHARE[:32])
