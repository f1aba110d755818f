"""The follower's exchange, and duties that bind from the first trick on, cards just drawn included."""

from __future__ import annotations

import copy
from typing import Any

from p2p_schnapsen.crypto import membership
from p2p_schnapsen.rules import moves
from p2p_schnapsen.rules.cards import parse, rank, suit
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.playing import duty_cards
from p2p_schnapsen.wire import messages
from p2p_schnapsen.wire.messages import Exchange, Follow, Lead
from tests.adversary.book import cheat, rules_of
from tests.adversary.duty_cheats import proof, revoke, said, with_proofs
from tests.adversary.positions import playing, reached, show, slot_of
from tests.support.cheats import Trap, key_of, lie
from tests.support.duel import Duel

WITH_NINES = {"elder": "AS TS KS QH 9H QD", "dealers": "9D KH JH TC QC 9S", "talon": "9C JS AH JC TH TD AC KC"}
"""The elder leads spades, of which the follower has one; the follower holds the lowest trump. It draws a second spade
after the first trick, and has none after the second."""
WITHOUT = {"elder": "AS TS KS QH QD", "dealers": "JD KH JH TC QS", "talon": "QC JS AH JC TH TD AC KC"}
CARDS: dict[int, dict[str, Any]] = {20: WITHOUT, 24: WITH_NINES}
UP = "KD"

VOID: dict[int, dict[str, Any]] = {
    20: {"dealers": "AC KH JH TC JC", "talon": "QC AH JS"},
    24: {"dealers": "AC KH JH TC QC JC", "talon": "9C AH JS"},
}
"""A follower's hand without spades and trumps: it owes nothing but proofs."""


def named(word: str, pack: int) -> str:
    """What lies in the place of a nine, where there are none."""
    return {"9S": "QS", "9D": "JD"}.get(word, word) if pack == 20 else word


def late(pack: int, **changes: object) -> dict[str, object]:
    """Rules under which the follower may exchange, too."""
    return {"exchange_who": "turn", "exchange_card": "lowest", **changes}


def always(pack: int) -> dict[str, object]:
    """Rules under which every trick binds, too."""
    return late(pack, strict="always")


def following(words: str, side: int, pack: int, /, rules: dict[str, object] | None = None, **deal: str) -> Duel:
    """`side` is to follow."""
    spoken = " ".join(named(word, pack) for word in words.split())
    ruleset = rules_of(pack, **(always(pack) if rules is None else rules))
    duel = playing(spoken, 1 - side, pack, ruleset, **{**CARDS[pack], "up": UP, **deal})
    assert duel.state.phase is Phase.FOLLOW
    assert duel.owing().side == side
    return duel


# The follower's exchange


@cheat("exchange", "exchange-card", "follower")
def _exchanges_another_card_as_the_follower(side: int, pack: int) -> Trap:
    duel = following("AS", side, pack, late(pack))
    return lie(duel, Exchange(*show(duel.owing(), "TC")))


@cheat("exchange", "share-proof", "follower")
def _exchanges_with_the_share_of_another_card_as_the_follower(side: int, pack: int) -> Trap:
    duel = following("AS", side, pack, late(pack))
    (lowest, _), (_, share) = show(duel.owing(), named("9D", pack)), show(duel.owing(), "TC")
    return lie(duel, Exchange(lowest, share))


@cheat("exchange", "share-missing", "follower")
def _exchanges_face_down_as_the_follower(side: int, pack: int) -> Trap:
    duel = following("AS", side, pack, late(pack))
    return lie(duel, Exchange(slot_of(duel.owing(), named("9D", pack)), None))


@cheat("exchange", "slot-not-held", "follower")
def _exchanges_a_card_of_the_leader_as_the_follower(side: int, pack: int) -> Trap:
    duel = following("AS", side, pack, late(pack))
    return lie(duel, Exchange(duel.state.current.hands[1 - side][0], bytes(96)))


@cheat("exchange", "slot-not-held", "follower")
def _exchanges_again_what_it_gave_as_the_follower(side: int, pack: int) -> Trap:
    duel = following("AS x", side, pack, late(pack))
    up = duel.state.current.up
    assert up is not None
    return lie(duel, Exchange(up, None))


@cheat("exchange", "exchange-card", "follower")
def _takes_its_lowest_trump_back_for_the_king_as_the_follower(side: int, pack: int) -> Trap:
    duel = following("AS x", side, pack, late(pack))
    return lie(duel, Exchange(slot_of(duel.owing(), "KD"), None))


@cheat("exchange", "exchange-closed", "follower")
def _exchanges_behind_a_closed_talon_as_the_follower(side: int, pack: int) -> Trap:
    duel = following("close AS", side, pack, late(pack))
    return lie(duel, Exchange(*show(duel.owing(), named("9D", pack))))


@cheat("exchange", "exchange-trick", "follower")
def _exchanges_without_a_trick_where_one_is_needed_as_the_follower(side: int, pack: int) -> Trap:
    duel = following("AS", side, pack, late(pack, exchange_trick=True))
    return lie(duel, Exchange(*show(duel.owing(), named("9D", pack))))


def used_up(duel: Duel) -> None:
    """The elder goes on winning until the talon is gone, and leads; the follower keeps its lowest trump."""
    leader = duel.owing().side
    trump = suit(parse(UP))
    kept = min(card for card in duel.seats[1 - leader].hand().values() if suit(card) == trump)
    while duel.state.current.engine.talon:
        for _ in range(2):
            seat = duel.owing()
            plain = [m for m in seat.view().legal if m.kind.name in ("LEAD", "FOLLOW") and m.card != kept]
            plain.sort(key=lambda move: (suit(move.card) == trump, rank(move.card)))
            duel.say(seat.message_for(plain[-1 if seat.side == leader else 0]))
        duel.decide()
    assert duel.owing().side == leader
    duel.say(duel.owing().message_for(next(m for m in duel.owing().view().legal if m.kind.name == "LEAD")))


@cheat("exchange", "exchange-talon", "follower")
def _exchanges_from_a_talon_that_is_used_up_as_the_follower(side: int, pack: int) -> Trap:
    words = " ".join(named(word, pack) for word in ("AS", "9S"))
    deal = tuple(sorted({**CARDS[pack], "up": UP}.items()))
    duel = reached(words, 1 - side, pack, used_up, rules_of(pack, **late(pack)), deal)
    assert duel.state.phase is Phase.FOLLOW
    return lie(duel, Exchange(*show(duel.owing(), named("9D", pack))))


@cheat("follow", "slot-not-held", "exchanged card")
def _follows_with_the_card_that_it_exchanged_away(side: int, pack: int) -> Trap:
    duel = following("AS x", side, pack, late(pack))
    up = duel.state.current.up
    assert up is not None
    return lie(duel, Follow(up, None, ()))


@cheat("follow", "share-needless")
def _shows_again_the_trump_that_it_took_as_the_follower(side: int, pack: int) -> Trap:
    duel = following("AS x", side, pack, late(pack))
    seat = duel.owing()
    deal, number = duel.state.current, slot_of(seat, "KD")
    return lie(duel, Follow(number, seat._share(deal, number, deal.slots[number].a), ()))


@cheat("follow", "slot-not-held", "exchanged card")
def _follows_with_the_face_up_trump_without_an_exchange(side: int, pack: int) -> Trap:
    duel = following("AS", side, pack, late(pack))
    up = duel.state.current.up
    assert up is not None
    return lie(duel, Follow(up, None, ()))


@cheat("close", "out-of-phase", "follower")
def _closes_as_the_follower_after_its_exchange(side: int, pack: int) -> Trap:
    return lie(following("AS x", side, pack, late(pack)), messages.Close())


@cheat("lead", "out-of-phase", "follower")
def _leads_after_its_exchange_as_the_follower(side: int, pack: int) -> Trap:
    duel = following("AS x", side, pack, late(pack))
    return lie(duel, Lead(*show(duel.owing(), "TC")))


# Bound from the first trick on


@cheat("follow", "duty-proof", "open talon")
def _does_not_follow_in_the_first_trick(side: int, pack: int) -> Trap:
    duel = following("AS", side, pack)
    return lie(duel, revoke(duel, "KH"))


@cheat("follow", "duty-proof", "card just drawn")
def _does_not_follow_with_the_card_just_drawn(side: int, pack: int) -> Trap:
    """Does not follow, though the card drawn a moment ago could."""
    duel = following("AS 9S TS", side, pack)
    return lie(duel, revoke(duel, "KH"))


@cheat("follow", "duty-count")
def _proves_nothing_of_the_card_just_drawn(side: int, pack: int) -> Trap:
    duel = following("AS 9S TS", side, pack)
    allowed, hidden = said(duel, "KH")
    cards = duel.owing().hand()
    honest = tuple(proof(duel, number, allowed) for number in hidden if cards[number] in allowed)
    assert len(honest) == len(hidden) - 2  # the lowest trump is forbidden, too
    return lie(duel, with_proofs(revoke(duel, "KH"), honest))


HEADING: dict[int, dict[str, Any]] = {
    20: {"elder": "TS KS QH JH QD", "dealers": "JD KH TC QS JS", "talon": "QC AS JC"},
    24: {"elder": "TS KS QS QH 9H QD", "dealers": "9D KH TC QC 9S JS", "talon": "9C AS JC"},
}


@cheat("follow", "duty-proof", "card just drawn")
def _does_not_head_with_the_card_just_drawn(side: int, pack: int) -> Trap:
    duel = following("TS 9S KS", side, pack, **HEADING[pack])
    return lie(duel, revoke(duel, "JS"))


@cheat("follow", "duty-proof", "open talon")
def _does_not_trump_while_the_talon_is_open(side: int, pack: int) -> Trap:
    duel = following("AS 9S TS JS KS", side, pack)
    return lie(duel, revoke(duel, "KH"))


@cheat("follow", "duty-proof", "card just drawn")
def _trumps_where_it_could_follow_with_the_card_just_drawn(side: int, pack: int) -> Trap:
    duel = following("AS 9S TS", side, pack)
    return lie(duel, revoke(duel, named("9D", pack)))


@cheat("follow", "must-trump")
def _does_not_trump_with_the_card_it_took_as_the_follower(side: int, pack: int) -> Trap:
    """Does not trump with what its exchange took: all know it, so no proof is asked for, and none would help."""
    duel = following("AS 9S TS JS KS x", side, pack)
    return lie(duel, Follow(*show(duel.owing(), "KH"), ()))


@cheat("follow", "duty-proof", "open talon")
def _plays_the_trump_it_took_where_it_could_follow(side: int, pack: int) -> Trap:
    duel = following("AS x", side, pack)
    seat, deal = duel.owing(), duel.state.current
    game = deal.engine.copy()
    allowed = duty_cards(game, game.play(moves.follow(parse("KD"))))
    proofs = tuple(proof(duel, number, allowed) for number in deal.hidden(side))
    assert len(proofs) == duel.state.rules.hand - 1
    return lie(duel, Follow(slot_of(seat, "KD"), None, proofs))


@cheat("follow", "duty-proof", "replayed")
def _proves_by_its_hand_as_it_lay_before_it_was_sorted(side: int, pack: int) -> Trap:
    """Proves just what it holds, but by the masks in which its cards lay when one had just been drawn."""
    duel = following("AS AC TS", side, pack, **VOID[pack])
    message = revoke(duel, "KH")
    seat = duel.owing()
    before = copy.copy(seat)
    before.state = next(state for state in duel.states[::-1] if state.phase is Phase.SORT and state.turn == side)
    allowed, hidden = said(duel, "KH")
    seed, x = key_of(duel, side)
    stale = []
    for number in hidden:
        slot, card = before.state.current.slots[number], before.hand()[number]
        true = allowed.index(card) if card in allowed else 0
        key = duel.state.current.key_of(side)
        ctx = seat._context(1, "duty", number)
        stale.append(membership.prove_branch(seed, ctx, x, key, slot.a, slot.v, allowed, true))
    assert len(stale) == len(message.duty) == pack // 4 - 1
    return lie(duel, with_proofs(message, tuple(stale)))


@cheat("follow", "duty-count")
def _proves_a_card_fewer_than_it_holds(side: int, pack: int) -> Trap:
    duel = following("AS", side, pack, **VOID[pack])
    message = revoke(duel, "KH")
    return lie(duel, with_proofs(message, message.duty[:-1]))


@cheat("follow", "duty-needless")
def _proves_though_it_follows_with_the_card_just_drawn(side: int, pack: int) -> Trap:
    duel = following("AS 9S TS", side, pack)
    return lie(duel, Follow(*show(duel.owing(), "JS"), (bytes(64),) * 5))
