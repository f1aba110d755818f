"""What a log says in the text notation: everything that was dealt and played, as far as it was opened, and no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.transcribe import Scribe, transcribe
from p2p_schnapsen.presets import NAMES, loader
from p2p_schnapsen.rules.moves import concede
from p2p_schnapsen.rules.notation import read, write
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.table.events import DealEnded, Dealt, Moved
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import DECISIONS, Seat
from p2p_schnapsen.wire import messages
from tests.support.duel import Duel, log_of
from tests.support.omniscient import Omniscient

pytestmark = pytest.mark.usefixtures("proofs_once")

RULESETS = {name: loader.load(name).ruleset for name in NAMES}


class Silent(Seat):
    """A seat that never opens its seed."""

    def _open(self):
        return messages.Open(None)


def played(duel):
    """Play a game to its end; what its players had in hand at first, the whole pack, and what happened."""
    dealt, packs, events = {}, {}, []
    watcher = Omniscient(duel)
    for made in duel.steps():
        events += made.events
        if any(isinstance(event, Dealt) for event in made.events):
            deal = made.state.current
            dealt[deal.number] = tuple(seat.view().hand for seat in duel.seats)
            watcher.pack = tuple(watcher.look(slot, deal) for slot in deal.slots)
            packs[deal.number] = watcher.dealt(made.state.rules.deal_order(deal.dealer))
    return dealt, packs, events


def checked(match):
    """The match, once it was written and read back."""
    assert read(write(match)) == match
    return match


def outcomes(match):
    return [deal.play(match.ruleset).outcome for deal in match.deals]


@pytest.mark.parametrize(
    ("name", "opening"), [*((name, opening) for name in RULESETS for opening in ("deal", "never")), ("tjger", "match")]
)
def test_a_log_of_every_rule_set_is_written_and_read_back(name, opening):
    duel = Duel.new(f"text {name}", RULESETS[name].replace(target=2 if opening == "match" else 1), opening)
    dealt, packs, events = played(duel)
    report, match = transcribe(duel.log())
    assert report.verdict is Verdict.VALID
    checked(match)
    assert match.ruleset == duel.state.rules
    assert match.names == ("anna", "bert")
    assert match.tags == (("Date", "2026-01-01"), ("Game", duel.state.game_id.hex()[:32]))
    assert [move for deal in match.deals for move in deal.moves] == [e.move for e in events if isinstance(e, Moved)]
    assert outcomes(match) == [event.outcome for event in events if isinstance(event, DealEnded)]
    assert [deal.score for deal in match.deals[1:]] == [e.score for e in events if isinstance(e, DealEnded)][:-1]
    assert f'[Result "{("host", "guest")[report.result.winner]} ' in write(match)
    for deal in match.deals:
        hands, up, talon = packs[deal.number]
        assert deal.up == up
        if opening == "never":
            assert (deal.hands, deal.talon) == ((None, None), None)
        else:
            assert deal.hands == hands == dealt[deal.number]
            assert deal.talon == talon


def test_opened_deals_are_replayed_with_every_card_known():
    """The hands of the replayed deal are those that the players had, after every move."""
    duel = Duel.new("hands", SCHNAPSEN.replace(target=1))
    hands = []
    for made in duel.steps():
        if made.state.phase in DECISIONS:
            number, moves = made.state.current.number, len(made.state.current.engine.history)
            hands.append((number, moves, tuple(seat.view().hand for seat in duel.seats)))
    _, match = transcribe(duel.log())
    assert len(hands) > 15
    for number, moves, known in hands:
        deal = match.deals[number - 1]
        assert tuple(replace(deal, moves=deal.moves[:moves]).play(match.ruleset).known) == known


@pytest.mark.parametrize("opening", ["deal", "match"])
@pytest.mark.parametrize("silent", [0, 1])
def test_who_did_not_open_keeps_its_cards(silent, opening):
    """Where the elder is silent, the dealer has opened already; where the dealer is, the elder does not open either."""
    kinds = [Seat, Seat]
    kinds[silent] = Silent
    ruleset = SCHNAPSEN.replace(target=1)
    duel = Duel.new("half", ruleset, opening, host=kinds[0], guest=kinds[1], dealer=1 - silent)
    dealt, _, events = played(duel)
    report, match = transcribe(duel.log())
    assert report.marks == ("unopened",)
    (deal,) = checked(match).deals
    assert deal.hands[silent] is None
    assert deal.hands[1 - silent] == dealt[1][1 - silent]
    assert deal.talon is None
    assert outcomes(match) == [event.outcome for event in events if isinstance(event, DealEnded)]


@pytest.mark.parametrize("name", ["schnapsen", "en-ligne"])
def test_a_log_that_ends_anywhere_has_a_text(name):
    """Cut after every record: the text says what was played until then, and nothing of it is unsaid later."""
    duel = Duel.new(f"cut {name}", RULESETS[name].replace(target=2))
    scribe = Scribe(duel.records)
    moves = []
    for index, made in enumerate(duel.steps()):
        scribe.hear(index, made.state, made.events)
        match = scribe.match()
        assert (match is None) == (index == 0)
        if match is None:
            continue
        checked(match)
        moves += [event.move for event in made.events if isinstance(event, Moved)]
        assert [move for deal in match.deals for move in deal.moves] == moves
    assert match == transcribe(duel.log())[1]
    report, half = transcribe(log_of(duel.records[: len(duel.records) // 2]))
    assert report.verdict is Verdict.INCOMPLETE
    assert half.deals
    assert '[Result "*"]' in write(half)


def test_what_follows_a_bad_record_is_not_shown():
    duel = Duel.new("bad", SCHNAPSEN.replace(target=1)).play()
    middle = next(i for i, state in enumerate(duel.states) if state.phase is Phase.FOLLOW)
    bad = bytearray(duel.records[middle])
    bad[-1] ^= 1
    report, match = transcribe(log_of([*duel.records[:middle], bytes(bad), *duel.records[middle + 1 :]]))
    assert (report.verdict, report.record) == (Verdict.ALTERED, middle)
    assert checked(match) == transcribe(log_of(duel.records[:middle]))[1]


@pytest.mark.parametrize(
    ("phase", "opening"),
    [
        *((phase, "deal") for phase in (Phase.COMMIT, Phase.KEY, Phase.CUT, Phase.LEAD, Phase.FOLLOW)),
        (Phase.LEAD, "never"),
    ],
)
def test_a_match_given_up_at_any_place_says_so(phase, opening):
    duel = Duel.new("giving up", opening=opening).reach(phase)
    loser = duel.state.turn
    duel.say(messages.Concede("match"))
    duel.play()
    report, match = transcribe(duel.log())
    assert (report.verdict, report.result.conceded) == (Verdict.VALID, True)
    assert checked(match).gave_up == loser
    assert len(match.deals) == (phase in (Phase.LEAD, Phase.FOLLOW))
    if match.deals:
        assert (match.deals[0].talon is None) == (opening == "never")


def test_a_deal_given_up_says_so():
    duel = Duel.new("a deal", SCHNAPSEN.replace(target=1)).reach(Phase.LEAD)
    duel.say(messages.Concede("deal"))
    duel.play()
    _, match = transcribe(duel.log())
    assert checked(match).deals[0].moves == (concede(),)
    assert match.gave_up is None


@pytest.mark.parametrize("data", [b"", b"not a log", b"\x89P2PSCHNAPSEN\r\n", b"\x89P2PSCHNAPSEN\r\n\x63"])
def test_what_is_no_log_has_no_text(data):
    report, match = transcribe(data)
    assert report.verdict is Verdict.UNREADABLE
    assert match is None


def test_a_log_without_a_contract_has_no_text():
    assert transcribe(log_of([]))[1] is None
    duel = Duel.new("nothing")
    duel.step()
    report, match = transcribe(duel.log())
    assert (report.verdict, match) == (Verdict.INCOMPLETE, None)
