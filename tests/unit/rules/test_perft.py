"""The counted moves of `protocol/vectors/rules/perft.json`."""

from __future__ import annotations

import json

import pytest

from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.ruleset import Ruleset
from tests.support import perft

VECTORS = json.loads(perft.FILE.read_text(encoding="ascii"))


@pytest.mark.parametrize("name", VECTORS["rulesets"])
def test_the_moves_are_counted_as_in_the_vectors(name):
    ruleset = Ruleset.from_canonical(VECTORS["rulesets"][name].encode("ascii"))
    cases = [case for case in VECTORS["cases"] if case["ruleset"] == name]
    assert len(cases) == 7
    for case in cases:
        deal = perft.start(ruleset, case["dealer"], case["deck"], case["moves"])
        assert perft.perft(deal, len(case["nodes"])) == (case["nodes"], case["ends"])


def test_the_vectors_are_of_the_seven_rule_sets():
    for name in NAMES:
        assert VECTORS["rulesets"][name].encode("ascii") == load(name).ruleset.canonical()


def test_the_file_is_the_one_that_is_made_from_the_code():
    assert perft.FILE.read_text(encoding="ascii") == perft.text()
