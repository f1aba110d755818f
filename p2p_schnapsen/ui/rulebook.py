"""Rule sets in words: what a field means, where a value comes from, how a rule set differs from the default."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from p2p_schnapsen.presets.loader import DEFAULT, Preset, Reason, differences
from p2p_schnapsen.rules.ruleset import FIELDS
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.offer import value_text
from p2p_schnapsen.ui.sanitise import sanitise, width

WIDTH: Final = 100
QUOTE_CELLS: Final = 4000

MEANINGS: Final = {
    "deck": mark("cards in the pack"),
    "hand": mark("cards in a hand"),
    "deal": mark("packets, from the elder; T turns up the trump"),
    "next_dealer": mark("who deals next"),
    "strict": mark("when the follower is bound: talon gone or closed, or always"),
    "duty": mark("what a bound follower owes"),
    "exchange_who": mark("who may exchange the lowest trump"),
    "exchange_card": mark("which trump can be exchanged"),
    "exchange_talon": mark("cards that must be left to exchange, the trump counted"),
    "exchange_trick": mark("exchange only after a won trick"),
    "close_talon": mark("cards that must be left to close, the trump counted"),
    "close_trick": mark("close only after a won trick"),
    "marriage_when": mark("when a marriage can be announced"),
    "marriage_trick": mark("marriage only after a won trick"),
    "marriage_lead": mark("which card of a marriage is led"),
    "marriage_pending": mark("whether its points wait for a won trick"),
    "out": mark("how a deal is won at 66"),
    "out_value": mark("what that scores"),
    "false_claim": mark("what an untrue claim costs"),
    "last_trick_bonus": mark("points for the last trick"),
    "nobody_out": mark("when the cards are gone and nobody went out"),
    "schneider": mark("a loser below this loses 2"),
    "schwarz": mark("what makes it 3"),
    "closed_value": mark("a closer's win counts what the other had at closing, or has at the end"),
    "closer_fails": mark("what a closer without 66 loses"),
    "closer_beaten": mark("what a closer loses when the other goes out"),
    "target": mark("game points that win the match"),
}
"""What each field of a rule set says."""

_FAMILY = {
    "pagat": mark("The source is silent: as in plain Schnapsen"),
    "santase": mark("The source is silent: as in Bulgarian Sixty-Six"),
}


def listing(presets: Sequence[Preset]) -> list[str]:
    """The rule sets that can be picked, a line each."""
    broad = max(len(preset.name) for preset in presets)
    return [f"{preset.name:{broad}}  {sanitise(preset.about.summary, QUOTE_CELLS)}" for preset in presets]


def chapter(preset: Preset, default: Preset) -> list[str]:
    """One rule set: what it is, how it differs from the default, then what is the same; each value with its source."""
    about = preset.about
    found = []
    if about.title or about.source:
        names = (about.title or preset.name, about.source)
        found.append(": ".join(sanitise(text, QUOTE_CELLS) for text in names if text))
    for text in (about.summary, about.note):
        if text:
            found += _wrapped(sanitise(text, QUOTE_CELLS), "")
    changed = differences(default.ruleset, preset.ruleset)
    if changed:
        found += ["", _("How it differs from {name}:").format(name=DEFAULT)]
        for field in changed:
            found += _entry(preset, field, value_text(getattr(default.ruleset, field)))
    same = [field for field in FIELDS if field not in changed]
    if same:
        head = _("The same as in {name}:").format(name=DEFAULT) if changed else _("Its rules:")
        found += ["", head]
        for field in same:
            found += _entry(preset, field, None)
    return found


def _entry(preset: Preset, field: str, default: str | None) -> list[str]:
    value = value_text(getattr(preset.ruleset, field))
    instead = "" if default is None else _(" (not {value})").format(value=default)
    head = f"  {field} = {value}{instead}: {_(MEANINGS[field])}"
    reason = preset.reasons.get(field)
    why = origin(reason) if reason is not None else ""
    if why and width(f"{head}; {why}") <= WIDTH:
        return [f"{head}; {why}"]
    return [*_wrapped(head, "", "      "), *(_wrapped(why, "      ") if why else [])]


def origin(reason: Reason) -> str:
    """Where a value comes from, in one line."""
    parts = []
    if reason.quote:
        parts.append(f'"{sanitise(reason.quote, QUOTE_CELLS)}"')
    if reason.rule:
        parts.append(sanitise(reason.rule, QUOTE_CELLS))
    if reason.family:
        parts.append(_(_FAMILY[reason.family]) + ".")
    if reason.unused:
        parts.append(sanitise(reason.unused, QUOTE_CELLS))
    if reason.note:
        parts.append(sanitise(reason.note, QUOTE_CELLS))
    if reason.choices:
        parts.append(
            _("The source lets you choose: {values}.").format(values=", ".join(map(value_text, reason.choices)))
        )
    return " ".join(parts)


def _wrapped(text: str, indent: str, further: str | None = None) -> list[str]:
    wrapper = textwrap.TextWrapper(
        WIDTH, initial_indent=indent, subsequent_indent=indent if further is None else further
    )
    wrapper.break_long_words = wrapper.break_on_hyphens = False
    return wrapper.wrap(text)
