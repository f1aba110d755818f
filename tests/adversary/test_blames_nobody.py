"""What looks like a cheat and is none: records for another place, of another game, in another's name, or unreadable."""

from __future__ import annotations

import pytest

from p2p_schnapsen.errors import PeerSuspect
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules import moves
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.table import state
from p2p_schnapsen.table.events import Moved
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.messages import Concede, Follow
from tests.adversary.book import PACKS, rules_of
from tests.adversary.contract_cheats import offering, signed
from tests.adversary.duty_cheats import bound, revoke
from tests.adversary.following_cheats import VOID, following, named
from tests.adversary.positions import dealing, ending, playing, show
from tests.support.cheats import BOTH, convicted, forge, lie
from tests.support.duel import Duel, log_of
from tests.support.fold import remembering, verdict

pytestmark = pytest.mark.usefixtures("proofs_once")


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("side", BOTH)
@pytest.mark.parametrize(
    ("changes", "verdicts"),
    [
        ({"game_id": bytes(64)}, {Verdict.ALTERED}),
        ({"prev": bytes(64)}, {Verdict.ALTERED}),
        ({"seq": 2**20 - 1}, {Verdict.ALTERED}),
        ({"game_id": b"g" * 64}, {Verdict.ALTERED}),
        ({"game_id": b"g" * 64, "seq": 4}, {Verdict.ALTERED}),
        ({"seq": 0}, {Verdict.ALTERED, Verdict.PROVEN}),
    ],
    ids=["no game", "another head", "a later place", "another game", "another game at a place that is taken", "first"],
)
def test_a_record_for_another_place_blames_nobody(side, pack, changes, verdicts):
    """But who signed at that very place of this game has signed twice."""
    trap = signed(side, pack, "cheat", b"\x90", **changes)
    with pytest.raises(PeerSuspect):
        trap.duel.seats[1 - side].check(trap.raw)
    report = verdict(log_of([*trap.duel.records, trap.raw]))
    assert report.verdict in verdicts
    assert report.culprit in (None, side)
    if report.verdict is Verdict.PROVEN:
        assert envelope.parse(trap.duel.records[0]).body.side == side


@pytest.mark.parametrize("side", BOTH)
def test_a_bad_record_in_the_name_of_the_other_side_blames_nobody(side):
    """Signed with one's own key, but with the opponent as its side."""
    duel = playing("", 1 - side, 20)
    raw = forge(duel.seats[side], "claim", b"\x90", side=1 - side)
    with pytest.raises(PeerSuspect):
        duel.seats[0].check(raw)
    report = verdict(log_of([*duel.records, raw]))
    assert (report.verdict, report.culprit, report.code) == (Verdict.ALTERED, None, "signature")


def test_an_offer_of_another_protocol_blames_nobody():
    trap = offering(20, protocol="p2p-schnapsen/2")
    with pytest.raises(PeerSuspect):
        trap.duel.seats[1].check(trap.raw)
    assert verify(log_of([trap.raw])).verdict is Verdict.UNREADABLE


def test_an_offer_in_the_name_of_somebody_else_blames_nobody():
    somebody = Duel.new("somebody else")
    somebody.step()
    trap = offering(20, key=somebody.state.contract.key, date="2026-02-30")
    report = verify(log_of([trap.raw]))
    assert (report.verdict, report.culprit, report.code) == (Verdict.ALTERED, None, "signature")


@pytest.mark.parametrize(
    "changes", [{"date": "1 Jan 2026"}, {"name": ""}, {"patience": 1}, {"nonce_hash": bytes(63)}], ids=str
)
def test_an_offer_that_cannot_be_read_names_nobody_to_blame(changes):
    trap = offering(20, **changes)
    with pytest.raises(PeerSuspect) as caught:
        trap.duel.seats[1].check(trap.raw)
    assert caught.value.code == "no-identity"
    assert verify(log_of([trap.raw])).verdict is Verdict.ALTERED


@pytest.mark.parametrize("key", [bytes(32), b"\1" + bytes(31), b"\xff" * 31 + b"\x7f"], ids=["zero", "one", "p"])
def test_an_offer_with_a_key_of_small_order_blames_nobody(key):
    trap = offering(20, key=key)
    with pytest.raises(PeerSuspect) as caught:
        trap.duel.seats[1].check(trap.raw)
    assert caught.value.code == "no-identity"


def test_a_fault_is_convicted_after_any_number_of_deals():
    with remembering():
        duel = dealing(Phase.LEAD, 20)
        for _ in range(2):
            duel.say(Concede("deal"))
            duel.reach(Phase.LEAD)
    side = duel.state.turn
    assert convicted(lie(duel, messages.Settle()), "out-of-phase", "turns", side).deals == 2


@pytest.mark.parametrize("side", BOTH)
def test_nobody_is_framed_by_a_second_body_that_the_opponent_signed(side):
    duel = ending(Phase.FINAL, 0, 20)
    for record in duel.records[3:]:
        body = envelope.parse(record).body
        if body.side != side:
            continue
        for claimed in BOTH:  # in its own name at the other's place, or in the other's name
            raw = forge(duel.seats[1 - side], "concede", b"\x91\xa5match", seq=body.seq, prev=body.prev, side=claimed)
            assert state.second_body(duel.state, duel.records, raw) is None
            report = verdict(log_of([*duel.records, raw]))
            assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)


@pytest.mark.parametrize("side", BOTH)
def test_a_body_that_comes_too_early_is_nobodys_fault(side):
    duel = ending(Phase.FINAL, 0, 20)
    raw = forge(duel.seats[side], "claim", b"\x90", seq=duel.state.seq + 1)
    with pytest.raises(PeerSuspect):
        duel.seats[1 - side].check(raw)
    report = verdict(log_of([*duel.records, raw]))
    assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)


# What is owed and given is taken


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize(("lead", "card", "proofs"), [("KC", "TC", False), ("AS", "AD", True)])
@pytest.mark.parametrize("side", BOTH)
def test_the_card_that_is_owed_is_taken(lead, card, proofs, side, pack):
    duel = bound(f"close {lead}", side, pack)
    message = revoke(duel, card) if proofs else Follow(*show(duel.owing(), card), ())
    assert len(message.duty) == (rules_of(pack).hand - 1 if proofs else 0)
    made = duel.say(message)
    assert made.state.current.engine.last_trick.winner == side


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize(
    ("words", "card", "owed", "void"),
    [
        ("AS", "9S", (0, 0), False),
        ("AS 9S TS", "JS", (0, 0), False),  # drawn a moment ago
        ("AS 9S TS JS KS", "9D", (0, 5), False),  # of five spades none is unknown; of six the queen
        ("AS 9S TS JS KS x", "KD", (0, 5), False),  # all know the trump; the others are hidden
        ("AS x 9S TS", "JS", (0, 0), False),
        ("AS", "KH", (4, 5), True),
        ("AS AC TS", "KH", (4, 5), True),
    ],
)
@pytest.mark.parametrize("side", BOTH)
def test_what_is_owed_is_taken_with_its_proofs(words, card, owed, void, side, pack):
    duel = following(words, side, pack, **(VOID[pack] if void else {}))
    made = duel.say(duel.owing().message_for(moves.follow(parse(named(card, pack)))))
    taken = [event for event in made.events if isinstance(event, Moved)]
    assert [event.duty for event in taken] == [owed[PACKS.index(pack)]]
    assert verdict(duel.log()).verdict is Verdict.INCOMPLETE
