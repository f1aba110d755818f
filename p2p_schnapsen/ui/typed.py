"""What a player types, understood. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final, TypeVar

from p2p_schnapsen.rules.cards import SUIT_SIZE, Card, card_of
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.law import law_of
from p2p_schnapsen.rules.moves import Kind, Move, claim, close, exchange, follow, lead, marriage, settle
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.cards import parse_card, parse_suit, sorted_hand
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.screen.keyboard import meant

M = TypeVar("M")


class Wish(Enum):
    """What can be typed at a move and is none."""

    HELP = auto()
    LOOK = auto()
    LAST = auto()
    TRICKS = auto()
    POINTS = auto()
    HINT = auto()
    MUTE = auto()
    UNMUTE = auto()
    LEAVE = auto()
    CONCEDE_DEAL = auto()
    CONCEDE_MATCH = auto()
    UNCLEAR = auto()
    WHICH_MARRIAGE = auto()


# What can be typed, in English and in the user's language: the first is the one that the help names.
_WISHES: Final = {
    Wish.HELP: mark("?, help"),
    Wish.LOOK: mark("hand, look"),
    Wish.LAST: mark("last, last trick"),
    Wish.TRICKS: mark("tricks, own tricks"),
    Wish.POINTS: mark("points, card points"),
    Wish.HINT: mark("hint, advice"),
    Wish.MUTE: mark("mute, be quiet"),
    Wish.UNMUTE: mark("unmute, listen"),
    Wish.LEAVE: mark("q, quit, leave, exit"),
    Wish.CONCEDE_DEAL: mark("concede, concede deal"),
    Wish.CONCEDE_MATCH: mark("concede match, concede the match"),
}
_MOVES: Final = {
    close(): mark("close, c"),
    claim(): mark("66, claim"),
    settle(): mark("settle, s"),
}
_EXCHANGE: Final = mark("x, exchange")
_MARRIAGE: Final = mark("m, marriage")
_SAY: Final = mark("say, tell")


def _words(list_of_words: str) -> list[str]:
    return [word for text in (list_of_words, _(list_of_words)) for word in text.split(", ")]


def _at_keys(plain: str) -> str:
    """A single letter of another keyboard, as the Latin one that lies there."""
    key = meant(plain) if len(plain) == 1 else plain
    return key if key.isascii() and key.isalpha() else plain


def choices(view: PlayerView, *, neutral: bool = False) -> list[Move]:
    """The legal moves in the order in which they are offered: what wins and what is announced before cards, cards as
    they stand in the hand, and last what ends or binds. `neutral`: the order does not tell who has 66 points.
    """
    place = {card: number for number, card in enumerate(sorted_hand(view.hand, view.deal.trump))}
    true = view.deal.points[view.me] >= OUT and not neutral
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
    word, _blank, rest = text.strip().partition(" ")
    return rest.strip() if word.casefold() in _words(_SAY) else None


def wished(text: str) -> Wish | None:
    """The wish that `text` means, at a move or between two deals; None where it means none."""
    plain = " ".join(text.casefold().split())
    return _meaning(plain, _WISHES) if plain else Wish.LOOK


def _meaning(plain: str, table: Mapping[M, str]) -> M | None:
    """What of a table is meant; a letter counts as itself before it counts as a key."""
    for typed in (plain, _at_keys(plain)):
        for meaning, words in table.items():
            if typed in _words(words):
                return meaning
    return None


def understand(text: str, view: PlayerView, offered: Sequence[Move]) -> Move | Wish:
    """The move (legal or not) or wish that `text` means; a number picks from `offered`."""
    words = text.casefold().split()
    plain = " ".join(words)
    if not plain:
        return Wish.LOOK
    if plain.isascii() and plain.isdigit() and 1 <= int(plain[:4]) <= len(offered):
        return offered[int(plain[:4]) - 1]
    named = {**_WISHES, **_MOVES, exchange(exchange_card(view.deal)): _EXCHANGE}
    meaning = _meaning(plain, named)
    if meaning is not None:
        return meaning
    couple = _understand_marriage(words, plain, view, offered)
    if couple is not None:
        return couple
    card = parse_card(plain)
    if card is None:
        return Wish.UNCLEAR
    return lead(card) if view.deal.led is None else follow(card)


def _understand_marriage(words: list[str], plain: str, view: PlayerView, offered: Sequence[Move]) -> Move | Wish | None:
    possible = [move for move in offered if move.kind is Kind.MARRIAGE]
    names = _words(_MARRIAGE)
    if plain == "40":
        return marriage(view.deal.trump)
    if plain == "20":
        possible = [move for move in possible if move.card // SUIT_SIZE != view.deal.trump]
    if plain == "20" or plain in names or _at_keys(plain) in names:
        return possible[0] if len(possible) == 1 else Wish.WHICH_MARRIAGE
    if words[0] in names or _at_keys(words[0]) in names:
        suit = parse_suit(" ".join(words[1:]))
        return Wish.WHICH_MARRIAGE if suit is None else marriage(suit)
    suit = parse_suit(plain[1:]) if plain[0] in names and len(words) == 1 else None
    return None if suit is None else marriage(suit)


def exchange_card(deal: Deal) -> Card:
    """The card that the rules let be exchanged for the one turned up."""
    return card_of(deal.trump, law_of(deal.ruleset).exchange_rank)


def is_untrue_claim(move: Move, view: PlayerView) -> bool:
    """Whether a move claims 66 that are not there: legal under some rules, and costly."""
    return move.kind is Kind.CLAIM and move in view.legal and view.deal.points[view.me] < OUT
