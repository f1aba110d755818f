"""The pack: 24 cards numbered 0..23, and sets of them as bit masks.

card = suit * 6 + rank; suits are clubs, diamonds, hearts, spades (0..3); ranks 9 J Q K T A (0..5) in the order in
which they beat one another.  A 20-card pack leaves out the nines.  A `CardSet` has bit `card` set for each card in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Card = int
CardSet = int

RANKS: Final = "9JQKTA"
SUITS: Final = "CDHS"
NINE, JACK, QUEEN, KING, TEN, ACE = range(6)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

PACK: Final = 24
SUIT_SIZE: Final = 6
RANK_POINTS: Final = (0, 2, 3, 4, 10, 11)
POINTS: Final = RANK_POINTS * 4
"""Card points by card; the whole pack counts 120."""

NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_BY_NAME: Final = {name: card for card, name in enumerate(NAMES)}

SUIT_MASKS: Final = tuple(0b111111 << (SUIT_SIZE * suit) for suit in range(4))
HIGHER: Final = tuple(SUIT_MASKS[card // SUIT_SIZE] & (-1 << (card + 1)) for card in range(PACK))
"""By card: the cards of its suit that beat it."""
QUEENS: Final = sum(1 << (SUIT_SIZE * suit + QUEEN) for suit in range(4))
KINGS: Final = QUEENS << 1
NINES: Final = sum(1 << (SUIT_SIZE * suit + NINE) for suit in range(4))


def suit(card: Card) -> int:
    """The suit of a card, 0..3."""
    return card // SUIT_SIZE


def rank(card: Card) -> int:
    """The rank of a card, 0..5 (9 J Q K T A)."""
    return card % SUIT_SIZE


def points(card: Card) -> int:
    """What the card counts in the trick that takes it: A 11, T 10, K 4, Q 3, J 2, 9 0."""
    return POINTS[card]


def card_of(suit: int, rank: int) -> Card:
    """The card of that suit (0..3) and rank (0..5)."""
    return suit * SUIT_SIZE + rank


def name(card: Card) -> str:
    """Rank, then suit: "TH" is the ten of hearts."""
    return NAMES[card]


def parse(text: str) -> Card:
    """The card of a `name`. Raises ValueError for any other text."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise ValueError(f"not a card: {text!r}") from None


def cards_of(mask: CardSet) -> tuple[Card, ...]:
    """The cards of a set, ascending."""
    return tuple(card for card in range(mask.bit_length()) if mask >> card & 1)


def mask_of(cards: Iterable[Card]) -> CardSet:
    """The set of some cards; a card given twice is in it once."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def deck(size: int) -> tuple[Card, ...]:
    """The cards of a pack of 20 or 24, ascending; 20 leaves out the nines."""
    return cards_of(deck_mask(size))


def deck_mask(size: int) -> CardSet:
    """The pack of 20 or 24 cards as a set. Raises ValueError for another size."""
    if size == 24:
        return (1 << PACK) - 1
    if size == 20:
        return (1 << PACK) - 1 & ~NINES
    raise ValueError(f"no pack has {size} cards")


def beats(follow: Card, led: Card, trump: int) -> bool:
    """Does the card `follow` win the trick against the card `led`, when `trump` is the trump suit?

    A trick goes to the higher trump, else to the higher card of the suit led.
    """
    return bool(BEATEN_BY[trump][led] >> follow & 1)


BEATEN_BY: Final = tuple(
    tuple(HIGHER[led] if led // SUIT_SIZE == trump else HIGHER[led] | SUIT_MASKS[trump] for led in range(PACK))
    for trump in range(4)
)
"""By trump suit, then by the card led: the cards that win the trick against it."""
