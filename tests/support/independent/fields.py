"""The fields of the messages (spec: messages, limits)."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.support.independent.encoding import Item, Malformed, unpack

Check = Callable[[Item], None]
OPENINGS = ("deal", "match", "never")
SLOTS = 24


def number(least: int, most: int) -> Check:
    """An integer in a range."""

    def check(item: Item) -> None:
        if not isinstance(item, int) or not least <= item <= most:
            raise Malformed("field-number")

    return check


def octets(least: int, most: int | None = None, unit: int = 1) -> Check:
    """A byte string of one length, or of a range of lengths that are multiples of a unit."""

    def check(item: Item) -> None:
        if not isinstance(item, bytes) or not least <= len(item) <= (least if most is None else most):
            raise Malformed("field-bytes")
        if len(item) % unit:
            raise Malformed("field-bytes")

    return check


def text(least: int, most: int) -> Check:
    """A text of so many bytes of UTF-8."""

    def check(item: Item) -> None:
        if not isinstance(item, str) or not least <= len(item.encode()) <= most:
            raise Malformed("field-text")

    return check


def choice(*words: str) -> Check:
    """One of some words."""

    def check(item: Item) -> None:
        if not isinstance(item, str) or item not in words:
            raise Malformed("field-choice")

    return check


def maybe(inner: Check) -> Check:
    """Nil, or what `inner` allows."""

    def check(item: Item) -> None:
        if item is not None:
            inner(item)

    return check


def each(least: int, most: int, inner: Check) -> Check:
    """An array of so many of what `inner` allows."""

    def check(item: Item) -> None:
        if not isinstance(item, list) or not least <= len(item) <= most:
            raise Malformed("field-array")
        for part in item:
            inner(part)

    return check


def array(*inner: Check) -> Check:
    """An array of exactly these."""

    def check(item: Item) -> None:
        if not isinstance(item, list) or len(item) != len(inner):
            raise Malformed("field-count")
        for part, one in zip(item, inner, strict=True):
            one(part)

    return check


def day(item: Item) -> None:
    """What looks like a date YYYY-MM-DD."""
    if not isinstance(item, str) or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", item):
        raise Malformed("field-text")


_KEY, _HASH, _POK, _SHARE = octets(32), octets(64), octets(64), octets(96)
_SLOT = number(0, SLOTS - 1)
_SHARES = each(6, 7, _SHARE)
_DECK, _PROOF = octets(1280, 1536, 64), octets(2720, 3232, 32)
_SORTING = array(octets(128, 384, 64), octets(416, 928, 32))

FIELDS: dict[str, Check] = {
    "offer": array(
        text(1, 32),
        octets(1, 2048),
        choice(*OPENINGS),
        number(0, 86400),
        number(10, 604800),
        _KEY,
        text(1, 64),
        _HASH,
        day,
    ),
    "accept": array(_KEY, text(1, 64), octets(32)),
    "start": array(octets(32)),
    "commit": array(_HASH),
    "key": array(_HASH, _KEY, _POK),
    "shuffle": array(_KEY, _POK, _DECK, _PROOF),
    "cut": array(_DECK, _PROOF, _SHARES),
    "deal": array(_SHARES),
    "lead": array(_SLOT, maybe(_SHARE)),
    "follow": array(_SLOT, maybe(_SHARE), each(0, 5, octets(64, 1536, 64))),
    "exchange": array(_SLOT, maybe(_SHARE)),
    "close": array(),
    "claim": array(),
    "settle": array(),
    "marriage": array(_SLOT, maybe(_SHARE), _SLOT, maybe(_SHARE)),
    "concede": array(choice("deal", "match")),
    "draw": array(maybe(_SHARE), maybe(_SORTING)),
    "sort": _SORTING,
    "open": array(maybe(octets(32))),
    "final": array(array(number(0, 2**32 - 1), number(0, 2**32 - 1)), _HASH),
}


def read(kind: str, payload: bytes) -> list[Item]:
    """The fields of a message of this type; Malformed otherwise."""
    item = unpack(payload)
    FIELDS[kind](item)
    assert isinstance(item, list)
    return item
