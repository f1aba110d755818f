"""One deal: the only place that knows what is legal.

It works on full knowledge (search, an opened log) and on partial knowledge (a peer, a verifier): a hand is a set of
known cards and a number of hidden ones, a talon is an order of cards or just their number.  Where the legality of a
follow depends on hidden cards, `check` and `play` return the *duty*: the cards that must be absent from them.
The parameters are those of `Ruleset`; the frame around them is described in `protocol/spec/rules.md`.
"""

from __future__ import annotations

from typing import Final, NoReturn

from p2p_schnapsen.errors import IllegalMove, LocalMisuse
from p2p_schnapsen.rules import scoring
from p2p_schnapsen.rules.cards import POINTS, QUEENS, SUIT_SIZE, Card, CardSet, cards_of
from p2p_schnapsen.rules.moves import Kind, Move, claim, close, exchange, follows, leads, marriage, settle
from p2p_schnapsen.rules.position import Position, Trick
from p2p_schnapsen.rules.scoring import OUT, AtClose, Outcome

REFUSALS: Final = frozenset(
    {
        "deal-over",
        "card-not-held",
        "must-head",
        "must-follow",
        "must-trump",
        "nothing-led",
        "follow-owed",
        "not-on-lead",
        "lead-announced",
        "cards-gone",
        "exchange-leader",
        "exchange-closed",
        "exchange-talon",
        "exchange-trick",
        "exchange-card",
        "exchange-higher",
        "close-closed",
        "close-talon",
        "close-trick",
        "marriage-one",
        "marriage-closed",
        "marriage-talon",
        "marriage-early",
        "marriage-trick",
        "claim-never",
        "claim-first",
        "claim-untrue",
        "settle-never",
        "settle-last",
    }
)
"""Every code with which `check` refuses a move: each names one rule."""

_LEAD, _FOLLOW, _EXCHANGE, _CLOSE = Kind.LEAD, Kind.FOLLOW, Kind.EXCHANGE, Kind.CLOSE
_MARRIAGE, _CLAIM, _SETTLE, _CONCEDE = Kind.MARRIAGE, Kind.CLAIM, Kind.SETTLE, Kind.CONCEDE
_CLOSE_MOVE, _CLAIM_MOVE, _SETTLE_MOVE = close(), claim(), settle()
_tuple = tuple.__new__


class Deal(Position):
    """A deal in play. `play` changes it in place; `copy` is cheap.

    It is made by `Deal.start`; its attributes, for reading only, are described at `Position`.
    """

    __slots__ = ()

    # What is legal

    def legal_mask(self) -> CardSet:
        """The cards that the side in turn may lead, or follow with, now. Raises LocalMisuse `hand-hidden`."""
        turn = self.turn
        if turn is None:
            return 0
        if self.hidden[turn]:
            raise LocalMisuse("hand-hidden", player=turn)
        if self.led is None:
            return self.announced or self.known[turn]
        return self._answers(self.known[turn], self.led)

    def legal(self) -> list[Move]:
        """The moves of the side in turn, whose hand must be known (else LocalMisuse `hand-hidden`).

        Conceding is always possible and not listed.  Order: cards ascending, marriages, exchange, close, claim, settle.
        """
        turn = self.turn
        if turn is None:
            return []
        if self.hidden[turn]:
            raise LocalMisuse("hand-hidden", player=turn)
        law = self._law
        hand = self.known[turn]
        if self.led is not None:
            moves = follows(self._answers(hand, self.led))
            if law.exchange_turn and hand & self._give and not self._exchange_refusal(turn):
                moves.append(exchange(self._give.bit_length() - 1))
            return moves
        moves = leads(self.announced or hand)
        couples = hand & hand >> 1 & QUEENS
        if couples and not self._marriage_refusal(turn):
            moves += [marriage(queen // SUIT_SIZE) for queen in cards_of(couples)]
        if self.talon and self.closed_by is None:
            if hand & self._give and not self._exchange_refusal(turn):
                moves.append(exchange(self._give.bit_length() - 1))
            if not self._close_refusal(turn):
                moves.append(_CLOSE_MOVE)
        if law.claims:
            if not self._claim_refusal(turn):
                moves.append(_CLAIM_MOVE)
            if not hand:
                moves.append(_SETTLE_MOVE)
        return moves

    def check(self, move: Move) -> CardSet:
        """Judge a move of the side in turn; on partial knowledge too.

        A card that is not known in the hand is taken to be one of its hidden cards, if it has any and the card has
        not been seen elsewhere.  Returns the duty: the cards that must be absent from the hidden cards left in the
        mover's hand for the move to be legal; 0 when nothing is owed.  Raises IllegalMove with one of `REFUSALS`.
        """
        turn = self.turn
        if turn is None:
            raise IllegalMove("deal-over")
        kind = move.kind
        led = self.led
        if kind is _FOLLOW:
            if led is None:
                raise IllegalMove("nothing-led")
            bit = move.bit
            known = self.known[turn]
            if not known & bit:
                self._require(turn, bit)
            if not self.strict:
                return 0
            owed = 0
            for obeying in self._binding[led]:
                if obeying & bit:
                    break
                owed |= obeying
            if owed & known:
                self._refuse_follow(move.card, led, known)
            hidden = self.hidden[turn]
            if not owed or not hidden or (hidden == 1 and not known & bit):
                return 0
            return owed & self.unseen
        if kind is _LEAD:
            if led is not None:
                raise IllegalMove("follow-owed", led=led)
            if not self._cards:
                raise IllegalMove("cards-gone")
            if self.announced and not self.announced & move.bit:
                raise IllegalMove("lead-announced", card=move.card, allowed=cards_of(self.announced))
            if not self.known[turn] & move.bit:
                self._require(turn, move.bit)
            return 0
        refusal = ""
        if kind is _EXCHANGE:
            if led is not None and not self._law.exchange_turn:
                refusal = "exchange-leader"
            elif move.bit != self._give:
                refusal = "exchange-card"
            else:
                refusal = self._exchange_refusal(turn)
                if not refusal:
                    self._require(turn, move.bit)
        elif kind is _CONCEDE:
            return 0
        elif led is not None:
            refusal = "not-on-lead"
        elif kind is _MARRIAGE:
            refusal = self._marriage_refusal(turn)
            if not refusal:
                self._require(turn, move.bit | move.bit >> 1)
        elif kind is _CLOSE:
            refusal = self._close_refusal(turn)
        elif kind is _CLAIM:
            refusal = self._claim_refusal(turn)
        elif not self._law.claims:
            refusal = "settle-never"
        elif self._cards:
            refusal = "settle-last"
        if refusal:
            raise IllegalMove(refusal, **({} if move.card < 0 else {"card": move.card}))
        return 0

    def _answers(self, hand: CardSet, led: Card) -> CardSet:
        """The cards of a known hand that may follow."""
        if not self.strict:
            return hand
        for obeying in self._binding[led]:
            if hand & obeying:
                return hand & obeying
        return hand

    def _refuse_follow(self, card: Card, led: Card, known: CardSet) -> NoReturn:
        for code, obeying in self._law.duties[self.trump][led]:
            if obeying & known:
                raise IllegalMove(code, card=card, led=led, owed=cards_of(obeying & known))
        raise AssertionError("a duty that no card breaks")

    def _require(self, player: int, cards: CardSet) -> None:
        """The player can have these cards, as far as is known."""
        missing = cards & ~self.known[player]
        if missing & (self.seen | ~self._law.deck) or missing.bit_count() > self.hidden[player]:
            raise IllegalMove("card-not-held", cards=cards_of(missing))

    def _exchange_refusal(self, player: int) -> str:
        law = self._law
        if self.closed_by is not None:
            return "exchange-closed"
        if self.talon < law.exchange_talon:
            return "exchange-talon"
        if law.exchange_trick and not self.tricks[player]:
            return "exchange-trick"
        return "" if self.up is not None and self._give < 1 << self.up else "exchange-higher"

    def _close_refusal(self, player: int) -> str:
        if self.closed_by is not None:
            return "close-closed"
        if self.talon < self._law.close_talon:
            return "close-talon"
        return "close-trick" if self._law.close_trick and not self.tricks[player] else ""

    def _marriage_refusal(self, player: int) -> str:
        law = self._law
        if self.announced:
            return "marriage-one"
        if law.marriage_open:
            if self.closed_by is not None:
                return "marriage-closed"
            if not self.talon:
                return "marriage-talon"
        if len(self.tricks_played) >= law.marriage_early:
            return "marriage-early"
        return "marriage-trick" if law.marriage_trick and not self.tricks[player] else ""

    def _claim_refusal(self, player: int) -> str:
        if not self._law.claims:
            return "claim-never"
        if not self.tricks_played and not self.announced:
            return "claim-first"
        return "claim-untrue" if self._law.untrue_refused and self.points[player] < OUT else ""

    # What a move does

    def play(self, move: Move) -> CardSet:
        """`check` the move, then make it, and all that follows from it by itself: the trick, the draws, the outcome.

        Returns the duty. Raises IllegalMove, and then nothing has changed.
        """
        duty = self.check(move)
        turn = self.turn
        if turn is None:
            raise IllegalMove("deal-over")
        self.history.append(move.by[turn])
        self._make(turn, move)
        return duty

    def advance(self, move: Move) -> None:
        """Make a move that is known to be legal, unchecked and without a trace in `history`: for search.

        Raises LocalMisuse `deal-over`.
        """
        turn = self.turn
        if turn is None:
            raise LocalMisuse("deal-over")
        self._make(turn, move)

    def _make(self, turn: int, move: Move) -> None:
        kind = move.kind
        if kind is _FOLLOW or kind is _LEAD:
            bit = move.bit
            if self.known[turn] & bit:
                self.known[turn] ^= bit
            else:
                self.hidden[turn] -= 1
            self.shown |= bit
            if kind is _FOLLOW:
                self._finish_trick(turn, move.card, bit)
            else:
                self.led = move.card
                self.announced = 0
                self.turn = 1 - turn
        elif kind is _MARRIAGE:
            self._announce(turn, move)
        elif kind is _EXCHANGE:
            self._exchange(turn, move)
        elif kind is _CLOSE:
            points, tricks = self.points, self.tricks
            self.closed_by = turn
            self.strict = True
            self.at_close = AtClose((points[0], points[1]), (tricks[0], tricks[1]))
        elif kind is _CLAIM:
            self._end(scoring.claimed(self.ruleset, self.tally(), turn))
        elif kind is _CONCEDE:
            self._end(scoring.conceded(self.ruleset, self.tally(), turn))
        else:
            self._end(scoring.exhausted(self.ruleset, self.tally()))

    def _announce(self, turn: int, move: Move) -> None:
        law = self._law
        couple = move.bit | move.bit >> 1
        self._show(turn, couple)
        self.announced = move.bit if law.king_leads else couple
        worth = 40 if move.card // SUIT_SIZE == self.trump else 20
        if law.pending_next or (law.pending_first and not self.tricks[turn]):
            self.pending[turn] += worth
            return
        self.points[turn] += worth
        if law.auto and self.points[turn] >= OUT:
            self._end(scoring.out(self.ruleset, self.tally(), turn))

    def _exchange(self, turn: int, move: Move) -> None:
        if self.up is None:
            raise AssertionError("an exchange needs a face-up card")
        self._show(turn, move.bit)
        self.known[turn] ^= move.bit | 1 << self.up
        self.up = move.card

    def _show(self, player: int, cards: CardSet) -> None:
        """Cards of a hand become known to everybody, and stay in it."""
        self.hidden[player] -= (cards & ~self.known[player]).bit_count()
        self.known[player] |= cards
        self.shown |= cards

    def _finish_trick(self, follower: int, card: Card, bit: CardSet) -> None:
        led = self.led
        if led is None:
            raise AssertionError("a follow needs a lead")
        law = self._law
        leader = self.leader
        winner = follower if self._beaten_by[led] & bit else leader
        gain = POINTS[led] + POINTS[card] + self.pending[winner]
        self.pending[winner] = 0
        self.tricks[winner] += 1
        self.led = None
        self.leader = self.turn = winner
        drawing = self.closed_by is None and self.talon > 0
        if not drawing:
            self._cards -= 1
            if not self._cards and self.closed_by is None:
                gain += law.bonus
        self.points[winner] += gain
        over = law.auto and self.points[winner] >= OUT
        drew = drawing and not over
        # What a named tuple's own constructor does, without its detour: search makes many.
        self.tricks_played.append(_tuple(Trick, (leader, led, card, winner, drew, drew and self.talon == 2)))
        if over:
            self._end(scoring.out(self.ruleset, self.tally(), winner))
        elif drew:
            self._draw(winner)
        elif not self._cards and not law.claims:
            self._end(scoring.exhausted(self.ruleset, self.tally()))

    def _draw(self, winner: int) -> None:
        """Both sides draw, the winner first; the last card to be drawn is the face-up one."""
        loser = 1 - winner
        left = self.talon
        stock = self._stock
        if stock is None:
            self.hidden[winner] += 1
            if left > 2:
                self.hidden[loser] += 1
        else:
            self.known[winner] |= 1 << stock[left - 2]
            if left > 2:
                self.known[loser] |= 1 << stock[left - 3]
        if left == 2 and self.up is not None:
            self.known[loser] |= 1 << self.up
            self.up = None
        self.talon = left - 2
        if left == 2:
            self.strict = True

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.turn = None
