"""What the encodings of all proofs have in common: fields of 32 bytes, read by `decode_point` and `decode_scalar`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from p2p_schnapsen.crypto.group import SIZE, Point, Scalar, encode_scalar
from p2p_schnapsen.errors import ProofError

T = TypeVar("T")


def fields(data: bytes, count: int, code: str) -> list[bytes]:
    """`count` fields of 32 bytes. Raises ProofError `code` with `problem="length"` for any other length."""
    if not isinstance(data, bytes) or len(data) != count * SIZE:
        raise ProofError(code, problem="length", expected=count * SIZE)
    return [data[at : at + SIZE] for at in range(0, len(data), SIZE)]


def decode(decoder: Callable[[bytes], T], parts: Sequence[bytes], code: str) -> tuple[T, ...]:
    """Each part through `decoder`. Its ProofError becomes one of `code`, with its own code as `problem`."""
    try:
        return tuple(map(decoder, parts))
    except ProofError as error:
        raise ProofError(code, problem=error.code) from error


def encode(*values: Scalar | Point) -> bytes:
    """The values as fields of 32 bytes, one after the other."""
    return b"".join(encode_scalar(Scalar(value)) if isinstance(value, int) else value for value in values)
