"""From a log to the text notation: what was dealt, as far as the log opens it, and what was played. Pure.

Spec: `protocol/spec/notation.md`, "From a log".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from p2p_schnapsen.crypto import group, mask
from p2p_schnapsen.crypto.group import Scalar
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog.format import parse
from p2p_schnapsen.gamelog.report import Report
from p2p_schnapsen.gamelog.verify import verify, verify_records
from p2p_schnapsen.rules.cards import Card, CardSet, mask_of
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.notation import DealText, MatchText
from p2p_schnapsen.table import keys
from p2p_schnapsen.table.events import Dealt, Event, Moved, SeedOpened
from p2p_schnapsen.table.model import DealState, Slot, TableState
from p2p_schnapsen.wire import envelope, messages

GAME_BYTES = 16
"""How much of the game's id the tag `Game` has."""


def transcribe(data: bytes) -> tuple[Report, MatchText | None]:
    """The verdict on the bytes of a log file, and the match up to where the log is bad or ends.

    The match is None where the log holds no contract. Its names are as they were signed: `write` refuses control
    characters in them, so clean them first. Never raises for bad input.
    """
    try:
        log = parse(data)
    except DataError:
        return verify(data), None
    scribe = Scribe(log.records)
    report = verify_records(log, scribe.hear)
    return report, scribe.match()


@dataclass(slots=True)
class _Dealt:
    """A deal as it was dealt, what has been played, and the keys (x, by side) of the seeds that were opened."""

    number: int
    score: tuple[int, int]
    dealer: int
    up: Card
    slots: tuple[Slot, ...]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    talon: tuple[int, ...]
    commitments: tuple[bytes, bytes]
    moves: list[Move] = field(default_factory=list)
    opened: dict[int, Scalar] = field(default_factory=dict)

    def text(self) -> DealText:
        """A side's hand is known where that side opened its seed; the talon needs both."""
        hands = (self._hand(0), self._hand(1))
        talon = tuple(self._card(slot) for slot in self.talon) if len(self.opened) == 2 else None
        return DealText(self.number, self.score, self.dealer, hands, self.up, talon, tuple(self.moves))

    def _hand(self, side: int) -> CardSet | None:
        return mask_of(self._card(slot) for slot in self.hands[side]) if side in self.opened else None

    def _card(self, number: int) -> Card:
        """The card in a slot, once every side whose share is not in the log has opened its seed."""
        slot = self.slots[number]
        point = slot.v
        for side in (0, 1):
            if not slot.shown[side]:
                point = group.sub(point, group.mul(self.opened[side], slot.a))
        card = mask.card_of(point)
        assert card is not None, "the shuffles were proven: there is a card in every slot"
        return card


class Scribe:
    """Listens to the verification of `records`, and knows the match so far. `hear` is a `verify.Listener`."""

    def __init__(self, records: Sequence[bytes]) -> None:
        self._records = records
        self._state = TableState()
        self._deals: dict[int, _Dealt] = {}

    def hear(self, index: int, state: TableState, events: Sequence[Event]) -> None:
        """Record `index` was applied and led to `state`."""
        for event in events:
            match event:
                case Dealt():
                    self._deals[event.number] = _dealt(state, state.current, event.up)
                case Moved():
                    self._last.moves.append(event.move)
                case SeedOpened() if event.opened:
                    deal = self._deals.get(event.number)
                    if deal is not None:  # else the match was given up before the cards were dealt
                        deal.opened[event.side] = self._key(index, deal)
        self._state = state

    def match(self) -> MatchText | None:
        """The match so far; None before the contract is made."""
        state = self._state
        if state.offer is None or state.accept is None:
            return None
        decision = state.decision
        return MatchText(
            state.rules,
            (state.offer.name, state.accept.name),
            tuple(deal.text() for deal in self._deals.values()),
            1 - decision.winner if decision is not None and decision.conceded else None,
            (("Date", state.offer.date), ("Game", state.game_id[:GAME_BYTES].hex())),
        )

    @property
    def _last(self) -> _Dealt:
        return self._deals[max(self._deals)]

    def _key(self, index: int, deal: _Dealt) -> Scalar:
        """The key that the seed in record `index` gives; the table has made everything anew from it already."""
        message = messages.decode("open", envelope.parse(self._records[index]).body.payload)
        assert isinstance(message, messages.Open)
        assert message.seed is not None
        return keys.secret_key(message.seed, self._state.game_id, deal.number, *deal.commitments)


def _dealt(state: TableState, deal: DealState, up: Card) -> _Dealt:
    commitments = deal.ordered_commitments()
    assert commitments is not None, "both sides have committed before a card is dealt"
    score = state.standing.score
    return _Dealt(deal.number, score, deal.dealer, up, deal.slots, deal.hands, deal.talon, commitments)
