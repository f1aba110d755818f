"""What comes in on a link and is neither a fault of the other side nor a word of its own."""

from functools import cache
from unittest import mock

import pytest

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.channel import Refuse
from p2p_schnapsen.table.commands import Drop, Keep
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import messages
from p2p_schnapsen.wire.envelope import Body
from tests.support.dialogue import Script, frames, of_kind, stopped

BOTH = pytest.mark.parametrize("side", [HOST, GUEST], ids=["host", "guest"])


@cache
def game():
    return Script.of("game guards", Ruleset(target=1))


def waiting(side):
    """A side that waits for the other's lead."""
    place = game().place(Phase.LEAD, 1 - side)
    party = game().party(side, place)
    party.meet()
    return party, place


@BOTH
def test_our_own_bad_record_is_nobodys_fault_when_the_other_side_shows_it(side):
    """We may have signed it before our disk was set back, or somebody has our key: it is not kept."""
    party, place = waiting(side)
    state = game().state(place)
    final = messages.encode(messages.Final((0, 0), bytes(64)))
    raw = game().signed(side, Body(state.game_id, place, side, state.head, "final", final).encode())
    done = party.hear(raw)
    assert (frames(done), of_kind(done, Drop)) == ([Refuse("own-record")], [Drop("own-record")])
    assert not of_kind(done, Keep)
    assert not stopped(done)


@BOTH
def test_our_own_note_that_was_overtaken_is_not_the_other_sides_end(side):
    _, place = waiting(side)
    party = game().party(side, place + 1)
    party.meet()
    done = party.hear(game().end_note(side, place))
    assert (frames(done), of_kind(done, Drop)) == ([Refuse("note-misplaced")], [Drop("note-misplaced")])
    assert not stopped(done)


@BOTH
def test_the_signature_of_a_record_is_checked_once(side):
    party, place = waiting(side)
    with mock.patch.object(signing, "verify", wraps=signing.verify) as checked:
        party.hear(game().records[place])
    assert party.game.table.seq > place
    own = len(party.kept) - place - 1
    assert checked.call_count == 1 + own
