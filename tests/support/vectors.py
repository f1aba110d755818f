"""The vector files, as any program that uses them reads them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from p2p_schnapsen.crypto import group
from p2p_schnapsen.crypto.group import Point, Scalar
from p2p_schnapsen.errors import IllegalMove, PeerSuspect, ProofError, WireError
from scripts.lib import vectors

Case = dict[str, Any]

FILES: dict[str, Case] = {
    name: json.loads((vectors.FOLDER / name).read_text("utf-8")) for name in (*vectors.FILES, *vectors.COPIES)
}
"""File under protocol/vectors -> its content."""


def raw(text: str) -> bytes:
    """Bytes."""
    return bytes.fromhex(text)


def point(text: str) -> Point:
    """A point."""
    return group.decode_point(raw(text))


def scalar(text: str) -> Scalar:
    """A scalar."""
    return group.decode_scalar(raw(text))


def value_of(value: Any) -> Any:
    """A value for `tup` or msgpack."""
    match value:
        case list():
            return tuple(map(value_of, value))
        case {"bytes": text}:
            return raw(text)
        case {"text": text}:
            return text
        case {"integer": digits}:
            return int(digits)
    return value


def each(name: str, part: str) -> pytest.MarkDecorator:
    """A test for each case of a file."""
    return pytest.mark.parametrize("case", FILES[name][part], ids=_named)


def _named(case: Case) -> str:
    name: str = case["what"]
    return f"{name}, role {case['role']}" if "role" in case else name


def code_of(read: Callable[..., object], *arguments: Any) -> tuple[str, object]:
    """Code and problem of a refusal."""
    try:
        read(*arguments)
    except (ProofError, WireError, PeerSuspect, IllegalMove) as error:
        return error.code, error.params.get("problem")
    raise AssertionError("accepted")


def wanted(case: Case) -> tuple[str, object]:
    """Code and problem that a case asks for."""
    return case["code"], case.get("problem")
