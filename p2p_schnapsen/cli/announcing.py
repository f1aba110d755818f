"""A host tells the local network where it is, for as long as it lets somebody in."""

from __future__ import annotations

import contextlib
from argparse import Namespace
from collections.abc import AsyncIterator
from typing import Any

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.net.discovery import Announced, Beacon
from p2p_schnapsen.net.runner import Notify
from p2p_schnapsen.net.session import HostOptions
from p2p_schnapsen.presets import NAMES, loader
from p2p_schnapsen.profile.fingerprint import pin
from p2p_schnapsen.rules.ruleset import Ruleset


@contextlib.asynccontextmanager
async def announcing(options: Namespace, setup: HostOptions, notify: Notify) -> AsyncIterator[Notify]:
    """Announces the host of `setup` meanwhile, where the options let it; what is given is to be notified instead.

    A house that serves lets guests in all the time, another one until somebody sits down.
    """
    if not options.announce:
        yield notify
        return
    about = Announced(setup.name, pin(signing.public_key(setup.identity)), _called(setup.terms.ruleset))
    beacon = Beacon(about, notify)

    def heeded(event: dict[str, Any]) -> None:
        notify(event)
        if not options.serve or event["event"] == "listening":
            beacon.heed(event)

    async with beacon.lit():
        yield heeded


def _called(ruleset: Ruleset) -> str:
    """The name by which everybody knows these rules, "" for rules of somebody's own."""
    return next((name for name in NAMES if loader.resolve(name).ruleset == ruleset), "")
