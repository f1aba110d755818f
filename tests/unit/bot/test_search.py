"""The player that searches: outside positions, what it may see, that it repeats itself, and that it is always legal."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2p_schnapsen.bot import EFFORTS, LEVELS, choose
from p2p_schnapsen.bot.search import Effort, plans_of, think
from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.cards import JACK, SUITS, cards_of, deck_mask, mask_of, name, parse
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind
from p2p_schnapsen.rules.position import Trick
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, Ruleset
from p2p_schnapsen.rules.view import PlayerView
from tests.support.deals import at, move_of, random_deal

POSITIONS = json.loads((Path(__file__).parents[2] / "data" / "oracle" / "positions.json").read_text(encoding="utf-8"))
SMALL = Effort(playouts=30, nodes=150, exact_talon=0, closings=2)


def position(row: dict[str, Any]) -> PlayerView:
    """A published position as the player to move sees it, without any history."""
    me, opponent = mask_of(map(parse, row["me"].split())), mask_of(map(parse, row["opp"].split()))
    unseen = mask_of(map(parse, row.get("unseen", "").split()))
    talon = [parse(card) for card in row.get("talon", "").split()]
    up = talon[-1] if talon else parse(row["up"]) if "up" in row else None
    deal = Deal(SCHNAPSEN, 0, SUITS.index(row["trump"]) * 6 + JACK if up is None else up)
    deal.known[:] = [me, opponent]
    deal.hidden[:] = [0, row.get("opp_size", opponent.bit_count()) - opponent.bit_count()]
    deal._stock = tuple(reversed(talon[:-1])) if talon else None
    deal.talon = len(talon) if talon else 0 if up is None else unseen.bit_count() - deal.hidden[1] + 1
    deal.up = up
    deal.strict = not deal.talon
    deal.shown = deck_mask(20) & ~(me | unseen | mask_of(talon[:-1]))
    deal._cards = me.bit_count()
    deal.points[:] = row["pts"]
    deal.tricks[:] = row["tricks"]
    led = row.get("led")
    deal.turn, deal.leader = 0, 0 if led is None else 1
    deal.led = None if led is None else parse(led)
    for player in (1 - deal.leader, deal.leader):
        deal.tricks_played += [Trick(player, -1, -1, player, False, False)] * row["tricks"][player]
    return PlayerView(0, Match(SCHNAPSEN, 0), deal, tuple(deal.legal()))


@pytest.mark.parametrize("row", POSITIONS, ids=[row["id"] for row in POSITIONS])
def test_it_plays_what_the_published_solution_accepts(row):
    move = choose("strong", position(row), random.Random(1))
    assert (move.kind.name.lower() if move.card < 0 else name(move.card)) in row["answer"]


def test_there_are_nine_positions():
    assert len(POSITIONS) == 9


def view_of(deal: Deal, me: int | None = None) -> PlayerView:
    turn = deal.turn if me is None else me
    assert turn is not None
    return PlayerView.of(deal, Match(deal.ruleset, 0), turn, deal.known[turn])


def hidden_elsewhere(deal: Deal, me: int, rng: random.Random) -> Deal:
    """The same deal as `me` sees it, the hidden cards somewhere else."""
    seen = deal.seen_by(me, deal.known[me])
    cards = list(cards_of(seen.unseen))
    rng.shuffle(cards)
    hidden = seen.hidden[1 - me]
    other = seen.with_hand(1 - me, seen.known[1 - me] | mask_of(cards[:hidden]))
    return other.with_talon(tuple(cards[hidden:])) if deal.closed_by is None else other


@pytest.mark.parametrize("level", EFFORTS)
@pytest.mark.parametrize("rules", ["schnapsen", "en-ligne"])
def test_views_that_differ_in_hidden_cards_only_give_the_same_moves(level, rules):
    rng = random.Random(f"{level} {rules}")
    ruleset = load(rules).ruleset
    different = compared = 0
    wanted = 2 if level == "strong" else 8
    while compared < wanted:
        deal = random_deal(ruleset, rng.randrange(2**32)).full()
        for _ in range(rng.randrange(12)):
            if deal.outcome is None:
                deal.play(rng.choice([move for move in deal.legal() if move.kind is not Kind.CLAIM]))
        if deal.turn is None or not deal.seen_by(deal.turn, deal.known[deal.turn]).unseen:
            continue
        me = deal.turn
        other = hidden_elsewhere(deal, me, rng)
        different += other.known[1 - me] != deal.known[1 - me]
        assert choose(level, view_of(deal), random.Random(5)) is choose(level, view_of(other), random.Random(5))
        compared += 1
    assert different


def test_the_same_seed_gives_the_same_values_and_another_seed_others():
    deal = random_deal(SCHNAPSEN, 3).full()
    first, again, other = (think(view_of(deal), random.Random(seed), SMALL).plans for seed in (1, 1, 2))
    assert [(one.plan, one.value) for one in first] == [(one.plan, one.value) for one in again]
    assert [one.value for one in first] != [one.value for one in other]


def play_out(ruleset: Ruleset, seed: int, effort: Effort) -> Deal:
    rng = random.Random(seed)
    deal = random_deal(ruleset, seed, seed % 2).full()
    match = Match(ruleset, deal.dealer)
    while deal.turn is not None:
        view = PlayerView.of(deal, match, deal.turn, deal.known[deal.turn])
        deal.play(think(view, rng, effort).move)
    return deal


@pytest.mark.parametrize("rules", NAMES)
def test_it_plays_every_rule_set_to_the_end_legally(rules):
    ruleset = load(rules).ruleset
    for seed in range(2):
        assert play_out(ruleset, seed, SMALL).outcome is not None


@pytest.mark.parametrize(
    "changes",
    [
        {"strict": "always"},
        {"out": "play-out", "marriage_pending": "next", "marriage_lead": "king"},
        {"deck": 24, "hand": 5, "exchange_who": "turn", "false_claim": "value"},
        {"hand": 6, "closer_fails": "last-trick", "closer_beaten": "value", "target": 1_000_000},
    ],
)
def test_it_plays_other_rules_to_the_end_legally(changes):
    for seed in range(2):
        assert play_out(SCHNAPSEN.override(changes), seed, SMALL).outcome is not None


def test_it_has_nothing_to_choose_when_it_is_not_its_turn():
    view = view_of(random_deal(SCHNAPSEN, 1).full(), me=0)
    for level in LEVELS:
        with pytest.raises(ValueError, match="other player's turn"):
            choose(level, replace(view, legal=()), random.Random(1))


def test_it_does_only_what_its_view_allows():
    deal = at("AH TH KH AD TD", "AS TS KS QS JS", up="JH", talon="QH KD QD JD AC TC KC QC JC", points=(20, 0))
    view = view_of(deal)
    assert choose("strong", view, random.Random(1)).kind is Kind.CLOSE
    open_only = replace(view, legal=tuple(move for move in view.legal if move.kind is not Kind.CLOSE))
    assert choose("strong", open_only, random.Random(1)).kind is Kind.LEAD


def test_a_close_that_wins_everywhere_is_known_to_be_sure():
    row = next(row for row in POSITIONS if row["id"].startswith("T092"))
    thought = think(position(row), random.Random(1), EFFORTS["strong"])
    assert thought.move.kind is Kind.CLOSE
    assert thought.sure


def test_it_claims_66_at_once_and_never_without():
    for talon, drawn in (("", True), ("KD QD JD AC TC KC QC", False)):
        deal = at("AH JC", "AS TS", up="JH", talon=talon, drawn=drawn, points=(66, 20), tricks=(4, 2))
        assert choose("strong", view_of(deal), random.Random(1)).kind is Kind.CLAIM
    poor = at("AH JC", "AS TS", up="JH", drawn=True, points=(30, 40), tricks=(4, 2))
    assert choose("strong", view_of(poor), random.Random(1)).kind is Kind.LEAD


def test_it_announces_before_it_leads_king_or_queen():
    deal = at("KH QH KD QS JC", "AS TS KS JS TD", up="AH", talon="JH TH AD QD JD AC TC KC QC")
    firsts = {plan[0].kind for plan in plans_of(deal)}
    assert Kind.MARRIAGE in firsts
    silent = [plan for plan in plans_of(deal) if plan[0] is move_of(deal, "KH")]
    assert silent == []


def test_no_time_still_gives_a_legal_move():
    for seed in range(4):
        view = view_of(random_deal(SCHNAPSEN, seed).full())
        assert think(view, random.Random(1), EFFORTS["strong"], stop=lambda: True).move in view.legal


def test_losing_less_is_preferred_where_winning_is_out_of_reach():
    """The ace takes the last trick that can be had: with it the deal costs two game points, without it three."""
    deal = at("AD JC", "QD AC", up="JH", drawn=True, points=(0, 60), tricks=(0, 8))
    thought = think(view_of(deal), random.Random(1), SMALL)
    assert thought.exact
    assert thought.move is move_of(deal, "AD")
    assert thought.plans[0].value > thought.plans[-1].value
