"""`host`: wait for an opponent, and play one match."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from p2p_schnapsen.cli.sitting import Talk, fresh, home_of, identity_of, log_of, name_of, player_of, sit, terms_of
from p2p_schnapsen.net import hosting
from p2p_schnapsen.net.address import parse_port
from p2p_schnapsen.net.session import HostOptions, MatchEnd
from p2p_schnapsen.profile.fingerprint import parse_pin
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.ui.welcome import Welcome


def run(options: Namespace) -> int:
    """Host; the exit code."""
    talk = Talk(options, HOST)
    port, only = parse_port(options.port, lowest=0), parse_pin(options.only) if options.only else None
    terms, name, log = terms_of(options), name_of(options), log_of(options)
    home = home_of(options)
    identity = identity_of(home, computer=options.as_computer)
    setup = HostOptions(options.bind, port, identity.key, name, terms, only, home.matches, log)
    welcome = Welcome("p2p-schnapsen", identity.pin, identity.short_id)
    player = player_of(HOST, talk, options.level if options.bot else None)

    def notify(event: dict[str, Any]) -> None:
        talk.event(event)
        talk.say(*welcome.lines(event))

    async def play() -> MatchEnd:
        return await hosting.host(setup, player, fresh, notify)

    return sit(talk, play)
