"""Known peers on disk: nothing is lost, whoever writes meanwhile, and nothing doubtful is believed."""

import json
import os
import signal
import stat
import subprocess
import sys
from contextlib import suppress

import pytest

from p2p_schnapsen import files
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.profile import peerbook, peers
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.profile.lock import held
from p2p_schnapsen.profile.peers import MOST, Peer, State
from p2p_schnapsen.wire.limits import NAME_BYTES
from tests.support.programs import environment

ANNA = bytes([1]) * 32
DAY = "2026-01-01"
OTHER_USER = 65534


@pytest.fixture
def home(tmp_path):
    return locate(str(tmp_path / "home"), {})


@pytest.fixture
def path(home):
    with peerbook.update(home) as book:
        book.peers = peers.remember(book.peers, ANNA, "Anna", DAY)
    return peerbook.path_of(home)


def refused(code, call, *arguments):
    with pytest.raises(DataError) as error:
        call(*arguments)
    assert error.value.code == code
    return error.value


def test_what_is_written_is_read_again(home, path):
    with peerbook.update(home) as book:
        book.peers = peers.rename(peers.trust(book.peers, ANNA), ANNA, '"Tante\\ Änne" ♥')
    known = peerbook.load(home)
    assert known == {ANNA: Peer(ANNA, '"Tante\\ Änne" ♥', "Anna", State.TRUSTED, DAY, DAY)}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert peerbook.decode(peerbook.encode({}), path) == {}


def test_without_a_home_nobody_is_known_and_none_is_made(home):
    assert peerbook.load(home) == {}
    assert not home.data.exists()


def test_nothing_is_written_where_nothing_changed_or_something_failed(home, path):
    before = path.stat().st_ino
    with peerbook.update(home) as book:
        book.peers = dict(book.peers)
    with suppress(ZeroDivisionError), peerbook.update(home) as book:
        book.peers = {}
        raise ZeroDivisionError
    assert path.stat().st_ino == before
    assert ANNA in peerbook.load(home)


def test_the_most_peers_with_the_longest_names_fit(path):
    name = '"' * NAME_BYTES
    crowd = {key: Peer(key, name, name, State.TRUSTED, DAY, DAY) for key in (i.to_bytes(32, "big") for i in range(100))}
    one = len(peerbook.encode(crowd)) / len(crowd)
    assert one * MOST < peerbook.FILE_BYTES


ENTRY = {"name": "", "claimed": "Anna", "state": "known", "first": DAY, "last": DAY}


def content(entry=None, key="01" * 32, **rest):
    return json.dumps({"version": 1, "peers": {key: ENTRY if entry is None else entry}, **rest}).encode()


@pytest.mark.parametrize(
    "spoilt",
    [
        b"",
        b"\0",
        b"[]",
        b"null",
        b"{",
        content()[:-1],
        content() + b"x",
        b"\xff" + content(),
        content().decode().encode("utf-16"),
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"version": 1e999, "peers": {}}',
        b'{"version": true, "peers": {}}',
        b'{"version": ' + b"9" * 5000 + b"}",
        b'{"version": 1}',
        b'{"version": 1, "peers": []}',
        b'{"version": 1, "version": 1, "peers": {}}',
        content(more=1),
        content(key="01" * 31),
        content(key="AB" * 32),
        content(key="../" + "0" * 61),
        content(entry=[]),
        content(entry={}),
        content(entry={**ENTRY, "more": ""}),
        content(entry={**ENTRY, "name": 1}),
        content(entry={**ENTRY, "name": None}),
        content(entry={**ENTRY, "state": "beloved"}),
        content(entry={**ENTRY, "claimed": "x" * 65}),
        content(entry={**ENTRY, "claimed": "\x1b[31m"}),
        content(entry={**ENTRY, "claimed": "\ud800"}),
        content(entry={**ENTRY, "name": "\u202eanna"}),
        content(entry={**ENTRY, "last": "2026-13-01"}),
        content(entry={**ENTRY, "last": "２０２６-01-01"}),
        content(entry={**ENTRY, "last": "2026-01-01T00"}),
        content().replace(b'"state"', b'"name": "", "state"'),
    ],
    ids=lambda data: ascii(data[:40]),
)
def test_a_damaged_file_is_refused_whatever_the_damage(home, path, spoilt):
    path.write_bytes(spoilt)
    error = refused("peers-damaged", peerbook.load, home)
    assert error.params["path"] == str(path)
    with pytest.raises(DataError), peerbook.update(home):
        pytest.fail("what cannot be read must not be changed")
    assert path.read_bytes() == spoilt


def test_every_beginning_of_a_file_is_damaged(path):
    whole = path.read_bytes()
    assert peerbook.decode(whole.rstrip(), path)
    for end in range(len(whole.rstrip())):
        refused("peers-damaged", peerbook.decode, whole[:end], path)


def test_too_many_peers_and_too_large_a_file_are_refused(home, path):
    entry = json.dumps({"name": "", "claimed": "", "state": "known", "first": DAY, "last": DAY})
    many = ",".join(f'"{i:064x}": {entry}' for i in range(MOST + 1))
    refused("peers-damaged", peerbook.decode, f'{{"version": 1, "peers": {{{many}}}}}'.encode(), path)
    with path.open("wb") as file:
        file.truncate(peerbook.FILE_BYTES + 1)
    refused("file-size", peerbook.load, home)


def test_a_file_of_a_newer_version_is_named_as_one(home, path):
    path.write_bytes(b'{"version": 2, "more": 1}')
    refused("peers-version", peerbook.load, home)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o606])
def test_peers_that_others_may_read_are_refused(home, path, mode):
    path.chmod(mode)
    refused("file-permissions", peerbook.load, home)


def test_links_pipes_and_folders_are_refused(home, path, tmp_path):
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    refused("file-symlink", peerbook.load, home)
    path.unlink()
    os.mkfifo(path, 0o600)
    refused("not-a-file", peerbook.load, home)
    path.unlink()
    path.mkdir(0o700)
    refused("not-a-file", peerbook.load, home)


def test_a_file_of_somebody_else_is_refused(home, path, monkeypatch):
    monkeypatch.setattr(files.os, "geteuid", lambda: OTHER_USER)
    refused("folder-owner", peerbook.load, home)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_file_given_away_is_refused(home, path):
    os.chown(path, OTHER_USER, OTHER_USER)
    refused("file-owner", peerbook.load, home)


@pytest.mark.parametrize(
    ("kind", "code"), [("link", "file-symlink"), ("dangling", "file-symlink"), ("pipe", "not-a-file")]
)
def test_a_lock_never_follows_or_empties_what_is_in_its_place(home, path, tmp_path, kind, code):
    lock = path.with_suffix(".lock")
    lock.unlink()
    target = tmp_path / "target"
    if kind == "pipe":
        os.mkfifo(lock, 0o600)
    else:
        lock.symlink_to(target)
    if kind == "link":
        target.write_bytes(b"precious")

    def change():
        with peerbook.update(home):
            pytest.fail("there is no lock")

    refused(code, change)
    assert (target.read_bytes() == b"precious") if kind == "link" else not target.exists()


def test_a_lock_that_another_holds_is_named(tmp_path):
    def again():
        with held(tmp_path / "lock", seconds=0):
            pytest.fail("two hold one lock")

    with held(tmp_path / "lock"):
        assert refused("profile-busy", again).params["path"] == str(tmp_path / "lock")
    with held(tmp_path / "lock", seconds=0):
        assert stat.S_IMODE((tmp_path / "lock").stat().st_mode) == 0o600


WRITER = """
import sys
from p2p_schnapsen.profile import peerbook, peers
from p2p_schnapsen.profile.home import locate
home, who = locate(sys.argv[1], {}), int(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
for i in range(12):
    with peerbook.update(home) as book:
        book.peers = peers.remember(book.peers, bytes([who, i]) * 16, f"peer {who}", "2026-01-01")
"""
HOLDER = """
import sys
from p2p_schnapsen.profile import peerbook
from p2p_schnapsen.profile.home import locate
with peerbook.update(locate(sys.argv[1], {})) as book:
    book.peers = {}
    print("ready", flush=True)
    sys.stdin.readline()
"""


def process(code, *arguments):
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )


def test_processes_that_write_at_the_same_time_lose_nothing(home, path):
    writers = [process(WRITER, home.data, who) for who in (7, 8, 9)]
    try:
        for writer in writers:
            assert writer.stdout.readline() == "ready\n"
        for writer in writers:
            writer.stdin.write("go\n")
            writer.stdin.flush()
        for writer in writers:
            writer.communicate(timeout=60)
            assert writer.returncode == 0
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()
    assert set(peerbook.load(home)) == {ANNA} | {bytes([who, i]) * 16 for who in (7, 8, 9) for i in range(12)}
    assert sorted(os.listdir(home.data)) == ["peers.json", "peers.lock"]


def test_a_lock_ends_with_a_holder_that_is_killed_and_the_peers_are_as_before(home, path):
    holder = process(HOLDER, home.data)
    try:
        assert holder.stdout.readline() == "ready\n"
        busy = path.with_suffix(".lock")
        with pytest.raises(DataError), held(busy, seconds=0):
            pytest.fail("two hold one lock")
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
    with held(busy, seconds=0):
        assert ANNA in peerbook.load(home)
