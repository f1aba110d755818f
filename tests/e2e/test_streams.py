"""Streams that are closed, full, narrow or gone: one clear line at most, and the right exit code."""

import json
import os
import subprocess

import pytest

from p2p_schnapsen.cli.commands import COMMANDS
from tests.support.programs import ROOT, environment, events, here, program, run

EXAMPLE = ROOT / "protocol" / "logs" / "example" / "game.log"
BRIEF = ("--set", "target=1", "--opening", "never")


def shell(command, **extra):
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, encoding="utf-8", env=environment(**extra), timeout=90, check=False
    )


def words(*arguments):
    return " ".join(f"'{word}'" for word in program(*arguments))


def test_without_stdin_the_match_is_left(tmp_path):
    done = shell(words("play", "--home", tmp_path) + " <&-")
    assert done.returncode == 5
    assert "The input has ended" in done.stdout
    assert "Verdict: incomplete" in done.stdout
    assert done.stderr == ""


def test_without_stdout_a_match_is_played_all_the_same(tmp_path):
    done = shell(words("play", "--auto", *BRIEF, "--home", tmp_path) + " >&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(list(tmp_path.glob("matches/*-host/game.log"))) == 1


def test_whoever_stops_reading_the_json_lines_does_not_stop_the_match(tmp_path):
    done = shell(words("play", "--auto", "--json", *BRIEF, "--home", tmp_path) + " | head -1")
    assert json.loads(done.stdout)["event"] == "listening"
    assert "p2p-schnapsen:" not in done.stderr
    (log,) = tmp_path.glob("matches/*-host/game.log")
    assert here("verify", log).returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a full disk is needed")
@pytest.mark.parametrize("arguments", [("rules",), ("rules", "tjger"), ("id",), ("verify", "/dev/null")])
def test_a_full_disk_is_said(tmp_path, arguments):
    done = shell(words(*arguments, "--home", tmp_path) + " >/dev/full")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line == "p2p-schnapsen: the output cannot be written: No space left on device."


CALLS = {
    "play": (("play", "--set", "target=1"), 5),
    "host": (("host", "--bot", "--bind", "203.0.113.1", "--port", "0"), 3),
    "join": (("join", "127.0.0.1:1", "--bot"), 3),
    "matches": (("matches",), 0),
    "resume": (("resume",), 2),
    "verify": (("verify", EXAMPLE), 0),
    "replay": (("replay", EXAMPLE), 0),
    "rules": (("rules", "austriac66", "--full"), 0),
    "id": (("id", "--full"), 0),
    "peers": (("peers",), 0),
    "stats": (("stats",), 0),
    "settings": (("settings",), 0),
    "completion": (("completion", "bash"), 0),
    "": ((), 0),
    "--help": (("--help",), 0),
    "--version": (("--version",), 0),
}
"""Command -> a call of it, and its exit code where there is nobody at the input."""


def test_every_command_is_called():
    assert set(COMMANDS) <= set(CALLS)


@pytest.mark.parametrize("command", [name for name in CALLS if name in COMMANDS or name.startswith("-") or not name])
def test_a_poor_terminal_is_no_trouble(command, tmp_path):
    """Nothing to read, a reader that leaves after a line, ASCII, no colour, a dumb terminal: all at once."""
    arguments, code = CALLS[command]
    poor = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    exit_code = tmp_path / "code"
    done = shell(
        f"{{ {words(*arguments)} </dev/null; echo $? >'{exit_code}'; }} | head -1",
        **poor,
        TERM="dumb",
        NO_COLOR="1",
        P2P_SCHNAPSEN_HOME=str(tmp_path / "home"),
    )
    assert int(exit_code.read_text()) == code, done.stderr
    assert len(done.stdout.splitlines()) == 1 or code in (2, 3)
    for text in (done.stdout, done.stderr):
        assert text.isascii()
        assert "\x1b" not in text
        assert "Traceback" not in text
    if code in (2, 3):
        assert done.stderr.splitlines()[-1].startswith("p2p-schnapsen: ")


@pytest.mark.parametrize("arguments", [("rules", "tjger", "--full"), ("rules", "austriac66", "--full"), ("rules",)])
def test_what_a_narrow_encoding_lacks_is_spelled_out(arguments):
    done = run(*arguments, PYTHONIOENCODING="ascii", LC_ALL="C", LANG="C")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "\\u" in done.stdout or arguments == ("rules",)


def test_a_person_with_json_reads_the_game_on_stderr(tmp_path):
    done = run("play", "--json", *BRIEF, "--home", tmp_path, stdin="1\n" * 400)
    assert done.returncode == 0, done.stderr
    assert [event["event"] for event in events(done.stdout)][-1] == "end"
    assert "Your move" in done.stderr


@pytest.mark.parametrize("where", ["nowhere.invalid", "127.0.0.1:1"])
def test_the_last_json_line_is_the_end_also_where_no_match_began(tmp_path, where):
    done = run("join", where, "--json", "--bot", "--home", tmp_path)
    assert done.returncode == 3
    error, end = events(done.stdout)
    assert error["event"] == "error"
    assert error["message"] in done.stderr
    assert end == {"event": "end", "log": None, "verdict": None, "result": None}


def test_the_computer_is_our_own_program_wherever_we_are(tmp_path):
    """A file in the current folder is not taken for a library."""
    (tmp_path / "msgpack.py").write_text("raise SystemExit('hijacked')")
    command = "import sys; from p2p_schnapsen.cli.main import main; sys.exit(main(sys.argv[1:]))"
    python = program()[0]
    done = subprocess.run(
        [python, "-P", "-c", command, "play", "--auto", *BRIEF, "--home", str(tmp_path / "home")],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        cwd=tmp_path,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Verdict: valid" in done.stdout
