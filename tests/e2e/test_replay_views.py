"""`replay` for the eye and for programs: objects, a page, and the full screen at a real terminal."""

import signal

import pytest

from p2p_schnapsen.cli.commands import build_parser
from p2p_schnapsen.profile import settings
from p2p_schnapsen.profile.home import locate
from tests.e2e.test_replay import EXAMPLE, REVOKE
from tests.support.programs import events, here, program, run
from tests.support.terminal import ALTERNATE, Terminal
from tests.ui.test_replay_page import Page


def test_json_is_one_object_a_step_and_the_verdict_last():
    done = here("replay", REVOKE, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    lines = events(done.stdout)
    assert [line["kind"] for line in lines] == ["match", "deal", "move", "move", "end"]
    assert (lines[-1]["verdict"]["verdict"], lines[-1]["verdict"]["culprit"]) == ("proven", "guest")


def test_html_writes_a_page_and_never_over_another_file(tmp_path):
    target = tmp_path / "match.html"
    done = here("replay", REVOKE, "--html", target)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("proven: the guest ")
    text = target.read_text("utf-8")
    assert Page(text).texts["title"] == "anna - bert: Schnapsen"
    again = here("replay", EXAMPLE, "--html", target)
    assert again.returncode == 2
    assert again.stderr.startswith("p2p-schnapsen: ")
    assert "Traceback" not in again.stderr
    assert target.read_text("utf-8") == text
    assert [path.name for path in tmp_path.iterdir()] == ["match.html"]


def test_html_goes_to_stdout_in_utf_8_in_any_locale():
    done = run("replay", EXAMPLE, "--html", "-", LC_ALL="C", LANG="C", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "♥" in Page(done.stdout).texts["#data"]


def test_what_is_no_log_has_a_page_that_says_so(tmp_path):
    path = tmp_path / "game.log"
    path.write_bytes(b"no log")
    done = here("replay", path, "--html", "-")
    assert done.returncode == 2
    found = Page(done.stdout)
    assert found.texts["p"] == "unreadable: This is not a log of a match."
    assert found.policy["script-src"] == "'none'"


@pytest.mark.parametrize("both", [("--json", "--text"), ("--html", "x.html", "--analyse")])
def test_two_ways_to_show_it_at_once_make_no_sense(both, capsys):
    with pytest.raises(SystemExit) as end:
        build_parser().parse_args(["replay", "game.log", *both])
    assert end.value.code == 2
    assert "not allowed with" in capsys.readouterr().err


def test_a_match_is_stepped_through_at_a_terminal(tmp_path):
    path = settings.path_of(locate(str(tmp_path), {}))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('suits = "four"\n', "utf-8")
    with Terminal(program("replay", EXAMPLE, "--home", tmp_path)) as terminal:
        terminal.until("Step 1 of 32")
        terminal.type("\x1b[C\x1b[C")
        terminal.until("The guest announces the marriage")
        terminal.type("\x1b[B")
        terminal.until("The guest leads ♠J.")
        terminal.type("\x1b[<0;30;10M\x1b[<0;30;10m")
        terminal.until("Step 7 of 32")
        terminal.type("\x1b[<2;30;10M\x1b[<2;30;10m")
        terminal.until("Step 6 of 32")
        cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
        assert "green" in {cell.fg for cell in cells if cell.data == "♣"}  # as the settings have it
        terminal.resize(40, 15)
        terminal.signal(signal.SIGWINCH)
        terminal.until("talon: 8")
        terminal.type("\x1b[F")
        terminal.until("The end, and the verdict")
        terminal.type("q")
        assert terminal.end() == 0
        assert terminal.as_it_was
        last = terminal.output.rsplit(ALTERNATE + b"l", 1)[1].decode()
    assert "valid: every record holds" in last


def test_a_signal_ends_it_and_leaves_the_terminal_as_it_was():
    with Terminal(program("replay", REVOKE)) as terminal:
        terminal.until("Step 1 of 5")
        terminal.signal(signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM
        assert terminal.as_it_was


def test_the_notation_is_there_at_a_terminal_too():
    with Terminal(program("replay", REVOKE, "--text")) as terminal:
        assert terminal.end() == 1
        assert b'[Schnapsen "1"]' in terminal.output
        assert ALTERNATE not in terminal.output
