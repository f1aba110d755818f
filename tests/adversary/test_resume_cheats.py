"""Cheating when a match is gone on with: what is signed twice, denied, hidden or ended without right.

The honest side is a whole `Game`, set at some place of a real game; the other side says what it likes. Spec: sections
`resumption`, `silence` and `evidence`.
"""

from functools import cache

import pytest

from p2p_schnapsen.errors import PeerFault, PeerSuspect
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.channel import Ping, RecordFrame, Refuse, Standing
from p2p_schnapsen.table.commands import Drop, Keep
from p2p_schnapsen.table.game import Game
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import DECISIONS
from p2p_schnapsen.wire import chain, envelope
from p2p_schnapsen.wire.messages import Concede
from tests.support.dialogue import Party, Script, code, error, frames, of_kind, records, stopped
from tests.support.duel import log_of
from tests.support.ed25519 import sign
from tests.support.fold import remembering, verdict

pytestmark = pytest.mark.usefixtures("proofs_once")

DECKS = {20: Ruleset(target=1), 24: Ruleset(target=1).override({"deck": 24, "hand": 6})}

BOTH = pytest.mark.parametrize("cheat", [HOST, GUEST], ids=["host", "guest"])
PACKS = pytest.mark.parametrize("deck", DECKS)


@pytest.fixture(autouse=True)
def quick():
    with remembering():
        yield


@cache
def game(deck):
    return Script.of(f"resume cheats {deck}", DECKS[deck], opening="never")


def last_of(script, side, phases=DECISIONS):
    """The last place where this side had a choice, and the match went on."""
    places = [place for phase in phases for place in script.places(phase, side)]
    undecided = (place for place in places if script.state(place + 1).decision is None)
    return max(place for place in undecided if len(script.seat(side, place).view().legal) > 1)


def twin(script, place):
    """The other record that this side could have signed there: another legal move, with its own proofs."""
    side = script.side_of(place)
    seat = script.seat(side, place)
    for move in seat.view().legal:
        raw = seat.sign(seat.message_for(move))
        if raw != script.records[place]:
            return raw
    raise AssertionError("there was but one move")


def head_after(script, place, raw):
    return chain.advance(script.state(place).head, envelope.parse(raw).body_bytes)


def convicted(party, done, cheat):
    """The game ends with a proof that a third party finds in the log."""
    fault = error(done)
    assert isinstance(fault, PeerFault)
    assert (fault.code, fault.section, fault.culprit) == ("equivocation", "evidence", cheat)
    report = verdict(log_of(party.kept))
    assert (report.verdict, report.code, report.culprit) == (Verdict.PROVEN, "equivocation", cheat)
    assert report.record == len(party.kept) - 1
    assert Refuse("equivocation") in frames(done)


def nobody_blamed(party, expected=Verdict.INCOMPLETE):
    report = verdict(log_of(party.kept))
    assert (report.verdict, report.culprit) == (expected, None)
    assert not [one for one in party.heard if isinstance(getattr(one, "error", None), PeerFault)]


# Signing once more


@PACKS
@BOTH
def test_a_move_taken_back_after_a_crash_is_proven_when_it_is_sent(deck, cheat):
    """It claims to have lost its last record, does not want it back, and plays another card."""
    script = game(deck)
    place = last_of(script, cheat)
    party = script.party(1 - cheat, place + 1)
    done = party.meet(script.standing(place))
    assert records(done)[0] == script.records[place], "it is shown what it has signed"
    convicted(party, party.hear(twin(script, place)), cheat)


@PACKS
@BOTH
def test_a_move_taken_back_is_proven_when_it_is_only_named(deck, cheat):
    """It comes back with the head of another record, and shows that one."""
    script = game(deck)
    place = last_of(script, cheat)
    other = twin(script, place)
    party = script.party(1 - cheat, place + 1)
    done = party.meet(script.standing(place + 1, head=head_after(script, place, other)))
    assert records(done) == script.records[: place + 1]
    assert not of_kind(done, Keep)
    convicted(party, party.hear(*script.records[:place], other), cheat)


@PACKS
@BOTH
def test_a_move_taken_back_long_after_is_proven_too(deck, cheat):
    script = game(deck)
    place = script.place(Phase.LEAD, cheat)
    party = script.party(1 - cheat, last_of(script, cheat) + 1)
    party.meet(script.standing(place))
    convicted(party, party.hear(twin(script, place)), cheat)


@PACKS
@BOTH
@pytest.mark.parametrize("phase", [Phase.COMMIT, Phase.KEY, Phase.SHUFFLE, Phase.CUT])
def test_a_deal_dealt_anew_after_a_crash_is_proven(deck, cheat, phase):
    """With another seed: the hand was not to its liking."""
    script = game(deck)
    if script.side_of(script.place(phase)) != cheat:
        phase = {Phase.COMMIT: Phase.KEY, Phase.KEY: Phase.COMMIT, Phase.SHUFFLE: Phase.CUT, Phase.CUT: Phase.SHUFFLE}[
            phase
        ]
    place = script.place(phase)
    seat = script.seat(cheat, place, script.secrets(cheat) | {"seed-1": b"\7" * 32})
    again = seat.sign(seat.automatic())
    assert again != script.records[place]
    party = script.party(1 - cheat, script.place(Phase.LEAD))
    party.meet(script.standing(place))
    convicted(party, party.hear(again), cheat)


@PACKS
@BOTH
def test_a_second_body_by_the_others_key_frames_nobody(deck, cheat):
    """The cheat signs with its own key what it says the honest side has signed."""
    script = game(deck)
    place = last_of(script, 1 - cheat)
    forged = script.signed(cheat, envelope.parse(script.another(place)).body_bytes)
    party = script.party(1 - cheat, place + 1)
    party.meet()
    done = party.hear(forged)
    assert of_kind(done, Drop)
    assert not of_kind(done, Keep)
    nobody_blamed(party)
    report = verdict(log_of([*party.kept, forged]))
    assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)


@PACKS
@BOTH
def test_a_record_with_two_signatures_is_one_record(deck, cheat):
    """Both signatures are valid, the body is the same: sent twice, it changes nothing."""
    script = game(deck)
    place = last_of(script, cheat)
    record = envelope.parse(script.records[place])
    identity = script.duel.seats[cheat].identity
    message = envelope.signed_message(record.body_bytes)
    secret = identity.private_bytes_raw()
    other = envelope.seal(record.body_bytes, sign(secret, message, 12345))
    assert other != record.raw
    assert verdict(log_of([*script.records[:place], other])).verdict is Verdict.INCOMPLETE, "it is valid"
    party = script.party(1 - cheat, place)
    party.meet(script.standing(place + 1))
    assert of_kind(party.hear(other), Keep) == [Keep(other)]
    kept = party.kept[:]
    assert party.hear(record.raw, other, record.raw) == []
    assert party.kept[: len(kept)] == kept
    nobody_blamed(party)


# Denying and hiding


@PACKS
@BOTH
def test_who_denies_its_last_record_is_shown_it_and_may_only_go_on_from_there(deck, cheat):
    script = game(deck)
    place = last_of(script, cheat)
    party = script.party(1 - cheat, place + 1)
    for link in range(3):
        now = 60.0 * link
        party.ticks(now)
        shown = records(party.meet(script.standing(place), now))
        assert shown[0] == script.records[place]
        party.unlink(now)
    nobody_blamed(party)


@PACKS
@BOTH
def test_an_older_head_brings_nothing_but_the_records_since(deck, cheat):
    script = game(deck)
    place = last_of(script, cheat)
    for older in (0, 1, 2, 3, place // 2, place):
        party = script.party(1 - cheat, place + 1)
        done = party.meet(script.standing(older) if older else Standing(None, 0, chain.START))
        assert records(done)[: place + 1 - older] == script.records[older : place + 1]
        assert party.kept[: place + 1] == script.records[: place + 1]
        nobody_blamed(party)


@PACKS
@BOTH
def test_a_head_from_nowhere_proves_nothing_and_ends_after_three_links(deck, cheat):
    script = game(deck)
    place = last_of(script, cheat)
    party = script.party(1 - cheat, place + 1)
    for link in range(3):
        now = 60.0 * link
        party.ticks(now)
        party.meet(script.standing(place, head=b"h" * 64), now)
        done = party.hear(Refuse("diverged"), now=now)
        assert stopped(done) == (link == 2)
        party.unlink(now)
    assert code(done) == "diverged"
    nobody_blamed(party)


@PACKS
@BOTH
def test_who_claims_more_than_it_can_show_makes_nobody_sign_and_is_left(deck, cheat):
    """If it hid what we had signed, signing anew would be signing twice."""
    script = game(deck)
    place = script.place(Phase.LEAD, 1 - cheat)
    party = script.party(1 - cheat, place)
    for link in range(3):
        now = 60.0 * link
        party.ticks(now)
        party.meet(Standing(chain.first(script.records), 1 << 20, bytes(64)), now)
        done = []
        for second in range(1, 32):
            done += [*party.hear(Ping(), now=now + second), *party.do(party.game.tick(now + second))]
        party.unlink(now + 32)
    assert isinstance(error(done), PeerSuspect)
    assert code(done) == "records-missing"
    assert party.kept == script.records[:place]
    nobody_blamed(party)


@PACKS
@BOTH
def test_an_old_match_shown_in_part_does_not_make_us_sign_in_it_again(deck, cheat):
    """Its end is hidden; we come for a new match, and have the old one in another folder, or had it and know it."""
    script = game(deck)
    place = script.place(Phase.LEAD, 1 - cheat)
    old = chain.first(script.records)
    honest = script.seat(1 - cheat, 0, {})
    party = Party(Game(honest, script.key(cheat), 0.0, elsewhere=lambda first: first == old))
    party.link()
    done = party.hear(script.standing(place), *script.records[:place])
    assert (code(done), party.kept, records(done)) == ("other-match", [], [])
    # Nor where it says that it comes with another one, or with none.
    for standing in (script.standing(place, first=b"x" * 64), Standing(None, 0, chain.START)):
        party = Party(Game(script.seat(1 - cheat, 0, {}), script.key(cheat), 0.0))
        party.link()
        done = party.hear(standing, *script.records[:place])
        own = [raw for raw in party.kept if envelope.parse(raw).body.side != cheat and raw in script.records]
        assert own == []


@PACKS
@BOTH
def test_who_loses_records_and_meets_one_that_hides_them_has_signed_twice(deck, cheat):
    """What the protocol does not promise: a disk set back, and a peer that lies about what it has seen."""
    script = game(deck)
    place = last_of(script, 1 - cheat)
    victim = script.party(1 - cheat, place)
    victim.meet(script.standing(place))
    other = twin(script, place)
    report = verdict(log_of([*script.records[: place + 1], other]))
    assert (report.verdict, report.culprit) == (Verdict.PROVEN, 1 - cheat)


def test_a_host_cannot_withdraw_once_the_match_has_begun():
    """The first dealer is known to it at `accept`: until then it may leave, and nothing was played."""
    script = game(20)
    for place, withdrawn in ((2, True), (3, False), (script.place(Phase.LEAD), False)):
        party = script.party(GUEST, place)
        party.meet()
        done = party.hear(Refuse("withdrawn"))
        assert isinstance(error(done), PeerSuspect) == (not withdrawn)
        nobody_blamed(party)


# Notes


@PACKS
@BOTH
def test_a_note_that_may_not_be_signed_ends_nothing(deck, cheat):
    script = game(deck)
    own_turn, ours = last_of(script, cheat), last_of(script, 1 - cheat)
    decided = len(script.records) - 1
    assert script.state(decided).decision is not None
    bad = {
        "it owes the record itself": (own_turn, script.end_note(cheat, own_turn), "note-not-owed"),
        "too early": (ours, script.end_note(cheat, ours, 119), "note-early"),
        "for another place": (ours, script.end_note(cheat, ours, head=script.state(own_turn).head), "note-misplaced"),
        "in our name": (own_turn, script.end_note(1 - cheat, own_turn, signer=cheat), "note-signature"),
        "of another match": (ours, script.end_note(cheat, ours, game_id=b"g" * 64), "note-misplaced"),
        "after the end": (decided, script.end_note(cheat, decided), "note-not-owed"),
    }
    for name, (place, raw, expected) in bad.items():
        party = script.party(1 - cheat, place)
        party.meet(script.standing(place))
        if party.game.table.seq != place:
            continue  # the last word was ours, and is said
        done = party.hear(raw)
        assert [drop.code for drop in of_kind(done, Drop)] == [expected], name
        assert party.game.table.note is None
        nobody_blamed(party, Verdict.VALID if place == decided else Verdict.INCOMPLETE)
        report = verdict(log_of([*script.records[:place], raw]))
        assert (report.verdict, report.code, report.culprit) == (Verdict.ALTERED, expected, None)


@PACKS
@BOTH
def test_who_plays_on_after_its_note_is_not_heard_and_nobody_is_blamed(deck, cheat):
    """The match is unresponsive for the one that was told so, whatever comes in afterwards."""
    script = game(deck)
    place = last_of(script, 1 - cheat)
    party = script.party(1 - cheat, place)
    party.meet()
    raw = script.end_note(cheat, place)
    done = party.hear(raw)
    assert code(done) == "ended"
    assert party.hear(twin(script, place), *script.records[place:]) == []
    nobody_blamed(party, Verdict.UNRESPONSIVE)
    # It comes back later, as if it had said nothing.
    back = Party(Game.restore(script.seat(1 - cheat, 0), script.key(cheat), 0.0, [*script.records[:place], raw]))
    back.kept = [*script.records[:place], raw]
    done = back.meet(script.standing(place))
    assert raw in records(done)
    done += back.hear(*script.records[place:])
    assert not of_kind(done, Keep)
    nobody_blamed(back, Verdict.UNRESPONSIVE)


@PACKS
@BOTH
def test_a_note_and_a_later_record_of_the_same_side_are_no_proof(deck, cheat):
    """A note is a claim: its signer breaks its word, but it has not signed two records for one place."""
    script = game(deck)
    place = next(place for place in script.places(Phase.LEAD, 1 - cheat) if script.side_of(place + 1) == cheat)
    raw = script.end_note(cheat, place)
    party = script.party(1 - cheat, place + 2)
    party.meet(script.standing(place + 2))
    done = party.hear(RecordFrame(raw))
    assert not of_kind(done, Keep)
    nobody_blamed(party)
    for log in ([*script.records[: place + 2], raw], [*script.records[:place], raw, script.records[place]]):
        report = verdict(log_of(log))
        assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)


@PACKS
@BOTH
def test_a_note_does_not_take_a_won_match_away(deck, cheat):
    """We had made the deciding record; the note says that we made none. Our log is decided, and stays so."""
    script = game(deck)
    place = script.duel.state.decision.seq
    if script.side_of(place) == cheat:
        script = _conceded(deck, 1 - cheat)
        place = script.state(len(script.records)).decision.seq
    party = script.party(1 - cheat, place + 1)
    party.meet()
    kept = party.kept[:]
    done = party.hear(script.end_note(cheat, place))
    assert not of_kind(done, Keep)
    assert party.kept == kept
    nobody_blamed(party, Verdict.VALID)


@cache
def _conceded(deck, loser):
    """A game that this side gives up, so that its record decides."""
    script = game(deck)
    duel = script.duel.clone()
    place = script.place(Phase.LEAD, loser)
    for seat in duel.seats:
        seat.state = script.state(place)
    duel.records, duel.states = script.records[:place], duel.states[:place]
    duel.say(Concede("match"))
    return Script(duel.play())
