"""The fold at the places where a record, a note or a second body only just does not count."""

from functools import cache

import pytest

from p2p_schnapsen.errors import PeerFault, PeerSuspect
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state as table
from p2p_schnapsen.table.model import GUEST, HOST
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.envelope import Body
from tests.support.dialogue import Script

PLACE = 12


@cache
def game():
    return Script.of("state guards", Ruleset(target=1))


def suspicion(state, raw):
    with pytest.raises(PeerSuspect) as suspected:
        table.apply(state, raw)
    return suspected.value.code, suspected.value.params.get("problem")


def record(place, side, message, **changes):
    """A record of this side at this place of the game, whatever it says."""
    state = game().state(place)
    kind, payload = messages.type_of(message), messages.encode(message)
    fields = {
        "game_id": state.game_id,
        "seq": place,
        "side": side,
        "prev": state.head,
        "type": kind,
        "payload": payload,
    }
    return game().signed(side, Body(**{**fields, **changes}).encode())


def offer(**changes):
    terms = game().state(1).offer
    return messages.Offer(**{**{name: getattr(terms, name) for name in terms.__dataclass_fields__}, **changes})


# Records


@pytest.mark.parametrize("raw", [b"", b"\xc1", b"garbage"], ids=repr)
def test_bytes_that_are_no_record_are_called_unreadable(raw):
    assert suspicion(game().state(PLACE), raw)[0] == "record-unreadable"


def test_nothing_follows_a_note_not_even_the_record_that_was_owed():
    waiting = 1 - game().side_of(PLACE)
    closed = table.close(game().state(PLACE), game().end_note(waiting, PLACE))
    assert suspicion(closed, game().records[PLACE])[0] == "record-misplaced"


@pytest.mark.parametrize("side", [HOST, GUEST])
def test_a_record_that_brings_no_key_where_one_is_due_names_nobody(side):
    raw = record(side, side, messages.Start(bytes(32)))
    assert suspicion(game().state(side), raw) == ("no-identity", "message-type")


@pytest.mark.parametrize("key", [bytes(32), b"\xff" * 32], ids=["small order", "not canonical"])
@pytest.mark.parametrize("side", [HOST, GUEST])
def test_a_contract_with_a_key_that_nobody_can_have_names_nobody(side, key):
    message = offer(key=key) if side == HOST else messages.Accept(key, "bert", bytes(32))
    assert suspicion(game().state(side), record(side, side, message)) == ("no-identity", "identity-key")


def test_a_contract_that_cannot_be_read_names_nobody():
    raw = record(0, HOST, offer(), payload=b"\x90")
    assert suspicion(game().state(0), raw) == ("no-identity", "field-count")


def test_an_acceptance_before_there_is_an_offer_is_out_of_turn():
    raw = record(0, GUEST, messages.Accept(game().key(GUEST), "bert", bytes(32)))
    with pytest.raises(PeerFault, match="out-of-turn"):
        table.apply(game().state(0), raw)


@pytest.mark.parametrize("protocol", ["p2p-schnapsen/1", "p2p-schnapsen/2"])
def test_the_guests_own_offer_is_no_acceptance_of_any_version(protocol):
    raw = record(1, GUEST, offer(key=game().key(GUEST), protocol=protocol))
    with pytest.raises(PeerFault, match="out-of-phase"):
        table.apply(game().state(1), raw)


@pytest.mark.parametrize("protocol", ["p2p-schnapsen/2", "q"])
def test_an_offer_of_another_version_is_judged_no_further(protocol):
    assert suspicion(game().state(0), record(0, HOST, offer(protocol=protocol)))[0] == "other-version"


def fault(state, raw):
    with pytest.raises(PeerFault) as found:
        table.apply(state, raw)
    return found.value.code, found.value.culprit


@pytest.mark.parametrize("date", ["2026-02-30", "2026-13-01", "0000-01-01"])
def test_a_contract_has_a_day_that_there_is(date):
    assert fault(game().state(0), record(0, HOST, offer(date=date))) == ("offer-date", HOST)


def test_nobody_accepts_its_own_offer():
    state = game().state(1)
    payload = messages.encode(messages.Accept(game().key(HOST), "bert", bytes(32)))
    body = Body(state.game_id, 1, GUEST, state.head, "accept", payload)
    assert fault(state, game().signed(HOST, body.encode())) == ("keys-equal", GUEST)


def test_the_host_opens_the_nonce_that_it_committed_to():
    assert fault(game().state(2), record(2, HOST, messages.Start(bytes(32)))) == ("nonce-opening", HOST)


@pytest.mark.parametrize("version", [0, 2, 99])
def test_a_body_of_another_version_is_a_fault_once_there_is_a_game_and_another_program_before(version):
    side = game().side_of(PLACE)
    with pytest.raises(PeerFault, match="body-version"):
        table.apply(game().state(PLACE), record(PLACE, side, messages.Concede("match"), version=version))
    assert suspicion(game().state(0), record(0, HOST, offer(), version=version))[0] == "other-version"


# Notes


@pytest.mark.parametrize("raw", [b"", b"\x90"], ids=repr)
def test_what_is_no_note_closes_nothing_and_overtakes_nothing(raw):
    state = game().state(PLACE)
    with pytest.raises(PeerSuspect, match="note-unreadable"):
        table.close(state, raw)
    assert table.overtaken(state, game().records, raw) is None


def last_note(place, **changes):
    """A note of the side that has signed nothing from `place` to the place after it."""
    return game().end_note(1 - game().side_of(place), place, **changes)


def test_a_note_that_crossed_one_record_is_known_and_only_if_it_would_have_counted():
    state, history = game().state(PLACE + 1), game().records[: PLACE + 1]
    assert table.overtaken(state, history, last_note(PLACE)).seq == PLACE
    for changes in (
        {"seconds": 119},
        {"signer": game().side_of(PLACE)},
        {"head": bytes(64)},
        {"game_id": bytes(64)},
        {"seq": PLACE - 1},
    ):
        assert table.overtaken(state, history, last_note(PLACE, **changes)) is None, changes


def test_a_note_overtakes_nothing_that_is_still_to_come():
    for place in (PLACE, PLACE + 1):
        assert table.overtaken(game().state(PLACE), game().records, last_note(place)) is None


def test_a_note_of_who_has_signed_since_overtakes_nothing():
    note = game().end_note(game().side_of(PLACE), PLACE)
    assert table.overtaken(game().state(PLACE + 1), game().records, note) is None


def test_before_there_is_a_contract_no_note_can_cross_anything():
    assert table.overtaken(game().state(1), game().records, game().end_note(GUEST, 0)) is None


# Second bodies


def test_a_second_body_is_looked_for_only_where_there_is_a_first():
    state, history = game().state(PLACE), game().records[:PLACE]
    assert table.second_body(state, history, game().another(PLACE - 1)) is not None
    for raw in (b"", b"\xc1", game().another(PLACE), game().another(PLACE + 1), game().records[PLACE - 1]):
        assert table.second_body(state, history, raw) is None
    assert table.second_body(game().state(0), [], game().another(PLACE)) is None


def test_a_history_that_ends_early_shows_no_more_than_it_holds():
    assert table.second_body(game().state(PLACE), game().records[:5], game().another(PLACE - 1)) is None


def test_the_same_body_signed_by_anybody_is_no_second_one():
    early = envelope.parse(game().records[PLACE - 1])
    again = envelope.seal(early.body_bytes, bytes(64))
    assert table.second_body(game().state(PLACE), game().records, again) is None


def test_a_second_body_under_a_signature_that_does_not_hold_is_none():
    late = envelope.parse(game().another(PLACE - 1))
    forged = envelope.seal(late.body_bytes, bytes(64))
    assert table.second_body(game().state(PLACE), game().records, forged) is None


def test_a_body_of_the_other_side_or_of_another_game_is_no_second_one():
    signer = game().side_of(PLACE - 1)
    other = record(PLACE - 1, 1 - signer, messages.Concede("match"))
    elsewhere = game().another(PLACE - 1, game_id=bytes(63) + b"\1")
    for raw in (other, elsewhere):
        assert table.second_body(game().state(PLACE), game().records, raw) is None


def test_what_is_repeated_is_known_by_its_body():
    history = game().records[:PLACE]
    early = envelope.parse(history[4])
    assert table.repeated(history, history[4])
    assert table.repeated(history, envelope.seal(early.body_bytes, bytes(64)))
    for raw in (b"", b"\xc1", game().another(4), game().records[PLACE]):
        assert not table.repeated(history, raw)
    note = last_note(PLACE)
    assert not table.repeated([*history, note], game().records[PLACE])
