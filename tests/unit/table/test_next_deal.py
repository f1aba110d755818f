"""The next deal begins when both players are ready for it: each is asked before its first record of it."""

import pytest

from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.channel import Ping
from p2p_schnapsen.table.commands import Decide, Keep, MayEnd, Ready, Ticking
from p2p_schnapsen.table.phases import Phase
from tests.support.dialogue import Script, Talk, of_kind

pytestmark = pytest.mark.usefixtures("proofs_once")

CLOCK, PATIENCE = 20, 60
GAME = Script.of("next deal", Ruleset(target=3), clock=CLOCK, patience=PATIENCE)
FIRSTS = [place for phase in (Phase.COMMIT, Phase.KEY) for place in GAME.places(phase)]
SECOND = [place for place in FIRSTS if place > min(GAME.places(Phase.OPEN))]


def asked(commands):
    return [question.number for question in of_kind(commands, Ready)]


def test_the_games_of_this_test_have_two_deals_and_more():
    assert len(GAME.places(Phase.COMMIT)) >= 2


@pytest.mark.parametrize("place", SECOND)
def test_before_its_first_record_of_a_deal_a_side_asks_its_player_and_waits(place):
    party = GAME.party(GAME.side_of(place), place)
    done = party.meet()
    (number,) = asked(done)
    assert number >= 2
    assert not of_kind(done, Keep)
    assert asked(party.ticks(5.0)) == [], "once is enough"
    party.do(party.game.ready(number, 5.0))
    assert party.kept == GAME.records[: len(party.kept)]
    assert len(party.kept) > place


@pytest.mark.parametrize("place", [place for place in FIRSTS if place not in SECOND])
def test_the_first_deal_begins_unasked(place):
    party = GAME.party(GAME.side_of(place), place)
    done = party.meet()
    assert asked(done) == []
    assert of_kind(done, Keep)


def test_being_ready_for_an_earlier_deal_is_not_being_ready_for_this():
    party = GAME.party(GAME.side_of(SECOND[0]), SECOND[0])
    party.meet()
    assert not of_kind(party.do(party.game.ready(1, 1.0)), Keep)


def test_nobody_is_asked_before_the_other_side_has_been_heard():
    party = GAME.party(GAME.side_of(SECOND[0]), SECOND[0])
    assert asked(party.link()) == []
    assert asked(party.ticks(3.0)) == []


def test_no_clock_runs_while_a_player_looks_at_the_end_of_a_deal():
    party = GAME.party(GAME.side_of(SECOND[0]), SECOND[0])
    party.meet()
    done = []
    for now in range(1, 5 * CLOCK):
        done += party.do(party.game.tick(float(now)))
    assert not of_kind(done, Ticking | Keep)


def test_the_clock_of_a_move_runs_as_before():
    place = GAME.place(Phase.LEAD)
    party = GAME.party(GAME.side_of(place), place)
    assert of_kind(party.meet(), Decide)
    assert of_kind(party.ticks(CLOCK + 1.0), Ticking)


@pytest.mark.parametrize("place", SECOND)
def test_whoever_is_there_may_take_its_time_between_deals_and_the_match_may_not_be_ended(place):
    party = GAME.party(1 - GAME.side_of(place), place)
    party.meet()
    done = []
    for now in range(1, 3 * (CLOCK + PATIENCE)):
        done += party.hear(Ping(), now=float(now)) + party.do(party.game.tick(float(now)))
    assert not of_kind(done, MayEnd)
    assert party.game.owing() < 2


@pytest.mark.parametrize("place", SECOND)
def test_whoever_is_silent_between_deals_owes_the_record_like_any_other(place):
    party = GAME.party(1 - GAME.side_of(place), place)
    party.meet()
    assert of_kind(party.ticks(PATIENCE + 1.0), MayEnd)


def test_a_whole_match_is_played_when_both_are_ready_each_time():
    parties = (GAME.party(0, 0), GAME.party(1, 0))
    talk = Talk(*parties, GAME).link().run()
    assert talk.parties[0].kept == talk.parties[1].kept == GAME.records
    for party in parties:
        assert asked(party.heard) == list(range(2, len(GAME.places(Phase.COMMIT)) + 1))
