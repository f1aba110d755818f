"""The one injective encoding and the one hash under every signature, commitment, head and challenge.

It lies below `crypto` and `wire`, which know nothing of one another and must agree on it.
Specified in `protocol/spec/conventions.md`, section `encoding`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

PROTOCOL = "p2p-schnapsen/1"
HASH_BYTES = 64

Value = int | bytes | str | Sequence["Value"]


def encode(value: Value) -> bytes:
    """Encode one value: a tag byte, the u32 big-endian length of the content, the content.

    The content of an int >= 0 is its shortest big-endian form (empty for 0), of a str its UTF-8, of a list or
    tuple its encoded items in order.

    >>> encode(258).hex(), encode(0).hex(), encode("A").hex(), encode([b"", 1]).hex()
    ('69000000020102', '6900000000', '730000000141', '6c0000000b6200000000690000000101')
    """
    if type(value) is bytes:
        return b"b" + len(value).to_bytes(4, "big") + value
    if type(value) is int:
        if value < 0:
            raise ValueError("only integers >= 0 are encoded")
        content = value.to_bytes((value.bit_length() + 7) // 8, "big")
        return b"i" + len(content).to_bytes(4, "big") + content
    if type(value) is str:
        content = value.encode()
        return b"s" + len(content).to_bytes(4, "big") + content
    if isinstance(value, (list, tuple)):
        content = b"".join(map(encode, value))
        return b"l" + len(content).to_bytes(4, "big") + content
    raise TypeError(f"{type(value).__name__} has no encoding")


def tup(*values: Value) -> bytes:
    """`encode` of the list of `values`: two different lists never give the same bytes."""
    return encode(values)


def hash512(label: str, *values: Value) -> bytes:
    """SHA-512(tup(PROTOCOL, label, *values)), 64 bytes. Every use has a label of its own."""
    return hashlib.sha512(tup(PROTOCOL, label, *values)).digest()
