"""Cheats before the first card is played: commitments, keys, decks and shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p2p_schnapsen.crypto import dleq, group, mask, schnorr, shuffle
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import L, Point, Scalar
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.rules import cards
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.codec import pack as packed
from tests.adversary.book import cheat
from tests.adversary.positions import changed, dealing
from tests.support.cheats import Trap, forge, key_of, lie
from tests.support.duel import Duel, shuffled_by


def keying(side: int, pack: int, game: str = "") -> tuple[Duel, Any]:
    """The game as `side`, the elder, commits and shows its key; and what it should say."""
    duel = dealing(Phase.KEY, pack, 1 - side, game)
    return duel, duel.next_message()


def mixing(side: int, pack: int, game: str = "") -> tuple[Duel, Any]:
    """The game as `side`, the dealer, shows its key and shuffles; and what it should say."""
    duel = dealing(Phase.SHUFFLE, pack, side, game)
    return duel, duel.next_message()


def cutting(side: int, pack: int, game: str = "") -> tuple[Duel, Any]:
    """The game as `side`, the elder, cuts; and what it should say."""
    duel = dealing(Phase.CUT, pack, 1 - side, game)
    return duel, duel.next_message()


def giving(side: int, pack: int, game: str = "") -> tuple[Duel, Any]:
    """The game as `side`, the dealer, deals; and what it should say."""
    duel = dealing(Phase.DEAL, pack, side, game)
    return duel, duel.next_message()


def said(duel: Duel, kind: str) -> Any:
    """The last message of a type in a game."""
    bodies = [envelope.parse(raw).body for raw in duel.records]
    return next(messages.decode(kind, body.payload) for body in reversed(bodies) if body.type == kind)


# Commitments and keys


@cheat("key", "commitments-equal")
def _copies_the_dealers_commitment(side: int, pack: int) -> Trap:
    duel, message = keying(side, pack)
    return lie(duel, changed(message, commitment=duel.state.current.commitments[1 - side]))


@cheat("commit", "field-bytes")
def _commits_to_less_than_a_hash(side: int, pack: int) -> Trap:
    duel = dealing(Phase.COMMIT, pack, side)
    return Trap(duel, forge(duel.seats[side], "commit", packed((bytes(63),))))


@cheat("shuffle", "pok", "copied key")
def _takes_the_opponents_key_with_a_proof_of_its_own(side: int, pack: int) -> Trap:
    duel, message = mixing(side, pack)
    return lie(duel, changed(message, key=duel.state.current.key_of(1 - side)))


@cheat("shuffle", "pok", "copied proof")
def _takes_the_opponents_key_and_proof(side: int, pack: int) -> Trap:
    duel, message = mixing(side, pack)
    theirs = said(duel, "key")
    return lie(duel, changed(message, key=theirs.key, pok=theirs.pok))


@cheat("shuffle", "pok", "rogue key")
def _makes_the_joint_key_its_own(side: int, pack: int) -> Trap:
    """Shows what is missing of a key that it knows, so that the joint key is its own alone."""
    duel, message = mixing(side, pack)
    rogue = group.sub(group.base_mul(Scalar(7)), duel.state.current.key_of(1 - side))
    seed, _ = key_of(duel, side)
    ctx = duel.seats[side]._context(1, "pok")
    return lie(duel, changed(message, key=rogue, pok=schnorr.prove(seed, ctx, Scalar(7), rogue)))


@cheat("key", "pok")
def _proves_its_key_with_zeros(side: int, pack: int) -> Trap:
    duel, message = keying(side, pack)
    return lie(duel, changed(message, pok=bytes(64)))


@cheat("shuffle", "pok")
def _shows_the_generator_as_its_key_with_a_proof_of_zeros(side: int, pack: int) -> Trap:
    duel, message = mixing(side, pack)
    return lie(duel, changed(message, key=group.G, pok=bytes(64)))


@cheat("key", "pok")
def _shows_a_key_without_its_secret(side: int, pack: int) -> Trap:
    duel, message = keying(side, pack)
    return lie(duel, changed(message, key=group.G))


def _known_key(duel: Duel, side: int, message: Any, deal: int = 1, kind: str = "pok") -> Any:
    """Another key, proven for some place."""
    x = Scalar(5)
    y = group.base_mul(x)
    return changed(message, key=y, pok=schnorr.prove(bytes(32), duel.seats[side]._context(deal, kind), x, y))


@cheat("key", "pok", "replayed")
def _proves_its_key_for_another_deal(side: int, pack: int) -> Trap:
    duel, message = keying(side, pack)
    return lie(duel, _known_key(duel, side, message, deal=2))


@cheat("key", "pok", "replayed")
def _proves_its_key_for_another_purpose(side: int, pack: int) -> Trap:
    duel, message = keying(side, pack)
    return lie(duel, _known_key(duel, side, message, kind="duty"))


@cheat("key", "pok", "replayed")
def _shows_the_key_and_proof_of_another_game(side: int, pack: int) -> Trap:
    duel, message = keying(side, pack)
    _, before = keying(side, pack, "before")
    return lie(duel, changed(message, key=before.key, pok=before.pok))


@cheat("shuffle", "pok", "replayed")
def _shows_the_dealers_key_and_proof_of_another_game(side: int, pack: int) -> Trap:
    duel, _ = mixing(side, pack)
    _, before = mixing(side, pack, "before")
    return lie(duel, before)


@cheat("shuffle", "keys-cancel")
def _cancels_the_opponents_key(side: int, pack: int) -> Trap:
    """Shows the negative of the opponent's key, so that no card is masked; to prove that takes the other's secret."""
    duel, message = mixing(side, pack)
    _, theirs = key_of(duel, 1 - side)
    x = Scalar(L - theirs)
    y = group.base_mul(x)
    pok = schnorr.prove(bytes(32), duel.seats[side]._context(1, "pok"), x, y)
    return lie(duel, changed(message, key=y, pok=pok))


@cheat("shuffle", "key-encoding")
def _shows_a_dealers_key_with_bit_255(side: int, pack: int) -> Trap:
    duel, message = mixing(side, pack)
    return lie(duel, changed(message, key=message.key[:31] + bytes([message.key[31] | 0x80])))


@cheat("key", "key-encoding")
def _shows_the_identity_as_its_key(side: int, pack: int) -> Trap:
    duel, message = keying(side, pack)
    return lie(duel, changed(message, key=bytes(32), pok=bytes(64)))


# Decks. The dealer shuffles first, then the elder.


def before_of(duel: Duel, message: Any, pack: int) -> tuple[Point, tuple[Mask, ...]]:
    """The joint key, and the deck that is to be shuffled."""
    deal = duel.state.current
    if duel.state.phase is Phase.CUT:
        assert deal.joint is not None
        return deal.joint, deal.deck
    joint = group.add(Point(message.key), deal.key_of(1 - duel.owing().side))
    return joint, mask.initial_deck(cards.deck(pack), joint)


Spoil = Callable[[tuple[Mask, ...], Point], tuple[Mask, ...]]


def bad_deck(duel: Duel, message: Any, pack: int, spoil: Spoil) -> Trap:
    """A shuffle of `spoil(deck)` with the best proof that can be made for it."""
    y, before = before_of(duel, message, pack)
    seat = duel.owing()
    seed, _ = key_of(duel, seat.side)
    n = len(before)
    r = [to_scalar("cheat", seed, j) for j in range(n)]
    after = tuple(mask.remask(card, k, y) for card, k in zip(spoil(before, y), r, strict=True))
    proof = shuffle.prove(seed, seat._context(1, "shuffle"), y, before, after, list(range(n)), r)
    return lie(duel, changed(message, deck=mask.encode_deck(after), proof=proof))


def _doubled(deck: tuple[Mask, ...], _: Point) -> tuple[Mask, ...]:
    return (deck[1], *deck[1:])


def _foreign(deck: tuple[Mask, ...], _: Point) -> tuple[Mask, ...]:
    return (Mask(deck[0].a, group.add(deck[0].b, group.G)), *deck[1:])


def _summed(deck: tuple[Mask, ...], _: Point) -> tuple[Mask, ...]:
    first, second = deck[0], deck[1]
    return (Mask(first.a, group.add(first.b, group.G)), Mask(second.a, group.sub(second.b, group.G)), *deck[2:])


def _scaled(deck: tuple[Mask, ...], _: Point) -> tuple[Mask, ...]:
    two = Scalar(2)
    return (Mask(group.mul(two, deck[0].a), group.mul(two, deck[0].b)), *deck[1:])


def _nine(_: tuple[Mask, ...], y: Point) -> tuple[Mask, ...]:
    return (Mask(group.G, group.add(mask.CARD_POINTS[0], y)), *_[1:])


def _all_the_same(deck: tuple[Mask, ...], _: Point) -> tuple[Mask, ...]:
    return (deck[0],) * len(deck)


SPOILS: dict[str, tuple[Spoil, str, tuple[int, ...]]] = {
    "a deck with one card twice and another dropped": (_doubled, "doubled card", (20, 24)),
    "a deck of one card only": (_all_the_same, "doubled card", (20, 24)),
    "a deck with something in it that is no card": (_foreign, "foreign card", (20, 24)),
    "a deck with a nine, which nobody may hold": (_nine, "foreign card", (20,)),
    "a deck in which two cards were moved apart by the same distance": (_summed, "not a permutation", (20, 24)),
    "a deck in which a mask was doubled": (_scaled, "not a permutation", (20, 24)),
}


def _enter_decks() -> None:
    for what, (spoil, reason, packs) in SPOILS.items():
        for verb, step, place in (("shuffles", "shuffle", mixing), ("cuts", "cut", cutting)):

            def build(side: int, pack: int, spoil: Spoil = spoil, place: Any = place) -> Trap:
                duel, message = place(side, pack)
                return bad_deck(duel, message, pack, spoil)

            cheat(step, "shuffle-proof", reason, packs=packs, name=f"{verb} {what}")(build)


_enter_decks()


@cheat("cut", "shuffle-proof", "replayed")
def _cuts_with_the_dealers_deck_and_proof(side: int, pack: int) -> Trap:
    duel, message = cutting(side, pack)
    theirs = said(duel, "shuffle")
    return lie(duel, changed(message, deck=theirs.deck, proof=theirs.proof))


@cheat("cut", "shuffle-proof", "replayed")
def _cuts_as_in_another_game(side: int, pack: int) -> Trap:
    duel, message = cutting(side, pack)
    _, before = cutting(side, pack, "before")
    return lie(duel, changed(message, deck=before.deck, proof=before.proof))


def _elsewhere(duel: Duel, message: Any, pack: int, deal: int, kind: str, slot: int = 0) -> Trap:
    """A true shuffle, proven for another place."""
    y, before = before_of(duel, message, pack)
    seat = duel.owing()
    seed, _ = key_of(duel, seat.side)
    after, proof = shuffled_by(seed, seat._context(deal, kind, slot), y, before, range(len(before)))
    return lie(duel, changed(message, deck=mask.encode_deck(after), proof=proof))


@cheat("shuffle", "shuffle-proof", "replayed")
def _proves_its_shuffle_for_another_deal(side: int, pack: int) -> Trap:
    return _elsewhere(*mixing(side, pack), pack, 2, "shuffle")


@cheat("shuffle", "shuffle-proof", "replayed")
def _proves_its_shuffle_as_a_sort(side: int, pack: int) -> Trap:
    return _elsewhere(*mixing(side, pack), pack, 1, "sort")


@cheat("cut", "shuffle-deck")
def _cuts_a_deck_of_the_other_size(side: int, pack: int) -> Trap:
    duel, message = cutting(side, pack)
    deck = message.deck + message.deck[: 4 * 64] if pack == 20 else message.deck[: 20 * 64]
    return lie(duel, changed(message, deck=deck))


@cheat("shuffle", "shuffle-deck")
def _shuffles_a_mask_that_is_the_identity(side: int, pack: int) -> Trap:
    duel, message = mixing(side, pack)
    return lie(duel, changed(message, deck=bytes(32) + message.deck[32:]))


@cheat("shuffle", "shuffle-encoding")
def _proves_its_shuffle_for_another_size(side: int, pack: int) -> Trap:
    duel, message = mixing(side, pack)
    proof = message.proof + bytes(16 * 32) if pack == 20 else message.proof[: -16 * 32]
    return lie(duel, changed(message, proof=proof))


@cheat("cut", "shuffle-encoding")
def _cuts_with_a_scalar_beyond_the_order(side: int, pack: int) -> Trap:
    duel, message = cutting(side, pack)
    last = int.from_bytes(message.proof[-32:], "little") + L
    return lie(duel, changed(message, proof=message.proof[:-32] + last.to_bytes(32, "little")))


@cheat("shuffle", "shuffle-encoding")
def _proves_its_shuffle_with_zeros_for_points(side: int, pack: int) -> Trap:
    duel, message = mixing(side, pack)
    return lie(duel, changed(message, proof=bytes(len(message.proof))))


def _with_scalars(message: Any, pack: int, scalar: bytes) -> Any:
    """The points of a proof, and one number for all its scalars."""
    return changed(message, proof=message.proof[: 2 * pack * 32] + scalar * (2 * pack + 5))


@cheat("shuffle", "shuffle-proof")
def _proves_its_shuffle_with_zeros_for_scalars(side: int, pack: int) -> Trap:
    duel, message = mixing(side, pack)
    return lie(duel, _with_scalars(message, pack, bytes(32)))


@cheat("cut", "shuffle-proof")
def _proves_its_cut_with_ones_for_scalars(side: int, pack: int) -> Trap:
    duel, message = cutting(side, pack)
    return lie(duel, _with_scalars(message, pack, b"\1" + bytes(31)))


@cheat("shuffle", "shuffle-proof")
def _does_not_shuffle_at_all(side: int, pack: int) -> Trap:
    duel, message = mixing(side, pack)
    _, before = before_of(duel, message, pack)
    return lie(duel, changed(message, deck=mask.encode_deck(before)))


# Shares


def _of_zeros(duel: Duel, message: Any) -> tuple[bytes, ...]:
    return (message.shares[0][:32] + bytes(64), *message.shares[1:])


def _needless(duel: Duel, message: Any) -> tuple[bytes, ...]:
    return (*message.shares, message.shares[0])


def _swapped(duel: Duel, message: Any) -> tuple[bytes, ...]:
    first, second, *rest = message.shares
    return (second, first, *rest)


def _undealt(duel: Duel, message: Any) -> tuple[bytes, ...]:
    seat = duel.owing()
    deal = duel.state.current
    if not deal.slots:
        return (*message.shares[:-1], message.shares[0])
    slot = deal.talon[0]
    return (seat._share(deal, slot, deal.slots[slot].a), *message.shares[1:])


def _lying(duel: Duel, message: Any) -> tuple[bytes, ...]:
    seat = duel.owing()
    seed, x = key_of(duel, seat.side)
    deal = duel.state.current
    d = group.add(Point(message.shares[0][:32]), group.G)
    proof = dleq.prove(seed, seat._context(1, "share", 0), x, deal.key_of(seat.side), group.G, d)
    return (proof, *message.shares[1:])


def _nothing(duel: Duel, message: Any) -> tuple[bytes, ...]:
    return (bytes(32) + message.shares[0][32:], *message.shares[1:])


SHARES: dict[str, tuple[Callable[[Duel, Any], tuple[bytes, ...]], str, str]] = {
    "another number of shares than are due": (_needless, "share-count", ""),
    "two shares in each other's place": (_swapped, "share-proof", "replayed"),
    "the share of another card": (_undealt, "share-proof", "early"),
    "a share that leads to another card": (_lying, "share-proof", ""),
    "a share that is no point": (_nothing, "share-encoding", ""),
    "a share whose proof is zeros": (_of_zeros, "share-proof", ""),
}


def _enter_shares() -> None:
    for what, (spoil, code, reason) in SHARES.items():
        for who, step, place in (("elder", "cut", cutting), ("dealer", "deal", giving)):

            def build(side: int, pack: int, spoil: Any = spoil, place: Any = place) -> Trap:
                duel, message = place(side, pack)
                if len(message.shares) == 7 and spoil is _needless:
                    return lie(duel, changed(message, shares=message.shares[:-1]))
                return lie(duel, changed(message, shares=spoil(duel, message)))

            cheat(step, code, reason, name=f"releases {what} as the {who}")(build)


_enter_shares()


@cheat("deal", "share-proof", "replayed")
def _deals_with_the_shares_of_another_game(side: int, pack: int) -> Trap:
    duel, _ = giving(side, pack)
    _, before = giving(side, pack, "before")
    return lie(duel, before)


@cheat("deal", "share-proof", "replayed")
def _deals_with_the_opponents_share_of_the_trump(side: int, pack: int) -> Trap:
    duel, message = giving(side, pack)
    theirs = said(duel, "cut").shares[-1]
    return lie(duel, changed(message, shares=(*message.shares[:-1], theirs)))


@cheat("deal", "out-of-phase")
def _deals_before_the_cut(side: int, pack: int) -> Trap:
    return lie(dealing(Phase.SHUFFLE, pack, side), messages.Hands((bytes(96),) * 6))


@cheat("cut", "out-of-turn")
def _cuts_the_deck_that_it_has_shuffled(side: int, pack: int) -> Trap:
    """Cuts as the dealer, in place of the elder."""
    duel, message = cutting(1 - side, pack)
    return lie(duel, message, side=side)


@cheat("deal", "out-of-turn")
def _deals_as_the_elder(side: int, pack: int) -> Trap:
    duel, message = giving(1 - side, pack)
    return lie(duel, message, side=side)


@cheat("lead", "out-of-turn", "dealer")
def _leads_as_the_dealer(side: int, pack: int) -> Trap:
    return lie(dealing(Phase.LEAD, pack, side), messages.Lead(0, None), side=side)


@cheat("concede", "concede-deal")
def _concedes_a_deal_before_it_is_dealt(side: int, pack: int) -> Trap:
    return lie(dealing(Phase.COMMIT, pack, side), messages.Concede("deal"))
