"""Best play with every card in sight: alpha-beta over `rules.deal`, with a memo over the bit masks of both hands.

Nothing here knows a rule: what may be done, and what comes of it, the engine says.  Left out are moves that can never
be better than another one: mostly, a lead without the announcement that could go before it, and going on with a true
claim at hand.  Conceding and false claims are tried where all else loses: now and then they lose less.
"""

from __future__ import annotations

from typing import Final

from p2p_schnapsen.bot.equity import Payoff
from p2p_schnapsen.rules.cards import BEATEN_BY, QUEENS
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move, claim, concede, follows, leads
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.scoring import OUT, grade

_LEAD, _CLAIM, _MARRIAGE = Kind.LEAD, Kind.CLAIM, Kind.MARRIAGE
_CLAIM_MOVE, _CONCEDE_MOVE = claim(), concede()
WORST, BEST = -1.0, 2.0
"""Below and above every payoff."""
MOST: Final = 3
"""The most game points that a deal can bring."""

_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2
Key = tuple[int, int, int, object]


class Solver:
    """Solves positions of one deal whose cards are all known (hands, and the talon's order while it is open).

    The memo is kept from call to call; `nodes` counts the positions looked at.  Values are those of the `Payoff`, for
    player 0.  All positions asked of one solver must come from one deal: same rules, same stock.
    """

    def __init__(self, payoff: Payoff) -> None:
        self._payoff = payoff
        self._memo: dict[Key, tuple[int, float, Move | None]] = {}
        self._least_loss = (payoff.worth(1, 1), payoff.worth(0, 1))
        self.nodes = 0

    def value(self, deal: Deal, alpha: float = WORST, beta: float = BEST) -> float:
        """The value of a position under best play; exact if it lies between `alpha` and `beta`, else a bound."""
        low, high = self._bounds(deal)
        return self._search(deal.fork(), max(alpha, low), min(beta, high))

    def _bounds(self, deal: Deal) -> tuple[float, float]:
        """Between which payoffs the value lies: open deals are graded, and grades only fall while cards are played."""
        values = [MOST, MOST]
        if deal.closed_by is None and not deal.talon:
            values = [grade(deal.ruleset, deal.points[1 - side], deal.tricks[1 - side]) for side in (0, 1)]
        return self._payoff.worth(1, values[1]), self._payoff.worth(0, values[0])

    def choices(self, deal: Deal, also: Move | None = None) -> list[tuple[Move, float]]:
        """Every move of the side in turn that may be best, and `also` another, with its exact value, the best first."""
        turn = deal.turn
        if turn is None:
            return []
        low, high = self._payoff.worth(1, MOST), self._payoff.worth(0, MOST)
        moves = _moves(deal) + _ways_out(deal)
        if also is not None and also not in moves:
            moves.append(also)
        valued = [(move, self._search(_after(deal, move), low, high)) for move in moves]
        valued.sort(key=lambda pair: pair[1], reverse=turn == 0)
        return valued

    def _search(self, deal: Deal, alpha: float, beta: float) -> float:
        """`deal` may be changed."""
        self.nodes += 1
        while True:
            outcome = deal.outcome
            if outcome is not None:
                return self._payoff.of(outcome)
            turn = deal.turn
            assert turn is not None
            if deal.led is None:
                if deal.points[turn] >= OUT and _more_is_better(deal, turn) and _CLAIM_MOVE in deal.legal()[-2:]:
                    deal.advance(_CLAIM_MOVE)
                    continue
                if not deal.announced:
                    return self._lead(deal, turn, alpha, beta)
            moves = _moves(deal)
            if len(moves) > 1 or (turn == deal.closed_by and _conceding_can_save(deal.ruleset)):
                return self._best(deal, turn, moves, alpha, beta)[0]
            deal.advance(moves[0])

    def _lead(self, deal: Deal, turn: int, alpha: float, beta: float) -> float:
        key = _key(deal, turn)
        known = self._memo.get(key)
        first = None
        if known is not None:
            kind, value, first = known
            if kind == _EXACT or (kind == _AT_LEAST and value >= beta) or (kind == _AT_MOST and value <= alpha):
                return value
        moves = _moves(deal)
        if first is not None and first in moves:
            moves.remove(first)
            moves.insert(0, first)
        value, best = self._best(deal, turn, moves, alpha, beta)
        kind = _AT_MOST if value <= alpha else _AT_LEAST if value >= beta else _EXACT
        self._memo[key] = (kind, value, best)
        return value

    def _best(self, deal: Deal, turn: int, moves: list[Move], alpha: float, beta: float) -> tuple[float, Move | None]:
        best: Move | None = None
        if turn == 0:
            value = WORST
            for move in moves:
                got = self._search(_after(deal, move), alpha, beta)
                if got > value:
                    value, best = got, move
                    if value > alpha:
                        alpha = value
                        if alpha >= beta:
                            return value, best
        else:
            value = BEST
            for move in moves:
                got = self._search(_after(deal, move), alpha, beta)
                if got < value:
                    value, best = got, move
                    if value < beta:
                        beta = value
                        if alpha >= beta:
                            return value, best
        least = self._least_loss[turn]
        if value < least if turn == 0 else value > least:
            for move in _ways_out(deal):
                got = self._search(_after(deal, move), alpha, beta)
                if got > value if turn == 0 else got < value:
                    value, best = got, move
        return value, best


def _after(deal: Deal, move: Move) -> Deal:
    after = deal.fork()
    after.advance(move)
    return after


def _moves(deal: Deal) -> list[Move]:
    """The moves worth looking at, the promising ones first. The side in turn has cards, or a word to say."""
    turn = deal.turn
    assert turn is not None
    led = deal.led
    bound = not deal.talon or deal.closed_by is not None
    if led is not None:
        if not bound:
            return deal.legal()
        cards = deal.legal_mask()
        taking = cards & BEATEN_BY[deal.trump][led]
        return follows(taking) + follows(cards ^ taking) if taking else follows(cards)
    hand = deal.known[turn]
    other = deal.known[1 - turn]
    beaten = BEATEN_BY[deal.trump]
    if bound and hand and not hand & hand >> 1 & QUEENS and deal.points[turn] < OUT:
        # No word to say but an untrue claim; conceding and that are not for here.
        free = leads(hand)
        sure = [move for move in reversed(free) if not beaten[move.card] & other]
        return sure + [move for move in free if beaten[move.card] & other]
    wed = 0
    first: list[Move] = []
    sure = []
    rest: list[Move] = []
    for move in deal.legal():
        kind = move.kind
        if kind is _LEAD:
            (rest if beaten[move.card] & other else sure).append(move)
        elif kind is _MARRIAGE:
            first.append(move)
            wed |= move.bit | move.bit >> 1
        elif kind is not _CLAIM or deal.points[turn] >= OUT:
            first.append(move)
    if wed and _more_is_better(deal, turn):
        wed &= ~_never_led(deal)
        rest = [move for move in rest if not move.bit & wed]
        sure = [move for move in sure if not move.bit & wed]
    return first + sure[::-1] + rest


def _never_led(deal: Deal) -> int:
    """Queens, where an announcement is led with its king."""
    return QUEENS if deal.ruleset.marriage_lead == "king" else 0


def _ways_out(deal: Deal) -> list[Move]:
    """False claims and conceding: they lose at least one game point, and sometimes less than going on does."""
    turn = deal.turn
    ways = []
    if deal.led is None and turn is not None and deal.points[turn] < OUT and _CLAIM_MOVE in deal.legal()[-2:]:
        ways.append(_CLAIM_MOVE)
    if turn is not None and turn == deal.closed_by and _conceding_can_save(deal.ruleset):
        ways.append(_CONCEDE_MOVE)
    return ways


def _more_is_better(deal: Deal, turn: int) -> bool:
    """Whether 66 is the best that can happen to a player; not always, where the other side has closed and will fail."""
    return deal.closed_by in (None, turn) or deal.ruleset.closer_beaten == "as-fails"


def _conceding_can_save(ruleset: Ruleset) -> bool:
    """Whether a closer's failure can get dearer while the cards are played; all else that is lost gets no dearer."""
    return ruleset.closer_fails == "trick-three" or ruleset.closer_beaten != "as-fails"


def _key(deal: Deal, turn: int) -> Key:
    """What the value depends on, between two tricks."""
    known, points, pending, tricks = deal.known, deal.points, deal.pending, deal.tricks
    closed_by, up = deal.closed_by, deal.up
    rest = (
        turn
        | (tricks[0] > 0) << 1
        | (tricks[1] > 0) << 2
        | points[0] << 3
        | points[1] << 11
        | pending[0] << 19
        | pending[1] << 27
        | deal.talon << 35
        | (0 if up is None else up + 1) << 39
        | (0 if closed_by is None else closed_by + 1) << 44
    )
    return known[0], known[1], rest, deal.at_close
