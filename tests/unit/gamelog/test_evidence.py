"""Evidence: what a log may end with, and that nobody can be framed by it."""

import pytest

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.gamelog.report import Verdict, gravest
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.envelope import Body
from tests.support.duel import Duel, log_of

pytestmark = pytest.mark.usefixtures("proofs_once")


@pytest.fixture(scope="module")
def duel():
    return Duel.new("evidence", Ruleset(target=1)).play()


def body_at(duel, seq, **changes):
    body = envelope.parse(duel.records[seq]).body
    fields = {name: getattr(body, name) for name in body.__dataclass_fields__}
    return Body(**{**fields, **changes}).encode()


def signed(duel, side, body):
    return envelope.seal(body, signing.sign(duel.seats[side].identity, envelope.signed_message(body)))


def own_seq(duel, side, start=3):
    """A place after the contract where `side` has signed."""
    return next(seq for seq in range(start, len(duel.records)) if envelope.parse(duel.records[seq]).body.side == side)


@pytest.mark.parametrize("side", [0, 1])
def test_a_second_body_proves_equivocation_of_its_signer(duel, side):
    seq = own_seq(duel, side)
    second = signed(duel, side, body_at(duel, seq, payload=b"\x90", type="claim"))
    report = verify(log_of([*duel.records[:20], second]))
    assert (report.verdict, report.culprit, report.code) == (Verdict.PROVEN, side, "equivocation")
    assert (report.record, report.section) == (20, "evidence")
    assert report.exit_code == 1


@pytest.mark.parametrize("side", [0, 1])
def test_a_second_body_does_not_unmake_a_decided_match(duel, side):
    seq = own_seq(duel, side)
    report = verify(log_of([*duel.records, signed(duel, side, body_at(duel, seq, payload=b"\x90", type="claim"))]))
    assert (report.verdict, report.culprit) == (Verdict.PROVEN, side)
    assert report.result is not None


@pytest.mark.parametrize("side", [0, 1])
def test_nobody_is_framed_by_a_body_that_the_opponent_signed(duel, side):
    seq = own_seq(duel, side)
    forged = signed(duel, 1 - side, body_at(duel, seq, payload=b"\x90", type="claim"))
    report = verify(log_of([*duel.records[:20], forged]))
    assert (report.verdict, report.culprit, report.record) == (Verdict.ALTERED, None, 20)


@pytest.mark.parametrize("side", [0, 1])
def test_nobody_is_framed_by_a_next_record_that_the_opponent_signed(duel, side):
    seq = own_seq(duel, side)
    forged = signed(duel, 1 - side, body_at(duel, seq, payload=b"\x90", type="claim"))
    report = verify(log_of([*duel.records[:seq], forged]))
    assert (report.verdict, report.culprit, report.record) == (Verdict.ALTERED, None, seq)


@pytest.mark.parametrize("seq", [0, 1])
def test_second_offers_and_accepts_never_count(duel, seq):
    other = body_at(duel, seq, payload=messages.encode(messages.Accept(bytes(32), "x", bytes(32))))
    report = verify(log_of([*duel.records[:20], signed(duel, seq, other)]))
    assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)


@pytest.mark.parametrize("side", [0, 1])
def test_a_record_of_another_game_proves_nothing(duel, side):
    other = body_at(duel, own_seq(duel, side), game_id=bytes(63) + b"\1", payload=b"\x90", type="claim")
    report = verify(log_of([*duel.records[:20], signed(duel, side, other)]))
    assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)


def test_the_same_body_again_proves_nothing_but_damages_a_file(duel):
    report = verify(log_of([*duel.records[:20], duel.records[own_seq(duel, 0)]]))
    assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)


@pytest.mark.parametrize("after", ["record", "garbage", "length"])
def test_nothing_may_follow_the_evidence(duel, after):
    seq = own_seq(duel, 0)
    refused = signed(duel, 0, body_at(duel, seq, payload=b"\x90", type="settle"))
    evidence = log_of([*duel.records[:seq], refused])
    assert verify(evidence).verdict is Verdict.PROVEN
    more = {"record": duel.records[seq], "garbage": b"?"}.get(after)
    log = evidence + bytes(4) if more is None else evidence + len(more).to_bytes(4, "big") + more
    report = verify(log)
    assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)


def test_bytes_of_an_unfinished_frame_after_the_evidence_take_nothing_away(duel):
    seq = own_seq(duel, 0)
    refused = signed(duel, 0, body_at(duel, seq, payload=b"\x90", type="settle"))
    assert verify(log_of([*duel.records[:seq], refused]) + b"\0\0").verdict is Verdict.PROVEN


def test_a_body_in_another_form_is_its_signers_fault(duel):
    seq = own_seq(duel, 1)
    body = body_at(duel, seq)
    loose = body.replace(bytes([1]) + b"\xc4\x40", b"\xcc\x01" + b"\xc4\x40", 1)
    assert loose != body
    report = verify(log_of([*duel.records[:seq], signed(duel, 1, loose)]))
    assert (report.verdict, report.culprit, report.code) == (Verdict.PROVEN, 1, "body-not-canonical")


def test_another_version_inside_a_game_is_a_fault_and_at_its_start_another_protocol(duel):
    seq = own_seq(duel, 1)
    report = verify(log_of([*duel.records[:seq], signed(duel, 1, body_at(duel, seq, version=2))]))
    assert (report.verdict, report.code) == (Verdict.PROVEN, "body-version")
    report = verify(log_of([signed(duel, 0, body_at(duel, 0, version=2))]))
    assert (report.verdict, report.code) == (Verdict.UNREADABLE, "other-version")


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b"\xc1", "not-msgpack"),
        (b"\x80", "type-not-allowed"),
        (b"\x91\xcb" + bytes(8), "type-not-allowed"),
        (b"\x91" * 20 + b"\x90", "too-deep"),
        (pack((0,)), "field-count"),
        (pack((99, None, ())), "field-number"),
        (pack((0, b"short", ())), "field-bytes"),
        (pack((0, None, 5)), "field-array"),
        (b"\x93\xcc\x00\xc0\x90", "not-canonical"),
    ],
)
def test_a_signed_payload_that_is_malformed_is_its_signers_fault(duel, payload, code):
    seq, kind = next(
        (seq, body.type)
        for seq, body in enumerate(envelope.parse(record).body for record in duel.records)
        if body.type == "follow"
    )
    side = envelope.parse(duel.records[seq]).body.side
    report = verify(log_of([*duel.records[:seq], signed(duel, side, body_at(duel, seq, payload=payload, type=kind))]))
    assert (report.verdict, report.code, report.culprit) == (Verdict.PROVEN, code, side)


def test_a_record_after_the_end_is_its_signers_fault(duel):
    state = duel.state
    body = Body(state.game_id, state.seq, 0, state.head, "claim", b"\x90").encode()
    report = verify(log_of([*duel.records, signed(duel, 0, body)]))
    assert (report.verdict, report.code, report.culprit) == (Verdict.PROVEN, "out-of-turn", 0)


def test_the_gravest_exit_code_of_several_logs_counts():
    assert gravest([]) == gravest([0, 0]) == 0
    assert gravest([0, 5, 2, 1]) == 1
    assert gravest([5, 2]) == 2
    assert gravest([0, 5]) == 5
