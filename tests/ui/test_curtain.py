"""The picture that is there before the program is loaded: it is taken over unseen, and lifted whatever comes."""

import io
import os
import signal
from argparse import Namespace

import pyte
import pytest

from p2p_schnapsen.cli import curtain
from p2p_schnapsen.cli.curtain import Curtain
from p2p_schnapsen.ui import language
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import LANGUAGES
from p2p_schnapsen.ui.screen.choices import Options
from p2p_schnapsen.ui.screen.curtain import LIFT, RAISE, blank, waiting, written
from p2p_schnapsen.ui.screen.paint import paint
from p2p_schnapsen.ui.screen.pieces import Signs
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.ui.screen.scene import picture


@pytest.mark.parametrize("muted", [False, True])
@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_what_a_presenter_shows_first(code, muted):
    with language.using(code):
        assert waiting(muted=muted) == picture(Presenter(0, CardStyle(), Options(muted=muted)))


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (30, 8)])
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_terminal_shows_it_as_it_was_painted(code, size):
    with language.using(code):
        canvas = paint(waiting(muted=False), *size, Signs())
    screen = pyte.Screen(*size)
    pyte.Stream(screen).feed(written(canvas))
    assert screen.display == canvas.lines()
    if size == (80, 24):
        assert all(screen.buffer[0][column].reverse for column in range(80))
        assert any(cell.bold and cell.underscore for cell in screen.buffer[22].values())


# On a terminal


PLAY = Namespace(command="play", chat=True)


class Terminal(io.StringIO):
    """Standard output, at a terminal of 80 columns and 24 rows."""

    encoding = "utf-8"

    def fileno(self):
        return 1


@pytest.fixture
def terminal(monkeypatch):
    out = Terminal()
    monkeypatch.setattr(curtain, "sys", Namespace(stdout=out))
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((80, 24)))
    return out


HANDLED = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)


def handlers():
    return [signal.getsignal(number) for number in HANDLED]


def test_who_takes_it_over_takes_it_away(terminal):
    before = handlers()
    drawn = Curtain()
    with drawn.up(PLAY):
        assert terminal.getvalue().startswith(RAISE)
        assert "Waiting." in terminal.getvalue()
        assert drawn.taken() == LIFT
        assert handlers() == before
        assert drawn.taken() == ""
    assert LIFT not in terminal.getvalue()


def test_it_is_lifted_where_nobody_takes_it_over(terminal):
    before = handlers()
    with pytest.raises(ValueError, match="wrong"), Curtain().up(PLAY):
        raise ValueError("wrong")
    assert terminal.getvalue().endswith(LIFT)
    assert handlers() == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_ends_the_program_and_lifts_it(terminal, number):
    with pytest.raises(SystemExit) as end, Curtain().up(PLAY):
        os.kill(os.getpid(), number)
    assert end.value.code == 128 + number
    assert terminal.getvalue().endswith(LIFT)


def test_ctrl_z_leaves_the_terminal_to_the_shell_until_it_wakes_us(terminal, monkeypatch):
    seen = []
    kill = os.kill
    with Curtain().up(PLAY):
        drawn = terminal.getvalue()
        monkeypatch.setattr(os, "kill", lambda _, number: seen.append((number, terminal.getvalue())))
        kill(os.getpid(), signal.SIGTSTP)
    assert seen == [(signal.SIGSTOP, drawn + LIFT)]
    assert terminal.getvalue() == drawn + LIFT + drawn + LIFT


def test_the_form_before_hosting_lies_on_an_empty_table(terminal):
    with Curtain().up(Namespace(command="host", chat=True)):
        assert "Waiting." not in terminal.getvalue()
    assert paint(blank(), 80, 24, Signs()).lines()[0].strip() == "Schnapsen"


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, True),
        ({"plain": True}, False),
        ({"json": True}, False),
        ({"auto": True}, False),
        ({"bot": True}, False),
        ({"command": "join", "address": None}, False),
        ({"command": "join", "address": "192.0.2.1"}, True),
    ],
)
def test_it_is_only_where_somebody_sits_at_the_screen_and_is_asked_nothing_before(monkeypatch, given, wanted):
    monkeypatch.setattr(curtain, "has_screen", lambda: True)
    assert curtain.is_wanted(Namespace(**{"command": "play", "plain": False, "json": False, **given})) is wanted
    monkeypatch.setattr(curtain, "has_screen", lambda: False)
    assert not curtain.is_wanted(Namespace(**{"command": "play", "plain": False, "json": False, **given}))
