"""`rules`: the rule sets there are, and what one of them says."""

from __future__ import annotations

from argparse import Namespace

from p2p_schnapsen.presets import loader
from p2p_schnapsen.presets.loader import Preset, Reason
from p2p_schnapsen.ui.offer import value_text


def run(options: Namespace) -> int:
    """List the rule sets, or show one."""
    if options.name is None:
        for name in loader.NAMES:
            preset = loader.load(name)
            print(f"{name:14} {preset.about.title or preset.about.summary}")
        return 0
    for line in _shown(loader.resolve(options.name)):
        print(line)
    return 0


def _shown(preset: Preset) -> list[str]:
    about = preset.about
    head = [preset.name + (f": {about.title}" if about.title else "")]
    head += [text for text in (about.summary, about.source and f"Source: {about.source}", about.note) if text]
    rows = []
    for name, value in preset.ruleset.as_mapping().items():
        reason = preset.reasons.get(name, Reason())
        rows.append(f"  {name:18} {value_text(value):18} {_why(reason)}".rstrip())
    return [*head, "", *rows]


def _why(reason: Reason) -> str:
    if reason.quote:
        text = f"“{reason.quote}”"
    elif reason.family:
        text = f"the source is silent; as in {reason.family}"
    else:
        text = reason.rule or reason.unused
    return " ".join(part for part in (text, reason.note and f"({reason.note})") if part)
