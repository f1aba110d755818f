"""Computer players: each sees a `PlayerView` and nothing else, and draws its luck from an `rng` that it is given.

`LEVELS` choose moves, `hint` advises a player, `analysis` judges what was played.  How hard a level thinks is counted
in deals and positions, never in seconds: a seeded `rng` gives the same moves everywhere, unless `stop` cuts it short.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from p2p_schnapsen.bot import easy
from p2p_schnapsen.bot.hints import Hint, Reason, hint
from p2p_schnapsen.bot.search import Effort, Stop, never, think
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView

__all__ = ["EFFORTS", "HINTS", "LEVELS", "Choose", "Effort", "Hint", "Reason", "choose", "hint"]

Choose = Callable[[PlayerView, random.Random], Move]
"""Chooses a legal move of the side in turn, which is that of the view: one of `view.legal`, or to concede."""

EFFORTS: Final[Mapping[str, Effort]] = {
    "medium": Effort(playouts=200, nodes=1500, exact_talon=0, closings=8),
    "strong": Effort(playouts=3000, nodes=15000, exact_talon=2, closings=40),
}
"""How hard the levels think that do: `easy` has rules of thumb."""

HINTS: Final = EFFORTS["strong"]
"""How hard is thought about a hint."""


def choose(level: str, view: PlayerView, rng: random.Random, stop: Stop = never) -> Move:
    """The move of a level. Raises ValueError when it is not `view.me`'s turn."""
    return easy.choose(view, rng) if level == "easy" else think(view, rng, EFFORTS[level], stop).move


LEVELS: Final[Mapping[str, Choose]] = {level: partial(choose, level) for level in ("easy", *EFFORTS)}
"""How strong a computer player can be, the weakest first."""
