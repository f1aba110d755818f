"""The steps of a replay in words, for somebody who looks on: the same on the screen and on a page. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2p_schnapsen.rules.cards import SUIT_SIZE
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.ui import verdict
from p2p_schnapsen.ui.cards import CardStyle, suit_word
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.offer import offer_lines
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.replay.proofs import sentence
from p2p_schnapsen.ui.replay.steps import Board, Moment, Record, Replay, Step
from p2p_schnapsen.ui.sentences import Narrator

NOBODY: Final = People(None)
_KINDS: Final = {
    "offer": mark("offer"),
    "accept": mark("acceptance"),
    "start": mark("start"),
    "commit": mark("commitment"),
    "key": mark("key"),
    "shuffle": mark("shuffle"),
    "cut": mark("second shuffle"),
    "deal": mark("deal"),
    "lead": mark("lead"),
    "follow": mark("answer"),
    "exchange": mark("exchange"),
    "close": mark("closing"),
    "marriage": mark("marriage"),
    "claim": mark("claim"),
    "settle": mark("no claim"),
    "concede": mark("giving up"),
    "draw": mark("drawing"),
    "sort": mark("mixing"),
    "open": mark("opening"),
    "final": mark("result"),
}
"""Message type -> what people call such a record."""

_DOING: Final = {
    Kind.EXCHANGE: mark("exchange the trump"),
    Kind.CLOSE: mark("close the talon"),
    Kind.MARRIAGE: mark("the marriage in {suit}"),
    Kind.CLAIM: mark("claim 66"),
    Kind.SETTLE: mark("claim nothing"),
    Kind.CONCEDE: mark("give up the deal"),
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """A record, and what it has proven."""

    head: str
    proofs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A step in words: where it is, what happens, what else could have been done, and what has been proven."""

    title: str
    lines: tuple[str, ...]
    could: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class _News:
    """A record as the narrator is told it: by nobody who plays."""

    events: Sequence[Event]
    table: TableState
    me: int = -1
    view: PlayerView | None = None
    resumed: bool = False


def told(replay: Replay, style: CardStyle) -> tuple[Told, ...]:
    """All steps in words."""
    narrator = Narrator(None, style)
    found = []
    for step in replay.steps:
        lines = [line for record in step.records for line in narrator.tell(_News(record.events, record.table))]
        if step.moment is Moment.MATCH:
            lines = [*_contract(replay, step), *lines]
        elif step.moment is Moment.END:
            lines += verdict.lines(replay.report)
        else:
            lines += _draws(step, style)
        evidence = tuple(_evidence(record) for record in step.records)
        found.append(Told(title(step), tuple(lines), _could(step, style), evidence))
    return tuple(found)


def title(step: Step) -> str:
    """Where a step is: "Deal 2, trick 3"."""
    match step.moment:
        case Moment.MATCH:
            return _("The match")
        case Moment.END:
            return _("The end, and the verdict")
        case Moment.DEAL:
            return _("Deal {number}: the cards").format(number=step.deal)
        case Moment.MOVE:
            return _("Deal {number}, trick {trick}").format(number=step.deal, trick=step.trick)


def act(move: Move, style: CardStyle) -> str:
    """A move as one of several."""
    if move.kind in (Kind.LEAD, Kind.FOLLOW):
        return style.card(move.card)
    return _(_DOING[move.kind]).format(suit=suit_word(move.card // SUIT_SIZE) if move.card >= 0 else "")


def points_text(board: Board, side: int) -> str:
    """A side's points, and those that wait for a trick."""
    text = str(board.points[side])
    if board.pending[side]:
        text += _(" (and {n} with the next trick)").format(n=board.pending[side])
    return text


def talon_text(board: Board, style: CardStyle) -> str:
    """The talon in a sentence."""
    trump = _("Trump is {suit}.").format(suit=suit_word(board.trump))
    if not board.talon:
        return _("{trump} The talon is used up.").format(trump=trump)
    if board.closed_by is not None:
        closed = NOBODY.say(board.closed_by, "", mark("{who} closed the talon."))
        return f"{trump} {closed}"
    up = style.card(board.up) if board.up is not None else "?"
    return _("{trump} Cards in the talon: {n}, {up} turned up.").format(trump=trump, n=board.talon, up=up)


def who_is_next(board: Board) -> str:
    """Who has to move, in a sentence."""
    if board.turn is None:
        return _("The deal is over.")
    if board.led is not None:
        return NOBODY.say(board.turn, "", mark("{who} has to answer."))
    return NOBODY.say(board.turn, "", mark("{who} is on lead."))


def _contract(replay: Replay, step: Step) -> list[str]:
    offers = [record.table.offer for record in step.records if record.table.offer is not None]
    players = []
    if replay.match is not None:
        host, guest = replay.match.names
        players = [_("{host} (host) against {guest} (guest).").format(host=host, guest=guest)]
    return players + (offer_lines(offers[0]) if offers else [])


def _draws(step: Step, style: CardStyle) -> list[str]:
    """The cards drawn, where they are known and nobody saw them."""
    trick = step.takes
    if trick is None or not trick.drew:
        return []
    found = []
    for side in (trick.winner, 1 - trick.winner):
        card = step.drew[side]
        if card is not None and not (trick.last_draw and side != trick.winner):
            found.append(NOBODY.say(side, "", mark("{who} draws {card}."), card=style.card(card)))
    return found


def _could(step: Step, style: CardStyle) -> str:
    if step.move is None:
        return ""
    if step.could is None:
        return _("What else was allowed cannot be told: the hand was not opened.")
    others = [move for move in step.could if move is not step.move]
    if not others:
        return _("Nothing else was allowed.")
    cards = " ".join(act(move, style) for move in others if move.kind in (Kind.LEAD, Kind.FOLLOW))
    rest = [act(move, style) for move in others if move.kind not in (Kind.LEAD, Kind.FOLLOW)]
    return _("Also allowed: {moves}.").format(moves=", ".join([cards, *rest] if cards else rest))


def _evidence(record: Record) -> Evidence:
    head = NOBODY.say(
        record.side,
        "",
        mark("Record {n} ({kind}), signed by {who}"),
        n=record.index,
        kind=_(_KINDS[record.kind]),
    )
    return Evidence(head, tuple(sentence(proof, record.side) for proof in record.proven))
