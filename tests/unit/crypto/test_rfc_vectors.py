"""RFC 9496 (the group) and RFC 9497 (a protocol on top of it): published answers."""

from __future__ import annotations

import hashlib

import pytest

from p2p_schnapsen.crypto import group
from p2p_schnapsen.crypto.group import IDENTITY, G, L, Point, Scalar
from p2p_schnapsen.errors import ProofError
from tests.unit.crypto.samples import vectors

RFC9496 = vectors("rfc9496.json")
RFC9497 = vectors("rfc9497.json")
MULTIPLES = [Point(bytes.fromhex(encoding)) for encoding in RFC9496["multiples_of_generator"]]


def test_all_published_vectors_are_here():
    assert len(MULTIPLES) == 16
    assert len(RFC9496["invalid_encodings"]) == 4 + 8 + 8 + 8 + 1
    assert len(RFC9496["element_derivation"]) == 7 + 4
    assert [len(mode["cases"]) for mode in RFC9497["modes"]] == [2, 3, 3]


@pytest.mark.parametrize("i", range(16))
def test_multiples_of_the_generator(i):
    """RFC 9496, A.1, by both kinds of multiplication, by addition and by subtraction."""
    assert group.base_mul(Scalar(i)) == MULTIPLES[i]
    assert group.mul(Scalar(i), G) == MULTIPLES[i]
    assert group.mul(Scalar(L - i if i else 0), group.sub(IDENTITY, G)) == MULTIPLES[i]
    for j in range(16 - i):
        assert group.add(MULTIPLES[i], MULTIPLES[j]) == MULTIPLES[i + j]
        assert group.sub(MULTIPLES[i + j], MULTIPLES[j]) == MULTIPLES[i]
    if i:
        assert group.decode_point(MULTIPLES[i]) == MULTIPLES[i]


@pytest.mark.parametrize("case", RFC9496["invalid_encodings"], ids=lambda case: f"{case['why']}-{case['encoding'][:8]}")
def test_invalid_encodings_are_refused(case):
    """RFC 9496, A.2."""
    with pytest.raises(ProofError, match="point-encoding"):
        group.decode_point(bytes.fromhex(case["encoding"]))


@pytest.mark.parametrize("case", RFC9496["element_derivation"], ids=lambda case: case["input"][:8])
def test_element_derivation(case):
    """RFC 9496, A.3."""
    assert group.hash_to_point(bytes.fromhex(case["input"])).hex() == case["point"]


# RFC 9497 for ristretto255-SHA512: hashing to the group and to scalars, multiplication, inversion, sums.


def _length(data: bytes) -> bytes:
    return len(data).to_bytes(2, "big")


def _expand(message: bytes, dst: bytes) -> bytes:
    """64 bytes of expand_message_xmd with SHA-512 (RFC 9380, 5.3.1): one block after b_0."""
    dst += bytes([len(dst)])
    b_0 = hashlib.sha512(bytes(128) + message + (64).to_bytes(2, "big") + b"\0" + dst).digest()
    return hashlib.sha512(b_0 + b"\1" + dst).digest()


class _Suite:
    def __init__(self, mode):
        self.context = b"OPRFV1-" + bytes([mode]) + b"-ristretto255-SHA512"

    def to_point(self, message: bytes) -> Point:
        return group.hash_to_point(_expand(message, b"HashToGroup-" + self.context))

    def to_scalar(self, message: bytes, label: bytes = b"HashToScalar-") -> Scalar:
        return group.reduce(int.from_bytes(_expand(message, label + self.context), "little"))

    def key(self, seed: bytes, info: bytes) -> Scalar:
        return self.to_scalar(seed + _length(info) + info + b"\0", b"DeriveKeyPair")

    def composites(self, B: Point, C: list[Point], D: list[Point]) -> tuple[Point, Point]:
        dst = b"Seed-" + self.context
        seed = hashlib.sha512(_length(B) + B + _length(dst) + dst).digest()
        weights = [
            self.to_scalar(_length(seed) + seed + i.to_bytes(2, "big") + _length(c) + c + _length(d) + d + b"Composite")
            for i, (c, d) in enumerate(zip(C, D, strict=True))
        ]
        return group.combine(weights, C), group.combine(weights, D)

    def challenge(self, *points: Point) -> Scalar:
        return self.to_scalar(b"".join(_length(point) + point for point in points) + b"Challenge")


CASES = [
    pytest.param(mode, case, id=f"mode-{mode['mode']}-{i}")
    for mode in RFC9497["modes"]
    for i, case in enumerate(mode["cases"])
]


def _all(strings):
    return [bytes.fromhex(string) for string in strings]


@pytest.mark.parametrize(("mode", "case"), CASES)
def test_an_oblivious_function_is_evaluated_as_published(mode, case):
    suite = _Suite(mode["mode"])
    key = suite.key(bytes.fromhex(mode["seed"]), bytes.fromhex(mode["key_info"]))
    assert group.encode_scalar(key).hex() == mode["secret_key"]
    if "public_key" in mode:
        assert group.base_mul(key).hex() == mode["public_key"]

    info, exponent = b"", key
    if mode["mode"] == 2:  # the key is tweaked by a public info, and its inverse is used
        info = bytes.fromhex(case["info"])
        tweak = suite.to_scalar(b"Info" + _length(info) + info)
        exponent = Scalar(pow(key + tweak, -1, L))
        info = _length(info) + info

    rows = zip(*(_all(case[name]) for name in ("inputs", "blinds", "blinded", "evaluated", "outputs")), strict=True)
    for message, blind, blinded, evaluated, output in rows:
        r = group.decode_scalar(blind)
        assert group.mul(r, suite.to_point(message)) == blinded
        assert group.mul(exponent, group.decode_point(blinded)) == evaluated
        plain = group.mul(Scalar(pow(r, -1, L)), group.decode_point(evaluated))
        transcript = _length(message) + message + info + _length(plain) + plain + b"Finalize"
        assert hashlib.sha512(transcript).digest() == output


PROVEN = [param for param in CASES if param.values[0]["mode"] != 0]  # type: ignore[index]  # a dict of the file


@pytest.mark.parametrize(("mode", "case"), PROVEN)
def test_the_published_proofs_hold(mode, case):
    """RFC 9497, 2.2: equality of logarithms with challenge and response (c, s), s = r − c·k."""
    suite = _Suite(mode["mode"])
    public = group.decode_point(bytes.fromhex(mode["public_key"]))
    key = group.decode_scalar(bytes.fromhex(mode["secret_key"]))
    blinded = [group.decode_point(point) for point in _all(case["blinded"])]
    evaluated = [group.decode_point(point) for point in _all(case["evaluated"])]
    if mode["mode"] == 2:
        info = bytes.fromhex(case["info"])
        tweak = suite.to_scalar(b"Info" + _length(info) + info)
        public, key = group.add(group.base_mul(tweak), public), group.reduce(key + tweak)
        blinded, evaluated = evaluated, blinded
    M, Z = suite.composites(public, blinded, evaluated)
    assert group.mul(key, M) == Z

    proof = bytes.fromhex(case["proof"])
    c, s = group.decode_scalar(proof[:32]), group.decode_scalar(proof[32:])
    assert s == group.reduce(group.decode_scalar(bytes.fromhex(case["proof_nonce"])) - c * key)
    t2 = group.add(group.base_mul(s), group.mul(c, public))
    t3 = group.add(group.mul(s, M), group.mul(c, Z))
    assert suite.challenge(public, M, Z, t2, t3) == c
