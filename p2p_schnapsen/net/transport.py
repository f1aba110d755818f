"""TCP and TLS with asyncio: `listen`, `connect`, and the `Connection` that both give, which carries frames.

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

Strangers, who have not proven an identity yet, are held short: one KiB a frame, ten seconds in all, so many at a time;
the oldest gives way to the newest. Those who have said nothing at all are apart: however many they are, they push
nobody out who speaks.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterator
from types import TracebackType
from typing import Self

from p2p_schnapsen.errors import LocalMisuse, SchnapsenError, TransportError
from p2p_schnapsen.net import tls
from p2p_schnapsen.net.address import Address, local_addresses
from p2p_schnapsen.net.resolve import Endpoint, resolve
from p2p_schnapsen.wire.framing import PREFIX, Frames, encode
from p2p_schnapsen.wire.limits import FRAME_BYTES, STRANGER_FRAME_BYTES

HANDSHAKE_SECONDS = 10.0
"""From the first packet until the TLS handshake, and for strangers also the greeting, is done."""

CLOSE_SECONDS = 2.0
"""How long an orderly end may take before the connection is cut."""

STRANGERS = 128
"""Most connections at a time that have not proven an identity; each costs about 300 KiB."""

QUIET = 1024
"""Most connections at a time that have said nothing yet; each costs about 5 KiB and a file descriptor."""

CROWD_PAUSE_SECONDS = 0.002
"""With so many there, callers are let in no faster than this: a game that is on comes first."""

BACKLOG = 128
ACCEPT_PAUSE_SECONDS = 0.1
PORT_ATTEMPTS = 50

_log = logging.getLogger(__name__)

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
_LISTEN_CODES = {
    errno.EADDRINUSE: "port-in-use",
    errno.EACCES: "port-not-permitted",
    errno.EPERM: "port-not-permitted",
    errno.EADDRNOTAVAIL: "address-not-ours",
    errno.EAFNOSUPPORT: "address-not-ours",
}
# Of several addresses that were tried in vain, the failure nearest to the goal says most.
_TELLING = ("network", "unreachable", "timed-out", "refused")


def _trouble(error: OSError, host: str, port: int, codes: dict[int, str] = _CODES) -> TransportError:
    if isinstance(error, TimeoutError):
        return TransportError("timed-out", host=host, port=port)
    code = codes.get(error.errno or 0)
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
            raise _trouble(error, self.remote.host, self.remote.port) from error

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
            reader, writer = await _secure(connected, tls.guest_context(), server=False)
    except ssl.SSLError as error:
        raise TransportError("not-tls", host=host, port=port, reason=error.reason or str(error)) from error
    except OSError as error:
        raise _trouble(error, host, port) from error
    certificate = tls.seen_digest(writer.get_extra_info("ssl_object"))
    if certificate is None:
        writer.transport.abort()
        raise TransportError("not-tls", host=host, port=port, reason="it broke off right after the handshake")
    return Connection(reader, writer, certificate, _remote(connected))


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
            failures.append(_trouble(error, address.host, address.port))
        except BaseException:
            connecting.close()
            raise
        else:
            return connecting
    raise max(failures, key=lambda failure: _TELLING.index(failure.code) if failure.code in _TELLING else -1)


async def _secure(
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


def _settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


async def _first_byte(connected: socket.socket) -> None:
    """Wait until something has come in: TLS for a caller that says nothing would cost a hundred times the socket.

    Raises OSError where nothing ever will.
    """
    loop = asyncio.get_running_loop()
    readable: asyncio.Future[None] = loop.create_future()
    try:
        try:
            loop.add_reader(connected, _settle, readable)
        except NotImplementedError:  # Windows' own loop: there everybody is greeted at once
            return
        try:
            await readable
        finally:
            loop.remove_reader(connected)
        if not connected.recv(1, socket.MSG_PEEK):
            raise ConnectionResetError(errno.ECONNRESET, "left without a word")
    except BaseException:
        connected.close()
        raise


def _remote(connected: socket.socket) -> Address:
    try:
        host, port = connected.getpeername()[:2]
    except OSError:  # gone already; the first read will say so
        return Address("?", 0)
    return Address(host, port)


Handler = Callable[[Connection], Awaitable[None]]


class Listener:
    """A host that waits: each connection runs `on_connection` in a task of its own, and is closed when that returns.

    Use as `async with await listen(…) as listener`.  A SchnapsenError out of `on_connection` ends a stranger's
    connection and nothing else; any other exception goes to the loop's exception handler.
    """

    def __init__(
        self,
        sockets: list[socket.socket],
        security: tls.HostTLS,
        on_connection: Handler,
        on_stranger: Callable[[Address, str], None],
    ) -> None:
        self.port: int = sockets[0].getsockname()[1]
        self.certificate = security.digest
        self._sockets = sockets
        self._security = security
        self._on_connection = on_connection
        self._on_stranger = on_stranger
        self._tasks: set[asyncio.Task[None]] = set()
        self._strangers: dict[asyncio.Task[None], None] = {}
        self._quiet: dict[asyncio.Task[None], None] = {}
        self._room = _raise_file_limit()
        self._accepting = [asyncio.create_task(self._accept(listening)) for listening in sockets]

    @property
    def addresses(self) -> list[Address]:
        """Where this host may be reached, the likeliest first. Asked anew each time: networks come and go."""
        hosts: list[str] = []
        for listening in self._sockets:
            host = listening.getsockname()[0]
            colon = listening.family == socket.AF_INET6
            wildcard = ipaddress.ip_address(host.partition("%")[0]).is_unspecified
            hosts += [other for other in local_addresses() if (":" in other) == colon] if wildcard else [host]
        order = {host: rank for rank, host in enumerate(local_addresses())}
        return [Address(host, self.port) for host in sorted(hosts, key=lambda host: order.get(host, len(order)))]

    async def close(self) -> None:
        """Stops listening and ends all connections."""
        for listening in self._sockets:
            listening.close()
        tasks = [*self._accepting, *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connected, _ = await loop.sock_accept(listening)
            except OSError as error:  # too many open files, or a caller that hung up at once
                _log.debug("accept: %s", error)
                await asyncio.sleep(ACCEPT_PAUSE_SECONDS)
                continue
            crowded = len(self._quiet) >= self._room
            if crowded:
                _push_out(self._quiet)
            task = asyncio.create_task(self._serve(connected))
            self._tasks.add(task)
            self._quiet[task] = None
            task.add_done_callback(self._ended)
            if crowded:
                await asyncio.sleep(CROWD_PAUSE_SECONDS)

    async def _serve(self, connected: socket.socket) -> None:
        task = asyncio.current_task()
        assert task is not None
        remote = _remote(connected)
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS) as deadline:
                await _first_byte(connected)
                del self._quiet[task]
                if len(self._strangers) >= STRANGERS:
                    _push_out(self._strangers)
                self._strangers[task] = None
                reader, writer = await _secure(connected, self._security.context, server=True)
                connection = Connection(reader, writer, self._security.digest, remote)

                def no_stranger() -> None:
                    deadline.reschedule(None)
                    self._strangers.pop(task, None)

                connection._when_authenticated = no_stranger
                try:
                    await self._on_connection(connection)
                except BaseException:
                    connection.abort()
                    raise
                await connection.close()
        except (OSError, SchnapsenError) as error:
            if task in self._strangers:
                self._on_stranger(remote, _reason(error))
            elif task not in self._quiet:
                raise

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._strangers.pop(task, None)
        self._quiet.pop(task, None)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            context = {"message": "a connection's handler failed", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()


def _reason(error: OSError | SchnapsenError) -> str:
    """Why a stranger came to nothing, as a code."""
    if isinstance(error, SchnapsenError):
        return error.code
    if isinstance(error, TimeoutError):
        return "timed-out"
    return "not-tls" if isinstance(error, ssl.SSLError) else "dropped"


def _ignore(remote: Address, reason: str) -> None:
    _log.debug("%s: %s", remote, reason)


def _push_out(connections: dict[asyncio.Task[None], None]) -> None:
    oldest = next(iter(connections))
    del connections[oldest]
    oldest.cancel()


def _raise_file_limit() -> int:
    """Let this process open as many files as the system allows it, within reason; how many quiet callers that bears."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return QUIET
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * QUIET if hard == resource.RLIM_INFINITY else min(hard, 4 * QUIET)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # not permitted after all: then fewer find room
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return QUIET if soft == resource.RLIM_INFINITY else max(1, min(QUIET, soft // 2))


async def listen(
    bind: str | None,
    port: int,
    on_connection: Handler,
    security: tls.HostTLS | None = None,
    on_stranger: Callable[[Address, str], None] = _ignore,
) -> Listener:
    """Listens on `bind` (an address or a name; None: everywhere) and `port` (0: any), one port for all families.

    `security` is the host's certificate; None makes a new one. `on_stranger` is told of callers who said something and
    proved nothing: where they called from, and a code.  Raises TransportError, LocalMisuse `port-invalid`.
    """
    if not 0 <= port <= 65535:
        raise LocalMisuse("port-invalid", port=str(port))
    security = security or tls.host_tls()
    if bind is None:
        # A friend comes in from anywhere: that is what hosting means, and `--bind` narrows it.
        endpoints: list[Endpoint] = [(socket.AF_INET6, ("::", 0)), (socket.AF_INET, ("0.0.0.0", 0))]  # noqa: S104
    else:
        endpoints = await resolve(bind, 0)
    sockets = _bind(endpoints, port, bind or "*", optional=bind is None)
    return Listener(sockets, security, on_connection, on_stranger)


def _bind(endpoints: list[Endpoint], port: int, host: str, *, optional: bool) -> list[socket.socket]:
    """Listening sockets on all endpoints, with one port. `optional`: a family that the machine lacks is left out."""
    for _ in range(PORT_ATTEMPTS):
        try:
            return _bind_once(endpoints, port, optional=optional)
        except OSError as error:
            # The port that the system chose for one family may be taken in another.
            if port == 0 and error.errno == errno.EADDRINUSE:
                continue
            raise _trouble(error, host, port, _LISTEN_CODES) from error
    raise TransportError("port-in-use", host=host, port=port)


def _bind_once(endpoints: list[Endpoint], port: int, *, optional: bool) -> list[socket.socket]:
    missing: OSError | None = None
    with contextlib.ExitStack() as undo:
        sockets: list[socket.socket] = []
        for family, place in endpoints:
            try:
                listening = _listening(family, (place[0], port, *place[2:]))
            except OSError as error:
                if optional and error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                    missing = error
                    continue
                raise
            undo.callback(listening.close)
            sockets.append(listening)
            port = listening.getsockname()[1]
        if not sockets and missing is not None:
            raise missing
        undo.pop_all()
    return sockets


def _listening(family: socket.AddressFamily, place: tuple[str | int, ...]) -> socket.socket:
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where SO_REUSEADDR would let others take the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.setblocking(False)
        listening.bind(place)
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening
