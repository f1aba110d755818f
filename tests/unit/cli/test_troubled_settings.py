"""Mistakes in `settings.toml`: named one line each by every command, in the language that the file asks for; who can do
without goes on, and what is right in the file counts.
"""

import io

import pytest

from p2p_schnapsen.cli.commands import COMMANDS
from p2p_schnapsen.cli.main import main
from p2p_schnapsen.cli.options import SETTABLE
from p2p_schnapsen.ui import language, pack, progress
from tests.support.programs import ROOT

LOG = str(ROOT / "protocol" / "logs" / "example" / "game.log")
QUICK = {
    "matches": ["matches"],
    "stats": ["stats"],
    "id": ["id"],
    "peers": ["peers"],
    "rules": ["rules"],
    "verify": ["verify", LOG],
    "completion": ["completion", "bash"],
    "alone": [],
    "help": ["--help"],
}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("P2P_SCHNAPSEN_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    tmp_path.chmod(0o700)
    with language.using(language.ENGLISH), pack.using("french"):
        yield tmp_path
    progress.use(plain=False)


def write(home, text):
    (home / "settings.toml").write_text(text, "utf-8")
    return home / "settings.toml"


def said(capsys, *arguments):
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err.splitlines()


@pytest.mark.parametrize("name", QUICK)
def test_who_can_do_without_says_so_and_speaks_the_language_all_the_same(name, home, capsys):
    path = write(home, 'lang = "de"\nport = "abc"\nlook = 0\n')
    code, _out, lines = said(capsys, *QUICK[name])
    assert code == 0
    if name == "help":  # nothing is done with them
        assert lines == []
    else:
        assert lines == [
            f"p2p-schnapsen: {path}: port muss so sein: eine Zahl von 0 (irgendeiner) bis 65535. Das wird ausgelassen.",
            f"p2p-schnapsen: {path}: look muss so sein: eine Zahl von Sekunden, 1 bis 3600. Das wird ausgelassen.",
        ]
    assert language.current() == "de"


def test_each_command_is_among_them_or_takes_its_settings():
    assert set(COMMANDS) <= {*QUICK, *SETTABLE, "settings"}


def test_the_settings_are_shown_as_far_as_they_hold(home, capsys):
    path = write(home, 'name = "anna"\nport = "abc"\nclock = -1\n')
    code, out, lines = said(capsys, "settings")
    assert code == 2
    assert [line.split()[1] for line in out.splitlines() if line.startswith("name ")] == ["anna"]
    assert [line.split()[1] for line in out.splitlines() if line.startswith("port ")] == ["7766"]
    assert [line.split()[2] for line in lines] == ["port", "clock"]
    assert all(line.startswith(f"p2p-schnapsen: {path}: ") for line in lines)


def test_who_needs_it_refuses_and_names_every_mistake(home, capsys):
    path = write(home, 'name = "anna"\nport = "abc"\nclock = -1\n')
    code, out, lines = said(capsys, "host", "--bot")
    assert (code, out) == (2, "")
    assert lines == [
        f"p2p-schnapsen: {path}: port must be a number from 0 (any) to 65535.",
        f"p2p-schnapsen: {path}: clock must be a number of seconds, 0 to 86400.",
    ]


def test_an_option_does_without_the_setting(home, capsys):
    path = write(home, 'port = "abc"\nclock = -1\n')
    code, _, lines = said(capsys, "host", "--bot", "--port", "0", "--bind", "203.0.113.1", "--clock", "0")
    assert code == 3
    assert len(lines) == 3
    assert all(line.startswith(f"p2p-schnapsen: {path}: ") and line.endswith("It is left out.") for line in lines[:2])


def test_a_language_that_there_is_not_is_said_too(home, capsys):
    path = write(home, 'lang = "xx"\ncards = "german"\n')
    code, _, lines = said(capsys, "matches")
    assert code == 0
    assert lines == [f"p2p-schnapsen: {path}: lang must be one of en, de, ro, es, pt, ru, fr. It is left out."]
    assert pack.current() == "german"


@pytest.mark.parametrize(("text", "place"), [("\nname = anna", "line 2"), ("a = [", "end of document")])
def test_what_is_no_toml_is_said_with_the_place_in_the_language(text, place, home, capsys):
    path = write(home, text)
    code, _, (line,) = said(capsys, "matches", "--lang", "de")
    assert code == 0
    assert line.startswith(f'p2p-schnapsen: {path} lässt sich nicht lesen: sie ist kein TOML ("')
    assert line.endswith('"). Das wird ausgelassen.')
    assert place in line


def test_plain_settings_show_no_bars_and_no_full_screen(home, capsys, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    write(home, "plain = true")
    monkeypatch.setenv("TERM", "xterm")
    errors = Terminal()
    monkeypatch.setattr("sys.stderr", errors)
    for arguments in (["verify", LOG, LOG], ["stats", LOG, LOG]):
        assert main(arguments) in (0, 2)
    assert "\r" not in errors.getvalue()
    monkeypatch.setattr("p2p_schnapsen.cli.replay.has_screen", lambda: True)
    for arguments in (["replay", LOG], ["--home", str(home / "none"), "replay", "--plain", LOG]):
        assert main(arguments) == 0
    text = capsys.readouterr().out
    assert text.count('[Schnapsen "1"]') == 2
    assert "\x1b" not in text
