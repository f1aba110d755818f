"""Whatever happens, there is a sentence for it, in one line, and nothing from outside does harm in it."""

import re

import pytest

from p2p_schnapsen.errors import DataError, IllegalMove, LocalMisuse, PeerFault, PeerSuspect, TransportError
from p2p_schnapsen.rules.deal import REFUSALS
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.ui import errors, reasons
from p2p_schnapsen.ui.cards import CardStyle, parse_card, style_for
from p2p_schnapsen.ui.sanitise import sanitise, width
from tests.support.programs import ROOT

STYLE = CardStyle(symbols=False)


def codes_raised(kind, *rooms):
    for room in rooms:
        for path in (ROOT / "p2p_schnapsen").glob(f"{room}*.py"):
            yield from re.findall(rf'{kind}\(\s*"([a-z-]+)"', path.read_text("utf-8"))


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_illegal_move_is_refused_with_its_rule(code):
    text = errors.refusal(IllegalMove(code, card=10, led=9, cards=(1,), owed=(2, 3), allowed=(4,)), STYLE)
    assert text.endswith(f"[{code}]")
    assert "{" not in text
    assert "against the rules" not in text


@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_says_what_was_done_and_which_section_it_breaks(code):
    text = errors.fault(PeerFault(code, FAULTS[code], 0, record=1))
    assert errors.deed(code) != errors.deed("no such code")
    assert f"[{code}, section {FAULTS[code]}]" in text


@pytest.mark.parametrize(
    ("kind", "table", "rooms"),
    [
        (TransportError, reasons.NETWORK, ("net/",)),
        (PeerSuspect, reasons.SUSPECTS, ("net/", "table/")),
        (DataError, reasons.FILES, ("", "gamelog/", "profile/", "net/", "presets/", "crypto/")),
    ],
)
def test_every_error_of_the_world_outside_has_a_sentence(kind, table, rooms):
    assert set(codes_raised(kind.__name__, *rooms)) - {"log-damaged"} <= set(table)
    for code in table:
        text = errors.sentence(kind(code, host="h", port=1, path="p", reason="r", problem="q", mode="m"))
        assert "\n" not in text
        assert "{" not in text


def test_a_mistake_of_ours_is_known_as_one():
    assert errors.is_ours(LocalMisuse("never-heard-of"))
    assert not errors.is_ours(LocalMisuse("port-invalid"))


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[31mred\x1b[0m",
        "a\u202eb",
        "a\r\nb",
        "\x00",
        "a" * 10_000,
        "e" + "\u0301" * 50,
        "\ufeffx",
        "♥\ufe0f",
        "\ud800",
    ],
    ids=ascii,
)
def test_text_from_outside_is_one_short_visible_line(text):
    clean = sanitise(text)
    assert clean.isprintable()
    assert width(clean) <= 64
    assert not set(clean) & set("\x1b\u202e\r\n\x00\ufeff\ufe0f")
    assert sanitise(clean) == clean


@pytest.mark.parametrize("text", ["10h", "h10", "TH", "th", "♥10", "10♥", "HT", " 10 h "])
def test_a_card_can_be_typed_in_many_ways(text):
    assert parse_card(text) == 16


@pytest.mark.parametrize("text", ["", "1h", "h", "10", "10x", "11h", "10hh", "zz", "♥", "10h d"])
def test_what_is_no_card_is_none(text):
    assert parse_card(text) is None


def test_signs_and_colour_go_where_they_can_be_shown():
    assert style_for("utf-8", {"LANG": "de_AT.UTF-8"}, colour=True).symbols
    assert not style_for("ascii", {"LANG": "C"}, colour=True).symbols
    assert not style_for("utf-8", {"LANG": "de_AT.UTF-8", "NO_COLOR": "1"}, colour=True).colour
    assert not style_for("utf-8", {"LANG": "de_AT.UTF-8", "TERM": "dumb"}, colour=True).colour
