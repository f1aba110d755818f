"""Proofs of knowledge of a key."""

from __future__ import annotations

import pytest

from p2p_schnapsen.crypto import schnorr
from p2p_schnapsen.crypto.group import G, base_mul, decode_scalar, reduce
from p2p_schnapsen.errors import ProofError
from tests.unit.crypto import mutations
from tests.unit.crypto.samples import CTX, ELSEWHERE, OTHER_Y, POINT, SEED, OTHER_x, Y, x

PROOF = schnorr.prove(SEED, CTX, x, Y)


def _refused(ctx, key, proof, problem=None):
    with pytest.raises(ProofError) as refusal:
        schnorr.verify(ctx, key, proof)
    assert refusal.value.code == "pok"
    if problem:
        assert refusal.value.params["problem"] == problem


def test_the_owner_of_a_key_convinces():
    assert len(PROOF) == schnorr.PROOF_SIZE
    schnorr.verify(CTX, Y, PROOF)
    schnorr.verify(ELSEWHERE["slot"], OTHER_Y, schnorr.prove(SEED, ELSEWHERE["slot"], OTHER_x, OTHER_Y))


def test_another_key_does_not():
    _refused(CTX, Y, schnorr.prove(SEED, CTX, OTHER_x, Y), "equation")
    for key in (OTHER_Y, G, POINT):
        _refused(CTX, key, PROOF, "equation")


@pytest.mark.parametrize("field", ELSEWHERE)
def test_a_proof_holds_at_its_place_only(field):
    _refused(ELSEWHERE[field], Y, PROOF, "equation")


def test_every_flipped_bit_is_refused():
    for _, proof in mutations.bits(PROOF, range(256)):
        _refused(CTX, Y, proof)


def test_every_replaced_field_is_refused():
    for _, proof in [*mutations.fields(PROOF, "SS"), *mutations.swapped(PROOF)]:
        _refused(CTX, Y, proof)


@pytest.mark.parametrize("field", [0, 1])
def test_a_scalar_that_is_not_reduced_is_refused(field):
    spoilt = dict(mutations.fields(PROOF, "SS"))
    for name in ("plus L", "L", "bit 255"):
        _refused(CTX, Y, spoilt[f"field {field} is {name}"], "scalar-range")


def test_every_other_length_is_refused():
    for _, proof in mutations.lengths(PROOF):
        _refused(CTX, Y, proof, "length")


def test_no_nonce_is_used_for_two_statements():
    """k = s − c·x, which the owner of x can tell."""
    proofs = [
        (x, PROOF),
        (x, schnorr.prove(bytes(32), CTX, x, Y)),
        *((x, schnorr.prove(SEED, ctx, x, Y)) for ctx in ELSEWHERE.values()),
        (x, schnorr.prove(SEED, CTX, x, OTHER_Y)),
        (OTHER_x, schnorr.prove(SEED, CTX, OTHER_x, OTHER_Y)),
    ]
    nonces = [reduce(decode_scalar(proof[32:]) - decode_scalar(proof[:32]) * key) for key, proof in proofs]
    # The last two are one statement (the secret is no part of it), and so have one nonce.
    assert len(set(nonces)) == len(nonces) - 1


def test_a_proof_is_a_function_of_its_arguments():
    assert schnorr.prove(SEED, CTX, x, Y) == PROOF


def test_the_commitment_is_the_provers():
    c, s = decode_scalar(PROOF[:32]), decode_scalar(PROOF[32:])
    assert schnorr.commitment(Y, c, s) == base_mul(reduce(s - c * x))
