"""Language, cards and how plain: what an option says, else the settings, else the locale, French cards and bars."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence

from p2p_schnapsen.profile.where import may_have_settings
from p2p_schnapsen.ui import language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from p2p_schnapsen.profile.settings import Found, Value


def speak(words: Sequence[str]) -> None:
    """Use the language from now on; `words` are the command line before it is parsed: what the parser says is in that
    language, too. Errors are in the language of the locale until the settings are read.
    """
    lang = said(words, "--lang")
    if lang not in language.LANGUAGES:
        lang = None  # where it was said nevertheless, the parser refuses it
    language.choose(lang, os.environ, sys.stdout.encoding)
    if lang is None:
        found = settings_of(said(words, "--home"))
        written = None if found is None else found.values.get("lang")
        if isinstance(written, str):
            language.choose(written, os.environ, sys.stdout.encoding)


def look(options: Namespace, values: Mapping[str, Value]) -> None:
    """Use the pack from now on, and rewrite no lines where our person wants it plain; `values` are the settings."""
    from p2p_schnapsen.ui import pack, progress

    pack.use(str(getattr(options, "cards", None) or values.get("cards", pack.PACKS[0])))
    progress.use(plain=getattr(options, "plain", False) or values.get("plain") is True)


def said(words: Sequence[str], option: str) -> str | None:
    """What the last such option on the command line says; a parser that takes the line whole understands it alike."""
    found = None
    for place, word in enumerate(words):
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name == option:
            found = value if equals else next(iter(words[place + 1 :]), None)
    return found


def settings_of(home: str | None) -> Found | None:
    """The settings, and what is wrong with them; None where there are surely none, or no such home: a command that
    needs it says why.
    """
    if not may_have_settings(home, os.environ):
        return None
    from p2p_schnapsen.cli.options import LEVELS
    from p2p_schnapsen.errors import SchnapsenError
    from p2p_schnapsen.profile import settings
    from p2p_schnapsen.profile.home import locate

    try:
        place = locate(home, os.environ)
    except SchnapsenError:
        return None
    return settings.load(place, LEVELS)
