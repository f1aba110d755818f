"""Nothing leaks: after every record, who can know what is exactly what the rules say, and views show just that."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest

from p2p_schnapsen.crypto import mask, shuffle
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import Scalar, base_mul, mul, sub
from p2p_schnapsen.crypto.mask import initial_deck
from p2p_schnapsen.rules import cards
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import DECISIONS
from p2p_schnapsen.wire import envelope, messages
from tests.support.duel import Duel, keen, picture, stack
from tests.support.omniscient import Omniscient, shares_in

pytestmark = pytest.mark.usefixtures("proofs_once")

ONE = Ruleset(target=1)
LARGE = ONE.override({"deck": 24, "hand": 6})


def slowly(view, rng):
    """Never closes nor claims: all cards are drawn."""
    moves = [move for move in view.legal if move.kind.name not in ("CLOSE", "CLAIM")]
    return rng.choice(moves)


def eager(view, rng):
    """Exchanges and announces whenever possible, and closes late."""
    for kind in ("EXCHANGE", "MARRIAGE"):
        for move in view.legal:
            if move.kind.name == kind:
                return move
    return slowly(view, rng) if view.deal.talon > 2 else keen(view, rng)


GAMES = {
    "20 cards": (ONE, slowly, 0),
    "20 cards, everything announced": (ONE, eager, 3),
    "20 cards, any moves": (ONE, keen, 4),
    "24 cards": (LARGE, slowly, 1),
    "24 cards, everything announced": (LARGE, eager, 2),
    "24 cards, both exchange": (LARGE.override({"exchange_who": "turn"}), eager, 5),
    "24 cards, always bound": (LARGE.override({"strict": "always", "duty": "follow-trump"}), slowly, 3),
    "two deals": (Ruleset(target=3), keen, 8),
}


@pytest.fixture(scope="module", params=GAMES)
def audit(request):
    """What was seen after every record of a game: (state, seats' views, all cards, shares in the log, expected)."""
    ruleset, choose, seed = GAMES[request.param]
    duel = Duel.new(f"hiding {seed}", ruleset, choose=choose)
    witness = Omniscient(duel)
    seen = []
    for _ in duel.steps():
        witness.after()
        if duel.state.deal is None or not duel.state.deal.slots:
            continue
        views = tuple(seat.view() for seat in duel.seats) if duel.state.phase in DECISIONS else None
        full = witness.full.copy() if witness.full is not None else None
        seen.append((duel.state, views, full, tuple(map(frozenset, witness.shared)), witness.expected()))
    assert seen
    return seen


def test_the_log_holds_each_sides_shares_of_just_the_cards_that_are_owed(audit):
    for state, _, _, shared, expected in audit:
        assert shared == expected, state.phase


def test_no_share_of_an_undrawn_card_is_ever_in_the_log(audit):
    for _, _, full, shared, _ in audit:
        if full is not None and full.face_down:
            assert not set(full.face_down) & (shared[0] | shared[1])


def test_the_tables_own_books_say_the_same(audit):
    """Slot by slot: what `shown` says, and that every mask hides the card that it should."""
    for state, _, full, shared, _ in audit:
        if full is None:
            continue
        deal = state.deal
        for side in (0, 1):
            public = {deal.slots[s].card for s in deal.hands[side]} - {None}
            assert cards.mask_of(public) == full.public().known[side]
            assert len(deal.hands[side]) == full.known[side].bit_count()
            assert sum(slot.shown[side] for slot in deal.slots) == len(shared[side])
        engine = deal.game
        assert [engine.known[side] for side in (0, 1)] == full.public().known
        assert engine.hidden == full.public().hidden
        assert (engine.points, engine.tricks, engine.talon, engine.up) == (
            full.points,
            full.tricks,
            full.talon,
            full.up,
        )


def test_both_views_are_right(audit):
    decisions = 0
    for _, views, full, _, _ in audit:
        if views is None:
            continue
        decisions += 1
        public = full.public()
        for view in views:
            me, opponent = view.me, 1 - view.me
            assert view.hand == full.known[me]
            assert list(view.legal) == (full.legal() if full.turn == me else [])
            assert view.opponent_known == public.known[opponent] == full.known[opponent] & full.shown
            assert view.opponent_hidden == (full.known[opponent] & ~full.shown).bit_count()
            assert (view.deal.points, view.deal.pending, view.deal.tricks) == (full.points, full.pending, full.tricks)
            assert view.deal.talon == full.talon
            assert list(view.history) == full.history
    assert decisions > 5


def test_no_view_holds_a_card_that_its_player_has_not_seen(audit):
    for _, views, full, _, _ in audit:
        if views is None:
            continue
        for view in views:
            assert view.deal.face_down is None
            assert not view.deal.seen & ~(full.known[view.me] | full.shown)
        # Without the own hand, both are one and the same public deal.
        assert picture(views[0].deal.public()) == picture(views[1].deal.public()) == picture(full.public())


def test_a_hand_is_sorted_whenever_a_hidden_card_joins_hidden_cards(audit):
    for (before, *_), (after, *_) in itertools.pairwise(audit):
        if before.deal.number != after.deal.number:
            continue
        side = before.turn
        for owner in (0, 1):
            masks = [{(d.slots[s].a, d.slots[s].v) for s in d.hidden(owner)} for d in (before.deal, after.deal)]
            joined = len(before.deal.hidden(owner)) > 1 and (
                before.phase is Phase.SORT or (before.phase is Phase.DRAW_WINNER and owner == side)
            )
            if owner == side and joined:
                assert before.deal.hidden(owner) == after.deal.hidden(owner), "the places stay"
                assert len(masks[0]) == len(masks[1])
                assert not masks[0] & masks[1], "every mask is new"
        if before.phase is Phase.DRAW_WINNER:
            loser = 1 - side
            hidden_drawn = before.deal.slots[before.deal.drawn[1]].card is None
            assert (after.phase is Phase.SORT) == (hidden_drawn and len(before.deal.hidden(loser)) > 1)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_the_place_of_a_card_after_a_sort_does_not_tell_where_it_was(n):
    """Chi-square over (place after, place before) of real sorts, looked into with the key; the seeds are fixed."""
    x = to_scalar("key", b"chi")
    y = base_mul(x)
    before = initial_deck(range(24 - n, 24), y)
    runs = {2: 150, 3: 300, 5: 300}[n]
    counts: Counter[tuple[int, int]] = Counter()
    for run in range(runs):
        # Only the order matters here, and that it is the order of the masks is checked in the first runs.
        nonces = shuffle.root(run.to_bytes(32, "big"), "shuffle", b"ctx", y, mask.encode_deck(before))
        order = shuffle.draw_permutation(nonces, n)
        if run < 10:
            after, _ = shuffle.shuffle(run.to_bytes(32, "big"), b"ctx", y, before)
            assert [mask.card_of(sub(m.b, mul(x, m.a))) for m in after] == [24 - n + old for old in order]
        counts.update(enumerate(order))
    expected = runs / n
    cells = [(place, old) for place in range(n) for old in range(n)]
    statistic = sum((counts[cell] - expected) ** 2 / expected for cell in cells) * (n - 1) / n
    freedom = (n - 1) ** 2
    assert statistic < freedom + 5 * math.sqrt(2 * freedom)


# Two games of one public history

WORDS = "TC AC mS QS AS close QC"
HANDS = {
    "as dealt": ("KH QH AS JS TC", "AH JH KS QS AC", "JC QC KC JD QD KD TD AD TH"),
    "all hidden cards elsewhere": ("KD JD AS TH TC", "QD JC KS QS AC", "AH QC QH TD JH KH JS KC AD"),
}
UP = "TS"


def public(state):
    """What the rules make of a state: everything but bytes, places and the secrets behind them."""
    deal = state.deal
    shapes = None
    if deal is not None and deal.slots:
        hidden = [len(deal.hidden(side)) for side in (0, 1)]
        shown = sorted((slot.shown, slot.card) for slot in deal.slots if slot.card is not None)
        shapes = hidden, shown, len(deal.talon), sum(any(slot.shown) for slot in deal.slots)
    return state.phase, state.turn, picture(state.match), picture(deal.game if deal else None), shapes


@pytest.fixture(scope="module")
def twins():
    games = []
    for hand, other, talon in HANDS.values():
        duel = Duel.stacked(stack(SCHNAPSEN, 1, hand, other, UP, talon), 1)
        games.append(duel.decide(WORDS))
    return games


def test_two_games_that_differ_in_hidden_cards_only_look_the_same(twins):
    one, other = twins
    assert len(one.records) == len(other.records)
    assert [public(state) for state in [*one.states, one.state]] == [
        public(state) for state in [*other.states, other.state]
    ]
    for left, right in zip(one.records, other.records, strict=True):
        assert len(left) == len(right)
        a, b = (envelope.parse(raw).body for raw in (left, right))
        assert (a.seq, a.side, a.type, len(a.payload)) == (b.seq, b.side, b.type, len(b.payload))


def test_two_games_are_one_until_the_cards_part_them(twins):
    one, other = twins
    cut = next(i for i, raw in enumerate(one.records) if envelope.parse(raw).body.type == "cut")
    assert one.records[:cut] == other.records[:cut]
    assert one.records[cut] != other.records[cut]


def test_a_rewound_peer_never_answers_two_challenges_with_one_nonce(twins):
    """The twins are one peer set back to before the cut: the same seeds, other statements."""
    proof_of: dict[bytes, bytes] = {}
    for duel in twins:
        for raw in duel.records:
            body = envelope.parse(raw).body
            for share in shares_in(messages.decode(body.type, body.payload)):
                c, s = (Scalar(int.from_bytes(share[at : at + 32], "little")) for at in (32, 64))
                nonce = sub(base_mul(s), mul(c, duel.state.current.key_of(body.side)))
                assert proof_of.setdefault(nonce, share) == share
    assert len(proof_of) > 30


def test_a_deal_that_is_given_up_leaves_every_undrawn_card_hidden():
    hand, other, talon = HANDS["as dealt"]
    duel = Duel.stacked(stack(SCHNAPSEN, 1, hand, other, UP, talon), 1, opening="deal").decide("TC AC")
    left = duel.state.current.talon
    made = duel.say(messages.Concede("deal"))
    (deal,) = made.state.past
    assert len(left) == 7
    assert [deal.slots[slot].shown for slot in left] == [(False, False)] * 7
