"""Takes every sentence for people out of the program, brings the catalogues up to date with them, and compiles those.

A sentence that is new stands in each catalogue without a translation, and is shown in English until it has one; one
that is gone goes from the catalogues. Translations are never guessed ("fuzzy").
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import string
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from p2p_schnapsen.ui import language  # noqa: E402
from p2p_schnapsen.ui.language import ENGLISH, LANGUAGES  # noqa: E402

PACKAGE = ROOT / "p2p_schnapsen"
ROOMS = ("ui", "cli")
KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "mark": None, "plural": (1, 2)}
PLURALS = {
    "de": (2, "(n != 1)"),
    "ro": (3, "(n == 1 ? 0 : (n == 0 || (n != 1 && n % 100 >= 1 && n % 100 <= 19)) ? 1 : 2)"),
    "es": (2, "(n != 1)"),
    "pt": (2, "(n != 1)"),
    "ru": (
        3,
        "(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2)",
    ),
    "fr": (2, "(n > 1)"),
}
"""How many forms a noun has beside a number, and which: Babel's own know more, for millions, which no game has."""
TRANSLATED = tuple(code for code in LANGUAGES if code != ENGLISH)
PERCENT = re.compile(r"%\(\w+\)s")

Key = str | tuple[str, ...]


class Plain(Catalog):
    """A catalogue whose head says nothing of times, persons and tools: it changes only with its sentences."""

    @property
    def num_plurals(self) -> int:
        """How many forms."""
        return PLURALS[str(self.locale)][0]

    @property
    def plural_expr(self) -> str:
        """Which of them, in C."""
        return PLURALS[str(self.locale)][1]

    @property  # type: ignore[misc]  # Babel has a setter, too, which nobody needs
    def mime_headers(self) -> list[tuple[str, str]]:
        """The head."""
        return [
            ("Project-Id-Version", "p2p-schnapsen"),
            ("Language", str(self.locale)),
            ("Plural-Forms", f"nplurals={self.num_plurals}; plural={self.plural_expr};"),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def main() -> int:
    """Update or check. 0 if nothing is missing, 1 if something is, or if `--check` finds a difference."""
    parser = argparse.ArgumentParser(prog="scripts/messages", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; say what is missing or differs")
    options = parser.parse_args()
    wanted = sentences()
    problems = [f"{file}: not found there, since an f-string hides it: {key!r}" for file, key in hidden(wanted)]
    for code in TRANSLATED:
        place = catalogue_of(code)
        fresh = renewed(code, place.read_bytes() if place.exists() else b"", wanted)
        problems += [f"{code}: {problem}" for problem in faults(fresh)]
        for path, content in ((place, as_po(fresh)), (place.with_suffix(".mo"), as_mo(fresh))):
            if not path.exists() or path.read_bytes() != content:
                if options.check:
                    problems.append(f"{path.relative_to(ROOT)} is not what scripts/messages makes")
                else:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)
    for problem in problems:
        print(problem)
    print(f"messages: {len(wanted)} sentences, {len(TRANSLATED)} languages beside English, {len(problems)} problems")
    return 1 if problems else 0


def catalogue_of(code: str) -> Path:
    """Where the catalogue of a language is kept."""
    return Path(language.catalogue_of(code)).with_suffix(".po")


def sentences() -> dict[Key, set[str]]:
    """Each sentence, or singular and plural, with the files that say it."""
    found: dict[Key, set[str]] = {}
    for room in ROOMS:
        for file, _line, message, _comments, _context in extract_from_dir(
            PACKAGE / room, method_map=[("**.py", "python")], keywords=KEYWORDS, strip_comment_tags=True
        ):
            if message:
                found.setdefault(message, set()).add(f"{room}/{file}".replace("\\", "/"))
    for text, name in rule_sets():
        found.setdefault(text, set()).add(f"presets/{name}")
    return found


def hidden(found: Mapping[Key, set[str]], package: Path = PACKAGE) -> list[tuple[str, Key]]:
    """The sentences that `found` lacks, with the file: before Python 3.12 Babel sees no call within an f-string."""
    return sorted(
        (
            (str(path.relative_to(package).as_posix()), key)
            for path in sorted(package.rglob("*.py"))
            for key in written(path.read_text("utf-8"))
            if str(path.relative_to(package).as_posix()) not in found.get(key, ())
        ),
        key=repr,
    )


def written(source: str) -> set[Key]:
    """The sentences in the calls of `KEYWORDS` in a Python text, wherever they stand."""
    keys: set[Key] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
            number = len(KEYWORDS[node.func.id] or (1,))
            texts = [arg.value for arg in node.args[:number] if isinstance(arg, ast.Constant)]
            words = tuple(text for text in texts if isinstance(text, str) and text)
            if len(words) == number:
                keys.add(words[0] if number == 1 else words)
    return keys


def rule_sets() -> Iterator[tuple[str, str]]:
    """What the named rule sets say of themselves and of each value, with the file. Quotes stay as they are."""
    for path in sorted((PACKAGE / "presets").glob("*.toml")):
        told = tomllib.loads(path.read_text("utf-8"))
        for table in (told["about"], *told["why"].values()):
            for key in ("summary", "rule", "unused", "note"):
                if key in table:
                    yield table[key], path.name


def renewed(code: str, po: bytes, wanted: dict[Key, set[str]]) -> Plain:
    """The catalogue with all sentences that there are now, and the translations that it had."""
    before = read_po(io.BytesIO(po), locale=code) if po else Catalog(code)
    catalogue = Plain(code, fuzzy=False, header_comment=f"# p2p-schnapsen in {Locale(code).english_name}.")
    for key in sorted(wanted, key=lambda key: (min(wanted[key]), key if isinstance(key, str) else key[0])):
        old = before.get(key if isinstance(key, str) else key[0])
        kept = old is not None and old.id == key and not old.fuzzy
        catalogue.add(
            key, old.string if kept and old is not None else None, [(file, 0) for file in sorted(wanted[key])]
        )
    return catalogue


def faults(catalogue: Catalog) -> list[str]:
    """What is wrong with the translations: missing, or with other placeholders than the sentence has."""
    found = []
    for message in translatable(catalogue):
        texts = message.string if isinstance(message.string, tuple | list) else (message.string or "",)
        source = message.id if isinstance(message.id, str) else message.id[1]
        needed = catalogue.num_plurals if isinstance(message.id, tuple | list) else 1
        if len(texts) != needed or not all(texts):
            found.append(f"missing: {source!r}")
            continue
        found += [f"placeholders differ: {source!r}: {text!r}" for text in texts if fields(text) != fields(source)]
        found += [f"blanks differ: {source!r}: {text!r}" for text in texts if not same_blanks(source, text)]
    return found


def translatable(catalogue: Catalog) -> Iterable[Message]:
    """The sentences of a catalogue, without its head."""
    return [message for message in catalogue if message.id]


def fields(text: str) -> list[str]:
    """The placeholders of a sentence, in alphabetical order: our own in braces, and argparse's, as in %(default)s."""
    try:
        braces = {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}
        return sorted(braces | set(PERCENT.findall(text)))
    except ValueError:  # a brace that stands alone: never equal to a sound sentence
        return ["{"]


def same_blanks(source: str, text: str) -> bool:
    """Whether a translation begins and ends with as many blanks as the sentence, and doubles none where it does not."""
    ends = [(len(each) - len(each.lstrip()), len(each) - len(each.rstrip())) for each in (source, text)]
    return ends[0] == ends[1] and ("  " not in text.strip() or "  " in source.strip())


def as_po(catalogue: Catalog) -> bytes:
    """The catalogue as people read it."""
    out = io.BytesIO()
    write_po(out, catalogue, width=110, include_lineno=False)
    return out.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """The catalogue as the program reads it."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main())
