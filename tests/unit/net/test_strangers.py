"""Whoever knocks at the port: noise, silence, crowds and bugs end one connection and nothing else."""

import asyncio
import contextlib

import pytest

from p2p_schnapsen.errors import LocalMisuse, PeerSuspect, TransportError, WireError
from p2p_schnapsen.net import listener as door
from p2p_schnapsen.net import transport
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.listener import listen
from p2p_schnapsen.net.transport import connect
from p2p_schnapsen.wire.limits import STRANGER_FRAME_BYTES


def run(play, serve):
    """`play` gets a listener whose connections `serve` handles, and the list of what went to the loop's handler."""

    async def both():
        reported = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))
        async with asyncio.timeout(30):
            async with await listen("127.0.0.1", 0, serve) as listener:
                await play(listener, reported)

    asyncio.run(both())


async def greet(connection):
    """As an honest host does: prove, then answer until the guest leaves."""
    assert await connection.read_frame() == b"proof"
    connection.authenticate()
    with contextlib.suppress(TransportError):
        while True:
            await connection.write_frame(await connection.read_frame())


async def guest(listener):
    connection = await connect(Address("127.0.0.1", listener.port))
    await connection.write_frame(b"proof")
    connection.authenticate()
    return connection


async def answers(connection):
    await connection.write_frame(b"ping")
    return await connection.read_frame() == b"ping"


async def ended(reader):
    """Whether the other side has ended the connection."""
    try:
        return await reader.read() is not None
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "noise",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        bytes(100_000),
        b"\xff" * 100_000,
        bytes.fromhex("16030100050100000100"),
        b"\n",
    ],
    ids=["http", "ssh", "zeros", "ones", "half-hello", "newline"],
)
def test_noise_on_the_port_does_not_disturb_a_game(noise, monkeypatch):
    async def play(listener, reported):
        async with await guest(listener) as playing:
            assert await answers(playing)
            monkeypatch.setattr(door, "HANDSHAKE_SECONDS", 0.1)
            reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
            writer.write(noise)
            assert await ended(reader)
            writer.close()
            assert await answers(playing)
        assert reported == []

    run(play, greet)


def test_a_stranger_has_so_long_to_prove_itself_and_then_all_the_time(monkeypatch):
    monkeypatch.setattr(door, "HANDSHAKE_SECONDS", 2)  # enough to be proven in, on a busy machine too

    async def play(listener, reported):
        async with await guest(listener) as playing, await connect(Address("127.0.0.1", listener.port), 10) as silent:
            assert await answers(playing)
            with pytest.raises(TransportError):  # cut by the host when its time is up
                await silent.read_frame()
            assert await answers(playing)
        assert reported == []

    run(play, greet)


def test_the_oldest_stranger_gives_way_to_the_newest(monkeypatch):
    monkeypatch.setattr(door, "STRANGERS", 2)

    async def play(listener, reported):
        async with await guest(listener) as playing:
            assert await answers(playing)
            crowd = [await connect(Address("127.0.0.1", listener.port)) for _ in range(3)]
            with pytest.raises(TransportError):
                await crowd[0].read_frame()
            for patient in crowd[1:]:
                await patient.write_frame(b"proof")
                patient.authenticate()
                assert await answers(patient)
            assert await answers(playing)
            for connection in crowd:
                await connection.close()
        assert reported == []

    run(play, greet)


def test_callers_who_say_nothing_push_nobody_out_who_speaks(monkeypatch):
    monkeypatch.setattr(door, "_raise_file_limit", lambda: 2)
    monkeypatch.setattr(door, "STRANGERS", 1)

    async def play(listener, reported):
        speaking = await connect(Address("127.0.0.1", listener.port))
        crowd = [await asyncio.open_connection("127.0.0.1", listener.port) for _ in range(5)]
        for reader, _ in crowd[:3]:
            assert await ended(reader)
        # Whoever leaves without a word takes nobody's place either.
        for _, writer in crowd[3:]:
            writer.close()
        await speaking.write_frame(b"proof")
        speaking.authenticate()
        assert await answers(speaking)
        await speaking.close()
        for _, writer in crowd:
            writer.close()
        assert reported == []

    run(play, greet)


def test_who_speaks_and_is_no_player_is_told_of_with_a_reason():
    async def both():
        told = []
        listener = await listen("127.0.0.1", 0, greet, on_stranger=lambda _, reason: told.append(reason))
        async with listener:
            for noise in (b"GET / HTTP/1.1\r\n\r\n", b""):
                reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
                writer.write(noise)
                writer.write_eof()
                assert await ended(reader)
                writer.close()
            async with await connect(Address("127.0.0.1", listener.port)) as stranger:
                await stranger.write_frame(bytes(STRANGER_FRAME_BYTES + 1))
                with pytest.raises(TransportError):
                    await stranger.read_frame()
        assert told == ["not-tls", "frame-size"]

    asyncio.run(both())


def test_a_frame_too_large_for_a_stranger_ends_it_quietly():
    async def play(listener, reported):
        async with await connect(Address("127.0.0.1", listener.port)) as stranger:
            await stranger.write_frame(bytes(STRANGER_FRAME_BYTES + 1))
            with pytest.raises(TransportError):
                await stranger.read_frame()
        assert reported == []

    run(play, greet)


@pytest.mark.parametrize("error", [PeerSuspect("auth-signature"), WireError("frame-kind"), TransportError("dropped")])
def test_what_a_strangers_greeting_comes_to_ends_it_quietly(error):
    async def refuse(connection):
        raise error

    async def play(listener, reported):
        async with await connect(Address("127.0.0.1", listener.port)) as stranger:
            with pytest.raises(TransportError):
                await stranger.read_frame()
        assert reported == []

    run(play, refuse)


@pytest.mark.parametrize(("proven", "error"), [(False, ValueError()), (True, ValueError()), (True, LocalMisuse("x"))])
def test_a_bug_of_ours_is_reported_and_not_swallowed(proven, error):
    async def fail(connection):
        if proven:
            connection.authenticate()
        raise error

    async def play(listener, reported):
        async with await connect(Address("127.0.0.1", listener.port)) as stranger:
            with pytest.raises(TransportError):
                await stranger.read_frame()
        assert reported == [error]

    run(play, fail)


def test_a_frame_sent_right_behind_the_proof_may_be_large():
    # Both arrive at once, and the second is larger than a stranger's may be.
    async def prove_and_deal(connection):
        await connection.write_frame(b"proof")
        connection._writer.write(transport.encode(bytes(5000)))
        await connection.read_frame()

    async def play(listener, reported):
        async with await connect(Address("127.0.0.1", listener.port)) as connection:
            assert await connection.read_frame() == b"proof"
            connection.authenticate()
            assert await connection.read_frame() == bytes(5000)

    run(play, prove_and_deal)


def test_a_frame_in_pieces_survives_every_cancelled_reading():
    async def drip(connection):
        frame = transport.encode(b"in pieces") + transport.encode(b"next")
        for byte in frame:
            connection._writer.write(bytes([byte]))
            await connection._writer.drain()
            await asyncio.sleep(0)
        await connection.read_frame()

    async def play(listener, reported):
        async with await connect(Address("127.0.0.1", listener.port)) as connection:
            read = []
            while len(read) < 2:
                with contextlib.suppress(TransportError):
                    read.append(await connection.read_frame(timeout=0.0005))
            assert read == [b"in pieces", b"next"]

    run(play, drip)


def test_closing_the_listener_ends_everything_at_once():
    async def both():
        listener = await listen("127.0.0.1", 0, greet)
        playing = await guest(listener)
        assert await answers(playing)
        await listener.close()
        with pytest.raises(TransportError):
            await playing.read_frame(10)
        with pytest.raises(TransportError) as error:
            await connect(Address("127.0.0.1", listener.port))
        assert error.value.code == "refused"
        await playing.close()

    asyncio.run(both())


def test_noise_right_behind_the_handshake_is_a_transport_error():
    async def both():
        async with await listen("127.0.0.1", 0, greet) as listener:

            async def forward(reader, writer):
                host_reader, host_writer = await asyncio.open_connection("127.0.0.1", listener.port)
                pump = asyncio.create_task(copy(reader, host_writer, None))
                await copy(host_reader, writer, b"\x17\x03\x03\x00\x20" + bytes(32))
                pump.cancel()
                for end in (writer, host_writer):
                    end.transport.abort()

            async def copy(source, sink, extra):
                sink.write(await source.read(65536))
                if extra:
                    sink.write(extra)
                while data := await source.read(65536):
                    sink.write(data)

            async with await asyncio.start_server(forward, "127.0.0.1", 0) as middle:
                address = Address("127.0.0.1", middle.sockets[0].getsockname()[1])
                with pytest.raises(TransportError) as error:
                    async with await connect(address) as connection:
                        await connection.read_frame(10)
                assert error.value.code in ("dropped", "not-tls")

    asyncio.run(both())
