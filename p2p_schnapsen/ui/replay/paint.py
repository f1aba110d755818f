"""Places a step of a replay on a canvas of any size, with the cards of the table. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from p2p_schnapsen.ui.cards import sorted_hand
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.replay.proofs import sentence
from p2p_schnapsen.ui.replay.steps import Board, Step
from p2p_schnapsen.ui.replay.words import Told, who_is_next
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen import pieces
from p2p_schnapsen.ui.screen.actions import more_button
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.paint import LEAST, MOST_COLUMNS, ROOMY
from p2p_schnapsen.ui.screen.picture import Button
from p2p_schnapsen.ui.screen.pieces import LARGE, SMALL, Signs, fitted

GUEST_ROW, TABLE_ROW, HOST_ROW = 1, 7, 14
"""Where the roomy table has the guest's name, the talon and the trick, the host's name."""

TALON, PLAYED = 1, (26, 35)
"""Columns of the talon, and of the cards of host and guest."""

TEXT = 46
"""The column at which the text begins beside the roomy table."""


@dataclass(frozen=True, slots=True)
class Pane:
    """Lines in place of the table: `at` is the first one shown, or the `chosen` one of a list."""

    title: str
    lines: tuple[str, ...]
    at: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class View:
    """What is to be seen of a replay: `names` of host and guest, None without a match; the step of `steps`."""

    names: tuple[str, str] | None
    step: Step
    told: Told
    steps: int
    buttons: tuple[Button, ...]
    pane: Pane | None = None


def paint(view: View, columns: int, rows: int, signs: Signs) -> Canvas:
    """The whole screen."""
    canvas = Canvas(columns, rows)
    if columns < LEAST[0] or rows < LEAST[1]:
        text = _("Needs {columns}x{rows}.").format(columns=LEAST[0], rows=LEAST[1])
        for row, line in enumerate(pieces.wrapped(text, max(1, columns))[:rows]):
            canvas.put(row, 0, line)
        return canvas
    wide = min(columns, MOST_COLUMNS)
    painter = _Painter(canvas, signs, (columns - wide) // 2, wide)
    painter.head(view)
    if view.pane is not None:
        painter.pane(view.pane)
    elif view.step.board is None:
        painter.text(view, 2, 1, wide - 2)
    elif columns >= ROOMY[0] and rows >= ROOMY[1]:
        painter.table(view, view.step.board)
    else:
        painter.lines(view, view.step.board)
    painter.foot(view)
    return canvas


class _Painter:
    def __init__(self, canvas: Canvas, signs: Signs, left: int, wide: int) -> None:
        self.canvas = canvas
        self.signs = signs
        self.left = left
        self.wide = wide
        self.foot_row = canvas.rows - 3

    def put(self, row: int, column: int, text: str, style: str = "", target: str = "") -> int:
        """As a canvas, from the left edge and cut at the right one; the column behind."""
        text = fitted(text, max(0, self.wide - column))
        return self.canvas.put(row, self.left + column, text, style, target) - self.left

    def head(self, view: View) -> None:
        """Who plays, and the score."""
        self.canvas.fill(0, self.left, self.wide, "class:header")
        score = f"{view.step.score[0]} : {view.step.score[1]}"
        names = _("{host} - {guest}").format(host=view.names[0], guest=view.names[1]) if view.names else _("A log")
        self.put(0, 1, fitted(names, self.wide - 4 - width(score)), "class:header")
        self.put(0, self.wide - 1 - width(score), score, "class:header")

    def foot(self, view: View) -> None:
        """Which step it is, what was proven, and the keys."""
        step = view.step
        here = _("Step {n} of {all}").format(n=step.number + 1, all=view.steps)
        who = who_is_next(step.board) if step.board is not None else ""
        self.put(self.foot_row, 0, f"{here}. {who}".rstrip(), "class:turn")
        proofs = [(record.side, proof) for record in step.records for proof in record.proven]
        if proofs:
            # A duty is what is least seen by looking at the cards; of all others one that can be read whole.
            proofs.sort(key=lambda one: one[1].code != "duty")
            texts = [sentence(proof, side) for side, proof in proofs]
            more = _(" (p: {n} more)").format(n=len(proofs) - 1) if len(proofs) > 1 else ""
            choice = [line for text in texts for line in (text + more, text)]
            text = next((text for text in choice if width(text) <= self.wide), _clauses(texts[0], self.wide))
            self.put(self.foot_row + 1, 0, text, "class:fair", "do proofs")
        pieces.bar(self.canvas, self.foot_row + 2, view.buttons, self.left, self.left + self.wide, more=more_button())

    def pane(self, pane: Pane) -> None:
        """A list or a text, from the line that is looked at."""
        self.put(2, 1, pane.title, "class:dialog-title")
        room = self.foot_row - 5
        if pane.chosen:
            first = max(0, min(pane.at - room // 2, len(pane.lines) - room))
            for row, number in enumerate(range(first, min(first + room, len(pane.lines)))):
                style = "class:chosen" if number == pane.at else ""
                self.put(
                    4 + row, 1, f"{'>' if number == pane.at else ' '} {pane.lines[number]}", style, f"line {number}"
                )
            self.ends(first > 0, first + room < len(pane.lines))
            return
        shown = [line for text in pane.lines[pane.at :] for line in _folded(text, self.wide - 2)]
        for row, line in enumerate(shown[:room]):
            self.put(4 + row, 1, line)
        self.ends(pane.at > 0, len(shown) > room)

    def ends(self, above: bool, below: bool) -> None:
        """That there is more above or below what is seen of a pane; a click leads there."""
        more = _("more")
        if above:
            self.put(3, 1, f"{self.signs.up} {more}", "class:key", "do up")
        if below:
            self.put(self.foot_row - 1, 1, f"{self.signs.down} {more}", "class:key", "do down")

    def text(self, view: View, row: int, column: int, room: int) -> None:
        """The step in words, from a row on."""
        found = [(line, "class:newest") for text in view.told.lines for line in pieces.wrapped(text, room)]
        if view.told.could:
            found += [("", ""), *((line, "class:said") for line in pieces.wrapped(view.told.could, room))]
        self.put(row, column, fitted(view.told.title, room), "class:name")
        rows = self.foot_row - row - 1
        if len(found) > rows:
            found[rows - 1 :] = [(_("(t: more)"), "class:said")]
        for offset, (line, style) in enumerate(found):
            cut = len(found) == rows and offset == rows - 1
            self.put(row + 1 + offset, column, line, style, "do text" if cut else "")

    # -- the table ---------------------------------------------------------------------------------------------------

    def table(self, view: View, board: Board) -> None:
        """Cards as cards, and the text beside them."""
        for side, row in ((1, GUEST_ROW), (0, HOST_ROW)):
            self.put(row, 0, fitted(self.who(view, board, side), TEXT - 2), "class:name")
            self.hand(board, side, row + 1)
        self.talon(board)
        taken = view.step.takes
        for side in (0, 1):
            card = view.step.table[side]
            if card is not None:
                style = "class:takes" if taken is not None and taken.winner == side else "class:played"
                column = self.left + PLAYED[side]
                pieces.card(self.canvas, TABLE_ROW, column, LARGE, card, self.signs, style=style)
                label = (_("host"), _("guest"))[side] + (" *" if taken is not None and taken.winner == side else "")
                # A long word of the host's begins further left, so that it does not run into the guest's.
                left = PLAYED[1] if side else min(PLAYED[0], PLAYED[1] - 2 - width(label))
                self.put(TABLE_ROW + LARGE.rows, left, label, "class:facts")
        self.text(view, 1, TEXT, self.wide - TEXT)

    def hand(self, board: Board, side: int, row: int) -> None:
        """A hand: what may be played is marked below, where it is known."""
        hand = board.hands[side]
        playable = board.playable if board.turn == side else None
        column = 1
        for card in sorted_hand(hand.cards, board.trump):
            may = playable is not None and playable >> card & 1
            style = "class:legal" if may else "class:resting" if playable is None else "class:illegal"
            pieces.card(self.canvas, row, self.left + column, SMALL, card, self.signs, style=style)
            if may:
                self.put(row + SMALL.rows, column + SMALL.columns // 2, "^", "class:legal")
            column += SMALL.columns + 1
        for _hidden in range(hand.hidden):
            pieces.back(self.canvas, row, self.left + column, SMALL, self.signs, "class:back")
            column += SMALL.columns + 1

    def talon(self, board: Board) -> None:
        """What is left of it, its trump, and its cards where they were opened."""
        row, left = TABLE_ROW, self.left + TALON
        trump = _("Trump {suit}").format(suit=self.signs.suit(board.trump))
        if board.talon:
            pieces.back(self.canvas, row, left, LARGE, self.signs, "class:back")
            count = f" {board.talon} "
            self.canvas.put(row + 2, left + (LARGE.columns - len(count)) // 2, count, "class:count")
            if board.up is not None and board.closed_by is None:
                pieces.card(self.canvas, row, left + LARGE.columns + 1, LARGE, board.up, self.signs, style="class:up")
            elif board.closed_by is not None:
                closed = (_("closed: host"), _("closed: guest"))[board.closed_by]
                self.put(row + 2, TALON + LARGE.columns + 1, fitted(closed, 16), "class:closed")
        self.put(row + LARGE.rows, TALON, trump, pieces.SUIT_STYLES[board.trump])
        if board.stock:
            stock = " ".join(self.signs.name(card) for card in board.stock)
            lines = pieces.wrapped(_("Face down: {cards}").format(cards=stock), TEXT - 3)
            for number, line in enumerate(lines):
                self.put(HOST_ROW + 2 + SMALL.rows + number, 1, line)

    def who(self, view: View, board: Board, side: int) -> str:
        """A side's name and its points and tricks."""
        assert view.names is not None
        points = f"{board.points[side]} (+{board.pending[side]})" if board.pending[side] else f"{board.points[side]}"
        facts = "  " + _("{points}  tricks: {n}").format(points=points, n=board.tricks[side])
        sign = f"{self.signs.bullet} " if board.turn == side else "  "
        return sign + fitted(view.names[side], max(4, TEXT - 4 - width(facts))) + facts

    # -- the same in a small terminal --------------------------------------------------------------------------------

    def lines(self, view: View, board: Board) -> None:
        """The table in lines of text."""
        row = 1
        for side in (1, 0):
            self.put(row, 0, self.who(view, board, side), "class:name")
            hand = board.hands[side]
            cards = [self.signs.name(card) for card in sorted_hand(hand.cards, board.trump)]
            self.put(row + 1, 2, " ".join(cards + [self.signs.back * 2] * hand.hidden))
            row += 2
        self.put(row, 0, self.talon_line(board), "class:said")
        sides = zip((_("host"), _("guest")), view.step.table, strict=True)
        laid = [f"{who} {self.signs.name(card)}" for who, card in sides if card is not None]
        self.put(row + 1, 0, "   ".join(laid), "class:takes")
        self.text(view, row + 2, 0, self.wide)

    def talon_line(self, board: Board) -> str:
        """Trump and talon in as few words as there are."""
        trump = _("Trump {suit}").format(suit=self.signs.suit(board.trump))
        if not board.talon:
            return trump
        up = self.signs.name(board.up) if board.up is not None else "?"
        closed = "" if board.closed_by is None else (_("closed: host"), _("closed: guest"))[board.closed_by]
        return "  ".join((trump, _("talon: {n}").format(n=board.talon), closed or up))


def _clauses(text: str, columns: int) -> str:
    """As many clauses of a sentence, from its beginning, as fit; the whole of it is among the proofs."""
    while width(text) > columns and ", " in text:
        text = text.rpartition(", ")[0] + "."
    return text


def _folded(text: str, room: int) -> list[str]:
    """A text in lines, each as far in as its beginning."""
    plain = text.lstrip(" ")
    margin = " " * (len(text) - len(plain))
    return [margin + line for line in pieces.wrapped(plain, room - len(margin))]
