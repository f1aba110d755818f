"""A cheating program against an honest one: stopped with exit 4, and the log it leaves proves it."""

import sys
from pathlib import Path

import pytest

from tests.support.cheating_seats import CHEATS
from tests.support.programs import events, finish, here, listening_port, program, run, started

MAIN = ("undealt-card", "revoke", "doubled-card", "wrong-share", "foreign-sort", "two-bodies")


def cheater(name, home, port):
    return [sys.executable, "-m", "tests.support.cheating_peer", name, str(home), str(port)]


def proven(home, culprit, code):
    (log,) = Path(home).glob("**/game.log")
    checked = here("verify", "--json", log)
    assert checked.returncode == 1
    (found,) = events(checked.stdout)
    assert (found["verdict"], found["culprit"], found["code"]) == ("proven", culprit, code)
    assert found["record"] == found["records"]


@pytest.mark.parametrize("name", MAIN)
def test_a_cheating_guest_is_stopped_and_proven(tmp_path, name):
    host = program("host", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a")
    with (
        started([*host, "--set", "target=50"]) as honest,
        started(cheater(name, tmp_path / "b", listening_port(honest))) as cheat,
    ):
        code, output, errors = finish(honest)
        finish(cheat)
    assert code == 4, errors
    assert CHEATS[name].code in errors
    assert events(output)[-1]["verdict"] == "proven"
    proven(tmp_path / "a", "guest", CHEATS[name].code)


@pytest.mark.parametrize("name", ["undealt-card", "two-bodies"])
def test_a_cheating_host_is_stopped_and_proven(tmp_path, name):
    with started(cheater(name, tmp_path / "b", 0)) as cheat:
        port = listening_port(cheat)
        honest = run("join", f"127.0.0.1:{port}", "--bot", "--json", "--home", tmp_path / "a")
        finish(cheat)
    assert honest.returncode == 4, honest.stderr
    assert CHEATS[name].code in honest.stderr
    proven(tmp_path / "a", "host", CHEATS[name].code)
