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

What is wrong does not hide what is right: `load` gives the settings that hold, and a DataError for each mistake, with
`path`: those of `files`; `settings-damaged` (`problem`), `settings-key` (`key`, `known`), `settings-value` (`key`,
`expected`), `settings-ruleset` (`key`, `problem`). The last three have what a clause needs beside its code
(`ui.problems`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Right:
    """What a value can be: the code of a clause, and what that needs."""

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """The settings that hold, and what is wrong with the others."""

    values: Settings
    mistakes: tuple[DataError, ...] = ()


def path_of(home: Home) -> Path:
    """Where the settings are, if there are any."""
    return home.config / SETTINGS


def load(home: Home, levels: Sequence[str]) -> Found:
    """The settings of this home; none where there is no file. `levels`: how strong a computer can be."""
    path = path_of(home)
    try:
        data = read_plain(path, FILE_BYTES, forbidden=WRITTEN_BY_OTHERS)
    except DataError as error:
        return Found({}, () if error.code == "file-missing" else (error,))
    return decode(data, path, levels)


def right(key: str, levels: Sequence[str]) -> Right:
    """What the value of this key can be."""
    return _word(levels)[1] if key == "level" else KEYS[key][1]


def decode(data: bytes, path: Path, levels: Sequence[str]) -> Found:
    """Reads such a content; `path` is for the mistakes, and relative names start beside it."""
    detail = ""
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))  # some editors put a mark before the first line
    except UnicodeDecodeError:
        problem = "not-utf8"
    except RecursionError:
        problem = "nested"
    except tomllib.TOMLDecodeError as error:
        problem, detail = "not-toml", str(error)
    except ValueError:
        problem = "endless-number"
    else:
        return _checked(table, path, levels)
    return Found({}, (DataError("settings-damaged", path=str(path), problem=problem, detail=detail),))


def key_of(mistake: DataError) -> str | None:
    """The setting that a mistake is about; None where it is the file, or a key that is no setting."""
    if mistake.code not in ("settings-value", "settings-ruleset"):
        return None
    return str(mistake.params["key"]).partition(".")[0]


def _checked(table: Mapping[str, object], path: Path, levels: Sequence[str]) -> Found:
    values: dict[str, Value] = {}
    mistakes: list[DataError] = []

    def wrong(key: str, expected: Right) -> None:
        params = {"path": str(path), "key": key, "expected": expected.code, **expected.params}
        mistakes.append(DataError("settings-value", **params))

    for key, value in table.items():
        if key not in KEYS:
            mistakes.append(DataError("settings-key", path=str(path), key=key, known=", ".join(KEYS)))
            continue
        check, expected = _word(levels) if key == "level" else KEYS[key]
        found = check(value)
        unfit = _unfit(value) if key == "set" else []
        for name in unfit:
            wrong(f"set.{name}", FIELD_VALUE)
        if found is None:
            wrong(key, expected)
        elif not unfit:
            values[key] = found
    mistakes += _with_rules(values, path, known="rules" not in table or "rules" in values)
    return Found(values, tuple(mistakes))


def _with_rules(values: dict[str, Value], path: Path, *, known: bool) -> list[DataError]:
    """Puts a rule file's place in full, and takes out what is set where it does not fit the rule set: the mistakes.

    Where it is not `known` which rule set is meant, each field counts alone.
    """
    if "rules" not in values and "set" not in values:
        return []
    from p2p_schnapsen.presets import loader  # takes a while to load, and few need it

    rules, changes = values.get("rules", DEFAULT), values.get("set", ())
    assert isinstance(rules, str)
    assert isinstance(changes, tuple)
    named = rules in NAMES
    mistakes = []
    for change in changes:
        try:
            loader.resolve(rules if named else DEFAULT, [change])
        except RulesetError as error:
            if error.code in _ALONE:
                mistakes.append(error)
    if not mistakes:
        try:
            if named and known:
                loader.resolve(rules, changes)
            else:
                loader.parse_settings(changes)
        except RulesetError as error:
            mistakes.append(error)
    if not named:
        try:
            place = Path(rules).expanduser()
        except RuntimeError:  # `~somebody` whom the system does not know; as a name it will be missing
            place = Path(rules)
        values["rules"] = str(path.parent / place)
    if mistakes:
        del values["set"]
    return [
        DataError("settings-ruleset", **{**error.params, "path": str(path), "key": f"set.{error.params['field']}"})
        for error in mistakes
    ]


_ALONE: Final = ("ruleset-field", "ruleset-type", "ruleset-value", "ruleset-setting")
"""What is wrong with a field whatever the others are."""


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
    return tuple(f"{field}={_typed(content)}" for field, content in value.items())


def _unfit(table: object) -> list[str]:
    """The fields whose values no field can have."""
    return (
        [name for name, value in table.items() if not isinstance(value, str | int)] if isinstance(table, dict) else []
    )


def _typed(content: object) -> str:
    """As one types it behind --set."""
    return str(content).lower() if isinstance(content, bool) else str(content)


def _yes(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _one_of(words: Sequence[str]) -> _Check:
    return lambda value: value if isinstance(value, str) and value in words else None


def _between(low: int, high: int) -> _Check:
    return lambda value: value if type(value) is int and low <= value <= high else None


def _seconds(bounds: tuple[int, int]) -> tuple[_Check, Right]:
    return _between(*bounds), Right("seconds", {"low": bounds[0], "high": bounds[1]})


def _word(words: Sequence[str]) -> tuple[_Check, Right]:
    return _one_of(words), Right("word", {"words": ", ".join(words)})


_SWITCH: Final = (_yes, Right("yes"))
FIELD_VALUE: Final = Right("field-value")

KEYS: Final[Mapping[str, tuple[_Check, Right]]] = {
    "name": (_name, Right("name", {"bytes": NAME_BYTES})),
    "rules": (_rules, Right("rules", {"words": ", ".join(NAMES)})),
    "set": (_set, Right("fields")),
    "opening": _word(OPENINGS),
    "clock": _seconds(CLOCK_SECONDS),
    "patience": _seconds(PATIENCE_SECONDS),
    "level": (_text, Right("word")),  # which there are, the caller knows
    "bind": (_text, Right("address")),
    "port": (_between(0, 65535), Right("port", {"high": 65535})),
    "plain": _SWITCH,
    "chat": _SWITCH,
    "mouse": _SWITCH,
    "sound": _SWITCH,
    "confirm": _SWITCH,
    "points": _word(("shown", "own", "hidden")),
    "suits": _word(("two", "four")),
    "look": _seconds((1, 3600)),
    "lang": _word(LANGUAGES),
    "cards": _word(("french", "german")),
}
"""Key -> its check, and what would be right."""

LOOKS: Final = ("plain", "chat", "mouse", "sound", "confirm", "points", "suits", "look", "lang", "cards")
"""Keys about the screen alone: whether it is one, whether the opponent is heard, the mouse, the bell, asking before
closing, giving up and leaving, whose points are shown, the colours of the suits, how many seconds a trick stays, the
language, the pack.
"""
