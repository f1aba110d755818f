"""The one deal that the vectors of the proofs belong to: secrets, commitments, keys, contexts."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from p2p_schnapsen.crypto import challenge
from p2p_schnapsen.crypto.group import Point, Scalar, add, base_mul
from p2p_schnapsen.table import keys
from scripts.lib.vectors_maths import Case, h2s, hashed, same, scalar, tup

GAME_ID = hashlib.sha512(b"vectors: game").digest()
DEAL = 3
DEALER, ELDER = 0, 1
SEEDS = (hashlib.sha256(b"vectors: dealer").digest(), hashlib.sha256(b"vectors: elder").digest())


@dataclass(frozen=True)
class Place:
    """Where in the log something is said, and what for."""

    seq: int
    side: int
    kind: str
    slot: int = 0
    deal: int = DEAL

    @property
    def prev(self) -> bytes:
        """A head; any will do."""
        return hashlib.sha512(b"vectors: head %d" % self.seq).digest()

    @property
    def ctx(self) -> bytes:
        """tup(game_id, deal, seq, prev, side, kind, slot)."""
        place = (GAME_ID, self.deal, self.seq, self.prev, self.side, self.kind, self.slot)
        ctx = tup(*place)
        same(challenge.context(*place), ctx, "ctx")
        return ctx

    @property
    def case(self) -> Case:
        """The context as a vector has it."""
        return {
            "game_id": GAME_ID.hex(),
            "deal": self.deal,
            "seq": self.seq,
            "prev": self.prev.hex(),
            "side": self.side,
            "kind": self.kind,
            "slot": self.slot,
            "ctx": self.ctx.hex(),
        }


PLACES = (Place(40, DEALER, "commit"), Place(41, ELDER, "commit"))
COMMITMENTS = tuple(hashed("commit", place.ctx, seed) for place, seed in zip(PLACES, SEEDS, strict=True))


def _key(seed: bytes) -> Scalar:
    x = h2s("key", seed, GAME_ID, DEAL, *COMMITMENTS)
    same(keys.secret_key(seed, GAME_ID, DEAL, COMMITMENTS[0], COMMITMENTS[1]), x, "x")
    return x


X: tuple[Scalar, Scalar] = (_key(SEEDS[0]), _key(SEEDS[1]))
Y: tuple[Point, Point] = (base_mul(X[0]), base_mul(X[1]))
JOINT: Point = add(*Y)


def case() -> Case:
    """Commitments and keys of the deal."""
    for place, seed, commitment in zip(PLACES, SEEDS, COMMITMENTS, strict=True):
        same(keys.commitment(place.ctx, seed), commitment, "commitment")
    return {
        "game_id": GAME_ID.hex(),
        "deal": DEAL,
        "sides": [
            {
                "who": who,
                "seed": SEEDS[side].hex(),
                "context": PLACES[side].case,
                "commitment": COMMITMENTS[side].hex(),
                "x": scalar(X[side]),
                "Y": Y[side].hex(),
            }
            for side, who in enumerate(("dealer", "elder"))
        ],
        "joint": JOINT.hex(),
    }
