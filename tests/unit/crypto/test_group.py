"""The group is strict where rbcl is not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
import rbcl

from p2p_schnapsen.crypto import group
from p2p_schnapsen.crypto.group import IDENTITY, G, L, Point, Scalar
from p2p_schnapsen.errors import LocalMisuse, ProofError
from tests.unit.crypto.samples import POINT, vectors

ENCODINGS = vectors("encodings.json")
BIT_255 = Point(bytes([*G[:31], G[31] | 0x80]))
NO_POINT = Point(b"\1" * 32)


def _id(case):
    return case["what"]


@pytest.mark.parametrize("case", ENCODINGS["refused_points"], ids=_id)
def test_a_bad_point_is_refused(case):
    with pytest.raises(ProofError) as refusal:
        group.decode_point(bytes.fromhex(case["encoding"]))
    assert refusal.value.code == case["problem"]


@pytest.mark.parametrize("case", ENCODINGS["refused_scalars"], ids=_id)
def test_a_bad_scalar_is_refused(case):
    with pytest.raises(ProofError) as refusal:
        group.decode_scalar(bytes.fromhex(case["encoding"]))
    assert refusal.value.code == case["problem"]


@pytest.mark.parametrize("case", ENCODINGS["accepted_scalars"], ids=_id)
def test_a_scalar_at_the_edge_is_accepted(case):
    encoding = bytes.fromhex(case["encoding"])
    scalar = group.decode_scalar(encoding)
    assert scalar == int(case["value"])
    assert group.encode_scalar(scalar) == encoding


@pytest.mark.parametrize(
    "data", ["0" * 32, bytearray(G), memoryview(G), None, 0, [*G]], ids=lambda data: type(data).__name__
)
def test_what_is_not_bytes_is_refused(data):
    with pytest.raises(ProofError, match="point-length"):
        group.decode_point(data)
    with pytest.raises(ProofError, match="scalar-length"):
        group.decode_scalar(data)


def test_the_library_would_have_taken_bit_255_and_the_identity():
    """Why `decode_point` looks for itself: should the library grow strict, these checks are merely doubled."""
    assert rbcl.crypto_core_ristretto255_is_valid_point(BIT_255)
    assert rbcl.crypto_core_ristretto255_is_valid_point(IDENTITY)
    assert rbcl.crypto_core_ristretto255_add(NO_POINT, G) != group.add(G, G)


def test_multiplication_is_total():
    zero, one, most = Scalar(0), Scalar(1), Scalar(L - 1)
    assert group.mul(zero, POINT) == IDENTITY
    assert group.mul(POINT_SCALAR, IDENTITY) == IDENTITY
    assert group.mul(zero, IDENTITY) == IDENTITY
    assert group.base_mul(zero) == IDENTITY
    assert group.mul(one, POINT) == POINT
    assert group.base_mul(one) == G
    assert group.add(group.mul(most, POINT), POINT) == IDENTITY
    assert group.add(group.base_mul(most), G) == IDENTITY


POINT_SCALAR = Scalar(12345)


def test_sums_go_through_the_identity():
    assert group.add(POINT, IDENTITY) == POINT
    assert group.sub(POINT, IDENTITY) == POINT
    assert group.sub(POINT, POINT) == IDENTITY
    assert group.add(IDENTITY, IDENTITY) == IDENTITY
    assert group.sub(IDENTITY, POINT) == group.mul(Scalar(L - 1), POINT)
    assert group.total([]) == IDENTITY
    assert group.total([POINT]) == POINT
    assert group.total([POINT, G, POINT]) == group.add(G, group.mul(Scalar(2), POINT))
    assert group.combine([], []) == IDENTITY
    assert group.combine([Scalar(2), Scalar(0)], [POINT, G]) == group.add(POINT, POINT)


def test_sums_of_different_lengths_are_a_bug():
    with pytest.raises(ValueError, match="zip"):
        group.combine([Scalar(1)], [POINT, G])


@pytest.mark.parametrize("bad", [NO_POINT, Point(b"\xff" * 32), Point(b""), Point(G[:31]), Point(G + b"\0")], ids=repr)
def test_an_operation_on_undecoded_bytes_never_passes_silently(bad):
    for operation in (
        lambda: group.mul(Scalar(2), bad),
        lambda: group.add(bad, G),
        lambda: group.add(G, bad),
        lambda: group.sub(bad, G),
        lambda: group.sub(G, bad),
    ):
        with pytest.raises(LocalMisuse, match="group-operation"):
            operation()


@pytest.mark.parametrize("k", [-1, L, L + 1, 2**255, 2**256, -L], ids=str)
def test_a_scalar_out_of_range_is_a_bug(k):
    for operation in (
        lambda: group.mul(Scalar(k), POINT),
        lambda: group.base_mul(Scalar(k)),
        lambda: group.encode_scalar(Scalar(k)),
    ):
        with pytest.raises(LocalMisuse, match="scalar-range"):
            operation()


@pytest.mark.parametrize("size", [0, 32, 63, 65])
def test_a_digest_of_another_size_is_a_bug(size):
    with pytest.raises(LocalMisuse, match="group-operation"):
        group.hash_to_point(bytes(size))


@pytest.mark.parametrize(
    ("kind", "operation"),
    [
        ("mul", lambda: group.mul(Scalar(2), POINT)),
        ("base_mul", lambda: group.base_mul(Scalar(2))),
        ("add", lambda: group.add(POINT, G)),
        ("sub", lambda: group.sub(POINT, G)),
        ("from_hash", lambda: group.hash_to_point(bytes(64))),
    ],
)
def test_a_failing_library_is_noticed(monkeypatch, kind, operation):
    monkeypatch.setattr(group, f"_library_{kind}", lambda *_: -1)
    with pytest.raises(LocalMisuse, match=kind):
        operation()


def test_calls_are_counted_by_kind_and_only_while_asked():
    with group.counting() as counts:
        group.mul(Scalar(2), POINT)
        group.mul(Scalar(0), POINT)  # needs no call
        group.base_mul(Scalar(3))
        group.add(POINT, G)
        group.add(POINT, G)
        group.sub(POINT, G)
        group.hash_to_point(bytes(64))
        group.decode_point(G)
    group.add(POINT, G)
    assert counts == {"mul": 1, "base_mul": 1, "add": 2, "sub": 1, "from_hash": 1, "valid": 1}


def test_counting_ends_with_an_error_too():
    before = group._library_add
    with pytest.raises(LocalMisuse), group.counting():
        group.add(NO_POINT, G)
    assert group._library_add is before


def test_the_bare_calls_work_and_cover_every_kind():
    calls = group.bare_calls()
    assert set(calls) == set(group.KINDS)
    for kind, call in calls.items():
        result = call()
        assert result is True if kind == "valid" else group.decode_point(result)


def _import(tmp_path, prelude):
    code = f"""
import sys
{prelude}
from p2p_schnapsen.errors import DataError
try:
    import p2p_schnapsen.crypto.group
except DataError as error:
    print(error.code, error.params["path"])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


posix_only = pytest.mark.skipif(os.name != "posix", reason="Windows keeps a library in use; it has no such limits")


@posix_only
def test_the_import_leaves_nothing_in_the_temp_folder(tmp_path):
    assert _import(tmp_path, "") == ""
    assert list(tmp_path.iterdir()) == []


@posix_only
def test_a_full_temp_folder_gives_one_clear_error_and_no_litter(tmp_path):
    prelude = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))"
    code, path = _import(tmp_path, prelude).split()
    assert code == "group-library"
    assert path.startswith(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@posix_only
def test_a_temp_folder_that_may_not_hold_programs_gives_one_clear_error_and_no_litter(tmp_path):
    prelude = """
import ctypes
class NoExec(ctypes.CDLL):
    def __init__(self, name, *rest):
        raise OSError(f"{name}: failed to map segment from shared object")
ctypes.cdll = ctypes.LibraryLoader(NoExec)
"""
    code, path = _import(tmp_path, prelude).split()
    assert code == "group-library"
    assert path.startswith(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@posix_only
def test_no_temp_folder_at_all_gives_one_clear_error(tmp_path):
    prelude = f"import tempfile; tempfile._candidate_tempdir_list = lambda: [{str(tmp_path / 'none')!r}]"
    assert _import(tmp_path, prelude).startswith("group-library")
