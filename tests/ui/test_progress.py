"""The bar of long work: only at a terminal, in one line, and never in the way of the lines beside it."""

from __future__ import annotations

import io

import pyte
import pytest

from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.ui import progress as progress_of
from p2p_schnapsen.ui.progress import Progress
from p2p_schnapsen.ui.verdict import tally


class Terminal(io.StringIO):
    """A terminal of some columns; `lines` is what is seen."""

    def __init__(self, columns=60):
        super().__init__()
        self.columns = columns

    def isatty(self):
        return True

    @property
    def lines(self):
        screen = pyte.Screen(self.columns, 12)
        pyte.Stream(screen).feed(self.getvalue().replace("\n", "\r\n"))
        return [line.rstrip() for line in screen.display if line.strip()]


@pytest.fixture(autouse=True)
def terminal_of_60(monkeypatch):
    """And bars, also afterwards."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(progress_of, "_plain", False)


def test_the_bar_is_one_line_below_those_that_were_printed():
    terminal = Terminal()
    with Progress(terminal, 4) as progress:
        assert terminal.lines == ["[" + "." * 30 + "] 0 of 4"]
        for done, line in enumerate(("first", "second"), start=1):
            with progress.aside():
                terminal.write(f"{line}\n")
            progress.show(done, "a long remark" if done == 1 else "")
        assert terminal.lines == ["first", "second", "[" + "#" * 15 + "." * 15 + "] 2 of 4"]
        progress.show(4, "4 valid")
    assert terminal.lines == ["first", "second", "4 of 4: 4 valid"]


def test_nothing_stays_of_work_that_was_broken_off():
    terminal = Terminal()

    def work():
        with Progress(terminal, 4) as progress:
            progress.show(1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert terminal.lines == []


def test_a_line_never_wraps(monkeypatch):
    for columns in (3, 8, 20, 40):
        monkeypatch.setenv("COLUMNS", str(columns))
        terminal = Terminal(columns)
        with Progress(terminal, 1000) as progress:
            progress.show(999, "998 valid, 1 altered")
            assert len(terminal.lines) == 1


def test_where_there_is_no_terminal_there_is_no_bar(monkeypatch):
    for stream, word, total in (
        (io.StringIO(), "xterm", 4),
        (Terminal(), "dumb", 4),
        (Terminal(), "", 4),
        (Terminal(), "xterm", 0),
    ):
        monkeypatch.setenv("TERM", word)
        with Progress(stream, total) as progress, progress.aside():
            progress.show(1)
        assert stream.getvalue() == ""


def test_where_it_is_wanted_plain_there_is_no_bar():
    terminal = Terminal()
    progress_of.use(plain=True)
    with Progress(terminal, 4) as progress, progress.aside():
        progress.show(1)
    assert terminal.getvalue() == ""


def test_a_terminal_that_went_away_does_not_stop_the_work():
    class Gone(Terminal):
        def write(self, text):
            raise OSError(5, "Input/output error")

    with Progress(Gone(), 2) as progress:
        progress.show(1)


def test_a_tally_names_the_verdicts_that_there_are():
    assert tally({Verdict.ALTERED: 1, Verdict.VALID: 3}) == "3 valid, 1 altered"
    assert tally({}) == ""
