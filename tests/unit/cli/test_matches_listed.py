"""`matches` lists what was played last at the end, tells the matches of a day apart, and reads no more than it must.

It calls the computer so, as `stats` does, in the language of the user; JSON has the name as it is.
"""

import json
import os
import shutil
import time
from argparse import Namespace

import pytest

from p2p_schnapsen.cli import matches, stats
from p2p_schnapsen.gamelog.store import About, Ended
from p2p_schnapsen.profile.home import locate, open_home
from p2p_schnapsen.profile.identity import Role, obtain
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.ui.language import using
from tests.support.programs import ROOT

pytestmark = pytest.mark.usefixtures("proofs_once")

LOG = ROOT / "protocol" / "logs" / "example" / "game.log"


@pytest.fixture
def home(tmp_path):
    """A home whose player has played with its computer, and with somebody else."""
    found = locate(str(tmp_path), {})
    open_home(found)
    mine, computer = obtain(found, Role.PLAYER, bytes(32)), obtain(found, Role.COMPUTER, bytes(31) + b"\x01")
    for name, peer in (("2026-01-01-aa-host", computer.public), ("2026-01-02-bb-host", bytes(32))):
        place = found.matches / name
        place.mkdir(mode=0o700, parents=True)
        (place / "match.json").write_bytes(About(HOST, mine.public.hex(), peer.hex(), "*:0", "2026-01-01").encode())
        (place / "game.log").write_bytes(LOG.read_bytes())
        for file in place.iterdir():
            file.chmod(0o600)
    found.matches.chmod(0o700)
    return found


def listed(home, capsys, *, as_json):
    assert matches.run(Namespace(home=str(home.data), all=True, json=as_json, last=10)) == 0
    return capsys.readouterr().out.splitlines()


def test_the_computer_is_called_so(home, capsys):
    with using("en"):
        _, first, second, *_ = listed(home, capsys, as_json=False)
    assert first.split()[::3][:2] == ["2026-01-01-aa-host", "computer"]
    assert "computer" not in second
    with using("de"):
        assert listed(home, capsys, as_json=False)[1].split()[3] == "Computer"


def test_programs_get_the_name_that_it_has_in_every_language(home, capsys):
    with using("de"):
        first, second = map(json.loads, listed(home, capsys, as_json=True))
    assert first["with"] == "computer"
    assert second["with"] != "computer"


@pytest.fixture
def vienna(monkeypatch):
    monkeypatch.setenv("TZ", "CET-1")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def played(home, name, moment, *, how="valid", log=None):
    """A match of that day's other end: `moment` in s since the epoch."""
    place = home.matches / name
    if not place.exists():
        shutil.copytree(home.matches / "2026-01-01-aa-host", place)
    if log is not None:
        (place / "game.log").write_bytes(log)
    if how is not None:
        (place / "ended.json").write_bytes(Ended(how, 1, (0, 4)).encode())
        (place / "ended.json").chmod(0o600)
    os.utime(place / "game.log", (moment, moment))


NOON = 1_767_265_200
"""2026-01-01 11:00 UTC."""


def test_the_match_that_was_played_last_is_the_last_whatever_it_is_called(home, vienna, capsys):
    for name, minutes in (("2026-01-01-aa-host", 3), ("2026-01-02-bb-host", 0), ("2026-01-01-cc-host", 1)):
        played(home, name, NOON + 60 * minutes)
    with using("en"):
        lines = listed(home, capsys, as_json=False)
    assert lines[0].split() == ["match", "last", "played", "with", "rules", "you", "score", "state"]
    assert [line.split()[0][11:13] for line in lines[1:4]] == ["bb", "cc", "aa"]
    assert lines[3].split() == (
        ["2026-01-01-aa-host", "2026-01-01", "12:03", "computer", "schnapsen", "to", "3", "host", "0:4", "valid"]
    )
    first = json.loads(listed(home, capsys, as_json=True)[0])
    assert first["played"] == "2026-01-01T12:00:00+01:00"
    assert (first["rules"], first["target"], first["changed"], first["deals"]) == ("schnapsen", 3, False, 2)


def test_the_list_ends_with_what_can_be_done_with_it(home, capsys):
    with using("en"):
        last = listed(home, capsys, as_json=False)[-1]
    command = "p2p-schnapsen replay MATCH"
    assert last == f"To see the match again: {command}; with --analyse it says what each decision cost."


def test_only_what_is_not_over_is_verified_and_only_what_is_shown_is_read(home, monkeypatch, capsys):
    verified, read = [], []
    true_verify, true_read = matches.verify, matches.read_log
    monkeypatch.setattr(matches, "verify", lambda log: verified.append(log) or true_verify(log))
    monkeypatch.setattr(matches, "read_log", lambda path: read.append(path.parent.name) or true_read(path))
    for number in range(30):
        played(home, f"2026-01-03-{number:02}-host", NOON + 60 * number)
    played(
        home,
        "2026-01-01-aa-host",
        NOON - 9,
        log=LOG.parent.parent.joinpath("incomplete/game.log").read_bytes(),
        how=None,
    )
    played(home, "2026-01-02-bb-host", NOON + 9, how="unresponsive")
    assert matches.run(Namespace(home=str(home.data), all=False, json=True, last=3)) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [item["match"][11:13] for item in found] == ["aa", "27", "28", "29"]
    assert [item["state"] for item in found] == ["unfinished", "valid", "valid", "valid"]
    assert sorted(name[11:13] for name in read) == ["27", "28", "29", "aa"]
    assert len(verified) == 1


@pytest.mark.parametrize("moment", [-(10**11), 10**13, 0])
def test_a_file_can_have_any_time(moment, home, capsys):
    played(home, "2026-01-02-bb-host", NOON)
    try:
        played(home, "2026-01-01-aa-host", moment)
    except OSError:
        pytest.skip("this file system does not bear it")
    items = [json.loads(line) for line in listed(home, capsys, as_json=True)]
    assert {item["match"] for item in items} == {"2026-01-01-aa-host", "2026-01-02-bb-host"}
    with using("en"):
        assert len(listed(home, capsys, as_json=False)) == 4


def test_rules_of_one_s_own_are_starred_and_a_narrow_terminal_gets_two_lines():
    item = {"match": "2026-01-01-aa-host", "with": "anna", "side": "host", "played": "2026-01-01T12:00:00+01:00"}
    item |= {"rules": "tjger", "target": 5, "changed": True, "score": [1, 2], "state": "unfinished"}
    with using("en"):
        wide, narrow = (matches._table([item], columns) for columns in (None, 60))
        hints = list(matches._hints([item]))
    assert wide[1].split("  ")[3] == "tjger * to 5"
    assert narrow[2:] == ["2026-01-01-aa-host  2026-01-01 12:00", "  anna  tjger * to 5  host  1:2    unfinished"]
    assert hints[:2] == [
        "*: the rules are not quite those of the rule set.",
        "To go on with an unfinished one: p2p-schnapsen resume MATCH",
    ]


def test_without_a_computer_nobody_is_called_so(tmp_path):
    from p2p_schnapsen.profile.identity import computer_of

    assert computer_of(locate(str(tmp_path), {})) is None
    assert stats.run(Namespace(home=str(tmp_path), logs=[], json=True)) == 0
