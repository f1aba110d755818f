"""`replay` for the eye and for programs: the full screen, one page, one object a step."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from argparse import Namespace
from pathlib import Path

from p2p_schnapsen.cli.signals import end_this_task
from p2p_schnapsen.files import atomic_write
from p2p_schnapsen.ui.cards import CardStyle, style_for
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.replay.objects import objects
from p2p_schnapsen.ui.replay.page import page
from p2p_schnapsen.ui.replay.steps import Replay

STDOUT = "-"
READABLE_FILE = 0o644


def print_objects(replay: Replay, log: str, out: Output) -> None:
    """One JSON object a line and step."""
    for found in objects(replay, log):
        out.line(json.dumps(found))


def write_page(replay: Replay, target: str, out: Output) -> None:
    """The page, to a new file or to stdout. Raises DataError: `file-exists` too, since it might be the log itself."""
    text = page(replay)
    if target == STDOUT:
        out.line(text.removesuffix("\n"))
        return
    atomic_write(Path(target), text.encode(), READABLE_FILE, replace=False)


def watch(replay: Replay, options: Namespace) -> int | None:
    """Show the match until our reader leaves: None; or the exit code of the signal that ended it."""
    caught: list[signal.Signals] = []
    style = style_for(sys.stdout.encoding, os.environ, colour=True)
    try:
        asyncio.run(_shown(replay, style, caught, options))
    except asyncio.CancelledError:
        if not caught:
            raise
        return 128 + caught[0]
    except EOFError:  # the terminal is gone, and nobody looks any more
        return None
    return None


async def _shown(replay: Replay, style: CardStyle, caught: list[signal.Signals], options: Namespace) -> None:
    # The screen's library is loaded only where there is one.
    from p2p_schnapsen.ui.replay.reel import Reel
    from p2p_schnapsen.ui.screen.app import Screen
    from p2p_schnapsen.ui.screen.pieces import Signs
    from p2p_schnapsen.ui.screen.presenter import Presenter

    end_this_task(caught)
    plain = CardStyle(style.symbols)
    screen = Screen(
        Presenter(0, plain),
        Signs(style.symbols),
        suit_colours=options.suits,
        mouse=options.mouse,
        monochrome=not style.colour,
    )
    async with screen.shown():
        await screen.until_left(screen.fill(Reel(replay, plain)))
