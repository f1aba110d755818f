"""A host's door and tables, with visitors that do not behave."""

import asyncio

import pytest

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.store import MatchStore
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.hosting import House
from p2p_schnapsen.net.session import HostOptions, about_of, greet
from p2p_schnapsen.net.transport import connect
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import Bye, Ping, RecordFrame, Refuse, Standing
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.seat import Terms
from tests.support.duel import Duel
from tests.support.quiet import Quiet

GAME = Duel.new("house", Ruleset(target=1))
HOST_KEY, GUEST_KEY = (seat.identity for seat in GAME.seats)


class Mute(Quiet):
    """A player who is told things; nobody comes so far as to ask it anything."""

    def tell(self, news):
        pass


def visit(tmp_path, visitor, admit=None):
    """What a host is told of a visitor with a greeted connection, and what goes to its loop's handler meanwhile."""

    async def both():
        told, reported, gone = [], [], asyncio.Event()

        def notify(event):
            told.append(event)
            if event["event"] in ("gone", "left"):
                gone.set()

        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))
        terms = Terms(Ruleset(), "deal", 0, 60, "2026-01-01")
        options = HostOptions("127.0.0.1", 0, HOST_KEY, "anna", terms, None, tmp_path)
        house = House(options, lambda _: Mute(), lambda _: bytes(32), notify, None, admit=admit)
        async with asyncio.timeout(30), house.open() as listener:
            connection = await connect(Address("127.0.0.1", listener.port))
            async with connection:
                await greet(connection, GUEST, GUEST_KEY, bytes(32))
                await visitor(connection)
            await gone.wait()
            assert house.playing == 0
        return told[1:], reported

    return asyncio.run(both())


async def _leaves(connection):
    """Says nothing at all."""


async def _pings(connection):
    await connection.write_frame(channel.encode(Ping()))


async def _babbles(connection):
    await connection.write_frame(b"\xc1")


async def _parts(connection):
    await connection.write_frame(channel.encode(Bye(bytes(64))))


async def _knocks_and_leaves(connection):
    """Pings are borne; then it goes."""
    for _ in range(3):
        await _pings(connection)
    await connection.write_frame(channel.encode(Refuse("busy")))


async def _records(connection):
    await connection.write_frame(channel.encode(RecordFrame(GAME.records[0] if GAME.records else b"\x90")))


async def _comes_twice(connection):
    await _comes(connection)
    await _comes(connection)
    await connection.read_frame()


async def _comes(connection):
    await connection.write_frame(channel.encode(Standing(None, 0, bytes(64))))


async def _shouts(connection):
    await _comes(connection)
    connection._writer.write(b"\xff" * 4)
    await connection._writer.drain()
    await connection._reader.read()


async def _ask_for_ever(key):
    await asyncio.get_running_loop().create_future()


@pytest.mark.parametrize(
    ("visitor", "reason"),
    [
        (_leaves, "dropped"),
        (_pings, "dropped"),
        (_knocks_and_leaves, "refused"),
        (_parts, "left"),
        (_records, "standing-missing"),
        (_babbles, "frame-unreadable"),
    ],
)
def test_a_greeted_visitor_that_does_not_say_where_it_stands_troubles_nobody(tmp_path, visitor, reason):
    told, reported = visit(tmp_path, visitor)
    assert [(event["event"], event["reason"]) for event in told] == [("gone", reason)]
    assert reported == []


@pytest.mark.parametrize(
    ("visitor", "reason"),
    [(_comes, "dropped"), (_shouts, "frame-unreadable"), (_comes_twice, "frame-unexpected")],
)
def test_a_visitor_that_does_not_wait_for_the_answer_troubles_nobody(tmp_path, visitor, reason):
    told, reported = visit(tmp_path, visitor, admit=_ask_for_ever)
    assert [(event["event"], event["reason"]) for event in told] == [("gone", reason)]
    assert reported == []


def test_a_match_that_is_over_is_not_played_again_with_a_guest_that_has_nothing_of_it(tmp_path):
    # As a host leaves it that dies right after its goodbye: it does not know that the guest has the end.
    duel = GAME.clone()
    duel.play()
    about = about_of(HOST, HOST_KEY, signing.public_key(GUEST_KEY), "*:7766")
    with MatchStore(tmp_path / "2026-01-01-old-host", None, about) as store:
        for record in duel.records:
            store.append(record)
    records = []

    async def comes_for_a_match(connection):
        await _comes(connection)
        while not records:
            frame = channel.decode(await connection.read_frame())
            if isinstance(frame, RecordFrame):
                records.append(frame.raw)

    _, reported = visit(tmp_path, comes_for_a_match)
    assert reported == []
    assert records
    assert records[0] != duel.records[0]
    (old,) = (entry for entry in library.entries(tmp_path) if entry.name == "2026-01-01-old-host")
    assert old.ended is not None
    assert (old.ended.how, old.ended.winner) == ("valid", duel.state.decision.winner)


def test_a_connection_that_its_guest_has_given_up_replaces_no_newer_one(tmp_path):
    async def visit_twice():
        told = []
        terms = Terms(Ruleset(), "deal", 0, 60, "2026-01-01")
        options = HostOptions("127.0.0.1", 0, HOST_KEY, "anna", terms, None, tmp_path)
        house = House(options, lambda _: Mute(), lambda _: bytes(32), told.append, None)
        async with asyncio.timeout(30), house.open() as listener:
            old = await connect(Address("127.0.0.1", listener.port))
            await greet(old, GUEST, GUEST_KEY, bytes(32))
            new = await connect(Address("127.0.0.1", listener.port))
            async with old, new:
                await greet(new, GUEST, GUEST_KEY, bytes(32))
                await _comes(new)
                assert isinstance(channel.decode(await new.read_frame()), Standing)
                assert isinstance(channel.decode(await new.read_frame()), RecordFrame)
                await _comes(old)
                assert channel.decode(await old.read_frame()) == Refuse("replaced")
                assert house.playing == 1
                await new.write_frame(channel.encode(Refuse("declined")))
        return told

    told = asyncio.run(visit_twice())
    assert [event["event"] for event in told].count("connected") == 1
    assert not [event for event in told if event["event"] == "turned-away"]
