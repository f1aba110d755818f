"""The other side of `scripts/bench schnapsen`: the PyPI package `schnapsen`, in its own environment.

It answers each line of JSON on stdin with one on stdout, until stdin ends:

    {"hands": N, "seed": S}  deals N hands as the package deals them; the answer holds its version, the hands, and how
                             many decisions its two RandBots make in them
    {}                       plays those hands; the answer holds the processor seconds that took

Only the package and the standard library are imported here.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from importlib.metadata import version
from typing import Any

from schnapsen.bots import RandBot
from schnapsen.game import BotState, GameState, Hand, SchnapsenGamePlayEngine, Talon

ENGINE = SchnapsenGamePlayEngine()
Hands = list[tuple[Any, Any, Any]]


class Counted(random.Random):
    """Counts the choices made with it. Its random numbers are those of a plain one."""

    made = 0

    def choice(self, seq: Any) -> Any:
        self.made += 1
        return super().choice(seq)


def deal(number: int, seed: int) -> Hands:
    """The leader's hand, the follower's hand and the talon, that often."""
    rng = random.Random(seed)
    pack = ENGINE.deck_generator.get_initial_deck()
    shuffled = (ENGINE.deck_generator.shuffle_deck(pack, rng) for _ in range(number))
    return [ENGINE.hand_generator.generateHands(cards) for cards in shuffled]


def play(hands: Hands, rng: random.Random) -> float:
    """Plays the hands, RandBot against RandBot; gives the processor seconds."""
    bots = RandBot(rng), RandBot(rng)
    start = time.process_time()
    for *both, talon in hands:
        leader, follower = (BotState(bot, Hand(hand.cards)) for bot, hand in zip(bots, both, strict=True))
        ENGINE.play_game_from_state(GameState(leader, follower, Talon(talon.get_cards()), None), None)
    return time.process_time() - start


def main() -> None:
    hands: Hands = []
    seed = 0
    for line in sys.stdin:
        question = json.loads(line)
        if question:
            seed = question["seed"]
            hands = deal(question["hands"], seed)
            counted = Counted(seed)
            play(hands, counted)
            gc.collect()
            gc.freeze()
            answer = {
                "version": version("schnapsen"),
                "hands": [[[card.name for card in part.get_cards()] for part in parts] for parts in hands],
                "decisions": counted.made,
            }
        else:
            answer = {"seconds": play(hands, random.Random(seed))}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
