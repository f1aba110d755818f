"""What a player types, understood. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from enum import Enum, auto
from typing import Final, TypeVar

from p2p_schnapsen.rules.cards import PACK, SUIT_SIZE, cards_of
from p2p_schnapsen.rules.moves import Kind, Move, claim, close, concede, exchange, follow, lead, marriage, settle
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.cards import card_words, parse_card, parse_rank, parse_suit, sorted_hand
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.offered import as_offered, is_untrue_claim
from p2p_schnapsen.ui.screen.keyboard import meant
from p2p_schnapsen.ui.spelling import phrases, plain, telling, without

M = TypeVar("M")


class Wish(Enum):
    """What can be typed at a move and is none."""

    HELP = auto()
    LOOK = auto()
    LAST = auto()
    TRICKS = auto()
    POINTS = auto()
    BOTH_POINTS = auto()
    OWN_POINTS = auto()
    NO_POINTS = auto()
    """From now on these card points are told."""
    TRUMP = auto()
    HINT = auto()
    MUTE = auto()
    UNMUTE = auto()
    LEAVE = auto()
    CONCEDE_DEAL = auto()
    CONCEDE_MATCH = auto()
    UNCLEAR = auto()
    WHICH_MARRIAGE = auto()
    WHICH_ANNOUNCED = auto()
    """66, or a marriage."""
    WHICH_CARD = auto()
    """A rank or a suit alone."""


# What can be typed, in English and in the user's language: the first is the one that the help names.
_WISHES: Final = {
    Wish.HELP: mark("?, help"),
    Wish.LOOK: mark("hand, look"),
    Wish.LAST: mark("last, last trick"),
    Wish.TRICKS: mark("tricks, own tricks, my tricks"),
    Wish.POINTS: mark("points, score, card points, game points"),
    Wish.BOTH_POINTS: mark("points on, show points, points of both"),
    Wish.OWN_POINTS: mark("points own, own points, my points"),
    Wish.NO_POINTS: mark("points off, hide points"),
    Wish.TRUMP: mark("trump, talon, trumps"),
    Wish.HINT: mark("hint, advice"),
    Wish.MUTE: mark("mute, be quiet"),
    Wish.UNMUTE: mark("unmute, listen"),
    Wish.LEAVE: mark("q, quit, leave, exit"),
    Wish.CONCEDE_DEAL: mark("concede, concede deal, give up, resign, surrender, give up deal, resign deal"),
    Wish.CONCEDE_MATCH: mark("concede match, concede the match, give up match, resign match, surrender match"),
}
_MOVES: Final = {
    close(): mark("close, c, close talon"),
    claim(): mark("66, claim, sixty-six, enough"),
    settle(): mark("settle, s, claim nothing"),
}
_EXCHANGE: Final = mark("x, exchange, exchange trump")
_MARRIAGE: Final = mark("m, marriage")
_TWENTY: Final = mark("20, twenty")
_FORTY: Final = mark("40, forty")
_ANNOUNCE: Final = mark("announce, declare, call")
"""A marriage or 66: alone it may mean either."""
_SAY: Final = mark("say, tell")
_NEXT: Final = mark("next, next deal, go on, continue")
"""Between two deals."""

_NEAR: Final = 0.75
"""How much of a word must be right for it to be recognised (Ratcliff and Obershelp's measure)."""


def _at_keys(text: str) -> str:
    """A single letter of another keyboard, as the Latin one that lies there."""
    typed = text.strip().casefold()
    key = meant(typed) if len(typed) == 1 else ""
    return key if key.isascii() and key.isalpha() else ""


def choices(view: PlayerView, *, neutral: bool = False) -> list[Move]:
    """The legal moves in the order in which they are offered: what wins and what is announced before cards, cards as
    they stand in the hand, and last what ends or binds. An untrue claim is not among them, though it can be typed.
    `neutral`: the choices do not tell who has 66 points.
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
    offered = [move for move in view.legal if neutral or not is_untrue_claim(move, view)]
    return sorted(offered, key=lambda move: (rank[move.kind], place.get(move.card, 0)))


def spoken(text: str) -> str | None:
    """What the player wants to say to the other side, "" where that is missing; None where it is no such wish."""
    word, _blank, rest = text.strip().partition(" ")
    said = plain(word.rstrip(":")) in phrases(_SAY) and not _is_announced(plain(text).split())
    return rest.strip() if said else None


def wished(text: str) -> Wish | None:
    """The wish that `text` means, at a move or between two deals; None where it means none."""
    return _meaning(text, _WISHES.items()) if plain(text) else Wish.LOOK


def goes_on(text: str) -> bool:
    """Whether `text`, between two deals, asks for the next."""
    return not text.strip() or plain(text) in phrases(_NEXT)


def nearest(text: str) -> str | None:
    """What `text` may have been meant to be, as it is typed; None where it is like nothing."""
    ways = {plain(way): way for way in _ways() if len(way) > 2 and "..." not in way}
    return next((ways[near] for near in get_close_matches(plain(text), ways, 1, _NEAR)), None)


def _ways() -> Iterator[str]:
    """All that has a name: last, and so before all else that is spelled alike, in the user's language."""
    lists = (*_WISHES.values(), *_MOVES.values(), _EXCHANGE, _MARRIAGE, _TWENTY, _FORTY, _ANNOUNCE)
    for language in (lists, tuple(map(_, lists))):
        for words in language:
            yield from words.split(", ")
    yield from map(card_words, range(PACK))


def _meaning(text: str, table: Collection[tuple[M, str]]) -> M | None:
    """What of a table is meant; a letter counts as itself before it counts as a key."""
    for typed in (plain(text), _at_keys(text), " ".join(telling(plain(text).split()))):
        for meaning, words in table:
            if typed and typed in phrases(words):
                return meaning
    return None


def understand(text: str, view: PlayerView, offered: Sequence[Move]) -> Move | Wish:
    """The move (legal or not) or wish that `text` means; a number picks from `offered`. Where it may mean two things
    it is no move: none can be taken back.
    """
    number = text.strip()
    if not plain(text):
        return Wish.UNCLEAR if number else Wish.LOOK
    if number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= len(offered):
        return offered[int(number[:4]) - 1]
    swap = (exchange(view.deal.exchange_card), _EXCHANGE)
    named: list[tuple[Move | Wish, str]] = [*_WISHES.items(), *_MOVES.items(), swap]
    meaning = _meaning(text, named)
    if meaning is not None:
        return meaning
    listed = [close(), claim(), settle(), concede(), swap[0], *map(marriage, range(4))]
    move = as_offered(text, listed, view)
    if move is not None:
        return Wish.CONCEDE_DEAL if move is concede() else move
    return _announced(text, view, offered) or _exchanged(text, view) or _card(text, view)


def _announced(text: str, view: PlayerView, offered: Sequence[Move]) -> Move | Wish | None:
    """A marriage, or 66, in several words; None where it is neither."""
    rest, said = plain(text).split(), set()
    if _at_keys(rest[0]) in phrases(_MARRIAGE):  # the key of its letter
        rest[0] = _at_keys(rest[0])
    if len(rest) == 1 and rest[0][0] in phrases(_MARRIAGE) and parse_suit(rest[0][1:]) is not None:
        rest = [rest[0][0], rest[0][1:]]
    kinds = (_ANNOUNCE, _MARRIAGE, _TWENTY, _FORTY, _MOVES[claim()])
    for kind in (*kinds, *kinds):  # in any order
        while (left := without(rest, phrases(kind))) is not None:
            rest = left
            said.add(kind)
    suit = parse_suit(" ".join(rest))
    named = suit is not None or bool(telling(rest))
    if not said:
        return None
    if _MOVES[claim()] in said:
        return Wish.WHICH_ANNOUNCED if named or len(said - {_ANNOUNCE}) > 1 else claim()
    if named and suit is None:
        return Wish.WHICH_ANNOUNCED if said == {_ANNOUNCE} else Wish.WHICH_MARRIAGE
    if suit is not None:
        return marriage(suit)
    return _unnamed(said, view, offered)


def _is_announced(words: list[str]) -> bool:
    """Whether 66 or a suit stands between the halves of a phrase: in German one *says* a marriage *on*."""
    what = without(words, [phrase for phrase in phrases(_ANNOUNCE) if "..." in phrase])
    return what is not None and (" ".join(what) in phrases(_MOVES[claim()]) or parse_suit(" ".join(what)) is not None)


def _unnamed(said: set[str], view: PlayerView, offered: Sequence[Move]) -> Move | Wish:
    """What is announced where no suit is said."""
    possible = [move for move in offered if move.kind is Kind.MARRIAGE]
    if said == {_ANNOUNCE}:
        return Wish.WHICH_ANNOUNCED
    if _FORTY in said:
        return Wish.WHICH_MARRIAGE if _TWENTY in said else marriage(view.deal.trump)
    if _TWENTY in said:
        possible = [move for move in possible if move.card // SUIT_SIZE != view.deal.trump]
    return possible[0] if len(possible) == 1 else Wish.WHICH_MARRIAGE


def _exchanged(text: str, view: PlayerView) -> Move | None:
    """The exchange where the card is said, too."""
    rest = without(plain(text).split(), phrases(_EXCHANGE))
    card, said = view.deal.exchange_card, " ".join(rest or ())
    named = parse_card(said) == card or parse_rank(said) == card % SUIT_SIZE
    return exchange(card) if named else None


def _card(text: str, view: PlayerView) -> Move | Wish:
    """Leading or following with the card that was typed; a rank or a suit alone is asked about."""
    card, rank = parse_card(text), parse_rank(text)
    half = rank is not None or parse_suit(text) is not None
    # In many languages `as` is an ace, and by its letters that of spades: it is played where it is the only ace.
    same = [held for held in cards_of(view.hand) if held % SUIT_SIZE == rank]
    if card is not None and (not half or " " in plain(text) or same == [card]):
        return lead(card) if view.deal.led is None else follow(card)
    return Wish.WHICH_CARD if half else Wish.UNCLEAR
