"""The known peers on disk: `peers.json` in the home, private, written whole, changed by one process at a time.

::

    {"version": 1, "peers": {
    "<key, 64 hex digits>": {"name": "", "claimed": "…", "state": "known", "first": "<day>", "last": "<day>"},
    …
    }}

JSON, because the standard library reads and writes it, and 10,000 peers in a tenth of the time that TOML takes.

Errors are the DataErrors of `files` and `lock`, and, with `path`: `peers-damaged` (`problem`), `peers-version`.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.files import atomic_write, read_private
from p2p_schnapsen.profile.home import Home, check_home, open_home
from p2p_schnapsen.profile.lock import held
from p2p_schnapsen.profile.names import can_be_kept
from p2p_schnapsen.profile.peers import MOST, Peer, Peers, State

VERSION: Final = 1
FILE_BYTES: Final = 5 * 1024 * 1024
"""More than the most peers with the longest names take."""


def path_of(home: Home) -> Path:
    """Where the peers are kept."""
    return home.data / "peers.json"


def load(home: Home) -> dict[bytes, Peer]:
    """The peers of this home; none where there is no home yet. Needs no lock: the file is always whole.

    Raises DataError.
    """
    path = path_of(home)
    try:
        check_home(home)
        data = read_private(path, FILE_BYTES)
    except DataError as error:
        if error.code not in ("file-missing", "folder-missing"):
            raise
        return {}
    return decode(data, path)


class Book:
    """The peers while nobody else can change them. Put others in `peers`."""

    def __init__(self, peers: Peers) -> None:
        self.peers: Peers = peers


@contextmanager
def update(home: Home) -> Iterator[Book]:
    """Holds the lock, reads, and writes what was changed unless an exception ends the block. Raises DataError.

    ::

        with update(home) as book:
            book.peers = peers.remember(book.peers, key, name, today)
    """
    open_home(home)
    path = path_of(home)
    with held(path.with_suffix(".lock")):
        before = load(home)
        book = Book(before)
        yield book
        if book.peers != before:
            atomic_write(path, encode(book.peers))


def encode(peers: Peers) -> bytes:
    """The content of the file: a peer a line, in the order of their keys."""
    lines = [
        f'"{key.hex()}": ' + json.dumps(_entry(peer), ensure_ascii=False)
        for key, peer in sorted(peers.items(), key=lambda item: item[0])
    ]
    table = ",\n".join(lines)
    return f'{{"version": {VERSION}, "peers": {{\n{table}\n}}}}\n'.encode()


def _entry(peer: Peer) -> dict[str, str]:
    return {
        "name": peer.name,
        "claimed": peer.claimed,
        "state": peer.state.value,
        "first": peer.first,
        "last": peer.last,
    }


def decode(data: bytes, path: Path) -> dict[bytes, Peer]:
    """Reads such a content, strictly; `path` is for the error. Raises DataError `peers-damaged`, `peers-version`."""
    try:
        content = json.loads(data.decode("utf-8"), object_pairs_hook=_once)
        return _peers(content, path)
    except _Damaged as damage:
        found = damage
    except UnicodeDecodeError:
        found = _Damaged("not-utf8")
    except json.JSONDecodeError as error:
        found = _Damaged("not-json", line=error.lineno)
    except RecursionError:
        found = _Damaged("nested")
    except ValueError:
        found = _Damaged("endless-number")
    raise DataError("peers-damaged", path=str(path), problem=found.problem, **found.params)


class _Damaged(Exception):
    """What is wrong with the content, and what a clause about it needs."""

    def __init__(self, problem: str, **params: str | int) -> None:
        super().__init__(problem, params)
        self.problem, self.params = problem, params


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise _Damaged("twice")
    return table


def _peers(content: object, path: Path) -> dict[bytes, Peer]:
    if not isinstance(content, dict) or type(content.get("version")) is not int:
        raise _Damaged("peers-layout")
    if content["version"] != VERSION:
        raise DataError("peers-version", path=str(path))
    table = content.get("peers")
    if set(content) != {"version", "peers"} or not isinstance(table, dict):
        raise _Damaged("peers-layout")
    if len(table) > MOST:
        raise _Damaged("too-many-peers", most=MOST)
    peers = [_peer(key, entry) for key, entry in table.items()]
    return {peer.key: peer for peer in peers}


def _peer(key: str, entry: object) -> Peer:
    if not re.fullmatch(r"[0-9a-f]{64}", key):
        raise _Damaged("bad-key")
    if not isinstance(entry, dict) or set(entry) != {"name", "claimed", "state", "first", "last"}:
        raise _Damaged("entry-layout", entry=key[:8])
    if not all(isinstance(value, str) for value in entry.values()):
        raise _Damaged("entry-text", entry=key[:8])
    if not all(name == "" or can_be_kept(name) for name in (entry["name"], entry["claimed"])):
        raise _Damaged("entry-name", entry=key[:8])
    if entry["state"] not in set(State):
        raise _Damaged("entry-state", entry=key[:8])
    if not (_is_day(entry["first"]) and _is_day(entry["last"])):
        raise _Damaged("entry-day", entry=key[:8])
    return Peer(
        bytes.fromhex(key), entry["name"], entry["claimed"], State(entry["state"]), entry["first"], entry["last"]
    )


def _is_day(text: str) -> bool:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True
