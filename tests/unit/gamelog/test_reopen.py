"""A match opened again: torn tails are cut, what is damaged or unsafe is named in one line, nothing is overwritten."""

import json
import os
from functools import cache

import pytest

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.gamelog import store
from p2p_schnapsen.gamelog.format import HEADER, frame
from p2p_schnapsen.gamelog.store import About, Ended, MatchStore
from p2p_schnapsen.ui import errors
from tests.support.dialogue import Script
from tests.support.duel import log_of

pytestmark = pytest.mark.usefixtures("proofs_once")

ABOUT = About(1, "a" * 64, "b" * 64, "192.0.2.1:7766", "2026-01-01")


@cache
def game():
    return Script.of("reopen", opening="never")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """That everything is synced is shown elsewhere."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def match(tmp_path):
    """A match of three records and two secrets, at rest."""
    with MatchStore(tmp_path / "m", None, ABOUT) as made:
        for raw in game().records[:3]:
            made.append(raw)
        made.put_secret("nonce", bytes(32))
        made.put_secret("seed-1", b"\1" * 32)
    return tmp_path / "m"


def reopened(folder):
    """(entries, secrets) of a match; it is closed again."""
    opened, entries, secrets = MatchStore.open(folder)
    with opened:
        return entries, secrets


def refused(folder, code):
    """It does not open; the line that says so names the file. What is there stays as it is, and is not held."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and os.access(path, os.R_OK)}
    with pytest.raises(DataError) as error:
        MatchStore.open(folder)
    assert error.value.code == code
    sentence = errors.sentence(error.value)
    assert not errors.is_ours(error.value)
    assert "\n" not in sentence
    assert {path: path.read_bytes() for path in before} == before
    with pytest.raises(DataError) as again:
        MatchStore.open(folder)
    assert again.value.code == code, "not locked by the first attempt"
    return str(error.value.params["path"])


def test_a_match_is_opened_as_it_was_left_and_goes_on(match):
    entries, secrets = reopened(match)
    assert entries == tuple(game().records[:3])
    assert secrets == {"nonce": bytes(32), "seed-1": b"\1" * 32}
    opened, _, _ = MatchStore.open(match)
    with opened:
        assert opened.about == ABOUT
        opened.append(game().records[3])
    assert reopened(match)[0] == tuple(game().records[:4])


def test_one_process_at_a_time_opens_it(match):
    opened, _, _ = MatchStore.open(match)
    with opened:
        for attempt in (lambda: MatchStore.open(match), lambda: MatchStore(match)):
            with pytest.raises(DataError, match="locked"):
                attempt()
    assert reopened(match)


def test_a_tail_torn_at_any_byte_is_cut_off_and_the_log_goes_on(match):
    log = match / "game.log"
    whole, last = log.read_bytes(), len(frame(game().records[2]))
    for lost in range(1, last):
        log.write_bytes(whole[:-lost])
        opened, entries, _ = MatchStore.open(match)
        with opened:
            assert entries == tuple(game().records[:2]), lost
            assert log.read_bytes() == whole[:-last]
            opened.append(game().records[2])
        assert log.read_bytes() == whole, lost


@pytest.mark.parametrize("kept", range(len(HEADER) + 1))
def test_a_header_cut_short_is_written_anew(match, kept):
    (match / "game.log").write_bytes(HEADER[:kept])
    assert reopened(match)[0] == ()
    assert (match / "game.log").read_bytes() == HEADER


@pytest.mark.parametrize("zeros", [1, 3, 4, 5, 100, 5000])
def test_zeros_that_a_crash_left_behind_are_cut_off(match, zeros):
    """Some file systems make a file longer before they write to it."""
    log = match / "game.log"
    whole = log.read_bytes()
    log.write_bytes(whole + bytes(zeros))
    assert reopened(match)[0] == tuple(game().records[:3])
    assert log.read_bytes() == whole


@pytest.mark.parametrize("written", [1, 2, 3, 4, 5, 60, 100])
def test_a_record_whose_rest_is_zeros_was_never_written(match, written):
    log = match / "game.log"
    for before in (2, 4):  # the one is shorter than 256 bytes, the other longer
        whole, last = log_of(game().records[:before]), frame(game().records[before])
        log.write_bytes(whole + last[:written] + bytes(len(last) - written))
        assert reopened(match)[0] == tuple(game().records[:before])
        assert log.read_bytes() == whole


def test_a_record_or_note_that_ends_with_a_zero_is_one_all_the_same(match):
    for raw in (game().records[2], game().end_note(0, 5, 120)):
        whole = raw[:-1] + b"\0"
        (match / "game.log").write_bytes(log_of([whole]))
        assert reopened(match)[0] == (whole,)


@pytest.mark.parametrize("length", [0, 16 * 1024 + 1, 1 << 31, (1 << 32) - 1])
def test_a_length_that_no_record_has_is_damage(match, length):
    log = match / "game.log"
    log.write_bytes(log.read_bytes() + length.to_bytes(4, "big") + b"more")
    assert refused(match, "log-damaged") == str(log.absolute())


def test_a_broken_length_in_the_middle_is_damage(match):
    log = match / "game.log"
    whole = log.read_bytes()
    place = len(log_of(game().records[:2]))
    log.write_bytes(whole[:place] + b"\xff" + whole[place + 1 :])
    refused(match, "log-damaged")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"not a log at all, but long enough", "not-a-log"),
        (b"x", "not-a-log"),
        (HEADER[:-1] + b"\2", "log-version"),
        (b"\0" * 16, "not-a-log"),
    ],
)
def test_another_file_in_place_of_the_log_is_left_alone(match, content, code):
    (match / "game.log").write_bytes(content)
    assert refused(match, code) == str((match / "game.log").absolute())


def test_an_empty_log_is_a_match_of_which_nothing_is_left(match):
    (match / "game.log").write_bytes(b"")
    assert reopened(match)[0] == ()


# Files that are missing, or are not what they should be

FILES = ["match.json", "game.log", "secrets/nonce"]


@pytest.mark.parametrize("name", ["match.json", "game.log"])
def test_a_file_that_is_missing_is_named(match, name):
    (match / name).unlink()
    assert refused(match, "file-missing").endswith(name)


def test_no_folder_is_made_where_there_is_no_match(tmp_path):
    with pytest.raises(DataError, match="file-missing"):
        MatchStore.open(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_secrets_that_are_gone_are_as_good_as_lost(match):
    for path in (match / "secrets").iterdir():
        path.unlink()
    (match / "secrets").rmdir()
    assert reopened(match) == (tuple(game().records[:3]), {})


@pytest.mark.parametrize("size", [0, 1, 31])
def test_a_secret_that_was_cut_short_is_none(match, size):
    (match / "secrets" / "seed-1").write_bytes(bytes(size))
    assert reopened(match)[1] == {"nonce": bytes(32)}


def test_what_an_interrupted_write_left_among_the_secrets_is_not_read(match):
    (match / "secrets" / ".seed-2.abc").write_bytes(b"\2" * 32)
    (match / "secrets" / "folder").mkdir()
    assert set(reopened(match)[1]) == {"nonce", "seed-1"}


@pytest.mark.parametrize("name", FILES)
def test_a_link_is_not_followed(match, tmp_path, name):
    path = match / name
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert refused(match, "file-symlink").endswith(name)
    path.unlink()
    path.symlink_to(tmp_path / "nowhere")
    assert refused(match, "file-symlink").endswith(name)


@pytest.mark.parametrize("name", FILES)
def test_a_pipe_or_a_folder_in_its_place_does_not_hold_us_up(match, name):
    path = match / name
    path.unlink()
    os.mkfifo(path)
    assert refused(match, "not-a-file").endswith(name)
    path.unlink()
    if name != "secrets/nonce":
        path.mkdir()
        assert refused(match, "not-a-file").endswith(name)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_file_that_others_can_read_is_not_used(match, name, mode):
    (match / name).chmod(mode)
    assert refused(match, "file-permissions").endswith(name)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("name", FILES)
def test_a_file_of_somebody_else_is_not_used(match, name):
    os.chown(match / name, 12345, 12345)
    assert refused(match, "file-owner").endswith(name)


def test_files_that_are_too_large_are_not_read(match, monkeypatch):
    monkeypatch.setattr(store, "LOG_BYTES", 1000)
    assert refused(match, "file-size").endswith("game.log")
    monkeypatch.undo()
    (match / "secrets" / "nonce").write_bytes(bytes(33))
    assert refused(match, "file-size").endswith("nonce")
    (match / "match.json").write_bytes(b" " * 4097)
    assert refused(match, "file-size").endswith("match.json")


@pytest.mark.parametrize("name", ["", "secrets"])
def test_a_folder_that_is_open_to_others_or_a_link_is_not_used(match, name, tmp_path):
    folder = match / name
    folder.chmod(0o755)
    assert refused(match, "folder-permissions") == str(folder)
    folder.chmod(0o700)
    folder.rename(tmp_path / "real")
    folder.symlink_to(tmp_path / "real")
    assert refused(match, "folder-symlink") == str(folder)


# match.json and ended.json

FIELDS = {"side": 1, "key": "a" * 64, "peer": "b" * 64, "place": "192.0.2.1:7766", "begun": "2026-01-01"}
NO_SIDES: list[object] = [2, -1, True, 1.0, "1", None, [1], {}]
NO_DAYS: list[object] = [20260101, None, {}, "\x00"]


def test_what_is_known_of_a_match_is_read_as_it_was_written(tmp_path):
    assert About.decode(ABOUT.encode(), tmp_path) == ABOUT
    assert json.loads(ABOUT.encode()) == FIELDS


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"side"',
        b"7",
        b"{}",
        b"\xff\xfe",
        b"[" * 4096,
        b'{"side":' * 400,
        json.dumps({**FIELDS, "more": 1}).encode(),
        json.dumps({name: value for name, value in FIELDS.items() if name != "peer"}).encode(),
        *(json.dumps({**FIELDS, "side": side}).encode() for side in NO_SIDES),
        *(
            json.dumps({**FIELDS, "key": key}).encode()
            for key in ("A" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n", 5, None)
        ),
        *(json.dumps({**FIELDS, "peer": key}).encode() for key in ("", "../../x", ["b" * 64], "ß" * 64)),
        *(
            json.dumps({**FIELDS, "place": place}).encode()
            for place in (7, None, ["x"], "a\x1b[31m", "a\nb", "\ud800", "a\u202eb")
        ),
        *(json.dumps({**FIELDS, "begun": day}).encode() for day in NO_DAYS),
    ],
    ids=ascii,
)
def test_a_damaged_match_file_is_damage_in_one_line(match, data):
    (match / "match.json").write_bytes(data)
    assert refused(match, "match-damaged").endswith("match.json")


@pytest.mark.parametrize(
    "ended", [Ended("valid", 0, (7, 3)), Ended("unresponsive"), Ended("withdrawn"), Ended("proven", 1)]
)
def test_how_a_match_ended_is_read_as_it_was_written(ended, tmp_path):
    assert Ended.decode(ended.encode(), tmp_path) == ended


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 4096,
        b'{"how": "valid"}',
        *(json.dumps({"how": how, "winner": None, "score": None}).encode() for how in (None, 1, ["valid"], "\x1b[31m")),
        *(json.dumps({"how": "valid", "winner": one, "score": None}).encode() for one in (2, -1, True, "0", [0], 0.0)),
        *(
            json.dumps({"how": "valid", "winner": 0, "score": score}).encode()
            for score in (5, True, "73", [7], [7, 3, 1], [7, "3"], [7, True], [7, None], {"0": 7, "1": 3}, [[7, 3]])
        ),
    ],
    ids=ascii,
)
def test_a_damaged_end_is_damage_in_one_line(data, tmp_path):
    with pytest.raises(DataError) as error:
        Ended.decode(data, tmp_path / "ended.json")
    assert error.value.code == "match-damaged"
    assert "ended.json" in errors.sentence(error.value)


def test_an_ended_match_keeps_its_log_and_no_secrets(match):
    opened, _, _ = MatchStore.open(match)
    with opened:
        opened.end(Ended("valid", 0, (7, 0)))
    assert list((match / "secrets").iterdir()) == []
    assert log_format.parse((match / "game.log").read_bytes()).records == tuple(game().records[:3])
    assert reopened(match) == (tuple(game().records[:3]), {})


# A log elsewhere (--log)


@pytest.fixture
def elsewhere(tmp_path):
    with MatchStore(tmp_path / "m", tmp_path / "our.log", ABOUT) as made:
        for raw in game().records[:3]:
            made.append(raw)
    return tmp_path / "m"


def test_a_log_elsewhere_is_found_and_goes_on(elsewhere, tmp_path):
    opened, entries, _ = MatchStore.open(elsewhere)
    with opened:
        assert (opened.log_path, entries) == (tmp_path / "our.log", tuple(game().records[:3]))
        opened.append(game().records[3])
    assert (tmp_path / "our.log").read_bytes() == log_of(game().records[:4])
    assert not (elsewhere / "game.log").exists()


def test_a_log_that_was_moved_away_is_missing_and_no_other_is_begun(elsewhere, tmp_path):
    (tmp_path / "our.log").rename(tmp_path / "moved.log")
    assert refused(elsewhere, "file-missing") == str(tmp_path / "our.log")
    assert not (tmp_path / "our.log").exists()


@pytest.mark.parametrize("pointer", [b"", b"our.log", b"../our.log", b"/a\0b", b"\xff\xfe"])
def test_a_pointer_to_no_absolute_place_is_damage(elsewhere, pointer):
    (elsewhere / "game.path").write_bytes(pointer)
    assert refused(elsewhere, "match-damaged").endswith("game.path")


@pytest.mark.parametrize("target", ["/dev/zero", "/dev/null", "/", "/proc/self/mem", "/etc/passwd"])
def test_a_pointer_to_another_thing_than_a_log_opens_nothing(elsewhere, target):
    (elsewhere / "game.path").write_bytes(target.encode())
    with pytest.raises(DataError) as error:
        MatchStore.open(elsewhere)
    assert error.value.code in (
        "not-a-file",
        "file-permissions",
        "not-a-log",
        "cannot-read",
        "file-owner",
        "file-missing",
    )


def test_a_pointer_as_long_as_no_path_is_named(elsewhere):
    (elsewhere / "game.path").write_bytes(b"/" + b"a" * 5000)
    refused(elsewhere, "cannot-read")
    (elsewhere / "game.path").write_bytes(b"/" + b"a" * 17_000)
    refused(elsewhere, "file-size")


def test_a_pointer_behind_a_link_is_not_read(elsewhere, tmp_path):
    (elsewhere / "game.path").rename(tmp_path / "pointer")
    (elsewhere / "game.path").symlink_to(tmp_path / "pointer")
    refused(elsewhere, "file-symlink")
