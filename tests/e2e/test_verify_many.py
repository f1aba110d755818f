"""`verify` over many logs: in processes, in order, as they come; ended early it is quiet."""

from __future__ import annotations

import json
import os
import signal
import sys

import pexpect
import pytest

from p2p_schnapsen.cli import checkers
from p2p_schnapsen.cli.verify import spread
from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.gamelog.report import Verdict
from tests.support.programs import ROOT, environment, events, finish, here, program, run, started

VALID = ROOT / "protocol" / "logs" / "example" / "game.log"
PROVEN = ROOT / "protocol" / "logs" / "revoke_fail" / "game.log"


@pytest.fixture
def logs(tmp_path):
    """A folder of logs: a valid one, one that proves a fault, one cut short, one that is none; and a match."""
    data = VALID.read_bytes()
    for number, content in enumerate((data, PROVEN.read_bytes(), data[:9000], b"hello")):
        (tmp_path / f"{number}.log").write_bytes(content)
    (tmp_path / "match").mkdir()
    (tmp_path / "match" / "game.log").symlink_to(VALID)
    (tmp_path / "notes.txt").write_text("not meant")
    return tmp_path


def test_two_processes_say_what_one_says_in_the_order_given(logs):
    names = [logs / name for name in ("3.log", "2.log", "match", "1.log", "missing", "0.log")]
    alone = here("verify", *names, "--jobs", "1")
    both = run("verify", *names, "--jobs", "2")
    assert (both.stdout, both.returncode, both.stderr) == (alone.stdout, 1, "")
    lines = both.stdout.splitlines()
    starts = [f"{name}{'/game.log' * (name.name == 'match')}: " for name in names]
    assert [line.startswith(start) for line, start in zip(lines, starts, strict=True)] == [True] * len(names)
    verdicts = [line.removeprefix(start).partition(":")[0] for line, start in zip(lines, starts, strict=True)]
    assert verdicts == ["unreadable", "incomplete", "valid", "proven", "unreadable", "valid"]


def test_a_folder_stands_for_its_logs_and_many_are_checked_side_by_side(logs):
    done = run("verify", "--json", logs)
    assert [event["log"] for event in events(done.stdout)] == [
        *(str(logs / f"{number}.log") for number in range(4)),
        str(logs / "match" / "game.log"),
    ]


def test_a_pattern_that_the_shell_left_and_names_of_nothing_are_spread(logs):
    assert list(spread([f"{logs}/[01].log"])) == [str(logs / "0.log"), str(logs / "1.log")]
    assert list(spread([f"{logs}/m*"])) == [str(logs / "match" / "game.log")]
    (logs / "empty").mkdir()
    for name in (str(logs / "empty"), str(logs / "[9].log"), str(logs / "missing"), ""):
        assert list(spread([name])) == [name]


def test_an_empty_folder_is_said_to_be_one(tmp_path):
    done = here("verify", tmp_path)
    assert (done.returncode, done.stdout) == (2, f"unreadable: {tmp_path}: there is no log in this folder.\n")


def test_names_are_carried_to_the_processes_as_they_are(tmp_path):
    names = ["line\nfeed.log", 'quo"te.log', "ünïcode.log", os.fsdecode(b"byte\xff.log")]
    for name in names:
        (tmp_path / name).write_bytes(b"hello")
    done = run("verify", "--json", "--jobs", "2", *(tmp_path / name for name in names))
    assert [event["code"] for event in events(done.stdout)] == ["not-a-log"] * len(names)
    assert [event["log"] for event in events(done.stdout)] == [str(tmp_path / name) for name in names]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_ctrl_c_ends_it_at_once_and_quietly(tmp_path):
    with started(program("verify", "--json", "--jobs", "2", *[VALID] * 2000)) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["verdict"] == "valid"
        process.send_signal(signal.SIGINT)
        code, rest, errors = finish(process)
    assert (code, errors) == (130, "")
    assert len(rest.splitlines()) < 1000


def test_a_reader_that_goes_away_is_no_error(logs):
    with started(program("verify", "--json", "--jobs", "2", logs)) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        process.stdout = None
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert process.wait(60) == 1


def test_a_process_that_dies_is_told_with_the_log_that_it_died_over():
    checker = checkers._Checker(as_json=True)
    try:
        assert checker.ask(str(VALID)).verdict is Verdict.VALID
        checker.kill()
        with pytest.raises(LocalMisuse, match="checker-stopped") as caught:
            checker.ask("this.log")
        assert caught.value.params == {"path": "this.log"}
    finally:
        checker.bury()


def test_no_more_than_a_few_logs_a_process_are_under_way(monkeypatch):
    asked = []

    class Counting(checkers._Checker):
        def __init__(self, *, as_json):
            pass

        def ask(self, name):
            return checkers.Checked(Verdict.VALID, name)

        def kill(self):
            pass

        bury = kill

    def names():
        for number in range(1000):
            asked.append(number)
            yield str(number)

    monkeypatch.setattr(checkers, "_Checker", Counting)
    for number, found in enumerate(checkers.side_by_side(names(), 3, as_json=False)):
        assert found.line == str(number)
        assert len(asked) - number <= 3 * checkers.AHEAD + 1
    assert len(asked) == 1000


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals")
def test_a_terminal_shows_how_far_it_has_come_and_keeps_every_line(logs):
    environ = environment(TERM="xterm", COLUMNS="300")
    command = program("verify", "--jobs", "2", str(logs))
    child = pexpect.spawn(command[0], command[1:], env=environ, timeout=60, encoding="utf-8", dimensions=(24, 300))
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1
    shown = child.before
    assert "0 of 5" in shown
    last = shown.rstrip().splitlines()[-1]
    assert last.endswith("5 of 5: 2 valid, 1 proven, 1 incomplete, 1 unreadable")
    assert sum(f"{logs}/{number}.log: " in shown for number in range(4)) == 4
