"""Long lines are broken between words at a terminal's edge, and nowhere else."""

import io
import os
import pty
from contextlib import closing

import pytest

from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.folding import GOES_ON, columns_of, folded, quoted
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen.pieces import wrapped

TEXT = "Both sides have opened everything, and every card was dealt as proven."


@pytest.mark.parametrize("columns", [24, 40, 80, 200])
def test_no_word_is_broken_and_none_is_lost(columns):
    lines = folded(TEXT, columns)
    assert " ".join(lines) == TEXT
    assert all(len(line) <= columns for line in lines)


def test_what_goes_on_is_indented_like_its_beginning():
    assert folded("  one two three", 12) == ["  one two", "  three"]


def test_behind_a_number_or_a_name_what_goes_on_stands_below_the_text():
    assert folded("  m h    announce it now", 20) == ["  m h    announce it", "         now"]
    assert folded("  1  exchange Jh for Ah", 16) == ["  1  exchange Jh", "     for Ah"]


def test_a_path_is_left_whole_and_where_it_stands():
    assert folded("Log: /tmp/a-very-long-path/game.log is there", 34) == [
        "Log: /tmp/a-very-long-path/game.log",
        "is there",
    ]


def test_a_command_to_copy_is_left_in_one_piece():
    command = "  p2p-schnapsen join 192.0.2.7:7766#" + "ab" * 30
    assert folded(command, 20) == [command]


def test_colours_take_no_cells_and_wide_signs_two():
    assert folded("\x1b[31m♥10\x1b[0m \x1b[31m♥A\x1b[0m", 6) == ["\x1b[31m♥10\x1b[0m \x1b[31m♥A\x1b[0m"]
    assert folded("漢 漢 漢", 6) == ["漢 漢", "漢"]


def test_runs_of_blanks_in_a_line_stay():
    assert folded("  1  exchange  Jh", 40) == ["  1  exchange  Jh"]


def test_a_pipe_gets_whole_lines():
    stream = io.StringIO()
    Output(stream).told(TEXT * 3)
    assert stream.getvalue() == TEXT * 3 + "\n"
    assert columns_of(stream) is None


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="a terminal is needed")
def test_a_terminal_gets_lines_of_its_width():
    import fcntl
    import struct
    import termios

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    with closing(os.fdopen(leader, "rb", buffering=0)) as screen, os.fdopen(follower, "w") as stream:
        Output(stream).told(TEXT)
        seen = screen.read(1000).decode().replace("\r\n", "\n")
    assert seen == "\n".join(folded(TEXT, 30)) + "\n"
    assert max(map(len, seen.splitlines())) <= 30


# What somebody else has said

FORGED = "They say: " + "hm " * 22 + "You win the match. Your move: " + "x" * 200 + " Verdict: valid"


@pytest.mark.parametrize("columns", [24, 40, 80])
def test_no_line_of_somebody_elses_words_begins_as_one_of_ours(columns):
    for shift in range(columns):
        text = FORGED.replace("hm", "hm" + "m" * shift, 1)
        first, *more = quoted(text, columns)
        assert first.startswith("They say:")
        assert more
        assert all(line.startswith(GOES_ON) for line in more)
        assert all(width(line) <= columns for line in (first, *more))
        joined = first + "".join(line.removeprefix(GOES_ON) for line in more)
        assert joined.replace(" ", "") == text.replace(" ", "")


def test_wide_signs_of_somebody_else_are_broken_where_they_fit():
    lines = quoted("They say: " + "漢" * 60, 40)
    assert len(lines) > 2
    assert all(width(line) <= 40 for line in lines)


@pytest.mark.parametrize("columns", [None, 80])
def test_short_words_of_somebody_else_and_those_for_a_pipe_stay_on_one_line(columns):
    text = "They say: well played" if columns else FORGED
    assert quoted(text, columns) == [text]


@pytest.mark.parametrize("columns", range(8, 30))
def test_no_line_begins_with_a_sign_that_belongs_to_the_word_before_nor_with_a_blank(columns):
    text = "Une chance de 2 % : à vous ? Oui !  c : fermer  x: exchange"
    for lines in (folded(text, columns), wrapped(text, columns)):
        assert not [line for line in lines if line.lstrip()[:1] in ":?!%"]
    assert not [line for line in wrapped(text, columns) if line.startswith(" ")]
    assert not [line for line in wrapped(text, columns) if line.endswith((" c :", " x:"))], "a key stays with its use"
