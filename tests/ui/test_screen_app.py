"""The full screen by its terminal's own bytes: keys, clicks and drags through a pipe; nobody is left waiting."""

import asyncio
import errno

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from p2p_schnapsen.rules.moves import close, exchange, follow, lead
from p2p_schnapsen.ui import language
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.screen import app
from p2p_schnapsen.ui.screen.app import Screen
from p2p_schnapsen.ui.screen.paint import paint
from p2p_schnapsen.ui.screen.pieces import Signs
from p2p_schnapsen.ui.screen.player import ScreenPlayer
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.ui.screen.scene import picture
from tests.ui.paper import begun
from tests.ui.scenes import LEADS
from tests.ui.tables import asked, presented

SIZE = DummyOutput().get_size()
LEFT, RIGHT = 0, 2


class Sink(DummyOutput):
    """Remembers what is asked of the terminal."""

    def __init__(self):
        self.bells = 0
        self.titles = []
        self.raw = []

    def bell(self):
        self.bells += 1

    def set_title(self, title):
        self.titles.append(title)

    def write_raw(self, data):
        self.raw.append(data)


def place_of(presenter, target):
    """Where on the screen something can be clicked, as SGR counts: column and row from 1."""
    canvas = paint(picture(presenter), SIZE.columns, SIZE.rows, Signs())
    return next(
        (column + 1, row + 1)
        for row in range(SIZE.rows)
        for column in range(SIZE.columns)
        if canvas.target(row, column) == target
    )


def pressed(presenter, target, button=LEFT):
    column, row = place_of(presenter, target)
    return f"\x1b[<{button};{column};{row}M"


def released(presenter, target, button=LEFT):
    column, row = place_of(presenter, target)
    return f"\x1b[<{button};{column};{row}m"


def clicked(presenter, target, button=LEFT):
    return pressed(presenter, target, button) + released(presenter, target, button)


def at_the_screen(presenter, play, typed="", sink=None):
    """What `play(screen, player)` comes to while this is typed."""

    async def run():
        with create_pipe_input() as source:
            screen = Screen(presenter, Signs(), source=source, sink=sink or Sink())
            player = ScreenPlayer(screen, "give up")
            async with asyncio.timeout(20), screen.shown():
                playing = asyncio.ensure_future(screen.until_left(play(screen, player)))
                await painted(screen)  # what is typed before is not for what comes up
                source.send_text(typed)
                return await playing

    return asyncio.run(run())


async def painted(screen):
    """Until all that is to be seen is on the screen."""
    for _step in range(5):  # of the loop: whoever asks our player has asked
        await asyncio.sleep(0)
    done = asyncio.Event()

    def see(_app):
        done.set()

    screen._app.after_render += see
    screen.changed()
    await done.wait()
    screen._app.after_render -= see


def decision(presenter, typed):
    return at_the_screen(presenter, lambda _, player: player.decide(presenter.view), typed)


def test_a_key_plays_a_card():
    presenter = asked()
    hand = presenter.hand
    assert decision(presenter, "2") == lead(hand[1])


def test_arrow_keys_and_enter_play_a_card():
    presenter = asked(led=True)
    hand = presenter.hand
    assert decision(presenter, "\x1b[C\x1b[C\r") == follow(hand[1])


@pytest.mark.parametrize("typed", ["2", "é"])
def test_a_french_keyboard_needs_no_shift_for_its_digits(typed):
    presenter = asked()
    assert decision(presenter, typed) == lead(presenter.hand[1])


@pytest.mark.parametrize("typed", ["cn3", "CN3", "сn3", "СN3"])
def test_letters_are_known_by_their_places_on_a_russian_keyboard_and_when_capital(typed):
    presenter = asked()
    assert decision(presenter, typed) == lead(presenter.hand[2])  # closing was thought better of


class Resized(Sink):
    """A terminal that begins too small."""

    size = Size(rows=14, columns=39)

    def get_size(self):
        return self.size


def test_where_there_is_no_room_for_the_table_nothing_is_played_unseen():
    presenter = asked()
    card = presenter.hand[1]
    sink = Resized()

    async def run():
        with create_pipe_input() as source:
            screen = Screen(presenter, Signs(), source=source, sink=sink)
            player = ScreenPlayer(screen, "give up")
            async with asyncio.timeout(20), screen.shown():
                playing = asyncio.ensure_future(screen.until_left(player.decide(presenter.view)))
                await painted(screen)
                for name in ("1", "enter", "q", "escape", "y"):
                    screen.key(name)
                screen.click(f"card {card}", right=False)
                screen.drag(f"card {card}", "table")
                assert not presenter.answers
                assert presenter.dialog is None
                sink.size = SIZE
                await painted(screen)
                source.send_text("2")
                return await playing

    assert asyncio.run(run()) == lead(card)


def test_a_key_in_the_same_breath_as_the_one_that_ends_a_trick_is_none_for_what_is_behind_it():
    presenter = begun("AC KH QH KS AS", "JC TS JS AH QC", "AD", "JD TC TH KC", "AC JC close AS JS").presenter
    assert presenter.held is not None

    hand = presenter.hand

    async def run():
        with create_pipe_input() as source:
            screen = Screen(presenter, Signs(), source=source, sink=Sink())
            player = ScreenPlayer(screen, "give up")
            async with asyncio.timeout(20), screen.shown():
                playing = asyncio.ensure_future(screen.until_left(player.decide(presenter.view)))
                await painted(screen)
                source.send_text("\r1w2")
                while presenter.held is not None:
                    await asyncio.sleep(0)
                await painted(screen)
                assert presenter.dialog is None
                source.send_text("3")
                return await playing

    assert asyncio.run(run()) == lead(hand[2])


@pytest.mark.parametrize(("typed", "answer"), [("д", True), ("y", True), ("н", False), ("N", False)])
def test_a_question_is_answered_in_the_words_of_the_language_and_never_by_a_place(typed, answer):
    with language.using("ru"):
        assert at_the_screen(asked(), lambda _, player: player.confirm("?"), typed) is answer


def test_what_a_russian_keyboard_writes_in_a_line_of_talk_stays_as_it_is():
    presenter = asked()
    heard = []

    async def talking(screen, player):
        screen.on_talk = heard.append
        return await player.decide(presenter.view)

    assert at_the_screen(presenter, talking, "еЁлки, ЙФ\r1") == lead(presenter.hand[0])
    assert heard == ["Ёлки, ЙФ"]


def test_what_comes_up_by_itself_takes_no_key_before_it_was_there_for_a_moment(monkeypatch):
    """The moment ends when the test says so; until then keys are those that were meant for what was there before."""
    later = []
    monkeypatch.setattr(app, "SETTLE_SECONDS", 60)
    presenter = asked()

    async def play(screen, player):
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "call_later", lambda *call: later.append(call) or loop.call_at(1e12, print))
        deciding = asyncio.ensure_future(player.decide(presenter.view))
        await painted(screen)
        screen.key("1")
        screen.click(f"card {presenter.hand[0]}", right=False)
        assert not presenter.answers
        assert not deciding.done()
        for _seconds, settle, *given in [call for call in later if call[0] == 60]:
            settle(*given)
        screen.key("2")
        return await deciding

    assert at_the_screen(presenter, play) == lead(presenter.hand[1])


def test_a_lone_escape_is_understood_at_once():
    presenter = asked()
    assert decision(presenter, "c\x1bgdy") is not None


def test_clicks_play_cards_and_close_the_talon():
    presenter = asked()
    card = presenter.hand[3]
    assert decision(presenter, clicked(presenter, f"card {card}")) == lead(card)
    presenter = asked()
    assert decision(presenter, clicked(presenter, "talon") + "y") == close()


def test_a_card_dragged_onto_the_trump_is_exchanged():
    for presenter, _ in presented():
        moves = [move for move in presenter.legal if move.kind.name == "EXCHANGE"]
        if moves:
            presenter.held = None
            card = moves[0].card
            typed = pressed(presenter, f"card {card}") + released(presenter, "trump")
            assert decision(presenter, typed) == exchange(card)
            return
    raise AssertionError("nobody could exchange")


def test_a_press_on_one_card_and_a_release_on_another_is_no_click_on_either():
    presenter = asked()
    first, second, third = presenter.hand[:3]
    typed = pressed(presenter, f"card {first}") + released(presenter, f"card {second}")
    assert decision(presenter, typed + "3") == lead(third), "the card was put back into the hand"


def test_giving_up_the_match_is_the_answer_that_was_agreed_on():
    assert decision(asked(), "gmy") == "give up"


def test_leaving_ends_the_game_that_is_on():
    presenter = asked()
    cancelled = []

    async def for_ever(_screen, _player):
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    assert at_the_screen(presenter, for_ever, "qy") is None
    assert cancelled == [True]


@pytest.mark.parametrize(("typed", "answer"), [("y", True), ("n", False), ("\x1b", False)])
def test_questions_are_answered(typed, answer):
    presenter = asked()
    assert at_the_screen(presenter, lambda _, player: player.confirm("Play with this guest?"), typed) is answer
    assert at_the_screen(presenter, lambda _, player: player.may_end(130), typed) is answer


@pytest.mark.parametrize(("way", "answer"), [("y", True), ("n", False), ("do yes", True), ("do no", False)])
def test_another_match_is_asked_about_at_the_screen_and_answered_by_key_and_by_click(way, answer):
    def over():
        presenter = begun(*LEADS).give_up(1).signed().presenter
        presenter.painted()
        presenter.key("enter")
        assert presenter.idle, "all was read"
        return presenter

    asking = over()
    asking.ask("Another match?", ["With the same opponent, by the same rules."])
    typed = clicked(asking, way) if way.startswith("do ") else way
    assert at_the_screen(over(), lambda _, player: player.another(), typed) is answer


def test_a_mistake_in_a_key_is_raised_where_the_player_is_awaited():
    presenter = asked()
    presenter._actions["help"] = lambda: 1 / 0
    with pytest.raises(ZeroDivisionError):
        decision(presenter, "?")


def test_a_fault_of_a_file_is_not_taken_for_the_end_of_the_terminal():
    presenter = asked()

    def full():
        raise OSError(errno.ENOSPC, "No space left on device")

    presenter._actions["help"] = full
    with pytest.raises(OSError, match="No space"):
        decision(presenter, "?")


def test_a_mistake_in_the_game_is_raised_and_the_screen_is_closed():
    async def broken(_screen, _player):
        raise RuntimeError("broken")

    sink = Sink()
    with pytest.raises(RuntimeError, match="broken"):
        at_the_screen(asked(), broken, sink=sink)
    assert sink.raw == ["\x1b[22;2t", "\x1b[23;2t"], "the title is given back"


def test_the_bell_rings_and_the_title_tells_when_it_is_our_turn():
    presenter = asked()
    presenter.withdraw()
    presenter.rings = 0
    sink = Sink()
    at_the_screen(presenter, lambda _, player: player.decide(presenter.view), "1", sink)
    assert sink.bells == 1
    assert "Your turn - Schnapsen" in sink.titles
    assert sink.titles[-1] == "Schnapsen"


def test_a_text_that_is_pasted_at_the_table_is_none_of_its_keys():
    presenter = asked()
    hand = presenter.hand
    assert decision(presenter, "\x1b[200~1 h l c y\x1b[201~2") == lead(hand[1])
    assert presenter.dialog is None


def test_pasted_text_is_typed_and_control_signs_in_it_are_not():
    presenter = asked()
    heard = []

    async def talking(screen, player):
        screen.on_talk = heard.append
        return await player.decide(presenter.view)

    at_the_screen(presenter, talking, "t\x1b[200~gut\x07 so\x1b[201~\r1")
    assert heard == ["gut so"]


def test_the_end_of_the_terminal_is_an_end_of_file():
    presenter = asked()

    async def run():
        with create_pipe_input() as source:
            screen = Screen(presenter, Signs(), source=source, sink=Sink())
            player = ScreenPlayer(screen, "give up")
            async with asyncio.timeout(20), screen.shown():
                source.close()
                await screen.until_left(player.decide(presenter.view))

    with pytest.raises(EOFError):
        asyncio.run(run())


def test_what_an_opponent_needs_to_come_stays_and_all_else_is_reported():
    presenter = Presenter(0, CardStyle())

    async def happens(_screen, player):
        player.around("listening", ["Waiting on port 7766."])
        player.around("announced", ["Or: join"])
        player.around("stranger", ["A caller was turned away."])

    at_the_screen(presenter, happens)
    assert presenter.waiting == ("Waiting on port 7766.", "Or: join")
    assert list(presenter.report.said) == ["A caller was turned away."]
