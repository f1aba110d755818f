"""Known peers. A peer *is* its key: names are kept for people and trusted by nobody.

`judge` says what to make of a key that has proven itself and the name that comes with it:

=============  =====================================================================  ========================
kind           means                                                                  the user
=============  =====================================================================  ========================
``NEW``        never met, and the name is like nobody's                               is asked
``KNOWN``      met before, and accepted                                               is told who it is
``TRUSTED``    the user has compared the short ID, and said so                        is told who it is
``NAMESAKE``   the name is like that of a known peer **with another key**: somebody   is warned, and asked
               new who calls itself so, or a peer that took to another's name
=============  =====================================================================  ========================

All here is pure: functions take the peers there are and return others; dates are arguments.  `peerbook` keeps them.
With 10,000 peers a new one takes the place of the one that was seen longest ago; those that are trusted or that the
user named stay.

Errors are LocalMisuse: `peer-id`, `peer-unknown`, `peer-ambiguous`, `peer-name`, `peers-full`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Final, TypeAlias

from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.profile import fingerprint
from p2p_schnapsen.profile.names import familiar, is_name, tidy

MOST: Final = 10_000
KEY_BYTES: Final = 32
PREFIX: Final = 4
"""Fewest characters of an ID that may stand for all of it."""


class State(StrEnum):
    """How well a peer is known."""

    KNOWN = "known"
    TRUSTED = "trusted"


@dataclass(frozen=True, slots=True)
class Peer:
    """One peer. `name` is the user's own for it, `claimed` what it last called itself; either may be empty.

    `first` and `last` are the days (ISO 8601) on which it was seen.
    """

    key: bytes
    name: str
    claimed: str
    state: State
    first: str
    last: str

    @property
    def short_id(self) -> str:
        return fingerprint.short_id(self.key)

    @property
    def pin(self) -> str:
        return fingerprint.pin(self.key)

    @property
    def names(self) -> frozenset[str]:
        """Its names as they are compared."""
        return frozenset(filter(None, (familiar(self.name), familiar(self.claimed))))


Peers: TypeAlias = Mapping[bytes, Peer]
"""Key (32 bytes) -> the peer of that key."""


class Kind(Enum):
    """What to make of a peer; see above."""

    NEW = "new"
    KNOWN = "known"
    TRUSTED = "trusted"
    NAMESAKE = "namesake"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`peer`: what is known of this key, if anything. `rivals`: other keys with a name like it, the last seen first."""

    kind: Kind
    peer: Peer | None
    rivals: tuple[Peer, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether the user is to be asked before the game."""
        return self.kind in (Kind.NEW, Kind.NAMESAKE)


def judge(peers: Peers, key: bytes, claimed: str) -> Verdict:
    """What to make of a key (32 bytes, proven) that comes with the name `claimed`."""
    peer = peers.get(key)
    name = familiar(claimed)
    # A name that was accepted for this key is not asked about again, though two friends may bear it.
    if name and not (peer is not None and name in peer.names):
        others = [other for other in peers.values() if other.key != key and name in other.names]
        if others:
            return Verdict(Kind.NAMESAKE, peer, tuple(sorted(others, key=_last_seen, reverse=True)))
    if peer is None:
        return Verdict(Kind.NEW, None)
    return Verdict(Kind.TRUSTED if peer.state is State.TRUSTED else Kind.KNOWN, peer)


def remember(peers: Peers, key: bytes, claimed: str, today: str) -> dict[bytes, Peer]:
    """`key` was met (and accepted) on the day `today` under the name `claimed`, of which what is printable is kept.

    Raises LocalMisuse `peers-full` (`limit`) where nobody can give way to somebody new.
    """
    known = peers.get(key)
    if known is not None:  # a clock that was set back makes nobody older
        return {**peers, key: replace(known, claimed=tidy(claimed), last=max(known.last, today))}
    kept = dict(peers)
    if len(kept) >= MOST:
        light = [peer for peer in kept.values() if peer.state is State.KNOWN and not peer.name]
        if not light:
            raise LocalMisuse("peers-full", limit=MOST)
        del kept[min(light, key=_last_seen).key]
    kept[key] = Peer(key, "", tidy(claimed), State.KNOWN, today, today)
    return kept


def trust(peers: Peers, key: bytes) -> dict[bytes, Peer]:
    """The user vouches for a peer. `key` is that of a known one (see `find`)."""
    return {**peers, key: replace(peers[key], state=State.TRUSTED)}


def forget(peers: Peers, key: bytes) -> dict[bytes, Peer]:
    """As if it had never been met. `key` is that of a known one."""
    return {other: peer for other, peer in peers.items() if other != key}


def rename(peers: Peers, key: bytes, name: str) -> dict[bytes, Peer]:
    """The user's own name for a known peer; an empty one takes it back. Raises LocalMisuse `peer-name`."""
    if name and not is_name(name):
        raise LocalMisuse("peer-name")
    return {**peers, key: replace(peers[key], name=name.strip())}


def find(peers: Peers, text: str) -> Peer:
    """The peer of an ID: its short ID, its pin, or the beginning of either (>= 4 characters), or the key in hex.

    Small letters and hyphens are fine.  Raises LocalMisuse `peer-id` (`id`), `peer-unknown` (`id`), `peer-ambiguous`
    (`id`, `ids`).
    """
    digits = text.replace("-", "").upper()
    if not set(digits) <= set(fingerprint.DIGITS) or not PREFIX <= len(digits) <= 2 * KEY_BYTES:
        raise LocalMisuse("peer-id", id=text, least=PREFIX)
    if len(digits) == 2 * KEY_BYTES:
        found = [peer for key, peer in peers.items() if key.hex().upper() == digits]
    else:
        found = [peer for peer in peers.values() if peer.pin.startswith(digits)]
    if not found:
        raise LocalMisuse("peer-unknown", id=text)
    if len(found) > 1:
        first = ", ".join(peer.short_id for peer in found[:3])
        raise LocalMisuse("peer-ambiguous", id=text, ids=first if len(found) <= 3 else f"{first}, …")
    return found[0]


def _last_seen(peer: Peer) -> tuple[str, str]:
    return peer.last, peer.first
