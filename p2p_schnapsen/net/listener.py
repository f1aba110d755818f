"""A host's door: `listen` takes callers in, each with a task of its own, and keeps strangers short.

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
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self

from p2p_schnapsen.errors import LocalMisuse, SchnapsenError, TransportError
from p2p_schnapsen.net import tls
from p2p_schnapsen.net.address import Address, local_addresses
from p2p_schnapsen.net.resolve import Endpoint, resolve
from p2p_schnapsen.net.transport import HANDSHAKE_SECONDS, Connection, remote, secure, trouble

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

_LISTEN_CODES = {
    errno.EADDRINUSE: "port-in-use",
    errno.EACCES: "port-not-permitted",
    errno.EPERM: "port-not-permitted",
    errno.EADDRNOTAVAIL: "address-not-ours",
    errno.EAFNOSUPPORT: "address-not-ours",
}


def _settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


async def _readable(waiting: socket.socket) -> None:
    """Wait until something can be read, or accepted. Raises NotImplementedError on loops that cannot tell."""
    loop = asyncio.get_running_loop()
    readable: asyncio.Future[None] = loop.create_future()
    loop.add_reader(waiting, _settle, readable)
    try:
        await readable
    finally:
        loop.remove_reader(waiting)


async def _accepted(listening: socket.socket) -> socket.socket:
    """The next caller. Raises OSError.

    CPython's own `sock_accept` reports a bug of its own where it is cancelled while somebody calls.
    """
    while True:
        try:
            await _readable(listening)
        except NotImplementedError:
            return (await asyncio.get_running_loop().sock_accept(listening))[0]
        with contextlib.suppress(BlockingIOError, InterruptedError):
            connected, _ = listening.accept()
            connected.setblocking(False)
            return connected


async def _first_byte(connected: socket.socket) -> None:
    """Wait until something has come in: TLS for a caller that says nothing would cost a hundred times the socket.

    Raises OSError where nothing ever will.
    """
    try:
        try:
            await _readable(connected)
        except NotImplementedError:  # Windows' own loop: there everybody is greeted at once
            return
        if not connected.recv(1, socket.MSG_PEEK):
            raise ConnectionResetError(errno.ECONNRESET, "left without a word")
    except BaseException:
        connected.close()
        raise


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
        await _end(self._accepting)
        for listening in self._sockets:
            listening.close()
        await _end([*self._tasks])

    async def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                connected = await _accepted(listening)
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
        caller = remote(connected)
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS) as deadline:
                await _first_byte(connected)
                del self._quiet[task]
                if len(self._strangers) >= STRANGERS:
                    _push_out(self._strangers)
                self._strangers[task] = None
                reader, writer = await secure(connected, self._security.context, server=True)
                connection = Connection(reader, writer, self._security.digest, caller)

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
                self._on_stranger(caller, _reason(error))
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


def _ignore(caller: Address, reason: str) -> None:
    _log.debug("%s: %s", caller, reason)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


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
    sockets = await _sockets(bind, port)
    return Listener(sockets, security or tls.host_tls(), on_connection, on_stranger)


async def check(bind: str | None, port: int) -> None:
    """Whether `listen` could do it now; nobody is let in, and the port is free again at once. Raises as `listen`."""
    for listening in await _sockets(bind, port):
        listening.close()


async def _sockets(bind: str | None, port: int) -> list[socket.socket]:
    """Listening sockets, as `listen` wants them."""
    if not 0 <= port <= 65535:
        raise LocalMisuse("port-invalid", port=str(port))
    if bind is None:
        # A friend comes in from anywhere: that is what hosting means, and `--bind` narrows it.
        endpoints: list[Endpoint] = [(socket.AF_INET6, ("::", 0)), (socket.AF_INET, ("0.0.0.0", 0))]  # noqa: S104
    else:
        endpoints = await resolve(bind, 0)
    return _bind(endpoints, port, bind or "*", optional=bind is None)


def _bind(endpoints: list[Endpoint], port: int, host: str, *, optional: bool) -> list[socket.socket]:
    """Listening sockets on all endpoints, with one port. `optional`: a family that the machine lacks is left out."""
    for _ in range(PORT_ATTEMPTS):
        try:
            return _bind_once(endpoints, port, optional=optional)
        except OSError as error:
            # The port that the system chose for one family may be taken in another.
            if port == 0 and error.errno == errno.EADDRINUSE:
                continue
            raise trouble(error, host, port, _LISTEN_CODES) from error
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
