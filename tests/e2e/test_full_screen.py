"""The installed program at a real terminal: whole matches at the full screen, and how the terminal is left."""

import itertools
import os
import re
import signal
import socket
import sys

import pytest

from tests.support.programs import finish, listening_port, program, run, started
from tests.support.terminal import ALTERNATE, SECONDS, Terminal


def playing(tmp_path, *more, **extra):
    return Terminal(program("play", "--home", tmp_path / "home", "--set", "target=1", *more), **extra)


CARDS = itertools.cycle("12345")


def act(terminal):
    """Do something that may be done now, and see what comes of it."""
    text = terminal.text()
    if "goes on." in text:
        terminal.type("\r")
    elif "let the deal be counted" in text:
        terminal.type("s")
    elif "Your turn" in text:
        terminal.type(next(CARDS))
    terminal.read(0.2)


LONGEST = 1000
"""Acts of a match to one point, by far."""


def play_on(*terminals):
    """Play until the match is over and seen to its end."""
    for _ in range(LONGEST):
        playing = [terminal for terminal in terminals if "Another match?" not in terminal.text()]
        if not playing:
            return
        for terminal in playing:
            assert terminal.process.poll() is None
            act(terminal)
    raise AssertionError("\n".join(terminal.text() for terminal in terminals))


def another(terminal, key):
    """Whether there is to be another match; the question takes no key before it has been there for a moment."""
    terminal.until("Another match?")
    while "Another match?" in terminal.text() and terminal.on(ALTERNATE):
        terminal.type(key)
        terminal.read(0.2)


def test_a_match_is_played_at_any_size_and_summed_up_below_the_screen_and_another_can_follow(tmp_path):
    with playing(tmp_path) as terminal:
        text = terminal.until(lambda text: "Your turn" in text or "Any key" in text)
        assert "Schnapsen with the computer" in text
        assert "shuffled by both, and proven" in text
        terminal.resize(30, 10)
        terminal.until("Needs 40x15")
        terminal.resize(1, 1)
        terminal.resize(120, 40)
        terminal.until("shuffled by both")
        terminal.resize(80, 24)
        play_on(terminal)
        before = len(terminal.output)
        another(terminal, "y")
        while ALTERNATE + b"h" not in terminal.output[before:]:
            terminal.read(0.2)
        last = terminal.output[before:].partition(ALTERNATE + b"l")[2].partition(ALTERNATE + b"h")[0].decode()
        terminal.until("shuffled by both")
        terminal.type("q")
        terminal.until("Leave the table?")
        terminal.type("y")
        assert terminal.end() == 0
        assert terminal.as_it_was
    assert "Verdict: valid" in last
    log = last.split("Log:", 1)[1].split()[0]  # a long path is on a line of its own
    assert run("verify", log).returncode == 0


def test_host_and_guest_play_at_two_screens(tmp_path):
    hosting = ("host", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a", "--set", "target=1", "--yes")
    with Terminal(program(*hosting), columns=120, rows=40) as host:
        host.until("p2p-schnapsen join")
        address = next(word for word in host.text().split() if word.startswith("127.0.0.1:"))
        with Terminal(program("join", address, "--home", tmp_path / "b"), columns=60, rows=20) as guest:
            guest.until("Play by these rules?")
            while "Play by these rules?" in guest.text():  # it takes no key before it has been there for a moment
                guest.type("y")
                guest.read(0.2)
            for one in (host, guest):
                one.until("shuffled by both")
            both = [host, guest]
            play_on(*both)
            for one in both:
                another(one, "n")
            assert (host.end(), guest.end()) == (0, 0)
            assert host.as_it_was
            assert guest.as_it_was


def test_who_stays_when_the_other_leaves_may_wait_and_the_match_goes_on_when_it_comes_back(tmp_path):
    hosting = ("host", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a", "--yes")
    with Terminal(program(*hosting)) as host:
        host.until("p2p-schnapsen join")
        address = next(word for word in host.text().split() if word.startswith("127.0.0.1:")).partition("#")[0]
        for number, command in enumerate((("join", address, "--yes"), ("resume",))):
            with Terminal(program(*command, "--home", tmp_path / "b")) as guest:
                for one in (host, guest):
                    one.until("shuffled by both")
                if number:
                    host.until(lambda text: "come back" not in text)
                host.type("t")
                host.until("Say")
                host.type("I say")
                guest.type("qy")
                assert guest.end() == 0
            assert "> I say" in host.until("> I say"), "who types is not interrupted"
            host.type("\r")
            host.until("Your opponent has left.")
            if not number:
                while "Wait until" in host.text():  # it takes no key before it has been there for a moment
                    host.type("y")
                    host.read(0.2)
                host.until("Waiting for your opponent to come back.")
        while host.on(ALTERNATE):
            host.type("n")
            host.read(0.2)
        assert host.end() == 5
        assert host.as_it_was
        assert b"Verdict: incomplete" in host.output
        assert len(re.findall(rb"p2p-schnapsen\s+--home\s+\S+\s+resume", host.output)) == 1


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_leaves_the_terminal_as_it_was_and_the_match_to_be_resumed(tmp_path, number, code):
    with playing(tmp_path) as terminal:
        terminal.until("shuffled by both")
        terminal.signal(number)
        assert terminal.end() == code
        assert terminal.as_it_was
        assert b"Traceback" not in terminal.output
        assert b"Verdict: incomplete" in terminal.output
        assert len(re.findall(rb"p2p-schnapsen\s+--home\s+\S+\s+resume", terminal.output)) == 1
    assert "unfinished" in run("matches", "--home", tmp_path / "home").stdout


def test_a_port_that_is_taken_is_said_before_anything_is_chosen(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = ("--bind", "127.0.0.1", "--port", taken.getsockname()[1])
        with Terminal(program("host", "--home", tmp_path, *where)) as terminal:
            assert terminal.end() == 3
            assert terminal.as_it_was
            assert b"is in use: choose another with --port" in b" ".join(terminal.output.split())
            assert b"What do you want to play?" not in terminal.output


@pytest.mark.parametrize("place", ["table", "form", "curtain"])
def test_a_window_that_is_closed_is_a_hangup_and_leaves_no_traceback(tmp_path, place):
    told = tmp_path / "told"
    command = ("host", "--port", "0", "--bind", "127.0.0.1") if place == "form" else ("play", "--set", "target=1")
    shell = ["sh", "-c", 'exec 2>"$0"; exec "$@"', str(told), *program(*command, "--home", tmp_path / "home")]
    terminal = Terminal(shell)
    try:
        until = {"table": "shuffled by both", "form": "What do you want to play?", "curtain": "leave"}[place]
        terminal.until(until)
    finally:
        terminal.close()
    assert (terminal.process.wait(SECONDS), told.read_text("utf-8")) == (129, "")


def test_a_stopped_program_gives_the_terminal_back_and_takes_it_again_and_control_c_ends_it(tmp_path):
    with playing(tmp_path) as terminal:
        terminal.until("shuffled by both")
        for stop in (lambda: terminal.type("\x1a"), lambda: terminal.signal(signal.SIGTSTP)):
            stop()
            stopped = os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED | os.WNOWAIT)
            assert stopped.si_status == signal.SIGSTOP
            while terminal.read(0.05):
                pass
            assert terminal.as_it_was
            terminal.signal(signal.SIGCONT)
            while not terminal.on(ALTERNATE):
                terminal.read(0.1)
            terminal.until("shuffled by both")
        terminal.type("\x03")
        assert terminal.end() == 130
        assert terminal.as_it_was


def test_a_mistake_of_ours_leaves_the_terminal_as_it_was_and_says_so_in_one_line(tmp_path):
    broken = (
        "import sys; from p2p_schnapsen.ui.screen.presenter import Presenter; "
        "Presenter.decide = lambda *_: 1 / 0; "
        "from p2p_schnapsen.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", broken, "play", "--home", str(tmp_path / "home")]
    with Terminal(command) as terminal:
        assert terminal.end() == 70
        assert terminal.as_it_was
        last = terminal.output.rsplit(ALTERNATE + b"l", 1)[1].decode()
    assert "this program made a mistake (ZeroDivisionError" in last
    assert "Traceback" not in last


@pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"LC_ALL": "C"}])
def test_terminals_without_colours_or_suits_show_the_table_too(tmp_path, extra):
    with playing(tmp_path, **extra) as terminal:
        text = terminal.until("Your turn") if "NO_COLOR" in extra else terminal.until("shuffled by both")
        if "NO_COLOR" in extra:
            assert b"\x1b[0;31" not in terminal.output
        else:
            assert text.isascii()


@pytest.mark.parametrize("way", ["--plain", "dumb"])
def test_who_wants_lines_gets_lines_at_a_terminal_too(tmp_path, way):
    command = program("play", "--home", tmp_path / "home", *([way] if way == "--plain" else []))
    command = command if way == "--plain" else ["env", "TERM=dumb", *command]
    with Terminal(command) as terminal:
        terminal.until("Your move")
        assert not terminal.on(ALTERNATE)


def test_a_peer_that_goes_away_is_told_of_and_the_table_stays(tmp_path):
    hosting = program("host", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a")
    with started(hosting) as host:
        port = listening_port(host)
        with Terminal(program("join", f"127.0.0.1:{port}", "--home", tmp_path / "b", "--yes")) as guest:
            guest.until("shuffled by both")
            host.kill()
            guest.until("Connecting again")
            guest.type("q")
            guest.until("Leave the table?")
            guest.type("y")
            assert guest.end() == 0
            assert guest.as_it_was
        finish(host)
