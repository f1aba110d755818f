"""Private files: whole or not at all, never through a link, and every trouble is a DataError that names the file."""

import errno
import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from p2p_schnapsen import files
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.files import atomic_write, open_folder, read_private
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.profile.identity import Role, from_seed, obtain, path_of, store

OTHER_USER = 65534


def refused(code, call, *arguments, **options):
    with pytest.raises(DataError) as error:
        call(*arguments, **options)
    assert error.value.code == code
    return error.value


@pytest.mark.parametrize("umask", [0, 0o077])
def test_a_written_file_has_its_mode_whatever_the_umask(tmp_path, umask):
    before = os.umask(umask)
    try:
        atomic_write(tmp_path / "file", b"data", 0o640)
        open_folder(tmp_path / "folder")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o700


def test_a_link_in_the_way_is_replaced_and_what_it_points_to_stays(tmp_path):
    (tmp_path / "target").write_bytes(b"untouched")
    (tmp_path / "file").symlink_to(tmp_path / "target")
    atomic_write(tmp_path / "file", b"data")
    assert not (tmp_path / "file").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"untouched"


@pytest.mark.parametrize("in_the_way", ["file", "link", "dangling link"])
def test_a_new_file_never_takes_the_place_of_another(tmp_path, in_the_way):
    path = tmp_path / "file"
    if in_the_way == "file":
        path.write_bytes(b"first")
    else:
        path.symlink_to(tmp_path / "target")
        if in_the_way == "link":
            (tmp_path / "target").write_bytes(b"first")
    before = sorted(os.listdir(tmp_path))
    refused("file-exists", atomic_write, path, b"second", replace=False)
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.parametrize(("number", "code"), [(errno.ENOSPC, "disk-full"), (errno.EIO, "cannot-write")])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, number, code):
    path = tmp_path / "file"
    atomic_write(path, b"old")

    def fail(descriptor):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(files.os, "fsync", fail)
    error = refused(code, atomic_write, path, b"new")
    assert error.params["path"] == str(path)
    assert os.listdir(tmp_path) == ["file"]
    assert path.read_bytes() == b"old"


def test_a_file_is_on_disk_before_it_has_its_name(tmp_path, monkeypatch):
    path = tmp_path / "file"
    done = []
    sync, link = os.fsync, os.link
    monkeypatch.setattr(files.os, "fsync", lambda descriptor: (done.append("sync"), sync(descriptor)))
    monkeypatch.setattr(files.os, "link", lambda *names: (done.append("name"), link(*names)))
    atomic_write(path, b"data", replace=False)
    assert done == ["sync", "name", "sync"]


def test_a_file_larger_than_it_may_be_is_refused(tmp_path):
    atomic_write(tmp_path / "file", b"12345")
    assert read_private(tmp_path / "file", 5) == b"12345"
    refused("file-size", read_private, tmp_path / "file", 4)


def test_a_folder_in_place_of_a_file_and_the_reverse_are_refused(tmp_path):
    (tmp_path / "folder").mkdir(0o700)
    (tmp_path / "file").write_bytes(b"")
    refused("not-a-file", read_private, tmp_path / "folder", 1)
    refused("not-a-folder", open_folder, tmp_path / "file")
    refused("cannot-write", open_folder, tmp_path / "missing" / "folder")
    refused("file-missing", read_private, tmp_path / "missing", 1)


def test_what_belongs_to_somebody_else_is_refused(tmp_path, monkeypatch):
    atomic_write(tmp_path / "file", b"data")
    open_folder(tmp_path / "folder")
    monkeypatch.setattr(files.os, "geteuid", lambda: OTHER_USER)
    refused("file-owner", read_private, tmp_path / "file", 9)
    refused("folder-owner", open_folder, tmp_path / "folder")


def test_a_folder_behind_a_link_is_refused(tmp_path):
    (tmp_path / "real").mkdir(0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "dangling").symlink_to(tmp_path / "missing")
    refused("folder-symlink", open_folder, tmp_path / "link")
    refused("folder-symlink", open_folder, tmp_path / "dangling")
    assert not (tmp_path / "missing").exists()


def test_of_many_that_make_an_identity_at_once_all_get_the_same(tmp_path):
    home = locate(str(tmp_path / "deep" / "home"), {})
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(lambda i: obtain(home, Role.PLAYER, bytes([i]) * 32), range(16)))
    assert len({identity.public for identity in made}) == 1
    assert os.listdir(home.keys) == ["player.key"]


def test_an_identity_is_not_overwritten_by_mistake(tmp_path):
    home = locate(str(tmp_path / "home"), {})
    first = obtain(home, Role.PLAYER, bytes(32))
    other = from_seed(Role.PLAYER, bytes([1]) * 32)
    refused("file-exists", store, home, other)
    assert obtain(home, Role.PLAYER, bytes(32)) == first
    store(home, other, replace=True)
    assert obtain(home, Role.PLAYER, bytes(32)) == other


def test_the_computers_key_is_not_taken_for_the_players(tmp_path):
    home = locate(str(tmp_path / "home"), {})
    obtain(home, Role.COMPUTER, bytes(32))
    path_of(home, Role.COMPUTER).rename(path_of(home, Role.PLAYER))
    refused("identity-damaged", obtain, home, Role.PLAYER, bytes(32))


def test_an_identity_never_shows_its_secret():
    seed = bytes(range(32))
    shown = repr(from_seed(Role.PLAYER, seed))
    assert seed.hex() not in shown
    assert repr(seed) not in shown
    assert "key=" not in shown


def test_without_a_name_the_home_is_where_the_platform_keeps_data(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    home = locate(None, {"P2P_SCHNAPSEN_HOME": ""})
    assert home.data.name == home.config.name == "p2p-schnapsen"
    assert home.keys.parent == home.matches.parent == home.data
