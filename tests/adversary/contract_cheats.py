"""Cheats in the contract, and bodies that are signed but not well made."""

from __future__ import annotations

import re
from collections.abc import Callable

from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import messages
from p2p_schnapsen.wire.codec import pack as packed
from p2p_schnapsen.wire.messages import Commit
from tests.adversary.book import cheat, rules_of
from tests.adversary.positions import changed, dealing, playing
from tests.support.cheats import Trap, forge, lie, sealed

HOST_ONLY, GUEST_ONLY = (0,), (1,)


def offering(pack: int, **changes: object) -> Trap:
    """The host's offer with other fields."""
    duel = dealing(Phase.OFFER, pack)
    return lie(duel, changed(duel.owing().automatic(), **changes))


def _rules(field: str, value: str) -> Callable[[bytes], bytes]:
    return lambda rules: re.sub(rf"(?m)^{field}=.*$", f"{field}={value}", rules.decode()).encode()


RULES: dict[str, tuple[str, Callable[[bytes], bytes], tuple[int, ...]]] = {
    "offers rules that are not ASCII": ("ruleset-encoding", lambda rules: rules + "ä=1\n".encode(), (20, 24)),
    "offers rules in another order": (
        "ruleset-encoding",
        lambda rules: b"".join(rules.splitlines(keepends=True)[::-1]),
        (20, 24),
    ),
    "says its rules twice": ("ruleset-encoding", lambda rules: rules + rules, (20, 24)),
    "leaves the last line feed of its rules out": ("ruleset-missing", lambda rules: rules[:-1], (20, 24)),
    "offers rules that lack a field": (
        "ruleset-missing",
        lambda rules: re.sub(rb"(?m)^target=.*\n", b"", rules),
        (20, 24),
    ),
    "offers rules with a field of their own": ("ruleset-field", lambda rules: rules + b"jokers=2\n", (20, 24)),
    "offers rules with a word for a number": ("ruleset-type", _rules("target", "seven"), (20, 24)),
    "offers rules with a value that is none": ("ruleset-value", _rules("deck", "32"), (20, 24)),
    "offers rules that deal too much": ("ruleset-deal", _rules("deal", "6 6 T 6"), (20, 24)),
    "offers rules that exchange a nine of none": ("ruleset-exchange-card", _rules("exchange_card", "9"), (20,)),
}


def _enter_rules() -> None:
    for name, (code, spoil, packs) in RULES.items():

        def build(side: int, pack: int, spoil: Callable[[bytes], bytes] = spoil) -> Trap:
            return offering(pack, ruleset=spoil(rules_of(pack).canonical()))

        cheat("offer", code, sides=HOST_ONLY, packs=packs, name=name)(build)


_enter_rules()


@cheat("offer", "offer-date", sides=HOST_ONLY)
def _dates_its_offer_on_a_day_that_does_not_exist(side: int, pack: int) -> Trap:
    return offering(pack, date="2026-02-30")


@cheat("accept", "keys-equal", sides=GUEST_ONLY)
def _accepts_its_own_offer(side: int, pack: int) -> Trap:
    """Accepts its own offer: only who holds the host's key can sign this, so the guest has that very key."""
    duel = dealing(Phase.ACCEPT, pack)
    duel.seats[1].identity = duel.seats[0].identity
    return lie(duel, messages.Accept(duel.state.contract.key, "bert", bytes(32)))


@cheat("start", "nonce-opening", sides=HOST_ONLY)
def _opens_another_nonce_than_it_committed_to(side: int, pack: int) -> Trap:
    return lie(dealing(Phase.START, pack), messages.Start(bytes(32)))


@cheat("start", "nonce-opening", "another game", sides=HOST_ONLY)
def _opens_the_nonce_of_another_game(side: int, pack: int) -> Trap:
    other = dealing(Phase.START, pack, game="before")
    return lie(dealing(Phase.START, pack), other.next_message())


@cheat("commit", "out-of-phase", sides=HOST_ONLY)
def _begins_a_deal_before_the_start(side: int, pack: int) -> Trap:
    return lie(dealing(Phase.START, pack), Commit(bytes(64)))


@cheat("start", "out-of-turn", sides=GUEST_ONLY)
def _starts_as_the_guest(side: int, pack: int) -> Trap:
    return lie(dealing(Phase.START, pack), messages.Start(bytes(32)), side=1)


@cheat("offer", "out-of-phase", "altered rules")
def _offers_other_rules_in_the_middle_of_a_game(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    return lie(duel, changed(duel.state.contract, ruleset=rules_of(pack, target=1).canonical()))


@cheat("start", "out-of-phase")
def _starts_again_to_deal_first(side: int, pack: int) -> Trap:
    return lie(playing("", side, pack), messages.Start(bytes(32)))


# Bodies that are signed but not well made. `lead` is [slot, share or nil], `marriage` has four fields.


def signed(side: int, pack: int, kind: str, payload: bytes, **changes: object) -> Trap:
    """Any payload, where `side` is to lead."""
    duel = playing("", side, pack)
    return Trap(duel, forge(duel.seats[side], kind, payload, **changes))


PAYLOADS: dict[str, tuple[str, str, bytes]] = {
    "says a byte that msgpack does not know": ("not-msgpack", "lead", b"\xc1"),
    "says nothing at all": ("not-msgpack", "lead", b""),
    "says half of it": ("not-msgpack", "lead", b"\x92\x00"),
    "writes a slot in two bytes": ("not-canonical", "lead", b"\x92\xcc\x00\xc0"),
    "says a map": ("type-not-allowed", "lead", b"\x80"),
    "says a truth value": ("type-not-allowed", "lead", b"\x92\xc3\xc0"),
    "leads from a negative slot": ("type-not-allowed", "lead", b"\x92\xff\xc0"),
    "leads from a slot that is a float": ("type-not-allowed", "lead", b"\x92\xcb" + bytes(8) + b"\xc0"),
    "says a deep nest": ("too-deep", "lead", b"\x91" * 5 + b"\x90"),
    "leads from a slot beyond the deck": ("field-number", "lead", packed((24, None))),
    "leads with a share that is too short": ("field-bytes", "lead", packed((0, bytes(95)))),
    "leads with a share that is text": ("field-bytes", "lead", packed((0, "s" * 96))),
    "leads with a field too few": ("field-count", "lead", packed((0,))),
    "leads with a field too many": ("field-count", "lead", packed((0, None, 0))),
    "says a number where there must be fields": ("field-count", "lead", packed(0)),
    "concedes what there is not": ("field-choice", "concede", packed(("round",))),
    "closes with a field": ("field-count", "close", packed((0,))),
    "marries a slot beyond the deck": ("field-number", "marriage", packed((24, None, 0, None))),
    "exchanges a share that is too short": ("field-bytes", "exchange", packed((0, bytes(95)))),
    "claims with a reason": ("field-count", "claim", packed(("66",))),
}


def _enter_payloads() -> None:
    for name, (code, kind, payload) in PAYLOADS.items():

        def build(side: int, pack: int, kind: str = kind, payload: bytes = payload) -> Trap:
            return signed(side, pack, kind, payload)

        cheat(kind, code, name=name)(build)


_enter_payloads()


@cheat("follow", "field-array")
def _follows_with_proofs_that_are_no_array(side: int, pack: int) -> Trap:
    duel = playing("AS", 1 - side, pack)
    return Trap(duel, forge(duel.seats[side], "follow", packed((0, None, 5))))


@cheat("follow", "field-array")
def _follows_with_more_proofs_than_any_hand_needs(side: int, pack: int) -> Trap:
    duel = playing("AS", 1 - side, pack)
    return Trap(duel, forge(duel.seats[side], "follow", packed((0, None, (bytes(64),) * 6))))


@cheat("lead", "body-version")
def _speaks_another_version(side: int, pack: int) -> Trap:
    return signed(side, pack, "lead", packed((0, None)), version=2)


@cheat("cheat", "out-of-phase")
def _says_a_type_that_there_is_not(side: int, pack: int) -> Trap:
    return signed(side, pack, "cheat", b"\x90")


@cheat("close", "body-not-canonical")
def _writes_its_body_in_a_longer_form(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    body = messages.encode(messages.Close())
    table = duel.state
    loose = b"\x97\xcc\x01" + b"".join(
        packed(field) for field in (table.game_id, table.seq, side, table.head, "close", body)
    )
    return Trap(duel, sealed(duel.seats[side], loose))
