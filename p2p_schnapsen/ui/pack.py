"""What cards are called and how they are written: in the user's language, on French or on double-German cards.

Double-German cards have the same signs in every language: Eichel, Schellen, Herz, Laub; Unter, Ober.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.spelling import spellings

PACKS: Final = ("french", "german")
SYMBOLS: Final = "♣♦♥♠"
"""Bare signs: with a variation selector after them terminals disagree about their width."""

_RANKS: Final = mark("9 J Q K 10 A")
_LETTERS: Final = mark("c d h s")
_SUITS: Final = (mark("clubs"), mark("diamonds"), mark("hearts"), mark("spades"))
_GERMAN_RANKS: Final = "9 U O K 10 A"
_GERMAN_LETTERS: Final = "E S H L"
_GERMAN_SUITS: Final = (mark("acorns"), mark("bells"), mark("hearts"), mark("leaves"))
_RANK_WORDS: Final = (mark("nine"), mark("jack"), mark("queen"), mark("king"), mark("ten"), mark("ace"))
_GERMAN_RANK_WORDS: Final = (mark("nine"), mark("Unter"), mark("Ober"), mark("king"), mark("ten"), mark("Sau"))

# What can be typed beside that: in the order of the ranks or suits, for each as many words as there are between "/".
_TYPED_RANKS: Final = mark("nine jack/knave queen king ten ace")
_TYPED_SUITS: Final = mark("club diamond heart spade")
_TYPED_GERMAN_SUITS: Final = mark("acorn bell heart leaf")
_ENGLISH_RANKS: Final = ("9 J Q K 10 A", "9 J Q K T A", _TYPED_RANKS)
_ENGLISH_SUITS: Final = ("c d h s", " ".join(_SUITS), "♣ ♦ ♥ ♠", _TYPED_SUITS)
_GERMAN_TYPED_RANKS: Final = "neuner unter ober könig zehner sau"
_GERMAN_TYPED_SUITS: Final = "eichel schellen herz laub"

_pack = PACKS[0]


def use(pack: str) -> None:
    """From now on cards are of this pack, one of `PACKS`. Raises ValueError for another."""
    global _pack
    if pack not in PACKS:
        raise ValueError(f"no pack is called {pack!r}")
    _pack = pack


def current() -> str:
    """The pack that is used."""
    return _pack


@contextmanager
def using(pack: str) -> Iterator[None]:
    """Meanwhile cards are of that pack."""
    before = _pack
    use(pack)
    try:
        yield
    finally:
        use(before)


def rank(number: int) -> str:
    """The sign of a rank (0..5), one or two cells."""
    return (_GERMAN_RANKS if _german() else _(_RANKS)).split()[number]


def rank_word(number: int) -> str:
    """The name of a rank (0..5) in a sentence. The double-German ace, on which many packs have a boar, is the Sau."""
    return _((_GERMAN_RANK_WORDS if _german() else _RANK_WORDS)[number])


def letter(suit: int) -> str:
    """What stands for a suit (0..3) where it is typed, and where its sign cannot be shown."""
    return (_GERMAN_LETTERS.lower() if _german() else _(_LETTERS)).split()[suit]


def sign(suit: int, *, symbols: bool) -> str:
    """The sign of a suit (0..3), one cell: a letter where there are no symbols, or none for these suits."""
    if _german():
        return letter(suit).upper()
    return SYMBOLS[suit] if symbols else letter(suit)


def name(number: int, suit: int, *, symbols: bool) -> str:
    """A card by its rank and suit, in two or three cells: `♥10`, `10h`, `H10`."""
    if symbols or _german():
        return f"{sign(suit, symbols=symbols)}{rank(number)}"
    return f"{rank(number)}{letter(suit)}"


def word(suit: int) -> str:
    """The name of a suit (0..3) in a sentence."""
    return _((_GERMAN_SUITS if _german() else _SUITS)[suit])


def typed_ranks() -> Mapping[str, int]:
    """Everything, spelled plainly, that stands for a rank: in English and in the user's language, words of either pack
    and the letters of this one. Where two readings differ, that of the pack or language counts.
    """
    words = (_GERMAN_TYPED_RANKS, _row(_GERMAN_RANK_WORDS), _row(_RANK_WORDS), _(_TYPED_RANKS))
    letters = (_(_RANKS), *((_GERMAN_RANKS, "9 U O K 10 S") if _german() else ()))
    return _numbered((*_ENGLISH_RANKS, *words, *letters))


def typed_suits() -> Mapping[str, int]:
    """Everything that stands for a suit, in the same way."""
    german = (" ".join(_GERMAN_SUITS), _TYPED_GERMAN_SUITS, _GERMAN_TYPED_SUITS)
    words = (_row(_GERMAN_SUITS), _(_TYPED_GERMAN_SUITS), _row(_SUITS), _(_TYPED_SUITS))
    letters = (_(_LETTERS), *((_GERMAN_LETTERS,) if _german() else ()))
    return _numbered((*_ENGLISH_SUITS, *german, *words, *letters))


def _row(messages: tuple[str, ...]) -> str:
    return " ".join(map(_, messages))


@lru_cache
def _numbered(rows: tuple[str, ...]) -> Mapping[str, int]:
    """Spelling -> number. Within a word a hyphen is a blank that is not typed either."""
    return {
        way.replace(" ", ""): number
        for row in rows
        for number, words in enumerate(row.split())
        for word in words.split("/")
        for way in spellings(word)
    }


def _german() -> bool:
    return _pack == "german"
