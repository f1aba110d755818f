"""A console whose answers are written beforehand, and what was said at it."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from p2p_schnapsen.ui.console import Console, Input, Output

T = TypeVar("T")


class Answers(Input):
    """Typed lines, one after the other; then the end of input."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(-1)
        self.left = list(lines)
        self.terminal = False

    @property
    def is_terminal(self) -> bool:
        return self.terminal

    async def line(self) -> str | None:
        return self.left.pop(0) if self.left else None

    def put_back(self, line: str) -> None:
        self.left.insert(0, line)

    async def forget(self) -> None:
        """Nothing is typed ahead here."""


class _Stream(io.StringIO):
    """What is written, at a terminal where the answers come from one."""

    def __init__(self, conversation: Conversation) -> None:
        super().__init__()
        self._conversation = conversation

    def isatty(self) -> bool:
        return self._conversation.answers.terminal


class Conversation:
    """A `Console` and its transcript."""

    def __init__(self, *answers: str) -> None:
        self._stream = _Stream(self)
        self.answers = Answers(answers)
        self.console = Console(Output(self._stream), self.answers)

    @property
    def lines(self) -> list[str]:
        """Everything that was said, and typed."""
        return self._stream.getvalue().splitlines()

    @property
    def text(self) -> str:
        return self._stream.getvalue()

    def hear(self, talk: Callable[[Console], Coroutine[Any, Any, T]]) -> T:
        """Run something that talks."""
        return asyncio.run(talk(self.console))
