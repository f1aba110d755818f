"""Whatever a player may type for a choice is understood, in every position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Move, claim, close, exchange, follow, lead, marriage, settle
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.offered import is_untrue_claim
from p2p_schnapsen.ui.typed import Wish, choices, spoken, understand, wished
from tests.support.deals import at, move_of
from tests.ui.tables import leading, understood


@pytest.fixture
def view():
    return leading()


HEARTS, SPADES, CLUBS = 2, 3, 0


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *((text, lead(parse("KH"))) for text in ("kh", "KH", "hk", "♥K", "K♥", "♡k", " k h ", "♥\ufe0fK")),
        *((text, marriage(HEARTS)) for text in ("m h", "M H", "mh", "m ♥", "m♥", "m hearts", "marriage heart", "40")),
        *((text, marriage(SPADES)) for text in ("m s", "m ♠", "marriage spades", "20")),
        *((text, exchange(parse("JH"))) for text in ("x", "X", "exchange")),
        *((text, close()) for text in ("close", "c", "CLOSE")),
        *((text, claim()) for text in ("66", "claim")),
        ("settle", settle()),
        *((text, claim()) for text in ("claim 66", "announce 66", "Enough!", "sixty six")),
        *((text, marriage(HEARTS)) for text in ("announce hearts", "declare the marriage in hearts", "forty", "♥ 40")),
        *((text, exchange(parse("JH"))) for text in ("exchange jack", "exchange the jack of hearts", "exchange trump")),
        *((text, lead(parse("AC"))) for text in ("ace of clubs", "the Ace of Clubs.", "clubs ace", "club-ace")),
        ("10h", lead(parse("TH"))),
        ("m c", marriage(CLUBS)),
    ],
)
def test_a_move_can_be_typed_by_name_whether_it_is_legal_or_not(text, move, view):
    assert understood(text, view) is move


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("?", Wish.HELP),
        ("help", Wish.HELP),
        ("", Wish.LOOK),
        ("hand", Wish.LOOK),
        ("last", Wish.LAST),
        ("q", Wish.LEAVE),
        ("QUIT", Wish.LEAVE),
        ("concede", Wish.CONCEDE_DEAL),
        ("concede  match", Wish.CONCEDE_MATCH),
        ("m", Wish.WHICH_MARRIAGE),
        ("m x", Wish.WHICH_MARRIAGE),
        ("20 40", Wish.WHICH_MARRIAGE),
        ("marriage 66", Wish.WHICH_ANNOUNCED),
        ("announce", Wish.WHICH_ANNOUNCED),
        ("♥", Wish.WHICH_CARD),
        ("ace", Wish.WHICH_CARD),
        ("of hearts", Wish.WHICH_CARD),
    ],
)
def test_wishes_are_no_moves(text, wish, view):
    assert understood(text, view) is wish


@pytest.mark.parametrize(
    "text",
    ["0", "99", "-1", "1.0", "١", "1h", "mm", "m h h", "close now", "x h", "kk", "9" * 5000, "\x1b[A", "ß", "!", "-10"],
)
def test_nonsense_is_unclear_and_never_a_move(text, view):
    assert understood(text, view) in (Wish.UNCLEAR, Wish.WHICH_MARRIAGE)


WORDS = "m 66 20 40 announce claim x of the king hearts h ♥ as 10 - ' ... не zu say"


@given(st.lists(st.sampled_from(WORDS.split())) | st.text())
def test_whatever_is_typed_is_a_move_or_a_wish(words):
    text = words if isinstance(words, str) else " ".join(words)
    assert isinstance(understood(text, leading()), Move | Wish)
    assert spoken(text) is None or spoken(text) in text
    assert wished(text) is None or isinstance(wished(text), Wish)


def test_each_number_picks_the_choice_that_it_stands_before(view):
    offered = choices(view)
    assert sorted(offered, key=repr) == sorted(view.legal, key=repr)
    assert [understand(str(number), view, offered) for number in range(1, len(offered) + 1)] == offered


def test_what_is_announced_comes_before_cards_and_an_untrue_claim_is_only_typed(view):
    deal = view.deal.copy()
    deal.play(move_of(deal, "mS"))
    after = PlayerView.of(deal, view.match, 0, deal.known[0])
    assert [move.kind.name for move in choices(view)] == ["MARRIAGE"] * 2 + ["EXCHANGE"] + ["LEAD"] * 5 + ["CLOSE"]
    assert claim() in after.legal
    assert claim() not in choices(after)
    assert understood("66", after) is claim()
    assert choices(after, neutral=True)[-1] is claim()
    assert is_untrue_claim(claim(), after)


def test_a_true_claim_comes_first():
    deal = at("KH", "JS", up="AH", drawn=True, points=(66, 0), tricks=(3, 1))
    view = PlayerView.of(deal, Match(SCHNAPSEN, 1), 0, deal.known[0])
    assert choices(view)[0] is claim()
    assert not is_untrue_claim(claim(), view)


def test_the_same_card_means_leading_or_following():
    deal = at("KH", "JS", up="AH", drawn=True, tricks=(3, 1), leader=1)
    deal.play(move_of(deal, "JS"))
    view = PlayerView.of(deal, Match(SCHNAPSEN, 1), 0, deal.known[0])
    assert understood("kh", view) is follow(parse("KH"))


def test_to_announce_nothing_special_is_never_a_claim():
    view = PlayerView.of(deal := at("KH", "JS", up="AH", drawn=True), Match(SCHNAPSEN, 1), 0, deal.known[0])
    assert understood("announce", view) is Wish.WHICH_ANNOUNCED
    assert understood("announce 66", view) is claim()


def test_m_alone_is_enough_where_one_marriage_is_possible():
    deal = at("KH QH KS JS JH", "QS AS TS KD JD", up="AH", talon="TH QD AD TD AC TC KC QC JC")
    view = PlayerView.of(deal, Match(SCHNAPSEN, 1), 0, deal.known[0])
    assert understood("m", view) is marriage(HEARTS)


def test_the_card_to_exchange_follows_the_rules():
    deal = at("KH", "JS", up="AH", drawn=True, ruleset=SCHNAPSEN.replace(deck=24, exchange_card="J"))
    assert deal.exchange_card == parse("JH")
    deal = at("KH", "JS", up="AH", drawn=True, ruleset=SCHNAPSEN.replace(deck=24))
    assert deal.exchange_card == parse("9H")
