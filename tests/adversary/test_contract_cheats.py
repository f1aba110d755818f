"""Cheats in the contract, and bodies that are signed but not well made."""

from functools import cache

import pytest

from p2p_schnapsen.errors import PeerSuspect
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import messages
from p2p_schnapsen.wire.codec import pack
from tests.adversary.positions import playing
from tests.support.cheats import BOTH, Cheat, Trap, book, cases, convicted, expect, forge, lie, name_of, sealed
from tests.support.duel import Duel, log_of

FAMILY: list[Cheat] = []
cheat = book(FAMILY)


@cache
def _begun():
    duel = Duel.new("contract")
    duel.supply()
    return duel


def begun():
    """Two seats, and nothing said yet."""
    return _begun().clone()


def offer(**changes):
    """The host's offer with other fields."""
    duel = begun()
    message = duel.owing().automatic()
    fields = {name: getattr(message, name) for name in message.__dataclass_fields__}
    return lie(duel, messages.Offer(**{**fields, **changes}))


RULES = Ruleset().canonical()
OFFERS = {
    "a_date_that_does_not_exist": ("offer-date", {"date": "2026-02-30"}),
    "rules_that_are_not_ascii": ("ruleset-encoding", {"ruleset": RULES + "ä=1\n".encode()}),
    "rules_in_another_order": ("ruleset-encoding", {"ruleset": b"".join(RULES.splitlines(keepends=True)[::-1])}),
    "rules_said_twice": ("ruleset-encoding", {"ruleset": RULES + RULES}),
    "rules_without_the_last_line_feed": ("ruleset-missing", {"ruleset": RULES[:-1]}),
    "rules_that_lack_a_field": ("ruleset-missing", {"ruleset": RULES.replace(b"target=7\n", b"")}),
    "rules_with_a_field_of_their_own": ("ruleset-field", {"ruleset": RULES + b"jokers=2\n"}),
    "rules_with_a_word_for_a_number": ("ruleset-type", {"ruleset": RULES.replace(b"target=7", b"target=seven")}),
    "rules_with_a_value_that_is_none": ("ruleset-value", {"ruleset": RULES.replace(b"deck=20", b"deck=32")}),
    "rules_that_deal_too_much": ("ruleset-deal", {"ruleset": RULES.replace(b"3 3 T 2 2", b"3 3 T 2 3")}),
    "rules_that_exchange_a_nine_of_none": (
        "ruleset-exchange-card",
        {"ruleset": RULES.replace(b"exchange_card=lowest", b"exchange_card=9")},
    ),
}


def _enter_offers():
    for name, (code, changes) in OFFERS.items():

        def build(side, changes=changes):
            return offer(**changes)

        build.__name__ = name
        cheat(code, "contract", sides=(0,))(build)


_enter_offers()


@cheat("keys-equal", "contract", sides=(1,))
def _accepts_its_own_offer(side):
    """Only who holds the host's key can sign this: the guest that is blamed has that very key."""
    duel = begun()
    duel.step()
    guest = duel.seats[1]
    guest.identity = duel.seats[0].identity
    return lie(duel, messages.Accept(duel.state.contract.key, "bert", bytes(32)))


# Bodies that are signed but not well made. `lead` is [slot, share or nil], `marriage` has four fields.


def signed(side, kind, payload, **changes):
    duel = playing("", side)
    return Trap(duel, forge(duel.seats[side], kind, payload, **changes))


PAYLOADS = {
    "a_byte_that_msgpack_does_not_know": ("not-msgpack", "encoding", "lead", b"\xc1"),
    "an_empty_payload": ("not-msgpack", "encoding", "lead", b""),
    "half_a_payload": ("not-msgpack", "encoding", "lead", b"\x92\x00"),
    "a_slot_in_two_bytes": ("not-canonical", "encoding", "lead", b"\x92\xcc\x00\xc0"),
    "a_map": ("type-not-allowed", "encoding", "lead", b"\x80"),
    "a_truth_value": ("type-not-allowed", "encoding", "lead", b"\x92\xc3\xc0"),
    "a_negative_slot": ("type-not-allowed", "encoding", "lead", b"\x92\xff\xc0"),
    "a_float": ("type-not-allowed", "encoding", "lead", b"\x92\xcb" + bytes(8) + b"\xc0"),
    "a_deep_nest": ("too-deep", "encoding", "lead", b"\x91" * 5 + b"\x90"),
    "a_slot_beyond_the_deck": ("field-number", "messages", "lead", pack((24, None))),
    "a_share_that_is_short": ("field-bytes", "messages", "lead", pack((0, bytes(95)))),
    "a_share_that_is_text": ("field-bytes", "messages", "lead", pack((0, "s" * 96))),
    "a_field_too_few": ("field-count", "messages", "lead", pack((0,))),
    "a_field_too_many": ("field-count", "messages", "lead", pack((0, None, 0))),
    "no_array_at_all": ("field-count", "messages", "lead", pack(0)),
    "a_scope_that_there_is_not": ("field-choice", "messages", "concede", pack(("round",))),
}


def _enter_payloads():
    for name, (code, section, kind, payload) in PAYLOADS.items():

        def build(side, kind=kind, payload=payload):
            return signed(side, kind, payload)

        build.__name__ = name
        cheat(code, section)(build)


_enter_payloads()


@cheat("field-array", "messages")
def _a_follow_whose_proofs_are_no_array(side):
    duel = playing("AS", 1 - side)
    return Trap(duel, forge(duel.seats[side], "follow", pack((0, None, 5))))


@cheat("body-version", "records")
def _a_body_of_another_version(side):
    return signed(side, "lead", pack((0, None)), version=2)


@cheat("out-of-phase", "turns")
def _a_type_that_there_is_not(side):
    return signed(side, "cheat", b"\x90")


@cheat("body-not-canonical", "records")
def _a_body_in_a_longer_form(side):
    duel = playing("", side)
    body = messages.encode(messages.Close())
    table = duel.state
    loose = b"\x97\xcc\x01" + b"".join(map(pack, (table.game_id, table.seq, side, table.head, "close", body)))
    return Trap(duel, sealed(duel.seats[side], loose))


@pytest.mark.parametrize(("cheat", "side"), cases(FAMILY), ids=name_of)
def test_a_bad_contract_or_body_is_its_signers_fault(cheat, side):
    expect(cheat, side)


# What blames nobody


@pytest.mark.parametrize("side", BOTH)
@pytest.mark.parametrize(
    "changes",
    [{"game_id": bytes(64)}, {"game_id": b"g" * 64}, {"prev": bytes(64)}, {"seq": 0}, {"seq": 2**20 - 1}],
    ids=["no game", "another game", "another head", "the first place", "a later place"],
)
def test_a_record_for_another_place_blames_nobody(side, changes):
    trap = signed(side, "cheat", b"\x90", **changes)
    with pytest.raises(PeerSuspect):
        trap.duel.seats[1 - side].check(trap.raw)
    if changes != {"game_id": b"g" * 64} and "seq" not in changes:
        report = verify(log_of([*trap.duel.records, trap.raw]))
        assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)


@pytest.mark.parametrize("side", BOTH)
def test_a_bad_record_in_the_name_of_the_other_side_blames_nobody(side):
    """Signed with one's own key, but with the opponent as its side."""
    duel = playing("", 1 - side)
    raw = forge(duel.seats[side], "claim", b"\x90", side=1 - side)
    with pytest.raises(PeerSuspect):
        duel.seats[0].check(raw)
    report = verify(log_of([*duel.records, raw]))
    assert (report.verdict, report.culprit, report.code) == (Verdict.ALTERED, None, "signature")


def test_an_offer_of_another_protocol_blames_nobody():
    trap = offer(protocol="p2p-schnapsen/2")
    with pytest.raises(PeerSuspect):
        trap.duel.seats[1].check(trap.raw)
    assert verify(log_of([trap.raw])).verdict is Verdict.UNREADABLE


def test_an_offer_in_the_name_of_somebody_else_blames_nobody():
    somebody = Duel.new("somebody else")
    somebody.step()
    trap = offer(key=somebody.state.contract.key, date="2026-02-30")
    report = verify(log_of([trap.raw]))
    assert (report.verdict, report.culprit, report.code) == (Verdict.ALTERED, None, "signature")


@pytest.mark.parametrize(
    "changes", [{"date": "1 Jan 2026"}, {"name": ""}, {"patience": 1}, {"nonce_hash": bytes(63)}], ids=str
)
def test_an_offer_that_cannot_be_read_names_nobody_to_blame(changes):
    trap = offer(**changes)
    with pytest.raises(PeerSuspect) as caught:
        trap.duel.seats[1].check(trap.raw)
    assert caught.value.code == "no-identity"
    assert verify(log_of([trap.raw])).verdict is Verdict.ALTERED


@pytest.mark.parametrize("key", [bytes(32), b"\1" + bytes(31), b"\xff" * 31 + b"\x7f"], ids=["zero", "one", "p"])
def test_an_offer_with_a_key_of_small_order_blames_nobody(key):
    trap = offer(key=key)
    with pytest.raises(PeerSuspect) as caught:
        trap.duel.seats[1].check(trap.raw)
    assert caught.value.code == "no-identity"


def test_a_fault_is_convicted_after_any_number_of_deals():
    duel = Duel.new("long").play(lambda table: table.phase is Phase.LEAD and table.standing.deals == 1)
    side = duel.state.turn
    assert convicted(lie(duel, messages.Settle()), "out-of-phase", "turns", side).deals == 1
