from __future__ import annotations

import pytest

from p2p_schnapsen.rules import cards


def test_names_and_numbers_of_cards_are_each_others_inverse():
    assert [cards.parse(cards.name(card)) for card in range(24)] == list(range(24))
    assert cards.name(0) == "9C"
    assert cards.name(23) == "AS"
    assert cards.parse("TH") == cards.card_of(cards.HEARTS, cards.TEN) == 16


@pytest.mark.parametrize("text", ["", "th", "HT", "1H", "TH ", "10H", "T♥"])
def test_other_texts_are_not_cards(text):
    with pytest.raises(ValueError, match="not a card"):
        cards.parse(text)


def test_the_pack_counts_120_with_and_without_nines():
    assert sum(map(cards.points, cards.deck(24))) == sum(map(cards.points, cards.deck(20))) == 120
    assert len(cards.deck(24)) == 24
    assert len(cards.deck(20)) == 20
    assert all(cards.rank(card) != cards.NINE for card in cards.deck(20))


def test_there_is_no_other_pack():
    with pytest.raises(ValueError, match="32"):
        cards.deck(32)


def test_a_trick_goes_to_the_higher_trump_else_to_the_higher_card_of_the_suit_led():
    for trump in range(4):
        for led in range(24):
            for follow in range(24):
                if led == follow:
                    continue
                if cards.suit(follow) == cards.suit(led):
                    expected = cards.rank(follow) > cards.rank(led)
                else:
                    expected = cards.suit(follow) == trump
                assert cards.beats(follow, led, trump) is expected


def test_a_ten_beats_a_king():
    assert cards.beats(cards.parse("TH"), cards.parse("KH"), cards.CLUBS)


def test_sets_of_cards():
    mask = cards.mask_of([5, 3, 3])
    assert mask == 0b101000
    assert cards.cards_of(mask) == (3, 5)
    assert cards.cards_of(0) == ()
