"""Whole matches between real processes on loopback."""

import stat
from pathlib import Path

import pytest

from tests.support.programs import events, finish, here, listening_port, program, run, started

pytestmark = pytest.mark.usefixtures("proofs_once")


def logs(home):
    return sorted(Path(home).glob("**/game.log"))


def test_two_computers_play_a_match_that_is_valid(tmp_path):
    done = run("play", "--auto", "--json", "--home", tmp_path / "home", "--set", "target=2")
    assert done.returncode == 0, done.stderr
    end = events(done.stdout)[-1]
    assert end["event"] == "end"
    assert end["verdict"] == "valid"
    assert max(end["result"]["score"]) >= 2
    host, guest = logs(tmp_path)
    assert Path(end["log"]) in (host, guest)
    assert host.read_bytes() == guest.read_bytes()
    checked = here("verify", "--json", host, guest)
    assert checked.returncode == 0
    assert [line["verdict"] for line in events(checked.stdout)] == ["valid", "valid"]
    assert {line["marks"] == [] for line in events(checked.stdout)} == {True}


@pytest.mark.parametrize(("opening", "marks"), [("match", []), ("never", ["unopened"])])
def test_host_and_join_write_the_same_log_which_is_valid(tmp_path, opening, marks):
    command = program("host", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a")
    with started([*command, "--opening", opening, "--set", "target=2"]) as host:
        port = listening_port(host)
        guest = run("join", f"localhost:{port}", "--bot", "--json", "--home", tmp_path / "b")
        code, output, errors = finish(host)
    assert (code, guest.returncode) == (0, 0), errors + guest.stderr
    assert events(output)[-1]["result"] == events(guest.stdout)[-1]["result"]
    mine, theirs = logs(tmp_path / "a"), logs(tmp_path / "b")
    assert [path.read_bytes() for path in mine] == [path.read_bytes() for path in theirs]
    (found,) = events(here("verify", "--json", *mine).stdout)
    assert (found["verdict"], found["marks"]) == ("valid", marks)


def test_secrets_and_logs_are_for_their_owner_only(tmp_path):
    home = tmp_path / "home"
    assert run("play", "--auto", "--home", home, "--set", "target=1").returncode == 0
    for path in home.rglob("*"):
        mode = stat.S_IMODE(path.lstat().st_mode)
        assert not mode & 0o077 or path.name == "lock", path
    assert [path.name for path in home.rglob("secrets")] == ["secrets"] * 2
    assert list(home.rglob("secrets/*")) == []  # of a match that is over no secret is left


def test_a_log_file_can_be_named_but_never_overwritten(tmp_path):
    log = tmp_path / "our.log"
    arguments = ("play", "--auto", "--json", "--home", tmp_path / "h", "--set", "target=1", "--log", log)
    arguments += ("--opening", "never")
    first = run(*arguments)
    assert events(first.stdout)[-1]["log"] == str(log)
    before = log.read_bytes()
    second = run(*arguments)
    assert second.returncode == 2
    assert len(second.stderr.splitlines()) == 1
    assert log.read_bytes() == before
