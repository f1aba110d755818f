"""Vectors of `protocol/vectors/crypto`: hashes, keys, and the proofs about one key (pok, share, duty)."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from p2p_schnapsen.crypto import challenge, dleq, group, mask, membership, schnorr, shuffle
from p2p_schnapsen.crypto.group import G, L, Point, Scalar, add, base_mul, mul
from p2p_schnapsen.crypto.membership import Branch
from p2p_schnapsen.errors import ProofError
from scripts.lib import vectors_deal as deal
from scripts.lib.vectors_deal import ELDER, Place
from scripts.lib.vectors_maths import (
    Case,
    h2p,
    h2s,
    hashed,
    joined,
    minus,
    nonces,
    points,
    same,
    scalar,
    tup,
)

SEED, x, Y = deal.SEEDS[ELDER], deal.X[ELDER], deal.Y[ELDER]
TOO_LARGE = L.to_bytes(32, "little")


def refused(check: Callable[[], object]) -> Case:
    """The code and problem that the program refuses with."""
    try:
        check()
    except ProofError as error:
        problem = error.params.get("problem")
        return {"code": error.code} | ({} if problem is None else {"problem": problem})
    raise AssertionError("a vector that must be refused was accepted")


def plus(data: bytes, at: int, value: int = 1) -> bytes:
    """The scalar at field `at` raised by `value`, mod L."""
    old = int.from_bytes(data[32 * at : 32 * at + 32], "little")
    return data[: 32 * at] + ((old + value) % L).to_bytes(32, "little") + data[32 * at + 32 :]


def beyond(data: bytes, at: int) -> bytes:
    """The scalar at field `at` with L added: the same residue, not canonical."""
    old = int.from_bytes(data[32 * at : 32 * at + 32], "little")
    return data[: 32 * at] + (old + L).to_bytes(32, "little") + data[32 * at + 32 :]


def put(data: bytes, at: int, field: bytes) -> bytes:
    """Another field `at`."""
    return data[: 32 * at] + field + data[32 * at + 32 :]


def raised(point: bytes) -> bytes:
    """A point with bit 255 set."""
    return point[:31] + bytes([point[31] | 0x80])


def constants() -> Case:
    """Cards and generators, with a digest."""
    cards, generators = [h2p("card", k) for k in range(24)], [h2p("generator", i) for i in range(25)]
    same(list(mask.CARD_POINTS), cards, "cards")
    same([shuffle.H, *shuffle.GENERATORS], generators, "generators")
    about = (
        'Cards M_k = H2P("card", k), k = 0..23, and generators H2P("generator", i), i = 0..24 (i = 0 is H).'
        " sha512: of all cards, then all generators, as bytes one after the other."
    )
    digest = hashlib.sha512(joined(cards + generators)).hexdigest()
    return {"about": about, "cards": points(cards), "generators": points(generators), "sha512": digest}


def hashing() -> Case:
    """From labels and values to hashes, scalars, points, contexts and nonces."""
    inputs: list[tuple[str, list[Any]]] = [
        ("card", [0]),
        ("generator", [24]),
        ("nonce", [bytes(32)]),
        ("key", [SEED, deal.GAME_ID, deal.DEAL, *deal.COMMITMENTS]),
        ("duty", [deal.PLACES[0].ctx, [4, 9, 23], b""]),
    ]
    cases = []
    for label, values in inputs:
        digest = hashed(label, *values)
        same(challenge.hash512(label, *values), digest, label)
        same(challenge.to_scalar(label, *values), h2s(label, *values), label)
        same(challenge.to_point(label, *values), h2p(label, *values), label)
        cases.append(
            {
                "label": label,
                "values": [typed(value) for value in values],
                "input": tup("p2p-schnapsen/1", label, *values).hex(),
                "hash": digest.hex(),
                "H2S": scalar(h2s(label, *values)),
                "H2P": h2p(label, *values).hex(),
            }
        )
    place = Place(44, ELDER, "share", 7)
    root = hashed("root", SEED, "dleq", place.ctx, Y, deal.JOINT)
    same(challenge.root(SEED, "dleq", place.ctx, Y, deal.JOINT), root, "root")
    drawn = [("k", 0), ("r-chain", 0), ("omega", 4)]
    for label, i in drawn:
        same(challenge.nonce(root, label, i), h2s("nonce", root, label, i), "nonce")
    return {
        "about": "Hash, H2S and H2P of one label and values (see wire/tup.json for their notation; input is what"
        " SHA-512 is given); a context; the nonces of a root = Hash(root, seed, kind, ctx, statement).",
        "hashes": cases,
        "context": place.case,
        "root": {
            "seed": SEED.hex(),
            "kind": "dleq",
            "ctx": place.ctx.hex(),
            "statement": points([Y, deal.JOINT]),
            "root": root.hex(),
            "nonces": [{"label": label, "i": i, "nonce": scalar(h2s("nonce", root, label, i))} for label, i in drawn],
        },
    }


def typed(value: object) -> Any:
    """A value for `tup` or msgpack as JSON: bytes, text and long integers by name."""
    match value:
        case bytes():
            return {"bytes": value.hex()}
        case str():
            return {"text": value}
        case list() | tuple():
            return [typed(one) for one in value]
        case int() if value >= 2**53:
            return {"integer": str(value)}
        case _:
            return value


def key() -> Case:
    """Commitments, keys and deck 0 of the deal that the proofs belong to."""
    decks = {}
    for n in (20, 24):
        numbers = [k for k in range(24) if n == 24 or k % 6]
        deck = [(G, add(h2p("card", k), deal.JOINT)) for k in numbers]
        same([tuple(one) for one in mask.initial_deck(numbers, deal.JOINT)], deck, "deck 0")
        decks[str(n)] = {"cards": numbers, "deck": joined(part for one in deck for part in one).hex()}
    return {
        "about": "C = Hash(commit, ctx, seed); x = H2S(key, seed, game_id, deal, C_D, C_E); Y = x·G; joint = Y_D + Y_E;"
        " deck 0 = (G, M_k + joint) for each card k, ascending.",
        "deal": deal.case(),
        "deck0": decks,
    }


def pok() -> Case:
    """Proofs of knowledge: A = kG, c = H2S("pok", ctx, G, Y, A), s = k + cx."""
    accepted, refusals = [], []
    for side in (0, 1):
        place, seed, secret, public = Place(42 + side, side, "pok"), deal.SEEDS[side], deal.X[side], deal.Y[side]
        root = hashed("root", seed, "pok", place.ctx, public)
        k = h2s("nonce", root, "k", 0)
        A = base_mul(k)
        c = h2s("pok", place.ctx, G, public, A)
        s = Scalar((k + c * secret) % L)
        proof = bytes.fromhex(scalar(c) + scalar(s))
        same(schnorr.prove(seed, place.ctx, secret, public), proof, "pok")
        same(minus(base_mul(s), mul(c, public)), A, "A = sG − cY")
        schnorr.verify(place.ctx, public, proof)
        accepted.append(
            {
                "context": place.case,
                "seed": seed.hex(),
                "x": scalar(secret),
                "Y": public.hex(),
                "root": root.hex(),
                "k": scalar(k),
                "A": A.hex(),
                "c": scalar(c),
                "s": scalar(s),
                "proof": proof.hex(),
            }
        )
    ctx, other = place.ctx, Place(43, 0, "pok").ctx
    for what, where, point, data in (
        ("c + 1", ctx, public, plus(proof, 0)),
        ("s + 1", ctx, public, plus(proof, 1)),
        ("c + L", ctx, public, beyond(proof, 0)),
        ("s + L", ctx, public, beyond(proof, 1)),
        ("zeros", ctx, public, bytes(64)),
        ("a byte short", ctx, public, proof[:-1]),
        ("a field too many", ctx, public, proof + bytes(32)),
        ("the other side's key", ctx, deal.Y[0], proof),
        ("another context: the other side's", other, public, proof),
    ):
        why = refused(lambda where=where, point=point, data=data: schnorr.verify(where, point, data))  # type: ignore[misc]  # bound in the loop
        refusals.append({"what": what, "ctx": where.hex(), "Y": point.hex(), "proof": data.hex()} | why)
    return {
        "about": "Knowledge of x: A = kG, c = H2S(pok, ctx, G, Y, A), s = k + cx, proof = c‖s; verified by A = sG −"
        " cY.",
        "accepted": accepted,
        "refused": refusals,
    }


def share() -> Case:
    """Shares: d = x·a with the equality of two logarithms."""
    a, b = shuffled()[7]
    place = Place(46, ELDER, "share", 7)
    d = mul(x, a)
    root = hashed("root", SEED, "dleq", place.ctx, Y, a, d)
    k = h2s("nonce", root, "k", 0)
    A1, A2 = base_mul(k), mul(k, a)
    c = h2s("dleq", place.ctx, G, Y, a, d, A1, A2)
    s = Scalar((k + c * x) % L)
    data = d + bytes.fromhex(scalar(c) + scalar(s))
    same(dleq.share(SEED, place.ctx, x, Y, a), data, "share")
    same((minus(base_mul(s), mul(c, Y)), minus(mul(s, a), mul(c, d))), (A1, A2), "A1, A2")
    same(dleq.verify(place.ctx, Y, a, data), d, "d")
    v = minus(b, d)
    card = mask.card_of(minus(v, mul(deal.X[0], a)))
    assert card is not None
    refusals = []
    ctx = place.ctx
    G_more = dleq.prove(SEED, ctx, x, Y, a, add(d, G))
    for what, where, key_, first, bad in (
        ("d + G with the best proof there is", ctx, Y, a, G_more),
        ("d is the identity", ctx, Y, a, put(data, 0, bytes(32))),
        ("d with bit 255 set", ctx, Y, a, put(data, 0, raised(d))),
        ("d is no point", ctx, Y, a, put(data, 0, b"\1" + bytes(31))),
        ("c + 1", ctx, Y, a, plus(data, 1)),
        ("s + 1", ctx, Y, a, plus(data, 2)),
        ("c + L", ctx, Y, a, beyond(data, 1)),
        ("s = L", ctx, Y, a, put(data, 2, TOO_LARGE)),
        ("a byte short", ctx, Y, a, data[:-1]),
        ("a field too many", ctx, Y, a, data + bytes(32)),
        ("another mask", ctx, Y, shuffled()[8][0], data),
        ("the other side's key", ctx, deal.Y[0], a, data),
        ("another slot", Place(46, ELDER, "share", 8).ctx, Y, a, data),
        ("another record", Place(47, ELDER, "share", 7).ctx, Y, a, data),
    ):
        why = refused(lambda w=where, y=key_, f=first, b=bad: dleq.verify(w, y, f, b))  # type: ignore[misc]  # bound in the loop
        refusals.append({"what": what, "ctx": where.hex(), "Y": key_.hex(), "a": first.hex(), "share": bad.hex()} | why)
    return {
        "about": "d = x·a: A1 = kG, A2 = ka, c = H2S(dleq, ctx, G, Y, a, d, A1, A2), s = k + cx; share = d‖c‖s;"
        " verified by A1 = sG − cY, A2 = sa − cd. v = b − d is what is left for the other side, whose own x opens it"
        " as M_card.",
        "accepted": [
            {
                "context": place.case,
                "seed": SEED.hex(),
                "x": scalar(x),
                "Y": Y.hex(),
                "a": a.hex(),
                "b": b.hex(),
                "d": d.hex(),
                "root": root.hex(),
                "k": scalar(k),
                "A1": A1.hex(),
                "A2": A2.hex(),
                "c": scalar(c),
                "s": scalar(s),
                "share": data.hex(),
                "v": v.hex(),
                "other_x": scalar(deal.X[0]),
                "card": card,
            }
        ],
        "refused": refusals,
    }


@functools.cache
def shuffled() -> tuple[mask.Mask, ...]:
    """The deck of 20 as the dealer has shuffled it (the case n = 20 of shuffle.json)."""
    deck = mask.initial_deck([k for k in range(24) if k % 6], deal.JOINT)
    return shuffle.shuffle(deal.SEEDS[0], Place(43, 0, "shuffle").ctx, deal.JOINT, deck)[0]


def in_hand(slots: Sequence[int], side: int = ELDER) -> list[mask.Mask]:
    """Masks (a, v) of these slots as they lie in a hand: the other side's share is taken away."""
    masks = shuffled()
    return [mask.Mask(masks[s].a, minus(masks[s].b, mul(deal.X[1 - side], masks[s].a))) for s in slots]


def card_in(one: mask.Mask, side: int = ELDER) -> int:
    """The card that its owner sees."""
    card = mask.card_of(minus(one.b, mul(deal.X[side], one.a)))
    assert card is not None
    return card


def duty() -> Case:
    """Duty proofs: one case with a single card, one with some, one with nearly the whole deck."""
    a, v = hand = in_hand([12])[0]
    card = card_in(hand)
    deck = [k for k in range(24) if k % 6]
    sets = [[card], sorted({card, deck[0], deck[-1], deck[7]}), [k for k in deck if k == card or k // 6 != 2]]
    accepted = [_duty_case(Place(60 + i, ELDER, "duty", 12), a, v, S, card) for i, S in enumerate(sets)]
    good, ctx, S = accepted[1], bytes.fromhex(accepted[1]["context"]["ctx"]), sets[1]
    proof = bytes.fromhex(good["proof"])
    without = [k for k in S if k != card]
    swapped = proof[64:128] + proof[:64] + proof[128:]
    forged = membership.prove_branch(SEED, ctx, x, Y, a, v, without, 0)
    refusals = []
    for what, where, key_, first, second, cards_, bad in (
        ("the card is not in S: the best proof there is", ctx, Y, a, v, without, forged),
        ("c of the first branch + 1", ctx, Y, a, v, S, plus(proof, 0)),
        ("s of the first branch + 1", ctx, Y, a, v, S, plus(proof, 1)),
        (
            "c + 1 in one branch, c − 1 in the next: the sum is the same",
            ctx,
            Y,
            a,
            v,
            S,
            plus(plus(proof, 0), 2, L - 1),
        ),
        ("c of the last branch + L", ctx, Y, a, v, S, beyond(proof, 2 * len(S) - 2)),
        ("s of the last branch + L", ctx, Y, a, v, S, beyond(proof, 2 * len(S) - 1)),
        ("two branches change places", ctx, Y, a, v, S, swapped),
        ("zeros", ctx, Y, a, v, S, bytes(len(proof))),
        ("a branch too few", ctx, Y, a, v, S, proof[:-64]),
        ("a branch too many", ctx, Y, a, v, S, proof + bytes(64)),
        ("another set of that size", ctx, Y, a, v, sorted({card, *deck[1:4]} - {deck[0]})[: len(S)], proof),
        ("an empty set", ctx, Y, a, v, [], b""),
        ("the other side's key", ctx, deal.Y[0], a, v, S, proof),
        ("another mask", ctx, Y, a, in_hand([13])[0].b, S, proof),
        ("another slot", Place(61, ELDER, "duty", 13).ctx, Y, a, v, S, proof),
    ):
        why = refused(
            lambda w=where, y=key_, f=first, g=second, k=cards_, b=bad: membership.verify(w, y, f, g, k, b)  # type: ignore[misc]  # bound in the loop
        )
        fields = {"Y": key_.hex(), "a": first.hex(), "v": second.hex(), "S": cards_, "proof": bad.hex()}
        refusals.append({"what": what, "ctx": where.hex()} | fields | why)
    return {
        "about": "The card of (a, v) is in S: D_k = v − M_k; true branch A1 = kG, A2 = ka; the others c_k and s_k"
        " first, A1_k = s_kG − c_kY, A2_k = s_ka − c_kD_k; C = H2S(duty, ctx, G, Y, a, v, S, M_S, A); c_true = C − Σ"
        " others, s_true = k + c_true·x; proof = c_k‖s_k for each k of S; verified by Σc_k = C. branches are in the"
        " order of S.",
        "accepted": accepted,
        "refused": refusals,
    }


def _duty_case(place: Place, a: Point, v: Point, S: list[int], card: int) -> Case:
    ctx, true = place.ctx, S.index(card)
    M = [h2p("card", k) for k in S]
    D = [minus(v, one) for one in M]
    root = hashed("root", SEED, "duty", ctx, Y, a, v, S, joined(M))
    c, s = nonces(root, "c", range(len(S))), nonces(root, "s", range(len(S)))
    k = h2s("nonce", root, "k", true)
    A1 = [base_mul(k) if i == true else minus(base_mul(s[i]), mul(c[i], Y)) for i in range(len(S))]
    A2 = [mul(k, a) if i == true else minus(mul(s[i], a), mul(c[i], D[i])) for i in range(len(S))]
    C = h2s("duty", ctx, G, Y, a, v, S, joined(M), joined(part for pair in zip(A1, A2, strict=True) for part in pair))
    c[true] = Scalar((C - sum(c) + c[true]) % L)
    s[true] = Scalar((k + c[true] * x) % L)
    proof = joined(bytes.fromhex(scalar(c[i]) + scalar(s[i])) for i in range(len(S)))
    same(membership.prove(SEED, ctx, x, Y, a, v, S), proof, "duty")
    branches = [Branch(*pair) for pair in zip(c, s, strict=True)]
    same(membership.commitments(Y, a, v, S, branches)[::2], A1, "A1")
    same(membership.commitments(Y, a, v, S, branches)[1::2], A2, "A2")
    membership.verify(ctx, Y, a, v, S, proof)
    return {
        "context": place.case,
        "seed": SEED.hex(),
        "x": scalar(x),
        "Y": Y.hex(),
        "a": a.hex(),
        "v": v.hex(),
        "card": card,
        "S": S,
        "root": root.hex(),
        "k": scalar(k),
        "branches": [
            {"D": D[i].hex(), "A1": A1[i].hex(), "A2": A2[i].hex(), "c": scalar(c[i]), "s": scalar(s[i])}
            for i in range(len(S))
        ],
        "C": scalar(C),
        "proof": proof.hex(),
    }


def encodings() -> Case:
    """Foreign points and scalars at every edge."""
    p = 2**255 - 19
    multiples = [base_mul(Scalar(i)) for i in range(1, 9)]
    refused_points: list[tuple[str, bytes]] = [
        ("the identity", bytes(32)),
        ("the identity with bit 255 set", raised(bytes(32))),
    ]
    for i, P in enumerate(multiples, 1):
        refused_points.append((f"{i}·G with bit 255 set", raised(P)))
        negative = (p - int.from_bytes(P, "little")).to_bytes(32, "little")
        refused_points.append((f"{i}·G with s replaced by p - s", negative))
    refused_points += [(f"s = p + {i}", (p + i).to_bytes(32, "little")) for i in range(19)]
    refused_points += [
        ("s = 1", (1).to_bytes(32, "little")),
        ("s = p - 1", (p - 1).to_bytes(32, "little")),
        ("all ones", b"\xff" * 32),
    ]
    refused_points += [(f"the first {n} bytes of G", G[:n]) for n in (0, 1, 31)]
    refused_points += [(f"G and {len(more)} bytes more", G + more) for more in (b"\0", b"\xff", bytes(32))]
    edges = {"L": L, "L + 1": L + 1, "2L - 1": 2 * L - 1, "2L": 2 * L, "8L": 8 * L, "15L": 15 * L, "2^253": 2**253}
    edges |= {f"1 with bit {bit} set": 1 | 1 << bit for bit in (253, 254, 255)}
    edges |= {"2^255 - 1": 2**255 - 1, "2^256 - 1": 2**256 - 1}
    refused_scalars = [(what, value.to_bytes(32, "little")) for what, value in edges.items()]
    refused_scalars += [(f"{n} bytes", bytes(n)) for n in (0, 31, 33, 64)]
    good = {"0": 0, "1": 1, "L - 1": L - 1, "2^252": 2**252}

    def bad(decode: Callable[[bytes], object], cases: list[tuple[str, bytes]]) -> list[Case]:
        return [
            {"what": what, "encoding": data.hex(), "problem": refused(lambda data=data: decode(data))["code"]}  # type: ignore[misc]  # bound in the loop
            for what, data in cases
        ]

    masks = [base_mul(Scalar(i)) for i in range(1, 5)]
    decks = [
        ("a mask too few", joined(masks[:2])),
        ("a mask too many", joined([*masks, *masks[:2]])),
        ("half a mask too few", joined(masks[:3])),
        ("the first point is the identity", bytes(32) + joined(masks[1:])),
        ("the last point is the identity", joined(masks[:3]) + bytes(32)),
        ("the last point with bit 255 set", joined(masks[:3]) + raised(masks[3])),
    ]
    for value in good.values():
        same(group.decode_scalar(value.to_bytes(32, "little")), value, "scalar")
    return {
        "about": "Foreign points, scalars and decks of two masks: what must be refused, as what, and scalars that must"
        " be accepted.",
        "refused_points": bad(group.decode_point, refused_points),
        "refused_scalars": bad(group.decode_scalar, refused_scalars),
        "refused_decks": bad(lambda data: mask.decode_deck(data, 2), decks),
        "accepted_scalars": [
            {"what": what, "encoding": value.to_bytes(32, "little").hex(), "value": str(value)}
            for what, value in good.items()
        ],
    }
