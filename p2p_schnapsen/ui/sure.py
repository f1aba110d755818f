"""What is asked before a move that cannot be taken back, in every mode alike: a question, what a yes means. Pure."""

from __future__ import annotations

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.moves import Kind, Move, claim
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.ui.language import _, plural
from p2p_schnapsen.ui.offered import is_untrue_claim
from p2p_schnapsen.ui.outcome import cost_line


def sure(move: Move, view: PlayerView, *, counting: bool, confirm: bool) -> tuple[str, ...] | None:
    """What to ask before this move, and then what it means; None where it is made, or refused, at once.

    `counting`: our player counts its points itself, and no question tells of them, not by being asked either.
    `confirm`: closing and giving up are asked about.
    """
    match move.kind:
        case Kind.CLAIM if counting:
            return (_("Claim 66?"), _("An untrue claim loses the deal.")) if may_claim(view, counting=True) else None
        case Kind.CLAIM if is_untrue_claim(move, view):
            n = view.deal.points[view.me]
            told = plural(
                "You have {n} point: an untrue claim loses the deal.",
                "You have {n} points: an untrue claim loses the deal.",
                n,
            ).format(n=n)
            return _("Claim all the same?"), told, cost_line(move, view)
        case Kind.CLOSE if confirm and move in view.legal:
            return _("Close the talon?"), _("You must then reach 66 without drawing any more cards.")
        case Kind.CONCEDE if confirm:
            price = _("Your opponent wins the deal then.") if counting else cost_line(move, view)
            return _("Give up this deal?"), price
        case _:
            return None


def sure_of_the_match() -> tuple[str, str]:
    """The same before the whole match is given up."""
    return _("Give up the whole match?"), _("Your opponent wins the match then.")


def may_claim(view: PlayerView, *, counting: bool) -> bool:
    """Whether a claim is offered; to who counts, also where only the points are lacking: no more is told by that."""
    try:
        view.deal.check(claim())
    except IllegalMove as error:
        return counting and error.code == "claim-untrue"
    return True
