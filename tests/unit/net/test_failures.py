"""What can be wrong with the way to a host, or with a port of our own: a code each, and the place that it was about."""

import asyncio
import errno
import os
import socket
import tempfile

import pytest

from p2p_schnapsen.errors import DataError, LocalMisuse, TransportError
from p2p_schnapsen.net import listener, tls, transport
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.listener import listen
from p2p_schnapsen.net.resolve import resolve
from p2p_schnapsen.net.transport import connect


async def ignore(connection):
    await connection.read_frame()


def failure(call, code):
    """The TransportError with this code that `call`, a coroutine function, must end in."""

    async def limited():
        async with asyncio.timeout(20):
            with pytest.raises(TransportError) as error:
                await call()
            return error.value

    error = asyncio.run(limited())
    assert error.code == code
    return error


@pytest.fixture
def silent():
    """The port of a host that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_host_where_nobody_listens_refuses():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, not listening
        port = taken.getsockname()[1]
        error = failure(lambda: connect(Address("127.0.0.1", port)), "refused")
    assert error.params == {"host": "127.0.0.1", "port": port}


def test_a_host_that_says_nothing_times_out(silent):
    failure(lambda: connect(Address("127.0.0.1", silent), timeout=0.1), "timed-out")


@pytest.mark.parametrize("host", ["a" * 300, "a." * 100 + "a" * 60, "ü" * 70, "a..b", "no-such-host.invalid"])
def test_a_name_that_is_none_is_unknown(host):
    failure(lambda: connect(Address(host, 1)), "unknown-host")
    failure(lambda: listen(host, 0, ignore), "unknown-host")


@pytest.mark.parametrize(
    "error", [OSError("no answer"), UnicodeError("label too long"), socket.gaierror(-2, "unknown")]
)
def test_whatever_a_look_up_ends_in_the_name_is_unknown(error, monkeypatch):
    def fail(*arguments, **options):
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    failure(lambda: resolve("host.example", 1), "unknown-host")


def answering(*hosts):
    """Stands for a name server: endpoints with these IPv4 addresses, whatever the name."""

    def getaddrinfo(name, port, **options):
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (host, port)) for host in hosts]

    return getaddrinfo


def test_every_address_of_a_name_is_tried(monkeypatch):
    async def play():
        async with await listen("127.0.0.1", 0, ignore) as listener:
            monkeypatch.setattr(socket, "getaddrinfo", answering("127.0.0.2", "127.0.0.1"))
            async with await connect(Address("two.example", listener.port)) as connection:
                assert connection.remote == Address("127.0.0.1", listener.port)

    asyncio.run(play())


@pytest.mark.parametrize("hosts", [("127.0.0.2", "127.0.0.3"), ("127.0.0.3", "127.0.0.2")])
def test_of_several_failures_the_most_telling_is_told(hosts, monkeypatch):
    async def sock_connect(loop, connecting, place):
        raise OSError(errno.ENETUNREACH if place[0] == "127.0.0.3" else errno.ECONNREFUSED, "no")

    monkeypatch.setattr(asyncio.SelectorEventLoop, "sock_connect", sock_connect)
    monkeypatch.setattr(socket, "getaddrinfo", answering(*hosts))
    failure(lambda: connect(Address("two.example", 1)), "refused")


def test_an_address_of_another_machine_cannot_be_listened_on():
    failure(lambda: listen("192.0.2.77", 0, ignore), "address-not-ours")


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_is_none_is_our_own_mistake(port):
    with pytest.raises(LocalMisuse):
        asyncio.run(listen(None, port, ignore))


def test_a_port_taken_in_one_family_is_in_use_for_both():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        failure(lambda: listen(None, taken.getsockname()[1], ignore), "port-in-use")


def test_any_port_is_one_that_is_free_in_both_families(monkeypatch):
    # The first port that the system gives for IPv6 is taken for IPv4: another one is asked for.
    with socket.create_server(("127.0.0.1", 0)) as taken:
        bad = taken.getsockname()[1]
        given = [bad]
        really = listener._listening

        def listening(family, place):
            if family == socket.AF_INET6 and place[1] == 0 and given:
                place = (place[0], given.pop(), *place[2:])
            return really(family, place)

        monkeypatch.setattr(listener, "_listening", listening)

        async def play():
            async with await listen(None, 0, ignore) as listener:
                assert listener.port != bad
                assert {sock.getsockname()[1] for sock in listener._sockets} == {listener.port}

        asyncio.run(play())
        assert not given


def test_a_machine_without_ipv6_listens_all_the_same(monkeypatch):
    really = listener._listening

    def listening(family, place):
        if family == socket.AF_INET6:
            raise OSError(errno.EAFNOSUPPORT, "no IPv6")
        return really(family, place)

    monkeypatch.setattr(listener, "_listening", listening)

    async def play():
        async with await listen(None, 0, ignore) as listener:
            assert all(":" not in address.host for address in listener.addresses)
            assert Address("127.0.0.1", listener.port) in listener.addresses

    asyncio.run(play())


def test_a_host_bound_to_one_address_names_that_one_only():
    async def play():
        async with await listen("127.0.0.1", 0, ignore) as listener:
            assert listener.addresses == [Address("127.0.0.1", listener.port)]

    asyncio.run(play())


def test_the_hosts_key_leaves_no_file_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    seen = []
    really = tls.Path.write_bytes

    def write_bytes(path, data):
        seen.append((path.parent.stat().st_mode & 0o777, path.stat().st_mode & 0o777, data))
        return really(path, data)

    monkeypatch.setattr(tls.Path, "write_bytes", write_bytes)
    tls.host_tls()
    ((folder, file, data),) = seen
    assert (folder, file) == (0o700, 0o600)
    assert b"ENCRYPTED PRIVATE KEY" in data
    assert os.listdir(tmp_path) == []


def test_a_temp_folder_that_is_of_no_use_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    with pytest.raises(DataError) as error:
        tls.host_tls()
    assert error.value.code == "temp-folder"
    assert str(tmp_path / "missing") in error.value.params["path"]


def test_a_host_gives_no_session_tickets():
    assert tls.host_tls().context.num_tickets == 0


def test_a_host_that_leaves_before_it_has_greeted_drops_the_connection():
    async def leave(reader, writer):
        await reader.read(1)
        writer.transport.abort()

    async def play():
        async with await asyncio.start_server(leave, "127.0.0.1", 0) as server:
            await connect(Address("127.0.0.1", server.sockets[0].getsockname()[1]))

    failure(play, "dropped")


def test_an_end_without_a_number_is_one_all_the_same():
    assert transport.trouble(ConnectionResetError(), "h", 1).code == "dropped"
