"""A rule set: every way in which Schnapsen and its relatives differ, as one immutable value.

The peers agree on the complete rule set, never on a name: `Ruleset.canonical` is what an offer signs.  The defaults
are Schnapsen as pagat.com describes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final, NoReturn

from p2p_schnapsen.errors import RulesetError

Value = int | str | bool

TURN_UP: Final = 2
TALON: Final = 3
"""What `Ruleset.deal_order` says of a deck position that goes to neither player."""

CHOICES: Final[Mapping[str, tuple[Value, ...]]] = {
    "deck": (20, 24),
    "hand": (5, 6),
    "next_dealer": ("alternate", "winner", "loser"),
    "strict": ("late", "always"),
    "duty": ("follow", "follow-trump", "head-follow-trump"),
    "exchange_who": ("leader", "turn"),
    "exchange_card": ("lowest", "9", "J"),
    "exchange_talon": (2, 4),
    "exchange_trick": (False, True),
    "close_talon": (2, 4),
    "close_trick": (False, True),
    "marriage_when": ("always", "early", "open"),
    "marriage_trick": (False, True),
    "marriage_lead": ("either", "king"),
    "marriage_pending": ("no", "first", "next"),
    "out": ("auto", "claim", "play-out"),
    "out_value": ("graded", "one"),
    "false_claim": ("refused", "two-or-three", "two", "value"),
    "last_trick_bonus": (0, 10),
    "nobody_out": ("last-trick", "last-trick-graded", "higher", "none"),
    "schneider": (33, 34),
    "schwarz": ("trickless", "pointless"),
    "closed_value": ("frozen", "end"),
    "closer_fails": ("two-or-three", "three", "trick-three", "value", "last-trick"),
    "closer_beaten": ("as-fails", "two", "value"),
}
"""The values a field can have; `deal` and `target`, which are not among them, have rules of their own."""

MAX_TARGET: Final = 10**9
_DEAL: Final = re.compile(r"[1-6T](?: [1-6T])*", re.ASCII)
_INTEGER: Final = re.compile(r"0|[1-9][0-9]{0,9}", re.ASCII)
_MAX_CANONICAL: Final = 2048


@dataclass(frozen=True)
class Ruleset:
    """All parameters of the game; the words are those of `protocol/spec/rules.md`.

    Raises RulesetError (`field`, `problem`) when a value, or what two of them mean together, makes no sense:
    `ruleset-type`, `ruleset-value`, `ruleset-deal`, `ruleset-exchange-card`, `ruleset-no-talon`.
    """

    deck: int = 20
    hand: int = 5
    deal: str = "3 3 T 2 2"
    next_dealer: str = "alternate"
    strict: str = "late"
    duty: str = "head-follow-trump"
    exchange_who: str = "leader"
    exchange_card: str = "lowest"
    exchange_talon: int = 2
    exchange_trick: bool = False
    close_talon: int = 2
    close_trick: bool = False
    marriage_when: str = "always"
    marriage_trick: bool = False
    marriage_lead: str = "either"
    marriage_pending: str = "first"
    out: str = "claim"
    out_value: str = "graded"
    false_claim: str = "two-or-three"
    last_trick_bonus: int = 0
    nobody_out: str = "last-trick"
    schneider: int = 33
    schwarz: str = "trickless"
    closed_value: str = "frozen"
    closer_fails: str = "two-or-three"
    closer_beaten: str = "as-fails"
    target: int = 7

    def __post_init__(self) -> None:
        for field in fields(self):
            _check_value(field.name, getattr(self, field.name))
        if self.deck <= 2 * self.hand:
            _refuse("ruleset-no-talon", "hand", "no-talon", hand=self.hand, deck=self.deck)
        self._check_deal()
        if self.exchange_card == "9" and self.deck == 20:
            _refuse("ruleset-exchange-card", "exchange_card", "no-nines")

    def _check_deal(self) -> None:
        packets = self.deal.split(" ")
        if packets.count("T") != 1:
            _refuse("ruleset-deal", "deal", "one-turned-up")
        sizes = [int(packet) for packet in packets if packet != "T"]
        for problem, got in (("deal-elder", sum(sizes[0::2])), ("deal-dealer", sum(sizes[1::2]))):
            if got != self.hand:
                _refuse("ruleset-deal", "deal", problem, deal=self.deal, got=got, hand=self.hand)

    @property
    def talon_size(self) -> int:
        """Cards left over after the deal, the face-up one counted; always even."""
        return self.deck - 2 * self.hand

    def deal_order(self, dealer: int) -> tuple[int, ...]:
        """Who gets each position of the shuffled deck: 0 or 1 a player, 2 the card turned up, 3 the talon.

        Packets alternate from the elder (1 - dealer); the talon is drawn in ascending order, the card turned up last.
        """
        order: list[int] = []
        receiver = 1 - dealer
        for packet in self.deal.split(" "):
            if packet == "T":
                order.append(TURN_UP)
            else:
                order += [receiver] * int(packet)
                receiver = 1 - receiver
        return tuple(order + [TALON] * (self.deck - len(order)))

    def as_mapping(self) -> dict[str, Value]:
        """All fields by name, in the order of the specification."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def override(self, changes: Mapping[str, Value]) -> Ruleset:
        """This rule set with some fields changed.

        When the size of the hand changes and no `deal` is given, a hand is dealt in one packet and the trump turned
        up after both: "6 6 T".  Raises RulesetError; `ruleset-field` for a field that does not exist.
        """
        for name in changes:
            if name not in FIELDS:
                _refuse("ruleset-field", name, "no-such-field")
        values = self.as_mapping() | dict(changes)
        hand = values["hand"]
        if "deal" not in changes and hand != self.hand:
            _check_value("hand", hand)
            values["deal"] = f"{hand} {hand} T"
        return Ruleset.from_values(values)

    def replace(self, **changes: Value) -> Ruleset:
        """`override` with the changes as keywords."""
        return self.override(changes)

    @staticmethod
    def from_values(values: Mapping[str, Value]) -> Ruleset:
        """The rule set with exactly these fields. Raises RulesetError if one is unknown, missing or makes no sense."""
        for name in values:
            if name not in FIELDS:
                _refuse("ruleset-field", name, "no-such-field")
        for name in FIELDS:
            if name not in values:
                _refuse("ruleset-missing", name, "missing")
        untyped: dict[str, Any] = dict(values)
        return Ruleset(**untyped)

    @staticmethod
    def from_mapping(values: Mapping[str, Value], base: Ruleset | None = None) -> Ruleset:
        """`base` (Schnapsen if None) with the fields of a mapping put over it, as `override` does."""
        return (base if base is not None else SCHNAPSEN).override(values)

    @cached_property
    def _canonical(self) -> bytes:
        lines = sorted(f"{name}={value_text(value)}\n" for name, value in self.as_mapping().items())
        return "".join(lines).encode("ascii")

    def canonical(self) -> bytes:
        """The one encoding of this rule set: a line `name=value` for each field, sorted, ASCII, LF after each.

        Integers are decimal, truth values `true` and `false`. Different rule sets have different encodings.
        """
        return self._canonical

    @staticmethod
    def from_canonical(data: bytes) -> Ruleset:
        """The rule set of a canonical encoding. Raises RulesetError for any bytes that `canonical` would not give."""
        if len(data) > _MAX_CANONICAL:
            _refuse("ruleset-encoding", "", "too-long")
        try:
            text = data.decode("ascii")
        except UnicodeDecodeError:
            _refuse("ruleset-encoding", "", "not-ascii")
        values: dict[str, Value] = {}
        for line in text.split("\n")[:-1]:
            name, equals, value = line.partition("=")
            if not equals or name in values:
                _refuse("ruleset-encoding", name, "no-lines")
            values[name] = parse_value(name, value)
        ruleset = Ruleset.from_values(values)
        if ruleset.canonical() != data:
            _refuse("ruleset-encoding", "", "not-canonical")
        return ruleset


FIELDS: Final = tuple(field.name for field in fields(Ruleset))
"""The names of all fields, in the order of the specification."""
_TYPES: Final = {field.name: type(field.default) for field in fields(Ruleset)}
_TYPE_PROBLEMS: Final = {int: "whole-number", str: "text", bool: "true-or-false"}


def parse_value(name: str, text: str) -> Value:
    """The value that `text` means for the field `name` (truth: true/false). Raises RulesetError."""
    if name not in FIELDS:
        _refuse("ruleset-field", name, "no-such-field")
    wanted = _TYPES[name]
    if wanted is str:
        return text
    if wanted is bool:
        if text in ("true", "false"):
            return text == "true"
    elif _INTEGER.fullmatch(text):
        return int(text)
    return _refuse("ruleset-type", name, _TYPE_PROBLEMS[wanted])


def _check_value(name: str, value: object) -> None:
    wanted = _TYPES[name]
    if type(value) is not wanted:
        _refuse("ruleset-type", name, _TYPE_PROBLEMS[wanted])
    if name == "target":
        if not 1 <= value <= MAX_TARGET:  # type: ignore[operator]  # an int by the line above
            _refuse("ruleset-value", name, "between", low=1, high=MAX_TARGET)
    elif name == "deal":
        if not _DEAL.fullmatch(value):  # type: ignore[arg-type]  # a str by the line above
            _refuse("ruleset-deal", name, "packets")
    elif value not in CHOICES[name]:
        words = ", ".join(value_text(choice) for choice in CHOICES[name])
        _refuse("ruleset-value", name, "one-of", words=words)


def value_text(value: Value) -> str:
    """A value as the canonical form, `parse_value` and the notation have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _refuse(code: str, field: str, problem: str, **more: Value) -> NoReturn:
    raise RulesetError(code, field=field, problem=problem, **more)


SCHNAPSEN: Final = Ruleset()
