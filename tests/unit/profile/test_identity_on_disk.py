"""A key of one's own: made once, private, and nothing doubtful is ever used."""

import os
import stat

import pytest

from p2p_schnapsen.errors import DataError, LocalMisuse
from p2p_schnapsen.profile import fingerprint
from p2p_schnapsen.profile.home import locate, open_home
from p2p_schnapsen.profile.identity import Role, load, obtain, path_of

SEED = bytes(range(32))


@pytest.fixture
def home(tmp_path):
    return locate(str(tmp_path / "home"), {})


def refused(code, call, *arguments):
    with pytest.raises(DataError) as error:
        call(*arguments)
    assert error.value.code == code


def test_an_identity_is_made_once_and_then_stays(home):
    first = obtain(home, Role.PLAYER, SEED)
    assert obtain(home, Role.PLAYER, bytes(32)).public == first.public == load(home, Role.PLAYER).public
    assert obtain(home, Role.COMPUTER, bytes(32)).public != first.public


def test_a_key_is_for_its_owner_only(home):
    obtain(home, Role.PLAYER, SEED)
    for path, mode in ((home.data, 0o700), (home.keys, 0o700), (path_of(home, Role.PLAYER), 0o600)):
        assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o777])
def test_a_key_that_others_may_read_is_refused(home, mode):
    obtain(home, Role.PLAYER, SEED)
    path_of(home, Role.PLAYER).chmod(mode)
    refused("file-permissions", load, home, Role.PLAYER)


def test_a_folder_that_others_may_write_is_refused(home):
    obtain(home, Role.PLAYER, SEED)
    home.keys.chmod(0o750)
    refused("folder-permissions", load, home, Role.PLAYER)
    home.keys.chmod(0o700)
    home.data.chmod(0o722)
    refused("folder-permissions", load, home, Role.PLAYER)


def test_links_are_refused(home, tmp_path):
    obtain(home, Role.PLAYER, SEED)
    path = path_of(home, Role.PLAYER)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    refused("file-symlink", load, home, Role.PLAYER)
    (tmp_path / "link").symlink_to(home.data)
    refused("folder-symlink", load, locate(str(tmp_path / "link"), {}), Role.PLAYER)


def test_a_damaged_key_is_refused_whatever_the_damage(home):
    obtain(home, Role.PLAYER, SEED)
    path = path_of(home, Role.PLAYER)
    whole = path.read_bytes()
    for spoilt in (b"", whole[:-1], whole + b"x", whole.replace(b"seed 0", b"seed 1"), whole.upper(), os.urandom(200)):
        path.write_bytes(spoilt)
        refused("identity-damaged", load, home, Role.PLAYER)
    path.write_bytes(whole.replace(b"identity 1", b"identity 2"))
    refused("identity-version", load, home, Role.PLAYER)


def test_a_pipe_in_place_of_a_key_does_not_hold_us_up(home):
    obtain(home, Role.PLAYER, SEED)
    path_of(home, Role.PLAYER).unlink()
    os.mkfifo(path_of(home, Role.PLAYER), 0o600)
    refused("not-a-file", load, home, Role.PLAYER)


def test_a_home_that_is_a_file_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError) as error:
        open_home(locate(str(tmp_path / "file"), {}))
    assert error.value.params["path"] == str(tmp_path / "file")


def test_the_home_is_the_option_then_the_variable(tmp_path):
    environ = {"P2P_SCHNAPSEN_HOME": str(tmp_path / "variable")}
    assert locate(str(tmp_path / "option"), environ).data == tmp_path / "option"
    assert locate(None, environ).data == tmp_path / "variable"
    for nonsense in ("", "a\0b"):
        with pytest.raises(LocalMisuse):
            locate(nonsense, {})


def test_a_pin_has_more_than_100_bits_and_a_short_id_12_characters(home):
    public = obtain(home, Role.PLAYER, SEED).public
    assert len(fingerprint.pin(public)) * 5 >= 100
    short = fingerprint.short_id(public)
    assert len(short.replace("-", "")) == 12
    assert fingerprint.pin(public).startswith(short.replace("-", ""))


def test_a_pin_is_read_as_it_is_written_in_either_case_and_grouping(home):
    pin = fingerprint.pin(obtain(home, Role.PLAYER, SEED).public)
    assert fingerprint.parse_pin(pin) == fingerprint.parse_pin(pin.lower()) == pin
    for wrong in ("", pin[:-1], pin + "0", pin[:-1] + "!", "ü" * len(pin)):
        with pytest.raises(LocalMisuse):
            fingerprint.parse_pin(wrong)
