"""The replay on the full screen: which step is shown, and what keys and clicks mean.

Pure: inputs come in, `done` can be read, `paint` shows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.replay.paint import Pane, View, paint
from p2p_schnapsen.ui.replay.steps import Moment, Replay, Step
from p2p_schnapsen.ui.replay.words import Told, told
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.keyboard import meant
from p2p_schnapsen.ui.screen.picture import Button
from p2p_schnapsen.ui.screen.pieces import Signs

_KEYS = {
    "right": "next",
    ">": "next",
    " ": "next",
    "enter": "next",
    "left": "back",
    "<": "back",
    "backspace": "back",
    "down": "trick-next",
    "up": "trick-back",
    "]": "deal-next",
    "[": "deal-back",
    "pagedown": "deal-next",
    "pageup": "deal-back",
    "home": "first",
    "end": "last",
    "g": "places",
    "p": "proofs",
    "t": "text",
    "?": "help",
    "+": "more",
    "q": "leave",
    "escape": "leave",
}
"""Key -> what it does where no pane is open."""


@dataclass(slots=True)
class _Open:
    """What lies over the table: its title, its lines, which of them is the first or the chosen one."""

    title: str
    lines: list[str]
    at: int = 0
    places: tuple[int, ...] = ()
    """For a list to choose from: the step behind each line."""
    actions: tuple[str, ...] = ()
    """For a list to choose from: what each line does."""
    keys: tuple[str, ...] = ()
    """For a list to choose from: the sign that each line shows as its key."""

    @property
    def is_list(self) -> bool:
        """Whether one of the lines can be chosen."""
        return bool(self.places or self.actions)


class Reel:
    """A replay that is looked at. `at` is the step that is shown; `done` is None until it is left, then True."""

    def __init__(self, replay: Replay, style: CardStyle) -> None:
        self.replay = replay
        self.told = told(replay, style)
        self._signs = Signs(style.symbols)
        self.at = 0
        self.done: bool | None = None
        self._pane: _Open | None = None

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.replay.steps[self.at]

    @property
    def words(self) -> Told:
        """It in words."""
        return self.told[self.at]

    # -- inputs ----------------------------------------------------------------------------------------------

    def key(self, key: str) -> None:
        """A key, named as the table's presenter has them."""
        key = meant(key)
        if self._pane is not None:
            self._key_of_pane(self._pane, key)
        elif key in _KEYS:
            self.do(_KEYS[key])

    def click(self, target: str, *, right: bool = False) -> None:
        """A click: on a button, on a line of a list; elsewhere one step on, with the right button one back."""
        kind, _space, what = target.partition(" ")
        if kind == "do":
            self.do(what)
        elif kind == "line" and self._pane is not None:
            self._choose(self._pane, int(what))
        elif self._pane is None:
            self.do("back" if right else "next")

    def wheel(self, step: int) -> None:
        """The mouse wheel: through what is open, else through the steps."""
        if self._pane is not None:
            self._scroll(self._pane, step)
        else:
            self._go(self.at + step)

    def drag(self, source: str, target: str) -> None:
        """Nothing is dragged here."""

    def do(self, action: str) -> None:
        """What a button or a key stands for."""
        match action:
            case "next":
                self._go(self.at + 1)
            case "back":
                self._go(self.at - 1)
            case "trick-next" | "trick-back":
                self._jump(self.replay.jumps, on=action == "trick-next")
            case "deal-next" | "deal-back":
                self._jump(self._places, on=action == "deal-next")
            case "first":
                self._go(0)
            case "last":
                self._go(len(self.replay.steps) - 1)
            case "places":
                here = max(place for place in self._places if place <= self.at)
                titles = [self.told[place].title for place in self._places]
                self._pane = _Open(_("Go to"), titles, self._places.index(here), self._places)
            case "proofs":
                self._pane = _Open(_("What has been proven here"), self._proofs())
            case "text":
                self._pane = _Open(self.words.title, [*self.words.lines, self.words.could])
            case "help":
                self._pane = _Open(_("Keys"), _help())
            case "more":
                found = self._actions(self._signs)
                broad = max(width(button.key) for button in found)
                lines = [f"{button.key:{broad}}  {button.label}" for button in found]
                actions, keys = tuple(button.action for button in found), tuple(button.key for button in found)
                self._pane = _Open(_("What do you want to do?"), lines, actions=actions, keys=keys)
            case "up" | "down" if self._pane is not None:
                self._scroll(self._pane, 1 if action == "down" else -1)
            case "choose" if self._pane is not None:
                self._choose(self._pane, self._pane.at)
            case "close":
                self._pane = None
            case "leave":
                self.done = True

    @property
    def _places(self) -> tuple[int, ...]:
        """The beginning, each deal and the end."""
        return tuple(step.number for step in self.replay.steps if step.moment is not Moment.MOVE)

    def _go(self, number: int) -> None:
        self.at = max(0, min(len(self.replay.steps) - 1, number))

    def _jump(self, places: tuple[int, ...], *, on: bool) -> None:
        further = [place for place in places if (place > self.at if on else place < self.at)]
        if further:
            self._go(further[0] if on else further[-1])

    def _key_of_pane(self, pane: _Open, key: str) -> None:
        match key:
            case "up" | "pageup":
                self._scroll(pane, -1)
            case "down" | "pagedown":
                self._scroll(pane, 1)
            case "home" | "end":
                self._scroll(pane, len(pane.lines) if key == "end" else -len(pane.lines))
            case "enter" | " " if pane.is_list:
                self._choose(pane, pane.at)
            case _ if key in pane.keys:
                self._choose(pane, pane.keys.index(key))
            case "escape" | "q" | "enter" | " " | "p" | "t" | "?" | "g" | "+":
                self._pane = None

    def _scroll(self, pane: _Open, step: int) -> None:
        pane.at = max(0, min(len(pane.lines) - 1, pane.at + step))

    def _choose(self, pane: _Open, line: int) -> None:
        if line >= len(pane.lines) or not pane.is_list:
            return
        self._pane = None
        if pane.places:
            self._go(pane.places[line])
        else:
            self.do(pane.actions[line])

    # -- outputs ---------------------------------------------------------------------------------------------

    def paint(self, columns: int, rows: int, signs: Signs) -> Canvas:
        """The whole screen."""
        pane = self._pane
        shown = None if pane is None else Pane(pane.title, tuple(pane.lines), pane.at, chosen=pane.is_list)
        names = self.replay.match.names if self.replay.match is not None else None
        view = View(names, self.step, self.words, len(self.replay.steps), self.buttons(signs), shown)
        return paint(view, columns, rows, signs)

    def buttons(self, signs: Signs) -> tuple[Button, ...]:
        """The keys that do something now."""
        if self._pane is None:
            return self._actions(signs)
        found = [Button("Esc", _("back"), "close")]
        if self._pane.is_list:
            found.insert(0, Button("Enter", _("go there") if self._pane.places else _("choose"), "choose"))
        return tuple(found)

    def _actions(self, signs: Signs) -> tuple[Button, ...]:
        """What can be done at a step; what a narrow terminal has no room for comes last."""
        up, down = ("↑", "↓") if signs.unicode else ("up", "down")
        return (
            Button("<", _("back"), "back"),
            Button(">", _("on"), "next"),
            Button("?", _("keys"), "help"),
            Button("q", _("leave"), "leave"),
            Button("g", _("go to"), "places"),
            Button("p", _("proofs"), "proofs"),
            Button("t", _("text"), "text"),
            Button(down, _("next trick"), "trick-next"),
            Button(up, _("trick before"), "trick-back"),
            Button("]", _("next deal"), "deal-next"),
            Button("[", _("deal before"), "deal-back"),
            Button("Home", _("to the beginning"), "first"),
            Button("End", _("to the end"), "last"),
        )

    def _proofs(self) -> list[str]:
        lines: list[str] = []
        for one in self.words.evidence:
            lines += [one.head, *(f"  {text}" for text in one.proofs)]
        return lines or [_("No record belongs to this step.")]


def _help() -> list[str]:
    return [
        _("right, >, space one step on (or click on the table)"),
        _("left, <         one step back (or right-click)"),
        _("down, up        to the next, the previous trick"),
        _("], [            to the next, the previous deal"),
        _("Home, End       to the beginning, to the end and the verdict"),
        _("g               choose a deal to go to"),
        _("p               what has been proven in this step"),
        _("t               all that is said about this step"),
        _("+               all that can be done"),
        _("q, Esc          leave"),
    ]
