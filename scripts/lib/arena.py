"""Two computer players play each other: who wins how often, and how sure that is.

Every deal is played twice, the second time with the hands swapped; the interval (95 %) is over such pairs, and a deal
that nobody wins counts half.  Players: random, LEVELS, and of the PyPI package `schnapsen` (in `.venv-schnapsen`,
300 MB, made only then) rdeep:SAMPLES:DEPTH, bully, rand, which play under that package's rules: marriages always wait
for the next trick, 66 ends the deal, nobody closes.  Each deal stands alone, at the score 0 : 0 of a match to `target`
(of 1 against the package).  The same seed gives the same deals and, on any machine, the same moves.  Ctrl-C ends it
early, and it tells what there is.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

# For tests.support and scripts.lib, which are not installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from p2p_schnapsen.bot import LEVELS
from p2p_schnapsen.errors import SchnapsenError
from p2p_schnapsen.presets import loader
from p2p_schnapsen.rules.ruleset import Ruleset
from scripts.lib.arena_players import PACKAGE_BOTS, PACKAGE_RULES, Played, is_packaged, play, play_packaged
from tests.support.deals import random_deal

INTERRUPTED = 130
NORMAL_95 = 1.959964


class Pair(NamedTuple):
    """One deal, played twice: what the first player won of it (0 to 1), game points, and seconds of each move."""

    won: float
    points: tuple[int, int]
    seconds: tuple[list[float], list[float]]


def pair_of(names: tuple[str, str], ruleset: Ruleset, seed: int, number: int) -> Pair:
    """Deal `number` of a seed, with the first player in either seat."""
    dealt = random_deal(ruleset, seed * 1_000_003 + number, number % 2)
    won, points = 0.0, [0, 0]
    seconds: tuple[list[float], list[float]] = ([], [])
    for seat in (0, 1):
        played = _one(dealt, names, seat, f"{seed} {number} {seat}")
        mine, other = played.points[seat], played.points[1 - seat]
        won += 0.5 if mine == other else float(mine > other)
        points[0] += mine
        points[1] += other
        seconds[0].extend(played.seconds[seat])
        seconds[1].extend(played.seconds[1 - seat])
    return Pair(won / 2, (points[0], points[1]), seconds)


def _one(dealt: Any, names: tuple[str, str], seat: int, seed: str) -> Played:
    if is_packaged(names[1]):
        return play_packaged(dealt, names[0], names[1], seat, seed)
    return play(dealt, names if seat == 0 else (names[1], names[0]), seed)


class Result(NamedTuple):
    """What all pairs came to."""

    deals: int
    win_rate: float
    half_interval: float
    points: tuple[int, int]
    seconds: tuple[list[float], list[float]]

    def as_json(self, names: tuple[str, str]) -> dict[str, Any]:
        """For scripts: rates from 0 to 1, times in seconds."""
        return {
            "players": list(names),
            "paired_deals": self.deals,
            "win_rate": self.win_rate,
            "interval": [self.win_rate - self.half_interval, self.win_rate + self.half_interval],
            "game_points": list(self.points),
            "seconds_per_move": [
                {"median": statistics.median(times), "mean": statistics.fmean(times), "most": max(times)}
                for times in self.seconds
            ],
        }

    def lines(self, names: tuple[str, str]) -> list[str]:
        """For people."""
        low, high = (100 * (self.win_rate + sign * self.half_interval) for sign in (-1, 1))
        mine, other = self.points
        rate = f"{100 * self.win_rate:.1f} % of {self.deals} deals, each played twice (95 %: {low:.1f} to {high:.1f})"
        return [
            f"{names[0]} v {names[1]}: {rate}",
            f"game points {mine} : {other}, {(mine - other) / 2 / self.deals:+.3f} a deal",
            *(
                f"{name}: median {1000 * statistics.median(times):.1f} ms a move,"
                f" mean {1000 * statistics.fmean(times):.1f}, most {1000 * max(times):.0f}"
                for name, times in zip(names, self.seconds, strict=True)
            ),
        ]


def summed(pairs: list[Pair]) -> Result:
    """All pairs together."""
    won = [pair.won for pair in pairs]
    half = NORMAL_95 * statistics.stdev(won) / math.sqrt(len(won)) if len(won) > 1 else 0.5
    points = (sum(pair.points[0] for pair in pairs), sum(pair.points[1] for pair in pairs))
    seconds = ([s for pair in pairs for s in pair.seconds[0]], [s for pair in pairs for s in pair.seconds[1]])
    return Result(len(won), statistics.fmean(won), half, points, seconds)


def _pairs(names: tuple[str, str], ruleset: Ruleset, seed: int, deals: int, jobs: int) -> Iterator[Pair]:
    task = partial(pair_of, names, ruleset, seed)
    if jobs == 1:
        yield from map(task, range(deals))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(task, range(deals), chunksize=max(1, min(8, deals // jobs)))


def _play(coming: Iterable[Pair], deals: int, pairs: list[Pair]) -> None:
    """Puts each pair into `pairs`, and says on a terminal how far that has come."""
    start = time.monotonic()
    for pair in coming:
        pairs.append(pair)
        if sys.stderr.isatty():
            rate = statistics.fmean(one.won for one in pairs)
            left = (time.monotonic() - start) / len(pairs) * (deals - len(pairs))
            line = f"\r{len(pairs)}/{deals}  {100 * rate:.1f} %  {left:.0f} s left \033[K"
            print(line, end="" if len(pairs) < deals else "\r\033[K", file=sys.stderr, flush=True)


def _player(text: str) -> str:
    name, *numbers = text.split(":")
    known = text in ("random", *LEVELS)
    if not known and not (
        len(numbers) == PACKAGE_BOTS.get(name, -1) and all(n.isdecimal() and int(n) for n in numbers)
    ):
        raise argparse.ArgumentTypeError(f"no player is called {text!r}")
    return text


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def main() -> int:
    """Plays, and prints what it came to."""
    parser = argparse.ArgumentParser(
        prog="scripts/arena",
        description=(__doc__ or "").replace("LEVELS", ", ".join(LEVELS)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("player", type=_player, help="the first player")
    parser.add_argument("other", type=_player, help="the second; a bot of the package can only be this one")
    parser.add_argument("--deals", type=_positive, default=100, help="each is played twice (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of deals and players (default: %(default)s)")
    parser.add_argument("--rules", default="schnapsen", help="the rule set (default: %(default)s)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], dest="settings", help="changed fields of it")
    parser.add_argument("--jobs", type=_positive, default=1, help="processes at once (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    names = (options.player, options.other)
    if is_packaged(options.player):
        parser.error("a bot of the package can only be the second player")
    if is_packaged(options.other):
        if options.rules != "schnapsen" or options.settings:
            parser.error("the package's bots play by the package's rules only")
        ruleset = PACKAGE_RULES
    else:
        try:
            ruleset = loader.resolve(options.rules, options.settings).ruleset
        except SchnapsenError as error:
            parser.error(f"no such rules: {error}")
    pairs: list[Pair] = []
    with contextlib.suppress(KeyboardInterrupt):
        _play(_pairs(names, ruleset, options.seed, options.deals, options.jobs), options.deals, pairs)
    if not pairs:
        return INTERRUPTED
    result = summed(pairs)
    if options.json:
        print(json.dumps(result.as_json(names)))
    else:
        print("\n".join(result.lines(names)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
