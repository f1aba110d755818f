"""What a player says and hears, and the pause between two deals: in lines and at the full screen."""

import asyncio
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import lead
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.line import Left, LinePlayer
from p2p_schnapsen.ui.screen.boxes import told
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.wire.limits import CHAT_BYTES
from tests.support.deals import at
from tests.ui.conversation import Conversation
from tests.ui.paper import begun
from tests.ui.scenes import LEADS
from tests.ui.test_screen_app import at_the_screen


class Seat:
    """A table that remembers what is done at it."""

    def __init__(self):
        self.said = []
        self.hints = 0

    def say(self, text):
        self.said.append(text)

    def count_hint(self):
        self.hints += 1


@pytest.fixture
def view():
    deal = at("KH QH KS TD JH", "JS AS TS KD JD", up="AH", talon="TH QD AD QS AC TC KC QC JC")
    return PlayerView.of(deal, Match(deal.ruleset, 1), 0, deal.known[0])


def person(*answers, terminal=True, **options):
    """A player in line mode, the conversation, and the table."""
    conversation, seat = Conversation(*answers), Seat()
    conversation.console = _At(conversation.console, terminal)
    player = LinePlayer(0, conversation.console, CardStyle(symbols=False), None, **options)
    player.seated(seat)
    return player, conversation, seat


class _At:
    """A console of which the test says whether it is a terminal."""

    def __init__(self, console, terminal):
        self._console = console
        self.interactive = terminal

    def __getattr__(self, name):
        return getattr(self._console, name)


def test_what_a_player_says_goes_to_the_table_as_it_was_typed(view):
    player, _, seat = person("say Grüß dich, 10h!", "SAY  twice", "10d")
    assert asyncio.run(player.decide(view)) is lead(10)
    assert seat.said == ["Grüß dich, 10h!", "twice"]


def test_saying_nothing_is_explained(view):
    player, conversation, seat = person("say", "10d")
    asyncio.run(player.decide(view))
    assert seat.said == []
    assert "Type behind it what to say: say hello." in conversation.lines


def test_a_muted_opponent_is_not_shown_until_it_is_heard_again(view):
    player, conversation, _ = person("mute", "10d", "unmute", "10d")
    asyncio.run(player.decide(view))
    player.hear("while muted")
    asyncio.run(player.decide(view))
    player.hear("afterwards")
    assert "while muted" not in conversation.text
    assert conversation.lines[-1] == "They say: afterwards"


def test_who_does_not_want_to_hear_begins_muted():
    player, conversation, _ = person(muted=True)
    player.hear("hello")
    assert conversation.text == ""


@given(st.text(max_size=300))
def test_whatever_is_heard_is_one_harmless_line(text):
    player, conversation, _ = person()
    player.hear(text + "\x1b[2J\u202e\n\r\a" + text)
    assert conversation.text.startswith("They say: ")
    assert conversation.text.count("\n") == 1
    assert not set(conversation.text) & (set(map(chr, range(32))) - {"\n"} | {"\x7f", "\x9b", "\u202e", "\u2066"})


def test_hostile_words_at_a_terminal_cannot_pass_for_the_program(monkeypatch):
    """Wherever the terminal's edge is: only the first line begins with one of our words, and that says who speaks."""
    lie = "Your opponent gives up the match. You win the match: you 7, opponent 0. Your move: "
    for columns in range(30, 90):
        monkeypatch.setattr("p2p_schnapsen.ui.console.columns_of", lambda _, columns=columns: columns)
        player, conversation, _ = person()
        player.hear("." * (columns - 10) + " " + lie)
        player.hear("." * (columns - 10) + lie.replace(" ", "."))
        assert [line for line in conversation.lines if not line.startswith(("They say:", "  ... "))] == []


def test_what_was_said_to_the_other_side_is_acknowledged(view):
    player, conversation, _ = person("say hello\x1b[2J", "10d")
    asyncio.run(player.decide(view))
    assert "You say: hello" in conversation.lines


def test_what_is_too_long_to_be_heard_is_shown_as_it_is_sent(view):
    player, conversation, _seat = person("say " + "a" * 300, "say " + "b" * 200, "say " + "ß" * 2000, "10d")
    asyncio.run(player.decide(view))
    said = [line for line in conversation.lines if line.startswith(("You say", "That was"))]
    left_out = "That was too long: the rest was left out."
    assert said == [
        "You say: " + "a" * 197 + "...",
        left_out,
        "You say: " + "b" * 200,
        "You say: " + "ß" * (CHAT_BYTES // 2),
        left_out,
    ]


def test_where_nobody_has_come_yet_nothing_is_said(view):
    conversation = Conversation("say hello", "10d")
    asyncio.run(LinePlayer(0, conversation.console, CardStyle(symbols=False), None).decide(view))
    assert "There is nobody at the table yet who could hear it." in conversation.lines


def test_a_hint_is_counted_at_the_table(view):
    async def wise(_):
        return "Lead."

    player, _, seat = person("hint", "hint", "10d", advise=wise)
    asyncio.run(player.decide(view))
    assert seat.hints == 2


@pytest.mark.parametrize("typed", ["", "yes", "next", "go on"])
def test_at_a_terminal_the_next_deal_waits_for_enter(typed):
    player, conversation, _ = person(typed, "left over")
    asyncio.run(player.ready(2))
    assert conversation.lines == [f"Press Enter for the next deal: {typed}"]
    assert conversation.answers.left == ["left over"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("concede", "The next deal has not begun yet."),
        ("10h", "The next deal has not begun yet."),
        ("1", "The next deal has not begun yet."),
        (string.ascii_letters, "The next deal has not begun yet."),
        ("hand", "No deal is being played now."),
        ("?", "Type the number of a choice, or its name:"),
        ("points off", "No card points are shown now."),
    ],
)
def test_anything_else_is_answered_and_begins_no_deal(typed, answer):
    player, conversation, _ = person(typed)
    with pytest.raises(Left):
        asyncio.run(player.ready(2))
    assert answer in conversation.lines


def test_between_deals_a_player_can_talk_and_the_pause_goes_on():
    player, _, seat = person("say well played", "mute", "")
    asyncio.run(player.ready(2))
    assert seat.said == ["well played"]


def test_a_script_goes_on_at_once_and_loses_no_line():
    player, conversation, _ = person("1", terminal=False)
    asyncio.run(player.ready(2))
    assert conversation.text == ""
    assert conversation.answers.left == ["1"]


@pytest.mark.parametrize(
    ("answers", "confirm", "ended"),
    [
        (("q", "yes"), True, False),
        (("leave", "no", "quit", "y"), True, False),
        (("q",), False, False),
        ((), True, True),
    ],
)
def test_a_player_can_leave_between_deals(answers, confirm, ended):
    player, _, _ = person(*answers, confirm=confirm)
    with pytest.raises(Left) as left:
        asyncio.run(player.ready(2))
    assert left.value.ended is ended


def test_at_the_screen_the_next_deal_waits_until_all_was_seen():
    presenter = Presenter(0, CardStyle(symbols=True))
    presenter._boxes.show(told("Deal 1", "You win."))
    order = []

    async def play(_, player):
        waiting = asyncio.ensure_future(player.ready(2))
        await asyncio.sleep(0)
        order.append(waiting.done())
        await waiting
        order.append(presenter.idle)

    at_the_screen(presenter, play, "\r")
    assert order == [False, True]


def test_at_the_screen_who_has_seen_all_is_ready():
    async def play(_, player):
        await player.ready(2)
        return "ready"

    assert at_the_screen(Presenter(0, CardStyle(symbols=True)), play) == "ready"


def test_at_the_screen_what_is_typed_is_said_and_what_is_heard_is_shown():
    presenter, seat = begun(*LEADS).presenter, Seat()

    async def play(screen, player):
        player.seated(seat)
        player.hear("moin\x1b[31m!")
        while not seat.said:
            await asyncio.sleep(0)

    at_the_screen(presenter, play, "thello\r")
    assert seat.said == ["hello"]
    assert "They say: moin!" in presenter.report.said
