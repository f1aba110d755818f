"""The program without a command says what one would do next."""

import os

import pytest

from p2p_schnapsen.cli.commands import COMMANDS
from p2p_schnapsen.cli.greeting import lines, unfinished
from p2p_schnapsen.cli.main import main
from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.gamelog.disk import REAL
from p2p_schnapsen.gamelog.format import HEADER, frame
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.note import Note

RECORDS = (b"offer", b"accept", b"more")


def log(*records):
    return HEADER + b"".join(map(frame, records))


def match(home, name, content, *, ended=False, elsewhere=None, played=0):
    """A folder of a match as the program leaves it, as far as a greeting looks."""
    folder = home / "matches" / name
    folder.mkdir(parents=True)
    (folder / "match.json").write_text("{}")
    if ended:
        (folder / "ended.json").write_text("{}")
    place = folder / "game.log" if elsewhere is None else elsewhere
    place.write_bytes(content)
    os.utime(place, (played, played))
    if elsewhere is not None:
        (folder / "game.path").write_bytes(os.fsencode(elsewhere))
    return name


def greeted(home):
    return lines({"P2P_SCHNAPSEN_HOME": str(home)})


def left(home):
    return unfinished(locate(str(home), {}))


def test_whoever_comes_for_the_first_time_is_sent_to_play(tmp_path):
    said = greeted(tmp_path / "new")
    assert "You have not played yet: play is the way to begin." in said
    assert not (tmp_path / "new").exists(), "it only looks"


def test_a_match_that_was_left_comes_first(tmp_path):
    name = match(tmp_path, "2026-11-30-abc-guest", log(*RECORDS))
    said = greeted(tmp_path)
    assert said[1] == f"You left the match {name}: resume goes on with it."
    assert next(line for line in said if line.startswith("  p2p-schnapsen")).split()[1] == "resume"


def test_who_has_played_and_left_nothing_is_told_the_commands(tmp_path):
    match(tmp_path, "2026-11-30-abc-host", log(*RECORDS), ended=True)
    said = greeted(tmp_path)
    assert said[1] == ""
    assert len(said) < 10
    named = [line.split()[1] for line in said if line.startswith("  p2p-schnapsen")]
    assert set(named) - {"--help"} <= set(COMMANDS)
    assert "resume" not in named


def test_of_several_that_were_left_the_one_played_last_is_named(tmp_path):
    match(tmp_path, "2026-11-30-c-host", log(*RECORDS), played=100)
    last = match(tmp_path, "2026-11-29-a-host", log(*RECORDS), played=300)
    match(tmp_path, "2026-11-30-b-host", log(*RECORDS), played=200)
    assert left(tmp_path) == last


def test_a_log_elsewhere_is_found(tmp_path):
    name = match(tmp_path, "2026-11-30-abc-host", log(*RECORDS), elsewhere=tmp_path / "mine.log")
    assert left(tmp_path) == name


NOTE = pack((Note(bytes(64), 3, 1, bytes(64), 120).encode(), bytes(64)))


@pytest.mark.parametrize(
    "content",
    [log(b"offer"), log(), b"", b"nonsense", log(*RECORDS, NOTE), HEADER + b"\xff\xff\xff\xff"],
    ids=["offered only", "begun only", "empty", "no log", "ended by a note", "broken"],
)
def test_what_nobody_can_go_on_with_is_not_named(tmp_path, content):
    match(tmp_path, "2026-11-30-abc-host", content)
    assert left(tmp_path) is None


def test_folders_that_are_no_matches_do_not_matter(tmp_path):
    (tmp_path / "matches" / "2026-11-30-empty-host").mkdir(parents=True)
    (tmp_path / "matches" / "file").write_text("?")
    gone = tmp_path / "matches" / "2026-11-30-gone-host"
    gone.mkdir()
    (gone / "match.json").write_text("{}")
    (gone / "game.path").write_bytes(b"/nowhere/\x00/game.log")
    assert left(tmp_path) is None
    assert left(tmp_path / "nowhere") is None


def test_a_hostile_name_of_a_folder_is_made_harmless(tmp_path):
    match(tmp_path, "\x1b[31m\u202e", log(*RECORDS))
    assert all(line.isprintable() for line in greeted(tmp_path))


def test_a_home_that_cannot_be_one_is_named(tmp_path, monkeypatch, capsys):
    with pytest.raises(LocalMisuse):
        greeted("~nobody-of-this-name/x")
    monkeypatch.setenv("P2P_SCHNAPSEN_HOME", "~nobody-of-this-name/x")
    assert main([]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("p2p-schnapsen: ")


def test_a_match_that_another_process_plays_is_not_one_that_was_left(tmp_path):
    playing = match(tmp_path, "2026-11-30-a-host", log(*RECORDS), played=300)
    other = match(tmp_path, "2026-11-30-b-host", log(*RECORDS), played=200)
    release = REAL.lock(tmp_path / "matches" / playing / "lock")
    try:
        assert left(tmp_path) == other
    finally:
        release()
    assert left(tmp_path) == playing
    assert left(tmp_path) == playing, "to look at a lock is not to hold it"
