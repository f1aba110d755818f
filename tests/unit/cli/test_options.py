"""The command line: what it takes, what it refuses in one line, and what it does not import on the way."""

import subprocess
import sys

import pytest

from p2p_schnapsen.bot import LEVELS
from p2p_schnapsen.cli import options
from p2p_schnapsen.cli.commands import COMMANDS, build_parser
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.wire import limits
from p2p_schnapsen.wire.limits import OPENINGS
from tests.support.programs import environment, program

HEAVY = ("asyncio", "rbcl", "cryptography", "prompt_toolkit", "msgpack", "ssl", "p2p_schnapsen.rules.deal")
MODULES = """
import sys
from p2p_schnapsen.cli.main import main
code = main(sys.argv[1:])
print(*sys.modules)
sys.exit(code)
"""


def test_the_choices_are_those_of_the_rooms_that_they_come_from():
    assert tuple(LEVELS) == options.LEVELS
    assert OPENINGS == options.OPENINGS


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], [], *([name, "--help"] for name in COMMANDS)])
def test_help_and_version_import_nothing_heavy(arguments, tmp_path):
    surroundings = environment(P2P_SCHNAPSEN_HOME=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", MODULES, *arguments], capture_output=True, text=True, env=surroundings, check=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "p2p_schnapsen.cli.commands" in loaded
    assert not loaded & set(HEAVY)


def test_help_in_another_language_imports_nothing_that_takes_its_time(tmp_path):
    surroundings = environment(P2P_SCHNAPSEN_HOME=str(tmp_path), LC_ALL="de_DE.UTF-8")
    done = subprocess.run(
        [sys.executable, "-c", MODULES, "--help"], capture_output=True, encoding="utf-8", env=surroundings, check=True
    )
    assert done.stdout.startswith("Beispiele:\n")
    slow = {"pathlib", "platformdirs", "tempfile", "tomllib", "p2p_schnapsen.profile.home"}
    assert not set(done.stdout.splitlines()[-1].split()) & (slow | set(HEAVY))


ACTIONS = ("trust", "forget", "rename")


@pytest.mark.parametrize(
    "arguments",
    [["--help"], *([name, "--help"] for name in COMMANDS), *(["peers", action, "--help"] for action in ACTIONS)],
    ids=" ".join,
)
def test_help_leads_with_examples(arguments, capsys):
    with pytest.raises(SystemExit):
        build_parser().parse_args(arguments)
    assert capsys.readouterr().out.startswith("examples:\n  p2p-schnapsen ")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_parser_for_one_command_knows_it_as_the_whole_one_does(name):
    arguments = [
        name,
        *{"completion": ["bash"], "join": ["localhost"], "verify": ["a.log", "b.log"], "replay": ["a.log"]}.get(
            name, []
        ),
    ]
    assert build_parser(name).parse_args(arguments) == build_parser().parse_args(arguments)


def test_settings_can_be_given_together_or_one_by_one():
    for arguments in (["--set", "target=3", "out=auto"], ["--set", "target=3", "--set", "out=auto"]):
        assert build_parser("play").parse_args(["play", *arguments]).settings == ["target=3", "out=auto"]


def test_the_contract_has_its_defaults():
    parsed = build_parser("host").parse_args(["host"])
    assert (parsed.opening, parsed.clock, parsed.patience, parsed.port) == ("deal", 0, 120, "7766")
    assert {"opening", "clock", "patience"} < set(Terms.__dataclass_fields__)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["play", "--nonsense"],
        ["play", "--clock", "x"],
        ["play", "--clock", "-1"],
        ["play", "--patience", str(limits.PATIENCE_SECONDS[0] - 1)],
        ["play", "--patience", str(limits.PATIENCE_SECONDS[1] + 1)],
        ["play", "--clock", str(limits.CLOCK_SECONDS[1] + 1)],
        ["play", "--patience", "9" * 5000],
        ["play", "--level", "divine"],
        ["play", "--think", "0"],
        ["play", "--think", "forever"],
        ["host", "--bot", "--think", "9" * 5000],
        ["replay", "a.log", "--analyse", "--jobs", "0"],
        ["play", "--opening", "always"],
        ["join", "localhost", "localhost"],
        ["completion"],
        ["completion", "powershell"],
        ["verify"],
        ["replay"],
        ["replay", "a.log", "b.log"],
        ["play", "--ru", "schnapsen"],
    ],
    ids=lambda arguments: " ".join(arguments)[:30],
)
def test_what_makes_no_sense_takes_one_line_and_exit_code_2(arguments, capsys):
    word = next((word for word in arguments if not word.startswith("-")), "")
    with pytest.raises(SystemExit) as end:
        build_parser(word).parse_args(arguments)
    assert end.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("p2p-schnapsen: ")
    assert "--help" in line


def test_no_option_takes_a_secret_or_fixes_luck():
    for name in COMMANDS:
        text = subprocess.run(
            program(name, "--help"), capture_output=True, text=True, env=environment(), check=True
        ).stdout
        for word in ("seed", "secret", "password", "private", "random"):
            assert f"--{word}" not in text


@pytest.mark.parametrize(
    "arguments",
    [["play", "--\x1b[2Jx", "\x9bz"], ["\x1b]0;owned\x07"], ["play", "--think", "\x1b[6n"], ["play", "--b\u202e"]],
)
def test_what_was_typed_wrongly_cannot_write_on_the_terminal(arguments, capsys):
    with pytest.raises(SystemExit):
        build_parser().parse_args(arguments)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.removesuffix("\n").isprintable()
