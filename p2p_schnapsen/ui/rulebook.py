"""Rule sets in words: what a field means, where a value comes from, how a rule set differs from the default."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from p2p_schnapsen.presets import DEFAULT
from p2p_schnapsen.presets.loader import About, Preset, Reason, differences
from p2p_schnapsen.rules.ruleset import FIELDS
from p2p_schnapsen.ui import rulewords
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.offer import value_text
from p2p_schnapsen.ui.sanitise import sanitise, width

WIDTH: Final = 100
"""Longer lines are hard to read, however broad the terminal."""
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
_CHANGED: Final = (mark("set by hand"), mark("own rule"))
"""What is noted about values that were changed (`loader.BY_HAND`, `loader.BY_FILE`)."""


def listing(presets: Sequence[Preset], columns: int = WIDTH) -> list[str]:
    """The rule sets that can be picked, each with what it is."""
    broad = max(len(preset.name) for preset in presets)
    found = []
    for preset in presets:
        summary = _said(preset.about.summary, preset.about)
        found += _wrapped(f"{preset.name:{broad}}  {summary}", columns, "", " " * (broad + 2))
    return found


def screenful(preset: Preset, default: Preset, columns: int) -> list[str]:
    """How a rule set is played, for players: plain Schnapsen whole, any other by how it differs from that."""
    changed = differences(default.ruleset, preset.ruleset)
    found = _head(preset, columns)
    if not changed:
        for paragraph in rulewords.PLAIN:
            found += _wrapped(_(paragraph), columns, "", "  " if _(paragraph).startswith("- ") else "")
        return [*found, *_wrapped(_("--full shows each value, and where it comes from."), columns)]
    told = [field for field in changed if not rulewords.makes_no_difference(preset.ruleset, field)]
    if told:
        found += _wrapped(_("How it differs from plain Schnapsen ({name}):").format(name=DEFAULT), columns)
    for field in told:
        line = _("- {sentence} ({setting}).").format(
            sentence=rulewords.sentence(preset.ruleset, field), setting=_setting(preset, field)
        )
        found += _wrapped(line, columns, "", "  ")
    silent = [_setting(preset, field) for field in changed if field not in told]
    if silent:
        text = _("Without effect under these rules: {settings}.").format(settings=", ".join(silent))
        found += _wrapped(text, columns)
    if preset.about.note:
        found += _wrapped(_("Note: {note}").format(note=_said(preset.about.note, preset.about)), columns)
    rest = _("All else is as in {name}. --full shows each value, and where it comes from.").format(name=DEFAULT)
    # Lines are broken at blanks only where a setting can be broken; here they become blanks again.
    return [line.replace("\u00a0", " ") for line in [*found, *_wrapped(rest, columns)]]


def chapter(preset: Preset, default: Preset, columns: int = WIDTH) -> list[str]:
    """One rule set: what it is, how it differs from the default, then what is the same; each value with its source."""
    found = _head(preset, columns)
    if preset.about.note:
        found += _wrapped(_said(preset.about.note, preset.about), columns)
    changed = differences(default.ruleset, preset.ruleset)
    if changed:
        found += ["", _("How it differs from {name}:").format(name=DEFAULT)]
        for field in changed:
            found += _entry(preset, field, value_text(getattr(default.ruleset, field)), columns)
    same = [field for field in FIELDS if field not in changed]
    if same:
        head = _("The same as in {name}:").format(name=DEFAULT) if changed else _("Its rules:")
        found += ["", head]
        for field in same:
            found += _entry(preset, field, None, columns)
    return found


def _head(preset: Preset, columns: int) -> list[str]:
    """What a rule set is and where it comes from."""
    about = preset.about
    found = []
    if about.title or about.source:
        names = [name for name in dict.fromkeys((about.title or preset.name, about.source)) if name]
        title, *source = (sanitise(name, QUOTE_CELLS) for name in names)
        head = _("{title}: {source}").format(title=title, source=source[0]) if source else title
        found += _wrapped(head, columns)
    if about.summary:
        found += _wrapped(_said(about.summary, about), columns)
    return found


def _setting(preset: Preset, field: str) -> str:
    value = value_text(getattr(preset.ruleset, field))
    return f"{field} = {value}".replace(" ", "\u00a0")


def _entry(preset: Preset, field: str, default: str | None, columns: int) -> list[str]:
    value = value_text(getattr(preset.ruleset, field))
    instead = "" if default is None else _(" (not {value})").format(value=default)
    head = _("  {setting}: {meaning}").format(setting=f"{field} = {value}{instead}", meaning=_(MEANINGS[field]))
    reason = preset.reasons.get(field)
    why = origin(reason) if reason is not None else ""
    line = _("{value}; {reason}").format(value=head, reason=why)
    if why and width(line) <= columns:
        return [line]
    return [*_wrapped(head, columns, "", "      "), *(_wrapped(why, columns, "      ") if why else [])]


def origin(reason: Reason) -> str:
    """Where a value comes from, in one line: a quote in the language of its source, all else in the user's."""
    parts = []
    if reason.quote:
        parts.append(f'"{sanitise(reason.quote, QUOTE_CELLS)}"')
    if reason.rule:
        parts.append(_said(reason.rule, reason))
    if reason.family:
        parts.append(_(_FAMILY[reason.family]) + ".")
    if reason.unused:
        parts.append(_said(reason.unused, reason))
    if reason.note:
        parts.append(_said(reason.note, reason))
    if reason.choices:
        parts.append(
            _("The source lets you choose: {values}.").format(values=", ".join(map(value_text, reason.choices)))
        )
    return " ".join(parts)


def _said(text: str, by: About | Reason) -> str:
    """What is said about a rule set or a value, in the user's language; a user's file is shown as it is written."""
    return sanitise(text if by.own else _(text), QUOTE_CELLS)


def _wrapped(text: str, columns: int, indent: str = "", further: str | None = None) -> list[str]:
    wrapper = textwrap.TextWrapper(
        columns, initial_indent=indent, subsequent_indent=indent if further is None else further
    )
    wrapper.break_long_words = wrapper.break_on_hyphens = False
    return wrapper.wrap(text)
