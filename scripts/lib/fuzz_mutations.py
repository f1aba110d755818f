"""Bytes and values made a little wrong: what the fuzz targets are fed with. Everything follows from the `Random` given.

`bytes_of` treats its input as a heap of bytes; `packed` keeps it msgpack and changes a value inside; `text_of` works on
the words and lines of a text; `log` on the frames of a log file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from p2p_schnapsen.errors import DataError, WireError
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.wire.codec import Packed, pack, unpack_loose

EDGES: tuple[int, ...] = (
    0,
    1,
    2,
    23,
    24,
    31,
    32,
    63,
    64,
    65,
    127,
    128,
    255,
    256,
    1 << 14,
    (1 << 14) + 1,
    65535,
    65536,
    1 << 20,
    1 << 31,
)
EDGES += ((1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
"""Numbers at which something begins or ends: limits of fields, of frames, and of integers."""

ORDER = 0xEDD3F55C1A631258D69CF7A2DEF9DE1400000000000000000000000000000010.to_bytes(32, "big")
"""The order of the group, little-endian: added to a scalar it makes another spelling of the same number."""

SPELLINGS: tuple[bytes, ...] = (
    b"\xcc\x01",
    b"\xcd\x00\x01",
    b"\xd9\x01a",
    b"\xc5\x00\x01a",
    b"\xdc\x00\x01\x01",
    b"\xc0",
    b"\xc2",
    b"\xcb" + bytes(8),
)
SPELLINGS += (
    b"\xdd\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
    b"\x81\x01\x01",
    b"\xd4\x00a",
    b"\xff",
    b"\x91" * 70,
    b"\xc1",
)
"""Forms of msgpack that are longer than need be, not allowed, or lie about what follows."""

WORDS: tuple[str, ...] = (
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    '"',
    "\\",
    "[",
    "]",
    "=",
    "-",
    "?",
    ".",
    ":",
    "#",
    "%",
    "0",
    "00",
    "+1",
    "1_0",
    "١",
)
WORDS += (
    "nan",
    "1e400",
    "9" * 30,
    "true",
    "é",
    "\u202e",
    "\u2028",
    "\ud7ff",
    "𝕏",
    "a" * 300,
    "[" * 120,
    "{" * 120,
    "66",
    "x",
)
WORDS += (
    "concede",
    "marriage",
    "20H",
    "AH",
    "ah",
    "::1",
    "[::1]:7766",
    "0x7f.1",
    "1.2",
    "fe80::1%eth0",
    "host",
    "guest",
)

Mutate = Callable[[bytes, Random, Sequence[bytes]], bytes]
"""An input, the randomness, and the seeds to take parts of -> another input."""


def bytes_of(data: bytes, rng: Random, seeds: Sequence[bytes]) -> bytes:
    """One to four small damages."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        data = _splice(data, rng, seeds) if rng.random() < 0.1 else rng.choice(_DAMAGES)(data, rng)
    return data


def _flip(data: bytes, rng: Random) -> bytes:
    if not data:
        return b"\0"
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _insert(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    piece = rng.choice((rng.randbytes(rng.choice((1, 2, 8, 64))), _number(rng), rng.choice(SPELLINGS), ORDER))
    return data[:at] + piece + data[at:]


def _overwrite(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    piece = rng.choice((_number(rng), rng.choice(SPELLINGS), bytes(32), b"\xff" * 32, ORDER))
    return data[:at] + piece + data[at + len(piece) :]


def _number(rng: Random) -> bytes:
    size = rng.choice((1, 2, 4, 8))
    return (rng.choice(EDGES) % (1 << 8 * size)).to_bytes(size, rng.choice(("big", "little")))


def _delete(data: bytes, rng: Random) -> bytes:
    begin, end = _range(data, rng)
    return data[:begin] + data[end:]


def _double(data: bytes, rng: Random) -> bytes:
    begin, end = _range(data, rng)
    return data[:end] + data[begin:]


def _move(data: bytes, rng: Random) -> bytes:
    begin, end = _range(data, rng)
    rest = data[:begin] + data[end:]
    at = rng.randrange(len(rest) + 1)
    return rest[:at] + data[begin:end] + rest[at:]


def _splice(data: bytes, rng: Random, seeds: Sequence[bytes]) -> bytes:
    other = rng.choice(seeds)
    at = rng.randrange(min(len(data), len(other)) + 1)
    if rng.random() < 0.5:
        return data[:at] + other[at:]
    size = rng.choice((32, 64, 96))
    return data[:at] + other[at : at + size] + data[at + size :]


def _cut(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _respell(data: bytes, rng: Random) -> bytes:
    """A 32-byte number of a place where one may be, with the group's order added."""
    at = rng.randrange(max(1, len(data) - 31))
    number = int.from_bytes(data[at : at + 32], "little") + int.from_bytes(ORDER, "little")
    return data[:at] + (number % (1 << 256)).to_bytes(32, "little") + data[at + 32 :]


_DAMAGES = (_flip, _flip, _insert, _overwrite, _delete, _double, _move, _cut, _respell)


def _range(data: bytes, rng: Random) -> tuple[int, int]:
    begin = rng.randrange(len(data) + 1)
    size = rng.choice((1, 2, 4, 32, 64, 96, rng.randrange(len(data) + 1)))
    return begin, min(len(data), begin + size)


def packed(data: bytes, rng: Random, seeds: Sequence[bytes]) -> bytes:
    """msgpack with one value changed, written canonically; a byte string that is msgpack itself is gone into."""
    try:
        return pack(_changed(unpack_loose(data), rng, seeds))
    except (WireError, ValueError, OverflowError):  # it is no msgpack any more, or no number that msgpack has
        return bytes_of(data, rng, seeds)


def _changed(value: Packed, rng: Random, seeds: Sequence[bytes]) -> Packed:
    if rng.random() < 0.1:
        return rng.choice((None, b"", "", (), rng.choice(EDGES), bytes(32), bytes(64), "x" * 65, (None,) * 65))
    if isinstance(value, tuple) and value:
        items = list(value)
        at = rng.randrange(len(items))
        kind = rng.random()
        if kind < 0.1:
            del items[at]
        elif kind < 0.2:
            items.insert(at, items[rng.randrange(len(items))])
        elif kind < 0.3:
            other = rng.randrange(len(items))
            items[at], items[other] = items[other], items[at]
        else:
            items[at] = _changed(items[at], rng, seeds)
        return tuple(items)
    if isinstance(value, bytes):
        if value[:1] >= b"\x90" and rng.random() < 0.7:
            return packed(value, rng, seeds)
        return bytes_of(value, rng, seeds)
    if isinstance(value, int):
        return rng.choice((value + 1, abs(value - 1), rng.choice(EDGES), rng.randrange(24)))
    if isinstance(value, str):
        return text_of(value.encode(), rng, seeds).decode(errors="replace")
    return rng.choice((0, b"", "", ()))


def respelled(data: bytes, rng: Random, seeds: Sequence[bytes]) -> bytes:
    """msgpack with the same values, of which one is written longer than need be."""
    try:
        return _longer(unpack_loose(data), rng)
    except WireError:
        return bytes_of(data, rng, seeds)


def _longer(value: Packed, rng: Random) -> bytes:
    """A value of which one part, perhaps all, is not written in its shortest form."""
    if isinstance(value, tuple):
        if not value or rng.random() < 0.2:
            return b"\xdc" + len(value).to_bytes(2, "big") + b"".join(map(pack, value))
        at = rng.randrange(len(value))
        parts = [_longer(item, rng) if i == at else pack(item) for i, item in enumerate(value)]
        return pack((None,) * len(value))[: -len(value)] + b"".join(parts)
    if isinstance(value, bytes):
        if value[:1] >= b"\x90" and rng.random() < 0.5:
            return pack(respelled(value, rng, [value]))
        return b"\xc6" + len(value).to_bytes(4, "big") + value
    if isinstance(value, str):
        return b"\xdb" + len(value.encode()).to_bytes(4, "big") + value.encode()
    if isinstance(value, int):
        return b"\xcf" + value.to_bytes(8, "big")
    return b"\xc1"  # nil has no other form: what no value begins with


def either(data: bytes, rng: Random, seeds: Sequence[bytes]) -> bytes:
    """As bytes or as msgpack."""
    return rng.choice((bytes_of, packed, packed, respelled))(data, rng, seeds)


def text_of(data: bytes, rng: Random, seeds: Sequence[bytes]) -> bytes:
    """A text with words or lines changed; now and then its bytes."""
    if rng.random() < 0.1:
        return bytes_of(data, rng, seeds)
    if rng.random() < 0.05:
        blank = rng.choice((b" ", b"\n", b"\r\n", b"\0", b"\xef\xbb\xbf"))
        return rng.choice((data + blank, blank + data))
    text = data.decode(errors="replace")
    between = rng.choice(("\n", " ", " ", ""))
    parts = text.split(between) if between else list(text)
    at = rng.randrange(len(parts) + 1)
    other = rng.choice(seeds).decode(errors="replace")
    others = (other.split(between) if between else list(other)) or [""]
    match rng.randrange(6):
        case 0:
            parts.insert(at, rng.choice(WORDS))
        case 1:
            parts[at : at + 1] = [rng.choice(WORDS)]
        case 2:
            del parts[at : at + rng.choice((1, 1, 3))]
        case 3:
            parts[at:at] = parts[max(0, at - rng.choice((1, 4))) : at]
        case 4:
            parts[at : at + 1] = [rng.choice(others)]
        case _:
            parts[at:] = others[rng.randrange(len(others)) :]
    return between.join(parts).encode(errors="replace")


def log(data: bytes, rng: Random, seeds: Sequence[bytes]) -> bytes:
    """A log file with a frame damaged, left out, doubled, moved or of another log; or with damaged bytes."""
    records = _records(data)
    if not records or rng.random() < 0.3:
        return bytes_of(data, rng, seeds)
    at = rng.randrange(len(records))
    match rng.randrange(6):
        case 0:
            records[at] = either(records[at], rng, records)
        case 1:
            del records[at]
        case 2:
            records.insert(rng.randrange(len(records) + 1), records[at])
        case 3:
            records.insert(rng.randrange(len(records)), records.pop(at))
        case 4:
            others = _records(rng.choice(seeds)) or records
            records[at:] = others[rng.choice((at, rng.randrange(len(others)))) :]
        case _:
            records[at:] = [either(records[at], rng, records)]
    frames = (len(record).to_bytes(4, "big") + record for record in records)
    return log_format.HEADER + b"".join(frames)


def _records(data: bytes) -> list[bytes]:
    try:
        return list(log_format.parse(data).records)
    except DataError:
        return []
