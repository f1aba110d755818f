"""The arena: fair pairs, a seed that repeats, an interval that is right, and moves carried to the package and back."""

from __future__ import annotations

import json
import math

import pytest

from p2p_schnapsen.presets.loader import load
from p2p_schnapsen.rules.cards import cards_of
from p2p_schnapsen.rules.moves import Kind
from scripts.lib import arena, arena_players
from scripts.lib.arena import Pair, pair_of, summed
from tests.support.deals import at, move_of, random_deal


def test_a_player_against_itself_wins_half_of_every_pair():
    for number in range(6):
        pair = pair_of(("easy", "easy"), load("schnapsen").ruleset, 4, number)
        assert pair.won in (0, 0.5, 1)
    results = [pair_of(("random", "random"), load("sixtysix").ruleset, 4, number) for number in range(20)]
    assert 0.2 < summed(results).win_rate < 0.8


def test_the_same_seed_plays_the_same_deals():
    rules = load("schnapsen").ruleset
    one, two = (pair_of(("medium", "easy"), rules, 7, 3) for _ in range(2))
    assert (one.won, one.points) == (two.won, two.points)
    assert len(one.seconds[0]) == len(two.seconds[0])


def test_easy_beats_random():
    rules = load("schnapsen").ruleset
    result = summed([pair_of(("easy", "random"), rules, 1, number) for number in range(60)])
    assert result.win_rate - result.half_interval > 0.5


def test_the_interval_is_that_of_the_mean_over_pairs():
    pairs = [Pair(won, (2, 1), ([0.1], [0.2])) for won in (0, 0.5, 1, 1)]
    result = summed(pairs)
    assert result.win_rate == pytest.approx(0.625)
    deviation = math.sqrt(sum((won - 0.625) ** 2 for won in (0, 0.5, 1, 1)) / 3)
    assert result.half_interval == pytest.approx(1.959964 * deviation / 2)
    assert result.points == (8, 4)
    assert result.as_json(("a", "b"))["seconds_per_move"][1]["median"] == 0.2


def test_it_prints_one_json_object(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["arena", "easy", "random", "--deals", "3", "--json"])
    assert arena.main() == 0
    found = json.loads(capsys.readouterr().out)
    assert found["paired_deals"] == 3
    assert found["players"] == ["easy", "random"]


def test_an_interrupt_ends_it_early_with_what_there_is(monkeypatch, capsys):
    def interrupted(*_):
        yield Pair(1.0, (3, 1), ([0.1], [0.2]))
        yield Pair(0.5, (1, 1), ([0.1], [0.2]))
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "_pairs", interrupted)
    monkeypatch.setattr("sys.argv", ["arena", "easy", "random", "--json"])
    assert arena.main() == 0
    assert json.loads(capsys.readouterr().out)["paired_deals"] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["easy", "nobody"],
        ["easy", "rdeep"],
        ["easy", "rdeep:0:10"],
        ["rdeep:16:10", "easy"],
        ["easy", "rdeep:16:10", "--rules", "sixtysix"],
        ["easy", "easy", "--deals", "0"],
        ["easy", "easy", "--rules", "nosuch"],
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(monkeypatch, capsys, arguments):
    monkeypatch.setattr("sys.argv", ["arena", *arguments])
    with pytest.raises(SystemExit) as end:
        arena.main()
    assert end.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


class Pipe:
    """The package's process, as far as we hear it: what it says is set, what it is told is kept."""

    def __init__(self, said: list[dict]) -> None:
        self.said = said
        self.told: list[dict] = []

    def hear(self, _: object) -> dict:
        return self.said.pop(0)

    def say(self, _: object, message: dict) -> None:
        self.told.append(message)


def test_a_deal_with_the_package_is_played_along_move_by_move(monkeypatch):
    """Its bot leads, we follow; a deal that it calls over too early is an error."""
    dealt = random_deal(arena_players.PACKAGE_RULES, 3, 1)
    led = arena_players._their_name(cards_of(dealt.hands[0])[0])
    said = [{"moved": ["card", led], "seconds": 0.1}, {"asked": True}, {"winner": 0, "points": 1}]
    pipe = Pipe(said)
    monkeypatch.setattr(arena_players, "_worker", lambda: None)
    monkeypatch.setattr(arena_players, "_hear", pipe.hear)
    monkeypatch.setattr(arena_players, "_say", pipe.say)
    with pytest.raises(AssertionError, match="the package has ended the deal"):
        arena_players.play_packaged(dealt, "easy", "rdeep:16:10", 1, "seed")
    order, answer = pipe.told
    assert (order["bot"], order["numbers"], order["seat"]) == ("rdeep", [16, 10], 0)
    assert order["parts"][2][-1] == arena_players._their_name(dealt.up)
    assert answer["move"][0] == "card"


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        (("card", "TEN_DIAMONDS"), [Kind.LEAD]),
        (("marriage", "KING_HEARTS"), [Kind.MARRIAGE, Kind.LEAD]),
        (("exchange", "JACK_HEARTS"), [Kind.EXCHANGE]),
    ],
)
def test_moves_of_the_package_are_ours_and_back(words, kinds):
    deal = at("KH QH JH TD AC", "AS TS KS QS JS", up="AH", talon="TH AD KD QD JD TC KC QC JC")
    moves = arena_players._our_moves(deal, *words)
    assert [move.kind for move in moves] == kinds
    assert arena_players._their_move(moves[0]) == list(words)
    assert moves[0] is move_of(deal, {"card": "TD", "marriage": "mH", "exchange": "x"}[words[0]])
