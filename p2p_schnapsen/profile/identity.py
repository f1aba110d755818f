"""The player's identity: an Ed25519 key in a file of its own. A peer *is* its key.

There are two in a home, in `keys/player.key` and `keys/computer.key`: a game against the computer is between two
peers, and equal keys on both sides are refused.

The file is ASCII, four lines, each ended by one line feed, and has one spelling only::

    p2p-schnapsen identity 1
    role player
    seed <the secret, RFC 8032: 64 lowercase hex digits>
    public <the public key: 64 lowercase hex digits>

The public key follows from the seed and stands there so that damage is noticed.  The file is written whole or not at
all, on disk before its key is used, 0600 in a folder of 0700; wider access, links, other owners and any other
content are refused.

Errors are the DataErrors of `home`, and, with `path`: `identity-damaged` (`problem`), `identity-version`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.files import atomic_write, check_folder, open_folder, read_private
from p2p_schnapsen.profile import fingerprint
from p2p_schnapsen.profile.home import Home, check_home, open_home

SEED_BYTES = 32
FILE_BYTES = 512
"""More than any identity file has."""

_FILE = re.compile(r"p2p-schnapsen identity 1\nrole ([a-z]+)\nseed ([0-9a-f]{64})\npublic ([0-9a-f]{64})\n")


class Role(StrEnum):
    """Whose identity it is."""

    PLAYER = "player"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Identity:
    """One key. `key` signs; `seed` (32 bytes) is its secret, and neither is ever shown."""

    role: Role
    seed: bytes = field(repr=False)
    key: signing.SigningKey = field(repr=False, compare=False)
    public: bytes

    @property
    def short_id(self) -> str:
        return fingerprint.short_id(self.public)

    @property
    def pin(self) -> str:
        return fingerprint.pin(self.public)


def from_seed(role: Role, seed: bytes) -> Identity:
    """The identity of a 32-byte secret seed. Raises LocalMisuse `key-seed` for another length."""
    key = signing.generate(seed)
    return Identity(role, seed, key, signing.public_key(key))


def path_of(home: Home, role: Role) -> Path:
    """Where an identity's file is."""
    return home.keys / f"{role}.key"


def load(home: Home, role: Role) -> Identity:
    """Reads an identity. Raises DataError; `file-missing` or `folder-missing` where there is none yet."""
    check_home(home)
    check_folder(home.keys)
    path = path_of(home, role)
    identity = decode(read_private(path, FILE_BYTES), path)
    if identity.role is not role:
        raise DataError("identity-damaged", path=str(path), problem=f"of-the-{identity.role}")
    return identity


def computer_of(home: Home) -> bytes | None:
    """The key of the computer that plays here; None where there is none yet, or it cannot be read."""
    try:
        return load(home, Role.COMPUTER).public
    except DataError:
        return None


def store(home: Home, identity: Identity, *, replace: bool = False) -> None:
    """Writes an identity. Raises DataError; `file-exists` where there is one already, unless `replace`."""
    open_home(home)
    open_folder(home.keys)
    atomic_write(path_of(home, identity.role), encode(identity), replace=replace)


def obtain(home: Home, role: Role, fresh_seed: bytes) -> Identity:
    """The identity of this home; made from `fresh_seed` (32 bytes of the system's CSPRNG) where there is none yet.

    Of two processes that make one at the same time, both get the same.  Raises DataError.
    """
    try:
        return load(home, role)
    except DataError as error:
        if error.code not in ("file-missing", "folder-missing"):
            raise
    try:
        store(home, from_seed(role, fresh_seed))
    except DataError as error:
        if error.code != "file-exists":
            raise
    return load(home, role)


def encode(identity: Identity) -> bytes:
    """The content of the identity's file. It holds the secret."""
    lines = (
        "p2p-schnapsen identity 1",
        f"role {identity.role}",
        f"seed {identity.seed.hex()}",
        f"public {identity.public.hex()}",
    )
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def decode(data: bytes, path: Path) -> Identity:
    """Reads such a content; `path` is for the error. Raises DataError `identity-version`, `identity-damaged`."""
    text = data.decode("latin-1")
    match = _FILE.fullmatch(text)
    if match is None:
        if re.match(r"p2p-schnapsen identity (?!1\n)[0-9]+\n", text):
            raise DataError("identity-version", path=str(path))
        raise DataError("identity-damaged", path=str(path), problem="identity-layout")
    role, seed, public = match.groups()
    if role not in set(Role):
        raise DataError("identity-damaged", path=str(path), problem="unknown-role")
    identity = from_seed(Role(role), bytes.fromhex(seed))
    if identity.public.hex() != public:
        raise DataError("identity-damaged", path=str(path), problem="keys-differ")
    return identity
