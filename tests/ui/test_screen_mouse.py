"""The mouse alone does everything: at every size and in every language each key's action has a place to be clicked."""

import asyncio

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input

from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui import language
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import LANGUAGES
from p2p_schnapsen.ui.replay.reel import _KEYS as REEL_KEYS
from p2p_schnapsen.ui.replay.reel import Reel
from p2p_schnapsen.ui.screen.app import Screen
from p2p_schnapsen.ui.screen.choices import KEYS, Points
from p2p_schnapsen.ui.screen.form import ROWS, Form
from p2p_schnapsen.ui.screen.paint import paint
from p2p_schnapsen.ui.screen.pieces import Signs
from p2p_schnapsen.ui.screen.player import ScreenPlayer
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.ui.screen.scene import picture
from tests.ui.paper import begun
from tests.ui.replays import replay_of
from tests.ui.scenes import HELD, LEADS
from tests.ui.test_screen_app import Sink, painted

SIZES = ((80, 24), (60, 20), (40, 15))


def targets(canvas):
    return {canvas.target(row, column) for row in range(canvas.rows) for column in range(canvas.columns)}


def shown(presenter, size):
    presenter.painted()
    return paint(picture(presenter), *size, Signs())


def at_the_table():
    """Moments in which, taken together, everything can be done."""
    yield begun(*HELD, "AC JC").seen().presenter
    yield begun(LEADS[1], LEADS[0], *LEADS[2:], dealer=0).tricks(10).seen().presenter


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_key_of_the_table_has_a_place_to_be_clicked(code, size):
    reached = set()
    with language.using(code):
        for presenter in at_the_table():
            found = targets(shown(presenter, size))
            if "do more" in found:
                presenter.click("do more")
                found |= targets(shown(presenter, size))
                presenter.click("do dismiss")
                assert presenter.dialog is None
            needed = {f"do {button.action}" for button in presenter.possible} - {"do play"}
            assert needed <= found
            assert {f"card {card}" for card in presenter.hand} <= found
            reached |= needed
    assert reached == {f"do {action}" for action in KEYS.values()} - {"do more"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_key_of_the_replay_has_a_place_to_be_clicked(code, size):
    with language.using(code):
        reel = Reel(replay_of("example"), CardStyle())
        found = targets(reel.paint(*size, Signs()))
        missing = {f"do {action}" for action in REEL_KEYS.values()} - found - {"do more"}
        if missing:
            assert "do more" in found
        for target in sorted(missing):
            reel.at, reel._pane, reel.done = 12, None, None
            reel.click("do more")
            line = f"line {reel._pane.actions.index(target.removeprefix('do '))}"
            for _ in reel._pane.lines:
                if line in targets(reel.paint(*size, Signs())):
                    break
                assert "do down" in targets(reel.paint(*size, Signs()))
                reel.click("do down")
            reel.click(line)
            assert reel.at != 12 or reel._pane is not None or reel.done


def test_all_of_a_long_pane_is_reached_by_clicks_and_by_the_wheel():
    for leads in (lambda reel: reel.click("do down"), lambda reel: reel.wheel(1)):
        reel = Reel(replay_of("example"), CardStyle())
        reel.key("]")
        reel.click("do proofs")
        seen = ""
        for _ in range(30):
            seen += "\n".join(reel.paint(40, 15, Signs()).lines())
            leads(reel)
        assert all(one.head.partition(",")[0] in seen for one in reel.words.evidence)
        assert "do up" in targets(reel.paint(40, 15, Signs()))
    reel.click("do close")
    reel.wheel(1)
    reel.wheel(-1)
    reel.wheel(-1)
    assert reel.at == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_row_of_the_form_is_reached_and_changed_by_clicks(code, size):
    with language.using(code):
        form = Form(Terms(Ruleset(), "deal", 0, 120, "2026-01-01"))
        seen = set()
        for _ in ROWS:
            found = targets(form.paint(*size, Signs()))
            assert {"do start", "do leave", "do row", "do value"} <= found
            seen |= {target.partition(" ")[2] for target in found if target.startswith("value ")}
            if "do pagedown" not in found:
                break
            form.click("do pagedown")
        assert seen == set(ROWS)
        while "do pageup" in targets(form.paint(*size, Signs())):
            form.click("do pageup")
        assert f"value {ROWS[0]}" in targets(form.paint(*size, Signs()))


# By the terminal's bytes


class Terminal(Sink):
    """So large, and it says whether it reports the mouse."""

    def __init__(self, columns, rows):
        super().__init__()
        self.size = Size(rows=rows, columns=columns)
        self.mouse = False

    def get_size(self):
        return self.size

    def enable_mouse_support(self):
        self.mouse = True

    def disable_mouse_support(self):
        self.mouse = False


async def clicked(screen, source, target):
    """A click where that is, then until what it led to is seen."""
    canvas = screen._control._canvas
    row, column = next(
        (row, column)
        for row in range(canvas.rows)
        for column in range(canvas.columns)
        if canvas.target(row, column) == target
    )
    source.send_text(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
    await painted(screen)
    await painted(screen)


def at_a_terminal(presenter, play, size=(40, 15)):
    async def run():
        terminal = Terminal(*size)
        with create_pipe_input() as source:
            screen = Screen(presenter, Signs(), source=source, sink=terminal)
            async with asyncio.timeout(20), screen.shown():
                await play(screen, source, terminal)

    asyncio.run(run())


def test_what_has_no_room_is_done_by_two_clicks():
    presenter = begun(*HELD, "AC JC").seen().presenter

    async def play(screen, source, _terminal):
        await painted(screen)
        for target in ("do more", "do points", "do more", "do mute"):
            await clicked(screen, source, target)

    at_a_terminal(presenter, play)
    assert presenter.options.points is Points.OWN
    assert presenter.options.muted


def test_the_wheel_leads_through_the_form_and_does_nothing_at_the_table():
    presenter = begun(*HELD, "AC JC").seen().presenter
    form = Form(Terms(Ruleset(), "deal", 0, 120, "2026-01-01"))
    down, up = "\x1b[<65;9;5M", "\x1b[<64;9;5M"

    async def play(screen, source, _terminal):
        filling = asyncio.ensure_future(screen.fill(form))
        await painted(screen)
        source.send_text(down * 3 + up)
        await painted(screen)
        assert form.row == 2
        await clicked(screen, source, "do row")
        await clicked(screen, source, "do value")
        assert (ROWS[form.row], form.terms.clock, form.done) == ("clock", 15, None)
        await clicked(screen, source, "do leave")
        assert await filling is False
        await painted(screen)
        source.send_text(down + up)
        await painted(screen)

    at_a_terminal(presenter, play)
    assert presenter.chosen is None
    assert not presenter.answers


def test_the_wheel_turns_the_pages_of_a_box_and_stops_at_its_ends():
    presenter = begun(*HELD, "AC JC").seen().presenter
    pages = []

    async def play(screen, source, _terminal):
        await painted(screen)
        await clicked(screen, source, "do more")
        await clicked(screen, source, "do help")
        for step in ("5", "5", "4", "4", "4"):
            source.send_text(f"\x1b[<6{step};9;5M")
            await painted(screen)
            pages.append(presenter.dialog.page)

    at_a_terminal(presenter, play)
    assert pages == [1, 2, 1, 0, 0]


def test_while_a_guest_is_awaited_the_terminal_has_the_mouse_and_at_a_question_we_do():
    presenter = Presenter(0, CardStyle())

    async def play(screen, _source, terminal):
        player = ScreenPlayer(screen, "give up")
        await painted(screen)
        assert terminal.mouse
        player.around("listening", ["Waiting on port 7766."])
        await painted(screen)
        assert not terminal.mouse
        presenter.ask("Play with this guest?", [])
        await painted(screen)
        assert terminal.mouse

    at_a_terminal(presenter, play)
