"""Which language and which cards: what an option says, else the settings, else the locale and French cards."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from p2p_schnapsen.profile.where import may_have_settings
from p2p_schnapsen.ui import language


def speak(words: Sequence[str]) -> None:
    """Use the language from now on; `words` are the command line before it is parsed: what the parser says is in that
    language, too. Errors are in the language of the locale until the settings are read.
    """
    lang = _said(words, "--lang")
    if lang not in language.LANGUAGES:
        lang = None  # where it was said nevertheless, the parser refuses it
    language.choose(lang, os.environ, sys.stdout.encoding)
    if lang is None:
        found = _settings(_said(words, "--home")).get("lang")
        if found is not None:
            language.choose(found, os.environ, sys.stdout.encoding)


def name_cards(options: Namespace) -> None:
    """Use the pack from now on."""
    from p2p_schnapsen.ui import pack

    cards: str | None = getattr(options, "cards", None)
    if cards is None:
        cards = _settings(getattr(options, "home", None)).get("cards", pack.PACKS[0])
    pack.use(cards)


def _said(words: Sequence[str], option: str) -> str | None:
    """What the last such option on the command line says; a parser that takes the line whole understands it alike."""
    found = None
    for place, word in enumerate(words):
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name == option:
            found = value if equals else next(iter(words[place + 1 :]), None)
    return found


def _settings(home: str | None) -> dict[str, str]:
    """What the settings say of both; nothing where they cannot be read: a command that needs them says why."""
    if not may_have_settings(home, os.environ):
        return {}
    from p2p_schnapsen.cli.options import LEVELS
    from p2p_schnapsen.errors import SchnapsenError
    from p2p_schnapsen.profile import settings
    from p2p_schnapsen.profile.home import locate

    try:
        found = settings.load(locate(home, os.environ), LEVELS)
    except SchnapsenError:
        return {}
    return {key: value for key in ("lang", "cards") if isinstance(value := found.get(key), str)}
