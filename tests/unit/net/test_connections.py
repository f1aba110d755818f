"""TCP and TLS on loopback: frames arrive whole, and everything that breaks is a TransportError."""

import asyncio
import socket
import ssl

import pytest

from p2p_schnapsen.errors import TransportError, WireError
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.listener import check, listen
from p2p_schnapsen.net.tls import guest_context
from p2p_schnapsen.net.transport import connect
from p2p_schnapsen.wire.limits import FRAME_BYTES, STRANGER_FRAME_BYTES


def run(play, serve, bind="127.0.0.1"):
    """`serve` handles connections to a host; `play` gets the listener."""

    async def both():
        async with asyncio.timeout(30):
            async with await listen(bind, 0, serve) as listener:
                return await play(listener)

    return asyncio.run(both())


async def echo(connection):
    connection.authenticate()
    while True:
        await connection.write_frame(await connection.read_frame())


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_one_port_serves_both_families_and_frames_come_back_whole(host):
    async def play(listener):
        async with await connect(Address(host, listener.port)) as connection:
            assert connection.certificate == listener.certificate
            connection.authenticate()
            for size in (1, 1000, FRAME_BYTES):
                await connection.write_frame(bytes(size))
                assert await connection.read_frame() == bytes(size)

    run(play, echo, bind=None)


def test_every_run_has_a_certificate_of_its_own():
    async def digest(listener):
        return listener.certificate

    assert run(digest, echo) != run(digest, echo)


def test_a_strangers_large_frame_is_refused():
    async def send_large(connection):
        await connection.write_frame(bytes(STRANGER_FRAME_BYTES + 1))

    async def play(listener):
        async with await connect(Address("127.0.0.1", listener.port)) as connection:
            with pytest.raises(WireError):
                await connection.read_frame()

    run(play, send_large)


def test_the_end_of_a_connection_is_a_transport_error():
    async def leave(connection):
        connection.authenticate()

    async def play(listener):
        async with await connect(Address("127.0.0.1", listener.port)) as connection:
            with pytest.raises(TransportError) as error:
                await connection.read_frame()
            assert error.value.code == "dropped"

    run(play, leave)


def test_closing_twice_and_cutting_after_is_harmless():
    async def play(listener):
        connection = await connect(Address("127.0.0.1", listener.port))
        await connection.close()
        await connection.close()
        connection.abort()

    run(play, echo)


def test_a_silent_host_is_given_up_in_time():
    async def play(listener):
        async with await connect(Address("127.0.0.1", listener.port)) as connection:
            with pytest.raises(TransportError) as error:
                await connection.read_frame(timeout=0.05)
            assert error.value.code == "timed-out"
            await connection.write_frame(b"x")
            assert await connection.read_frame() == b"x"

    run(play, echo)


def test_what_does_not_speak_tls_is_said():
    async def talk(reader, writer):
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 20)
        await writer.drain()
        writer.close()

    async def both():
        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        async with server:
            with pytest.raises(TransportError) as error:
                await connect(Address("127.0.0.1", server.sockets[0].getsockname()[1]))
            assert error.value.code in ("not-tls", "dropped")

    asyncio.run(both())


def test_tls_is_13_and_nothing_older():
    async def play(listener):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await asyncio.open_connection("127.0.0.1", listener.port, ssl=context)

    run(play, echo)
    assert guest_context().minimum_version is ssl.TLSVersion.TLSv1_3


def test_a_port_in_use_is_said():
    async def play(listener):
        with pytest.raises(TransportError) as error:
            await listen("127.0.0.1", listener.port, echo)
        assert error.value.code == "port-in-use"
        with pytest.raises(TransportError) as error:
            await check("127.0.0.1", listener.port)
        assert error.value.code == "port-in-use"

    run(play, echo)


def test_a_port_that_was_found_to_be_free_is_free():
    async def play():
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        for _ in range(3):
            await check("127.0.0.1", port)
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", port)
        async with await listen("127.0.0.1", port, echo) as listener:
            assert listener.port == port

    asyncio.run(play())


def test_closing_the_door_while_callers_stand_before_it_is_quiet():
    async def play():
        reported = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
        for _ in range(50):
            listener = await listen("127.0.0.1", 0, echo)
            callers = [asyncio.create_task(asyncio.open_connection("127.0.0.1", listener.port)) for _ in range(5)]
            await asyncio.sleep(0)
            await listener.close()
            for called in await asyncio.gather(*callers, return_exceptions=True):
                if not isinstance(called, OSError):  # some came too late
                    called[1].close()
        assert reported == []

    asyncio.run(play())
