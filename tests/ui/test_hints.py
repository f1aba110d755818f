"""A hint is asked for, given, and the question stands: in lines and at the full screen."""

from __future__ import annotations

import asyncio

import pytest
from prompt_toolkit.input import create_pipe_input

from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import lead
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.line import LinePlayer
from p2p_schnapsen.ui.screen.app import Screen
from p2p_schnapsen.ui.screen.pieces import Signs
from p2p_schnapsen.ui.screen.player import ScreenPlayer
from p2p_schnapsen.ui.screen.presenter import Presenter
from tests.support.deals import at
from tests.ui.conversation import Conversation
from tests.ui.tables import asked
from tests.ui.test_screen_app import Sink, painted


@pytest.fixture
def view() -> PlayerView:
    deal = at("KH QH KS TD JH", "JS AS TS KD JD", up="AH", talon="TH QD AD QS AC TC KC QC JC")
    return PlayerView.of(deal, Match(deal.ruleset, 1), 0, deal.known[0])


async def wise(view: PlayerView) -> str:
    """Advice that says of whose cards it is."""
    return f"Advice for {view.me}."


def in_lines(view, advise, *answers):
    conversation = Conversation(*answers)
    player = LinePlayer(0, conversation.console, CardStyle(symbols=False), None, advise=advise)
    return asyncio.run(player.decide(view)), conversation.lines


def test_a_hint_in_lines_is_said_and_the_move_still_ours(view):
    move, said = in_lines(view, wise, "hint", "10d")
    assert move is lead(10)
    assert "Advice for 0." in said


def test_where_nobody_gives_hints_that_is_said(view):
    move, said = in_lines(view, None, "hint", "10d")
    assert move is lead(10)
    assert "There is nobody here to give hints." in said


def test_a_hint_at_the_screen_is_reported_and_the_move_still_ours():
    presenter: Presenter = asked()
    heard: list[int] = []

    async def counted(view: PlayerView) -> str:
        heard.append(view.me)
        return "Advice."

    async def run():
        with create_pipe_input() as source:
            screen = Screen(presenter, Signs(), source=source, sink=Sink())
            player: ScreenPlayer[str] = ScreenPlayer(screen, "give up", advise=counted)
            async with asyncio.timeout(20), screen.shown():
                deciding = asyncio.ensure_future(screen.until_left(player.decide(presenter.view)))
                await painted(screen)
                source.send_text("h2")
                return await deciding

    hand = presenter.hand
    assert asyncio.run(run()) == lead(hand[1])
    assert heard == [presenter.view.me]
