"""Players' names: what may be one, which two look alike, and what a player without one is called.

A name proves nothing: anybody may call itself anything.  It is only compared, to notice a *familiar* name that comes
with another key.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from p2p_schnapsen.profile.fingerprint import GROUP, short_id
from p2p_schnapsen.wire.limits import NAME_BYTES

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"})
_ABOVE_OR_BELOW: Final = 200
"""Canonical combining classes from here on are marks around a letter; the vowel signs of other scripts have less."""

_SHAPELESS: Final = frozenset(
    "\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u2800\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Letters and signs that are drawn as nothing: the fillers of Hangul, the Braille pattern without dots and the like."""

_ALIKE: Final = str.maketrans(
    # As in Unicode TR 39, the few that matter: letters whose small or capital form looks like a Latin one, and digits.
    "авекмнорстухѕіјԁһԛԝӏ" + "αβεζηικμνορτυχ" + "ıi1|0",
    "abekmhopctyxsljdhqwl" + "abezhlkmnoptyx" + "lll" + "lo",
)


def default_name(public: bytes) -> str:
    """What a player who gave no name calls itself, like ``Player 7K3M``: the beginning of its short ID."""
    return f"Player {short_id(public)[:GROUP]}"


def is_name(text: str) -> bool:
    """Whether a player may be called that: 1 to 64 bytes of printable text of which something can be seen."""
    return can_be_kept(text) and not all(map(_is_unseen, text))


def can_be_kept(text: str) -> bool:
    """Whether a known peer may be noted down under that: as `is_name`, and what is drawn as nothing, too."""
    # Nothing printable is a surrogate, so that this can be encoded.
    return text.isprintable() and bool(text.strip()) and len(text.encode()) <= NAME_BYTES


def tidy(claimed: str) -> str:
    """What is kept of a name that came from outside: its printable characters, at most 64 bytes; perhaps nothing."""
    text = "".join(char for char in claimed[:NAME_BYTES] if char.isprintable())
    return text.encode()[:NAME_BYTES].decode(errors="ignore").strip()


def familiar(name: str) -> str:
    """What is compared: two names that a person may take for the same have the same. Empty: like no other.

    NFKC and case folding, because full-width letters, ligatures and capitals are the same name to a reader; then
    without blanks and everything unseen (a zero-width space makes another string and no other sight) and without marks
    above and below; then look-alikes of other alphabets become Latin.  Rather too much is alike than too
    little: the price is a question to the user, never a decision.
    """
    # Folding may make what NFKC would change again; marks come off when letters and marks are apart.
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).casefold()
    apart = unicodedata.normalize("NFKD", folded)
    return "".join(char for char in apart if not _is_unseen(char)).translate(_ALIKE)


def _is_unseen(char: str) -> bool:
    if unicodedata.category(char) in _UNSEEN or unicodedata.combining(char) >= _ABOVE_OR_BELOW:
        return True
    return char in _SHAPELESS or "\ufe00" <= char <= "\ufe0f"
