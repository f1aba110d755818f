"""What moves are called where they are offered. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from p2p_schnapsen.rules.cards import SUIT_SIZE
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.scoring import OUT
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.cards import CardStyle, suit_word
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.spelling import plain


def is_untrue_claim(move: Move, view: PlayerView) -> bool:
    """Whether a move claims 66 that are not there: legal under some rules, and costly."""
    return move.kind is Kind.CLAIM and move in view.legal and view.deal.points[view.me] < OUT


def announcement(suit: int) -> str:
    """How a marriage in a suit (0..3) can be announced."""
    return _("announce {suit}").format(suit=suit_word(suit))


def choice(move: Move, view: PlayerView, style: CardStyle) -> str:
    """A move as it is offered; where it is not read out, with a shorter way to type it in brackets."""
    text = _called(move, view, style)
    return _bare(move, text) if style.words else text


def _bare(move: Move, text: str) -> str:
    """Without the brackets at the end."""
    hinted = move.kind not in (Kind.LEAD, Kind.FOLLOW, Kind.MARRIAGE)
    return text.rpartition(" (")[0] if hinted else text


def _called(move: Move, view: PlayerView, style: CardStyle) -> str:
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
            text = _("announce the marriage in {suit}, {worth} points")
            return text.format(suit=suit_word(suit), worth=40 if suit == deal.trump else 20)
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
        for style in (CardStyle(symbols=True), CardStyle(symbols=False), CardStyle(words=True)):
            shown = _called(move, view, style)
            if typed in (plain(shown), plain(_bare(move, shown))):
                return move
    return None
