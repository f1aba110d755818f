"""What the computer player costs: endings solved, deals played out, and whole decisions, on one core."""

from __future__ import annotations

import cProfile
import pstats
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from p2p_schnapsen.bot import EFFORTS, choose, policy
from p2p_schnapsen.bot.equity import Payoff
from p2p_schnapsen.bot.solver import Solver
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, Ruleset
from p2p_schnapsen.rules.view import PlayerView
from tests.support.deals import random_deal

Row = dict[str, Any]

ENDINGS, DEALS, PLAYOUTS = 100, 8, 2000


def endings(ruleset: Ruleset, number: int, cards: int = 5) -> list[Deal]:
    """Deals played at random, without closing, until the talon is gone and both sides have so many cards."""
    found: list[Deal] = []
    seed = 0
    while len(found) < number:
        seed += 1
        rng = random.Random(seed)
        deal = random_deal(ruleset, seed, seed % 2).full()
        while deal.outcome is None and (deal.talon or deal.led is not None or deal.hand_size(0) > cards):
            deal.play(rng.choice([move for move in deal.legal() if move.kind in (Kind.LEAD, Kind.FOLLOW)]))
        if deal.outcome is None:
            found.append(deal)
    return found


def _milliseconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return 1000 * (time.process_time() - start)


def bot() -> Row:
    """The computer player: endings with all cards known, deals played out, and its decisions at each level."""
    rows: Row = {}
    for preset in ("schnapsen", "sixtysix"):
        ruleset = load(preset).ruleset
        payoff = Payoff(Match(ruleset, 0))
        times, nodes = [], []
        for deal in endings(ruleset, ENDINGS):
            solver = Solver(payoff)
            times.append(_milliseconds(lambda solver=solver, deal=deal: solver.value(deal)))  # type: ignore[misc]  # bound now
            nodes.append(solver.nodes)
        rows[f"ending of 5 cards, {preset}"] = {
            "ms": statistics.median(times),
            "ms_most": max(times),
            "positions": statistics.median(nodes),
            "positions_per_second": 1000 * sum(nodes) / sum(times),
        }
    rows["ending: where time goes"] = _shares(payoff, endings(load("sixtysix").ruleset, ENDINGS))
    rows["deals played out"] = _played_out()
    return rows | {f"decision, {level}": _decisions(level) for level in EFFORTS}


def _shares(payoff: Payoff, deals: list[Deal]) -> Row:
    """Shares of the solver's time, by a profiler."""
    profile = cProfile.Profile()
    for deal in deals:
        profile.runcall(Solver(payoff).value, deal)
    shares = {"rules": 0.0, "bot": 0.0, "other": 0.0}
    for (path, _, function), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]  # not in the stubs
        room = Path(path).parent.name
        shares[room if room in shares else "other"] += own
        if function == "fork":
            shares["of_it_copies"] = own
    total = shares["rules"] + shares["bot"] + shares["other"]
    return {name: own / total for name, own in shares.items()}


def _played_out() -> Row:
    deals = [random_deal(SCHNAPSEN, seed, seed % 2).full() for seed in range(PLAYOUTS)]
    copies = [deal.fork() for deal in deals]

    def run() -> None:
        for deal in copies:
            policy.play_out(deal)

    return {"per_second": 1000 * PLAYOUTS / _milliseconds(run)}


def _decisions(level: str) -> Row:
    """Of whole deals against itself."""
    times = []
    for seed in range(DEALS):
        deal = random_deal(SCHNAPSEN, seed, seed % 2).full()
        match, rng = Match(SCHNAPSEN, deal.dealer), random.Random(seed)
        while deal.turn is not None:
            view = PlayerView.of(deal, match, deal.turn, deal.known[deal.turn])
            start = time.process_time()
            move = choose(level, view, rng)
            if len(view.legal) > 1:
                times.append(1000 * (time.process_time() - start))
            deal.play(move)
    return {"ms": statistics.median(times), "ms_mean": statistics.fmean(times), "ms_most": max(times)}
