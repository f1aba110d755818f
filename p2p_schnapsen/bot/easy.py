"""A sensible, quick player: rules of thumb, no search.

It goes out when it has 66, announces, exchanges, closes when the sure tricks suffice, takes rich tricks cheaply and
gives poor ones away.  It never claims falsely and never concedes.  It asks the view what is legal and the rule set's
parameters what things are worth, so it plays under every rule set.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from p2p_schnapsen.rules.cards import (
    BEATEN_BY,
    HIGHER,
    KINGS,
    POINTS,
    QUEENS,
    SUIT_MASKS,
    SUIT_SIZE,
    Card,
    CardSet,
    cards_of,
)
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView

RICH = 10
"""Card points from which a trick is worth a trump."""

HALF_COUPLE = 5
"""What a king or queen is worth keeping for, in card points, while its partner may still come."""

TRUMP_KEPT = 8
"""What keeping a trump is worth, in card points, while the talon is open."""


def choose(view: PlayerView, rng: random.Random) -> Move:
    """The move that `view.me` makes now: one of `view.legal`, which must not be empty (else ValueError)."""
    if not view.legal:
        raise ValueError("nothing to choose from: it is the other player's turn")
    by_kind: dict[Kind, list[Move]] = {}
    for move in view.legal:
        by_kind.setdefault(move.kind, []).append(move)
    if Kind.CLAIM in by_kind and view.deal.points[view.me] >= OUT:
        return by_kind[Kind.CLAIM][0]
    if Kind.EXCHANGE in by_kind:
        return by_kind[Kind.EXCHANGE][0]
    if Kind.MARRIAGE in by_kind:
        return _best(by_kind[Kind.MARRIAGE], lambda move: _is_trump(view.deal, move.card), rng)
    if Kind.CLOSE in by_kind and _suffices(view):
        return by_kind[Kind.CLOSE][0]
    if Kind.FOLLOW in by_kind:
        return _follow(view, by_kind[Kind.FOLLOW], rng)
    if Kind.LEAD in by_kind:
        return _lead(view, by_kind[Kind.LEAD], rng)
    return by_kind[Kind.SETTLE][0]


def _best(moves: list[Move], worth: Callable[[Move], float], rng: random.Random) -> Move:
    """The move worth most; luck decides between equals."""
    return max(moves, key=lambda move: (worth(move), rng.random()))


def _is_trump(deal: Deal, card: Card) -> bool:
    return card // SUIT_SIZE == deal.trump


def _outstanding(view: PlayerView) -> CardSet:
    """The cards that the opponent may hold."""
    return view.deal.unseen | view.opponent_known


# Leading


def _lead(view: PlayerView, moves: list[Move], rng: random.Random) -> Move:
    worth = _worth_strict if view.deal.strict else _worth_open
    return _best(moves, lambda move: worth(view, move.card), rng)


def _worth_open(view: PlayerView, card: Card) -> float:
    """Leading with an open talon: get rid of what is worth nothing, but take a trick that wins the deal."""
    outstanding = _outstanding(view)
    beaten = bool(BEATEN_BY[view.deal.trump][card] & outstanding)
    if not beaten and _with(view, POINTS[card]) >= OUT:
        return 100 + POINTS[card]
    return -_cost(view, card) - (POINTS[card] if beaten else 0)


def _worth_strict(view: PlayerView, card: Card) -> float:
    """Leading when the opponent is bound: the sure tricks first, trumps before the rest; then what costs least."""
    deal = view.deal
    outstanding = _outstanding(view)
    trumps = (outstanding & SUIT_MASKS[deal.trump]).bit_count()
    if _is_trump(deal, card):
        if not outstanding & HIGHER[card]:
            return 60 + POINTS[card] if trumps else 30 + POINTS[card]
        return -10 - POINTS[card]
    if not outstanding & HIGHER[card]:
        # The opponent must follow suit if it can; only then is the best card of a side suit sure.
        return 40 + POINTS[card] if not trumps or outstanding & SUIT_MASKS[card // SUIT_SIZE] else 10 - POINTS[card]
    return -POINTS[card]


# Following


def _follow(view: PlayerView, moves: list[Move], rng: random.Random) -> Move:
    deal = view.deal
    led = deal.led
    assert led is not None
    winning = [move for move in moves if BEATEN_BY[deal.trump][led] & move.bit]
    losing = [move for move in moves if move not in winning]
    take = _best(winning, lambda move: _worth_taking(view, led, move.card), rng) if winning else None
    give = _best(losing, lambda move: -_cost(view, move.card) - POINTS[move.card], rng) if losing else None
    if take is None or give is None:
        chosen = take or give
        assert chosen is not None
        return chosen
    cost = _cost(view, give.card) + POINTS[give.card] + POINTS[led]
    return take if _worth_taking(view, led, take.card) > -cost else give


def _worth_taking(view: PlayerView, led: Card, card: Card) -> float:
    """What winning the trick with a card is worth, in card points: more than what it costs not to win it?"""
    deal = view.deal
    trick = POINTS[led] + POINTS[card]
    if _with(view, trick) >= OUT:
        return 200
    if _is_trump(deal, card) and not _is_trump(deal, led):
        kept = 0 if deal.strict else TRUMP_KEPT + POINTS[card] / 2
        return POINTS[led] - kept - (0 if POINTS[led] >= RICH else 4)
    # A ten wins now what the ace would take from it later.
    return POINTS[led] + (POINTS[card] if HIGHER[card] & _outstanding(view) else 0) - _cost(view, card) / 2


def _cost(view: PlayerView, card: Card) -> float:
    """What giving a card out of the hand costs beyond its points: chances that go with it."""
    deal = view.deal
    cost = 0.0
    if _is_trump(deal, card):
        cost += TRUMP_KEPT + POINTS[card]
    elif not HIGHER[card] & _outstanding(view):
        cost += POINTS[card] / 2
    partner = 1 << card >> 1 if KINGS >> card & 1 else 1 << card << 1 if QUEENS >> card & 1 else 0
    if partner and deal.talon and partner & (view.hand | deal.unseen):
        cost += HALF_COUPLE * (2 if _is_trump(deal, card) else 1)
    return cost


def _with(view: PlayerView, trick: int) -> int:
    """Our points with a trick of so many more: marriages that waited for one count then too."""
    return view.deal.points[view.me] + view.deal.pending[view.me] + trick


# Closing


def _suffices(view: PlayerView) -> bool:
    """Whether the tricks that are as good as sure after closing make 66, even if the opponent throws in nothing."""
    deal = view.deal
    trumps = SUIT_MASKS[deal.trump]
    outstanding = _outstanding(view)
    size = deal.hand_size(view.opponent)
    points = deal.points[view.me]
    waiting = deal.pending[view.me]
    lowest = 0 if deal.ruleset.deck == 24 else 2
    sure = _from_the_top(view.hand & trumps, outstanding)
    against = min((outstanding & trumps).bit_count(), size)
    if against > len(sure):
        # A trump may stay with the opponent; then only suits that it is likely to hold are as good as sure.
        likely = [s for s in range(4) if s != deal.trump and (outstanding & SUIT_MASKS[s]).bit_count() >= 3]
    else:
        likely = [s for s in range(4) if s != deal.trump]
    for suit in likely:
        own = view.hand & SUIT_MASKS[suit]
        tops = _from_the_top(own, outstanding)
        sure += tops if against <= len(sure) else tops[:1]
    if sure:
        points += waiting
    points += sum(POINTS[card] + lowest for card in sure)
    return points >= OUT


def _from_the_top(own: CardSet, outstanding: CardSet) -> list[Card]:
    """The cards of one suit that win one after the other, each the highest left."""
    return [card for card in cards_of(own) if not HIGHER[card] & outstanding]
