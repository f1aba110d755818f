"""Whatever text comes in, one harmless line comes out."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from p2p_schnapsen.profile.names import familiar, is_name
from p2p_schnapsen.ui.sanitise import sanitise, width

NASTY = st.sampled_from(
    "\x00\x1b\x07\x9b\x85\u200b\u200d\u202e\u2066\u2028\u2029\ufeff\ufe0f\u0301\u0489\u0e49 \t\n\ue000\ud800あ🂡"
)
TEXT = st.text() | st.text(NASTY | st.characters(), max_size=60)


@given(TEXT, st.integers(4, 80))
def test_one_visible_line_in_nfc_that_fits_and_stays_as_it_is(text, cells):
    clean = sanitise(text, cells)
    assert clean
    assert clean == clean.strip()
    assert "  " not in clean
    assert width(clean) <= cells
    assert unicodedata.is_normalized("NFC", clean)
    assert not {unicodedata.category(char) for char in clean} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert sanitise(clean, cells) == clean


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\x1b[31mb\x1b[0mc", "abc"),
        ("a\x1b[2J\x1b[1;1Hb", "ab"),
        ("a\x9b31mb", "ab"),
        ("a\x1b]0;title\x07b", "ab"),
        ("a\x1b]8;;http://x\x1b\\b", "ab"),
        ("a\x9d0;title\x9cb", "ab"),
        ("a\x1bP+q544e\x1b\\b", "ab"),
        ("a\x1b(0b\x1b7c", "abc"),
        ("a\x1b", "a"),
        ("\x1b[31", "31"),
        ("a\x1b]0;without an end", "a0;without an end"),
        ("[31m] and [x] (y) {z} ]0;t", "[31m] and [x] (y) {z} ]0;t"),
    ],
)
def test_a_control_sequence_goes_as_a_whole(text, left):
    assert sanitise(text, 80) == left


@given(
    st.text("ab [];0m", max_size=10),
    st.text("0123456789;?", max_size=5),
    st.sampled_from("@AHJKmhlz~"),
    st.text("ab [];0m", max_size=10),
)
def test_nothing_of_a_sequence_is_left_and_all_that_stands_around_it(before, parameters, final, after):
    assert sanitise(f"{before}\x1b[{parameters}{final}{after}", 80) == sanitise(before + after, 80)


@given(st.text("abcXYZ äöüßñéИван", min_size=1, max_size=20))
def test_an_honest_name_is_left_alone(name):
    name = " ".join(name.split()) or "x"
    assert sanitise(name) == name


@pytest.mark.parametrize("name", ["CON", "../../etc/passwd", "a/b", "-rf", "$(reboot)"])
def test_names_that_mean_something_elsewhere_are_only_shown(name):
    assert sanitise(name) == name


def test_marks_cannot_be_piled_up():
    assert len(sanitise("Z" + "\u0335" * 500)) == 3


@pytest.mark.parametrize(
    "blank",
    ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\U0001d159", "\U00013441", "\u034f", "\u17b4", "\U00016fe4"],
)
def test_letters_that_are_drawn_as_nothing_are_blanks_and_no_name(blank):
    assert sanitise(blank * 3) == "?"
    assert sanitise(f"{blank}anna{blank}{blank}") == "anna"
    assert not is_name(blank * 3)
    assert familiar(f"an{blank}na") == familiar("anna")


def test_the_full_screen_s_library_counts_the_same_cells():
    """Else a name could push what stands beside it out of its place."""
    differing = [
        sign
        for sign in map(chr, range(0x20000))
        if unicodedata.category(sign) != "Cn" and width(clean := sanitise("x" + sign)) != get_cwidth(clean)
    ]
    assert differing == []


def test_nothing_left_is_a_question_mark():
    assert sanitise("\u200b\x1b\u202e") == "?"
    assert sanitise("") == "?"
