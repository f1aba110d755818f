"""Colours and attributes of the full screen, for dark and for light terminals alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from p2p_schnapsen.ui import pack

SUITS: Final[Mapping[str, Mapping[str, str]]] = {
    "two": {"clubs": "", "diamonds": "ansired", "hearts": "ansired", "spades": ""},
    "four": {"clubs": "ansigreen", "diamonds": "ansibrightblue", "hearts": "ansired", "spades": ""},
}
"""Number of colours -> suit -> its ink. The terminal's own colour stands for black."""

GERMAN: Final[Mapping[str, str]] = {"clubs": "", "diamonds": "ansiyellow", "hearts": "ansired", "spades": "ansigreen"}
"""Four colours on double-German cards, where clubs are acorns, diamonds bells and spades leaves."""

PARTS: Final[Mapping[str, str]] = {
    "header": "reverse",
    "name": "bold",
    "facts": "",
    "back": "ansibrightblack",
    "count": "",
    "owner": "",
    "seen": "",
    "up": "",
    "closed": "bold",
    "played": "",
    "takes": "bold",
    "legal": "bold",
    "illegal": "ansibrightblack",
    "resting": "",
    "chosen": "bold reverse",
    "key": "bold underline",
    "label": "",
    "said": "ansibrightblack",
    "spoken": "ansimagenta",
    "newest": "",
    "turn": "bold",
    "status": "",
    "notice": "bold",
    "fair": "ansigreen",
    "box": "",  # the library has colours of its own for what is called a dialog
    "box-title": "bold",
    "dialog-title": "bold",
}
"""Class -> what prompt_toolkit makes of it."""


def styles(suit_colours: str) -> dict[str, str]:
    """All classes; `suit_colours` is `two` or `four`."""
    german = suit_colours == "four" and pack.current() == "german"
    suits = GERMAN if german else SUITS[suit_colours]
    return {**PARTS, **{suit: f"{ink} bold".strip() for suit, ink in suits.items()}}
