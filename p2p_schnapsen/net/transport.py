"""TCP and TLS with asyncio: `connect`, and the `Connection` that it and `listener` give, which carries frames.

Whatever goes wrong below is a TransportError with the `host` and `port` it was about:

==================  ==========================================================================
code                means
==================  ==========================================================================
unknown-host        the name is none, or was looked up in vain
refused             nobody listens there
unreachable         no way to that address from here
timed-out           no answer in time
not-tls             what answers there does not speak TLS 1.3 (`reason`)
dropped             the connection broke, or the other side closed it
port-in-use         another program listens on our port
port-not-permitted  the system does not let us listen on that port
address-not-ours    the address to listen on is not one of this machine's
network             anything else (`reason`)
==================  ==========================================================================

An oversized frame is a WireError (`wire.framing`); what that means depends on who sent it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import ssl
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from p2p_schnapsen.errors import TransportError
from p2p_schnapsen.net import tls
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.resolve import Endpoint, resolve
from p2p_schnapsen.wire.framing import PREFIX, Frames, encode
from p2p_schnapsen.wire.limits import FRAME_BYTES, STRANGER_FRAME_BYTES

HANDSHAKE_SECONDS = 10.0
"""From the first packet until the TLS handshake, and for strangers also the greeting, is done."""

CLOSE_SECONDS = 2.0
"""How long an orderly end may take before the connection is cut."""

_CODES = {
    errno.ECONNREFUSED: "refused",
    errno.ENETUNREACH: "unreachable",
    errno.EHOSTUNREACH: "unreachable",
    errno.ENETDOWN: "unreachable",
    errno.EHOSTDOWN: "unreachable",
    errno.EAFNOSUPPORT: "unreachable",
    errno.EADDRNOTAVAIL: "unreachable",
    errno.ETIMEDOUT: "timed-out",
    errno.ECONNRESET: "dropped",
    errno.ECONNABORTED: "dropped",
    errno.EPIPE: "dropped",
    errno.ENOTCONN: "dropped",
}
# Of several addresses that were tried in vain, the failure nearest to the goal says most.
_TELLING = ("network", "unreachable", "timed-out", "refused")


def trouble(error: OSError, host: str, port: int, codes: dict[int, str] = _CODES) -> TransportError:
    if isinstance(error, TimeoutError):
        return TransportError("timed-out", host=host, port=port)
    code = codes.get(error.errno or 0)
    if code is None and isinstance(error, ConnectionError):
        code = "dropped"  # TLS says so without a number, where the other side leaves before it is up
    if code is not None:
        return TransportError(code, host=host, port=port)
    return TransportError("network", host=host, port=port, reason=error.strerror or str(error))


class Connection:
    """One TLS connection that carries frames. `certificate` is the host certificate's digest as this side knows it.

    One task reads at a time; any number may write.
    """

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, certificate: bytes, remote: Address
    ) -> None:
        self.certificate = certificate
        self.remote = remote
        self.authenticated = False
        self._reader = reader
        self._writer = writer
        self._frames = Frames(STRANGER_FRAME_BYTES)
        self._size: int | None = None
        self._when_authenticated: Callable[[], None] = lambda: None

    def authenticate(self) -> None:
        """The other side has proven its identity: larger frames are taken, and it is no stranger any more."""
        self.authenticated = True
        self._frames.cap = FRAME_BYTES
        self._when_authenticated()

    async def read_frame(self, timeout: float | None = None) -> bytes:
        """The next frame's payload. May be cancelled, or time out, and called again: nothing is lost.

        Raises TransportError `dropped` (also where the other side closed), `timed-out`; WireError `frame-size`.
        """
        with self._reported():
            async with asyncio.timeout(timeout):
                # Bytes beyond the next frame stay in the reader: they may belong to a time of larger frames.
                if self._size is None:
                    prefix = await self._reader.readexactly(PREFIX)
                    self._frames.feed(prefix)
                    self._size = int.from_bytes(prefix, "big")
                data = await self._reader.readexactly(self._size)
        self._size = None
        (payload,) = self._frames.feed(data)
        return payload

    async def write_frame(self, payload: bytes, timeout: float | None = None) -> None:
        """Sends a frame. Returns when the system has taken it, which says nothing about the other side.

        Frames are sent whole: one that timed out may still arrive.  Raises TransportError `dropped`, `timed-out`;
        WireError `frame-size`.
        """
        with self._reported():
            self._writer.write(encode(payload))
            async with asyncio.timeout(timeout):
                await self._writer.drain()

    def send_frame(self, payload: bytes) -> None:
        """Sends a frame without waiting. What the system does not take at once is held for it: a game has few bytes.

        Raises TransportError `dropped` where the connection is known to be gone; WireError `frame-size`.
        """
        with self._reported():
            if self._writer.is_closing():
                raise ConnectionResetError(errno.ECONNRESET, "closed")
            self._writer.write(encode(payload))

    async def close(self) -> None:
        """Sends what is still to be sent and ends the connection in order, for at most two seconds. Never raises."""
        self._writer.close()
        try:
            # Whatever breaks now, there is nothing left that it could break.
            with contextlib.suppress(OSError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._writer.wait_closed()
        finally:
            self.abort()

    def abort(self) -> None:
        """Cuts the connection at once. Harmless where it is gone already."""
        # CPython 3.11.2 and older fail so on a TLS transport that has been closed twice: there is nothing left to cut.
        with contextlib.suppress(AttributeError):
            self._writer.transport.abort()

    @contextlib.contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except (asyncio.IncompleteReadError, ssl.SSLError) as error:
            raise TransportError("dropped", host=self.remote.host, port=self.remote.port) from error
        except OSError as error:
            raise trouble(error, self.remote.host, self.remote.port) from error

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()


async def connect(address: Address, timeout: float = HANDSHAKE_SECONDS) -> Connection:
    """A connection to the host at `address`, whose names' addresses are tried in turn; TLS is up, nobody is proven.

    Raises TransportError within about `timeout` seconds.
    """
    host, port = address.host, address.port
    try:
        async with asyncio.timeout(timeout):
            endpoints = await resolve(host, port)
            connected = await _reach(endpoints, address, timeout)
            reader, writer = await secure(connected, tls.guest_context(), server=False)
    except ssl.SSLError as error:
        raise TransportError("not-tls", host=host, port=port, reason=error.reason or str(error)) from error
    except OSError as error:
        raise trouble(error, host, port) from error
    certificate = tls.seen_digest(writer.get_extra_info("ssl_object"))
    if certificate is None:
        writer.transport.abort()
        raise TransportError("not-tls", host=host, port=port, reason="it broke off right after the handshake")
    return Connection(reader, writer, certificate, remote(connected))


async def _reach(endpoints: list[Endpoint], address: Address, timeout: float) -> socket.socket:
    """A TCP connection to the first endpoint that answers. A silent one may use up its share of the time only."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout
    failures = []
    for tried, (family, place) in enumerate(endpoints):
        connecting = socket.socket(family, socket.SOCK_STREAM)
        try:
            connecting.setblocking(False)
            async with asyncio.timeout((deadline - loop.time()) / (len(endpoints) - tried)):
                await loop.sock_connect(connecting, place)
        except OSError as error:
            connecting.close()
            failures.append(trouble(error, address.host, address.port))
        except BaseException:
            connecting.close()
            raise
        else:
            return connecting
    raise max(failures, key=lambda failure: _TELLING.index(failure.code) if failure.code in _TELLING else -1)


async def secure(
    connected: socket.socket, context: ssl.SSLContext, *, server: bool
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """TLS over a connected socket. Raises OSError, of which ssl.SSLError is one kind."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=FRAME_BYTES)
    protocol = asyncio.StreamReaderProtocol(reader)
    # asyncio's own limit would speak through another exception; ours are around.
    handshake, shutdown = 2 * HANDSHAKE_SECONDS, CLOSE_SECONDS
    transport: asyncio.WriteTransport
    try:
        if server:
            transport, _ = await loop.connect_accepted_socket(
                lambda: protocol,
                connected,
                ssl=context,
                ssl_handshake_timeout=handshake,
                ssl_shutdown_timeout=shutdown,
            )
        else:
            transport, _ = await loop.create_connection(
                lambda: protocol,
                sock=connected,
                ssl=context,
                server_hostname="",
                ssl_handshake_timeout=handshake,
                ssl_shutdown_timeout=shutdown,
            )
    except BaseException:
        connected.close()
        raise
    return reader, asyncio.StreamWriter(transport, protocol, reader, loop)


def remote(connected: socket.socket) -> Address:
    try:
        host, port = connected.getpeername()[:2]
    except OSError:  # gone already; the first read will say so
        return Address("?", 0)
    return Address(host, port)
