"""What one player may see of a match: the own hand, everything public, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from p2p_schnapsen.rules.cards import CardSet
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Move


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A deal as the player `me` sees it.

    `deal` is a copy in which the own hand is known, the opponent's only where it is public, and the talon is a number;
    it can be copied and played on freely.  `legal` holds the own moves (conceding apart), empty when it is not one's
    turn.  A hidden card cannot be reached from here.
    """

    me: int
    match: Match
    deal: Deal
    legal: tuple[Move, ...]

    @staticmethod
    def of(deal: Deal, match: Match, me: int, hand: CardSet) -> PlayerView:
        """The view of `me`, who holds `hand`. Whatever else `deal` knows that is not public is left out of it.

        Raises LocalMisuse `hand-impossible` when the public facts contradict the hand.
        """
        own = deal.seen_by(me, hand)
        return PlayerView(me, match, own, tuple(own.legal()) if own.turn == me else ())

    @property
    def opponent(self) -> int:
        """The other player."""
        return 1 - self.me

    @property
    def hand(self) -> CardSet:
        """The own cards."""
        return self.deal.known[self.me]

    @property
    def opponent_known(self) -> CardSet:
        """The opponent's cards that everybody has seen: marriage partners, exchanged trumps, the last card drawn."""
        return self.deal.known[self.opponent]

    @property
    def opponent_hidden(self) -> int:
        """How many more cards the opponent holds."""
        return self.deal.hidden[self.opponent]

    @property
    def history(self) -> tuple[tuple[int, Move], ...]:
        """All moves of the deal so far, with who made them; empty where the position was set up, not played."""
        return tuple(self.deal.history)
