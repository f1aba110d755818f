"""Simulated deals: run after run of `tests.simulation`, each of its own seed, until so many deals have been played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from typing import TYPE_CHECKING

from tests.simulation.run import Failure, Run

if TYPE_CHECKING:
    from scripts.lib.soak import Order, Tally

REPORT_DEALS = 1000


def run(order: Order) -> Tally:
    """Simulate at least `order.number` deals, from seed `order.seed` on; how many passed, and failed."""
    from scripts.lib.soak import Tally

    counts: Counter[str] = Counter()
    failed = 0
    for result in _runs(order):
        if isinstance(result, str):
            failed += 1
            print(result, flush=True)
        else:
            before = counts["deals"] // REPORT_DEALS
            counts.update(result)
            if counts["deals"] // REPORT_DEALS > before:
                print(f"{counts['deals']} deals in {counts['runs']} runs, {failed} failed", flush=True)
    for name, number in sorted(counts.items()):
        print(f"{name:24}{number:9}")
    return Tally(counts["deals"], failed)


def _runs(order: Order) -> Iterator[Counter[str] | str]:
    """Run after run, until there are deals enough, counting one for each that fails."""
    seeds = count(order.seed)
    missing = order.number
    going: set[Future[Counter[str] | str]] = set()
    with ProcessPoolExecutor(order.jobs) as pool:
        while missing > 0 or going:
            # Never more at once than are missing, so that a failed run can be had again alone.
            while len(going) < min(2 * order.jobs, missing):
                going.add(pool.submit(one, next(seeds)))
            done, going = wait(going, return_when=FIRST_COMPLETED)
            for future in done:
                result = future.result()
                missing -= 1 if isinstance(result, str) else result["deals"]
                yield result


def one(seed: int) -> Counter[str] | str:
    """What happened in the run of this seed, or why it failed."""
    try:
        return Run(seed).play().counts
    except Failure as failure:
        return str(failure)
