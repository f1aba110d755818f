"""What is typed in line mode, in each language: what is shown can be typed, and no word means two things."""

import pytest

from p2p_schnapsen.rules.cards import PACK, parse
from p2p_schnapsen.rules.moves import Kind, claim, close, concede, exchange, lead, marriage, settle
from p2p_schnapsen.ui import language, pack, table, typed
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import LANGUAGES
from p2p_schnapsen.ui.typed import Wish, choices, spoken, wished
from tests.ui.tables import leading, understood

STYLE = CardStyle(symbols=False)
JACK_OF_HEARTS, KING_OF_HEARTS, HEARTS = parse("JH"), parse("KH"), 2


@pytest.fixture(params=LANGUAGES)
def code(request):
    with language.using(request.param):
        yield request.param


@pytest.fixture
def view():
    return leading()


def tables(view):
    return {
        **typed._WISHES,
        **typed._MOVES,
        exchange(typed.exchange_card(view.deal)): typed._EXCHANGE,
        "marriage": typed._MARRIAGE,
        "say": typed._SAY,
    }


def test_no_word_means_two_things(code, view):
    seen = {}
    for meaning, words in tables(view).items():
        for word in typed._words(words):
            assert seen.setdefault(word, meaning) == meaning, word
            assert word == word.casefold().strip()


def test_every_word_is_understood_and_english_everywhere(code, view):
    for meaning, words in tables(view).items():
        for word in typed._words(words):
            if meaning == "say":
                assert spoken(f"{word} x") == "x"
            elif meaning == "marriage":
                assert understood(f"{word} {pack.letter(HEARTS)}", view) is marriage(HEARTS)
            else:
                assert understood(word.upper(), view) is meaning
                assert wished(word) is (meaning if isinstance(meaning, Wish) else None)


@pytest.mark.parametrize("cards", pack.PACKS)
@pytest.mark.parametrize("symbols", [True, False])
def test_no_card_as_it_is_shown_is_taken_for_a_command(code, view, symbols, cards):
    with pack.using(cards):
        for card in range(PACK):
            assert understood(CardStyle(symbols).card(card), view) is lead(card)


def test_each_choice_says_how_to_type_it(code, view):
    offered = [*choices(view), claim(), settle(), concede()]
    for move in offered:
        text = table.choice(move, view, STYLE)
        if move.kind is Kind.LEAD:
            continue
        typed_as = text.rpartition("(")[2].rstrip(")")
        meant = Wish.CONCEDE_DEAL if move is concede() else move
        assert understood(typed_as, view) is meant, text


def test_the_help_names_words_of_the_language(code, view):
    for line in table.help_lines(view, STYLE)[2:]:
        word = line[2:17].strip()
        head = word.split()[0]
        assert spoken(head) == "" or understood(word, view) is not Wish.UNCLEAR, line
        for other in line[17:].replace(" :", ":").split("; ")[1:]:
            named, colon, _rest = other.partition(":")
            if colon and code != "en":
                words = [part for part in (named.strip(), *named.split()) if understood(part, view) is not Wish.UNCLEAR]
                assert words, line


@pytest.mark.parametrize(
    ("code", "text", "move"),
    [
        ("de", "zudrehen", close()),
        ("de", "Paar h", marriage(HEARTS)),
        ("de", "Ansage Herz", marriage(HEARTS)),
        ("de", "tauschen", exchange(JACK_OF_HEARTS)),
        ("ru", "х", exchange(JACK_OF_HEARTS)),
        ("ru", "ч", exchange(JACK_OF_HEARTS)),
        ("ru", "с", close()),
        ("ru", "м ч", marriage(HEARTS)),
        ("ru", "мч", marriage(HEARTS)),
        ("ru", "ь ч", marriage(HEARTS)),
        ("en", "ч", exchange(JACK_OF_HEARTS)),
        ("ru", "кч", lead(KING_OF_HEARTS)),
    ],
)
def test_words_of_a_language_and_keys_of_its_board(code, text, move, view):
    with language.using(code):
        assert understood(text, view) is move


@pytest.mark.parametrize(
    ("code", "text", "wish"),
    [
        ("de", "aufgeben", Wish.CONCEDE_DEAL),
        ("de", "Tipp", Wish.HINT),
        ("ru", "й", Wish.LEAVE),
        ("fr", "dernier  pli", Wish.LAST),
        ("en", "tricks", Wish.TRICKS),
        ("en", "points", Wish.POINTS),
        ("fr", "é", Wish.UNCLEAR),
        ("fr", "-", Wish.UNCLEAR),
    ],
)
def test_wishes_in_the_words_of_a_language(code, text, wish, view):
    with language.using(code):
        assert understood(text, view) is wish
