"""The types a message field can have, as data: each knows how to check a decoded value.

A message lists its fields with these; the schema in `protocol/` and the code are held against one another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.wire.codec import Packed


@dataclass(frozen=True)
class Number:
    """An integer, `low` <= value <= `high`."""

    low: int
    high: int

    def check(self, value: Packed) -> None:
        if type(value) is not int or not self.low <= value <= self.high:
            raise WireError("field-number", low=self.low, high=self.high)


@dataclass(frozen=True)
class Data:
    """A byte string whose length is `low`..`high` and a multiple of `step`."""

    low: int
    high: int
    step: int = 1

    def check(self, value: Packed) -> None:
        if type(value) is not bytes or not self.low <= len(value) <= self.high or len(value) % self.step:
            raise WireError("field-bytes", low=self.low, high=self.high, step=self.step)


@dataclass(frozen=True)
class Text:
    """Text of `low`..`high` UTF-8 bytes; all of it matches `pattern` where one is given."""

    low: int
    high: int
    pattern: str = ""

    def check(self, value: Packed) -> None:
        if type(value) is not str or not self.low <= len(value.encode()) <= self.high:
            raise WireError("field-text", low=self.low, high=self.high)
        if self.pattern and not re.fullmatch(self.pattern, value, re.ASCII):
            raise WireError("field-text", pattern=self.pattern)


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def check(self, value: Packed) -> None:
        if type(value) is not str or value not in self.words:
            raise WireError("field-choice", words=self.words)


@dataclass(frozen=True)
class Maybe:
    """Nil, or a value of `field`."""

    field: Field

    def check(self, value: Packed) -> None:
        if value is not None:
            self.field.check(value)


@dataclass(frozen=True)
class Many:
    """An array of `low`..`high` values of `field`."""

    field: Field
    low: int
    high: int

    def check(self, value: Packed) -> None:
        if type(value) is not tuple or not self.low <= len(value) <= self.high:
            raise WireError("field-array", low=self.low, high=self.high)
        for item in value:
            self.field.check(item)


@dataclass(frozen=True)
class Row:
    """An array with one value for each of `fields`."""

    fields: tuple[Field, ...]

    def check(self, value: Packed) -> None:
        if type(value) is not tuple or len(value) != len(self.fields):
            raise WireError("field-count", expected=len(self.fields))
        for field, item in zip(self.fields, value, strict=True):
            field.check(item)


Field = Number | Data | Text | Choice | Maybe | Many | Row
