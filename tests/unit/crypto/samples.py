"""One fixed deal to try everything on: a key, a context, decks, a hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from p2p_schnapsen.crypto.challenge import context, to_point, to_scalar
from p2p_schnapsen.crypto.group import Point, Scalar, base_mul, mul, sub
from p2p_schnapsen.crypto.mask import Mask, card_of, initial_deck
from p2p_schnapsen.crypto.shuffle import shuffle

VECTORS = Path(__file__).parents[3] / "protocol" / "vectors" / "crypto"

SEED = bytes(range(32))
GAME, PREV = bytes(range(64)), bytes(range(64, 128))
PLACE: dict[str, Any] = {
    "game_id": GAME,
    "deal": 3,
    "seq": 17,
    "prev": PREV,
    "side": 1,
    "kind": "sort",
    "slot": 4,
}
CTX = context(**PLACE)
# Every way to be somewhere else.
ELSEWHERE = {
    field: context(**{**PLACE, field: value})
    for field, value in {
        "game_id": PREV,
        "deal": 4,
        "seq": 18,
        "prev": GAME,
        "side": 0,
        "kind": "play",
        "slot": 5,
    }.items()
}

x: Scalar = to_scalar("key", SEED)
Y: Point = base_mul(x)
OTHER_x: Scalar = to_scalar("key", bytes(32))
OTHER_Y: Point = base_mul(OTHER_x)
POINT: Point = to_point("sample", 0)


def vectors(name: str) -> dict[str, Any]:
    """A file of `protocol/vectors/crypto`."""
    content: dict[str, Any] = json.loads((VECTORS / name).read_text())
    return content


def deck(n: int, key: Point = Y) -> tuple[Mask, ...]:
    """The highest n cards, masked under the key as in deck 0."""
    return initial_deck(range(24 - n, 24), key)


def hand(n: int) -> tuple[Mask, ...]:
    """n masks of cards under Y as they lie in a hand: shuffled, not (G, M + Y)."""
    return shuffle(SEED, CTX, Y, deck(24))[0][:n]


def cards_of(masks: Sequence[Mask], secret: Scalar = x) -> list[int | None]:
    """What the owner of the key sees."""
    return [card_of(sub(mask.b, mul(secret, mask.a))) for mask in masks]
