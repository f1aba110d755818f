"""What a match needs on the disk to go on, and what is said where it is not there."""

import asyncio
import itertools
import os

import pytest

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError, PeerSuspect
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.format import parse
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.store import MatchStore
from p2p_schnapsen.gamelog.verify import verify_records
from p2p_schnapsen.net import runner
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.hosting import House, host
from p2p_schnapsen.net.joining import join
from p2p_schnapsen.net.runner import Runner
from p2p_schnapsen.net.session import HostOptions, JoinOptions, Match, about_of
from p2p_schnapsen.profile.fingerprint import pin
from p2p_schnapsen.table.channel import Standing
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat
from tests.support.duel import Duel
from tests.support.quiet import Quiet


@pytest.fixture(scope="module")
def duel():
    return Duel.new("resuming").play(until=lambda table: table.phase is Phase.FOLLOW)


def stored(folder, duel, secrets):
    """The guest's side of a match on the disk, in the middle of a deal."""
    guest = duel.seats[1]
    about = about_of(1, guest.identity, signing.public_key(duel.seats[0].identity), "192.0.2.7:7766")
    with MatchStore(folder, None, about) as store:
        for record in duel.records:
            store.append(record)
        for name, secret in secrets.items():
            store.put_secret(name, secret)


def resumed(folder, duel, **options):
    def seat(_, secrets):
        return Seat(1, duel.seats[1].identity, "bert", None, secrets)

    async def resume():
        match = Match.resume(folder, seat, lambda _: None, **options)
        match.store.close()
        return match

    return asyncio.run(resume())


@pytest.mark.parametrize("secrets", [{}, {"seed-1": b"\7" * 32}, {"seed-2": bytes(32)}])
def test_a_match_whose_secret_is_gone_is_not_given_up_unasked(tmp_path, duel, secrets):
    stored(tmp_path / "match", duel, secrets)
    with pytest.raises(DataError) as error:
        resumed(tmp_path / "match", duel)
    assert error.value.code == "secret-lost"
    assert error.value.params["path"].endswith("secrets/seed-1")
    assert resumed(tmp_path / "match", duel, forfeit=True).seat.lost


def test_with_its_secrets_it_goes_on(tmp_path, duel):
    stored(tmp_path / "match", duel, duel.seats[1]._secrets)
    match = resumed(tmp_path / "match", duel)
    assert not match.seat.lost
    assert match.seat.view().hand == duel.seats[1].view().hand


def test_a_match_that_could_never_begin_does_not_stand_in_the_way_of_another(tmp_path):
    begun = Duel.new("hopeless").play(until=lambda table: table.phase is Phase.START)
    host, guest = (seat.identity for seat in begun.seats)
    peer = signing.public_key(guest)
    with MatchStore(tmp_path / "match", None, about_of(0, host, peer, "*:7766")) as store:
        for record in begun.records:
            store.append(record)  # and no nonce
    options = HostOptions(None, 0, host, "anna", begun.seats[0].terms, None, tmp_path)

    async def entry():
        house = House(options, lambda _: None, lambda _: bytes(32), lambda _: None, lambda *_: None)
        return house._entry(peer, Standing(None, 0, bytes(64)))

    assert asyncio.run(entry()) is None
    assert [found.ended.how for found in library.entries(tmp_path)] == ["withdrawn"]


def test_of_several_undecided_matches_a_guest_that_shows_nothing_is_given_the_one_played_last(tmp_path, duel):
    host, guest = (seat.identity for seat in duel.seats)
    peer = signing.public_key(guest)
    for name, written in (("a", 300), ("b", 100), ("c", 200)):
        with MatchStore(tmp_path / name, None, about_of(0, host, peer, "*:7766")) as store:
            for record in duel.records:
                store.append(record)
            for secret, value in duel.seats[0]._secrets.items():
                store.put_secret(secret, value)
        os.utime(tmp_path / name / "game.log", (written, written))
    options = HostOptions(None, 0, host, "anna", duel.seats[0].terms, None, tmp_path)

    async def entry():
        house = House(options, lambda _: None, lambda _: bytes(32), lambda _: None, lambda *_: None)
        return house._entry(peer, Standing(None, 0, bytes(64)))

    assert asyncio.run(entry()).name == "a"


class Patient(Quiet):
    """A player whose opponent owes the next record; it ends the match as soon as it may."""

    def tell(self, news):
        pass

    async def may_end(self, seconds):
        return True


@pytest.fixture
def hurried(monkeypatch):
    """Every tick is a second of the game's clock, and comes at once."""
    ticks = itertools.count()
    monkeypatch.setattr(runner, "TICK_SECONDS", 0)
    monkeypatch.setattr(Runner, "_now", lambda self: self._loop.time() + next(ticks))


@pytest.mark.parametrize("side", [HOST, GUEST])
def test_who_comes_back_and_is_alone_may_end_the_match_after_the_patience_agreed_on(tmp_path, duel, side, hurried):
    owed = Duel.new("alone").play(until=lambda table: table.phase is Phase.FOLLOW and table.turn == 1 - side)
    seat, folder = owed.seats[side], tmp_path / "match"
    peer = signing.public_key(owed.seats[1 - side].identity)
    with MatchStore(folder, None, about_of(side, seat.identity, peer, "127.0.0.1:9")) as store:
        for record in owed.records:
            store.append(record)
        for name, secret in seat._secrets.items():
            store.put_secret(name, secret)

    async def alone():
        if side == HOST:
            options = HostOptions("127.0.0.1", 0, seat.identity, "anna", seat.terms, pin(peer), tmp_path, match=folder)
            return await host(options, Patient(), lambda _: bytes(32), lambda _: None)
        options = JoinOptions(Address("127.0.0.1", 9, pin(peer)), seat.identity, "bert", tmp_path, match=folder)
        return await join(options, Patient(), lambda _: bytes(32), lambda _: None)

    with pytest.raises(PeerSuspect) as ended:
        asyncio.run(asyncio.wait_for(alone(), 30))
    assert ended.value.code == "silent"
    assert ended.value.params["seconds"] >= owed.state.contract.patience
    log = parse((folder / "game.log").read_bytes())
    assert list(log.records[:-1]) == owed.records
    assert verify_records(log).verdict is Verdict.UNRESPONSIVE
    assert library.is_closed(library.find(tmp_path, "match"))
