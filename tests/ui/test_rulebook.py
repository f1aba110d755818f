"""Rule sets for players: all fields, each with its source, and the differences first."""

import pytest

from p2p_schnapsen.presets import loader
from p2p_schnapsen.rules.ruleset import FIELDS
from p2p_schnapsen.ui import rulebook
from p2p_schnapsen.ui.sanitise import width

DEFAULT = loader.load(loader.DEFAULT)


def test_each_field_has_a_meaning():
    assert set(rulebook.MEANINGS) == set(FIELDS)


@pytest.mark.parametrize("name", loader.NAMES)
def test_a_rule_set_is_shown_whole_with_where_each_value_comes_from(name):
    preset = loader.load(name)
    lines = rulebook.chapter(preset, DEFAULT)
    shown = [line.split(" = ")[0].strip() for line in lines if line.startswith("  ") and " = " in line[:30]]
    assert sorted(shown) == sorted(FIELDS)
    assert all(rulebook.origin(preset.reasons[field]) for field in FIELDS)
    assert all(width(line) <= rulebook.WIDTH for line in lines if "http" not in line)


@pytest.mark.parametrize("name", loader.NAMES[1:])
def test_what_differs_from_the_default_comes_first(name):
    preset = loader.load(name)
    lines = rulebook.chapter(preset, DEFAULT)
    start, same = lines.index("How it differs from schnapsen:"), lines.index("The same as in schnapsen:")
    told = [line for line in lines[start:same] if " (not " in line]
    assert len(told) == len(loader.differences(DEFAULT.ruleset, preset.ruleset))


def test_the_default_has_nothing_to_differ_from():
    lines = rulebook.chapter(DEFAULT, DEFAULT)
    assert "Its rules:" in lines
    assert not any("(not " in line for line in lines)


def test_changes_by_hand_are_said_to_be_such():
    lines = rulebook.chapter(DEFAULT.override(["target=3"]), DEFAULT)
    at = next(number for number, line in enumerate(lines) if line.startswith("  target = 3 (not 7)"))
    assert "set by hand" in " ".join(lines[at : at + 2])


def test_the_list_has_a_line_for_each():
    lines = rulebook.listing([loader.load(name) for name in loader.NAMES])
    assert [line.split()[0] for line in lines] == list(loader.NAMES)
