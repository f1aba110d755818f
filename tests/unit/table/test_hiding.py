"""Nothing leaks: after every record, who could know what is exactly what the table's public state says."""

import math
from collections import Counter

import pytest

from p2p_schnapsen.crypto import group, mask, shuffle
from p2p_schnapsen.crypto.challenge import root
from p2p_schnapsen.rules import cards
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages
from tests.support.duel import Duel

DECKS = {20: Ruleset(), 24: Ruleset().override({"deck": 24, "hand": 6})}
SEEDS = range(4)


def shares_of(message, phase, before, after):
    """Slots whose share a record holds, read off the message itself."""
    match message:
        case messages.Cut() | messages.Hands():
            receiver = before.deal.dealer if phase is Phase.CUT else before.deal.elder
            return [*after.deal.hands[receiver], after.deal.up]
        case messages.Draw() if message.share is not None:
            return [before.deal.drawn[0 if phase is Phase.DRAW_LOSER else 1]]
        case messages.Lead() | messages.Follow() | messages.Exchange() if message.share is not None:
            return [message.slot]
        case messages.Marriage():
            pairs = [(message.king, message.king_share), (message.queen, message.queen_share)]
            return [slot for slot, share in pairs if share is not None]
    return []


def owed_by_public_state(table):
    """(side, slot) of every share that may be in the log, from the rules' point of view alone."""
    deal = table.deal
    owed = set()
    if deal is None or not deal.slots:
        return owed
    receivers = [deal.dealer] if table.phase is Phase.DEAL else [0, 1]
    for side in receivers:
        waiting = set()
        if table.phase is Phase.DRAW_LOSER:
            waiting = set(deal.drawn)
        elif table.phase is Phase.DRAW_WINNER:
            waiting = {deal.drawn[1]}
        for slot in deal.hands[side]:
            if slot not in waiting or deal.slots[slot].card is not None:
                owed.add((1 - side, slot))
    public = {slot for slot in range(len(deal.slots)) if deal.slots[slot].card is not None}
    owed |= {(side, slot) for slot in public for side in (0, 1)}
    if table.phase is Phase.DEAL:
        owed.add((deal.elder, deal.up))
    return owed


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_log_holds_just_the_shares_that_are_owed(seed, deck):
    duel = Duel.new(f"hiding {seed}", DECKS[deck])
    held, number = set(), 0
    for made in duel.steps():
        before, after = duel.states[-1], made.state
        body = envelope.parse(made.raw).body
        message = messages.decode(body.type, body.payload)
        if before.phase is Phase.COMMIT:
            held = set()
        view = after if after.deal is not None else None
        if view is not None:
            held |= {(body.side, slot) for slot in shares_of(message, before.phase, before, after)}
            assert held == owed_by_public_state(after)
            for slot in after.deal.talon:
                assert not {(0, slot), (1, slot)} & held, "an undrawn card"
            number += 1
    assert number > 50


def look(duel, deal):
    """Every slot's card, with both sides' secrets."""
    (_, x), (_, y) = (seat._keys(deal) for seat in duel.seats)
    return [mask.card_of(group.sub(group.sub(m.b, group.mul(x, m.a)), group.mul(y, m.a))) for m in deal.deck]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_both_views_are_right_after_every_record(seed, deck):
    duel = Duel.new(f"views {seed}", DECKS[deck], opening="never")
    full = None
    decisions = 0
    for _ in duel.steps():
        table = duel.state
        deal = table.deal
        if deal is None or deal.game is None:
            full = None
            continue
        if full is None:
            pack = look(duel, deal)
            assert sorted(pack) == list(cards.deck(deck))
            hands = tuple(cards.mask_of(pack[slot] for slot in deal.hands[side]) for side in (0, 1))
            talon = tuple(pack[slot] for slot in deal.talon)
            full = Deal.start(table.rules, deal.dealer, pack[deal.up], hands, talon)
        for _, move in deal.game.history[len(full.history) :]:
            full.play(move)
        if table.phase not in (Phase.LEAD, Phase.FOLLOW, Phase.LAST):
            continue
        decisions += 1
        for side, seat in enumerate(duel.seats):
            view = seat.view()
            assert view.hand == full.known[side]
            assert view.deal.points == full.points
            assert view.deal.talon == full.talon
            assert not view.opponent_known & ~full.known[1 - side]
            assert view.opponent_known.bit_count() + view.opponent_hidden == full.known[1 - side].bit_count()
            assert view.deal.face_down is None
            assert list(view.legal) == (full.legal() if full.turn == side else [])
    assert decisions > 20


def test_a_hand_is_sorted_whenever_a_hidden_card_joins_hidden_cards():
    duel, sorts, draws = Duel.new("sorts"), 0, 0
    for made in duel.steps():
        before = duel.states[-1]
        body = envelope.parse(made.raw).body
        if before.phase is Phase.DRAW_WINNER:
            draws += 1
            deal = before.deal
            message = messages.decode(body.type, body.payload)
            assert (message.sorting is not None) == (len(deal.hidden(body.side)) > 1)
            joined = deal.slots[deal.drawn[1]].card is None and len(deal.hidden(1 - body.side)) > 1
            assert (made.state.phase is Phase.SORT) == joined
            sorts += joined
    assert sorts > 5
    assert draws >= sorts


def test_a_sort_renews_every_hidden_mask_and_keeps_the_cards():
    duel, seen = Duel.new("renewed"), 0
    for made in duel.steps():
        before = duel.states[-1]
        if before.phase is not Phase.SORT:
            continue
        side = envelope.parse(made.raw).body.side
        old, new = before.deal, made.state.deal
        assert old.hidden(side) == new.hidden(side)
        masks = {(old.slots[s].a, old.slots[s].v) for s in old.hidden(side)}
        assert not masks & {(new.slots[s].a, new.slots[s].v) for s in new.hidden(side)}
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_the_place_of_a_card_after_a_sort_does_not_tell_where_it_was(n):
    """Chi-square over (place after, place before), with the (n−1)/n that permutations take off; the seeds are fixed."""
    runs = 1000
    counts = Counter()
    for run in range(runs):
        order = shuffle.draw_permutation(root(run.to_bytes(32, "big"), "shuffle", b"ctx", n), n)
        counts.update((place, old) for place, old in enumerate(order))
    expected = runs / n
    cells = [(place, old) for place in range(n) for old in range(n)]
    statistic = sum((counts[cell] - expected) ** 2 / expected for cell in cells) * (n - 1) / n
    freedom = (n - 1) ** 2
    assert statistic < freedom + 5 * math.sqrt(2 * freedom)
    assert len(counts) == n * n
