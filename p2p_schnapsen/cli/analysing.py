"""`replay --analyse`: every decision of an opened log judged, in several processes where that is quicker."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial

from p2p_schnapsen.bot.analysis import EFFORT, Decision, Judged, decisions, judge
from p2p_schnapsen.bot.search import Effort
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.notation import MatchText
from p2p_schnapsen.ui.analysis import DealAnalysis
from p2p_schnapsen.ui.progress import Progress

FEW = 8
"""Up to so many decisions, processes of their own would take longer to start than they save."""


def analyse(match: MatchText, jobs: int | None, effort: Effort = EFFORT) -> list[DealAnalysis]:
    """Each deal, judged where both hands and the talon are known. The same log gives the same judgement."""
    found: list[tuple[int, Decision]] = []
    known = set()
    for deal in match.deals:
        if None in deal.hands or (deal.talon is None):
            continue
        known.add(deal.number)
        standing = Match(match.ruleset, deal.dealer, deal.score, deal.number - 1)
        found += [(deal.number, one) for one in decisions(deal.start(match.ruleset), standing, deal.moves)]
    by_deal: dict[int, list[Judged]] = {number: [] for number in known}
    with Progress(sys.stderr, len(found)) as progress:
        for done, ((number, _), judged) in enumerate(zip(found, _judged(found, jobs, effort), strict=True), start=1):
            by_deal[number].append(judged)
            progress.show(done)
    return [
        DealAnalysis(deal.number, deal.score, tuple(by_deal[deal.number]) if deal.number in known else None)
        for deal in match.deals
    ]


def _judged(found: Sequence[tuple[int, Decision]], jobs: int | None, effort: Effort) -> Iterator[Judged]:
    judge_one = partial(_judge, effort)
    jobs = min(jobs or os.cpu_count() or 1, len(found))
    if jobs <= 1 or len(found) <= FEW:
        yield from map(judge_one, found)
        return
    with ExitStack() as stack:
        # Not forked: a process with threads must not be.
        context = multiprocessing.get_context("spawn")
        pool = stack.enter_context(ProcessPoolExecutor(jobs, mp_context=context))
        stack.callback(partial(pool.shutdown, wait=False, cancel_futures=True))
        yield from pool.map(judge_one, found)


def _judge(effort: Effort, numbered: tuple[int, Decision]) -> Judged:
    number, decision = numbered
    return judge(decision, str(number), effort)
