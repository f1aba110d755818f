"""The boxes above the table, one on another: questions, explanations, a line to type. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from p2p_schnapsen.ui.console import NO, YES
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.screen.keyboard import meant
from p2p_schnapsen.ui.screen.picture import Button, Dialog

Then = Callable[[], None]


@dataclass(slots=True)
class _Box:
    """`answers`: what its buttons do, beside taking it away; `aside`: what those do that leave it there. `fresh`: it
    came by itself, and nobody has seen it yet.
    """

    dialog: Dialog
    answers: Mapping[str, Then]
    fresh: bool = False
    pages: int = 1
    aside: Mapping[str, Then] = field(default_factory=dict)


class Boxes:
    """What is above the table: the last one opened is on top, and has all keys."""

    def __init__(self) -> None:
        self._open: list[_Box] = []
        self._send: Callable[[str], None] = _nowhere

    def __bool__(self) -> bool:
        return bool(self._open)

    @property
    def top(self) -> Dialog | None:
        """The one that is answered next."""
        return self._open[-1].dialog if self._open else None

    def show(self, dialog: Dialog, answers: Mapping[str, Then] | None = None) -> None:
        """On top of all others."""
        self._open.append(_Box(dialog, answers or {}))

    def show_below(self, dialog: Dialog, aside: Mapping[Button, Then]) -> None:
        """Below all others: it is seen after them. No key or click is for it before it was painted. The buttons `aside`
        leave it there.
        """
        dialog = replace(dialog, buttons=(*dialog.buttons, *aside))
        doing = {button.action: then for button, then in aside.items()}
        self._open.insert(0, _Box(dialog, {}, fresh=True, aside=doing))

    @property
    def fresh(self) -> bool:
        """Whether the one on top has come up by itself and was not seen yet."""
        return bool(self._open) and self._open[-1].fresh

    def paged(self, pages: int) -> None:
        """The one on top has so many pages on the screen."""
        if self._open:
            box = self._open[-1]
            box.pages, box.dialog = pages, replace(box.dialog, page=min(box.dialog.page, pages - 1))

    def painted(self) -> None:
        """The one on top has been seen."""
        if self._open:
            self._open[-1].fresh = False

    def tell(self, title: str, *lines: str, last: bool = False) -> None:
        """Something to be read; `last`: from its last page on."""
        self.show(replace(told(title, *lines), page=len(lines) * last))

    def ask(self, title: str, lines: tuple[str, ...], then: Then, otherwise: Then) -> None:
        """Yes or no, asked by another than our player: what was typed before it was painted is no answer, and a line
        that is being typed comes to its end first.
        """
        typed = [self._open.pop()] if self.top is not None and self.top.entry is not None else []
        self.confirm(title, lines, then, otherwise)
        self._open[-1].fresh = True
        self._open += typed

    def confirm(self, title: str, lines: tuple[str, ...], then: Then, otherwise: Then | None = None) -> None:
        """Yes or no."""
        buttons = (Button(_(YES).split()[0], _("yes"), "yes"), Button(_(NO).split()[0], _("no"), "no"))
        self.show(Dialog(title, lines, buttons), {"yes": then, "no": otherwise or _nothing})

    def choose(self, title: str, lines: tuple[str, ...], choices: Mapping[Button, Then]) -> None:
        """One of several, or none."""
        answers = {button.action: then for button, then in choices.items()}
        self.show(Dialog(title, lines, (*choices, Button("Esc", _("back"), "dismiss"))), answers)

    def write(self, title: str, send: Callable[[str], None]) -> None:
        """A line of text."""
        buttons = (Button("Enter", _("send"), "send"), Button("Esc", _("back"), "dismiss"))
        self._send = send
        self.show(Dialog(title, (), buttons, entry=""))

    def withdraw(self) -> None:
        """Questions are asked no longer; what is to be read stays."""
        self._open = [box for box in self._open if not box.answers]

    # -- inputs ----------------------------------------------------------------------------------------------

    def key(self, key: str) -> None:
        """A key for the one on top."""
        box = self._open[-1]
        top = box.dialog
        if box.fresh:
            return
        if top.entry is not None:
            self._type(key, top.entry)
            return
        if key in ("up", "down", "pageup", "pagedown"):  # the wheel, too
            page = box.dialog.page + (1 if key.endswith("down") else -1)
            box.dialog = replace(box.dialog, page=max(0, min(box.pages - 1, page)))
            return
        if key in ("enter", " ") and self._turned(box):
            return
        actions = [button.action for button in top.buttons]
        if "no" in actions:  # in the words of the language, and in English, but not by a key's place: н is no yes
            self.act(_answer(key))
            return
        named = {"Enter": "enter", "Esc": "escape"}
        for button in top.buttons:
            if meant(key) == named.get(button.key, button.key):
                self.act(button.action)
                return
        if not top.asks and key in ("escape", " "):
            self._take(actions[0])

    def _turned(self, box: _Box) -> bool:
        """Go to the next page where there is one; of a question, from the last to the first."""
        if box.pages < 2 or (box.dialog.page + 1 >= box.pages and not box.dialog.asks):
            return False
        box.dialog = replace(box.dialog, page=(box.dialog.page + 1) % box.pages)
        return True

    def act(self, action: str) -> None:
        """A button of the one on top."""
        box = self._open[-1]
        if box.fresh:
            return
        if (action == "page" or (action == "dismiss" and not box.dialog.asks)) and self._turned(box):
            return
        self._take(action)

    def beside(self) -> None:
        """A click beside the one on top: what is only to be read goes on by it."""
        top = self._open[-1].dialog
        if not top.asks:
            self.act(top.buttons[0].action)

    def _take(self, action: str) -> None:
        box = self._open[-1]
        if action not in [button.action for button in box.dialog.buttons]:
            return
        if action in box.aside:
            box.aside[action]()
            return
        self._open.pop()
        if action == "send" and box.dialog.entry is not None:
            self._send(box.dialog.entry)
        box.answers.get(action, _nothing)()

    def _type(self, key: str, entry: str) -> None:
        if key == "enter":
            self.act("send")
        elif key == "escape":
            self.act("dismiss")
        elif key == "backspace":
            self._write(entry[:-1])
        elif len(key) == 1 and key.isprintable():
            self._write(entry + key)

    def _write(self, entry: str) -> None:
        box = self._open[-1]
        box.dialog = replace(box.dialog, entry=entry)


def _answer(key: str) -> str:
    """What a key says to a question; nothing where it is no answer."""
    small = key.lower()
    if small in (_(YES).split()[0], "y"):
        return "yes"
    return "no" if small in (_(NO).split()[0], "n", "escape") else ""


def told(title: str, *lines: str) -> Dialog:
    """Something to be read."""
    return Dialog(title, lines, (Button("Enter", _("go on"), "dismiss"),), asks=False)


def _nothing() -> None:
    """The box is gone; that is all."""


def _nowhere(_text: str) -> None:
    """Nothing is being written."""
