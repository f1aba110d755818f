"""Games on the local network: a host tells of itself by DNS-SD over multicast DNS, and a guest looks for those who do.

A convenience (RFC 6762, RFC 6763): networks that keep their machines apart, VPNs and other subnets know nothing of it,
and an address that is typed needs none of it.  The library, zeroconf, is an optional extra, imported when it is used.

==========  ===========================================================================================
service     ``_p2p-schnapsen._tcp.local.``; an instance is called after the host's short ID and its port
TXT record  ``v=1``, ``name`` (the host's), ``pin`` (of its key), ``rules`` (a rule set that all know, or "")
==========  ===========================================================================================

Whoever is on the network can announce anything.  What is found is a hint: where somebody may host, and who that claims
to be.  The greeting proves who it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import importlib.util
import ipaddress
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from p2p_schnapsen.errors import LocalMisuse, SchnapsenError, TransportError
from p2p_schnapsen.net.address import Address, IPAddress, parse, parse_host
from p2p_schnapsen.net.runner import Notify
from p2p_schnapsen.profile.fingerprint import GROUP, SHORT, parse_pin

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

SERVICE = "_p2p-schnapsen._tcp.local."
VERSION = b"1"
SECONDS = 2.0
"""How long is looked for games."""

MOST = 64
"""Instances that are looked at: a network may be full of them, or somebody may want it to seem so."""

TEXT_BYTES = 255
"""What an entry of a TXT record can hold (RFC 6763, 6.1)."""

GOODBYE_SECONDS = 1.0
"""How long withdrawing an announcement may take."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that somebody says is hosted at `address` (which has no pin). `name` and `rules` are foreign text, `pin`
    is of the key that the host claims to have (None: it claims nothing sensible).
    """

    name: str
    address: Address
    pin: str | None
    rules: str


def available() -> bool:
    """Whether the library is there."""
    return importlib.util.find_spec("zeroconf") is not None


# -- hosting -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Announced:
    """What a host tells of itself."""

    name: str
    pin: str
    rules: str

    def instance(self, port: int) -> str:
        """One label that no other host has."""
        short = "-".join(self.pin[i : i + GROUP] for i in range(0, SHORT, GROUP))
        return f"{short}-{port}"

    def texts(self) -> dict[str, bytes]:
        """The TXT record."""
        room = TEXT_BYTES - len("rules=")
        return {
            "v": VERSION,
            "name": self.name.encode()[:room],
            "pin": self.pin.encode(),
            "rules": self.rules.encode()[:room],
        }


class Beacon:
    """Announces a host for as long as it waits for a guest. It is told (`heed`) what happens in the house, and tells
    `announced` (`instance`), or once `unannounced` (`code`, and what `announced` raises with it): hosting goes on all
    the same.
    """

    def __init__(self, about: Announced, notify: Notify) -> None:
        self._about = about
        self._notify = notify
        self._wanted = False
        self._changed = asyncio.Event()
        self._port = 0
        self._addresses: list[IPAddress] = []

    def heed(self, event: Mapping[str, Any]) -> None:
        """An event of the house."""
        match event["event"]:
            case "listening":
                self._port = event["port"]
                self._addresses = reachable(event["addresses"])
                self._wanted = bool(self._addresses)
            case "connected":
                self._wanted = False
            case "left":
                self._wanted = bool(self._addresses)
            case _:
                return
        self._changed.set()

    @contextlib.asynccontextmanager
    async def lit(self) -> AsyncIterator[None]:
        """Announce meanwhile, whenever it is wanted."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                if self._wanted:
                    await self._announce()
        except TransportError as error:
            self._notify({"event": "unannounced", "code": error.code, **error.params})

    async def _announce(self) -> None:
        """Until it is wanted no more."""
        async with announced(self._about, self._port, self._addresses) as instance:
            self._notify({"event": "announced", "instance": instance})
            while self._wanted:
                await self._changed.wait()
                self._changed.clear()


def reachable(addresses: Iterable[str]) -> list[IPAddress]:
    """Those of a host's own addresses (with ports) under which other machines may reach it."""
    found = (ipaddress.ip_address(parse(text).host) for text in addresses)
    return [address for address in found if not address.is_loopback]


@contextlib.asynccontextmanager
async def announced(
    about: Announced, port: int, addresses: Iterable[IPAddress], interfaces: list[str] | None = None
) -> AsyncIterator[str]:
    """Announces a game meanwhile; its instance's name. `interfaces`: own IPv4 addresses, None for those announced.

    Raises TransportError `zeroconf-missing` (`python`), `no-discovery` (`reason`).
    """
    addresses = list(addresses)
    if interfaces is None:
        interfaces = [str(address) for address in addresses if address.version == 4]
    async with _opened(interfaces) as link:
        from zeroconf.asyncio import AsyncServiceInfo

        instance = about.instance(port)
        info = AsyncServiceInfo(
            SERVICE,
            f"{instance}.{SERVICE}",
            port=port,
            addresses=[address.packed for address in addresses],
            properties=about.texts(),
            server=f"p2p-schnapsen-{instance}.local.",
        )
        with _named():
            await link.async_register_service(info, allow_name_change=True)
        yield instance


# -- joining -------------------------------------------------------------------------------------------------


async def find(seconds: float = SECONDS, interfaces: list[str] | None = None) -> list[Game]:
    """The games announced on the networks of this machine, by name; `interfaces` as in `announced`, None for all.

    Raises TransportError `zeroconf-missing` (`python`), `no-discovery` (`reason`).
    """
    search = _Search()
    async with _opened(interfaces) as link:
        with _named():
            await search.run(link, seconds)
    games = [game for info in search.found.values() if (game := read(info)) is not None]
    return sorted(games, key=lambda game: (game.name.casefold(), str(game.address)))


class _Search:
    """Asks about every instance that turns up, while there is time."""

    def __init__(self) -> None:
        self.found: dict[str, AsyncServiceInfo] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._milliseconds = 0

    async def run(self, link: AsyncZeroconf, seconds: float) -> None:
        from zeroconf.asyncio import AsyncServiceBrowser

        self._milliseconds = round(1000 * seconds)
        browser = AsyncServiceBrowser(link.zeroconf, SERVICE, handlers=[self._changed])
        try:
            await asyncio.sleep(seconds)
        finally:
            await browser.async_cancel()
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _changed(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change.name == "Removed":
            self.found.pop(name, None)
        elif name in self._tasks or len(self._tasks) < MOST:
            if name in self._tasks:
                self._tasks[name].cancel()
            self._tasks[name] = asyncio.ensure_future(self._ask(zeroconf, service_type, name))

    async def _ask(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        from zeroconf import Error
        from zeroconf.asyncio import AsyncServiceInfo

        with contextlib.suppress(Error):  # a name that cannot be one
            info = AsyncServiceInfo(service_type, name)
            if await info.async_request(zeroconf, self._milliseconds):
                self.found[name] = info


def read(info: AsyncServiceInfo) -> Game | None:
    """The game that a record tells of; None where it makes no sense, or is of another version."""
    from zeroconf import IPVersion

    texts = info.properties
    if texts.get(b"v") != VERSION or not info.port or not 1 <= info.port <= 65535:
        return None
    host = likeliest(info.parsed_scoped_addresses(IPVersion.All))
    if host is None:
        return None
    name, pin_text, rules = (_decoded(texts.get(key)) for key in (b"name", b"pin", b"rules"))
    pin = None
    with contextlib.suppress(LocalMisuse):
        pin = parse_pin(pin_text)
    return Game(name, Address(host, info.port), pin, rules)


def _decoded(value: bytes | None) -> str:
    return (value or b"")[:TEXT_BYTES].decode("utf-8", errors="replace")


def likeliest(texts: Iterable[str]) -> str | None:
    """Of the addresses that a host claims to have, the one to try: of a network that we are in, IPv4 first.

    None where none of them is one that a connection can be made to.
    """
    import ifaddr  # as in `address`

    ours = [
        ipaddress.ip_network(f"{ip.ip if isinstance(ip.ip, str) else ip.ip[0]}/{ip.network_prefix}", strict=False)
        for interface in ifaddr.get_adapters()
        for ip in interface.ips
    ]
    usable: list[tuple[tuple[bool, int, int], str]] = []
    for text in texts:
        try:
            address = ipaddress.ip_address(parse_host(text))
        except (SchnapsenError, ValueError):
            continue
        needs_scope = address.version == 6 and address.is_link_local and address.scope_id is None
        if address.is_unspecified or address.is_multicast or needs_scope:
            continue
        near = any(address in network for network in ours)
        usable.append(((not near, address.version, int(address)), str(address)))
    return min(usable)[1] if usable else None


# -- the library ---------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def _opened(interfaces: list[str] | None) -> AsyncIterator[AsyncZeroconf]:
    """Multicast DNS on these interfaces, or on all.

    Raises TransportError `zeroconf-missing` (`python`), `no-discovery` (`reason`).
    """
    if not available():
        raise TransportError("zeroconf-missing", python=sys.executable)
    if interfaces is not None and not interfaces:
        raise TransportError("no-discovery", reason="no IPv4 address")
    await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")  # takes a while: the loop goes on
    from zeroconf import Error, InterfaceChoice
    from zeroconf.asyncio import AsyncZeroconf

    with _named():
        link = AsyncZeroconf(interfaces=InterfaceChoice.All if interfaces is None else interfaces)
    try:
        yield link
    finally:
        with contextlib.suppress(TimeoutError, OSError, Error):  # whoever listens will forget us in time
            async with asyncio.timeout(GOODBYE_SECONDS):
                await link.async_close()


@contextlib.contextmanager
def _named() -> Iterator[None]:
    """The library's failures as ours. Raises TransportError `no-discovery` (`reason`)."""
    from zeroconf import Error

    try:
        yield
    except (OSError, Error, RuntimeError) as error:  # RuntimeError: there is no network at all
        raise TransportError("no-discovery", reason=getattr(error, "strerror", None) or str(error)) from error
