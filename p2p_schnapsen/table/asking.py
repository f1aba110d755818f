"""What our player is asked, and when: each question once for a record that we owe, and the next deal when both are
ready for it. Pure.
"""

from __future__ import annotations

from p2p_schnapsen.table.commands import Command, Consider, Decide, Ready
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat


def next_deal(table: TableState) -> int | None:
    """The number of the deal that the next record is its signer's first of, from the second deal on; else None.

    Each side waits with this record until its player has seen how the deal before it ended.
    """
    match table.phase:
        case Phase.COMMIT:
            number = table.standing.deals + 1
        case Phase.KEY:
            number = table.current.number
        case _:
            return None
    return number if number > 1 else None


class Questions:
    """The questions of one game, in one run of the program."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self.willing = False
        """Whether our player has accepted the offer."""
        self._move: int | None = None
        """The record for which our player was asked for a move."""
        self._other: int | None = None
        """The record for which our player was asked anything else."""
        self._ready_for = 0

    @property
    def thinking(self) -> bool:
        """Whether our player has been asked for the move that is due: it is this time that a clock counts."""
        return self._move == self._seat.state.seq

    def before(self) -> list[Command] | None:
        """What must be answered before the record that we owe, where it leaves no choice; None: nothing.

        The list is empty where the answer is waited for.
        """
        table = self._seat.state
        if table.phase is Phase.ACCEPT and not self.willing:
            return self._once(Consider(table.contract))
        number = next_deal(table)
        if number is not None and number > self._ready_for:
            return self._once(Ready(number))
        return None

    def move(self) -> list[Command]:
        """The question for a move."""
        if self.thinking:
            return []
        self._move = self._seat.state.seq
        return [Decide(self._seat.view())]

    def move_again(self) -> None:
        """The move was refused: another is needed."""
        self._move = None

    def ready(self, number: int) -> None:
        """Our player is ready for this deal."""
        self._ready_for = max(self._ready_for, number)

    def _once(self, question: Command) -> list[Command]:
        asked, self._other = self._other, self._seat.state.seq
        return [] if asked == self._seat.state.seq else [question]
