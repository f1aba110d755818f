"""Whole matches between two honest seats: they end, both see the same table, and anybody can check the log."""

from __future__ import annotations

from unittest import mock

import pytest

from p2p_schnapsen.crypto import group, shuffle, signing
from p2p_schnapsen.errors import LocalMisuse, PeerFault, PeerSuspect
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules import moves
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, TURN_UP, Ruleset
from p2p_schnapsen.table import state as table
from p2p_schnapsen.table.model import Opening, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.envelope import Body
from p2p_schnapsen.wire.messages import Concede, Open
from tests.support.duel import Duel, log_of, picture, stack

pytestmark = pytest.mark.usefixtures("proofs_once")

MATCH = Ruleset(target=4)  # two deals at least
MARKS = {"deal": (), "match": (), "never": ("unopened",)}


@pytest.fixture(scope="module", params=MARKS)
def played(request):
    return request.param, Duel.new("match 2", MATCH, opening=request.param).play()


def test_a_match_ends_valid_under_every_opening_policy(played):
    opening, duel = played
    report = verify(duel.log())
    assert (report.verdict, report.marks, report.record, report.culprit) == (Verdict.VALID, MARKS[opening], None, None)
    score = duel.state.decision.score
    assert max(score) >= MATCH.target
    assert score[report.result.winner] == max(score)
    assert report.deals > 1
    assert report.opened == (0 if opening == "never" else report.deals)
    assert report.exit_code == 0


def test_both_seats_and_the_verifier_see_the_same_table(played):
    _, duel = played
    folded = []
    verify(duel.log(), lambda index, state, _: folded.append((index, picture(state))))
    assert [index for index, _ in folded] == list(range(len(duel.records)))
    theirs = picture(duel.seats[1].state)
    assert picture(duel.seats[0].state) == theirs == folded[-1][1]
    for (_, after), state in zip(folded, [*duel.states[1:], duel.state], strict=True):
        assert after == picture(state)


def test_openings_come_by_deal_dealer_first(played):
    opening, duel = played
    opened = duel.state.opened
    if opening == "never":
        assert opened == ()
        return
    dealers = [deal.dealer for deal in (s.deal for s in duel.states if s.phase is Phase.KEY)]
    expected = [Opening(n, side) for n, dealer in enumerate(dealers, 1) for side in (dealer, 1 - dealer)]
    assert list(opened) == expected
    places = [state.phase for state in duel.states].index(Phase.OPEN)
    deciding = duel.state.decision.seq
    assert (places > deciding) == (opening == "match")


def test_finished_deals_are_kept_only_while_they_may_be_opened(played):
    opening, duel = played
    most = max(len(state.past) for state in duel.states)
    assert most == {"deal": 1, "match": len(duel.state.opened) // 2, "never": 1 if most else 0}[opening]
    assert duel.state.past == ()


class Declining(Seat):
    """Opens nothing."""

    def _open(self):
        return Open(None)


@pytest.mark.parametrize("dealer", [0, 1])
def test_who_declines_is_declined_from_then_on_and_nobody_is_blamed(dealer):
    duel = Duel.new("match 2", MATCH, host=Declining, dealer=dealer).play()
    guests = [opening.number for opening in duel.state.opened]
    # Where the guest opens first in the first deal, it cannot know yet.
    assert guests == ([1] if dealer == 1 else [])
    assert len(duel.state.declined) == 2 * duel.state.match.deals - len(guests)
    report = verify(duel.log())
    assert (report.verdict, report.marks, report.opened) == (Verdict.VALID, ("unopened",), 0)


class DecliningOnce(Seat):
    """Opens all but its first seed, whatever the other side does."""

    def _open(self):
        number = self.state.due[0].number
        return Open(None if number == 1 else self._secrets[f"seed-{number}"])


def test_who_opens_again_is_answered_again():
    duel = Duel.new("match 2", Ruleset(target=7), host=DecliningOnce, dealer=0).play()
    deals = duel.state.match.deals
    assert deals > 2
    assert [opening.number for opening in duel.state.declined if opening.side == 0] == [1]
    # The guest opens second in the odd deals; in the second deal, first, it has seen nothing but the nil.
    assert [opening.number for opening in duel.state.declined if opening.side == 1] == [1, 2]
    assert verify(duel.log()).opened == deals - 2


@pytest.mark.parametrize("opening", MARKS)
@pytest.mark.parametrize("phase", [Phase.COMMIT, Phase.KEY, Phase.SHUFFLE, Phase.CUT, Phase.DEAL, Phase.SORT])
def test_a_match_conceded_in_the_middle_of_a_deal_is_valid(phase, opening):
    duel = Duel.new("conceded 0", MATCH, opening=opening).reach(phase)
    loser = duel.state.turn
    duel.say(Concede("match"))
    duel.play()
    report = verify(duel.log())
    assert (report.verdict, report.result.winner, report.result.conceded) == (Verdict.VALID, 1 - loser, True)
    committed = {Phase.COMMIT: 0, Phase.KEY: 1}.get(phase, 2)
    assert len(duel.state.opened) == (0 if opening == "never" else committed)
    assert (report.marks, report.culprit) == (MARKS[opening], None)


@pytest.mark.parametrize("phase", [Phase.KEY, Phase.DEAL, Phase.DRAW_LOSER, Phase.DRAW_WINNER, Phase.SORT, Phase.OPEN])
def test_a_deal_is_conceded_in_ones_own_move_only(phase):
    duel = Duel.new("conceded 0", MATCH).reach(phase)
    with pytest.raises(LocalMisuse) as refused:
        duel.owing().make(Concede("deal"))
    assert refused.value.code == "concede-deal"


# Hands that are almost all public

PUBLIC = stack(SCHNAPSEN, 1, "KH QH KC QC JS", "JD TD TC TH JH", "AS", "KD JC QD QS TS AD AC KS AH")
"""The elder exchanges the trump and announces three times: its kings and the ace of trumps are public."""


def test_a_hand_with_one_hidden_card_is_not_sorted():
    duel = Duel.stacked(PUBLIC, 1).decide("x mH QH JH mC QC JD mD QD")
    duel.say(duel.owing().message_for(moves.follow(parse("TD"))))
    assert duel.state.phase is Phase.DRAW_LOSER
    loser = duel.owing().side
    assert loser == 0
    duel.step()
    duel.step()
    hidden = duel.state.current.hidden(0)
    assert len(hidden) == 1
    assert duel.state.phase is Phase.LEAD


def test_a_hand_with_two_hidden_cards_is_sorted():
    duel = Duel.stacked(PUBLIC, 1).decide("x mH QH JH mC QC")
    duel.say(duel.owing().message_for(moves.follow(parse("TC"))))
    duel.reach(Phase.SORT)
    assert duel.owing().side == 0
    assert len(duel.state.current.hidden(0)) == 2


@pytest.mark.parametrize("masks", [2, 5])
def test_a_winner_with_one_hidden_card_must_not_sort(masks):
    duel = Duel.stacked(PUBLIC, 1).decide("x mH QH JH mC QC JD mD QD JC")
    words = [envelope.parse(record).body.type for record in duel.records]
    last = len(words) - words[::-1].index("draw") - 1
    state = duel.states[last]
    winner = duel.seats[0]
    assert envelope.parse(duel.records[last]).body.side == 0
    assert len(state.current.hidden(0)) == 1
    honest = messages.decode("draw", envelope.parse(duel.records[last]).body.payload)
    assert honest.sorting is None
    winner.state = state
    raw = winner.sign(messages.Draw(honest.share, (bytes(64 * masks), bytes(32 * (4 * masks + 5)))))
    with pytest.raises(PeerFault) as caught:
        table.apply(state, raw)
    assert (caught.value.code, caught.value.section) == ("sort-needless", "sorting")


def test_a_match_conceded_while_seeds_are_opened_goes_on_opening():
    duel = Duel.new("match 2", MATCH).reach(Phase.OPEN)
    duel.step()
    assert duel.state.phase is Phase.OPEN
    duel.say(Concede("match"))
    assert duel.state.phase is Phase.OPEN
    duel.play()
    report = verify(duel.log())
    assert (report.verdict, report.marks, report.opened) == (Verdict.VALID, (), 1)


def test_a_lost_seed_concedes_the_match():
    duel = Duel.new("match 2", MATCH).reach(Phase.CUT)
    loser = duel.owing()
    loser._secrets.clear()
    assert loser.automatic() == Concede("match")
    duel.play()
    assert duel.state.decision.winner == 1 - loser.side
    report = verify(duel.log())
    assert (report.verdict, report.marks, report.opened) == (Verdict.VALID, ("unopened",), 0)


@pytest.mark.parametrize("dealer", [0, 1])
def test_shares_are_dealt_by_ascending_slots_and_the_trump_last(dealer):
    duel = Duel.new("shares", MATCH, dealer=dealer).reach(Phase.LEAD)
    order = duel.state.rules.deal_order(dealer)
    deal = duel.state.current
    for raw, receiver in zip(duel.records[-2:], (dealer, 1 - dealer), strict=True):
        body = envelope.parse(raw).body
        _, x = duel.seats[body.side]._keys(deal)
        slots = [slot for slot, owner in enumerate(order) if owner == receiver] + [order.index(TURN_UP)]
        shares = messages.decode(body.type, body.payload).shares
        assert [share[:32] for share in shares] == [group.mul(x, deal.deck[slot].a) for slot in slots]


# What an honest seat does not say


def test_an_honest_seat_cannot_be_made_to_cheat():
    duel = Duel.new("match 2", MATCH).decide()
    seat = duel.owing()
    before = picture(seat.state)
    for message in (messages.Claim(), messages.Lead(23, None), messages.Settle(), Open(None), Concede("nonsense")):
        with pytest.raises(LocalMisuse):
            seat.make(message)
        assert picture(seat.state) == before
    with pytest.raises(LocalMisuse):
        duel.seats[1 - seat.side].make(Concede("match"))
    with pytest.raises(LocalMisuse):
        duel.seats[1 - seat.side].message_for(duel.owing().view().legal[0])


def test_a_secret_is_taken_only_when_it_was_asked_for():
    duel = Duel.new("match 2", MATCH).reach(Phase.CUT)
    for name, secret in (("seed-1", bytes(32)), ("seed-2", bytes(32)), ("nonce", bytes(32))):
        with pytest.raises(ValueError, match="not asked for"):
            duel.owing().give(name, secret)


# What is nobody's fault


def first_record(**changes):
    """The offer of a seat, changed and signed by it."""
    duel = Duel.new("first")
    duel.supply()
    seat = duel.seats[0]
    offer = seat.automatic()
    fields = {name: changes.pop(name, getattr(offer, name)) for name in offer.__dataclass_fields__}
    body = Body(bytes(64), 0, 0, bytes(64), "offer", messages.encode(messages.Offer(**fields)), **changes).encode()
    return envelope.seal(body, signing.sign(seat.identity, envelope.signed_message(body)))


@pytest.mark.parametrize(
    "raw",
    [
        first_record(protocol="p2p-schnapsen/2"),
        first_record(version=2),
        # Another version signs in another way.
        envelope.seal(envelope.parse(first_record(version=2)).body_bytes, bytes(64)),
        envelope.seal(envelope.parse(first_record(protocol="p2p-schnapsen/2")).body_bytes, bytes(64)),
    ],
)
def test_a_log_of_another_version_is_unreadable_and_no_ones_fault(raw):
    with pytest.raises(PeerSuspect) as suspected:
        table.apply(TableState(), raw)
    assert suspected.value.code == "other-version"
    report = verify(log_of([raw]))
    assert (report.verdict, report.code, report.culprit) == (Verdict.UNREADABLE, "other-version", None)


def test_another_version_in_the_accept_is_the_guests_fault():
    duel = Duel.new("first").reach(Phase.ACCEPT)
    duel.supply()
    guest, state = duel.seats[1], duel.state
    payload = messages.encode(guest.automatic())
    body = Body(bytes(64), 1, 1, state.head, "accept", payload, version=2).encode()
    raw = envelope.seal(body, signing.sign(guest.identity, envelope.signed_message(body)))
    with pytest.raises(PeerFault) as caught:
        duel.seats[0].check(raw)
    assert (caught.value.code, caught.value.culprit) == ("body-version", 1)


def test_whoever_turns_up_a_card_that_is_none_is_not_blamed_for_it():
    """If a proof could be forged, the honest side would show the card. Seen by taking the verifier away."""
    order = stack(SCHNAPSEN, 1, "KH QH AS JS TC", "AH JH KS QS AC", "TS")
    duel = Duel.stacked(order, 1)
    with mock.patch.object(shuffle, "verify", return_value=None):
        forger = duel.reach(Phase.CUT).owing()
        message = forger.automatic()
        slot = SCHNAPSEN.deal_order(1).index(1)
        spoilt = message.deck[: 64 * slot + 32] + message.deck[:32] + message.deck[64 * slot + 64 :]
        duel.say(messages.Cut(spoilt, message.proof, message.shares))
        duel.step()
        duel.say(messages.Lead(0, forger._own_share(duel.state.current, 0)))
        victim = duel.owing()
        assert victim.side == 1
        shown = victim.sign(messages.Follow(slot, victim._own_share(duel.state.current, slot), ()))
        with pytest.raises(PeerSuspect) as suspected:
            forger.check(shown)
    assert suspected.value.code == "card-unknown"
