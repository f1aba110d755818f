"""Every full screen there is, painted at 80x24 in the language that is used: the scenes of `tests/ui/snapshots`."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from p2p_schnapsen import presets
from p2p_schnapsen.bot.hints import Hint, Reason
from p2p_schnapsen.presets import loader
from p2p_schnapsen.profile import fingerprint, peers
from p2p_schnapsen.profile.peers import Kind, Peer, State
from p2p_schnapsen.rules.moves import close, lead
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, Ruleset
from p2p_schnapsen.rules.scoring import Outcome
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui import acquaintances, language, pack
from p2p_schnapsen.ui.analysis import hint_sentence
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.offer import offer_lines
from p2p_schnapsen.ui.outcome import outcome_sentence
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.replay.reel import Reel
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen.actions import more_button
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.choices import Options, Points
from p2p_schnapsen.ui.screen.form import ROWS, Form
from p2p_schnapsen.ui.screen.paint import pages, paint
from p2p_schnapsen.ui.screen.picture import Button, Picture
from p2p_schnapsen.ui.screen.pieces import Signs, arranged, hard, wrapped
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.ui.screen.scene import picture
from p2p_schnapsen.ui.welcome import Welcome
from tests.ui.paper import KEYS, NAMES, Paper, begun, offer
from tests.ui.replays import replay_of
from tests.ui.tables import look_at_all

COLUMNS, ROWS_OF_SCREEN = 80, 24
BOX, BESIDE, FOOT = 64, 46, 78
"""Cells of a line in a box above the table, in one that leaves the report to be seen, and of the explanation at the
foot of the form.
"""

HELD = ("AC KH QH KS QS", "JC TS JS AH QC", "AD", "JD TC TH KC")
"""Two hands, the trump and the talon: after one trick all declarations are possible."""

LEADS = ("AC KH QH JS QS", "KC AS TS JD QC", "TD", "KD TC")


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen, its rows as they are painted. `whole`: texts that must be seen in full; `cuts`: a text is too long for
    its place on purpose.
    """

    name: str
    lines: tuple[str, ...]
    whole: tuple[str, ...] = ()
    cuts: bool = False
    columns: int = COLUMNS
    rows: int = ROWS_OF_SCREEN
    seen: Picture | None = None
    """What is painted, where it is a table."""


def scenes() -> Iterator[Scene]:
    """All of them, in the language that is used."""
    yield from _before()
    yield from _play()
    yield from _questions()
    yield from _around()
    yield from _ends()
    yield from _other_cards()
    yield from _form()
    yield from _replay()


def _shown(name: str, presenter: Presenter, signs: Signs = Signs(), *, cuts: bool = False) -> Scene:  # noqa: B008
    """What a presenter shows: everything that it says must be there."""
    seen = picture(presenter)
    box = seen.dialog
    whole = [seen.status, seen.score]
    if box is None:
        whole += in_the_bar(seen.buttons, 2)
    else:
        inner = BESIDE if any(button.action == "talk" for button in box.buttons) else BOX
        whole += [box.title, *(line for text in box.lines for line in wrapped(text, inner))]
        whole += [f"{button.sign} {button.label}" for button in box.buttons]
    if seen.me is None:
        whole += [line for text in (*seen.waiting, *seen.said) for line in stands(text)]
    if seen.notice:
        whole.append(seen.notice)
    elif seen.fairness:
        whole.append(seen.fairness.partition(". ")[0])
    scene = _scene(name, paint(seen, COLUMNS, ROWS_OF_SCREEN, signs), whole, cuts=cuts)
    return replace(scene, seen=seen)


def stands(text: str, columns: int = COLUMNS) -> list[str]:
    """The rows of a text before the first deal: what is to be typed is broken at the edge, all else between words."""
    if text.startswith("  "):
        return [text.strip()] if width(text) < columns else hard(text.strip(), columns)
    return wrapped(text, columns - 2)


def in_the_bar(buttons: Iterable[Button], rows: int, columns: int = COLUMNS) -> list[str]:
    """What is read of these buttons where they have so many rows."""
    shown = arranged(tuple(buttons), columns, rows, more_button())
    return [f"{button.sign} {button.label}" for row in shown for button in row]


def _scene(name: str, canvas: Canvas, whole: Iterable[str] = (), *, cuts: bool = False) -> Scene:
    return Scene(name, tuple(canvas.lines()), tuple(whole), cuts, canvas.columns, canvas.rows)


# Before the cards


def _before() -> Iterator[Scene]:
    welcome = Welcome("p2p-schnapsen", fingerprint.pin(KEYS[0]), fingerprint.short_id(KEYS[0]))
    theirs = fingerprint.short_id(KEYS[1])
    host = Presenter(0, CardStyle())
    addresses = ["192.0.2.44:7766", "[2001:db8:1234:5678:9abc:def0:1234:5678]:7766"]
    host.waiting = (
        *welcome.lines({"event": "listening", "port": 7766, "addresses": addresses}),
        *welcome.lines({"event": "announced"}),
    )
    yield _shown("waiting for an opponent", host)
    host.key("q")
    yield _shown("stop waiting?", host)
    host.key("escape")
    host.say(*welcome.lines({"event": "connected", "peer": theirs}))
    text = _("Somebody with the ID {id} has come, whom you have not met. Compare the ID by voice.")
    host.say(text.format(id=theirs))
    host.ask(_("Play with this guest?"), [])
    yield _shown("an unknown guest", host)
    host.withdraw()
    host.say(*welcome.lines({"event": "turned-away", "reason": "not-admitted", "peer": theirs}))
    host.say(*welcome.lines({"event": "stranger", "from": "203.0.113.9", "reason": "http", "callers": 1}))
    yield _shown("a guest was not let in", host)

    guest, proposal = Presenter(1, CardStyle()), offer()
    guest.say(*welcome.lines({"event": "connected", "peer": fingerprint.short_id(KEYS[0])}))
    guest.say(*acquaintances.judged(peers.Verdict(Kind.NEW, None, ()), fingerprint.short_id(KEYS[0]), NAMES[0]))
    guest.ask(_("Play with this host?"), [])
    yield _shown("an unknown host", guest)
    guest.withdraw()
    guest.ask(_("Play by these rules?"), offer_lines(proposal))
    yield _shown("an offer", guest)
    rules = loader.load("sixtysix").ruleset.override({"target": 9, "false_claim": "refused", "exchange_who": "turn"})
    guest.withdraw()
    guest.ask(_("Play by these rules?"), offer_lines(offer(rules, "Maximiliane", "never", 60)))
    yield _shown("an offer with rules of its own", guest)

    warned = Presenter(1, CardStyle())
    friend = Peer(KEYS[1], "Anna", "anna", State.TRUSTED, "2025-11-30", "2026-01-01")
    verdict = peers.Verdict(Kind.NAMESAKE, None, (friend,))
    warned.say(*welcome.lines({"event": "connected", "peer": fingerprint.short_id(KEYS[0])}))
    warned.say(*acquaintances.judged(verdict, fingerprint.short_id(KEYS[0]), NAMES[0]))
    warned.ask(_("Play with this host?"), [])
    yield _shown("a familiar name with another key", warned)

    paper = Paper(*HELD, number=1, score=(0, 0), dealer=0).agree()
    yield _shown("both shuffle", paper.presenter)
    yield _shown("the first shuffle is proven", paper.shuffle(0).presenter)


# Play


def _play() -> Iterator[Scene]:
    yield _shown("lead, first trick", begun(*LEADS).presenter)
    yield _shown("lead, all declarations", begun(*HELD, "AC JC").seen().presenter)
    yield _shown("lead, one card of the marriage", begun(*HELD, "AC JC mH").presenter)
    waits = begun("KH QH JS QS TC", "KC AS TS JD QC", "TD", "KD AC", "mH QH")
    yield _shown("a marriage that waits for a trick", waits.presenter)
    yield _shown("the opponent is to answer", begun(*LEADS, "AC").presenter)
    yield _shown("the opponent is to lead", begun(*LEADS, dealer=0).presenter)
    yield _shown("follow, any card", begun(*LEADS, "KC", dealer=0).presenter)
    theirs = begun(*LEADS, "close KC", dealer=0)
    yield _shown("follow, strict, closed by the opponent", theirs.presenter)
    barred = theirs.presenter.hand[0]
    theirs.presenter.chosen = barred
    theirs.presenter.click(f"card {barred}")
    yield _shown("a card that may not be played", theirs.presenter)
    yield _shown("lead, closed by us", begun(*HELD, "AC JC x close").presenter)
    yield _shown("a trick that we take", begun(*LEADS, "AC QC").presenter)
    yield _shown("a trick that the opponent takes", begun(*LEADS, "QS AS").presenter)
    other = begun("AC JH QH JS KD", "KC AS KS QS JD", "TD", "TC TS", "x mS QS KD", dealer=0)
    yield _shown("cards of the opponent that everybody has seen", other.seen().presenter)
    yield _shown("talon exhausted", begun(*LEADS).tricks(5).seen().presenter)
    late = begun(*LEADS).tricks(10).seen()
    yield _shown("after the last trick, the opponent is to say", late.presenter)
    ours = begun(LEADS[1], LEADS[0], *LEADS[2:], dealer=0).tricks(10).seen()
    yield _shown("after the last trick, we are to say", ours.presenter)


def _questions() -> Iterator[Scene]:
    names = {
        "m": "in which suit is the marriage",
        "c": "close the talon?",
        "w": "claim without 66?",
        "g": "give up what?",
        "q": "leave the table?",
        "?": "help",
        "l": "last trick",
        "k": "own tricks",
        "t": "talk",
    }
    for key, name in names.items():
        presenter = begun(*HELD, "AC JC").seen().presenter
        presenter.key(key)
        yield _shown(name, presenter)
    for key, name in (("d", "give up this deal?"), ("m", "give up the whole match?")):
        presenter = begun(*HELD, "AC JC").seen().presenter
        presenter.key("g")
        presenter.key(key)
        yield _shown(name, presenter)
    counting = begun(*HELD, "AC JC", options=Options(points=Points.HIDDEN)).seen().presenter
    counting.key("w")
    yield _shown("claim, who counts?", counting)
    low = begun(*HELD, "AC JC").seen().presenter
    low.key("?")
    for page in (1, 2):
        seen = picture(low)
        yield _scene(f"help in a low terminal, page {page}", paint(seen, 40, 15, Signs()))
        low.paged(pages(seen, 40, 15))
        low.painted()
        low.key("enter")
    fresh = begun(*LEADS).presenter
    fresh.key("l")
    yield _shown("last trick, none yet", fresh)
    fresh.key("escape")
    fresh.key("k")
    yield _shown("own tricks, none yet", fresh)
    fresh.key("escape")
    text = _("Your opponent has owed a move for {n} s. You may end the match with a signed note: it stays undecided.")
    fresh.ask(_("End the match?"), [text.format(n=86400)])
    yield _shown("end the match?", fresh)
    long = begun(*LEADS).presenter
    for key in ("t", *"A line that is longer than its box: what was typed last is seen, and what came first is not."):
        long.key(key)
    yield _shown("talk, a long line", long)


# Around the game


def _around() -> Iterator[Scene]:
    welcome = Welcome("p2p-schnapsen", "", "")
    happenings: tuple[tuple[str, dict[str, object]], ...] = (
        ("silent", {"seconds": 90, "left": 3510}),
        ("lost", {}),
        ("reconnecting", {"in": 30, "attempt": 12}),
        ("clock", {"left": 15}),
        ("clock", {"left": 0}),
    )
    for kind, values in happenings:
        presenter = begun(*LEADS, "AC").presenter
        presenter.notice = " ".join(welcome.lines({"event": kind, **values}))
        yield _shown(f"notice: {kind}" + (", over" if values.get("left") == 0 else ""), presenter)
    presenter = begun(*LEADS, "AC").presenter
    for event in (
        {"event": "dropped", "reason": "closed"},
        {"event": "back"},
        {"event": "unheard", "reason": "no-link"},
        {"event": "unheard", "reason": "too-fast"},
    ):
        presenter.say(*welcome.lines(event))
    yield _shown("what happened to the connection", presenter)
    presenter = begun(*LEADS).presenter
    presenter.report.hear("servus!")
    for key in ("t", *"gruess dich", "enter", "u"):
        presenter.key(key)
    presenter.report.hear("nobody hears this")
    yield _shown("talk, muted", presenter)
    presenter.key("u")
    yield _shown("talk, heard again", presenter)
    advised = begun(*HELD, "AC JC").seen().presenter
    for move, reason in ((lead(advised.hand[1]), Reason.SOLVED), (close(), Reason.CLOSE)):
        advised.advise(hint_sentence(Hint(move, reason, 0.58, exact=False), advised.style))
        yield _shown(f"a hint, {reason.name.lower()}", advised)
        advised.key("enter")
    yield _shown("hints", advised)
    advised.key("r")
    yield _shown("what has happened so far", advised)
    left = begun(*LEADS).presenter
    left.ask(_("Your opponent has left."), [_("The match is saved. Wait until your opponent comes back?")])
    yield _shown("the opponent has left", left)
    left.withdraw()
    left.notice = _("Waiting for your opponent to come back.")
    yield _shown("waiting for the opponent to come back", left)
    long = begun(*LEADS, names=("anna", "Maximiliane Wolkenstein-Hohenfels zu Rodenegg"))
    yield _shown("a long name", long.presenter, cuts=True)


# Ends


def _ends() -> Iterator[Scene]:
    sure = ("AH TH KH QH AS", "JS JD QC KC TC", "JH")
    won = begun(*sure, words="mH KH JS AH JD TH QC claim")
    yield _shown("a deal won by 66, all tricks", won.seen().presenter)
    couple = begun("KH QH AH TH JC", "AS TS KS QC JS", "JH", words="AH AS TH TS mH claim", dealer=1)
    yield _shown("a deal won by a marriage, told with it", couple.seen().presenter)
    swapped = begun(sure[1], sure[0], sure[2], words="mH KH JS AH JD TH QC claim", dealer=0)
    yield _shown("a deal lost by 66", swapped.seen().presenter)
    yield _shown("an untrue claim", begun(*HELD, "AC JC claim").seen().presenter)
    failed = begun("AH JH JS JD QS", "TS AD KC TC AS", "QH", words="close AH AD JS AS KC JH QS TS TC JD settle")
    yield _shown("closed, and failed", failed.seen().presenter)
    yield _shown("given up", begun(*HELD, "AC JC concede").seen().presenter)
    last = begun(*LEADS).tricks(10)
    yield _shown("the last trick, before it was seen", last.presenter)
    last.play("settle").seen()
    yield _shown("nobody went out", last.presenter)
    _dismiss(last.presenter)
    yield _shown("the deal is being opened", last.presenter)
    yield _shown("a deal was opened", last.opened().presenter)
    again = begun(*LEADS).play("concede")
    _dismiss(again.presenter)
    yield _shown("a deal was not opened", again.opened(theirs=False).presenter)
    ready = begun(*LEADS, dealer=0).play("concede").opened().presenter
    _dismiss(ready)
    yield _shown("the opponent is not ready yet", ready)

    match = begun(*sure, words="mH KH JS AH JD TH QC claim", score=(6, 6))
    match.seen().presenter.key("enter")
    yield _shown("the match is won", match.presenter)
    _dismiss(match.presenter)
    yield _shown("the result is being signed", match.presenter)
    yield _shown("the result is signed", match.signed().presenter)
    match.presenter.ask(_("Another match?"), [_("With the same opponent, by the same rules.")])
    yield _shown("another match?", match.presenter)
    lost = begun(*HELD, "AC JC concede", score=(6, 6))
    lost.seen().presenter.key("enter")
    yield _shown("the match is lost", lost.presenter)
    yield _shown("the opponent gives up the match", begun(*HELD, "AC").give_up(1).presenter)
    yield _shown("we give up the match", begun(*HELD).give_up(0).presenter)
    yield Scene("every end of a deal in words", tuple(_outcomes()), rows=0)


def _dismiss(presenter: Presenter) -> None:
    look_at_all(presenter)


def _outcomes() -> Iterator[str]:
    """What is said about each end of a deal, as a box has it."""
    found = [Outcome(0, 1, "sixty-six", 40, 2), Outcome(0, 1, "sixty-six", 33, 1, frozen=True)]
    found += [Outcome(0, 2, "sixty-six", 20, 1), Outcome(0, 2, "sixty-six", 0, 1, frozen=True)]
    found += [Outcome(0, 3, "sixty-six", 0, 0), Outcome(0, 3, "sixty-six", 0, 0, frozen=True)]
    found += [Outcome(0, 1, reason, 40, 2) for reason in ("closer-made-it", "last-trick", "higher", "both-out")]
    for reason in ("false-claim", "closer-failed", "closer-beaten"):
        found += [Outcome(0, 2, reason, None, 1, frozen=True), Outcome(0, 3, reason, None, 0), Outcome(0, 2, reason)]
    found.append(Outcome(0, 1, "conceded", 45, 2))
    for outcome in found:
        for winner in (0, 1):
            yield from wrapped(outcome_sentence(replace(outcome, winner=winner), SCHNAPSEN, People(0)), BOX)
    for reason in ("tie", "nobody"):
        yield from wrapped(outcome_sentence(Outcome(None, 0, reason), SCHNAPSEN, People(0)), BOX)


# Other cards, other rules, other habits


def _other_cards() -> Iterator[Scene]:
    hidden = begun(*HELD, "AC JC", options=Options(points=Points.HIDDEN)).seen()
    yield _shown("points hidden", hidden.presenter)
    yield _shown("own points only", begun(*HELD, "AC JC", options=Options(points=Points.OWN)).seen().presenter)
    letters = begun(*LEADS, "close KC", dealer=0, symbols=False)
    yield _shown("letters only", letters.presenter, Signs(unicode=False))
    six = loader.load("sixtysix").ruleset
    hand = ("AC KH QH KS QS 9D", "JC TS JS AH QC 9C", "AD", "JD TC TH KC")
    yield _shown("24 cards, six in hand", begun(*hand, "AC 9C", rules=six).seen().presenter)
    with pack.using("german"):
        yield _shown("German cards, lead", begun(*HELD, "AC JC").seen().presenter)
        strict = begun(*LEADS, "close KC", dealer=0)
        yield _shown("German cards, follow, strict", strict.presenter)
        marriage = begun(*HELD, "AC JC").seen().presenter
        marriage.key("m")
        yield _shown("German cards, in which suit is the marriage", marriage)
        yield _shown("German cards, a trick", begun(*LEADS, "AC QC").presenter)
        plain = begun(*HELD, "AC JC", symbols=False).seen()
        yield _shown("German cards, letters only", plain.presenter, Signs(unicode=False))
    small = paint(picture(begun(*LEADS).presenter), 39, 14, Signs())
    yield _scene("a terminal that is too small", small)


# The form


def _form() -> Iterator[Scene]:
    form = Form(Terms(Ruleset(), "deal", 0, 120, "2026-01-01"))
    for name in ("rules", "target", "opening", "clock", "patience", "deck", "out", ROWS[-1]):
        form.row = ROWS.index(name)
        yield _filled(f"form, {name}", form)
    form.terms = Terms(loader.load("austriac66").ruleset.override({"out": "play-out"}), "never", 60, 30, "2026-01-01")
    for name, what in (("rules", "rules"), ("opening", "opening"), (_wordiest(form), "the longest explanation")):
        form.row = ROWS.index(name)
        yield _filled(f"form, other rules, {what}", form)
    form.row = 0
    for names in (("Anna Katharina Steiner",), ("Anna", "Bert", "CYAY-ZQJ2-1800")):
        left = Form(Terms(Ruleset(), "deal", 0, 120, "2026-01-01"), names)
        yield _filled(f"form, with {len(names)} of whom matches are unfinished", left)
    told = tuple(line.replace("\u00a0", " ") for text in explanations() for line in wrapped(text, FOOT))
    yield Scene("every explanation of the form", told, rows=0)
    yield _scene("form, too small", form.paint(39, 14, Signs()))


def _filled(name: str, form: Form) -> Scene:
    keys = (_("Enter"), _("wait for an opponent")), ("↑↓", _("choose")), ("←→", _("change")), (_("Esc"), _("leave"))
    whole = [f"{sign} {text}" for sign, text in keys]
    whole += [line.replace("\u00a0", " ") for line in wrapped(form.explained(), FOOT)]
    return _scene(name, form.paint(COLUMNS, ROWS_OF_SCREEN, Signs()), whole)


def _wordiest(form: Form) -> str:
    def words(name: str) -> int:
        form.row = ROWS.index(name)
        return len(form.explained())

    return max(ROWS[2:], key=words)


def explanations() -> list[str]:
    """What the form says about each value of each row, where it makes a rule set with one of the named ones; once."""
    return _explanations(language.current())


@functools.cache
def _explanations(_code: str) -> list[str]:
    found: dict[str, None] = {}
    for form in (Form(Terms(loader.load(name).ruleset, "deal", 0, 120, "2026-01-01")) for name in presets.NAMES):
        for form.row, name in enumerate(ROWS):
            for _value in form.values(name):
                found.setdefault(form.explained())
                form.change(name, 1)
    return [text for text in found if text]


# The replay


def _replay() -> Iterator[Scene]:
    reel = Reel(replay_of("example"), CardStyle())
    moves = reel.replay.deals
    for step in (0, 1, 2, 3, 9, reel.replay.at_deal(moves[-1]) or 0, 20, len(reel.replay.steps) - 1):
        reel.at = step
        yield _reeled(f"replay, step {step + 1}", reel)
    reel.at = 3
    for key, name in (("?", "its keys"), ("g", "where to go"), ("p", "what was proven"), ("t", "all about a step")):
        reel.key(key)
        yield _reeled(f"replay, {name}", reel)
        reel.key("escape")
    closed = Reel(replay_of("declined"), CardStyle())
    for step in (1, 2, 3):
        closed.at = step
        yield _reeled(f"replay, not opened, step {step + 1}", closed)
    blamed = Reel(replay_of("revoke_fail"), CardStyle())
    blamed.at = len(blamed.replay.steps) - 1
    yield _reeled("replay, a fault", blamed)
    yield _reeled("replay, no match", Reel(replay_of("log_version_fail"), CardStyle()))
    with pack.using("german"):
        german = Reel(replay_of("example"), CardStyle())
        german.at = 3
        yield _reeled("replay, German cards", german)
    yield _scene("replay, too small", reel.paint(39, 14, Signs()))


def _reeled(name: str, reel: Reel) -> Scene:
    whole = in_the_bar(reel.buttons(Signs()), 1)
    return _scene(name, reel.paint(COLUMNS, ROWS_OF_SCREEN, Signs()), whole)
