"""Cheats before the first card is played: contract, keys, decks and shares."""

import pytest

from p2p_schnapsen.crypto import dleq, group, mask, schnorr, shuffle
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import L, Point, Scalar
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.rules import cards
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.messages import Commit, Key
from tests.adversary.positions import dealing
from tests.support.cheats import Cheat, book, cases, expect, key_of, lie, name_of
from tests.support.duel import shuffled_by

FAMILY: list[Cheat] = []
cheat = book(FAMILY)


def changed(message, **changes):
    return type(message)(**{name: changes.get(name, getattr(message, name)) for name in message.__dataclass_fields__})


# The contract


@cheat("nonce-opening", "contract", sides=(0,))
def _another_nonce_than_committed(side):
    return lie(dealing(Phase.START), messages.Start(bytes(32)))


@cheat("out-of-phase", "turns", sides=(0,))
def _a_deal_before_the_start(side):
    return lie(dealing(Phase.START), Commit(bytes(64)))


@cheat("out-of-turn", "turns", sides=(1,))
def _a_start_by_the_guest(side):
    return lie(dealing(Phase.START), messages.Start(bytes(32)), side=1)


# Commitments and keys


@cheat("commitments-equal", "deal")
def _a_copied_commitment(side):
    duel = dealing(Phase.KEY, dealer=1 - side)
    return lie(duel, changed(duel.next_message(), commitment=duel.state.current.commitments[1 - side]))


@cheat("pok", "deal")
def _the_opponents_key_with_a_proof_of_ones_own(side):
    duel = dealing(Phase.SHUFFLE, dealer=side)
    return lie(duel, changed(duel.next_message(), key=duel.state.current.key_of(1 - side)))


@cheat("pok", "deal")
def _a_rogue_key_that_makes_the_joint_key_ones_own(side):
    duel = dealing(Phase.SHUFFLE, dealer=side)
    known = group.base_mul(Scalar(7))
    rogue = group.sub(known, duel.state.current.key_of(1 - side))
    seed, _ = key_of(duel, side)
    ctx = duel.seats[side]._context(1, "pok")
    return lie(duel, changed(duel.next_message(), key=rogue, pok=schnorr.prove(seed, ctx, Scalar(7), rogue)))


@cheat("pok", "deal")
def _a_proof_of_knowledge_of_zeros(side):
    duel = dealing(Phase.KEY, dealer=1 - side)
    return lie(duel, changed(duel.next_message(), pok=bytes(64)))


@cheat("pok", "deal")
def _a_key_that_is_the_generator_with_a_proof_of_zeros(side):
    duel = dealing(Phase.SHUFFLE, dealer=side)
    return lie(duel, changed(duel.next_message(), key=group.G, pok=bytes(64)))


@cheat("pok", "deal")
def _the_elders_key_without_its_secret(side):
    duel = dealing(Phase.KEY, dealer=1 - side)
    return lie(duel, changed(duel.next_message(), key=group.G))


@cheat("pok", "deal")
def _a_proof_of_another_deal(side):
    duel = dealing(Phase.KEY, dealer=1 - side)
    message = duel.next_message()
    seat = duel.seats[side]
    x = Scalar(5)
    y = group.base_mul(x)
    return lie(duel, Key(message.commitment, y, schnorr.prove(bytes(32), seat._context(2, "pok"), x, y)))


@cheat("keys-cancel", "deal")
def _a_key_that_cancels_the_opponents(side):
    # It takes the opponent's secret; with a proven key this is refused all the same.
    duel = dealing(Phase.SHUFFLE, dealer=side)
    _, theirs = key_of(duel, 1 - side)
    x = Scalar(L - theirs)
    y = group.base_mul(x)
    pok = schnorr.prove(bytes(32), duel.seats[side]._context(1, "pok"), x, y)
    return lie(duel, changed(duel.next_message(), key=y, pok=pok))


def _raised(key):
    return key[:31] + bytes([key[31] | 0x80])


@cheat("key-encoding", "deal")
def _a_dealers_key_with_bit_255(side):
    duel = dealing(Phase.SHUFFLE, dealer=side)
    message = duel.next_message()
    return lie(duel, changed(message, key=_raised(message.key)))


@cheat("key-encoding", "deal")
def _an_elders_key_that_is_the_identity(side):
    duel = dealing(Phase.KEY, dealer=1 - side)
    return lie(duel, changed(duel.next_message(), key=bytes(32), pok=bytes(64)))


# Decks. The dealer shuffles first, then the elder.


def shuffling(side, dealer):
    """The game as `side` is to shuffle, its message, the key and the deck before."""
    duel = dealing(Phase.SHUFFLE if side == dealer else Phase.CUT, dealer)
    message, deal = duel.next_message(), duel.state.current
    if side != dealer:
        return duel, message, deal.joint, deal.deck
    joint = group.add(Point(message.key), deal.key_of(1 - side))
    return duel, message, joint, mask.initial_deck(cards.deck(20), joint)


def bad_deck(side, dealer, spoil):
    """A shuffle of `spoil(deck)` with the best proof that can be made for it."""
    duel, message, y, before = shuffling(side, dealer)
    seed, _ = key_of(duel, side)
    n = len(before)
    r = [to_scalar("cheat", seed, j) for j in range(n)]
    after = tuple(mask.remask(card, k, y) for card, k in zip(spoil(before, y), r, strict=True))
    proof = shuffle.prove(seed, duel.seats[side]._context(1, "shuffle"), y, before, after, list(range(n)), r)
    return lie(duel, changed(message, deck=mask.encode_deck(after), proof=proof))


def _doubled(deck, _):
    return (deck[1], *deck[1:])


def _foreign(deck, y):
    return (Mask(deck[0].a, group.add(deck[0].b, group.G)), *deck[1:])


def _summed(deck, _):
    """Two cards moved apart by the same distance: their sum is as it was."""
    first, second = deck[0], deck[1]
    return (
        Mask(first.a, group.add(first.b, group.G)),
        Mask(second.a, group.sub(second.b, group.G)),
        *deck[2:],
    )


def _scaled(deck, _):
    two = Scalar(2)
    return (Mask(group.mul(two, deck[0].a), group.mul(two, deck[0].b)), *deck[1:])


def _nine(deck, y):
    """A card of the larger pack, which nobody may hold here."""
    return (Mask(group.G, group.add(mask.CARD_POINTS[0], y)), *deck[1:])


def _all_the_same(deck, _):
    return (deck[0],) * len(deck)


def _enter_decks():
    for spoil in (_doubled, _foreign, _summed, _scaled, _nine, _all_the_same):
        for who in ("dealer", "elder"):

            def build(side, spoil=spoil, who=who):
                return bad_deck(side, side if who == "dealer" else 1 - side, spoil)

            build.__name__ = f"{spoil.__name__}_deck_of_the_{who}"
            cheat("shuffle-proof", "shuffle")(build)


_enter_decks()


@cheat("shuffle-proof", "shuffle")
def _the_dealers_proof_for_the_cut(side):
    duel, message, *_ = shuffling(side, 1 - side)
    theirs = messages.decode("shuffle", envelope.parse(duel.records[-1]).body.payload)
    return lie(duel, changed(message, deck=theirs.deck, proof=theirs.proof))


@cheat("shuffle-proof", "shuffle")
def _a_proof_of_another_deal_for_the_deck(side):
    duel, message, y, before = shuffling(side, side)
    seed, _ = key_of(duel, side)
    after, proof = shuffled_by(seed, duel.seats[side]._context(2, "shuffle"), y, before, range(len(before)))
    return lie(duel, changed(message, deck=mask.encode_deck(after), proof=proof))


@cheat("shuffle-deck", "shuffle")
def _a_deck_of_24(side):
    duel, message, *_ = shuffling(side, 1 - side)
    return lie(duel, changed(message, deck=message.deck + message.deck[: 4 * 64]))


@cheat("shuffle-deck", "shuffle")
def _a_mask_that_is_the_identity(side):
    duel, message, *_ = shuffling(side, side)
    return lie(duel, changed(message, deck=bytes(32) + message.deck[32:]))


@cheat("shuffle-encoding", "shuffle")
def _a_proof_for_another_size(side):
    duel, message, *_ = shuffling(side, side)
    return lie(duel, changed(message, proof=message.proof + bytes(16 * 32)))


@cheat("shuffle-encoding", "shuffle")
def _a_scalar_beyond_the_order(side):
    duel, message, *_ = shuffling(side, 1 - side)
    last = int.from_bytes(message.proof[-32:], "little") + L
    return lie(duel, changed(message, proof=message.proof[:-32] + last.to_bytes(32, "little")))


@cheat("shuffle-proof", "shuffle")
def _a_proof_whose_scalars_are_zero(side):
    duel, message, *_ = shuffling(side, side)
    return lie(duel, changed(message, proof=message.proof[: 40 * 32] + bytes(45 * 32)))


@cheat("shuffle-proof", "shuffle")
def _a_cut_whose_scalars_are_one(side):
    duel, message, *_ = shuffling(side, 1 - side)
    return lie(duel, changed(message, proof=message.proof[: 40 * 32] + (b"\1" + bytes(31)) * 45))


@cheat("shuffle-encoding", "shuffle")
def _a_proof_of_zeros(side):
    duel, message, *_ = shuffling(side, side)
    return lie(duel, changed(message, proof=bytes(len(message.proof))))


@cheat("shuffle-proof", "shuffle")
def _a_deck_that_is_not_shuffled_at_all(side):
    duel, message, _, before = shuffling(side, side)
    return lie(duel, changed(message, deck=mask.encode_deck(before)))


# Shares


def sharing(side, who):
    """The game as `side` releases its shares, as the elder (in the cut) or the dealer."""
    duel = dealing(Phase.CUT if who == "elder" else Phase.DEAL, dealer=side if who == "dealer" else 1 - side)
    return duel, duel.next_message()


def _of_zeros(duel, message):
    """A share whose proof is nothing but zeros: every commitment is the identity."""
    return (message.shares[0][:32] + bytes(64), *message.shares[1:])


def _needless(duel, message):
    """One share too many."""
    return (*message.shares, message.shares[0])


def _swapped(duel, message):
    first, second, *rest = message.shares
    return (second, first, *rest)


def _of_the_talon(duel, message):
    """A share of a card that is not dealt, in place of one that is."""
    seat = duel.owing()
    deal = duel.state.current
    if not deal.slots:
        return (*message.shares[:-1], message.shares[0])
    slot = deal.talon[0]
    return (seat._share(deal, slot, deal.slots[slot].a), *message.shares[1:])


def _lies(duel, message):
    """A share that leads to another card."""
    seat = duel.owing()
    seed, x = key_of(duel, seat.side)
    deal = duel.state.current
    y = deal.key_of(seat.side)
    d = group.add(Point(message.shares[0][:32]), group.G)
    return (dleq.prove(seed, seat._context(1, "share", 0), x, y, group.G, d), *message.shares[1:])


def _is_nothing(duel, message):
    return (bytes(32) + message.shares[0][32:], *message.shares[1:])


SHARES = {
    _needless: ("share-count", "deal"),
    _swapped: ("share-proof", "share"),
    _of_the_talon: ("share-proof", "share"),
    _lies: ("share-proof", "share"),
    _is_nothing: ("share-encoding", "share"),
    _of_zeros: ("share-proof", "share"),
}


def _enter_shares():
    for spoil, (code, section) in SHARES.items():
        for who in ("dealer", "elder"):

            def build(side, spoil=spoil, who=who):
                duel, message = sharing(side, who)
                return lie(duel, changed(message, shares=spoil(duel, message)))

            build.__name__ = f"{spoil.__name__}_share_of_the_{who}"
            cheat(code, section)(build)


_enter_shares()


@cheat("out-of-phase", "turns")
def _shares_before_the_cut(side):
    duel = dealing(Phase.SHUFFLE, dealer=side)
    return lie(duel, messages.Hands((bytes(96),) * 6))


@cheat("out-of-turn", "turns")
def _a_lead_by_the_dealer(side):
    return lie(dealing(Phase.LEAD, dealer=side), messages.Lead(0, None), side=side)


@cheat("concede-deal", "ends")
def _a_deal_conceded_before_it_is_dealt(side):
    return lie(dealing(Phase.COMMIT, dealer=side), messages.Concede("deal"))


@pytest.mark.parametrize(("cheat", "side"), cases(FAMILY), ids=name_of)
def test_a_cheat_while_dealing_is_caught(cheat, side):
    report = expect(cheat, side)
    assert report.result is None
