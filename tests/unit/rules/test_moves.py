from __future__ import annotations

import copy
import pickle

import pytest

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules import moves
from p2p_schnapsen.rules.moves import Kind, Move


def test_there_is_one_object_for_each_move():
    assert moves.lead(3) is Move(Kind.LEAD, 3)
    assert moves.follow(3) is Move(Kind.FOLLOW, 3)
    assert moves.lead(3) is not moves.follow(3)
    assert moves.close() is Move(Kind.CLOSE)


def test_copies_of_a_move_are_that_move():
    move = moves.marriage(2)
    assert copy.deepcopy(move) is move
    assert pickle.loads(pickle.dumps(move)) is move


def test_a_move_cannot_be_changed():
    with pytest.raises(AttributeError):
        moves.lead(3).card = 4
    with pytest.raises(AttributeError):
        del moves.lead(3).card


@pytest.mark.parametrize(
    ("kind", "card"),
    [(Kind.LEAD, 24), (Kind.LEAD, -1), (Kind.CLOSE, 3), (Kind.MARRIAGE, 2), (Kind.EXCHANGE, 99)],
)
def test_a_move_that_does_not_exist_cannot_be_made(kind, card):
    with pytest.raises(IllegalMove, match="no-such-move"):
        Move(kind, card)


def test_a_marriage_is_named_by_its_king():
    assert moves.marriage(0).card == 3
    assert repr(moves.marriage(0)) == "marriage KC"
    with pytest.raises(IllegalMove):
        moves.marriage(4)


def test_leads_and_follows_of_a_set_are_ascending_and_new_each_time():
    for cards in (0, 1, 1 << 23, 0b1010_1100_0000_0001_0000_1000, (1 << 24) - 1):
        for make, single in ((moves.leads, moves.lead), (moves.follows, moves.follow)):
            assert make(cards) == [single(card) for card in range(24) if cards >> card & 1]
    assert moves.leads(1) is not moves.leads(1)
