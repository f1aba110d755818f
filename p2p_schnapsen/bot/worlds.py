"""Where the hidden cards may be: worlds drawn so that they fit what a player has seen.

Hard facts rule a world out: cards that are in sight elsewhere, and cards that a bound follower showed not to have.
Habits make it rarer: an announcement or an exchange that was open to the opponent and not made, a rich trick that was
let go.  They bind less once the opponent has drawn cards since: `draws` of its `hidden` cards may be new.  Whoever has
closed has good cards more often than poor ones.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from p2p_schnapsen.rules.cards import (
    BEATEN_BY,
    KINGS,
    POINTS,
    QUEENS,
    SUIT_MASKS,
    SUIT_SIZE,
    Card,
    CardSet,
    cards_of,
    mask_of,
)
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.law import DUTIES
from p2p_schnapsen.rules.moves import Kind
from p2p_schnapsen.rules.view import PlayerView

RARE: Final = 0.1
"""How often an opponent leaves out an announcement or an exchange that it could make."""

LET_GO: Final = 0.35
"""How often an opponent lets a rich trick go that it could take."""

TRUMP: Final = 8
"""What a trump in hand speaks for closing, in card points."""

BOLD: Final = 0.1
"""How often at least an opponent closes with a poor hand, where 1 is how often with the best."""

TRIES: Final = 24
"""After so many refused worlds the next one is taken as it is."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Something the opponent did: `cards` (all of them, if `together`) are unlikely to have been in its hand.

    `draws`: so many cards has it drawn since.  `odds`: how often it does the same with the cards in hand.
    """

    cards: CardSet
    together: bool
    draws: int
    odds: float


class Worlds:
    """The worlds that a view leaves open."""

    def __init__(self, view: PlayerView) -> None:
        deal = view.deal
        self._deal = deal
        self._opponent = view.opponent
        self._unseen = cards_of(deal.unseen)
        self._hidden = deal.hidden[view.opponent]
        self._signs = signs_of(deal, view.opponent)
        barred = 0
        for sign in self._signs:
            if not sign.odds and not sign.draws and not sign.together:
                barred |= sign.cards
        self._allowed = tuple(card for card in self._unseen if not barred >> card & 1)
        worth = [POINTS[card] + TRUMP * (card // SUIT_SIZE == deal.trump) for card in self._allowed]
        self._worth = dict(zip(self._allowed, worth, strict=True)) if deal.closed_by == view.opponent else {}
        """After the opponent closed: how much each card speaks for that."""
        self._most = sum(sorted(worth)[len(worth) - self._hidden :]) or 1
        self.hands = math.comb(len(self._allowed), self._hidden)
        """How many hands the opponent may have."""

    def all(self, rng: random.Random) -> list[tuple[Deal, float]]:
        """A world for every hand that the opponent may have, with its weight; the weights sum to 1.

        The rest lies face down in any order.
        """
        found = []
        for cards in combinations(self._allowed, self._hidden):
            hand = mask_of(cards)
            weight = self._weight(hand)
            if weight:
                rest = self._rest(hand)
                rng.shuffle(rest)
                found.append((self._world(hand, rest), weight))
        total = sum(weight for _, weight in found)
        return [(world, weight / total) for world, weight in found]

    def draw(self, rng: random.Random) -> Deal:
        """One world, drawn by weight."""
        hand = 0
        for _ in range(TRIES):
            hand = mask_of(rng.sample(self._allowed, self._hidden))
            weight = self._weight(hand)
            if weight == 1 or rng.random() < weight:
                break
        rest = self._rest(hand)
        rng.shuffle(rest)
        return self._world(hand, rest)

    def _rest(self, hand: CardSet) -> list[Card]:
        return [card for card in self._unseen if not hand >> card & 1]

    def _world(self, hand: CardSet, stock: list[Card]) -> Deal:
        return self._deal.supposed(self._opponent, hand, tuple(stock))

    def _weight(self, hand: CardSet) -> float:
        """How well a hand fits the signs: 1 at best, 0 if it cannot be."""
        weight = 1.0
        hidden = self._hidden
        if self._worth:
            weight = max(BOLD, sum(self._worth[card] for card in cards_of(hand)) / self._most)
        for sign in self._signs:
            held = hand & sign.cards
            if not held:
                continue
            new = min(sign.draws / hidden, 1.0)
            if sign.together:
                if held != sign.cards:
                    continue
                chance = 1 - (1 - new) ** 2
            else:
                chance = float(new ** held.bit_count())
            weight *= sign.odds + (1 - sign.odds) * chance
        return weight


def signs_of(deal: Deal, player: int) -> list[Sign]:
    """What the moves of a player say of the cards it holds now, from the history as far as there is one."""
    history = deal.history
    if not history:
        return []
    ruleset = deal.ruleset
    now = deal.unseen
    trump = deal.trump
    tricks = deal.tricks_played
    owed_by = DUTIES[ruleset.duty][trump]
    total = ruleset.talon_size
    draws_after = [0] * (len(tricks) + 1)
    for number in range(len(tricks) - 1, -1, -1):
        draws_after[number] = draws_after[number + 1] + tricks[number].drew
    give = deal.exchange_card
    found: list[Sign] = []
    number = closed = exchanged = 0
    said: set[Kind] = set()
    won = [0, 0]
    led: Card | None = None
    for mover, move in history:
        kind = move.kind
        if kind is Kind.LEAD:
            talon = total - 2 * sum(trick.drew for trick in tricks[:number])
            if mover == player:
                draws = draws_after[number]
                may_wed = ruleset.marriage_when == "always" or (talon > 0 and not closed)
                if Kind.MARRIAGE not in said and may_wed and not (ruleset.marriage_trick and not won[player]):
                    found += _unwed(move.card, now, draws)
                may_give = talon >= ruleset.exchange_talon and not closed and not exchanged
                if may_give and not (ruleset.exchange_trick and not won[player]) and now >> give & 1:
                    found.append(Sign(1 << give, False, draws, RARE))
            led = move.card
            said.clear()
        elif kind is Kind.FOLLOW and led is not None:
            talon = total - 2 * sum(trick.drew for trick in tricks[:number])
            strict = ruleset.strict == "always" or bool(closed) or talon == 0
            if mover == player:
                draws = draws_after[number]
                if strict:
                    owed = 0
                    for _, obeying in owed_by[led]:
                        if obeying >> move.card & 1:
                            break
                        owed |= obeying
                    if owed & now:
                        found.append(Sign(owed & now, False, draws, 0.0))
                elif not BEATEN_BY[trump][led] >> move.card & 1:
                    found += _let_go(led, trump, now, draws)
            if number < len(tricks):
                won[tricks[number].winner] += 1
            number += 1
            led = None
        elif kind is Kind.CLOSE:
            closed = 1
        else:
            exchanged |= kind is Kind.EXCHANGE
            if mover == player:
                said.add(kind)
    return found


def _unwed(card: Card, now: CardSet, draws: int) -> list[Sign]:
    """A lead without announcement: no couple was in the hand, nor the partner of the card led."""
    found = [Sign(3 << queen, True, draws, RARE) for queen in cards_of(now & now >> 1 & QUEENS)]
    bit = 1 << card
    partner = bit >> 1 if bit & KINGS else bit << 1 if bit & QUEENS else 0
    if partner & now:
        found.append(Sign(partner, False, draws, RARE))
    return found


def _let_go(led: Card, trump: int, now: CardSet, draws: int) -> list[Sign]:
    """A trick that was left to the leader: little in the hand takes it cheaply."""
    suit = SUIT_MASKS[led // SUIT_SIZE]
    above = BEATEN_BY[trump][led] & now
    if led // SUIT_SIZE == trump:
        return []
    found = []
    if POINTS[led] >= 10:
        trumps = above & SUIT_MASKS[trump]
        for card in cards_of(trumps | above & suit):
            found.append(Sign(1 << card, False, draws, LET_GO))
    else:
        for card in cards_of(above & suit):
            if POINTS[card] >= 10:
                found.append(Sign(1 << card, False, draws, 0.6))
    return found
