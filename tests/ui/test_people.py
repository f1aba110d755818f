"""Whom sentences are about: the reader, the opponent, the sides, or the players by name."""

import pytest

from p2p_schnapsen.ui.language import using
from p2p_schnapsen.ui.people import People

NAMES = ("anna", "computer")


@pytest.mark.parametrize(
    ("people", "host", "guest", "score"),
    [
        (People(None), "The host lost 1.", "The guest lost 1.", "host 3, guest 2"),
        (People(0), "You lost 1.", "Your opponent lost 1.", "you 3, opponent 2"),
        (People(1, NAMES), "Your opponent lost 1.", "You lost 1.", "you 2, opponent 3"),
        (People(None, NAMES), "anna lost 1.", "computer lost 1.", "anna 3, computer 2"),
    ],
)
def test_players_are_you_and_your_opponent_and_others_have_names_where_they_are_known(people, host, guest, score):
    said = [people.say(side, "You lost {n}.", "{who} lost {n}.", n=1) for side in (0, 1)]
    assert said == [host, guest], "a name is spelled as its owner does"
    assert people.score((3, 2)) == score


def test_who_is_called_by_name_is_introduced_and_the_computer_in_the_reader_s_language():
    assert People(None, NAMES).introduced() == ["anna (host) against computer (guest)."]
    assert People(None).introduced() == People(0, NAMES).introduced() == []
    with using("de"):
        assert People(None, NAMES).who(1) == "Computer"
