"""What keys and clicks at the full screen mean, by value: inputs in, answers out."""

import itertools

import pytest

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.cards import KING, QUEEN, SUIT_SIZE
from p2p_schnapsen.rules.moves import Kind, claim, close, concede, exchange, follow, lead
from p2p_schnapsen.table import events as e
from p2p_schnapsen.ui.screen.choices import Choice, Options, Points
from p2p_schnapsen.ui.screen.scene import picture
from tests.ui.tables import asked, presented, text


@pytest.fixture
def leading():
    return asked()


@pytest.fixture
def answering():
    return asked(led=True)


@pytest.fixture
def bound():
    return asked(led=True, strict=True)


def typed(presenter, *keys):
    for key in keys:
        presenter.key(key)
    return list(presenter.answers)


def test_a_number_plays_that_card(leading):
    third = leading.hand[2]
    assert typed(leading, "3") == [lead(third)]
    assert not leading.deciding
    assert typed(leading, "1") == [lead(third)], "one question, one answer"


def test_arrows_and_enter_play_a_card(answering):
    hand = answering.hand
    assert typed(answering, "right", "right", "left", "left", "enter") == [follow(hand[-1])]


def test_a_click_plays_a_card_and_so_does_dragging_it_to_the_table(leading, answering):
    leading.click(f"card {leading.hand[0]}")
    assert list(leading.answers) == [lead(leading.hand[0])]
    answering.drag(f"card {answering.hand[1]}", "table")
    assert list(answering.answers) == [follow(answering.hand[1])]


def test_an_illegal_card_is_refused_with_the_reason(bound):
    barred = next(card for card in bound.hand if bound.plays(card) not in bound.legal)
    bound.click(f"card {barred}")
    assert not bound.answers
    assert bound.deciding
    assert any(word in bound.said[-1] for word in ("[must-follow]", "[must-head]", "[must-trump]"))


def test_the_talon_is_closed_after_a_confirmation_and_without_one_where_that_is_chosen():
    presenter = asked()
    assert typed(presenter, "c") == []
    assert "Close the talon?" in text(presenter)
    assert typed(presenter, "n") == []
    assert typed(presenter, "c", "y") == [close()]
    quick = asked(options=Options(confirm=False))
    quick.click("talon")
    assert list(quick.answers) == [close()]


@pytest.mark.parametrize("way", ["key", "right", "drag"])
def test_the_lowest_trump_is_exchanged_by_key_and_by_mouse(way):
    for presenter, _ in presented():
        move = next((move for move in presenter.legal if move.kind is Kind.EXCHANGE), None)
        if move is not None:
            break
    else:
        raise AssertionError("nobody could exchange")
    presenter.held = None
    if way == "key":
        presenter.key("x")
    elif way == "right":
        presenter.click(f"card {move.card}", right=True)
    else:
        presenter.drag(f"card {move.card}", "trump")
    assert list(presenter.answers) == [exchange(move.card)]


@pytest.mark.parametrize("way", ["key", "right"])
def test_a_marriage_is_announced_by_key_and_by_a_right_click(way):
    for seed in ("presented", "marriage 1", "marriage 2", "marriage 3"):
        for presenter, _ in presented(seed):
            move = next((move for move in presenter.legal if move.kind is Kind.MARRIAGE), None)
            if move is not None:
                presenter.held = None
                suit = move.card // SUIT_SIZE
                couple = {suit * SUIT_SIZE + QUEEN, suit * SUIT_SIZE + KING}
                assert {held.card for held in picture(presenter).hand if held.announces} >= couple
                presenter.key("m") if way == "key" else presenter.click(f"card {move.card}", right=True)
                if presenter.dialog is not None:
                    presenter.key("cdhs"[suit])
                assert list(presenter.answers) == [move]
                return
    raise AssertionError("no marriage")


def test_an_untrue_claim_is_asked_about_and_a_true_one_is_not():
    done = set()
    for presenter, _ in itertools.chain(presented(me=0), presented(me=1)):
        if claim() not in presenter.legal:
            continue
        presenter.held = None
        true = presenter.view.deal.points[presenter.me] >= 66
        presenter.key("w")
        assert (list(presenter.answers) == [claim()]) == true
        presenter.answers.clear()
        done.add(true)
    assert done == {True, False}


def test_giving_up_asks_what_and_then_asks_again(leading):
    assert typed(leading, "g", "escape") == []
    assert typed(leading, "g", "d", "n", "g", "d", "y") == [concede()]
    match = asked()
    assert typed(match, "g", "m", "y") == [Choice.GIVE_UP]


def test_leaving_is_possible_at_any_time_and_asked_about(leading):
    assert typed(leading, "q", "n") == []
    assert typed(leading, "escape", "y") == [Choice.LEAVE]
    quick = asked(options=Options(confirm=False))
    quick.withdraw()
    assert typed(quick, "q") == [Choice.LEAVE]


def test_a_question_has_all_keys_until_it_is_answered(leading):
    leading.ask("Play with this guest?", ["Compare the ID by voice."])
    assert "Play with this guest?" in text(leading)
    assert typed(leading, "1", "x", "?", "q") == []
    assert typed(leading, "y") == [True]
    leading.answers.clear()
    leading.ask("End the match?", [])
    assert typed(leading, "escape") == [False]


def test_what_is_asked_no_longer_goes_away_and_what_is_to_be_read_stays(leading):
    leading.key("?")
    leading.ask("End the match?", [])
    leading.withdraw()
    assert leading.dialog.title == "Help"


def test_nothing_is_played_when_it_is_not_our_turn(leading):
    leading.withdraw()
    assert typed(leading, "1", "c", "w", "m", "x", "s", "enter") == []
    assert "not your turn" in leading.said[-1]


def test_a_trick_stays_until_it_was_seen_and_what_comes_after_it_is_told_then():
    looked = 0
    for presenter, told in presented():
        if not any(isinstance(event, e.TrickTaken) for event in told.events):
            continue
        looked += 1
        trick = presenter.held
        assert trick is not None
        seen = picture(presenter)
        assert {seen.me.played, seen.other.played} == {trick.lead, trick.follow}
        assert (seen.me.takes, seen.other.takes) == (trick.winner == 0, trick.winner == 1)
        presenter.key("z")
        assert presenter.held is None
    assert looked > 5


def test_a_trick_that_hides_a_lead_is_seen_first_and_not_played_to():
    before = None
    for presenter, told in presented():
        taken = next((event for event in told.events if isinstance(event, e.TrickTaken)), None)
        if taken is not None:
            before = presenter.game.last_trick
            continue
        if presenter.deciding and before is not None and presenter.view.deal.led is not None:
            presenter.held = before
            presenter.key("1")
            assert not presenter.answers
            assert presenter.held is None
            presenter.key(str(1 + [presenter.plays(card) in presenter.legal for card in presenter.hand].index(True)))
            assert len(presenter.answers) == 1
            return
    raise AssertionError("the other side never led after a trick")


def test_a_trick_goes_by_itself_after_some_seconds():
    for presenter, _ in presented():
        if presenter.held is not None:
            for _second in range(presenter.options.look):
                assert presenter.held is not None
                presenter.second()
            assert presenter.held is None
            return
    raise AssertionError("no trick")


def test_the_end_of_a_deal_is_explained_and_stays_until_it_was_read():
    ends = 0
    for presenter, told in presented():
        if any(isinstance(event, e.DealEnded) for event in told.events):
            ends += 1
            if presenter.held is not None:
                assert presenter.dialog is None
                presenter.seen()
            assert presenter.dialog.title == f"Deal {ends}"
            assert "wins the deal" in presenter.dialog.lines[0] or "win the deal" in presenter.dialog.lines[0]
            assert presenter.dialog.lines[1].startswith("Card points: ")
    assert ends >= 2
    assert presenter.game.outcome is not None


def test_points_are_shown_as_chosen(leading):
    shown = []
    for _ in Points:
        seen = picture(leading)
        shown.append((leading.options.points, bool(seen.me.points), bool(seen.other.points)))
        leading.key("p")
    assert sorted(shown, key=lambda row: row[0].value) == [
        (Points.HIDDEN, False, False),
        (Points.OWN, True, False),
        (Points.SHOWN, True, True),
    ]


def test_what_has_been_proven_is_told_in_words():
    told = [picture(presenter).fairness for presenter, _ in presented()]
    assert told[0] == ""
    assert any("shuffled by both, and proven" in line for line in told)
    assert any("No revoke: proven for" in line for line in told)
    assert any("was opened: every card as dealt" in line for line in told)


def test_talk_is_typed_in_a_box_and_heard_until_it_is_muted(leading):
    assert typed(leading, "t", *"gut q1", "backspace", "enter") == []
    assert list(leading.talk) == ["gut q"]
    typed(leading, "t", "x", "escape", "t", " ", "enter")
    assert list(leading.talk) == ["gut q"]
    leading.hear("\x1b[31mservus\u202e\n")
    assert leading.said[-1].endswith("servus")
    leading.key("u")
    before = list(leading.said)
    leading.hear("nobody hears this")
    assert list(leading.said) == before


def test_help_last_trick_and_own_tricks_are_shown(leading):
    for key, title in (("?", "Help"), ("l", "Last trick"), ("k", "Your tricks")):
        leading.key(key)
        assert leading.dialog.title == title
        leading.key("enter")
        assert leading.dialog is None


def test_every_button_at_the_foot_does_what_its_key_does():
    for presenter, _ in presented():
        for button in picture(presenter).buttons:
            assert button.action in presenter._actions
    presenter.click("do help")
    assert presenter.dialog.title == "Help"


def test_our_player_is_called_once_for_each_turn(leading):
    rings = leading.rings
    leading.decide(leading.view)
    assert leading.rings == rings
    leading.withdraw()
    leading.decide(leading.view)
    assert leading.rings == rings + 1


def test_a_refusal_of_the_table_is_told(leading):
    leading.refused(IllegalMove("close-closed"))
    assert "closed already" in leading.said[-1]
