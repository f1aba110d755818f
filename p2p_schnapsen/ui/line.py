"""Line mode: a match as a conversation in lines, for a terminal, a screen reader or a pipe.

Append-only: no cursor control, no screen of its own. The choices are numbered, and each can be typed by name. At a
terminal the player is heard at any time; a script's lines are read when they are asked for, and no sooner.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.moves import Kind, Move, concede, settle
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.channel import Chat
from p2p_schnapsen.ui import table
from p2p_schnapsen.ui.awaited import Awaited
from p2p_schnapsen.ui.cards import CardStyle, card_words, sorted_hand
from p2p_schnapsen.ui.console import Console, is_yes
from p2p_schnapsen.ui.errors import refusal
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.offer import offer_lines
from p2p_schnapsen.ui.program import command
from p2p_schnapsen.ui.sanitise import LONGEST, sanitise
from p2p_schnapsen.ui.screen.choices import CHAT_CELLS, Points
from p2p_schnapsen.ui.seen import Seen, no_deal
from p2p_schnapsen.ui.sentences import Narrator, News
from p2p_schnapsen.ui.sure import sure, sure_of_the_match
from p2p_schnapsen.ui.typed import Wish, goes_on, nearest, spoken, understand, wished
from p2p_schnapsen.wire.messages import Offer

G = TypeVar("G")
T = TypeVar("T")
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
        console.aside = self._beside
        self._style = style
        self._give_up = give_up
        self._willing = willing
        self._advise = advise
        self._muted = muted
        self._confirm = confirm
        self._seat: Seat | None = None
        self._seen = seen = Seen(side, style, points)
        self._narrator = Narrator(side, style, counting=lambda: seen.points is Points.HIDDEN)
        self._explained = False
        self._again = False
        self._awaited: Awaited | None = None
        """Who is waited for, while somebody sits there and is attended to."""

    async def attend(self, playing: Awaitable[T]) -> T:
        """Play. Meanwhile, at a terminal, what is typed is heard. Raises what `playing` raises, and `Left`."""
        match = asyncio.ensure_future(playing)
        tasks: set[asyncio.Future[Any]] = {match}
        if self._console.interactive:
            self._awaited = Awaited(self._console)
            tasks.add(asyncio.ensure_future(self._listen()))
        try:
            done, _rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return match.result() if match in done else done.pop().result()
        finally:
            if self._awaited is not None:
                self._awaited.nobody()
                self._awaited = None
            with self._console.output.silenced():  # what its pieces say of one another's end is no news
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    def seated(self, table: Seat) -> None:
        """The match begins, or goes on, at this table."""
        self._seat = table

    async def accept(self, offer: Offer) -> bool:
        """Show the offer and ask; `willing` players accept without being asked."""
        self._console.say(*offer_lines(offer))
        return self._willing or await self._console.confirm(_("Play by these rules?"))

    async def decide(self, view: PlayerView) -> Move | G:
        """The player's next move. Raises `Left`."""
        async with self._console.floor():
            if self._awaited is not None:
                self._awaited.nobody()
            self._seen.view = view
            offered = self._seen.offered(view)
            if self._again:
                self._again = False
            else:
                self._console.say(*self._seen.turn(view, offered))
            while True:
                answer = await self._console.ask(self._prompt())
                if answer is None:
                    raise Left(ended=True)
                if self._talk(answer):
                    continue
                decision = await self._act(answer, view, offered)
                if decision is not None:
                    return decision

    async def ready(self, number: int) -> None:  # noqa: ARG002 - the one after that which was told of
        """At a terminal, wait until the player wants the next deal; a script goes on at once. Raises `Left`."""
        async with self._console.floor():
            while self._console.interactive:
                answer = await self._console.ask(_("Press Enter for the next deal: "))
                if answer is None:
                    raise Left(ended=True)
                if goes_on(answer) or is_yes(answer):
                    break
                if not self._talk(answer) and not await self._aside(wished(answer)):
                    self._console.say(_("The next deal has not begun yet."))
        if self._awaited is not None:
            self._awaited.somebody()

    async def may_end(self, seconds: int) -> bool:
        """Ask whether to end a match that the other side has left hanging. Raises `Left`."""
        self._console.say(
            _(
                "Your opponent has owed a move for {n} s. You may end the match with a signed note: it stays undecided."
            ).format(n=seconds)
        )
        return await self._console.confirm(_("End the match?"))

    def refused(self, error: IllegalMove) -> None:
        """Say why a move is illegal; the choices need not be told again."""
        self._console.say(refusal(error, self._style))
        self._again = True

    def tell(self, news: News) -> None:
        """Say what happened."""
        self._console.say(*self._narrator.tell(news), *self._seen.learn(news))
        if self._awaited is not None:
            self._awaited.after(news)

    # -- what is typed while nothing is asked ----------------------------------------------------------------

    async def _listen(self) -> None:
        """Until our player leaves."""
        while True:
            line = await self._console.overhear()
            if line is None:
                raise Left(ended=True)
            async with self._console.floor():
                await self._overheard(line)

    async def _beside(self, text: str) -> bool:
        """Do what is typed at a question and is no answer to it."""
        if self._talk(text):
            return True
        told = self._seen.answer(wished(text), None) if text else None
        self._console.say(*(told or ()))
        return told is not None

    async def _overheard(self, line: str) -> None:
        if self._talk(line):
            return
        view = self._seen.view
        no_turn = no_deal() if view is None else _("It is not your turn.")
        if not line:
            self._console.say((self._awaited and self._awaited.text) or no_turn)
            return
        typed = (wished(line) or Wish.UNCLEAR) if view is None else understand(line, view, ())
        if isinstance(typed, Wish) and await self._aside(typed):
            return
        if typed is Wish.UNCLEAR and view is not None and not line.isdigit():
            self._console.say(_unclear(line))
        else:
            self._console.say(no_turn)

    def hear(self, text: str) -> None:
        """Say what the other side says, unless it is muted."""
        if not self._muted:
            self._console.quote(_("They say: {text}").format(text=sanitise(text, CHAT_CELLS)))

    def _talk(self, answer: str) -> bool:
        """Whether `answer` has to do with the other player and not with the cards; then it is done."""
        text = spoken(answer)
        if text == "":
            self._console.say(_("Type behind it what to say: say hello."))
        elif text is not None and self._seat is None:
            self._console.say(_("There is nobody at the table yet who could hear it."))
        elif text is not None:
            self._say(text)
        elif (wish := wished(answer)) in (Wish.MUTE, Wish.UNMUTE):
            self._muted = wish is Wish.MUTE
            self._console.say(
                _("What your opponent says is not shown now.") if self._muted else _("You hear your opponent again.")
            )
        return text is not None or wished(answer) in (Wish.MUTE, Wish.UNMUTE)

    def _say(self, text: str) -> None:
        """To the other side, and tell our player what of it will be heard."""
        assert self._seat is not None
        self._seat.say(text)
        line = Chat.of(text)
        heard = sanitise("" if line is None else line.text, CHAT_CELLS)
        self._console.quote(_("You say: {text}").format(text=heard))
        if heard != sanitise(text, 2 * LONGEST):
            self._console.say(_("That was too long: the rest was left out."))

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

    async def _aside(self, wish: Wish | None, offered: list[Move] | None = None) -> bool:
        """Do what has nothing to do with the own turn; whether it was that. `offered` are the choices, in turn.

        Raises `Left`.
        """
        if wish is Wish.LEAVE:
            await self._leave()
            return True
        told = self._seen.answer(wish, offered)
        self._console.say(*(told or ()))
        return told is not None

    async def _leave(self) -> None:
        """Leave the table, at a terminal if that is what our player wants. Raises `Left`."""
        if self._confirm and self._console.interactive:
            kept = _("The match is kept: `{program} resume` goes on with it.").format(program=command())
            if not await self._sure(*(_("Leave the table?"), kept) if self._seen.begun else (_("Stop waiting?"),)):
                return
        raise Left(ended=False)

    async def _act(self, answer: str, view: PlayerView, offered: list[Move]) -> Move | G | None:
        """Do what was typed; None if no move came of it."""
        typed = understand(answer, view, offered)
        if isinstance(typed, Move):
            return await self._checked(typed, view)
        if await self._aside(typed, offered):
            return None
        say = self._console.say
        match typed:
            case Wish.HINT:
                say(await self._hint(view))
            case Wish.CONCEDE_DEAL:
                return await self._checked(concede(), view)
            case Wish.CONCEDE_MATCH:
                if not self._confirm or await self._sure(*sure_of_the_match()):
                    return self._give_up
            case Wish.WHICH_MARRIAGE | Wish.WHICH_ANNOUNCED:
                say(table.which_marriage(offered, view, or_66=typed is Wish.WHICH_ANNOUNCED))
            case Wish.WHICH_CARD:
                card = next(iter(sorted_hand(view.hand, view.deal.trump)), view.deal.exchange_card)
                text = _("Say the whole card, rank and suit, such as {card}.")
                say(text.format(card=card_words(card)))
            case Wish.UNCLEAR:
                say(_unclear(answer))
        return None

    async def _checked(self, move: Move, view: PlayerView) -> Move | None:
        try:
            view.deal.check(move)
        except IllegalMove as error:
            # Of all that forbids it, what will still do so when the trick is over.
            early = move is settle() and view.deal.led is not None
            self._console.say(refusal(IllegalMove("settle-last") if early else error, self._style))
            return None
        # A script means what it says: nobody else is asked about closing.
        confirm = self._confirm and (self._console.interactive or move.kind is not Kind.CLOSE)
        asked = sure(move, view, counting=self._seen.points is Points.HIDDEN, confirm=confirm)
        return move if asked is None or await self._sure(*asked) else None

    async def _sure(self, question: str, *why: str) -> bool:
        """What a yes means, the question, and whether the answer is yes."""
        if why:
            self._console.say(" ".join(why))
        return await self._console.confirm(question)


def _unclear(text: str) -> str:
    """What is said to what was not understood."""
    near = nearest(text)
    if near is None:
        return _("That is neither a choice nor a card; type ? for help.")
    return _("Did you mean {words}?").format(words=near)
