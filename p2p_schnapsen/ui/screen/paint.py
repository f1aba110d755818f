"""Places a picture on a canvas of any size. Everything has its fixed place, so that nothing jumps. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from p2p_schnapsen.ui.language import _, plural
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen import pieces
from p2p_schnapsen.ui.screen.actions import more_button
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.picture import Button, Dialog, Held, Mark, Person, Picture, Talon
from p2p_schnapsen.ui.screen.pieces import LARGE, SMALL, Shape, Signs, fitted
from p2p_schnapsen.ui.screen.report import Spoken

LEAST = (40, 15)
"""Columns and rows below which no table can be shown."""

ROOMY = (72, 24)
MOST_COLUMNS, MOST_ROWS = 108, 30
"""More than this is margin."""

LEAST_NEWS = 2
"""Rows of what was said last that are left free before the first deal, beside what an opponent needs to come."""

OWNER = 10
"""Cells for the name below a card of a trick."""

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
    _painter(canvas, signs).paint(picture)
    return canvas


def _painter(canvas: Canvas, signs: Signs) -> _Painter:
    columns, rows = canvas.columns, canvas.rows
    roomy = columns >= ROOMY[0] and rows >= ROOMY[1]
    high = min(rows, MOST_ROWS) if roomy else min(rows, ROOMY[1] - 1)
    wide = min(columns, MOST_COLUMNS if roomy else ROOMY[0])
    return _Painter(canvas, signs, (rows - high) // 2, (columns - wide) // 2, wide, high, roomy=roomy)


def pages(picture: Picture, columns: int, rows: int) -> int:
    """On how many pages the box above the table is at this size; 1 where there is none."""
    if picture.dialog is None:
        return 1
    return _painter(Canvas(columns, rows), Signs()).pages(picture.dialog)


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
        self._status(picture)
        row = self.top + at.buttons_row
        pieces.bar(self.canvas, row, picture.buttons, self.left, self.left + self.wide, at.buttons_rows, more_button())
        if picture.dialog is not None:
            self._dialog(picture.dialog, low=picture.me is None)

    def _header(self, picture: Picture) -> None:
        self.canvas.fill(self.top, self.left, self.wide, "class:header")
        room = self.wide - 3 - width(picture.score)
        title = picture.title if width(picture.title) <= room else picture.short
        self.put(0, 1, title, "class:header", room=max(0, room))
        self.put(0, max(1, self.wide - 1 - width(picture.score)), picture.score, "class:header")

    def _status(self, picture: Picture) -> None:
        """What is to be done, in two rows where one is too narrow; below it what goes on, or else what was proven."""
        at, ink = self.at, "class:turn" if picture.urgent else "class:status"
        status = f"{self.signs.bullet} {picture.status}" if picture.urgent else picture.status
        lines = pieces.wrapped(status, self.wide)[: at.fairness_row - at.status_row + 1]
        if len(lines) > 1 and picture.notice and not self._stands_above(picture):
            lines = [status]
        for row, line in enumerate(lines, at.status_row):
            self.put(row, 0, line, ink)
        if len(lines) == 1 and picture.notice and not self._stands_above(picture):
            self.put(at.fairness_row, 0, picture.notice, "class:notice")
        elif len(lines) == 1:
            self.put(at.fairness_row, 0, pieces.whole(picture.fairness, self.wide), "class:fair")

    def _stands_above(self, picture: Picture) -> bool:
        """Whether a notice that is too long for its row is at the table's side, in place of the report."""
        return picture.me is not None and width(picture.notice) > self.wide

    def _waiting(self, picture: Picture) -> None:
        """What stays, then the newest of what was said; a question is below it, and hides nothing of it."""
        wide, room = self.wide - 2, self.at.status_row - 3
        newest = len(pieces.wrapped(picture.said[-1], wide)) if picture.said else 0
        asks = picture.dialog is not None
        if picture.dialog is not None:
            room -= self._folded(picture.dialog)[1] - 1
        lines = self._staying(picture.waiting, room, newest, asks=asks)
        if lines and len(lines) + newest < room:
            lines.append((1, ""))
        lines += [(1, line) for line, _place in pieces.latest(picture.said, wide, max(0, room - len(lines)))]
        for row, (column, line) in enumerate(lines[: max(0, room)], 2):
            self.canvas.put(self.top + row, self.left + column, line)

    def _staying(self, texts: tuple[str, ...], room: int, newest: int, *, asks: bool) -> list[tuple[int, str]]:
        """Of what stays as many texts as there is room for, each whole, beside so many rows of news: column and line.

        The own ID goes before all others, then a line that can be typed; while nothing is asked, both before the news.
        """
        folded = [self._folded_hard(text) if _is_typed(text) else self._folded_softly(text) for text in texts]
        typed = next((n for n, text in enumerate(texts) if _is_typed(text)), 0)
        kept: set[int] = set()
        for n in sorted(range(len(texts)), key=lambda n: (n > 0, n != typed)):
            news = newest if asks or n > typed else min(newest, LEAST_NEWS)
            if sum(len(folded[k]) for k in kept) + len(folded[n]) + news <= room:
                kept.add(n)
        return [line for n in sorted(kept) for line in folded[n]]

    def _folded_softly(self, text: str) -> list[tuple[int, str]]:
        return [(1, line) for line in pieces.wrapped(text, self.wide - 2)]

    def _folded_hard(self, text: str) -> list[tuple[int, str]]:
        """What is to be typed is broken only where a row ends: so it is whole, and can be marked as one line."""
        if width(text) < self.wide:
            return [(1, text)]
        return [(-self.left, line) for line in pieces.hard(text.strip(), self.canvas.columns)]

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
        if self.roomy:
            count = plural("{n} card", "{n} cards", talon.cards).format(n=talon.cards)
            self.put(at.middle_row + at.shape.rows, at.talon, count, "class:count", room=14)
        else:
            count = f"x{talon.cards}".ljust(at.shape.columns - 2)
            self.canvas.put(row + at.shape.rows // 2, column + 1, count, "class:count", "talon")
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
                if self.roomy:
                    name = person.name if width(person.name) <= OWNER else _("opponent")
                    left = column + (at.shape.columns - width(name)) // 2
                    self.put(at.middle_row + at.shape.rows, left, name, "class:owner", room=OWNER)

    def _hand(self, hand: tuple[Held, ...]) -> None:
        at = self.at
        for row in range(at.hand_row - at.lift, at.hand_row + at.shape.rows + 1):  # where a card is put back
            self.canvas.fill(self.top + row, self.left, 1 + len(hand) * at.gap, target="hand")
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
            label = held.key + ("+" if held.announces else "") + ("x" if held.exchanges else "")
            if held.chosen:
                label = f">{label}<"
            below = at.hand_row + at.shape.rows
            self.put(
                below, column + (at.shape.columns - len(label)) // 2, label, "class:key" if held.key else style, target
            )

    def _said(self, picture: Picture) -> None:
        row, rows, column = self.at.said
        if self._stands_above(picture):
            for number, line in enumerate(pieces.wrapped(picture.notice, self.wide - column)[:rows], row):
                self.put(number, column, line, "class:notice")
            return
        lines = pieces.latest(picture.said, self.wide - column, rows)
        for number, (line, place) in enumerate(lines):
            spoken = isinstance(picture.said[-1 - place], Spoken)
            style = "class:spoken" if spoken else "class:said" if place else "class:newest"
            self.put(row + rows - len(lines) + number, column, line, style)

    # -- above the table -------------------------------------------------------------------------------------

    def _folded(self, dialog: Dialog) -> tuple[list[str], int]:
        """The lines of a box, and how many rows it takes."""
        lines = [
            line for text in dialog.lines for line in (pieces.wrapped(text, self._inner(dialog)) if text else [""])
        ]
        if dialog.entry is not None:
            lines.append("")
        below = (4 if lines else 3) + len(self._arranged(dialog, self._keys(dialog)))
        rows = min(self.high, len(lines) + below)
        room = max(1, rows - below)
        page = min(dialog.page, self.pages(dialog) - 1)
        return lines[page * room : (page + 1) * room], rows

    def pages(self, dialog: Dialog) -> int:
        """On how many pages a box is here."""
        lines = sum(len(pieces.wrapped(text, self._inner(dialog))) if text else 1 for text in dialog.lines)
        if lines + 4 + len(self._arranged(dialog, dialog.buttons)) <= self.high:
            return 1
        return math.ceil(lines / max(1, self.high - 4 - len(self._arranged(dialog, _leafed(dialog)))))

    def _keys(self, dialog: Dialog) -> tuple[Button, ...]:
        """Its buttons; with what turns the pages of a question that has several."""
        return dialog.buttons if self.pages(dialog) == 1 else _leafed(dialog)

    def _arranged(self, dialog: Dialog, buttons: Sequence[Button]) -> list[list[Button]]:
        """The buttons of a box, in as many rows as they need."""
        return pieces.arranged(buttons, self._inner(dialog), self.high - 4)

    def _room(self, dialog: Dialog) -> int:
        """Cells for a box; one at which people talk leaves the report to be seen, where that is beside it."""
        beside = self.roomy and any(button.action == "talk" for button in dialog.buttons)
        return self.at.said[2] - 1 if beside else self.wide

    def _inner(self, dialog: Dialog) -> int:
        """Cells of a line in a box."""
        return min(self._room(dialog) - 6, 64)

    def _dialog(self, dialog: Dialog, *, low: bool) -> None:
        """A box in the middle, or `low`: just above the status."""
        lines, rows = self._folded(dialog)
        inner = self._inner(dialog)
        typed = 0 if dialog.entry is None else inner
        buttons, pages, title = self._arranged(dialog, self._keys(dialog)), self.pages(dialog), dialog.title
        every = [line for text in dialog.lines for line in pieces.wrapped(text, self._inner(dialog))]
        if pages > 1:
            title = f"{fitted(title, inner - 6)} {min(dialog.page, pages - 1) + 1}/{pages}"
        room = self._room(dialog)
        wide = min(room, max([width(title) + 4, *map(width, every), _broad(buttons), typed]) + 4)
        shape = Shape(wide, rows)
        left, lowest = self.left + (room - wide) // 2, max(0, self.at.status_row - rows)
        top = self.top + (lowest if low else min(lowest, (self.high - rows) // 2))
        pieces.box(self.canvas, top, left, shape, self.signs, "class:box")
        self.canvas.put(top, left + 2, f" {fitted(title, wide - 6)} ", "class:box-title")
        for number, line in enumerate(lines):
            self.canvas.put(top + 2 + number, left + 2, fitted(line, wide - 4), "class:box")
        if dialog.entry is not None:
            text = dialog.entry
            while width(text) > wide - 6:
                text = text[1:]
            self.canvas.put(top + 1 + len(lines), left + 2, f"> {text}_", "class:box")
        below = len(buttons)
        keys = self._keys(dialog)
        pieces.bar(self.canvas, top + rows - 1 - below, keys, left + 2, left + 2 + inner, below)


def _leafed(dialog: Dialog) -> tuple[Button, ...]:
    """The buttons of a box that has several pages: what is to be read has the key already."""
    turn = (Button("Enter", _("go on"), "page"),) if dialog.asks else ()
    return (*dialog.buttons, *turn)


def _broad(rows: Sequence[Sequence[Button]]) -> int:
    """Cells of the longest row of buttons."""
    return max(sum(width(b.sign) + width(b.label) + 3 for b in row) for row in rows)


def _is_typed(text: str) -> bool:
    """Whether a text is a line for a shell: these are indented."""
    return text.startswith("  ")
