"""The form before hosting: rule set, all its fields, and how the match is played; always a combination that exists.

Pure: keys and clicks come in, `terms` and `done` can be read.
"""

from __future__ import annotations

from dataclasses import replace

from p2p_schnapsen.errors import RulesetError
from p2p_schnapsen.presets import loader
from p2p_schnapsen.rules.ruleset import CHOICES, FIELDS, SCHNAPSEN, Ruleset, Value, value_text
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui import rulewords
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.offer import OPENINGS, nearest
from p2p_schnapsen.ui.sanitise import width
from p2p_schnapsen.ui.screen import pieces
from p2p_schnapsen.ui.screen.canvas import Canvas
from p2p_schnapsen.ui.screen.keyboard import meant
from p2p_schnapsen.ui.screen.paint import LEAST, too_small
from p2p_schnapsen.ui.screen.picture import Button
from p2p_schnapsen.ui.screen.pieces import Signs, fitted

RULES, OPENING, CLOCK, PATIENCE = "rules", "opening", "clock", "patience"
TARGETS: tuple[Value, ...] = (1, 3, 5, 7, 9, 11)
CLOCKS: tuple[Value, ...] = (0, 15, 30, 60, 120, 300)
PATIENCES: tuple[Value, ...] = (30, 60, 120, 300, 600, 3600)
WIDEST = 100
EXPLAINED = 2
"""Rows for the sentence about the row that is chosen."""

_LABELS = {
    RULES: mark("rule set"),
    "target": mark("game points to win"),
    OPENING: mark("deals are opened"),
    CLOCK: mark("seconds for a move (0: no limit)"),
    PATIENCE: mark("seconds of silence that are borne"),
    "deck": mark("cards in the pack"),
    "hand": mark("cards in a hand"),
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
ROWS = (RULES, "target", OPENING, CLOCK, PATIENCE, *(name for name in FIELDS if name in CHOICES))
"""What can be chosen, from the top."""


class Form:
    """What our player wants to offer. `done`: None while it is filled in, then whether to host."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.row = 0
        self.done: bool | None = None
        self._first = 0

    # -- inputs ----------------------------------------------------------------------------------------------

    def key(self, key: str) -> None:
        """A key, named as the presenter has them."""
        match meant(key):
            case "up":
                self.row = (self.row - 1) % len(ROWS)
            case "down":
                self.row = (self.row + 1) % len(ROWS)
            case "left":
                self.change(ROWS[self.row], -1)
            case "right" | " ":
                self.change(ROWS[self.row], 1)
            case "enter":
                self.done = True
            case "escape" | "q":
                self.done = False

    def click(self, target: str, *, right: bool = False) -> None:
        """A click on a row chooses it, on its value changes it (the right button: back), on a button does it."""
        kind, _space, what = target.partition(" ")
        if kind == "do":
            self.done = what == "start"
        elif kind in ("row", "value"):
            self.row = ROWS.index(what)
            if kind == "value":
                self.change(what, -1 if right else 1)

    def drag(self, source: str, target: str) -> None:
        """Nothing is dragged here."""

    def change(self, name: str, step: int) -> None:
        """The next value of a row that makes a rule set with all others."""
        values = self.values(name)
        now = values.index(self.value(name))
        for distance in range(1, len(values)):
            value = values[(now + step * distance) % len(values)]
            try:
                self.terms = self._with(name, value)
            except RulesetError:
                continue
            return

    # -- values ----------------------------------------------------------------------------------------------

    def values(self, name: str) -> tuple[Value, ...]:
        """The values of a row; one from the options that is not among the usual ones, too."""
        usual: dict[str, tuple[Value, ...]] = {
            RULES: loader.NAMES,
            "target": TARGETS,
            OPENING: tuple(OPENINGS),
            CLOCK: CLOCKS,
            PATIENCE: PATIENCES,
        }
        found = usual[name] if name in usual else CHOICES[name]
        value = self.value(name)
        return found if value in found else (value, *found)

    def value(self, name: str) -> Value:
        """The value of a row now."""
        terms = self.terms
        match name:
            case "rules":
                return nearest(terms.ruleset).name
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
                return replace(terms, ruleset=loader.load(str(value)).ruleset)
            case "opening":
                return replace(terms, opening=str(value))
            case "clock":
                return replace(terms, clock=int(value))
            case "patience":
                return replace(terms, patience=int(value))
            case _:
                return replace(terms, ruleset=terms.ruleset.override({name: value}))

    def explained(self) -> str:
        """A sentence about the row that is chosen, as it stands."""
        name, ruleset = ROWS[self.row], self.terms.ruleset
        if name == RULES:
            return _(loader.load(str(self.value(RULES))).about.summary)
        if name == OPENING:
            text = _(OPENINGS[self.terms.opening])
            return f"{text[0].upper()}{text[1:]}."
        if name in (CLOCK, PATIENCE):
            return ""
        if name != "target" and getattr(ruleset, name) == getattr(SCHNAPSEN, name):
            return _("As in plain Schnapsen.")
        return f"{rulewords.sentence(ruleset, name)}."

    # -- on the screen ---------------------------------------------------------------------------------------

    def paint(self, columns: int, rows: int, signs: Signs) -> Canvas:
        """The form at any size."""
        if columns < LEAST[0] or rows < LEAST[1]:
            return too_small(columns, rows)
        canvas = Canvas(columns, rows)
        wide = min(columns, WIDEST)
        left = (columns - wide) // 2
        canvas.fill(0, left, wide, "class:header")
        canvas.put(0, left + 1, fitted(_("What do you want to play?"), wide - 2), "class:header")
        room = rows - 4 - EXPLAINED
        self._first = max(self.row - room + 1, min(self._first, self.row, len(ROWS) - room), 0)
        label = max(width(_(_LABELS[name])) for name in ROWS) + 3
        label = min(label, wide - 20)
        for place, name in enumerate(ROWS[self._first : self._first + room]):
            self._paint_row(canvas, 2 + place, left, wide, label, name, signs)
        for number, line in enumerate(pieces.wrapped(self.explained(), wide - 2)[:EXPLAINED]):
            canvas.put(rows - 1 - EXPLAINED + number, left + 1, line, "class:fair")
        keys = ("↑↓", "←→") if signs.unicode else ("up/down", "left/right")
        buttons = (
            Button("Enter", _("wait for an opponent"), "start"),
            Button(keys[0], _("choose"), ""),
            Button(keys[1], _("change"), ""),
            Button("Esc", _("leave"), "leave"),
        )
        pieces.bar(canvas, rows - 1, buttons, left, left + wide)
        return canvas

    def _paint_row(self, canvas: Canvas, row: int, left: int, wide: int, label: int, name: str, signs: Signs) -> None:
        chosen = ROWS[self.row] == name
        style = "class:chosen" if chosen else "class:label"
        canvas.fill(row, left, wide, "", f"row {name}")
        canvas.put(row, left, ">" if chosen else " ", style)
        canvas.put(row, left + 2, fitted(_(_LABELS[name]), label - 2), style, f"row {name}")
        changed = name in FIELDS and name != "target" and self._is_changed(name)
        text = f"{value_text(self.value(name))}{' *' if changed else ''}"
        before, after = ("‹ ", " ›") if signs.unicode else ("< ", " >")
        shown = f"{before}{text}{after}" if chosen else f"  {text}"
        canvas.put(row, left + label, fitted(shown, wide - label), style, f"value {name}")

    def _is_changed(self, name: str) -> bool:
        ruleset: Ruleset = self.terms.ruleset
        return bool(getattr(ruleset, name) != getattr(loader.load(str(self.value(RULES))).ruleset, name))
