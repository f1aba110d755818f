"""What a player types, understood. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from p2p_schnapsen.rules.cards import SUIT_SIZE, Card, card_of
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.law import law_of
from p2p_schnapsen.rules.moves import Kind, Move, claim, close, exchange, follow, lead, marriage, settle
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.cards import parse_card, parse_suit, sorted_hand


class Wish(Enum):
    """What can be typed at a move and is none."""

    HELP = auto()
    LOOK = auto()
    LAST = auto()
    HINT = auto()
    MUTE = auto()
    UNMUTE = auto()
    LEAVE = auto()
    CONCEDE_DEAL = auto()
    CONCEDE_MATCH = auto()
    UNCLEAR = auto()
    WHICH_MARRIAGE = auto()


_WISHES = {
    "?": Wish.HELP,
    "help": Wish.HELP,
    "": Wish.LOOK,
    "hand": Wish.LOOK,
    "look": Wish.LOOK,
    "last": Wish.LAST,
    "hint": Wish.HINT,
    "mute": Wish.MUTE,
    "unmute": Wish.UNMUTE,
    "q": Wish.LEAVE,
    "quit": Wish.LEAVE,
    "leave": Wish.LEAVE,
    "exit": Wish.LEAVE,
    "concede": Wish.CONCEDE_DEAL,
    "concede deal": Wish.CONCEDE_DEAL,
    "concede match": Wish.CONCEDE_MATCH,
}
_SAY = "say"
_CLOSE = ("close", "c")
_CLAIM = ("66", "claim")
_SETTLE = ("settle", "s")
_EXCHANGE = ("x", "exchange")
_MARRIAGE = ("m", "marriage")


def choices(view: PlayerView) -> list[Move]:
    """The legal moves in the order in which they are offered: what wins and what is announced before cards, cards as
    they stand in the hand, and last what ends or binds.
    """
    place = {card: number for number, card in enumerate(sorted_hand(view.hand, view.deal.trump))}
    true = view.deal.points[view.me] >= OUT
    rank = {
        Kind.CLAIM: 0 if true else 9,
        Kind.SETTLE: 1,
        Kind.MARRIAGE: 2,
        Kind.EXCHANGE: 3,
        Kind.LEAD: 4,
        Kind.FOLLOW: 4,
        Kind.CLOSE: 5,
        Kind.CONCEDE: 10,
    }
    return sorted(view.legal, key=lambda move: (rank[move.kind], place.get(move.card, 0)))


def spoken(text: str) -> str | None:
    """What the player wants to say to the other side, "" where that is missing; None where it is no such wish."""
    word, _, rest = text.strip().partition(" ")
    return rest.strip() if word.casefold() == _SAY else None


def wished(text: str) -> Wish | None:
    """The wish that `text` means, at a move or between two deals; None where it means none."""
    return _WISHES.get(" ".join(text.casefold().split()))


def understand(text: str, view: PlayerView, offered: Sequence[Move]) -> Move | Wish:
    """The move (legal or not) or wish that `text` means; a number picks from `offered`."""
    words = text.casefold().split()
    plain = " ".join(words)
    if plain in _WISHES:
        return _WISHES[plain]
    if plain.isascii() and plain.isdigit() and 1 <= int(plain[:4]) <= len(offered):
        return offered[int(plain[:4]) - 1]
    for names, move in ((_CLOSE, close()), (_CLAIM, claim()), (_SETTLE, settle())):
        if plain in names:
            return move
    if words[0] in _EXCHANGE and len(words) == 1:
        return exchange(exchange_card(view.deal))
    couple = _understand_marriage(words, plain, view, offered)
    if couple is not None:
        return couple
    card = parse_card(plain)
    if card is None:
        return Wish.UNCLEAR
    return lead(card) if view.deal.led is None else follow(card)


def _understand_marriage(words: list[str], plain: str, view: PlayerView, offered: Sequence[Move]) -> Move | Wish | None:
    possible = [move for move in offered if move.kind is Kind.MARRIAGE]
    if plain == "40":
        return marriage(view.deal.trump)
    if plain == "20":
        possible = [move for move in possible if move.card // SUIT_SIZE != view.deal.trump]
    if plain == "20" or plain in _MARRIAGE:
        return possible[0] if len(possible) == 1 else Wish.WHICH_MARRIAGE
    if words[0] in _MARRIAGE:
        suit = parse_suit(" ".join(words[1:]))
        return Wish.WHICH_MARRIAGE if suit is None else marriage(suit)
    suit = parse_suit(plain[1:]) if plain.startswith("m") and len(words) == 1 else None
    return None if suit is None else marriage(suit)


def exchange_card(deal: Deal) -> Card:
    """The card that the rules let be exchanged for the one turned up."""
    return card_of(deal.trump, law_of(deal.ruleset).exchange_rank)


def is_untrue_claim(move: Move, view: PlayerView) -> bool:
    """Whether a move claims 66 that are not there: legal under some rules, and costly."""
    return move.kind is Kind.CLAIM and move in view.legal and view.deal.points[view.me] < OUT
