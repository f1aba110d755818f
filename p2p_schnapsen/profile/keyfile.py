"""An identity in a file to be carried away: a private key encrypted with a passphrase, as other programs know it.

PEM with the label ``ENCRYPTED PRIVATE KEY`` (RFC 7468, 11) around an EncryptedPrivateKeyInfo (RFC 5958, 3) of an
Ed25519 key (RFC 8410, 7), by PBES2 (RFC 8018, 6.2): PBKDF2 with HMAC-SHA-256 and 600,000 rounds, AES-256-CBC.
`openssl pkey -in FILE` reads it.  The envelope is built here because the ready-made way of `cryptography` fixes the
rounds at 2,048, which makes guessing 300 times cheaper; reading is that library's.

A file from elsewhere may have other rounds, salts and ciphers, but only PBKDF2 and a number of rounds that takes
seconds: a hostile one would have us compute for hours.

The passphrase is text in NFC (as RFC 8265 has it), so that the same keys give the same bytes on every system.

Errors: DataErrors of `files`; with `path`: `keyfile-damaged` (`problem`), `keyfile-passphrase`, `identity-exists`;
LocalMisuse `passphrase-short` (`least`), `passphrase-text`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
import textwrap
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import padding
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_der_private_key,
)

from p2p_schnapsen.errors import DataError, LocalMisuse
from p2p_schnapsen.files import PRIVATE_FILE, atomic_write, read_plain, read_private, reported, sync_folder
from p2p_schnapsen.profile import identity as identities
from p2p_schnapsen.profile.home import Home, open_home
from p2p_schnapsen.profile.identity import Identity, Role
from p2p_schnapsen.profile.lock import held

ROUNDS: Final = 600_000
"""About a third of a second; what OWASP's password storage cheat sheet asks for with PBKDF2-HMAC-SHA256."""
MOST_ROUNDS: Final = 5_000_000
FRESH_BYTES: Final = 32
"""Randomness of an export: salt and initial vector, 16 bytes each."""
FILE_BYTES: Final = 16 * 1024
LEAST_CHARACTERS: Final = 8
"""Of a passphrase (NIST SP 800-63B, 5.1.1.1)."""

_SEQUENCE, _INTEGER, _OCTETS, _NULL, _OID = 0x30, 0x02, 0x04, 0x05, 0x06
_PBES2 = bytes.fromhex("2a864886f70d01050d")
_PBKDF2 = bytes.fromhex("2a864886f70d01050c")
_HMAC_SHA256 = bytes.fromhex("2a864886f70d0209")
_AES256_CBC = bytes.fromhex("60864801650304012a")

_LABEL = "ENCRYPTED PRIVATE KEY"
_PEM = re.compile(rb"-----BEGIN ENCRYPTED PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END ENCRYPTED PRIVATE KEY-----")
_HEAD = rb"\x30(?:[\x00-\x7f]|\x81.|\x82..)"
_KDF = re.compile(
    _HEAD * 2
    + rb"\x06\x09" + re.escape(_PBES2)
    + _HEAD * 2
    + rb"\x06\x09" + re.escape(_PBKDF2)
    + _HEAD
    + rb"\x04([\x00-\x7f])",
    re.DOTALL,
)  # fmt: skip
"""The beginning of an envelope by PBES2 with PBKDF2, up to the length of the salt; the rounds follow the salt."""


def prepare(passphrase: str, *, new: bool) -> bytes:
    """The passphrase as it is used. Raises LocalMisuse `passphrase-text`; `passphrase-short` for a `new` one."""
    if new and len(passphrase) < LEAST_CHARACTERS:
        raise LocalMisuse("passphrase-short", least=LEAST_CHARACTERS)
    try:
        return unicodedata.normalize("NFC", passphrase).encode()
    except UnicodeEncodeError:
        raise LocalMisuse("passphrase-text") from None


def encode(identity: Identity, passphrase: bytes, fresh: bytes) -> bytes:
    """The content of such a file. `fresh`: 32 bytes of the system's CSPRNG, for this file only."""
    assert len(fresh) == FRESH_BYTES
    salt, vector = fresh[:16], fresh[16:]
    plain = identity.key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    key = hashlib.pbkdf2_hmac("sha256", passphrase, salt, ROUNDS, 32)
    padder = padding.PKCS7(128).padder()
    encryptor = Cipher(algorithms.AES256(key), modes.CBC(vector)).encryptor()
    secret = encryptor.update(padder.update(plain) + padder.finalize()) + encryptor.finalize()

    rounds = _der(_INTEGER, ROUNDS.to_bytes(3, "big"))  # 0x0927c0: its first bit is no sign
    function = _der(_SEQUENCE, _der(_OID, _HMAC_SHA256), _der(_NULL))
    kdf = _der(_SEQUENCE, _der(_OID, _PBKDF2), _der(_SEQUENCE, _der(_OCTETS, salt), rounds, function))
    cipher = _der(_SEQUENCE, _der(_OID, _AES256_CBC), _der(_OCTETS, vector))
    scheme = _der(_SEQUENCE, _der(_OID, _PBES2), _der(_SEQUENCE, kdf, cipher))
    body = base64.b64encode(_der(_SEQUENCE, scheme, _der(_OCTETS, secret))).decode()
    return "\n".join([f"-----BEGIN {_LABEL}-----", *textwrap.wrap(body, 64), f"-----END {_LABEL}-----", ""]).encode()


def _der(tag: int, *parts: bytes) -> bytes:
    """X.690: one value in the distinguished encoding, at most 255 bytes long."""
    content = b"".join(parts)
    length = bytes([len(content)]) if len(content) < 128 else bytes([0x81, len(content)])
    return bytes([tag]) + length + content


def decode(data: bytes, passphrase: bytes, path: Path) -> Identity:
    """The player's identity in such a content; `path` is for the error.

    Raises DataError `keyfile-damaged`, and `keyfile-passphrase` where the passphrase does not fit (or the
    encrypted part is damaged: that looks the same).
    """
    if not passphrase:
        raise DataError("keyfile-passphrase", path=str(path))
    blocks = _PEM.findall(data)
    if len(blocks) != 1:
        problem = "several-keys" if blocks else "no-key"
        raise DataError("keyfile-damaged", path=str(path), problem=problem)
    try:
        envelope = base64.b64decode(b"".join(blocks[0].split()), validate=True)
    except binascii.Error:
        raise DataError("keyfile-damaged", path=str(path), problem="not-base64") from None
    rounds = _rounds(envelope)
    if rounds is None or not 1 <= rounds <= MOST_ROUNDS:
        raise DataError("keyfile-damaged", path=str(path), problem="key-derivation", most=MOST_ROUNDS)
    try:
        key = load_der_private_key(envelope, passphrase)
    except ValueError:
        raise DataError("keyfile-passphrase", path=str(path)) from None
    except UnsupportedAlgorithm:
        raise DataError("keyfile-damaged", path=str(path), problem="unknown-algorithm") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise DataError("keyfile-damaged", path=str(path), problem="not-ed25519")
    return identities.from_seed(Role.PLAYER, key.private_bytes_raw())


def _rounds(envelope: bytes) -> int | None:
    """How often the passphrase is hashed; None where the envelope is of another kind."""
    match = _KDF.match(envelope)
    if match is None:
        return None
    start = match.end() + match[1][0]
    if envelope[start : start + 1] != bytes([_INTEGER]) or len(envelope) < start + 2:
        return None
    size = envelope[start + 1]
    return int.from_bytes(envelope[start + 2 : start + 2 + size], "big")


# On disk


def write(path: Path, data: bytes) -> None:
    """Writes a new file (0600), on disk when this returns. Raises DataError; `file-exists` where there is one.

    Not by way of a temporary file and a link, as `files` does it: sticks and cards mostly know no links.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with reported(path, "cannot-write"):
        try:
            descriptor = os.open(path, flags, PRIVATE_FILE)
        except FileExistsError:
            raise DataError("file-exists", path=str(path)) from None
        try:
            with open(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(descriptor)
            sync_folder(path.absolute().parent)
        except OSError:
            with suppress(OSError):  # the first error is the one to tell
                path.unlink()
            raise


def read(path: Path, passphrase: bytes) -> Identity:
    """The player's identity in a file, which may lie anywhere and be open to others. Raises DataError."""
    return decode(read_plain(path, FILE_BYTES), passphrase, path)


@dataclass(frozen=True, slots=True)
class Installed:
    """`changed`: false where the identity was there already. `backup`: where the old one is now, if there was one."""

    changed: bool
    backup: Path | None = None


def install(home: Home, identity: Identity, *, replace: bool = False) -> Installed:
    """Makes this the identity of the home.

    Raises DataError; `identity-exists` where there is another, unless `replace`: then that is kept beside it
    first, byte for byte, even if it is damaged.
    """
    open_home(home)
    path = identities.path_of(home, identity.role)
    with held(home.data / "identity.lock"):
        try:
            identities.store(home, identity)
        except DataError as error:
            if error.code != "file-exists":
                raise
        else:
            return Installed(changed=True)
        old = read_private(path, identities.FILE_BYTES)
        name = f"{identity.role}-damaged-{hashlib.sha256(old).hexdigest()[:12]}.key"
        with suppress(DataError):  # what is damaged is kept as well
            current = identities.decode(old, path)
            if current == identity:
                return Installed(changed=False)
            name = f"{identity.role}-{current.short_id.replace('-', '')}.key"
        if not replace:
            raise DataError("identity-exists", path=str(path))
        backup = path.with_name(name)
        try:
            atomic_write(backup, old, replace=False)
        except DataError as error:
            if error.code != "file-exists" or read_private(backup, identities.FILE_BYTES) != old:
                raise
        identities.store(home, identity, replace=True)
    return Installed(changed=True, backup=backup)
