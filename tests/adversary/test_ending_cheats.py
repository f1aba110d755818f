"""Cheats at the end of a deal and of the match: openings, final words, concessions, second bodies."""

from functools import cache

import pytest

from p2p_schnapsen.errors import PeerSuspect
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.messages import Concede, Final, Open
from tests.support.cheats import BOTH, Cheat, Trap, book, cases, convicted, expect, forge, lie, name_of
from tests.support.duel import Duel, log_of, stack

FAMILY: list[Cheat] = []
cheat = book(FAMILY)


@cache
def _at(phase, side, opening, target):
    """A game in which `side` owes the record that `phase` names."""
    for seed in range(20):
        duel = Duel.new(f"ends {seed}", Ruleset(target=target), opening)
        duel.play(lambda table: table.phase is phase and table.turn == side)
        if not duel.over:
            return duel
    raise AssertionError("no such game")


@cache
def _two_deals():
    """A match whose second deal was conceded, with it, at the first lead; all seeds are due."""
    duel = Duel.new("two deals", opening="match")
    duel.play(lambda table: table.phase is Phase.LEAD and table.standing.deals == 1)
    duel.say(Concede("match"))
    return duel


def at(phase, side, opening="deal", target=1):
    return _at(phase, side, opening, target).clone()


def honest(duel):
    return duel.owing().automatic()


# Openings


@cheat("open-seed", "opening")
def _opens_a_seed_out_of_the_air(side):
    return lie(at(Phase.OPEN, side), Open(bytes(32)))


@cheat("open-seed", "opening")
def _opens_a_seed_with_one_bit_changed(side):
    duel = at(Phase.OPEN, side)
    seed = honest(duel).seed
    return lie(duel, Open(bytes([seed[0] ^ 1]) + seed[1:]))


@cheat("open-seed", "opening")
def _opens_the_seed_of_the_other_side(side):
    duel = at(Phase.OPEN, side)
    return lie(duel, Open(duel.seats[1 - side]._secrets["seed-1"]))


@cheat("open-seed", "opening")
def _opens_the_seed_of_another_deal(side):
    duel = _two_deals().clone().play(lambda table: table.turn == side)
    seat = duel.owing()
    assert {"seed-1", "seed-2"} <= set(seat._secrets)
    return lie(duel, Open(seat._secrets["seed-2"]))


@cheat("open-value", "opening")
def _chose_the_order_of_the_deck(side):
    """A valid shuffle whose permutation is not the one that the seed gives, as the dealer."""
    return _chosen(side, dealer=side)


@cheat("open-value", "opening")
def _chose_the_order_of_the_cut(side):
    return _chosen(side, dealer=1 - side)


def _chosen(side, dealer):
    rules = Ruleset(target=1)
    duel = Duel.stacked(stack(rules, dealer, "JD KH QH AS JC", "AC TC KC AH TH", "TD"), dealer, rules, "deal")
    duel.decide()
    duel.say(Concede("deal"))
    duel.play(lambda table: table.phase is Phase.OPEN and table.turn == side)
    return lie(duel, Open(duel.owing()._secrets["seed-1"]))


@cheat("out-of-phase", "turns")
def _signs_the_result_before_its_opening(side):
    duel = at(Phase.OPEN, side)
    decision = duel.state.decision
    return lie(duel, Final(decision.score, decision.head))


@cheat("out-of-turn", "turns")
def _opens_before_its_turn(side):
    duel = at(Phase.OPEN, 1 - side)
    return lie(duel, Open(None), side=side)


@cheat("out-of-phase", "turns")
def _opens_where_openings_were_not_agreed(side):
    return lie(at(Phase.FINAL, side, "never"), Open(None))


# Final words


def _final(side, **changes):
    duel = at(Phase.FINAL, side, "never")
    message = honest(duel)
    fields = {"score": message.score, "head": message.head, **changes}
    return lie(duel, Final(**fields))


@cheat("final-score", "ends")
def _signs_another_score(side):
    host, guest = at(Phase.FINAL, side, "never").state.decision.score
    return _final(side, score=(host + (side == 0), guest + (side == 1)))


@cheat("final-score", "ends")
def _signs_the_score_the_other_way_round(side):
    host, guest = at(Phase.FINAL, side, "never").state.decision.score
    assert host != guest
    return _final(side, score=(guest, host))


@cheat("final-head", "ends")
def _signs_another_head(side):
    return _final(side, head=bytes(64))


@cheat("out-of-turn", "turns", sides=(1,))
def _the_guest_signs_first(side):
    duel = at(Phase.FINAL, 0, "never")
    decision = duel.state.decision
    return lie(duel, Final(decision.score, decision.head), side=1)


@cheat("out-of-turn", "turns")
def _goes_on_after_the_end(side):
    duel = at(Phase.FINAL, 1, "never").play()
    return Trap(duel, forge(duel.seats[side], "final", messages.encode(_last(duel))))


def _last(duel):
    return messages.decode("final", envelope.parse(duel.records[-1]).body.payload)


# Conceding


@cheat("concede-decided", "ends")
def _concedes_a_match_that_is_decided(side):
    return lie(at(Phase.OPEN, side), Concede("match"))


@cheat("concede-deal", "ends")
def _concedes_a_deal_that_is_over(side):
    return lie(at(Phase.OPEN, side, target=7), Concede("deal"))


@cheat("out-of-phase", "turns")
def _concedes_instead_of_signing_the_result(side):
    return lie(at(Phase.FINAL, side, "never"), Concede("match"))


@cheat("out-of-turn", "turns")
def _concedes_out_of_turn(side):
    return lie(at(Phase.LEAD, 1 - side), Concede("match"), side=side)


@pytest.mark.parametrize(("cheat", "side"), cases(FAMILY), ids=name_of)
def test_a_cheat_at_the_end_is_caught(cheat, side):
    expect(cheat, side)


# Second bodies: the place is taken, so the table only sees something misplaced; the log shows who signed twice.


def second(duel, signer, seq, **changes):
    """Another body for the place `seq`, with the signature of `signer`."""
    body = envelope.parse(duel.records[seq]).body
    fields = {"game_id": body.game_id, "seq": seq, "prev": body.prev, **changes}
    return forge(duel.seats[signer], "concede", messages.encode(Concede("match")), **fields)


def signed_by(duel, side):
    """The places after the contract at which `side` has signed."""
    bodies = [envelope.parse(raw).body for raw in duel.records]
    return [body.seq for body in bodies if body.side == side and body.seq > 2]


@pytest.mark.parametrize("side", BOTH)
def test_a_second_body_at_any_place_is_proven(side):
    duel = at(Phase.FINAL, 0, "never")
    for seq in (signed_by(duel, side)[0], signed_by(duel, side)[-1]):
        raw = second(duel, side, seq)
        with pytest.raises(PeerSuspect):
            duel.seats[1 - side].check(raw)
        found = state.second_body(duel.state, duel.records, raw)
        assert found is not None
        assert found.body.side == side
        convicted(Trap(duel, raw), "equivocation", "evidence", side)


@pytest.mark.parametrize("side", BOTH)
def test_a_second_body_with_another_prev_is_proven_too(side):
    duel = at(Phase.FINAL, 0, "never")
    raw = second(duel, side, signed_by(duel, side)[3], prev=bytes(64))
    convicted(Trap(duel, raw), "equivocation", "evidence", side)


@pytest.mark.parametrize("side", BOTH)
def test_nobody_is_framed_by_a_second_body_that_the_opponent_signed(side):
    duel = at(Phase.FINAL, 0, "never")
    for seq in signed_by(duel, side):
        for claimed in BOTH:  # in its own name at the other's place, or in the other's name
            raw = second(duel, 1 - side, seq, side=claimed)
            assert state.second_body(duel.state, duel.records, raw) is None
    report = verify(log_of([*duel.records, raw]))
    assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)


@pytest.mark.parametrize("side", BOTH)
def test_a_body_that_comes_too_early_is_nobodys_fault(side):
    duel = at(Phase.FINAL, 0, "never")
    raw = forge(duel.seats[side], "claim", b"\x90", seq=duel.state.seq + 1)
    with pytest.raises(PeerSuspect):
        duel.seats[1 - side].check(raw)
    report = verify(log_of([*duel.records, raw]))
    assert (report.verdict, report.culprit) == (Verdict.ALTERED, None)
