"""The steps of a replay are the match as it was played: every record, every card, nothing that is not in the log."""

import json

import pytest

from p2p_schnapsen.gamelog.format import parse
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.transcribe import transcribe
from p2p_schnapsen.rules.cards import deck, mask_of
from p2p_schnapsen.rules.moves import Kind
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.replay import proofs
from p2p_schnapsen.ui.replay.objects import objects
from p2p_schnapsen.ui.replay.page import page
from p2p_schnapsen.ui.replay.reel import Reel
from p2p_schnapsen.ui.replay.steps import Moment, replay
from p2p_schnapsen.ui.replay.words import told
from p2p_schnapsen.ui.screen.pieces import Signs
from p2p_schnapsen.wire import messages
from tests.support.duel import Duel, log_of
from tests.support.fold import remembering
from tests.support.programs import ROOT
from tests.ui.replays import ALL, BAD, LOGS, OPENED, OTHERS, replay_of

README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", ALL)
def test_every_record_that_holds_belongs_to_one_step_in_its_order(name):
    found = replay_of(name)
    assert [step.number for step in found.steps] == list(range(len(found.steps)))
    assert found.steps[-1].moment is Moment.END
    indexes = [record.index for step in found.steps for record in step.records]
    assert indexes == list(range(found.report.records))


@pytest.mark.parametrize("name", [*OPENED, *OTHERS])
def test_the_moves_and_the_ends_are_those_of_the_notation(name):
    found = replay_of(name)
    with remembering():
        _, match = transcribe((LOGS / name / "game.log").read_bytes())
    assert found.match == match
    for deal in match.deals:
        steps = [step for step in found.steps if step.deal == deal.number]
        assert tuple(step.move for step in steps if step.move is not None) == deal.moves
        assert steps[0].moment is Moment.DEAL
        assert steps[-1].board.outcome == deal.play(match.ruleset).outcome
        assert found.at_deal(deal.number) == steps[0].number
    assert found.deals == tuple(deal.number for deal in match.deals)
    if found.report.result is not None:
        assert found.steps[-1].score == found.report.result.score


@pytest.mark.parametrize("name", OPENED)
def test_in_an_opened_deal_every_card_is_in_one_place_at_each_step(name):
    found = replay_of(name)
    for step in found.steps:
        board = step.board
        if board is None:
            continue
        played = [other.table for other in found.steps[: step.number + 1] if other.deal == step.deal]
        gone = mask_of(card for pair in played for card in pair if card is not None)
        places = [board.hands[0].cards, board.hands[1].cards, mask_of(board.stock), gone]
        places += [1 << board.up] if board.up is not None else []
        assert sum(place.bit_count() for place in places) == found.match.ruleset.deck
        assert sum(places) == mask_of(deck(found.match.ruleset.deck)), "no card is in two places"
        assert board.hands[0].hidden == board.hands[1].hidden == 0


@pytest.mark.parametrize("name", OPENED)
def test_what_was_done_is_among_what_could_be_done_and_the_board_before_says_so(name):
    found = replay_of(name)
    for before, step in zip(found.steps, found.steps[1:], strict=False):
        if step.move is None:
            continue
        assert step.could == before.board.legal
        assert step.side == before.board.turn
        assert step.move in step.could or step.move.kind is Kind.CONCEDE
        assert step.could_words[step.could.index(step.move)] == step.word
        drew = [card for card in step.drew if card is not None]
        assert len(drew) == (2 if step.takes is not None and step.takes.drew else 0)


def test_of_a_hand_that_was_not_opened_only_cards_are_known_that_everybody_saw():
    found = replay_of("schnapsen_unopened")
    with remembering():
        _, match = transcribe((LOGS / "schnapsen_unopened" / "game.log").read_bytes())
    for text in match.deals:
        deal = text.start(match.ruleset)
        for step in [step for step in found.steps if step.deal == text.number]:
            if step.move is not None:
                deal.play(step.move)
            assert [hand.cards & ~deal.shown for hand in step.board.hands] == [0, 0]
            assert [hand.hidden for hand in step.board.hands] == deal.hidden
            assert step.board.stock is None
    texts = [text.could for text in told(found, CardStyle())]
    assert any("cannot be told" in text for text in texts)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_log_ends_with_its_verdict_and_nothing_after_what_is_wrong(name):
    found = replay_of(name)
    last = told(found, CardStyle())[-1]
    assert any(line.startswith(f"{found.report.verdict}:") for line in last.lines)
    if found.report.record is not None:
        assert all(record.index < found.report.record for step in found.steps for record in step.records)


@pytest.mark.parametrize("data", [b"", b"\x89P2PSCHNAPSEN\r\n\x01", b"\x89P2PSCHNAPSEN\r\n\x01\0\0\0\1x", bytes(999)])
def test_what_is_no_log_or_an_empty_one_is_one_step(data):
    found = replay(data)
    (step,) = found.steps
    assert (found.match, step.moment, step.board) == (None, Moment.END, None)
    (line,) = objects(found, "x")
    assert line["verdict"] == found.report.as_json("x")


def test_one_jumps_to_each_trick_each_deal_and_both_ends():
    found = replay_of("example")
    places = [(step.moment, step.deal, step.trick) for step in (found.steps[place] for place in found.jumps)]
    tricks = {(step.deal, step.trick) for step in found.steps if step.trick}
    assert len(places) == len(set(places)) == len(tricks) + len(found.deals) + 2
    assert (found.jumps[0], found.jumps[-1]) == (0, len(found.steps) - 1)


def test_each_kind_of_record_has_proven_something_and_each_proof_has_a_sentence():
    kinds, codes = set(), set()
    for name in ALL:
        for step in replay_of(name).steps:
            for record in step.records:
                kinds.add(record.kind)
                assert record.proven
                for proof in record.proven:
                    codes.add(proof.code)
                    text = proofs.sentence(proof, record.side)
                    assert text.endswith(".")
                    assert "{" not in text
    assert codes <= set(proofs.SENTENCES)
    assert {"shuffle", "duty", "opened", "declined", "sorted", "result"} <= codes
    assert kinds <= set(messages.MESSAGES)
    assert set(proofs.OF_KIND) == set(messages.MESSAGES)


def test_a_duty_that_was_proven_says_for_how_many_cards():
    for step in replay_of("example").steps:
        for proof in [proof for record in step.records for proof in record.proven if proof.cards]:
            assert proof.code == "duty"
            assert step.move.kind is Kind.FOLLOW
            cards = step.board.hands[step.side].cards.bit_count()
            assert proof.cards <= cards
            number = "1 card" if proof.cards == 1 else f"{proof.cards} cards"
            assert f"for {number} in its hand" in proofs.sentence(proof, step.side)


@pytest.mark.parametrize("name", ALL)
def test_each_step_is_one_object_and_each_of_its_names_is_in_the_readme(name):
    found = replay_of(name)
    lines = [json.loads(json.dumps(line)) for line in objects(found, "game.log")]
    assert [line["step"] for line in lines] == list(range(len(found.steps)))
    assert lines[-1]["verdict"] == found.report.as_json("game.log")
    documented = README[README.index("`replay --json`") :].partition("\n\n")[0]
    for line in lines:
        for key in (*line, *line.get("board", ()), *(line.get("outcome") or ()), *(line["records"] or [{}])[0]):
            assert f"`{key}`" in documented, key


def test_words_tell_each_step_and_what_else_was_allowed():
    found = replay_of("example")
    texts = told(found, CardStyle())
    assert len(texts) == len(found.steps)
    assert texts[1].title == "Deal 1: the cards"
    assert texts[4].lines == (
        "The host plays ♠Q.",
        "The guest takes the trick, 6 points.",
        "The guest draws ♣K.",
        "The host draws ♥J.",
    )
    assert texts[4].could == "Also allowed: ♣10 ♦10 ♦A ♠10."
    assert texts[4].evidence[0].head == "Record 10 (answer), signed by the host"


def shown(found):
    """All ways to show a replay; none may fail."""
    reel = Reel(found, CardStyle())
    for step in found.steps:
        reel.at = step.number
        reel.paint(80, 24, Signs())
    return page(found), list(objects(found, "game.log"))


def test_a_log_cut_after_any_record_is_shown_as_far_as_it_goes():
    data = (LOGS / "example" / "game.log").read_bytes()
    records = parse(data).records
    whole = replay_of("example").steps
    moments = {(step.moment, step.deal, step.word) for step in whole}
    with remembering():
        for number in range(0, len(records), 5):
            found = replay(log_of(records[:number]))
            assert found.report.verdict in (Verdict.INCOMPLETE, Verdict.VALID)
            assert {(step.moment, step.deal, step.word) for step in found.steps} <= moments
            shown(found)


@pytest.mark.parametrize("phase", [Phase.COMMIT, Phase.CUT, Phase.LEAD, Phase.FOLLOW, Phase.DRAW_WINNER, Phase.OPEN])
def test_a_match_that_was_given_up_at_any_time_is_shown(phase):
    duel = Duel.new("given up", Ruleset(), "match" if phase is Phase.LEAD else "deal").reach(phase)
    duel.say(messages.Concede("match"))
    duel.play()
    found = replay(duel.log())
    assert found.report.verdict is Verdict.VALID
    assert any("gives up the match" in line for line in told(found, CardStyle())[-1].lines)
    text, lines = shown(found)
    assert "gave up the match" in text
    assert lines[-1]["verdict"]["verdict"] == "valid"
