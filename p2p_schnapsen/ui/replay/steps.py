"""From a log to the steps of its replay: frozen values, which the screen, the page and the objects show alike. Pure.

What is legal, who takes a trick and what a deal is worth comes from the rules' one engine, what a log proves from its
one verification; nothing of either is told here again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog.format import parse
from p2p_schnapsen.gamelog.report import Report
from p2p_schnapsen.gamelog.transcribe import Scribe
from p2p_schnapsen.gamelog.verify import verify, verify_records
from p2p_schnapsen.rules.cards import Card, CardSet, cards_of, mask_of
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.notation import DealText, MatchText, word_of
from p2p_schnapsen.rules.position import Trick
from p2p_schnapsen.rules.scoring import Outcome
from p2p_schnapsen.table.events import DealEnded, Dealt, Event, MatchStarted, Moved
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.ui.replay.proofs import Proof, proven
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.limits import NAME_BYTES
from p2p_schnapsen.wire.messages import Message

Pair = tuple[int, int]

_WITH_THE_TRICK = ("draw", "sort")
"""Records that only bring to an end what the step before has begun."""


class Moment(StrEnum):
    """What a step shows."""

    MATCH = "match"
    """The contract: who plays, and by which rules."""
    DEAL = "deal"
    """The cards are dealt."""
    MOVE = "move"
    END = "end"
    """How the log ends: the verdict."""


@dataclass(frozen=True, slots=True)
class Record:
    """One accepted record of the log: its place, whose it is, what it said and did, and the table after it."""

    index: int
    side: int
    message: Message
    events: tuple[Event, ...]
    table: TableState

    @property
    def kind(self) -> str:
        """Its message type."""
        return messages.type_of(self.message)

    @property
    def proven(self) -> tuple[Proof, ...]:
        """What it has proven."""
        return proven(self.message, self.events)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as far as the log shows it: these cards, and so many that nobody can tell."""

    cards: CardSet
    hidden: int


@dataclass(frozen=True, slots=True)
class Board:
    """A deal as it stands. `stock` holds the face-down cards in drawing order, None where they were never opened.

    `legal` is what the side in turn may do (conceding apart), in the engine's order with its words in `words`; None
    where its hand is not known, or nobody is in turn.
    """

    dealer: int
    turn: int | None
    leader: int
    hands: tuple[Hand, Hand]
    trump: int
    up: Card | None
    talon: int
    stock: tuple[Card, ...] | None
    closed_by: int | None
    led: Card | None
    points: Pair
    pending: Pair
    tricks: Pair
    played: int
    """Tricks that are complete."""
    last: Trick | None
    legal: tuple[Move, ...] | None
    words: tuple[str, ...] | None
    outcome: Outcome | None

    @property
    def playable(self) -> CardSet | None:
        """The cards that the side in turn may lead or follow with now; None where that cannot be told."""
        if self.legal is None:
            return None
        return mask_of(move.card for move in self.legal if move.kind in (Kind.LEAD, Kind.FOLLOW))


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `score` is the match's after it; `trick` counts from 1, 0 where no trick is on.

    `move` was made by `side`, which could have made any of `could` instead (None: cannot be told). `drew` is what host
    and guest then drew, None for no card or one that was never opened. `records` are those that led here.
    """

    number: int
    moment: Moment
    deal: int
    trick: int
    score: Pair
    records: tuple[Record, ...]
    board: Board | None = None
    side: int | None = None
    move: Move | None = None
    word: str = ""
    could: tuple[Move, ...] | None = None
    could_words: tuple[str, ...] | None = None
    drew: tuple[Card | None, Card | None] = (None, None)

    @property
    def takes(self) -> Trick | None:
        """The trick that this step completes."""
        done = self.move is not None and self.move.kind is Kind.FOLLOW
        return self.board.last if done and self.board is not None else None

    @property
    def table(self) -> tuple[Card | None, Card | None]:
        """The cards of host and guest that lie on the table: a trick stays there for the step that completes it."""
        if self.board is None:
            return None, None
        trick, leader, lead, follow = self.takes, self.board.leader, self.board.led, None
        if trick is not None:
            leader, lead, follow = trick.leader, trick.lead, trick.follow
        return (lead, follow) if leader == 0 else (follow, lead)


@dataclass(frozen=True, slots=True)
class Replay:
    """A log: what its verification says, and its steps. `match` is None, and there is one step, without a contract.

    The names in `match` are harmless: one line of visible characters.
    """

    report: Report
    match: MatchText | None
    steps: tuple[Step, ...]

    def at_deal(self, number: int) -> int | None:
        """The step at which a deal is dealt."""
        return next((step.number for step in self.steps if step.moment is Moment.DEAL and step.deal == number), None)

    @property
    def jumps(self) -> tuple[int, ...]:
        """The steps at which the contract, a deal, a trick or the end begins: where one jumps to trick by trick."""
        found, before = [], None
        for step in self.steps:
            here = (step.trick > 0 or step.moment, step.deal, step.trick)
            if here != before:
                found.append(step.number)
            before = here
        return tuple(found)

    @property
    def deals(self) -> tuple[int, ...]:
        """The numbers of the deals that were dealt."""
        return tuple(step.deal for step in self.steps if step.moment is Moment.DEAL)


def replay(data: bytes) -> Replay:
    """The replay of the bytes of a log file, as far as it holds. Never raises for bad input."""
    try:
        log = parse(data)
    except DataError:
        return Replay(verify(data), None, (Step(0, Moment.END, 0, 0, (0, 0), ()),))
    scribe = Scribe(log.records)
    heard: list[Record] = []

    def hear(index: int, state: TableState, events: Sequence[Event]) -> None:
        scribe.hear(index, state, events)
        body = envelope.parse(log.records[index]).body
        heard.append(Record(index, body.side, messages.decode(body.type, body.payload), tuple(events), state))

    report = verify_records(log, hear)
    match = scribe.match()
    if match is None:
        return Replay(report, None, (Step(0, Moment.END, 0, 0, (0, 0), tuple(heard)),))
    host, guest = (sanitise(name, 2 * NAME_BYTES) for name in match.names)
    match = replace(match, names=(host, guest))
    return Replay(report, match, tuple(_Cutter(match).cut(heard)))


class _Cutter:
    """Cuts the records of a match into steps: each is one that people see, with the records that led to it."""

    def __init__(self, match: MatchText) -> None:
        self._match = match
        self._texts = {deal.number: deal for deal in match.deals}
        self._steps: list[Step] = []
        self._waiting: list[Record] = []
        self._deal: Deal | None = None
        self._text: DealText | None = None
        self._score = (0, 0)

    def cut(self, records: Sequence[Record]) -> list[Step]:
        """All steps, the verdict last."""
        for record in records:
            self._take(record)
        if not self._steps:
            self._add(Moment.MATCH)
        self._add(Moment.END)
        return self._steps

    def _take(self, record: Record) -> None:
        decided = record.table.decision is not None
        if self._steps and (record.kind in _WITH_THE_TRICK or (record.kind == "open" and not decided)):
            last = self._steps[-1]
            self._steps[-1] = replace(last, records=(*last.records, *self._waiting, record))
            self._waiting = []
            return
        self._waiting.append(record)
        self._score = next((e.score for e in record.events if isinstance(e, DealEnded)), self._score)
        for event in record.events:
            match event:
                case MatchStarted():
                    self._add(Moment.MATCH)
                case Dealt():
                    self._text = self._texts[event.number]
                    self._deal = self._text.start(self._match.ruleset)
                    self._add(Moment.DEAL, self._board())
                case Moved():
                    self._move(event)

    def _move(self, event: Moved) -> None:
        deal, move, side = self._deal, event.move, event.side
        assert deal is not None, "cards are dealt before they are played"
        before, word = self._board(), word_of(deal, move)
        played = len(deal.tricks_played) + 1
        deal.play(move)
        step = replace(
            self._step(Moment.MOVE),
            trick=played,
            board=self._board(),
            side=side,
            move=move,
            word=word,
            could=before.legal,
            could_words=before.words,
            drew=_drawn(before, deal),
        )
        self._steps.append(step)

    def _add(self, moment: Moment, board: Board | None = None) -> None:
        self._steps.append(replace(self._step(moment), board=board))

    def _step(self, moment: Moment) -> Step:
        """The next step, with the records that have waited for it."""
        number = self._text.number if self._text is not None and moment is not Moment.END else 0
        records, self._waiting = tuple(self._waiting), []
        return Step(len(self._steps), moment, number, 0, self._score, records)

    def _board(self) -> Board:
        deal, text = self._deal, self._text
        assert deal is not None
        assert text is not None
        face_down = max(deal.talon - 1, 0)
        legal = tuple(deal.legal()) if deal.turn is not None and not deal.hidden[deal.turn] else None
        return Board(
            deal.dealer,
            deal.turn,
            deal.leader,
            (Hand(deal.known[0], deal.hidden[0]), Hand(deal.known[1], deal.hidden[1])),
            deal.trump,
            deal.up,
            deal.talon,
            None if text.talon is None else text.talon[len(text.talon) - face_down :],
            deal.closed_by,
            deal.led,
            (deal.points[0], deal.points[1]),
            (deal.pending[0], deal.pending[1]),
            (deal.tricks[0], deal.tricks[1]),
            len(deal.tricks_played),
            deal.tricks_played[-1] if deal.tricks_played else None,
            legal,
            None if legal is None else tuple(word_of(deal, move) for move in legal),
            deal.outcome,
        )


def _drawn(before: Board, deal: Deal) -> tuple[Card | None, Card | None]:
    """What both sides drew since `before`: a trick was completed, or nothing came into a hand."""
    if len(deal.tricks_played) == before.played or not deal.tricks_played[-1].drew:
        return None, None
    host, guest = (_one(deal.known[side] & ~before.hands[side].cards) for side in (0, 1))
    return host, guest


def _one(cards: CardSet) -> Card | None:
    return next(iter(cards_of(cards)), None)
