"""Silence, the clock, the end note, and how a game ends for each side. Spec: sections `silence` and `resumption`."""

from functools import cache

import pytest

from p2p_schnapsen.errors import PeerSuspect, TransportError
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state
from p2p_schnapsen.table.channel import Bye, Ping, RecordFrame, Refuse, Standing
from p2p_schnapsen.table.commands import Back, Drop, Keep, MayEnd, Send, Silent, Stop, Ticking
from p2p_schnapsen.table.game import Declined, Game
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages, note
from tests.support.dialogue import Party, Script, Talk, code, error, frames, of_kind, records, stopped
from tests.support.duel import log_of
from tests.support.fold import remembering

pytestmark = pytest.mark.usefixtures("proofs_once")

BOTH = pytest.mark.parametrize("side", [HOST, GUEST], ids=["host", "guest"])


@pytest.fixture(autouse=True)
def quick():
    with remembering():
        yield


@cache
def game():
    return Script.of("silence", opening="never")


@cache
def clocked():
    """40 s for a move, and 60 s of patience."""
    return Script.of("silence", opening="never", clock=40, patience=60)


def owed_by(script, side):
    """A place where this side has to move."""
    return script.place(Phase.LEAD, side)


def waiting(script, side):
    """A side that is on a link and waits for the other's move."""
    party = script.party(side, owed_by(script, 1 - side))
    party.meet()
    return party


def thinking(script, side):
    """A side whose player is being asked."""
    party = script.party(side, owed_by(script, side))
    party.meet()
    return party


def hears_pings(party, until, kind):
    """What is asked for of one kind while the other side is there, and does not move; and when."""
    found = []
    while (now := party.game._waiting.time) < until:
        party.hear(Ping(), now=now)
        found += [(round(now + 1), command) for command in of_kind(party.ticks(now + 1), kind)]
    return found


# Silence


@BOTH
def test_silence_is_named_after_15_seconds_and_every_30_after_that(side):
    named = waiting(game(), side).timed(110, Silent)
    assert [(second, silent.seconds, silent.left) for second, silent in named] == [
        (15, 15, 105),
        (45, 45, 75),
        (75, 75, 45),
        (105, 105, 15),
    ]


@BOTH
def test_it_is_named_too_where_there_is_no_link(side):
    party = waiting(game(), side)
    party.unlink()
    assert [second for second, _ in party.timed(50, Silent)] == [15, 45]


@BOTH
@pytest.mark.parametrize("heard", ["ping", "link"])
def test_when_it_ends_that_is_said_once(side, heard):
    party = waiting(game(), side)
    party.ticks(20)
    done = party.hear(Ping(), Ping(), now=20.5) if heard == "ping" else party.meet(now=20.5)
    assert of_kind(done, Back) == [Back()]
    assert [second for second, _ in party.timed(50, Silent)] == [36], "and counted from the start"


@BOTH
def test_who_was_heard_in_time_was_not_silent(side):
    assert hears_pings(waiting(game(), side), 300, Silent | Back | MayEnd | Drop) == []


@BOTH
def test_while_we_were_stopped_nobody_was_silent(side):
    """SIGSTOP, or a laptop that slept for an hour: the others' time stood still as well."""
    party = waiting(clocked(), side)
    party.ticks(10)
    assert not of_kind(party.do(party.game.tick(3610.0)), Silent | MayEnd | Drop | Stop)
    assert [second for second, _ in party.timed(3640, Silent)] == [3615]


@BOTH
def test_while_we_were_stopped_our_clock_stood_still(side):
    party = thinking(clocked(), side)
    party.ticks(10)
    assert not of_kind(party.do(party.game.tick(3610.0)), Ticking | Keep)
    assert [(second, tick.left) for second, tick in party.timed(3632, Ticking)] == [(3630, 10)]


@BOTH
def test_a_clock_of_the_system_that_goes_back_changes_nothing(side):
    party = waiting(game(), side)
    party.ticks(10)
    assert party.do(party.game.tick(3.0)) == []
    assert [second for second, _ in party.timed(20, Silent)] == [15]


@BOTH
def test_who_has_nothing_to_say_pings_every_five_seconds(side):
    party = waiting(game(), side)
    pings = [second for second, send in party.timed(26, Send) if send.frame == Ping()]
    assert pings == [5, 10, 15, 20, 25]
    party.unlink(26.0)
    assert party.timed(60, Send) == [], "there is no link"


def test_a_guest_makes_a_new_link_after_30_seconds_of_silence_and_a_host_waits():
    drops = waiting(game(), GUEST).timed(100, Drop)
    assert [(second, drop.code) for second, drop in drops] == [(30, "silent")]
    assert waiting(game(), HOST).timed(100, Drop) == []


def test_a_guest_does_so_too_where_the_host_has_not_even_said_where_it_stands():
    party = game().party(GUEST, 12)
    party.link()
    assert [second for second, _ in party.timed(100, Drop)] == [30]


@pytest.mark.parametrize(("side", "place"), [(HOST, 0), (HOST, 1), (GUEST, 0), (GUEST, 1)])
def test_before_there_is_a_contract_silence_ends_it(side, place):
    party = game().party(side, place, {})
    party.link()
    done = party.ticks(300)
    assert isinstance(error(done), TransportError)
    assert code(done) == "silent"
    assert not of_kind(done, MayEnd)


# The clock


@BOTH
def test_a_player_is_warned_and_then_the_deal_is_conceded(side):
    party = thinking(clocked(), side)
    warned = hears_pings(party, 39, Ticking)
    assert [(second, tick.left) for second, tick in warned] == [(10, 30), (30, 10), (35, 5)]
    done = [*party.hear(Ping(), now=39.0), *party.ticks(40)]
    made = envelope.parse(of_kind(done, Keep)[0].raw).body
    assert (made.type, made.payload) == ("concede", messages.encode(messages.Concede("deal")))
    assert of_kind(done, Ticking) == [Ticking(0)]
    assert records(done)[0] == of_kind(done, Keep)[0].raw
    assert verify(log_of(party.kept)).culprit is None


@BOTH
def test_the_clock_runs_on_where_the_link_breaks(side):
    party = thinking(clocked(), side)
    party.ticks(20)
    party.unlink(20.0)
    party.ticks(41)
    assert envelope.parse(party.kept[-1]).body.side in (HOST, GUEST)
    assert len(party.kept) > owed_by(clocked(), side)


@BOTH
def test_without_a_clock_a_player_may_think_for_ever(side):
    party = thinking(game(), side)
    assert hears_pings(party, 4000, Ticking | Keep | Stop | MayEnd) == []


@BOTH
def test_each_move_has_its_own_time(side):
    """A marriage and the lead after it, say: what counts is the record that is owed."""
    place = owed_by(clocked(), 1 - side)
    party = clocked().party(side, place)
    party.meet()
    hears_pings(party, 35, Ticking)
    party.hear(clocked().records[place], now=35.0)
    assert party.deciding is not None
    assert [second for second, _ in hears_pings(party, 70, Ticking)] == [45, 65, 70]


@BOTH
def test_who_overruns_the_clock_may_be_left_after_the_patience_though_it_is_there(side):
    party = waiting(clocked(), side)
    asked = hears_pings(party, 105, MayEnd)
    assert [(second, may.seconds) for second, may in asked] == [(100, 60)]
    party.do(party.game.end(105.0))
    assert (code(party.heard), note.parse(party.kept[-1]).note.seconds) == ("silent", 65)
    assert verify(log_of(party.kept)).verdict is Verdict.UNRESPONSIVE


# The note


@BOTH
def test_after_the_patience_our_player_may_end_the_match_and_is_asked_again(side):
    asked = waiting(game(), side).timed(370, MayEnd)
    assert [(second, may.seconds) for second, may in asked] == [(120, 120), (240, 240), (360, 360)]


@BOTH
def test_who_was_silent_before_it_owed_anything_has_its_time_from_then_on(side):
    """Our player thought for 100 seconds and then moved: the other side may have been waiting in silence."""
    script = game()
    place = next(place for place in script.places(Phase.LEAD, side) if script.side_of(place + 1) != side)
    party = script.party(side, place)
    party.meet()
    party.ticks(100)
    party.do(party.game.decide(script.move(party), 100.0))
    assert [second for second, _ in party.timed(250, MayEnd)] == [220]


@BOTH
def test_a_side_that_owes_nothing_or_is_there_is_not_ended(side):
    assert of_kind(thinking(game(), side).ticks(500), MayEnd) == []
    over = game().party(side, len(game().records) - 1)
    assert of_kind([*over.meet(), *over.ticks(119)], MayEnd) == []
    for party in (thinking(game(), side), waiting(game(), side)):
        hears_pings(party, 400, MayEnd)
        assert party.do(party.game.end(400.0)) == []


@BOTH
def test_a_note_is_stored_then_sent_and_ends_the_match(side):
    party = waiting(game(), side)
    party.ticks(119)
    assert party.do(party.game.end(119.0)) == [], "not yet"
    party.ticks(121)
    done = party.do(party.game.end(121.5))
    keep, *send, stop = done
    place = owed_by(game(), 1 - side)
    assert keep.raw == game().end_note(side, place, 121)
    assert send == ([Send(RecordFrame(keep.raw))] if side == HOST else []), "the guest has given up the silent link"
    assert isinstance(stop.error, PeerSuspect)
    assert (stop.error.code, stop.error.params) == ("silent", {"seconds": 121})
    report = verify(log_of(party.kept))
    assert (report.verdict, report.silent, report.seconds) == (Verdict.UNRESPONSIVE, 1 - side, 121)
    assert report.culprit is None
    assert party.hear(game().records[place]) == []
    assert party.do(party.game.end(400.0)) == []


@BOTH
@pytest.mark.parametrize("link", [True, False])
def test_a_note_may_be_signed_by_a_side_that_came_back_to_an_empty_table(side, link):
    """It proves nothing, and so it cannot be a second body."""
    place = owed_by(game(), 1 - side)
    party = game().party(side, place)
    if link:
        party.link()
    party.ticks(121)
    assert code(party.do(party.game.end(121.0))) == "silent"


@BOTH
def test_the_other_sides_note_is_kept_and_ends_the_match(side):
    party = thinking(game(), side)
    raw = game().end_note(1 - side, owed_by(game(), side), 130)
    done = party.hear(raw)
    assert of_kind(done, Keep) == [Keep(raw)]
    assert (code(done), error(done).params) == ("ended", {"seconds": 130})
    report = verify(log_of(party.kept))
    assert (report.verdict, report.silent, report.culprit) == (Verdict.UNRESPONSIVE, side, None)


@BOTH
def test_a_note_that_does_not_count_ends_a_link_and_changes_nothing(side):
    place, script = owed_by(game(), side), game()
    other = 1 - side
    notes = {
        "note-early": script.end_note(other, place, 119),
        "note-signature": script.end_note(other, place, signer=side),
        "note-misplaced": script.end_note(other, place, head=bytes(64)),
        "note-not-owed": script.end_note(side, place),
    }
    assert len({*notes.values(), script.end_note(other, place + 1), script.end_note(other, place - 1)}) == 6
    for expected, raw in notes.items():
        party = thinking(script, side)
        done = party.hear(raw)
        assert [drop.code for drop in of_kind(done, Drop)] == [expected]
        assert (party.kept, party.game.table.note) == (script.records[:place], None)
    for seq in (place + 1, 1 << 19):
        done = thinking(script, side).hear(script.end_note(other, place, seq=seq))
        assert [drop.code for drop in of_kind(done, Drop)] == ["note-misplaced"]
    done = thinking(script, side).hear(script.end_note(other, place, game_id=bytes(64)))
    assert [drop.code for drop in of_kind(done, Drop)] == ["note-misplaced"]


@BOTH
def test_who_ended_the_match_answers_a_returning_side_with_the_note(side):
    """Whatever that one has: behind, level, or with the record that came too late. Nobody is blamed for it."""
    place = owed_by(game(), 1 - side)
    raw = game().end_note(side, place)
    for theirs in (place - 3, place, place + 1, place + 9):
        seat = game().seat(side, 0)
        party = Party(Game.restore(seat, game().key(1 - side), 0.0, [*game().records[:place], raw]))
        done = party.meet(game().standing(theirs))
        sent = records(done)
        assert sent == [*game().records[theirs:place], raw]
        assert frames(done)[-1] == Bye(party.game.table.head)
        assert error(done) is None
        assert of_kind([*done, *party.hear(*game().records[place : theirs + 1])], Keep) == []


@BOTH
def test_a_record_that_comes_after_the_note_is_neither_taken_nor_blamed(side):
    place = owed_by(game(), 1 - side)
    seat = game().seat(side, 0)
    party = Party(
        Game.restore(seat, game().key(1 - side), 0.0, [*game().records[:place], game().end_note(side, place)])
    )
    party.link()
    wrong_prev = game().another(place, prev=bytes(64))
    for raw in (game().records[place], game().another(place), wrong_prev, game().records[place + 1]):
        assert not of_kind(party.hear(raw), Keep)
    with pytest.raises(PeerSuspect, match="record-misplaced"):
        seat.check(game().records[place])
    log = [*game().records[:place], game().end_note(side, place)]
    assert state.second_body(seat.state, log, wrong_prev) is None
    assert not state.repeated(log, wrong_prev)


@BOTH
def test_a_side_that_has_lost_its_own_note_gets_it_back(side):
    place = owed_by(game(), 1 - side)
    raw = game().end_note(side, place, 200)
    party = waiting(game(), side)
    done = party.hear(raw)
    assert of_kind(done, Keep) == [Keep(raw)]
    assert code(done) == "silent"


@BOTH
def test_a_note_that_crosses_our_record_ends_the_match_for_both(side):
    """We had moved, the other side did not know: its note has no place in our log, and our record none in its."""
    place = owed_by(game(), side)
    later = place + 1
    assert game().side_of(later) != side
    party = game().party(side, later)
    party.meet()
    raw = game().end_note(1 - side, place, 150)
    done = party.hear(raw)
    assert isinstance(error(done), PeerSuspect)
    assert (code(done), error(done).params, of_kind(done, Keep)) == ("ended", {"seconds": 150}, [])
    assert verify(log_of(party.kept)).verdict is Verdict.INCOMPLETE


@BOTH
@pytest.mark.parametrize("changes", [{"head": bytes(64)}, {"game_id": bytes(64)}, {"seconds": 100}, {"signer": "us"}])
def test_only_a_note_that_counted_where_it_was_signed_does_so(side, changes):
    place = owed_by(game(), side)
    party = game().party(side, place + 1)
    party.meet()
    changes = {name: side if value == "us" else value for name, value in changes.items()}
    done = party.hear(game().end_note(1 - side, place, **changes))
    assert [drop.code for drop in of_kind(done, Drop)] == ["note-misplaced"]


@BOTH
def test_a_note_for_a_place_that_its_signer_has_left_behind_is_none(side):
    place = owed_by(game(), side)
    party = game().party(side, place + 2)
    party.meet()
    assert game().side_of(place + 1) != side
    assert not stopped(party.hear(game().end_note(1 - side, place)))


@BOTH
def test_a_match_that_was_ended_ends_for_a_side_that_waits_for_nobody(side):
    place = owed_by(game(), 1 - side)
    seat = game().seat(side, 0)
    party = Party(
        Game.restore(seat, game().key(1 - side), 0.0, [*game().records[:place], game().end_note(side, place)])
    )
    assert error(party.ticks(121)) is None


# Ends


def whole():
    return len(game().records)


def test_the_guest_signs_last_and_stays_until_the_host_has_it():
    host, guest = game().party(HOST, whole() - 2), game().party(GUEST, whole() - 2)
    talk = Talk(host, guest).link()
    host.hear(guest.outbox.popleft())
    guest.hear(*host.outbox)
    host.outbox.clear()
    assert len(guest.kept) == whole()
    assert not stopped(guest.heard)
    assert guest.unlink() == [], "it does not know yet"
    host.unlink()
    talk.link().run()
    assert error(host.heard) is None
    assert error(guest.heard) is None
    assert Bye(game().state(whole()).head) in frames(host.heard)
    assert host.game.acknowledged
    assert guest.game.acknowledged


def test_a_host_that_has_the_last_record_is_done():
    host = game().party(HOST, whole() - 1)
    host.meet()
    done = host.hear(game().records[-1])
    assert frames(done) == [Bye(game().state(whole()).head)]
    assert error(done) is None


@BOTH
def test_a_farewell_counts_only_with_the_last_head(side):
    place = whole() if side == GUEST else whole() - 1
    for head, left in ((game().state(whole()).head, False), (game().state(whole() - 1).head, True), (bytes(64), True)):
        party = game().party(side, place)
        party.meet(game().standing(whole() - 1))
        if party.game.stopped:
            continue
        done = party.hear(Bye(head))
        known = not left and party.game.table.phase is Phase.OVER
        assert isinstance(error(done), TransportError) != known
        assert party.game.acknowledged == known


@BOTH
def test_who_leaves_says_so_and_the_match_can_go_on_later(side):
    party = waiting(game(), side)
    done = party.do(party.game.leave())
    assert frames(done) == [Bye(party.game.table.head)]
    assert error(done) is None
    assert not party.game.acknowledged
    other = thinking(game(), 1 - side)
    assert code(other.hear(Bye(bytes(64)))) == "left"


@BOTH
def test_both_that_have_everything_tell_one_another_and_go(side):
    host, guest = game().party(HOST, whole()), game().party(GUEST, whole())
    Talk(host, guest).link().run()
    for party in (host, guest):
        assert error(party.heard) is None
        assert party.game.acknowledged
        assert not of_kind(party.heard, Keep)


@BOTH
@pytest.mark.parametrize("left", [1, 2])
def test_a_decided_match_is_over_when_patience_ends(side, left):
    party = game().party(side, whole() - left)
    assert game().state(whole() - left).decision is not None
    party.meet()
    party.unlink() if side == GUEST else None
    done = party.ticks(121)
    assert error(done) is None
    assert not of_kind(done, MayEnd)
    assert not party.game.acknowledged
    report = verify(log_of(party.kept))
    assert (report.verdict, "unacknowledged" in report.marks) == (Verdict.VALID, len(party.kept) < whole())


def test_a_host_whose_last_link_breaks_after_the_end_is_done():
    host = game().party(HOST, whole())
    host.link()
    assert error(host.unlink()) is None


def test_a_guest_that_declines_says_so_and_nothing_is_signed():
    host = Party(Game(game().seat(HOST, 0), game().key(GUEST), 0.0))
    guest = Party(Game(game().seat(GUEST, 0), game().key(HOST), 0.0))
    talk = Talk(host, guest).link()
    while talk.deliver():
        pass
    done = guest.do(guest.game.accepted(False, 0.0))
    assert isinstance(error(done), Declined)
    assert frames(done) == [Refuse("declined")]
    host.hear(Refuse("declined"))
    assert code(host.heard) == "declined"
    assert [envelope.parse(raw).body.type for raw in guest.kept] == ["offer"]


def test_a_target_of_several_deals_is_played_to_its_end():
    """Nothing of all this is in the way of an ordinary match."""
    script = Script.of("silence long", Ruleset(target=2))
    host, guest = script.party(HOST, 0), script.party(GUEST, 0)
    Talk(host, guest, script).link().run()
    assert host.kept == guest.kept == script.records
    assert isinstance(host.game.standing, Standing)
