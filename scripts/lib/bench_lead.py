"""The way of one record: decoded, verified, applied and appended (without a sync), against the checks it needs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from p2p_schnapsen.crypto import dleq, signing
from p2p_schnapsen.crypto.challenge import context
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages
from tests.support.duel import Duel

ROUNDS, CALLS = 40, 50


@contextmanager
def scene() -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """The whole way of a lead at its receiver, and only the checks of its signature and its DLEQ proof."""
    duel = Duel.new("bench").play(until=lambda table: table.phase is Phase.LEAD)
    seat = duel.owing()
    other = duel.seats[1 - seat.side]
    move = next(move for move in seat.view().legal if move.kind.name == "LEAD")
    frame = channel.encode(channel.RecordFrame(seat.make(seat.message_for(move)).raw))
    received = channel.decode(frame)
    assert isinstance(received, channel.RecordFrame)
    record = envelope.parse(received.raw)
    body, message = record.body, messages.decode(record.body.type, record.body.payload)
    assert isinstance(message, messages.Lead)
    assert message.share is not None
    deal, key, share = other.state.current, other.state.identities[body.side], message.share
    assert key is not None
    ctx = context(body.game_id, deal.number, body.seq, body.prev, body.side, "share", message.slot)
    a, y = deal.slots[message.slot].a, deal.key_of(body.side)

    def checks() -> None:
        signing.verify(key, envelope.signed_message(record.body_bytes), record.signature)
        dleq.verify(ctx, y, a, share)

    with open(os.devnull, "wb", buffering=0) as log:

        def way() -> None:
            come = channel.decode(frame)
            assert isinstance(come, channel.RecordFrame)
            other.check(come.raw)
            log.write(log_format.frame(come.raw))

        yield way, checks


def lead() -> dict[str, Any]:
    """The way of a lead in times of its checks, as the program makes them."""
    with scene() as (way, checks):
        least = {checks: float("inf"), way: float("inf")}
        for _ in range(ROUNDS):  # in turn, so that both meet the same machine
            for run, seconds in least.items():
                least[run] = min(seconds, _seconds(run))
    return {
        "the way of a lead": {"ms": 1000 * least[way], "checks_ms": 1000 * least[checks]}
        | {"over_checks": least[way] / least[checks]}
    }


def _seconds(run: Callable[[], None]) -> float:
    start = time.process_time()
    for _ in range(CALLS):
        run()
    return (time.process_time() - start) / CALLS
