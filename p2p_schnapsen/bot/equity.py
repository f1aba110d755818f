"""What the end of a deal is worth in a match: how likely it makes player 0 to win the match.

The likelihood comes from a table: two players who win a deal equally often, by 1, 2 or 3 game points as often as
`VALUES` says.  Far from the target, where the table would be long, game points count alike.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.scoring import Outcome

VALUES: Final = ((1, 0.55), (2, 0.3), (3, 0.15))
"""How often a deal that is won counts 1, 2, 3 game points: what the strong player sees against itself."""

NEAR: Final = 24
"""So many game points from the target, and closer, the table is asked."""

POINT: Final = 1 / 8
"""What a game point counts beyond that: so little in such a match that it is no chance to win it any more."""

MOST: Final = 3
"""The most that a deal can be worth."""


class Payoff:
    """The worth of every outcome of the deal that is being played, for player 0: between 0 (worst) and 1."""

    __slots__ = ("_lost", "_won", "far", "nothing")

    def __init__(self, match: Match) -> None:
        target = match.ruleset.target
        needs = (target - match.score[0], target - match.score[1])
        self.far = max(needs) > NEAR
        """Whether worths count game points, by `POINT` about 0.5, and are no chances."""
        if not self.far:
            self.nothing = _chance(*needs)
            self._won = (0.0, *(_chance(needs[0] - value, needs[1]) for value in range(1, MOST + 1)))
            self._lost = (0.0, *(_chance(needs[0], needs[1] - value) for value in range(1, MOST + 1)))
        else:
            self.nothing = 0.5
            self._won = tuple(0.5 + value * POINT for value in range(MOST + 1))
            self._lost = tuple(0.5 - value * POINT for value in range(MOST + 1))

    def of(self, outcome: Outcome) -> float:
        """The worth of an outcome."""
        if outcome.winner is None:
            return self.nothing
        return self._lost[outcome.value] if outcome.winner else self._won[outcome.value]

    def worth(self, winner: int, value: int) -> float:
        """The worth of a deal that `winner` wins by `value` game points (1..3)."""
        return self._lost[value] if winner else self._won[value]

    @staticmethod
    def mine(player: int, worth: float) -> float:
        """A worth, which is one for player 0, as one for that player."""
        return 1 - worth if player else worth


@lru_cache(maxsize=64)
def payoff_of(match: Match) -> Payoff:
    """The payoff of the deal that is being played in a match."""
    return Payoff(match)


@lru_cache(maxsize=(NEAR + MOST + 1) ** 2)
def _chance(mine: int, other: int) -> float:
    """Of winning the match, with so many game points still to make."""
    if mine <= 0:
        return 1.0
    if other <= 0:
        return 0.0
    return 0.5 * sum(share * (_chance(mine - value, other) + _chance(mine, other - value)) for value, share in VALUES)
