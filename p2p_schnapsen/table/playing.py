"""Moves, draws and sorts. What is legal is asked of `rules`, whether it is proven of `crypto`. Spec: section `play`."""

from __future__ import annotations

from dataclasses import replace

from p2p_schnapsen.crypto import membership
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.errors import Refusal
from p2p_schnapsen.rules import cards, moves
from p2p_schnapsen.rules.cards import CardSet
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.table.dealing import check_shuffle, pair_with, show_share
from p2p_schnapsen.table.ending import deal_over
from p2p_schnapsen.table.events import Drew, Moved, TrickTaken
from p2p_schnapsen.table.model import DealState, Hands, Slot, Step, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.transcript import Owed
from p2p_schnapsen.wire.messages import Claim, Close, Draw, Exchange, Follow, Lead, Marriage, Settle, Sort, Sorting

_DECLARATIONS: dict[type, Move] = {Close: moves.close(), Claim: moves.claim(), Settle: moves.settle()}


def lead(state: TableState, step: Step, message: Lead) -> TableState:
    """The leader plays a card."""
    deal, card = _reveal(state, step, message.slot, message.share)
    game = _play(state, step, moves.lead(card))
    hands = _hands_without(deal, step.body.side, message.slot)
    return replace(state, phase=Phase.FOLLOW, deal=step.keep(deal, game=game, hands=hands))


def follow(state: TableState, step: Step, message: Follow) -> TableState:
    """The follower plays a card, and proves that no hidden card had to be played instead."""
    side = step.body.side
    deal, card = _reveal(state, step, message.slot, message.share)
    game = state.current.engine.copy()
    duty = game.play(moves.follow(card))
    deal = replace(deal, game=game, hands=_hands_without(deal, side, message.slot))
    proven = _check_duty(deal, step, duty, message.duty)
    step.events.append(Moved(side, moves.follow(card), proven))
    trick = game.last_trick
    assert trick is not None
    step.events.append(TrickTaken(trick.winner, trick.lead, trick.follow))
    if game.outcome is not None:
        return deal_over(state, step, deal)
    if trick.drew:
        return replace(state, phase=Phase.DRAW_LOSER, deal=step.keep(_take_up(deal, trick.winner)))
    phase = Phase.LEAD if game.hand_size(side) else Phase.LAST
    return replace(state, phase=phase, deal=step.keep(deal))


def exchange(state: TableState, step: Step, message: Exchange) -> TableState:
    """The lowest trump goes under the talon, the face-up trump into the hand."""
    side = step.body.side
    deal, card = _reveal(state, step, message.slot, message.share)
    game = _play(state, step, moves.exchange(card))
    assert deal.up is not None
    hand = set(deal.hands[side]) - {message.slot} | {deal.up}
    hands = pair_with(deal.hands, side, tuple(sorted(hand)))
    return replace(state, deal=step.keep(deal, up=message.slot, hands=hands, game=game))


def marriage(state: TableState, step: Step, message: Marriage) -> TableState:
    """The leader shows king and queen of one suit; one of them must then be led."""
    deal, king = _reveal(state, step, message.king, message.king_share)
    deal, queen = _reveal(replace(state, deal=deal), step, message.queen, message.queen_share)
    suit = cards.suit(king)
    if (king, queen) != (cards.card_of(suit, cards.KING), cards.card_of(suit, cards.QUEEN)):
        raise Refusal("marriage-cards", king=cards.name(king), queen=cards.name(queen))
    game = _play(state, step, moves.marriage(suit))
    deal = replace(deal, game=game)
    if game.outcome is not None:
        return deal_over(state, step, deal)
    return replace(state, deal=step.keep(deal))


def declare(state: TableState, step: Step, message: Close | Claim | Settle) -> TableState:
    """The player closes the talon, says to have 66, or (after the last trick) claims nothing."""
    deal = replace(state.current, game=_play(state, step, _DECLARATIONS[type(message)]))
    if deal.engine.outcome is not None:
        return deal_over(state, step, deal)
    return replace(state, deal=step.keep(deal))


def draw_by_loser(state: TableState, step: Step, message: Draw) -> TableState:
    """The trick's loser releases its share of the winner's card, so that the winner can see it."""
    deal = state.current
    assert deal.drawn is not None
    if message.share is None:
        raise Refusal("share-missing")
    if message.sorting is not None:
        raise Refusal("sort-needless")
    deal = show_share(deal, step, deal.drawn[0], message.share)
    step.events.append(Drew(1 - step.body.side, None))
    return replace(state, phase=Phase.DRAW_WINNER, deal=step.keep(deal))


def draw_by_winner(state: TableState, step: Step, message: Draw) -> TableState:
    """The trick's winner releases its share of the loser's card (none for the face-up one) and sorts its hand."""
    side = step.body.side
    deal = state.current
    assert deal.drawn is not None
    number = deal.drawn[1]
    face_up = deal.slots[number].card
    deal = _share_or_public(deal, step, number, message.share)
    step.events.append(Drew(1 - side, face_up))
    deal = _sort(deal, step, message.sorting)
    sorts = face_up is None and len(deal.hidden(1 - side)) > 1
    return replace(state, phase=Phase.SORT if sorts else Phase.LEAD, deal=step.keep(deal, drawn=None))


def sort(state: TableState, step: Step, message: Sort) -> TableState:
    """The trick's loser sorts its hand: the places no longer tell which card was drawn last."""
    deal = state.current
    deal = _sort(deal, step, (message.masks, message.proof))
    return replace(state, phase=Phase.LEAD, deal=step.keep(deal))


def _play(state: TableState, step: Step, move: Move) -> Deal:
    """The engine after a move that owes no duty."""
    game = state.current.engine.copy()
    game.play(move)
    step.events.append(Moved(step.body.side, move))
    return game


def _reveal(state: TableState, step: Step, number: int, share: bytes | None) -> tuple[DealState, int]:
    """The card in a slot of the mover's hand, made public by its share unless it is public already."""
    deal = state.current
    if number not in deal.hands[step.body.side]:
        raise Refusal("slot-not-held", slot=number)
    deal = _share_or_public(deal, step, number, share)
    card = deal.slots[number].card
    assert card is not None
    return deal, card


def _share_or_public(deal: DealState, step: Step, number: int, share: bytes | None) -> DealState:
    if deal.slots[number].card is not None:
        if share is not None:
            raise Refusal("share-needless", slot=number)
        return deal
    if share is None:
        raise Refusal("share-missing", slot=number)
    return show_share(deal, step, number, share)


def _hands_without(deal: DealState, side: int, number: int) -> Hands:
    return pair_with(deal.hands, side, tuple(slot for slot in deal.hands[side] if slot != number))


def _take_up(deal: DealState, winner: int) -> DealState:
    """The next cards of the talon join the hands: the winner's first; the face-up card comes last."""
    assert deal.up is not None
    last = len(deal.talon) == 1
    drawn = (deal.talon[0], deal.up if last else deal.talon[1])
    hands = pair_with(deal.hands, winner, tuple(sorted((*deal.hands[winner], drawn[0]))))
    hands = pair_with(hands, 1 - winner, tuple(sorted((*hands[1 - winner], drawn[1]))))
    return replace(deal, drawn=drawn, hands=hands, talon=deal.talon[2:], up=None if last else deal.up)


def duty_cards(game: Deal, forbidden: CardSet) -> tuple[int, ...]:
    """S: the cards that a hidden card may be, ascending: the deck less the forbidden and less all that is public."""
    return tuple(k for k in cards.deck(game.ruleset.deck) if not (forbidden | game.seen) >> k & 1)


def _check_duty(deal: DealState, step: Step, forbidden: CardSet, proofs: tuple[bytes, ...]) -> int:
    """Verify what the follower owes; the number of hidden cards it was proven for."""
    side = step.body.side
    hidden = deal.hidden(side) if forbidden else ()
    if not hidden:
        if proofs:
            raise Refusal("duty-needless")
        return 0
    allowed = duty_cards(deal.engine, forbidden)
    if len(allowed) < len(hidden):
        raise Refusal("duty-impossible", hidden=len(hidden), allowed=len(allowed))
    if len(proofs) != len(hidden):
        raise Refusal("duty-count", expected=len(hidden), got=len(proofs))
    for number, proof in zip(hidden, proofs, strict=True):
        slot = deal.slots[number]
        ctx = step.context(deal.number, "duty", number)
        membership.verify(ctx, deal.key_of(side), slot.a, slot.v, allowed, proof)
        step.entries.append(Owed(side, step.body.seq, ctx, slot.a, slot.v, allowed, proof))
    return len(hidden)


def _sort(deal: DealState, step: Step, sorting: Sorting | None) -> DealState:
    """The hidden part of a hand, shuffled under its owner's key: the slots stay, the masks in them move."""
    side = step.body.side
    hidden = deal.hidden(side)
    if len(hidden) < 2:
        if sorting is not None:
            raise Refusal("sort-needless")
        return deal
    if sorting is None:
        raise Refusal("sort-missing")
    before = hand_masks(deal, side)
    after = check_shuffle(step, deal.number, "sort", deal.key_of(side), before, *sorting)
    slots = list(deal.slots)
    for number, card in zip(hidden, after, strict=True):
        slots[number] = Slot(card.a, card.b, slots[number].shown)
    return replace(deal, slots=tuple(slots))


def hand_masks(deal: DealState, side: int) -> tuple[Mask, ...]:
    """The masks (a, v) of a hand's hidden cards under its owner's key, slots ascending: what a sort shuffles."""
    return tuple(Mask(deal.slots[s].a, deal.slots[s].v) for s in deal.hidden(side))
