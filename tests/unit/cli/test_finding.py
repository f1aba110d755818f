"""`join` without an address: games are listed, one is chosen, or an address typed."""

import asyncio
import io
import os
import pty
import select
import termios
import unicodedata
from argparse import Namespace

import pytest

from p2p_schnapsen.cli.finding import choose, chosen, offered, read_line
from p2p_schnapsen.errors import LocalMisuse, TransportError
from p2p_schnapsen.net import discovery
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.discovery import Game
from p2p_schnapsen.ui import lobby
from p2p_schnapsen.ui.language import LANGUAGES, _, using
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.welcome import Welcome

PIN = "W4VHD2E1FSMQW4VHD2E1FSMQ"
ANNA = Game("anna", Address("192.0.2.7", 7766), PIN, "tjger")
BERT = Game("bert", Address("2001:db8::7", 8000), None, "")


def converse(answers, *looks):
    """The address, the number of questions, and what was said, when `looks` are found in turn."""
    left, found, said, asked = iter(answers), iter(looks), [], []

    def look():
        games = next(found)
        if isinstance(games, Exception):
            raise games
        return games

    def ask(prompt):
        asked.append(prompt)
        return next(left, None)

    return chosen(look, ask, said.append), asked, said


def test_a_number_chooses_a_game():
    assert converse(["2"], [ANNA, BERT])[0] == BERT.address


def test_a_number_that_no_game_has_is_asked_for_again():
    address, asked, said = converse(["0", "3", "9" * 5000, "1"], [ANNA, BERT])
    assert address == ANNA.address
    assert len(asked) == 4
    assert said[0] == "There is no game 0."
    assert all(len(line) < 60 for line in said)


def test_an_address_can_be_typed_instead():
    assert converse(["198.51.100.1:9000"], [ANNA])[0] == Address("198.51.100.1", 9000)
    assert converse([f"host.example#{PIN}"], [])[0] == Address("host.example", 7766, PIN)


def test_nonsense_gets_a_line_and_another_chance():
    address, _, said = converse(["no such place", "[::1", "localhost"], [])
    assert address == Address("localhost", 7766)
    assert len(said) == 2


def test_an_empty_answer_looks_again():
    assert converse(["", "1"], [], [ANNA])[0] == ANNA.address


def test_where_nothing_can_be_looked_for_that_is_said_once_and_an_address_asked_for():
    address, asked, said = converse(["", "localhost"], TransportError("zeroconf-missing", python="/usr/bin/python3"))
    assert address == Address("localhost", 7766)
    assert asked == [lobby.TYPED, lobby.TYPED]
    assert said[0].endswith("/usr/bin/python3 -m pip install zeroconf")
    assert said[1] == "You can join all the same: type the address that the host tells you."


def test_where_the_library_is_missing_nothing_is_said_to_be_looked_for(tmp_path, monkeypatch, capsys):
    (tmp_path / "input").write_text("localhost\n", "utf-8")
    monkeypatch.setattr(discovery, "available", lambda: False)
    with (tmp_path / "input").open() as typed:
        monkeypatch.setattr("sys.stdin", typed)
        assert choose(Namespace(json=False), PIN) == Address("localhost", 7766)
    said = capsys.readouterr().out
    assert said.startswith("Finding games on the local network needs the package zeroconf: ")
    assert said.endswith("Address of the host: localhost\n")
    assert lobby.LOOKING not in said


def test_the_end_of_input_names_what_is_missing():
    with pytest.raises(LocalMisuse) as error:
        converse([], [ANNA])
    assert error.value.code == "address-missing"


def test_the_list_names_every_game():
    lines = lobby.found([offered(ANNA), offered(BERT)])
    assert lines[1].split() == ["1", "anna", "tjger", "W4VH-D2E1-FSMQ", "192.0.2.7:7766"]
    assert lines[2].split() == ["2", "bert", "-", "-", "[2001:db8::7]:8000"]


def test_rules_that_nobody_names_take_no_column():
    lines = lobby.found([offered(BERT)])
    assert lines[0].split() == ["name", "ID", "address"]
    assert lines[1].split() == ["1", "bert", "-", "[2001:db8::7]:8000"]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("games", "prompt"), [([ANNA], lobby.CHOICE), ([], lobby.PROMPT)])
def test_at_a_narrow_terminal_no_word_is_broken_and_the_mouse_is_the_terminal_s(code, games, prompt, monkeypatch):
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 40))
    os.write(ours, b"localhost\n")
    monkeypatch.setattr(discovery, "available", lambda: True)
    monkeypatch.setattr(discovery, "find", lambda: asyncio.sleep(0, games))
    with using(code), open(theirs, "r+b", buffering=0) as terminal, io.TextIOWrapper(terminal, "utf-8") as both:
        monkeypatch.setattr("sys.stdin", both)
        monkeypatch.setattr("sys.stdout", both)
        assert choose(Namespace(json=False), "") == Address("localhost", 7766)
        words = [word for text in (lobby.LOOKING, prompt) for word in _(text).split()]
        words += [word for line in lobby.found([offered(game) for game in games]) for word in line.split()]
        raw, seen = b"", ""
        # It may come in pieces; the last of it is the blank behind the prompt.
        while not (set(words) <= set(seen.split()) and seen.endswith(" ")) and select.select([ours], [], [], 5)[0]:
            raw += os.read(ours, 65536)
            seen = raw.decode(errors="ignore").replace("\r", "")
    os.close(ours)
    assert "\x1b" not in seen
    assert [line for line in seen.split("\n") if width(line) > 40] == []
    assert set(words) <= set(seen.split())
    assert seen.endswith(" ")


def test_a_network_full_of_games_is_cut_to_a_screenful():
    lines = lobby.found([offered(ANNA)] * 64)
    assert len(lines) < 24
    assert "There are 44 more." in lines


@pytest.mark.parametrize("hostile", ["\x1b]0;owned\x07", "\u202eanna", "a\nb", "a" * 10_000, "\x00", "", "\ud800"])
def test_foreign_text_is_made_harmless(hostile):
    game = Game(hostile, ANNA.address, None, hostile)
    for line in lobby.found([offered(game)]):
        assert len(line) < 200
        assert not {unicodedata.category(char) for char in line} & {"Cc", "Cf", "Cs", "Co"}


def test_only_one_line_is_taken_from_the_input(tmp_path):
    (tmp_path / "input").write_bytes(b" 1 \r\nyes\nend")
    descriptor = os.open(tmp_path / "input", os.O_RDONLY)
    try:
        assert [read_line(descriptor) for _ in range(4)] == ["1", "yes", "end", None]
    finally:
        os.close(descriptor)


def test_an_endless_line_is_cut(tmp_path):
    (tmp_path / "input").write_bytes(b"9" * 5_000 + b"\n1\n")
    descriptor = os.open(tmp_path / "input", os.O_RDONLY)
    try:
        assert len(read_line(descriptor)) == 1000
        assert read_line(descriptor) == "1"
    finally:
        os.close(descriptor)


def test_a_host_is_told_that_it_is_announced_or_why_not():
    welcome = Welcome("p2p-schnapsen", PIN, "W4VH-D2E1-FSMQ")
    (line,) = welcome.lines({"event": "announced", "instance": "W4VH-D2E1-FSMQ-7766"})
    assert line.endswith("p2p-schnapsen join")
    (line,) = welcome.lines({"event": "unannounced", "code": "zeroconf-missing", "python": "/usr/bin/python3"})
    assert line.startswith("Not announced on the local network.")
    assert line.endswith("/usr/bin/python3 -m pip install zeroconf")
    (line,) = welcome.lines({"event": "unannounced", "code": "no-discovery", "reason": "\x1b[31mno network"})
    assert line == "Not announced on the local network. The local network cannot be asked for games: no network."
