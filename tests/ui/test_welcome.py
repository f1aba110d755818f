"""What is said before and around a match: names of matches and addresses in full, and nothing that does harm."""

import pytest

from p2p_schnapsen.ui.language import LANGUAGES, using
from p2p_schnapsen.ui.welcome import Welcome

MATCH = "2026-11-30-236aef069f8152b5ab67"
ADDRESS = "fe80:1111:2222:3333:4444:5555:6666:7777%enp0s31f6"


@pytest.fixture(params=LANGUAGES)
def spoken(request):
    with using(request.param):
        yield request.param


def said(**event):
    return " ".join(Welcome("p2p-schnapsen", "", "").lines(event))


def test_the_name_of_a_match_is_whole(spoken):
    assert MATCH in said(event="resumed", match=MATCH)


def test_a_guest_hears_who_decides_and_what_is_awaited():
    known = said(event="connected", peer="CYAY-ZQJ2-1800", key="00")
    assert known == "Connected. Your opponent's key is CYAY-ZQJ2-1800."
    awaited = said(event="connected", peer="CYAY-ZQJ2-1800", key="00", awaits="offer")
    assert awaited == f"{known} The host decides whether to let you in; then its offer comes."


@pytest.mark.parametrize(
    ("code", "seconds", "text"),
    [("en", 4.0, " 4 s"), ("en", 0.2, " 0.2 s"), ("de", 0.5, " 0,5 s"), ("de", 4.0, " 4 s")],
)
def test_seconds_are_written_as_the_language_does(code, seconds, text):
    with using(code):
        assert text in said(event="reconnecting", attempt=1, **{"in": seconds})


@pytest.mark.parametrize("callers", [1, 7])
def test_the_address_of_a_caller_is_whole(spoken, callers):
    assert ADDRESS in said(event="stranger", reason="silent", callers=callers, **{"from": ADDRESS})


def test_a_caller_s_words_cannot_write_on_the_terminal_or_fill_it(spoken):
    text = said(event="dropped", reason="\x1b[2J" + "x" * 500)
    assert "\x1b" not in text
    assert len(text) < 200
