"""Colours and attributes of the full screen, for dark and for light terminals alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SUITS: Final[Mapping[str, Mapping[str, str]]] = {
    "two": {"clubs": "", "diamonds": "ansired", "hearts": "ansired", "spades": ""},
    "four": {"clubs": "ansigreen", "diamonds": "ansibrightblue", "hearts": "ansired", "spades": ""},
}
"""Number of colours -> suit -> its ink. The terminal's own colour stands for black."""

PARTS: Final[Mapping[str, str]] = {
    "header": "reverse",
    "name": "bold",
    "facts": "",
    "back": "ansibrightblack",
    "count": "bold",
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
    "newest": "",
    "turn": "bold",
    "status": "",
    "notice": "bold",
    "fair": "ansigreen",
    "dialog": "",
    "dialog-title": "bold",
}
"""Class -> what prompt_toolkit makes of it."""


def styles(suit_colours: str) -> dict[str, str]:
    """All classes; `suit_colours` is `two` or `four`."""
    return {**PARTS, **{suit: f"{ink} bold".strip() for suit, ink in SUITS[suit_colours].items()}}
