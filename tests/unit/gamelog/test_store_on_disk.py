"""The files of a match: private, never overwritten, on the disk before they are used, whole after a full disk."""

import os
import resource
import stat
import subprocess
import sys

import pytest

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.gamelog import store
from p2p_schnapsen.gamelog.store import Ended, MatchStore, read_log
from tests.support.programs import ROOT, environment


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def refused(code, call, *arguments):
    with pytest.raises(DataError) as error:
        call(*arguments)
    assert error.value.code == code
    assert error.value.params["path"]


def test_a_match_is_private(tmp_path):
    with MatchStore(tmp_path / "m") as match:
        match.put_secret("nonce", bytes(32))
        match.append(b"record")
        assert mode(match.folder) == mode(match.folder / "secrets") == 0o700
        assert mode(match.log_path) == mode(match.folder / "secrets" / "nonce") == 0o600
        assert log_format.parse(match.log_path.read_bytes()).records == (b"record",)


def test_a_record_is_on_the_disk_when_append_returns(tmp_path, monkeypatch):
    sizes = []
    with MatchStore(tmp_path / "m") as match:
        sync = os.fsync
        monkeypatch.setattr(os, "fsync", lambda number: (sizes.append(os.fstat(number).st_size), sync(number))[1])
        before = match.log_path.stat().st_size
        match.append(b"record")
        assert sizes == [before + len(log_format.frame(b"record"))]


def test_a_secret_is_on_the_disk_when_put_secret_returns(tmp_path, monkeypatch):
    synced = []
    with MatchStore(tmp_path / "m") as match:
        sync = os.fsync
        monkeypatch.setattr(os, "fsync", lambda number: (synced.append(os.fstat(number).st_mode), sync(number))[1])
        match.put_secret("seed-1", bytes(32))
        assert [stat.S_ISREG(kind) for kind in synced] == [True, False]
        assert stat.S_ISDIR(synced[1])


def test_nothing_that_is_there_is_overwritten(tmp_path):
    log = tmp_path / "our.log"
    log.write_text("precious")
    refused("file-exists", MatchStore, tmp_path / "m", log)
    assert log.read_text() == "precious"
    MatchStore(tmp_path / "n").close()
    refused("file-exists", MatchStore, tmp_path / "n")


def test_a_match_that_is_there_is_not_given_another_log(tmp_path):
    for first, second in ((None, tmp_path / "b.log"), (tmp_path / "a.log", None), (tmp_path / "c.log", tmp_path / "d")):
        folder = tmp_path / f"m{second and second.name}"
        MatchStore(folder, first).close()
        files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        refused("file-exists", MatchStore, folder, second)
        assert files == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_a_log_that_cannot_be_made_is_not_pointed_to(tmp_path):
    refused("cannot-write", MatchStore, tmp_path / "m", tmp_path / "none" / "our.log")
    assert not (tmp_path / "m" / "game.path").exists()


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "target").mkdir()
    (tmp_path / "m").symlink_to(tmp_path / "target")
    refused("folder-symlink", MatchStore, tmp_path / "m")
    (tmp_path / "l.log").symlink_to(tmp_path / "nowhere")
    refused("file-exists", MatchStore, tmp_path / "n", tmp_path / "l.log")


def test_one_process_owns_a_match(tmp_path):
    code = (
        "import sys; from pathlib import Path; from p2p_schnapsen.errors import DataError\n"
        "from p2p_schnapsen.gamelog.store import MatchStore\n"
        "try: MatchStore(Path(sys.argv[1]))\n"
        "except DataError as error: print(error.code)"
    )
    with MatchStore(tmp_path / "m"):
        done = subprocess.run(
            [sys.executable, "-c", code, tmp_path / "m"], capture_output=True, text=True, env=environment(), cwd=ROOT,
            check=True,
        )  # fmt: skip
    assert done.stdout.strip() == "locked"


def test_a_full_disk_loses_the_new_record_only(tmp_path):
    code = (
        "import resource, signal, sys; from pathlib import Path; from p2p_schnapsen.errors import DataError\n"
        "from p2p_schnapsen.gamelog.store import MatchStore\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "match = MatchStore(Path(sys.argv[1])); match.append(b'first')\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))\n"
        "try: match.append(bytes(100))\n"
        "except DataError as error: print(error.code)"
    )
    assert resource.RLIMIT_FSIZE
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "m"], capture_output=True, text=True, env=environment(), cwd=ROOT,
        check=True,
    )  # fmt: skip
    assert done.stdout.strip() in ("cannot-write", "disk-full")
    found = log_format.parse((tmp_path / "m" / "game.log").read_bytes())
    assert (found.records, found.torn, found.broken) == ((b"first",), 0, False)


def test_an_offer_that_nobody_took_leaves_nothing(tmp_path):
    for log in (None, tmp_path / "our.log"):
        match = MatchStore(tmp_path / "m", log)
        match.put_secret("nonce", bytes(32))
        match.append(b"offer")
        match.discard()
        assert list(tmp_path.iterdir()) == []


def test_what_is_no_log_file_is_named(tmp_path):
    refused("file-missing", read_log, tmp_path / "none")
    refused("not-a-file", read_log, tmp_path)
    os.mkfifo(tmp_path / "pipe")
    refused("not-a-file", read_log, tmp_path / "pipe")


def test_a_file_that_is_far_too_large_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "LOG_BYTES", 100)
    (tmp_path / "log").write_bytes(bytes(101))
    refused("file-size", read_log, tmp_path / "log")


def test_the_end_that_is_noted_already_needs_no_room(tmp_path, monkeypatch):
    with MatchStore(tmp_path / "m") as match:
        match.end(Ended("valid", 0, (7, 3)))
        monkeypatch.setattr(type(match._disk), "write", lambda *_: 1 / 0)
        match.end(Ended("valid", 0, (7, 3)))
        with pytest.raises(ZeroDivisionError):
            match.end(Ended("proven"))
