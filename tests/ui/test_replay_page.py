"""The page of a replay: whole in itself, closed to what comes from outside, readable without colours and scripts."""

import base64
import hashlib
import json
import re
import unicodedata
from dataclasses import replace
from html import escape
from html.parser import HTMLParser

import pytest

from p2p_schnapsen.rules.cards import PACK
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import LANGUAGES, using
from p2p_schnapsen.ui.replay.page import page
from p2p_schnapsen.ui.replay.words import told
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.wire.limits import NAME_BYTES
from tests.ui.replays import ALL, OPENED, between, hostile_names, replay_of

VOID = {"meta", "br"}
TAGS = VOID | {"html", "head", "title", "style", "body", "header", "h1", "h2", "h3", "p", "main", "section", "div"}
TAGS |= {"button", "label", "select", "span", "details", "summary", "ul", "li", "script"}
TAGS |= {"table", "thead", "tbody", "tr", "th", "td"}
LOADING = {"src", "href", "action", "data", "poster", "srcset", "background", "style", "formaction"}


class Page(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.tags = []
        self.texts = {}
        self.feed(text)
        self.close()
        assert self.open == [], "every element is closed"

    def handle_starttag(self, tag, attributes):
        assert tag in TAGS
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names))
        assert not [name for name in names if name.startswith("on") or name in LOADING]
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append((tag, dict(attributes).get("id")))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_comment(self, data):
        raise AssertionError(data)

    def handle_data(self, data):
        if self.open:
            tag, name = self.open[-1]
            for key in (tag, f"#{name}"):
                self.texts[key] = self.texts.get(key, "") + data

    def attributes(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def policy(self):
        (found,) = [one["content"] for one in self.attributes("meta") if "http-equiv" in one]
        return dict(part.split(" ", 1) for part in found.split("; "))

    @property
    def data(self):
        return json.loads(self.texts["#data"])


def pinned(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_loaded_and_only_the_pinned_style_and_script_may_act(name):
    text = page(replay_of(name))
    found = Page(text)
    policy = found.policy
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["style-src"] == pinned(found.texts["style"])
    script = found.texts.get("script")
    assert policy["script-src"] == ("'none'" if script is None else pinned(script))
    assert "//" not in found.texts["style"] + (script or "").replace("// ", "")
    assert not re.search(r"url\(|@import|innerHTML|outerHTML|insertAdjacent|document\.write|eval|fetch|XMLHttp", text)
    assert text.index("Content-Security-Policy") < text.index("<style")


@pytest.mark.parametrize("name", ALL)
def test_the_verdict_and_every_step_are_in_it(name):
    replay = replay_of(name)
    found = Page(page(replay))
    assert found.texts["p"].startswith(f"{replay.report.verdict}: ")
    if replay.match is None:
        assert "script" not in found.texts
        return
    texts = told(replay, CardStyle())
    steps = found.data["steps"]
    assert [(step["title"], tuple(step["lines"]), step["could"]) for step in steps] == [
        (text.title, text.lines, text.could) for text in texts
    ]
    assert [place for place, _ in found.data["deals"]] == [
        step.number for step in replay.steps if step.moment != "move"
    ]
    assert found.data["jumps"] == list(replay.jumps)
    for text in texts:
        for one in text.evidence:
            assert one.head in found.texts["li"], "without scripts, too"


@pytest.mark.parametrize("name", OPENED)
def test_without_scripts_and_on_paper_every_card_of_the_match_is_in_tables(name):
    replay = replay_of(name)
    text = page(replay)
    whole = text[text.index("<h2>The whole match") : text.index('<div id="data"')]
    for deal in replay.deals:
        start = whole.index(f"<h3>Deal {deal}</h3>")
        part = re.sub("<[^>]+>", " ", whole[start:].partition('<div class="deal">')[0])
        for card in range(PACK):
            if replay.match.ruleset.deck == 24 or card % 6:
                assert CardStyle().card(card) in part
    found = Page(text)
    assert len(found.attributes("table")) == len(replay.deals)
    assert all(cell == {"scope": "col"} for cell in found.attributes("th"))
    assert "@media print" in found.texts["style"]
    (stage,) = [one for one in found.attributes("section") if one.get("id") == "stage"]
    assert stage["class"] == "screen"


def test_it_can_be_used_with_a_keyboard_and_a_screen_reader():
    found = Page(page(replay_of("example")))
    buttons = found.attributes("button")
    assert len(buttons) == 6
    assert all(one["type"] == "button" and one["aria-label"] == one["title"] for one in buttons)
    (live,) = [attributes for _, attributes in found.tags if attributes.get("aria-live")]
    assert (live["id"], live["role"]) == ("told", "status")
    assert found.attributes("html") == [{"lang": "en"}]
    style = found.texts["style"]
    assert "prefers-color-scheme: dark" in style
    assert ":focus-visible" in style
    words = found.data["words"]
    assert words["cards"][16] == "ten of hearts"
    assert set(words["suits"]) == set("♣♦♥♠"), "a suit is a sign, not only a colour"


def test_a_page_is_in_the_language_of_its_words():
    for code in LANGUAGES:
        with using(code):
            assert Page(page(replay_of("example"))).attributes("html") == [{"lang": code}]


def test_10_000_texts_that_mean_harm_are_text_and_only_text():
    plain = between("anna", "bert")
    texts = hostile_names(10_000)
    # A report shows marks that it does not know as they are: through the sanitiser.
    replay = replace(plain, report=replace(plain.report, marks=tuple(texts)))
    found, before = Page(page(replay)), Page(page(plain))
    listed = [tag for tag in found.tags if tag != ("li", {})]
    assert listed == [tag for tag in before.tags if tag != ("li", {})]
    assert len(found.attributes("li")) - len(before.attributes("li")) == len(texts)
    clean = [sanitise(text) for text in texts]
    assert "".join(clean) in found.texts["li"]
    assert found.data["steps"][-1]["lines"][1:-4] == clean
    shown = {unicodedata.category(sign) for sign in "".join(clean)}
    assert not shown & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def test_a_name_changes_nothing_of_a_page_but_itself():
    marks = ("HOST-NAME", "GUEST-NAME")
    template = page(between(*marks))
    names = hostile_names(300, seed=2)
    for host, guest in zip(names[::2], names[1::2], strict=True):
        expected = template
        for name, mark in zip((host, guest), marks, strict=True):
            whole, short = sanitise(name, 2 * NAME_BYTES), sanitise(name)
            before, rest = expected.split('<div id="data" hidden>')
            data, script = rest.split("</div>", 1)
            # The verdict has a short name, all else the whole one; the script's data are quoted besides.
            before = before.replace(f": {mark}, key", f": {escape(short)}, key").replace(mark, escape(whole))
            data = data.replace(f": {mark}, key", f": {quoted(short)}, key").replace(mark, quoted(whole))
            expected = f'{before}<div id="data" hidden>{data}</div>{script}'
        assert page(between(host, guest)) == expected


def quoted(text):
    return escape(json.dumps(text, ensure_ascii=False)[1:-1])


def test_of_names_that_mean_harm_a_parser_finds_the_same_elements_as_of_others():
    plain = Page(page(between("anna", "bert")))
    names = hostile_names(100, seed=1)
    for host, guest in zip(names[::2], names[1::2], strict=True):
        found = Page(page(between(host, guest)))
        assert found.tags == plain.tags
        assert found.data["words"]["names"] == [
            f"{sanitise(host, 2 * NAME_BYTES)} (host)",
            f"{sanitise(guest, 2 * NAME_BYTES)} (guest)",
        ]


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_no_heading_and_no_label_stays_in_english(code):
    english = labels_of(OPENED[0])
    with using(code):
        local = labels_of(OPENED[0])
    assert len(local) == len(english)
    same = {text for text, other in zip(english, local, strict=True) if text == other}
    assert same <= {"Talon:", *(f"{name}:" for name in replay_of(OPENED[0]).match.names)}, "the languages share these"


def labels_of(name):
    """The headings, summaries and labels of a page, and what names hands and talon on paper."""
    found = Page(page(replay_of(name)))
    marked = [value for tag in ("section", "div", "button") for one in found.attributes(tag)
              for key, value in one.items() if key in ("aria-label", "title")]  # fmt: skip
    headings = [found.texts[tag] for tag in ("h2", "h3", "summary", "th")]
    return marked + headings + re.findall(r"<br>([^<>:]+:)", page(replay_of(name)))
