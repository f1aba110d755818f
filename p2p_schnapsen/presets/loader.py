"""Loading rule sets: by name, from a user's TOML file, and with single fields changed.

A file holds fields of `Ruleset` at its top level.  With `base = "NAME"` it inherits the others from a named rule set;
without, all must be there.  The tables `[about]` (title, source, language, summary, note) and `[why]` are for
people: `why.FIELD` holds one of `quote` (the sentence of the source), `rule` (what the source says, in our words),
`family` ("pagat" or "santase": the source is silent, and these fill in) or `unused`; perhaps a `note`, and `choices`
(the values between which the source lets the players choose).  Whatever makes no sense is one RulesetError that names
the field.
"""

from __future__ import annotations

import functools
import os
import stat
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any, Final, NoReturn

from p2p_schnapsen.errors import DataError, RulesetError
from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.rules.ruleset import FIELDS, Ruleset, Value, parse_value

FAMILIES: Final = ("pagat", "santase")
MAX_FILE: Final = 16 * 1024
"""More than twice the largest preset; less than what a key of many dots needs to take long (the square of its size)."""

BY_HAND: Final = "set by hand"
BY_FILE: Final = "own rule"
"""The notes of values that were changed, for a person to be translated like the words of the named rule sets."""

_KINDS: Final = ("quote", "rule", "family", "unused")
_ABOUT: Final = ("title", "source", "language", "summary", "note")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a field has its value. Exactly one of the first four is not empty, or none and `note` says it all.

    `own`: a user's file says it, whose words are shown as they are written.
    """

    quote: str = ""
    rule: str = ""
    family: str = ""
    unused: str = ""
    note: str = ""
    choices: tuple[Value, ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class About:
    """Where a rule set comes from; `language` is that of the quotes (ISO 639-1), `own` as in `Reason`."""

    title: str = ""
    source: str = ""
    language: str = ""
    summary: str = ""
    note: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule set with its name and the reasons for its values; `name` is a file's stem for a file."""

    name: str
    ruleset: Ruleset
    about: About
    reasons: Mapping[str, Reason]

    def override(self, settings: Iterable[str]) -> Preset:
        """This rule set with `FIELD=VALUE` settings put over it, all at once. Raises RulesetError."""
        changes = parse_settings(settings)
        if not changes:
            return self
        return _changed(self, self.name, changes, {}, BY_HAND)


@functools.cache
def load(name: str) -> Preset:
    """The rule set of that name. Raises RulesetError `ruleset-unknown` (field `rules`)."""
    if name not in NAMES:
        _refuse("ruleset-unknown", "rules", "no-such-rules", name=name, words=", ".join(NAMES))
    text = resources.files("p2p_schnapsen.presets").joinpath(f"{name}.toml").read_text("utf-8")
    return _read(text, name, own=False)


def _at_once(path: str, flags: int) -> int:
    """Opens without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def load_file(path: Path) -> Preset:
    """The rule set in a user's file.

    Raises DataError `rules-unreadable` (`path`, `problem`) when there is no such readable file, RulesetError when
    what it says makes no sense.
    """
    try:
        with open(path, "rb", opener=_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise DataError("rules-unreadable", path=str(path), problem="not-regular")
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        raise DataError("rules-unreadable", path=str(path), problem=error.strerror or str(error)) from error
    except ValueError as error:  # a zero byte in the name
        raise DataError("rules-unreadable", path=str(path), problem="no-file-name") from error
    if len(data) > MAX_FILE:
        raise DataError("rules-unreadable", path=str(path), problem="too-many-bytes", limit=MAX_FILE)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError("rules-unreadable", path=str(path), problem="not-utf8") from error
    return _read(text, path.stem, own=True)


def resolve(rules: str, settings: Iterable[str] = ()) -> Preset:
    """What `--rules` and `--set` mean together: a name, or a path (it has a separator or ends in .toml)."""
    is_path = rules.endswith(".toml") or "/" in rules or "\\" in rules
    preset = load_file(Path(rules)) if is_path else load(rules)
    return preset.override(settings)


def parse_settings(settings: Iterable[str]) -> dict[str, Value]:
    """The changes that `FIELD=VALUE` settings ask for. Raises RulesetError, also for a field that is set twice."""
    changes: dict[str, Value] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        name = name.strip()
        if not equals:
            _refuse("ruleset-setting", name, "field-and-value")
        if name in changes:
            _refuse("ruleset-setting", name, "set-twice")
        changes[name] = parse_value(name, value.strip())
    return changes


def differences(one: Ruleset, other: Ruleset) -> tuple[str, ...]:
    """The fields in which two rule sets differ, in the order of the specification."""
    return tuple(name for name in FIELDS if getattr(one, name) != getattr(other, name))


def _read(text: str, name: str, *, own: bool) -> Preset:
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _refuse("ruleset-toml", "", "rules-toml", detail=str(error))
    except RecursionError:
        _refuse("ruleset-toml", "", "rules-nested")
    except ValueError:  # the interpreter's limit on the digits of a number
        _refuse("ruleset-toml", "", "rules-number")
    base_name = content.pop("base", None)
    about = _about(content.pop("about", {}), own)
    reasons = _reasons(content.pop("why", {}), own)
    if base_name is None:
        return Preset(name, Ruleset.from_values(content), about, reasons)
    if not isinstance(base_name, str):
        _refuse("ruleset-type", "base", "no-name-of-rules")
    if base_name not in NAMES:
        _refuse("ruleset-unknown", "base", "no-such-rules", name=base_name, words=", ".join(NAMES))
    return replace(_changed(load(base_name), name, content, reasons, BY_FILE), about=about)


def _changed(base: Preset, name: str, changes: Mapping[str, Value], reasons: Mapping[str, Reason], note: str) -> Preset:
    ruleset = base.ruleset.override(changes)
    known = {field: base.reasons[field] for field in base.reasons if field not in changes}
    new = {field: Reason(note=note) for field in differences(base.ruleset, ruleset)}
    same = {field: base.reasons[field] for field in changes if field in base.reasons and field not in new}
    return Preset(name, ruleset, base.about, known | same | new | dict(reasons))


def _about(table: object, own: bool) -> About:
    texts = _table("about", table)
    for key, value in texts.items():
        if key not in _ABOUT or not isinstance(value, str):
            _refuse("ruleset-about", f"about.{key}", "no-text-about")
    return About(**texts, own=own)


def _reasons(table: object, own: bool) -> dict[str, Reason]:
    return {field: _reason(field, entry, own) for field, entry in _table("why", table).items()}


def _reason(field: str, entry: object, own: bool) -> Reason:
    where = f"why.{field}"
    if field not in FIELDS:
        _refuse("ruleset-field", where, "no-such-field")
    values: dict[str, Any] = {"note": entry} if isinstance(entry, str) else dict(_table(where, entry))
    choices: object = values.pop("choices", [])
    if not isinstance(choices, list) or not all(isinstance(choice, (int, str)) for choice in choices):
        _refuse("ruleset-why", where, "no-choices")
    for key, value in values.items():
        if key not in (*_KINDS, "note") or not isinstance(value, str):
            _refuse("ruleset-why", where, "no-such-reason", name=key)
    if sum(kind in values for kind in _KINDS) > 1:
        _refuse("ruleset-why", where, "two-reasons")
    if values.get("family", FAMILIES[0]) not in FAMILIES:
        _refuse("ruleset-why", where, "no-such-family", words=", ".join(FAMILIES))
    return Reason(**values, choices=tuple(choices), own=own)


def _table(name: str, table: object) -> dict[str, Any]:
    if not isinstance(table, dict):
        _refuse("ruleset-type", name, "table")
    return table


def _refuse(code: str, field: str, problem: str, **more: str) -> NoReturn:
    raise RulesetError(code, field=field, problem=problem, **more)
