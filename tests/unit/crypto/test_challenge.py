"""Challenges and nonces depend on everything that they are made of."""

from __future__ import annotations

import hashlib
import itertools

from p2p_schnapsen.crypto import challenge, group
from p2p_schnapsen.crypto.challenge import nonce, root, to_point, to_scalar, tup
from tests.unit.crypto.samples import CTX, ELSEWHERE, GAME, PREV, SEED, Y


def test_a_scalar_is_the_hash_read_little_endian_modulo_the_order():
    digest = hashlib.sha512(tup(challenge.PROTO, "label", 7, b"x")).digest()
    assert challenge.hash512("label", 7, b"x") == digest
    assert to_scalar("label", 7, b"x") == int.from_bytes(digest, "little") % group.L


def test_a_point_is_the_point_of_the_hash():
    assert to_point("label", 7) == group.hash_to_point(challenge.hash512("label", 7))


def test_the_context_is_the_encoding_of_its_seven_parts():
    assert challenge.context(GAME, 3, 17, PREV, 1, "sort", 4) == tup(GAME, 3, 17, PREV, 1, "sort", 4) == CTX


def test_every_part_of_a_place_makes_another_context():
    contexts = [CTX, *ELSEWHERE.values()]
    assert len(set(contexts)) == 8


def test_a_root_depends_on_seed_kind_context_and_the_whole_statement():
    roots = [
        root(SEED, "pok", CTX, Y, b"a"),
        root(bytes(32), "pok", CTX, Y, b"a"),
        root(SEED, "dleq", CTX, Y, b"a"),
        root(SEED, "pok", ELSEWHERE["slot"], Y, b"a"),
        root(SEED, "pok", CTX, group.G, b"a"),
        root(SEED, "pok", CTX, Y, b"b"),
        root(SEED, "pok", CTX, Y),
        root(SEED, "pok", CTX, Y + b"a"),
    ]
    assert len(set(roots)) == len(roots)


def test_a_nonce_depends_on_root_label_and_number():
    one, two = bytes(64), b"\1" * 64
    nonces = [nonce(r, label, i) for r, label, i in itertools.product((one, two), ("k", "s"), (0, 1))]
    assert len(set(nonces)) == len(nonces)


def test_no_label_meets_another():
    """A value hashed for one purpose is never also the hash of another."""
    labels = ("pok", "dleq", "duty", "shuffle-u", "shuffle-c", "nonce", "card", "generator", "root", "shuffle")
    assert len({challenge.hash512(label, CTX) for label in labels}) == len(labels)
