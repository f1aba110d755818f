"""One page that replays a match: everything is in it, and it asks for nothing. `replay --html` writes it. Pure but for
its own two files, the style and the script.

What may run in it is pinned by hash; what comes from a log is text and only text: the sanitiser cleans it,
`html.escape` puts it in, and the script writes it with `textContent`. Without scripts, and on paper, the match is there
as tables.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib import resources
from itertools import groupby
from typing import Any, Final

from p2p_schnapsen.rules.cards import PACK, SUIT_SIZE, Card, cards_of
from p2p_schnapsen.rules.moves import Kind
from p2p_schnapsen.ui import pack, verdict
from p2p_schnapsen.ui.cards import CardStyle, card_words, sorted_hand
from p2p_schnapsen.ui.language import _, current
from p2p_schnapsen.ui.outcome import outcome_sentence
from p2p_schnapsen.ui.replay.steps import Board, Hand, Moment, Replay, Step
from p2p_schnapsen.ui.replay.words import NOBODY, Told, act, points_text, talon_text, told, who_is_next

STYLE: Final = CardStyle()
_RED: Final = (1, 2)


def page(replay: Replay) -> str:
    """The page, as text to be written in UTF-8."""
    style, script = _own("page.css"), _own("page.js")
    shown = replay.match is not None
    names = replay.match.names if replay.match is not None else None
    title = _("{host} - {guest}: Schnapsen").format(host=names[0], guest=names[1]) if names else _("A log of Schnapsen")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_hash(style)}'",
            f"script-src '{_hash(script)}'" if shown else "script-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    texts = told(replay, STYLE)
    body = [
        f"<header><h1>{escape(title)}</h1>",
        f'<p class="verdict {escape(replay.report.verdict)}">{escape(verdict.summary(replay.report))}</p></header>',
        "<main>",
        *([_stage(), *_tables(replay)] if shown else []),
        *_reached(replay, texts),
        "</main>",
    ]
    if shown:
        data = json.dumps(_data(replay, texts), ensure_ascii=False, separators=(",", ":"))
        body += [f'<div id="data" hidden>{escape(data)}</div>', f"<script>{script}</script>"]
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{escape(current())}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            *body,
            "</body>",
            "</html>",
            "",
        )
    )


@cache
def _own(name: str) -> str:
    return resources.files("p2p_schnapsen.ui.replay").joinpath(name).read_text("utf-8")


@cache
def _hash(text: str) -> str:
    """A source of a content security policy: the element with exactly this text, and no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# -- the stage, which the script fills -------------------------------------------------------------------------------


def _stage() -> str:
    buttons = (
        ("first", "|◀", _("to the beginning")),
        ("trick-back", "◀◀", _("one trick back (Shift and arrow left)")),
        ("back", "◀", _("one step back (arrow left)")),
        ("next", "▶", _("one step on (arrow right)")),
        ("trick-next", "▶▶", _("one trick on (Shift and arrow right)")),
        ("last", "▶|", _("to the end, and the verdict")),
    )
    controls = "".join(
        f'<button type="button" id="{name}" title="{escape(text)}" aria-label="{escape(text)}">{escape(sign)}</button>'
        for name, sign, text in buttons
    )
    # No sentence stands within an f-string: the catalogues are not found there.
    stage, steps, go, proven = _("Replay"), _("Steps"), _("Go to"), _("What has been proven here")
    hand = '<div class="side" id="side{side}"></div><div class="row" id="hand{side}"></div>'
    return "".join(
        (
            f'<section id="stage" class="screen" hidden aria-label="{escape(stage)}">',
            f'<div class="controls" role="group" aria-label="{escape(steps)}">{controls}',
            f'<label>{escape(go)} <select id="deal"></select></label><span id="count"></span></div>',
            '<div class="board" id="board">',
            hand.format(side=1),
            '<div class="middle"><div class="row" id="talon"></div><div class="row" id="table"></div></div>',
            hand.format(side=0),
            '<p class="note" id="place"></p><p class="note" id="stock"></p></div>',
            '<div class="told" id="told" role="status" aria-live="polite"></div><p class="note" id="could"></p>',
            f'<details id="evidence"><summary>{escape(proven)}</summary>',
            '<ul id="proofs"></ul></details></section>',
        )
    )


def _data(replay: Replay, texts: Sequence[Told]) -> dict[str, Any]:
    """What the script shows, in the words of the page."""
    assert replay.match is not None
    names = [
        _("{name} (host)").format(name=replay.match.names[0]),
        _("{name} (guest)").format(name=replay.match.names[1]),
    ]
    ends = [(step.number, text.title) for step, text in zip(replay.steps, texts, strict=True)]
    places = [end for end, step in zip(ends, replay.steps, strict=True) if step.moment is not Moment.MOVE]
    return {
        "words": {
            "names": names,
            "sides": [_("host"), _("guest")],
            "ranks": [pack.rank(number) for number in range(SUIT_SIZE)],
            "suits": [pack.sign(suit, symbols=True) for suit in range(4)],
            "cards": [card_words(card) for card in range(PACK)],
            "hidden": _("a card that was not opened"),
            "talon": _("talon"),
            "may": _("may be played"),
            "stock": _("Face down, in drawing order:"),
            "count": _("step {n} of {all}"),
        },
        "deals": places,
        "jumps": replay.jumps,
        "steps": [_shown(step, text) for step, text in zip(replay.steps, texts, strict=True)],
    }


def _shown(step: Step, text: Told) -> dict[str, Any]:
    return {
        "title": text.title,
        "lines": text.lines,
        "could": text.could,
        "evidence": [(one.head, one.proofs) for one in text.evidence],
        "board": None if step.board is None else _board(step, step.board),
    }


def _board(step: Step, board: Board) -> dict[str, Any]:
    taken = step.takes
    return {
        "hands": [(sorted_hand(hand.cards, board.trump), hand.hidden) for hand in board.hands],
        "facts": [_facts(step, board, side) for side in (0, 1)],
        "turn": board.turn,
        "may": cards_of(board.playable or 0),
        "talon": board.talon,
        "up": board.up if board.closed_by is None else None,
        "stock": board.stock,
        "table": step.table,
        "takes": None if taken is None else taken.winner,
        "about": f"{talon_text(board, STYLE)} {who_is_next(board)}",
    }


def _facts(step: Step, board: Board, side: int) -> str:
    facts = [
        _("points: {n}").format(n=points_text(board, side)),
        _("tricks: {n}").format(n=board.tricks[side]),
        _("game points: {n}").format(n=step.score[side]),
    ]
    return " · ".join(facts + ([_("dealer")] if board.dealer == side else []))


# -- the whole match, for paper and for whoever runs no scripts ------------------------------------------------------


def _tables(replay: Replay) -> Iterator[str]:
    title = _("The whole match")
    yield f"<section><h2>{escape(title)}</h2>"
    played = (step for step in replay.steps if step.deal)
    for number, steps in groupby(played, key=lambda step: step.deal):
        yield from _deal(replay, number, list(steps))
    yield "</section>"


def _deal(replay: Replay, number: int, steps: list[Step]) -> Iterator[str]:
    assert replay.match is not None
    board, last = steps[0].board, steps[-1].board
    assert board is not None
    assert last is not None
    title, owner, talon, up = _("Deal {number}").format(number=number), _("{name}:"), _("Talon:"), _("Turned up:")
    yield f'<div class="deal"><h3>{escape(title)}</h3><p>'
    yield "<br>".join(
        f"{escape(owner.format(name=name))} {_hand(hand, board.trump)}"
        for name, hand in zip(replay.match.names, board.hands, strict=True)
    )
    if board.stock is not None:
        yield f"<br>{escape(talon)} {' '.join(_inked(card) for card in board.stock)}"
    yield f"<br>{escape(up)} {_inked(board.up) if board.up is not None else '?'}</p>"
    heads = (_("Trick"), _("On lead"), _("Besides"), _("Lead"), _("Answer"), _("Taken by"), _("Host"), _("Guest"))
    cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield f'<div class="wide" tabindex="0"><table><thead><tr>{cells}</tr></thead><tbody>'
    moves = [step for step in steps if step.move is not None]
    for trick, made in groupby(moves, key=lambda step: step.trick):
        yield _row(trick, list(made))
    yield "</tbody></table></div>"
    if last.outcome is not None:
        yield f"<p>{escape(outcome_sentence(last.outcome, replay.match.ruleset, NOBODY))}</p>"
    yield "</div>"


def _row(trick: int, steps: list[Step]) -> str:
    leader, last = steps[0].side, steps[-1]
    assert leader is not None
    assert last.board is not None
    sides = (_("host"), _("guest"))
    declared, cards = [], {Kind.LEAD: "", Kind.FOLLOW: ""}
    for step in steps:
        assert step.move is not None
        assert step.side is not None
        if step.move.kind in cards:
            cards[step.move.kind] = _inked(step.move.card)
        else:
            what = act(step.move, STYLE)
            other = _("{who}: {move}").format(who=sides[step.side], move=what)
            declared.append(what if step.side == leader else other)
    taken = last.takes
    cells = (
        str(trick),
        escape(sides[leader]),
        escape("; ".join(declared)),
        cards[Kind.LEAD],
        cards[Kind.FOLLOW],
        escape(sides[taken.winner]) if taken is not None else "",
        escape(points_text(last.board, 0)),
        escape(points_text(last.board, 1)),
    )
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _hand(hand: Hand, trump: int) -> str:
    return " ".join([_inked(card) for card in sorted_hand(hand.cards, trump)] + ["?"] * hand.hidden)


def _inked(card: Card) -> str:
    text = escape(STYLE.card(card))
    return f'<span class="red">{text}</span>' if card // SUIT_SIZE in _RED else text


# -- the verdict -----------------------------------------------------------------------------------------------------


def _reached(replay: Replay, texts: Sequence[Told]) -> Iterator[str]:
    title = _("The verdict, and how it was reached")
    yield f"<section><h2>{escape(title)}</h2><ul>"
    for line in verdict.lines(replay.report):
        yield f"<li>{escape(line)}</li>"
    yield "</ul>"
    found = [one for text in texts for one in text.evidence]
    if found:
        about = _("Record by record, what was checked: each is signed, and names the one before it.")
        yield f"<details><summary>{escape(about)}</summary><ul>"
        for one in found:
            yield (
                f"<li>{escape(one.head)}<ul>"
                + "".join(f"<li>{escape(text)}</li>" for text in one.proofs)
                + "</ul></li>"
            )
        yield "</ul></details>"
    yield "</section>"
