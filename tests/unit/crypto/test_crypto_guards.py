"""Only bytes are read as keys, points, proofs and signatures: what merely looks like them is refused by its length."""

import pytest

from p2p_schnapsen.crypto import group, mask, membership, proof, shuffle, signing
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.errors import LocalMisuse, ProofError

KEY = signing.generate(bytes(32))
PUBLIC, SIGNATURE = signing.public_key(KEY), signing.sign(KEY, b"message")
POINT = group.base_mul(to_scalar("guards", b"point"))

LOOK_ALIKES = {"bytearray": bytearray, "memoryview": memoryview, "list": list, "number": len, "none": lambda _: None}
look_alike = pytest.mark.parametrize("like", LOOK_ALIKES.values(), ids=LOOK_ALIKES)


def refusal(call, *arguments):
    with pytest.raises(ProofError) as refused:
        call(*arguments)
    return refused.value.code, refused.value.params.get("problem")


@look_alike
def test_fields_are_cut_from_bytes_only(like):
    data = group.encode_scalar(to_scalar("guards", b"c")) * 2
    assert proof.fields(data, 2, "pok") == [data[:32], data[32:]]
    assert refusal(proof.fields, like(data), 2, "pok") == ("pok", "length")


@look_alike
def test_points_scalars_and_decks_are_bytes(like):
    scalar, deck = group.encode_scalar(to_scalar("guards", b"c")), (POINT + POINT) * 2
    assert len(mask.decode_deck(deck, 2)) == 2
    assert refusal(group.decode_point, like(POINT)) == ("point-length", None)
    assert refusal(group.decode_scalar, like(scalar)) == ("scalar-length", None)
    assert refusal(mask.decode_deck, like(deck), 2) == ("deck-length", None)


@look_alike
def test_keys_and_signatures_are_bytes(like):
    signing.verify(PUBLIC, b"message", SIGNATURE)
    assert refusal(signing.check_public_key, like(PUBLIC)) == ("public-key", "length")
    assert refusal(signing.verify, like(PUBLIC), b"message", SIGNATURE) == ("signature", "key-length")
    assert refusal(signing.verify, PUBLIC, b"message", like(SIGNATURE)) == ("signature", "length")


@pytest.mark.parametrize("cards", [(0, 1), (), (23,)], ids=str)
def test_no_duty_is_proven_for_what_is_no_card_or_not_allowed(cards):
    x = to_scalar("guards", b"x")
    a = group.base_mul(to_scalar("guards", b"a"))
    for point in (POINT, mask.CARD_POINTS[2]):
        v = group.add(point, group.mul(x, a))
        with pytest.raises(LocalMisuse, match="duty-not-in-set"):
            membership.prove(bytes(32), b"ctx", x, group.base_mul(x), a, v, cards)


@pytest.mark.parametrize("n", [0, 1, 25])
def test_no_shuffle_is_proven_of_fewer_than_two_or_more_than_24_cards(n):
    deck = (mask.Mask(POINT, POINT),) * n
    with pytest.raises(LocalMisuse, match="shuffle-size"):
        shuffle.prove(bytes(32), b"ctx", POINT, deck, deck, list(range(n)), [to_scalar("guards")] * n)


@pytest.mark.parametrize("out", [2, 3, 4])
@pytest.mark.parametrize("blinding", [2, 3, 4])
@pytest.mark.parametrize("order", [(0, 1), (2, 0, 1), (0, 1, 2, 3), (0, 0, 1), (1, 2, 3)], ids=str)
def test_a_shuffle_is_proven_only_where_all_has_one_length_and_the_order_is_one(out, blinding, order):
    deck = (mask.Mask(POINT, POINT),) * 4
    arguments = POINT, deck[:3], deck[:out], order, [to_scalar("guards")] * blinding
    if (out, blinding, order) == (3, 3, (2, 0, 1)):
        assert len(shuffle.prove(bytes(32), b"ctx", *arguments)) == shuffle.proof_size(3)
    else:
        with pytest.raises(LocalMisuse, match="shuffle-size"):
            shuffle.prove(bytes(32), b"ctx", *arguments)


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (25, 25), (3, 2), (2, 3)])
def test_a_shuffle_of_another_number_of_cards_is_refused_before_its_proof_is_read(before, after):
    deck = (mask.Mask(POINT, POINT),) * 25
    assert refusal(shuffle.verify, b"ctx", POINT, deck[:before], deck[:after], b"")[0] == "shuffle-size"
