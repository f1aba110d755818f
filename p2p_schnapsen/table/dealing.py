"""The five records of a deal: commit, key, shuffle, cut, deal. Spec: section `deal`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from p2p_schnapsen.crypto import dleq, group, mask, schnorr, shuffle
from p2p_schnapsen.crypto.group import Point
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.errors import PeerSuspect, ProofError, Refusal
from p2p_schnapsen.rules import cards
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.ruleset import TALON, TURN_UP, Ruleset
from p2p_schnapsen.table.events import Dealt, ShuffleProven
from p2p_schnapsen.table.model import DealState, Slot, Step, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.transcript import Committed, Keyed, Shared, Shuffled
from p2p_schnapsen.wire.messages import Commit, Cut, Hands, Key, Shuffle

T = TypeVar("T")


def pair_with(pair: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    """`pair` with `value` at `side`."""
    return (value, pair[1]) if side == 0 else (pair[0], value)


def owners(ruleset: Ruleset, dealer: int) -> tuple[int, ...]:
    """For each slot: the side whose hand it is dealt to, `TURN_UP` or `TALON`."""
    return ruleset.deal_order(dealer)


def shares_due(ruleset: Ruleset, dealer: int, receiver: int) -> tuple[int, ...]:
    """Slots whose shares the other side owes when dealing: the receiver's hand ascending, then the trump."""
    order = owners(ruleset, dealer)
    hand = tuple(slot for slot, owner in enumerate(order) if owner == receiver)
    return (*hand, order.index(TURN_UP))


def commit(state: TableState, step: Step, message: Commit) -> TableState:
    """The dealer commits to its seed; the deal begins."""
    side = step.body.side
    number = state.standing.deals + 1
    ctx = step.context(number, "commit")
    step.entries.append(Committed(side, step.body.seq, ctx, message.commitment))
    deal = DealState(number, side, commitments=pair_with((None, None), side, message.commitment))
    return replace(state, phase=Phase.KEY, deal=step.keep(deal))


def key(state: TableState, step: Step, message: Key) -> TableState:
    """The elder commits and shows its key."""
    deal = state.current
    side = step.body.side
    if message.commitment == deal.commitments[1 - side]:
        raise Refusal("commitments-equal")
    ctx = step.context(deal.number, "commit")
    step.entries.append(Committed(side, step.body.seq, ctx, message.commitment))
    deal = replace(deal, commitments=pair_with(deal.commitments, side, message.commitment))
    deal = _introduce_key(deal, step, message.key, message.pok)
    return replace(state, phase=Phase.SHUFFLE, deal=step.keep(deal))


def shuffle_deck(state: TableState, step: Step, message: Shuffle) -> TableState:
    """The dealer shows its key and shuffles the public deck under the joint key."""
    deal = _introduce_key(state.current, step, message.key, message.pok)
    joint = group.add(deal.key_of(0), deal.key_of(1))
    if joint == group.IDENTITY:
        raise Refusal("keys-cancel")
    deck = mask.initial_deck(cards.deck(state.rules.deck), joint)
    deal = _shuffled(replace(deal, joint=joint, deck=deck), step, message.deck, message.proof)
    return replace(state, phase=Phase.CUT, deal=step.keep(deal))


def cut(state: TableState, step: Step, message: Cut) -> TableState:
    """The elder shuffles again and releases its shares of the dealer's hand and the trump."""
    deal = state.current
    deal = _shuffled(deal, step, message.deck, message.proof)
    order = owners(state.rules, deal.dealer)
    deal = replace(
        deal,
        slots=tuple(Slot(card.a, card.b) for card in deal.deck),
        hands=(
            tuple(slot for slot, owner in enumerate(order) if owner == 0),
            tuple(slot for slot, owner in enumerate(order) if owner == 1),
        ),
        up=order.index(TURN_UP),
        talon=tuple(slot for slot, owner in enumerate(order) if owner == TALON),
    )
    deal = _release(deal, step, shares_due(state.rules, deal.dealer, deal.dealer), message.shares)
    return replace(state, phase=Phase.DEAL, deal=step.keep(deal))


def deal_hands(state: TableState, step: Step, message: Hands) -> TableState:
    """The dealer releases its shares of the elder's hand and the trump: the trump is turned up."""
    deal, up = state.current, state.current.up
    assert up is not None
    deal = _release(deal, step, shares_due(state.rules, deal.dealer, deal.elder), message.shares)
    trump = deal.slots[up].card
    assert trump is not None
    deal = replace(deal, game=Deal.start(state.rules, deal.dealer, trump))
    step.events.append(Dealt(deal.number, deal.dealer, trump))
    return replace(state, phase=Phase.LEAD, deal=step.keep(deal))


def _introduce_key(deal: DealState, step: Step, data: bytes, pok: bytes) -> DealState:
    try:
        point = group.decode_point(data)
    except ProofError as error:
        raise ProofError("key-encoding", problem=error.code) from error
    ctx = step.context(deal.number, "pok")
    schnorr.verify(ctx, point, pok)
    step.entries.append(Keyed(step.body.side, step.body.seq, ctx, point, pok))
    return replace(deal, keys=pair_with(deal.keys, step.body.side, point))


def _shuffled(deal: DealState, step: Step, data: bytes, proof: bytes) -> DealState:
    assert deal.joint is not None
    after = check_shuffle(step, deal.number, "shuffle", deal.joint, deal.deck, data, proof)
    step.events.append(ShuffleProven(step.body.side))
    return replace(deal, deck=after)


def check_shuffle(
    step: Step, number: int, kind: str, y: Point, before: tuple[Mask, ...], data: bytes, proof: bytes
) -> tuple[Mask, ...]:
    """Decode and verify a shuffle of `before` under `y`; keeps it in the step's transcript.

    `kind` is "shuffle" (of the deck) or "sort" (of a hand). Raises `ProofError`: <kind>-deck, -encoding, -proof.
    """
    try:
        after = mask.decode_deck(data, len(before))
    except ProofError as error:
        raise ProofError(f"{kind}-deck", problem=error.code) from error
    ctx = step.context(number, kind)
    try:
        shuffle.verify(ctx, y, before, after, proof)
    except ProofError as error:
        raise ProofError(error.code.replace("shuffle", kind), **error.params) from error
    step.entries.append(Shuffled(step.body.side, step.body.seq, ctx, y, before, after, proof))
    return after


def _release(deal: DealState, step: Step, slots: Sequence[int], shares: Sequence[bytes]) -> DealState:
    if len(shares) != len(slots):
        raise Refusal("share-count", expected=len(slots), got=len(shares))
    for slot, share in zip(slots, shares, strict=True):
        deal = show_share(deal, step, slot, share)
    return deal


def show_share(deal: DealState, step: Step, number: int, share: bytes) -> DealState:
    """Apply the record side's share of slot `number`; with both shares shown, the card becomes public.

    Raises `PeerSuspect("card-unknown")` where no card is there: one of the shuffles proved what is not so, and nobody
    can tell which. The side that shows the last share is the last to be blamed for it.
    """
    side = step.body.side
    slot = deal.slots[number]
    assert not slot.shown[side], "the table asks for each share once"
    ctx = step.context(deal.number, "share", number)
    d = dleq.verify(ctx, deal.key_of(side), slot.a, share)
    v = group.sub(slot.v, d)
    shown = pair_with(slot.shown, side, True)
    card = None
    if all(shown):
        card = mask.card_of(v)
        if card is None:
            raise PeerSuspect("card-unknown", slot=number)
    step.entries.append(Shared(side, step.body.seq, ctx, slot.a, share))
    slots = list(deal.slots)
    slots[number] = Slot(slot.a, v, shown, card)
    return replace(deal, slots=tuple(slots))
