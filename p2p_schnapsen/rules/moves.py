"""The things that a player can do, each one a single shared object.

`Move(Kind.LEAD, card)` is always the same object as `lead(card)`, so that moves can be compared with `is`, made
without allocation and used as keys.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NoReturn

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.cards import KING, NAMES, PACK, SUIT_SIZE, Card


class Kind(IntEnum):
    """The kinds of move."""

    LEAD = 0
    FOLLOW = 1
    EXCHANGE = 2
    CLOSE = 3
    MARRIAGE = 4
    CLAIM = 5
    SETTLE = 6
    CONCEDE = 7


class Move:
    """One move. Immutable, and there is only one object for each.

    `card` is the card that is led or followed with; for an exchange the card given for the face-up one; for a
    marriage the king of its suit; else -1.  `bit` is `1 << card` (0 without a card); `by[player]` is the pair
    (player, move) that a history holds.
    """

    __slots__ = ("bit", "by", "card", "kind")
    kind: Kind
    card: Card
    bit: int
    by: tuple[tuple[int, Move], tuple[int, Move]]

    def __new__(cls, kind: Kind, card: Card = -1) -> Move:
        """The one move of that kind and card. Raises IllegalMove `no-such-move` if there is none."""
        move = _MOVES.get((kind, card))
        if move is None:
            raise IllegalMove("no-such-move", kind=int(kind), card=card)
        return move

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a move cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a move cannot be changed")

    def __reduce__(self) -> tuple[type[Move], tuple[Kind, Card]]:
        return Move, (self.kind, self.card)

    def __repr__(self) -> str:
        return self.kind.name.lower() if self.card < 0 else f"{self.kind.name.lower()} {NAMES[self.card]}"


def _make(kind: Kind, card: Card) -> Move:
    move = object.__new__(Move)
    set_slot = object.__setattr__
    set_slot(move, "kind", kind)
    set_slot(move, "card", card)
    set_slot(move, "bit", 1 << card if card >= 0 else 0)
    set_slot(move, "by", ((0, move), (1, move)))
    return move


_CARDS_OF_KIND: Final = {
    Kind.LEAD: range(PACK),
    Kind.FOLLOW: range(PACK),
    Kind.EXCHANGE: range(PACK),
    Kind.MARRIAGE: range(KING, PACK, SUIT_SIZE),
}
_MOVES: Final = {(kind, card): _make(kind, card) for kind in Kind for card in _CARDS_OF_KIND.get(kind, (-1,))}


def lead(card: Card) -> Move:
    """Play a card to an empty table."""
    return Move(Kind.LEAD, card)


def follow(card: Card) -> Move:
    """Play a card to the one that was led."""
    return Move(Kind.FOLLOW, card)


def exchange(card: Card) -> Move:
    """Give the lowest trump, `card`, for the face-up one."""
    return Move(Kind.EXCHANGE, card)


def close() -> Move:
    """Close the talon: nobody draws any more, and the follower is bound."""
    return Move(Kind.CLOSE)


def marriage(suit: int) -> Move:
    """Announce king and queen of a suit (0..3), one of which is then led."""
    return Move(Kind.MARRIAGE, suit * SUIT_SIZE + KING)


def claim() -> Move:
    """Say that one has 66."""
    return Move(Kind.CLAIM)


def settle() -> Move:
    """After the last trick: claim nothing, and let the deal be scored."""
    return Move(Kind.SETTLE)


def concede() -> Move:
    """Give up the deal."""
    return Move(Kind.CONCEDE)


def _by_bits(kind: Kind) -> tuple[tuple[list[Move], ...], ...]:
    return tuple(
        tuple([_MOVES[kind, 8 * byte + bit] for bit in range(8) if bits >> bit & 1] for bits in range(256))
        for byte in range(3)
    )


_LEAD_BYTES: Final = _by_bits(Kind.LEAD)
_FOLLOW_BYTES: Final = _by_bits(Kind.FOLLOW)
_LEADS_0, _LEADS_1, _LEADS_2 = _LEAD_BYTES
_FOLLOWS_0, _FOLLOWS_1, _FOLLOWS_2 = _FOLLOW_BYTES


def leads(cards: int) -> list[Move]:
    """A new list of the leads of a CardSet, ascending."""
    return _LEADS_0[cards & 255] + _LEADS_1[cards >> 8 & 255] + _LEADS_2[cards >> 16]


def follows(cards: int) -> list[Move]:
    """A new list of the follows of a CardSet, ascending."""
    return _FOLLOWS_0[cards & 255] + _FOLLOWS_1[cards >> 8 & 255] + _FOLLOWS_2[cards >> 16]
