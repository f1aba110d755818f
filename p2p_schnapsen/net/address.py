"""Addresses as people type them, ``HOST[:PORT][#PIN]``, and the ones that this machine has.

=========================  ================================================
typed                      host, port
=========================  ================================================
``192.0.2.7``              that, 7766
``192.0.2.7:8000``         that, 8000
``2001:db8::7``            that, 7766
``[2001:db8::7]:8000``     that, 8000
``fe80::7%eth0``           that, by the interface ``eth0``, 7766
``host.example:8000``      that name, 8000
=========================  ================================================

After ``#`` comes the pin of the key that must be there (see `profile.fingerprint`).

A mistake in what was typed (nothing at all, the port, the pin, a bracket) is LocalMisuse; a host that cannot be one is
a TransportError `unknown-host`, as if it had been looked up in vain.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from p2p_schnapsen.errors import LocalMisuse, TransportError
from p2p_schnapsen.profile.fingerprint import parse_pin

DEFAULT_PORT = 7766
SHOWN = 60
"""Characters of a nonsensical host name that an error quotes."""

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

# RFC 1123, 2.1, and the underscore, which some networks use all the same.
_LABEL = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_NAME = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*\.?")
_NUMBERS = re.compile(r"[0-9.]+|0[xX].*")
_ZONE = re.compile(r"[A-Za-z0-9._-]{1,32}")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a host is: a name or an IP address (IPv6 without brackets), a port, and the pin of its key if known."""

    host: str
    port: int = DEFAULT_PORT
    pin: str | None = None

    def __str__(self) -> str:
        """As `parse` reads it; the port is always there."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}" + (f"#{self.pin}" if self.pin else "")


def parse(text: str) -> Address:
    """Reads an address. Blanks around it are ignored.

    Raises LocalMisuse `address-empty`, `address-bracket`, `port-invalid`, `pin-character`, `pin-length`, and
    TransportError `unknown-host`.
    """
    place, hash_sign, pin_text = text.strip().partition("#")
    host, port = _split(place)
    if not host:
        raise LocalMisuse("address-empty")
    port_number = DEFAULT_PORT if port is None else parse_port(port)
    return Address(parse_host(host), port_number, parse_pin(pin_text) if hash_sign else None)


def _split(place: str) -> tuple[str, str | None]:
    """Host without brackets, port or None."""
    if place.startswith("["):
        host, bracket, rest = place[1:].partition("]")
        if not bracket or not (rest == "" or rest.startswith(":")) or ":" not in host:
            raise LocalMisuse("address-bracket")
        return host, rest[1:] if rest else None
    if place.count(":") > 1:  # an IPv6 address cannot have a port without brackets
        return place, None
    host, colon, port = place.partition(":")
    return host, port if colon else None


def parse_port(text: str, *, lowest: int = 1) -> int:
    """A port number, lowest..65535. Raises LocalMisuse `port-invalid`."""
    # int() alone would take "+1", "1_0" and other alphabets' digits.
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and lowest <= int(text) <= 65535):
        raise LocalMisuse("port-invalid", port=text[:SHOWN])
    return int(text)


def parse_host(host: str) -> str:
    """An IP address in its usual spelling, or a host name in ASCII. Raises TransportError `unknown-host`."""
    unknown = TransportError("unknown-host", host=host[:SHOWN])
    if not host.isascii():
        raise unknown
    if ":" in host or _NUMBERS.fullmatch(host):
        # The system would read "1.2" as 1.0.0.2; nobody means that.
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            raise unknown from None
        if address.version == 6 and address.scope_id is not None and not _ZONE.fullmatch(address.scope_id):
            raise unknown
        return str(address)
    if not _NAME.fullmatch(host):
        raise unknown
    return host


def local_addresses() -> list[str]:
    """IP addresses under which this machine may be reached, the likeliest first, loopback last.

    Without IPv6 link-local ones, which mean something on this machine only.
    """
    import ifaddr  # with ctypes; who joins needs neither

    interfaces = ifaddr.get_adapters()
    # An IPv6 address comes with its flow and scope.
    texts = [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for interface in interfaces for ip in interface.ips]
    found = {ipaddress.ip_address(text) for text in texts}
    usable = [a for a in found if not (a.is_unspecified or a.is_multicast or (a.version == 6 and a.is_link_local))]
    return [str(address) for address in sorted(usable, key=_rank)]


def _rank(address: IPAddress) -> tuple[bool, bool, int, int]:
    return address.is_loopback, address.is_link_local, address.version, int(address)
