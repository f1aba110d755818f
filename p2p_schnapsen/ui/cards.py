"""How cards look on a terminal, and how people type them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from p2p_schnapsen.rules.cards import SUIT_SIZE, Card, CardSet, card_of, cards_of
from p2p_schnapsen.ui import pack
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.pack import SYMBOLS
from p2p_schnapsen.ui.spelling import plain, telling

_RED: Final = (1, 2)
_RED_ON: Final = "\x1b[31m"
_RED_OFF: Final = "\x1b[39m"


@dataclass(frozen=True, slots=True)
class CardStyle:
    """Suit signs (♥10) or letters (10h); red suits in red or not. `words`: as cards are read out instead."""

    symbols: bool = True
    colour: bool = False
    words: bool = False

    def card(self, card: Card) -> str:
        """One card."""
        if self.words:
            return card_words(card)
        suit = card // SUIT_SIZE
        text = pack.name(card % SUIT_SIZE, suit, symbols=self.symbols)
        return f"{_RED_ON}{text}{_RED_OFF}" if self.colour and suit in _RED else text

    def cards(self, cards: CardSet, trump: int | None = None) -> str:
        """A hand: trumps first, suit by suit, the highest card first."""
        return self.several(sorted_hand(cards, trump))

    def several(self, cards: Iterable[Card]) -> str:
        """Cards one after the other."""
        return (", " if self.words else " ").join(map(self.card, cards))


def sorted_hand(cards: CardSet, trump: int | None = None) -> list[Card]:
    """Cards in the order of a hand: trumps first, suit by suit, the highest first."""
    return sorted(cards_of(cards), key=lambda card: (card // SUIT_SIZE != trump, -(card // SUIT_SIZE), -card))


def suit_word(suit: int) -> str:
    """The name of a suit (0..3) in a sentence."""
    return pack.word(suit)


def card_words(card: Card) -> str:
    """A card as it is read out: "ten of hearts"."""
    return _("{rank} of {suit}").format(rank=pack.rank_word(card % SUIT_SIZE), suit=suit_word(card // SUIT_SIZE))


def parse_card(text: str) -> Card | None:
    """The card that was typed, rank and suit in any order: `10h`, `h10`, `TH`, `♥10`, `king of hearts`; in English or
    in the user's language, as it is shown or in words. None for other text, and where two cards may be meant.
    """
    words = plain(text).split()
    for said in (words, [*words[:1], *telling(words[1:])], telling(words)):  # an article may be the sign of an ace
        found = _readings(said)
        shown = [card for card in found if "".join(said) in _as_shown(card)]
        if found:
            return shown[0] if shown else found.pop() if len(found) == 1 else None
    return None


def _readings(words: list[str]) -> set[Card]:
    """The cards that a rank and a suit in these words may mean. Within a single word a letter stands beside a letter or
    10: `hearts` is no heart with an S.
    """
    ranks, suits = pack.typed_ranks(), pack.typed_suits()
    parts = words if len(words) != 1 else list(words[0])
    halves = [("".join(parts[:place]), "".join(parts[place:])) for place in range(1, len(parts))]
    if len(words) == 1:
        halves = [(head, tail) for head, tail in halves if len(words[0]) <= 3 or not (_letter(head) or _letter(tail))]
    pairs = [pair for head, tail in halves for pair in ((head, tail), (tail, head))]
    return {card_of(suits[suit], ranks[rank]) for rank, suit in pairs if rank in ranks and suit in suits}


def _letter(text: str) -> bool:
    return len(text) == 1 and text.isalpha()


def _as_shown(card: Card) -> tuple[str, ...]:
    return tuple(plain(CardStyle(symbols).card(card)) for symbols in (True, False))


def parse_rank(text: str) -> int | None:
    """The rank (0..5) that was typed: its sign or its name. None for other text."""
    return _named(text, pack.typed_ranks())


def parse_suit(text: str) -> int | None:
    """The suit (0..3) that was typed: its letter, its sign or its name. None for other text."""
    return _named(text, pack.typed_suits())


def _named(text: str, table: Mapping[str, int]) -> int | None:
    words = plain(text).split()
    return table.get("".join(words), table.get("".join(telling(words))))


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
