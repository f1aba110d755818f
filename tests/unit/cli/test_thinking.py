"""The computer thinks beside the event loop: the rest goes on meanwhile, and it stops when nobody waits any more."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest

from p2p_schnapsen.bot import LEVELS, Reason
from p2p_schnapsen.cli import thinking
from p2p_schnapsen.cli.place import _adviser
from p2p_schnapsen.cli.thinking import Thinker, Watch
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.cards import CardStyle
from tests.support.deals import random_deal

DEAL = random_deal(SCHNAPSEN, 2).full()
VIEW = PlayerView.of(DEAL, Match(SCHNAPSEN, 0), 1, DEAL.known[1])


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_finds_a_legal_move(level):
    assert asyncio.run(Thinker(level, 0.05).move(VIEW)) in VIEW.legal


def test_a_hint_is_a_move_and_a_reason():
    found = asyncio.run(Thinker("strong", 0.05).hint(VIEW))
    assert found.move in VIEW.legal
    assert isinstance(found.reason, Reason)


def test_who_asks_twice_about_the_same_is_told_the_same(monkeypatch):
    asked = []

    async def advise(view):
        asked.append(view)
        return f"hint {len(asked)}"

    monkeypatch.setattr(thinking, "adviser", lambda _: advise)
    adviser = _adviser(CardStyle())
    other = PlayerView.of(DEAL, Match(SCHNAPSEN, 1), 1, DEAL.known[1])
    told = [asyncio.run(adviser(view)) for view in (VIEW, VIEW, other, other)]
    assert told == ["hint 1", "hint 1", "hint 2", "hint 2"]


def test_a_level_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="no level"):
        Thinker("divine")


def test_the_loop_goes_on_while_the_computer_thinks(monkeypatch):
    """The move is found only once the loop has gone round a hundred times since it was asked for."""
    rounds = threading.Event()

    def patient(*_):
        assert rounds.wait(60)
        return VIEW.legal[0]

    monkeypatch.setattr(thinking, "choose", patient)

    async def play():
        asked = asyncio.ensure_future(Thinker("strong").move(VIEW))
        for _ in range(100):
            await asyncio.sleep(0)
        assert not asked.done()
        rounds.set()
        return await asked

    assert asyncio.run(play()) is VIEW.legal[0]


def test_thinking_ends_when_nobody_waits_for_it(monkeypatch):
    begun, ended = threading.Event(), threading.Event()

    def endless(level, view, rng, over):
        begun.set()
        while not over():
            pass
        ended.set()
        return view.legal[0]

    monkeypatch.setattr(thinking, "choose", endless)

    async def play():
        asked = asyncio.ensure_future(Thinker("strong").move(VIEW))
        while not begun.is_set():
            await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait({asked})

    asyncio.run(play())
    assert ended.wait(60)


def test_the_ceiling_is_seconds_and_none_is_no_ceiling():
    assert Watch(0).over()
    assert not Watch(3600).over()
    assert not Watch(None).over()


def test_the_ceiling_only_shortens(monkeypatch):
    """With time enough, and the same luck, the ceiling changes nothing."""
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(3))
    assert asyncio.run(Thinker("medium", 3600).move(VIEW)) is asyncio.run(Thinker("medium").move(VIEW))
