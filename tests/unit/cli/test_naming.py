"""`replay` and `verify` take a log by its path, and where there is none, by the name of its match."""

import json
import shutil
from argparse import Namespace

import pytest

from p2p_schnapsen.cli.main import main
from p2p_schnapsen.cli.naming import go_on, log_named, name_of_log, see_again, side_of
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog.store import About
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.ui import program
from tests.support.programs import ROOT

pytestmark = pytest.mark.usefixtures("proofs_once")

LOG = ROOT / "protocol" / "logs" / "example" / "game.log"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home with two matches, somewhere else than where the user is."""
    found = tmp_path / "home"
    for name in ("2026-01-01-aabb11-guest", "2026-01-01-aacc22-guest"):
        place = found / "matches" / name
        place.mkdir(mode=0o700, parents=True)
        shutil.copyfile(LOG, place / "game.log")
        keys = verify(LOG.read_bytes()).keys
        (place / "match.json").write_bytes(About(1, keys[1].hex(), keys[0].hex(), "*:7766", "2026-01-01").encode())
        for file in place.iterdir():
            file.chmod(0o600)
    for folder in (found, found / "matches"):
        folder.chmod(0o700)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return found


def meant(name, home):
    return log_named(name, Namespace(home=str(home)))


def test_a_part_of_the_name_is_enough(home):
    log = str(home / "matches" / "2026-01-01-aabb11-guest" / "game.log")
    assert meant("aabb", home) == meant("2026-01-01-aabb11-guest", home) == log


def test_a_path_comes_first(home, tmp_path):
    (tmp_path / "here" / "aabb").write_bytes(b"")
    assert meant("aabb", home) == "aabb"


def test_a_name_that_fits_several_is_said_to(home):
    with pytest.raises(DataError) as error:
        meant("aa", home)
    assert error.value.code == "match-ambiguous"


@pytest.mark.parametrize("name", ["zz", "aabb.log", "./aabb", "aabb*", "matches/aabb", ""])
def test_what_names_no_match_stands_for_itself(name, home):
    assert meant(name, home) == name


def test_without_a_home_a_name_stands_for_itself(tmp_path):
    assert meant("aabb", tmp_path / "nowhere") == "aabb"
    assert not (tmp_path / "nowhere").exists()


def test_where_neither_a_file_nor_a_match_is_meant_the_list_of_matches_is_named(home, capsys):
    said = f"nosuch: there is no such log; p2p-schnapsen --home {home} matches lists the matches."
    assert main(["replay", "nosuch", "--home", str(home), "--lang", "en"]) == 2
    assert capsys.readouterr().err == f"p2p-schnapsen: {said}\n"
    assert main(["verify", "nosuch", "--home", str(home), "--lang", "en"]) == 2
    assert capsys.readouterr().out == f"unreadable: {said}\n"
    assert main(["verify", "nosuch", "aabb", "--home", str(home), "--lang", "en"]) == 2
    assert capsys.readouterr().out.splitlines()[0].endswith(said.removeprefix("nosuch: "))
    assert main(["verify", "--json", "nosuch", "--home", str(home)]) == 2
    assert json.loads(capsys.readouterr().out)["code"] == "file-missing"


def test_a_log_is_told_of_by_its_match_and_any_other_by_its_path(home, tmp_path):
    options = Namespace(home=str(home))
    assert name_of_log(home / "matches" / "2026-01-01-aabb11-guest" / "game.log", options) == "2026-01-01-aabb11-guest"
    assert name_of_log(tmp_path / "our game.log", options) == f"'{tmp_path / 'our game.log'}'"
    program.live_at("")
    assert see_again("x", opened=False) == "To see the match again: p2p-schnapsen replay x"
    program.live_at("my home")
    assert go_on() == "To go on with the match: p2p-schnapsen --home 'my home' resume"
    again = "p2p-schnapsen --home 'my home' replay x; with --analyse it says what each decision cost."
    assert see_again("x") == f"To see the match again: {again}"
    program.live_at("")


def test_who_looks_at_a_log_is_known_by_the_keys_of_the_home(home, tmp_path):
    host, guest = keys = verify(LOG.read_bytes()).keys
    assert side_of(keys, Namespace(home=str(home))) == 1
    assert side_of((guest, host), Namespace(home=str(home))) == 0
    assert side_of((host, bytes(32)), Namespace(home=str(home))) is None
    assert side_of(keys, Namespace(home=str(tmp_path / "nowhere"))) is None


def test_the_commands_take_it(home, capsys):
    assert main(["verify", "aabb", "--home", str(home), "--lang", "en"]) == 0
    assert "valid" in capsys.readouterr().out.casefold()
    assert main(["verify", "aabb", "aacc", "--home", str(home), "--lang", "en"]) == 0
    assert "aacc22" in capsys.readouterr().out
    assert main(["replay", "--text", "aabb", "--home", str(home), "--lang", "en"]) == 0
    assert main(["verify", "aa", "--home", str(home), "--lang", "en"]) == 2
