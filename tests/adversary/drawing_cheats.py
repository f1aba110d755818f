"""Cheats after a trick: draws and sorts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p2p_schnapsen.crypto import dleq, group, mask, shuffle
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import Point
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.playing import hand_masks
from p2p_schnapsen.wire import messages
from p2p_schnapsen.wire.messages import Draw, Lead, Sort
from tests.adversary.book import cheat, rules_of
from tests.adversary.playing_cheats import NEEDS_TALON, _trick, until_two
from tests.adversary.positions import changed, reached
from tests.support.cheats import Trap, key_of, lie
from tests.support.duel import Duel


def _follow(duel: Duel) -> None:
    seat = duel.owing()
    duel.say(seat.message_for(next(move for move in seat.view().legal if repr(move) == "follow TH")))


def to_the_losers_draw(duel: Duel) -> None:
    """The leader's ace has taken the ten of hearts."""
    _follow(duel)
    assert duel.state.phase is Phase.DRAW_LOSER


def to_the_winners_draw(duel: Duel) -> None:
    """One record later."""
    _follow(duel)
    duel.step()
    assert duel.state.phase is Phase.DRAW_WINNER


def to_the_sort(duel: Duel) -> None:
    """One more."""
    _follow(duel)
    duel.step()
    duel.step()
    assert duel.state.phase is Phase.SORT


def losing(side: int, pack: int) -> tuple[Duel, Any]:
    """`side` has lost the trick and owes the winner's share; and what it should say."""
    duel = reached("AS", 1 - side, pack, to_the_losers_draw)
    return duel, duel.owing().automatic()


def winning(side: int, pack: int) -> tuple[Duel, Any]:
    """`side` has won the trick and owes the loser's share and a sorted hand; and what it should say."""
    duel = reached("AS", side, pack, to_the_winners_draw)
    return duel, duel.owing().automatic()


def sorting(side: int, pack: int) -> tuple[Duel, Any]:
    """`side` has lost the trick and owes a sorted hand; and what it should say."""
    duel = reached("AS", 1 - side, pack, to_the_sort)
    return duel, duel.owing().automatic()


# Shares


@cheat("draw", "share-missing", "loser")
def _keeps_the_winners_card_from_it(side: int, pack: int) -> Trap:
    duel, _ = losing(side, pack)
    return lie(duel, Draw(None, None))


@cheat("draw", "share-missing", "winner")
def _keeps_the_losers_card_from_it(side: int, pack: int) -> Trap:
    duel, message = winning(side, pack)
    return lie(duel, Draw(None, message.sorting))


@cheat("draw", "share-proof", "early share")
def _gives_the_winner_the_share_of_the_next_card(side: int, pack: int) -> Trap:
    duel, _ = losing(side, pack)
    deal, seat = duel.state.current, duel.owing()
    assert deal.drawn is not None
    number = deal.drawn[1]
    return lie(duel, Draw(seat._share(deal, number, deal.slots[number].a), None))


@cheat("draw", "share-proof", "wrong share")
def _makes_the_loser_see_another_card(side: int, pack: int) -> Trap:
    duel, message = winning(side, pack)
    deal, seat = duel.state.current, duel.owing()
    assert deal.drawn is not None
    number = deal.drawn[1]
    seed, x = key_of(duel, side)
    d = group.add(Point(message.share[:32]), group.G)
    ctx = seat._context(1, "share", number)
    share = dleq.prove(seed, ctx, x, deal.key_of(side), deal.slots[number].a, d)
    return lie(duel, Draw(share, message.sorting))


@cheat("draw", "share-encoding")
def _gives_the_winner_no_point(side: int, pack: int) -> Trap:
    duel, message = losing(side, pack)
    return lie(duel, Draw(bytes(32) + message.share[32:], None))


def last_draw(duel: Duel) -> None:
    """The winner of the trick before the talon is gone owes nothing but a sorted hand: the last card lies open."""
    until_two(duel)
    _trick(duel, duel.owing().side)
    duel.reach(Phase.DRAW_WINNER)


@cheat("draw", "share-needless")
def _shares_the_face_up_card_once_more(side: int, pack: int) -> Trap:
    duel = reached("AS TH", side, pack, last_draw, rules_of(pack, **NEEDS_TALON))
    seat, deal = duel.owing(), duel.state.current
    assert deal.drawn is not None
    number = deal.drawn[1]
    message: Any = seat.automatic()
    return lie(duel, Draw(seat._share(deal, number, deal.slots[number].a), message.sorting))


# Order


@cheat("lead", "out-of-phase", "before the draw")
def _leads_before_it_gives_the_loser_its_card(side: int, pack: int) -> Trap:
    duel, _ = winning(side, pack)
    return lie(duel, Lead(duel.state.current.hands[side][0], None))


@cheat("close", "out-of-phase", "before the draw")
def _closes_before_it_gives_the_loser_its_card(side: int, pack: int) -> Trap:
    duel, _ = winning(side, pack)
    return lie(duel, messages.Close())


@cheat("draw", "out-of-turn")
def _draws_first_although_it_won(side: int, pack: int) -> Trap:
    """Gives its share as the winner, before it has the loser's."""
    duel, message = losing(1 - side, pack)
    return lie(duel, message, side=side)


@cheat("draw", "out-of-phase")
def _draws_where_it_must_sort(side: int, pack: int) -> Trap:
    duel, _ = sorting(side, pack)
    return lie(duel, Draw(None, None))


@cheat("sort", "out-of-phase")
def _sorts_where_it_must_draw(side: int, pack: int) -> Trap:
    duel, _ = losing(side, pack)
    return lie(duel, Sort(*duel.owing()._sorting(duel.state.current)))


@cheat("concede", "concede-deal", "between tricks")
def _concedes_the_deal_in_place_of_its_draw(side: int, pack: int) -> Trap:
    duel, _ = losing(side, pack)
    return lie(duel, messages.Concede("deal"))


# Sorts


@cheat("draw", "sort-needless")
def _sorts_as_the_loser_with_its_draw(side: int, pack: int) -> Trap:
    duel, message = losing(side, pack)
    return lie(duel, Draw(message.share, duel.owing()._sorting(duel.state.current)))


@cheat("draw", "sort-missing")
def _leaves_its_hand_unsorted(side: int, pack: int) -> Trap:
    duel, message = winning(side, pack)
    return lie(duel, Draw(message.share, None))


@cheat("sort", "sort-deck")
def _sorts_fewer_cards_than_it_holds(side: int, pack: int) -> Trap:
    duel, message = sorting(side, pack)
    return lie(duel, changed(message, masks=message.masks[:-64]))


@cheat("draw", "sort-deck")
def _sorts_a_mask_that_is_the_identity(side: int, pack: int) -> Trap:
    duel, message = winning(side, pack)
    masks, proof = message.sorting
    return lie(duel, Draw(message.share, (bytes(32) + masks[32:], proof)))


@cheat("sort", "sort-encoding")
def _sorts_with_a_proof_for_fewer_cards(side: int, pack: int) -> Trap:
    duel, message = sorting(side, pack)
    return lie(duel, changed(message, proof=message.proof[: -4 * 32]))


@cheat("draw", "sort-encoding")
def _sorts_with_a_scalar_beyond_the_order(side: int, pack: int) -> Trap:
    duel, message = winning(side, pack)
    masks, proof = message.sorting
    last = int.from_bytes(proof[-32:], "little") + group.L
    return lie(duel, Draw(message.share, (masks, proof[:-32] + last.to_bytes(32, "little"))))


Spoil = Callable[[tuple[Mask, ...], Point], tuple[Mask, ...]]


def sorted_as(duel: Duel, spoil: Spoil) -> tuple[bytes, bytes]:
    """A sort of `spoil(hand)` with the best proof that can be made for it."""
    seat, deal = duel.owing(), duel.state.current
    seed, _ = key_of(duel, seat.side)
    y, before = deal.key_of(seat.side), hand_masks(deal, seat.side)
    n = len(before)
    r = [to_scalar("cheat", seed, j) for j in range(n)]
    after = tuple(mask.remask(card, k, y) for card, k in zip(spoil(before, y), r, strict=True))
    proof = shuffle.prove(seed, seat._context(1, "sort"), y, before, after, list(range(n)), r)
    return mask.encode_deck(after), proof


def _an_ace(hand: tuple[Mask, ...], y: Point) -> tuple[Mask, ...]:
    return (Mask(group.G, group.add(mask.CARD_POINTS[parse("AD")], y)), *hand[1:])


def _a_card_twice(hand: tuple[Mask, ...], _: Point) -> tuple[Mask, ...]:
    return (hand[1], *hand[1:])


def _a_blank(hand: tuple[Mask, ...], _: Point) -> tuple[Mask, ...]:
    return (Mask(hand[0].a, group.add(hand[0].b, group.G)), *hand[1:])


def _enter_sorts() -> None:
    for spoil, reason in ((_an_ace, "foreign card"), (_a_card_twice, "doubled card"), (_a_blank, "foreign card")):

        def by_winner(side: int, pack: int, spoil: Spoil = spoil) -> Trap:
            duel, message = winning(side, pack)
            return lie(duel, Draw(message.share, sorted_as(duel, spoil)))

        def by_loser(side: int, pack: int, spoil: Spoil = spoil) -> Trap:
            duel, _ = sorting(side, pack)
            return lie(duel, Sort(*sorted_as(duel, spoil)))

        words = spoil.__name__.replace("_", " ")
        cheat("draw", "sort-proof", reason, name=f"sorts in{words} as the winner")(by_winner)
        cheat("sort", "sort-proof", reason, name=f"sorts in{words} as the loser")(by_loser)


_enter_sorts()


@cheat("sort", "sort-proof", "replayed")
def _proves_its_sort_as_a_shuffle_of_the_deck(side: int, pack: int) -> Trap:
    duel, _ = sorting(side, pack)
    seat, deal = duel.owing(), duel.state.current
    seed, _ = key_of(duel, side)
    after, proof = shuffle.shuffle(seed, seat._context(1, "shuffle"), deal.key_of(side), hand_masks(deal, side))
    return lie(duel, Sort(mask.encode_deck(after), proof))


@cheat("draw", "sort-proof", "replayed")
def _proves_its_sort_for_another_deal(side: int, pack: int) -> Trap:
    duel, message = winning(side, pack)
    seat, deal = duel.owing(), duel.state.current
    seed, _ = key_of(duel, side)
    after, proof = shuffle.shuffle(seed, seat._context(2, "sort"), deal.key_of(side), hand_masks(deal, side))
    return lie(duel, Draw(message.share, (mask.encode_deck(after), proof)))


@cheat("sort", "sort-proof", "opponent's hand")
def _sorts_with_the_winners_masks_and_proof(side: int, pack: int) -> Trap:
    """Says again what the winner of the trick has said of its own hand."""
    won: Any = reached("AS", 1 - side, pack, to_the_winners_draw).owing().automatic()
    duel, _ = sorting(side, pack)
    return lie(duel, Sort(*won.sorting))
