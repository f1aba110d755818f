"""Ways to spoil an encoded proof, field by field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from p2p_schnapsen.crypto.challenge import to_point, to_scalar
from p2p_schnapsen.crypto.group import IDENTITY, G, L, encode_scalar, reduce, sub

SOME_BITS = (0, 1, 7, 100, 200, 251, 252, 254, 255)


def _fields(proof: bytes) -> list[bytes]:
    return [proof[at : at + 32] for at in range(0, len(proof), 32)]


def lengths(proof: bytes) -> Iterator[tuple[str, bytes]]:
    """The proof cut short or made longer."""
    for size in sorted({0, 1, 31, 32, len(proof) - 33, len(proof) - 32, len(proof) - 1}):
        if 0 <= size < len(proof):
            yield f"first {size} bytes", proof[:size]
    yield "a byte more", proof + b"\0"
    yield "a field more", proof + proof[-32:]
    yield "twice", proof + proof


def bits(proof: bytes, which: Iterable[int]) -> Iterator[tuple[str, bytes]]:
    """One bit flipped, in each field."""
    for field in range(len(proof) // 32):
        for bit in which:
            changed = bytearray(proof)
            changed[32 * field + bit // 8] ^= 1 << bit % 8
            yield f"field {field}, bit {bit}", bytes(changed)


def fields(proof: bytes, layout: str) -> Iterator[tuple[str, bytes]]:
    """Each field replaced; `layout` has a letter a field, P for a point and S for a scalar."""
    parts = _fields(proof)
    assert len(parts) == len(layout)
    for i, (part, kind) in enumerate(zip(parts, layout, strict=True)):
        value = int.from_bytes(part, "little")
        replacements: dict[str, bytes] = {
            "bit 255": (value | 1 << 255).to_bytes(32, "little"),
            "all ones": b"\xff" * 32,
            "zero": IDENTITY,
            "one": b"\1" + bytes(31),
        }
        if kind == "P":
            replacements |= {
                "base point": G,
                "another point": to_point("mutation", i),
                "negated": sub(IDENTITY, part),  # type: ignore[arg-type]  # a field that is a point
                "not canonical": (2**255 - 19 - value).to_bytes(32, "little"),
            }
        else:
            replacements |= {
                "plus L": (value + L).to_bytes(32, "little"),
                "L": L.to_bytes(32, "little"),
                "another scalar": encode_scalar(to_scalar("mutation", i)),
                "negated": encode_scalar(reduce(-value)),
                "plus one": encode_scalar(reduce(value + 1)),
            }
        if i + 1 < len(parts) and layout[i + 1] == kind:
            replacements["the next field"] = parts[i + 1]
        for name, replacement in replacements.items():
            assert len(replacement) == 32
            if replacement != part:
                yield f"field {i} is {name}", b"".join([*parts[:i], replacement, *parts[i + 1 :]])


def swapped(proof: bytes) -> Iterator[tuple[str, bytes]]:
    """Each two neighbouring fields exchanged."""
    parts = _fields(proof)
    for i in range(len(parts) - 1):
        if parts[i] != parts[i + 1]:
            yield f"fields {i} and {i + 1} exchanged", b"".join([*parts[:i], parts[i + 1], parts[i], *parts[i + 2 :]])
