"""Two real seats over a wire that is a list: whole games without sockets, files or clocks.

One `random.Random` owns every secret and decision, so a game repeats exactly.  A deal can be stacked: then both seats
shuffle honestly, but by permutations that put the cards where the test wants them.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from p2p_schnapsen.crypto import mask, schnorr, shuffle, signing
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import Point, add, base_mul
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.rules import cards
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.ruleset import TALON, TURN_UP, Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.contracting import first_dealer
from p2p_schnapsen.table.dealing import shares_due
from p2p_schnapsen.table.model import GUEST, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import DECISIONS, Made, Seat, Terms
from p2p_schnapsen.wire import messages
from p2p_schnapsen.wire.messages import Message
from tests.support.deals import move_of

Choose = Callable[[PlayerView, random.Random], Move]
SeatClass = type[Seat]


def at_random(view: PlayerView, rng: random.Random) -> Move:
    """Any legal move."""
    return rng.choice(view.legal)


def keen(view: PlayerView, rng: random.Random) -> Move:
    """A random move, but never a claim that is not true: deals last until somebody has 66."""
    legal = [move for move in view.legal if move.kind.name != "CLAIM" or view.deal.points[view.me] >= 66]
    return rng.choice(legal)


def shuffled_by(
    seed: bytes, ctx: bytes, Y: Point, deck: Sequence[Mask], permutation: Sequence[int]
) -> tuple[tuple[Mask, ...], bytes]:
    """A valid shuffle whose permutation is chosen, and its proof."""
    blinding = [to_scalar("chosen blinding", seed, j) for j in range(len(deck))]
    out = tuple(mask.remask(deck[j], blinding[j], Y) for j in permutation)
    return out, shuffle.prove(seed, ctx, Y, deck, out, permutation, blinding)


class Stacked(Seat):
    """A seat that deals the cards in a chosen order; it declines its openings, which would show that it chose.

    The dealer leaves the deck as it is, the elder puts it in order.
    """

    order: tuple[int, ...] = ()

    def _shuffle(self) -> Message:
        deal = self.state.current
        seed, x = self._keys(deal)
        y = base_mul(x)
        joint = add(y, deal.key_of(1 - self.side))
        before = mask.initial_deck(cards.deck(self.state.rules.deck), joint)
        ctx = self._context(deal.number, "shuffle")
        after, proof = shuffled_by(seed, ctx, joint, before, range(len(before)))
        pok = schnorr.prove(seed, self._context(deal.number, "pok"), x, y)
        return messages.Shuffle(y, pok, mask.encode_deck(after), proof)

    def _cut(self) -> Message:
        deal = self.state.current
        seed, _ = self._keys(deal)
        assert deal.joint is not None
        pack = cards.deck(self.state.rules.deck)
        permutation = [pack.index(card) for card in self.order]
        ctx = self._context(deal.number, "shuffle")
        after, proof = shuffled_by(seed, ctx, deal.joint, deal.deck, permutation)
        slots = shares_due(self.state.rules, deal.dealer, 1 - self.side)
        return messages.Cut(mask.encode_deck(after), proof, tuple(self._share(deal, s, after[s].a) for s in slots))

    def _open(self) -> Message:
        return messages.Open(None)


def stack(ruleset: Ruleset, dealer: int, elder: str, dealers: str, up: str, talon: str = "") -> tuple[int, ...]:
    """The order of the deck that deals these cards; what `talon` does not name comes last, ascending."""
    hands = {1 - dealer: elder.split(), dealer: dealers.split(), TURN_UP: [up], TALON: talon.split()}
    named = [parse(name) for names in hands.values() for name in names]
    assert len(named) == len(set(named)), "a card is dealt twice"
    hands[TALON] += [cards.name(card) for card in cards.deck(ruleset.deck) if card not in named]
    piles = {receiver: iter(names) for receiver, names in hands.items()}
    return tuple(parse(next(piles[receiver])) for receiver in ruleset.deal_order(dealer))


@dataclass
class Duel:
    """A game between two seats, record by record."""

    rng: random.Random
    seats: tuple[Seat, Seat]
    choose: Choose = keen
    records: list[bytes] = field(default_factory=list)
    states: list[TableState] = field(default_factory=list)
    """The table before each record."""
    dealer: int | None = None
    """Who is made to deal first; None leaves it to chance."""

    @staticmethod
    def new(
        seed: int | str,
        ruleset: Ruleset | None = None,
        opening: str = "deal",
        choose: Choose = keen,
        host: SeatClass = Seat,
        guest: SeatClass = Seat,
        dealer: int | None = None,
    ) -> Duel:
        """A game about to begin."""
        rng = random.Random(seed)
        terms = Terms(ruleset or Ruleset(), opening, 0, 120, "2026-01-01")
        keys = [signing.generate(rng.randbytes(32)) for _ in range(2)]
        seats = (host(0, keys[0], "anna", terms), guest(1, keys[1], "bert"))
        return Duel(rng, seats, choose, dealer=dealer)

    @staticmethod
    def stacked(
        order: Sequence[int], dealer: int, ruleset: Ruleset | None = None, opening: str = "never", seed: int | str = 0
    ) -> Duel:
        """A game about to begin in which `dealer` deals first, and every deck lies in `order`."""
        duel = Duel.new(seed, ruleset, opening, host=Stacked, guest=Stacked, dealer=dealer)
        for seat in duel.seats:
            assert isinstance(seat, Stacked)
            seat.order = tuple(order)
        return duel

    def clone(self) -> Duel:
        """An independent game in the same place."""
        rng = random.Random()
        rng.setstate(self.rng.getstate())
        seats = (_clone(self.seats[0]), _clone(self.seats[1]))
        return Duel(rng, seats, self.choose, self.records[:], self.states[:], self.dealer)

    @property
    def state(self) -> TableState:
        return self.seats[0].state

    @property
    def over(self) -> bool:
        return self.state.turn is None

    def owing(self) -> Seat:
        """The seat that owes the next record."""
        turn = self.state.turn
        assert turn is not None
        return self.seats[turn]

    def supply(self) -> None:
        """Give the owing seat the secret that it wants, if any."""
        seat = self.owing()
        wanted = seat.wanted()
        if wanted is None:
            return
        secret = self.rng.randbytes(32)
        if wanted == "nonce" and seat.side == GUEST and self.dealer is not None:
            while first_dealer(self.seats[0]._secrets["nonce"], secret) != self.dealer:
                secret = self.rng.randbytes(32)
        seat.give(wanted, secret)

    def next_message(self) -> Message:
        """What the owing seat says next."""
        self.supply()
        seat = self.owing()
        message = seat.automatic()
        return seat.message_for(self.choose(seat.view(), self.rng)) if message is None else message

    def say(self, message: Message) -> Made:
        """One record: made by the owing seat, checked by the other, taken by both."""
        seat = self.owing()
        made = seat.make(message)
        checked = self.seats[1 - seat.side].check(made.raw)
        assert (checked.state.head, checked.state.phase) == (made.state.head, made.state.phase)
        self.states.append(self.state)
        self.records.append(made.raw)
        seat.take(made)
        self.seats[1 - seat.side].take(checked)
        return made

    def step(self) -> Made:
        """The next record of an honest game."""
        return self.say(self.next_message())

    def play(self, until: Callable[[TableState], bool] | None = None) -> Duel:
        """Go on until `until` holds, else to the end."""
        while not self.over and not (until is not None and until(self.state)):
            self.step()
        return self

    def reach(self, phase: Phase) -> Duel:
        """Go on until the log expects what `phase` says."""
        self.play(lambda state: state.phase is phase)
        assert self.state.phase is phase, f"this game has no phase {phase}"
        return self

    def decide(self, words: str = "") -> Duel:
        """Make these moves (see `deals.move_of`), and all that is automatic before, between and after them."""
        for word in [*words.split(), ""]:
            self.play(lambda state: state.phase in DECISIONS)
            if word:
                seat = self.owing()
                self.say(seat.message_for(move_of(seat.view().deal, word)))
        return self

    def steps(self) -> Iterator[Made]:
        """Go on record by record."""
        while not self.over:
            yield self.step()

    def log(self) -> bytes:
        """The log file so far."""
        return log_of(self.records)


def _clone(seat: Seat) -> Seat:
    other = copy.copy(seat)
    other._secrets = dict(seat._secrets)
    other._opened = dict(seat._opened)
    return other


def log_of(records: Sequence[bytes]) -> bytes:
    """A log file with these records."""
    return log_format.HEADER + b"".join(map(log_format.frame, records))


def picture(value: Any) -> Any:
    """All that a table state holds, as plain values that can be compared."""
    if isinstance(value, Deal):
        names = [name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ())]
        return {name: picture(getattr(value, name)) for name in names if name != "_law"}
    if is_dataclass(value) and not isinstance(value, type | Ruleset):
        return type(value).__name__, {one.name: picture(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, list | tuple):
        return [picture(item) for item in value]
    return value
