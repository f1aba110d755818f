"""A game that comes back: what each side says, sends, adopts and signs. Spec: section `resumption`."""

from functools import cache

import pytest

from p2p_schnapsen.errors import PeerFault, PeerSuspect, TransportError
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.table.channel import Auth, Bye, Hello, Ping, RecordFrame, Refuse, Standing
from p2p_schnapsen.table.commands import Consider, Decide, Draw, Drop, Keep, News, Stop
from p2p_schnapsen.table.game import Declined, Game
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import chain, envelope
from tests.support.dialogue import Party, Script, Talk, code, error, frames, of_kind, records, second_bodies, stopped
from tests.support.duel import at_random, log_of
from tests.support.fold import remembering


@pytest.fixture(autouse=True)
def quick():
    with remembering():
        yield


BOTH = pytest.mark.parametrize("side", [HOST, GUEST], ids=["host", "guest"])
NOTHING = Standing(None, 0, chain.START)


@cache
def game():
    return Script.of("resume")


def signs(commands, side):
    """The records of this side that are kept."""
    return [keep.raw for keep in of_kind(commands, Keep) if envelope.parse(keep.raw).body.side == side]


# Where both stand


@BOTH
def test_a_side_says_first_where_it_stands(side):
    for place in (0, 1, 2, 12, len(game().records)):
        party = game().party(side, place)
        first = chain.advance(chain.START, envelope.parse(game().records[0]).body_bytes) if place else None
        assert frames(party.link()) == [Standing(first, place, game().state(place).head)]
        assert frames(party.link())[0] == party.game.standing, "and again on every new link"


@BOTH
def test_nothing_is_signed_and_nobody_is_asked_before_the_other_side_was_heard(side):
    """Every place where this side owes a record: a log that was set back must not be signed anew."""
    for place in range(len(game().records)):
        if game().side_of(place) != side:
            continue
        party = game().party(side, place)
        done = [*party.link(), *party.ticks(20.0), *party.do(party.game.ask_again())]
        assert not of_kind(done, Keep | Decide | Draw | Consider), place
        assert of_kind(party.hear(game().standing(place)), Keep | Decide | Draw | Consider), place


@BOTH
def test_once_heard_a_side_goes_on_without_a_link(side):
    place = game().place(Phase.LEAD, side)
    party = game().party(side, place)
    party.meet()
    party.unlink()
    done = party.do(party.game.decide(game().move(party), 0.0))
    assert (signs(done, side)[:1], frames(done)) == ([game().records[place]], [])
    again = party.meet(game().standing(place))
    assert records(again)[0] == game().records[place]


@BOTH
def test_the_one_ahead_sends_what_the_other_lacks_and_nothing_else(side):
    for mine, theirs in ((9, 9), (9, 5), (9, 12), (9, 0)):
        party = game().party(side, mine)
        first = None if theirs == 0 and side == HOST else game().standing(1).first
        sent = records(party.meet(game().standing(theirs, first=first if theirs else None)))
        assert sent[: max(0, mine - theirs)] == game().records[theirs:mine]
        assert not [raw for raw in sent if raw in game().records[:theirs]]


def end():
    return len(game().records)


def middle(phase):
    return game().place(phase)


@pytest.mark.parametrize(
    ("host", "guest"),
    [
        (0, 0),
        (1, 0),
        (1, 2),
        (3, 2),
        (2, 3),
        (0, 9),
        (9, 0),
        (Phase.LEAD, Phase.FOLLOW),
        (Phase.DRAW_WINNER, Phase.SHUFFLE),
        (Phase.OPEN, Phase.LEAD),
        (-2, -1),
        (-1, -2),
        (-1, -1),
        (-12, -1),
    ],
)
def test_wherever_both_were_set_back_to_the_log_comes_out_the_same(host, guest):
    """Their own records too are taken from the other side; what is made anew is made of the same secrets."""
    host, guest = (
        middle(place) if isinstance(place, Phase) else place + (end() + 1 if place < 0 else 0)
        for place in (host, guest)
    )
    parties = [game().party(HOST, host), game().party(GUEST, guest)]
    Talk(*parties, game()).link().run()
    for party in parties:
        assert party.kept == game().records
        assert error(party.heard) is None
        assert party.game.acknowledged
        assert not party.drawn, "every secret was there already"


@BOTH
def test_a_secret_that_was_stored_and_not_used_is_used(side):
    """Killed between the seed and the commitment: the seed of that deal is on the disk, and the record is the same."""
    place = next(
        place for place in game().places(Phase.COMMIT) + game().places(Phase.KEY) if game().side_of(place) == side
    )
    party = game().party(side, place)
    assert signs(party.meet(), side)[:1] == [game().records[place]]
    fresh = game().party(side, place, secrets={})
    assert of_kind(fresh.meet(), Draw) == [Draw("seed-1")]
    assert fresh.kept[place] != game().records[place]


@BOTH
def test_a_link_that_breaks_takes_nothing_along(side):
    """A new link at every record, the last frame of each lost: nothing is made twice, and the game ends as it would."""
    parties = [game().party(HOST, 3), game().party(GUEST, 3)]
    talk = Talk(*parties, game())
    for _ in range(200):
        talk.link()
        for party, other in (talk.parties, talk.parties[::-1]):
            other.hear(party.outbox.popleft())
        for party, other in (talk.parties, talk.parties[::-1]):
            for frame in list(party.outbox)[:1]:
                other.hear(frame)
        talk._ask()
        if parties[1 - side].game.stopped:
            break
    assert parties[side].kept == game().records[: len(parties[side].kept)]
    assert not second_bodies(parties[0].kept, parties[1].kept)
    talk.link().run()
    assert parties[side].kept == game().records


def test_a_stored_log_is_folded_and_the_match_goes_on():
    place = game().place(Phase.FOLLOW)
    side = game().side_of(place)
    seat = game().seat(side, 0)
    party = Party(Game.restore(seat, game().key(1 - side), 0.0, game().records[:place]), game().records[:place])
    done = party.meet()
    news = of_kind(done, News)
    assert [one.resumed for one in news] == [True]
    assert news[0].view is not None
    assert of_kind(done, Decide)


# What was lost


@BOTH
def test_a_side_that_has_lost_its_seed_concedes_the_match(side):
    secrets = {"nonce": game().secrets(side)["nonce"]}
    for place in (game().place(Phase.SHUFFLE), game().place(Phase.LEAD, side), game().place(Phase.LEAD, 1 - side)):
        parties = [game().party(HOST, place), game().party(GUEST, place)]
        parties[side] = game().party(side, place, secrets)
        Talk(*parties).link().run()
        report = verify(log_of(parties[side].kept))
        assert (report.verdict, report.result.winner, report.result.conceded) == (Verdict.VALID, 1 - side, True)
        assert parties[0].kept == parties[1].kept
        assert not parties[side].drawn, "a lost seed is not made up for"
        assert "unopened" in report.marks


@BOTH
@pytest.mark.parametrize("wrong", [bytes(32), b"\xff" * 32])
def test_a_seed_that_is_not_the_one_committed_to_is_as_good_as_lost(side, wrong):
    """As of another deal, or damaged on the disk; in the log that is read, or in the one that the other side shows."""
    secrets = game().secrets(side) | {"seed-1": wrong}
    place = game().place(Phase.LEAD)
    seat = game().seat(side, 0, secrets)
    stored = Party(Game.restore(seat, game().key(1 - side), 0.0, game().records[:place]), game().records[:place])
    shown = game().party(side, game().place(Phase.COMMIT), secrets)
    for party in (stored, shown):
        parties = [game().party(HOST, place), game().party(GUEST, place)]
        parties[side] = party
        Talk(*parties).link().run()
        report = verify(log_of(party.kept))
        assert (report.verdict, report.result.winner, report.result.conceded) == (Verdict.VALID, 1 - side, True)


@pytest.mark.parametrize("nonce", [None, bytes(32)], ids=["lost", "damaged"])
def test_a_host_without_its_nonce_withdraws_the_offer_and_signs_nothing(nonce):
    secrets = {} if nonce is None else {"nonce": nonce}
    seat = game().seat(HOST, 0, secrets)
    host = Party(Game.restore(seat, game().key(GUEST), 0.0, game().records[:2]), game().records[:2])
    guest = game().party(GUEST, 2)
    Talk(host, guest).link().run()
    for party in (host, guest):
        assert isinstance(error(party.heard), Declined)
        assert code(party.heard) == "withdrawn"
        assert party.kept == game().records[:2]


def test_a_host_whose_nonce_was_shown_already_needs_it_no_more():
    host, guest = game().party(HOST, 2, {}), game().party(GUEST, 3)
    Talk(host, guest).link().run()
    assert host.kept[:3] == game().records[:3]
    assert host.game.table.decision is not None


def test_only_the_host_withdraws_and_only_before_the_match_begins():
    """Or whoever is about to lose would have the match forgotten."""
    for side, place in ((GUEST, 3), (GUEST, game().place(Phase.LEAD)), (HOST, 2), (HOST, 9)):
        party = game().party(side, place)
        party.meet()
        done = party.hear(Refuse("withdrawn"))
        assert isinstance(error(done), PeerSuspect)
        assert code(done) == "refused"
    host = game().party(HOST, 2)
    host.link()
    assert code(host.hear(Refuse("withdrawn"))) == "refused", "its own offer"


def test_a_guest_that_has_not_accepted_forgets_an_offer_that_the_host_does_not_know():
    guest = game().party(GUEST, 1)
    done = guest.meet(NOTHING)
    assert isinstance(error(done), Declined)
    assert (code(done), records(done)) == ("withdrawn", [])


def test_a_guest_that_has_accepted_shows_the_host_what_it_has_lost():
    guest = game().party(GUEST, 2)
    assert records(guest.meet(NOTHING)) == game().records[:2]


# What the other side says it has


@BOTH
def test_nothing_is_signed_before_the_other_side_has_shown_what_it_says_it_has(side):
    place = game().place(Phase.LEAD, side)
    for ahead in (place + 1, place + 2, 1 << 20):
        party = game().party(side, place)
        done = [*party.meet(Standing(game().standing(1).first, ahead, bytes(64))), *party.ticks(29.0)]
        assert not of_kind(done, Keep | Decide | Stop | Drop)
    assert of_kind(game().party(side, place).meet(), Decide)


@BOTH
def test_who_never_shows_it_is_given_up_after_three_links(side):
    place = game().place(Phase.LEAD, side)
    party = game().party(side, place)
    for link in range(3):
        now = link * 40.0
        party.ticks(now)
        party.meet(Standing(game().standing(1).first, place + 5, bytes(64)), now)
        done = []
        for second in range(1, 32):
            done += party.hear(Ping(), now=now + second)  # it is there all the while
            done += party.do(party.game.tick(now + second))
        if link < 2:
            assert [drop.code for drop in of_kind(done, Drop)] == ["records-missing"]
            party.unlink(now + 31)
    assert isinstance(error(done), PeerSuspect)
    assert code(done) == "records-missing"
    assert party.kept == game().records[:place]


@BOTH
def test_who_shows_it_slowly_is_waited_for(side):
    place = game().place(Phase.LEAD, side)
    party = game().party(side, 3)
    party.meet(game().standing(place))
    done = []
    for number, raw in enumerate(game().records[3:place], 1):
        party.ticks(number * 25.0)
        done += party.hear(raw, now=number * 25.0)
    assert not of_kind(party.heard, Drop)
    assert of_kind(done[-3:], Decide)


@BOTH
def test_own_records_are_adopted_only_from_who_said_that_it_has_them(side):
    """Who said that it lacks them cannot put them to us later, when we may be deciding otherwise."""
    place = game().place(Phase.LEAD, side)
    for standing, dropped in ((game().standing(place), ["frame-unexpected"]), (game().standing(place + 1), [])):
        party = game().party(side, place)
        party.meet(standing)
        done = party.hear(game().records[place])
        assert [drop.code for drop in of_kind(done, Drop)] == dropped
        assert (game().records[place] in party.kept) == (not dropped)


@BOTH
def test_a_match_that_lies_elsewhere_on_our_disk_is_not_begun_once_more(side):
    """It may hold more of what we have signed than the other side shows: going on from there would be signing twice."""
    old = chain.first(game().records)
    place = game().place(Phase.LEAD)
    for known in (True, False):
        seat = game().seat(side, 0, {})
        party = Party(
            Game(seat, game().key(1 - side), 0.0, elsewhere=lambda first, known=known: known and first == old)
        )
        party.link()
        done = party.hear(game().standing(place), *game().records[:place])
        if known:
            assert (code(done), party.kept) == ("other-match", [])
        else:
            assert party.kept[:place] == game().records[:place]


@BOTH
def test_the_match_that_is_shown_is_the_one_that_was_named(side):
    other = chain.first(Script.of("another match", choose=at_random).records)
    party = Party(Game(game().seat(side, 0, {}), game().key(1 - side), 0.0))
    party.link()
    done = party.hear(Standing(other, 12, bytes(64)), game().records[0])
    assert (code(done), party.kept) == ("other-match", [])


# Two bodies for one place


@BOTH
@pytest.mark.parametrize("ahead", [0, 1], ids=["level", "ahead"])
def test_a_peer_whose_log_differs_is_shown_ours_and_convicted_by_its_own(side, ahead):
    """The other side has signed twice, and comes back with its second record."""
    place = game().place(Phase.FOLLOW, 1 - side)
    second = game().another(place)
    other = chain.advance(game().state(place).head, envelope.parse(second).body_bytes)
    party = game().party(side, place + 1 + ahead)
    done = party.meet(game().standing(place + 1, head=other))
    assert records(done) == game().records[: place + 1 + ahead]
    assert frames(done)[-1] == Refuse("diverged")
    assert not stopped(done)
    done = party.hear(*game().records[:place], second)
    fault = error(done)
    assert isinstance(fault, PeerFault)
    assert (fault.code, fault.culprit) == ("equivocation", 1 - side)
    report = verify(log_of(party.kept))
    assert (report.verdict, report.culprit, report.code) == (Verdict.PROVEN, 1 - side, "equivocation")


@BOTH
def test_a_second_body_of_our_own_blames_nobody(side):
    """As after a disk that was set back, and a peer that hid what it had."""
    place = game().place(Phase.FOLLOW, side)
    second = game().another(place)
    other = chain.advance(game().state(place).head, envelope.parse(second).body_bytes)
    party = game().party(side, place + 1)
    for link in range(3):
        done = [*party.meet(game().standing(place + 1, head=other)), *party.hear(*game().records[:place], second)]
        assert not of_kind(done, Keep)
        if link < 2:
            assert of_kind(done, Drop)
            assert not stopped(done), "three links, whatever came in on each"
            party.unlink()
    assert isinstance(error(done), PeerSuspect)
    assert party.kept == game().records[: place + 1]
    assert verify(log_of(party.kept)).verdict is Verdict.INCOMPLETE


@pytest.mark.parametrize("cheat", [HOST, GUEST])
@pytest.mark.parametrize("extra", [0, 1])
def test_of_two_that_differ_the_honest_one_finds_the_proof(cheat, extra):
    """Both run this program; one has signed a second record for a place, and stores only that."""
    place = game().place(Phase.FOLLOW, cheat)
    cheater = game().party(cheat, place)
    made = cheater.game.seat.check(game().another(place))
    cheater.game.seat.take(made)
    cheater.game.records.append(made.raw)
    cheater.kept.append(made.raw)
    honest = game().party(1 - cheat, place + 1 + extra)
    talk = Talk(*((cheater, honest) if cheat == HOST else (honest, cheater)))
    talk.link().run()
    assert verify(log_of(cheater.kept)).culprit is None
    if extra:
        # The cheat is behind, and learns of the difference by its own record: it need not show what convicts it.
        assert not of_kind(honest.heard, Keep)
        return
    fault = error(honest.heard)
    assert isinstance(fault, PeerFault)
    assert (fault.code, fault.culprit) == ("equivocation", cheat)
    assert verify(log_of(honest.kept)).culprit == cheat


@BOTH
def test_a_second_body_in_the_middle_of_a_game_is_evidence(side):
    place = game().place(Phase.FOLLOW, 1 - side)
    party = game().party(side, place + 1)
    party.meet()
    done = party.hear(game().another(place))
    assert isinstance(error(done), PeerFault)
    assert of_kind(done, Keep)[0].raw == game().another(place)


@BOTH
def test_logs_that_differ_and_are_never_shown_end_the_game_and_prove_nothing(side):
    place = game().place(Phase.LEAD)
    party = game().party(side, place)
    for link in range(3):
        party.ticks(link * 40.0)
        party.meet(game().standing(place, head=bytes(64)), link * 40.0)
        done = party.ticks(link * 40.0 + 31)
        assert [code(done)] == ["diverged"] if link == 2 else of_kind(done, Drop)
    assert isinstance(error(done), PeerSuspect)


@BOTH
def test_a_link_that_breaks_while_both_show_their_logs_counts(side):
    place = game().place(Phase.LEAD)
    party = game().party(side, place)
    for link in range(3):
        party.meet(game().standing(place, head=bytes(64)))
        assert stopped(party.unlink()) == (link == 2)


@BOTH
def test_the_refusal_of_who_found_the_difference_ends_the_link_and_the_third_one_the_game(side):
    party = game().party(side, 12)
    for link in range(3):
        done = [*party.meet(), *party.hear(Refuse("diverged"))]
        assert stopped(done) == (link == 2)


@BOTH
def test_the_same_records_again_are_ignored(side):
    party = game().party(side, 20)
    party.meet()
    kept = party.kept[:]
    done = party.hear(*game().records[:20])
    assert (done, party.kept) == ([], kept)


# Nonsense


def hostile(place):
    """What has no place in a game: frames, by what they are."""
    return {
        "a second standing": game().standing(place),
        "the standing of another match": Standing(b"x" * 64, place, game().state(place).head),
        "a record of a later place": game().records[place + 5],
        "a record that is none": b"\x00",
        "a record that nobody signed": envelope.seal(envelope.parse(game().records[place]).body_bytes, bytes(64)),
        "a greeting": Hello("p2p-schnapsen/1", HOST, bytes(32), bytes(32)),
        "a proof of identity": Auth(bytes(64)),
    }


@BOTH
def test_three_links_with_nonsense_end_the_game(side):
    place = game().place(Phase.LEAD, 1 - side)
    for name, nonsense in hostile(place).items():
        party = game().party(side, place)
        for link in range(3):
            party.meet()
            done = party.hear(nonsense, nonsense, nonsense, nonsense)
            if link < 2:
                assert len(of_kind(done, Drop)) == 1, f"{name}: counted once a link"
                assert not stopped(done)
                party.unlink()
        assert isinstance(error(done), PeerSuspect), name
        assert verify(log_of(party.kept)).culprit is None


@BOTH
def test_what_is_no_frame_at_all_counts_as_well(side):
    party = game().party(side, 12)
    for link in range(3):
        party.meet()
        done = [
            command for _ in range(3) for command in party.do(party.game.nonsense(PeerSuspect("frame-unreadable"), 0.0))
        ]
        assert stopped(done) == (link == 2)
        party.unlink()


@BOTH
def test_a_game_that_gets_on_forgives_nonsense(side):
    place = game().place(Phase.LEAD, 1 - side)
    party = game().party(side, place)
    for _ in range(2):
        party.meet()
        party.hear(b"\x00")
        party.unlink()
    party.meet()
    party.hear(game().records[place])
    for _ in range(2):
        party.hear(b"\x00")
        party.unlink()
        party.meet()
    assert not stopped(party.heard)
    assert of_kind(party.hear(b"\x00"), Stop)


@BOTH
@pytest.mark.parametrize(
    "early",
    [
        lambda: RecordFrame(game().records[12]),
        lambda: RecordFrame(game().records[3]),
        lambda: Standing(None, 12, game().state(12).head),
        lambda: Standing(chain.first(game().records), 0, chain.START),
        lambda: Standing(b"x" * 64, 12, game().state(12).head),
    ],
    ids=["a record", "an old record", "no match but records", "a match but none", "another match"],
)
def test_what_may_not_come_first_ends_the_link(side, early):
    party = game().party(side, 12)
    party.link()
    done = party.hear(early())
    assert of_kind(done, Drop)
    assert not of_kind(done, Keep | Decide)


@BOTH
def test_on_a_link_that_was_given_up_nothing_is_read(side):
    party = game().party(side, 12)
    party.meet(game().standing(12))
    party.hear(b"\x00")
    assert party.hear(game().standing(12), *game().records[12:], Bye(bytes(64)), Refuse("busy")) == []


@BOTH
@pytest.mark.parametrize("code_", ["busy", "locked"])
def test_a_refusal_that_may_pass_ends_the_link_only(side, code_):
    party = game().party(side, 12)
    party.meet()
    done = party.hear(Refuse(code_))
    assert [drop.code for drop in of_kind(done, Drop)] == [code_]
    assert not stopped(done)


def test_a_link_that_breaks_before_there_is_a_contract_ends_it():
    for side, place in ((HOST, 1), (GUEST, 1), (GUEST, 0)):
        party = game().party(side, place)
        party.meet()
        assert isinstance(error(party.unlink()), TransportError)
