"""The bench against the package `schnapsen`, as far as it needs no such package: deals, our play, the table."""

import random

import pytest

from p2p_schnapsen.rules.cards import NAMES, parse
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind
from scripts.lib import bench_engine
from scripts.lib.bench_engine import MATCH, RULES, Round, card, dealt, play, seen_by_the_player, table
from tests.conformance.test_oracle import OPEN, deals, start
from tests.support.deals import random_deal

RANKS = {"A": "ACE", "T": "TEN", "K": "KING", "Q": "QUEEN", "J": "JACK"}
SUITS = {"C": "CLUBS", "D": "DIAMONDS", "H": "HEARTS", "S": "SPADES"}
LEGAL = {"full knowledge": Deal.legal, "views": seen_by_the_player}


def theirs(names):
    """Cards as the package calls them."""
    return [f"{RANKS[rank]}_{SUITS[suit]}" for rank, suit in names]


def state(deal):
    return deal.leader, deal.known, deal.hidden, deal.up, deal.face_down, deal.ruleset


def test_the_rules_are_those_by_which_the_packages_own_deals_are_replayed():
    assert RULES == OPEN


def test_each_card_of_the_pack_is_read():
    names = [name for name in NAMES if name[0] != "9"]
    assert [card(name) for name in theirs(names)] == [parse(name) for name in names]


@pytest.mark.parametrize("name", ["TWO_HEARTS", "THREE_CLUBS", "NINE_SPADES", "KING", "KING_", "HEARTS_KING", ""])
def test_what_is_not_a_card_of_the_game_is_refused(name):
    with pytest.raises(ValueError, match="not a card"):
        card(name)


def test_the_packages_deals_are_laid_out_as_it_has_dealt_them():
    for row in deals("open-deals.jsonl.gz")[:50]:
        ours = dealt(*(theirs(row[part]) for part in ("hand0", "hand1", "talon"))).full()
        assert state(ours) == state(start(row, OPEN))


@pytest.mark.parametrize("legal", LEGAL.values(), ids=LEGAL)
def test_all_but_closing_is_chosen_and_a_marriage_with_its_king_is_one_decision(legal):
    kinds = set()
    for seed in range(100):
        deal = random_deal(RULES, seed, MATCH.dealer).full()
        decisions = play(deal, random.Random(seed).choice, legal)
        assert deal.outcome is not None
        played = [move.kind for _, move in deal.history]
        assert decisions == len(played) - played.count(Kind.MARRIAGE)
        kinds |= set(played)
        for (_, move), (_, after) in zip(deal.history, deal.history[1:], strict=False):
            if move.kind is Kind.MARRIAGE:
                assert (after.kind, after.card) == (Kind.LEAD, move.card)
    assert kinds == {Kind.LEAD, Kind.FOLLOW, Kind.EXCHANGE, Kind.MARRIAGE}


def test_views_lead_to_the_same_play():
    played = []
    for legal in LEGAL.values():
        deal = random_deal(RULES, 5, MATCH.dealer).full()
        play(deal, random.Random(5).choice, legal)
        played.append(deal.history)
    assert played[0] == played[1]


def test_a_round_plays_all_hands_with_the_same_random_numbers_each_time():
    hands = [random_deal(RULES, seed, MATCH.dealer) for seed in range(3)]
    first, second = (bench_engine.our_round(hands, Deal.legal) for _ in range(2))
    assert first.decisions == second.decisions > 3 * bench_engine.AT_ONCE * 5


def test_the_table_gives_the_median_ratio_of_the_rounds_and_its_spread():
    package = [Round(100, seconds) for seconds in (1.0, 2.0, 1.0, 1.0, 1.0)]
    ours = [Round(1000, seconds) for seconds in (2.0, 2.0, 5.0, 2.5, 1.0)]  # ratios 5 10 2 4 10
    rows = table("package", package, {"engine": ours}, hands=10)
    assert rows["package"] == {"decisions_per_second": 100, "decisions_per_hand": 10}
    assert rows["engine"] == {
        "decisions_per_second": 500,
        "decisions_per_hand": 1000 / (10 * bench_engine.AT_ONCE),
        "ratio": 5,
        "quartiles": [4, 10],
        "extremes": [2, 10],
        "rounds": 5,
    }


@pytest.mark.parametrize("end", ["exit(69)", "stdin.readline(); sys.exit(1)"])
def test_a_worker_that_does_not_answer_ends_the_bench_in_one_line(monkeypatch, tmp_path, end):
    (tmp_path / "environment.py").write_text(f"import sys; sys.{end}\n")
    monkeypatch.setattr(bench_engine, "LIB", tmp_path)
    with pytest.raises(SystemExit, match=r"^scripts/bench: .*$"):
        bench_engine.against_schnapsen()
