"""What players say to one another: it goes over a link that is up, is bounded, and touches nothing else."""

import pytest

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import Chat, Standing
from p2p_schnapsen.table.commands import Back, Drop, Heard, Keep, Send, Unheard
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.talking import LINES_AT_ONCE
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.limits import CHAT_BYTES
from tests.support.dialogue import Script, frames, of_kind, stopped

GAME = Script.of("chat")
PLACE = GAME.place(Phase.LEAD)


def met(side=0):
    party = GAME.party(side, PLACE)
    party.meet()
    return party


def texts(commands):
    return [heard.text for heard in of_kind(commands, Heard)]


def test_what_one_side_says_the_other_hears():
    host, guest = met(0), met(1)
    (said,) = frames(host.game.chat("hello", 1.0))
    assert texts(guest.hear(said, now=1.0)) == ["hello"]


def test_nothing_that_is_said_is_kept_or_changes_the_table():
    host = met()
    before, records = host.game.table, list(host.game.records)
    done = host.hear(Chat("hello"), now=1.0) + host.game.chat("hi", 1.0)
    assert not of_kind(done, Keep)
    assert host.game.table is before
    assert host.game.records == records


def test_chat_before_the_other_side_has_said_where_it_stands_is_nonsense():
    party = GAME.party(0, PLACE)
    party.link()
    done = party.hear(Chat("hello"))
    assert not texts(done)
    assert [drop.code for drop in of_kind(done, Drop)] == ["frame-unexpected"]


def test_with_different_records_in_hand_chat_is_passed_over():
    party = GAME.party(0, PLACE)
    party.link()
    party.hear(GAME.standing(PLACE - 1, head=bytes(64)))
    assert not of_kind(party.hear(Chat("hello")), Drop)


def test_so_much_is_heard_at_once_and_a_line_a_second_and_the_rest_ends_nothing():
    party = met()
    heard = [texts(party.hear(Chat(str(number)), now=1.0)) for number in range(1000)]
    assert [text for line in heard for text in line] == [str(number) for number in range(LINES_AT_ONCE)]
    assert texts(party.hear(Chat("later"), now=2.0)) == ["later"]
    assert texts(party.hear(Chat("at once"), now=2.5)) == []
    assert not stopped(party.heard)


def test_a_side_sends_no_more_than_the_other_takes():
    party = met()
    done = [command for number in range(LINES_AT_ONCE + 1) for command in party.game.chat(str(number), 1.0)]
    assert len(frames(done)) == LINES_AT_ONCE
    assert done[-1] == Unheard("too-fast")


def test_without_a_link_nobody_hears():
    party = met()
    party.unlink(1.0)
    assert party.game.chat("hello", 2.0) == [Unheard("no-link")]
    fresh = GAME.party(0, PLACE)
    fresh.link()
    assert fresh.game.chat("hello", 1.0) == [Unheard("no-link")]


def test_nobody_hears_what_is_said_after_the_end():
    party = met()
    party.do(party.game.leave())
    assert party.game.chat("hello", 1.0) == [Unheard("no-link")]


def test_a_line_of_chat_is_a_sign_of_life():
    party = met()
    party.ticks(20.0)
    assert of_kind(party.hear(Chat("hello"), now=20.0), Back)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (" hello ", "hello"),
        ("x" * 300, "x" * CHAT_BYTES),
        ("ö" * 200, "ö" * (CHAT_BYTES // 2)),
        ("x" + "ö" * 200, "x" + "ö" * (CHAT_BYTES // 2 - 1)),
        ("a\ud800b", "ab"),
    ],
)
def test_a_line_is_cut_to_what_a_frame_holds_between_two_characters(typed, said):
    assert Chat.of(typed) == Chat(said)
    assert channel.decode(channel.encode(Chat(said))) == Chat(said)


@pytest.mark.parametrize("typed", ["", "  ", "\ud800"])
def test_nothing_is_not_sent(typed):
    assert Chat.of(typed) is None
    assert not of_kind(met().game.chat(typed, 1.0), Send | Unheard)


@pytest.mark.parametrize("text", ["", "x" * (CHAT_BYTES + 1), b"hello", None])
def test_a_frame_that_holds_anything_else_is_unreadable(text):
    with pytest.raises(WireError):
        channel.decode(pack(("chat", text)))


def test_a_guest_can_chat_before_it_has_accepted():
    offered = GAME.party(1, 1)
    offered.link()
    offered.hear(Standing(GAME.standing(1).first, 1, GAME.standing(1).head))
    assert texts(offered.hear(Chat("well?"), now=1.0)) == ["well?"]
