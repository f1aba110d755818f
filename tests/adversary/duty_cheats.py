"""Revokes: whoever must follow, head or trump and does not is caught at that card, though its hand stays hidden."""

from __future__ import annotations

from typing import Any

from p2p_schnapsen.crypto import membership
from p2p_schnapsen.crypto.group import L
from p2p_schnapsen.rules import moves
from p2p_schnapsen.rules.cards import deck, parse
from p2p_schnapsen.table.playing import duty_cards
from p2p_schnapsen.wire.messages import Follow
from tests.adversary.book import cheat, rules_of
from tests.adversary.positions import playing, show
from tests.support.cheats import Trap, key_of, lie
from tests.support.duel import Duel


def bound(words: str, side: int, pack: int, **rules: object) -> Duel:
    """The opponent has led, after closing where the words say so; `side` is to follow."""
    hands = {"elder": "JD KH QH AS KC", "dealers": "AD TC JC AH TH", "talon": "KS"}
    return playing(words, 1 - side, pack, rules_of(pack, **rules), **hands)


def said(duel: Duel, card: str) -> tuple[tuple[int, ...], list[int]]:
    """S and the hidden slots, if `card` is followed with."""
    seat, deal = duel.owing(), duel.state.current
    slot, _ = show(seat, card)
    game = deal.engine.copy()
    forbidden = game.play(moves.follow(parse(card)))
    return duty_cards(game, forbidden), [s for s in deal.hidden(seat.side) if s != slot]


def proof(duel: Duel, number: int, allowed: tuple[int, ...], kind: str = "duty", deal_number: int = 1) -> bytes:
    """The best duty proof that can be made for a slot."""
    seat, deal = duel.owing(), duel.state.current
    seed, x = key_of(duel, seat.side)
    slot, card = deal.slots[number], seat.hand()[number]
    true = allowed.index(card) if card in allowed else 0
    ctx = seat._context(deal_number, kind, number)
    return membership.prove_branch(seed, ctx, x, deal.key_of(seat.side), slot.a, slot.v, allowed, true)


def revoke(duel: Duel, card: str) -> Follow:
    """`card` with a proof for every hidden card, as good as it gets."""
    allowed, hidden = said(duel, card)
    return Follow(*show(duel.owing(), card), tuple(proof(duel, number, allowed) for number in hidden))


def with_proofs(message: Follow, duty: tuple[bytes, ...]) -> Follow:
    """The same card with other proofs."""
    return Follow(message.slot, message.share, duty)


# Revokes of each kind, with forged proofs


@cheat("follow", "duty-proof", "does not head")
def _does_not_head_the_trick(side: int, pack: int) -> Trap:
    duel = bound("close KC", side, pack)
    return lie(duel, revoke(duel, "JC"))


@cheat("follow", "duty-proof", "does not follow")
def _does_not_follow_suit(side: int, pack: int) -> Trap:
    duel = bound("close KC", side, pack)
    return lie(duel, revoke(duel, "TH"))


@cheat("follow", "duty-proof", "does not follow")
def _trumps_where_it_could_follow(side: int, pack: int) -> Trap:
    duel = bound("close KC", side, pack)
    return lie(duel, revoke(duel, "AD"))


@cheat("follow", "duty-proof", "does not trump")
def _does_not_trump(side: int, pack: int) -> Trap:
    duel = bound("close AS", side, pack)
    return lie(duel, revoke(duel, "JC"))


@cheat("follow", "duty-proof", "does not follow")
def _does_not_follow_where_the_rules_demand_only_that(side: int, pack: int) -> Trap:
    duel = bound("close KC", side, pack, duty="follow")
    return lie(duel, revoke(duel, "AD"))


EXHAUSTED: dict[int, tuple[str, dict[str, Any], str]] = {
    20: (
        "JD KS QD TS TH AS KH QH JH AH JC QC AC",
        {"elder": "JD QD TH KH JH", "dealers": "KS TS AS QH AH", "up": "TD", "talon": "AC TC QC KC AD JS KD QS JC"},
        "JS",
    ),
    24: (
        "AD QS 9C AC KS QH 9S KD TH QD TS JD 9H JH KH",
        {
            "elder": "9C 9D JD AD QH AH",
            "dealers": "QC TC TD QS KS TS",
            "up": "KC",
            "talon": "JS AC 9S KD AS KH TH QD JC JH 9H",
        },
        "TD",
    ),
}
"""Moves, deal and answer. The talon is gone: of the cards that are unknown, fewer than the follower's hand hides are
neither of the suit led nor trumps."""


def exhausted(side: int, pack: int) -> tuple[Duel, str]:
    """`side` is to follow, and the card that it must not."""
    words, deal, card = EXHAUSTED[pack]
    return playing(words, 1 - side, pack, **deal), card


@cheat("follow", "duty-impossible")
def _revokes_where_its_hand_cannot_be_without(side: int, pack: int) -> Trap:
    duel, card = exhausted(side, pack)
    return lie(duel, Follow(*show(duel.owing(), card), ()))


@cheat("follow", "duty-impossible")
def _revokes_where_its_hand_cannot_be_without_and_proves_it(side: int, pack: int) -> Trap:
    duel, card = exhausted(side, pack)
    return lie(duel, revoke(duel, card))


# Revokes with cards that everybody knows


@cheat("follow", "must-head")
def _does_not_head_with_a_card_of_its_marriage(side: int, pack: int) -> Trap:
    duel = playing("mH QH AH close JH", side, pack, dealers="AH JH TC KC AC", talon="KS QS")
    return lie(duel, Follow(*show(duel.owing(), "AS"), ()))


@cheat("follow", "must-follow")
def _does_not_follow_with_a_card_of_its_marriage(side: int, pack: int) -> Trap:
    duel = playing("mH QH TH close AH", side, pack)
    return lie(duel, Follow(*show(duel.owing(), "AS"), ()))


@cheat("follow", "must-trump")
def _does_not_trump_with_the_card_it_exchanged(side: int, pack: int) -> Trap:
    duel = playing("x JC AC close TC", side, pack)
    return lie(duel, Follow(*show(duel.owing(), "AS"), ()))


# Revokes with no proofs, or others


@cheat("follow", "duty-count")
def _revokes_and_proves_nothing(side: int, pack: int) -> Trap:
    duel = bound("close KC", side, pack)
    return lie(duel, with_proofs(revoke(duel, "TH"), ()))


@cheat("follow", "duty-count")
def _proves_only_the_cards_that_it_can(side: int, pack: int) -> Trap:
    duel = bound("close KC", side, pack)
    allowed, hidden = said(duel, "TH")
    cards = duel.owing().hand()
    honest = tuple(proof(duel, number, allowed) for number in hidden if cards[number] in allowed)
    assert honest
    return lie(duel, with_proofs(revoke(duel, "TH"), honest))


@cheat("follow", "duty-count", packs=(20,))
def _proves_a_card_more_than_it_holds(side: int, pack: int) -> Trap:
    duel = bound("close AS", side, pack)
    message = revoke(duel, "AD")
    return lie(duel, with_proofs(message, (*message.duty, message.duty[0])))


@cheat("follow", "duty-encoding")
def _proves_over_the_whole_deck(side: int, pack: int) -> Trap:
    duel = bound("close KC", side, pack)
    _, hidden = said(duel, "TH")
    everything = deck(pack)
    return lie(duel, with_proofs(revoke(duel, "TH"), tuple(proof(duel, number, everything) for number in hidden)))


@cheat("follow", "duty-proof", "another set")
def _proves_over_another_set_of_that_size(side: int, pack: int) -> Trap:
    """Proves that each card is what it is, among as many cards as the true set has."""
    duel = bound("close KC", side, pack)
    allowed, hidden = said(duel, "TH")
    cards = duel.owing().hand()
    own = {cards[number] for number in hidden}
    other = tuple(sorted([*own, *[card for card in allowed if card not in own]][: len(allowed)]))
    assert len(other) == len(allowed)
    assert other != allowed
    return lie(duel, with_proofs(revoke(duel, "TH"), tuple(proof(duel, number, other) for number in hidden)))


@cheat("follow", "duty-proof", "replayed")
def _proves_one_good_card_again_and_again(side: int, pack: int) -> Trap:
    duel = bound("close KC", side, pack)
    message = revoke(duel, "TH")
    allowed, hidden = said(duel, "TH")
    cards = duel.owing().hand()
    good = next(proof(duel, number, allowed) for number in hidden if cards[number] in allowed)
    return lie(duel, with_proofs(message, (good,) * len(message.duty)))


@cheat("follow", "duty-proof", "replayed")
def _mixes_the_places_of_true_proofs(side: int, pack: int) -> Trap:
    duel = bound("close AS", side, pack)
    message = revoke(duel, "AD")
    return lie(duel, with_proofs(message, message.duty[::-1]))


@cheat("follow", "duty-proof", "replayed")
def _proves_for_another_deal(side: int, pack: int) -> Trap:
    duel = bound("close AS", side, pack)
    allowed, hidden = said(duel, "AD")
    proofs = tuple(proof(duel, number, allowed, deal_number=2) for number in hidden)
    return lie(duel, with_proofs(revoke(duel, "AD"), proofs))


@cheat("follow", "duty-proof", "replayed")
def _proves_for_another_kind(side: int, pack: int) -> Trap:
    duel = bound("close AS", side, pack)
    allowed, hidden = said(duel, "AD")
    return lie(duel, with_proofs(revoke(duel, "AD"), tuple(proof(duel, number, allowed, "share") for number in hidden)))


@cheat("follow", "duty-encoding")
def _writes_a_scalar_beyond_the_order(side: int, pack: int) -> Trap:
    duel = bound("close AS", side, pack)
    message = revoke(duel, "AD")
    first = message.duty[0]
    beyond = (int.from_bytes(first[:32], "little") + L).to_bytes(32, "little")
    return lie(duel, with_proofs(message, (beyond + first[32:], *message.duty[1:])))


@cheat("follow", "duty-proof")
def _proves_with_zeros(side: int, pack: int) -> Trap:
    duel = bound("close KC", side, pack)
    message = revoke(duel, "TH")
    return lie(duel, with_proofs(message, tuple(bytes(len(each)) for each in message.duty)))


@cheat("follow", "duty-needless")
def _proves_while_nothing_binds(side: int, pack: int) -> Trap:
    duel = bound("KC", side, pack)
    proofs = (bytes(64),)
    return lie(duel, Follow(*show(duel.owing(), "TC"), proofs))


@cheat("follow", "duty-needless")
def _proves_though_it_heads(side: int, pack: int) -> Trap:
    duel = bound("close KC", side, pack)
    return lie(duel, Follow(*show(duel.owing(), "TC"), (bytes(64),) * (pack // 4 - 1)))
