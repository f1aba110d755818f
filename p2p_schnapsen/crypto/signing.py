"""Ed25519 signatures (RFC 8032) with one meaning: what holds here, holds for everybody.

The equation is the cofactorless one with S < L, and R compared byte by byte (that is how OpenSSL does it; the tests
pin it).  Public keys of small order or in a non-canonical encoding are refused: under the former one signature fits
every message, so that a whole log could be denied; under the latter one key has two names.
"""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey as SigningKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from p2p_schnapsen.errors import LocalMisuse, ProofError

KEY_SIZE = 32
SIGNATURE_SIZE = 64

_P = 2**255 - 19
# y of the points whose order divides 8; the sign of x does not matter.
_ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022
_SMALL_ORDER = frozenset({0, 1, _P - 1, _ORDER_8, _P - _ORDER_8})

__all__ = ["SigningKey", "check_public_key", "generate", "public_key", "sign", "verify"]


def generate(seed: bytes) -> SigningKey:
    """The key of a 32-byte secret seed (RFC 8032, 5.1.5). Raises LocalMisuse `key-seed` for any other length."""
    if len(seed) != KEY_SIZE:
        raise LocalMisuse("key-seed")
    return SigningKey.from_private_bytes(seed)


def public_key(key: SigningKey) -> bytes:
    """32 bytes."""
    return key.public_key().public_bytes_raw()


def sign(key: SigningKey, message: bytes) -> bytes:
    """64 bytes R‖S; deterministic."""
    return key.sign(message)


def check_public_key(public: bytes) -> None:
    """Raises ProofError `public-key`, with `problem`: `length`, `encoding` (y >= p), `order` (small).

    32 bytes that are no point at all pass: no signature verifies under them.
    """
    if not isinstance(public, bytes) or len(public) != KEY_SIZE:
        raise ProofError("public-key", problem="length")
    y = int.from_bytes(public, "little") & (2**255 - 1)
    if y >= _P:
        raise ProofError("public-key", problem="encoding")
    if y in _SMALL_ORDER:
        raise ProofError("public-key", problem="order")


def verify(public: bytes, message: bytes, signature: bytes) -> None:
    """Raises ProofError `signature`; `problem` is `key-…` (see `check_public_key`), `length` or `equation`."""
    try:
        check_public_key(public)
    except ProofError as error:
        raise ProofError("signature", problem=f"key-{error.params['problem']}") from error
    if not isinstance(signature, bytes) or len(signature) != SIGNATURE_SIZE:
        raise ProofError("signature", problem="length")
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature as error:
        raise ProofError("signature", problem="equation") from error
