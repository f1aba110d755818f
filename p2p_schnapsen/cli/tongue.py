"""Which language and which cards: what an option says, else the settings, else the locale and French cards."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from p2p_schnapsen.errors import SchnapsenError
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.ui import language, pack


def choose(options: Namespace) -> None:
    """Use them from now on. Errors are in the language of the locale until the settings are read."""
    lang: str | None = getattr(options, "lang", None)
    cards: str | None = getattr(options, "cards", None)
    language.choose(lang, os.environ, sys.stdout.encoding)
    if lang is None or cards is None:
        found = _settings(getattr(options, "home", None))
        lang, cards = lang or found.get("lang"), cards or found.get("cards")
    language.choose(lang, os.environ, sys.stdout.encoding)
    pack.use(cards or pack.PACKS[0])


def _settings(home: str | None) -> dict[str, str]:
    """What the settings say of both; nothing where they cannot be read: a command that needs them says why."""
    try:
        place = locate(home, os.environ)
        if not os.path.lexists(place.config / "settings.toml"):
            return {}
        from p2p_schnapsen.cli.options import LEVELS
        from p2p_schnapsen.profile import settings

        found = settings.load(place, LEVELS)
    except SchnapsenError:
        return {}
    return {key: value for key in ("lang", "cards") if isinstance(value := found.get(key), str)}
