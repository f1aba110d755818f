"""tup, Hash, and msgpack as far as the protocol has it (spec: encoding)."""

from __future__ import annotations

import hashlib
from typing import TypeAlias

Value: TypeAlias = "int | bytes | str | list[Value] | tuple[Value, ...]"
Item: TypeAlias = "int | bytes | str | list[Item] | None"

PROTOCOL = "p2p-schnapsen/1"
DEPTH = 4
ITEMS = 64
_NESTED = 1024


class Malformed(ValueError):
    """Bytes that are no message; `code` is the fault's."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def _tagged(value: Value) -> bytes:
    if isinstance(value, int):
        tag, content = b"i", value.to_bytes((value.bit_length() + 7) // 8, "big")
    elif isinstance(value, bytes):
        tag, content = b"b", value
    elif isinstance(value, str):
        tag, content = b"s", value.encode()
    else:
        tag, content = b"l", b"".join(_tagged(item) for item in value)
    return tag + len(content).to_bytes(4, "big") + content


def tup(*values: Value) -> bytes:
    """The bytes of a list of values."""
    return _tagged(values)


def digest(label: str, *values: Value) -> bytes:
    """Hash(label, …), 64 bytes."""
    return hashlib.sha512(tup(PROTOCOL, label, *values)).digest()


_SIZES = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
_SHORTEST = {0xC4: 0, 0xC5: 256, 0xC6: 65536, 0xD9: 32, 0xDA: 256, 0xDB: 65536, 0xDC: 16, 0xDD: 65536}
_INTEGERS = {0xCC: (1, 128), 0xCD: (2, 256), 0xCE: (4, 65536), 0xCF: (8, 2**32)}
_SIGNED = {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_FOREIGN = {0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8}
"""Types of a fixed size that do not occur: truth values, floats."""
_EXTENSIONS = {0xC7: 1, 0xC8: 2, 0xC9: 4}


class _Reader:
    """Reads one value; an open array is on a stack, so that no depth of foreign bytes is this program's own."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.shortest = True
        self.problem: str | None = None
        """The first value, in the order of the bytes, that may not be there."""

    def take(self, count: int) -> bytes:
        end = self.at + count
        if end > len(self.data):
            raise Malformed("not-msgpack")
        out = self.data[self.at : end]
        self.at = end
        return out

    def number(self, count: int, least: int = 0) -> int:
        out = int.from_bytes(self.take(count), "big")
        if out < least:
            self.shortest = False
        return out

    def refuse(self, code: str) -> None:
        self.problem = self.problem or code

    def whole(self) -> Item:
        """The value that the bytes are."""
        result: list[Item] = []
        open_arrays: list[tuple[list[Item], int]] = [(result, 1)]
        while open_arrays:
            items, count = open_arrays[-1]
            if len(items) == count:
                open_arrays.pop()
                continue
            head = self.take(1)[0]
            inner = self.array(head)
            if inner is None:
                items.append(self.scalar(head))
                continue
            if len(open_arrays) > DEPTH:
                self.refuse("too-deep")
            if len(open_arrays) > _NESTED:
                raise Malformed("not-msgpack")
            new: list[Item] = []
            items.append(new)
            open_arrays.append((new, inner))
        if self.at != len(self.data):
            raise Malformed("not-msgpack")
        return result[0]

    def array(self, head: int) -> int | None:
        """How many items the array that begins here has; None where none begins."""
        if 0x90 <= head < 0xA0:
            return head & 15
        if head not in (0xDC, 0xDD):
            return None
        count = self.number(_SIZES[head], _SHORTEST[head])
        if count > ITEMS:
            raise Malformed("not-msgpack")
        return count

    def scalar(self, head: int) -> Item:
        """What is no array."""
        if head < 0x80:
            return head
        if head == 0xC0:
            return None
        if head in _INTEGERS:
            return self.number(*_INTEGERS[head])
        if 0xC4 <= head <= 0xC6:
            return self.take(self.number(_SIZES[head], _SHORTEST[head]))
        if 0xA0 <= head < 0xC0:
            return self.text(head & 31)
        if 0xD9 <= head <= 0xDB:
            return self.text(self.number(_SIZES[head], _SHORTEST[head]))
        if head in _SIGNED:
            return self.signed(head)
        self.foreign(head)
        return None

    def signed(self, head: int) -> Item:
        """A negative number does not occur; one that is not is a number in a longer form than need be."""
        self.shortest = False
        value = int.from_bytes(self.take(_SIGNED[head]), "big", signed=True)
        if value < 0:
            self.refuse("type-not-allowed")
        return value

    def foreign(self, head: int) -> None:
        """A type that does not occur; a map or extension with content is not even read."""
        if head in _FOREIGN:
            self.take(_FOREIGN[head])
        elif head < 0x90 or head in (0xDE, 0xDF):
            if (head & 15) if head < 0x90 else self.number(_SIZES[head]):
                raise Malformed("not-msgpack")
        elif head in _EXTENSIONS:
            if self.number(_EXTENSIONS[head]):
                raise Malformed("not-msgpack")
            self.take(1)
        elif head < 0xE0:
            raise Malformed("not-msgpack")
        self.refuse("type-not-allowed")

    def text(self, count: int) -> str:
        try:
            return self.take(count).decode()
        except UnicodeDecodeError:
            raise Malformed("not-msgpack") from None


def unpack_loosely(data: bytes) -> tuple[Item, bool]:
    """(the one item in the bytes, whether they are its canonical msgpack); Malformed where they are no message's."""
    reader = _Reader(data)
    out = reader.whole()
    if reader.problem:
        raise Malformed(reader.problem)
    return out, reader.shortest


def unpack(data: bytes) -> Item:
    """The one item in the bytes; Malformed where they are not its canonical msgpack."""
    out, canonical = unpack_loosely(data)
    if not canonical:
        raise Malformed("not-canonical")
    return out
