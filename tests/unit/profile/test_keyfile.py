"""An identity that is carried away: only the passphrase opens it, other programs know it, and none is ever lost."""

import base64
import os
import stat
import subprocess
import time
import unicodedata
from contextlib import suppress

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519, x25519
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from p2p_schnapsen.errors import DataError, LocalMisuse
from p2p_schnapsen.profile import identity, keyfile
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.profile.identity import Role

ME = identity.from_seed(Role.PLAYER, bytes(range(32)))
OTHER = identity.from_seed(Role.PLAYER, bytes(32))
WORDS = b"correct horse"
FRESH = bytes(range(100, 132))


@pytest.fixture(scope="module")
def exported():
    return keyfile.encode(ME, WORDS, FRESH)


@pytest.fixture
def home(tmp_path):
    return locate(str(tmp_path / "home"), {})


def refused(code, call, *arguments, **options):
    with pytest.raises((DataError, LocalMisuse)) as error:
        call(*arguments, **options)
    assert error.value.code == code
    return error.value


def elsewhere(key, words=WORDS):
    """As another program writes it."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(words))


def test_what_is_exported_is_imported_with_the_passphrase_and_no_other(exported, tmp_path):
    path = tmp_path / "key"
    assert keyfile.decode(exported, WORDS, path) == ME
    for words in (b"", b"correct horsf", WORDS + b" ", WORDS.upper()):
        refused("keyfile-passphrase", keyfile.decode, exported, words, path)


def test_the_secret_is_not_in_it(exported):
    assert ME.seed.hex().encode() not in exported
    body = b"".join(exported.split(b"\n")[1:-2])
    assert ME.seed not in base64.b64decode(body)


def test_another_salt_makes_another_file(exported):
    assert keyfile.encode(ME, WORDS, bytes(32)) != exported


def test_other_programs_read_it(exported, tmp_path):
    key = load_pem_private_key(exported, WORDS)
    assert isinstance(key, ed25519.Ed25519PrivateKey)
    assert key.private_bytes_raw() == ME.seed
    (tmp_path / "key.pem").write_bytes(exported)
    try:
        command = ["openssl", "pkey", "-in", tmp_path / "key.pem", "-passin", "stdin", "-pubout", "-outform", "DER"]
        done = subprocess.run(command, input=WORDS + b"\n", capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    assert done.stdout.endswith(ME.public), done.stderr


def test_a_key_that_another_program_wrote_is_imported(tmp_path):
    assert keyfile.decode(elsewhere(ME.key), WORDS, tmp_path) == ME
    assert keyfile.decode(b"a remark\r\n" + elsewhere(ME.key).replace(b"\n", b"\r\n"), WORDS, tmp_path) == ME


def test_guessing_costs_as_much_as_is_said(exported):
    """The rounds stand in the file, where openssl and all others look for them."""
    envelope = base64.b64decode(b"".join(exported.split(b"\n")[1:-2]))
    assert keyfile.ROUNDS >= 600_000
    assert b"\x02\x03" + keyfile.ROUNDS.to_bytes(3, "big") in envelope


def body_of(pem):
    return bytearray(base64.b64decode(b"".join(pem.split(b"\n")[1:-2])))


def pem_of(envelope):
    label = b"ENCRYPTED PRIVATE KEY"
    return b"-----BEGIN %b-----\n%b-----END %b-----\n" % (label, base64.encodebytes(bytes(envelope)), label)


def test_a_file_that_would_have_us_compute_for_hours_is_refused_at_once(tmp_path):
    envelope = body_of(keyfile.encode(ME, WORDS, FRESH))
    rounds = envelope.index(b"\x02\x03" + keyfile.ROUNDS.to_bytes(3, "big"))
    for many in (b"\xff\xff\xff", b"\x7f\xff\xff"):
        envelope[rounds + 2 : rounds + 5] = many
        started = time.monotonic()
        error = refused("keyfile-damaged", keyfile.decode, pem_of(envelope), WORDS, tmp_path)
        assert time.monotonic() - started < 1
        assert error.params["problem"] == "key-derivation"


def test_damage_is_refused_wherever_it_is(tmp_path):
    """With few rounds, as another program takes them, so that every byte can be tried."""
    whole = body_of(elsewhere(ME.key))
    for place in range(len(whole)):
        spoilt = bytearray(whole)
        spoilt[place] ^= 0x10
        # CBC proves nothing: now and then it is another key, whose own ID is shown.
        with suppress(DataError):
            assert keyfile.decode(pem_of(spoilt), WORDS, tmp_path) != ME
    for end in range(0, len(whole), 7):
        with pytest.raises(DataError):
            keyfile.decode(pem_of(whole[:end]), WORDS, tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 1000,
        b"\xff\xfe" * 100,
        b"-----BEGIN ENCRYPTED PRIVATE KEY-----",
        b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n\n-----END ENCRYPTED PRIVATE KEY-----",
        b"-----BEGIN ENCRYPTED PRIVATE KEY-----\nQUJD=QUJD\n-----END ENCRYPTED PRIVATE KEY-----",
        ME.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        identity.encode(ME),
        elsewhere(ME.key) * 2,
        elsewhere(x25519.X25519PrivateKey.generate()),
    ],
    ids=range(10),
)
def test_what_is_no_encrypted_identity_is_refused(content, tmp_path):
    error = refused("keyfile-damaged", keyfile.decode, content, WORDS, tmp_path / "key")
    assert error.params["path"] == str(tmp_path / "key")


def test_an_export_is_private_and_takes_no_files_place(exported, tmp_path):
    path = tmp_path / "key.pem"
    before = os.umask(0)
    try:
        keyfile.write(path, exported)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    refused("file-exists", keyfile.write, path, b"other")
    assert path.read_bytes() == exported
    (tmp_path / "link").symlink_to(tmp_path / "missing")
    refused("file-exists", keyfile.write, tmp_path / "link", b"other")
    assert not (tmp_path / "missing").exists()
    refused("cannot-write", keyfile.write, tmp_path / "no" / "key.pem", b"other")


def test_of_an_export_that_fails_nothing_is_left(tmp_path, monkeypatch):
    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keyfile.os, "fsync", fail)
    refused("disk-full", keyfile.write, tmp_path / "key.pem", b"data")
    assert os.listdir(tmp_path) == []


def test_an_export_may_lie_anywhere_and_be_open_to_others(exported, tmp_path):
    (tmp_path / "key.pem").write_bytes(exported)
    (tmp_path / "key.pem").chmod(0o777)
    (tmp_path / "link").symlink_to("key.pem")
    assert keyfile.read(tmp_path / "link", WORDS) == ME
    refused("file-missing", keyfile.read, tmp_path / "missing", WORDS)
    refused("not-a-file", keyfile.read, tmp_path, WORDS)
    os.mkfifo(tmp_path / "pipe")
    refused("not-a-file", keyfile.read, tmp_path / "pipe", WORDS)
    (tmp_path / "huge").write_bytes(b"x" * (keyfile.FILE_BYTES + 1))
    refused("file-size", keyfile.read, tmp_path / "huge", WORDS)


def test_an_empty_home_takes_the_identity(home):
    assert keyfile.install(home, ME) == keyfile.Installed(changed=True)
    assert identity.load(home, Role.PLAYER) == ME
    assert keyfile.install(home, ME) == keyfile.Installed(changed=False)
    assert keyfile.install(home, ME, replace=True) == keyfile.Installed(changed=False)
    assert os.listdir(home.keys) == ["player.key"]


def test_another_identity_stays_unless_it_is_to_be_replaced_and_then_is_kept(home):
    identity.store(home, OTHER)
    before = identity.path_of(home, Role.PLAYER).read_bytes()
    refused("identity-exists", keyfile.install, home, ME)
    assert identity.load(home, Role.PLAYER) == OTHER
    done = keyfile.install(home, ME, replace=True)
    assert identity.load(home, Role.PLAYER) == ME
    assert done.backup is not None
    assert done.backup.read_bytes() == before
    assert stat.S_IMODE(done.backup.stat().st_mode) == 0o600
    assert keyfile.install(home, OTHER, replace=True).backup != done.backup
    assert keyfile.install(home, ME, replace=True).backup == done.backup
    assert len(os.listdir(home.keys)) == 3


def test_a_damaged_identity_is_kept_too(home):
    identity.store(home, OTHER)
    path = identity.path_of(home, Role.PLAYER)
    path.write_bytes(b"damaged")
    refused("identity-exists", keyfile.install, home, ME)
    backup = keyfile.install(home, ME, replace=True).backup
    assert backup is not None
    assert backup.read_bytes() == b"damaged"
    assert identity.load(home, Role.PLAYER) == ME


def test_a_backup_takes_no_other_files_place(home):
    identity.store(home, OTHER)
    name = f"player-{OTHER.short_id.replace('-', '')}.key"
    (home.keys / name).write_bytes(b"something else")
    (home.keys / name).chmod(0o600)
    refused("file-exists", keyfile.install, home, ME, replace=True)
    assert identity.load(home, Role.PLAYER) == OTHER


@pytest.mark.parametrize("mode", [0o644, 0o660])
def test_an_identity_that_others_may_read_is_not_touched(home, mode):
    identity.store(home, OTHER)
    identity.path_of(home, Role.PLAYER).chmod(mode)
    refused("file-permissions", keyfile.install, home, ME, replace=True)


def test_a_passphrase_is_the_same_on_every_system():
    apart, together = (unicodedata.normalize(form, "Müllerbäcker") for form in ("NFD", "NFC"))
    assert apart != together
    assert keyfile.prepare(apart, new=True) == keyfile.prepare(together, new=True)


def test_a_new_passphrase_has_a_least_length_and_all_must_be_text():
    refused("passphrase-short", keyfile.prepare, "1234567", new=True)
    assert keyfile.prepare("1234567", new=False) == b"1234567"
    refused("passphrase-text", keyfile.prepare, "\udcff" * 8, new=False)
