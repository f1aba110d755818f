"""`stats` and `peers --results`: what is printed of which logs, and which are left out by name."""

import json
import shutil
from argparse import Namespace

import pytest

from p2p_schnapsen.cli import peers, stats
from p2p_schnapsen.cli.results import results
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.store import About
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.profile import peerbook
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.profile.peers import remember
from p2p_schnapsen.ui import tallies
from p2p_schnapsen.ui.language import LANGUAGES, using
from p2p_schnapsen.ui.sanitise import width
from tests.support.programs import ROOT

pytestmark = pytest.mark.usefixtures("proofs_once")

LOGS = ROOT / "protocol" / "logs"


@pytest.fixture
def home(tmp_path):
    return locate(str(tmp_path / "home"), {})


def put(home, name, folder, side=1, hints=None):
    """A golden log as a match of this home, played on that side."""
    place = home.matches / folder
    place.mkdir(mode=0o700, parents=True)
    home.data.chmod(0o700)
    home.matches.chmod(0o700)
    shutil.copyfile(LOGS / name / "game.log", place / "game.log")
    keys = verify((LOGS / "example" / "game.log").read_bytes()).keys
    about = About(side, keys[side].hex(), keys[1 - side].hex(), "*:7766", "2026-01-01")
    contents = {"match.json": about.encode()} | ({} if hints is None else {"hints.json": hints})
    for file, content in contents.items():
        (place / file).write_bytes(content)
    for file in place.iterdir():
        file.chmod(0o600)
    return keys[1 - side]


def shown(capsys, home, *logs, as_json=True):
    code = stats.run(Namespace(home=str(home.data), logs=list(map(str, logs)), json=as_json))
    said = capsys.readouterr()
    return code, [json.loads(line) for line in said.out.splitlines()] if as_json else said.out, said.err


def test_the_matches_of_the_home_are_added_up_with_their_hints(capsys, home):
    peer = put(home, "example", "2026-01-01-aa-guest", hints=b'{"hints": 3}')
    code, (one,), err = shown(capsys, home)
    assert (code, err) == (0, "")
    assert (one["key"], one["name"], one["rules"]) == (peer.hex(), "anna", "schnapsen target=3")
    assert (one["matches"], one["won"], one["lost"], one["deals"]) == (1, 1, 0, 2)
    assert (one["points"], one["average"], one["hints"]) == ([4, 0], 2.0, 3)


def test_people_get_a_table(capsys, home):
    put(home, "example", "2026-01-01-aa-guest")
    _, text, _ = shown(capsys, home, as_json=False)
    head, row = text.splitlines()
    assert head.split() == [
        *("opponent", "ID", "rules", "matches", "won", "lost", "undecided", "deals", "points", "average", "hints"),
    ]
    assert row.split() == [
        "anna",
        "JNDY-58SS-ATXR",
        *["schnapsen", "target=3", "1", "1", "0", "0", "2:0", "4:0", "+2.00", "0"],
    ]


@pytest.mark.parametrize("name", ["flipped_bit_fail", "wrong_magic_fail"])
def test_a_log_that_does_not_hold_is_named_and_left_out(capsys, home, name):
    assert verify((LOGS / name / "game.log").read_bytes()).verdict in (Verdict.ALTERED, Verdict.UNREADABLE)
    put(home, name, "2026-01-01-bb-guest")
    code, found, err = shown(capsys, home)
    assert (code, found) == (0, [])
    assert "Left out:\n2026-01-01-bb-guest: " in err


def test_a_log_of_other_players_is_no_match_of_ours(capsys, home):
    put(home, "tjger", "2026-01-01-cc-guest")
    _, found, err = shown(capsys, home)
    assert found == []
    assert "this is no match of yours" in err


def test_a_damaged_count_of_hints_is_named_and_the_match_counts(capsys, home):
    put(home, "example", "2026-01-01-aa-guest", hints=b"?")
    _, (one,), err = shown(capsys, home)
    assert (one["matches"], one["hints"]) == (1, 0)
    assert "hints.json" in err


def test_logs_that_are_named_are_looked_for_our_key(capsys, home):
    put(home, "example", "2026-01-01-aa-guest")
    code, (one,), err = shown(capsys, home, LOGS / "example")
    assert (code, err, one["won"]) == (0, "", 1)
    code, found, err = shown(capsys, home, LOGS / "tjger" / "game.log", LOGS / "nowhere.log")
    assert (code, found) == (2, [])
    assert "no match of yours" in err
    assert "nowhere.log" in err


def test_where_nothing_was_played_that_is_said(capsys, home):
    assert shown(capsys, home, as_json=False) == (0, "There are no results yet.\n", "")


def test_peers_show_results_where_they_are_asked_for(capsys, home):
    peer = put(home, "example", "2026-01-01-aa-guest")
    with peerbook.update(home) as book:
        book.peers = remember(book.peers, peer, "anna", "2026-01-01")
        book.peers = remember(book.peers, bytes(32), "nobody", "2025-01-01")
    options = {"home": str(home.data), "action": None}
    peers.run(Namespace(**options, json=False, results=True))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines] == ["won:lost", "1:0", "-"]
    peers.run(Namespace(**options, json=True, results=True))
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["won"], one["lost"]) for one in told] == [(1, 0), (0, 0)]
    peers.run(Namespace(**options, json=True, results=False))
    assert "won" not in capsys.readouterr().out


@pytest.mark.parametrize("code", LANGUAGES)
def test_on_a_narrow_terminal_a_result_takes_two_lines(code, home):
    put(home, "example", "2026-01-01-aa-guest")
    found = results(home).tallies
    with using(code):
        broad, narrow = tallies.table(found, {}), tallies.table(found, {}, 80)
        assert tallies.table(found, {}, 200) == broad
    assert len(broad) == 2
    assert len(narrow) == 4
    assert max(map(width, narrow)) <= 80
    assert " ".join(narrow).split() == " ".join(broad).split()
