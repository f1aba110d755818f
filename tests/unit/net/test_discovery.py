"""Games on the local network: over real multicast DNS on loopback where the machine allows it, and record by record."""

import asyncio
import importlib.util
import ipaddress
from types import SimpleNamespace

import pytest

from p2p_schnapsen.errors import TransportError
from p2p_schnapsen.net import discovery
from p2p_schnapsen.net.address import Address, parse
from p2p_schnapsen.net.discovery import Announced, Beacon, Game, announced, find, likeliest, reachable, read
from p2p_schnapsen.wire.limits import NAME_BYTES

LOOPBACK = ["127.0.0.1"]
HERE = [ipaddress.ip_address("127.0.0.1")]
PIN = "W4VHD2E1FSMQW4VHD2E1FSMQ"
ANNA = Announced("änna", PIN, "tjger")


def multicast_works():
    async def attempt():
        async with discovery._opened(LOOPBACK):
            return True

    try:
        return asyncio.run(attempt())
    except TransportError:
        return False


def record(**changes):
    """What zeroconf makes of a record, as far as it is looked at."""
    fields = {
        "properties": {b"v": b"1", b"name": "änna".encode(), b"pin": PIN.encode(), b"rules": b"tjger"},
        "port": 7766,
        "addresses": ["192.0.2.7"],
        **changes,
    }
    return SimpleNamespace(
        properties=fields["properties"], port=fields["port"], parsed_scoped_addresses=lambda _: fields["addresses"]
    )


def test_what_is_announced_is_found_and_nothing_after_it_was_withdrawn():
    if not multicast_works():
        pytest.skip("this machine lets nobody use multicast on loopback")

    async def run():
        async with announced(ANNA, 7766, HERE, LOOPBACK) as instance:
            assert instance == "W4VH-D2E1-FSMQ-7766"
            during = await find(0.4, LOOPBACK)
        return during, await find(0.3, LOOPBACK)

    during, after = asyncio.run(run())
    game = Game("änna", Address("127.0.0.1", 7766), PIN, "tjger")
    assert game in during
    assert game not in after


def test_a_record_is_read():
    assert read(record()) == Game("änna", Address("192.0.2.7", 7766), PIN, "tjger")
    assert read(record()).address.pin is None, "a pin from the network is a hint, no more"


@pytest.mark.parametrize(
    "changes",
    [
        {"properties": {}},
        {"properties": {b"v": None}},
        {"properties": {b"v": b"2", b"name": b"anna"}},
        {"port": None},
        {"port": 0},
        {"port": 65536},
        {"addresses": []},
        {"addresses": ["0.0.0.0", "224.0.0.251", "::", "ff02::fb", "fe80::1", "nonsense", "fe80::1%a b"]},
    ],
    ids=str,
)
def test_a_record_that_makes_no_sense_is_no_game(changes):
    assert read(record(**changes)) is None


@pytest.mark.parametrize("pin", [b"", None, b"short", b"\xff" * 24, b"U" * 24, b"0" * 10_000])
def test_a_pin_that_makes_no_sense_is_none(pin):
    texts = {b"v": b"1", b"name": b"anna", b"pin": pin}
    assert read(record(properties=texts)) == Game("anna", Address("192.0.2.7", 7766), None, "")


def test_names_are_bounded_and_need_not_be_text():
    game = read(record(properties={b"v": b"1", b"name": b"\xff\x1b[31m" + b"a" * 10_000, b"rules": None}))
    assert game.name.startswith("\ufffd\x1b[31m"), "whoever shows it makes it harmless"
    assert len(game.name) <= discovery.TEXT_BYTES
    assert game.rules == ""


def test_an_entry_fits_its_record():
    texts = Announced("ä" * (NAME_BYTES // 2), PIN, "r" * 1000).texts()
    assert all(len(f"{key}=") + len(value) <= discovery.TEXT_BYTES for key, value in texts.items())


def test_of_several_addresses_one_of_our_networks_is_tried_then_ipv4():
    assert likeliest(["2001:db8::7", "198.51.100.7", "127.0.0.2"]) == "127.0.0.2"
    assert likeliest(["2001:db8::7", "198.51.100.7"]) == "198.51.100.7"
    assert likeliest(["2001:db8::7"]) == "2001:db8::7"
    assert likeliest(["fe80::7%eth0"]) == "fe80::7%eth0"


def test_a_host_announces_what_other_machines_can_reach():
    assert [str(one) for one in reachable(["192.0.2.7:7766", "[2001:db8::7]:7766", "127.0.0.1:7766", "[::1]:1"])] == [
        "192.0.2.7",
        "2001:db8::7",
    ]


def test_without_the_library_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(TransportError) as error:
        asyncio.run(find(0.1))
    assert error.value.code == "zeroconf-missing"
    assert error.value.params["python"]


def test_a_network_that_fails_is_named(monkeypatch):
    def fail(**_):
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", fail)
    with pytest.raises(TransportError) as error:
        asyncio.run(find(0.1))
    assert (error.value.code, error.value.params) == ("no-discovery", {"reason": "Network is unreachable"})


class Air:
    """Stands for the network: which announcements are up, and which ever were."""

    def __init__(self, monkeypatch):
        self.up = self.ever = 0
        self.changed = asyncio.Event()
        monkeypatch.setattr(discovery, "announced", self._announced)

    def _announced(self, about, port, addresses):
        return self

    async def __aenter__(self):
        self.up += 1
        self.ever += 1
        self.changed.set()
        return "instance"

    async def __aexit__(self, *_):
        self.up -= 1
        self.changed.set()

    async def until(self, up):
        while self.up != up:
            self.changed.clear()
            await self.changed.wait()


LISTENING = {"event": "listening", "port": 7766, "addresses": ["192.0.2.7:7766", "127.0.0.1:7766"]}


def test_a_host_is_announced_while_it_waits_and_again_when_its_guest_has_left(monkeypatch):
    async def run():
        air, told = Air(monkeypatch), []
        beacon = Beacon(ANNA, told.append)
        async with beacon.lit():
            beacon.heed(LISTENING)
            await air.until(1)
            beacon.heed({"event": "connected"})
            await air.until(0)
            beacon.heed({"event": "turned-away"})
            beacon.heed({"event": "left"})
            await air.until(1)
        assert (air.up, air.ever) == (0, 2)
        return told

    assert asyncio.run(run()) == [{"event": "announced", "instance": "instance"}] * 2


def test_a_host_on_loopback_alone_is_not_announced(monkeypatch):
    async def run():
        air = Air(monkeypatch)
        beacon = Beacon(ANNA, lambda _: None)
        async with beacon.lit():
            beacon.heed({**LISTENING, "addresses": ["127.0.0.1:7766"]})
            beacon.heed({"event": "left"})
            for _ in range(5):
                await asyncio.sleep(0)
        return air.ever

    assert asyncio.run(run()) == 0


def test_a_host_that_cannot_be_announced_is_told_so_once_and_goes_on(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)

    async def run():
        heard = asyncio.Queue()
        beacon = Beacon(ANNA, heard.put_nowait)
        async with beacon.lit():
            beacon.heed(LISTENING)
            first = await heard.get()
            beacon.heed({"event": "left"})
        return first, heard.qsize()

    event, more = asyncio.run(run())
    assert (event["event"], event["code"], more) == ("unannounced", "zeroconf-missing", 0)


def test_the_addresses_of_the_house_are_those_that_are_read():
    for text in LISTENING["addresses"]:
        assert str(parse(text)) == text
