"""Pages of replays in a real browser: every golden log, and matches between people with names that mean harm.

Each is stepped through by keys and clicks, in light or dark, on a wide or a narrow screen, and printed. What it shows
must be what the steps say; it must ask for nothing but the page, and complain of nothing. Screenshots of the example
stay in `chromium-pages/`.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.replay.page import page
from p2p_schnapsen.ui.replay.steps import Replay, replay
from p2p_schnapsen.ui.replay.words import told
from scripts.lib.browser import Browser, program
from tests.support.programs import ROOT
from tests.ui.replays import LOGS, between, hostile_names

if TYPE_CHECKING:
    from scripts.lib.soak import Order, Tally

PICTURES: Final = ROOT / "chromium-pages"
SIZES: Final = ((1200, 900), (360, 700))
STEPS: Final = 12
"""Steps of a page that are looked at one by one; the rest is jumped over."""

_TOLD = "[...document.querySelectorAll('#told > *')].map((line) => line.textContent)"
_CARDS = "document.querySelectorAll('#board .card').length"
_WIDE = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
_SEEN = "getComputedStyle(document.querySelector('{what}')).display !== 'none'"


class Page(NamedTuple):
    """A page that is tried, and what it is called when it fails."""

    name: str
    replay: Replay


def run(order: Order) -> Tally:
    """Try `order.number` pages: the golden logs first, then matches of hostile names."""
    from scripts.lib.soak import Tally

    path = program()
    if path is None:
        print("no Chromium is here: install one (Debian: chromium)")
        return Tally(0, order.number)
    passed = failed = 0
    with Browser(path) as browser, tempfile.TemporaryDirectory() as folder:
        for tried in _pages(order):
            file = Path(folder) / "page.html"
            file.write_text(page(tried.replay), "utf-8")
            wrong = _problems(browser, tried, file, random.Random(order.seed))
            for problem in wrong:
                print(f"{tried.name}: {problem}", flush=True)
            passed, failed = passed + (not wrong), failed + bool(wrong)
    return Tally(passed, failed)


def _pages(order: Order) -> list[Page]:
    golden = [path.name for path in sorted(LOGS.iterdir()) if path.is_dir()]
    golden.sort(key=lambda name: name != "example")
    found = [Page(name, replay((LOGS / name / "game.log").read_bytes())) for name in golden[: order.number]]
    names = hostile_names(2 * max(0, order.number - len(found)), order.seed)
    pairs = zip(names[::2], names[1::2], strict=True)
    return found + [Page(f"names {number}, seed {order.seed}", between(*pair)) for number, pair in enumerate(pairs)]


def _problems(browser: Browser, tried: Page, file: Path, rng: random.Random) -> list[str]:
    """What is not as it should be."""
    wrong = []
    scheme, size = rng.choice(("light", "dark")), rng.choice(SIZES)
    browser.look(scheme)
    browser.open(file, *size)
    if tried.replay.match is not None:
        wrong += _stepped(browser, tried.replay, rng)
    elif browser.value("document.querySelectorAll('button').length"):
        wrong.append("there is something to press where nothing was played")
    if not browser.value(_WIDE):
        wrong.append(f"it is wider than a screen of {size[0]}")
    if tried.name == "example":
        _photograph(browser, file)
    browser.look(scheme, "print")
    if tried.replay.match is not None and browser.value(_SEEN.format(what="#stage")):
        wrong.append("what needs a screen is on paper")
    if len(browser.printed()) < 1000:
        wrong.append("nothing is printed")
    if browser.requests != [file.as_uri()]:
        wrong.append(f"it asked for {browser.requests}")
    wrong += [f"the browser complains: {text}" for text in browser.complaints]
    return wrong


def _stepped(browser: Browser, shown: Replay, rng: random.Random) -> list[str]:
    texts = told(shown, CardStyle())
    at, last = 0, len(shown.steps) - 1
    wrong = []
    for number in range(STEPS):
        found = browser.value(_TOLD)
        if found != [texts[at].title, *texts[at].lines]:
            wrong.append(f"at step {at} it tells {found}")
        board = shown.steps[at].board
        if board is not None and browser.value(_CARDS) < sum(
            hand.cards.bit_count() + hand.hidden for hand in board.hands
        ):
            wrong.append(f"at step {at} cards are missing")
        further = [place for place in shown.jumps if place > at]
        before = [place for place in shown.jumps if place < at]
        match rng.choice(("key", "click", "trick", "trick back", "back", "last" if number > STEPS // 2 else "key")):
            case "key":
                browser.press("ArrowRight")
                at = min(last, at + 1)
            case "click":
                browser.click("#next")
                at = min(last, at + 1)
            case "trick":
                browser.press("ArrowRight", shift=True)
                at = further[0] if further else at
            case "trick back":
                browser.click("#trick-back")
                at = before[-1] if before else at
            case "back":
                browser.press("ArrowLeft")
                at = max(0, at - 1)
            case "last":
                browser.click("#last")
                at = last
    return wrong


def _photograph(browser: Browser, file: Path) -> None:
    PICTURES.mkdir(exist_ok=True)
    for scheme in ("light", "dark"):
        browser.look(scheme)
        browser.open(file, *SIZES[0])
        for _ in range(4):
            browser.press("ArrowRight")
        (PICTURES / f"{scheme}.png").write_bytes(browser.picture())
    browser.look("light", "print")
    (PICTURES / "paper.png").write_bytes(browser.picture())
    (PICTURES / "paper.pdf").write_bytes(browser.printed())
    browser.look("light")
    browser.open(file, *SIZES[1])
    (PICTURES / "narrow.png").write_bytes(browser.picture())
