"""An opened seed gives every value that its side sent: whatever was drawn elsewhere is found, and named."""

from __future__ import annotations

from unittest import mock

import pytest

from p2p_schnapsen.crypto import dleq, membership, schnorr, shuffle
from p2p_schnapsen.crypto.group import Scalar, base_mul
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.wire import envelope
from p2p_schnapsen.wire.messages import Concede, Open, type_of
from tests.support.cheats import caught, convicted, lie
from tests.support.duel import Duel

pytestmark = pytest.mark.usefixtures("proofs_once")

SHUFFLE = shuffle.shuffle

VALUES = [
    ("key", schnorr, "prove", "keyed"),
    ("shuffle", schnorr, "prove", "keyed"),
    ("shuffle", shuffle, "shuffle", "shuffled"),
    ("cut", shuffle, "shuffle", "shuffled"),
    ("cut", shuffle, "prove", "shuffled"),
    ("cut", dleq, "share", "shared"),
    ("deal", dleq, "share", "shared"),
    ("lead", dleq, "share", "shared"),
    ("follow", dleq, "share", "shared"),
    ("follow", membership, "prove", "owed"),
    ("draw", dleq, "share", "shared"),
    ("draw", shuffle, "shuffle", "shuffled"),
    ("sort", shuffle, "shuffle", "shuffled"),
    ("sort", shuffle, "prove", "shuffled"),
]


def closing_second(view, rng):
    """One open trick, then closed ones, and a claim at the end of two."""
    named = {move.kind.name: move for move in view.legal}
    tricks = len(view.deal.tricks_played)
    if view.deal.led is None and tricks:
        return (
            named["CLOSE"]
            if "CLOSE" in named and tricks == 1
            else named["CLAIM"]
            if tricks == 2
            else rng.choice([move for move in view.legal if move.kind.name == "LEAD"])
        )
    return rng.choice([move for move in view.legal if move.kind.name in ("LEAD", "FOLLOW")])


# The fold treats both sides alike: half of the kinds are tried with each.
CASES = [
    pytest.param(number % 2, *value, id=f"{value[0]}-{value[2]}-{value[3]}") for number, value in enumerate(VALUES)
]


@pytest.mark.parametrize(("side", "record", "module", "maker", "kind"), CASES)
def test_a_value_that_is_valid_but_not_from_the_seed_is_found(side, record, module, maker, kind):
    duel = _spoilt(side, record, module, maker)
    assert duel is not None
    seq = next(i for i in range(len(duel.records)) if duel.records[i] is duel.spoilt)
    duel.play(lambda table: table.phase is Phase.OPEN and table.turn == side)
    trap = lie(duel, Open(duel.owing()._secrets["seed-1"]))
    fault = caught(duel.seats[1 - side], trap.raw)
    assert (fault.code, fault.culprit) == ("open-value", side)
    assert fault.params["kind"] == kind
    assert fault.params["record"] == len(duel.records), "the record that is refused"
    assert fault.params["value"] == seq, "the record that holds the value"
    convicted(trap, "open-value", "opening", side)


def _spoilt(side, record, module, maker):
    """A game in which one value of `side` is made from another seed."""
    honest = getattr(module, maker)
    for seed in range(30):
        duel = Duel.new(f"openings {seed}", Ruleset(target=1), choose=closing_second)
        while duel.state.phase is not Phase.OPEN:
            used = []

            def elsewhere(_, *rest, used=used):
                used.append(rest)
                return honest(bytes(32), *rest)

            if duel.owing().side == side:
                # A shuffle that is remembered would not ask for its proof again.
                with mock.patch.object(shuffle, "shuffle", SHUFFLE), mock.patch.object(module, maker, elsewhere):
                    message = duel.next_message()
                if used and type_of(message) == record:
                    duel.say(message)
                    duel.spoilt = duel.records[-1]
                    assert envelope.parse(duel.spoilt).body.type == record
                    return duel
            # The message is made again, from the seed; a decision is drawn anew.
            duel.step()
    return None


class OwnKey(Seat):
    """Takes a key that its seed does not give, and is consistent in it."""

    def _keys(self, deal):
        seed, _ = super()._keys(deal)
        return seed, Scalar(7)


@pytest.mark.parametrize("side", [0, 1])
def test_a_key_that_is_not_from_the_seed_is_found(side):
    seats = [Seat, Seat]
    seats[side] = OwnKey
    duel = Duel.new("own key", Ruleset(target=1), host=seats[0], guest=seats[1], dealer=side)
    duel.reach(Phase.LEAD)
    assert duel.state.current.key_of(side) == base_mul(Scalar(7))
    if duel.owing().side == side:
        duel.step()
    duel.say(Concede("match"))
    duel.play(lambda table: table.phase is Phase.OPEN and table.turn == side)
    trap = lie(duel, Open(duel.owing()._secrets["seed-1"]))
    fault = caught(duel.seats[1 - side], trap.raw)
    assert (fault.code, fault.culprit, fault.params["kind"]) == ("open-value", side, "keyed")
