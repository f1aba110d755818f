"""Which key is meant where a keyboard has other signs: the table's keys are the Latin letters and the digits. Pure."""

from __future__ import annotations

from typing import Final

_RUSSIAN: Final = dict(zip("йцукенгшщзхъфывапролдячсмить", "qwertyuiop[]asdfghjklzxcvbnm", strict=True))
"""The letters of a Russian keyboard (ЙЦУКЕН), and what is on the same keys of a Latin one (QWERTY)."""

_FRENCH: Final = dict(zip("&é\"'(-è_çà", "1234567890", strict=True))
"""The upper row of a French keyboard (AZERTY), which has its digits with Shift."""

_SIGNS: Final = {**_FRENCH, **_RUSSIAN}


def meant(key: str) -> str:
    """The key of the table that lies where `key` was typed; a key's name, and what the table knows, as it is.

    >>> meant("й"), meant("Q"), meant("é"), meant("enter"), meant("?")
    ('q', 'q', '2', 'enter', '?')
    """
    if len(key) > 1:
        return key
    small = key.lower()
    return _SIGNS.get(small, small)
