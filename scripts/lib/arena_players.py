"""The players that `scripts/arena` knows: our levels, one that plays at random, and the bots of the package schnapsen.

Those of the package play in an environment of their own, under the package's rules, on the package's engine; our
engine plays along, and the two must agree on every move and on the result.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from p2p_schnapsen.bot import LEVELS, Choose
from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.cards import NAMES, cards_of
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, Move, exchange, follow, lead, marriage
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView
from tests.support.deals import Dealt

LIB = Path(__file__).resolve().parent
PACKAGE_BOTS = {"rdeep": 2, "rand": 0, "bully": 0}
"""Bots of the package, and how many numbers each takes: rdeep:SAMPLES:DEPTH."""

PACKAGE_RULES = load("schnapsen").ruleset.replace(
    out="auto", schwarz="pointless", marriage_pending="next", marriage_lead="king", target=1
)
"""The package's game, closing apart. Its deals stand alone: to win one is to win the match."""


def at_random(view: PlayerView, rng: random.Random) -> Move:
    """Any legal move, but no claim that is not true."""
    true = view.deal.points[view.me] >= OUT
    return rng.choice([move for move in view.legal if move.kind is not Kind.CLAIM or true])


def player_of(name: str) -> Choose:
    """One of our own players by name."""
    return at_random if name == "random" else LEVELS[name]


def is_packaged(name: str) -> bool:
    """Whether the name is of a bot of the package."""
    return name.partition(":")[0] in PACKAGE_BOTS


class Played(NamedTuple):
    """One deal between two players, the first of whom sat at `seat`: game points, and seconds of each move."""

    points: tuple[int, int]
    seconds: tuple[list[float], list[float]]


def play(dealt: Dealt, names: tuple[str, str], seed: str) -> Played:
    """A deal among our own; `names` by seat."""
    deal = dealt.full()
    match = Match(dealt.ruleset, dealt.dealer)
    players = [player_of(name) for name in names]
    luck = [random.Random(f"{seed} {seat}") for seat in (0, 1)]
    seconds: tuple[list[float], list[float]] = ([], [])
    while deal.turn is not None:
        turn = deal.turn
        view = PlayerView.of(deal, match, turn, deal.known[turn])
        start = time.process_time()
        move = players[turn](view, luck[turn])
        seconds[turn].append(time.process_time() - start)
        deal.play(move)
    return Played(_points(deal), seconds)


def play_packaged(dealt: Dealt, ours: str, theirs: str, seat: int, seed: str) -> Played:
    """A deal of our player `ours` at `seat` against a bot of the package. Raises AssertionError if engines differ."""
    deal = dealt.full()
    elder = deal.elder
    name, *numbers = theirs.split(":")
    parts = [[_their_name(card) for card in cards_of(deal.known[player])] for player in (elder, 1 - elder)]
    talon = [_their_name(card) for card in (*dealt.talon, dealt.up)]
    process = _worker()
    _say(
        process,
        {
            "bot": name,
            "numbers": [int(number) for number in numbers],
            "seat": 0 if elder != seat else 1,
            "seed": seed,
            "parts": [*parts, talon],
        },
    )
    choose, rng = player_of(ours), random.Random(f"{seed} {seat}")
    match = Match(dealt.ruleset, dealt.dealer)
    seconds: tuple[list[float], list[float]] = ([], [])
    while True:
        said = _hear(process)
        if "winner" in said:
            winner = elder if said["winner"] == 0 else 1 - elder
            outcome = deal.outcome
            assert outcome is not None, "the package has ended the deal, we have not"
            assert (outcome.winner, outcome.value) == (winner, said["points"]), "the engines differ in a result"
            return Played(_points(deal), seconds)
        turn = deal.turn
        assert turn is not None, "we have ended the deal, the package has not"
        if "moved" in said:
            assert turn != seat, "the engines differ in whose turn it is"
            seconds[turn].append(said["seconds"])
            for move in _our_moves(deal, *said["moved"]):
                deal.play(move)
        else:
            assert turn == seat, "the engines differ in whose turn it is"
            view = PlayerView.of(deal, match, seat, deal.known[seat])
            view = replace(view, legal=tuple(move for move in view.legal if move.kind is not Kind.CLOSE))
            start = time.process_time()
            move = choose(view, rng)
            seconds[seat].append(time.process_time() - start)
            _say(process, {"move": _their_move(move)})
            deal.play(move)
            if move.kind is Kind.MARRIAGE:
                deal.play(deal.legal()[0])  # its king: cards come first


def _points(deal: Deal) -> tuple[int, int]:
    outcome = deal.outcome
    assert outcome is not None
    return (outcome.value if outcome.winner == 0 else 0, outcome.value if outcome.winner == 1 else 0)


@cache
def _worker() -> subprocess.Popen[str]:
    """The package's process, one for each of ours; it ends with us, since its stdin does."""
    in_environment = [sys.executable, "-I", "-S", str(LIB / "environment.py"), "schnapsen", "python"]
    worker = [*in_environment, str(LIB / "arena_worker.py")]
    return subprocess.Popen(worker, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")


def _say(process: subprocess.Popen[str], message: dict[str, Any]) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(message) + "\n")
    process.stdin.flush()


def _hear(process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise SystemExit("scripts/arena: the package schnapsen cannot be played; see above")
    said: dict[str, Any] = json.loads(line)
    return said


_RANKS = {"J": "JACK", "Q": "QUEEN", "K": "KING", "T": "TEN", "A": "ACE"}
_SUITS = {"C": "CLUBS", "D": "DIAMONDS", "H": "HEARTS", "S": "SPADES"}
_CARDS = {f"{_RANKS[name[0]]}_{_SUITS[name[1]]}": card for card, name in enumerate(NAMES) if name[0] in _RANKS}
_THEIRS = {card: name for name, card in _CARDS.items()}


def _their_name(card: int) -> str:
    return _THEIRS[card]


def _their_move(move: Move) -> list[str]:
    kinds: dict[Kind, str] = {Kind.EXCHANGE: "exchange", Kind.MARRIAGE: "marriage"}
    return [kinds.get(move.kind, "card"), _their_name(move.card)]


def _our_moves(deal: Deal, kind: str, name: str) -> list[Move]:
    card = _CARDS[name]
    if kind == "exchange":
        return [exchange(card)]
    if kind == "marriage":
        return [marriage(card // 6), lead(card)]
    return [lead(card) if deal.led is None else follow(card)]
