"""A second opinion on how a deal ends: written from the rule texts, sharing nothing with `p2p_schnapsen.rules`.

Cards are texts ("TH"), a rule set is a plain dictionary of its fields, and a deal is the list of what was said and
played.  The whole story is told anew each time; nothing here is made to be quick.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

ORDER = "9JQKTA"
WORTH = {"9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}

Event = tuple[int, str, str]
"""Who; lead, follow, marriage, exchange, close, claim, settle or concede; the card, or the suit of a marriage."""


@dataclass
class Side:
    """What a player has gathered."""

    points: int = 0
    waiting: int = 0
    tricks: int = 0


@dataclass
class Verdict:
    """Where the story stands; `winner` and `value` mean something once it is `over`."""

    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    over: bool = False
    winner: int | None = None
    value: int = 0

    def ends(self, winner: int | None, value: int) -> Verdict:
        """The deal is over."""
        self.over, self.winner, self.value = True, winner, value
        return self


def takes(second: str, first: str, trump: str) -> bool:
    """Does the second card of a trick take it?"""
    if second[1] == first[1]:
        return ORDER.index(second[0]) > ORDER.index(first[0])
    return second[1] == trump


def tell(rules: Mapping[str, object], trump: str, events: Sequence[Event]) -> Verdict:
    """Tells the story of a deal up to its last event."""
    verdict = Verdict()
    sides = verdict.sides
    closer: int | None = None
    frozen = (0, 0)  # points and tricks of the closer's opponent when it closed
    first = ""
    count = 0
    last = -1
    long = int(str(rules["deck"])) // 2  # tricks in the whole deal
    automatic = rules["out"] == "auto"
    for who, what, card in events:
        if verdict.over:
            raise AssertionError("the story went on after its end")
        me, other = sides[who], sides[1 - who]
        if what == "close":
            closer = who
            frozen = (other.points, other.tricks)
            long = count + int(str(rules["hand"]))
        elif what == "marriage":
            bonus = 40 if card == trump else 20
            waits = {"no": False, "first": me.tricks == 0, "next": True}[str(rules["marriage_pending"])]
            if waits:
                me.waiting += bonus
            else:
                me.points += bonus
        elif what == "lead":
            first = card
        elif what == "follow":
            last = who if takes(card, first, trump) else 1 - who
            count += 1
            taker = sides[last]
            taker.points += WORTH[first[0]] + WORTH[card[0]] + taker.waiting
            taker.waiting = 0
            taker.tricks += 1
            if count == long and closer is None:
                taker.points += int(str(rules["last_trick_bonus"]))
        reached = [player for player in (0, 1) if sides[player].points >= 66]
        end = Ending(rules, sides, closer, frozen)
        if what == "claim":
            if me.points >= 66:
                verdict.ends(who, end.going_out(who))
            elif who == closer:
                verdict.ends(1 - who, end.failed_close())
            else:
                verdict.ends(1 - who, end.lie(who))
        elif what == "concede":
            verdict.ends(1 - who, end.failed_close() if who == closer else end.going_out(1 - who))
        elif automatic and reached:
            verdict.ends(reached[0], end.going_out(reached[0]))
        elif what == "settle" or (what == "follow" and count == long and rules["out"] != "claim"):
            verdict.ends(*end.no_cards(reached if rules["out"] == "play-out" else [], last))
    return verdict


@dataclass
class Ending:
    """What the ways to end a deal are worth."""

    rules: Mapping[str, object]
    sides: tuple[Side, Side]
    closer: int | None
    frozen: tuple[int, int]

    def size(self, points: int, tricks: int) -> int:
        """One, two or three, by what the loser has."""
        nothing = {"trickless": tricks, "pointless": points}[str(self.rules["schwarz"])] == 0
        if nothing:
            return 3
        return 2 if points < int(str(self.rules["schneider"])) else 1

    def against(self, loser: int) -> int:
        """The size of a win over what that side has now."""
        return self.size(self.sides[loser].points, self.sides[loser].tricks)

    def closing(self) -> int:
        """What the closer plays for."""
        if self.closer is None:
            raise AssertionError("nobody closed")
        return self.size(*self.frozen) if self.rules["closed_value"] == "frozen" else self.against(1 - self.closer)

    def going_out(self, who: int) -> int:
        """`who` has 66."""
        if self.closer is None:
            if self.rules["out"] == "auto" and self.rules["out_value"] == "one":
                return 1
            return self.against(1 - who)
        if who == self.closer:
            return self.closing()
        beaten = self.rules["closer_beaten"]
        if beaten == "two":
            return 2
        return self.failed_close() if beaten == "as-fails" else self.against(1 - who)

    def failed_close(self) -> int:
        """The closer did not do it; its opponent gets this."""
        if self.closer is None:
            raise AssertionError("nobody closed")
        other = 1 - self.closer
        match self.rules["closer_fails"]:
            case "two-or-three":
                return 3 if self.frozen[1] == 0 else 2
            case "three":
                return 3
            case "trick-three":
                return 3 if self.sides[other].tricks else 2
            case "value":
                return self.closing()
        return self.against(self.closer)

    def lie(self, who: int) -> int:
        """`who`, not the closer, said to have 66 and has not."""
        match self.rules["false_claim"]:
            case "two":
                return 2
            case "value":
                return self.going_out(who)
        return 2 if self.sides[1 - who].tricks else 3

    def no_cards(self, reached: Sequence[int], last: int) -> tuple[int | None, int]:
        """The cards are gone; `reached`: who may still count 66."""
        if self.closer is not None:
            if reached:
                winner = self.closer if self.closer in reached else 1 - self.closer
                return winner, self.going_out(winner)
            if self.rules["closer_fails"] == "last-trick":
                return last, self.closing() if last == self.closer else self.against(self.closer)
            return 1 - self.closer, self.failed_close()
        if len(reached) == 2:
            return last, 1
        if reached:
            return reached[0], self.against(1 - reached[0])
        match self.rules["nobody_out"]:
            case "last-trick":
                return last, 1
            case "last-trick-graded":
                return last, self.against(1 - last)
            case "none":
                return None, 0
        mine, theirs = self.sides[0].points, self.sides[1].points
        if mine == theirs:
            return None, 0
        winner = 0 if mine > theirs else 1
        return winner, self.against(1 - winner)


def may_follow(duty: str, hand: Sequence[str], card: str, led: str, trump: str) -> bool:
    """May a strict follower who holds `hand` answer the card `led` with `card`?"""
    same = [held for held in hand if held[1] == led[1]]
    if same:
        higher = [held for held in same if ORDER.index(held[0]) > ORDER.index(led[0])]
        if duty == "head-follow-trump" and higher:
            return card in higher
        return card in same
    trumps = [held for held in hand if held[1] == trump]
    if trumps and duty != "follow":
        return card in trumps
    return True
