"""What can be done at the table now, as buttons: the most urgent first, since a narrow terminal has no room for all.

Pure.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from p2p_schnapsen.rules.cards import Card
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.screen.choices import OUT_KEY
from p2p_schnapsen.ui.screen.picture import Button

MORE_KEY = "+"


def actions(
    legal: Sequence[Move],
    hand: Sequence[Card],
    *,
    deciding: bool,
    muted: bool,
    untrue: bool = False,
    without: Container[str] = (),
) -> tuple[Button, ...]:
    """The keys that do something now: with these legal moves, the hand as it lies, and whether a move is awaited.

    `untrue`: claiming 66 would lose the deal, and comes last; `without`: actions that would come to nothing now.
    """
    kinds, cards = {move.kind for move in legal}, len(hand)
    found: list[Button] = []
    playable = {move.card for move in legal if move.kind in (Kind.LEAD, Kind.FOLLOW)}
    if playable:
        found.append(Button(_numbers([n for n, card in enumerate(hand, 1) if card in playable]), _("play"), "play"))
    wins = str(OUT_KEY) if cards < OUT_KEY else "w"
    claim = (Kind.CLAIM, wins, _("claim 66"), "claim")
    others = (
        (Kind.SETTLE, "s", _("count"), "settle"),
        (Kind.MARRIAGE, "m", _("marriage"), "marriage"),
        (Kind.EXCHANGE, "x", _("exchange"), "exchange"),
        (Kind.CLOSE, "c", _("close"), "close"),
    )
    for kind, key, label, action in (*others, claim) if untrue else (claim, *others):
        if kind in kinds:
            found.append(Button(key, label, action))
    if deciding:
        found.append(Button("h", _("hint"), "hint"))
    found += [Button("?", _("help"), "help"), Button("q", _("leave"), "leave")]
    if deciding:
        found.append(Button("g", _("give up"), "concede"))
    found += [Button("l", _("last trick"), "last"), Button("k", _("tricks"), "tricks"), Button("t", _("talk"), "talk")]
    found += [Button("p", _("card points"), "points"), Button("u", _("hear") if muted else _("mute"), "mute")]
    found.append(Button("r", _("history"), "report"))
    return tuple(button for button in found if button.action not in without)


def _numbers(places: Sequence[int]) -> str:
    """Places of a hand, as keys: `1-5` where they are neighbours, else `1,3`."""
    first, last = places[0], places[-1]
    if last - first >= 2 and len(places) == last - first + 1:
        return f"{first}-{last}"
    return ",".join(map(str, places))


def more_button() -> Button:
    """What stands for all that has no room; it opens a box with everything."""
    return Button(MORE_KEY, _("more"), "more")
