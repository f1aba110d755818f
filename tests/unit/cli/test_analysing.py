"""`replay --analyse`: the same judgement in one process and in several, and only of what was opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from p2p_schnapsen.bot.search import Effort
from p2p_schnapsen.cli.analysing import FEW, analyse
from p2p_schnapsen.gamelog.transcribe import transcribe
from p2p_schnapsen.rules.notation import MatchText
from tests.support.programs import ROOT, run

EFFORT = Effort(playouts=40, nodes=200, exact_talon=0, closings=4)
LOG: Path = ROOT / "protocol" / "logs" / "example" / "game.log"


@pytest.fixture(scope="module")
def match() -> MatchText:
    found = transcribe(LOG.read_bytes())[1]
    assert found is not None
    return found


def test_several_processes_judge_as_one_does(match):
    alone = analyse(match, 1, EFFORT)
    assert sum(len(deal.judged or ()) for deal in alone) > FEW
    assert analyse(match, 2, EFFORT) == alone


def test_a_deal_that_was_not_opened_by_both_is_not_judged(match):
    first, second = match.deals
    half = replace(match, deals=(replace(first, hands=(first.hands[0], None), talon=None), second))
    deals = analyse(half, 1, EFFORT)
    assert deals[0].judged is None
    assert deals[1].judged


def test_the_command_says_what_was_not_opened():
    done = run("replay", ROOT / "protocol" / "logs" / "schnapsen_unopened" / "game.log", "--analyse")
    assert done.returncode == 0
    who, head, first, *_ = done.stdout.splitlines()
    assert who == "anna (host) against bert (guest)."
    assert head.startswith("Chances are those to win the match")
    assert first == "Deal 1, anna 0, bert 0: not opened by both sides, so nothing can be judged."
    assert done.stderr.startswith("valid: ")
