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


def found_in(text, path):
    return settings.decode(text.encode("utf-8", "surrogatepass"), path, tuple(LEVELS))


def read(text, path):
    """What a text without a mistake says."""
    found = found_in(text, path)
    assert found.mistakes == ()
    return found.values


def mistake(code, found):
    """The one that there is."""
    (only,) = found.mistakes
    assert isinstance(only, DataError)
    assert only.code == code
    return only


def test_without_a_file_nothing_is_set(home):
    assert settings.load(home, LEVELS) == settings.Found({})


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
    error = mistake(code, found_in(text, path))
    line = errors.sentence(error)
    assert line.startswith(str(path))
    assert key in line
    assert right in line
    assert "\n" not in line


MISTAKEN = """
lang = "de"
port = "abc"
cards = "german"
clock = -1
colour = "red"
[set]
target = 0
hand = 6
nonsense = 1
close_trick = [1]
"""


def test_what_is_wrong_hides_nothing_that_is_right_and_every_mistake_is_named(path):
    found = found_in(MISTAKEN, path)
    assert found.values == {"lang": "de", "cards": "german"}
    named = [(error.code, error.params["key"]) for error in found.mistakes]
    assert named == [
        ("settings-value", "port"),
        ("settings-value", "clock"),
        ("settings-key", "colour"),
        ("settings-value", "set.close_trick"),
    ]
    assert [settings.key_of(error) for error in found.mistakes] == ["port", "clock", None, "set"]
    fields = found_in(MISTAKEN.replace("close_trick = [1]\n", ""), path)
    assert [error.params["key"] for error in fields.mistakes][3:] == ["set.target", "set.nonsense"]
    assert "set" not in fields.values


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('rules = "nonsense"\n[set]\nexchange_card = "9"', ["rules"]),
        ('rules = "nonsense"\n[set]\ntarget = 0', ["rules", "set.target"]),
        ('[set]\nexchange_card = "9"', ["set.exchange_card"]),
        ('[set]\nexchange_card = "9"\ndeck = 24', []),
        ('[set]\nhand = 6\ndeal = "6 6 T"', []),
        ('[set]\nhand = 6\ndeal = "5 5 T"', ["set.deal"]),
        ('rules = "mine.toml"\n[set]\nexchange_card = "9"', []),
        ('rules = "mine.toml"\n[set]\ntarget = 7\n"target=3\\nx" = 1', ["set.target"]),
    ],
)
def test_what_fields_mean_together_is_asked_where_the_rule_set_is_known(path, text, keys):
    assert [error.params["key"] for error in found_in(text, path).mistakes] == keys


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
    line = errors.sentence(mistake("settings-damaged", settings.load(home, LEVELS)))
    assert line.startswith(f"{path} cannot be read: ")
    assert line.isprintable()


def test_a_huge_file_a_folder_and_a_pipe_are_refused(home, path):
    path.write_bytes(b"#" * (settings.FILE_BYTES + 1))
    mistake("file-size", settings.load(home, LEVELS))
    path.unlink()
    path.mkdir()
    mistake("not-a-file", settings.load(home, LEVELS))
    path.rmdir()
    os.mkfifo(path)
    mistake("not-a-file", settings.load(home, LEVELS))


def test_others_may_read_the_settings_and_not_write_them(home, path):
    path.write_text('name = "anna"')
    path.chmod(0o644)
    assert settings.load(home, LEVELS) == settings.Found({"name": "anna"})
    for mode in (0o664, 0o646):
        path.chmod(mode)
        mistake("file-permissions", settings.load(home, LEVELS))


def test_settings_may_be_kept_elsewhere_behind_a_link_if_they_are_ours(home, path, tmp_path, monkeypatch):
    (tmp_path / "dotfiles").write_text('name = "anna"')
    (tmp_path / "dotfiles").chmod(0o644)
    path.symlink_to("dotfiles")
    assert settings.load(home, LEVELS) == settings.Found({"name": "anna"})
    monkeypatch.setattr(files.os, "geteuid", lambda: 65534)
    mistake("file-owner", settings.load(home, LEVELS))
    path.unlink()
    path.symlink_to("missing")
    assert settings.load(home, LEVELS) == settings.Found({})


def applied(*arguments):
    options = build_parser(arguments[0]).parse_args(arguments)
    found = settings.load(locate(options.home, {}), LEVELS)
    assert found.mistakes == ()
    command.apply(options, arguments, found.values)
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


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (["host"], ["port", "clock", "colour", "lang"]),
        (["host", "--port", "0", "--clock=60"], ["colour", "lang"]),
        (["play", "--lang", "de"], ["clock", "colour"]),
        (["join", "localhost"], ["colour", "lang"]),
        (["resume"], ["colour", "lang"]),
        (["matches"], []),
        (["id"], []),
        (["settings"], []),
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_a_command_refuses_for_what_it_would_have_taken_from_the_settings(path, arguments, needed):
    found = found_in('port = "abc"\nclock = -1\ncolour = 1\nlang = "xx"', path)
    options = build_parser(arguments[0]).parse_args(arguments)
    refused, spared = command.sorted_out(options, arguments, found)
    assert [error.params["key"] for error in refused] == needed
    assert len(refused) + len(spared) == len(found.mistakes)


def test_a_computer_is_not_troubled_by_the_settings_of_whoever_started_it(path):
    arguments = ["join", "localhost", "--bot", "--as-computer"]
    options = build_parser("join").parse_args(arguments)
    assert command.sorted_out(options, arguments, found_in('plain = 1\ncards = "x"', path)) == ([], [])
