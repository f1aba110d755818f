"""Verification of many logs that begin alike: what one record does to one table is worked out once.

`state.apply` is pure, and a table's head commits to every body before it, so head and record (and whether there is an
end note) determine the outcome.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from p2p_schnapsen.errors import PeerFault
from p2p_schnapsen.gamelog.report import Report
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.table import state as table
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.model import TableState

_apply = table.apply
_Key = tuple[bytes, bool, bytes]
_KNOWN: dict[_Key, tuple[TableState, list[Event]]] = {}
_REFUSED: dict[_Key, PeerFault] = {}


def _remembered(state: TableState, raw: bytes) -> tuple[TableState, list[Event]]:
    key = (state.head, state.note is None, raw)
    if key in _REFUSED:
        raise _REFUSED[key].with_traceback(None)
    if key not in _KNOWN:
        try:
            _KNOWN[key] = _apply(state, raw)
        except PeerFault as fault:
            _REFUSED[key] = fault
            raise
    return _KNOWN[key]


@contextmanager
def remembering() -> Iterator[None]:
    """Within this, whoever folds a record that was folded before does so at no cost."""
    with patch.object(table, "apply", _remembered):
        yield


def verdict(log: bytes) -> Report:
    """`gamelog.verify` of a log, quick where an earlier one began with the same records."""
    with remembering():
        return verify(log)
