"""`host` knows, before it asks what is to be played, with whom a match goes on whatever is chosen."""

import shutil

import pytest

from p2p_schnapsen.cli.host import _unfinished
from p2p_schnapsen.gamelog.store import About, Ended
from p2p_schnapsen.net.session import HostOptions
from p2p_schnapsen.profile import peerbook, peers
from p2p_schnapsen.profile.fingerprint import pin, short_id
from p2p_schnapsen.profile.home import locate, open_home
from p2p_schnapsen.profile.identity import Role, obtain
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.seat import Terms
from tests.support.programs import ROOT

INCOMPLETE, VALID = (ROOT / "protocol" / "logs" / name / "game.log" for name in ("incomplete", "example"))
ANNA, BERT, CLEO = (bytes([number]) * 32 for number in (1, 2, 3))


@pytest.fixture
def home(tmp_path):
    found = locate(str(tmp_path), {})
    open_home(found)
    with peerbook.update(found) as book:
        book.peers = peers.remember(book.peers, ANNA, "anna", "2026-01-01")
    return found


def setup(home, only=None):
    terms = Terms(Ruleset(), "deal", 0, 120, "2026-01-01")
    return HostOptions(None, 0, obtain(home, Role.PLAYER, bytes(32)).key, "host", terms, only, home.matches)


def left(home, name, peer, *, log=INCOMPLETE, side=HOST, ended=None):
    folder = home.matches / name
    folder.mkdir(parents=True, mode=0o700)
    mine = obtain(home, Role.PLAYER, bytes(32)).public
    about = About(side, mine.hex(), peer.hex(), "*:0", "2026-01-01")
    (folder / "match.json").write_bytes(about.encode())
    shutil.copyfile(log, folder / "game.log")
    if ended is not None:
        (folder / "ended.json").write_bytes(Ended(ended).encode())
    for file in folder.iterdir():
        file.chmod(0o600)


def test_those_are_named_whose_match_goes_on_when_they_come(home):
    assert _unfinished(home, setup(home)) == []
    left(home, "a", ANNA)
    left(home, "b", BERT)
    left(home, "over", CLEO, log=VALID)
    left(home, "ended", CLEO, ended="unresponsive")
    left(home, "as-guest", CLEO, side=GUEST)
    left(home, "computer", obtain(home, Role.COMPUTER, bytes(31) + b"\x01").public)
    assert sorted(_unfinished(home, setup(home))) == sorted(["anna", short_id(BERT)])
    assert _unfinished(home, setup(home, only=pin(ANNA))) == ["anna"]
    assert _unfinished(home, setup(home, only=pin(CLEO))) == []
