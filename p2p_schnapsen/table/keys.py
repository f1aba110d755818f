"""What a player's seed of one deal determines: its commitment and its key."""

from __future__ import annotations

from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import Scalar
from p2p_schnapsen.hashing import hash512

SEED_BYTES = 32


def commitment(ctx: bytes, seed: bytes) -> bytes:
    """C = Hash("commit", ctx, seed), 64 bytes."""
    return hash512("commit", ctx, seed)


def secret_key(seed: bytes, game_id: bytes, deal: int, dealer_commitment: bytes, elder_commitment: bytes) -> Scalar:
    """x = H2S("key", seed, game_id, deal, C_D, C_E): nobody can choose a key after seeing the other's commitment."""
    return to_scalar("key", seed, game_id, deal, dealer_commitment, elder_commitment)
