"""Signatures have one meaning for everybody."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import LocalMisuse, ProofError
from tests.unit.crypto.samples import vectors

RFC8032 = vectors("rfc8032.json")["cases"]
OWN = vectors("signing.json")
KEY = signing.generate(bytes(range(32)))
PUBLIC = signing.public_key(KEY)
MESSAGE = b"a record"
SIGNATURE = signing.sign(KEY, MESSAGE)


def _bytes(case):
    return tuple(bytes.fromhex(case[name]) for name in ("public_key", "message", "signature"))


def _library_accepts(public, message, signature):
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@pytest.mark.parametrize("case", RFC8032, ids=lambda case: case["name"])
def test_the_published_signatures_are_made_and_hold(case):
    public, message, signature = _bytes(case)
    key = signing.generate(bytes.fromhex(case["seed"]))
    assert signing.public_key(key) == public
    assert signing.sign(key, message) == signature
    signing.verify(public, message, signature)


@pytest.mark.parametrize("case", OWN["refused"], ids=lambda case: case["what"])
def test_a_signature_with_more_than_one_meaning_is_refused(case):
    with pytest.raises(ProofError) as refusal:
        signing.verify(*_bytes(case))
    assert refusal.value.code == "signature"
    assert refusal.value.params["problem"] == case["problem"]
    assert _library_accepts(*_bytes(case)) == case["lax_accepts"]


@pytest.mark.parametrize("case", OWN["accepted"], ids=lambda case: case["what"])
def test_an_unusual_signature_that_holds_is_accepted(case):
    signing.verify(*_bytes(case))


def test_all_fourteen_encodings_of_small_order_keys_are_among_the_vectors():
    keys = {case["public_key"] for case in OWN["refused"] if "small order" in case["what"]}
    assert len(keys) == 14


@pytest.mark.parametrize("case", OWN["refused"], ids=lambda case: case["what"])
def test_a_bad_key_is_refused_before_anything_is_signed_with_it(case):
    public = bytes.fromhex(case["public_key"])
    if case["problem"].startswith("key-"):
        with pytest.raises(ProofError) as refusal:
            signing.check_public_key(public)
        assert refusal.value.code == "public-key"
        assert refusal.value.params["problem"] == case["problem"].removeprefix("key-")
    else:
        signing.check_public_key(public)


def test_every_flipped_bit_is_refused():
    signing.verify(PUBLIC, MESSAGE, SIGNATURE)
    for position, data in enumerate((PUBLIC, MESSAGE, SIGNATURE)):
        for bit in range(8 * len(data)):
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            arguments = [PUBLIC, MESSAGE, SIGNATURE]
            arguments[position] = bytes(changed)
            with pytest.raises(ProofError, match="signature"):
                signing.verify(*arguments)


def test_another_message_or_key_is_refused():
    other = signing.public_key(signing.generate(bytes(32)))
    for public, message in ((PUBLIC, b""), (PUBLIC, MESSAGE + b"\0"), (PUBLIC, MESSAGE[:-1]), (other, MESSAGE)):
        with pytest.raises(ProofError, match="equation"):
            signing.verify(public, message, SIGNATURE)


@pytest.mark.parametrize("value", [None, "", 0, bytearray(32), bytearray(64)], ids=repr)
def test_what_is_not_bytes_is_refused(value):
    with pytest.raises(ProofError, match="key-length"):
        signing.verify(value, MESSAGE, SIGNATURE)
    with pytest.raises(ProofError, match="length"):
        signing.verify(PUBLIC, MESSAGE, value)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_key_needs_a_seed_of_32_bytes(size):
    with pytest.raises(LocalMisuse, match="key-seed"):
        signing.generate(bytes(size))


def test_signing_is_deterministic():
    assert signing.sign(signing.generate(bytes(range(32))), MESSAGE) == SIGNATURE
