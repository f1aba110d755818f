"""The full screen's painting: at every size every row is whole, things keep their places, and nothing is hidden."""

import pytest

from p2p_schnapsen.ui import language, pack
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import LANGUAGES
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen import look
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.paint import LEAST, pages, paint
from p2p_schnapsen.ui.screen.picture import Picture
from p2p_schnapsen.ui.screen.pieces import Signs, fitted, latest, wrapped
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.ui.screen.scene import picture
from p2p_schnapsen.ui.welcome import Welcome
from tests.ui.paper import begun
from tests.ui.scenes import LEADS
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
    assert latest([text, "x"], columns, 3)[-1] == ("x", 0)


def test_of_a_long_report_whole_sentences_are_seen():
    texts = ["the first sentence is long", "the second one", "the last"]
    assert [line for line, _ in latest(texts, 10, 4)] == ["the second", "one", "the last"]
    assert [line for line, _ in latest(texts, 10, 0)] == []
    assert [line for line, _ in latest(texts[:1], 10, 2)] == ["the first", "sentence"], (
        "the newest, as far as there is room"
    )


def test_what_players_say_looks_different_from_what_the_program_says():
    presenter = begun(*LEADS).presenter
    presenter.report.hear("You win the match.")
    presenter.say("You lead.")
    canvas = paint(picture(presenter), 80, 24, Signs())
    style = {run.text.strip(): run.style for row in range(24) for run in canvas.runs(row) if run.text.strip()}
    assert style["They say: You win the"] == "class:spoken"
    assert style["match."] == "class:spoken"
    assert style["You lead."] == "class:newest"


@pytest.mark.parametrize("columns", range(4, 20))
def test_of_a_word_that_is_longer_than_a_line_nothing_is_lost(columns):
    name = "20261130-7K3M9QXA"
    assert "".join(wrapped(f"You go on: {name}", columns)).endswith(name)


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


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 15)])
@pytest.mark.parametrize("code", LANGUAGES)
def test_while_an_opponent_is_awaited_our_id_comes_first_and_a_line_to_join_is_never_cut(code, size):
    pin = "DEXAHC4N2AAZF2ZS7PH39YBZ"
    with language.using(code):
        welcome = Welcome("p2p-schnapsen", pin, "DEXA-HC4N-2AAZ")
        presenter = Presenter(0, CardStyle())
        presenter.waiting = (
            *welcome.lines(
                {"event": "listening", "port": 7766, "addresses": ["192.0.2.44:7766", "[2001:db8::1]:7766"]}
            ),
            *welcome.lines({"event": "announced"}),
        )
        for caller in range(3):
            painted = lines(presenter, *size)
            whole = "".join(line.rstrip() for line in painted)
            assert f"p2p-schnapsen join 192.0.2.44:7766#{pin}" in whole
            assert whole.index("DEXA-HC4N-2AAZ") < whole.index("192.0.2.44")
            assert "..." not in whole
            presenter.say(
                *welcome.lines({"event": "stranger", "from": f"192.0.2.{caller}", "reason": "http", "callers": 1})
            )
        presenter.ask("?", [])
        assert "DEXA-HC4N-2AAZ" in "".join(lines(presenter, *size))


def test_before_the_first_deal_the_screen_says_what_is_awaited():
    presenter = Presenter(0, CardStyle())
    presenter.say("Waiting for an opponent on port 7766; Ctrl-C stops.")
    assert "port 7766" in "\n".join(lines(presenter))
    assert isinstance(picture(presenter), Picture)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_box_that_is_too_long_for_a_low_terminal_is_read_page_by_page(code):
    with language.using(code):
        presenter = asked()
        presenter.key("?")
        told = presenter.dialog
        shown, number = [], 0
        while presenter.dialog is not None:
            seen, number = picture(presenter), number + 1
            there = pages(seen, 40, 15)
            painted = paint(seen, 40, 15, Signs()).lines()
            assert any(f"{told.title} {number}/{there}" in line for line in painted)
            shown += [line[2:-2].strip() for line in painted]
            presenter.paged(there)
            presenter.painted()
            presenter.key("enter")
        assert number == there > 1
        wanted = [line.strip() for text in told.lines for line in wrapped(text, 34)]
        assert [line for line in shown if line in wanted] == wanted
        assert pages(picture(presenter), 40, 15) == 1, "there is none"


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_box_in_a_low_terminal_has_all_its_buttons(code):
    with language.using(code):
        presenter = asked()
        presenter.key("g")
        buttons = presenter.dialog.buttons
        painted = "\n".join(lines(presenter, 40, 15))
        assert all(f"{button.sign} {button.label}" in painted for button in buttons)
        presenter.key("escape")
        presenter.ask("?", ["word " * 120])
        presenter.painted()
        canvas = paint(picture(presenter), 40, 15, Signs())
        assert "do page" in {canvas.target(row, column) for row in range(15) for column in range(40)}


def test_a_card_of_a_trick_has_its_owner_below_it():
    table = begun(*LEADS, "AC QC")
    names = lines(table.presenter)[11]
    assert [name for name in ("You", "bert") if name in names] == ["You", "bert"]
    assert names.index("bert") < names.index("You"), "as the cards lie"
    far = begun(*LEADS, "AC", names=("anna", "Maximiliane Wolkenstein"))
    assert lines(far.presenter)[11].split() == ["10", "cards", "You"]
    answered = begun(*LEADS, "AC QC", names=("anna", "Maximiliane Wolkenstein"))
    assert "opponent" in lines(answered.presenter)[11]


def test_the_number_of_cards_in_the_talon_is_no_rank_of_a_card():
    presenter = begun(*LEADS).presenter
    assert "10 cards" in "\n".join(lines(presenter))
    assert "x10" in "\n".join(lines(presenter, 40, 15))


def test_where_a_card_lay_it_is_put_back():
    presenter = asked()
    canvas = paint(picture(presenter), 80, 24, Signs())
    around = {canvas.target(row, column) for row in range(13, 20) for column in range(1, 40)}
    assert around == {"hand", *(f"card {card}" for card in presenter.hand)}


@pytest.mark.parametrize(
    ("cards", "inks"),
    [
        ("french", ["ansigreen", "ansibrightblue", "ansired", ""]),
        ("german", ["", "ansiyellow", "ansired", "ansigreen"]),
    ],
)
def test_four_colours_are_those_that_players_of_these_cards_know(cards, inks):
    with pack.using(cards):
        styles = look.styles("four")
    assert [styles[suit].removesuffix("bold").strip() for suit in ("clubs", "diamonds", "hearts", "spades")] == inks
