"""Revokes: whoever must follow, head or trump and does not is caught at that card, though its hand stays hidden."""

import pytest

from p2p_schnapsen.crypto import membership
from p2p_schnapsen.crypto.group import L
from p2p_schnapsen.rules import moves
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.playing import duty_cards
from p2p_schnapsen.wire.messages import Follow
from tests.adversary.positions import playing, show
from tests.support.cheats import Cheat, book, cases, expect, key_of, lie, name_of

FAMILY: list[Cheat] = []
cheat = book(FAMILY)


def bound(words, side, **deal):
    """The opponent has closed and led; `side` is to follow."""
    return playing(words, 1 - side, **{"elder": "JD KH QH AS KC", "dealers": "AD TC JC AH TH", "talon": "KS", **deal})


def said(duel, card):
    """S and the hidden slots, if `card` is followed with."""
    seat, deal = duel.owing(), duel.state.current
    slot, _ = show(seat, card)
    game = deal.engine.copy()
    forbidden = game.play(moves.follow(parse(card)))
    return duty_cards(game, forbidden), [s for s in deal.hidden(seat.side) if s != slot]


def proof(duel, number, allowed, kind="duty", deal_number=1):
    """The best duty proof that can be made for a slot."""
    seat, deal = duel.owing(), duel.state.current
    seed, x = key_of(duel, seat.side)
    slot, card = deal.slots[number], seat.hand()[number]
    true = allowed.index(card) if card in allowed else 0
    ctx = seat._context(deal_number, kind, number)
    return membership.prove_branch(seed, ctx, x, deal.key_of(seat.side), slot.a, slot.v, allowed, true)


def revoke(duel, card):
    """`card` with a proof for every hidden card, as good as it gets."""
    allowed, hidden = said(duel, card)
    return Follow(*show(duel.owing(), card), tuple(proof(duel, number, allowed) for number in hidden))


def changed(message, duty):
    return Follow(message.slot, message.share, duty)


# Revokes of each kind, with forged proofs


@cheat("duty-proof", "duty")
def _does_not_head_the_trick(side):
    duel = bound("close KC", side)
    return lie(duel, revoke(duel, "JC"))


@cheat("duty-proof", "duty")
def _does_not_follow_suit(side):
    duel = bound("close KC", side)
    return lie(duel, revoke(duel, "TH"))


@cheat("duty-proof", "duty")
def _trumps_where_it_could_follow(side):
    duel = bound("close KC", side)
    return lie(duel, revoke(duel, "AD"))


@cheat("duty-proof", "duty")
def _does_not_trump(side):
    duel = bound("close AS", side)
    return lie(duel, revoke(duel, "JC"))


@cheat("duty-proof", "duty")
def _does_not_follow_where_the_rules_demand_only_that(side):
    duel = bound("close KC", side, ruleset=Ruleset().replace(duty="follow"))
    return lie(duel, revoke(duel, "AD"))


@cheat("duty-proof", "duty")
def _does_not_follow_in_a_game_that_is_always_strict(side):
    duel = bound("KC", side, ruleset=Ruleset().replace(strict="always"))
    return lie(duel, revoke(duel, "AH"))


def _exhausted(side):
    """The talon is gone: one card alone is unknown and neither a club nor a trump, and three are hidden."""
    return playing(
        "JD KS QD TS TH AS KH QH JH AH JC QC AC",
        1 - side,
        elder="JD QD TH KH JH",
        dealers="KS TS AS QH AH",
        talon="AC TC QC KC AD JS KD QS JC",
    )


@cheat("duty-impossible", "duty")
def _revokes_where_its_hand_cannot_be_without(side):
    duel = _exhausted(side)
    return lie(duel, Follow(*show(duel.owing(), "JS"), ()))


@cheat("duty-impossible", "duty")
def _revokes_so_with_proofs(side):
    duel = _exhausted(side)
    return lie(duel, revoke(duel, "JS"))


# Revokes with cards that everybody knows


@cheat("must-head", "rules")
def _does_not_head_with_a_card_of_its_marriage(side):
    duel = playing("mH QH AH close JH", side, dealers="AH JH TC KC AC", talon="KS QS")
    return lie(duel, Follow(*show(duel.owing(), "AS"), ()))


@cheat("must-follow", "rules")
def _does_not_follow_with_a_card_of_its_marriage(side):
    duel = playing("mH QH TH close AH", side)
    return lie(duel, Follow(*show(duel.owing(), "AS"), ()))


@cheat("must-trump", "rules")
def _does_not_trump_with_the_card_it_exchanged(side):
    duel = playing("x JC AC close TC", side)
    return lie(duel, Follow(*show(duel.owing(), "AS"), ()))


# Revokes with no proofs, or others


@cheat("duty-count", "duty")
def _revokes_and_proves_nothing(side):
    duel = bound("close KC", side)
    return lie(duel, changed(revoke(duel, "TH"), ()))


@cheat("duty-count", "duty")
def _proves_only_the_cards_that_it_can(side):
    duel = bound("close KC", side)
    allowed, hidden = said(duel, "TH")
    cards = duel.owing().hand()
    honest = tuple(proof(duel, number, allowed) for number in hidden if cards[number] in allowed)
    assert honest
    return lie(duel, changed(revoke(duel, "TH"), honest))


@cheat("duty-count", "duty")
def _proves_a_card_more_than_it_holds(side):
    duel = bound("close AS", side)
    message = revoke(duel, "AD")
    return lie(duel, changed(message, (*message.duty, message.duty[0])))


@cheat("duty-encoding", "duty")
def _proves_over_the_whole_deck(side):
    duel = bound("close KC", side)
    _, hidden = said(duel, "TH")
    everything = tuple(k for k in range(24) if k % 6)
    return lie(duel, changed(revoke(duel, "TH"), tuple(proof(duel, number, everything) for number in hidden)))


@cheat("duty-proof", "duty")
def _proves_over_another_set_of_that_size(side):
    """Each card is proven to be what it is, among as many cards as the true set has."""
    duel = bound("close KC", side)
    allowed, hidden = said(duel, "TH")
    cards = duel.owing().hand()
    own = {cards[number] for number in hidden}
    other = tuple(sorted([*own, *[card for card in allowed if card not in own]][: len(allowed)]))
    assert len(other) == len(allowed)
    assert other != allowed
    return lie(duel, changed(revoke(duel, "TH"), tuple(proof(duel, number, other) for number in hidden)))


@cheat("duty-proof", "duty")
def _proves_one_good_card_again_and_again(side):
    duel = bound("close KC", side)
    message = revoke(duel, "TH")
    allowed, hidden = said(duel, "TH")
    cards = duel.owing().hand()
    good = next(proof(duel, number, allowed) for number in hidden if cards[number] in allowed)
    return lie(duel, changed(message, (good,) * len(message.duty)))


@cheat("duty-proof", "duty")
def _mixes_the_places_of_true_proofs(side):
    duel = bound("close AS", side)
    message = revoke(duel, "AD")
    return lie(duel, changed(message, message.duty[::-1]))


@cheat("duty-proof", "duty")
def _proves_for_another_deal(side):
    duel = bound("close AS", side)
    allowed, hidden = said(duel, "AD")
    proofs = tuple(proof(duel, number, allowed, deal_number=2) for number in hidden)
    return lie(duel, changed(revoke(duel, "AD"), proofs))


@cheat("duty-proof", "duty")
def _proves_for_another_kind(side):
    duel = bound("close AS", side)
    allowed, hidden = said(duel, "AD")
    return lie(duel, changed(revoke(duel, "AD"), tuple(proof(duel, number, allowed, "share") for number in hidden)))


@cheat("duty-encoding", "duty")
def _writes_a_scalar_beyond_the_order(side):
    duel = bound("close AS", side)
    message = revoke(duel, "AD")
    first = message.duty[0]
    beyond = (int.from_bytes(first[:32], "little") + L).to_bytes(32, "little")
    return lie(duel, changed(message, (beyond + first[32:], *message.duty[1:])))


@cheat("duty-proof", "duty")
def _proves_with_zeros(side):
    duel = bound("close KC", side)
    message = revoke(duel, "TH")
    return lie(duel, changed(message, tuple(bytes(len(each)) for each in message.duty)))


@cheat("duty-needless", "duty")
def _proves_while_nothing_binds(side):
    duel = bound("KC", side)
    proofs = (bytes(64),)
    return lie(duel, Follow(*show(duel.owing(), "TC"), proofs))


@cheat("duty-needless", "duty")
def _proves_though_it_heads(side):
    duel = bound("close KC", side)
    return lie(duel, Follow(*show(duel.owing(), "TC"), (bytes(64),) * 4))


@pytest.mark.parametrize(("cheat", "side"), cases(FAMILY), ids=name_of)
def test_a_revoke_is_caught(cheat, side):
    expect(cheat, side)


@pytest.mark.parametrize(("lead", "card", "proofs"), [("KC", "TC", 0), ("AS", "AD", 4)])
@pytest.mark.parametrize("side", [0, 1])
def test_the_card_that_is_owed_is_taken(lead, card, proofs, side):
    duel = bound(f"close {lead}", side)
    message = revoke(duel, card) if proofs else Follow(*show(duel.owing(), card), ())
    assert len(message.duty) == proofs
    made = duel.say(message)
    assert made.state.current.engine.last_trick.winner == side
