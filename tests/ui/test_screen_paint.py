"""The full screen's painting: at every size every row is whole, things keep their places, and nothing is hidden."""

import pytest

from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.paint import LEAST, paint
from p2p_schnapsen.ui.screen.picture import Picture
from p2p_schnapsen.ui.screen.pieces import Signs, fitted, latest, wrapped
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.ui.screen.scene import picture
from tests.ui.tables import SIZES, asked, lines, presented


@pytest.mark.parametrize("unicode", [True, False])
def test_every_screen_of_a_match_fits_every_size(unicode):
    seen = 0
    for number, (presenter, _) in enumerate(presented(symbols=unicode)):
        if number % 3 and presenter.dialog is None:
            continue
        for columns, rows in SIZES:
            painted = lines(presenter, columns, rows, unicode=unicode)
            assert len(painted) == rows
            assert {width(line) for line in painted} == {columns}
            assert unicode or all(sign.isascii() for sign in "".join(painted)), "letters do everywhere"
        seen += 1
    assert seen > 20


@pytest.mark.parametrize("size", [(columns, rows) for columns in (1, 5, 39, 40) for rows in (1, 14, 15)])
def test_a_terminal_that_is_too_small_is_told_what_is_needed_and_nothing_else(size):
    columns, rows = size
    painted = lines(asked(), columns, rows)
    told = " ".join("".join(line.ljust(columns + 1) for line in painted).split())
    if columns < LEAST[0] or rows < LEAST[1]:
        assert ("Needs 40x15" in told) or columns < 12
        assert "Your turn" not in told
    else:
        assert "Your turn" in told


def test_what_is_at_the_table_keeps_its_place_for_a_whole_match():
    places = set()
    for presenter, _ in presented():
        painted = lines(presenter)
        if presenter.game is not None and presenter.dialog is None:
            places.add(tuple(row for row, line in enumerate(painted) if line.startswith(("You  ", "bert  "))))
    assert places == {(1, 12)}


def test_cards_are_where_a_click_finds_them():
    presenter = asked()
    canvas = paint(picture(presenter), 80, 24, Signs())
    found = {canvas.target(row, column) for row in range(24) for column in range(80)}
    assert {f"card {card}" for card in presenter.hand} <= found
    assert {"talon", "trump", "do help", "do leave"} <= found
    assert canvas.target(-1, 0) == canvas.target(24, 0) == canvas.target(0, 80) == ""


def test_a_card_that_may_not_be_played_lies_lower_and_has_no_number():
    presenter = asked(led=True, strict=True)
    seen = picture(presenter)
    allowed = [held for held in seen.hand if held.key]
    barred = [held for held in seen.hand if not held.key]
    assert allowed
    assert barred
    canvas = paint(seen, 80, 24, Signs())

    def top(card):
        return min(row for row in range(24) for column in range(80) if canvas.target(row, column) == f"card {card}")

    assert {top(held.card) for held in allowed} == {13}
    assert {top(held.card) for held in barred} == {14}


def test_wide_signs_are_never_cut_in_half():
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "漢字漢字")
    assert canvas.text(0) == "漢字漢"
    canvas.put(0, 1, "x")
    assert canvas.text(0) == " x字漢"
    canvas.put(0, 5, "字")
    assert (canvas.text(0), width(canvas.text(0))) == (" x字漢", 6)
    canvas.put(0, 0, "e\u0301")
    assert canvas.text(0).startswith("e\u0301x")


def test_runs_are_the_row_in_pieces_of_one_style():
    canvas = Canvas(5, 1)
    canvas.put(0, 1, "ab", "class:x", "do it")
    assert [tuple(run) for run in canvas.runs(0)] == [("", " ", ""), ("class:x", "ab", "do it"), ("", "  ", "")]


@pytest.mark.parametrize("columns", range(1, 30))
def test_texts_are_wrapped_and_cut_to_their_cells(columns):
    text = "Your opponent takes the trick: 漢字漢字 donaudampfschifffahrt"
    assert all(width(line) <= columns for line in wrapped(text, columns))
    assert width(fitted(text, columns)) <= columns
    assert len(latest([text, "x"], columns, 3)) <= 3
    assert latest([text, "x"], columns, 3)[-1] == ("x", True)


def test_while_an_opponent_is_awaited_the_address_stays_and_the_newest_is_seen_above_a_question():
    presenter = Presenter(0, CardStyle())
    presenter.waiting = ("Waiting on port 7766.",)
    presenter.say(*(f"Caller {number} was turned away." for number in range(50)), "Somebody with the ID ABCD has come.")
    for asks in (False, True):
        if asks:
            presenter.ask("Play with this guest?", [])
        for size in SIZES:
            painted = "\n".join(lines(presenter, *size))
            assert "Waiting on port 7766." in painted
            assert "with the ID ABCD has" in painted
            assert ("Play with this guest?" in painted) is asks


def test_before_the_first_deal_the_screen_says_what_is_awaited():
    presenter = Presenter(0, CardStyle())
    presenter.say("Waiting for an opponent on port 7766; Ctrl-C stops.")
    assert "port 7766" in "\n".join(lines(presenter))
    assert isinstance(picture(presenter), Picture)
