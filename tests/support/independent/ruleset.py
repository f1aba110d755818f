"""The canonical form of a rule set (spec: rules, parameters)."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any


class RuleSetProblem(ValueError):
    """Bytes that are no rule set; `code` is the fault's."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


_CHOICES: dict[str, tuple[int | bool | str, ...]] = {
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
_FIELDS = frozenset(_CHOICES) | {"deal", "target"}


@dataclass(frozen=True)
class RuleSet:
    """The values by field, and whose each dealt slot is."""

    deck: int
    hand: int
    deal: str
    next_dealer: str
    strict: str
    duty: str
    exchange_who: str
    exchange_card: str
    exchange_talon: int
    exchange_trick: bool
    close_talon: int
    close_trick: bool
    marriage_when: str
    marriage_trick: bool
    marriage_lead: str
    marriage_pending: str
    out: str
    out_value: str
    false_claim: str
    last_trick_bonus: int
    nobody_out: str
    schneider: int
    schwarz: str
    closed_value: str
    closer_fails: str
    closer_beaten: str
    target: int

    def cards(self) -> list[int]:
        """The cards of the pack, ascending."""
        return [k for k in range(24) if self.deck == 24 or k % 6]

    def slots(self) -> tuple[list[int], list[int], int, list[int]]:
        """(the elder's, the dealer's, the trump's, the hidden talon's in order)."""
        hands: tuple[list[int], list[int]] = ([], [])
        at = turn = 0
        trump = -1
        for packet in self.deal.split(" "):
            if packet == "T":
                trump = at
                at += 1
            else:
                hands[turn].extend(range(at, at + int(packet)))
                at += int(packet)
                turn = 1 - turn
        return hands[0], hands[1], trump, list(range(at, self.deck))


_NUMBERS = frozenset(name for name, values in _CHOICES.items() if type(values[0]) is int) | {"target"}
_TRUTHS = frozenset(name for name, values in _CHOICES.items() if values[0] is False)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
_PACKETS = re.compile(r"[1-6T]( [1-6T])*")


def _typed(name: str, text: str) -> int | bool | str:
    if name in _NUMBERS:
        if not _NUMBER.fullmatch(text):
            raise RuleSetProblem("ruleset-type")
        return int(text)
    if name in _TRUTHS:
        if text not in ("false", "true"):
            raise RuleSetProblem("ruleset-type")
        return text == "true"
    return text


def _check_value(name: str, value: int | bool | str) -> None:
    if name == "deal":
        if not isinstance(value, str) or not _PACKETS.fullmatch(value):
            raise RuleSetProblem("ruleset-deal")
    elif name == "target":
        if not isinstance(value, int) or not 1 <= value <= 10**9:
            raise RuleSetProblem("ruleset-value")
    elif value not in _CHOICES[name]:
        raise RuleSetProblem("ruleset-value")


def _check_deal(deal: str, hand: int) -> None:
    packets = deal.split(" ")
    sizes = [int(packet) for packet in packets if packet != "T"]
    if len(packets) - len(sizes) != 1 or sum(sizes[0::2]) != hand or sum(sizes[1::2]) != hand:
        raise RuleSetProblem("ruleset-deal")


def parse(data: bytes) -> RuleSet:
    """The rule set whose canonical form these bytes are; RuleSetProblem otherwise (spec: contract, rule sets)."""
    if not data.isascii():
        raise RuleSetProblem("ruleset-encoding")
    lines = data.decode("ascii").split("\n")
    rest = lines.pop()
    values: dict[str, Any] = {}
    for line in lines:
        name, sign, text = line.partition("=")
        if not sign or name in values:
            raise RuleSetProblem("ruleset-encoding")
        if name not in _FIELDS:
            raise RuleSetProblem("ruleset-field")
        values[name] = _typed(name, text)
    if len(values) != len(_FIELDS):
        raise RuleSetProblem("ruleset-missing")
    for field in fields(RuleSet):
        _check_value(field.name, values[field.name])
    rules = RuleSet(**values)
    _check_deal(rules.deal, rules.hand)
    if rules.exchange_card == "9" and rules.deck == 20:
        raise RuleSetProblem("ruleset-exchange-card")
    if rest or lines != sorted(lines):
        raise RuleSetProblem("ruleset-encoding")
    return rules
