"""Places a picture on a canvas of any size. Everything has its fixed place, so that nothing jumps. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen import pieces
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.picture import Dialog, Held, Mark, Person, Picture, Talon
from p2p_schnapsen.ui.screen.pieces import LARGE, SMALL, Shape, Signs, fitted

LEAST = (40, 15)
"""Columns and rows below which no table can be shown."""

ROOMY = (72, 24)
MOST_COLUMNS, MOST_ROWS = 108, 30
"""More than this is margin."""

HAND = 6
"""Cards for which there is room in a hand."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things are: rows from the top, columns from the left, both of the table's own corner."""

    shape: Shape
    gap: int
    """Columns between the left edges of two cards of a hand."""
    other_row: int
    backs_row: int | None
    middle_row: int
    talon: int
    played: tuple[int, int]
    """Columns of what was led or followed with by the other side, and by us."""
    me_row: int
    hand_row: int
    """Where a card lies that may not be played; all others lie `lift` rows higher."""
    lift: int
    status_row: int
    fairness_row: int
    buttons_row: int
    buttons_rows: int
    said: tuple[int, int, int]
    """First row, rows and column of the report."""


def paint(picture: Picture, columns: int, rows: int, signs: Signs) -> Canvas:
    """The whole screen."""
    if columns < LEAST[0] or rows < LEAST[1]:
        return too_small(columns, rows)
    canvas = Canvas(columns, rows)
    roomy = columns >= ROOMY[0] and rows >= ROOMY[1]
    high = min(rows, MOST_ROWS) if roomy else min(rows, ROOMY[1] - 1)
    wide = min(columns, MOST_COLUMNS if roomy else ROOMY[0])
    _Painter(canvas, signs, (rows - high) // 2, (columns - wide) // 2, wide, high, roomy=roomy).paint(picture)
    return canvas


def too_small(columns: int, rows: int) -> Canvas:
    """What is needed; nothing else fits."""
    canvas = Canvas(columns, rows)
    needs = _("Needs {columns}x{rows}; the game goes on.").format(columns=LEAST[0], rows=LEAST[1])
    for row, line in enumerate(pieces.wrapped(needs, max(1, columns))[:rows]):
        canvas.put(row, 0, line)
    return canvas


def _roomy(high: int) -> Layout:
    spare = high - ROOMY[1]
    above, below = spare // 2, spare - spare // 2
    middle, hand = 6 + above, 14 + spare
    return Layout(
        LARGE,
        8,
        1,
        2,
        middle,
        1,
        (24, 34),
        hand - 2,
        hand,
        1,
        hand + 6,
        hand + 7,
        high - 2,
        2,
        (2, 9 + above + below, 53),
    )


def _narrow(high: int) -> Layout:
    hand = high - 7
    # What a low terminal cannot show beside the table it shows in the rows that are left.
    report = max(1, hand - 1 - 5)
    return Layout(SMALL, 6, 1, None, 2, 0, (18, 25), hand - 1, hand, 0, high - 3, high - 2, high - 1, 1, (5, report, 0))


class _Painter:
    def __init__(self, canvas: Canvas, signs: Signs, top: int, left: int, wide: int, high: int, *, roomy: bool) -> None:
        self.canvas = canvas
        self.signs = signs
        self.top = top
        self.left = left
        self.wide = wide
        self.high = high
        self.roomy = roomy
        self.at = _roomy(high) if roomy else _narrow(high)

    def put(self, row: int, column: int, text: str, style: str = "", target: str = "", room: int | None = None) -> int:
        """As a canvas, from the table's corner; cut at its edge, or to `room` cells. The column behind."""
        room = self.wide - column if room is None else room
        return self.canvas.put(self.top + row, self.left + column, fitted(text, room), style, target) - self.left

    def paint(self, picture: Picture) -> None:
        at = self.at
        self._header(picture)
        if picture.me is None or picture.other is None or picture.talon is None:
            self._waiting(picture)
        else:
            self._other(picture, picture.other)
            self._talon(picture.talon)
            self._trick(picture.me, picture.other)
            self._me(picture.me)
            self._hand(picture.hand)
            self._said(picture)
        status = f"{self.signs.bullet} {picture.status}" if picture.urgent else picture.status
        self.put(at.status_row, 0, status, "class:turn" if picture.urgent else "class:status")
        if picture.notice:
            self.put(at.fairness_row, 0, picture.notice, "class:notice")
        else:
            self.put(at.fairness_row, 0, pieces.whole(picture.fairness, self.wide), "class:fair")
        row = self.top + at.buttons_row
        pieces.bar(self.canvas, row, picture.buttons, self.left, self.left + self.wide, at.buttons_rows)
        if picture.dialog is not None:
            self._dialog(picture.dialog, low=picture.me is None)

    def _header(self, picture: Picture) -> None:
        self.canvas.fill(self.top, self.left, self.wide, "class:header")
        room = self.wide - 2 - width(picture.score)
        if room > 0:
            self.put(0, 1, picture.title, "class:header", room=max(0, room - 1))
        self.put(0, max(1, self.wide - 1 - width(picture.score)), picture.score, "class:header")

    def _waiting(self, picture: Picture) -> None:
        """What stays, then the newest of what was said; a question is below it, and hides nothing of it."""
        wide, room = self.wide - 2, self.at.status_row - 3
        if picture.dialog is not None:
            room -= self._folded(picture.dialog)[1] - 1
        lines = [line for text in picture.waiting for line in pieces.wrapped(text, wide)]
        if lines:
            lines.append("")
        lines += [line for line, _newest in pieces.latest(picture.said, wide, max(0, room - len(lines)))]
        for row, line in enumerate(lines[: max(0, room)], 2):
            self.put(row, 1, line)

    # -- both sides ------------------------------------------------------------------------------------------

    def _who(self, row: int, person: Person) -> None:
        room = self.at.said[2] - 2 if self.roomy else self.wide
        facts = [person.points] if person.points else []
        facts.append(_("tricks: {n}").format(n=person.tricks))
        if person.dealer:
            facts.append(_("dealer"))
        text = " " + "  ".join(facts)
        self.put(row, 0, fitted(person.name, max(4, room - width(text) - 1)), "class:name")
        column = min(width(person.name), max(4, room - width(text) - 1))
        self.put(row, column + 1, text, "class:facts", room=max(0, room - column - 1))

    def _other(self, picture: Picture, other: Person) -> None:
        at, signs = self.at, self.signs
        self._who(at.other_row, other)
        if at.backs_row is None:
            shown = " ".join(signs.name(card) for card in picture.known)
            text = signs.back * picture.backs + (" " + shown if shown else "")
            self.put(at.middle_row + 1, self.wide - 1 - width(text), text, "class:back")
            return
        column = 1
        row = self.top + at.backs_row
        for _back in range(picture.backs):
            pieces.back(self.canvas, row, self.left + column, SMALL, signs, "class:back")
            column += SMALL.columns
        for card in picture.known:
            pieces.card(self.canvas, row, self.left + column, SMALL, card, signs, style="class:seen")
            column += SMALL.columns

    def _me(self, me: Person) -> None:
        self._who(self.at.me_row, me)

    # -- the middle ------------------------------------------------------------------------------------------

    def _talon(self, talon: Talon) -> None:
        at, signs = self.at, self.signs
        row, column = self.top + at.middle_row, self.left + at.talon
        suit = signs.suit(talon.trump)
        if not talon.cards:
            ink = pieces.SUIT_STYLES[talon.trump]
            self.put(at.middle_row + at.shape.rows // 2, at.talon + 1, _("Trump {suit}").format(suit=suit), ink)
            return
        step = 8 if self.roomy else 5
        if talon.up is not None and not talon.closed:
            pieces.card(self.canvas, row, column + step, at.shape, talon.up, signs, style="class:up", target="trump")
        pieces.back(self.canvas, row, column, at.shape, signs, "class:back", "talon")
        count = f" {talon.cards} "
        self.canvas.put(
            row + at.shape.rows // 2, column + (at.shape.columns - len(count)) // 2, count, "class:count", "talon"
        )
        if talon.closed:
            # The trump lies on top now, turned: its suit still counts.
            ink = pieces.SUIT_STYLES[talon.trump]
            self.canvas.put(row + at.shape.rows // 2 - (1 if self.roomy else 0), column + step, suit, f"{ink} class:up")
            if self.roomy:
                self.put(at.middle_row + at.shape.rows // 2, at.talon + step, talon.closed, "class:closed", room=14)
            else:
                self.canvas.put(row, column + step, fitted(talon.closed, 12), "class:closed")

    def _trick(self, me: Person, other: Person) -> None:
        at = self.at
        for column, person in zip(at.played, (other, me), strict=True):
            if person.played is not None:
                style = "class:takes" if person.takes else "class:played"
                row = self.top + at.middle_row
                pieces.card(
                    self.canvas,
                    row,
                    self.left + column,
                    at.shape,
                    person.played,
                    self.signs,
                    style=style,
                    target="table",
                )

    def _hand(self, hand: tuple[Held, ...]) -> None:
        at = self.at
        for place, held in enumerate(hand):
            column = 1 + place * at.gap
            lifted = 0 if held.mark is Mark.ILLEGAL else at.lift
            style = {Mark.LEGAL: "class:legal", Mark.ILLEGAL: "class:illegal", Mark.RESTING: "class:resting"}[held.mark]
            if held.chosen:
                style = "class:chosen"
            target = f"card {held.card}"
            row = self.top + at.hand_row - lifted
            pieces.card(
                self.canvas, row, self.left + column, at.shape, held.card, self.signs, style=style, target=target
            )
            label = held.key + ("+" if held.announces else "")
            if held.chosen:
                label = f">{label}<"
            below = at.hand_row + at.shape.rows
            self.put(
                below, column + (at.shape.columns - len(label)) // 2, label, "class:key" if held.key else style, target
            )

    def _said(self, picture: Picture) -> None:
        row, rows, column = self.at.said
        lines = pieces.latest(picture.said, self.wide - column, rows)
        for number, (line, newest) in enumerate(lines):
            self.put(row + rows - len(lines) + number, column, line, "class:newest" if newest else "class:said")

    # -- above the table -------------------------------------------------------------------------------------

    def _folded(self, dialog: Dialog) -> tuple[list[str], int]:
        """The lines of a box, and how many rows it takes."""
        lines = [line for text in dialog.lines for line in (pieces.wrapped(text, self._inner) if text else [""])]
        if dialog.entry is not None:
            lines.append("")
        rows = min(self.high, len(lines) + 5)
        return lines[: max(0, rows - 5)], rows

    @property
    def _inner(self) -> int:
        """Cells of a line in a box."""
        return min(self.wide - 6, 64)

    def _dialog(self, dialog: Dialog, *, low: bool) -> None:
        """A box in the middle, or `low`: just above the status."""
        lines, rows = self._folded(dialog)
        typed = 0 if dialog.entry is None else self._inner
        wide = min(self.wide, max([width(dialog.title) + 4, *map(width, lines), _broad(dialog), typed]) + 4)
        shape = Shape(wide, rows)
        top, left = (self.high - rows) // 2, self.left + (self.wide - wide) // 2
        top = self.top + (max(0, self.at.status_row - rows) if low else top)
        pieces.box(self.canvas, top, left, shape, self.signs, "class:dialog")
        self.canvas.put(top, left + 2, f" {fitted(dialog.title, wide - 6)} ", "class:dialog-title")
        for number, line in enumerate(lines):
            self.canvas.put(top + 2 + number, left + 2, fitted(line, wide - 4), "class:dialog")
        if dialog.entry is not None:
            text = dialog.entry
            while width(text) > wide - 6:
                text = text[1:]
            self.canvas.put(top + 1 + len(lines), left + 2, f"> {text}_", "class:dialog")
        pieces.bar(self.canvas, top + rows - 2, dialog.buttons, left + 2, left + wide - 2)


def _broad(dialog: Dialog) -> int:
    return sum(width(button.key) + width(button.label) + 3 for button in dialog.buttons)
