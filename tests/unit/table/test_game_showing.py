"""A side that says it has more, and is cut off before it can show it, has done nothing wrong."""

import pytest

from p2p_schnapsen.errors import TransportError
from p2p_schnapsen.table.channel import Ping, Refuse, Standing
from p2p_schnapsen.table.commands import Drop, Stop
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.phases import Phase
from tests.support.dialogue import Script, error, frames, of_kind

pytestmark = pytest.mark.usefixtures("proofs_once")


def test_a_guest_whose_acceptance_is_lost_on_the_way_finds_the_offer_still_standing():
    """The host hears nothing more, and gives up a link: not the guest, which may have accepted."""
    game = Script.of("showing")
    party = game.party(HOST, 1)
    done = party.meet(Standing(game.standing(1).first, 2, bytes(64)))
    done += party.ticks(600.0)
    assert isinstance(error(done), TransportError)


@pytest.mark.parametrize("side", [HOST, GUEST])
def test_a_side_that_falls_silent_before_it_shows_its_records_is_not_refused(side):
    game = Script.of("showing")
    place = game.place(Phase.LEAD, side)
    party = game.party(side, place)
    done = party.meet(Standing(game.standing(1).first, place + 5, bytes(64)))
    done += party.ticks(100.0)
    assert not of_kind(done, Stop)
    assert {drop.code for drop in of_kind(done, Drop)} <= {"silent"}


def test_an_offer_outlives_a_guest_that_is_there_and_does_not_show_its_acceptance():
    game = Script.of("showing")
    party = game.party(HOST, 1)
    done = party.meet(Standing(game.standing(1).first, 2, bytes(64)))
    for second in range(1, 32):
        done += party.hear(Ping(), now=float(second))
        done += party.do(party.game.tick(float(second)))
    assert Refuse("records-missing") in frames(done)
    assert isinstance(error(done), TransportError)


def test_who_is_refused_for_showing_too_slowly_tries_again():
    game = Script.of("showing")
    party = game.party(GUEST, game.place(Phase.LEAD, GUEST))
    party.meet()
    done = party.hear(Refuse("records-missing"))
    assert not of_kind(done, Stop)
    assert [drop.code for drop in of_kind(done, Drop)] == ["records-missing"]
