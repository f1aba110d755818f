"""How many random decisions the rules engine takes a second: alone, and against the PyPI package `schnapsen`.

Against the package both sides play the same hands, in rounds taken in turn, each in one thread, each with the checks
that it has.  Both choose at random among all legal moves; our side leaves closing out, which the package does not
have.  A marriage and the king that must then be led are one decision, as in the package.  Dealing, and counting the
decisions, is not in the times.
"""

from __future__ import annotations

import gc
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules import cards
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, Move, close
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.view import PlayerView
from tests.support.deals import Dealt

Row = dict[str, Any]

RULES = load("schnapsen").ruleset.replace(
    out="auto", schwarz="pointless", marriage_pending="next", marriage_lead="king"
)
"""The package's game, closing apart."""

MATCH = Match(RULES, dealer=1)

HANDS, ROUNDS, SEED = 200, 25, 1
AT_ONCE = 5
"""Our side plays the hands that often in a round, so that its rounds are about as long as the package's."""
CLOSE = close()
LIB = Path(__file__).resolve().parent


class Round(NamedTuple):
    """One side's round: random decisions taken, and the processor seconds that they took."""

    decisions: int
    seconds: float

    @property
    def speed(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds


def engine() -> Row:
    """Random deals and decisions per second of the rules engine, full knowledge, on one core."""
    rng = random.Random(SEED)
    ruleset = Ruleset()
    starts = []
    for _ in range(2000):
        pack = list(cards.deck(20))
        rng.shuffle(pack)
        starts.append((cards.mask_of(pack[:5]), cards.mask_of(pack[5:10]), pack[10], tuple(pack[11:])))

    def run() -> Round:
        decisions = 0
        start = time.process_time()
        for host, guest, up, talon in starts:
            deal = Deal.start(ruleset, 0, up, (host, guest), talon)
            while deal.outcome is None:
                deal.play(rng.choice(deal.legal()))
                decisions += 1
        return Round(decisions, time.process_time() - start)

    best = max((run() for _ in range(3)), key=lambda taken: taken.speed)
    return {"engine": {"deals_per_second": len(starts) / best.seconds, "decisions_per_second": best.speed}}


# The package's hands, played here

RANKS = {"JACK": "J", "QUEEN": "Q", "KING": "K", "TEN": "T", "ACE": "A"}


def card(name: str) -> cards.Card:
    """The card that the package calls e.g. TEN_HEARTS. Raises ValueError for one that Schnapsen has not."""
    rank, _, suit = name.partition("_")
    if rank not in RANKS:
        raise ValueError(f"not a card of this game: {name}")
    return cards.parse(RANKS[rank] + suit[:1])


def dealt(leader: Sequence[str], follower: Sequence[str], talon: Sequence[str]) -> Dealt:
    """A deal of the package: its leader is player 0, the last card of its talon lies face up."""
    *face_down, up = map(card, talon)
    return Dealt(
        RULES,
        MATCH.dealer,
        (cards.mask_of(map(card, leader)), cards.mask_of(map(card, follower))),
        up,
        tuple(face_down),
    )


def seen_by_the_player(deal: Deal) -> list[Move]:
    """The legal moves, by way of what the side in turn may see: as a bot in a match is asked."""
    turn = deal.turn
    assert turn is not None
    return list(PlayerView.of(deal, MATCH, turn, deal.known[turn]).legal)


def play(deal: Deal, choose: Callable[[list[Move]], Move], legal: Callable[[Deal], list[Move]] = Deal.legal) -> int:
    """Plays a deal to its end, by `choose` among what is legal less closing; gives the decisions taken."""
    decisions = 0
    while deal.outcome is None:
        moves = legal(deal)
        if moves[-1] is CLOSE:  # the last of what `RULES` can list
            moves.pop()
        move = choose(moves)
        deal.play(move)
        if move.kind is Kind.MARRIAGE:
            deal.play(deal.legal()[0])  # its king: cards come first
        decisions += 1
    return decisions


def our_round(hands: list[Dealt], legal: Callable[[Deal], list[Move]]) -> Round:
    """Plays all hands `AT_ONCE` times, always with the same random numbers."""
    choose = random.Random(SEED).choice
    start = time.process_time()
    decisions = sum(play(hand.full(), choose, legal) for hand in hands * AT_ONCE)
    return Round(decisions, time.process_time() - start)


# Against one another

OURS: dict[str, Callable[[Deal], list[Move]]] = {
    "engine, same hands": Deal.legal,
    "engine, with player's views": seen_by_the_player,
}


def against_schnapsen() -> Row:
    """The engine against the PyPI package `schnapsen`, same hands. Only where named: sets up .venv-schnapsen, 300 MB"""
    in_environment = [sys.executable, "-I", "-S", str(LIB / "environment.py"), "schnapsen", "python"]
    worker = [*in_environment, str(LIB / "schnapsen_worker.py")]
    try:
        with subprocess.Popen(worker, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
            return _in_turn(process)
    except (EOFError, BrokenPipeError):
        raise SystemExit("scripts/bench: the package schnapsen cannot be measured; see above") from None


def _in_turn(process: subprocess.Popen[str]) -> Row:
    """Rounds of the worker and of our own, in turn. Raises EOFError or BrokenPipeError when the worker ends."""
    answer = _ask(process, {"hands": HANDS, "seed": SEED})
    hands = [dealt(*parts) for parts in answer["hands"]]
    theirs: list[Round] = []
    ours: dict[str, list[Round]] = {name: [] for name in OURS}
    gc.collect()
    gc.freeze()  # as the worker does: what else was loaded is not to slow either side
    for _ in range(ROUNDS):
        theirs.append(Round(answer["decisions"], _ask(process, {})["seconds"]))
        for name, legal in OURS.items():
            ours[name].append(our_round(hands, legal))
    gc.unfreeze()
    return table(f"package schnapsen {answer['version']}", theirs, ours, len(hands))


def _ask(process: subprocess.Popen[str], question: Row) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(question) + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise EOFError
    return json.loads(answer)


def table(package: str, theirs: Sequence[Round], ours: Mapping[str, Sequence[Round]], hands: int) -> Row:
    """The rows for rounds over so many hands, of ours with the median ratio to the package's, and its spread."""
    rows: Row = {package: _speed(theirs, hands)}
    for name, rounds in ours.items():
        ratios = [our.speed / their.speed for our, their in zip(rounds, theirs, strict=True)]
        lower, middle, upper = statistics.quantiles(ratios, n=4, method="inclusive")
        spread = {"ratio": middle, "quartiles": [lower, upper], "extremes": [min(ratios), max(ratios)]}
        rows[name] = _speed(rounds, hands * AT_ONCE) | spread | {"rounds": len(rounds)}
    return rows


def _speed(rounds: Sequence[Round], hands: int) -> Row:
    return {
        "decisions_per_second": statistics.median(taken.speed for taken in rounds),
        "decisions_per_hand": rounds[0].decisions / hands,
    }
