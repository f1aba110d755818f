"""Our person's place at the table: a conversation in lines, or the full screen where there is a terminal for it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from p2p_schnapsen.cli.curtain import CURTAIN, has_screen
from p2p_schnapsen.cli.sitting import Talk, Then
from p2p_schnapsen.errors import TransportError
from p2p_schnapsen.net.runner import GIVE_UP, Player
from p2p_schnapsen.net.session import MatchEnd
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.console import Console, Input
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.line import Advise, Left, LinePlayer
from p2p_schnapsen.ui.screen.choices import Points

Play = Callable[[], Awaitable[MatchEnd]]
"""Plays a match to its end; called anew, it goes on with the one that was left."""


class Place(Protocol):
    """Where our person sits."""

    @property
    def player(self) -> Player:
        """The person, as the runner knows it."""
        ...

    async def confirm(self, question: str) -> bool:
        """Whether the answer to a question is yes."""
        ...

    async def chosen(self, terms: Terms, unfinished: Sequence[str]) -> Terms:
        """What our person wants to offer, beginning with `terms`; there are `unfinished` matches with these people.
        Raises `Left`.
        """
        ...

    async def sit(self, play: Play, then: Then | None) -> MatchEnd:
        """Play from this place. Raises what `play` raises, and `Left`."""
        ...

    async def another(self) -> bool:
        """Whether our person, at a terminal, wants another match after the one that was played, and seen to its end."""
        ...

    def anew(self) -> None:
        """Make ready for it: from now on `player` is another one."""
        ...


def place_of(options: Namespace, side: int, talk: Talk, *, willing: bool = False) -> Place:
    """The place that the options and the terminal allow; `willing`: the person accepts what is offered unasked."""
    if has_screen() and not (options.plain or options.json):
        return _AtTheScreen(options, side, talk, willing=willing)
    return _InLines(options, side, talk, willing=willing)


async def _to_the_end(play: Play, talk: Talk, stays: Callable[[], Awaitable[bool]]) -> MatchEnd:
    """The match, however often the other side leaves it and comes back, while our person `stays` at the table."""
    while True:
        try:
            return await play()
        except TransportError as error:
            if error.code != "left" or talk.left is None or not await stays():
                raise


class _InLines:
    """Line mode."""

    def __init__(self, options: Namespace, side: int, talk: Talk, *, willing: bool) -> None:
        self._options = options
        self._console = Console(talk.out, Input(sys.stdin.fileno()))
        self._side = side
        self._talk = talk
        self._willing = willing
        self.anew()

    def anew(self) -> None:
        style, muted = self._talk.style, not self._talk.chat
        self._person = LinePlayer(
            self._side,
            self._console,
            style,
            GIVE_UP,
            willing=self._willing,
            advise=_adviser(style),
            muted=muted,
            confirm=self._options.confirm,
            points=Points(self._options.points),
        )
        self.player: Player = self._person

    async def another(self) -> bool:
        return await another(self._console)

    async def confirm(self, question: str) -> bool:
        return await self._console.confirm(question)

    async def chosen(self, terms: Terms, unfinished: Sequence[str]) -> Terms:  # noqa: ARG002 - nothing is asked
        return terms

    async def sit(self, play: Play, then: Then | None) -> MatchEnd:  # noqa: ARG002 - lines stay: it can wait
        return await self._person.attend(_to_the_end(play, self._talk, self._stays))

    async def _stays(self) -> bool:
        """Whether to wait for the other side, which has left the table; a script does not."""
        if not self._console.interactive:
            return False
        self._console.say(_("Your opponent has left the table; the match is saved."))
        stays = await self._console.confirm(_("Wait until your opponent comes back?"))
        if stays:
            self._console.say(_("Waiting for your opponent to come back; Ctrl-C stops."))
        return stays


class _AtTheScreen:
    """The full screen. Its library is loaded only where there is one."""

    def __init__(self, options: Namespace, side: int, talk: Talk, *, willing: bool) -> None:
        self._options = options
        self._side = side
        self._talk = talk
        self._willing = willing
        self.anew()

    def anew(self) -> None:
        from p2p_schnapsen.ui.screen.app import Screen
        from p2p_schnapsen.ui.screen.choices import Options
        from p2p_schnapsen.ui.screen.pieces import Signs
        from p2p_schnapsen.ui.screen.player import ScreenPlayer
        from p2p_schnapsen.ui.screen.presenter import Presenter

        options, talk = self._options, self._talk
        symbols = talk.style.symbols
        liking = Options(options.confirm, Points(options.points), options.look, muted=not talk.chat)
        self._screen = Screen(
            Presenter(self._side, CardStyle(symbols), liking),
            Signs(symbols),
            suit_colours=options.suits,
            mouse=options.mouse,
            sound=options.sound,
            monochrome=not talk.style.colour,
        )
        self._seated = ScreenPlayer(self._screen, GIVE_UP, willing=self._willing, advise=_adviser(CardStyle(symbols)))
        self.player: Player = self._seated

    async def another(self) -> bool:
        await self._screen.until_seen()
        return not self._screen.was_left and await self._seated.another()

    async def confirm(self, question: str) -> bool:
        return await self._seated.confirm(question)

    async def chosen(self, terms: Terms, unfinished: Sequence[str]) -> Terms:
        from p2p_schnapsen.ui.screen.form import Form

        form = Form(terms, unfinished)
        if not await self._screen.fill(form):
            raise Left(ended=False)
        return form.terms

    async def sit(self, play: Play, then: Then | None) -> MatchEnd:
        screen = self._screen
        try:
            async with screen.shown(CURTAIN.taken()):
                self._talk.screen = self._seated
                end = await screen.until_left(_to_the_end(play, self._talk, self._seated.stays))
                if end is not None and then is not None:
                    await screen.until_left(then(end))
                await screen.until_seen()
        except EOFError:  # the terminal is gone
            raise Left(ended=True) from None
        finally:
            self._talk.screen = None
        if end is None:
            raise Left(ended=False)
        return end


def _adviser(style: CardStyle) -> Advise:
    """Gives hints, the same as often as it is asked about the same.

    The computer player is loaded when the first one is asked for: the picture need not wait for it.
    """
    last: tuple[PlayerView, str] | None = None

    async def advise(view: PlayerView) -> str:
        nonlocal last
        from p2p_schnapsen.cli.thinking import adviser

        if last is None or last[0] != view:
            last = view, await adviser(style)(view)
        return last[1]

    return advise


async def another(console: Console) -> bool:
    """Whether who sits at a terminal wants another match; a script is not asked."""
    return console.interactive and await console.confirm(_("Another match?"))
