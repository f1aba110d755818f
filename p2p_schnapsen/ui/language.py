"""The one door through which every sentence goes on its way to a person: gettext, in seven languages.

Sentences are written in English; a catalogue (`locale/<code>/LC_MESSAGES/p2p_schnapsen.mo`) is read when the first one
is wanted after `use`. Without `use`, and for whatever a catalogue lacks, the language is English.

`--help` comes through here, too, so there is little to import: neither typing nor pathlib.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

ENGLISH: Final = "en"
LETTERS: Final[Mapping[str, str]] = {
    ENGLISH: "",
    "de": "äöüÄÖÜß",
    "ro": "ăâîșțĂÂÎȘȚ„”",
    "es": "áéíóúüñÁÉÍÓÚÑ¿¡",
    "pt": "áâãàçéêíóôõúÀÁÂÃÇÉÊÍÓÔÚ",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    "fr": "àâçéèêëîïôùûœÀÂÇÉÈÊÎÔÛŒ",
}
"""Code of a language -> what its sentences need beside ASCII."""
LANGUAGES: Final = tuple(LETTERS)
DOMAIN: Final = "p2p_schnapsen"
FOLDER: Final = os.path.join(os.path.dirname(__file__), "locale")

_chosen = ENGLISH
_catalogue: gettext.NullTranslations | None = gettext.NullTranslations()


def _(message: str) -> str:
    """The sentence in the user's language."""
    return _read().gettext(message) if message else ""


def mark(message: str) -> str:
    """Marks a sentence in a table, to be translated with `_` where it is used."""
    return message


def plural(singular: str, several: str, number: int) -> str:
    """The form of a sentence for that number, in the user's language; `singular` and `several` are the English ones."""
    return _read().ngettext(singular, several, number)


def decimal(text: str) -> str:
    """A number with decimals, as Python writes it, as the user's language does: all but English have a comma."""
    return text if _chosen == ENGLISH else text.replace(".", ",")


def use(code: str) -> None:
    """From now on sentences are in the language of this code, one of `LANGUAGES`. Raises ValueError for another."""
    global _chosen, _catalogue
    if code not in LANGUAGES:
        raise ValueError(f"no language has the code {code!r}")
    _chosen = code
    _catalogue = gettext.NullTranslations() if code == ENGLISH else None


def current() -> str:
    """The code of the language that is used."""
    return _chosen


@contextmanager
def using(code: str) -> Iterator[None]:
    """Meanwhile sentences are in that language."""
    before = _chosen
    use(code)
    try:
        yield
    finally:
        use(before)


def of_locale(environ: Mapping[str, str]) -> str:
    """The language that the variables of the locale ask for: LC_ALL, LC_MESSAGES, LANG, the first that is set, and
    LANGUAGE before them where that is not "C". English where they ask for none of ours.
    """
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    plain = locale.partition(".")[0] in ("", "C", "POSIX")
    wanted = [locale] if plain else [*environ.get("LANGUAGE", "").split(":"), locale]
    for name in wanted:
        code = name.partition(".")[0].partition("@")[0].partition("_")[0].casefold()
        if code in LANGUAGES:
            return code
    return ENGLISH


def written_in(encoding: str | None, code: str) -> bool:
    """Whether a stream of that encoding can show that language."""
    try:
        LETTERS[code].encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def choose(wanted: str | None, environ: Mapping[str, str], encoding: str | None) -> None:
    """Use the language that was wanted (None: that of the locale), or English where `encoding` cannot show it."""
    code = of_locale(environ) if wanted is None else wanted
    use(code if written_in(encoding, code) else ENGLISH)


def catalogue_of(code: str) -> str:
    """The file with the compiled catalogue of a language."""
    return os.path.join(FOLDER, code, "LC_MESSAGES", f"{DOMAIN}.mo")


def _read() -> gettext.NullTranslations:
    global _catalogue
    if _catalogue is None:
        # `gettext.translation` would look for the file under several names, and takes twice as long.
        with open(catalogue_of(_chosen), "rb") as compiled:
            _catalogue = gettext.GNUTranslations(compiled)
    return _catalogue
