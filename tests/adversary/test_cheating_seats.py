"""Every cheat is caught at that very record, by the honest seat and by anybody who holds the log."""

import pytest

from p2p_schnapsen.errors import PeerFault, PeerSuspect
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.table.seat import Seat
from tests.support.cheating_seats import CHEATS
from tests.support.duel import Duel, keen, log_of

DECKS = {20: Ruleset(target=1), 24: Ruleset(target=1).override({"deck": 24, "hand": 6})}


def closing(view, rng):
    """Closes as soon as it may: then the follower is bound."""
    return next((move for move in view.legal if move.kind.name == "CLOSE"), None) or keen(view, rng)


def until_the_cheat(name, side, deck):
    """The duel and the record by which `side` cheats."""
    seats = [Seat, Seat]
    seats[side] = CHEATS[name]
    choose = closing if "revoke" in name else keen
    for seed in range(40):
        duel = Duel.new(f"{name} {seed}", DECKS[deck], choose=choose, host=seats[0], guest=seats[1])
        cheat = duel.seats[side]
        while not duel.over:
            message = duel.next_message()
            if duel.owing() is cheat:
                made = cheat.make(message)
                if cheat.cheated:
                    return duel, made.raw
                cheat.make = lambda _, made=made: made
                duel.say(message)
                del cheat.make
            else:
                duel.say(message)
    raise AssertionError("the cheat never had its chance")


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("side", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_caught_at_its_record_and_proven_by_the_log(name, side, deck):
    duel, raw = until_the_cheat(name, side, deck)
    honest = duel.seats[1 - side]
    code = CHEATS[name].code
    if name == "two-bodies":
        with pytest.raises(PeerSuspect):
            honest.check(raw)
        assert state.second_body(honest.state, duel.records, raw).body.side == side
    else:
        with pytest.raises(PeerFault) as caught:
            honest.check(raw)
        assert (caught.value.code, caught.value.section, caught.value.culprit) == (code, FAULTS[code], side)
    report = verify(log_of([*duel.records, raw]))
    assert (report.verdict, report.code, report.section) == (Verdict.PROVEN, code, FAULTS[code])
    assert (report.culprit, report.record) == (side, len(duel.records))
    assert verify(duel.log()).verdict in (Verdict.INCOMPLETE, Verdict.VALID)
