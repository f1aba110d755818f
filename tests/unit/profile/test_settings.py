"""Settings: what a file may say, and that nonsense names the file, the key and what would be right."""

import os
import re

import pytest

from p2p_schnapsen import files
from p2p_schnapsen.bot import LEVELS
from p2p_schnapsen.cli import defaults as command
from p2p_schnapsen.cli.commands import build_parser
from p2p_schnapsen.cli.options import SETTABLE
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.presets.loader import load_file
from p2p_schnapsen.profile import settings
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.ui import errors
from tests.support.programs import ROOT

ALL = """
name = "Änne"
rules = "sixtysix"
set = { target = 5, exchange_trick = false }
opening = "never"
clock = 60
patience = 30
level = "easy"
bind = "127.0.0.1"
port = 0
plain = true
chat = false
mouse = false
sound = false
confirm = false
points = "own"
suits = "four"
look = 9
lang = "de"
cards = "german"
"""


@pytest.fixture
def home(tmp_path):
    return locate(str(tmp_path), {})


@pytest.fixture
def path(home):
    return settings.path_of(home)


def read(text, path):
    return settings.decode(text.encode("utf-8", "surrogatepass"), path, tuple(LEVELS))


def refused(code, call, *arguments):
    with pytest.raises(DataError) as error:
        call(*arguments)
    assert error.value.code == code
    return error.value


def test_without_a_file_nothing_is_set(home):
    assert settings.load(home, LEVELS) == {}


def test_every_setting_can_be_set(path):
    found = read(ALL, path)
    assert set(found) == set(settings.KEYS)
    assert found["set"] == ("target=5", "exchange_trick=false")
    assert (found["name"], found["port"], found["plain"]) == ("Änne", 0, True)


def test_every_setting_is_that_of_an_option():
    options = vars(build_parser("host").parse_args(["host"]))
    for key in settings.KEYS:
        assert ("settings" if key == "set" else key) in options


def test_the_readme_shows_settings_that_are_understood(path):
    blocks = re.findall(r"```toml\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    (block,) = [block for block in blocks if "[set]" in block]
    assert {"name", "set"} <= set(read(block, path))


def test_the_readme_shows_own_rules_that_are_understood(tmp_path):
    blocks = re.findall(r"```toml\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    (block,) = [block for block in blocks if "base =" in block]
    (tmp_path / "mine.toml").write_text(block, "utf-8")
    ruleset = load_file(tmp_path / "mine.toml").ruleset
    assert (ruleset.target, ruleset.marriage_lead, ruleset.close_talon) == (5, "king", 4)


def test_a_rule_file_lies_beside_the_settings(path, tmp_path):
    assert read('rules = "mine.toml"', path)["rules"] == str(tmp_path / "mine.toml")
    assert read('rules = "/elsewhere/mine.toml"', path)["rules"] == "/elsewhere/mine.toml"
    home = os.path.expanduser("~")
    assert read('rules = "~/mine.toml"', path)["rules"] == f"{home}/mine.toml"


def test_a_mark_before_the_first_line_is_no_mistake(path):
    assert read('\ufeffname = "anna"', path) == {"name": "anna"}


@pytest.mark.parametrize(
    ("text", "code", "key", "right"),
    [
        ("colour = 1", "settings-key", "colour", "opening"),
        ("x.y = 1", "settings-key", "x", "opening"),
        ("name = 1", "settings-value", "name", "printable"),
        ('name = ""', "settings-value", "name", "64 bytes"),
        ('name = "\\u001b[1m"', "settings-value", "name", "printable"),
        (f'name = "{"x" * 65}"', "settings-value", "name", "64 bytes"),
        ('rules = "nonsense"', "settings-value", "rules", "sixtysix"),
        ("rules = 1", "settings-value", "rules", "sixtysix"),
        ("set = 1", "settings-value", "set", "table"),
        ("[set]\ntarget = [1]", "settings-value", "set.target", "number"),
        ("[set]\ntarget = 1.5", "settings-value", "set.target", "number"),
        ("[set]\ntarget = 0", "settings-ruleset", "set.target", "1 to"),
        ("[set]\nnonsense = 1", "settings-ruleset", "set.nonsense", "no rule set"),
        ('[set]\n"target=3\\nx" = 1', "settings-ruleset", "set.target", "whole number"),
        ('opening = "always"', "settings-value", "opening", "deal, match, never"),
        ('clock = "60"', "settings-value", "clock", "0 to 86400"),
        ("clock = true", "settings-value", "clock", "0 to 86400"),
        ("clock = 86401", "settings-value", "clock", "0 to 86400"),
        ("patience = 9", "settings-value", "patience", "10 to 604800"),
        ("patience = 1e2", "settings-value", "patience", "10 to 604800"),
        ('level = "divine"', "settings-value", "level", "easy"),
        ("bind = 1", "settings-value", "bind", "address"),
        ("port = 65536", "settings-value", "port", "65535"),
        ('plain = "yes"', "settings-value", "plain", "true or false"),
        ("name = 2026-01-01", "settings-value", "name", "printable"),
    ],
)
def test_nonsense_names_the_file_the_key_and_what_would_be_right(path, text, code, key, right):
    error = refused(code, read, text, path)
    line = errors.sentence(error)
    assert line.startswith(str(path))
    assert key in line
    assert right in line
    assert "\n" not in line


@pytest.mark.parametrize(
    "data",
    [
        b"name",
        b"name = ",
        b"name = 1\nname = 2",
        b"\0",
        b"\xff\xfe",
        'name = "ü"'.encode("latin-1"),
        'name = "anna"'.encode("utf-16"),
        b"x = " + b"[" * 10_000,
        b"x = " + b"9" * 5000,
        b'{"name": "anna"}',
        os.urandom(2000),
    ],
    ids=range(11),
)
def test_a_file_that_is_no_toml_takes_one_line(home, path, data):
    path.write_bytes(data)
    line = errors.sentence(refused("settings-damaged", settings.load, home, LEVELS))
    assert line.startswith(f"{path} cannot be read: ")
    assert line.isprintable()


def test_a_huge_file_a_folder_and_a_pipe_are_refused(home, path):
    path.write_bytes(b"#" * (settings.FILE_BYTES + 1))
    refused("file-size", settings.load, home, LEVELS)
    path.unlink()
    path.mkdir()
    refused("not-a-file", settings.load, home, LEVELS)
    path.rmdir()
    os.mkfifo(path)
    refused("not-a-file", settings.load, home, LEVELS)


def test_others_may_read_the_settings_and_not_write_them(home, path):
    path.write_text('name = "anna"')
    path.chmod(0o644)
    assert settings.load(home, LEVELS) == {"name": "anna"}
    for mode in (0o664, 0o646):
        path.chmod(mode)
        refused("file-permissions", settings.load, home, LEVELS)


def test_settings_may_be_kept_elsewhere_behind_a_link_if_they_are_ours(home, path, tmp_path, monkeypatch):
    (tmp_path / "dotfiles").write_text('name = "anna"')
    (tmp_path / "dotfiles").chmod(0o644)
    path.symlink_to("dotfiles")
    assert settings.load(home, LEVELS) == {"name": "anna"}
    monkeypatch.setattr(files.os, "geteuid", lambda: 65534)
    refused("file-owner", settings.load, home, LEVELS)
    path.unlink()
    path.symlink_to("missing")
    assert settings.load(home, LEVELS) == {}


def applied(*arguments):
    options = build_parser(arguments[0]).parse_args(arguments)
    command.apply(options, arguments)
    return options


def test_options_outweigh_settings(path, tmp_path):
    path.write_text(ALL)
    path.chmod(0o600)
    place = ("--home", str(tmp_path))
    options = applied("host", *place)
    assert (options.name, options.opening, options.clock, options.port, options.plain) == (
        "Änne",
        "never",
        60,
        "0",
        True,
    )
    assert (options.rules, options.settings) == ("sixtysix", ["target=5", "exchange_trick=false"])
    options = applied("host", *place, "--name", "bert", "--clock=0", "--port", "7766", "--opening", "deal")
    assert (options.name, options.clock, options.port, options.opening) == ("bert", 0, "7766", "deal")


def test_what_is_set_belongs_to_its_rule_set_and_gives_way_field_by_field(path, tmp_path):
    path.write_text(ALL)
    path.chmod(0o600)
    place = ("--home", str(tmp_path))
    assert applied("play", *place, "--set", "target=9").settings == ["exchange_trick=false", "target=9"]
    options = applied("play", *place, "--rules", "tjger", "--set", "target=9")
    assert (options.rules, options.settings) == ("tjger", ["target=9"])


def test_a_command_takes_what_it_has_an_option_for(path, tmp_path):
    path.write_text(ALL)
    path.chmod(0o600)
    options = applied("join", "localhost", "--home", str(tmp_path))
    assert options.name == "Änne"
    assert not options.chat
    assert not hasattr(options, "rules")
    replay = applied("replay", "game.log", "--home", str(tmp_path))
    assert (replay.suits, replay.mouse) == ("four", False)
    assert not hasattr(replay, "points")
    assert set(SETTABLE) == {"play", "host", "join", "resume", "replay"}
