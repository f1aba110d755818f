"""What the program takes before a command, where it points for help, and what it does not let pass in silence."""

import os
import subprocess

import pytest

from p2p_schnapsen.cli import options
from p2p_schnapsen.cli.commands import COMMANDS, build_parser, command_in
from p2p_schnapsen.cli.main import main
from p2p_schnapsen.cli.verify import spread
from p2p_schnapsen.ui import language
from tests.support.programs import environment, here, program


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    with language.using(language.ENGLISH):
        yield


# Before the command


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["--home", "play", "matches"], "matches"),
        (["--home=play", "matches"], "matches"),
        (["--lang", "de", "--debug", "stats"], "stats"),
        (["--home", "matches"], ""),
        (["--home"], ""),
        (["play", "--home", "host"], "play"),
        ([], ""),
    ],
)
def test_what_follows_an_option_is_no_command(words, command):
    assert command_in(words) == command


@pytest.mark.parametrize("name", ["matches", "peers"])
def test_the_home_can_be_named_before_the_command_or_after_it(name):
    parsed = build_parser(name).parse_args(["--home", "a", name])
    assert (parsed.home, parsed.debug) == ("a", False)
    assert build_parser(name).parse_args(["--home", "a", name, "--home", "b"]).home == "b"
    assert build_parser(name).parse_args([name, "--home", "b"]).home == "b"
    assert build_parser(name).parse_args([name]).home is None
    assert build_parser(name).parse_args(["--debug", name]).debug
    assert build_parser("peers").parse_args(["--home", "a", "peers", "trust", "7K3M"]).home == "a"


def test_what_stands_before_a_command_are_the_options_that_are_known_to_take_a_value():
    parser = build_parser()
    taking = {action.option_strings[0] for action in parser._actions if action.option_strings and action.nargs != 0}
    assert taking == set(options.WITH_VALUE)


@pytest.mark.parametrize("arguments", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_no_option_is_listed_twice(arguments, capsys):
    with pytest.raises(SystemExit):
        build_parser().parse_args([*arguments, "--help"])
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  --")]
    assert {"--home", "--lang", "--debug"} <= set(listed)
    assert len(listed) == len(set(listed))


def test_the_greeting_looks_at_the_home_that_is_named_and_names_it(tmp_path):
    home = tmp_path / "an other"
    done = here("--home", home)
    assert done.returncode == 0
    assert "You have not played yet: play is the way to begin." in done.stdout
    assert f"  p2p-schnapsen --home '{home}' play " in done.stdout
    assert here("--home", home, "matches").stdout == "There are no matches yet.\n"


# Where it points for help


@pytest.mark.parametrize(
    ("arguments", "helper"),
    [
        (["matches", "extra"], "p2p-schnapsen matches"),
        (["play", "--bogus"], "p2p-schnapsen play"),
        (["--bogus", "play"], "p2p-schnapsen play"),
        (["peers", "--bogus"], "p2p-schnapsen peers"),
        (["peers", "trust", "7K3M", "extra"], "p2p-schnapsen peers trust"),
        (["--bogus"], "p2p-schnapsen"),
        (["nonsense"], "p2p-schnapsen"),
    ],
    ids=" ".join,
)
def test_what_is_too_much_is_told_with_the_help_of_its_command(arguments, helper, capsys):
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(f" (see {helper} --help)")


def test_headings_have_their_colon_as_the_language_sets_it(capsys):
    for arguments, heading in ((["--help"], "commandes :"), (["peers", "--help"], "actions (sans action : lister) :")):
        assert main([*arguments, "--lang", "fr"]) == 0
        assert heading in capsys.readouterr().out.splitlines()


# What does nothing alone


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["host", "--max", "3"], "--max must be given with --serve."),
        (["host", "--bot", "--results", "x"], "--results must be given with --serve."),
        (["replay", "a.log", "--jobs", "2"], "--jobs must be given with --analyse."),
    ],
    ids=" ".join,
)
def test_an_option_that_would_do_nothing_is_refused(arguments, said, tmp_path):
    done = here(*arguments, "--home", tmp_path / "home")
    assert (done.returncode, done.stderr) == (2, f"p2p-schnapsen: {said}\n")


def test_a_house_has_its_limit_also_where_none_is_said():
    parsed = build_parser("host").parse_args(["host", "--bot", "--serve"])
    options.check_company(parsed)
    assert parsed.limit is None
    said = " ".join(here("host", "--help").stdout.split())
    assert f"--max N with --serve: most matches at a time (default: {options.MOST_MATCHES})" in said


# Full disks


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a full disk is needed")
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["play", "--help"]], ids=" ".join)
def test_a_help_that_cannot_be_written_is_said(arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            program(*arguments), stdout=full, stderr=subprocess.PIPE, encoding="utf-8", env=environment(), check=False
        )
    assert (done.returncode, done.stderr) == (
        2,
        "p2p-schnapsen: the output cannot be written: No space left on device.\n",
    )


# Names of logs


def test_a_log_that_is_none_is_named_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.log").write_text("hello")
    home = ("--home", tmp_path / "home")
    assert list(spread(["g.log"])) == ["g.log"]
    assert here("verify", "g.log", *home).stdout == "g.log: unreadable: This is not a log of a match.\n"
    assert here("replay", "g.log", *home).stderr == "g.log: unreadable: This is not a log of a match.\n"
    for name in ("nope", "g.log"):
        assert here("verify", name, *home).stdout.count(name) == 1
        assert here("stats", name, *home).stderr.count(name) == 1
    for line in here("verify", "nope", "g.log", *home).stdout.splitlines():
        assert line.count("nope") + line.count("g.log") == 1
