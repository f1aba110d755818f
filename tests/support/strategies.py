"""Hypothesis strategies for rule sets and deals."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.cards import deck
from p2p_schnapsen.rules.ruleset import CHOICES, Ruleset
from tests.support.deals import Dealt, deal_out

PRESETS = [load(name).ruleset for name in NAMES]


@st.composite
def packets(draw: st.DrawFn, hand: int) -> str:
    """A `deal` of packets that gives each side a hand."""
    cuts = draw(st.integers(0, 2 ** (hand - 1) - 1))  # bit i: a packet ends after i + 1 cards
    ends = [0, *(card for card in range(1, hand) if cuts >> card - 1 & 1), hand]
    sizes = [end - begin for begin, end in pairwise(ends)]
    others = draw(st.permutations(sizes))
    words = [str(size) for pair in zip(sizes, others, strict=True) for size in pair]
    words.insert(draw(st.integers(0, len(words))), "T")
    return " ".join(words)


@st.composite
def any_rulesets(draw: st.DrawFn) -> Ruleset:
    """Any rule set that makes sense."""
    values: dict[str, Any] = {name: draw(st.sampled_from(choices)) for name, choices in CHOICES.items()}
    if values["deck"] == 20 and values["exchange_card"] == "9":
        values["exchange_card"] = "J"
    values["deal"] = draw(packets(values["hand"]))
    values["target"] = draw(st.integers(1, 30))
    return Ruleset.from_values(values)


def rulesets() -> st.SearchStrategy[Ruleset]:
    """The seven, or any other."""
    return st.sampled_from(PRESETS) | any_rulesets()


@st.composite
def deals(draw: st.DrawFn, ruleset: Ruleset) -> Dealt:
    """A deal of that rule set."""
    order = draw(st.permutations(deck(ruleset.deck)))
    return deal_out(ruleset, draw(st.integers(0, 1)), list(order))
