"""A short game to damage, and what a table makes of a record in which one bit is another."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from p2p_schnapsen.errors import PeerSuspect
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import state
from p2p_schnapsen.table.model import TableState


def briefly(view: PlayerView, rng: random.Random) -> Move:
    """One trick with the talon open, one with it closed, and a claim where the rules have them."""
    named = {move.kind.name: move for move in view.legal}
    tricks = len(view.deal.tricks_played)
    if view.deal.led is None and tricks == 1 and "CLOSE" in named:
        return named["CLOSE"]
    if view.deal.led is None and tricks == 2 and "CLAIM" in named:
        return named["CLAIM"]
    cards = [move for move in view.legal if move.kind.name in ("LEAD", "FOLLOW")]
    return rng.choice(cards or view.legal)


def all_bits(record: bytes) -> Iterator[int]:
    """Every bit of a record, bit b of byte n being 8n + b."""
    return iter(range(8 * len(record)))


def one_bit_a_byte(record: bytes, turn: int = 0) -> Iterator[int]:
    """One bit of each byte; which of the eight goes round, from `turn` on."""
    return (8 * at + (3 * at + turn) % 8 for at in range(len(record)))


def harmful(before: TableState, record: bytes, bits: Iterable[int]) -> Iterator[int]:
    """The bits that, flipped, leave a record that the table takes or blames on somebody: there should be none."""
    damaged = bytearray(record)
    for bit in bits:
        damaged[bit // 8] ^= 1 << bit % 8
        try:
            state.apply(before, bytes(damaged))
        except PeerSuspect:
            pass
        except Exception:  # noqa: BLE001  # whatever else it raises is what is looked for
            yield bit
        else:
            yield bit
        damaged[bit // 8] ^= 1 << bit % 8
