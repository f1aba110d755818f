"""With `--json` the last object is `end`, after an `error`, whatever goes wrong before there is a table."""

import json

import pytest

from p2p_schnapsen.cli.main import main
from p2p_schnapsen.cli.options import SEATED
from tests.support.programs import events, here

NO_MATCH = {"event": "end", "log": None, "verdict": None, "result": None}

CALLS = {
    "play, rules": (["play", "--set", "target=x"], 2, "ruleset-type"),
    "play, a log that is there": (["play", "--log", "/dev/null"], 2, "choice"),
    "play, a name": (["play", "--name", ""], 2, "choice"),
    "host, a port": (["host", "--bot", "--port", "x"], 2, "port-invalid"),
    "host, a pin": (["host", "--bot", "--only", "!"], 2, "pin-character"),
    "host, what needs another": (["host", "--bot", "--max", "3"], 2, "choice"),
    "host, an address that is not ours": (["host", "--bot", "--bind", "203.0.113.1"], 3, "address-not-ours"),
    "host, serving at one": (
        ["host", "--bot", "--serve", "--bind", "203.0.113.1", "--no-announce"],
        3,
        "address-not-ours",
    ),
    "join, an address": (["join", "[::1"], 2, "address-bracket"),
    "join, nobody": (["join", "127.0.0.1:1", "--bot"], 3, "refused"),
    "resume, nothing": (["resume"], 2, "match-none"),
    "resume, no such": (["resume", "abc"], 2, "match-unknown"),
}


@pytest.mark.parametrize("name", CALLS)
def test_scripts_are_told_how_it_ended(name, tmp_path):
    arguments, code, reason = CALLS[name]
    tmp_path.chmod(0o700)
    done = here(*arguments, "--json", "--home", tmp_path)
    assert done.returncode == code
    error, end = events(done.stdout)
    assert (error["event"], error["code"]) == ("error", reason)
    assert error["message"] in done.stderr
    assert end == NO_MATCH


def test_every_command_at_which_somebody_plays_is_tried():
    assert {name.partition(",")[0] for name in CALLS} == set(SEATED)


@pytest.mark.parametrize("command", SEATED)
def test_a_home_that_cannot_be_one_and_settings_that_are_wrong_are_told(command, tmp_path):
    for home, reason in ((tmp_path / "file", "not-a-folder"), (tmp_path / "wrong", "settings-value")):
        if reason == "not-a-folder":
            home.write_text("")
        else:
            home.mkdir(0o700)
            (home / "settings.toml").write_text("plain = 1")
        done = here(command, *["127.0.0.1:1"] * (command == "join"), "--json", "--home", home)
        assert done.returncode == 2
        assert [event.get("code") for event in events(done.stdout)] == [reason, None]
        assert events(done.stdout)[-1] == NO_MATCH


def test_the_search_for_games_ends_with_an_end(tmp_path, monkeypatch):
    monkeypatch.setattr("p2p_schnapsen.cli.finding.discovery.available", lambda: True)

    async def nothing():
        return []

    monkeypatch.setattr("p2p_schnapsen.cli.finding.discovery.find", nothing)
    done = here("join", "--json", "--home", tmp_path / "home")
    assert done.returncode == 2
    found, error, end = events(done.stdout)
    assert found == {"event": "found", "games": []}
    assert error["code"] == "address-missing"
    assert end == NO_MATCH


def test_a_mistake_of_ours_and_ctrl_c_are_an_end_too(monkeypatch, capsys, tmp_path):
    for raised, code, told in ((ValueError("x"), 70, ["error", "end"]), (KeyboardInterrupt(), 130, ["end"])):

        def fail(_options, raised=raised):
            raise raised

        monkeypatch.setattr("p2p_schnapsen.cli.resume.run", fail)
        assert main(["resume", "--json", "--home", str(tmp_path)]) == code
        assert [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()] == told


def test_people_see_no_objects(tmp_path):
    done = here("resume", "--home", tmp_path / "home")
    assert (done.returncode, done.stdout) == (2, "")
