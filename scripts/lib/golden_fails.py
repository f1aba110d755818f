"""Golden logs in which one thing is wrong: cheats, damage, and what is no log of this protocol."""

from __future__ import annotations

import random
from functools import partial

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.gamelog.format import HEADER, MAGIC, VERSION
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.envelope import Body
from p2p_schnapsen.wire.messages import Message
from scripts.lib.golden_case import Cases
from scripts.lib.golden_matches import ended, example
from tests.support import cheating_seats
from tests.support.cheating_seats import Cheat
from tests.support.duel import Choose, Duel, keen, log_of, stack

FAILS = Cases()

ONE = Ruleset(target=1)
ELDER, DEALERS, UP, TALON = "JD KH QH AS JC", "AC TC KC AH TH", "TD", "KS QS QC JH KD QD JS TS AD"
"""The elder has a marriage and the lowest trump; the dealer can follow clubs and hearts only."""


# Cheats: an honest game, and one record that breaks the protocol, properly signed. It is the log's last.


def closing(view: PlayerView, rng: random.Random) -> Move:
    """Closes as soon as it may: then the follower is bound."""
    return next((move for move in view.legal if move.kind.name == "CLOSE"), None) or keen(view, rng)


def cheated(
    seat: type[Cheat], side: int, seed: str, ruleset: Ruleset = ONE, opening: str = "deal", choose: Choose = keen
) -> bytes:
    """The log of a game in which `side` sits on a cheating seat, up to its cheat."""
    host, guest = (seat, Seat) if side == HOST else (Seat, seat)
    duel = Duel.new(seed, ruleset, opening, choose, host, guest)
    cheat = duel.seats[side]
    assert isinstance(cheat, Cheat)
    while not duel.over:
        owing = duel.owing()
        made = owing.make(duel.next_message())
        duel.records.append(made.raw)
        if cheat.cheated:
            return duel.log()
        checked = duel.seats[1 - owing.side].check(made.raw)
        owing.take(made)
        duel.seats[1 - owing.side].take(checked)
    raise AssertionError(f"{seed}: the cheat never had its chance")


def lied(duel: Duel, message: Message, side: int | None = None) -> bytes:
    """The log of a game that ends with `message`, signed without a check by the side in turn (or by `side`)."""
    seat = duel.owing() if side is None else duel.seats[side]
    return log_of([*duel.records, seat.sign(message)])


def dealt(words: str, leader: int) -> Duel:
    """The chosen cards, after some moves; `leader` is the elder."""
    dealer = 1 - leader
    return Duel.stacked(stack(ONE, dealer, ELDER, DEALERS, UP, TALON), dealer, ONE).decide(words)


def slot_of(seat: Seat, card: str) -> int:
    """Where a card lies in a seat's hand."""
    return {held: slot for slot, held in seat.hand().items()}[parse(card)]


def show(seat: Seat, card: str) -> tuple[int, bytes | None]:
    """The slot of a card, and the share that it is shown by."""
    slot = slot_of(seat, card)
    return slot, seat._own_share(seat.state.current, slot)


for _name, _code, _seat, _side, _seed, _rules, _choose in (
    ("revoke_fail", "duty-proof", cheating_seats.Revoke, GUEST, "revoke 0", Ruleset(), closing),
    ("revoke_24_fail", "duty-proof", cheating_seats.Revoke, HOST, "golden 24", load("sixtysix").ruleset, closing),
    ("revoke_unproven_fail", "duty-count", cheating_seats.SilentRevoke, HOST, "golden unproven", ONE, closing),
    ("bad_shuffle_fail", "shuffle-proof", cheating_seats.DoubledCard, HOST, "golden shuffle", ONE, keen),
    ("wrong_share_fail", "share-proof", cheating_seats.WrongShare, GUEST, "golden share 1", ONE, keen),
    ("foreign_sort_fail", "sort-proof", cheating_seats.ForeignSort, HOST, "golden sort", ONE, keen),
    ("wrong_opening_fail", "open-seed", cheating_seats.WrongSeed, GUEST, "golden opening", ONE, closing),
    ("own_nonce_fail", "open-value", cheating_seats.OwnNonce, HOST, "golden nonce", ONE, closing),
    ("wrong_final_fail", "final-score", cheating_seats.WrongFinal, HOST, "golden final", ONE, closing),
    ("equivocation_fail", "equivocation", cheating_seats.TwoBodies, GUEST, "golden twice", ONE, keen),
):
    FAILS.add(_name, Verdict.PROVEN, _code, _side)(partial(cheated, _seat, _side, _seed, _rules, "deal", _choose))


@FAILS.add("revoke_public_fail", Verdict.PROVEN, "must-follow", GUEST)
def _revoke_public() -> bytes:
    """Everybody knows the king of hearts in the guest's hand: it announced the marriage."""
    duel = dealt("mH QH TH close AH", GUEST)
    return lied(duel, messages.Follow(*show(duel.owing(), "AS"), ()))


@FAILS.add("false_marriage_fail", Verdict.PROVEN, "marriage-cards", HOST)
def _false_marriage() -> bytes:
    duel = dealt("", HOST)
    return lied(duel, messages.Marriage(*show(duel.owing(), "KH"), *show(duel.owing(), "JC")))


@FAILS.add("exchange_closed_fail", Verdict.PROVEN, "exchange-closed", GUEST)
def _exchange_closed() -> bytes:
    duel = dealt("close", GUEST)
    return lied(duel, messages.Exchange(*show(duel.owing(), "JD")))


@FAILS.add("out_of_turn_fail", Verdict.PROVEN, "out-of-turn", HOST)
def _out_of_turn() -> bytes:
    duel = dealt("AS", HOST)
    return lied(duel, messages.Lead(*show(duel.seats[HOST], "JC")), side=HOST)


@FAILS.add("card_not_held_fail", Verdict.PROVEN, "share-proof", GUEST)
def _card_not_held() -> bytes:
    """The jack of clubs is shown with the share of the ace of spades."""
    duel = dealt("", GUEST)
    _, share = show(duel.owing(), "AS")
    return lied(duel, messages.Lead(slot_of(duel.owing(), "JC"), share))


@FAILS.add("wrong_start_fail", Verdict.PROVEN, "nonce-opening", HOST)
def _wrong_start() -> bytes:
    return lied(Duel.new("golden start", ONE).reach(Phase.START), messages.Start(bytes(32)))


@FAILS.add("body_not_canonical_fail", Verdict.PROVEN, "body-not-canonical", GUEST)
def _body_not_canonical() -> bytes:
    """The version of the body takes two bytes."""
    duel = dealt("", GUEST)
    seat = duel.owing()
    body = envelope.parse(seat.sign(messages.Close())).body_bytes
    loose = body.replace(b"\x97\x01", b"\x97\xcc\x01", 1)
    assert len(loose) == len(body) + 1
    return log_of([*duel.records, _sealed(seat, loose)])


def _sealed(seat: Seat, body: bytes) -> bytes:
    return envelope.seal(body, signing.sign(seat.identity, envelope.signed_message(body)))


# Damage: nobody is blamed.


def _records() -> list[bytes]:
    """The beginning of the example, up to the first trick and a little further."""
    return example().records[:20]


@FAILS.add("flipped_bit_fail", Verdict.ALTERED, "signature")
def _flipped_bit() -> bytes:
    records = _records()
    middle = len(records[6]) // 2
    records[6] = records[6][:middle] + bytes([records[6][middle] ^ 1]) + records[6][middle + 1 :]
    return log_of(records)


@FAILS.add("removed_record_fail", Verdict.ALTERED, "record-misplaced")
def _removed_record() -> bytes:
    records = _records()
    return log_of([*records[:9], *records[10:]])


@FAILS.add("swapped_records_fail", Verdict.ALTERED, "record-misplaced")
def _swapped_records() -> bytes:
    records = _records()
    return log_of([*records[:9], records[10], records[9], *records[11:]])


@FAILS.add("doubled_record_fail", Verdict.ALTERED, "record-misplaced")
def _doubled_record() -> bytes:
    records = _records()
    return log_of([*records[:9], records[8], *records[9:]])


@FAILS.add("frame_size_fail", Verdict.ALTERED, "frame-size")
def _frame_size() -> bytes:
    records = _records()
    return log_of(records[:9]) + bytes(4) + log_of(records[9:])[len(HEADER) :]


@FAILS.add("early_note_fail", Verdict.ALTERED, "note-early")
def _early_note() -> bytes:
    script, place = ended()
    return log_of([*script.records[:place], script.end_note(HOST, place, 89)])


@FAILS.add("record_after_note_fail", Verdict.ALTERED, "record-after-note")
def _record_after_note() -> bytes:
    script, place = ended()
    return log_of([*script.records[:place], script.end_note(HOST, place, 93), script.records[place]])


@FAILS.add("record_after_fault_fail", Verdict.ALTERED, "record-after-fault")
def _record_after_fault() -> bytes:
    duel = dealt("close", GUEST)
    fault = duel.owing().sign(messages.Exchange(*show(duel.owing(), "JD")))
    return log_of([*duel.records, fault, *duel.clone().decide("AS").records[len(duel.records) :]])


# What is no log of this protocol.


@FAILS.add("wrong_magic_fail", Verdict.UNREADABLE, "not-a-log")
def _wrong_magic() -> bytes:
    return log_of(_records()).replace(b"\r\n", b"\n")


@FAILS.add("log_version_fail", Verdict.UNREADABLE, "log-version")
def _log_version() -> bytes:
    return MAGIC + bytes([VERSION + 1]) + log_of(_records())[len(HEADER) :]


@FAILS.add("body_version_fail", Verdict.UNREADABLE, "other-version")
def _body_version() -> bytes:
    duel = Duel.new("golden version", ONE)
    offer = envelope.parse(duel.owing().sign(duel.next_message())).body
    body = Body(offer.game_id, 0, HOST, offer.prev, "offer", offer.payload, version=2).encode()
    return log_of([_sealed(duel.owing(), body)])
