"""The hash chain that orders the records of a game."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_schnapsen.hashing import HASH_BYTES, hash512
from p2p_schnapsen.wire import envelope

START = bytes(HASH_BYTES)
"""The head before the first record, and the game id before there is a game."""


def advance(head: bytes, body: bytes) -> bytes:
    """The head after a record with this body: Hash("head", head, body)."""
    return hash512("head", head, body)


def game_id(offer_body: bytes, accept_body: bytes) -> bytes:
    """Hash("game", offer body, accept body)."""
    return hash512("game", offer_body, accept_body)


def first(records: Sequence[bytes]) -> bytes | None:
    """The head after a match's offer, which tells matches apart; None where there is no record. Raises `WireError`."""
    return advance(START, envelope.parse(records[0]).body_bytes) if records else None
