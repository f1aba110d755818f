"""Who comes is told once, however often it is looked at."""

import asyncio
from types import SimpleNamespace

import pytest

from p2p_schnapsen.cli.company import Company
from p2p_schnapsen.profile import peerbook, peers
from p2p_schnapsen.profile.home import locate, open_home
from p2p_schnapsen.table.events import ContractMade

KEY = bytes(range(32))


class Talk:
    """Remembers what is said."""

    def __init__(self):
        self.lines = []

    def say(self, *lines):
        self.lines += lines


@pytest.fixture
def home(tmp_path):
    found = locate(None, {"P2P_SCHNAPSEN_HOME": str(tmp_path)})
    open_home(found)
    with peerbook.update(found) as book:
        book.peers = peers.remember(book.peers, KEY, "Bert", "2026-01-02")
    return found


def contract(name):
    table = SimpleNamespace(offer=SimpleNamespace(key=bytes(32), name="us"), accept=SimpleNamespace(key=KEY, name=name))
    made = object.__new__(ContractMade)
    return SimpleNamespace(me=0, events=(made,), table=table)


def test_a_guest_whom_one_knows_is_told_of_once(home):
    talk = Talk()
    company = Company(home, talk, None, willing=True)
    assert asyncio.run(company.admit(KEY))
    company.tell(contract("Bert"))
    assert [line.startswith("This is Bert (") for line in talk.lines] == [True]


def test_a_known_guest_with_the_name_of_somebody_else_is_a_warning_all_the_same(home):
    with peerbook.update(home) as book:
        book.peers = peers.remember(book.peers, bytes(31) + b"\x01", "Anna", "2026-01-02")
    talk = Talk()
    company = Company(home, talk, None, willing=True)
    asyncio.run(company.admit(KEY))
    company.tell(contract("Anna"))
    assert any(line.startswith("WARNING") for line in talk.lines)
