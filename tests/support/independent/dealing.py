"""One deal on the table: keys, decks, slots, shares, sortings, duties (spec: deal, share, play, sorting, duty).

Functions that take a record's place make of it the ctx that its proofs are bound to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.support.independent.curve import subtract
from tests.support.independent.encoding import Item, digest, tup
from tests.support.independent.group import EncodingProblem, G, card, cards, decode, encode, to_scalar
from tests.support.independent.opening import Made, MadeDuty, MadePok, MadeShare, MadeShuffle, agrees
from tests.support.independent.play import Deal
from tests.support.independent.proofs import (
    MASK,
    check_deck,
    duty_holds,
    joined,
    pok_holds,
    proof_size,
    share_holds,
    shuffle_holds,
    split,
)
from tests.support.independent.ruleset import RuleSet


class Fault(Exception):
    """A fault of a record's signer; `code` is its name."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Unblamed(Exception):
    """Bytes that are nobody's fault; `code` says what is wrong with them."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Place:
    """Where a record stands, and whose it is."""

    game_id: bytes
    deal: int
    seq: int
    prev: bytes
    side: int

    def ctx(self, kind: str, slot: int = 0) -> bytes:
        """The ctx of a proof in this record."""
        return tup(self.game_id, self.deal, self.seq, self.prev, self.side, kind, slot)


class Dealing:
    """What the log shows of one deal."""

    def __init__(self, rules: RuleSet, dealer: int, number: int) -> None:
        self.rules = rules
        self.dealer, self.elder = dealer, 1 - dealer
        self.number = number
        self.commitments: dict[int, tuple[bytes, bytes]] = {}
        """By side: the commitment, and the ctx of its record."""
        self.keys: dict[int, bytes] = {}
        self.joint = b""
        self.deck = b""
        self.made: tuple[list[Made], list[Made]] = ([], [])
        self.masks: list[tuple[bytes, bytes]] = []
        """By slot: a, and b less all shares shown so far."""
        self.public: dict[int, int] = {}
        self.hands: tuple[set[int], set[int]] = (set(), set())
        self.talon: list[int] = []
        self.up = -1
        self.gone: set[int] = set()
        """Cards that were played."""
        self.play: Deal | None = None
        self.drawn: dict[int, int] = {}
        """By side: the slot it draws after this trick."""

    # Before the cards are dealt

    def commit(self, place: Place, commitment: bytes) -> None:
        """A side's commitment to its seed."""
        if any(commitment == other for other, _ in self.commitments.values()):
            raise Fault("commitments-equal")
        self.commitments[place.side] = (commitment, place.ctx("commit"))

    def key(self, place: Place, key: bytes, pok: bytes) -> None:
        """A side's key of the deal."""
        try:
            decode(key)
        except EncodingProblem:
            raise Fault("key-encoding") from None
        ctx = place.ctx("pok")
        try:
            good = pok_holds(ctx, key, pok)
        except EncodingProblem:
            raise Fault("pok") from None
        if not good:
            raise Fault("pok")
        self.keys[place.side] = key
        self.made[place.side].append(MadePok(ctx, key, pok))
        if len(self.keys) == 2:
            try:
                self.joint = joined(self.keys[0], self.keys[1])
            except EncodingProblem:
                raise Fault("keys-cancel") from None
            y = decode(self.joint)
            self.deck = b"".join(G + encode(subtract(card(k), (-y[0], y[1], y[2], -y[3]))) for k in self.rules.cards())

    def shuffle(self, place: Place, deck: bytes, proof: bytes) -> None:
        """A side's shuffle of the deck."""
        self._shuffled(place, "shuffle", self.joint, self.deck, deck, proof)
        self.deck = deck

    def _shuffled(self, place: Place, kind: str, key: bytes, before: bytes, after: bytes, proof: bytes) -> None:
        n = len(before) // MASK
        if len(after) != len(before):
            raise Fault(f"{kind}-deck")
        if len(proof) != proof_size(n):
            raise Fault(f"{kind}-encoding")
        try:
            check_deck(after)
        except EncodingProblem:
            raise Fault(f"{kind}-deck") from None
        ctx = place.ctx(kind)
        try:
            good = shuffle_holds(ctx, key, before, after, proof)
        except EncodingProblem:
            raise Fault(f"{kind}-encoding") from None
        if not good:
            raise Fault(f"{kind}-proof")
        self.made[place.side].append(MadeShuffle(ctx, key, before, after, proof))

    def lay_out(self) -> None:
        """The shuffled deck takes its slots."""
        halves = split(self.deck)
        self.masks = list(zip(halves[0::2], halves[1::2], strict=True))
        elders, dealers, self.up, self.talon = self.rules.slots()
        self.hands[self.elder].update(elders)
        self.hands[self.dealer].update(dealers)

    def shares_of_deal(self, place: Place, shares: Sequence[bytes]) -> None:
        """One side's shares of the other's hand, and of the trump."""
        slots = [*sorted(self.hands[1 - place.side]), self.up]
        if len(shares) != len(slots):
            raise Fault("share-count")
        for slot, share in zip(slots, shares, strict=True):
            self._released(place, slot, share)

    def turn_up(self) -> None:
        """The trump is known."""
        self._show(self.up)
        self.play = Deal(self.rules, self.dealer, self.public[self.up])

    # Shares

    def _released(self, place: Place, slot: int, share: bytes) -> None:
        a, b = self.masks[slot]
        ctx = place.ctx("share", slot)
        key = self.keys[place.side]
        try:
            good = share_holds(ctx, key, a, share)
        except EncodingProblem:
            raise Fault("share-encoding") from None
        if not good:
            raise Fault("share-proof")
        self.masks[slot] = (a, encode(subtract_encoded(b, share[:32])))
        self.made[place.side].append(MadeShare(ctx, key, a, share))

    def _show(self, slot: int) -> None:
        card = cards().get(self.masks[slot][1])
        if card is None:
            raise Unblamed("card-unknown")
        self.public[slot] = card

    def show(self, place: Place, slot: int, share: bytes | None) -> int:
        """The card in a slot of the mover's hand, with its share unless it is public."""
        if slot not in self.hands[place.side]:
            raise Fault("slot-not-held")
        if slot in self.public:
            if share is not None:
                raise Fault("share-needless")
        else:
            if share is None:
                raise Fault("share-missing")
            self._released(place, slot, share)
            self._show(slot)
        return self.public[slot]

    def hidden(self, side: int) -> list[int]:
        """The slots of a hand whose cards are not public, ascending."""
        return sorted(slot for slot in self.hands[side] if slot not in self.public)

    def known(self, side: int) -> set[int]:
        """The public cards of a hand."""
        return {self.public[slot] for slot in self.hands[side] if slot in self.public}

    def played(self, side: int, slot: int) -> None:
        """The card in the slot leaves the hand."""
        self.hands[side].remove(slot)
        self.gone.add(self.public[slot])

    def exchanged(self, side: int, slot: int) -> None:
        """The slot and the trump's have changed places."""
        hand = self.hands[side]
        hand.remove(slot)
        hand.add(self.up)
        self.up = slot

    # Drawing and sorting

    def begin_draw(self, winner: int) -> None:
        """Which slots both are to draw."""
        first = self.talon.pop(0)
        second = self.talon.pop(0) if self.talon else self.up
        self.drawn = {winner: first, 1 - winner: second}

    def draw_share(self, place: Place, share: bytes | None) -> None:
        """The share of the card that the other side draws; that card joins the other's hand."""
        other = 1 - place.side
        slot = self.drawn[other]
        if slot in self.public:
            if share is not None:
                raise Fault("share-needless")
        else:
            if share is None:
                raise Fault("share-missing")
            self._released(place, slot, share)
        self.hands[other].add(slot)

    def must_sort(self, side: int) -> bool:
        """Whether the card that this side has drawn is to be mixed with others."""
        return self.drawn[side] not in self.public and len(self.hidden(side)) > 1

    def sort(self, place: Place, deck: bytes, proof: bytes) -> None:
        """The hidden cards of a hand change places."""
        slots = self.hidden(place.side)
        before = b"".join(a + v for a, v in (self.masks[slot] for slot in slots))
        self._shuffled(place, "sort", self.keys[place.side], before, deck, proof)
        halves = split(deck)
        for slot, a, v in zip(slots, halves[0::2], halves[1::2], strict=True):
            self.masks[slot] = (a, v)

    # Duty

    def follow_duty(self, place: Place, forbidden: Iterable[int], proofs: Sequence[bytes]) -> None:
        """The proofs that no hidden card of the follower's is one that binds; its card has left the hand already."""
        side = place.side
        slots = self.hidden(side)
        seen = self.gone | self.known(0) | self.known(1) | {self.public[self.up]}
        binding = set(forbidden) - seen
        if not binding or not slots:
            if proofs:
                raise Fault("duty-needless")
            return
        left = tuple(k for k in self.rules.cards() if k not in seen and k not in binding)
        if len(left) < len(slots):
            raise Fault("duty-impossible")
        if len(proofs) != len(slots):
            raise Fault("duty-count")
        key = self.keys[side]
        for slot, proof in zip(slots, proofs, strict=True):
            a, v = self.masks[slot]
            ctx = place.ctx("duty", slot)
            if len(proof) != 64 * len(left):
                raise Fault("duty-encoding")
            try:
                good = duty_holds(ctx, key, a, v, left, proof)
            except EncodingProblem:
                raise Fault("duty-encoding") from None
            if not good:
                raise Fault("duty-proof")
            self.made[side].append(MadeDuty(ctx, key, a, v, left, proof))

    # Opening

    def check_opening(self, game_id: bytes, side: int, seed: bytes) -> None:
        """Fault where the seed is not the one that was committed to, or makes other values than were sent."""
        commitment, ctx = self.commitments[side]
        if digest("commit", ctx, seed) != commitment:
            raise Fault("open-seed")
        if not self.made[side]:
            return
        both = (self.commitments[self.dealer][0], self.commitments[self.elder][0])
        x = to_scalar("key", seed, game_id, self.number, *both)
        if not all(agrees(made, seed, x) for made in self.made[side]):
            raise Fault("open-value")


def subtract_encoded(left: bytes, right: bytes) -> tuple[int, int, int, int]:
    """left - right."""
    return subtract(decode(left), decode(right))


def sorting_of(item: Item) -> tuple[bytes, bytes]:
    """[masks, proof]."""
    assert isinstance(item, list)
    deck, proof = item
    assert isinstance(deck, bytes)
    assert isinstance(proof, bytes)
    return deck, proof
