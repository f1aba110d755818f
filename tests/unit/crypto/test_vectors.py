"""The vectors of the proofs are what the program makes, byte for byte."""

import hashlib

import pytest

from p2p_schnapsen.crypto import challenge, dleq, group, mask, membership, schnorr, shuffle
from p2p_schnapsen.crypto.group import Point
from tests.unit.crypto.samples import vectors

FILE = vectors("proofs.json")
SEED, CTX = bytes.fromhex(FILE["seed"]), bytes.fromhex(FILE["context"]["ctx"])
x = group.decode_scalar(bytes.fromhex(FILE["x"]))
Y = group.decode_point(bytes.fromhex(FILE["Y"]))


def raw(text: str) -> Point:
    return Point(bytes.fromhex(text))


def test_the_context_and_the_key_are_made_so():
    place = {name: value for name, value in FILE["context"].items() if name != "ctx"}
    for name in ("game_id", "prev"):
        place[name] = bytes.fromhex(place[name])
    assert challenge.context(**place) == CTX
    assert challenge.to_scalar("key", SEED) == x
    assert group.base_mul(x) == Y


def test_the_hashes_into_the_group_are_made_so():
    hashes = FILE["hashes"]
    assert group.encode_scalar(challenge.to_scalar("key", SEED)).hex() == hashes["H2S"]["scalar"]
    assert challenge.to_point("card", 0).hex() == hashes["H2P"]["point"]
    root = challenge.root(SEED, "pok", CTX, Y)
    assert root.hex() == hashes["root"]["root"]
    assert group.encode_scalar(challenge.nonce(root, "k", 0)).hex() == hashes["nonce"]["scalar"]


def test_the_proof_of_knowledge_is_made_so():
    assert schnorr.prove(SEED, CTX, x, Y).hex() == FILE["pok"]


def test_the_share_is_made_so():
    assert dleq.share(SEED, CTX, x, Y, raw(FILE["share"]["a"])).hex() == FILE["share"]["share"]


@pytest.mark.parametrize("case", FILE["duty"], ids=lambda case: f"{len(case['cards'])} cards")
def test_the_duty_proof_is_made_so(case):
    a, v = raw(case["a"]), raw(case["v"])
    assert membership.prove(SEED, CTX, x, Y, a, v, case["cards"]).hex() == case["proof"]
    membership.verify(CTX, Y, a, v, case["cards"], bytes.fromhex(case["proof"]))


@pytest.mark.parametrize("case", FILE["shuffle"], ids=lambda case: f"n = {case['n']}")
def test_the_shuffle_is_made_so(case):
    deck = mask.initial_deck(case["cards"], Y)
    out, proof = shuffle.shuffle(SEED, CTX, Y, deck)
    if "proof" in case:
        assert (mask.encode_deck(out).hex(), proof.hex()) == (case["out"], case["proof"])
    assert hashlib.sha512(mask.encode_deck(out) + proof).hexdigest() == case["sha512"]
