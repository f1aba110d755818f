"""The table as a player hears of it, in lines: points, talon, hand, choices, help. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_schnapsen.rules.cards import POINTS, SUIT_SIZE
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move, marriage
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui import pack
from p2p_schnapsen.ui.cards import CardStyle, card_words, suit_word
from p2p_schnapsen.ui.language import _, mark, plural
from p2p_schnapsen.ui.offered import announcement, choice
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.screen.choices import Points
from p2p_schnapsen.ui.sentences import score_line

_CARDS_PLAYED = (Kind.LEAD, Kind.FOLLOW)
_EXAMPLE = (4, 2)
"""The ten of hearts: rank and suit."""


class Situation:
    """What stands on the table, told when it has changed: what was said already is not said again."""

    def __init__(self, style: CardStyle) -> None:
        self._style = style
        self._said: dict[str, str] = {}

    def forget(self) -> None:
        """Nothing was said yet."""
        self._said = {}

    def known(self, view: PlayerView, points: Points, *parts: str) -> None:
        """Our player knows it as it is, or these parts of it, from what happened."""
        now = _parts(view, self._style, points)
        self._said |= {name: now[name] for name in parts or now if name in now}

    def changes(self, view: PlayerView, points: Points) -> list[str]:
        """What our player does not know yet; all where it was told nothing."""
        now = _parts(view, self._style, points)
        if self._said:
            new = {name: text for name, text in now.items() if self._said.get(name) != text}
            counted = [new.pop(name) for name in ("points", "talon") if name in new]
            told = [" ".join(filter(None, counted)), *new.values()]
        else:
            told = situation(view, self._style, points)
        self._said = now
        return [line for line in told if line]


def _parts(view: PlayerView, style: CardStyle, points: Points) -> dict[str, str]:
    """The situation by its parts, without what can be asked for."""
    deal = view.deal
    open_cards = plural("Talon: {n} card.", "Talon: {n} cards.", deal.talon).format(n=deal.talon)
    talon = open_cards if deal.talon and deal.closed_by is None else _drawn_out(view)
    parts = {"points": _counted(view, points), "talon": talon, "known": "", "led": ""}
    if view.opponent_known:
        parts["known"] = _seen(view, style)
    if deal.led is not None:
        parts["led"] = _on_the_table(deal.led, style)
    return parts


def situation(view: PlayerView, style: CardStyle, points: Points = Points.SHOWN) -> list[str]:
    """Where the deal stands; `points`: whose card points are told."""
    found = [" ".join(part for part in (_counted(view, points), talon(view, style)) if part)]
    if view.opponent_known:
        found.append(_seen(view, style))
    if view.deal.led is not None:
        found.append(_on_the_table(view.deal.led, style))
    return found


def _counted(view: PlayerView, points: Points) -> str:
    mine, theirs = _points(view, view.me), _points(view, 1 - view.me)
    counted = {
        Points.SHOWN: _("Points: you {mine}, opponent {theirs}.").format(mine=mine, theirs=theirs),
        Points.OWN: _("Your points: {mine}.").format(mine=mine),
        Points.HIDDEN: "",
    }
    return counted[points]


def _seen(view: PlayerView, style: CardStyle) -> str:
    known = style.cards(view.opponent_known, view.deal.trump)
    return _("Your opponent is known to hold {cards}.").format(cards=known)


def _on_the_table(led: int, style: CardStyle) -> str:
    return _("On the table: {card}.").format(card=style.card(led))


def hand(view: PlayerView, style: CardStyle) -> str:
    """The own cards."""
    cards = style.cards(view.hand, view.deal.trump) if view.hand else _("no cards")
    return _("Your hand: {cards}").format(cards=cards)


def unlisted(offered: Sequence[Move], view: PlayerView, style: CardStyle) -> list[str]:
    """The own cards that are not among the choices."""
    playable = sum({1 << move.card for move in offered if move.kind in _CARDS_PLAYED})
    barred = view.hand & ~playable
    if not playable:
        return [hand(view, style)]
    return [_("You may not play {cards} now.").format(cards=style.cards(barred, view.deal.trump))] if barred else []


def standing(view: PlayerView, points: Points) -> list[str]:
    """Points, tricks and the score, as they are asked for."""
    mine, theirs = view.deal.tricks[view.me], view.deal.tricks[1 - view.me]
    tricks = _("Tricks: you {mine}, opponent {theirs}.").format(mine=mine, theirs=theirs)
    score = score_line(People(view.me), view.match.score, view.match.ruleset.target)
    return [line for line in (_counted(view, points), tricks, score) if line]


def _points(view: PlayerView, player: int) -> str:
    deal = view.deal
    text = str(deal.points[player])
    if deal.pending[player]:
        text += _(" (and {n} with the next trick)").format(n=deal.pending[player])
    return text


def talon(view: PlayerView, style: CardStyle) -> str:
    """The trump and the talon."""
    deal = view.deal
    trump = _("Trump is {suit}.").format(suit=suit_word(deal.trump))
    if not deal.talon or deal.closed_by is not None:
        return f"{trump} {_drawn_out(view)}"
    up = style.card(deal.up) if deal.up is not None else "?"
    cards = plural("{n} card", "{n} cards", deal.talon).format(n=deal.talon)
    return _("{trump} Talon: {cards}, {up} turned up.").format(trump=trump, cards=cards, up=up)


def _drawn_out(view: PlayerView) -> str:
    """Why no cards are drawn any more."""
    deal = view.deal
    if not deal.talon or deal.closed_by is None:
        return _("The talon is used up.")
    return People(view.me).say(deal.closed_by, mark("You closed the talon."), mark("{who} closed the talon."))


def listing(offered: Sequence[Move], view: PlayerView, style: CardStyle) -> list[str]:
    """The choices, numbered."""
    texts = (choice(move, view, style) for move in offered)
    return [f"  {number}  {text}" for number, text in enumerate(texts, 1)]


def own_tricks(deal: Deal, me: int, style: CardStyle) -> list[str]:
    """The tricks that `me` has taken in this deal, in lines."""
    mine = [trick for trick in deal.tricks_played if trick.winner == me]
    if not mine:
        return [_("You have no trick yet.")]
    told = [style.several((trick.lead, trick.follow)) for trick in mine]
    return [_("Your tricks: {tricks}").format(tricks=("; " if style.words else ", ").join(told))]


def last_trick(deal: Deal, me: int, style: CardStyle, *, counting: bool = False) -> str:
    """The trick finished last, told to `me`; without its points to who is `counting`."""
    trick = deal.last_trick
    if trick is None:
        return _("There was no trick in this deal yet.")
    text = _("Last trick: {lead}, then {follow}: {points} points, {winner}.")
    if counting:
        text = _("Last trick: {lead}, then {follow}, {winner}.")
    winner = People(me).say(trick.winner, mark("taken by you"), mark("taken by {who}"), capital=False)
    points = POINTS[trick.lead] + POINTS[trick.follow]
    return text.format(lead=style.card(trick.lead), follow=style.card(trick.follow), points=points, winner=winner)


def which_marriage(offered: Sequence[Move], view: PlayerView, *, or_66: bool) -> str:
    """What can be announced, where it was not said; `or_66`: it may have been 66 that was meant."""
    possible = [move.card // SUIT_SIZE for move in offered if move.kind is Kind.MARRIAGE]
    ways = _(" or ").join(map(announcement, possible))
    if possible:
        text = _("Say what you announce: {ways}; to go out type 66.") if or_66 else _("Say in which suit: {ways}.")
        return text.format(ways=ways)
    if _holds_marriage(view):
        text = _("You cannot announce a marriage now; to go out type 66.") if or_66 else ""
        return text or _("You cannot announce a marriage now.")
    return _("You hold no marriage; to go out type 66.") if or_66 else _("You hold no marriage.")


def _holds_marriage(view: PlayerView) -> bool:
    return any(view.hand & (both := marriage(suit).bit | marriage(suit).bit >> 1) == both for suit in range(4))


def help_lines(view: PlayerView | None, style: CardStyle) -> list[str]:
    """What can be typed; `view` is None where no deal is being played."""
    ways = _(" or ").join((", ".join(_short_ways(style)), card_words(_EXAMPLE[1] * SUIT_SIZE + _EXAMPLE[0])))
    trump = _EXAMPLE[1] if view is None else view.deal.trump
    exchange = _("  x              exchange {card} for the trump turned up")
    return [
        _("Type the number of a choice, or its name:"),
        _("  a card         {ways}").format(ways=ways),
        _row(announcement(trump), _("announce that marriage; m: if it is the only one")),
        *([] if view is None else [exchange.format(card=style.card(view.deal.exchange_card))]),
        _("  close          close the talon"),
        _("  66             claim that you have 66 points"),
        _("  settle         after the last trick: claim nothing"),
        _("  concede        give up the deal; concede match the match (both ask first)"),
        _("  hand           show hand and choices again; last shows the last trick"),
        _("  tricks         tell your own tricks; trump: the trump and the talon"),
        _("  points         tell points and score; points own, points off, points on: which"),
        _("  hint           ask the computer what it would do"),
        _("  say TEXT       talk to your opponent; mute and unmute: hear the answer or not"),
        _("  q              leave the match; its log stays"),
    ]


def _row(typed: str, meaning: str) -> str:
    """What is typed, and behind a gap what it does."""
    return f"  {typed:<13}  {meaning}"


def _short_ways(style: CardStyle) -> list[str]:
    """How a card can be typed in a few letters, as its pack has them; no signs for who listens."""
    number, suit = _EXAMPLE
    letter = pack.sign(suit, symbols=False)
    shown = pack.name(number, suit, symbols=style.symbols and not style.words)
    return list(dict.fromkeys((f"{pack.rank(number)}{letter}", f"{letter}{pack.rank(number)}", shown)))
