"""What moves are called where they are offered. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from p2p_schnapsen.rules.cards import SUIT_SIZE
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui import pack
from p2p_schnapsen.ui.cards import CardStyle, suit_word
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.spelling import plain


def is_untrue_claim(move: Move, view: PlayerView) -> bool:
    """Whether a move claims 66 that are not there: legal under some rules, and costly."""
    return move.kind is Kind.CLAIM and move in view.legal and view.deal.points[view.me] < OUT


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


def as_offered(text: str, moves: Iterable[Move], view: PlayerView) -> Move | None:
    """The one of these moves that `text` names as it is offered, with what stands there in brackets or without."""
    typed = plain(text)
    for move in moves:
        for style in (CardStyle(symbols=True), CardStyle(symbols=False)):
            for neutral in (True, False):
                shown = choice(move, view, style, neutral=neutral)
                if typed in (plain(shown), plain(shown.rpartition(" (")[0])):
                    return move
    return None
