"""How the player likes to play: `settings.toml` in the config folder, what the options would otherwise say.

::

    name = "anna"
    rules = "schnapsen"         # or a file, from here: "mine.toml"
    clock = 60
    [set]
    target = 5

All keys are in `KEYS`, and named like the options.  The file keeps no secret: others may read it, and it may be
a link (many keep such files elsewhere); what is read must be ours, and not be writable by others.  The program never
writes it.

Errors are DataErrors with `path`: those of `files`; `settings-damaged` (`problem`), `settings-key` (`key`, `known`),
`settings-value` (`key`, `expected`), `settings-ruleset` (`key`, `problem`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from p2p_schnapsen.errors import DataError, RulesetError
from p2p_schnapsen.files import WRITTEN_BY_OTHERS, read_plain
from p2p_schnapsen.presets import DEFAULT, NAMES
from p2p_schnapsen.profile.home import Home
from p2p_schnapsen.profile.names import is_name
from p2p_schnapsen.profile.where import SETTINGS
from p2p_schnapsen.wire.limits import CLOCK_SECONDS, NAME_BYTES, OPENINGS, PATIENCE_SECONDS

LANGUAGES: Final = ("en", "de", "ro", "es", "pt", "ru", "fr")
FILE_BYTES: Final = 16 * 1024
"""A key of many dots takes time by the square of its length."""

Value: TypeAlias = str | int | bool | tuple[str, ...]
Settings: TypeAlias = Mapping[str, Value]
"""Key -> value, only those that the file gives; `set` is ``FIELD=VALUE`` texts."""

_Check: TypeAlias = Callable[[object], Value | None]


class _Unfit(Exception):
    """What is wrong, where it is not the value as a whole."""

    def __init__(self, key: str, expected: str) -> None:
        super().__init__(key, expected)
        self.key = key
        self.expected = expected


def path_of(home: Home) -> Path:
    """Where the settings are, if there are any."""
    return home.config / SETTINGS


def load(home: Home, levels: Sequence[str]) -> Settings:
    """The settings of this home; none where there is no file. `levels`: how strong a computer can be.

    Raises DataError.
    """
    path = path_of(home)
    try:
        data = read_plain(path, FILE_BYTES, forbidden=WRITTEN_BY_OTHERS)
    except DataError as error:
        if error.code != "file-missing":
            raise
        return {}
    return decode(data, path, levels)


def expected(key: str, levels: Sequence[str]) -> str:
    """What the value of this key can be, in English."""
    return f"one of {', '.join(levels)}" if key == "level" else KEYS[key][1]


def decode(data: bytes, path: Path, levels: Sequence[str]) -> Settings:
    """Reads such a content; `path` is for the error, and relative names start beside it. Raises DataError."""
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))  # some editors put a mark before the first line
    except UnicodeDecodeError:
        problem = "it is not UTF-8 text"
    except RecursionError:
        problem = "it is nested too deeply"
    except tomllib.TOMLDecodeError as error:
        problem = f"it is not TOML: {error}"
    except ValueError:
        problem = "it has an endless number"
    else:
        return _checked(table, path, levels)
    raise DataError("settings-damaged", path=str(path), problem=problem)


def _checked(table: Mapping[str, object], path: Path, levels: Sequence[str]) -> Settings:
    keys = {**KEYS, "level": (_one_of(levels), expected("level", levels))}
    settings: dict[str, Value] = {}
    for key, value in table.items():
        if key not in keys:
            raise DataError("settings-key", path=str(path), key=key, known=", ".join(keys))
        check, right = keys[key]
        try:
            found = check(value)
        except _Unfit as unfit:
            raise DataError("settings-value", path=str(path), key=unfit.key, expected=unfit.expected) from None
        if found is None:
            raise DataError("settings-value", path=str(path), key=key, expected=right)
        settings[key] = found
    try:
        return _with_rules(settings, path)
    except RulesetError as error:
        key, problem = f"set.{error.params['field']}", error.params["problem"]
        raise DataError("settings-ruleset", path=str(path), key=key, problem=problem) from None


def _with_rules(settings: dict[str, Value], path: Path) -> Settings:
    """With a rule file's place in full; what is set must fit the rule set. Raises RulesetError."""
    if "rules" not in settings and "set" not in settings:
        return settings
    from p2p_schnapsen.presets import loader  # takes a while to load, and few need it

    rules, changes = settings.get("rules", DEFAULT), settings.get("set", ())
    assert isinstance(rules, str)
    assert isinstance(changes, tuple)
    if rules in NAMES:
        loader.resolve(rules, changes)
    else:
        loader.parse_settings(changes)
        try:
            place = Path(rules).expanduser()
        except RuntimeError:  # `~somebody` whom the system does not know; as a name it will be missing
            place = Path(rules)
        settings["rules"] = str(path.parent / place)
    return settings


# What a value must be: the value as it is used, or None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value.isprintable() and 1 <= len(value) <= 1000 else None


def _name(value: object) -> str | None:
    return value if isinstance(value, str) and is_name(value) else None


def _rules(value: object) -> str | None:
    text = _text(value)
    return text if text is not None and (text in NAMES or text.endswith(".toml")) else None


def _set(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, dict):
        return None
    for field, content in value.items():
        if not isinstance(content, str | int):
            raise _Unfit(f"set.{field}", "a text, a number, true or false")
    return tuple(f"{field}={_typed(content)}" for field, content in value.items())


def _typed(content: str | int) -> str:
    """As one types it behind --set."""
    return str(content).lower() if isinstance(content, bool) else str(content)


def _yes(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _one_of(words: Sequence[str]) -> _Check:
    return lambda value: value if isinstance(value, str) and value in words else None


def _between(low: int, high: int) -> _Check:
    return lambda value: value if type(value) is int and low <= value <= high else None


def _range(bounds: tuple[int, int]) -> tuple[_Check, str]:
    return _between(*bounds), f"a number of seconds, {bounds[0]} to {bounds[1]}"


KEYS: Final[Mapping[str, tuple[_Check, str]]] = {
    "name": (_name, f"1 to {NAME_BYTES} bytes of printable text"),
    "rules": (_rules, f"the name of a file that ends in .toml, or one of {', '.join(NAMES)}"),
    "set": (_set, "a table of fields of the rule set"),
    "opening": (_one_of(OPENINGS), f"one of {', '.join(OPENINGS)}"),
    "clock": _range(CLOCK_SECONDS),
    "patience": _range(PATIENCE_SECONDS),
    "level": (_text, ""),  # which there are, the caller knows
    "bind": (_text, "an address of this machine"),
    "port": (_between(0, 65535), "a number from 0 (any) to 65535"),
    "plain": (_yes, "true or false"),
    "chat": (_yes, "true or false"),
    "mouse": (_yes, "true or false"),
    "sound": (_yes, "true or false"),
    "confirm": (_yes, "true or false"),
    "points": (_one_of(("shown", "own", "hidden")), "one of shown, own, hidden"),
    "suits": (_one_of(("two", "four")), "one of two, four"),
    "look": (_between(1, 3600), "a number of seconds, 1 to 3600"),
    "lang": (_one_of(LANGUAGES), f"one of {', '.join(LANGUAGES)}"),
    "cards": (_one_of(("french", "german")), "one of french, german"),
}
"""Key -> its check, and what would be right."""

LOOKS: Final = ("plain", "chat", "mouse", "sound", "confirm", "points", "suits", "look", "lang", "cards")
"""Keys about the screen alone: whether it is one, whether the opponent is heard, the mouse, the bell, asking before
closing, giving up and leaving, whose points are shown, the colours of the suits, how many seconds a trick stays, the
language, the pack.
"""
