"""Seats that cheat: an honest seat with one step replaced, and signed again.

Each waits for its chance and takes it once. They work in memory (`duel`) and between real processes
(`net.session`, the options' `seat`).
"""

from __future__ import annotations

from dataclasses import replace

from p2p_schnapsen.crypto import dleq, group, mask, membership, shuffle, signing
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import Point
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.errors import IllegalMove, LocalMisuse
from p2p_schnapsen.rules import moves
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.playing import duty_cards, hand_masks
from p2p_schnapsen.table.seat import Made, Seat
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.envelope import Body
from p2p_schnapsen.wire.messages import Cut, Draw, Follow, Hands, Lead, Message, Open, Shuffle, Sort


class Cheat(Seat):
    """Makes honest records until `twist` has something else to say; that is sent unchecked, and only once."""

    code = ""
    """The fault that it must be found out by."""

    cheated = False

    def make(self, message: Message) -> Made:
        """The honest record, or the cheat's."""
        raw = None if self.cheated else self.forged(message)
        if raw is None:
            return super().make(message)
        self.cheated = True
        return Made(raw, self.state, ())

    def forged(self, message: Message) -> bytes | None:
        """The bytes to send instead, or None: not now."""
        twisted = self.twist(message)
        return None if twisted is None else self.sign(twisted)

    def twist(self, message: Message) -> Message | None:
        """The message to send instead, or None: not now."""
        raise NotImplementedError

    def wrong_share(self, number: int, a: Point, d: Point) -> bytes:
        """A share that says d, with the best proof that can be made for it."""
        deal = self.state.current
        seed, x = self._keys(deal)
        return dleq.prove(seed, self._context(deal.number, "share", number), x, deal.key_of(self.side), a, d)


class UndealtCard(Cheat):
    """Plays a card that it was not dealt: opens its own card as another."""

    code = "share-proof"

    def twist(self, message: Message) -> Message | None:
        if not isinstance(message, Lead | Follow) or message.share is None:
            return None
        deal = self.state.current
        slot = deal.slots[message.slot]
        other = max(set(range(24)) - set(self.hand().values()))
        return replace(
            message, share=self.wrong_share(message.slot, slot.a, group.sub(slot.v, mask.CARD_POINTS[other]))
        )


class UnheldSlot(Cheat):
    """Plays the card that lies on top of the talon."""

    code = "slot-not-held"

    def twist(self, message: Message) -> Message | None:
        if not isinstance(message, Lead | Follow) or not self.state.current.talon:
            return None
        return replace(message, slot=self.state.current.talon[0])


class Revoke(Cheat):
    """Keeps the card that it must play, and forges the proof that it has none."""

    code = "duty-proof"

    def twist(self, message: Message) -> Message | None:
        if not isinstance(message, Follow):
            return None
        _, game, _ = self.state.playing
        for number, card in self.hand().items():
            try:
                self.view().deal.check(moves.follow(card))
                continue
            except IllegalMove:
                pass
            try:
                after = game.copy()
                forbidden = after.play(moves.follow(card))
            except IllegalMove:  # a card that everybody knows we hold gives us away
                continue
            if forbidden:
                return self.revoke(number, duty_cards(after, forbidden))
        return None

    def revoke(self, number: int, allowed: tuple[int, ...]) -> Message:
        """The wrong card from slot `number`, with what is said about the others."""
        deal = self.state.current
        seed, x = self._keys(deal)
        proofs = []
        for slot in (s for s in deal.hidden(self.side) if s != number):
            a, v = deal.slots[slot].a, deal.slots[slot].v
            ctx = self._context(deal.number, "duty", slot)
            card = self.hand()[slot]
            true = allowed.index(card) if card in allowed else 0
            proofs.append(membership.prove_branch(seed, ctx, x, deal.key_of(self.side), a, v, allowed, true))
        return Follow(number, self._own_share(deal, number), tuple(proofs))


class SilentRevoke(Revoke):
    """Keeps the card that it must play, and proves nothing."""

    code = "duty-count"

    def revoke(self, number: int, allowed: tuple[int, ...]) -> Message:
        return Follow(number, self._own_share(self.state.current, number), ())


class DoubledCard(Cheat):
    """Shuffles a deck in which one card comes twice and another not at all."""

    code = "shuffle-proof"

    def twist(self, message: Message) -> Message | None:
        if not isinstance(message, Shuffle | Cut):
            return None
        deal = self.state.current
        seed, x = self._keys(deal)
        if isinstance(message, Shuffle):
            y = group.add(group.base_mul(x), deal.key_of(1 - self.side))
            before = mask.initial_deck(range(24) if self.state.rules.deck == 24 else _TWENTY, y)
        else:
            assert deal.joint is not None
            y, before = deal.joint, deal.deck
        doubled = self.spoil(before, y)
        n = len(before)
        blinding = [to_scalar("cheat", seed, j) for j in range(n)]
        after = tuple(mask.remask(card, r, y) for card, r in zip(doubled, blinding, strict=True))
        proof = shuffle.prove(seed, self._context(deal.number, "shuffle"), y, before, after, list(range(n)), blinding)
        return replace(message, deck=mask.encode_deck(after), proof=proof)

    def spoil(self, deck: tuple[Mask, ...], y: Point) -> tuple[Mask, ...]:
        """The deck that is shuffled instead."""
        return (deck[-1], *deck[1:])


_TWENTY = tuple(k for k in range(24) if k % 6)


class ForeignCard(DoubledCard):
    """Shuffles a deck with something in it that is no card."""

    def spoil(self, deck: tuple[Mask, ...], y: Point) -> tuple[Mask, ...]:
        return (Mask(deck[0].a, group.add(deck[0].b, y)), *deck[1:])


class WrongShare(Cheat):
    """Releases a wrong share of a card that the other side draws, so that it sees another card."""

    code = "share-proof"

    def twist(self, message: Message) -> Message | None:
        if not isinstance(message, Draw) or message.share is None:
            return None
        deal = self.state.current
        assert deal.drawn is not None
        number = deal.drawn[0] if self.state.phase is Phase.DRAW_LOSER else deal.drawn[1]
        d = group.add(Point(message.share[:32]), group.G)
        return replace(message, share=self.wrong_share(number, deal.slots[number].a, d))


class WrongDealtShare(Cheat):
    """Releases a wrong share while dealing."""

    code = "share-proof"

    def twist(self, message: Message) -> Message | None:
        if not isinstance(message, Cut | Hands):
            return None
        return replace(message, shares=(*message.shares[1:], message.shares[0]))


class ForeignSort(Cheat):
    """Sorts a card into its hand that it was not dealt."""

    code = "sort-proof"

    def twist(self, message: Message) -> Message | None:
        deal = self.state.current if self.state.deal is not None else None
        if deal is None or not (isinstance(message, Sort) or (isinstance(message, Draw) and message.sorting)):
            return None
        seed, _ = self._keys(deal)
        y, before = deal.key_of(self.side), hand_masks(deal, self.side)
        r = [to_scalar("cheat", seed, j) for j in range(len(before))]
        ace = Mask(group.G, group.add(mask.CARD_POINTS[23], y))
        after = tuple(mask.remask(card, k, y) for card, k in zip((ace, *before[1:]), r, strict=True))
        ctx = self._context(deal.number, "sort")
        proof = shuffle.prove(seed, ctx, y, before, after, list(range(len(before))), r)
        masks = mask.encode_deck(after)
        return Sort(masks, proof) if isinstance(message, Sort) else replace(message, sorting=(masks, proof))


class NoSort(Cheat):
    """Keeps its hand in the order in which it was drawn."""

    code = "sort-missing"

    def twist(self, message: Message) -> Message | None:
        return replace(message, sorting=None) if isinstance(message, Draw) and message.sorting else None


class OutOfPhase(Cheat):
    """Claims 66 where a card has to be answered."""

    code = "out-of-phase"

    def twist(self, message: Message) -> Message | None:
        return messages.Claim() if isinstance(message, Follow) else None


class WrongSeed(Cheat):
    """Opens another seed than the one it committed to."""

    code = "open-seed"

    def twist(self, message: Message) -> Message | None:
        return Open(bytes(32)) if isinstance(message, Open) else None


class WrongFinal(Cheat):
    """Signs a better score than it has."""

    code = "final-score"

    def twist(self, message: Message) -> Message | None:
        if not isinstance(message, messages.Final):
            return None
        host, guest = message.score
        return replace(message, score=(host + 1, guest))


class TwoBodies(Cheat):
    """Signs a second record for a place where it has signed already."""

    code = "equivocation"
    earlier: tuple[int, bytes] | None = None

    def forged(self, message: Message) -> bytes | None:
        table = self.state
        if table.deal is None or table.deal.game is None:
            return None
        if self.earlier is None:
            self.earlier = (table.seq, table.head)
            return None
        seq, prev = self.earlier
        again = messages.Concede("match")
        body = Body(table.game_id, seq, self.side, prev, "concede", messages.encode(again)).encode()
        return envelope.seal(body, signing.sign(self.identity, envelope.signed_message(body)))


class OwnNonce(Cheat):
    """Proves a share with a nonce that does not come from its seed: found out when the seed is opened."""

    code = "open-value"
    spoilt = False

    def make(self, message: Message) -> Made:
        if isinstance(message, Lead | Follow) and message.share is not None and not self.spoilt:
            deal = self.state.current
            _, x = self._keys(deal)
            ctx = self._context(deal.number, "share", message.slot)
            a = deal.slots[message.slot].a
            message = replace(message, share=dleq.share(bytes(32), ctx, x, deal.key_of(self.side), a))
            self.spoilt = True
        return super().make(message)

    def forged(self, message: Message) -> bytes | None:
        """The honest seed of a dishonest deal: our own check refuses it, so it goes out unchecked."""
        if not self.spoilt or not isinstance(message, Open):
            return None
        try:
            super(Cheat, self).make(message)
        except LocalMisuse:
            return self.sign(message)
        return None


CHEATS: dict[str, type[Cheat]] = {
    "undealt-card": UndealtCard,
    "unheld-slot": UnheldSlot,
    "revoke": Revoke,
    "silent-revoke": SilentRevoke,
    "doubled-card": DoubledCard,
    "foreign-card": ForeignCard,
    "wrong-share": WrongShare,
    "wrong-dealt-share": WrongDealtShare,
    "foreign-sort": ForeignSort,
    "no-sort": NoSort,
    "out-of-phase": OutOfPhase,
    "wrong-seed": WrongSeed,
    "own-nonce": OwnNonce,
    "wrong-final": WrongFinal,
    "two-bodies": TwoBodies,
}
"""Name -> the seat that cheats so."""
