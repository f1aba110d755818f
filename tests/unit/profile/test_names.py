"""Names: which two a person may take for the same, what is kept of a strange one, and that no login is told."""

import getpass

import pytest

from p2p_schnapsen.profile import fingerprint
from p2p_schnapsen.profile.names import default_name, familiar, is_name, tidy
from p2p_schnapsen.wire.limits import NAME_BYTES
from p2p_schnapsen.wire.messages import NAME

PUBLIC = bytes(range(32))


@pytest.mark.parametrize(
    "other",
    [
        "anna",
        " Anna ",
        "A n n a",
        "An\u200bna",
        "An\u00adna",
        "An\u202ena",
        "\ufeffAnna",
        "Ａｎｎａ",
        "\u0410nna",  # Cyrillic
        "\u0391nna",  # Greek
        "Änna",
        "A\u0308nna",
        "Anna\u3164",
        "An\ufe0fna",
        "𝐀𝐧𝐧𝐚",
        "Ⓐⓝⓝⓐ",
    ],
    ids=ascii,
)
def test_names_that_look_alike_are_alike(other):
    assert familiar(other) == familiar("Anna")


@pytest.mark.parametrize(
    ("one", "other"), [("Bill", "BiII"), ("Bob", "B0b"), ("Weiß", "WEISS"), ("\u0412\u0415\u0420\u0410", "BEPA")]
)
def test_look_alikes_of_letters_are_alike(one, other):
    assert familiar(one) == familiar(other)


@pytest.mark.parametrize("other", ["Hanna", "Ann", "Annas", "Bert", "अन्ना", "אנה"])
def test_other_names_are_not(other):
    assert familiar(other) != familiar("Anna")


def test_vowel_signs_of_other_scripts_count():
    assert familiar("रवि") != familiar("रव")


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u3164\ufe0f"], ids=ascii)
def test_a_name_that_nobody_sees_is_like_no_other(name):
    assert familiar(name) == ""


def test_comparing_twice_changes_nothing_more():
    for name in ("Anna", "ẞ", "ﬃ", "\u0390", "İ", "Ω", "\u0345x", "µ"):
        assert familiar(familiar(name)) == familiar(name)


@pytest.mark.parametrize("text", ["a", "Anna Maria", "x" * NAME_BYTES, "é" * (NAME_BYTES // 2)])
def test_a_name_is_short_printable_text(text):
    assert is_name(text)


@pytest.mark.parametrize(
    "text", ["", " ", "x" * (NAME_BYTES + 1), "é" * NAME_BYTES, "a\nb", "a\x1b[1m", "\u202ea", "\ud800"]
)
def test_anything_else_is_no_name(text):
    assert not is_name(text)


@pytest.mark.parametrize(
    ("claimed", "kept"),
    [
        ("Anna", "Anna"),
        ("\x1b[31mred", "[31mred"),
        ("a\r\nb\0c", "abc"),
        ("\u202e\u200b", ""),
        ("../../etc/passwd", "../../etc/passwd"),
        ("é" * 100, "é" * 32),
        ("\ud800x", "x"),
    ],
    ids=ascii,
)
def test_of_a_strange_name_what_is_printable_is_kept(claimed, kept):
    assert tidy(claimed) == kept
    assert kept == "" or is_name(tidy(claimed))


def test_a_player_without_a_name_tells_nothing_but_the_beginning_of_its_key():
    name = default_name(PUBLIC)
    assert name == f"Player {fingerprint.short_id(PUBLIC)[:4]}"
    assert getpass.getuser() not in name
    NAME.check(name)
    assert is_name(name)
