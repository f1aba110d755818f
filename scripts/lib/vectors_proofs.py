"""`crypto/proofs.json`: every proof in one small file, from one seed: what goes in and what comes out."""

from __future__ import annotations

import hashlib

from p2p_schnapsen.crypto import dleq, mask, membership, schnorr, shuffle
from p2p_schnapsen.crypto.group import base_mul, mul
from scripts.lib.vectors_maths import Case, flat, h2p, h2s, hashed, minus, scalar, tup

SEED = bytes(range(32))
GAME, PREV = bytes(range(64)), bytes(range(64, 128))


def proofs() -> Case:
    """The file's content."""
    ctx = tup(GAME, 3, 17, PREV, 1, "sort", 4)
    place = {"game_id": GAME.hex(), "deal": 3, "seq": 17, "prev": PREV.hex(), "side": 1, "kind": "sort", "slot": 4}
    x = h2s("key", SEED)
    Y = base_mul(x)
    root = hashed("root", SEED, "pok", ctx, Y)
    shuffles = []
    for n in (2, 3, 4, 5, 6, 20, 24):
        numbers = list(range(24 - n, 24))
        out, proof = shuffle.shuffle(SEED, ctx, Y, mask.initial_deck(numbers, Y))
        data = flat(out) + proof
        whole = {"out": flat(out).hex(), "proof": proof.hex()} if n <= 6 else {}
        shuffles.append({"n": n, "cards": numbers} | whole | {"sha512": hashlib.sha512(data).hexdigest()})
        if n == 5:
            a, v = out[0]
    card = mask.card_of(minus(v, mul(x, a)))
    assert card is not None
    sets = [[card], [0, 7, card], [*range(3, 18), card]]
    return {
        "about": 'Every proof of the protocol for fixed inputs. Secrets: seed and x = H2S("key", seed). Y = x·G; the'
        " decks"
        " are shuffled under Y, as a hand is.",
        "seed": SEED.hex(),
        "context": place | {"ctx": ctx.hex()},
        "x": scalar(x),
        "Y": Y.hex(),
        "hashes": {
            "H2S": {"label": "key", "values": ["seed"], "scalar": scalar(x)},
            "H2P": {"label": "card", "values": [0], "point": h2p("card", 0).hex()},
            "root": {"kind": "pok", "statement": ["Y"], "root": root.hex()},
            "nonce": {"label": "k", "i": 0, "scalar": scalar(h2s("nonce", root, "k", 0))},
        },
        "pok": schnorr.prove(SEED, ctx, x, Y).hex(),
        "share": {"a": a.hex(), "share": dleq.share(SEED, ctx, x, Y, a).hex()},
        "duty": [
            {
                "a": a.hex(),
                "v": v.hex(),
                "card": card,
                "cards": S,
                "proof": membership.prove(SEED, ctx, x, Y, a, v, S).hex(),
            }
            for S in sets
        ],
        "shuffle": shuffles,
    }
