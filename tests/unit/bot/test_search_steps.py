"""What search uses of the engine is the engine: unchecked steps on copies without history do what `play` does."""

from __future__ import annotations

import random

import pytest

from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.cards import mask_of
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import lead
from p2p_schnapsen.rules.position import Position
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from tests.support.deals import random_deal

FORGOTTEN = ("history",)


def state(deal: Deal) -> dict[str, object]:
    return {name: getattr(deal, name) for name in Position.__slots__ if name not in FORGOTTEN}


@pytest.mark.parametrize("name", NAMES)
def test_a_step_of_search_is_a_move_without_its_record(name):
    rng = random.Random(name)
    for seed in range(40):
        deal = random_deal(load(name).ruleset, seed, seed % 2).full()
        while deal.turn is not None:
            move = rng.choice(deal.legal())
            before = deal.copy()
            step = deal.fork()
            step.advance(move)
            assert state(deal) == state(before)
            deal.play(move)
            assert state(step) == state(deal)
            assert step.history == []


def test_no_step_leads_out_of_a_deal_that_is_over():
    deal = random_deal(SCHNAPSEN, 1).full()
    while deal.turn is not None:
        deal.play(deal.legal()[0])
    with pytest.raises(LocalMisuse, match="deal-over"):
        deal.advance(lead(3))


def test_a_supposed_deal_is_the_seen_one_with_its_hidden_cards_in_place():
    full = random_deal(SCHNAPSEN, 4).full()
    seen = full.seen_by(1, full.known[1])
    hidden = full.known[0] & ~seen.known[0]
    stock = full.face_down
    assert stock is not None
    supposed = seen.supposed(0, hidden, tuple(reversed(stock)))
    checked = seen.with_hand(0, full.known[0]).with_talon(stock)
    assert state(supposed) == state(checked)
    assert seen.hidden[0] == 5
    assert mask_of(supposed.face_down or ()) | hidden == seen.unseen
