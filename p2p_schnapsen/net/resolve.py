"""Host names to IP addresses, without ever holding up the program."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading

from p2p_schnapsen.errors import TransportError
from p2p_schnapsen.net.address import parse_host

Endpoint = tuple[socket.AddressFamily, tuple[str | int, ...]]
"""An address family and what `socket.connect` takes for it."""


async def resolve(host: str, port: int) -> list[Endpoint]:
    """The endpoints that a name or an IP address stands for, in the system's order, at least one.

    Raises TransportError `unknown-host`.
    """
    host = parse_host(host)
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[Endpoint]] = loop.create_future()

    def settle(found: list[Endpoint], error: Exception | None) -> None:
        if answer.done():
            return
        if found:
            answer.set_result(found)
        else:
            trouble = TransportError("unknown-host", host=host)
            trouble.__cause__ = error
            answer.set_exception(trouble)

    def look_up() -> None:
        found: list[Endpoint] = []
        failed: Exception | None = None
        try:
            for family, _, _, _, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
                endpoint = (family, (str(place[0]), *place[1:]))
                if family in (socket.AF_INET, socket.AF_INET6) and endpoint not in found:
                    found.append(endpoint)
        except (OSError, UnicodeError) as error:  # UnicodeError: what the name encoding cannot hold
            failed = error
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, found, failed)

    # Not the loop's executor: the program would wait at its end for a name server that never answers.
    threading.Thread(target=look_up, name="resolve", daemon=True).start()
    return await answer
