"""Whatever happens, there is a sentence for it, in one line, and nothing from outside does harm in it."""

import random
import re

import pytest

from p2p_schnapsen.errors import DataError, IllegalMove, LocalMisuse, PeerFault, PeerSuspect, TransportError
from p2p_schnapsen.rules.cards import KING, PACK, SUIT_SIZE
from p2p_schnapsen.rules.deal import REFUSALS
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.ui import errors, reasons
from p2p_schnapsen.ui.cards import CardStyle, parse_card, style_for
from p2p_schnapsen.ui.sanitise import sanitise, width
from tests.support.deals import random_deal
from tests.support.programs import ROOT

STYLE = CardStyle(symbols=False)
ALL_MOVES = [
    *((kind, card) for kind in (Kind.LEAD, Kind.FOLLOW, Kind.EXCHANGE) for card in range(PACK)),
    *((Kind.MARRIAGE, suit * SUIT_SIZE + KING) for suit in range(4)),
    *((kind, -1) for kind in (Kind.CLOSE, Kind.CLAIM, Kind.SETTLE, Kind.CONCEDE)),
]
VARIANTS = [
    {},
    {"duty": "follow-trump", "marriage_when": "open", "close_trick": True, "exchange_trick": True},
    {"exchange_who": "turn", "exchange_talon": 4, "close_talon": 4, "marriage_trick": True},
    {"out": "auto", "marriage_when": "early", "strict": "always"},
    {"false_claim": "refused", "exchange_card": "J"},
    {"duty": "follow", "marriage_lead": "king", "out": "play-out"},
]


def codes_raised(kind, *rooms):
    for room in rooms:
        for path in (ROOT / "p2p_schnapsen").glob(f"{room}*.py"):
            yield from re.findall(rf'{kind}\(\s*"([a-z-]+)"', path.read_text("utf-8"))


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_illegal_move_is_refused_in_words(code):
    text = errors.refusal(IllegalMove(code, card=10, led=9, cards=(1,), owed=(2, 3), allowed=(4,)), STYLE)
    assert not set("{[") & set(text), "the code of the rule is for programs"
    assert "against the rules" not in text


@pytest.fixture(scope="module")
def refusals():
    """Every refusal of every move in some random deals of many rule sets, by code: as the engine raises them."""
    found = {}
    moves = [Move(*key) for key in ALL_MOVES]
    for seed, changes in enumerate(VARIANTS * 3):
        rng = random.Random(seed)
        deal = random_deal(SCHNAPSEN.replace(deck=24, **changes), seed).full()
        while True:
            for move in moves:
                try:
                    deal.check(move)
                except IllegalMove as refusal:
                    found.setdefault(refusal.code, []).append(refusal)
            if deal.turn is None:
                break
            legal = deal.legal()
            deal.play(rng.choice([move for move in legal if move.kind is not Kind.CLAIM] or legal))
    return found


def test_every_refusal_of_the_engine_is_one_that_is_listed(refusals):
    """`no-such-move` is raised where a move is made, before any deal is asked."""
    assert set(refusals) == REFUSALS
    assert set(reasons.MOVES) == REFUSALS | {"no-such-move"}


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_refusal_of_the_engine_has_a_whole_sentence_of_its_own(code, refusals):
    """Nothing is missing in it, and no other rule says the same; who reports a mistake has the rule's code, too."""
    for refusal in refusals[code]:
        sentence = errors.refusal(refusal, STYLE)
        assert sentence.endswith(".")
        assert not set("?{}()") & set(sentence)
        assert errors.sentence(refusal) == f"{sentence} [{code}]"
    others = [sentence for other, sentence in reasons.MOVES.items() if other != code]
    assert reasons.MOVES[code] not in others


def test_the_specification_lists_every_rule_that_refuses():
    rows = (ROOT / "protocol" / "spec" / "rules.md").read_text("utf-8").partition("## Rules by code")[2]
    assert set(re.findall(r"`([a-z]+-[a-z-]+)`", rows)) == REFUSALS


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
