"""Cards, generators and masks."""

from __future__ import annotations

import hashlib

import pytest

from p2p_schnapsen.crypto import group, mask, shuffle
from p2p_schnapsen.crypto.challenge import to_point, to_scalar
from p2p_schnapsen.crypto.group import IDENTITY, G, Scalar
from p2p_schnapsen.crypto.mask import CARD_POINTS, Mask
from p2p_schnapsen.errors import ProofError
from tests.unit.crypto.samples import CTX, OTHER_Y, POINT, SEED, Y, cards_of, deck, vectors, x

CONSTANTS = vectors("constants.json")


def test_cards_and_generators_are_pinned():
    cards = [point.hex() for point in CARD_POINTS]
    generators = [point.hex() for point in (shuffle.H, *shuffle.GENERATORS)]
    assert cards == CONSTANTS["cards"]
    assert generators == CONSTANTS["generators"]
    digest = hashlib.sha512(b"".join((*CARD_POINTS, shuffle.H, *shuffle.GENERATORS))).hexdigest()
    assert digest == CONSTANTS["sha512"]
    assert digest.startswith("6780f203488eed758352b3fec273d521")


def test_cards_and_generators_are_hashed_and_all_different():
    assert list(CARD_POINTS) == [to_point("card", k) for k in range(24)]
    assert [shuffle.H, *shuffle.GENERATORS] == [to_point("generator", i) for i in range(25)]
    everything = {G, IDENTITY, *CARD_POINTS, shuffle.H, *shuffle.GENERATORS}
    assert len(everything) == 2 + 24 + 25
    for point in everything - {IDENTITY}:
        assert group.decode_point(point) == point


def test_a_card_is_known_by_its_point():
    assert [mask.card_of(point) for point in CARD_POINTS] == list(range(24))
    assert mask.card_of(POINT) is None
    assert mask.card_of(IDENTITY) is None


def test_the_first_deck_is_open_to_all():
    assert mask.initial_deck([0, 5], Y) == (
        Mask(G, group.add(CARD_POINTS[0], Y)),
        Mask(G, group.add(CARD_POINTS[5], Y)),
    )
    assert cards_of(deck(24)) == list(range(24))
    assert cards_of(deck(20)) == list(range(4, 24))


def test_remasking_keeps_the_card_and_changes_both_halves():
    before = deck(24)[7]
    after = mask.remask(before, to_scalar("test", 1), Y)
    assert cards_of([after]) == [7]
    assert after.a != before.a
    assert after.b != before.b
    assert mask.remask(before, Scalar(0), Y) == before


def test_a_mask_tells_nothing_without_its_key():
    after = mask.remask(deck(24)[7], to_scalar("test", 1), Y)
    assert cards_of([after], to_scalar("test", 2)) == [None]
    assert cards_of([mask.remask(deck(24)[7], to_scalar("test", 1), OTHER_Y)]) == [None]


def test_a_deck_survives_its_encoding():
    masks, _ = shuffle.shuffle(SEED, CTX, Y, deck(5))
    data = mask.encode_deck(masks)
    assert data == b"".join(a + b for a, b in masks)
    assert mask.decode_deck(data, 5) == masks
    assert all(isinstance(one, Mask) for one in mask.decode_deck(data, 5))
    assert mask.decode_deck(b"", 0) == ()


@pytest.mark.parametrize("n", [0, 1, 4, 6, 24])
def test_a_deck_of_another_size_is_refused(n):
    with pytest.raises(ProofError, match="deck-length"):
        mask.decode_deck(mask.encode_deck(deck(5)), n)


@pytest.mark.parametrize("change", [-64, -32, -1, 1, 32, 64])
def test_a_deck_cut_short_or_made_longer_is_refused(change):
    data = mask.encode_deck(deck(5))
    data = data[:change] if change < 0 else data + data[:change]
    with pytest.raises(ProofError, match="deck-length"):
        mask.decode_deck(data, 5)


@pytest.mark.parametrize("data", ["", None, [], bytearray(320)], ids=repr)
def test_a_deck_that_is_not_bytes_is_refused(data):
    with pytest.raises(ProofError, match="deck-length"):
        mask.decode_deck(data, 5)


@pytest.mark.parametrize("field", range(10))
@pytest.mark.parametrize(
    ("point", "problem"),
    [
        (IDENTITY, "point-identity"),
        (b"\1" + bytes(31), "point-encoding"),
        (bytes([*G[:31], G[31] | 0x80]), "point-encoding"),
    ],
)
def test_a_deck_with_a_bad_point_is_refused(field, point, problem):
    data = mask.encode_deck(deck(5))
    data = data[: 32 * field] + point + data[32 * (field + 1) :]
    with pytest.raises(ProofError, match=problem):
        mask.decode_deck(data, 5)


def test_the_owner_of_the_key_opens_a_mask_with_its_own_share():
    masks, _ = shuffle.shuffle(SEED, CTX, Y, deck(5))
    opened = {mask.card_of(group.sub(b, group.mul(x, a))) for a, b in masks}
    assert opened == set(range(19, 24))
