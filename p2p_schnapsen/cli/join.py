"""`join`: play one match with somebody who hosts."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from p2p_schnapsen.cli.sitting import Talk, fresh, home_of, identity_of, log_of, name_of, player_of, sit
from p2p_schnapsen.net import joining
from p2p_schnapsen.net.address import parse
from p2p_schnapsen.net.session import JoinOptions, MatchEnd
from p2p_schnapsen.table.model import GUEST
from p2p_schnapsen.ui.welcome import Welcome


def run(options: Namespace) -> int:
    """Join; the exit code."""
    talk = Talk(options, GUEST)
    address, name, log = parse(options.address), name_of(options), log_of(options)
    home = home_of(options)
    identity = identity_of(home, computer=options.as_computer)
    setup = JoinOptions(address, identity.key, name, home.matches, log)
    welcome = Welcome("p2p-schnapsen", identity.pin, identity.short_id)
    player = player_of(GUEST, talk, options.level if options.bot else None, willing=options.yes)

    def notify(event: dict[str, Any]) -> None:
        talk.event(event)
        talk.say(*welcome.lines(event))

    async def play() -> MatchEnd:
        return await joining.join(setup, player, fresh, notify)

    return sit(talk, play)
