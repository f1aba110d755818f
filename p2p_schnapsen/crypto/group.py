"""ristretto255 (RFC 9496), strictly: a group of prime order `L` with the base point `G`.

The only importer of rbcl, which wraps libsodium and is not strict: version 1.1.2 computes on points with bit 255 set,
calls the identity a valid point, takes scalars >= L, and ignores the return codes of addition and subtraction.  So
foreign bytes become a `Point` or a `Scalar` through `decode_point` and `decode_scalar` only, and every return code is
looked at here.

A `Point` is its canonical 32-byte encoding; `IDENTITY` may be the *result* of an operation, never a foreign point.
A `Scalar` is an int in [0, L), encoded as 32 bytes, little-endian.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import NewType

from p2p_schnapsen.errors import DataError, LocalMisuse, ProofError, SchnapsenError

Point = NewType("Point", bytes)
Scalar = NewType("Scalar", int)

L = 2**252 + 27742317777372353535851937790883648493
IDENTITY = Point(bytes(32))
SIZE = 32


def _remove(path: object) -> None:
    """Delete the library file that rbcl writes to the temp folder at each import and leaves there (2.8 MB)."""
    if isinstance(path, str):
        # Windows does not delete a library in use; what stays behind is untidy, not wrong.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            os.unlink(path)


def _unfinished(traceback: TracebackType | None) -> object:
    """Path of the file that rbcl's loader was writing or loading when it failed, if it had got that far."""
    while traceback is not None:
        names = traceback.tb_frame.f_globals
        if names.get("__name__") == "rbcl._sodium":
            return names.get("lib_path")
        traceback = traceback.tb_next
    return None


try:
    import rbcl
except OSError as _error:  # the temp folder is missing, full, or mounted noexec
    _path = _unfinished(_error.__traceback__)
    _remove(_path)
    raise DataError("group-library", path=_path or _error.filename, problem=str(_error)) from _error
_remove(getattr(sys.modules.get("rbcl._sodium"), "lib_path", None))


def _bind(name: str, arguments: int) -> Callable[..., int]:
    """The C function itself, with argument types (bytes or char arrays only) and its return code."""
    function: Callable[..., int] = rbcl._sodium[name]  # by index: a fresh object, so rbcl's own stays as it is
    function.argtypes = [ctypes.c_char_p] * arguments  # type: ignore[attr-defined]  # a ctypes function pointer
    return function


# Named by kind: `counting` replaces them while a benchmark counts.
_library_mul = _bind("crypto_scalarmult_ristretto255", 3)
_library_base_mul = _bind("crypto_scalarmult_ristretto255_base", 2)
_library_add = _bind("crypto_core_ristretto255_add", 3)
_library_sub = _bind("crypto_core_ristretto255_sub", 3)
_library_from_hash = _bind("crypto_core_ristretto255_from_hash", 2)
_library_valid = _bind("crypto_core_ristretto255_is_valid_point", 1)

KINDS = ("mul", "base_mul", "add", "sub", "from_hash", "valid")

_Buffer = ctypes.c_char * SIZE


def _fail(operation: str) -> SchnapsenError:
    # Decoded points cannot make the library fail: whoever comes here passed on bytes that were never decoded.
    return LocalMisuse("group-operation", operation=operation)


def decode_point(data: bytes) -> Point:
    """A foreign point: exactly 32 bytes, bit 255 clear, canonical (RFC 9496, 4.3.1), not the identity.

    Raises ProofError: `point-length`, `point-encoding`, `point-identity`.
    """
    if not isinstance(data, bytes) or len(data) != SIZE:
        raise ProofError("point-length")
    if data == IDENTITY:
        raise ProofError("point-identity")
    if data[31] & 0x80 or _library_valid(data) != 1:
        raise ProofError("point-encoding")
    return Point(data)


def decode_scalar(data: bytes) -> Scalar:
    """A foreign scalar: exactly 32 bytes, little-endian, < L. Raises ProofError: `scalar-length`, `scalar-range`."""
    if not isinstance(data, bytes) or len(data) != SIZE:
        raise ProofError("scalar-length")
    value = int.from_bytes(data, "little")
    if value >= L:
        raise ProofError("scalar-range")
    return Scalar(value)


def encode_scalar(s: Scalar) -> bytes:
    """32 bytes, little-endian. Raises LocalMisuse `scalar-range` unless 0 <= s < L."""
    if not 0 <= s < L:
        raise LocalMisuse("scalar-range")
    return s.to_bytes(SIZE, "little")


def reduce(value: int) -> Scalar:
    """value mod L."""
    return Scalar(value % L)


def mul(k: Scalar, P: Point) -> Point:
    """k·P, total: 0·P and k·identity are the identity, which the library itself reports as an error."""
    if k == 0 or P == IDENTITY:
        return IDENTITY
    if len(P) != SIZE:  # the C function reads 32 bytes, whatever there is
        raise _fail("mul")
    out = _Buffer()
    if _library_mul(out, encode_scalar(k), P) != 0:
        raise _fail("mul")
    return Point(out.raw)


def base_mul(k: Scalar) -> Point:
    """k·G, total as `mul`; about three times as fast."""
    if k == 0:
        return IDENTITY
    out = _Buffer()
    if _library_base_mul(out, encode_scalar(k)) != 0:
        raise _fail("base_mul")
    return Point(out.raw)


def add(P: Point, Q: Point) -> Point:
    """P + Q."""
    if len(P) != SIZE or len(Q) != SIZE:
        raise _fail("add")
    out = _Buffer()
    if _library_add(out, P, Q) != 0:
        raise _fail("add")
    return Point(out.raw)


def sub(P: Point, Q: Point) -> Point:
    """P − Q."""
    if len(P) != SIZE or len(Q) != SIZE:
        raise _fail("sub")
    out = _Buffer()
    if _library_sub(out, P, Q) != 0:
        raise _fail("sub")
    return Point(out.raw)


def total(points: Iterable[Point]) -> Point:
    """Sum of the points; the identity for none."""
    terms = iter(points)
    return functools.reduce(add, terms, next(terms, IDENTITY))


def combine(scalars: Iterable[Scalar], points: Iterable[Point]) -> Point:
    """Σ k_i·P_i over two sequences of one length; the identity for none. Raises ValueError if lengths differ."""
    return total(mul(k, P) for k, P in zip(scalars, points, strict=True))


def hash_to_point(digest: bytes) -> Point:
    """The point of 64 uniform bytes (RFC 9496, 4.3.4): nobody knows its logarithm to any other base."""
    if len(digest) != 2 * SIZE:
        raise _fail("from_hash")
    out = _Buffer()
    if _library_from_hash(out, digest) != 0:
        raise _fail("from_hash")
    return Point(out.raw)


G = base_mul(Scalar(1))


@contextlib.contextmanager
def counting() -> Iterator[Counter[str]]:
    """Count library calls by kind (`KINDS`) while the block runs. For benchmarks; outside of it nothing is slower."""
    counts: Counter[str] = Counter()

    def counted(kind: str, function: Callable[..., int]) -> Callable[..., int]:
        def call(*arguments: object) -> int:
            counts[kind] += 1
            return function(*arguments)

        return call

    plain = {f"_library_{kind}": globals()[f"_library_{kind}"] for kind in KINDS}
    globals().update({f"_library_{kind}": counted(kind, plain[f"_library_{kind}"]) for kind in KINDS})
    try:
        yield counts
    finally:
        globals().update(plain)


def bare_calls() -> dict[str, Callable[[], object]]:
    """rbcl's own function of each kind with fixed valid arguments, none of this module's checks: what to time."""
    P, Q = hash_to_point(bytes(range(64))), hash_to_point(bytes(range(64, 128)))
    k = encode_scalar(reduce(int.from_bytes(P + Q, "little")))
    return {
        "mul": functools.partial(rbcl.crypto_scalarmult_ristretto255, k, P),
        "base_mul": functools.partial(rbcl.crypto_scalarmult_ristretto255_base, k),
        "add": functools.partial(rbcl.crypto_core_ristretto255_add, P, Q),
        "sub": functools.partial(rbcl.crypto_core_ristretto255_sub, P, Q),
        "from_hash": functools.partial(rbcl.crypto_core_ristretto255_from_hash, bytes(range(64))),
        "valid": functools.partial(rbcl.crypto_core_ristretto255_is_valid_point, P),
    }
