"""What happens at the table, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from p2p_schnapsen.rules.cards import POINTS, SUIT_SIZE, Card
from p2p_schnapsen.rules.moves import Kind
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import events as e
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.ui.cards import CardStyle, suit_word
from p2p_schnapsen.ui.language import _, mark, plural
from p2p_schnapsen.ui.outcome import outcome_sentence
from p2p_schnapsen.ui.people import People


class News(Protocol):
    """What a record did, and the public table after it, as the runner tells it."""

    @property
    def me(self) -> int: ...
    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def table(self) -> TableState: ...
    @property
    def view(self) -> PlayerView | None: ...
    @property
    def resumed(self) -> bool: ...


def announced(people: People, side: int, suit: int, *, trump: bool, waits: bool) -> str:
    """That a marriage was announced; `waits`: it does not count yet."""
    later = _(", which count with the next trick won") if waits else ""
    you = mark("You announce the marriage in {suit}: {worth} points{later}.")
    other = mark("{who} announces the marriage in {suit}: {worth} points{later}.")
    return people.say(side, you, other, suit=suit_word(suit), worth=40 if trump else 20, later=later)


def standing(people: People, score: tuple[int, int], table: TableState) -> str:
    """The score, and how many game points win the match."""
    return score_line(people, score, table.rules.target)


def score_line(people: People, score: tuple[int, int], target: int) -> str:
    """The score, and that `target` game points win the match."""
    text = plural(
        "Score: {score}; {target} point wins the match.", "Score: {score}; {target} points win the match.", target
    )
    return text.format(score=people.score(score), target=target)


class Narrator:
    """Tells one match in order, to the player of a side (`me`) or to somebody who looks on (None).

    With `brief`, only how the match and each deal begin and end. While the player is `counting`, no points of a trick.
    """

    def __init__(
        self, me: int | None, style: CardStyle, *, brief: bool = False, counting: Callable[[], bool] = lambda: False
    ) -> None:
        self._people = People(me)
        self._style = style
        self._brief = brief
        self._counting = counting
        self._up: Card | None = None
        self._hand = 0
        self._shown = False

    def tell(self, news: News) -> list[str]:
        """The sentences about some news; often none."""
        lines: list[str] = self._goes_on(news.table) if news.resumed else []
        for event in news.events:
            lines += self._event(event, news)
        if news.view is not None:
            lines += self._drawn(news.view)
        return lines

    def _goes_on(self, table: TableState) -> list[str]:
        """A match that was stored is taken up where it stood."""
        if table.match is None:
            return []
        game = None if table.deal is None else table.deal.game
        self._up = None if game is None else game.up
        return [_("The match goes on. {standing}").format(standing=standing(self._people, table.match.score, table))]

    def _event(self, event: Event, news: News) -> list[str]:
        people = self._people
        match event:
            case e.MatchStarted():
                return [people.say(event.dealer, mark("You deal first."), mark("{who} deals first."))]
            case e.ShuffleProven():
                return self._shuffled(event, news)
            case e.Dealt():
                return self._dealt(event, news)
            case e.DealEnded():
                outcome = outcome_sentence(event.outcome, news.table.rules, people)
                last = any(isinstance(other, e.MatchDecided) and not other.conceded for other in news.events)
                return [outcome, *([] if last else [_("Score: {score}.").format(score=people.score(event.score))])]
            case e.MatchDecided():
                return [self._decided(event)]
            case e.Acknowledged():
                return [_("Both sides have signed the result.")] if event.side == 1 else []
            case e.SeedOpened():
                return [] if self._brief else self._opened(event, news)
            case _ if self._brief:
                return []
            case e.Moved():
                return self._moved(event, news)
            case e.TrickTaken():
                return [self._trick(event)]
            case e.Drew() if event.card is not None:
                you, other = mark("You take up {card}, the last card."), mark("{who} takes up {card}, the last card.")
                return [people.say(event.side, you, other, card=self._style.card(event.card))]
            case _:
                return []

    # A deal's beginning and end

    def _shuffled(self, event: e.ShuffleProven, news: News) -> list[str]:
        deal = news.table.deal
        second = deal is not None and event.side == deal.elder
        return [_("Shuffle proven by both sides.")] if second and not self._brief else []

    def _dealt(self, event: e.Dealt, news: News) -> list[str]:
        self._up, self._hand, self._shown = event.up, 0, False
        people = self._people
        who = people.say(event.dealer, mark("you deal"), mark("{who} deals"), capital=False)
        trump = suit_word(event.up // SUIT_SIZE)
        head = _("Deal {number}: {who}. Trump is {suit}, turned up: {card}.")
        line = head.format(number=event.number, who=who, suit=trump, card=self._style.card(event.up))
        if self._brief:
            return [line]
        return [line, standing(people, news.table.standing.score, news.table)]

    def _decided(self, event: e.MatchDecided) -> str:
        people = self._people
        if event.conceded:
            you, other = mark("You give up the match."), mark("{who} gives up the match.")
            return people.say(1 - event.winner, you, other)
        won = people.say(event.winner, mark("You win the match"), mark("{who} wins the match"))
        return _("{won}: {score}.").format(won=won, score=people.score(event.score))

    def _opened(self, event: e.SeedOpened, news: News) -> list[str]:
        people = self._people
        if not event.opened:
            you = mark("You did not open deal {number}: its proofs stand all the same.")
            other = mark("{who} did not open deal {number}: its proofs stand all the same.")
            return [people.say(event.side, you, other, number=event.number)]
        both = [opening.side for opening in news.table.opened if opening.number == event.number]
        if len(both) < 2:
            return []
        return [_("Deal {number} opened by both sides: every card was dealt as proven.").format(number=event.number)]

    # Play

    def _moved(self, event: e.Moved, news: News) -> list[str]:
        people, side, move = self._people, event.side, event.move
        card = self._style.card(move.card) if move.card >= 0 else ""
        match move.kind:
            case Kind.LEAD:
                return [people.say(side, mark("You lead {card}."), mark("{who} leads {card}."), card=card)]
            case Kind.FOLLOW:
                line = people.say(side, mark("You play {card}."), mark("{who} plays {card}."), card=card)
                return [line, *self._duty(event, news)]
            case Kind.EXCHANGE:
                taken = self._style.card(self._up) if self._up is not None else "?"
                self._up = move.card
                you, other = mark("You exchange {card} for {taken}."), mark("{who} exchanges {card} for {taken}.")
                return [people.say(side, you, other, card=card, taken=taken)]
            case Kind.CLOSE:
                return [people.say(side, mark("You close the talon."), mark("{who} closes the talon."))]
            case Kind.MARRIAGE:
                return [self._marriage(event, news)]
            case Kind.CLAIM:
                return [people.say(side, mark("You claim 66."), mark("{who} claims 66."))]
            case Kind.SETTLE:
                return [people.say(side, mark("You claim nothing."), mark("{who} claims nothing."))]
            case Kind.CONCEDE:
                return [people.say(side, mark("You give up the deal."), mark("{who} gives up the deal."))]

    def _marriage(self, event: e.Moved, news: News) -> str:
        suit = event.move.card // SUIT_SIZE
        trump = self._up is not None and suit == self._up // SUIT_SIZE
        deal = news.table.deal
        waits = deal is not None and deal.game is not None and deal.game.pending[event.side] > 0
        return announced(self._people, event.side, suit, trump=trump, waits=waits)

    def _duty(self, event: e.Moved, news: News) -> list[str]:
        """What the proofs that came with a card show about the hand behind it."""
        trick = next((other for other in news.events if isinstance(other, e.TrickTaken)), None)
        if not event.duty or trick is None or event.side == self._people.me or self._up is None:
            return []
        trump, led = self._up // SUIT_SIZE, trick.lead // SUIT_SIZE
        played = event.move.card // SUIT_SIZE
        if played == led:
            text = mark("Duty proven: {who} could not beat {card}.")
        elif played == trump or trump == led or news.table.rules.duty == "follow":
            text = mark("Duty proven: {who} could not follow suit.")
        else:
            text = mark("Duty proven: {who} could neither follow suit nor trump.")
        return [_(text).format(who=self._people.who(event.side), card=self._style.card(trick.lead))]

    def _trick(self, event: e.TrickTaken) -> str:
        if self._counting():
            return self._people.say(event.winner, mark("You take the trick."), mark("{who} takes the trick."))
        points = POINTS[event.lead] + POINTS[event.follow]
        you, other = mark("You take the trick, {points} points."), mark("{who} takes the trick, {points} points.")
        return self._people.say(event.winner, you, other, points=points)

    def _drawn(self, view: PlayerView) -> list[str]:
        """The card that our player has drawn since the last look at the hand."""
        new = view.hand & ~self._hand
        # Cards that everybody saw come into a hand are told of on their own.
        hidden = new & ~view.deal.shown
        told = [card for card in range(hidden.bit_length()) if hidden >> card & 1]
        first, self._hand, self._shown = not self._shown, view.hand, True
        if first or not told or self._brief:
            return []
        return [_("You draw {cards}.").format(cards=self._style.several(told))]
