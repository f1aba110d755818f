"""Words as people type them: in capitals or not, with accents or without, with hyphens and articles. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from p2p_schnapsen.ui.language import _, mark

LONGEST: Final = 200
"""Characters of a typed phrase that are looked at; nothing that is understood is longer."""

_REMEMBERED: Final = 4096

_FILLERS: Final = mark("the of in")
"""What can stand between the words that count, and means nothing."""

_SAME_SIGNS: Final = str.maketrans("♧♢♡♤", "♣♦♥♠")
_JOINED: Final = re.compile(r"(?<=\w)[-'’](?=\w)|[(),]")
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "œ": "oe"})


def plain(text: str) -> str:
    """The same for all spellings of a phrase: small letters without accents, one blank between two words.

    >>> plain("  L'as  de TRÈFLE! "), plain("Herz-König"), plain("Король (червы)"), plain("♡\\ufe0fK")
    ('l as de trefle', 'herz konig', 'король червы', '♥k')
    """
    return _plain(" ".join(text.split())[:LONGEST])


@lru_cache(_REMEMBERED)
def _plain(text: str) -> str:
    small = text.casefold().replace("œ", "oe").translate(_SAME_SIGNS)
    bare = "".join(sign for sign in unicodedata.normalize("NFD", small) if unicodedata.category(sign)[0] != "M")
    return " ".join(_JOINED.sub(" ", unicodedata.normalize("NFC", bare)).split()).rstrip(".! ")


@lru_cache(_REMEMBERED)
def spellings(word: str) -> frozenset[str]:
    """A word of ours as `plain` makes it: also with ae, oe and ue, as they are typed where there are no umlauts."""
    return frozenset({plain(word), plain(word.casefold().translate(_UMLAUTS))})


def phrases(several: str) -> frozenset[str]:
    """All spellings of a list of phrases, between which there is ", "; in English and in the user's language. Articles
    in them need not be typed.
    """
    return _phrases((several, _(several)), _fillers())


@lru_cache(_REMEMBERED)
def _phrases(lists: tuple[str, ...], fillers: frozenset[str]) -> frozenset[str]:
    found = {way for text in lists for phrase in text.split(", ") for way in spellings(phrase)}
    bare = {" ".join(word for word in phrase.split() if word not in fillers) for phrase in found}
    return frozenset((found | bare) - {""})


def telling(words: Iterable[str]) -> list[str]:
    """Those of some plain words that say something: no articles."""
    fillers = _fillers()
    return [word for word in words if word not in fillers]


def _fillers() -> frozenset[str]:
    return _words(f"{_FILLERS} {_(_FILLERS)}")


@lru_cache(_REMEMBERED)
def _words(text: str) -> frozenset[str]:
    return frozenset(map(plain, text.split()))


def without(words: Sequence[str], known: Iterable[str]) -> list[str] | None:
    """`words` without the longest of the `known` phrases that is among them; None where there is none. The two halves
    of a phrase with "..." in it stand first and last, or only an article is before them.
    """
    for phrase in sorted((entry.split() for entry in known), key=len, reverse=True):
        if "..." in phrase:
            said = words if telling(words[:1]) else words[1:]
            if len(said) > 2 and [said[0], said[-1]] == [phrase[0], phrase[-1]]:
                return list(said[1:-1])
            continue
        for place in range(len(words) - len(phrase) + 1):
            if phrase == list(words[place : place + len(phrase)]):
                return [*words[:place], *words[place + len(phrase) :]]
    return None
