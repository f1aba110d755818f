"""The table as a player sees it before a move, in lines: points, talon, hand, choices, help. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_schnapsen.rules.cards import POINTS
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.cards import CardStyle, suit_word
from p2p_schnapsen.ui.language import _, mark, plural
from p2p_schnapsen.ui.offered import choice
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.screen.choices import Points


def situation(view: PlayerView, style: CardStyle, points: Points = Points.SHOWN) -> list[str]:
    """Where the deal stands, and the own hand; `points`: whose card points are told."""
    deal = view.deal
    mine, theirs = _points(view, view.me), _points(view, 1 - view.me)
    counted = {
        Points.SHOWN: _("Points: you {mine}, opponent {theirs}.").format(mine=mine, theirs=theirs),
        Points.OWN: _("Your points: {mine}.").format(mine=mine),
        Points.HIDDEN: "",
    }
    found = [" ".join(part for part in (counted[points], _talon(view, style)) if part)]
    if view.opponent_known:
        known = style.cards(view.opponent_known, deal.trump)
        found.append(_("Your opponent is known to hold {cards}.").format(cards=known))
    if deal.led is not None:
        found.append(_("On the table: {card}.").format(card=style.card(deal.led)))
    hand = style.cards(view.hand, deal.trump) if view.hand else _("no cards")
    found.append(_("Your hand: {cards}").format(cards=hand))
    return found


def _points(view: PlayerView, player: int) -> str:
    deal = view.deal
    text = str(deal.points[player])
    if deal.pending[player]:
        text += _(" (and {n} with the next trick)").format(n=deal.pending[player])
    return text


def _talon(view: PlayerView, style: CardStyle) -> str:
    deal = view.deal
    trump = _("Trump is {suit}.").format(suit=suit_word(deal.trump))
    if not deal.talon:
        return _("{trump} The talon is used up.").format(trump=trump)
    if deal.closed_by is not None:
        closed = People(view.me).say(deal.closed_by, mark("You closed the talon."), mark("{who} closed the talon."))
        return f"{trump} {closed}"
    up = style.card(deal.up) if deal.up is not None else "?"
    cards = plural("{n} card", "{n} cards", deal.talon).format(n=deal.talon)
    return _("{trump} Talon: {cards}, {up} turned up.").format(trump=trump, cards=cards, up=up)


def listing(offered: Sequence[Move], view: PlayerView, style: CardStyle, *, neutral: bool = False) -> list[str]:
    """The choices, numbered."""
    texts = (choice(move, view, style, neutral=neutral) for move in offered)
    return [f"  {number}  {text}" for number, text in enumerate(texts, 1)]


def own_tricks(deal: Deal, me: int, style: CardStyle) -> list[str]:
    """The tricks that `me` has taken in this deal, in lines."""
    mine = [trick for trick in deal.tricks_played if trick.winner == me]
    if not mine:
        return [_("You have no trick yet.")]
    told = [f"{style.card(trick.lead)} {style.card(trick.follow)}" for trick in mine]
    return [_("Your tricks: {tricks}").format(tricks=", ".join(told))]


def last_trick(deal: Deal, me: int, style: CardStyle) -> str:
    """The trick finished last, told to `me`."""
    trick = deal.last_trick
    if trick is None:
        return _("There was no trick in this deal yet.")
    text = _("Last trick: {lead}, then {follow}: {points} points, {winner}.")
    winner = People(me).say(trick.winner, mark("taken by you"), mark("taken by {who}"), capital=False)
    points = POINTS[trick.lead] + POINTS[trick.follow]
    return text.format(lead=style.card(trick.lead), follow=style.card(trick.follow), points=points, winner=winner)


def help_lines(view: PlayerView, style: CardStyle) -> list[str]:
    """What can be typed."""
    card = style.card(view.deal.exchange_card)
    return [
        _("Type the number of a choice, or its name:"),
        _("  a card         10h, h10, ♥10 or ten of hearts")
        if style.symbols
        else _("  a card         10h, h10 or ten of hearts"),
        _("  m h            announce the marriage in hearts (m alone if there is one only)"),
        _("  x              exchange {card} for the trump turned up").format(card=card),
        _("  close          close the talon"),
        _("  66             claim that you have 66 points"),
        _("  settle         after the last trick: claim nothing"),
        _("  concede        give up the deal; concede match the match (both ask first)"),
        _("  hand           show hand and choices again; last shows the last trick"),
        _("  tricks         show your own tricks; points: whose card points are shown"),
        _("  hint           ask the computer what it would do"),
        _("  say TEXT       talk to your opponent; mute and unmute: hear the answer or not"),
        _("  q              leave the match; its log stays"),
    ]
