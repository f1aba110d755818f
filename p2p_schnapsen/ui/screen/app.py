"""The full screen on a terminal, by prompt_toolkit: paints what the presenter has, and brings it keys and clicks.

The terminal is left as it was, whatever ends the screen: its end, an exception anywhere, a signal (the caller turns
SIGTERM, SIGHUP and SIGINT into a cancellation), a stop by Ctrl-Z.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Protocol, TypeVar

from prompt_toolkit.application import Application, in_terminal
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.screen import look
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.choices import Answer, Choice
from p2p_schnapsen.ui.screen.paint import LEAST, pages, paint
from p2p_schnapsen.ui.screen.picture import Picture
from p2p_schnapsen.ui.screen.pieces import Signs
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.ui.screen.scene import picture

if sys.platform != "win32":
    import termios

T = TypeVar("T")

ESCAPE_SECONDS = 0.05
"""How long a lone Esc may be the beginning of something else."""

SETTLE_SECONDS = 0.3
"""How long something that comes up by itself is there before a key or a click can answer it."""

UNASKED = 3
"""So many times longer what comes up behind a trick that has gone by itself."""

_TERMINAL_GONE = (errno.EIO, errno.ENXIO, errno.EBADF, errno.EPIPE)
"""What writing to a terminal says that is there no longer."""

HANGUP_SECONDS = 0.5
"""How long after the end of a terminal the signal that tells of it may take: it says better what has happened."""

SECOND = 1.0
_NAMED = {Keys.Left: "left", Keys.Right: "right", Keys.Up: "up", Keys.Down: "down", Keys.Enter: "enter"}
_NAMED |= {Keys.Escape: "escape", Keys.Backspace: "backspace", Keys.ControlH: "backspace", Keys.ControlJ: "enter"}
_NAMED |= {Keys.Home: "home", Keys.End: "end", Keys.PageUp: "pageup", Keys.PageDown: "pagedown"}
_PUSH_TITLE, _POP_TITLE = "\x1b[22;2t", "\x1b[23;2t"


class Sheet(Protocol):
    """What is shown in place of the table: a form, a replay."""

    @property
    def done(self) -> bool | None:
        """None while it is looked at, then whether what it is about is to be carried out."""
        ...

    def key(self, key: str) -> None: ...
    def click(self, target: str, *, right: bool = False) -> None: ...
    def drag(self, source: str, target: str) -> None: ...
    def wheel(self, step: int) -> None: ...
    def paint(self, columns: int, rows: int, signs: Signs) -> Canvas: ...


class Screen:
    """One player's full screen. Open it with `shown`; talk to the presenter, then call `changed`."""

    def __init__(
        self,
        presenter: Presenter,
        signs: Signs,
        *,
        suit_colours: str = "two",
        mouse: bool = True,
        sound: bool = True,
        monochrome: bool = False,
        source: Input | None = None,
        sink: Output | None = None,
    ) -> None:
        self.presenter = presenter
        self.signs = signs
        self.left: asyncio.Future[None] | None = None
        """Done when our player has left, or with what went wrong at the screen."""
        self.on_talk: Callable[[str], None] = lambda _text: None
        self.on_hint: Callable[[], None] = lambda: None
        self._sound = sound
        self._rings = 0
        self._settling: Picture | None = None
        self._waiting: asyncio.Future[Answer] | None = None
        self._title = ""
        self._form: Sheet | None = None
        self._filled: asyncio.Future[bool] | None = None
        self._small = False
        """Whether the screen has no room for anything but saying so."""
        self._control = _Table(self)
        self._app: Application[None] = Application(
            layout=Layout(Window(self._control, always_hide_cursor=True)),
            key_bindings=self._bindings(),
            style=Style.from_dict(look.styles(suit_colours)),
            color_depth=ColorDepth.DEPTH_1_BIT if monochrome else None,
            mouse_support=Condition(lambda: mouse and self.takes_mouse),
            full_screen=True,
            input=source,
            output=sink,
        )
        self._app.ttimeoutlen = self._app.timeoutlen = ESCAPE_SECONDS

    # -- its life --------------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def shown(self, before: str = "") -> AsyncIterator[None]:
        """The screen is up. Whatever happens within, the terminal is left as it was.

        `before` is told to the terminal just before the first picture: what takes away something that was there.
        """
        loop = asyncio.get_running_loop()
        self.left = loop.create_future()
        loop.set_exception_handler(self._broken)
        output = self._app.output
        self._kept = _Kept(self._app.input)
        output.write_raw(before + _PUSH_TITLE)
        running = asyncio.ensure_future(self._app.run_async(set_exception_handler=False, handle_sigint=False))
        running.add_done_callback(self._closed)
        ticking = asyncio.ensure_future(self._tick())
        try:
            with self._stoppable():
                yield
        finally:
            ticking.cancel()
            if self._app.is_running:
                self._app.exit()
            loop.call_soon(loop.set_exception_handler, None)  # behind what is still to be painted
            with contextlib.suppress(EOFError, OSError):  # the terminal is gone: `left` tells
                await running
            with contextlib.suppress(OSError):
                output.write_raw(_POP_TITLE)
                output.flush()
            if self.left.done() and not self.left.cancelled():
                self.left.exception()  # a signal may have been quicker than who waits for it

    async def until_left(self, game: Awaitable[T]) -> T | None:
        """What the game comes to; None where our player leaves before. Raises what the game and the screen raise."""
        assert self.left is not None, "it is shown"
        playing = asyncio.ensure_future(game)
        try:
            either: set[asyncio.Future[Any]] = {playing, self.left}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                return playing.result()
            self.left.result()
            return None
        except EOFError:
            await asyncio.sleep(HANGUP_SECONDS)
            raise
        finally:
            if not playing.done():
                playing.cancel()
                await asyncio.wait({playing})

    @property
    def was_left(self) -> bool:
        """Whether our player has left."""
        return self.left is not None and self.left.done()

    async def until_seen(self) -> None:
        """Until our player has looked at all there is, or has left."""
        while not self.presenter.idle and not self.was_left:
            await self.answer()

    async def answer(self) -> Answer:
        """The player's next answer, or `Choice.GO_ON` when there is nothing more to look at. May be cancelled."""
        self.changed()
        self._waiting = asyncio.get_running_loop().create_future()
        self._hand_over()
        try:
            return await self._waiting
        finally:
            self._waiting = None

    async def fill(self, form: Sheet) -> bool:
        """Show a sheet in place of the table, until it is done; whether it is to be carried out. May be cancelled."""
        filled: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._form, self._filled = form, filled
        self.changed()
        try:
            return await filled
        finally:
            self._form = None
            self.changed()

    def changed(self) -> None:
        """What the presenter holds has changed."""
        if self.presenter.rings != self._rings:
            self._rings = self.presenter.rings
            if self._sound:
                self._app.output.bell()
        self._name()
        self._app.invalidate()

    def _name(self) -> None:
        title = _("Your turn - Schnapsen") if picture(self.presenter).urgent else "Schnapsen"
        if title != self._title:
            self._title = title
            self._app.output.set_title(title)

    def _closed(self, running: asyncio.Future[None]) -> None:
        assert self.left is not None, "it is shown"
        if running.cancelled() or self.left.done():
            return
        error = running.exception()
        if isinstance(error, Exception):
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        """Something broke while a key or a click was dealt with: whoever waits for the player hears of it."""
        if self.left is not None and not self.left.done():
            gone = isinstance(error, OSError) and error.errno in _TERMINAL_GONE
            self.left.set_exception(EOFError() if gone else error)

    def _broken(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something broke where nobody waits for it: the library paints in callbacks."""
        error = context.get("exception")
        if isinstance(error, Exception):
            self._failed(error)
        else:
            loop.default_exception_handler(context)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(SECOND)
            self._guarded(self.presenter.second)

    # -- inputs ----------------------------------------------------------------------------------------------

    def _guarded(self, deal_with: Callable[[], None]) -> None:
        try:
            deal_with()
            self._hand_over()
            self.changed()
        except Exception as error:  # noqa: BLE001 - it goes to whoever waits for the player
            self._failed(error)

    def _hand_over(self) -> None:
        """Answers, chat and wishes go where they are awaited."""
        presenter = self.presenter
        form, filled = self._form, self._filled
        if form is not None and form.done is not None and filled is not None and not filled.done():
            filled.set_result(form.done)
        while presenter.report.talk:
            self.on_talk(presenter.report.talk.popleft())
        while presenter.hints_wanted:
            presenter.hints_wanted -= 1
            self.on_hint()
        if presenter.answers and presenter.answers[0] is Choice.LEAVE:
            presenter.answers.popleft()
            if self.left is not None and not self.left.done():
                self.left.set_result(None)
        if self._waiting is None or self._waiting.done():
            return
        if presenter.answers:
            self._waiting.set_result(presenter.answers.popleft())
        elif presenter.idle and not presenter.deciding:
            self._waiting.set_result(Choice.GO_ON)

    @property
    def _front(self) -> Sheet | Presenter:
        """What has the keys now."""
        return self.presenter if self._form is None else self._form

    @property
    def takes_mouse(self) -> bool:
        """Whether clicks are ours. While there is nothing to do but to wait for a guest, the terminal has the mouse: so
        the line that a guest has to type can be marked and copied as everywhere.
        """
        presenter = self.presenter
        waits = bool(presenter.waiting) and presenter.table is None and presenter.dialog is None
        return self._form is not None or not waits

    def painted(self, columns: int, rows: int) -> Canvas:
        """The whole screen at this size."""
        self._small = columns < LEAST[0] or rows < LEAST[1]
        if self._form is not None:
            return self._form.paint(columns, rows, self.signs)
        seen = picture(self.presenter)
        if not self._small:
            self.presenter.paged(pages(seen, columns, rows))
            self._settle(seen)
        return paint(seen, columns, rows, self.signs)

    def _settle(self, seen: Picture) -> None:
        """What has come up by itself takes keys once it has been there for a moment: those on their way, a second click
        and a key that is held down were meant for what was there before.
        """
        if not self.presenter.fresh or seen == self._settling:
            return
        self._settling = seen
        seconds = SETTLE_SECONDS * (UNASKED if self.presenter.unasked else 1)
        if seconds == 0:
            self._settled(seen)
        else:
            asyncio.get_running_loop().call_later(seconds, self._settled, seen)

    def _settled(self, seen: Picture) -> None:
        if seen is self._settling:  # else something else has come up meanwhile
            self._settling = None
            self.presenter.painted()

    def key(self, name: str) -> None:
        """A key was pressed. Where there is no room for anything, it leaves a sheet only: nothing is played unseen."""
        if self._small and (self._form is None or name not in ("q", "escape")):
            return
        self._guarded(lambda: self._front.key(name))

    def click(self, target: str, *, right: bool) -> None:
        """A click."""
        if self._small:
            return
        self._guarded(lambda: self._front.click(target, right=right))

    def drag(self, source: str, target: str) -> None:
        """Something was dragged."""
        if self._small:
            return
        self._guarded(lambda: self._front.drag(source, target))

    def wheel(self, step: int) -> None:
        """The mouse wheel, a step down or up: it leads through a sheet and through a box, and plays no card."""
        front = self._front
        if self._small:
            return
        if not isinstance(front, Presenter):
            self._guarded(lambda: front.wheel(step))
        elif front.dialog is not None:
            self._guarded(lambda: front.key("down" if step > 0 else "up"))

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add(Keys.Any)
        def typed(event: KeyPressEvent) -> None:
            if len(event.data) == 1 and event.data.isprintable():
                self.key(event.data)

        for key, name in _NAMED.items():
            keys.add(key)(lambda _event, name=name: self.key(name))

        @keys.add(Keys.BracketedPaste)
        def pasted(event: KeyPressEvent) -> None:
            dialog = self.presenter.dialog
            if self._form is not None or dialog is None or dialog.entry is None:
                return  # a text is none of our keys
            for sign in event.data:
                if sign.isprintable():
                    self.key(sign)

        @keys.add(Keys.ControlC)
        def interrupted(_event: KeyPressEvent) -> None:
            signal.raise_signal(signal.SIGINT)  # as the terminal would, were it not ours

        @keys.add(Keys.ControlZ)
        def stopped(_event: KeyPressEvent) -> None:
            self._stop()

        @keys.add(Keys.ControlL)
        def redrawn(event: KeyPressEvent) -> None:
            event.app.renderer.clear()

        return keys

    # -- Ctrl-Z ----------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _stoppable(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        if hasattr(signal, "SIGTSTP"):
            loop.add_signal_handler(signal.SIGTSTP, self._stop)
        try:
            yield
        finally:
            if hasattr(signal, "SIGTSTP"):
                loop.remove_signal_handler(signal.SIGTSTP)

    def _stop(self) -> None:
        """Leave the terminal to the shell until it wakes us again."""
        if hasattr(signal, "SIGSTOP") and self._app.is_running:
            self._app.create_background_task(self._stopped())

    async def _stopped(self) -> None:
        output = self._app.output
        async with in_terminal():
            output.write_raw(_POP_TITLE)
            output.flush()
            with self._kept.given_back():
                os.kill(os.getpid(), signal.SIGSTOP)
            output.write_raw(_PUSH_TITLE)
            self._title = ""


class _Kept:
    """How a terminal was when the screen came up: the library restores only what it knows of."""

    def __init__(self, source: Input) -> None:
        self._descriptor: int | None = None
        if sys.platform != "win32":
            try:
                self._descriptor = source.fileno()
                self._attributes = termios.tcgetattr(self._descriptor)
            except (NotImplementedError, termios.error):  # no terminal
                self._descriptor = None

    @contextlib.contextmanager
    def given_back(self) -> Iterator[None]:
        """Meanwhile the terminal is as it was."""
        if self._descriptor is None:
            yield
            return
        ours = termios.tcgetattr(self._descriptor)
        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._attributes)
        try:
            yield
        finally:
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, ours)


class _Table(UIControl):
    """Paints the table at whatever size there is."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._canvas = Canvas(1, 1)
        self._pressed = ""

    def create_content(self, width: int, height: int) -> UIContent:
        """The rows, painted anew."""
        canvas = self._canvas = self._screen.painted(width, height)

        def line(row: int) -> StyleAndTextTuples:
            return [(run.style, run.text) for run in canvas.runs(row)]

        return UIContent(line, line_count=height, cursor_position=Point(0, 0), show_cursor=False)

    def is_focusable(self) -> bool:
        """It has the keys."""
        return True

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Presses and releases make clicks and drags."""
        if mouse_event.event_type in (MouseEventType.SCROLL_UP, MouseEventType.SCROLL_DOWN):
            self._screen.wheel(1 if mouse_event.event_type is MouseEventType.SCROLL_DOWN else -1)
            return
        target = self._canvas.target(mouse_event.position.y, mouse_event.position.x)
        if mouse_event.event_type is MouseEventType.MOUSE_DOWN:
            self._pressed = target
            if mouse_event.button is MouseButton.RIGHT:
                self._pressed = ""
                self._screen.click(target, right=True)
        elif mouse_event.event_type is MouseEventType.MOUSE_UP:
            pressed, self._pressed = self._pressed, ""
            if mouse_event.button is MouseButton.RIGHT:
                return
            if pressed == target:
                self._screen.click(target, right=False)
            elif pressed:
                self._screen.drag(pressed, target)
