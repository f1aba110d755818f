"""Verifiers with one hole: a challenge that leaves one of its inputs out.

A forgery counts for something only if the hole lets it through: `only_through` tries it with and without.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any
from unittest import mock

import pytest

from p2p_schnapsen.errors import ProofError

Forgery = tuple[Any, ...]


@contextlib.contextmanager
def hole(module: ModuleType, function: str, name: str, change: Callable[[Any], Any] = lambda _: b"") -> Iterator[None]:
    """While the block runs, `module.function` sees `change` of its argument `name`: by default nothing of it."""
    honest = getattr(module, function)
    signature = inspect.signature(honest)

    def blind(*arguments: object) -> object:
        bound = signature.bind(*arguments)
        bound.arguments[name] = change(bound.arguments[name])
        return honest(*bound.args)

    with mock.patch.object(module, function, blind):
        yield


def only_through(
    opened: contextlib.AbstractContextManager[None], forge: Callable[[], Forgery], verify: Callable[..., object]
) -> None:
    """The forgery (the verifier's arguments, made anew each time) passes with the hole, and is refused without."""
    with opened:
        verify(*forge())
    with pytest.raises(ProofError):
        verify(*forge())
