"""What the command line says of itself, `--help` and errors, is in the user's language."""

import argparse
import re

import pytest

from p2p_schnapsen.cli import tongue
from p2p_schnapsen.cli.commands import COMMANDS, build_parser
from p2p_schnapsen.cli.completion import script
from p2p_schnapsen.cli.main import main
from p2p_schnapsen.cli.parser import in_our_words
from p2p_schnapsen.ui import language, pack
from p2p_schnapsen.ui.language import LANGUAGES, _
from tests.support.programs import run

TRANSLATED = [code for code in LANGUAGES if code != language.ENGLISH]
WIDE = "900"


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    """Nobody's settings, an English locale, and English again afterwards."""
    monkeypatch.setenv("P2P_SCHNAPSEN_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    with language.using(language.ENGLISH), pack.using("french"):
        yield tmp_path


def texts(code):
    """Name of a command -> its help."""
    with language.using(code):
        return {parser.prog: parser.format_help() for parser in parsers(build_parser())}


def parsers(parser):
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from parsers(inner)


# What it says


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_line_of_a_help_is_left_in_english(code, monkeypatch):
    monkeypatch.setenv("COLUMNS", WIDE)
    english, translated = texts("en"), texts(code)
    assert list(english) == list(translated)
    assert len(english) == 1 + len(COMMANDS) + 3
    for name, text in english.items():
        assert len(text.splitlines()) == len(translated[name].splitlines()), name
        for line in set(text.splitlines()) & set(translated[name].splitlines()):
            assert is_for_the_machine(line), line


def is_for_the_machine(line):
    """A command to copy, an option or a placeholder, with no words behind it."""
    return "  " not in line.strip() and (
        not line or line.startswith(("  p2p-schnapsen ", "  -")) or line.strip() in {*COMMANDS, "COMMAND", "ACTION"}
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_help_fits_80_columns_and_begins_with_examples(code):
    with language.using(code):
        heading = _("examples:")
    for text in texts(code).values():
        first, second, *_rest = text.splitlines()
        assert first == heading
        assert second.startswith("  p2p-schnapsen ")
        for line in text.splitlines():
            # A command is not broken; but an explanation behind it has room.
            if not line.startswith("  p2p-schnapsen ") or "  " in line.strip():
                assert len(line) <= 80, line


def test_a_sign_that_stands_apart_does_not_begin_a_line(monkeypatch):
    for columns in range(40, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        for line in texts("fr")["p2p-schnapsen host"].splitlines():
            assert not line.lstrip().startswith((":", ";")), line
            assert "\N{NO-BREAK SPACE}" not in line


WRONG = {
    ("verify",): ("diese Argumente fehlen: LOG|MATCH", "не хватает аргументов: LOG|MATCH"),
    ("play", "--level", "divine"): (
        "Argument --level: das gibt es nicht: 'divine' (",
        "аргумент --level: такого нет: 'div",
    ),
    ("nonsense",): ("Argument COMMAND: das gibt es nicht: 'nonsense' (", "аргумент COMMAND: такого нет: 'nonsense' ("),
    ("play", "--nonsense"): ("unbekannte Argumente: --nonsense", "неизвестные аргументы: --nonsense"),
    ("play", "--clock", "x"): (
        "Argument --clock: erwartet werden 0 bis 86400 Sekunden, nicht 'x'",
        "аргумент --clock: секунд нужно от 0 до 86400, а не 'x'",
    ),
    ("play", "--rematch", "-1"): (
        "Argument --rematch: erwartet werden 0 bis 10000 Partien",
        "от 0 до 10000, а не '-1'",
    ),
    ("verify", "a.log", "--jobs", "0"): (
        "Argument --jobs: erwartet werden 1 bis 1000 Prozesse",
        "процессов нужно от 1 до 1000",
    ),
    ("host", "--max", "0"): (
        "Argument --max: erwartet werden 1 bis 10000 Partien",
        "партий нужно от 1 до 10000, а не '0'",
    ),
    ("play", "--log"): ("Argument --log: es fehlt ein Wert", "аргумент --log: нужно значение"),
    ("play", "--set"): ("Argument --set: es fehlt wenigstens ein Wert", "аргумент --set: нужно хотя бы одно значение"),
    ("play", "--json=1"): (
        "Argument --json: nimmt keinen Wert wie '1'",
        "аргумент --json: не принимает значения, как '1'",
    ),
    ("replay", "a.log", "--json", "--text"): (
        "Argument --text: nicht erlaubt zusammen mit dem Argument --json",
        "аргумент --text: нельзя вместе с аргументом --json",
    ),
    ("play", "--think", "{x}"): ("Argument --think: erwartet werden 0.01 bis 3600 Sekunden, nicht '{x}'", "а не '{x}'"),
    ("play", "--a\x1b[2Jx"): ("unbekannte Argumente: --ax", "неизвестные аргументы: --ax"),
}


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_makes_no_sense_is_said_in_the_language(arguments, capsys):
    for code, said, see in zip(("de", "ru"), WRONG[arguments], ("siehe", "см."), strict=True):
        assert main([*arguments, f"--lang={code}"]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("p2p-schnapsen: ")
        assert said in line
        assert re.search(rf" \({re.escape(see)} p2p-schnapsen( \w+)? --help\)$", line)
        assert line.isprintable()


def test_what_argparse_says_otherwise_stays_as_it_is():
    with language.using("de"):
        assert in_our_words("a new complaint: 'x'") == "a new complaint: 'x'"
        assert in_our_words("argument --x: a new complaint") == "Argument --x: a new complaint"
        guess = in_our_words("argument --x: invalid choice: 'dal', maybe you meant 'deal'? (choose from deal, match)")
        assert guess == "Argument --x: das gibt es nicht: 'dal', war 'deal' gemeint? (möglich sind deal, match)"


# Which language it is


@pytest.mark.parametrize(
    ("arguments", "locale", "written", "begins"),
    [
        (["--help"], "de_DE.UTF-8", "", "Beispiele:"),
        (["play", "--help"], "de_DE.UTF-8", "", "Beispiele:"),
        (["--help", "--lang=fr"], "de_DE.UTF-8", "", "exemples :"),
        (["--lang", "fr", "--help"], "de_DE.UTF-8", "", "exemples :"),
        (["--lang", "fr", "play", "--help"], "de_DE.UTF-8", "", "exemples :"),
        (["play", "--lang", "fr", "--help"], "de_DE.UTF-8", 'lang = "ru"', "exemples :"),
        (["play", "--lang", "fr", "--lang", "es", "--help"], "de_DE.UTF-8", "", "ejemplos:"),
        (["--help"], "de_DE.UTF-8", 'lang = "ru"', "примеры:"),
        (["--help"], "de_DE.UTF-8", 'lang = "xx"', "Beispiele:"),
        (["--help"], "C", "", "examples:"),
        (["--help"], "nl_NL.UTF-8", "", "examples:"),
    ],
)
def test_an_option_chooses_or_else_the_settings_or_else_the_locale(
    at_home, monkeypatch, capsys, arguments, locale, written, begins
):
    monkeypatch.setenv("LC_ALL", locale)
    if written:
        (at_home / "settings.toml").write_text(written, "utf-8")
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines()[0] == begins


def test_settings_of_a_home_that_is_named_count(tmp_path, capsys):
    other = tmp_path / "other"
    other.mkdir()
    (other / "settings.toml").write_text('lang = "pt"', "utf-8")
    for home in (["--home", str(other)], [f"--home={other}"]):
        assert main(["play", *home, "--help"]) == 0
        assert capsys.readouterr().out.startswith("exemplos:")


@pytest.mark.parametrize("words", [["verify", "--", "--lang", "de"], ["play", "--lang"], ["--lang", "DE"], []])
def test_what_is_no_such_option_chooses_nothing(words):
    tongue.speak(words)
    assert language.current() == "en"


def test_a_language_that_there_is_not_is_refused_in_the_language_of_the_locale(monkeypatch, capsys):
    assert main(["play", "--lang", "xx"]) == 2
    english = capsys.readouterr().err
    assert english.startswith("p2p-schnapsen: argument --lang: invalid choice: 'xx' (choose from ")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert main(["play", "--lang=xx"]) == 2
    assert capsys.readouterr().err.startswith("p2p-schnapsen: Argument --lang: das gibt es nicht: 'xx' (")


def test_before_the_command_the_language_can_be_said_as_well(capsys):
    assert build_parser().parse_args(["--lang", "de", "peers"]).lang == "de"
    assert build_parser().parse_args(["--lang", "de", "peers", "--lang", "fr"]).lang == "fr"
    assert main(["--lang", "de", "peers"]) == 0
    assert capsys.readouterr().out == "Du kennst noch niemanden.\n"
    assert main(["--lang", "de"]) == 0
    assert "gegen den Computer" in capsys.readouterr().out


def test_where_the_stream_cannot_show_the_language_it_is_english():
    narrow = {"LC_ALL": "ru_RU.UTF-8", "PYTHONIOENCODING": "latin-1"}
    assert run("--help", **narrow).stdout.startswith("examples:\n")
    assert run("play", "--nonsense", **narrow).stderr.startswith("p2p-schnapsen: unrecognized arguments")
    assert run("--help", LC_ALL="ru_RU.UTF-8").stdout.startswith("примеры:\n")


def test_in_english_no_catalogue_is_read(monkeypatch, capsys):
    def read(code):
        raise AssertionError(code)

    monkeypatch.setattr(language, "catalogue_of", read)
    assert main(["play", "--help"]) == 0
    assert main(["play", "--nonsense"]) == 2
    assert capsys.readouterr().out.startswith("examples:\n")


def test_what_a_shell_keeps_to_complete_commands_is_english(capsys):
    english = script("zsh")
    assert main(["completion", "zsh", "--lang", "de"]) == 0
    assert capsys.readouterr().out.rstrip("\n") == english.rstrip("\n")
    assert language.current() == "de"
