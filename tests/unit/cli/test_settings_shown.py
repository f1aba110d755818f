"""`settings` says of each key what it can be."""

import pytest

from p2p_schnapsen.cli.main import main
from p2p_schnapsen.cli.options import LEVELS
from p2p_schnapsen.profile import settings


@pytest.fixture
def shown(tmp_path, capsys):
    assert main(["settings", "--home", str(tmp_path), "--lang", "en"]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("key", settings.KEYS)
def test_what_a_value_can_be_stands_behind_it(key, shown):
    (line,) = [line for line in shown if line.split()[0] == key]
    assert line.endswith(settings.expected(key, LEVELS))
    assert settings.expected(key, LEVELS)


def test_the_levels_are_those_there_are(shown):
    (line,) = [line for line in shown if line.startswith("level ")]
    assert line.endswith("one of easy, medium, strong")
