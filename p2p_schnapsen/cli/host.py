"""`host`: wait for an opponent, and play one match."""

from __future__ import annotations

import os
from argparse import Namespace
from typing import Any

from p2p_schnapsen.cli.sitting import Talk, home_of, identity_of, log_of, name_of, player_of, sit, terms_of
from p2p_schnapsen.net import session
from p2p_schnapsen.net.address import parse_port
from p2p_schnapsen.net.session import HostOptions, MatchEnd
from p2p_schnapsen.profile.fingerprint import parse_pin, pin, short_id
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.ui.errors import declined
from p2p_schnapsen.ui.language import _


def run(options: Namespace) -> int:
    """Host; the exit code."""
    talk = Talk(options)
    port, only = parse_port(options.port, lowest=0), parse_pin(options.only) if options.only else None
    terms, name, log = terms_of(options), name_of(options), log_of(options)
    home = home_of(options)
    identity = identity_of(home, computer=options.as_computer)
    setup = HostOptions(options.bind, port, identity.key, name, terms, only, home.matches, log)
    player = player_of(HOST, talk, options.level if options.bot else None)

    def notify(event: dict[str, Any]) -> None:
        talk.event(event)
        talk.say(*_sentences(event, identity.public))

    async def play() -> MatchEnd:
        return await session.host(setup, player, os.urandom, notify)

    return sit(talk, play)


def _sentences(event: dict[str, Any], key: bytes) -> list[str]:
    match event["event"]:
        case "listening":
            joins = [f"  p2p-schnapsen join {address}#{pin(key)}" for address in event["addresses"]]
            return [
                _("You are {id}. Waiting for an opponent at port {port}; they type one of:").format(
                    id=short_id(key), port=event["port"]
                ),
                *joins,
                _("Stop with Ctrl-C."),
            ]
        case "connected":
            return [_("{peer} has connected; its signature holds.").format(peer=event["peer"])]
        case "turned-away":
            return [_("{peer} was turned away ({reason}).").format(peer=event["peer"], reason=event["reason"])]
        case "left":
            return [_("There was no game: {why} Still waiting.").format(why=declined(event["reason"]))]
        case _:
            return []
