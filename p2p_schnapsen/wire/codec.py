"""Canonical msgpack: arrays, integers >= 0, byte strings, text and nil, each in its one shortest form.

msgpack itself is not canonical (`cc01` and `d300…01` both decode to 1), so what is read is written again and
compared. Arrays become tuples.
"""

from __future__ import annotations

from typing import TypeAlias

import msgpack

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.wire import limits

Packed: TypeAlias = "int | bytes | str | tuple[Packed, ...] | None"


def pack(value: Packed) -> bytes:
    """The canonical bytes of `value`."""
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def unpack(data: bytes) -> Packed:
    """Read one value. Raises `WireError` for anything but the canonical form of an allowed value."""
    value = unpack_loose(data)
    if pack(value) != data:
        raise WireError("not-canonical")
    return value


def unpack_loose(data: bytes) -> Packed:
    """Like `unpack`, but takes any msgpack form of an allowed value (for naming what is wrong with signed bytes)."""
    if len(data) > limits.FRAME_BYTES:
        raise WireError("message-size", size=len(data))
    try:
        value = msgpack.unpackb(
            data,
            raw=False,
            use_list=False,
            strict_map_key=True,
            max_array_len=limits.ARRAY_ITEMS,
            max_map_len=0,
            max_ext_len=0,
            max_bin_len=limits.FRAME_BYTES,
            max_str_len=limits.FRAME_BYTES,
        )
    except (ValueError, RecursionError, msgpack.UnpackException) as error:
        # msgpack reports bad input by these three families only; StackError and FormatError are ValueErrors.
        raise WireError("not-msgpack", problem=type(error).__name__) from error
    _check(value, limits.DEPTH)
    return value  # type: ignore[no-any-return]  # msgpack is untyped; _check has just established the type


def _check(value: object, depth: int) -> None:
    kind = type(value)
    if kind is int:
        if value < 0:  # type: ignore[operator]  # kind is int
            raise WireError("type-not-allowed", type="negative integer")
    elif kind is tuple:
        if depth == 0:
            raise WireError("too-deep")
        for item in value:  # type: ignore[attr-defined]  # kind is tuple
            _check(item, depth - 1)
    elif kind is not bytes and kind is not str and value is not None:
        raise WireError("type-not-allowed", type=kind.__name__)
