"""Computer players: each sees a `PlayerView` and nothing else, and draws its luck from an `rng` that it is given."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from p2p_schnapsen.bot import easy
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView

Choose = Callable[[PlayerView, random.Random], Move]
"""Chooses one of `view.legal`, which is not empty."""

LEVELS: Final[Mapping[str, Choose]] = {"easy": easy.choose}
"""How strong a computer player can be, the weakest first."""
