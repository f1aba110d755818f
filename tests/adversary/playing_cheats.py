"""Cheats with cards: cards that one does not hold, moves that the rules forbid, closing and claiming."""

from __future__ import annotations

from p2p_schnapsen.crypto import dleq, group, mask
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.wire import messages
from p2p_schnapsen.wire.messages import Exchange, Follow, Lead, Marriage
from tests.adversary.book import cheat, rules_of
from tests.adversary.positions import playing, reached, show, slot_of
from tests.support.cheats import Trap, key_of, lie
from tests.support.duel import Duel

NEEDS_TRICKS = {"close_trick": True, "exchange_trick": True, "marriage_trick": True, "false_claim": "refused"}
NEEDS_TALON = {"close_talon": 4, "marriage_when": "open", "marriage_lead": "king"}

# Cards that one does not hold


@cheat("lead", "slot-not-held", "undrawn card")
def _leads_the_top_of_the_talon(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    return lie(duel, Lead(duel.state.current.talon[0], bytes(96)))


@cheat("lead", "slot-not-held", "opponent's card")
def _leads_a_card_of_the_opponent(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    return lie(duel, Lead(duel.state.current.hands[1 - side][0], bytes(96)))


@cheat("lead", "slot-not-held", "undrawn card")
def _leads_the_face_up_card(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    up = duel.state.current.up
    assert up is not None
    return lie(duel, Lead(up, None))


@cheat("lead", "slot-not-held", "played card")
def _plays_a_card_again(side: int, pack: int) -> Trap:
    # AS takes TH: the same ace once more.
    duel = playing("", side, pack)
    ace, _ = show(duel.seats[side], "AS")
    duel = playing("AS TH", side, pack)
    assert duel.state.turn == side
    return lie(duel, Lead(ace, None))


@cheat("follow", "slot-not-held")
def _follows_with_the_card_that_was_led(side: int, pack: int) -> Trap:
    duel = playing("AS", 1 - side, pack)
    led = next(n for n, slot in enumerate(duel.state.current.slots) if slot.card == parse("AS"))
    return lie(duel, Follow(led, None, ()))


@cheat("lead", "share-missing")
def _leads_a_card_face_down(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    return lie(duel, Lead(slot_of(duel.owing(), "AS"), None))


@cheat("follow", "share-missing")
def _follows_face_down(side: int, pack: int) -> Trap:
    duel = playing("AS", 1 - side, pack)
    return lie(duel, Follow(slot_of(duel.owing(), "TH"), None, ()))


@cheat("lead", "share-proof", "wrong opening")
def _shows_another_card_than_it_holds(side: int, pack: int) -> Trap:
    """Opens its jack as the ace of diamonds."""
    duel = playing("", side, pack)
    seat, deal = duel.owing(), duel.state.current
    number = slot_of(seat, "JC")
    slot = deal.slots[number]
    seed, x = key_of(duel, side)
    d = group.sub(slot.v, mask.CARD_POINTS[parse("AD")])
    share = dleq.prove(seed, seat._context(1, "share", number), x, deal.key_of(side), slot.a, d)
    return lie(duel, Lead(number, share))


@cheat("follow", "share-proof", "wrong opening")
def _follows_with_the_share_of_another_card(side: int, pack: int) -> Trap:
    duel = playing("AS", 1 - side, pack)
    seat = duel.owing()
    (one, _), (_, share) = show(seat, "TH"), show(seat, "KC")
    return lie(duel, Follow(one, share, ()))


@cheat("lead", "share-proof", "replayed")
def _shows_a_card_with_a_proof_for_an_earlier_place(side: int, pack: int) -> Trap:
    """Leads with a share that was true before the record in between."""
    duel = playing("", side, pack)
    earlier = show(duel.owing(), "AS")
    return lie(playing("close", side, pack), Lead(*earlier))


@cheat("lead", "share-proof", "replayed")
def _shows_a_card_with_a_proof_for_another_deal(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    seat, deal = duel.owing(), duel.state.current
    number = slot_of(seat, "AS")
    seed, x = key_of(duel, side)
    ctx = seat._context(2, "share", number)
    return lie(duel, Lead(number, dleq.share(seed, ctx, x, deal.key_of(side), deal.slots[number].a)))


@cheat("follow", "share-proof", "replayed")
def _follows_with_the_share_that_the_leader_showed(side: int, pack: int) -> Trap:
    duel = playing("", 1 - side, pack)
    _, theirs = show(duel.owing(), "AS")
    duel = playing("AS", 1 - side, pack)
    return lie(duel, Follow(slot_of(duel.owing(), "TH"), theirs, ()))


@cheat("lead", "share-encoding")
def _shows_a_card_with_no_point(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    number, share = show(duel.owing(), "AS")
    assert share is not None
    return lie(duel, Lead(number, bytes(32) + share[32:]))


@cheat("follow", "share-encoding")
def _follows_with_no_point(side: int, pack: int) -> Trap:
    duel = playing("AS", 1 - side, pack)
    number, share = show(duel.owing(), "TH")
    assert share is not None
    return lie(duel, Follow(number, b"\xff" * 32 + share[32:], ()))


@cheat("lead", "share-needless")
def _shows_a_card_twice(side: int, pack: int) -> Trap:
    duel = playing("mH", side, pack)
    seat, deal = duel.owing(), duel.state.current
    number = slot_of(seat, "KH")
    return lie(duel, Lead(number, seat._share(deal, number, deal.slots[number].a)))


# Marriages


def married(words: str, side: int, pack: int, king: str, queen: str, **rules: object) -> Trap:
    """King and queen shown, whatever they are."""
    duel = playing(words, side, pack, rules_of(pack, **rules))
    seat = duel.owing()
    return lie(duel, Marriage(*show(seat, king), *show(seat, queen)))


@cheat("marriage", "marriage-cards")
def _marries_cards_of_two_suits(side: int, pack: int) -> Trap:
    return married("", side, pack, "KH", "JC")


@cheat("marriage", "marriage-cards")
def _marries_the_queen_to_the_king(side: int, pack: int) -> Trap:
    return married("", side, pack, "QH", "KH")


@cheat("marriage", "slot-not-held")
def _marries_a_card_of_the_talon(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    king, share = show(duel.owing(), "KH")
    return lie(duel, Marriage(king, share, duel.state.current.talon[0], bytes(96)))


@cheat("marriage", "share-missing")
def _marries_a_queen_face_down(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    king, share = show(duel.owing(), "KH")
    return lie(duel, Marriage(king, share, slot_of(duel.owing(), "QH"), None))


@cheat("marriage", "share-proof")
def _marries_a_jack_that_it_opens_as_the_queen(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    seat, deal = duel.owing(), duel.state.current
    number = slot_of(seat, "JC")
    slot = deal.slots[number]
    seed, x = key_of(duel, side)
    d = group.sub(slot.v, mask.CARD_POINTS[parse("QH")])
    share = dleq.prove(seed, seat._context(1, "share", number), x, deal.key_of(side), slot.a, d)
    return lie(duel, Marriage(*show(seat, "KH"), number, share))


@cheat("marriage", "share-needless")
def _shows_one_card_as_king_and_queen(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    king, share = show(duel.owing(), "KH")
    return lie(duel, Marriage(king, share, king, share))


@cheat("marriage", "marriage-one")
def _marries_the_same_couple_again(side: int, pack: int) -> Trap:
    return married("mH", side, pack, "KH", "QH")


@cheat("lead", "lead-announced")
def _leads_another_card_than_it_announced(side: int, pack: int) -> Trap:
    duel = playing("mH", side, pack)
    return lie(duel, Lead(*show(duel.owing(), "AS")))


@cheat("lead", "lead-announced")
def _leads_the_queen_where_the_king_must_be_led(side: int, pack: int) -> Trap:
    duel = playing("mH", side, pack, rules_of(pack, **NEEDS_TALON))
    return lie(duel, Lead(*show(duel.owing(), "QH")))


@cheat("marriage", "marriage-trick")
def _marries_without_a_trick_where_one_is_needed(side: int, pack: int) -> Trap:
    return married("", side, pack, "KH", "QH", **NEEDS_TRICKS)


@cheat("marriage", "marriage-closed")
def _marries_behind_a_closed_talon_where_it_must_be_open(side: int, pack: int) -> Trap:
    return married("close", side, pack, "KH", "QH", **NEEDS_TALON)


@cheat("marriage", "out-of-phase")
def _marries_where_it_must_follow(side: int, pack: int) -> Trap:
    return lie(playing("AS", 1 - side, pack), Marriage(0, None, 1, None))


# To the end of the talon

KEPT = [parse(card) for card in ("JD", "KH", "QH")]


def _trick(duel: Duel, winner: int) -> None:
    """A trick for `winner` that costs neither the trump to exchange nor the marriage."""
    for _ in range(2):
        seat = duel.owing()
        options = [move for move in seat.view().legal if move.kind.name in ("LEAD", "FOLLOW")]
        options = [move for move in options if move.card not in KEPT] or options
        options.sort(key=lambda move: (move.card // 6 == 1, move.card % 6))
        duel.say(seat.message_for(options[-1 if seat.side == winner else 0]))


def until_gone(duel: Duel) -> None:
    """Tricks for the side on lead, until the talon is gone."""
    winner = duel.owing().side
    while duel.state.current.engine.talon:
        _trick(duel, winner)
        duel.decide()
    assert duel.owing().side == winner


def until_two(duel: Duel) -> None:
    """Tricks for the side on lead, until the face-up card and one more are left."""
    winner = duel.owing().side
    while duel.state.current.engine.talon > 2:
        _trick(duel, winner)
        duel.decide()
    assert duel.owing().side == winner


@cheat("exchange", "exchange-talon")
def _exchanges_when_the_talon_is_gone(side: int, pack: int) -> Trap:
    duel = reached("AS TH", side, pack, until_gone, rules_of(pack, marriage_when="early"))
    return lie(duel, Exchange(*show(duel.owing(), "JD")))


@cheat("marriage", "marriage-early")
def _marries_too_late(side: int, pack: int) -> Trap:
    duel = reached("AS TH", side, pack, until_gone, rules_of(pack, marriage_when="early"))
    return lie(duel, Marriage(*show(duel.owing(), "KH"), *show(duel.owing(), "QH")))


@cheat("marriage", "marriage-talon")
def _marries_without_a_talon_where_there_must_be_one(side: int, pack: int) -> Trap:
    duel = reached("AS TH", side, pack, until_gone, rules_of(pack, **NEEDS_TALON))
    return lie(duel, Marriage(*show(duel.owing(), "KH"), *show(duel.owing(), "QH")))


@cheat("close", "close-talon")
def _closes_a_talon_that_is_too_small(side: int, pack: int) -> Trap:
    return lie(reached("AS TH", side, pack, until_two, rules_of(pack, **NEEDS_TALON)), messages.Close())


# Exchanges


@cheat("exchange", "exchange-card")
def _exchanges_another_card(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    return lie(duel, Exchange(*show(duel.owing(), "JC")))


@cheat("exchange", "exchange-closed")
def _exchanges_after_closing(side: int, pack: int) -> Trap:
    duel = playing("close", side, pack)
    return lie(duel, Exchange(*show(duel.owing(), "JD")))


@cheat("exchange", "exchange-leader")
def _exchanges_when_it_is_to_follow(side: int, pack: int) -> Trap:
    # The jack of trumps has moved to the follower's hand.
    duel = playing("AS", 1 - side, pack, None, "TD KH QH AS JC", "JD TC KC AH TH", "KD", "KS")
    return lie(duel, Exchange(*show(duel.owing(), "JD")))


@cheat("exchange", "slot-not-held")
def _exchanges_a_card_of_the_talon(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    return lie(duel, Exchange(duel.state.current.talon[0], bytes(96)))


@cheat("exchange", "share-missing")
def _exchanges_face_down(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    return lie(duel, Exchange(slot_of(duel.owing(), "JD"), None))


@cheat("exchange", "share-proof")
def _exchanges_with_the_share_of_another_card(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    (jack, _), (_, share) = show(duel.owing(), "JD"), show(duel.owing(), "JC")
    return lie(duel, Exchange(jack, share))


@cheat("exchange", "exchange-trick")
def _exchanges_without_a_trick_where_one_is_needed(side: int, pack: int) -> Trap:
    duel = playing("", side, pack, rules_of(pack, **NEEDS_TRICKS))
    return lie(duel, Exchange(*show(duel.owing(), "JD")))


@cheat("exchange", "exchange-higher", packs=(24,))
def _exchanges_for_a_lower_card(side: int, pack: int) -> Trap:
    duel = playing("", side, pack, None, up="9D", talon="KS")
    return lie(duel, Exchange(*show(duel.owing(), "JD")))


# Closing, claiming, settling


@cheat("close", "close-closed")
def _closes_twice(side: int, pack: int) -> Trap:
    return lie(playing("close", side, pack), messages.Close())


@cheat("close", "close-trick")
def _closes_without_a_trick_where_one_is_needed(side: int, pack: int) -> Trap:
    return lie(playing("", side, pack, rules_of(pack, **NEEDS_TRICKS)), messages.Close())


@cheat("close", "out-of-phase")
def _closes_where_it_must_follow(side: int, pack: int) -> Trap:
    return lie(playing("AS", 1 - side, pack), messages.Close())


@cheat("close", "out-of-turn")
def _closes_behind_the_leaders_back(side: int, pack: int) -> Trap:
    return lie(playing("", 1 - side, pack), messages.Close(), side=side)


@cheat("claim", "claim-first")
def _claims_before_the_first_trick(side: int, pack: int) -> Trap:
    return lie(playing("", side, pack), messages.Claim())


@cheat("claim", "claim-untrue")
def _claims_untruly_where_that_is_refused(side: int, pack: int) -> Trap:
    return lie(playing("AS TH", side, pack, rules_of(pack, **NEEDS_TRICKS)), messages.Claim())


@cheat("claim", "claim-never")
def _claims_where_nobody_claims(side: int, pack: int) -> Trap:
    return lie(playing("AS TH", side, pack, rules_of(pack, out="auto")), messages.Claim())


@cheat("claim", "out-of-phase")
def _claims_where_it_must_follow(side: int, pack: int) -> Trap:
    return lie(playing("AS", 1 - side, pack), messages.Claim())


@cheat("claim", "out-of-turn")
def _claims_although_it_lost_the_trick(side: int, pack: int) -> Trap:
    return lie(playing("AS TH", 1 - side, pack), messages.Claim(), side=side)


@cheat("settle", "out-of-phase")
def _settles_before_the_last_trick(side: int, pack: int) -> Trap:
    return lie(playing("AS TH", side, pack), messages.Settle())


@cheat("follow", "out-of-phase")
def _follows_where_it_must_lead(side: int, pack: int) -> Trap:
    duel = playing("", side, pack)
    return lie(duel, Follow(*show(duel.owing(), "AS"), ()))


@cheat("lead", "out-of-phase", "follower")
def _leads_where_it_must_follow(side: int, pack: int) -> Trap:
    duel = playing("AS", 1 - side, pack)
    return lie(duel, Lead(*show(duel.owing(), "TC")))


@cheat("follow", "out-of-turn")
def _follows_its_own_lead(side: int, pack: int) -> Trap:
    duel = playing("AS", side, pack)
    return lie(duel, Follow(duel.state.current.hands[side][0], bytes(96), ()), side=side)


@cheat("lead", "out-of-turn")
def _leads_although_it_lost_the_trick(side: int, pack: int) -> Trap:
    duel = playing("AS TH", 1 - side, pack)
    return lie(duel, Lead(duel.state.current.hands[side][0], bytes(96)), side=side)


@cheat("exchange", "out-of-turn")
def _exchanges_as_the_leader_when_the_other_follows(side: int, pack: int) -> Trap:
    duel = playing("AS", side, pack)
    return lie(duel, Exchange(*show(duel.seats[side], "JD")), side=side)


@cheat("commit", "out-of-phase", "anew")
def _deals_anew_in_the_middle_of_a_deal(side: int, pack: int) -> Trap:
    return lie(playing("AS TH", side, pack), messages.Commit(bytes(64)))
