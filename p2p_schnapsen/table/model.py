"""What everybody at the table sees, as frozen values: the state that records are folded into."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from p2p_schnapsen.crypto.challenge import context
from p2p_schnapsen.crypto.group import Point
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.transcript import Entry
from p2p_schnapsen.wire import chain
from p2p_schnapsen.wire.envelope import Body
from p2p_schnapsen.wire.messages import Accept, Offer
from p2p_schnapsen.wire.note import Note

HOST, GUEST = 0, 1
Pair = tuple[int, int]
Hands = tuple[tuple[int, ...], tuple[int, ...]]
"""Each side's slots, ascending."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One position of the dealt deck: mask (a, v), where v is the second point less every share `shown` so far.

    Once a card lies in a hand, (a, v) is a mask under its owner's key alone. `card` is set when both shares are
    in the log: the card is public.
    """

    a: Point
    v: Point
    shown: tuple[bool, bool] = (False, False)
    card: int | None = None


@dataclass(frozen=True, slots=True)
class DealState:
    """One deal: what was committed, shuffled, shown and played. Pairs are indexed by side."""

    number: int
    dealer: int
    commitments: tuple[bytes | None, bytes | None] = (None, None)
    keys: tuple[Point | None, Point | None] = (None, None)
    joint: Point | None = None
    deck: tuple[Mask, ...] = ()
    slots: tuple[Slot, ...] = ()
    hands: Hands = ((), ())
    up: int | None = None
    talon: tuple[int, ...] = ()
    drawn: tuple[int, int] | None = None
    """Slots that the last trick's winner and loser are drawing now."""
    game: Deal | None = None
    transcript: tuple[Entry, ...] = ()

    @property
    def elder(self) -> int:
        return 1 - self.dealer

    def key_of(self, side: int) -> Point:
        key = self.keys[side]
        assert key is not None, "the phase says that both keys are known"
        return key

    @property
    def engine(self) -> Deal:
        """The rules engine, once the hands are dealt."""
        assert self.game is not None
        return self.game

    def hidden(self, side: int) -> tuple[int, ...]:
        """Slots of the cards in a hand that are not public, ascending."""
        return tuple(s for s in self.hands[side] if self.slots[s].card is None)

    def ordered_commitments(self) -> tuple[bytes, bytes] | None:
        """(C_D, C_E), once both are known."""
        dealers, elders = self.commitments[self.dealer], self.commitments[self.elder]
        return None if dealers is None or elders is None else (dealers, elders)


@dataclass(frozen=True, slots=True)
class Decision:
    """The end of the match: who won, the score, and the record that decided it with the head after it."""

    winner: int
    score: Pair
    conceded: bool
    seq: int
    head: bytes


class Opening(NamedTuple):
    """One `open` record that is due or was made."""

    number: int
    side: int


@dataclass(frozen=True, slots=True)
class TableState:
    """The whole table after some records. `seq` and `head` are what the next record must name."""

    phase: Phase = Phase.OFFER
    seq: int = 0
    head: bytes = chain.START
    game_id: bytes = chain.START
    offer: Offer | None = None
    offer_body: bytes = b""
    accept: Accept | None = None
    ruleset: Ruleset | None = None
    match: Match | None = None
    deal: DealState | None = None
    past: tuple[DealState, ...] = ()
    """Finished deals whose seeds may still be opened."""
    due: tuple[Opening, ...] = ()
    opened: tuple[Opening, ...] = ()
    declined: tuple[Opening, ...] = ()
    decision: Decision | None = None
    finals: tuple[bool, bool] = (False, False)
    note: Note | None = None
    """An end note: the match was left undecided."""

    @property
    def identities(self) -> tuple[bytes | None, bytes | None]:
        """The sides' identity keys, as far as they are known."""
        return (self.offer.key if self.offer else None, self.accept.key if self.accept else None)

    # The phase says that these are there.

    @property
    def contract(self) -> Offer:
        """The offer."""
        assert self.offer is not None
        return self.offer

    @property
    def rules(self) -> Ruleset:
        """The rule set of the offer."""
        assert self.ruleset is not None
        return self.ruleset

    @property
    def standing(self) -> Match:
        """The match so far."""
        assert self.match is not None
        return self.match

    @property
    def current(self) -> DealState:
        """The deal that is on."""
        assert self.deal is not None
        return self.deal

    @property
    def turn(self) -> int | None:
        """The side that owes the next record; None when nothing more is expected."""
        return _turn(self)

    @property
    def playing(self) -> tuple[DealState, Deal, Match]:
        """Deal, engine and match, in a phase of play."""
        return self.current, self.current.engine, self.standing


def _turn(state: TableState) -> int | None:
    phase = state.phase
    if phase in (Phase.OFFER, Phase.START):
        return HOST
    if phase is Phase.ACCEPT:
        return GUEST
    if phase is Phase.OVER:
        return None
    if phase is Phase.OPEN:
        return state.due[0].side
    if phase is Phase.FINAL:
        return GUEST if state.finals[HOST] else HOST
    if phase in (Phase.COMMIT, Phase.SHUFFLE, Phase.DEAL):
        return state.standing.dealer
    if phase in (Phase.KEY, Phase.CUT):
        return state.standing.elder
    _, game, _ = state.playing
    if phase in (Phase.LEAD, Phase.FOLLOW, Phase.LAST):
        return game.turn
    assert game.last_trick is not None
    winner = game.last_trick.winner
    return winner if phase is Phase.DRAW_WINNER else 1 - winner


@dataclass(slots=True)
class Step:
    """One record being applied: its body (and its bytes), the head after it, and what it turned out to do."""

    body: Body
    body_bytes: bytes
    head: bytes
    events: list[Event] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def context(self, deal: int, kind: str, slot: int = 0) -> bytes:
        """The context of a challenge in this record."""
        body = self.body
        return context(body.game_id, deal, body.seq, body.prev, body.side, kind, slot)

    def keep(self, deal: DealState, **changes: Any) -> DealState:
        """`deal` with these changes and this record's entries in its transcript, in one copy."""
        return replace(deal, transcript=deal.transcript + tuple(self.entries), **changes)
