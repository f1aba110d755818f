"""What keys and clicks at the full screen mean, by value: inputs in, answers out."""

import itertools
from dataclasses import replace

import pytest

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.cards import KING, QUEEN, SUIT_SIZE
from p2p_schnapsen.rules.moves import Kind, claim, close, concede, exchange, follow, lead
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.table import events as e
from p2p_schnapsen.table.model import DealState
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.screen.choices import POINTS_SHOWN, Choice, Options, Points
from p2p_schnapsen.ui.screen.fairness import Fairness
from p2p_schnapsen.ui.screen.picture import Mark
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.ui.screen.scene import picture
from tests.ui.games import Told
from tests.ui.paper import begun
from tests.ui.scenes import HELD, LEADS
from tests.ui.tables import asked, presented, text

STRICT = ("AC KH QH KS AS", "JC TS JS AH QC", "AD", "JD TC TH KC", "AC JC close")
"""We have closed, and are on lead."""

AUTO = SCHNAPSEN.override({"out": "auto"})
SURE = ("AH TH KH QH AS", "JS JD QC KC TC", "JH")


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
    """The answers to these keys, each typed when all before it was on the screen."""
    for key in keys:
        presenter.painted()
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
    assert bound.report.said[-1].startswith(("You must follow suit", "You cannot follow suit"))
    assert "[" not in bound.report.said[-1], "the codes of the rules are for programs"


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
        presenter.seen()
        presenter.painted()
        if claim() not in presenter.legal:
            continue
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
    assert "not your turn" in leading.report.said[-1]


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


def whole(presenter):
    """All that is seen of the game itself."""
    seen = picture(presenter)
    return replace(seen, dialog=None, notice="", said=(), fairness="")


ANYTHING = ("1", "enter", " ", "escape", "q", "c", "w", "g", "?", "left")


@pytest.mark.parametrize("key", ANYTHING)
def test_the_key_that_ends_a_trick_does_nothing_else(key):
    paper = begun(*STRICT)
    presenter = paper.play("AS JS").presenter
    assert presenter.held is not None
    assert typed(presenter, key) == []
    assert presenter.held is None
    assert presenter.dialog is None
    assert presenter.deciding, "we took the trick, and lead"
    assert len(typed(presenter, "1")) == 1, "the next key plays"


@pytest.mark.parametrize("way", ["card", "table", "talon", "do leave", "right", "drag"])
def test_the_click_that_ends_a_trick_does_nothing_else(way):
    presenter = begun(*STRICT).play("AS JS").presenter
    card = f"card {presenter.hand[0]}"
    if way == "drag":
        presenter.drag(card, "table")
    else:
        presenter.click(card if way in ("card", "right") else way, right=way == "right")
    assert presenter.held is None
    assert not presenter.answers
    assert presenter.dialog is None
    assert presenter.deciding


def test_while_a_trick_is_looked_at_no_card_is_offered_and_nothing_but_going_on():
    paper = begun(*STRICT).play("AS")
    called = paper.presenter.rings
    presenter = paper.play("JS").presenter
    seen = picture(presenter)
    assert {held.mark for held in seen.hand} == {Mark.RESTING}
    assert not any(held.key for held in seen.hand)
    assert [button.key for button in seen.buttons] == ["Enter"]
    assert presenter.rings == called + 1, "our player is called all the same"


def test_behind_a_trick_the_table_stays_as_it_was_until_it_was_seen():
    paper = begun(*HELD).play("QS TS")
    before = whole(paper.presenter)
    # The other side has taken it, and goes on meanwhile.
    for word in ("close", "QC"):
        paper.make(word)
        assert whole(paper.presenter) == before
    paper.presenter.report.hear("servus")
    assert picture(paper.presenter).said[-1].endswith("servus"), "all that is heard meanwhile is heard"
    said = picture(paper.presenter).said
    assert not any("closes the talon" in line for line in said)
    paper.presenter.seen()
    after = picture(paper.presenter)
    assert after.talon.closed
    assert "closes the talon" in " ".join(after.said)
    assert whole(paper.presenter) != before


def test_a_trick_that_draws_is_shown_before_anybody_draws():
    presenter = begun(*LEADS).play("AC QC").presenter
    seen = picture(presenter)
    assert (seen.talon.cards, seen.backs, len(seen.hand)) == (10, 4, 4)
    presenter.seen()
    seen = picture(presenter)
    assert (seen.talon.cards, seen.backs) == (8, 5)


def test_behind_the_last_trick_nothing_of_the_end_is_to_be_seen():
    paper = begun(*SURE, words="mH KH JS AH JD TH", rules=AUTO, score=(5, 6))
    before = picture(paper.presenter)
    paper.make("QC")
    during = picture(paper.presenter)
    assert paper.presenter.held is not None
    assert (during.score, during.dialog) == (before.score, None)
    assert typed(paper.presenter, "enter") == []
    assert picture(paper.presenter).dialog.title == "Deal 2"
    assert picture(paper.presenter).score != before.score


def test_a_key_for_a_trick_is_none_for_what_comes_up_behind_it():
    paper = begun(*SURE, words="mH KH JS AH JD TH", rules=AUTO, score=(6, 6))
    presenter = paper.make("QC").presenter
    for _hammered in range(5):  # before anything is painted again
        presenter.key("enter")
    assert presenter.dialog.title == "Deal 2"
    typed(presenter, "enter")
    presenter.key(" ")
    presenter.click("do dismiss")
    assert presenter.dialog.title == "The match is over", "it has just come up, and nobody has seen it"
    typed(presenter, "enter")
    assert presenter.idle


def test_a_lead_that_comes_up_behind_a_trick_is_not_answered_by_a_key_typed_before():
    paper = begun(*HELD).play("QS TS")
    paper.make("QC")
    presenter = paper.presenter
    for key in ("z", "1", "2"):
        presenter.key(key)
    assert not presenter.answers
    assert presenter.deciding
    assert len(typed(presenter, "1")) == 1


def test_what_moves_nothing_is_done_even_if_the_table_has_just_changed():
    presenter = begun(*LEADS).presenter
    presenter.withdraw()
    presenter.decide(presenter.view)
    assert typed(presenter) == []
    for key, title in (("?", "Help"), ("q", "Leave the table?")):
        presenter.key(key)
        assert presenter.dialog.title == title
        presenter.key("escape")
    presenter.key("1")
    assert not presenter.answers, "but no card is played to what was not seen"


def test_what_was_typed_before_a_question_was_on_the_screen_is_no_answer(leading):
    leading.ask("Play with this guest?", [])
    for key in ("y", "n", "escape"):
        leading.key(key)
    assert not leading.answers
    assert typed(leading, "y") == [True]


def test_a_question_that_is_withdrawn_behind_a_trick_is_asked_no_more():
    presenter = begun(*STRICT).play("AS JS").presenter
    presenter.withdraw()
    presenter.seen()
    assert not presenter.deciding


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


@pytest.mark.parametrize("side", [0, 1])
def test_a_marriage_that_ends_the_deal_is_told_with_its_end(side):
    elder, dealer = "KH QH AH TH JC", "AS TS KS QC JS"
    hands = (elder, dealer) if side == 0 else (dealer, elder)
    ended = begun(*hands, "JH", "", "AH AS TH TS mH claim", dealer=1 - side).seen().presenter
    assert (
        ended.dialog.lines[0]
        == f"{('You announce', 'Your opponent announces')[side]} the marriage in hearts: 40 points."
    )
    assert f"{('you', 'your opponent')[side]} reached 66" in ended.dialog.lines[1]


def test_points_are_shown_as_chosen(leading):
    shown = []
    for _ in Points:
        leading.key("p")
        seen = picture(leading)
        shown.append((leading.options.points, bool(seen.me.points), bool(seen.other.points)))
        assert seen.said[-1] == POINTS_SHOWN[leading.options.points], "what the key has done is told"
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
    assert list(leading.report.talk) == ["gut q"]
    typed(leading, "t", "x", "escape", "t", " ", "enter")
    assert list(leading.report.talk) == ["gut q"]
    leading.report.hear("\x1b[31mservus\u202e\n")
    assert leading.report.said[-1].endswith("servus")
    leading.key("u")
    before = list(leading.report.said)
    leading.report.hear("nobody hears this")
    assert list(leading.report.said) == before


def test_help_last_trick_and_own_tricks_are_shown(leading):
    for key, title in (("?", "Help"), ("l", "Last trick"), ("k", "Your tricks")):
        leading.key(key)
        assert leading.dialog.title == title
        leading.key("enter")
        assert leading.dialog is None


@pytest.mark.parametrize("way", ["t", "do talk"])
def test_at_the_end_of_a_deal_people_can_talk_and_its_box_stays(way):
    ended = begun(*HELD, "AC JC concede").seen().presenter
    box = ended.dialog
    ended.painted()
    ended.click(way) if " " in way else ended.key(way)
    assert ended.dialog.title == "Say"
    typed(ended, *"gg", "enter")
    assert list(ended.report.talk) == ["gg"]
    assert ended.dialog == box
    typed(ended, "enter")
    assert ended.dialog is None


def test_a_question_of_somebody_else_waits_until_a_line_was_typed_to_its_end(leading):
    leading.key("t")
    assert typed(leading, *"no") == []
    leading.ask("Your opponent has left.", ["Wait?"])
    assert typed(leading, *" way", "enter") == []
    assert list(leading.report.talk) == ["no way"]
    assert leading.dialog.title == "Your opponent has left."
    leading.key("y")
    assert list(leading.answers) == [], "it was not on the screen before"
    assert typed(leading, "y") == [True]


def test_no_revoke_is_told_of_the_deal_that_is_named():
    table, fairness = begun(*HELD)._table, Fairness(0)
    for number, told in ((1, True), (2, False)):
        of_it = replace(table, deal=DealState(number, 0))
        fairness.tell(Told(0, (e.ShuffleProven(0),), of_it, None))
        if told:
            fairness.tell(Told(0, (e.Moved(1, follow(3), 4),), of_it, None))
        assert ("No revoke: proven for 4 cards." in fairness.line()) is told


def test_a_hint_is_read_in_a_box_of_its_own_and_stays_in_the_report(leading):
    leading.advise("The computer advises leading SK.")
    assert (leading.dialog.title, leading.dialog.lines) == ("Hint", ("The computer advises leading SK.",))
    leading.key("enter")
    assert leading.dialog is None
    assert leading.report.said[-1] == "The computer advises leading SK."


def test_all_that_has_happened_can_be_read_again_the_newest_first(leading):
    leading.say(*(f"sentence {number}" for number in range(60)))
    leading.key("r")
    assert leading.dialog.lines == tuple(f"sentence {number}" for number in range(60))
    leading.paged(4)
    assert leading.dialog.page == 3
    leading.key("up")
    assert leading.dialog.page == 2
    leading.key("escape")
    assert leading.dialog is None


def test_the_same_is_not_said_twice_on_end(leading):
    leading.deciding = False
    before = len(leading.report.said)
    for key in "123":
        leading.key(key)
    assert list(leading.report.said)[before:] == ["It is not your turn."]


def test_who_counts_is_not_told_what_a_trick_is_worth(counting):
    told = begun(*HELD, "AC JC", options=Options(points=Points.HIDDEN)).seen().presenter.report.said
    assert "You take the trick." in told
    assert not [line for line in told if "points" in line and "trick" in line]
    assert [line for line in begun(*HELD, "AC JC").seen().presenter.report.said if "trick, 13 points" in line]


def test_what_comes_up_behind_a_trick_that_has_gone_by_itself_is_marked_as_unasked():
    paper = begun(*HELD).play("AC JC")
    paper.presenter.painted()
    for _ in range(paper.presenter.options.look):
        paper.presenter.second()
    assert paper.presenter.held is None
    assert paper.presenter.unasked
    paper.presenter.painted()
    assert not paper.presenter.unasked


def test_the_card_to_exchange_is_marked():
    hand = picture(begun("AC KH JD JS QS", "KC AS TS QD QC", "TD", "KD TC", "AC KC").seen().presenter).hand
    assert [held.exchanges for held in hand].count(True) == 1


def test_what_is_to_be_read_goes_by_a_click_anywhere_and_a_question_does_not(leading):
    for target in ("", "talon", f"card {leading.hand[0]}", "table"):
        leading.key("l")
        leading.click(target)
        assert leading.dialog is None
        leading.key("q")
        leading.click(target)
        assert leading.dialog.title == "Leave the table?"
        leading.key("n")
    assert list(leading.answers) == []


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
    assert "closed already" in leading.report.said[-1]


@pytest.fixture
def counting():
    """A player who counts, has to say whether to claim, and has no 66."""
    return begun(*HELD, "AC JC", options=Options(points=Points.HIDDEN)).seen().presenter


def test_who_counts_is_asked_about_every_claim_alike_and_told_no_number(counting):
    rich = begun(*SURE, words="mH KH JS AH JD TH QC", options=Options(points=Points.HIDDEN)).seen().presenter
    asked_about = []
    for presenter in (counting, rich):
        assert typed(presenter, "w") == []
        asked_about.append((presenter.dialog.title, presenter.dialog.lines))
        assert typed(presenter, "y") == [claim()]
    assert counting.view.deal.points[0] < 66 <= rich.view.deal.points[0]
    assert asked_about[0] == asked_about[1]
    assert not any(sign.isdigit() for line in asked_about[0][1] for sign in line)


def test_where_untrue_claims_are_refused_who_counts_is_offered_every_claim_alike():
    rules = SCHNAPSEN.override({"false_claim": "refused"})
    offered = {}
    for points in Points:
        presenter = begun(*HELD, "AC JC", rules=rules, options=Options(points=points)).seen().presenter
        offered[points] = "claim" in {button.action for button in picture(presenter).buttons}
    assert offered == {Points.SHOWN: False, Points.OWN: False, Points.HIDDEN: True}
    presenter = begun(*HELD, "AC JC", rules=rules, options=Options(points=Points.HIDDEN)).seen().presenter
    assert typed(presenter, "w") == []
    assert presenter.dialog.title == "Claim 66?"
    assert typed(presenter, "y") == []
    assert "untrue claim" in presenter.report.said[-1]


def test_what_ends_a_deal_is_asked_about_with_its_price(leading):
    leading.key("g")
    leading.key("d")
    assert leading.dialog.lines == ("Your opponent scores 3 game points then.",), "nobody has a trick yet"
    claims = begun(*HELD, "AC JC").seen().presenter
    claims.key("w")
    assert claims.dialog.lines == (
        "You have 13 points: an untrue claim loses the deal.",
        "Your opponent scores 3 game points then.",
    )


def test_the_price_of_giving_up_does_not_tell_the_points_of_who_counts(counting):
    counting.key("g")
    counting.key("d")
    assert counting.dialog.lines == ("Your opponent wins the deal then.",)


@pytest.mark.parametrize("side", [0, 1])
def test_the_end_of_the_match_says_who_gave_it_up(side):
    presenter = begun(*HELD).give_up(side).presenter
    assert presenter.dialog.lines[0] == ("You give up the match.", "Your opponent gives up the match.")[side]
    assert presenter.dialog.lines[1] == ("Your opponent wins the match.", "You win the match.")[side]


def test_where_there_is_no_match_yet_nobody_is_talked_to_and_none_is_kept():
    presenter = Presenter(0, CardStyle())
    assert typed(presenter, "t", "x") == []
    assert presenter.dialog is None
    assert presenter.report.said[-1] == "Nobody hears you yet."
    assert "talk" not in {button.action for button in picture(presenter).buttons}
    presenter.key("q")
    assert (presenter.dialog.title, presenter.dialog.lines) == ("Stop waiting?", ())


def test_who_has_left_is_not_told_whose_turn_it_is(leading):
    assert typed(leading, "q", "y") == [Choice.LEAVE]
    leading.withdraw()
    seen = picture(leading)
    assert (seen.status, seen.urgent, seen.buttons) == ("You leave the match.", False, ())


def test_who_is_ready_for_the_next_deal_is_told_that_the_other_is_awaited():
    paper = begun(*LEADS, "concede", dealer=0)
    waits = paper.opened().presenter
    waits.painted()
    waits.key("enter")
    assert picture(waits).status == "Waiting until your opponent is ready."


def test_what_a_log_proves_is_told_when_its_match_goes_on():
    paper = begun(*LEADS, "AC QC").seen()
    later = Presenter(0, CardStyle())
    later.tell(paper.resumed())
    assert picture(later).fairness == "Deal 2: shuffled by both, and proven."


def test_only_what_can_be_done_is_offered():
    first = picture(begun(*LEADS).presenter)
    assert {"last", "tricks"}.isdisjoint(button.action for button in first.buttons)
    strict = begun(*LEADS, "close KC", dealer=0).presenter
    seen = picture(strict)
    keys = [held.key for held in seen.hand if held.key]
    assert len(keys) < len(seen.hand)
    assert next(button.key for button in seen.buttons if button.action == "play") == ",".join(keys)
    strict.key("?")
    assert picture(strict).buttons == (), "a box has its own keys"


def test_a_card_that_is_put_back_into_the_hand_is_not_played(leading):
    first, second = leading.hand[:2]
    for target in (f"card {second}", "hand", f"card {first}"):
        leading.drag(f"card {first}", target)
        assert not leading.answers
    leading.drag(f"card {first}", "table")
    assert list(leading.answers) == [lead(first)]


def test_a_box_on_several_pages_is_turned_before_it_goes(leading):
    leading.key("?")
    leading.paged(3)
    leading.painted()
    for page in (0, 1, 2):
        assert leading.dialog.page == page
        leading.key("enter") if page % 2 else leading.click("do dismiss")
    assert leading.dialog is None
    leading.key("?")
    leading.paged(3)
    leading.painted()
    leading.key("escape")
    assert leading.dialog is None


def test_a_question_on_several_pages_is_turned_round_and_answered_on_any(leading):
    leading.ask("Play by these rules?", ["many"])
    leading.paged(2)
    leading.painted()
    for page in (0, 1, 0):
        assert leading.dialog.page == page
        leading.key("enter") if page else leading.click("do page")
        assert not leading.answers
    leading.key("y")
    assert list(leading.answers) == [True]
