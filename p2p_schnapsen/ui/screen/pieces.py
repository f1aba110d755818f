"""How single things are drawn on the canvas: cards, backs, the talon, lines of text, a box. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_schnapsen.rules.cards import SUIT_SIZE, Card
from p2p_schnapsen.ui import pack
from p2p_schnapsen.ui.folding import BETWEEN
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.picture import Button

SUIT_STYLES = ("class:clubs", "class:diamonds", "class:hearts", "class:spades")

ELLIPSIS = "..."


@dataclass(frozen=True, slots=True)
class Signs:
    """What a terminal can show: signs and lines of Unicode, or letters and ASCII."""

    unicode: bool = True

    @property
    def frame(self) -> str:
        """Corners from the upper left clockwise, then the horizontal and the vertical line."""
        return "╭╮╯╰─│" if self.unicode else "++++-|"

    @property
    def back(self) -> str:
        return "░" if self.unicode else ":"

    @property
    def bullet(self) -> str:
        return "●" if self.unicode else "*"

    @property
    def rule(self) -> str:
        return "─" if self.unicode else "-"

    @property
    def up(self) -> str:
        return "▲" if self.unicode else "^"

    @property
    def down(self) -> str:
        return "▼" if self.unicode else "v"

    def suit(self, suit: int) -> str:
        """The sign of a suit (0..3)."""
        return pack.sign(suit, symbols=self.unicode)

    def name(self, card: Card) -> str:
        """A card in two or three cells."""
        return pack.name(card % SUIT_SIZE, card // SUIT_SIZE, symbols=self.unicode)


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a card in cells."""

    columns: int
    rows: int


LARGE, SMALL = Shape(7, 5), Shape(5, 3)


def box(canvas: Canvas, row: int, column: int, shape: Shape, signs: Signs, style: str = "", target: str = "") -> None:
    """An empty frame; what is within it is blank."""
    upper_left, upper_right, lower_right, lower_left, across, down = tuple(signs.frame)
    inner = shape.columns - 2
    canvas.put(row, column, upper_left + across * inner + upper_right, style, target)
    for line in range(row + 1, row + shape.rows - 1):
        canvas.put(line, column, down + " " * inner + down, style, target)
    canvas.put(row + shape.rows - 1, column, lower_left + across * inner + lower_right, style, target)


def card(
    canvas: Canvas, row: int, column: int, shape: Shape, value: Card, signs: Signs, *, style: str = "", target: str = ""
) -> None:
    """A card face up; `style` is of its frame, and joins the style of its suit."""
    box(canvas, row, column, shape, signs, style, target)
    suit = value // SUIT_SIZE
    ink = f"{SUIT_STYLES[suit]} {style}".strip()
    rank, sign = pack.rank(value % SUIT_SIZE), signs.suit(suit)
    if shape.rows < LARGE.rows:
        canvas.put(row + 1, column + 1, signs.name(value).center(shape.columns - 2), ink, target)
        return
    inner = shape.columns - 2
    canvas.put(row + 1, column + 1, rank.ljust(inner), ink, target)
    canvas.put(row + 2, column + 1, sign.center(inner), ink, target)
    canvas.put(row + 3, column + 1, rank.rjust(inner), ink, target)


def back(canvas: Canvas, row: int, column: int, shape: Shape, signs: Signs, style: str, target: str = "") -> None:
    """A card face down."""
    box(canvas, row, column, shape, signs, style, target)
    for line in range(row + 1, row + shape.rows - 1):
        canvas.put(line, column + 1, signs.back * (shape.columns - 2), style, target)


def fitted(text: str, columns: int) -> str:
    """A text cut to so many cells."""
    if width(text) <= columns:
        return text
    room = max(0, columns - len(ELLIPSIS))
    kept = ""
    for sign in text:
        if width(kept + sign) > room:
            break
        kept += sign
    return (kept + ELLIPSIS)[:columns]


def whole(text: str, columns: int) -> str:
    """The sentences of a text that fit into so many cells, from its beginning; the first is there in any case."""
    kept, *more = text.split(". ")
    for sentence in more:
        if width(f"{kept}. {sentence}") + (not sentence.endswith(".")) > columns:
            return fitted(kept + ".", columns)
        kept += f". {sentence}"
    return fitted(kept, columns)


def wrapped(text: str, columns: int) -> list[str]:
    """A text in lines of at most so many cells, broken between words; a word longer than that wherever a line ends."""
    lines: list[str] = []
    for word in BETWEEN.split(text):
        if lines and width(lines[-1]) + 1 + width(word) <= columns:
            lines[-1] += " " + word
        elif word or not lines:  # the second of two blanks begins no line
            lines += hard(word, columns)
    return lines


def hard(text: str, columns: int) -> list[str]:
    """A text in lines of so many cells, broken wherever they end: all of it but what no line has room for."""
    lines = [""]
    for sign in (sign for sign in text if width(sign) <= columns):
        if width(lines[-1] + sign) > columns and lines[-1]:
            lines.append("")
        lines[-1] += sign
    return lines


def latest(texts: Sequence[str], columns: int, rows: int) -> list[tuple[str, int]]:
    """The last rows of some texts, wrapped, oldest first: each row, and the place of its text, 0 for the newest.

    All texts are whole, unless the newest alone is too long: then it is its beginning.
    """
    lines: list[tuple[str, int]] = []
    for place, text in enumerate(reversed(texts)):
        above = [(line, place) for line in wrapped(text, columns)]
        if lines and len(above) + len(lines) > rows:
            break
        lines[:0] = above
    return lines[:rows] if rows > 0 else []


def arranged(buttons: Sequence[Button], columns: int, rows: int, more: Button | None = None) -> list[list[Button]]:
    """Buttons in at most so many rows of so many cells; where not all fit, `more` is the last of those that do."""
    lines = _in_rows(buttons, columns)
    if len(lines) <= rows:
        return lines
    if more is None:
        return lines[:rows]
    kept = list(buttons)
    while kept:
        kept.pop()
        lines = _in_rows([*kept, more], columns)
        if len(lines) <= rows:
            break
    return lines[:rows]


def _in_rows(buttons: Sequence[Button], columns: int) -> list[list[Button]]:
    lines: list[list[Button]] = []
    left = 0
    for button in buttons:
        wide = width(button.sign) + width(button.label) + 2
        if not lines or wide > left:
            lines.append([])
            left = columns
        lines[-1].append(button)
        left -= wide + 1
    return lines


def bar(
    canvas: Canvas,
    row: int,
    buttons: Sequence[Button],
    first: int,
    last: int,
    rows: int = 1,
    more: Button | None = None,
) -> None:
    """Buttons side by side from column `first` to before `last`, in at most so many rows; a click does their action."""
    for number, line in enumerate(arranged(buttons, last - first, rows, more)):
        column = first
        for button in line:
            target = f"do {button.action}" if button.action else ""
            room = last - column - width(button.sign)
            column = canvas.put(row + number, column, button.sign, "class:key", target)
            column = canvas.put(row + number, column, fitted(f" {button.label} ", room), "class:label", target)
            if column < last:  # the gap between two buttons is of the first
                column = canvas.put(row + number, column, " ", "", target)
