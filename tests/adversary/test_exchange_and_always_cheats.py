"""With 24 cards: the follower's exchange, and duties that bind from the first trick on, cards just drawn included."""

import copy

import pytest

from p2p_schnapsen.crypto import membership
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.rules import moves
from p2p_schnapsen.rules.cards import parse, rank, suit
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.events import Moved
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.playing import duty_cards
from p2p_schnapsen.wire import messages
from p2p_schnapsen.wire.messages import Exchange, Follow, Lead
from tests.adversary.positions import playing, show, slot_of
from tests.adversary.test_duty_cheats import changed, proof, revoke, said
from tests.support.cheats import Cheat, book, cases, expect, key_of, lie, name_of
from tests.support.fold import verdict

FAMILY: list[Cheat] = []
cheat = book(FAMILY)

LATE = Ruleset().override({"deck": 24, "hand": 6, "exchange_who": "turn"})
ALWAYS = LATE.replace(strict="always")

ELDER, FOLLOWER, UP = "AS TS KS QH 9H QD", "9D KH JH TC QC 9S", "KD"
"""The elder leads spades, of which the follower has one; the follower holds the nine of trumps."""
TALON = "9C JS AH JC TH TD AC KC"
"""The follower draws a second spade after the first trick, and has none after the second."""


def following(words, side, rules=ALWAYS, follower=FOLLOWER, **deal):
    """`side` is to follow."""
    given = {"elder": ELDER, "dealers": follower, "up": UP, "talon": TALON, **deal}
    duel = playing(words, 1 - side, rules, **given)
    assert duel.state.phase is Phase.FOLLOW
    assert duel.owing().side == side
    return duel


# The follower's exchange


@cheat("exchange-card", "rules")
def _exchanges_another_card_as_the_follower(side):
    duel = following("AS", side, LATE)
    return lie(duel, Exchange(*show(duel.owing(), "TC")))


@cheat("share-proof", "share")
def _exchanges_with_the_share_of_another_card_as_the_follower(side):
    duel = following("AS", side, LATE)
    (nine, _), (_, share) = show(duel.owing(), "9D"), show(duel.owing(), "TC")
    return lie(duel, Exchange(nine, share))


@cheat("share-missing", "share")
def _exchanges_face_down_as_the_follower(side):
    duel = following("AS", side, LATE)
    return lie(duel, Exchange(slot_of(duel.owing(), "9D"), None))


@cheat("slot-not-held", "play")
def _exchanges_a_card_of_the_leader_as_the_follower(side):
    duel = following("AS", side, LATE)
    return lie(duel, Exchange(duel.state.current.hands[1 - side][0], bytes(96)))


@cheat("slot-not-held", "play")
def _exchanges_again_what_it_gave_as_the_follower(side):
    duel = following("AS x", side, LATE)
    return lie(duel, Exchange(duel.state.current.up, None))


@cheat("exchange-card", "rules")
def _takes_its_nine_back_for_the_king_as_the_follower(side):
    duel = following("AS x", side, LATE)
    return lie(duel, Exchange(slot_of(duel.owing(), "KD"), None))


@cheat("exchange-closed", "rules")
def _exchanges_behind_a_closed_talon_as_the_follower(side):
    duel = following("close AS", side, LATE)
    return lie(duel, Exchange(*show(duel.owing(), "9D")))


@cheat("exchange-trick", "rules")
def _exchanges_without_a_trick_where_one_is_needed_as_the_follower(side):
    duel = following("AS", side, LATE.replace(exchange_trick=True))
    return lie(duel, Exchange(*show(duel.owing(), "9D")))


@cheat("exchange-talon", "rules")
def _exchanges_from_a_talon_that_is_used_up_as_the_follower(side):
    duel = playing("AS 9S TS JS KS JC", 1 - side, LATE, ELDER, FOLLOWER, UP, TALON)
    # The elder goes on winning, and the follower keeps its nine of trumps.
    while duel.state.current.engine.talon:
        for _ in range(2):
            seat = duel.owing()
            plain = [m for m in seat.view().legal if m.kind.name in ("LEAD", "FOLLOW") and m.card != parse("9D")]
            plain.sort(key=lambda move: (suit(move.card) == suit(parse("9D")), rank(move.card)))
            duel.say(seat.message_for(plain[0 if seat.side == side else -1]))
        duel.decide()
    leader = duel.owing()
    assert leader.side != side
    duel.say(leader.message_for(next(m for m in leader.view().legal if m.kind.name == "LEAD")))
    assert duel.state.phase is Phase.FOLLOW
    return lie(duel, Exchange(*show(duel.owing(), "9D")))


@cheat("slot-not-held", "play")
def _follows_with_the_card_that_it_exchanged_away(side):
    duel = following("AS x", side, LATE)
    return lie(duel, Follow(duel.state.current.up, None, ()))


@cheat("share-needless", "share")
def _shows_again_the_trump_that_it_took_as_the_follower(side):
    duel = following("AS x", side, LATE)
    seat = duel.owing()
    deal, number = duel.state.current, slot_of(seat, "KD")
    return lie(duel, Follow(number, seat._share(deal, number, deal.slots[number].a), ()))


@cheat("slot-not-held", "play")
def _follows_with_the_face_up_trump_without_an_exchange(side):
    duel = following("AS", side, LATE)
    return lie(duel, Follow(duel.state.current.up, None, ()))


@cheat("out-of-turn", "turns")
def _exchanges_as_the_leader_when_the_other_follows(side):
    duel = following("AS", 1 - side, LATE, elder="9D TS KS QH 9H AS", follower="QD KH JH TC QC 9S")
    return lie(duel, Exchange(*show(duel.seats[side], "9D")), side=side)


@cheat("out-of-turn", "turns")
def _claims_although_it_lost_the_trick(side):
    duel = playing("AS 9S", 1 - side, LATE, ELDER, FOLLOWER, UP, TALON)
    assert duel.owing().side != side
    return lie(duel, messages.Claim(), side=side)


@cheat("out-of-phase", "turns")
def _closes_as_the_follower_after_its_exchange(side):
    return lie(following("AS x", side, LATE), messages.Close())


@cheat("out-of-phase", "turns")
def _leads_after_its_exchange_as_the_follower(side):
    duel = following("AS x", side, LATE)
    return lie(duel, Lead(*show(duel.owing(), "TC")))


# Bound from the first trick on


@cheat("duty-proof", "duty")
def _does_not_follow_in_the_first_trick(side):
    duel = following("AS", side)
    return lie(duel, revoke(duel, "KH"))


@cheat("duty-proof", "duty")
def _does_not_follow_with_the_card_just_drawn(side):
    """Of all its hidden cards only the one drawn a moment ago must be played."""
    duel = following("AS 9S TS", side)
    return lie(duel, revoke(duel, "KH"))


@cheat("duty-count", "duty")
def _proves_nothing_of_the_card_just_drawn(side):
    duel = following("AS 9S TS", side)
    allowed, hidden = said(duel, "KH")
    cards = duel.owing().hand()
    honest = tuple(proof(duel, number, allowed) for number in hidden if cards[number] in allowed)
    assert len(honest) == len(hidden) - 2  # the nine of trumps is forbidden, too
    return lie(duel, changed(revoke(duel, "KH"), honest))


@cheat("duty-proof", "duty")
def _does_not_head_with_the_card_just_drawn(side):
    deal = {"elder": "TS KS QS QH 9H QD", "follower": "9D KH TC QC 9S JS", "talon": "9C AS JC"}
    duel = following("TS 9S KS", side, **deal)
    return lie(duel, revoke(duel, "JS"))


@cheat("duty-proof", "duty")
def _does_not_trump_while_the_talon_is_open(side):
    duel = following("AS 9S TS JS KS", side)
    return lie(duel, revoke(duel, "KH"))


@cheat("duty-proof", "duty")
def _trumps_where_it_could_follow_with_the_card_just_drawn(side):
    duel = following("AS 9S TS", side)
    return lie(duel, revoke(duel, "9D"))


@cheat("must-trump", "rules")
def _does_not_trump_with_the_card_it_took_as_the_follower(side):
    """What an exchange took is known to all: no proof is asked for, and none would help."""
    duel = following("AS 9S TS JS KS x", side)
    return lie(duel, Follow(*show(duel.owing(), "KH"), ()))


@cheat("duty-proof", "duty")
def _plays_the_trump_it_took_where_it_could_follow(side):
    duel = following("AS x", side)
    seat, deal = duel.owing(), duel.state.current
    game = deal.engine.copy()
    allowed = duty_cards(game, game.play(moves.follow(parse("KD"))))
    proofs = tuple(proof(duel, number, allowed) for number in deal.hidden(side))
    assert len(proofs) == 5
    return lie(duel, Follow(slot_of(seat, "KD"), None, proofs))


VOID = "AC KH JH TC QC JC"
"""A follower's hand without spades and trumps: it owes nothing but proofs."""


@cheat("duty-proof", "duty")
def _proves_by_its_hand_as_it_lay_before_it_was_sorted(side):
    """True proofs for just its cards, but for the masks in which they lay when one of them had just been drawn."""
    duel = following("AS AC TS", side, follower=VOID, talon="9C AH JS")
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
    assert len(stale) == len(message.duty) == 5
    return lie(duel, changed(message, tuple(stale)))


@cheat("duty-count", "duty")
def _proves_as_many_cards_as_with_twenty(side):
    duel = following("AS", side, follower=VOID, talon="9C AH JS")
    message = revoke(duel, "KH")
    assert len(message.duty) == 5
    return lie(duel, changed(message, message.duty[:4]))


@cheat("duty-needless", "duty")
def _proves_though_it_follows_with_the_card_just_drawn(side):
    duel = following("AS 9S TS", side)
    return lie(duel, Follow(*show(duel.owing(), "JS"), (bytes(64),) * 5))


@pytest.mark.parametrize(("cheat", "side"), cases(FAMILY), ids=name_of)
def test_a_cheat_with_24_cards_is_caught(cheat, side):
    expect(cheat, side)


@pytest.mark.parametrize(
    ("words", "card", "proofs", "deal"),
    [
        ("AS", "9S", 0, {}),
        ("AS 9S TS", "JS", 0, {}),  # drawn a moment ago
        ("AS 9S TS JS KS", "9D", 5, {}),  # no spade among five hidden cards
        ("AS 9S TS JS KS x", "KD", 5, {}),  # all know the trump; five are hidden
        ("AS x 9S TS", "JS", 0, {}),
        ("AS", "KH", 5, {"follower": VOID, "talon": "9C AH JS"}),
        ("AS AC TS", "KH", 5, {"follower": VOID, "talon": "9C AH JS"}),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_what_is_owed_is_taken_with_its_proofs(words, card, proofs, deal, side):
    duel = following(words, side, **deal)
    made = duel.say(duel.owing().message_for(moves.follow(parse(card))))
    taken = [event for event in made.events if isinstance(event, Moved)]
    assert [event.duty for event in taken] == [proofs]
    assert verdict(duel.log()).verdict is Verdict.INCOMPLETE
