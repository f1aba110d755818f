"""Somebody who holds both players' secrets and sees every card: the yardstick for what the players may see."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from p2p_schnapsen.crypto import dleq, group, mask
from p2p_schnapsen.crypto.group import Point
from p2p_schnapsen.rules import cards
from p2p_schnapsen.rules.cards import CardSet
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.ruleset import TALON, TURN_UP
from p2p_schnapsen.table.model import DealState, Slot
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages
from tests.support.duel import Duel

mul = lru_cache(maxsize=4096)(group.mul)
"""A card lies where it is for many records."""


@dataclass
class Omniscient:
    """Follows a duel record by record; `after` is called after each. One deal at a time."""

    duel: Duel
    full: Deal | None = None
    """The deal with everything known, replayed move by move."""
    pack: tuple[int, ...] = ()
    """The cards in the order in which they were dealt."""
    shared: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))
    """By side: the cards for which its share is in the log, found by x·a = d and nothing that the table says."""
    drawn: tuple[int, int | None] = (-1, None)
    """The cards that the last trick's winner and loser drew; None for the face-up one."""

    def after(self) -> None:
        """Look at the record just made."""
        before, state = self.duel.states[-1], self.duel.state
        if before.phase is Phase.COMMIT:
            self.full, self.pack, self.shared = None, (), (set(), set())
        deal = state.deal or (before.deal if state.phase is not Phase.COMMIT else None)
        if deal is None or not deal.slots:
            return
        if not self.pack:
            self.pack = tuple(self.look(Slot(card.a, card.b), deal) for card in deal.deck)
        self._note_shares(deal, before.deal)
        if deal.game is not None and self.full is None:
            order = state.rules.deal_order(deal.dealer)
            hands, up, talon = self.dealt(order)
            self.full = Deal.start(state.rules, deal.dealer, up, hands, talon)
        game = state.deal.game if state.deal is not None else None
        if self.full is not None and game is not None:
            for _, move in game.history[len(self.full.history) :]:
                top = self.full.face_down or ()
                self.full.play(move)
                trick = self.full.last_trick
                if trick is not None and trick.drew:
                    self.drawn = (top[0], top[1]) if len(top) > 1 else (top[0], None) if top else self.drawn

    def dealt(self, order: tuple[int, ...]) -> tuple[tuple[CardSet, CardSet], int, tuple[int, ...]]:
        """Hands, face-up card and talon, by the rule set's order of dealing."""
        host, guest, talon = (
            [card for card, receiver in zip(self.pack, order, strict=True) if receiver == pile]
            for pile in (0, 1, TALON)
        )
        return (cards.mask_of(host), cards.mask_of(guest)), self.pack[order.index(TURN_UP)], tuple(talon)

    def look(self, slot: Slot, deal: DealState) -> int:
        """The card in a slot, with both sides' keys."""
        point = slot.v
        for side, seat in enumerate(self.duel.seats):
            if not slot.shown[side]:
                _, x = seat._keys(deal)
                point = group.sub(point, mul(x, slot.a))
        card = mask.card_of(point)
        assert card is not None
        return card

    def _note_shares(self, deal: DealState, before: DealState | None) -> None:
        body = envelope.parse(self.duel.records[-1]).body
        message = messages.decode(body.type, body.payload)
        _, x = self.duel.seats[body.side]._keys(deal)
        masks: dict[Point, int] = {}
        for known in (deal, before):
            if known is not None and known.slots:
                masks |= {mul(x, slot.a): self.look(slot, known) for slot in known.slots}
        for share in shares_in(message):
            assert share[:32] in masks, "a share of no card at all"
            self.shared[body.side].add(masks[Point(share[:32])])

    def expected(self) -> tuple[set[int], set[int]]:
        """By side: the cards for which its share must be in the log now, and no other may be."""
        state = self.duel.state
        if state.phase is Phase.DEAL:
            deal = state.current
            hands, up, _ = self.dealt(state.rules.deal_order(deal.dealer))
            both: tuple[set[int], set[int]] = (set(), set())
            both[deal.elder].update(cards.cards_of(hands[deal.dealer]), [up])
            return both
        full = self.full
        assert full is not None
        both = (set(cards.cards_of(full.known[1] | full.shown)), set(cards.cards_of(full.known[0] | full.shown)))
        winner = full.leader
        if state.phase in (Phase.DRAW_LOSER, Phase.DRAW_WINNER) and self.drawn[1] is not None:
            both[winner].discard(self.drawn[1])
        if state.phase is Phase.DRAW_LOSER:
            both[1 - winner].discard(self.drawn[0])
        return both


def shares_in(value: object) -> list[bytes]:
    """Every share in a message, wherever it stands: nothing else there has 96 bytes."""
    if isinstance(value, bytes):
        return [value] if len(value) == dleq.SHARE_SIZE else []
    if isinstance(value, tuple):
        return [share for item in value for share in shares_in(item)]
    fields = getattr(value, "__dataclass_fields__", ())
    return [share for name in fields for share in shares_in(getattr(value, name))]
