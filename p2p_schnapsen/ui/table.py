"""The table as a player sees it before a move, in lines: points, talon, hand, choices, help. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_schnapsen.rules.cards import POINTS, SUIT_SIZE
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui import pack
from p2p_schnapsen.ui.cards import CardStyle, suit_word
from p2p_schnapsen.ui.language import _, mark, plural
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.screen.choices import Points
from p2p_schnapsen.ui.typed import exchange_card, is_untrue_claim


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


def choice(move: Move, view: PlayerView, style: CardStyle, *, neutral: bool = False) -> str:
    """A move as it is offered. `neutral`: it does not tell whether there are 66 points."""
    deal = view.deal
    match move.kind:
        case Kind.LEAD | Kind.FOLLOW:
            return style.card(move.card)
        case Kind.EXCHANGE:
            up = style.card(deal.up) if deal.up is not None else "?"
            return _("exchange {card} for {up} (x)").format(card=style.card(move.card), up=up)
        case Kind.CLOSE:
            return _("close the talon (close)")
        case Kind.MARRIAGE:
            suit = move.card // SUIT_SIZE
            text = _("announce the marriage in {suit}, {worth} points (m {letter})")
            worth = 40 if suit == deal.trump else 20
            return text.format(suit=suit_word(suit), worth=worth, letter=pack.letter(suit))
        case Kind.CLAIM if is_untrue_claim(move, view) and not neutral:
            return _("claim 66, which you do not have (66)")
        case Kind.CLAIM:
            return _("claim 66 (66)")
        case Kind.SETTLE:
            return _("claim nothing, count the deal (settle)")
        case Kind.CONCEDE:
            return _("give up the deal (concede)")


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
    card = style.card(exchange_card(view.deal))
    return [
        _("Type the number of a choice, or its name:"),
        _("  a card         10h, h10, TH or ♥10") if style.symbols else _("  a card         10h, h10 or TH"),
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
