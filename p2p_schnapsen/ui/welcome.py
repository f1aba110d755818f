"""What is said before a game: where a host waits, who has come, who was turned away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from p2p_schnapsen.errors import DataError, TransportError
from p2p_schnapsen.ui import errors
from p2p_schnapsen.ui.language import _, decimal, mark
from p2p_schnapsen.ui.sanitise import sanitise

VALUE_CELLS = 60
"""What a value may take: the name of a match and an IPv6 address do not fit into a player's name."""

_MEANWHILE = {
    "lost": mark("The connection to your opponent broke. The match is saved; waiting."),
    "dropped": mark("The connection was given up ({reason})."),
    "reconnecting": mark("Connecting again in {in} s (attempt {attempt})."),
    "silent": mark("Your opponent has been silent for {seconds} s; waiting {left} s more."),
    "back": mark("Your opponent is heard again."),
    "resumed": mark("You go on with the match that was left, by its own rules: {match}."),
    "clock": mark("You have {left} s left for this move; then the deal is given up."),
}
"""What happens around a game that is on."""

_UNHEARD = {
    "no-link": mark("Nobody hears you: there is no connection now."),
    "too-fast": mark("Nobody hears that: so much at once is not sent."),
}

_STRANGER = mark("A caller from {from} was no player ({reason}) and was turned away.")

_AWAITED = mark("The host decides whether to let you in; then its offer comes.")

_TURNED_AWAY = {
    "not-admitted": mark("{peer} was not let in. Still waiting."),
    "locked": mark("{peer} came back to a match that another process is playing, and was turned away."),
    "no-match": mark("{peer} came back to a match whose files are of no use, and was turned away."),
    "not-invited": mark("Somebody else ({peer}) wanted to join and was turned away."),
    "busy": mark("A second guest ({peer}) wanted to join and was turned away."),
}


class Welcome:
    """Puts the events around a match into lines. `pin` and `short_id` are of our own key."""

    def __init__(self, program: str, pin: str, short_id: str) -> None:
        self._program = program
        self._pin = pin
        self._short_id = short_id

    def lines(self, event: Mapping[str, Any]) -> list[str]:
        """What to say about an event; nothing about those that speak for themselves."""
        match event["event"]:
            case "listening":
                return self._listening(event)
            case "announced":
                return [
                    _("On the same network your opponent can also type: {program} join").format(program=self._program)
                ]
            case "unannounced":
                why = errors.sentence(TransportError(str(event["code"]), **_params(event, "event", "code")))
                return [_("Not announced on the local network. {why}").format(why=why)]
            case "connected":
                text = _("Connected. Your opponent's key is {peer}.").format(peer=sanitise(str(event["peer"])))
                return [text, _(_AWAITED)] if "awaits" in event else [text]
            case "turned-away":
                text = _TURNED_AWAY.get(str(event["reason"]), _TURNED_AWAY["busy"])
                return [_(text).format(peer=sanitise(str(event["peer"]))), *_trouble(event)]
            case "left":
                reason = sanitise(str(event["reason"]))
                return [_("The guest left before the game ({reason}). Still waiting.").format(reason=reason)]
            case "stranger":
                return self._stranger(event)
            case "unheard":
                return [_(_UNHEARD[event["reason"]])]
            case "clock" if event["left"] == 0:
                return [_("Your time for this move is over: the deal is given up.")]
            case kind if kind in _MEANWHILE:
                return [_(_MEANWHILE[kind]).format(**_values(event))]
            case _:
                return []

    def _stranger(self, event: Mapping[str, Any]) -> list[str]:
        if event["callers"] > 1:
            text = _("{callers} callers were no players, the last from {from} ({reason}); turned away.")
            return [text.format(**_values(event))]
        return [_(_STRANGER).format(**_values(event))]

    def _listening(self, event: Mapping[str, Any]) -> list[str]:
        joining = [f"  {self._program} join {_pasted(f'{address}#{self._pin}')}" for address in event["addresses"]]
        return [
            _("Your key, to compare by voice: {short_id}").format(short_id=self._short_id),
            _("Waiting for an opponent on port {port}; Ctrl-C stops. Your opponent types one of:").format(
                port=event["port"]
            ),
            *joining,
        ]


def _trouble(event: Mapping[str, Any]) -> list[str]:
    """What is wrong with the files of a match that a guest came back to, and what to do about it."""
    if "path" not in event or event["reason"] == "locked":
        return []
    params = _params(event, "event", "peer", "reason", "code")
    return [errors.sentence(DataError(str(event["code"]), **params))]


def _params(event: Mapping[str, Any], *without: str) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in without}


def _values(event: Mapping[str, Any]) -> dict[str, str]:
    return {name: sanitise(_text(value), VALUE_CELLS) for name, value in event.items() if name != "event"}


def _text(value: object) -> str:
    """Seconds to one decimal where they have any, as the user's language writes it."""
    return decimal(f"{round(value, 1):g}") if isinstance(value, float) else str(value)


def _pasted(address: str) -> str:
    """As a shell takes it: brackets are a pattern to some."""
    return f"'{address}'" if "[" in address else address
