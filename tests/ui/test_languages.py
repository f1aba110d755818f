"""Seven languages: which one is used, what cards are called and typed in it, and that its sentences fit the screen."""

import gettext
import string
from types import SimpleNamespace

import pytest

from p2p_schnapsen.cli import options
from p2p_schnapsen.cli.main import main
from p2p_schnapsen.presets import NAMES, loader
from p2p_schnapsen.profile import settings
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.rules.cards import PACK, SUIT_SIZE, card_of
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.ui import acquaintances, language, pack, sentences, table
from p2p_schnapsen.ui.cards import CardStyle, parse_card, parse_suit
from p2p_schnapsen.ui.language import DOMAIN, FOLDER, LANGUAGES, _, plural
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen.choices import Points
from p2p_schnapsen.ui.typed import choices
from tests.ui.conversation import Conversation
from tests.ui.tables import asked

KING_OF_HEARTS, JACK_OF_HEARTS = card_of(2, 3), card_of(2, 1)
TRANSLATED = [code for code in LANGUAGES if code != "en"]


@pytest.fixture(params=LANGUAGES)
def spoken(request):
    with language.using(request.param):
        yield request.param


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "ro_RO.UTF-8@euro", "LC_MESSAGES": "fr"}, "ro"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "nl:pt_BR:de"}, "pt"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "../../etc"}, "en"),
    ],
)
def test_the_locale_says_which_language_is_meant(environ, code):
    assert language.of_locale(environ) == code


@pytest.mark.parametrize(
    ("wanted", "encoding", "code"),
    [("ru", "utf-8", "ru"), ("ru", "koi8-r", "ru"), ("ru", "latin-1", "en"), ("de", "ascii", "en"), ("de", None, "en")],
)
def test_a_language_that_the_terminal_cannot_show_gives_way_to_english(wanted, encoding, code):
    with language.using("en"):
        language.choose(wanted, {"LANG": "fr_FR.UTF-8"}, encoding)
        assert language.current() == code


def test_only_languages_and_packs_that_there_are_can_be_used():
    with pytest.raises(ValueError, match="xx"):
        language.use("xx")
    with pytest.raises(ValueError, match="tarot"):
        pack.use("tarot")
    assert settings.LANGUAGES == LANGUAGES
    assert options.CARDS == pack.PACKS


@pytest.mark.parametrize("code", TRANSLATED)
def test_each_catalogue_is_there_and_keeps_every_placeholder(code):
    catalogue = gettext.translation(DOMAIN, FOLDER, [code])._catalog
    assert len(catalogue) > 500
    for source, text in catalogue.items():
        message = source if isinstance(source, str) else source[0]
        if message:
            assert placeholders(text) == placeholders(message)
            # A quote within a sentence keeps its letters.
            assert set(text) - set(map(chr, range(128))) <= set(language.LETTERS[code] + "♥" + message)


def placeholders(text):
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


def test_numbers_take_the_form_that_their_language_has_for_them():
    forms = {}
    for code in ("en", "de", "ru", "ro", "fr"):
        with language.using(code):
            forms[code] = [plural("{n} point", "{n} points", n).format(n=n) for n in (0, 1, 2, 5, 21, 100)]
    assert forms["en"] == ["0 points", "1 point", "2 points", "5 points", "21 points", "100 points"]
    assert forms["de"] == ["0 Punkte", "1 Punkt", "2 Punkte", "5 Punkte", "21 Punkte", "100 Punkte"]
    assert forms["ru"] == ["0 очков", "1 очко", "2 очка", "5 очков", "21 очко", "100 очков"]
    assert forms["ro"] == ["0 puncte", "1 punct", "2 puncte", "5 puncte", "21 de puncte", "100 de puncte"]
    assert forms["fr"][:3] == ["0 point", "1 point", "2 points"]


def test_decimals_are_written_as_the_language_does():
    said = {}
    for code in LANGUAGES:
        with language.using(code):
            said[code] = language.decimal("1.7")
    assert said == {"en": "1.7"} | dict.fromkeys(TRANSLATED, "1,7")


def test_one_game_point_wins_in_the_singular_and_several_in_the_plural():
    said = {}
    for code in ("en", "de"):
        with language.using(code):
            said[code] = [
                sentences.standing(People(0), (0, 0), SimpleNamespace(rules=SCHNAPSEN.replace(target=target)))
                for target in (1, 7)
            ]
    assert said == {
        "en": [
            "Score: you 0, opponent 0; 1 point wins the match.",
            "Score: you 0, opponent 0; 7 points win the match.",
        ],
        "de": [
            "Stand: du 0, Gegner 0; 1 Punkt gewinnt die Partie.",
            "Stand: du 0, Gegner 0; 7 Punkte gewinnen die Partie.",
        ],
    }


def test_the_computer_has_a_name_in_each_language_and_nobody_else_is_translated(spoken):
    assert acquaintances.shown("computer") == _("computer")
    assert acquaintances.shown("ace") == "ace"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_noted_about_a_rule_set_is_in_the_language(name):
    note = loader.load(name).about.note
    for code in TRANSLATED if note else ():
        with language.using(code):
            assert _(note) != note


def test_a_sentence_begins_with_a_capital_wherever_its_language_puts_the_name():
    said = {}
    for code in ("en", "de", "ru"):
        with language.using(code):
            said[code] = People(1).say(0, "You deal first.", "{who} deals first.")
    assert said == {
        "en": "Your opponent deals first.",
        "de": "Dein Gegner gibt zuerst.",
        "ru": "Первым сдаёт соперник.",
    }


@pytest.mark.parametrize("symbols", [True, False])
@pytest.mark.parametrize("cards", pack.PACKS)
def test_every_card_is_read_as_it_is_shown(spoken, symbols, cards):
    with pack.using(cards):
        for card in range(PACK):
            shown = CardStyle(symbols).card(card)
            assert width(shown) <= 3
            assert parse_card(shown) == parse_card(shown.lower()) == card


def test_english_is_always_understood(spoken):
    for card in range(PACK):
        rank, suit = card % SUIT_SIZE, card // SUIT_SIZE
        letters = f"{'9JQKTA'[rank]}{'cdhs'[suit]}"
        assert parse_card(letters) == parse_card(letters[::-1]) == card
    assert parse_card("king hearts") == KING_OF_HEARTS
    assert [parse_suit(word) for word in ("clubs", "diamond", "h", "♠")] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("code", "cards", "typed"),
    [
        ("de", "french", ("bh", "HB", "♥b", "Herz Bube", "bube herz", "JH")),
        ("ru", "french", ("вч", "чв", "валет червы", "jh")),
        ("fr", "french", ("vh", "HV", "valet cœur", "valet coeur")),
        ("de", "german", ("hu", "UH", "Herz Unter", "jh")),
        ("en", "german", ("hu", "unter herz", "jack hearts")),
    ],
)
def test_cards_are_typed_as_players_of_a_language_call_them(code, cards, typed):
    with language.using(code), pack.using(cards):
        assert {parse_card(text) for text in typed} == {JACK_OF_HEARTS}


def test_double_german_cards_have_their_own_names():
    with language.using("de"), pack.using("german"):
        assert CardStyle(True).card(card_of(3, 5)) == "LA"
        assert [pack.word(suit) for suit in range(4)] == ["Eichel", "Schellen", "Herz", "Laub"]
        assert [pack.rank_word(rank) for rank in range(6)] == ["Neuner", "Unter", "Ober", "König", "Zehner", "Sau"]
        assert parse_card("laub sau") == parse_card("laub ass") == parse_card("ls") == card_of(3, 5)


def test_yes_and_no_are_understood_in_the_language_and_in_english(spoken):
    for answer, meant in ((_("y yes").split()[0], True), ("yes", True), (_("n no").split()[0], False), ("no", False)):
        talk = Conversation(answer)
        assert talk.hear(lambda console: console.confirm("?")) is meant


# No line is broken, cut or too long (the full screens: test_snapshots)


@pytest.mark.parametrize("style", [CardStyle(symbols=True), CardStyle(symbols=False), CardStyle(words=True)])
def test_what_line_mode_shows_before_a_move_fits_80_columns(spoken, style):
    for led in (False, True):
        view = asked(led=led).view
        told = [
            *([] if style.words else table.situation(view, style)),  # a long sentence is broken between words
            *table.standing(view, Points.SHOWN),
            *table.listing(choices(view), view, style),
            *table.help_lines(view, style),
        ]
        assert [line for line in told if width(line) > 80] == []


# The program


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("P2P_SCHNAPSEN_HOME", str(tmp_path))
    with language.using("en"), pack.using("french"):
        yield tmp_path


@pytest.mark.parametrize(
    ("arguments", "locale", "written", "said"),
    [
        (["--lang", "de"], "fr_FR.UTF-8", 'lang = "ru"', "Du kennst noch niemanden."),
        ([], "fr_FR.UTF-8", 'lang = "ru"', "Вы пока никого не знаете."),
        ([], "fr_FR.UTF-8", "", "Vous ne connaissez encore personne."),
        ([], "nl_NL.UTF-8", "", "You know nobody yet."),
        ([], "ro_RO.UTF-8", "lang = 7", "Nu cunoști încă pe nimeni."),
    ],
)
def test_an_option_counts_before_the_settings_and_these_before_the_locale(
    home, monkeypatch, capsys, arguments, locale, written, said
):
    monkeypatch.setenv("LC_ALL", locale)
    place = locate(None, {"P2P_SCHNAPSEN_HOME": str(home)}).config
    place.mkdir(parents=True, exist_ok=True)
    (place / "settings.toml").write_text(written, "utf-8")
    assert main(["peers", *arguments]) == 0
    assert capsys.readouterr().out.strip() == said


def test_a_wrong_setting_is_named_in_the_language_of_the_locale(home, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    place = locate(None, {"P2P_SCHNAPSEN_HOME": str(home)}).config
    place.mkdir(parents=True, exist_ok=True)
    (place / "settings.toml").write_text('cards = "tarot"', "utf-8")
    assert main(["settings"]) == 2
    assert "cards muss so sein" in capsys.readouterr().err


def test_a_language_that_there_is_not_is_refused_in_one_line(capsys):
    assert main(["peers", "--lang", "xx"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
