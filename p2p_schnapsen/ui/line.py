"""Line mode: a match as a conversation in lines, for a terminal, a screen reader or a pipe.

Append-only: no cursor control, no screen of its own. The choices are numbered, and each can be typed by name.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, Protocol, TypeAlias, TypeVar

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.moves import Kind, Move, concede
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui import pack, table
from p2p_schnapsen.ui.cards import CardStyle, card_words, sorted_hand
from p2p_schnapsen.ui.console import Console
from p2p_schnapsen.ui.errors import refusal
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.offer import offer_lines
from p2p_schnapsen.ui.offered import is_untrue_claim
from p2p_schnapsen.ui.outcome import cost_line
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.ui.screen.choices import CHAT_CELLS, POINTS_SHOWN, Points
from p2p_schnapsen.ui.sentences import Narrator, News
from p2p_schnapsen.ui.typed import Wish, choices, spoken, understand, wished
from p2p_schnapsen.wire.messages import Offer

G = TypeVar("G")
Advise: TypeAlias = Callable[[PlayerView], Awaitable[str]]
"""Says what the computer would do."""


class Seat(Protocol):
    """What a player can do at the table beside answering."""

    def say(self, text: str) -> None:
        """Say something to the other side."""
        ...

    def count_hint(self) -> None:
        """Note that the player has had a hint."""
        ...


class Left(Exception):
    """Our player leaves the table; the match stays as its log has it. `ended`: the input came to its end."""

    def __init__(self, *, ended: bool) -> None:
        super().__init__(ended)
        self.ended = ended


class LinePlayer(Generic[G]):
    """A person in line mode. `give_up` is what `decide` answers when the whole match is conceded; `advise` gives
    hints. `confirm`: closing (at a terminal) and giving up are asked about; `points`: whose card points are told.
    """

    def __init__(
        self,
        side: int,
        console: Console,
        style: CardStyle,
        give_up: G,
        *,
        willing: bool = False,
        advise: Advise | None = None,
        muted: bool = False,
        confirm: bool = True,
        points: Points = Points.SHOWN,
    ) -> None:
        self._console = console
        self._style = style
        self._give_up = give_up
        self._willing = willing
        self._advise = advise
        self._muted = muted
        self._confirm = confirm
        self._points = points
        self._seat: Seat | None = None
        self._narrator = Narrator(side, style, counting=lambda: self._points is Points.HIDDEN)
        self._explained = False
        self._again = False

    def seated(self, table: Seat) -> None:
        """The match begins, or goes on, at this table."""
        self._seat = table

    async def accept(self, offer: Offer) -> bool:
        """Show the offer and ask; `willing` players accept without being asked."""
        self._console.say(*offer_lines(offer))
        return self._willing or await self._console.confirm(_("Play by these rules?"))

    async def decide(self, view: PlayerView) -> Move | G:
        """The player's next move. Raises `Left`."""
        offered = choices(view, neutral=self._points is Points.HIDDEN)
        if self._again:
            self._again = False
        else:
            self._look(view, offered)
        while True:
            answer = await self._console.ask(self._prompt())
            if answer is None:
                raise Left(ended=True)
            if self._talk(answer):
                continue
            decision = await self._act(understand(answer, view, offered), view, offered)
            if decision is not None:
                return decision

    async def ready(self, number: int) -> None:  # noqa: ARG002 - the one after that which was told of
        """At a terminal, wait until the player wants the next deal; a script goes on at once. Raises `Left`."""
        while self._console.interactive:
            answer = await self._console.ask(_("Press Enter for the next deal: "))
            if answer is None or wished(answer) is Wish.LEAVE:
                raise Left(ended=answer is None)
            if not self._talk(answer):
                return

    async def may_end(self, seconds: int) -> bool:
        """Ask whether to end a match that the other side has left hanging. Raises `Left`."""
        self._console.say(
            _(
                "Your opponent has owed a move for {n} s. You may end the match with a signed note: it stays undecided."
            ).format(n=seconds)
        )
        return await self._console.confirm(_("End the match?"), anew=True)

    def refused(self, error: IllegalMove) -> None:
        """Say why a move is illegal; the choices need not be told again."""
        self._console.say(refusal(error, self._style))
        self._again = True

    def tell(self, news: News) -> None:
        """Say what happened."""
        self._console.say(*self._narrator.tell(news))

    def hear(self, text: str) -> None:
        """Say what the other side says, unless it is muted."""
        if not self._muted:
            self._console.quote(_("They say: {text}").format(text=sanitise(text, CHAT_CELLS)))

    def _talk(self, answer: str) -> bool:
        """Whether `answer` has to do with the other player and not with the cards; then it is done."""
        text = spoken(answer)
        if text == "":
            self._console.say(_("Type behind it what to say: say hello."))
        elif text is not None and self._seat is not None:
            self._seat.say(text)
            self._console.say(_("You say: {text}").format(text=sanitise(text, CHAT_CELLS)))
        elif (wish := wished(answer)) in (Wish.MUTE, Wish.UNMUTE):
            self._muted = wish is Wish.MUTE
            self._console.say(
                _("What your opponent says is not shown now.") if self._muted else _("You hear your opponent again.")
            )
        return text is not None or wished(answer) in (Wish.MUTE, Wish.UNMUTE)

    async def _hint(self, view: PlayerView) -> str:
        if self._advise is None:
            return _("There is nobody here to give hints.")
        if self._seat is not None:
            self._seat.count_hint()
        return await self._advise(view)

    def _prompt(self) -> str:
        if self._explained:
            return _("Your move: ")
        self._explained = True
        return _("Your move (a number or a name; ? for help): ")

    def _look(self, view: PlayerView, offered: list[Move]) -> None:
        neutral = self._points is Points.HIDDEN
        self._console.say(
            *table.situation(view, self._style, self._points),
            *table.listing(offered, view, self._style, neutral=neutral),
        )

    def _switch(self, view: PlayerView, offered: list[Move]) -> None:
        """Show other card points from now on, in turn; a claim may then have another place among the choices."""
        order = list(Points)
        self._points = order[(order.index(self._points) + 1) % len(order)]
        self._console.say(_(POINTS_SHOWN[self._points]))
        offered[:] = choices(view, neutral=self._points is Points.HIDDEN)
        self._look(view, offered)

    async def _act(self, typed: Move | Wish, view: PlayerView, offered: list[Move]) -> Move | G | None:
        """Do what was typed; None if no move came of it."""
        if isinstance(typed, Move):
            return await self._checked(typed, view)
        say = self._console.say
        match typed:
            case Wish.HELP:
                say(*table.help_lines(view, self._style))
            case Wish.LOOK:
                self._look(view, offered)
            case Wish.LAST:
                say(table.last_trick(view.deal, view.me, self._style))
            case Wish.TRICKS:
                say(*table.own_tricks(view.deal, view.me, self._style))
            case Wish.POINTS:
                self._switch(view, offered)
            case Wish.HINT:
                say(await self._hint(view))
            case Wish.LEAVE:
                raise Left(ended=False)
            case Wish.CONCEDE_DEAL:
                hidden = self._points is Points.HIDDEN  # the price tells of the points
                price = _("Your opponent wins the deal then.") if hidden else cost_line(concede(), view)
                if not self._confirm or await self._sure(_("Give up this deal?"), price):
                    return concede()
            case Wish.CONCEDE_MATCH:
                loses = _("Your opponent wins the match then.")
                if not self._confirm or await self._sure(_("Give up the whole match?"), loses):
                    return self._give_up
            case Wish.WHICH_MARRIAGE:
                say(_("Say in which suit: m {0}, m {1}, m {2} or m {3}.").format(*map(pack.letter, range(4))))
            case Wish.WHICH_ANNOUNCED:
                text = _("Say what you announce: 66, or m {0}, m {1}, m {2} or m {3}.")
                say(text.format(*map(pack.letter, range(4))))
            case Wish.WHICH_CARD:
                card = next(iter(sorted_hand(view.hand, view.deal.trump)), view.deal.exchange_card)
                text = _("Say the whole card, rank and suit, such as {card}.")
                say(text.format(card=card_words(card)))
            case Wish.UNCLEAR:
                say(_("That is neither a choice nor a card; type ? for help."))
        return None

    async def _checked(self, move: Move, view: PlayerView) -> Move | None:
        try:
            view.deal.check(move)
        except IllegalMove as error:
            self._console.say(refusal(error, self._style))
            return None
        sure = self._question(move, view)
        return move if sure is None or await self._sure(*sure) else None

    def _question(self, move: Move, view: PlayerView) -> list[str] | None:
        """What to ask before a legal move that cannot be taken back, and what it means; None where it is made at
        once.
        """
        if move.kind is Kind.CLAIM and self._points is Points.HIDDEN:  # who counts is not told: all are asked alike
            return [_("Claim 66?"), _("An untrue claim loses the deal.")]
        if is_untrue_claim(move, view):
            told = _("You have {n} points: an untrue claim loses the deal.").format(n=view.deal.points[view.me])
            return [_("Claim all the same?"), told, cost_line(move, view)]
        if move.kind is Kind.CLOSE and self._confirm and self._console.interactive:  # a script means what it says
            return [_("Close the talon?"), _("You must then reach 66 without drawing any more cards.")]
        return None

    async def _sure(self, question: str, *why: str) -> bool:
        """What a yes means, the question, and whether the answer is yes."""
        self._console.say(" ".join(why))
        return await self._console.confirm(question)
