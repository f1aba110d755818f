"""Streams that are closed, full, narrow or gone: one clear line at most, and the right exit code."""

import json
import os
import subprocess

import pytest

from tests.support.programs import environment, events, program, run


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
    done = shell(words("play", "--auto", "--home", tmp_path, "--set", "target=1") + " >&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(list(tmp_path.glob("matches/*-host/game.log"))) == 1


def test_whoever_stops_reading_the_json_lines_does_not_stop_the_match(tmp_path):
    done = shell(words("play", "--auto", "--json", "--home", tmp_path, "--set", "target=1") + " | head -1")
    assert json.loads(done.stdout)["event"] == "listening"
    assert "p2p-schnapsen:" not in done.stderr
    (log,) = tmp_path.glob("matches/*-host/game.log")
    assert run("verify", log).returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a full disk is needed")
@pytest.mark.parametrize("arguments", [("rules",), ("rules", "tjger"), ("id",), ("verify", "/dev/null")])
def test_a_full_disk_is_said(tmp_path, arguments):
    done = shell(words(*arguments, "--home", tmp_path) + " >/dev/full")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line == "p2p-schnapsen: the output is of no use: No space left on device."


@pytest.mark.parametrize("arguments", [("rules", "tjger", "--full"), ("rules", "austriac66", "--full"), ("rules",)])
def test_what_a_narrow_encoding_lacks_is_spelled_out(arguments):
    done = run(*arguments, PYTHONIOENCODING="ascii", LC_ALL="C", LANG="C")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "\\u" in done.stdout or arguments == ("rules",)


def test_a_person_with_json_reads_the_game_on_stderr(tmp_path):
    done = run("play", "--json", "--home", tmp_path, "--set", "target=1", stdin="1\n" * 400)
    assert done.returncode == 0, done.stderr
    assert [event["event"] for event in events(done.stdout)][-1] == "end"
    assert "Your hand: " in done.stderr


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
        [python, "-P", "-c", command, "play", "--auto", "--home", str(tmp_path / "home"), "--set", "target=1"],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        cwd=tmp_path,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Verdict: valid" in done.stdout
