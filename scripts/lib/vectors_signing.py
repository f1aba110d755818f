"""`crypto/signing.json`: Ed25519 signatures about which implementations disagree, made in plain integers."""

from __future__ import annotations

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import ProofError
from scripts.lib.vectors_maths import Case, same
from tests.support import ed25519
from tests.support.ed25519 import D, L, P, Point

SEED = hashlib.sha256(b"vectors: signing").digest()
MESSAGE = b"a record"
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
IDENTITY: Point = (0, 1)

add, times, encode = ed25519._add, ed25519._mul, ed25519._encode


def decode(y: int) -> Point | None:
    """The point with this y and an even x, or None."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P:
        return None
    return (x if x % 2 == 0 else P - x), y % P


def order(point: Point) -> int:
    """The order of a point of small order."""
    power, count = point, 1
    while power != IDENTITY:
        power, count = add(power, point), count + 1
    return count


def challenge(R: bytes, key: bytes, message: bytes) -> int:
    """h of RFC 8032, 5.1.7."""
    return int.from_bytes(hashlib.sha512(R + key + message).digest(), "little") % L


def lax(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the bare equation holds, as the library computes it."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def little(value: int) -> bytes:
    """32 bytes, little-endian."""
    return value.to_bytes(32, "little")


class _Signer:
    """A key pair in integers."""

    def __init__(self) -> None:
        wide = bytearray(hashlib.sha512(SEED).digest()[:32])
        wide[0] &= 248
        wide[31] = wide[31] & 127 | 64
        self.base = ed25519._base()
        self.secret = int.from_bytes(wide, "little")
        self.point = times(self.secret, self.base)
        self.key = encode(self.point)
        same(self.key, signing.public_key(signing.generate(SEED)), "public key")
        self.nonce = int.from_bytes(hashlib.sha512(b"vectors: nonce").digest(), "little") % L
        self.R = times(self.nonce, self.base)

    def answer(self, R: bytes, nonce: int, key: bytes, message: bytes) -> bytes:
        """S for this R."""
        return little((nonce + challenge(R, key, message) * self.secret) % L)


def _small() -> list[tuple[str, bytes, int]]:
    """Every encoding of the eight points of small order: what, bytes, order."""
    generator = decode(signing._ORDER_8)
    assert generator is not None
    torsion, point = [IDENTITY], generator
    while point != IDENTITY:
        torsion.append(point)
        point = add(point, generator)
    made = [(f"key of small order (order {order(one)})", encode(one), order(one)) for one in torsion]
    for one in torsion:
        x, y = one
        if x == 0:
            signed = little(y | 1 << 255)
            made.append((f"key of small order (order {order(one)}), x = 0 with its sign set", signed, order(one)))
        if y + P < 2**255:
            for sign in (0, 1) if x == 0 else (x & 1,):
                high = little(y + P | sign << 255)
                made.append((f"key of small order (order {order(one)}), y >= p", high, order(one)))
    return made


def signatures() -> Case:
    """The file's content."""
    signer = _Signer()
    base, key = signer.base, signer.key
    R = encode(signer.R)
    good = R + signer.answer(R, signer.nonce, key, MESSAGE)
    refused: list[tuple[str, bytes, bytes, bytes]] = []
    for what, small, size in _small():
        messages = (b"message %d" % number for number in range(1000))
        message = next(one for one in messages if challenge(R, small, one) % size == 0)
        refused.append((what, small, message, R + little(signer.nonce)))
    for more in range(2, 19):
        if decode(P + more) is not None:
            refused.append((f"key with y = p + {more}", little(P + more), b"message", good))
    S = int.from_bytes(good[32:], "little")
    refused += [
        (f"S + {many}L".replace("+ 1L", "+ L"), key, MESSAGE, R + little(S + many * L)) for many in (1, 2, 7, 14)
    ]
    refused += [
        ("S = L", key, MESSAGE, R + little(L)),
        ("S with bit 255 set", key, MESSAGE, R + little(S | 1 << 255)),
        ("R with its sign flipped", key, MESSAGE, R[:31] + bytes([R[31] ^ 0x80]) + good[32:]),
    ]
    for what, strange in (("y = p + 1", little(P + 1)), ("the sign of x = 0 set", little(1 | 1 << 255))):
        name = f"R = identity with {what}"
        refused.append((name, key, MESSAGE, strange + signer.answer(strange, 0, key, MESSAGE)))
    generator = decode(signing._ORDER_8)
    assert generator is not None
    for size, factor in ((8, 1), (4, 2), (2, 4)):
        mixed = encode(add(signer.R, times(factor, generator)))
        name = f"R with a part of order {size}: holds only when multiplied by the cofactor"
        refused.append((name, key, MESSAGE, mixed + signer.answer(mixed, signer.nonce, key, MESSAGE)))
    mixed_key = encode(add(signer.point, generator))

    def mixed_message(zero: bool) -> bytes:
        messages = (b"mixed %d" % number for number in range(1000))
        return next(one for one in messages if (challenge(R, mixed_key, one) % 8 == 0) == zero)

    no, yes = mixed_message(False), mixed_message(True)
    name = "key with a part of order 8: holds only when multiplied by the cofactor"
    refused.append((name, mixed_key, no, R + signer.answer(R, signer.nonce, mixed_key, no)))
    no_point = next(y for y in range(2, 100) if decode(y) is None)
    refused.append(("key that is no point", little(no_point), MESSAGE, good))
    refused += [(f"key of {size} bytes", (key + bytes(1))[:size], MESSAGE, good) for size in (0, 31, 33)]
    refused += [(f"signature of {size} bytes", key, MESSAGE, (good + bytes(1))[:size]) for size in (0, 63, 65)]
    unit = encode(IDENTITY)
    accepted = [
        ("honest", key, MESSAGE, good),
        ("R is the identity (only the owner of the key can do that)", key, MESSAGE,
         unit + signer.answer(unit, 0, key, MESSAGE)),
        ("key with a part of order 8 where the equation holds as it is", mixed_key, yes,
         R + signer.answer(R, signer.nonce, mixed_key, yes)),
    ]  # fmt: skip
    for what, public, message, signature in accepted:
        signing.verify(public, message, signature)
        assert lax(public, message, signature), what
    same(times(L, base), IDENTITY, "the order of the base point")
    return {
        "about": "Signatures that must be refused, with the problem to report, and unusual ones that must be accepted."
        " lax_accepts: the bare equation accepts it, so that only the check of the key stands in its way.",
        "seed": SEED.hex(),
        "refused": [_case(*each) | _refusal(*each) for each in refused],
        "accepted": [_case(*each) for each in accepted],
    }


def _case(what: str, key: bytes, message: bytes, signature: bytes) -> Case:
    return {"what": what, "public_key": key.hex(), "message": message.hex(), "signature": signature.hex()}


def _refusal(what: str, key: bytes, message: bytes, signature: bytes) -> Case:
    try:
        signing.verify(key, message, signature)
    except ProofError as error:
        return {"problem": error.params["problem"], "lax_accepts": lax(key, message, signature)}
    raise AssertionError(f"a signature that must be refused was accepted: {what}")
