"""Errors as sentences. Each takes one line, and nothing in it that came from outside can do harm."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_schnapsen.errors import (
    DataError,
    IllegalMove,
    LocalMisuse,
    PeerFault,
    PeerSuspect,
    RulesetError,
    SchnapsenError,
    TransportError,
)
from p2p_schnapsen.rules.cards import PACK
from p2p_schnapsen.ui import reasons
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.problems import clause, system
from p2p_schnapsen.ui.program import command
from p2p_schnapsen.ui.sanitise import sanitise

CELLS = 1000
"""The longest value that an error quotes: paths are long."""

_TABLES: tuple[tuple[type[SchnapsenError], Mapping[str, str]], ...] = (
    (PeerSuspect, reasons.SUSPECTS),
    (TransportError, reasons.NETWORK),
    (DataError, reasons.FILES),
    (LocalMisuse, reasons.MISUSES),
)


def refusal(error: IllegalMove, style: CardStyle) -> str:
    """Why a move of our player is illegal."""
    template = reasons.MOVES.get(error.code)
    return _("That is against the rules.") if template is None else _filled(template, error.params, style)


def deed(code: str) -> str:
    """What the culprit of a fault did, to be put after its name."""
    return _(reasons.FAULTS[code]) if code in reasons.FAULTS else _("broke the protocol")


def fault(error: PeerFault) -> str:
    """A proven fault of our opponent."""
    template = _("Your opponent broke the rules of the protocol: it {deed} [{code}, section {section}].")
    return template.format(deed=deed(error.code), code=error.code, section=error.section)


def declined(code: str) -> str:
    """Why the other side wants no game."""
    return _(reasons.DECLINES[code]) if code in reasons.DECLINES else suspect_refused(code)


def suspect_refused(code: str) -> str:
    """The other side ended the connection with a code of its own."""
    return _filled(reasons.SUSPECTS["refused"], {"reason": code}, CardStyle(symbols=False))


def is_ours(error: SchnapsenError) -> bool:
    """Whether there is no sentence for it because only a mistake of this program can cause it."""
    return not isinstance(error, PeerFault | IllegalMove | RulesetError) and _template(error) is None


def sentence(error: SchnapsenError) -> str:
    """Any error, in one line."""
    if isinstance(error, PeerFault):
        return fault(error)
    if isinstance(error, IllegalMove):
        return f"{refusal(error, CardStyle(symbols=False))} [{error.code}]"
    if isinstance(error, RulesetError):
        return ruleset(error)
    if isinstance(error, PeerSuspect) and error.code == "refused":
        return declined(str(error.params.get("reason", "")))
    template = _template(error)
    if template is None:
        return _("This program made a mistake ({code}).").format(code=sanitise(str(error), CELLS))
    return _filled(template, error.params, CardStyle(symbols=False))


_WHOLE = ("ruleset-toml", "ruleset-encoding")
"""RulesetError codes that may be about no field; elsewhere an empty name is the name that was given."""


def ruleset(error: RulesetError) -> str:
    """Which field of a rule set makes no sense, and why."""
    named = str(error.params.get("field", ""))
    field = sanitise(named, 60)
    problem = clause(str(error.params.get("problem", error.code)), error.params)
    if not named and error.code in _WHOLE:
        return _("The rule set {problem}.").format(problem=problem)
    return _("Rule set, field {field}: {problem}.").format(field=field, problem=problem)


def _template(error: SchnapsenError) -> str | None:
    for kind, table in _TABLES:
        if isinstance(error, kind):
            return table.get(error.code)
    return None


class _Values(dict[str, str]):
    """A sentence never fails for want of a value."""

    def __missing__(self, key: str) -> str:
        return "?"


def _filled(template: str, params: Mapping[str, object], style: CardStyle) -> str:
    values = {name: _text(name, value, params, style) for name, value in params.items()}
    return _(template).format_map(_Values({**values, "program": command()}))


_CARDS = ("card", "led", "cards", "owed", "allowed")
_CLAUSES = ("problem", "expected")
"""Params that are codes of clauses; `reason` is the system's, or the other side's."""


def _text(name: str, value: object, params: Mapping[str, object], style: CardStyle) -> str:
    if name in _CARDS:
        cards = value if isinstance(value, tuple | list) else (value,)
        if all(type(card) is int and 0 <= card < PACK for card in cards):
            return _(" or ").join(style.card(card) for card in cards)
    text = str(value)
    if name in _CLAUSES:
        return clause(text, params)
    return sanitise(system(text) if name == "reason" else text, CELLS) if text else ""
