"""The vectors of the cryptography: each good proof holds and is made so, each failing one is refused with its code."""

import hashlib

import pytest

from p2p_schnapsen.crypto import challenge, dleq, group, mask, membership, schnorr, shuffle
from p2p_schnapsen.hashing import tup
from p2p_schnapsen.table import keys
from tests.support.vectors import FILES, code_of, each, point, raw, scalar, value_of, wanted


def test_the_hashes_are_made_so():
    for case in FILES["crypto/hashing.json"]["hashes"]:
        values = [value_of(value) for value in case["values"]]
        assert tup("p2p-schnapsen/1", case["label"], *values) == raw(case["input"])
        assert (
            challenge.hash512(case["label"], *values)
            == raw(case["hash"])
            == hashlib.sha512(raw(case["input"])).digest()
        )
        assert group.encode_scalar(challenge.to_scalar(case["label"], *values)) == raw(case["H2S"])
        assert challenge.to_point(case["label"], *values) == raw(case["H2P"])


def context_of(place):
    ctx = challenge.context(
        raw(place["game_id"]),
        place["deal"],
        place["seq"],
        raw(place["prev"]),
        place["side"],
        place["kind"],
        place["slot"],
    )
    assert ctx == raw(place["ctx"])
    return ctx


def test_cards_and_generators_are_made_so():
    file = FILES["crypto/constants.json"]
    points = [point(text) for text in file["cards"] + file["generators"]]
    assert points == [*mask.CARD_POINTS, shuffle.H, *shuffle.GENERATORS]
    assert hashlib.sha512(b"".join(points)).hexdigest() == file["sha512"]


@each("crypto/encodings.json", "refused_decks")
def test_a_bad_deck_is_refused(case):
    assert code_of(mask.decode_deck, raw(case["encoding"]), 2)[0] == case["problem"]


def test_context_and_nonces_are_made_so():
    context_of(FILES["crypto/hashing.json"]["context"])
    case = FILES["crypto/hashing.json"]["root"]
    root = challenge.root(raw(case["seed"]), case["kind"], raw(case["ctx"]), *map(raw, case["statement"]))
    assert root == raw(case["root"])
    for one in case["nonces"]:
        assert group.encode_scalar(challenge.nonce(root, one["label"], one["i"])) == raw(one["nonce"])


def test_keys_and_deck_0_are_made_so():
    case = FILES["crypto/key.json"]
    game, number = raw(case["deal"]["game_id"]), case["deal"]["deal"]
    sides = case["deal"]["sides"]
    both = [keys.commitment(context_of(side["context"]), raw(side["seed"])) for side in sides]
    assert both == [raw(side["commitment"]) for side in sides]
    publics = []
    for side in sides:
        x = keys.secret_key(raw(side["seed"]), game, number, *both)
        assert group.encode_scalar(x) == raw(side["x"])
        publics.append(group.base_mul(x))
        assert publics[-1] == raw(side["Y"])
    joint = group.add(*publics)
    assert joint == raw(case["deal"]["joint"])
    for deck in case["deck0"].values():
        assert mask.encode_deck(mask.initial_deck(deck["cards"], joint)) == raw(deck["deck"])


def test_the_proofs_of_knowledge_are_made_so_and_hold():
    for case in FILES["crypto/pok.json"]["accepted"]:
        ctx, x, Y, A = context_of(case["context"]), scalar(case["x"]), point(case["Y"]), point(case["A"])
        assert schnorr.prove(raw(case["seed"]), ctx, x, Y) == raw(case["proof"])
        assert schnorr.challenge(ctx, Y, A) == scalar(case["c"])
        assert schnorr.commitment(Y, scalar(case["c"]), scalar(case["s"])) == A
        schnorr.verify(ctx, Y, raw(case["proof"]))


@each("crypto/pok.json", "refused")
def test_a_bad_proof_of_knowledge_is_refused(case):
    assert code_of(schnorr.verify, raw(case["ctx"]), point(case["Y"]), raw(case["proof"])) == wanted(case)


def test_the_shares_are_made_so_and_hold():
    for case in FILES["crypto/share.json"]["accepted"]:
        ctx, x, Y, a = context_of(case["context"]), scalar(case["x"]), point(case["Y"]), point(case["a"])
        assert dleq.share(raw(case["seed"]), ctx, x, Y, a) == raw(case["share"])
        d, A = point(case["d"]), (point(case["A1"]), point(case["A2"]))
        assert dleq.verify(ctx, Y, a, raw(case["share"])) == d
        assert dleq.challenge(ctx, Y, a, d, *A) == scalar(case["c"])
        assert dleq.commitments(Y, a, d, scalar(case["c"]), scalar(case["s"])) == A
        v = group.sub(point(case["b"]), d)
        assert v == point(case["v"])
        assert mask.card_of(group.sub(v, group.mul(scalar(case["other_x"]), a))) == case["card"]


@each("crypto/share.json", "refused")
def test_a_bad_share_is_refused(case):
    ctx, Y, a = raw(case["ctx"]), point(case["Y"]), point(case["a"])
    assert code_of(dleq.verify, ctx, Y, a, raw(case["share"])) == wanted(case)


@pytest.mark.parametrize("case", FILES["crypto/duty.json"]["accepted"], ids=lambda case: f"{len(case['S'])} cards")
def test_a_duty_proof_is_made_so_and_holds(case):
    ctx, x, Y = context_of(case["context"]), scalar(case["x"]), point(case["Y"])
    a, v, S = point(case["a"]), point(case["v"]), case["S"]
    assert membership.prove(raw(case["seed"]), ctx, x, Y, a, v, S) == raw(case["proof"])
    membership.verify(ctx, Y, a, v, S, raw(case["proof"]))
    A = [point(one[name]) for one in case["branches"] for name in ("A1", "A2")]
    assert membership.challenge(ctx, Y, a, v, S, A) == scalar(case["C"])
    assert group.reduce(sum(scalar(one["c"]) for one in case["branches"])) == scalar(case["C"])
    assert case["card"] in S


@each("crypto/duty.json", "refused")
def test_a_bad_duty_proof_is_refused(case):
    ctx, Y, a, v = raw(case["ctx"]), point(case["Y"]), point(case["a"]), point(case["v"])
    assert code_of(membership.verify, ctx, Y, a, v, case["S"], raw(case["proof"])) == wanted(case)


def masks_of(text):
    return mask.decode_deck(raw(text), len(text) // 128)


@pytest.mark.parametrize("name", ["crypto/shuffle.json", "crypto/sort.json"])
def test_the_shuffles_are_made_so_and_hold(name):
    for case in FILES[name]["accepted"]:
        n, ctx, Y = case["n"], context_of(case["context"]), point(case["Y"])
        before, after, proof = masks_of(case["before"]), masks_of(case["after"]), raw(case["proof"])
        assert shuffle.shuffle(raw(case["seed"]), ctx, Y, before) == (after, proof)
        decoded = shuffle.decode_proof(proof, n)
        assert list(decoded.c) == list(map(raw, case["c"]))
        assert list(decoded.chain) == list(map(raw, case["chain"]))
        assert shuffle.statement_hash(ctx, Y, before, after, decoded.c) == raw(case["base"])
        u = shuffle.weights(raw(case["base"]), n)
        assert u == list(map(scalar, case["u"]))
        t = shuffle.recompute(Y, before, after, u, decoded)
        assert [t.t1, t.t2, t.t3, *t.t4, *t.t_chain] == [
            raw(text) for text in (case["t1"], case["t2"], case["t3"], *case["t4"], *case["t_chain"])
        ]
        assert shuffle.challenge(raw(case["base"]), decoded.chain, t) == decoded.challenge == scalar(case["challenge"])
        for part, field in ((decoded.s, "s"), (decoded.s_chain, "s_chain"), (decoded.s_order, "s_order")):
            assert list(part) == list(map(scalar, case[field]))
        assert shuffle.draw_permutation(raw(case["root"]), n) == case["permutation"]


@pytest.mark.parametrize("name", ["shuffle", "sort"])
def test_a_bad_shuffle_is_refused(name):
    for case in FILES[f"crypto/{name}.json"]["refused"]:
        before, after = masks_of(case["before"]), masks_of(case["after"])
        arguments = (raw(case["ctx"]), point(case["Y"]), before, after, raw(case["proof"]))
        assert code_of(shuffle.verify, *arguments) == wanted(case), case["what"]
