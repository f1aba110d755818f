"""The logs of the adversary zoo before both verifiers: the same verdict, culprit, record and rule, and the right ones.

The cases are drawn by the seed; as many as there are, or more, are all of them.
"""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

from p2p_schnapsen.gamelog.report import SIDES
from tests.adversary.kinds import CASES
from tests.adversary.zoo import specimen
from tests.support import independent
from tests.support.both_verifiers import disagreement

if TYPE_CHECKING:
    from scripts.lib.soak import Order, Tally

REPORT_CASES = 100


def one(number: int) -> str:
    """What is wrong with the verdicts on a case; empty where nothing is."""
    found = specimen(CASES[number])
    said = independent.verify(found.data)
    wanted = ("proven", SIDES[found.culprit], found.record, found.code)
    got = (said.verdict, said.culprit, said.record, said.code)
    if got != wanted:
        return f"{found.name}: {got}, not {wanted}"
    said_otherwise = disagreement(found.data)
    return said_otherwise and f"{found.name}: {said_otherwise}"


def run(order: Order) -> Tally:
    """`order.number` cases, drawn by the seed."""
    from scripts.lib.soak import Tally

    numbers = random.Random(order.seed).sample(range(len(CASES)), min(order.number, len(CASES)))
    # Neighbours share the match that they cheat in.
    numbers.sort()
    passed = failed = 0
    with ProcessPoolExecutor(order.jobs) as pool:
        for said in pool.map(one, numbers, chunksize=8):
            if said:
                print(f"failed: {said}", flush=True)
            failed += bool(said)
            passed += not said
            if (passed + failed) % REPORT_CASES == 0:
                print(f"{passed + failed} cheats of {len(CASES)}, {failed} failed", flush=True)
    return Tally(passed, failed)
