"""The other side of `scripts/arena`: a bot of the PyPI package `schnapsen`, in its own environment.

The package's engine runs the deal; the player on our side is asked over the pipe.  A line of JSON each way:

    {"bot": "rdeep", "numbers": [16, 10], "seat": 1, "seed": S, "parts": [leader's cards, follower's cards, talon]}
        begins a deal; `seat` 0 is the one that leads first, and is where the package's bot sits
    {"moved": ["card", "TEN_HEARTS"], "seconds": 0.1}   what the package's bot did
    {"asked": true}                                     answered with {"move": ["card", "ACE_SPADES"]}
    {"winner": 0, "points": 2}                          ends the deal

A move is ["card", card], ["marriage", its king] or ["exchange", the jack].  Only the package and the standard library
are imported here.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

from schnapsen.bots import BullyBot, RandBot, RdeepBot
from schnapsen.deck import Card, Rank
from schnapsen.game import (
    Bot,
    BotState,
    GameState,
    Hand,
    Marriage,
    RegularMove,
    SchnapsenGamePlayEngine,
    Talon,
    TrumpExchange,
)

BOTS: dict[str, Any] = {
    "rdeep": lambda rng, numbers: RdeepBot(*numbers, rand=rng),
    "rand": lambda rng, _: RandBot(rng),
    "bully": lambda rng, _: BullyBot(rng),
}


def say(message: dict[str, Any]) -> None:
    """One line to the other side."""
    print(json.dumps(message), flush=True)


class Told(Bot):  # type: ignore[misc]  # the package is not installed where types are checked
    """A bot of the package; what it does is told."""

    def __init__(self, bot: Any) -> None:
        super().__init__("told")
        self._bot = bot

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        """As the bot."""
        start = time.process_time()
        move = self._bot.get_move(perspective, leader_move)
        say({"moved": words_of(move), "seconds": time.process_time() - start})
        return move


class Asked(Bot):  # type: ignore[misc]  # the package is not installed where types are checked
    """The player on the other side of the pipe."""

    def get_move(self, perspective: Any, leader_move: Any) -> Any:  # noqa: ARG002 - it has seen all that by itself
        """What it answers."""
        say({"asked": True})
        kind, name = json.loads(sys.stdin.readline())["move"]
        card = Card[name]
        if kind == "exchange":
            return TrumpExchange(card)
        if kind == "marriage":
            return Marriage(Card.get_card(Rank.QUEEN, card.suit), card)
        return RegularMove(card)


def words_of(move: Any) -> list[str]:
    """A move of the package in words."""
    if move.is_trump_exchange():
        return ["exchange", move.jack.name]
    if move.is_marriage():
        return ["marriage", move.king_card.name]
    return ["card", move.card.name]


def play(order: dict[str, Any]) -> None:
    """One deal."""
    bot = Told(BOTS[order["bot"]](random.Random(order["seed"]), order["numbers"]))
    both = (bot, Asked("asked")) if order["seat"] == 0 else (Asked("asked"), bot)
    leader, follower, talon = ([Card[name] for name in part] for part in order["parts"])
    states = [BotState(one, Hand(cards)) for one, cards in zip(both, (leader, follower), strict=True)]
    engine = SchnapsenGamePlayEngine()
    winner, points, _ = engine.play_game_from_state(GameState(*states, Talon(talon), None), None)
    say({"winner": both.index(winner), "points": points})


def main() -> None:
    """Deals, until stdin ends."""
    for line in sys.stdin:
        play(json.loads(line))


if __name__ == "__main__":
    main()
