"""`protocol/spec/rules.md` lists what the code has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from p2p_schnapsen.rules.deal import REFUSALS
from p2p_schnapsen.rules.ruleset import CHOICES, FIELDS, value_text
from p2p_schnapsen.rules.scoring import REASONS

TEXT = (Path(__file__).parents[3] / "protocol" / "spec" / "rules.md").read_text(encoding="utf-8")
TABLE = re.findall(r"^\| `(\w+)` \| (.*?) \|", TEXT.split("## Parameters")[1].split("**Canonical")[0], re.MULTILINE)


def test_the_fields_are_listed_in_order():
    assert tuple(name for name, _ in TABLE) == FIELDS


@pytest.mark.parametrize("name", CHOICES)
def test_the_values_of_a_field_are_listed_in_order(name):
    assert dict(TABLE)[name].replace("`", "").split(", ") == [value_text(value) for value in CHOICES[name]]


def test_every_refusal_is_listed():
    rows = re.findall(r"^\| (`.*?`) \|", TEXT.split("## Rules by code")[1], re.MULTILINE)
    assert {code for row in rows for code in re.findall(r"`([\w-]+)`", row)} == REFUSALS


def test_every_reason_is_listed():
    section = TEXT.split("## Reasons")[1].split("##")[0]
    assert [code for code in re.findall(r"`([\w-]+)`", section) if code != "play-out"] == list(REASONS)
