"""Every bit of whole one-deal logs, flipped in turn: no record is taken, and nobody is blamed.

Log number n is that of seed `--seed` + n; rule sets and packs go round.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from p2p_schnapsen.presets import NAMES, loader
from tests.support.damage import all_bits, briefly, harmful
from tests.support.duel import Duel

if TYPE_CHECKING:
    from scripts.lib.soak import Order, Tally


@lru_cache(2)
def log_of(seed: int) -> Duel:
    """The match of a seed, played to its end."""
    rules = loader.load(NAMES[seed % len(NAMES)]).ruleset.replace(target=1)
    return Duel.new(f"damage {seed}", rules, ("deal", "match", "never")[seed % 3], choose=briefly).play()


def tried(seed: int, place: int) -> tuple[int, list[int]]:
    """How many bits record `place` has, and those that did harm."""
    duel = log_of(seed)
    record = duel.records[place]
    return 8 * len(record), list(harmful(duel.states[place], record, all_bits(record)))


def run(order: Order) -> Tally:
    """All bits of `order.number` logs, from seed `order.seed` on; a flipped bit is a case."""
    from scripts.lib.soak import Tally

    passed = failed = 0
    with ProcessPoolExecutor(order.jobs, multiprocessing.get_context("fork")) as pool:
        for seed in range(order.seed, order.seed + order.number):
            places = range(len(log_of(seed).records))
            for place, (bits, harm) in zip(places, pool.map(partial(tried, seed), places), strict=True):
                passed, failed = passed + bits - len(harm), failed + len(harm)
                for bit in harm:
                    print(
                        f"failed: record {place}, bit {bit}; again: scripts/soak --damage 1 --seed {seed}", flush=True
                    )
            print(f"{passed + failed} bits of {seed - order.seed + 1} logs", flush=True)
    return Tally(passed, failed)
