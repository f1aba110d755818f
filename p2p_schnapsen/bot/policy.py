"""A quick hand: what a sensible player would do, in a microsecond or two. Search plays deals to their end with it.

It is asked with every card in sight, since the worlds of a search are, but looks only at what the side in turn knows.
"""

from __future__ import annotations

from typing import Final

from p2p_schnapsen.rules.cards import (
    ACE,
    BEATEN_BY,
    HIGHER,
    JACK,
    KING,
    KINGS,
    NINE,
    POINTS,
    QUEEN,
    QUEENS,
    SUIT_MASKS,
    SUIT_SIZE,
    TEN,
    Card,
    CardSet,
    card_of,
)
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move, claim, follows, leads, settle
from p2p_schnapsen.rules.scoring import OUT

PACK_SIZE: Final = 24
LEADS: Final = tuple(leads(1 << card)[0] for card in range(PACK_SIZE))
FOLLOWS: Final = tuple(follows(1 << card)[0] for card in range(PACK_SIZE))
_CLAIM, _SETTLE = claim(), settle()
_EXCHANGE, _MARRIAGE = Kind.EXCHANGE, Kind.MARRIAGE
RICH: Final = 10
"""Card points from which a trick is worth a trump."""


def _in_order(trump: int, plain: tuple[int, ...], trumps: tuple[int, ...], last: tuple[int, ...]) -> tuple[Card, ...]:
    order = [card_of(suit, rank) for rank in plain for suit in range(4) if suit != trump]
    order += [card_of(trump, rank) for rank in trumps]
    order += [card_of(suit, rank) for rank in last for suit in range(4) if suit != trump]
    return tuple(order + [card_of(trump, rank) for rank in range(NINE, ACE + 1) if rank not in trumps])


GIVEN: Final = tuple(
    tuple((1 << card, card) for card in _in_order(trump, (NINE, JACK, QUEEN, KING), (NINE, JACK), (TEN, ACE)))
    for trump in range(4)
)
"""By trump suit: all cards, as (bit, card), the first that one would part with first."""
POOR: Final = tuple(
    sum(1 << card_of(suit, rank) for rank in (NINE, JACK, QUEEN, KING) for suit in range(4) if suit != trump)
    for trump in range(4)
)


def play_out(deal: Deal, *, until_bound: bool = False) -> None:
    """Plays a deal on, in place, to its end, or `until_bound`: until the cards of both hands are all that is left.

    The deal must not be over, and its cards known.
    """
    claims = deal.ruleset.out == "claim"
    give = 1 << deal.exchange_card
    advance, known, points = deal.advance, deal.known, deal.points
    while True:
        turn = deal.turn
        if turn is None:
            return
        hand = known[turn]
        led = deal.led
        if led is not None:
            advance(FOLLOWS[_follow(deal, turn, deal.legal_mask() if deal.strict else hand, led)])
            continue
        if until_bound and not deal.talon:
            return
        if claims:
            if points[turn] >= OUT and (deal.tricks_played or deal.announced):
                advance(_CLAIM)
                continue
            if not hand:
                advance(_SETTLE)
                continue
        announced = deal.announced
        if announced:
            advance(LEADS[(announced & -announced).bit_length() - 1])
            continue
        if hand & hand >> 1 & QUEENS or (hand & give and deal.talon):
            special = _special(deal)
            if special is not None:
                advance(special)
                continue
        advance(LEADS[_lead_bound(deal, turn, hand) if deal.strict else _given(deal, hand, hand)])


def _special(deal: Deal) -> Move | None:
    """An exchange, else the dearest announcement, if there is one."""
    best = None
    for move in deal.legal():
        if move.kind is _EXCHANGE:
            return move
        if move.kind is _MARRIAGE and (best is None or move.card // SUIT_SIZE == deal.trump):
            best = move
    return best


def _kept(deal: Deal, hand: CardSet) -> CardSet:
    """Kings and queens whose partner is in the hand, or may still come."""
    if not deal.talon or deal.closed_by is not None:
        return 0
    live = hand | ~deal.shown
    return hand & (KINGS & live << 1 | QUEENS & live >> 1)


def _given(deal: Deal, hand: CardSet, cards: CardSet) -> Card:
    """Which of `cards` goes cheapest."""
    trump = deal.trump
    cheap = cards & POOR[trump]
    if cheap:
        cards = cheap & ~_kept(deal, hand) or cheap
    for bit, card in GIVEN[trump]:
        if cards & bit:
            return card
    raise AssertionError("no card to choose from")


def _lead_bound(deal: Deal, turn: int, hand: CardSet) -> Card:
    """The other side is bound: sure tricks first, trumps before the rest; then what is cheap."""
    trump = deal.trump
    theirs = deal.known[1 - turn]
    if deal.talon:
        theirs |= ~(deal.shown | hand) & 0xFFFFFF
        if deal.ruleset.deck == 20:
            theirs &= ~_NINES
    trumps = SUIT_MASKS[trump]
    own = hand & trumps
    danger = theirs & trumps
    if own and danger:
        top = own.bit_length() - 1
        if not HIGHER[top] & theirs:
            return top
    best = -1
    rest = hand & ~trumps
    while rest:
        top = rest.bit_length() - 1
        suit = SUIT_MASKS[top // SUIT_SIZE]
        if not HIGHER[top] & theirs and (not danger or theirs & suit) and (best < 0 or POINTS[top] > POINTS[best]):
            best = top
        rest &= ~suit
    if best >= 0:
        return best
    if own and not danger:
        return own.bit_length() - 1
    return _given(deal, hand, hand)


_NINES: Final = sum(1 << card_of(suit, NINE) for suit in range(4))


def _follow(deal: Deal, turn: int, cards: CardSet, led: Card) -> Card:
    trump = deal.trump
    winning = cards & BEATEN_BY[trump][led]
    if not winning:
        return _given(deal, deal.known[turn], cards)
    suit = winning & SUIT_MASKS[led // SUIT_SIZE]
    trumps = winning & SUIT_MASKS[trump]
    if suit and suit != trumps:
        # In the suit led: the dearest card, but the ace only where no ten would do.
        best = suit.bit_length() - 1
        below = suit & ~(1 << best)
        if best % SUIT_SIZE == ACE and below and below.bit_length() - 1 == best - 1:
            best -= 1
        return best
    low = (trumps & -trumps).bit_length() - 1
    gain = POINTS[led] + POINTS[low]
    if deal.strict or deal.points[turn] + deal.pending[turn] + gain >= OUT or cards == winning:
        return low
    if led // SUIT_SIZE == trump:
        # A trump led: taken by ten or ace if it is rich, else let go.
        return low if POINTS[low] >= RICH or gain >= RICH else _given(deal, deal.known[turn], cards & ~winning)
    if POINTS[led] >= RICH or deal.pending[turn]:
        return low
    other = cards & ~winning
    given = _given(deal, deal.known[turn], other)
    return low if POINTS[given] >= RICH and POINTS[low] < RICH else given
