"""All golden logs, then random matches, before both verifiers: all rule sets, opened and unopened, whole and damaged.

Match number n is that of seed `--seed` + n. Rule sets, openings and the way of the damage go round.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from p2p_schnapsen.presets import NAMES, loader
from tests.support import independent
from tests.support.both_verifiers import disagreement
from tests.support.duel import Duel, keen, log_of

if TYPE_CHECKING:
    from scripts.lib.soak import Order, Tally

OPENINGS = ("deal", "match", "never")
REPORT_MATCHES = 50
LOGS = Path(__file__).resolve().parents[2] / "protocol" / "logs"


def _flipped(log: bytes, luck: random.Random) -> bytes:
    place = luck.randrange(len(log))
    return log[:place] + bytes([log[place] ^ 1 << luck.randrange(8)]) + log[place + 1 :]


def _cut(log: bytes, luck: random.Random) -> bytes:
    return log[: luck.randrange(len(log))]


def _doubled(log: bytes, luck: random.Random) -> bytes:
    first, second = sorted(luck.sample(range(len(log)), 2))
    return log[:second] + log[first:]


def _bare(log: bytes, luck: random.Random) -> bytes:
    first = luck.randrange(len(log))
    return log[:first] + log[first + luck.randrange(1, 200) :]


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (_flipped, _cut, _doubled, _bare)


def logs_of(seed: int) -> Iterator[tuple[str, bytes]]:
    """The match of a seed, whole and damaged."""
    luck = random.Random(f"verifiers {seed}")
    name = NAMES[seed % len(NAMES)]
    rules = loader.load(name).ruleset.replace(target=luck.choice((1, 2, 3)))
    opening = OPENINGS[seed // len(NAMES) % len(OPENINGS)]
    whole = log_of(Duel.new(f"verifiers {seed}", rules, opening, choose=keen).play().records)
    yield f"{name}, {opening}", whole
    damage = DAMAGES[seed % len(DAMAGES)]
    yield f"{name}, {opening}, {damage.__name__[1:]}", damage(whole, luck)


def golden() -> list[str]:
    """What the verifiers do not agree about in the golden logs, or with what is expected of them."""
    said = []
    for log in sorted(LOGS.glob("*/game.log")):
        expected = json.loads((log.parent / "expected.json").read_text("utf-8"))
        found = asdict(independent.verify(log.read_bytes()))
        if found != {**expected, "marks": tuple(expected["marks"])}:
            said.append(f"{log.parent.name}: {found}")
        elif disagreement(log.read_bytes()):
            said.append(f"{log.parent.name}: {disagreement(log.read_bytes())}")
    return said


def one(seed: int) -> list[str]:
    """For each log of a seed: what the verifiers do not agree about, or nothing."""
    return [said and f"{name}: {said}" for name, said in ((name, disagreement(log)) for name, log in logs_of(seed))]


def run(order: Order) -> Tally:
    """`order.number` matches, from seed `order.seed` on; a match is a case, with its damage."""
    from scripts.lib.soak import Tally

    wrong = golden()
    for line in wrong:
        print(f"failed: golden log {line}", flush=True)
    print(f"{len(list(LOGS.glob('*/game.log')))} golden logs, {len(wrong)} failed", flush=True)
    passed, failed = 0, len(wrong)
    seeds = range(order.seed, order.seed + order.number)
    with ProcessPoolExecutor(order.jobs) as pool:
        for seed, said in zip(seeds, pool.map(one, seeds), strict=True):
            for line in filter(None, said):
                print(f"failed: {line}; again: scripts/soak --verifiers 1 --seed {seed}", flush=True)
            failed += any(said)
            passed += not any(said)
            if (passed + failed) % REPORT_MATCHES == 0:
                print(f"{passed + failed} matches, {failed} failed", flush=True)
    return Tally(passed, failed)
