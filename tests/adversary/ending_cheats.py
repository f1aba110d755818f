"""Cheats at the end of a deal and of the match: openings, final words, concessions."""

from __future__ import annotations

from functools import cache
from typing import Any

from p2p_schnapsen.crypto import dleq
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.codec import pack as packed
from p2p_schnapsen.wire.messages import Commit, Concede, Final, Lead, Open
from tests.adversary.book import cheat, rules_of
from tests.adversary.positions import DEALERS, ELDER, SIXTH, UP, changed, dealing, ending, playing
from tests.support.cheats import Trap, forge, lie
from tests.support.duel import Duel, stack
from tests.support.fold import remembering

# Openings


@cheat("open", "open-seed")
def _opens_a_seed_out_of_the_air(side: int, pack: int) -> Trap:
    return lie(ending(Phase.OPEN, side, pack), Open(bytes(32)))


@cheat("open", "open-seed")
def _opens_a_seed_with_one_bit_changed(side: int, pack: int) -> Trap:
    duel = ending(Phase.OPEN, side, pack)
    seed = duel.owing()._secrets["seed-1"]
    return lie(duel, Open(bytes([seed[0] ^ 1]) + seed[1:]))


@cheat("open", "open-seed", "opponent's seed")
def _opens_the_seed_of_the_other_side(side: int, pack: int) -> Trap:
    duel = ending(Phase.OPEN, side, pack)
    return lie(duel, Open(duel.seats[1 - side]._secrets["seed-1"]))


@cache
def _two_deals(pack: int) -> Duel:
    """The second deal was conceded, with the match, before a card was played; all seeds are due."""
    with remembering():
        duel = Duel.new("two deals", rules_of(pack), "match", dealer=0)
        for scope in ("deal", "match"):
            duel.reach(Phase.LEAD).say(Concede(scope))
        return duel


@cheat("open", "open-seed", "another deal")
def _opens_the_seed_of_another_deal(side: int, pack: int) -> Trap:
    with remembering():
        duel = _two_deals(pack).clone().play(lambda table: table.turn == side)
    return lie(duel, Open(duel.owing()._secrets["seed-2"]))


@cache
def _stacked(dealer: int, pack: int) -> Duel:
    rules = rules_of(pack, target=1)
    both = zip((ELDER, DEALERS), SIXTH, strict=True)
    elder, dealers = (f"{hand} {more}" if pack == 24 else hand for hand, more in both)
    with remembering():
        duel = Duel.stacked(stack(rules, dealer, elder, dealers, UP), dealer, rules, "deal")
        duel.decide()
        duel.say(Concede("deal"))
        return duel


def chosen(side: int, dealer: int, pack: int) -> Trap:
    """Its shuffle was valid, but by another permutation than its seed gives."""
    duel = _stacked(dealer, pack).clone()
    if duel.state.turn != side:
        duel.say(Open(None))
    return lie(duel, Open(duel.owing()._secrets["seed-1"]))


@cheat("open", "open-value", "chosen deck")
def _chose_the_order_of_the_deck(side: int, pack: int) -> Trap:
    return chosen(side, side, pack)


@cheat("open", "open-value", "chosen deck")
def _chose_the_order_of_the_cut(side: int, pack: int) -> Trap:
    return chosen(side, 1 - side, pack)


@cache
def _own_nonce(side: int, pack: int) -> Duel:
    with remembering():
        duel = Duel.new("own nonce", rules_of(pack, target=1), dealer=1 - side).reach(Phase.LEAD)
        seat, deal = duel.owing(), duel.state.current
        number = deal.hands[side][0]
        _, x = seat._keys(deal)
        ctx = seat._context(1, "share", number)
        duel.say(Lead(number, dleq.share(bytes(32), ctx, x, deal.key_of(side), deal.slots[number].a)))
        duel.say(Concede("match"))
        if duel.state.turn != side:
            duel.say(Open(None))
        return duel


@cheat("open", "open-value", "own nonce")
def _proved_a_share_by_a_nonce_of_its_own(side: int, pack: int) -> Trap:
    duel = _own_nonce(side, pack).clone()
    return lie(duel, Open(duel.owing()._secrets["seed-1"]))


@cheat("open", "field-bytes")
def _opens_half_a_seed(side: int, pack: int) -> Trap:
    duel = ending(Phase.OPEN, side, pack)
    return Trap(duel, forge(duel.seats[side], "open", packed((bytes(16),))))


@cheat("open", "out-of-turn")
def _opens_before_its_turn(side: int, pack: int) -> Trap:
    return lie(ending(Phase.OPEN, 1 - side, pack), Open(None), side=side)


@cheat("open", "out-of-phase")
def _opens_where_openings_were_not_agreed(side: int, pack: int) -> Trap:
    return lie(ending(Phase.FINAL, side, pack, "never"), Open(None))


@cheat("open", "out-of-phase", "early")
def _opens_in_the_middle_of_a_deal(side: int, pack: int) -> Trap:
    return lie(playing("", side, pack), Open(bytes(32)))


@cheat("commit", "out-of-phase", "unopened")
def _begins_the_next_deal_before_it_opens_the_last(side: int, pack: int) -> Trap:
    return lie(ending(Phase.OPEN, side, pack, target=7), Commit(bytes(64)))


@cheat("commit", "out-of-phase", "decided")
def _deals_on_after_the_deciding_deal(side: int, pack: int) -> Trap:
    return lie(ending(Phase.FINAL, side, pack), Commit(bytes(64)))


# Final words


def saying(side: int, pack: int, **changes: object) -> Trap:
    """Another result."""
    duel = ending(Phase.FINAL, side, pack)
    return lie(duel, changed(duel.owing().automatic(), **changes))


@cheat("final", "final-score")
def _signs_another_score(side: int, pack: int) -> Trap:
    decision = ending(Phase.FINAL, side, pack).state.decision
    assert decision is not None
    host, guest = decision.score
    return saying(side, pack, score=(host + (side == 0), guest + (side == 1)))


@cheat("final", "final-score")
def _signs_the_score_the_other_way_round(side: int, pack: int) -> Trap:
    decision = ending(Phase.FINAL, side, pack).state.decision
    assert decision is not None
    assert decision.score[0] != decision.score[1]
    return saying(side, pack, score=decision.score[::-1])


@cheat("final", "final-head")
def _signs_another_head(side: int, pack: int) -> Trap:
    return saying(side, pack, head=bytes(64))


@cheat("final", "final-head", "replayed")
def _signs_the_head_of_a_later_record(side: int, pack: int) -> Trap:
    """Signs the head as it is now, behind the openings, and not as it was when the match was decided."""
    return saying(side, pack, head=ending(Phase.FINAL, side, pack).state.head)


@cheat("final", "field-number")
def _signs_a_score_that_no_match_can_have(side: int, pack: int) -> Trap:
    duel = ending(Phase.FINAL, side, pack)
    return Trap(duel, forge(duel.seats[side], "final", packed(((1 << 32, 0), bytes(64)))))


@cheat("final", "out-of-phase")
def _signs_the_result_before_its_opening(side: int, pack: int) -> Trap:
    duel = ending(Phase.OPEN, side, pack)
    decision = duel.state.decision
    assert decision is not None
    return lie(duel, Final(decision.score, decision.head))


@cheat("final", "out-of-phase", "undecided")
def _signs_a_result_in_the_middle_of_a_deal(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    return lie(duel, Final((7, 0) if side == 0 else (0, 7), duel.state.head))


@cheat("final", "out-of-turn", sides=(1,))
def _signs_first_as_the_guest(side: int, pack: int) -> Trap:
    duel = ending(Phase.FINAL, 0, pack)
    decision = duel.state.decision
    assert decision is not None
    return lie(duel, Final(decision.score, decision.head), side=1)


@cheat("final", "out-of-turn", "after the end")
def _goes_on_after_the_end(side: int, pack: int) -> Trap:
    with remembering():
        duel = ending(Phase.FINAL, 1, pack).play()
    last: Any = envelope.parse(duel.records[-1]).body.payload
    return Trap(duel, forge(duel.seats[side], "final", last))


# Conceding


@cheat("concede", "concede-decided")
def _concedes_a_match_that_is_decided(side: int, pack: int) -> Trap:
    return lie(ending(Phase.OPEN, side, pack), Concede("match"))


@cheat("concede", "concede-deal", "after it")
def _concedes_a_deal_that_is_over(side: int, pack: int) -> Trap:
    return lie(ending(Phase.OPEN, side, pack, target=7), Concede("deal"))


@cheat("concede", "out-of-phase")
def _concedes_instead_of_signing_the_result(side: int, pack: int) -> Trap:
    return lie(ending(Phase.FINAL, side, pack), Concede("match"))


@cheat("concede", "out-of-turn")
def _concedes_out_of_turn(side: int, pack: int) -> Trap:
    return lie(dealing(Phase.LEAD, pack, side), Concede("match"), side=side)


@cheat("settle", "out-of-turn")
def _settles_as_the_side_that_is_not_in_turn(side: int, pack: int) -> Trap:
    return lie(playing("AS TH", 1 - side, pack), messages.Settle(), side=side)
