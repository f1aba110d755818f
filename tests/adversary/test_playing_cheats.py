"""Cheats with cards: moves that the rules forbid, cards that one does not hold, draws and sorts."""

import pytest

from p2p_schnapsen.crypto import dleq, group, mask, shuffle
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.playing import hand_masks
from p2p_schnapsen.wire import messages
from p2p_schnapsen.wire.messages import Draw, Exchange, Follow, Lead, Marriage, Sort
from tests.adversary.positions import playing, show, slot_of
from tests.support.cheats import Cheat, book, cases, expect, key_of, lie, name_of

FAMILY: list[Cheat] = []
cheat = book(FAMILY)


# Cards that one does not hold


@cheat("slot-not-held", "play")
def _leads_the_top_of_the_talon(side):
    duel = playing("", side)
    return lie(duel, Lead(duel.state.current.talon[0], bytes(96)))


@cheat("slot-not-held", "play")
def _leads_a_card_of_the_opponent(side):
    duel = playing("", side)
    return lie(duel, Lead(duel.state.current.hands[1 - side][0], bytes(96)))


@cheat("slot-not-held", "play")
def _leads_the_face_up_card(side):
    duel = playing("", side)
    return lie(duel, Lead(duel.state.current.up, None))


@cheat("slot-not-held", "play")
def _plays_a_card_again(side):
    # AS takes TH: the same ace once more.
    duel = playing("", side)
    ace, _ = show(duel.seats[side], "AS")
    duel.decide("AS TH")
    assert duel.state.turn == side
    return lie(duel, Lead(ace, None))


@cheat("share-missing", "share")
def _leads_a_card_face_down(side):
    duel = playing("", side)
    return lie(duel, Lead(slot_of(duel.owing(), "AS"), None))


@cheat("share-missing", "share")
def _follows_face_down(side):
    duel = playing("AS", 1 - side)
    return lie(duel, Follow(slot_of(duel.owing(), "TH"), None, ()))


@cheat("share-proof", "share")
def _shows_another_card_than_it_holds(side):
    """d is chosen so that the slot opens as the ace of diamonds."""
    duel = playing("", side)
    seat, deal = duel.owing(), duel.state.current
    number = slot_of(seat, "JC")
    slot = deal.slots[number]
    seed, x = key_of(duel, side)
    d = group.sub(slot.v, mask.CARD_POINTS[11])
    share = dleq.prove(seed, seat._context(1, "share", number), x, deal.key_of(side), slot.a, d)
    return lie(duel, Lead(number, share))


@cheat("share-proof", "share")
def _shows_a_card_with_the_share_of_another(side):
    duel = playing("AS", 1 - side)
    seat = duel.owing()
    (one, _), (_, share) = show(seat, "TH"), show(seat, "KC")
    return lie(duel, Follow(one, share, ()))


@cheat("share-encoding", "share")
def _shows_a_card_with_no_point(side):
    duel = playing("", side)
    number, share = show(duel.owing(), "AS")
    return lie(duel, Lead(number, bytes(32) + share[32:]))


@cheat("share-needless", "share")
def _shows_a_card_twice(side):
    duel = playing("mH", side)
    seat = duel.owing()
    number = slot_of(seat, "KH")
    deal = duel.state.current
    return lie(duel, Lead(number, seat._share(deal, number, deal.slots[number].a)))


# Marriages


def pair(duel, king, queen):
    seat = duel.owing()
    return Marriage(*show(seat, king), *show(seat, queen))


@cheat("marriage-cards", "play")
def _marries_cards_of_two_suits(side):
    return lie(*_at("", side, "KH", "JC"))


@cheat("marriage-cards", "play")
def _marries_the_queen_to_the_king(side):
    return lie(*_at("", side, "QH", "KH"))


def _at(words, side, king, queen):
    duel = playing(words, side)
    return duel, pair(duel, king, queen)


@cheat("slot-not-held", "play")
def _marries_a_card_of_the_talon(side):
    duel = playing("", side)
    king, share = show(duel.owing(), "KH")
    return lie(duel, Marriage(king, share, duel.state.current.talon[0], bytes(96)))


@cheat("share-missing", "share")
def _marries_a_queen_face_down(side):
    duel = playing("", side)
    king, share = show(duel.owing(), "KH")
    return lie(duel, Marriage(king, share, slot_of(duel.owing(), "QH"), None))


@cheat("share-needless", "share")
def _shows_one_card_as_king_and_queen(side):
    duel = playing("", side)
    king, share = show(duel.owing(), "KH")
    return lie(duel, Marriage(king, share, king, share))


@cheat("marriage-one", "rules")
def _marries_the_same_couple_again(side):
    duel = playing("mH", side)
    seat = duel.owing()
    return lie(duel, Marriage(slot_of(seat, "KH"), None, slot_of(seat, "QH"), None))


@cheat("lead-announced", "rules")
def _leads_another_card_than_it_announced(side):
    duel = playing("mH", side)
    return lie(duel, Lead(*show(duel.owing(), "AS")))


# Exchanges


@cheat("exchange-card", "rules")
def _exchanges_another_card(side):
    duel = playing("", side)
    return lie(duel, Exchange(*show(duel.owing(), "JC")))


@cheat("exchange-closed", "rules")
def _exchanges_after_closing(side):
    duel = playing("close", side)
    return lie(duel, Exchange(*show(duel.owing(), "JD")))


@cheat("exchange-leader", "rules")
def _exchanges_when_it_is_to_follow(side):
    # The jack of trumps has moved to the follower's hand.
    duel = playing("AS", 1 - side, elder="TD KH QH AS JC", up="KD", dealers="JD TC KC AH TH", talon="KS")
    return lie(duel, Exchange(*show(duel.owing(), "JD")))


@cheat("slot-not-held", "play")
def _exchanges_a_card_of_the_talon(side):
    duel = playing("", side)
    return lie(duel, Exchange(duel.state.current.talon[0], bytes(96)))


@cheat("exchange-talon", "rules")
def _exchanges_when_the_last_card_is_gone(side):
    duel = playing("AS TH", side, talon="AD QC JH KD QD JS TS KS QS")
    _tricks(duel, side, until=0)
    return lie(duel, Exchange(*show(duel.owing(), "JD")))


KEPT = [parse(card) for card in ("JD", "KH", "QH")]


def _trick(duel, winner):
    """A trick for `winner` that costs neither the jack of trumps nor the marriage."""
    for _ in range(2):
        seat = duel.owing()
        options = [move for move in seat.view().legal if move.kind.name in ("LEAD", "FOLLOW")]
        options = [move for move in options if move.card not in KEPT] or options
        options.sort(key=lambda move: (move.card // 6 == 1, move.card % 6))
        duel.say(seat.message_for(options[-1 if seat.side == winner else 0]))


def _tricks(duel, winner, until):
    """Tricks for `winner`, drawn after, until the talon has that many cards left."""
    while duel.state.current.engine.talon > until:
        _trick(duel, winner)
        duel.decide()


# Closing, claiming, conceding


@cheat("close-closed", "rules")
def _closes_twice(side):
    duel = playing("close", side)
    return lie(duel, messages.Close())


@cheat("claim-first", "rules")
def _claims_before_the_first_trick(side):
    return lie(playing("", side), messages.Claim())


@cheat("claim-untrue", "rules")
def _claims_untruly_where_that_is_refused(side):
    duel = playing("AS TH", side, Ruleset().replace(false_claim="refused"))
    return lie(duel, messages.Claim())


@cheat("claim-never", "rules")
def _claims_where_nobody_claims(side):
    return lie(playing("AS TH", side, Ruleset().replace(out="auto")), messages.Claim())


@cheat("close-trick", "rules")
def _closes_without_a_trick_where_one_is_needed(side):
    return lie(playing("", side, Ruleset().replace(close_trick=True)), messages.Close())


@cheat("close-talon", "rules")
def _closes_a_talon_that_is_too_small(side):
    duel = playing("AS TH", side, Ruleset().replace(close_talon=4))
    _tricks(duel, side, until=2)
    return lie(duel, messages.Close())


@cheat("exchange-trick", "rules")
def _exchanges_without_a_trick_where_one_is_needed(side):
    duel = playing("", side, Ruleset().replace(exchange_trick=True))
    return lie(duel, Exchange(*show(duel.owing(), "JD")))


@cheat("exchange-higher", "rules")
def _exchanges_for_a_lower_card(side):
    rules = Ruleset().replace(deck=24, hand=5, exchange_card="J")
    duel = playing("", side, rules, up="9D", talon="KS")
    return lie(duel, Exchange(*show(duel.owing(), "JD")))


@cheat("marriage-trick", "rules")
def _marries_without_a_trick_where_one_is_needed(side):
    duel = playing("", side, Ruleset().replace(marriage_trick=True))
    return lie(duel, pair(duel, "KH", "QH"))


@cheat("marriage-talon", "rules")
def _marries_without_a_talon_where_there_must_be_one(side):
    duel = playing("AS TH", side, Ruleset().replace(marriage_when="open"))
    _tricks(duel, side, until=0)
    return lie(duel, pair(duel, "KH", "QH"))


@cheat("marriage-early", "rules")
def _marries_too_late(side):
    duel = playing("AS TH", side, Ruleset().replace(marriage_when="early"))
    _tricks(duel, side, until=0)
    return lie(duel, pair(duel, "KH", "QH"))


@cheat("marriage-closed", "rules")
def _marries_behind_a_closed_talon_where_it_must_be_open(side):
    duel = playing("close", side, Ruleset().replace(marriage_when="open"))
    return lie(duel, pair(duel, "KH", "QH"))


@cheat("out-of-phase", "turns")
def _claims_where_it_must_follow(side):
    return lie(playing("AS", 1 - side), messages.Claim())


@cheat("out-of-phase", "turns")
def _follows_where_it_must_lead(side):
    duel = playing("", side)
    return lie(duel, Follow(*show(duel.owing(), "AS"), ()))


@cheat("out-of-phase", "turns")
def _settles_before_the_last_trick(side):
    return lie(playing("AS TH", side), messages.Settle())


@cheat("out-of-turn", "turns")
def _follows_its_own_lead(side):
    duel = playing("AS", side)
    return lie(duel, Follow(duel.state.current.hands[side][0], bytes(96), ()), side=side)


@cheat("out-of-turn", "turns")
def _leads_although_it_lost_the_trick(side):
    duel = playing("AS TH", 1 - side)
    return lie(duel, Lead(duel.state.current.hands[side][0], bytes(96)), side=side)


# Draws and sorts


def drawing(side, role):
    """The game as `side` owes its draw, as the loser or the winner of the first trick."""
    duel = playing("AS", side if role == "winner" else 1 - side)
    duel.say(duel.owing().message_for(next(m for m in duel.owing().view().legal if repr(m) == "follow TH")))
    return duel.reach(Phase.DRAW_LOSER if role == "loser" else Phase.DRAW_WINNER)


@cheat("share-missing", "share")
def _keeps_the_winners_card_from_it(side):
    return lie(drawing(side, "loser"), Draw(None, None))


@cheat("share-missing", "share")
def _keeps_the_losers_card_from_it(side):
    duel = drawing(side, "winner")
    return lie(duel, Draw(None, duel.owing().automatic().sorting))


@cheat("share-proof", "share")
def _gives_the_winner_the_share_of_the_next_card(side):
    duel = drawing(side, "loser")
    deal, seat = duel.state.current, duel.owing()
    number = deal.drawn[1]
    return lie(duel, Draw(seat._share(deal, number, deal.slots[number].a), None))


@cheat("out-of-phase", "turns")
def _leads_before_the_draw(side):
    duel = drawing(side, "winner")
    return lie(duel, Lead(duel.state.current.hands[side][0], None))


@cheat("sort-needless", "sorting")
def _sorts_as_the_loser_with_its_draw(side):
    duel = drawing(side, "loser")
    seat = duel.owing()
    return lie(duel, Draw(seat.automatic().share, seat._sorting(duel.state.current)))


@cheat("sort-missing", "sorting")
def _leaves_its_hand_unsorted(side):
    duel = drawing(side, "winner")
    return lie(duel, Draw(duel.owing().automatic().share, None))


@cheat("out-of-phase", "turns")
def _draws_where_it_must_sort(side):
    duel = drawing(side, "loser").reach(Phase.SORT)
    return lie(duel, Draw(None, None))


@cheat("sort-deck", "sorting")
def _sorts_fewer_cards_than_it_holds(side):
    duel = drawing(side, "loser").reach(Phase.SORT)
    masks = duel.owing().automatic().masks
    return lie(duel, Sort(masks[:-64], duel.owing().automatic().proof))


@cheat("sort-encoding", "sorting")
def _sorts_with_a_proof_for_fewer_cards(side):
    duel = drawing(side, "loser").reach(Phase.SORT)
    message = duel.owing().automatic()
    return lie(duel, Sort(message.masks, message.proof[: -4 * 32]))


def sorted_as(duel, spoil):
    """A sort of `spoil(hand)` with the best proof that can be made for it."""
    seat, deal = duel.owing(), duel.state.current
    seed, _ = key_of(duel, seat.side)
    y, before = deal.key_of(seat.side), hand_masks(deal, seat.side)
    n = len(before)
    r = [to_scalar("cheat", seed, j) for j in range(n)]
    after = tuple(mask.remask(card, k, y) for card, k in zip(spoil(before, y), r, strict=True))
    proof = shuffle.prove(seed, seat._context(1, "sort"), y, before, after, list(range(n)), r)
    return mask.encode_deck(after), proof


def _an_ace(hand, y):
    return (Mask(group.G, group.add(mask.CARD_POINTS[11], y)), *hand[1:])


def _a_card_twice(hand, _):
    return (hand[1], *hand[1:])


def _a_blank(hand, _):
    return (Mask(hand[0].a, group.add(hand[0].b, group.G)), *hand[1:])


def _enter_sorts():
    for spoil in (_an_ace, _a_card_twice, _a_blank):
        for role in ("winner", "loser"):

            def build(side, spoil=spoil, role=role):
                duel = drawing(side, role)
                if role == "loser":
                    duel.reach(Phase.SORT)
                    return lie(duel, Sort(*sorted_as(duel, spoil)))
                return lie(duel, Draw(duel.owing().automatic().share, sorted_as(duel, spoil)))

            build.__name__ = f"_sorts_in{spoil.__name__}_as_the_{role}"
            cheat("sort-proof", "sorting")(build)


_enter_sorts()


@cheat("sort-proof", "sorting")
def _sorts_under_another_context(side):
    """A valid sort, but made for the place of the deck's shuffle."""
    duel = drawing(side, "loser").reach(Phase.SORT)
    seat, deal = duel.owing(), duel.state.current
    seed, _ = key_of(duel, side)
    after, proof = shuffle.shuffle(seed, seat._context(1, "shuffle"), deal.key_of(side), hand_masks(deal, side))
    return lie(duel, Sort(mask.encode_deck(after), proof))


@cheat("share-needless", "share")
def _shares_the_face_up_card_once_more(side):
    duel = playing("AS TH", side)
    _tricks(duel, side, until=2)
    _trick(duel, side)
    duel.reach(Phase.DRAW_WINNER)
    seat, deal = duel.owing(), duel.state.current
    number = deal.drawn[1]
    share = seat._share(deal, number, deal.slots[number].a)
    return lie(duel, Draw(share, seat.automatic().sorting))


@pytest.mark.parametrize(("cheat", "side"), cases(FAMILY), ids=name_of)
def test_a_cheat_at_play_is_caught(cheat, side):
    expect(cheat, side)
