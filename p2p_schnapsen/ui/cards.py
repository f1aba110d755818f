"""How cards look on a terminal, and how people type them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from p2p_schnapsen.rules.cards import RANKS, SUIT_SIZE, SUITS, Card, CardSet, card_of, cards_of
from p2p_schnapsen.ui.language import _, mark

SYMBOLS: Final = "♣♦♥♠"
"""Bare signs: with a variation selector after them terminals disagree about their width."""

LETTERS: Final = "cdhs"
RANK_TEXTS: Final = ("9", "J", "Q", "K", "10", "A")
SUIT_WORDS: Final = (mark("clubs"), mark("diamonds"), mark("hearts"), mark("spades"))

_RED: Final = (1, 2)
_RED_ON: Final = "\x1b[31m"
_RED_OFF: Final = "\x1b[39m"
_WHITE_SYMBOLS: Final = "♧♢♡♤"
_SELECTORS: Final = "\ufe0e\ufe0f"
_RANK: Final = r"(10|[9TJQKA])"
_SUIT: Final = rf"([CDHS{SYMBOLS}])"
_CARD: Final = re.compile(rf"{_RANK}{_SUIT}|{_SUIT}{_RANK}")


@dataclass(frozen=True, slots=True)
class CardStyle:
    """Suit signs (♥10) or letters (10h); red suits in red or not."""

    symbols: bool = True
    colour: bool = False

    def card(self, card: Card) -> str:
        """One card."""
        rank, suit = RANK_TEXTS[card % SUIT_SIZE], card // SUIT_SIZE
        text = f"{SYMBOLS[suit]}{rank}" if self.symbols else f"{rank}{LETTERS[suit]}"
        return f"{_RED_ON}{text}{_RED_OFF}" if self.colour and suit in _RED else text

    def cards(self, cards: CardSet, trump: int | None = None) -> str:
        """A hand: trumps first, suit by suit, the highest card first."""
        return " ".join(self.card(card) for card in sorted_hand(cards, trump))


def sorted_hand(cards: CardSet, trump: int | None = None) -> list[Card]:
    """Cards in the order of a hand: trumps first, suit by suit, the highest first."""
    return sorted(cards_of(cards), key=lambda card: (card // SUIT_SIZE != trump, -(card // SUIT_SIZE), -card))


def suit_word(suit: int) -> str:
    """The name of a suit (0..3) in a sentence."""
    return _(SUIT_WORDS[suit])


def parse_card(text: str) -> Card | None:
    """The card that was typed, rank and suit in any order: `10h`, `h10`, `TH`, `♥10`, `10♥`. None for other text."""
    match = _CARD.fullmatch(_plain(text))
    if match is None:
        return None
    rank, suit = (match[1], match[2]) if match[1] else (match[4], match[3])
    parsed = parse_suit(suit)
    return None if parsed is None else card_of(parsed, RANKS.index("T" if rank == "10" else rank))


def parse_suit(text: str) -> int | None:
    """The suit that was typed: its letter, its sign or its name. None for other text."""
    plain = _plain(text)
    if len(plain) == 1:
        for signs in (SUITS, SYMBOLS):
            if plain in signs:
                return signs.index(plain)
        return None
    words = [word.upper() for word in SUIT_WORDS]
    for number, word in enumerate(words):
        if plain in (word, word.removesuffix("S")):
            return number
    return None


def _plain(text: str) -> str:
    table = {ord(white): black for white, black in zip(_WHITE_SYMBOLS, SYMBOLS, strict=True)}
    table |= dict.fromkeys(map(ord, _SELECTORS + " "), "")
    return text.translate(table).upper()


def style_for(encoding: str, environ: Mapping[str, str], *, colour: bool) -> CardStyle:
    """The style for a stream of that encoding; `colour` says whether a terminal is there and may have colours.

    Signs need an encoding that has them and a locale that is not explicitly another one; colours are also given up
    for NO_COLOR (https://no-color.org) and TERM=dumb.
    """
    plain = bool(environ.get("NO_COLOR")) or environ.get("TERM", "") in ("", "dumb")
    return CardStyle(_encodes(encoding) and _is_utf8_locale(environ), colour and not plain)


def _encodes(encoding: str) -> bool:
    try:
        SYMBOLS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _is_utf8_locale(environ: Mapping[str, str]) -> bool:
    """Whether the locale's variables allow UTF-8; unset they do.

    Python writes UTF-8 even where they say "C", but the terminal may not show it.
    """
    kind = environ.get("LC_CTYPE", "")
    if kind in ("C.UTF-8", "C.utf8", "UTF-8") and environ.get("LANG"):
        kind = ""  # most likely put there by Python itself (PEP 538)
    name = environ.get("LC_ALL") or kind or environ.get("LANG") or ""
    if name in ("C", "POSIX"):
        return False
    _language, dot, codeset = name.partition(".")
    return not dot or codeset.partition("@")[0].replace("-", "").lower() == "utf8"
