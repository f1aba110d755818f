"""Vectors of the shuffle proof: of the deck (`crypto/shuffle.json`) and of a hand (`crypto/sort.json`).

Every value is computed from the equations of the paper (see `p2p_schnapsen.crypto.shuffle` and the spec), by sums where
the program uses Horner's rule, and by recomputing each t from the responses as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_schnapsen.crypto import mask, shuffle
from p2p_schnapsen.crypto.group import G, L, Point, Scalar, add, base_mul, mul, total
from p2p_schnapsen.crypto.mask import Mask
from scripts.lib import vectors_deal as deal
from scripts.lib.vectors_crypto import beyond, card_in, in_hand, plus, put, raised, refused
from scripts.lib.vectors_deal import DEALER, ELDER, Place
from scripts.lib.vectors_maths import (
    Case,
    dot,
    flat,
    h2p,
    h2s,
    hashed,
    joined,
    minus,
    nonces,
    points,
    same,
    scalar,
    scalars,
)

H = h2p("generator", 0)


@dataclass(frozen=True)
class Shuffled:
    """A case, and what the failing vectors are made from."""

    case: Case
    ctx: bytes
    Y: Point
    deck: tuple[Mask, ...]
    out: tuple[Mask, ...]
    proof: bytes
    permutation: list[int]
    blinding: list[Scalar]


def work_out(place: Place, seed: bytes, Y: Point, deck: tuple[Mask, ...]) -> Shuffled:
    """A shuffle with all that its proof goes through."""
    n, ctx = len(deck), place.ctx
    indices = range(n)
    root = hashed("root", seed, "shuffle", ctx, Y, flat(deck))
    draws = [(i, int(h2s("nonce", root, "permutation", i)) % (i + 1)) for i in range(n - 1, 0, -1)]
    psi = list(indices)
    for i, j in draws:
        psi[i], psi[j] = psi[j], psi[i]
    blinding = nonces(root, "blinding", indices)
    out = tuple(Mask(add(deck[j].a, base_mul(blinding[j])), add(deck[j].b, mul(blinding[j], Y))) for j in psi)
    made, proof = shuffle.shuffle(seed, ctx, Y, deck)
    same(made, out, "the shuffled masks")

    proof_root = hashed("root", seed, "shuffle-proof", ctx, Y, flat(deck), flat(out))
    r, r_chain = nonces(proof_root, "r", indices), nonces(proof_root, "r-chain", indices)
    w_chain, w_order = nonces(proof_root, "omega-chain", indices), nonces(proof_root, "omega-order", indices)
    w = nonces(proof_root, "omega", range(1, 5))
    generators = [h2p("generator", i + 1) for i in indices]
    c = [Point(b"")] * n
    for i in indices:
        c[psi[i]] = add(base_mul(r[psi[i]]), generators[i])
    base = hashed("shuffle", ctx, n, G, H, joined(generators), Y, flat(deck), flat(out), joined(c))
    u = [h2s("shuffle-u", base, i) for i in range(1, n + 1)]
    u_order = [u[j] for j in psi]
    links = [H]
    for i in indices:
        links.append(add(base_mul(r_chain[i]), mul(u_order[i], links[i])))
    t1, t2 = base_mul(w[0]), base_mul(w[1])
    t3 = add(base_mul(w[2]), dot(w_order, generators))
    t4 = (
        minus(dot(w_order, [m.a for m in out]), base_mul(w[3])),
        minus(dot(w_order, [m.b for m in out]), mul(w[3], Y)),
    )
    t_chain = [add(base_mul(w_chain[i]), mul(w_order[i], links[i])) for i in indices]
    C = h2s("shuffle-c", base, joined(links[1:]), t1, t2, t3, *t4, joined(t_chain))
    r_bar = sum(r) % L
    r_hat = 0
    for i in indices:
        rest = 1
        for k in range(i + 1, n):
            rest = rest * u_order[k] % L
        r_hat = (r_hat + r_chain[i] * rest) % L
    r_tilde = sum(u[j] * r[j] for j in indices) % L
    r_star = sum(u[j] * blinding[j] for j in indices) % L
    s = [Scalar((one - C * secret) % L) for one, secret in zip(w, (r_bar, r_hat, r_tilde, r_star), strict=True)]
    s_chain = [Scalar((w_chain[i] - C * r_chain[i]) % L) for i in indices]
    s_order = [Scalar((w_order[i] - C * u_order[i]) % L) for i in indices]
    fields = [*points(c), *points(links[1:]), scalar(C), *scalars(s), *scalars(s_chain), *scalars(s_order)]
    same(proof.hex(), "".join(fields), "the proof")
    _recompute(Y, deck, out, generators, u, c, links, C, s, s_chain, s_order, (t1, t2, t3, *t4, *t_chain))
    shuffle.verify(ctx, Y, deck, out, proof)
    case = {
        "n": n,
        "context": place.case,
        "seed": seed.hex(),
        "Y": Y.hex(),
        "before": flat(deck).hex(),
        "root": root.hex(),
        "draws": [{"i": i, "j": j} for i, j in draws],
        "permutation": psi,
        "blinding": scalars(blinding),
        "after": flat(out).hex(),
        "proof_root": proof_root.hex(),
        "r": scalars(r),
        "r_chain": scalars(r_chain),
        "omega": scalars(w),
        "omega_chain": scalars(w_chain),
        "omega_order": scalars(w_order),
        "c": points(c),
        "base": base.hex(),
        "u": scalars(u),
        "u_order": scalars(u_order),
        "chain": points(links[1:]),
        "r_bar": scalar(r_bar),
        "r_hat": scalar(r_hat),
        "r_tilde": scalar(r_tilde),
        "r_star": scalar(r_star),
        "t1": t1.hex(),
        "t2": t2.hex(),
        "t3": t3.hex(),
        "t4": points(t4),
        "t_chain": points(t_chain),
        "challenge": scalar(C),
        "s": scalars(s),
        "s_chain": scalars(s_chain),
        "s_order": scalars(s_order),
        "proof": proof.hex(),
    }
    return Shuffled(case, ctx, Y, deck, out, proof, psi, blinding)


def _recompute(
    Y: Point,
    deck: Sequence[Mask],
    out: Sequence[Mask],
    generators: Sequence[Point],
    u: Sequence[Scalar],
    c: Sequence[Point],
    links: Sequence[Point],
    C: Scalar,
    s: Sequence[Scalar],
    s_chain: Sequence[Scalar],
    s_order: Sequence[Scalar],
    t: tuple[Point, ...],
) -> None:
    """The verifier's equations give the prover's commitments."""
    product = 1
    for one in u:
        product = product * one % L
    found = [
        add(mul(C, minus(total(c), total(generators))), base_mul(s[0])),
        add(mul(C, minus(links[-1], mul(Scalar(product), H))), base_mul(s[1])),
        total([mul(C, dot(u, c)), base_mul(s[2]), dot(s_order, generators)]),
        minus(add(mul(C, dot(u, [m.a for m in deck])), dot(s_order, [m.a for m in out])), base_mul(s[3])),
        minus(add(mul(C, dot(u, [m.b for m in deck])), dot(s_order, [m.b for m in out])), mul(s[3], Y)),
    ]
    for i in range(len(deck)):
        found.append(total([mul(C, links[i + 1]), base_mul(s_chain[i]), mul(s_order[i], links[i])]))
    same(tuple(found), t, "t, recomputed")


def failures(good: Shuffled, other: Shuffled, seed: bytes) -> list[Case]:
    """Failing vectors, made from an accepted case; `other` is another one."""
    ctx, Y, deck, out, proof = good.ctx, good.Y, good.deck, good.out, good.proof
    n = len(deck)

    def forged(before: Sequence[Mask]) -> tuple[tuple[Mask, ...], bytes]:
        """Another deck shuffled in the same way, with the best proof that can be made for it."""
        after = tuple(mask.remask(before[j], good.blinding[j], Y) for j in good.permutation)
        return after, shuffle.prove(seed, ctx, Y, deck, after, good.permutation, good.blinding)

    doubled = forged((deck[1], *deck[1:]))
    foreign = forged((Mask(deck[0].a, add(deck[0].b, G)), *deck[1:]))
    moved = forged((Mask(deck[0].a, add(deck[0].b, G)), Mask(deck[1].a, minus(deck[1].b, G)), *deck[2:]))
    cases = [
        ("a card twice, another not at all: the best proof there is", ctx, Y, deck, *doubled),
        ("a card that is none: the best proof there is", ctx, Y, deck, *foreign),
        ("two cards moved apart by the same distance: the best proof there is", ctx, Y, deck, *moved),
        ("two masks change places", ctx, Y, deck, (out[1], out[0], *out[2:]), proof),
        ("the masks as they were before", ctx, Y, deck, deck, proof),
        ("a mask too few", ctx, Y, deck, out[:-1], proof),
        ("another key", ctx, other.Y if other.Y != Y else deal.Y[0], deck, out, proof),
        ("the proof of another place", other.ctx, Y, deck, out, proof),
        ("c of the first mask is the identity", ctx, Y, deck, out, put(proof, 0, bytes(32))),
        (
            "c of the last mask with bit 255 set",
            ctx,
            Y,
            deck,
            out,
            put(proof, n - 1, raised(proof[32 * n - 32 : 32 * n])),
        ),
        ("c of two masks change places", ctx, Y, deck, out, proof[32:64] + proof[:32] + proof[64:]),
        ("the chain begins with no point", ctx, Y, deck, out, put(proof, n, b"\1" + bytes(31))),
        ("the chain ends elsewhere", ctx, Y, deck, out, put(proof, 2 * n - 1, G)),
        ("C + 1", ctx, Y, deck, out, plus(proof, 2 * n)),
        ("C + L", ctx, Y, deck, out, beyond(proof, 2 * n)),
        *((f"s{i + 1} + 1", ctx, Y, deck, out, plus(proof, 2 * n + 1 + i)) for i in range(4)),
        ("the first ŝ + 1", ctx, Y, deck, out, plus(proof, 2 * n + 5)),
        ("the last ŝ + L", ctx, Y, deck, out, beyond(proof, 3 * n + 4)),
        ("the first s̃ + 1", ctx, Y, deck, out, plus(proof, 3 * n + 5)),
        ("the last s̃ + L", ctx, Y, deck, out, beyond(proof, 4 * n + 4)),
        ("all scalars zero", ctx, Y, deck, out, proof[: 64 * n] + bytes(len(proof) - 64 * n)),
        ("a byte short", ctx, Y, deck, out, proof[:-1]),
        ("a field too many", ctx, Y, deck, out, proof + bytes(32)),
    ]
    refusals = []
    for what, where, key, before, after, bad in cases:
        why = refused(lambda w=where, k=key, b=before, a=after, p=bad: shuffle.verify(w, k, b, a, p))  # type: ignore[misc]  # bound in the loop
        fields = {"Y": key.hex(), "before": flat(before).hex(), "after": flat(after).hex(), "proof": bad.hex()}
        refusals.append({"what": what, "ctx": where.hex()} | fields | why)
    return refusals


ABOUT = (
    "permutation is ψ, 0-based: after[i] = Remask(before[ψ(i)], blinding[ψ(i)]), drawn by the swaps of draws. u_order"
    " is ũ, chain ĉ_1..ĉ_n, r_bar r̄, r_hat r̂, r_tilde r̃, r_star r*, t_chain t̂, challenge C, s_chain ŝ, s_order s̃;"
    " r_chain r̂_i, omega_chain ω̂, omega_order ω̃. proof = c‖ĉ‖C‖s1..s4‖ŝ‖s̃."
)


def shuffles() -> Case:
    """Shuffles of decks of 2, 5, 20 and 24 masks under the joint key."""
    made = []
    for n, seq, side in ((2, 70, DEALER), (5, 71, ELDER), (20, 43, DEALER), (24, 72, ELDER)):
        numbers = [k for k in range(24) if k % 6] if n == 20 else list(range(24 - n, 24))
        deck = mask.initial_deck(numbers, deal.JOINT)
        made.append(work_out(Place(seq, side, "shuffle"), deal.SEEDS[side], deal.JOINT, deck))
    return {
        "about": "Shuffles under the joint key of key.json; before is deck 0 of the highest n cards (n = 20: without"
        f" the nines). {ABOUT}",
        "accepted": [one.case for one in made],
        "refused": failures(made[0], made[1], deal.SEEDS[DEALER]),
    }


def sorts() -> Case:
    """Sorts of hands of 2, 3 and 5 hidden cards under their owner's key."""
    made = []
    for n, seq in ((3, 80), (2, 81), (5, 82)):
        hand = tuple(in_hand(range(n)))
        one = work_out(Place(seq, ELDER, "sort"), deal.SEEDS[ELDER], deal.Y[ELDER], hand)
        cards = {"cards_before": [card_in(m) for m in hand], "cards_after": [card_in(m) for m in one.out]}
        made.append(Shuffled(one.case | cards, *list(vars(one).values())[1:]))
    return {
        "about": "Sorts of masks (a, v) under the elder's own key of key.json; the masks are slots 0..n−1 of the case"
        f" n = 20 of shuffle.json without the dealer's share. {ABOUT}",
        "accepted": [one.case for one in made],
        "refused": failures(made[0], made[1], deal.SEEDS[ELDER]),
    }
