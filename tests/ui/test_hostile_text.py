"""Ten thousand hostile names and lines of chat: none brings anything but visible signs to a screen or a line."""

import dataclasses
import random
import unicodedata

import pytest
from prompt_toolkit.utils import get_cwidth

from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.line import LinePlayer
from p2p_schnapsen.ui.offer import offer_lines
from p2p_schnapsen.ui.sanitise import sanitise, width
from p2p_schnapsen.ui.screen.paint import paint
from p2p_schnapsen.ui.screen.pieces import Signs
from p2p_schnapsen.ui.screen.scene import picture
from tests.ui.tables import asked

NUMBER = 10_000
PAINTED = 200
"""Of so many one is looked at on the whole screen."""

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
PIECES = (
    "\x1b[2J", "\x1b]0;owned\x07", "\x1b]52;c;cm0=\x07", "\x9b31m", "\x1bP+q\x1b\\", "\x1b[6n", "\x08\x08",
    "\r", "\n", "\t", "\x00",
    "\u202e", "\u2066", "\u200f", "\u200b", "\u200d", "\ufeff", "\ufe0f", "\u2028",
    "\u0301" * 40, "\u0489", "\u3164", "\u115f", "\u2800", "\U0001d159",
    "\u0903", "\u093f", "\u11a8", "\u4dc0", "\u2630", "\U0001d360", "\U0001f1e6\U0001f1f9", "\U0001f3fd",
    "\ud800", "\ue000", "\U000e0041", "\U0010ffff", "🂡", "👩‍👩‍👧", "漢", "ｗ", "ﷺ", "ä", "İ",
    "x" * 300, "../", "CON", "%s{0}{n}", "│╯",
)  # fmt: skip


def hostile(seed, cells=4):
    """A text of hostile pieces, and of signs from anywhere."""
    luck = random.Random(seed)
    return "".join(
        luck.choice(PIECES) if luck.random() < 0.7 else chr(luck.randrange(0x110000))
        for _ in range(luck.randint(1, cells))
    )


def harmless(text):
    return not {unicodedata.category(sign) for sign in text} & UNSEEN


@pytest.fixture(scope="module")
def texts():
    return [hostile(number) for number in range(NUMBER)]


class Heard:
    """A console that only listens."""

    def __init__(self):
        self.lines = []

    def quote(self, text):
        self.lines.append(text)


def test_no_line_of_chat_brings_more_than_visible_signs_to_the_full_screen(texts):
    presenter = asked()
    for number, text in enumerate(texts):
        presenter.report.hear(text)
        assert harmless(presenter.report.said[-1])
        if number % PAINTED == 0:
            lines = paint(picture(presenter), 80, 24, Signs()).lines()
            assert all(map(harmless, lines)), text
            assert {get_cwidth(line) for line in lines} == {80}, text


def test_no_line_of_chat_brings_more_than_visible_signs_to_line_mode(texts):
    console = Heard()
    player = LinePlayer(0, console, CardStyle(), None)
    for text in texts:
        player.hear(text)
    assert len(console.lines) == NUMBER
    assert all(map(harmless, console.lines))


def test_no_name_brings_more_than_visible_signs_to_the_screen_or_to_the_offer(texts):
    presenter = asked()
    offer, accept = presenter.table.offer, presenter.table.accept
    for number, text in enumerate(texts):
        name = sanitise(text)
        assert harmless(name)
        assert width(name) == get_cwidth(name) <= 24
        if number % PAINTED:
            continue
        presenter.table = dataclasses.replace(
            presenter.table, offer=dataclasses.replace(offer, name=text), accept=dataclasses.replace(accept, name=text)
        )
        lines = paint(picture(presenter), 40, 15, Signs()).lines()
        assert all(map(harmless, lines)), text
        assert {get_cwidth(line) for line in lines} == {40}, text
        assert all(map(harmless, offer_lines(presenter.table.offer))), text
