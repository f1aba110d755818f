"""Names of a public key for people: a short ID to read aloud, a pin to paste.

Both are the beginning of Hash("fingerprint", public key), in base 32 with the digits of Crockford (0-9 A-Z without
I, L, O, U: none looks or sounds like another), most significant bit first; so a pin begins with the short ID.

=========  ==========  ======  ==========================================================
name       characters  bits    for
=========  ==========  ======  ==========================================================
short ID   12          60      people comparing by voice; not enough against a search
pin        24          120     machines: a second key with this pin is out of reach
=========  ==========  ======  ==========================================================
"""

from __future__ import annotations

from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.hashing import hash512

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SHORT = 12
PIN = 24
GROUP = 4


def _digits(public: bytes, count: int) -> str:
    digest = hash512("fingerprint", public)
    bits = int.from_bytes(digest, "big") >> (len(digest) * 8 - 5 * count)
    return "".join(DIGITS[bits >> 5 * i & 31] for i in reversed(range(count)))


def short_id(public: bytes) -> str:
    """12 characters in groups, like ``7K3M-9QXA-B4DE``."""
    digits = _digits(public, SHORT)
    return "-".join(digits[i : i + GROUP] for i in range(0, SHORT, GROUP))


def pin(public: bytes) -> str:
    """24 characters in one piece: what follows the `#` of an address."""
    return _digits(public, PIN)


def parse_pin(text: str) -> str:
    """The pin that a person typed or pasted: small letters and hyphens between characters are fine, nothing else.

    Raises LocalMisuse `pin-character`, `pin-length` (`length`, `expected`).
    """
    if not text.isascii() or not text.replace("-", "").isalnum():
        raise LocalMisuse("pin-character")
    digits = text.replace("-", "").upper()
    if not set(digits) <= set(DIGITS):
        raise LocalMisuse("pin-character")
    if len(digits) != PIN:
        raise LocalMisuse("pin-length", length=len(digits), expected=PIN)
    return digits
