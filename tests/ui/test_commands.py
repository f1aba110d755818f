"""What is typed in line mode, in each language: what is shown can be typed, and no word means two things."""

import unicodedata

import pytest

from p2p_schnapsen.rules.cards import PACK, SUIT_SIZE, parse
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, claim, close, concede, exchange, lead, marriage, settle
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui import language, pack, spelling, table, typed
from p2p_schnapsen.ui.cards import CardStyle, card_words, parse_card, parse_rank
from p2p_schnapsen.ui.language import LANGUAGES
from p2p_schnapsen.ui.offered import announcement, choice
from p2p_schnapsen.ui.typed import Wish, choices, goes_on, nearest, spoken, understand, wished
from tests.support.deals import at
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
    """Everything that a word can mean at a move."""
    return {
        **typed._WISHES,
        **typed._MOVES,
        exchange(view.deal.exchange_card): typed._EXCHANGE,
        "marriage": typed._MARRIAGE,
        "say": typed._SAY,
    }


def test_no_word_means_two_things(code, view):
    seen = {}
    parts = {words: words for words in (typed._ANNOUNCE, typed._TWENTY, typed._FORTY, typed._NEXT)}
    for meaning, words in {**tables(view), **parts}.items():
        for word in spelling.phrases(words):
            assert seen.setdefault(word, meaning) == meaning, word
            assert word == word.casefold().strip()


def test_every_word_is_understood_and_english_everywhere(code, view):
    for meaning, words in tables(view).items():
        for word in spelling.phrases(words):
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
            shown = CardStyle(symbols).card(card)
            assert understood(shown, view) is (Wish.WHICH_CARD if parse_rank(shown) is not None else lead(card))


def test_each_choice_says_how_to_type_it(code, view):
    offered = [*choices(view), claim(), settle(), concede()]
    for move in offered:
        text = choice(move, view, STYLE)
        if move.kind in (Kind.LEAD, Kind.MARRIAGE):  # it is typed as it is called
            continue
        typed_as = text.rpartition("(")[2].rstrip(")")
        meant = Wish.CONCEDE_DEAL if move is concede() else move
        assert understood(typed_as, view) is meant, text


def test_the_help_names_words_of_the_language(code, view):
    for line in table.help_lines(view, STYLE)[2:]:
        word, _gap, meaning = line.strip().partition("  ")
        head = word.split()[0]
        assert spoken(head) == "" or understood(word, view) is not Wish.UNCLEAR, line
        for other in meaning.replace(" :", ":").split("; ")[1:]:
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


WISHES = {
    "en": "give up/resign/surrender",
    "de": "aufgeben/ich gebe auf/gebe das Spiel auf",
    "fr": "j'abandonne/abandonner/je cède la manche",
    "es": "abandono/me rindo",
    "pt": "desisto/me rendo",
    "ro": "renunț/mă predau/renunt",
    "ru": "сдаюсь/сдать раздачу",
}
MATCHES = {
    "en": "concede match/give up the match/resign the match",
    "de": "Partie aufgeben/match aufgeben/ich gebe die Partie auf",
    "fr": "abandonner la partie/j'abandonne la partie",
    "es": "abandonar la partida/abandono la partida",
    "pt": "desistir da partida/desisto da partida",
    "ro": "cedez partida/abandonez partida",
    "ru": "сдать партию/сдаю партию",
}
SEEN = {
    Wish.TRICKS: "my tricks/meine Stiche/mes plis/mis bazas/minhas vazas/mâinile mele/мои взятки",
    Wish.POINTS: "score/Stand/score/marcador/placar/scor/очки",
    Wish.OWN_POINTS: "my points/meine Augen/mes points/mis puntos/meus pontos/punctele mele/мои очки",
    Wish.NO_POINTS: "points off/Augen aus/cacher les points/ocultar puntos/ocultar pontos/ascunde punctele/скрыть очки",
    Wish.BOTH_POINTS: "points on/Augen an/montrer les points/puntos sí/mostrar pontos/arată punctele/показать очки",
    Wish.TRUMP: "trump/Atout/atout/triunfo/trunfo/atuul/козырь",
}


def test_wishes_in_the_words_of_players(code, view):
    for meant, said in ((Wish.CONCEDE_DEAL, WISHES[code]), (Wish.CONCEDE_MATCH, MATCHES[code])):
        for text in said.split("/"):
            assert understood(text, view) is meant, text
    order = ["en", "de", "fr", "es", "pt", "ro", "ru"]
    for meant, each in SEEN.items():
        assert understood(each.split("/")[order.index(code)], view) is meant, each


@pytest.mark.parametrize(
    ("code", "near", "meant"),
    [
        ("en", "conceed", "concede"),
        ("en", "exchnage", "exchange"),
        ("en", "quen of hearts", "queen of hearts"),
        ("de", "zudrehn", "zudrehen"),
        ("de", "aufgebn", "aufgeben"),
        ("de", "Herz-Könih", "Herz-König"),
        ("fr", "abandoner", "abandonner"),
        ("es", "consjo", "consejo"),
        ("pt", "desisitr", "desistir"),
        ("ro", "inchd", "închid"),
        ("ru", "закрть", "закрыть"),
    ],
)
def test_what_is_nearly_a_word_is_recognised_and_nothing_is_done(code, near, meant, view):
    with language.using(code):
        assert understood(near, view) is Wish.UNCLEAR
        assert nearest(near) == meant


@pytest.mark.parametrize("text", ["", "z", "xyzzy", "9999", "?!", "\x1b[A", "ß" * 5000])
def test_what_is_like_nothing_is_not_guessed_at(code, text):
    assert nearest(text) is None


def test_the_next_deal_is_asked_for_in_the_words_of_each_language(code):
    for word in spelling.phrases(typed._NEXT):
        assert goes_on(word.upper())
        assert wished(word) is None
    assert goes_on("")
    assert not goes_on("?")


def test_a_marriage_can_be_announced_as_it_is_explained(code, view):
    for cards in pack.PACKS:
        with pack.using(cards):
            for suit in range(4):
                assert understood(announcement(suit), view) is marriage(suit)


# In words


def cased(text):
    """The ways in which somebody may type it."""
    bare = "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
    return {text, text.upper(), text.lower(), bare}


@pytest.mark.parametrize("cards", pack.PACKS)
def test_every_card_can_be_typed_as_the_program_calls_it(code, view, cards):
    with pack.using(cards):
        for card in range(PACK):
            rank, suit = pack.rank_word(card % SUIT_SIZE), pack.word(card // SUIT_SIZE)
            called_so = card_words(card)
            assert understood(called_so, view) is lead(card)
            sign = pack.rank(card % SUIT_SIZE)
            for text in (called_so, f"{rank} {suit}", f"{suit} {rank}", f"{suit}{rank}", f"{suit} {sign}"):
                for typed_so in cased(text):
                    assert parse_card(typed_so) == card, typed_so


@pytest.mark.parametrize("cards", pack.PACKS)
def test_every_suit_can_be_typed_as_the_program_calls_it(code, view, cards):
    with pack.using(cards):
        for suit in range(4):
            for text in {pack.word(suit), pack.letter(suit), pack.sign(suit, symbols=True)}:
                for typed_so in cased(text):
                    assert understood(f"m {typed_so}", view) is marriage(suit)


@pytest.mark.parametrize("cards", pack.PACKS)
@pytest.mark.parametrize("style", [CardStyle(symbols=True), CardStyle(symbols=False), CardStyle(words=True)])
def test_every_choice_can_be_typed_as_it_is_listed(code, view, cards, style):
    with pack.using(cards):
        offered = choices(view)
        listed = {move: choice(move, view, style) for move in (*offered, claim(), settle(), concede())}
        for move, text in listed.items():
            meant = Wish.CONCEDE_DEAL if move is concede() else move
            bracket = not style.words and move.kind not in (Kind.LEAD, Kind.MARRIAGE)
            shortened = bracket and text.rpartition(" (")[0]
            for said in (text, shortened or text):
                assert {understand(typed_so, view, offered) for typed_so in cased(said)} == {meant}, said
        assert [understand(str(number), view, offered) for number in range(1, len(offered) + 1)] == offered


@pytest.mark.parametrize("cards", pack.PACKS)
def test_no_word_for_a_card_means_two_cards_or_a_command(code, cards, view):
    """Letters may: those of the language and of the pack come before the English ones."""
    with pack.using(cards):
        ranks, suits = pack.typed_ranks(), pack.typed_suits()
        rows = {
            **dict.fromkeys((pack._TYPED_RANKS, language._(pack._TYPED_RANKS), pack._GERMAN_TYPED_RANKS), ranks),
            **dict.fromkeys((pack._TYPED_SUITS, language._(pack._TYPED_SUITS), pack._GERMAN_TYPED_SUITS), suits),
            language._(pack._TYPED_GERMAN_SUITS): suits,
        }
        commands = {word for words in tables(view).values() for word in spelling.phrases(words)}
        for row, table_of in rows.items():
            assert len(row.split()) == len(set(table_of.values()))
            for number, words in enumerate(row.split()):
                for word in words.split("/"):
                    assert table_of["".join(spelling.plain(word).split())] == number, word
                    assert not spelling.spellings(word) & commands, word
        assert not {word for word in ranks if len(word) > 1 and word in suits}


@pytest.mark.parametrize(
    ("code", "cards", "texts"),
    [
        (
            "de",
            "french",
            "treff as/Treff Ass/kreuz ass/as treff/treffass/das Treff-As/ca/♣a/ich spiele treff as/clubs ace",
        ),
        ("de", "german", "Eichel Sau/eichel as/sau eichel/Eichelsau/es/ea"),
        ("fr", "french", "as de trèfle/as trefle/L'AS DE TRÈFLE/trèfle as/l’as de trefle/as de trèfles"),
        ("es", "french", "as de tréboles/as de trebol/el as de tréboles/trébol as/treboles as"),
        ("pt", "french", "ás de paus/as de paus/o ás de paus/paus ás/a de paus/as paus"),
        ("ro", "french", "as de treflă/as de trefla/asul de treflă/treflă as/as trefle"),
        ("ru", "french", "туз треф/трефовый туз/туз трефы/крестовый туз/туз крести/тузтрефы/ТТ/тт/туз (трефы)"),
        ("ru", "german", "туз (жёлуди)/желуди туз/туз желудей"),
        ("fr", "german", "sau de glands/glands as/as de gland/gland sau"),
    ],
)
def test_the_ace_of_clubs_as_players_of_a_language_say_it(code, cards, texts, view):
    with language.using(code), pack.using(cards):
        for text in texts.split("/"):
            assert understood(text, view) is lead(parse("AC")), text


@pytest.mark.parametrize(
    ("code", "cards", "text", "card"),
    [
        ("de", "french", "herz zehn", "TH"),
        ("de", "french", "herz 10", "TH"),
        ("de", "french", "herz könig", "KH"),
        ("de", "french", "herz koenig", "KH"),
        ("de", "french", "konig herz", "KH"),
        ("de", "french", "die pik dame", "QS"),
        ("de", "french", "laub ober", "QS"),
        ("de", "german", "laub ober", "QS"),
        ("de", "german", "grün ober", "QS"),
        ("fr", "french", "dame de coeur", "QH"),
        ("fr", "french", "dc", "QC"),
        ("es", "french", "sota de espadas", "JS"),
        ("pt", "french", "a dama de copas", "QH"),
        ("ro", "french", "regele de inimă roșie", "KH"),
        ("ro", "french", "regele de inima neagra", "KS"),
        ("ru", "french", "пиковая дама", "QS"),
        ("ru", "french", "короля червей", "KH"),
        ("ru", "french", "10 бубен", "TD"),
    ],
)
def test_cards_in_the_words_of_players(code, cards, text, card, view):
    with language.using(code), pack.using(cards):
        assert understood(text, view) is lead(parse(card))


def test_what_may_mean_two_cards_means_none(view):
    with language.using("de"), pack.using("german"):
        assert understood("sd", view) is Wish.UNCLEAR, "the Sau of diamonds, or the queen of Schellen"
        assert understood("hd", view) is lead(parse("QH"))


CLAIMS = {
    "en": "66/claim/claim 66/announce 66",
    "de": "66/genug/66 ansagen/sage 66 an/ich sage 66 an/ansage 66/sechsundsechzig/ich habe 66/Ich habe genug!",
    "fr": "66/réclamer/reclamer 66/je réclame 66/j'annonce 66/j’ai 66/soixante-six",
    "es": "66/canto 66/tengo 66/cantar 66/sesenta y seis",
    "pt": "66/declaro 66/tenho 66/sessenta e seis",
    "ro": "66/anunț 66/anunt 66/am 66/șaizeci și șase",
    "ru": "66/объявляю 66/у меня 66/хватит/шестьдесят шесть",
}
MARRIAGES = {
    "en": "m h/marriage in hearts/announce hearts/40/forty",
    "de": "ansagen herz/herz ansagen/hochzeit herz/paar in herz/herz paar/vierzig/vierziger/40 herz/melde herz/"
    "sage herz an/Ich sage Herz an./ich sage das Paar in Herz an",
    "fr": "mariage cœur/mariage de coeur/annoncer coeur/j'annonce le mariage de cœur/quarante",
    "es": "matrimonio corazones/canto las cuarenta/anuncio el matrimonio de corazones/cantar corazones/las 40",
    "pt": "casamento de copas/casamento copas/anuncio o casamento de copas/quarenta/declarar copas",
    "ro": "suita de cupă/strig suita de cupa/suita cupa/anunt cupa/patruzeci",
    "ru": "марьяж червы/марьяж в червах/объявляю марьяж (червы)/сорок/марьяж червей",
}
SINGLE = {
    close(): {
        "en": "close/close the talon",
        "de": "zudrehen/talon zudrehen/den Talon zudrehen/ich drehe zu",
        "fr": "fermer/je ferme/fermer le talon",
        "es": "cerrar/cierro/cerrar el mazo",
        "pt": "fechar/fecho o monte",
        "ro": "închid/inchid talonul",
        "ru": "закрыть/закрываю талон",
    },
    exchange(JACK_OF_HEARTS): {
        "en": "x/exchange/exchange the jack",
        "de": "x/tauschen/tausche/buben tauschen/atout tauschen/herz bube tauschen",
        "fr": "échanger/echanger le valet/j'échange",
        "es": "cambiar/cambio la jota",
        "pt": "trocar/troco o valete",
        "ro": "schimb/schimb valetul",
        "ru": "обмен/обменять валета",
    },
    claim(): CLAIMS,
    marriage(HEARTS): MARRIAGES,
}


@pytest.mark.parametrize("move", SINGLE, ids=repr)
def test_moves_in_the_words_of_players(code, view, move):
    for text in SINGLE[move][code].split("/"):
        assert understood(text, view) is move, text


@pytest.mark.parametrize(
    ("code", "text"),
    [("de", "ansagen"), ("fr", "j'annonce"), ("es", "canto"), ("pt", "declaro"), ("ro", "anunț"), ("ru", "объявляю")],
)
def test_a_word_for_66_and_for_marriages_is_no_move_where_it_may_be_either(code, text, view):
    with language.using(code):
        assert understood(text, view) is Wish.WHICH_ANNOUNCED


@pytest.mark.parametrize("code", ["de", "fr", "es", "pt", "ro"])
def test_an_ace_without_its_suit_is_no_ace_of_spades(code):
    def hand(cards):
        deal = at(cards, "JS AD TS KD JD", up="TH", talon="AC QD QS TD TC KC QC JC JH" if "AH" in cards else "")
        return PlayerView.of(deal, Match(SCHNAPSEN, 1), 0, deal.known[0])

    with language.using(code):
        assert understood("as", hand("AS AH KH QH KS")) is Wish.WHICH_CARD
        assert understood("as", hand("KH QH AH KS QC")) is Wish.WHICH_CARD
        assert understood("sa", hand("AS AH KH QH KS")) is lead(parse("AS"))


def test_what_is_announced_in_german_is_not_said_to_the_other_side():
    with language.using("de"):
        assert [spoken(text) for text in ("sage herz an", "sag 66 an!", "sage hallo", "sag ich komme an")] == [
            None,
            None,
            "hallo",
            "ich komme an",
        ]


def test_no_suit_with_an_s_is_a_sau(code, view):
    with pack.using("german"):
        for word in ("hearts", "spades", *map(pack.word, range(4))):
            assert understood(word, view) is Wish.WHICH_CARD


def test_a_letter_that_is_an_article_too_names_a_suit(view):
    with language.using("fr"):
        assert understood("m d", view) is marriage(1)


def test_the_help_shows_how_a_card_is_typed_in_words(code, view):
    line = table.help_lines(view, CardStyle(symbols=True))[1]
    ways = line[17:].replace(language._(" or "), ", ").split(", ")
    assert len(ways) == 4
    assert {understood(way, view) for way in ways} == {lead(parse("TH"))}
