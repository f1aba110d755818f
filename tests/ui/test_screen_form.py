"""The form before hosting: every rule set and every choice, only combinations that exist, at any size."""

import asyncio

import pytest
from prompt_toolkit.input import create_pipe_input

from p2p_schnapsen.presets import NAMES, loader
from p2p_schnapsen.rules.ruleset import CHOICES, FIELDS, Ruleset, value_text
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui.language import LANGUAGES, using
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen.app import Screen
from p2p_schnapsen.ui.screen.form import DEALS, ROWS, Form
from p2p_schnapsen.ui.screen.pieces import Signs
from tests.ui.tables import SIZES, asked
from tests.ui.test_screen_app import Sink


@pytest.fixture
def form():
    return Form(Terms(Ruleset(), "deal", 0, 120, "2026-01-01"))


def chosen(form, name):
    form.row = ROWS.index(name)
    return form


def test_every_named_rule_set_can_be_chosen_and_the_last_is_followed_by_the_first(form):
    seen = []
    for _ in NAMES:
        seen.append(form.terms.ruleset)
        form.key("right")
    assert seen == [loader.load(name).ruleset for name in (*NAMES,)]
    assert form.terms.ruleset == seen[0]
    form.key("left")
    assert form.terms.ruleset == seen[-1]


@pytest.mark.parametrize("name", CHOICES)
def test_every_value_of_every_field_can_be_chosen_where_it_makes_a_rule_set(form, name):
    form.terms = Terms(Ruleset(deck=24, hand=6, deal="3 3 3 3 T"), "deal", 0, 120, "2026-01-01")
    row, seen = chosen(form, name), set()
    for _ in CHOICES[name]:
        seen.add(row.value(name))
        row.key(" ")
        Ruleset.from_canonical(row.terms.ruleset.canonical())
    assert seen == set(CHOICES[name])


@pytest.mark.parametrize(("hand", "dealt"), [(5, DEALS[5]), (6, DEALS[6])])
def test_the_packets_can_be_chosen_that_give_each_side_its_hand(form, hand, dealt):
    form.terms = Terms(Ruleset(deck=24, hand=hand, deal=dealt[0]), "deal", 0, 120, "2026-01-01")
    row, seen = chosen(form, "deal"), []
    for _ in dealt:
        seen.append(form.terms.ruleset.deal)
        assert f'--set\u00a0"deal={seen[-1]}"'.replace(" ", "\u00a0") in form.explained()
        row.key("right")
    assert tuple(seen) == dealt
    form.terms = Terms(Ruleset(deal="1 1 T 4 4"), "deal", 0, 120, "2026-01-01")
    assert form.values("deal") == ("1 1 T 4 4", *DEALS[5])


def test_what_was_chosen_stays_with_another_rule_set_where_that_allows_it(form):
    form.terms = Terms(Ruleset(target=3, strict="always"), "deal", 0, 120, "2026-01-01")
    for _ in NAMES:
        rules, named = form.terms.ruleset, loader.load(form.value("rules")).ruleset
        assert (rules.target, rules.strict) == (3, "always")
        assert rules == named.override({"target": 3, "strict": "always"})
        form.key("right")
    assert form.value("rules") == "schnapsen"
    chosen(form, "strict").key("right")
    chosen(form, "target")
    for _ in range(4):
        form.key("right")
    assert form.terms.ruleset == Ruleset(), "it was put back, one by one"
    chosen(form, "rules").key("right")
    assert form.terms.ruleset == loader.load(NAMES[1]).ruleset


def test_what_a_rule_set_does_not_allow_is_back_with_one_that_does(form):
    form.terms = Terms(Ruleset(deal="2 2 T 3 3", target=11), "deal", 0, 120, "2026-01-01")
    seen = []
    for _ in NAMES:
        form.key("right")
        seen.append((form.terms.ruleset.hand, form.terms.ruleset.deal, form.terms.ruleset.target))
    assert {deal for hand, deal, _ in seen if hand == 5} == {"2 2 T 3 3"}
    assert "2 2 T 3 3" not in {deal for hand, deal, _ in seen if hand == 6}
    assert {hand for hand, _, _ in seen} == {5, 6}
    assert {target for _, _, target in seen} == {11}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("names", [("Anna",), ("Anna Katharina Steininger", "Bert", "CYAY-ZQJ2-1800")])
def test_that_a_match_goes_on_by_its_own_rules_is_seen_at_every_size(form, names, size, code):
    with using(code):
        canvas = Form(form.terms, names).paint(*size, Signs())
        without = form.paint(*size, Signs())
    lines = canvas.lines()
    assert {width(line) for line in lines} == {size[0]}
    said = " ".join(" ".join(lines).split())
    assert names[0][:9] in said
    assert names[0][:9] not in " ".join(without.lines())
    rows = {canvas.target(row, column) for row in range(size[1]) for column in range(size[0])}
    assert {"row rules", "row target", "do start"} <= rows
    assert without.lines()[-2:] == lines[-2:]


def test_what_makes_no_rule_set_is_passed_over(form):
    chosen(form, "exchange_card")
    seen = []
    for _ in range(4):
        form.key("right")
        seen.append(form.terms.ruleset.exchange_card)
    assert seen == ["J", "lowest", "J", "lowest"], "a pack of 20 cards has no nines"


def test_the_sixteen_choices_of_the_romanian_text_are_there(form):
    form.terms = Terms(loader.load("austriac66").ruleset, "deal", 0, 120, "2026-01-01")
    played = set()
    for deck in (20, 24):
        for hand in (5, 6):
            for strict in ("late", "always"):
                for out in ("auto", "play-out"):
                    for name, value in (("deck", deck), ("hand", hand), ("strict", strict), ("out", out)):
                        for _ in CHOICES[name]:
                            if form.value(name) != value:
                                chosen(form, name).key("right")
                    rules = form.terms.ruleset
                    played.add((rules.deck, rules.hand, rules.strict, rules.out))
    assert len(played) == 16


def test_how_the_match_is_played_can_be_chosen_and_an_unusual_value_of_the_options_stays(form):
    form.terms = Terms(Ruleset(target=8), "deal", 7, 120, "2026-01-01")
    assert (form.value("target"), form.value("clock")) == (8, 7)
    chosen(form, "clock").key("right")
    chosen(form, "opening").key("right")
    chosen(form, "patience").key("left")
    terms = form.terms
    assert (terms.clock, terms.opening, terms.patience, terms.ruleset.target) == (0, "match", 60, 8)


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_every_row_is_reached_seen_and_explained_at_every_size(form, size, unicode):
    columns, rows = size
    for number, _ in enumerate(ROWS):
        if size != SIZES[0] and number % 5:
            form.key("down")
            continue
        canvas = form.paint(columns, rows, Signs(unicode))
        assert {width(line) for line in canvas.lines()} == {columns}
        assert sum(f"row {ROWS[form.row]}" in {canvas.target(row, column) for column in range(columns)}
                   for row in range(rows)) == 1  # fmt: skip
        assert unicode or "".join(canvas.lines()).isascii()
        form.key("down")
    assert form.row == 0
    form.key("up")
    assert form.row == len(ROWS) - 1


def test_pages_and_ends_of_the_list_are_reached_by_keys(form):
    form.paint(40, 15, Signs())
    rows = []
    for key in ("pagedown", "pagedown", "pageup", "end", "pagedown", "home", "pageup"):
        form.key(key)
        rows.append(form.row)
        assert f"row {ROWS[form.row]}" in {form.paint(40, 15, Signs()).target(row, 3) for row in range(15)}
    page, last = rows[0], len(ROWS) - 1
    assert 1 < page < 8
    assert rows == [page, 2 * page, page, last, last, 0, 0]
    form.wheel(-1)
    assert form.row == 0


def test_each_row_says_what_it_means_now_and_the_option_that_says_the_same(form):
    for name in ROWS:
        form.row = ROWS.index(name)
        said, value = form.explained().replace("\u00a0", " "), value_text(form.value(name))
        option = f"{name}={value}" if name in FIELDS else f"--{name} {value}"
        assert said.rstrip(')"').endswith(option)
        assert len(said) > len(option) + 20
    assert "must beat the card led" in chosen(form, "duty").explained()
    assert "has no trick" in chosen(form, "schwarz").explained()
    assert form.shown("duty") == "to follow, beat, trump"
    assert form.shown("deal") == "3 3 T 2 2"


def test_a_star_marks_what_the_rule_set_has_otherwise_and_the_screen_says_so(form):
    def seen():
        return "\n".join(form.paint(80, 24, Signs()).lines())

    assert "*" not in seen()
    chosen(form, "strict").key("right")
    assert "from the first trick * ›" in seen()
    assert "*: not as in schnapsen" in seen()


def test_a_terminal_that_is_too_small_says_so(form):
    assert "Needs 40x15" in " ".join(" ".join(form.paint(39, 20, Signs()).lines()).split())


def test_a_click_chooses_changes_and_starts(form):
    form.click("row clock")
    assert (ROWS[form.row], form.terms.clock) == ("clock", 0)
    form.click("value clock")
    form.click("value clock")
    form.click("value clock", right=True)
    assert form.terms.clock == 15
    form.click("before clock")
    assert form.terms.clock == 0
    for target in ("", "do", "do ", "do nothing", "row nothing"):
        form.click(target)
    form.drag("row clock", "row deck")
    assert (ROWS[form.row], form.terms.clock) == ("clock", 0)
    form.click("do row")
    assert ROWS[form.row] == "patience"
    form.click("do row", right=True)
    form.click("do value")
    form.click("do value", right=True)
    assert (ROWS[form.row], form.terms.clock, form.done) == ("clock", 0, None)
    form.click("do start")
    assert form.done is True


@pytest.mark.parametrize(("typed", "done"), [("\r", True), ("\x1b", False), ("q", False)])
def test_it_is_filled_in_at_the_screen(form, typed, done):
    async def run():
        with create_pipe_input() as source:
            screen = Screen(asked(), Signs(), source=source, sink=Sink())
            async with asyncio.timeout(20), screen.shown():
                source.send_text("\x1b[C" + typed)
                return await screen.until_left(screen.fill(form))

    assert asyncio.run(run()) is done
    assert form.terms.ruleset == loader.load(NAMES[1]).ruleset
