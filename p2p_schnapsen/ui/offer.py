"""What a host offers, in lines: the rules by their difference from a named rule set, and how the match is played."""

from __future__ import annotations

from p2p_schnapsen.presets import NAMES, loader
from p2p_schnapsen.presets.loader import Preset
from p2p_schnapsen.profile.fingerprint import short_id
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.ui import rulewords
from p2p_schnapsen.ui.language import _, mark, plural
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.wire.messages import Offer

OPENINGS = {
    "deal": mark("after each deal both sides open it"),
    "match": mark("after the match both sides open all deals"),
    "never": mark("deals are never opened; the proofs stand alone"),
}


def offer_lines(offer: Offer) -> list[str]:
    """The offer, as the guest is asked about it. Its rule set has been checked by the table."""
    ruleset = Ruleset.from_canonical(offer.ruleset)
    clock = _("no limit for a move") if not offer.clock else _("{n} s for a move").format(n=offer.clock)
    match = plural(
        "{name} (key {key}) offers a match to {target} point.",
        "{name} (key {key}) offers a match to {target} points.",
        ruleset.target,
    )
    terms = _("Terms: {opening}; {clock}; silence is borne for {patience} s.")
    return [
        match.format(name=sanitise(offer.name), key=short_id(offer.key), target=ruleset.target),
        rules_line(ruleset),
        *_changes(ruleset),
        terms.format(opening=_(OPENINGS[offer.opening]), clock=clock, patience=offer.patience),
    ]


def _changes(ruleset: Ruleset) -> list[str]:
    """What is not as in the named rule set, a sentence each; how many points win is told apart."""
    changed = loader.differences(nearest(ruleset).ruleset, ruleset)
    return [f"- {rulewords.sentence(ruleset, name)}." for name in changed if name != "target"]


def rules_line(ruleset: Ruleset) -> str:
    """A rule set by the named one that it is, or is nearest to."""
    named = nearest(ruleset)
    changed = loader.differences(named.ruleset, ruleset)
    if not changed:
        return _("Rules: {name}.").format(name=named.name)
    settings = ", ".join(f"{name}={value_text(getattr(ruleset, name))}" for name in changed)
    return _("Rules: {name} with {settings}.").format(name=named.name, settings=settings)


def nearest(ruleset: Ruleset) -> Preset:
    """The named rule set that differs in the fewest fields."""
    presets = [loader.load(name) for name in NAMES]
    return min(presets, key=lambda preset: len(loader.differences(preset.ruleset, ruleset)))


def value_text(value: int | str | bool) -> str:
    """A value of a rule set as `--set` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
