"""Measures the program against what the same machine does in the same run, and prints a table or JSON.

Times are processor times, the best of several runs, since machines are noisy. `group_share` is the part of a time that
the bare library calls explain: group operations counted in the run × the cost of rbcl's own call measured in this run
/ whole time.
`over_work` is its counterpart for whole records: time / (group operations and signatures at their bare cost).
`ratio` is our speed / the other side's, the median over rounds taken in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

# For tests.support and scripts.lib, which are not installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from p2p_schnapsen.crypto import challenge, dleq, group, mask, membership, shuffle, signing
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.rules import cards
from p2p_schnapsen.table.phases import Phase
from scripts.lib import bench_lead
from scripts.lib.bench_bot import bot
from scripts.lib.bench_engine import against_schnapsen, engine
from scripts.lib.bench_serve import serving
from scripts.lib.bench_start import start
from scripts.lib.bench_strangers import strangers
from scripts.lib.bench_verify import jobs, memory
from tests.support.duel import Duel

T = TypeVar("T")
Row = dict[str, Any]

REPEATS = 7
LEAST_SECONDS = 0.01
"""Shorter runs are timed several at once."""
SEED = bytes(range(32))
CTX = challenge.context(bytes(64), 1, 0, bytes(64), 0, "bench", 0)
SECRET = challenge.to_scalar("bench", SEED)
KEY = group.base_mul(SECRET)


def seconds_of(run: Callable[[], object]) -> float:
    """Processor seconds of one run: what other programs do meanwhile is not counted."""
    start = time.process_time()
    run()
    return time.process_time() - start


class Bare:
    """What one bare call of the libraries below costs, in seconds: the least that was seen so far."""

    CALLS = 40

    def __init__(self) -> None:
        key = signing.generate(SEED)
        public, message = key.public_key(), bytes(600)
        signature = key.sign(message)
        self._calls: dict[str, Callable[[], object]] = {
            **group.bare_calls(),
            "sign": lambda: key.sign(message),
            "check": lambda: public.verify(signature, message),
        }
        self.cost = dict.fromkeys(self._calls, float("inf"))

    def time(self) -> None:
        """Time every kind once more."""
        for kind, call in self._calls.items():
            seconds = seconds_of(partial(_many, call, self.CALLS)) / self.CALLS
            self.cost[kind] = min(self.cost[kind], seconds)

    def explain(self, counts: dict[str, int]) -> float:
        """Seconds that counted operations cost in bare calls."""
        return sum(number * self.cost[kind] for kind, number in counts.items())


def _many(call: Callable[[], object], number: int) -> None:
    for _ in range(number):
        call()


@contextmanager
def counting() -> Iterator[dict[str, int]]:
    """Counts group operations, signatures made ("sign") and checked ("check")."""
    with group.counting() as counts:
        sign, check = signing.sign, signing.verify

        def counted(kind: str, function: Callable[..., T]) -> Callable[..., T]:
            def call(*arguments: Any) -> T:
                counts[kind] += 1
                return function(*arguments)

            return call

        signing.sign, signing.verify = counted("sign", sign), counted("check", check)
        try:
            yield counts
        finally:
            signing.sign, signing.verify = sign, check


def measure(run: Callable[[], object], repeats: int = REPEATS, per: int = 1) -> Row:
    """Time of `run`, the share of it that bare calls explain, and `muls`: the time in bare `mul` calls.

    Runs and bare calls are timed in turn, so that both meet the same machine.
    """
    with counting() as counts:
        run()
    # A short call is repeated until the clock can tell its length.
    times = max(1, round(LEAST_SECONDS / max(seconds_of(run), 1e-6)))
    bare, seconds = Bare(), float("inf")
    for _ in range(repeats):
        bare.time()
        seconds = min(seconds, seconds_of(partial(_many, run, times)) / times)
    return {
        "ms": 1000 * seconds / per,
        "group_share": bare.explain(counts) / seconds,
        "muls": seconds / per / bare.cost["mul"],
        "operations": {kind: round(number / per) for kind, number in counts.items()},
    }


def shuffles() -> Row:
    """Remasking, proving and verifying a shuffle of 20 and of 24 cards."""
    rows: Row = {}
    for n in (20, 24):
        deck = mask.initial_deck(cards.deck(n), KEY)
        r = [challenge.nonce(SEED + SEED, "r", i) for i in range(n)]
        order = list(reversed(range(n)))
        out = tuple(mask.remask(deck[j], r[j], KEY) for j in order)
        proof = shuffle.prove(SEED, CTX, KEY, deck, out, order, r)
        remask = measure(partial(_remask, deck, r))
        prove = measure(partial(shuffle.prove, SEED, CTX, KEY, deck, out, order, r))
        check = measure(partial(shuffle.verify, CTX, KEY, deck, out, proof))
        prove["per_n_muls"] = (remask["muls"] + prove["muls"]) / n
        check["per_n_muls"] = check["muls"] / n
        sizes = {"proof_bytes": len(proof), "deck_bytes": len(mask.encode_deck(out))}
        rows |= {f"remask n={n}": remask, f"prove n={n}": prove | sizes, f"verify n={n}": check}
    return rows


def _remask(deck: Sequence[mask.Mask], r: Sequence[group.Scalar]) -> None:
    for card, k in zip(deck, r, strict=True):
        mask.remask(card, k, KEY)


def hands() -> Row:
    """Sorting a hand of 5, revealing a card, and duties over 5, 10 and 15 cards."""
    hand = tuple(mask.remask(m, SECRET, KEY) for m in mask.initial_deck(cards.deck(20)[:5], KEY))
    out, proof = shuffle.shuffle(SEED, CTX, KEY, hand)
    a, v = hand[0]
    share = dleq.share(SEED, CTX, SECRET, KEY, a)
    rows: Row = {
        "sort 5: shuffle and prove": measure(lambda: shuffle.shuffle(SEED, CTX, KEY, hand))
        | {"proof_bytes": len(proof)},
        "sort 5: verify": measure(lambda: shuffle.verify(CTX, KEY, hand, out, proof)),
        "reveal: share": measure(lambda: dleq.share(SEED, CTX, SECRET, KEY, a)) | {"proof_bytes": len(share)},
        "reveal: verify and look": measure(lambda: mask.card_of(group.sub(v, dleq.verify(CTX, KEY, a, share)))),
    }
    for size in (5, 10, 15):
        allowed = cards.deck(20)[:size]
        duty = membership.prove(SEED, CTX, SECRET, KEY, a, v, allowed)
        rows[f"duty over {size}: prove"] = measure(partial(membership.prove, SEED, CTX, SECRET, KEY, a, v, allowed)) | {
            "proof_bytes": len(duty)
        }
        rows[f"duty over {size}: verify"] = measure(partial(membership.verify, CTX, KEY, a, v, allowed, duty))
    return rows


def _over_work(row: Row) -> Row:
    share = row.pop("group_share")
    return row | {"over_work": 1 / share}


def deals() -> Row:
    """The set-up of a deal, both peers' work."""
    started = Duel.new("bench").play(until=lambda table: table.phase is Phase.COMMIT)
    before = started.state, [dict(seat._secrets) for seat in started.seats]

    def set_up() -> None:
        for seat, secrets in zip(started.seats, before[1], strict=True):
            seat.state, seat._secrets = before[0], dict(secrets)
        started.play(until=lambda table: table.phase is Phase.LEAD)

    return {"set-up of a deal": _over_work(measure(set_up))}


def lead() -> Row:
    """The way of a lead in times of its checks: as the program makes them, and (`over_bare`) as bare library calls."""
    rows = bench_lead.lead()
    with bench_lead.scene() as (way, _):
        rows["the way of a lead"]["over_bare"] = 1 / measure(way)["group_share"]
    return rows


def verification() -> Row:
    """Verification of a whole match, per deal."""
    rows: Row = {}
    for opening in ("deal", "never"):
        duel = Duel.new("bench", opening=opening).play()
        log = duel.log()
        report = verify(log)
        row = _over_work(measure(partial(verify, log), 3, per=report.deals))
        row["log_bytes"] = len(log) // report.deals
        row["records"] = report.records // report.deals
        rows["verify a deal, " + ("opened" if opening == "deal" else "unopened")] = row
    return rows


BENCHES: dict[str, Callable[[], Row]] = {
    "shuffle": shuffles,
    "hand": hands,
    "deal": deals,
    "lead": lead,
    "verify": verification,
    "engine": engine,
    "bot": bot,
    "start": start,
}
ON_REQUEST: dict[str, Callable[[], Row]] = {
    "schnapsen": against_schnapsen,
    "serve": serving,
    "strangers": strangers,
    "jobs": jobs,
    "memory": memory,
}
"""Those that need more than the program does, or minutes: not among what runs when nothing is named."""

TARGETS: dict[str, tuple[str, Callable[[float], bool], str]] = {
    "prove n=20": ("group_share", lambda share: share >= 0.8, ">= 0.8"),
    "verify n=20": ("group_share", lambda share: share >= 0.8, ">= 0.8"),
    "prove n=20 ": ("per_n_muls", lambda ratio: ratio <= 12, "<= 12"),
    "verify n=20 ": ("per_n_muls", lambda ratio: ratio <= 16, "<= 16"),
    "set-up of a deal": ("over_work", lambda ratio: ratio <= 1.3, "<= 1.3"),
    "the way of a lead": ("over_checks", lambda ratio: ratio <= 1.6, "<= 1.6"),
    "verify a deal, opened": ("over_work", lambda ratio: ratio <= 1.35, "<= 1.35"),
    "verify, two jobs": ("ratio", lambda ratio: ratio >= 1.8, ">= 1.8"),
    "verify, memory": ("growth", lambda growth: growth <= 1.1, "<= 1.1"),
    "engine, same hands": ("ratio", lambda ratio: ratio >= 2, ">= 2"),
    "a match, 100 at a time": ("over_few", lambda ratio: ratio <= 1.2, "<= 1.2"),
    "a match, 100 at a time ": ("memory_mib", lambda mib: mib <= 1, "<= 1"),
    "a deal in a crowd": ("ratio", lambda ratio: ratio <= 2, "<= 2"),
    "a friend in a crowd": ("s", lambda seconds: seconds <= 3, "<= 3"),
    "ending of 5 cards, schnapsen": ("ms", lambda ms: ms <= 20, "<= 20"),
    "decision, strong": ("ms", lambda ms: ms < 400, "< 400"),
    "decision, strong ": ("ms_most", lambda ms: ms <= 1000, "<= 1000"),
    "start, --version": ("ratio", lambda ratio: ratio <= 3.5, "<= 3.5"),
    "start, --help": ("ratio", lambda ratio: ratio <= 3.5, "<= 3.5"),
    "start, --help in German": ("ratio", lambda ratio: ratio <= 3.5, "<= 3.5"),
    "first paint": ("ms", lambda ms: ms <= 300, "<= 300"),
    "engine, with player's views": ("ratio", lambda ratio: ratio >= 2, ">= 2"),
}
"""Row (a trailing blank tells two targets of one row apart) -> its figure, the test, and the test in words."""


def _cell(name: str, value: object) -> str:
    if isinstance(value, list):
        return "..".join(_cell(name, one) for one in value)
    if name == "operations" and isinstance(value, dict):
        return " ".join(f"{kind}:{number}" for kind, number in sorted(value.items()))
    return f"{value:.3g}" if isinstance(value, float) and value < 1000 else f"{value:,.0f}"


def _print_table(rows: Row) -> None:
    for name, row in rows.items():
        print(f"{name:28}", "  ".join(f"{key} {_cell(key, value)}" for key, value in row.items()))
    print()
    for name, (figure, reached, words) in TARGETS.items():
        row = rows.get(name.strip())
        if row is not None:
            verdict = "reached" if reached(row[figure]) else "MISSED"
            print(f"{name.strip():28} {figure} {row[figure]:.3g} (wanted {words}): {verdict}")


def main() -> int:
    """Run the benches named, or all that need no more than the program does."""
    benches = BENCHES | ON_REQUEST
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="benches:\n" + "\n".join(f"  {name:9} {bench.__doc__}" for name, bench in benches.items()),
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"what to measure (default: all but {', '.join(ON_REQUEST)})"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    for name in options.names:
        if name not in benches:
            parser.error(f"no such bench: {name} (there are {', '.join(benches)})")
    rows: Row = {}
    for name in options.names or BENCHES:
        rows |= benches[name]()
    if options.json:
        machine = {"python": sys.version.split()[0], "cores": os.cpu_count()}
        print(json.dumps({"machine": machine, "rows": rows}, indent=1))
    else:
        _print_table(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
