"""The matches of a home: found by name, whatever else lies among them."""

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog import disk, library
from p2p_schnapsen.gamelog.disk import RealDisk
from p2p_schnapsen.gamelog.format import HEADER
from p2p_schnapsen.gamelog.store import About, Ended, MatchStore
from p2p_schnapsen.ui import errors
from p2p_schnapsen.wire import chain
from tests.support.dialogue import Script
from tests.support.duel import log_of

pytestmark = pytest.mark.usefixtures("proofs_once")

ABOUT = About(0, "a" * 64, "b" * 64, "*:7766", "2026-01-01")
NAMES = ["2026-01-01-aaaa11-host", "2026-01-02-bbbb22-guest", "2026-01-02-bbbb22-host", "2026-02-01-cccc33-host"]


@cache
def game():
    return Script.of("library", opening="never")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """That everything is synced is shown elsewhere."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def matches(tmp_path):
    """Four matches, of which the last is over."""
    for name in NAMES:
        with MatchStore(tmp_path / name, None, ABOUT) as made:
            for raw in game().records[:3]:
                made.append(raw)
            if name == NAMES[-1]:
                made.end(Ended("valid", 0, (7, 2)))
    return tmp_path


def unknown(matches, name, code="match-unknown"):
    with pytest.raises(DataError) as error:
        library.find(matches, name)
    assert error.value.code == code
    assert "\n" not in errors.sentence(error.value)


def test_the_matches_are_listed_by_name_with_how_they_ended(matches):
    found = library.entries(matches)
    assert [entry.name for entry in found] == NAMES
    assert [entry.ended for entry in found] == [None, None, None, Ended("valid", 0, (7, 2))]
    assert {entry.about for entry in found} == {ABOUT}
    assert [entry.folder for entry in found] == [matches / name for name in NAMES]


@pytest.mark.parametrize("place", ["none", "file"])
def test_no_folder_holds_no_matches(tmp_path, place):
    (tmp_path / "file").write_text("x")
    assert library.entries(tmp_path / place) == []
    unknown(tmp_path / place, "x")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        (NAMES[1], 1),
        (NAMES[2], 2),
        ("2026-01-01", 0),
        ("2026-02", 3),
        ("aaaa", 0),
        ("cccc33", 3),
        ("guest", 1),
    ],
)
def test_a_match_is_found_by_its_name_or_enough_of_it(matches, name, found):
    assert library.find(matches, name).name == NAMES[found]


@pytest.mark.parametrize("name", ["2026", "bbbb22", "host", "", "-"])
def test_a_name_that_fits_several_is_not_guessed(matches, name):
    unknown(matches, name, "match-ambiguous")


@pytest.mark.parametrize("name", ["dddd", "..", "../x", "/", "\0", "a" * 10_000, "\ud800", "*", "\x1b[31m"])
def test_a_name_that_fits_none_is_unknown_and_never_a_path(matches, name):
    (matches.parent / "x").mkdir(exist_ok=True)
    unknown(matches, name)


def test_a_whole_name_counts_before_a_beginning(matches):
    with MatchStore(matches / "2026", None, ABOUT):
        pass
    assert library.find(matches, "2026").name == "2026"


def test_what_is_no_match_is_left_out_and_named_when_asked_for(matches, tmp_path):
    hostile = {
        "empty": ("file-missing", lambda _: None),
        "damaged": ("match-damaged", lambda folder: put(folder / "match.json", b"[" * 4000)),
        "huge": ("file-size", lambda folder: put(folder / "match.json", b" " * 5000)),
        "open": ("file-permissions", lambda folder: put(folder / "match.json", ABOUT.encode(), 0o644)),
        "pipe": ("not-a-file", lambda folder: os.mkfifo(folder / "match.json")),
        "link": ("file-symlink", lambda folder: (folder / "match.json").symlink_to(matches / NAMES[0] / "match.json")),
        "folder": ("not-a-file", lambda folder: (folder / "match.json").mkdir()),
        "ended": ("match-damaged", ended_badly),
        "ended-link": ("file-symlink", ended_elsewhere),
    }
    for name, (_, make) in hostile.items():
        (matches / name).mkdir(0o700)
        make(matches / name)
    (matches / "2027-a-file").write_text("no folder")
    (matches / "2027-a-link").symlink_to(matches / NAMES[0])
    (matches / "2027-nowhere").symlink_to(matches / "nowhere")
    os.mkfifo(matches / "2027-pipe")
    assert [entry.name for entry in library.entries(matches)] == NAMES
    for name, (code, _) in hostile.items():
        unknown(matches, name, code)
    for name in ("2027-a-file", "2027-a-link", "2027-nowhere", "2027-pipe"):
        unknown(matches, name)


def put(path, data, mode=0o600):
    path.write_bytes(data)
    path.chmod(mode)


def ended_badly(folder):
    put(folder / "match.json", ABOUT.encode())
    put(folder / "ended.json", b'{"how": "valid", "winner": 0, "score": 5}')


def ended_elsewhere(folder):
    put(folder / "match.json", ABOUT.encode())
    (folder / "ended.json").symlink_to(folder / "nowhere")


def test_a_folder_with_any_name_does_no_harm(matches):
    for name in ("\x1b[31mred", "a\nb", "CON", "-rf", "\u202eabc", "x" * 255):
        (matches / name).mkdir()
    assert [entry.name for entry in library.entries(matches)] == NAMES


def test_a_folder_that_cannot_be_searched_is_an_error_in_one_line(matches, monkeypatch):
    def no(self):
        raise PermissionError(13, "Permission denied")

    for name in ("iterdir", "is_symlink"):
        with monkeypatch.context() as patched:
            patched.setattr(Path, name, no)
            for look in (RealDisk().folders, RealDisk().files):
                with pytest.raises(DataError, match="cannot-read"):
                    look(matches)


def test_a_match_is_told_apart_by_the_head_after_its_offer(matches):
    entry = library.find(matches, NAMES[0])
    assert library.first_of(entry) == chain.first(game().records)
    (entry.folder / "game.log").write_bytes(HEADER)
    assert library.first_of(entry) is None


@pytest.mark.parametrize(
    "log",
    [
        b"",
        b"no log",
        HEADER + b"\0\0\0\0",
        HEADER + b"\xff" * 20,
        HEADER + b"\0\0\0\5",
        log_of([b"no record"]),
        log_of([b"\x92\xc4\x00\xc4\x00"]),
        log_of([b"\x91" * 5000]),
    ],
    ids=["empty", "text", "no length", "long", "torn", "bytes", "shape", "nest"],
)
def test_a_damaged_log_tells_nothing_and_raises_nothing(matches, log):
    entry = library.find(matches, NAMES[0])
    (entry.folder / "game.log").write_bytes(log)
    assert library.first_of(entry) is None
    assert library.offer_of(entry) is None
    assert library.entries(matches)[0] == entry


def test_a_log_that_is_gone_or_not_ours_tells_nothing(matches):
    entry = library.find(matches, NAMES[0])
    (entry.folder / "game.log").unlink()
    assert library.first_of(entry) is None
    (entry.folder / "game.log").symlink_to(matches / NAMES[1] / "game.log")
    assert library.first_of(entry) is None
    (entry.folder / "game.path").write_bytes(b"relative")
    assert library.first_of(entry) is None


def test_the_offer_is_read_from_the_log(matches):
    offer = library.offer_of(library.find(matches, NAMES[0]))
    assert offer == game().state(1).offer


def test_another_disk_can_be_looked_at(matches):
    class Counting(RealDisk):
        reads = 0

        def read(self, path, limit):
            Counting.reads += 1
            return super().read(path, limit)

    assert library.entries(matches, Counting()) == library.entries(matches, disk.REAL)
    assert Counting.reads == 5, "each match.json, and the one ended.json"


def test_those_matches_are_awaited_that_go_on_when_the_other_comes(matches, tmp_path):
    key, records = bytes.fromhex(ABOUT.key), Script.of("library", opening="never").records
    made = {"offered": records[:1], "agreed": records[:2], "played": records[:9], "over": records}
    for number, (name, played) in enumerate(made.items()):
        peer = f"{number:064x}"
        with MatchStore(matches / name, None, replace(ABOUT, peer=peer)) as store:
            for raw in played:
                store.append(raw)
    for number, name in enumerate([*NAMES, *made]):
        os.utime(matches / name / "game.log", (number, number))
    found = library.awaited(library.entries(matches), 0, key)
    assert [entry.name for entry in found] == ["played", "agreed", NAMES[2]], "of each opponent's the last one"
    assert library.awaited(library.entries(matches), 1, key) == []
    assert library.awaited(library.entries(matches), 0, bytes(32)) == []
    assert library.deals_of((matches / "over" / "game.log").read_bytes()) == 1
    assert library.deals_of(b"no log") is None


def test_when_a_match_was_played_is_nothing_to_fail_of(matches, tmp_path):
    os.utime(matches / NAMES[0] / "game.log", ns=(7, 7))
    assert library.played_at(matches / NAMES[0]) == 7
    (matches / NAMES[0] / "game.path").write_bytes(b"relative")
    assert library.played_at(matches / NAMES[0]) == 0
    assert library.played_at(matches / "none") == 0
