"""The one door through which every sentence goes on its way to a person. The language is English."""

from __future__ import annotations


def _(message: str) -> str:
    """The sentence in the user's language."""
    return message


def mark(message: str) -> str:
    """Marks a sentence in a table, to be translated with `_` where it is used."""
    return message


def plural(singular: str, several: str, number: int) -> str:
    """The form of a sentence for that number."""
    return singular if number == 1 else several
