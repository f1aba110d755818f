"""A match: deals until one side has the game points of the `target` (the Bummerl)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.scoring import Outcome


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands.

    `dealer` deals the deal that is being played or comes next; `score` is (player 0, player 1); `deals` counts the
    finished ones; `gave_up` is the player who conceded the whole match, or None.
    """

    ruleset: Ruleset
    dealer: int
    score: tuple[int, int] = (0, 0)
    deals: int = 0
    gave_up: int | None = None

    @property
    def elder(self) -> int:
        """The player who leads first."""
        return 1 - self.dealer

    @property
    def winner(self) -> int | None:
        """Who has won the match, or None while it goes on. Game points may pass the target."""
        if self.gave_up is not None:
            return 1 - self.gave_up
        for player in (0, 1):
            if self.score[player] >= self.ruleset.target:
                return player
        return None

    def after(self, outcome: Outcome) -> Match:
        """The match after one more deal. Raises LocalMisuse `match-over` if it is already won."""
        if self.winner is not None:
            raise LocalMisuse("match-over")
        score = self.score
        if outcome.winner == 0:
            score = (score[0] + outcome.value, score[1])
        elif outcome.winner == 1:
            score = (score[0], score[1] + outcome.value)
        return replace(self, dealer=self._next_dealer(outcome.winner), score=score, deals=self.deals + 1)

    def conceded_by(self, player: int) -> Match:
        """The match as `player` gives it up. Raises LocalMisuse `match-over` if it is already won."""
        if self.winner is not None:
            raise LocalMisuse("match-over")
        return replace(self, gave_up=player)

    def _next_dealer(self, winner: int | None) -> int:
        rule = self.ruleset.next_dealer
        if rule == "alternate":
            return 1 - self.dealer
        if winner is None:
            return self.dealer
        return winner if rule == "winner" else 1 - winner
