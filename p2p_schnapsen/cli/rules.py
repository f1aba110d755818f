"""`rules`: the rule sets there are, and how one of them is played."""

from __future__ import annotations

import shutil
from argparse import Namespace

from p2p_schnapsen.presets import DEFAULT, NAMES, loader
from p2p_schnapsen.ui import rulebook


def run(options: Namespace) -> int:
    """List the rule sets, or tell in a screenful how one is played; with `--full`, where each value comes from."""
    columns = min(shutil.get_terminal_size().columns, rulebook.WIDTH)
    default = loader.load(DEFAULT)
    name, settings = options.name, options.settings
    if name is None and settings and "=" not in settings[-1]:
        # `--set` takes all that follows it; what sets nothing and comes last is the name.
        name, settings = settings[-1], settings[:-1]
    if name is None and not settings and not options.full:
        lines = rulebook.listing([loader.load(name) for name in NAMES], columns)
    else:
        preset = loader.resolve(name or DEFAULT, settings)
        lines = (rulebook.chapter if options.full else rulebook.screenful)(preset, default, columns)
    for line in lines:
        print(line)
    return 0
