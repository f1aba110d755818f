"""The games that the fuzz targets damage: folded once, so that an input costs no more than its own record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError, PeerFault, PeerSuspect, WireError
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.gamelog.report import Report
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import state as table
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.table.seat import DECISIONS
from p2p_schnapsen.wire import envelope, note
from p2p_schnapsen.wire.envelope import SIGNATURE_BYTES
from p2p_schnapsen.wire.note import Note
from tests.support import fold
from tests.support.duel import Duel, keen, log_of

LOGS = Path(__file__).resolve().parents[2] / "protocol" / "logs"
MOST_LOGS = 12
SECONDS = 1000
"""What the notes say: more than the patience of the games."""


@dataclass(frozen=True)
class Played:
    """A whole match of one deal: its records, the table before each, and the keys."""

    records: Sequence[bytes]
    states: Sequence[TableState]
    keys: Sequence[signing.SigningKey]
    views: Sequence[PlayerView]
    notes: Sequence[bytes]

    def apply(self, place: int, raw: bytes) -> None:
        """Fold a record at a place. Raises PeerSuspect, PeerFault."""
        table.apply(self.states[place], raw)

    def close(self, place: int, raw: bytes) -> TableState:
        """End the match at a place. Raises PeerSuspect."""
        return table.close(self.states[place], raw)

    def sign(self, place: int, body: bytes) -> bytes:
        """The record of a body, signed by the side that it names, else by the one whose turn it is."""
        try:
            side = envelope.parse(envelope.seal(body, bytes(SIGNATURE_BYTES))).body.side
        except WireError:
            side = self.states[place].turn or 0
        return envelope.seal(body, signing.sign(self.keys[side], envelope.signed_message(body)))

    def sign_note(self, place: int, body: bytes) -> bytes:
        """The note of a body, signed by the side that may be owed the record there."""
        key = self.keys[1 - (self.states[place].turn or 0)]
        return envelope.seal(body, signing.sign(key, note.signed_message(body)))

    def note(self, place: int) -> bytes:
        """The note that counts at a place; empty where none does."""
        return self.notes[place]


@cache
def duel() -> Played:
    """A match of one deal that has draws, sorts, duty proofs and openings."""
    views: list[PlayerView] = []
    game = Duel.new("fuzz 2", Ruleset(target=1), choose=keen)
    while not game.over:
        if game.state.phase in DECISIONS and len(views) < 6:
            views.append(game.owing().view())
        game.step()
    keys = [seat.identity for seat in game.seats]
    played = Played(game.records, game.states, keys, views[::2], [])
    notes = [_note(played, place) for place in range(len(game.records))]
    return Played(game.records, game.states, keys, views[::2], notes)


def _note(played: Played, place: int) -> bytes:
    state = played.states[place]
    if state.accept is None or state.decision is not None or state.turn is None:
        return b""
    return played.sign_note(place, Note(state.game_id, state.seq, 1 - state.turn, state.head, SECONDS).encode())


@dataclass(frozen=True)
class Logs:
    """Log files of one deal each, and all that was ever signed in them."""

    seeds: Sequence[bytes]
    known: frozenset[bytes]

    @staticmethod
    def verdict(data: bytes) -> Report:
        """The verdict on a log that is damaged somewhere: what comes before the damage was worked out already."""
        return fold.verdict(data)


@cache
def logs() -> Logs:
    """The game of `duel`, whole and ended by a note; and the log files, up to the end of their first deal."""
    game = duel()
    middle = next(place for place in range(len(game.records) // 2, 0, -1) if game.note(place))
    seeds = [log_of(game.records), log_of([*game.records[:middle], game.note(middle)])]
    seeds += [log_of(records) for records in _one_deal_each()]
    known = frozenset(record for seed in seeds for record in log_format.parse(seed).records)
    for seed in seeds:
        fold.verdict(seed)
    return Logs(seeds, known)


@cache
def _one_deal_each() -> Sequence[Sequence[bytes]]:
    """The records of some log files, each up to where a second deal begins or a record is refused (and that one)."""
    paths = sorted(LOGS.rglob("*.log"))
    return [_one_deal(path) for path in paths[:: max(1, -(-len(paths) // MOST_LOGS))]]


def _one_deal(path: Path) -> Sequence[bytes]:
    state, kept = TableState(), list[bytes]()
    try:
        records = log_format.parse(path.read_bytes()).records
    except DataError:
        return kept
    for record in records:
        kept.append(record)
        try:
            with fold.remembering():
                state, _ = table.apply(state, record)
        except (PeerSuspect, PeerFault):
            break
        if state.match is not None and state.match.deals == 1:
            break
    return kept


def records_of_files() -> Sequence[bytes]:
    """Some records of the log files."""
    return [record for records in _one_deal_each() for record in records[::7]]
