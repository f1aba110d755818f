"""The form before hosting: rule set, all its fields, and how the match is played; always a combination that exists.

Pure: keys and clicks come in, `terms` and `done` can be read.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from p2p_schnapsen.errors import RulesetError
from p2p_schnapsen.presets import NAMES, loader
from p2p_schnapsen.rules.ruleset import CHOICES, FIELDS, Ruleset, Value, value_text
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui import acquaintances, rulewords
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.offer import OPENINGS, nearest
from p2p_schnapsen.ui.sanitise import NAME_CELLS, width
from p2p_schnapsen.ui.screen import pieces
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.keyboard import meant
from p2p_schnapsen.ui.screen.paint import LEAST, ROOMY, too_small
from p2p_schnapsen.ui.screen.picture import Button
from p2p_schnapsen.ui.screen.pieces import ELLIPSIS, Signs, fitted

RULES, OPENING, CLOCK, PATIENCE = "rules", "opening", "clock", "patience"
TARGETS: tuple[Value, ...] = tuple(range(1, 12))
CLOCKS: tuple[Value, ...] = (0, 15, 30, 60, 120, 300)
PATIENCES: tuple[Value, ...] = (30, 60, 120, 300, 600, 3600)
DEALS: dict[int, tuple[Value, ...]] = {
    5: ("3 3 T 2 2", "2 2 T 3 3", "3 3 2 2 T", "5 5 T"),
    6: ("3 3 T 3 3", "3 3 3 3 T", "6 6 T"),
}
"""Cards in a hand -> the packets in which they are dealt; there are more, which `--set` takes."""
WIDEST = 100
BROAD = 56
"""Columns from which on a sentence takes fewer rows."""
BESIDE = 7
"""Cells around a label and a value in a narrow form."""
MARGIN = 2
"""Cells that an explanation leaves free."""
NOTE_ROWS = 3
"""Most rows of the note on unfinished matches."""
LEAST_ROOM = 2
"""Rows of the list that it leaves."""


def explained_rows(columns: int) -> int:
    """Rows for the sentence about the row that is chosen: the same for all, so that nothing jumps."""
    return 3 if columns >= ROOMY[0] else 4 if columns >= BROAD else 6


PAGE = 5
"""Rows that a page key goes on until it is known how many are seen."""

_LABELS = {
    RULES: mark("rule set"),
    "target": mark("game points to win"),
    OPENING: mark("deals are opened"),
    CLOCK: mark("seconds for a move (0: no limit)"),
    PATIENCE: mark("seconds of silence that are borne"),
    "deck": mark("cards in the pack"),
    "hand": mark("cards in a hand"),
    "deal": mark("packets (T: the trump)"),
    "next_dealer": mark("next dealer"),
    "strict": mark("following suit is a duty"),
    "duty": mark("what a follower owes"),
    "exchange_who": mark("who may exchange"),
    "exchange_card": mark("trump that is exchanged"),
    "exchange_talon": mark("exchange: least cards in the talon"),
    "exchange_trick": mark("exchange: needs a trick"),
    "close_talon": mark("closing: least cards in the talon"),
    "close_trick": mark("closing: needs a trick"),
    "marriage_when": mark("marriage: when"),
    "marriage_trick": mark("marriage: needs a trick"),
    "marriage_lead": mark("marriage: which card is led"),
    "marriage_pending": mark("marriage: waits for a trick"),
    "out": mark("going out"),
    "out_value": mark("66 in an open deal scores"),
    "false_claim": mark("an untrue claim costs"),
    "last_trick_bonus": mark("bonus for the last trick"),
    "nobody_out": mark("nobody goes out"),
    "schneider": mark("2 points below"),
    "schwarz": mark("3 points against"),
    "closed_value": mark("a closer's win counts"),
    "closer_fails": mark("a closer who fails"),
    "closer_beaten": mark("a closer who is beaten to it"),
}
ROWS = (RULES, "target", OPENING, CLOCK, PATIENCE, *(name for name in FIELDS if name != "target"))
"""What can be chosen, from the top."""


class Form:
    """What our player wants to offer. `done`: None while it is filled in, then whether to host.

    `unfinished` are names, sanitised, of those with whom a match was left that goes on when they come.
    """

    def __init__(self, terms: Terms, unfinished: Sequence[str] = ()) -> None:
        self.terms = terms
        self.unfinished = tuple(unfinished)
        self.row = 0
        self.done: bool | None = None
        self._first = 0
        self._page = PAGE

    @property
    def terms(self) -> Terms:
        """What is offered as the form stands."""
        return self._terms

    @terms.setter
    def terms(self, terms: Terms) -> None:
        self._terms = terms
        self._named = nearest(terms.ruleset)
        changed = loader.differences(self._named.ruleset, terms.ruleset)
        # What was chosen otherwise than the rule set has it is wanted with another one, too, where that allows it.
        self._wishes: dict[str, Value] = {name: getattr(terms.ruleset, name) for name in changed}

    # -- inputs ----------------------------------------------------------------------------------------------

    def key(self, key: str) -> None:
        """A key, named as the presenter has them."""
        match meant(key):
            case "up":
                self.row = (self.row - 1) % len(ROWS)
            case "down":
                self.row = (self.row + 1) % len(ROWS)
            case "pageup":
                self._turn(-self._page)
            case "pagedown":
                self._turn(self._page)
            case "home":
                self.row = 0
            case "end":
                self.row = len(ROWS) - 1
            case "left":
                self.change(ROWS[self.row], -1)
            case "right" | " ":
                self.change(ROWS[self.row], 1)
            case "enter":
                self.done = True
            case "escape" | "q":
                self.done = False

    def wheel(self, step: int) -> None:
        """So many rows down, or up; not beyond the ends."""
        self.row = max(0, min(len(ROWS) - 1, self.row + step))

    def _turn(self, step: int) -> None:
        """Show so many rows further on, or back."""
        self.wheel(step)
        self._first += step  # as far as there are rows: the painter sees to that

    def click(self, target: str, *, right: bool = False) -> None:
        """A click on a row chooses it, on its value changes it (the right button: back), on a button does it."""
        kind, _space, what = target.partition(" ")
        match kind, what:
            case "do", "start":
                self.done = True
            case "do", "leave":
                self.done = False
            case "do", "row":
                self.key("up" if right else "down")
            case "do", "value":
                self.key("left" if right else "right")
            case "do", "pageup" | "pagedown":
                self.key(what)
            case "row" | "value" | "before", name if name in ROWS:
                self.row = ROWS.index(name)
                if kind != "row":
                    self.change(name, -1 if right or kind == "before" else 1)

    def drag(self, source: str, target: str) -> None:
        """Nothing is dragged here."""

    def change(self, name: str, step: int) -> None:
        """The next value of a row that makes a rule set with all others."""
        values = self.values(name)
        now = values.index(self.value(name))
        for distance in range(1, len(values)):
            value = values[(now + step * distance) % len(values)]
            try:
                self._terms = self._with(name, value)
            except RulesetError:
                continue
            if name == RULES:
                self._named = loader.load(str(value))
            elif name in FIELDS and value == getattr(self._named.ruleset, name):
                self._wishes.pop(name, None)
            elif name in FIELDS:
                self._wishes[name] = value
            return

    # -- values ----------------------------------------------------------------------------------------------

    def values(self, name: str) -> tuple[Value, ...]:
        """The values of a row; one from the options that is not among the usual ones, too."""
        usual: dict[str, tuple[Value, ...]] = {
            RULES: NAMES,
            "target": TARGETS,
            OPENING: tuple(OPENINGS),
            CLOCK: CLOCKS,
            PATIENCE: PATIENCES,
            "deal": DEALS[self.terms.ruleset.hand],
        }
        found = usual[name] if name in usual else CHOICES[name]
        value = self.value(name)
        return found if value in found else (value, *found)

    def value(self, name: str) -> Value:
        """The value of a row now."""
        terms = self.terms
        match name:
            case "rules":
                return self._named.name
            case "opening" | "clock" | "patience":
                value: Value = getattr(terms, name)
                return value
            case _:
                field: Value = getattr(terms.ruleset, name)
                return field

    def _with(self, name: str, value: Value) -> Terms:
        terms = self.terms
        match name:
            case "rules":
                return replace(terms, ruleset=_wished(loader.load(str(value)).ruleset, self._wishes))
            case "opening":
                return replace(terms, opening=str(value))
            case "clock":
                return replace(terms, clock=int(value))
            case "patience":
                return replace(terms, patience=int(value))
            case _:
                return replace(terms, ruleset=terms.ruleset.override({name: value}))

    def explained(self) -> str:
        """A sentence about the row that is chosen, as it stands, and the option that says the same."""
        name, value = ROWS[self.row], self.value(ROWS[self.row])
        if name == RULES:
            text = _(loader.load(str(value)).about.summary)
        elif name == OPENING:
            text = _(OPENINGS[self.terms.opening])
            text = f"{text[0].upper()}{text[1:]}."
        elif name == CLOCK:
            text = _("Who takes longer for a move gives up the deal.") if value else _("No move has a limit.")
        elif name == PATIENCE:
            text = _("After so long a silence the match can be ended with a signed note.")
        else:
            text = f"{rulewords.sentence(self.terms.ruleset, name)}."
        return f"{text} ({_option(name, value)})"

    def shown(self, name: str) -> str:
        """The value of a row, as people say it."""
        value = self.value(name)
        return rulewords.word(name, value) if name in CHOICES or name == OPENING else value_text(value)

    # -- on the screen ---------------------------------------------------------------------------------------

    def paint(self, columns: int, rows: int, signs: Signs) -> Canvas:
        """The form at any size; in a narrow one the values stand at the right edge, so that labels have room."""
        if columns < LEAST[0] or rows < LEAST[1]:
            return too_small(columns, rows)
        canvas = Canvas(columns, rows)
        wide = min(columns, WIDEST)
        left = (columns - wide) // 2
        canvas.fill(0, left, wide, "class:header")
        canvas.put(0, left + 1, fitted(_("What do you want to play?"), wide - 2), "class:header")
        buttons = self._buttons(signs)
        lowest = rows - len(pieces.arranged(buttons, wide, 2))
        explained = explained_rows(wide)
        note = self._note(wide - MARGIN, max(1, min(NOTE_ROWS, lowest - explained - 3 - LEAST_ROOM)))
        room = self._page = lowest - explained - len(note) - 3
        self._first = max(self.row - room + 1, min(self._first, self.row, len(ROWS) - room), 0)
        label = max(width(_(_LABELS[name])) for name in ROWS) + 3
        if wide < ROOMY[0]:
            label = 0
        for place, name in enumerate(ROWS[self._first : self._first + room]):
            self._paint_row(canvas, 2 + place, left, wide, label, name, signs)
        self._paint_ends(canvas, left, wide, room, signs)
        for number, line in enumerate(note):
            canvas.put(lowest - explained - len(note) + number, left + 1, line, "class:notice")
        said = self.explained()
        whole = _(_LABELS[ROWS[self.row]])
        if not label and width(whole) > wide - width(self._text(ROWS[self.row])) - BESIDE:  # it was cut
            said = f"{whole}: {said}"
        for number, line in enumerate(pieces.wrapped(said, wide - MARGIN)[:explained]):
            canvas.put(lowest - explained + number, left + 1, line.replace("\u00a0", " "), "class:fair")
        pieces.bar(canvas, lowest, buttons, left, left + wide, 2)
        return canvas

    def _note(self, cells: int, rows: int) -> list[str]:
        """That a match which was left goes on by its own rules, in at most so many rows."""
        if not self.unfinished:
            return []
        lines: list[str] = []
        for room in (NAME_CELLS, NAME_CELLS // 2):  # where it is too long with a whole name, it is cut there
            names = [fitted(acquaintances.shown(name), room) for name in self.unfinished]
            if len(names) == 1:
                text = _("If {name} comes, your unfinished match goes on by its own rules.")
            else:
                text = _("Unfinished matches go on by their own rules: {name}.")
            lines = pieces.wrapped(text.format(name=", ".join(names)), cells)
            if len(lines) <= rows:
                return lines
        return [*lines[: rows - 1], fitted(f"{lines[rows - 1]} {ELLIPSIS}{' ' * cells}", cells).rstrip()]

    def _buttons(self, signs: Signs) -> tuple[Button, ...]:
        keys = ("↑↓", "←→") if signs.unicode else ("up/down", "left/right")
        return (
            Button("Enter", _("wait for an opponent"), "start"),
            Button(keys[0], _("choose"), "row"),
            Button(keys[1], _("change"), "value"),
            Button("Esc", _("leave"), "leave"),
        )

    def _paint_ends(self, canvas: Canvas, left: int, wide: int, room: int, signs: Signs) -> None:
        """That the list goes on above or below, and what the star says."""
        above, below = self._first, len(ROWS) - self._first - room
        more = _("more")
        for row, sign, count, target in ((1, signs.up, above, "pageup"), (2 + room, signs.down, below, "pagedown")):
            if count > 0:
                text = f"{sign} {more} ({count})"
                canvas.put(row, left + 2, fitted(text, wide - 4), "class:key", f"do {target}")
        if any(self._is_changed(name) for name in ROWS):
            text = fitted(_("*: not as in {name}").format(name=self.value(RULES)), wide - 18)
            canvas.put(1, left + wide - 1 - width(text), text, "class:said")

    def _paint_row(self, canvas: Canvas, row: int, left: int, wide: int, label: int, name: str, signs: Signs) -> None:
        chosen = ROWS[self.row] == name
        style = "class:chosen" if chosen else "class:label"
        canvas.fill(row, left, wide, "", f"row {name}")
        canvas.put(row, left, ">" if chosen else " ", style)
        text = fitted(self._text(name), wide - max(label, 8) - 4)
        column = label or wide - width(text) - 4
        canvas.put(row, left + 2, fitted(_(_LABELS[name]), column - 3), style, f"row {name}")
        before, after = ("‹ ", " ›") if signs.unicode else ("< ", " >")
        column = canvas.put(row, left + column, before if chosen else "  ", style, f"before {name}" if chosen else "")
        canvas.put(row, column, text + (after if chosen else ""), style, f"value {name}")

    def _text(self, name: str) -> str:
        return f"{self.shown(name)}{' *' if self._is_changed(name) else ''}"

    def _is_changed(self, name: str) -> bool:
        if name not in FIELDS or name == "target":
            return False
        ruleset: Ruleset = self.terms.ruleset
        return bool(getattr(ruleset, name) != getattr(self._named.ruleset, name))


def _wished(ruleset: Ruleset, wishes: Mapping[str, Value]) -> Ruleset:
    """A rule set with as much of what is wished as makes one, in the order of the specification."""
    kept: dict[str, Value] = {}
    for name in (name for name in FIELDS if name in wishes):
        with contextlib.suppress(RulesetError):
            ruleset.override({**kept, name: wishes[name]})
            kept[name] = wishes[name]
    return ruleset.override(kept)


def _option(name: str, value: Value) -> str:
    """How the command line says it; its blanks are none at which a line is broken."""
    text = value_text(value)
    said = f"--{name} {text}" if name not in FIELDS else f"--set {name}={text}"
    return (f'--set "{name}={text}"' if " " in text else said).replace(" ", "\u00a0")
