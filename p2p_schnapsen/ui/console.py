"""Lines in and out, on a terminal or through pipes: append-only; nothing that goes wrong there ends a game badly."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, TextIO

from p2p_schnapsen.ui.folding import columns_of, folded, quoted
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.sanitise import width

LONGEST_LINE = 4096
"""Bytes of a typed line that are kept."""

FRONT_SECONDS = 1.0
"""How often a program in the background looks whether it still is there."""

PASTE_SECONDS = 0.05
"""How long the rest of what was pasted may take to come."""


class Output:
    """A stream that people or programs read, line by line.

    A reader that went away (`| head -1`) is no error: what is written then goes nowhere, and `gone` says so. Any other
    failure, such as a full disk, is kept in `failure`.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.gone = False
        self.failure: OSError | None = None
        self._open_line = False
        self._asked = ""
        self._silent = False

    @property
    def is_terminal(self) -> bool:
        return self.stream.isatty()

    def line(self, *texts: str) -> None:
        """Whole lines. A question that stands open at a terminal is put again below them."""
        if not texts or self._silent:
            return
        again = self._asked if self._open_line and not self.gone and self.is_terminal else ""
        self._write(("\n" if self._open_line else "") + "".join(f"{text}\n" for text in texts) + again)
        self._open_line = bool(again)

    def told(self, *texts: str) -> None:
        """Sentences for people: at a terminal they are broken at its edge, between words."""
        columns = columns_of(self.stream)
        self.line(*(line for text in texts for line in folded(text, columns)))

    def quoted(self, text: str) -> None:
        """Something that somebody else has said: at a terminal no other line of it can be taken for one of ours."""
        self.line(*quoted(text, columns_of(self.stream)))

    def prompt(self, text: str) -> None:
        """The beginning of a line that the answer completes; what a terminal has no room for stands in lines above."""
        columns, words = columns_of(self.stream), text.rstrip(" ")
        if columns is not None and width(text) >= columns:
            text = "\n".join(folded(words, columns - 1)) + text[len(words) :]
        self._write(("\n" if self._open_line else "") + text)
        self._open_line, self._asked = True, text

    def answered(self, answer: str | None) -> None:
        """The answer to a prompt: None where the terminal has shown it already."""
        if answer is not None:
            self._write(answer + "\n")
        self._open_line = False

    def withdrawn(self) -> None:
        """Nobody waits for the answer any more: the question is not put again."""
        self._asked = ""

    @contextlib.contextmanager
    def silenced(self) -> Iterator[None]:
        """Meanwhile nothing is written."""
        before, self._silent = self._silent, True
        try:
            yield
        finally:
            self._silent = before

    def _write(self, text: str) -> None:
        if self.gone:
            return
        try:
            self.stream.write(text)
            self.stream.flush()
        except BrokenPipeError:
            self._lose()
        except OSError as error:
            self.failure = error
            self._lose()

    def _lose(self) -> None:
        """Nothing can be written any more; nor shall the interpreter try it at its end."""
        self.gone = True
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.stream.fileno())
            os.close(nowhere)


class Input:
    """Lines from a file descriptor, read by a thread of its own, because neither terminals nor files can be waited for
    everywhere. It reads only when a line is wanted: what is typed ahead stays where it is.

    No lock of the interpreter's streams is held while it waits, so that the program can end at any time.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = b""
        self._ended = False
        self._wanted = threading.Semaphore(0)
        self._reading = False
        self._arrived: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_terminal(self) -> bool:
        return os.isatty(self._descriptor)

    async def line(self) -> str | None:
        """The next line without its end, None at the end of input. May be cancelled and asked again."""
        while True:
            head, newline, rest = self._buffer.partition(b"\n")
            if newline or (self._ended and head):
                self._buffer = rest
                return head[:LONGEST_LINE].decode("utf-8", errors="replace").removesuffix("\r")
            if self._ended:
                return None
            if len(head) > LONGEST_LINE:  # an endless line: its beginning is kept, the rest passes by
                self._buffer = head[: LONGEST_LINE + 1]
            await self._more()

    async def in_front(self) -> None:
        """Until we are not in the background of a shell: who reads from its terminal there is stopped."""
        with contextlib.suppress(AttributeError, OSError):  # no such thing on Windows; not the terminal of a shell
            while os.tcgetpgrp(self._descriptor) != os.getpgrp():
                await asyncio.sleep(FRONT_SECONDS)

    def put_back(self, line: str) -> None:
        """This line has not been read."""
        self._buffer = line.encode() + b"\n" + self._buffer

    async def forget(self) -> None:
        """Lines that were typed ahead at a terminal, or pasted, are dropped; what a script has sent stays."""
        if not self.is_terminal:
            return
        self._drop()
        await asyncio.sleep(PASTE_SECONDS)
        self._drop()

    def _drop(self) -> None:
        self._buffer = b""
        try:
            import termios
        except ImportError:  # no such terminals on Windows
            return
        with contextlib.suppress(termios.error):
            termios.tcflush(self._descriptor, termios.TCIFLUSH)

    async def _more(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is None:
            self._loop, self._arrived = loop, asyncio.Event()
            threading.Thread(target=self._read, name="input", daemon=True).start()
        assert self._arrived is not None
        self._arrived.clear()
        if not self._reading:
            self._reading = True
            self._wanted.release()
        await self._arrived.wait()

    def _read(self) -> None:
        assert self._loop is not None
        data = b"?"
        while data:
            self._wanted.acquire()
            try:
                data = os.read(self._descriptor, 65536)
            except OSError:  # the terminal is gone: there will be no more lines
                data = b""
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._take, data)

    def _take(self, data: bytes) -> None:
        assert self._arrived is not None
        self._buffer += data
        self._ended = not data
        self._reading = False
        self._arrived.set()


class Console:
    """A conversation: lines out, questions, answers."""

    def __init__(self, output: Output, entered: Input) -> None:
        self.output = output
        self._input = entered
        self._taken = asyncio.Lock()
        self._speaker: asyncio.Task[Any] | None = None
        self._overhearing: asyncio.Future[str | None] | None = None
        self.aside: Callable[[str], Awaitable[bool]] = _nothing_else
        """Does what is typed at a question and is no answer; whether it was that."""

    @property
    def interactive(self) -> bool:
        """Whether somebody sits there, and no script."""
        return self._input.is_terminal and self.output.is_terminal

    @property
    def taken(self) -> bool:
        """Whether a question stands open."""
        return self._taken.locked()

    def say(self, *lines: str) -> None:
        """Some lines."""
        self.output.told(*lines)

    def quote(self, text: str) -> None:
        """What somebody else has said, sanitised, behind who that is."""
        self.output.quoted(text)

    @contextlib.asynccontextmanager
    async def floor(self) -> AsyncIterator[None]:
        """Meanwhile nobody else asks anything, and nothing is overheard: what is typed is for us."""
        task = asyncio.current_task()
        if self._speaker is not None and self._speaker is task:
            yield
            return
        async with self._taken:
            if self._overhearing is not None:
                self._overhearing.cancel()
            self._speaker = task
            try:
                yield
            finally:
                self._speaker = None

    async def overhear(self) -> str | None:
        """The next line that is typed while nobody asks anything; None at the end of input."""
        while True:
            await self._input.in_front()
            async with self._taken:  # until nobody asks
                self._overhearing = asyncio.ensure_future(self._input.line())
            try:
                await asyncio.wait({self._overhearing})
                if self._overhearing.cancelled():
                    continue
                line = self._overhearing.result()
                if line is not None and self._taken.locked():  # a question came first: this is its answer
                    self._input.put_back(line)
                    continue
                return None if line is None else line.strip()
            finally:
                self._overhearing.cancel()

    async def ask(self, prompt: str) -> str | None:
        """The answer, without blanks around it; None at the end of input, or where nobody sees the question."""
        async with self.floor():
            return await self._asked(prompt)

    async def _asked(self, prompt: str) -> str | None:
        self.output.prompt(prompt)
        if self.output.gone:
            return None
        try:
            answer = await self._input.line()
        except asyncio.CancelledError:
            self.output.withdrawn()
            raise
        if answer is None:
            self.output.answered(_("(end of input)"))
            return None
        # Where no terminal echoes what is typed, the transcript shall be complete all the same.
        self.output.answered(None if self._input.is_terminal else answer)
        return answer.strip()

    async def confirm(self, question: str) -> bool:
        """Whether the answer is yes. The end of input is a no.

        At a terminal, what was typed or pasted before the question is no answer to it; nor is an empty line.
        """
        yes, no = _answers(YES), [*_answers(NO), *([] if self.interactive else [""])]
        prompt = _("{question} (yes or no): ").format(question=question)
        async with self.floor():
            await self._input.forget()
            answer = await self.ask(prompt)
            while answer is not None and answer.casefold() not in yes + no:
                if not await self.aside(answer):
                    self.say(_("Please type yes or no."))
                await self._input.forget()  # the rest of what was pasted
                answer = await self.ask(prompt)
        return answer is not None and answer.casefold() in yes


async def _nothing_else(_answer: str) -> bool:
    """There is nothing but the question."""
    return False


def is_yes(answer: str) -> bool:
    """Whether this is a yes, in English or in the user's language."""
    return answer.casefold() in _answers(YES)


YES = mark("y yes")
NO = mark("n no")


def _answers(words: str) -> list[str]:
    """What counts as this answer: in English, and in the user's language."""
    return [*words.split(), *_(words).split()]
