"""The fold: a table state and one record make the next table state, or nothing at all.

Peers, the verifier, replay and resumption all use `apply`. A refused record changes and shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import PeerFault, PeerSuspect, ProofError, Refusal, WireError
from p2p_schnapsen.hashing import PROTOCOL
from p2p_schnapsen.table import contracting, dealing, ending, playing
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.faults import section_of
from p2p_schnapsen.table.model import Step, TableState
from p2p_schnapsen.table.phases import TRANSITIONS, Phase
from p2p_schnapsen.wire import chain, envelope, messages, note
from p2p_schnapsen.wire.envelope import Record
from p2p_schnapsen.wire.note import Note, SignedNote

Handler = Callable[[TableState, Step, Any], TableState]

HANDLERS: dict[str, Handler] = {
    "offer": contracting.offer,
    "accept": contracting.accept,
    "start": contracting.start,
    "commit": dealing.commit,
    "key": dealing.key,
    "shuffle": dealing.shuffle_deck,
    "cut": dealing.cut,
    "deal": dealing.deal_hands,
    "lead": playing.lead,
    "follow": playing.follow,
    "exchange": playing.exchange,
    "marriage": playing.marriage,
    "declare": playing.declare,
    "draw_by_loser": playing.draw_by_loser,
    "draw_by_winner": playing.draw_by_winner,
    "sort": playing.sort,
    "concede": ending.concede,
    "open": ending.open_seed,
    "final": ending.final,
}
"""Handler name in `TRANSITIONS` -> the step that applies the message."""


def apply(state: TableState, raw: bytes) -> tuple[TableState, list[Event]]:
    """Fold one record into the table.

    Raises `PeerSuspect` where the record proves nothing against anybody (unreadable, wrong place in the chain,
    broken signature), `PeerFault` where its signer broke the protocol. The state passed in is never changed.
    """
    record = _located(state, raw)
    body = record.body
    key, message = _signer(state, record)
    if not signed_by(key, record):
        raise PeerSuspect("signature", record=body.seq)
    try:
        return _step(state, record, message)
    except Refusal as refusal:
        params = {**refusal.params, "record": body.seq, "type": body.type}
        raise PeerFault(refusal.code, section_of(refusal.code), body.side, **params) from refusal


def _located(state: TableState, raw: bytes) -> Record:
    """The record's envelope, where it claims the place that comes next."""
    try:
        record = envelope.parse(raw)
    except WireError as error:
        raise PeerSuspect("record-unreadable", problem=error.code) from error
    body = record.body
    if state.seq == 0 and body.version != envelope.VERSION:
        # Before anything else is judged: another version may well sign and hash in another way.
        raise PeerSuspect("other-version", version=body.version)
    if state.note is not None or (body.game_id, body.seq, body.prev) != (state.game_id, state.seq, state.head):
        # Nothing follows a note. Who did not know of it when it signed has done nothing wrong.
        raise PeerSuspect("record-misplaced", record=body.seq, expected=state.seq)
    return record


def _signer(state: TableState, record: Record) -> tuple[bytes, messages.Message | None]:
    """The key that must have signed: known from the contract, or introduced by the very record."""
    body = record.body
    key = state.identities[body.side]
    if key is not None:
        return key, None
    try:
        message = messages.decode(body.type, body.payload)
        if not isinstance(message, messages.Offer | messages.Accept):
            raise WireError("message-type", type=body.type)
        if state.seq == 0 and isinstance(message, messages.Offer) and message.protocol != PROTOCOL:
            raise PeerSuspect("other-version", protocol=message.protocol)
        return contracting.identity_of(message), message
    except Refusal as refusal:
        raise PeerSuspect("no-identity", problem=refusal.code) from refusal


def _step(state: TableState, record: Record, message: messages.Message | None) -> tuple[TableState, list[Event]]:
    body = record.body
    if not record.canonical:
        raise WireError("body-not-canonical")
    if body.version != envelope.VERSION:
        raise WireError("body-version", version=body.version)
    if state.turn != body.side:
        raise Refusal("out-of-turn", expected=state.turn)
    transition = TRANSITIONS.get((state.phase, body.type))
    if transition is None:
        raise Refusal("out-of-phase", phase=str(state.phase))
    if message is None:
        message = messages.decode(body.type, body.payload)
    head = chain.advance(state.head, record.body_bytes)
    step = Step(body, record.body_bytes, head)
    after = HANDLERS[transition.handler](state, step, message)
    assert after.phase in transition.next, f"{state.phase} -{body.type}-> {after.phase} is not in the table"
    return replace(after, seq=state.seq + 1, head=head), step.events


def close(state: TableState, raw: bytes) -> TableState:
    """The table after an end note, which nothing follows.

    A note counts only in an undecided match, at this very place, from the side that is owed the next record, after at
    least the contract's patience. Raises `PeerSuspect` for any other: a note proves nothing, and breaks nothing.
    """
    signed = note.parse(raw)
    if signed is None:
        raise PeerSuspect("note-unreadable")
    said = signed.note
    if state.accept is None or (said.game_id, said.seq, said.head) != (state.game_id, state.seq, state.head):
        raise PeerSuspect("note-misplaced", record=said.seq, expected=state.seq)
    if state.decision is not None or state.turn != 1 - said.side:
        raise PeerSuspect("note-not-owed")
    _check_note(state, signed)
    return replace(state, phase=Phase.OVER, note=said)


def _check_note(state: TableState, signed: SignedNote) -> None:
    """A note waited long enough, and is its signer's. Raises `PeerSuspect`."""
    said, patience = signed.note, state.contract.patience
    if said.seconds < patience:
        raise PeerSuspect("note-early", seconds=said.seconds, patience=patience)
    key = state.identities[said.side]
    assert key is not None, "a game has two sides"
    try:
        signing.verify(key, note.signed_message(signed.body_bytes), signed.signature)
    except ProofError as error:
        raise PeerSuspect("note-signature") from error


def overtaken(state: TableState, history: Sequence[bytes], raw: bytes) -> Note | None:
    """The note in `raw`, where it names an earlier place after which its signer has signed nothing.

    The records since were on their way, or not yet sent, when it was signed. `history` is as in `second_body`.
    """
    signed = note.parse(raw)
    if signed is None or state.accept is None or not signed.note.seq < state.seq:
        return None
    said = signed.note
    since = [envelope.parse(record).body for record in history[said.seq : state.seq]]
    if (said.game_id, said.head) != (state.game_id, since[0].prev) or any(body.side == said.side for body in since):
        return None
    try:
        _check_note(state, signed)
    except PeerSuspect:
        return None
    return said


def signed_by(key: bytes, record: Record) -> bool:
    """Whether a record's signature holds under `key`."""
    try:
        signing.verify(key, envelope.signed_message(record.body_bytes), record.signature)
    except ProofError:
        return False
    return True


def repeated(history: Sequence[bytes], raw: bytes) -> bool:
    """Whether `raw` has a body that is in `history`: sent twice on the channel, that is harmless."""
    try:
        record = envelope.parse(raw)
    except WireError:
        return False
    seq = record.body.seq
    return seq < len(history) and _body_bytes(history[seq]) == record.body_bytes


def _body_bytes(raw: bytes) -> bytes | None:
    """The body of a record; None for an end note."""
    return None if note.parse(raw) is not None else envelope.parse(raw).body_bytes


def second_body(state: TableState, history: Sequence[bytes], raw: bytes) -> Record | None:
    """`raw` parsed, where it contradicts a record before: same side, game and seq, validly signed, another body.

    `history` holds the records applied so far; a record's place in it is its seq. Offers and accepts never count
    (their game id is zero), and neither do two signatures on one body.
    """
    try:
        late = envelope.parse(raw)
    except WireError:
        return None
    body = late.body
    key = state.identities[body.side]
    if key is None or body.game_id == chain.START or body.seq >= min(state.seq, len(history)):
        return None
    early = envelope.parse(history[body.seq])
    if (early.body.game_id, early.body.side) != (body.game_id, body.side) or early.body_bytes == late.body_bytes:
        return None
    return late if signed_by(key, late) else None
