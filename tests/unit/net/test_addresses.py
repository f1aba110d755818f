"""Addresses as people type them."""

import ipaddress

import pytest

from p2p_schnapsen.errors import SchnapsenError
from p2p_schnapsen.net.address import Address, local_addresses, parse

PIN = "0" * 24


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.0.2.7", "192.0.2.7", 7766),
        (" 192.0.2.7:8000 ", "192.0.2.7", 8000),
        ("localhost", "localhost", 7766),
        ("[::1]:7766", "::1", 7766),
        ("[::1]", "::1", 7766),
        ("::1", "::1", 7766),
        ("2001:db8::7", "2001:db8::7", 7766),
        ("2001:0db8:0::7", "2001:db8::7", 7766),
        ("host.example:65535", "host.example", 65535),
        ("fe80::1%eth0", "fe80::1%eth0", 7766),
    ],
)
def test_an_address_is_read(text, host, port):
    assert parse(text) == Address(host, port)
    assert parse(f"{text.strip()}#{PIN}") == Address(host, port, PIN)
    assert parse(str(parse(text))) == parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", ":", ":7766", "#", "host:0", "host:65536", "host:-1", "host:7 7", "host:１", "host:"),
        *("[::1", "::1]", "[host]:1", "[]:1", "a" * 64, "a." * 150, "a" * 300, "ho st", "höst", "a..b", "-a", "\x00"),
        *("1.2", "1.2.3.4.5", "256.1.1.1", "0x7f.1", "host#", "host#short", "::g", "fe80::1%", "fe80::1%a b"),
    ],
    ids=ascii,
)
def test_nonsense_is_refused_with_a_code(text):
    with pytest.raises(SchnapsenError) as error:
        parse(text)
    assert error.value.code in {
        "address-empty", "address-bracket", "port-invalid", "pin-character", "pin-length", "unknown-host"
    }  # fmt: skip


def test_this_machine_knows_its_addresses():
    found = local_addresses()
    assert "127.0.0.1" in found
    for text in found:
        assert not ipaddress.ip_address(text).is_unspecified
