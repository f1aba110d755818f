"""Random legal play under the seven rule sets and under any other that makes sense."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.cards import NAMES, POINTS, SUITS, cards_of, mask_of
from p2p_schnapsen.rules.deal import REFUSALS, Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, Move, claim, close, concede, exchange, follows, leads, marriage, settle
from p2p_schnapsen.rules.position import Position
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.view import PlayerView
from tests.support.deals import Dealt
from tests.support.scorer import Event, may_follow, tell
from tests.support.strategies import deals, rulesets

EVERY_CARD = (1 << 24) - 1
ALL_MOVES = [
    *leads(EVERY_CARD),
    *follows(EVERY_CARD),
    *(exchange(card) for card in range(24)),
    *(marriage(suit) for suit in range(4)),
    *(close(), claim(), settle(), concede()),
]


def event(player: int, move: Move) -> Event:
    if move.kind is Kind.MARRIAGE:
        return player, "marriage", SUITS[move.card // 6]
    return player, move.kind.name.lower(), NAMES[move.card] if move.card >= 0 else ""


@st.composite
def cases(draw: st.DrawFn) -> tuple[Ruleset, Dealt, random.Random]:
    ruleset = draw(rulesets())
    return ruleset, draw(deals(ruleset)), random.Random(draw(st.integers(0, 2**32)))


def choose(deal: Deal, rnd: random.Random) -> Move:
    """Any legal move, the ones that end a deal seldom: else no deal would last."""
    moves = deal.legal()
    calm = [move for move in moves if move.kind is not Kind.CLAIM]
    if rnd.random() < 0.01:
        return concede()
    return rnd.choice(moves if rnd.random() < 0.1 or not calm else calm)


@given(cases())
@settings(max_examples=120, deadline=None)
def test_any_legal_play_ends_as_an_independent_scorer_says(case):
    ruleset, dealt, rnd = case
    rules = ruleset.as_mapping()
    deal = dealt.full()
    events: list[Event] = []
    for _ in range(2 * ruleset.deck + 10):
        if deal.turn is None:
            break
        move = choose(deal, rnd)
        events.append(event(deal.turn, move))
        deal.play(move)
        verdict = tell(rules, SUITS[deal.trump], events)
        for player in (0, 1):
            side = verdict.sides[player]
            assert (deal.points[player], deal.pending[player]) == (side.points, side.waiting)
            assert deal.tricks[player] == side.tricks
        assert (deal.turn is None) == verdict.over
    assert deal.outcome is not None
    assert (deal.outcome.winner, deal.outcome.value) == (verdict.winner, verdict.value)
    assert deal.outcome.winner is None or 1 <= deal.outcome.value <= 3


@given(cases())
@settings(max_examples=60, deadline=None)
def test_points_are_those_of_the_cards_taken_and_of_what_was_announced(case):
    ruleset, dealt, rnd = case
    deal = dealt.full()
    announced = 0
    while deal.turn is not None:
        move = choose(deal, rnd)
        if move.kind is Kind.MARRIAGE:
            announced += 40 if move.card // 6 == deal.trump else 20
        deal.play(move)
        taken = sum(POINTS[trick.lead] + POINTS[trick.follow] for trick in deal.tricks_played)
        played_out = deal.hand_size(0) == deal.hand_size(1) == 0 and deal.closed_by is None
        bonus = ruleset.last_trick_bonus if played_out else 0
        assert sum(deal.points) + sum(deal.pending) == taken + announced + bonus
        if played_out:
            assert taken == 120
        # No card is ever in two places, and none is lost.
        places = [*deal.known, mask_of(deal.face_down or ()), mask_of([deal.up] if deal.up is not None else [])]
        places += [1 << card for trick in deal.tricks_played for card in (trick.lead, trick.follow)]
        places += [1 << deal.led] if deal.led is not None else []
        assert sum(place.bit_count() for place in places) == ruleset.deck
        assert mask_of(card for place in places for card in cards_of(place)).bit_count() == ruleset.deck


def judged(deal: Deal, move: Move) -> int | str:
    """The duty, or the code of the refusal."""
    try:
        return deal.check(move)
    except IllegalMove as refusal:
        code = refusal.code
    assert code in REFUSALS
    return code


@given(cases())
@settings(max_examples=60, deadline=None)
def test_partial_and_full_knowledge_agree_on_every_legal_set(case):
    ruleset, dealt, rnd = case
    full, public = dealt.full(), dealt.public()
    while full.turn is not None:
        mover = full.turn
        hand = full.known[mover]
        legal = full.legal()
        assert len(legal) == len(set(legal))
        assert full.legal_mask() == mask_of(move.card for move in legal if move.kind in (Kind.LEAD, Kind.FOLLOW))
        seen_by_mover = PlayerView.of(public, Match(ruleset, dealt.dealer), mover, hand)
        assert list(seen_by_mover.legal) == legal
        assert PlayerView.of(full, Match(ruleset, dealt.dealer), mover, hand).legal == seen_by_mover.legal
        for move in ALL_MOVES:
            in_full = judged(full, move)
            assert type(in_full) is int or in_full in REFUSALS
            assert (in_full == 0) == (move in legal or move.kind is Kind.CONCEDE)
            in_public = judged(public, move)
            if in_full == 0:
                # A duty of a legal move is one that the hidden cards meet.
                assert not isinstance(in_public, str)
                assert in_public & hand == 0
            elif not isinstance(in_public, str) and held(move, hand):
                assert in_public & hand & ~move.bit
        move = choose(full, rnd)
        duty = public.play(move)
        full.play(move)
        assert duty & hand == 0
        assert public.outcome == full.outcome
        assert (public.points, public.pending, public.tricks) == (full.points, full.pending, full.tricks)
        assert (public.turn, public.up, public.talon, public.strict) == (full.turn, full.up, full.talon, full.strict)
        assert full.public().known == public.known
        assert full.public().hidden == public.hidden
        assert full.shown == public.shown


def held(move: Move, hand: int) -> bool:
    needed = move.bit | (move.bit >> 1 if move.kind is Kind.MARRIAGE else 0)
    return needed & ~hand == 0


@given(cases())
@settings(max_examples=60, deadline=None)
def test_a_refused_move_changes_nothing(case):
    _, dealt, rnd = case
    deal = dealt.full()
    while deal.turn is not None:
        legal = deal.legal()
        illegal = [move for move in ALL_MOVES if move not in legal and move.kind is not Kind.CONCEDE]
        before = deal.copy()
        for move in rnd.sample(illegal, 5):
            with pytest.raises(IllegalMove):
                deal.play(move)
        for name in Position.__slots__:
            assert getattr(before, name) == getattr(deal, name), name
        deal.play(choose(deal, rnd))


@given(cases())
@settings(max_examples=40, deadline=None)
def test_the_duty_is_met_by_exactly_the_hands_from_which_the_card_may_be_played(case):
    ruleset, dealt, rnd = case
    full, public = dealt.full(), dealt.public()
    trump = SUITS[full.trump]
    looked = 0
    while full.turn is not None:
        mover = full.turn
        if full.led is not None and full.strict and looked < 6:
            looked += 1
            known = public.known[mover]
            unseen = public.unseen
            led = NAMES[full.led]
            possible = cards_of(known | unseen)
            for card in rnd.sample(possible, min(len(possible), 3)):
                move = follows(1 << card)[0]
                rest = public.hidden[mover] - (0 if known >> card & 1 else 1)
                others = cards_of(unseen & ~(1 << card))
                if rest < 0 or rest > len(others):
                    continue
                duty = judged(public, move)
                hands = list(combinations(others, rest))
                for hidden in rnd.sample(hands, min(len(hands), 150)):
                    hand = [NAMES[held] for held in cards_of(known | mask_of(hidden) | 1 << card)]
                    may = may_follow(ruleset.duty, hand, NAMES[card], led, trump)
                    if isinstance(duty, str):
                        assert not may
                    else:
                        assert may == (duty & mask_of(hidden) == 0)
                        assert duty & ~unseen == 0
        move = choose(full, rnd)
        full.play(move)
        public.play(move)


@given(rulesets())
@settings(max_examples=200, deadline=None)
def test_the_canonical_form_is_read_back(ruleset):
    data = ruleset.canonical()
    assert Ruleset.from_canonical(data) == ruleset
    assert data.isascii()
    assert ruleset.talon_size % 2 == 0
    for dealer in (0, 1):
        order = ruleset.deal_order(dealer)
        assert [order.count(receiver) for receiver in range(4)] == [
            ruleset.hand,
            ruleset.hand,
            1,
            ruleset.talon_size - 1,
        ]


@given(rulesets(), rulesets())
@settings(max_examples=100, deadline=None)
def test_different_rule_sets_have_different_canonical_forms(one, other):
    assert (one == other) == (one.canonical() == other.canonical())
