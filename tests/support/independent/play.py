"""One deal by the rules of play, as both sides and any third can see it (spec: rules).

Hands are not known here: the shares show who holds what. A side is 0 (host) or 1 (guest); card k is suit·6 + rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.support.independent.ruleset import RuleSet

POINTS = (0, 2, 3, 4, 10, 11)
JACK, QUEEN, KING = 1, 2, 3
OUT = 66


class Illegal(ValueError):
    """A move that the rule set forbids; `code` is the rule's."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def suit_of(card: int) -> int:
    """0..3."""
    return card // 6


def rank_of(card: int) -> int:
    """0..5: 9 J Q K 10 A."""
    return card % 6


@dataclass(frozen=True)
class Outcome:
    """Who wins a deal (None: nobody) and how many game points."""

    winner: int | None
    points: int


class Deal:
    """A deal from the card turned up to its outcome."""

    def __init__(self, rules: RuleSet, dealer: int, up: int) -> None:
        self.rules = rules
        self.dealer = dealer
        self.up = up
        self.trump = suit_of(up)
        self.talon = self.dealt_talon = rules.deck - 2 * rules.hand
        self.closer: int | None = None
        self._at_closing = (0, 0)
        self.points = [0, 0]
        self.tricks = [0, 0]
        self._waiting = [0, 0]
        self.leader = 1 - dealer
        self.led: int | None = None
        self.announced: int | None = None
        self.played = 0
        self.outcome: Outcome | None = None

    # What holds now

    @property
    def strict(self) -> bool:
        """Whether the follower has duties."""
        return self.rules.strict == "always" or self.closer is not None or self.talon == 0

    @property
    def cards_each(self) -> int:
        """Cards in each hand between two tricks."""
        drawn = (self.dealt_talon - self.talon) // 2
        return self.rules.hand + drawn - self.played

    # Moves of the player on lead, and the follower's exchange

    def exchange(self, side: int, card: int) -> None:
        """The card for the one turned up."""
        rules = self.rules
        if side != self.leader and rules.exchange_who == "leader":
            raise Illegal("exchange-leader")
        given = {"9": 0, "J": JACK, "lowest": 0 if rules.deck == 24 else JACK}[rules.exchange_card]
        if card != self.trump * 6 + given:
            raise Illegal("exchange-card")
        if self.closer is not None:
            raise Illegal("exchange-closed")
        if self.talon < rules.exchange_talon:
            raise Illegal("exchange-talon")
        if rules.exchange_trick and not self.tricks[side]:
            raise Illegal("exchange-trick")
        if self.up < card:
            raise Illegal("exchange-higher")
        self.up = card

    def close(self, side: int) -> None:
        """The talon is closed."""
        if self.closer is not None:
            raise Illegal("close-closed")
        if self.talon < self.rules.close_talon:
            raise Illegal("close-talon")
        if self.rules.close_trick and not self.tricks[side]:
            raise Illegal("close-trick")
        self.closer = side
        self._at_closing = (self.points[1 - side], self.tricks[1 - side])

    def may_announce(self, side: int) -> None:
        """Illegal where no marriage may be announced now."""
        rules = self.rules
        if self.announced is not None:
            raise Illegal("marriage-one")
        if rules.marriage_when == "open":
            if self.closer is not None:
                raise Illegal("marriage-closed")
            if self.talon == 0:
                raise Illegal("marriage-talon")
        if rules.marriage_when == "early" and 2 * self.played >= self.dealt_talon:
            raise Illegal("marriage-early")
        if rules.marriage_trick and not self.tricks[side]:
            raise Illegal("marriage-trick")

    def announce(self, side: int, suit: int) -> None:
        """A marriage: its points count at once, or wait for a trick."""
        self.may_announce(side)
        self.announced = suit
        worth = 40 if suit == self.trump else 20
        pending = self.rules.marriage_pending
        if pending == "next" or (pending == "first" and not self.tricks[side]):
            self._waiting[side] += worth
        else:
            self.points[side] += worth
            self._test_out(side)

    def lead(self, card: int) -> None:
        """A card is led."""
        if self.announced is not None:
            ranks = (KING,) if self.rules.marriage_lead == "king" else (KING, QUEEN)
            if suit_of(card) != self.announced or rank_of(card) not in ranks:
                raise Illegal("lead-announced")
        self.led = card
        self.announced = None

    # The follower

    def binding(self, card: int) -> list[tuple[str, set[int]]]:
        """What would have to be played before this card, by duty, strongest first; empty where there is no duty."""
        led = self.led
        assert led is not None
        if not self.strict:
            return []
        suit = suit_of(led)
        pack = self.rules.cards()
        steps = [("must-follow", {k for k in pack if suit_of(k) == suit})]
        if self.rules.duty == "head-follow-trump":
            steps.insert(0, ("must-head", {k for k in pack if suit_of(k) == suit and k > led}))
        if self.rules.duty != "follow":
            steps.append(("must-trump", {k for k in pack if suit_of(k) == self.trump}))
        before: list[tuple[str, set[int]]] = []
        for step in steps:
            if card in step[1]:
                break
            before.append(step)
        return before

    def may_follow(self, card: int, others: Iterable[int]) -> set[int]:
        """The set F of the cards that bind before this one; Illegal where one of the other known ones is in it."""
        steps = self.binding(card)
        held = set(others)
        for code, cards in steps:
            if held & cards:
                raise Illegal(code)
        return set().union(*(cards for _, cards in steps))

    def follow(self, card: int) -> int:
        """The trick is complete: it is counted, and its winner returned."""
        led, follower = self.led, 1 - self.leader
        assert led is not None
        if suit_of(card) == suit_of(led):
            beaten = card > led
        else:
            beaten = suit_of(card) == self.trump
        winner = follower if beaten else self.leader
        last = self.cards_each == 1
        self.led = None
        self.leader = winner
        self.played += 1
        self.tricks[winner] += 1
        self.points[winner] += POINTS[rank_of(led)] + POINTS[rank_of(card)] + self._waiting[winner]
        self._waiting[winner] = 0
        if last and self.closer is None:
            self.points[winner] += self.rules.last_trick_bonus
        self._test_out(winner)
        if self.outcome is None and last:
            if self.rules.out == "auto":
                self._nobody_out()
            elif self.rules.out == "play-out":
                self._count()
        return winner

    @property
    def draws(self) -> bool:
        """Whether both draw after the trick that was just played."""
        return self.outcome is None and self.closer is None and self.talon > 0

    def draw(self) -> None:
        """Both draw."""
        self.talon -= 2

    @property
    def gone(self) -> bool:
        """Whether the cards are gone and the winner of the last trick has to say something."""
        return self.outcome is None and self.cards_each == 0

    # Ends

    def claim(self, side: int) -> None:
        """66, truly or not."""
        if self.rules.out != "claim":
            raise Illegal("claim-never")
        if not self.played and self.announced is None:
            raise Illegal("claim-first")
        if self.points[side] >= OUT:
            self._goes_out(side)
            return
        if self.rules.false_claim == "refused":
            raise Illegal("claim-untrue")
        other = 1 - side
        if self.closer == side:
            self._closer_failed()
        elif self.rules.false_claim == "two-or-three":
            self._end(other, 2 if self.tricks[other] else 3)
        elif self.rules.false_claim == "two":
            self._end(other, 2)
        else:
            self._end(other, self._worth_of_going_out(side))

    def settle(self) -> None:
        """The winner of the last trick does not claim."""
        self._nobody_out()

    def concede(self, side: int) -> None:
        """The deal is given up."""
        if self.closer == side:
            self._closer_failed()
        else:
            self._goes_out(1 - side)

    def _end(self, winner: int | None, points: int) -> None:
        self.outcome = Outcome(winner, points)

    def _value(self, loser: int) -> int:
        return self._graded(self.points[loser], self.tricks[loser])

    def _graded(self, points: int, tricks: int) -> int:
        if (tricks if self.rules.schwarz == "trickless" else points) == 0:
            return 3
        return 2 if points < self.rules.schneider else 1

    def _closed_value(self) -> int:
        assert self.closer is not None
        if self.rules.closed_value == "frozen":
            return self._graded(*self._at_closing)
        return self._value(1 - self.closer)

    def _failed_value(self) -> int:
        closer = self.closer
        assert closer is not None
        match self.rules.closer_fails:
            case "two-or-three":
                return 2 if self._at_closing[1] else 3
            case "three":
                return 3
            case "trick-three":
                return 3 if self.tricks[1 - closer] else 2
            case "value":
                return self._closed_value()
            case _:
                return self._value(closer)

    def _closer_failed(self) -> None:
        assert self.closer is not None
        self._end(1 - self.closer, self._failed_value())

    def _worth_of_going_out(self, side: int) -> int:
        if self.closer is None:
            one = self.rules.out == "auto" and self.rules.out_value == "one"
            return 1 if one else self._value(1 - side)
        if self.closer == side:
            return self._closed_value()
        match self.rules.closer_beaten:
            case "as-fails":
                return self._failed_value()
            case "two":
                return 2
            case _:
                return self._value(self.closer)

    def _goes_out(self, side: int) -> None:
        self._end(side, self._worth_of_going_out(side))

    def _test_out(self, side: int) -> None:
        if self.rules.out == "auto" and self.points[side] >= OUT:
            self._goes_out(side)

    def _nobody_out(self) -> None:
        """The cards are gone; `leader` has won the last trick."""
        last = self.leader
        if self.closer is not None:
            if self.rules.closer_fails == "last-trick":
                self._end(last, self._closed_value() if last == self.closer else self._value(1 - last))
            else:
                self._closer_failed()
            return
        match self.rules.nobody_out:
            case "last-trick":
                self._end(last, 1)
            case "last-trick-graded":
                self._end(last, self._value(1 - last))
            case "higher" if self.points[0] != self.points[1]:
                winner = 0 if self.points[0] > self.points[1] else 1
                self._end(winner, self._value(1 - winner))
            case _:
                self._end(None, 0)

    def _count(self) -> None:
        """`play-out`: it is counted when the cards are gone."""
        have = [points >= OUT for points in self.points]
        if self.closer is not None:
            if have[self.closer]:
                self._goes_out(self.closer)
            elif have[1 - self.closer]:
                self._goes_out(1 - self.closer)
            else:
                self._nobody_out()
        elif all(have):
            self._end(self.leader, 1)
        elif any(have):
            self._goes_out(have.index(True))
        else:
            self._nobody_out()
