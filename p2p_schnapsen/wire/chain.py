"""The hash chain that orders the records of a game."""

from __future__ import annotations

from p2p_schnapsen.hashing import HASH_BYTES, hash512

START = bytes(HASH_BYTES)
"""The head before the first record, and the game id before there is a game."""


def advance(head: bytes, body: bytes) -> bytes:
    """The head after a record with this body: Hash("head", head, body)."""
    return hash512("head", head, body)


def game_id(offer_body: bytes, accept_body: bytes) -> bytes:
    """Hash("game", offer body, accept body)."""
    return hash512("game", offer_body, accept_body)
