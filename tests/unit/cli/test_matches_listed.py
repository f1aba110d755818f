"""`matches` calls the computer so, as `stats` does, in the language of the user; JSON has the name as it is."""

import json
from argparse import Namespace

import pytest

from p2p_schnapsen.cli import matches, stats
from p2p_schnapsen.gamelog.store import About
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
    assert first.split()[:2] == ["2026-01-01-aa-host", "computer"]
    assert "computer" not in second
    with using("de"):
        assert listed(home, capsys, as_json=False)[1].split()[1] == "Computer"


def test_programs_get_the_name_that_it_has_in_every_language(home, capsys):
    with using("de"):
        first, second = map(json.loads, listed(home, capsys, as_json=True))
    assert first["with"] == "computer"
    assert second["with"] != "computer"


def test_without_a_computer_nobody_is_called_so(tmp_path):
    from p2p_schnapsen.profile.identity import computer_of

    assert computer_of(locate(str(tmp_path), {})) is None
    assert stats.run(Namespace(home=str(tmp_path), logs=[], json=True)) == 0
