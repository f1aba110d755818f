"""One game as one side lives through it: what happens comes in, commands go out. Pure; the time is an argument.

The game outlives its links, and with the log also its process: a link is greeted elsewhere, then `attach`ed, and
both sides say where they stand; the one ahead sends what the other lacks. Spec: section `resumption`.

Nothing is signed before the other side has been heard once: a log that was set back must not be signed anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import PeerFault, PeerSuspect, TransportError
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.table import state
from p2p_schnapsen.table.asking import Questions, next_deal
from p2p_schnapsen.table.channel import PASSING, Bye, Chat, Frame, LinkState, Ping, RecordFrame, Refuse, Standing
from p2p_schnapsen.table.commands import (
    GIVE_UP,
    Back,
    Command,
    Declined,
    Draw,
    Drop,
    GiveUp,
    Heard,
    Keep,
    MayEnd,
    News,
    Send,
    Silent,
    Stop,
    Ticking,
    Unheard,
)
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.faults import section_of
from p2p_schnapsen.table.model import GUEST, HOST, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import DECISIONS, SWORN, Made, Seat
from p2p_schnapsen.table.talking import Allowance
from p2p_schnapsen.table.waiting import RELINK_SECONDS, SILENT_SECONDS, Waiting
from p2p_schnapsen.wire import chain, envelope, note
from p2p_schnapsen.wire.messages import Concede, Message

__all__ = ["GIVE_UP", "STRIKES", "Declined", "Game", "GiveUp"]

STRIKES = 3
"""So many links in a row may end in nonsense before we stop playing."""


class Game:
    """A game from its first record, or from a stored log, to its end.

    `peer` is the identity key that links are greeted with; `records` what was stored, folded into `seat` already (see
    `restore`); `elsewhere` tells whether a match with this head after its offer lies elsewhere on our disk: in such a
    one we may have signed more than the other side shows, so it is not begun here once more.
    """

    def __init__(
        self,
        seat: Seat,
        peer: bytes,
        now: float,
        records: Sequence[bytes] = (),
        elsewhere: Callable[[bytes], bool] = lambda _: False,
    ) -> None:
        self.seat = seat
        self.peer = peer
        self.records = list(records)
        self._elsewhere = elsewhere
        self.stopped = False
        self.acknowledged = False
        """Whether the other side is known to have every record, to the last."""
        self._link = LinkState.DOWN
        self._heard_once = False
        self._goal = 0
        """What the other side says it has: nothing is signed anew before it has been shown."""
        self._their_first: bytes | None = None
        self._questions = Questions(seat)
        self._end_asked = 0.0
        self._strikes = 0
        self._waiting = Waiting.start(now)
        self._may_say, self._may_hear = Allowance(now), Allowance(now)

    @staticmethod
    def restore(seat: Seat, peer: bytes, now: float, entries: Sequence[bytes]) -> Game:
        """The game of a stored log: its records, and perhaps an end note.

        Raises `PeerFault` and `PeerSuspect` as the log's own records do.
        """
        records = []
        for raw in entries:
            if note.parse(raw) is not None:
                seat.state = state.close(seat.state, raw)
            else:
                seat.take(seat.check(raw))
            records.append(raw)
        seat.forget_wrong_secrets()
        return Game(seat, peer, now, records)

    # -- where it stands -------------------------------------------------------------------------------------

    @property
    def table(self) -> TableState:
        """What everybody sees."""
        return self.seat.state

    @property
    def bound(self) -> bool:
        """Whether there is a contract."""
        return self.table.accept is not None

    @property
    def hopeless(self) -> bool:
        """Whether our nonce is gone before it was opened: nobody knows anything yet, and nothing can be dealt."""
        return self.table.phase is Phase.START and self.seat.wanted() is not None

    @property
    def standing(self) -> Standing:
        """What to tell the other side first."""
        return Standing(self._first, self.table.seq, self.table.head)

    @property
    def _first(self) -> bytes | None:
        return chain.first(self.records)

    def _head_at(self, seq: int) -> bytes:
        """The head before record `seq`."""
        return self.table.head if seq == self.table.seq else envelope.parse(self.records[seq]).body.prev

    # -- the link --------------------------------------------------------------------------------------------

    def attach(self, now: float) -> list[Command]:
        """A new link to the other side, greeted with its key; it takes the place of any other."""
        self._waiting.advance(now)
        self._link = LinkState.GREETED
        return [*([Back()] if self._waiting.hear() else []), *self._sending(self.standing)]

    def detach(self, now: float) -> list[Command]:
        """The link is gone."""
        self._waiting.advance(now)
        parting, self._link = self._link is LinkState.PARTING, LinkState.DOWN
        if not self.bound:
            return self._stop(TransportError("dropped"))
        if parting:
            return self._strike(PeerSuspect("diverged"))
        # The guest signs last, and stays until it knows that the host has it.
        return self._stop(None) if self._settled and self.seat.side == HOST else []

    def receive(self, frame: Frame, now: float) -> list[Command]:
        """A frame has come in on the link. What follows on one that was given up is not read."""
        if self.stopped or self._link is LinkState.DOWN:
            return []
        self._waiting.advance(now)
        commands: list[Command] = [Back()] if self._waiting.hear() else []
        try:
            return commands + self._take(frame)
        except PeerSuspect as suspect:
            return commands + self._strike(suspect)

    def nonsense(self, suspect: PeerSuspect, now: float) -> list[Command]:
        """What came in on the link was not even a frame."""
        self._waiting.advance(now)
        return [] if self.stopped or self._link is LinkState.DOWN else self._strike(suspect)

    def _take(self, frame: Frame) -> list[Command]:
        match frame:
            case Standing() if self._link is LinkState.GREETED:
                return self._compare(frame)
            case RecordFrame() if self._link is not LinkState.GREETED:
                return self._judge(frame.raw)
            case Ping():
                return []
            case Chat() if self._link is not LinkState.GREETED:
                return [Heard(frame.text)] if self._may_hear.take(self._waiting.time) else []
            case Bye():
                return self._left(frame)
            case Refuse():
                return self._refused(frame.code)
            case _:
                raise PeerSuspect("frame-unexpected")

    def _compare(self, theirs: Standing) -> list[Command]:
        """Both have said where they stand: the one ahead sends what the other lacks."""
        if (theirs.first is None) != (theirs.seq == 0):
            raise PeerSuspect("frame-unexpected")
        if theirs.first is not None and self._first is not None and theirs.first != self._first:
            raise PeerSuspect("other-match")
        mine = self.table.seq
        if theirs.first is None and self.seat.side == GUEST and mine and not self.bound:
            return self._stop(Declined("withdrawn"))  # the host has no such offer any more, and we never took it
        self._waiting.due_to_show = self._waiting.time
        if theirs.seq <= mine and self._head_at(theirs.seq) != theirs.head:
            # Somebody signed two records for one place: each shows what it has, and looks for the other's hand.
            shown = self._sending(*map(RecordFrame, self.records), Refuse("diverged"))
            self._link = LinkState.PARTING
            return shown
        self._link = LinkState.UP
        again = self.bound and not self._heard_once
        self._heard_once = True
        self._goal, self._their_first = max(self._goal, theirs.seq), theirs.first
        commands = self._sending(*map(RecordFrame, self.records[min(theirs.seq, mine) :]))
        if self.table.note is not None or (self._settled and theirs.seq == mine):
            # Whatever the other side has beyond a note: nothing follows it.
            return [*commands, *self._finish()]
        return [*commands, *([self._news((), resumed=True)] if again else []), *self._advance()]

    def _left(self, bye: Bye) -> list[Command]:
        if self._settled and bye.head == self.table.head:
            self.acknowledged = True
            return self._stop(None)
        return self._stop(TransportError("left"))

    def _refused(self, code: str) -> list[Command]:
        if self._link is LinkState.PARTING or code == "diverged":
            return self._strike(PeerSuspect("diverged"))
        withdrawn = code == "withdrawn" and self.seat.side == GUEST and self.table.phase is Phase.START
        if not self.bound or withdrawn:
            return self._stop(Declined(code))
        if code in PASSING:
            return self._drop(code)
        return self._stop(PeerSuspect("refused", reason=code))

    def _strike(self, suspect: PeerSuspect) -> list[Command]:
        """Nonsense ends the link, and in the end the game; it proves nothing."""
        self._strikes += 1
        said = self._sending(Refuse(suspect.code))
        if self._strikes >= STRIKES or not self.bound:
            return [*said, *self._stop(suspect)]
        return [*said, *self._drop(suspect.code)]

    def _drop(self, code: str) -> list[Command]:
        self._link = LinkState.DOWN
        return [Drop(code)]

    # -- records ---------------------------------------------------------------------------------------------

    def _judge(self, raw: bytes) -> list[Command]:
        if note.parse(raw) is not None:
            return self._noted(raw)
        try:
            made = self.seat.check(raw)
        except PeerFault as fault:
            self._check_signer(raw)
            if fault.culprit == self.seat.side:
                raise PeerSuspect("own-record", problem=fault.code) from fault
            return self._convict(raw, fault)
        except PeerSuspect:
            if state.repeated(self.records, raw):
                return []
            second = state.second_body(self.table, self.records, raw)
            # A second body of our own, as after a disk was set back, says nothing against the other side.
            if second is None or second.body.side == self.seat.side:
                raise
            return self._convict(raw, PeerFault("equivocation", section_of("equivocation"), 1 - self.seat.side))
        self._check_signer(raw)
        body = envelope.parse(raw).body
        own = body.side == self.seat.side
        self._check_place(made, own)
        self._strikes = 0
        return [*self._keep(made, sworn=own and body.type in SWORN), *self._advance()]

    def _convict(self, raw: bytes, fault: PeerFault) -> list[Command]:
        return [Keep(raw), *self._sending(Refuse(fault.code)), *self._stop(fault)]

    def _check_signer(self, raw: bytes) -> None:
        """A contract record brings its own key: only the one that was greeted may be blamed for it, or played with."""
        record = envelope.parse(raw)
        if self.table.identities[record.body.side] is not None:
            return
        key = signing.public_key(self.seat.identity) if record.body.side == self.seat.side else self.peer
        if not state.signed_by(key, record):
            raise PeerSuspect("other-identity")

    def _check_place(self, made: Made, own: bool) -> None:
        """What the other side shows us is what it said it has: our own records, and the match, above all."""
        if own and self.table.seq >= self._goal:
            raise PeerSuspect("frame-unexpected")
        if self.table.seq == 0:
            first = made.state.head
            if (self._goal and first != self._their_first) or self._elsewhere(first):
                raise PeerSuspect("other-match")

    def _keep(self, made: Made, *, sworn: bool = False) -> list[Command]:
        self.records.append(made.raw)
        self.seat.take(made)
        if sworn:
            # Our disk was set back: what lies there need not be what we had sworn to.
            self.seat.forget_wrong_secrets(past=False)
        self._waiting.turn()
        return [Keep(made.raw), self._news(made.events)]

    def _news(self, events: tuple[Event, ...], *, resumed: bool = False) -> News:
        table = self.table
        deciding = table.phase in DECISIONS and not self.seat.lost
        return News(self.seat.side, events, table, self.seat.view() if deciding else None, resumed)

    # -- our part --------------------------------------------------------------------------------------------

    def _advance(self) -> list[Command]:
        """Say all that we owe and that needs nobody's decision; ask for what does."""
        commands: list[Command] = []
        while self.seat.owes and self._heard_once and self.table.seq >= self._goal:
            question = self._questions.before()
            if question is not None:
                return [*commands, *question]
            if self.hopeless:
                # Our nonce is gone: nobody knows anything yet, and the offer cannot be gone through with.
                return [*commands, *self._sending(Refuse("withdrawn")), *self._stop(Declined("withdrawn"))]
            secret = self.seat.wanted()
            if secret is not None:
                return [*commands, Draw(secret)]
            message = self.seat.automatic()
            if message is None:
                return [*commands, *self._questions.move()]
            commands += self._say(message)
        if self._settled and not self.stopped and self._link is LinkState.UP and self.seat.side == HOST:
            commands += self._finish()
        return commands

    def accepted(self, willing: bool, now: float) -> list[Command]:
        """Our player has considered the offer."""
        self._waiting.advance(now)
        if self.stopped:
            return []
        if not willing:
            return [*self._sending(Refuse("declined")), *self._stop(Declined("declined"))]
        self._questions.willing = True
        return self._advance()

    def ready(self, number: int, now: float) -> list[Command]:
        """Our player is ready for this deal."""
        self._waiting.advance(now)
        self._questions.ready(number)
        return [] if self.stopped else self._advance()

    def chat(self, text: str, now: float) -> list[Command]:
        """Our player says something; what is too long for one line is cut off."""
        self._waiting.advance(now)
        line = Chat.of(text)
        if line is None:
            return []
        if self.stopped or self._link is not LinkState.UP:
            return [Unheard("no-link")]
        return self._sending(line) if self._may_say.take(self._waiting.time) else [Unheard("too-fast")]

    def give(self, name: str, secret: bytes) -> list[Command]:
        """The secret that was asked for, stored."""
        self.seat.give(name, secret)
        return self._advance()

    def decide(self, decision: Move | GiveUp, now: float) -> list[Command]:
        """Our player's move. Raises `IllegalMove`, with nothing changed, where the rules forbid it."""
        self._waiting.advance(now)
        if self.stopped or not self._questions.thinking:
            return []
        message: Message = Concede("match") if isinstance(decision, GiveUp) else self.seat.message_for(decision)
        return [*self._say(message), *self._advance()]

    def ask_again(self) -> list[Command]:
        """The move was refused: another is needed."""
        self._questions.move_again()
        return self._advance()

    def _say(self, message: Message) -> list[Command]:
        made = self.seat.make(message)
        keep, news = self._keep(made)
        return [keep, *(self._sending(RecordFrame(made.raw)) if self._link is LinkState.UP else []), news]

    def _sending(self, *frames: Frame) -> list[Command]:
        if self._link is LinkState.DOWN:
            return []
        self._waiting.spoke = self._waiting.time
        return [Send(frame) for frame in frames]

    # -- time ------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> list[Command]:
        """About every second: pings, silence, the clock."""
        waiting = self._waiting
        waiting.advance(now)
        if self.stopped:
            return []
        commands: list[Command] = []
        if self._link is not LinkState.DOWN and waiting.ping_is_due():
            commands += self._sending(Ping())
        if self.bound and self._questions.thinking:
            commands += self._watch_clock()
        if not self.stopped:
            commands += self._watch_silence()
        if not self.stopped:
            commands += self._watch_showing()
        return commands

    def _watch_clock(self) -> list[Command]:
        clock = self.table.contract.clock
        if not clock:
            return []
        if self._waiting.thinking >= clock:
            return [Ticking(0), *self._say(Concede("deal")), *self._advance()]
        left = self._waiting.warn(clock)
        return [] if left is None else [Ticking(left)]

    def _watch_silence(self) -> list[Command]:
        waiting = self._waiting
        patience = self.table.contract.patience if self.table.offer is not None else RELINK_SECONDS
        quiet = waiting.silence
        commands: list[Command] = []
        if quiet >= patience and not self.bound:
            return self._stop(TransportError("silent"))
        if quiet >= patience and (self.table.decision is not None or self._settled):
            return self._stop(None)
        if not self._settled and quiet < patience and waiting.name_silence():
            commands.append(Silent(int(quiet), max(0, int(patience - quiet))))
        linked = self._link in (LinkState.GREETED, LinkState.UP)
        if linked and self.bound and self.seat.side == GUEST and quiet >= RELINK_SECONDS:
            commands += self._drop("silent")
        seconds = self.owing()
        if seconds >= patience and waiting.time - self._end_asked >= patience:
            self._end_asked = waiting.time
            commands.append(MayEnd(int(seconds)))
        return commands

    def _watch_showing(self) -> list[Command]:
        """What the other side said it has, it has to show while it is there: we sign nothing before."""
        if self._waiting.time - self._waiting.due_to_show < RELINK_SECONDS:
            return []
        if self._link is LinkState.PARTING:
            return self._strike(PeerSuspect("diverged"))
        # One that is not heard at all has lost the link, too, and will come again.
        heard = self._waiting.silence < SILENT_SECONDS
        if not (heard and self._link is LinkState.UP and self.table.seq < self._goal):
            return []
        if not self.bound:
            # The acceptance that it may have signed is slow to come: the offer still stands.
            return [*self._sending(Refuse("records-missing")), *self._stop(TransportError("dropped"))]
        return self._strike(PeerSuspect("records-missing"))

    def owing(self) -> float:
        """For how many seconds the other side may be said to have owed a record in silence; 0 where it does not."""
        table = self.table
        if not self.bound or table.decision is not None or table.turn != 1 - self.seat.side:
            return 0.0
        # Between two deals the other player may look at the first for as long as it likes.
        return self._waiting.owed(table.contract.clock if next_deal(table) is None else 0)

    # -- ends ------------------------------------------------------------------------------------------------

    @property
    def _settled(self) -> bool:
        """Whether nothing is left to be signed."""
        return self.table.phase is Phase.OVER

    def end(self, now: float) -> list[Command]:
        """Our player ends the match with a note, if that may be done now."""
        self._waiting.advance(now)
        seconds = int(self.owing())
        if self.stopped or not self.bound or seconds < self.table.contract.patience:
            return []
        raw = self.seat.end_note(seconds)
        self.seat.state = state.close(self.table, raw)
        self.records.append(raw)
        return [Keep(raw), *self._sending(RecordFrame(raw)), *self._stop(PeerSuspect("silent", seconds=seconds))]

    def _noted(self, raw: bytes) -> list[Command]:
        """A note is shown: the other side has ended the match, or we had."""
        if self.table.note is not None:
            return []
        try:
            self.seat.state = state.close(self.table, raw)
        except PeerSuspect:
            late = state.overtaken(self.table, self.records, raw)
            if late is None or late.side == self.seat.side:
                raise
            # It crossed what we have said since: it has no place in our log, but its signer will say nothing more.
            return self._stop(None if self.table.decision else PeerSuspect("ended", seconds=late.seconds))
        self.records.append(raw)
        said = self.seat.state.note
        assert said is not None, "the table was just closed by it"
        self.acknowledged = True
        code = "silent" if said.side == self.seat.side else "ended"
        return [Keep(raw), *self._stop(PeerSuspect(code, seconds=said.seconds))]

    def _finish(self) -> list[Command]:
        """The other side has all there is: say so, and go."""
        self.acknowledged = True
        return [*self._sending(Bye(self.table.head)), *self._stop(None)]

    def leave(self) -> list[Command]:
        """Our player leaves; the match can be resumed."""
        return [] if self.stopped else [*self._sending(Bye(self.table.head)), *self._stop(None)]

    def _stop(self, error: Exception | None) -> list[Command]:
        if self.stopped:
            return []
        self.stopped = True
        return [Stop(error)]
