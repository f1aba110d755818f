"""The easy player: legal, sensible, honest, and clearly better than chance, whatever the rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_schnapsen.bot import LEVELS, Choose, easy
from p2p_schnapsen.cli import options
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.ruleset import CHOICES, SCHNAPSEN, Ruleset
from p2p_schnapsen.rules.view import PlayerView
from tests.support.deals import at, cards, move_of, random_deal

SIXTYSIX = SCHNAPSEN.replace(
    deck=24,
    hand=6,
    deal="3 3 3 3 T",
    exchange_trick=True,
    marriage_when="open",
    false_claim="two",
    last_trick_bonus=10,
    nobody_out="higher",
)
FOLLOWER_EXCHANGES = SIXTYSIX.replace(exchange_who="turn", exchange_trick=False, marriage_when="early")


def at_random(view: PlayerView, rng: random.Random) -> Move:
    """Any legal move, but no claim that is not true."""
    true = view.deal.points[view.me] >= 66
    return rng.choice([move for move in view.legal if move.kind is not Kind.CLAIM or true])


def chosen(deal: Deal) -> Move:
    """What the easy player does in a position with everything known, seeing its own part of it only."""
    assert deal.turn is not None
    return easy.choose(PlayerView.of(deal, Match(deal.ruleset, 0), deal.turn, deal.known[deal.turn]), random.Random(1))


def play_out(deal: Deal, players: tuple[Choose, Choose], rng: random.Random) -> Deal:
    """Plays a deal to its end; each player sees its own view."""
    match = Match(deal.ruleset, deal.dealer)
    while deal.turn is not None:
        view = PlayerView.of(deal, match, deal.turn, deal.known[deal.turn])
        move = players[deal.turn](view, rng)
        assert move in view.legal
        assert move.kind is not Kind.CLAIM or deal.points[deal.turn] >= 66
        deal.play(move)
    return deal


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    values = {name: draw(st.sampled_from(choices)) for name, choices in CHOICES.items()}
    if values["deck"] == 20 and values["exchange_card"] == "9":
        values["exchange_card"] = "lowest"
    return SCHNAPSEN.override(values)


def test_it_beats_random_play_clearly_over_2000_deals():
    rng = random.Random(66)
    points = [0, 0]
    for number in range(2000):
        me = rng.randrange(2)
        players = (easy.choose, at_random) if me == 0 else (at_random, easy.choose)
        outcome = play_out(random_deal(SCHNAPSEN, number, number % 2).full(), players, rng).outcome
        assert outcome is not None
        if outcome.winner is not None:
            points[outcome.winner != me] += outcome.value
    assert points[0] > 8 * points[1]


@given(rulesets(), st.integers(0, 2**32), st.integers(0, 1))
def test_it_plays_any_rule_set_to_the_end_legally_and_never_claims_falsely(ruleset, seed, dealer):
    deal = play_out(random_deal(ruleset, seed, dealer).full(), (easy.choose, at_random), random.Random(seed))
    assert deal.outcome is not None


@pytest.mark.parametrize("ruleset", [SIXTYSIX, FOLLOWER_EXCHANGES, SCHNAPSEN.replace(out="auto", strict="always")])
def test_it_beats_random_play_under_other_rules_too(ruleset):
    rng = random.Random(7)
    won = 0
    for number in range(200):
        outcome = play_out(random_deal(ruleset, number, number % 2).full(), (easy.choose, at_random), rng).outcome
        won += outcome is not None and outcome.winner == 0
    assert won > 135


def test_it_uses_only_what_its_view_shows():
    """Two deals that differ in hidden cards only: the same choice."""
    first = at("AH TH KD QC JC", "AS TS KS QS JS", up="JH", talon="AD TD QD JD AC TC KC KH QH")
    second = at("AH TH KD QC JC", "AD TD QD JD AC", up="JH", talon="AS TS KS QS JS TC KC KH QH")
    assert chosen(first) is chosen(second)


def test_it_claims_as_soon_as_it_has_66():
    deal = at("AH", "AS", up="JH", drawn=True, points=(66, 20), tricks=(4, 2))
    assert chosen(deal).kind is Kind.CLAIM


def test_it_settles_without_66_after_the_last_trick():
    deal = at("", "", up="JH", drawn=True, points=(65, 55), tricks=(5, 5))
    assert {move.kind for move in PlayerView.of(deal, Match(SCHNAPSEN, 0), 0, 0).legal} == {Kind.CLAIM, Kind.SETTLE}
    assert chosen(deal).kind is Kind.SETTLE


def test_it_exchanges_before_all_else():
    deal = at("JH KD QD TS JC", "AS KS QS JS TD", up="AH", talon="KH QH TH AD JD AC TC KC QC")
    assert chosen(deal) is move_of(deal, "x")


def test_the_follower_exchanges_where_the_rules_let_it():
    hidden = "JH QH KH TH JD QD KD TD AC TC KC"
    deal = at("KS TS AS 9S JC QC", "9H JS QS 9D AD 9C", up="AH", talon=hidden, ruleset=FOLLOWER_EXCHANGES)
    deal.play(move_of(deal, "KS"))
    assert chosen(deal) is move_of(deal, "x")


def test_it_announces_trumps_rather_than_another_couple():
    deal = at("KH QH KD QD JC", "AS TS KS QS JS", up="AH", talon="JH TH AD TD JD AC TC KC QC")
    assert chosen(deal) is move_of(deal, "mH")


def test_it_closes_when_sure_tricks_suffice():
    deal = at("AH TH KH AD TD", "AS TS KS QS JS", up="JH", talon="QH KD QD JD AC TC KC QC JC", points=(20, 0))
    assert chosen(deal).kind is Kind.CLOSE


def test_it_does_not_close_with_an_ordinary_hand():
    deal = at("QH TD KD QS JC", "AS TS KS AC JS", up="JH", talon="AH TH KH AD QD JD TC KC QC", points=(20, 0))
    assert chosen(deal).kind is not Kind.CLOSE


def test_it_takes_a_rich_trick_with_the_lowest_trump():
    deal = at("TH JH KD QS JC", "AD TS KS AC JS", up="KH", talon="AH QH AS QD JD TD TC KC QC", leader=1)
    deal.play(move_of(deal, "AD"))
    assert chosen(deal) is move_of(deal, "JH")


def test_it_throws_a_worthless_card_under_a_poor_trick():
    deal = at("AH TH AD TD JC", "AS TS KS AC JS", up="JH", talon="KH QH KD QD JD QS TC KC QC", leader=1)
    deal.play(move_of(deal, "JS"))
    assert chosen(deal) is move_of(deal, "JC")


def test_it_takes_with_the_ten_what_the_ace_could_take_from_it():
    deal = at("TD JD KC QS JC", "AS TS KD AC JS", up="JH", talon="AH TH KH QH AD QD TC KS QC", leader=1)
    deal.play(move_of(deal, "KD"))
    assert chosen(deal) is move_of(deal, "TD")


def test_it_has_nothing_to_choose_when_it_is_not_its_turn():
    deal = at("AH", "AS", up="JH", drawn=True)
    view = PlayerView.of(deal, Match(SCHNAPSEN, 0), 1, cards("AS"))
    with pytest.raises(ValueError, match="other player's turn"):
        easy.choose(view, random.Random(0))


def test_the_levels_are_those_of_the_options_the_weakest_first():
    assert tuple(LEVELS) == options.LEVELS
    view = PlayerView.of(random_deal(SCHNAPSEN, 1).full(), Match(SCHNAPSEN, 0), 1, random_deal(SCHNAPSEN, 1).hands[1])
    assert LEVELS["easy"](view, random.Random(1)) is easy.choose(view, random.Random(1))
    for choose in LEVELS.values():
        assert choose(view, random.Random(1)) in view.legal
