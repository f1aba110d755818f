"""Deals for tests: dealt from a seed, or set up in the middle by hand, and played by words.

`at` and `play` give back `Any`, so that a test can look into an outcome or a trick that it knows to be there.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from p2p_schnapsen.rules.cards import SUITS, Card, CardSet, deck, deck_mask, mask_of, parse
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Move, claim, close, concede, exchange, follow, lead, marriage, settle
from p2p_schnapsen.rules.position import Trick
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, TALON, TURN_UP, Ruleset
from p2p_schnapsen.rules.scoring import AtClose


def cards(text: str) -> CardSet:
    """ "AH KD" as a set."""
    return mask_of(parse(name) for name in text.split())


@dataclass(frozen=True)
class Dealt:
    """What the deck gave to whom."""

    ruleset: Ruleset
    dealer: int
    hands: tuple[CardSet, CardSet]
    up: Card
    talon: tuple[Card, ...]

    def full(self) -> Deal:
        """The deal with everything known."""
        return Deal.start(self.ruleset, self.dealer, self.up, self.hands, self.talon)

    def public(self) -> Deal:
        """The deal as a stranger sees it."""
        return Deal.start(self.ruleset, self.dealer, self.up)


def deal_out(ruleset: Ruleset, dealer: int, order: list[Card]) -> Dealt:
    """Deals a shuffled deck as the rule set's `deal` says."""
    hands = [0, 0]
    talon: list[Card] = []
    up = -1
    for card, receiver in zip(order, ruleset.deal_order(dealer), strict=True):
        if receiver == TURN_UP:
            up = card
        elif receiver == TALON:
            talon.append(card)
        else:
            hands[receiver] |= 1 << card
    return Dealt(ruleset, dealer, (hands[0], hands[1]), up, tuple(talon))


def random_deal(ruleset: Ruleset, seed: int, dealer: int = 0) -> Dealt:
    """The deal of a seed."""
    order = list(deck(ruleset.deck))
    random.Random(seed).shuffle(order)
    return deal_out(ruleset, dealer, order)


def at(
    hand0: str,
    hand1: str,
    *,
    up: str,
    talon: str = "",
    ruleset: Ruleset = SCHNAPSEN,
    leader: int = 0,
    points: tuple[int, int] = (0, 0),
    pending: tuple[int, int] = (0, 0),
    tricks: tuple[int, int] = (0, 0),
    closed_by: int | None = None,
    at_close: AtClose | None = None,
    drawn: bool = False,
) -> Any:
    """A position in the middle of a deal, `leader` to lead, everything known.

    `talon`: the face-down cards in drawing order; `up` is below them unless all were `drawn` (then it only names the
    trump suit).  Cards that are nowhere count as played; `points` and `tricks` are taken as given.
    """
    deal = Deal(ruleset, 0, parse(up))
    deal.known[:] = [cards(hand0), cards(hand1)]
    deal.hidden[:] = [0, 0]
    stock = [parse(name) for name in talon.split()]
    deal._stock = tuple(reversed(stock))
    deal.talon = 0 if drawn else len(stock) + 1
    deal.up = None if drawn else parse(up)
    deal._cards = deal.known[0].bit_count()
    deal.leader = deal.turn = leader
    deal.points[:] = points
    deal.pending[:] = pending
    deal.tricks[:] = tricks
    deal.shown = deck_mask(ruleset.deck) & ~(deal.known[0] | deal.known[1] | mask_of(stock))
    if closed_by is not None:
        deal.closed_by = closed_by
        deal.at_close = at_close or AtClose(points, tricks)
    deal.strict = drawn or closed_by is not None or ruleset.strict == "always"
    winners = [leader] * tricks[leader] if sum(tricks) else []
    winners = [1 - leader] * tricks[1 - leader] + winners
    deal.tricks_played[:] = [Trick(winner, -1, -1, winner, False, False) for winner in winners]
    return deal


def move_of(deal: Deal, word: str) -> Move:
    """A move by its word: a card, `x` (exchange), `mH` (marriage in hearts), close, claim, settle, concede."""
    plain = {"close": close, "claim": claim, "settle": settle, "concede": concede}
    if word in plain:
        return plain[word]()
    if word == "x":
        return exchange(deal._give.bit_length() - 1)
    if word[0] == "m" and word[1:] in SUITS:
        return marriage(SUITS.index(word[1:]))
    return lead(parse(word)) if deal.led is None else follow(parse(word))


def play(deal: Deal, words: str) -> Any:
    """Plays the moves of some words, in place; gives the deal back."""
    for word in words.split():
        deal.play(move_of(deal, word))
    return deal


def words_of(moves: list[Move]) -> set[str]:
    """Moves as words, leads and follows alike by their card."""
    return {repr(move).removeprefix("lead ").removeprefix("follow ") for move in moves}
