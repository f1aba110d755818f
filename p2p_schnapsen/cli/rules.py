"""`rules`: the rule sets there are, and what one of them says."""

from __future__ import annotations

from argparse import Namespace

from p2p_schnapsen.presets import loader
from p2p_schnapsen.ui import rulebook


def run(options: Namespace) -> int:
    """List the rule sets, or show one: how it differs from the default, and where each value comes from."""
    if options.name is None and not options.settings:
        lines = rulebook.listing([loader.load(name) for name in loader.NAMES])
    else:
        preset = loader.resolve(options.name or loader.DEFAULT, options.settings)
        lines = rulebook.chapter(preset, loader.load(loader.DEFAULT))
    for line in lines:
        print(line)
    return 0
