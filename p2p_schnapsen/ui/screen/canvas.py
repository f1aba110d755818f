"""A grid of terminal cells, each with its sign, its style and what a click on it means. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from p2p_schnapsen.ui.sanitise import width


class Run(NamedTuple):
    """Neighbouring cells of one style and one target."""

    style: str
    text: str
    target: str


class _Cell(NamedTuple):
    sign: str
    """Empty behind a wide sign, which takes two cells."""
    style: str
    target: str


_BLANK = _Cell(" ", "", "")


class Canvas:
    """`columns` by `rows` cells. What does not fit is cut off, so a row is never broken."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self._cells = [[_BLANK] * columns for _ in range(rows)]

    def put(self, row: int, column: int, text: str, style: str = "", target: str = "") -> int:
        """Write into a row, from a column on; the column behind it."""
        line = self._cells[row] if 0 <= row < self.rows else []
        half = cell = _Cell("", style, target)
        for sign in text:
            cells = 1 if sign.isascii() else width(sign)
            if cells == 0:
                self._mark(row, column - 1, sign)
                continue
            if column >= 0 and column + cells <= len(line):
                if not line[column].sign:
                    self._unpair(line, column)
                self._unpair(line, column + cells)
                if sign != cell.sign:  # lines and blanks are long rows of one
                    cell = _Cell(sign, style, target)
                line[column] = cell
                if cells == 2:
                    line[column + 1] = half
            column += cells
        return column

    def fill(self, row: int, column: int, columns: int, style: str = "", target: str = "") -> None:
        """Blank cells of a style."""
        self.put(row, column, " " * columns, style, target)

    def _mark(self, row: int, column: int, mark: str) -> None:
        """A mark above or below joins the sign that it stands on."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            cell = self._cells[row][column]
            self._cells[row][column] = cell._replace(sign=cell.sign + mark if cell.sign else cell.sign)

    def _unpair(self, line: list[_Cell], column: int) -> None:
        """Half of a wide sign cannot stay."""
        if column < self.columns and line[column].sign == "":
            line[column - 1] = line[column] = _BLANK

    def target(self, row: int, column: int) -> str:
        """What a click there means; empty for nothing."""
        return self._cells[row][column].target if 0 <= row < self.rows and 0 <= column < self.columns else ""

    def text(self, row: int) -> str:
        """A row as it is read."""
        return "".join([cell.sign for cell in self._cells[row]])

    def lines(self) -> list[str]:
        """All rows as they are read."""
        return [self.text(row) for row in range(self.rows)]

    def runs(self, row: int) -> Iterator[Run]:
        """A row in runs of one style."""
        for (style, target), cells in groupby(self._cells[row], key=lambda cell: (cell.style, cell.target)):
            yield Run(style, "".join(cell.sign for cell in cells), target)
