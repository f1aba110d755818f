"""`settings` says of each key what it does and can be; a value stands there as the file takes it."""

import re

import pytest

from p2p_schnapsen.cli.main import main
from p2p_schnapsen.cli.options import LEVELS
from p2p_schnapsen.cli.settings import _table
from p2p_schnapsen.profile import settings
from p2p_schnapsen.ui import language, liking
from p2p_schnapsen.ui.sanitise import width
from tests.support.programs import ROOT


@pytest.fixture(autouse=True)
def english_again():
    with language.using(language.ENGLISH):
        yield


@pytest.fixture
def shown(tmp_path, capsys):
    assert main(["settings", "--home", str(tmp_path), "--lang", "en"]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("key", settings.KEYS)
def test_what_a_setting_does_and_what_it_can_be_stands_behind_it(key, shown):
    (line,) = [line for line in shown if line.split()[0] == key]
    assert line.endswith(f"  {liking.MEANINGS[key]}: {liking.expected(key, LEVELS)}")


def test_the_levels_are_those_there_are(shown):
    (line,) = [line for line in shown if line.startswith("level ")]
    assert line.endswith("one of easy, medium, strong")


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_no_word_of_it_is_left_in_english(code, tmp_path, capsys):
    (tmp_path / "settings.toml").write_text("plain = true\nchat = false", "utf-8")
    assert main(["settings", "--home", str(tmp_path), "--lang", code]) == 0
    rows = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()[2:]}
    assert rows["plain"].split()[1] == "true", "as the file takes it, in every language"
    assert rows["chat"].split()[1] == "false"
    if code != language.ENGLISH:
        for key in settings.KEYS:
            with language.using(language.ENGLISH):
                english = liking.explained(key, LEVELS), liking.expected(key, LEVELS)
            with language.using(code):
                assert rows[key].endswith(f"  {liking.explained(key, LEVELS)}")
                assert not set(english) & {liking.explained(key, LEVELS), liking.expected(key, LEVELS)}


def test_at_a_terminal_the_last_column_goes_on_below_itself():
    rows = [
        ("setting", "value", "", "what"),
        ("rules", "schnapsen", "default", ("a long tale of many words " * 5).strip()),
    ]
    lines = _table(rows, 60)
    assert len(lines) > 3
    assert all(width(line) <= 60 for line in lines)
    assert {len(line) - len(line.lstrip()) for line in lines[2:]} == {lines[1].index("a long")}
    assert len(_table(rows, None)) == 2


def test_the_readme_says_the_same():
    told = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \|$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert told == [(key, liking.MEANINGS[key], liking.expected(key, LEVELS)) for key in settings.KEYS]
