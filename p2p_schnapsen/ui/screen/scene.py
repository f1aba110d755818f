"""The picture of what a presenter holds. Pure."""

from __future__ import annotations

from p2p_schnapsen.rules.cards import SUIT_SIZE, CardSet, cards_of
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, exchange
from p2p_schnapsen.table.asking import next_deal
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.ui.acquaintances import COMPUTER, shown
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.ui.screen.choices import Points
from p2p_schnapsen.ui.screen.picture import Button, Dialog, Held, Mark, Person, Picture, Talon
from p2p_schnapsen.ui.screen.presenter import Presenter

_DEALING = (Phase.COMMIT, Phase.KEY, Phase.SHUFFLE, Phase.CUT, Phase.DEAL)


def picture(presenter: Presenter) -> Picture:
    """Everything that is to be seen now."""
    table = presenter.table
    game = presenter.game
    title, short, score = _heading(presenter, table)
    status, urgent = _status(presenter, table)
    common = {
        "title": title,
        "short": short,
        "score": score,
        "status": status,
        "urgent": urgent,
        "fairness": presenter.fairness.line(),
        "said": tuple(presenter.report.said),
        "buttons": _footer(presenter),
        "dialog": presenter.dialog,
        "notice": presenter.notice,
        "waiting": presenter.waiting,
    }
    if game is None:
        return Picture(**common)  # type: ignore[arg-type]  # the fields above
    me, other = presenter.me, 1 - presenter.me
    hidden, known = _theirs(presenter, game)
    return Picture(
        **common,  # type: ignore[arg-type]  # the fields above
        me=_person(presenter, table, game, me),
        other=_person(presenter, table, game, other),
        hand=_hand(presenter),
        backs=hidden,
        known=tuple(cards_of(known)),
        talon=_talon(presenter, presenter.before or game),
    )


def _theirs(presenter: Presenter, game: Deal) -> tuple[int, CardSet]:
    """The other side's hand, hidden cards and known ones; below a trick that is looked at, before anybody draws."""
    other, trick, before = 1 - presenter.me, presenter.held, presenter.before
    if trick is None or before is None:
        return game.hidden[other], game.known[other]
    hidden, known = before.hidden[other], before.known[other]
    if trick.leader == other:
        return hidden, known
    return (hidden, known & ~(1 << trick.follow)) if known >> trick.follow & 1 else (hidden - 1, known)


def _heading(presenter: Presenter, table: TableState | None) -> tuple[str, str, str]:
    if table is None or table.match is None:
        return "Schnapsen", "Schnapsen", ""
    name = shown(_names(table)[1 - presenter.me])
    mine, theirs = table.match.score[presenter.me], table.match.score[1 - presenter.me]
    computer = _names(table)[1 - presenter.me] == COMPUTER
    title = _("Schnapsen with the computer") if computer else _("Schnapsen with {name}").format(name=name)
    return (
        title,
        name,
        _("Game points {mine}:{theirs}, first to {target}").format(mine=mine, theirs=theirs, target=table.rules.target),
    )


def _names(table: TableState | None) -> tuple[str, str]:
    offer = "" if table is None or table.offer is None else sanitise(table.offer.name)
    accept = "" if table is None or table.accept is None else sanitise(table.accept.name)
    return offer, accept


def _person(presenter: Presenter, table: TableState | None, game: Deal, side: int) -> Person:
    name = _("You") if side == presenter.me else shown(_names(table)[side])
    trick = presenter.held
    played = None
    if trick is not None:
        played = trick.lead if trick.leader == side else trick.follow
    elif game.led is not None and game.leader == side:
        played = game.led
    taken = trick is not None and trick.winner == side
    return Person(name, _points(presenter, game, side), game.tricks[side], game.dealer == side, played, taken)


def _points(presenter: Presenter, game: Deal, side: int) -> str:
    shown = presenter.options.points
    if shown is Points.HIDDEN or (shown is Points.OWN and side != presenter.me):
        return ""
    text = _("points: {n}").format(n=game.points[side])
    return text + (f" (+{game.pending[side]})" if game.pending[side] else "")


def _hand(presenter: Presenter) -> tuple[Held, ...]:
    legal = presenter.legal
    announced = {move.card // SUIT_SIZE for move in legal if move.kind is Kind.MARRIAGE}
    found = []
    for place, card in enumerate(presenter.hand, 1):
        if not presenter.deciding:
            lies = Mark.RESTING
        else:
            lies = Mark.LEGAL if presenter.plays(card) in legal else Mark.ILLEGAL
        couple = card // SUIT_SIZE in announced and card % SUIT_SIZE in (2, 3)
        number = str(place) if lies is Mark.LEGAL else ""
        found.append(Held(card, lies, number, card == presenter.chosen, couple, exchange(card) in legal))
    return tuple(found)


def _talon(presenter: Presenter, game: Deal) -> Talon:
    closed = ""
    if game.closed_by is not None:
        closed = _("you closed") if game.closed_by == presenter.me else _("they closed")
    return Talon(game.talon, game.up if game.talon else None, game.trump, closed)


def _status(presenter: Presenter, table: TableState | None) -> tuple[str, bool]:
    """What is to be done, and whether it is our player who is awaited."""
    if presenter.leaving:
        return _("You leave the match.") if presenter.begun else "", False
    if presenter.dialog is not None:
        return _answered(presenter.dialog), True
    if presenter.held is not None:
        mine = presenter.held.winner == presenter.me
        taken = _("You take the trick.") if mine else _("Your opponent takes the trick.")
        return f"{taken} " + _("Any key goes on."), True
    if presenter.deciding and presenter.view is not None:
        return _turn(presenter), True
    if table is None or table.match is None or presenter.alone:
        return _("Waiting."), False
    if next_deal(table) is not None and table.turn != presenter.me:
        return _("Waiting until your opponent is ready."), False
    if table.phase in _DEALING:
        return _("Both sides shuffle and deal."), False
    if table.phase is Phase.OPEN:
        return _("Both sides open the deal."), False
    if table.phase is Phase.FINAL:
        return _("The result is being signed."), False
    if table.phase is Phase.OVER:
        return _("Both sides have signed the result."), False
    return _("Your opponent is to move."), False


def _answered(dialog: Dialog) -> str:
    """What is to be done about a box."""
    if dialog.entry is not None:
        return _("Enter sends it.")
    if not dialog.asks:
        return _("Enter goes on.")
    actions = [button.action for button in dialog.buttons]
    return _("Answer the question.") if "no" in actions else _("Choose one.")


def _turn(presenter: Presenter) -> str:
    view = presenter.view
    assert view is not None
    deal = view.deal
    if deal.led is not None:
        card = presenter.style.card(deal.led)
        if all(presenter.plays(mine) in view.legal for mine in presenter.hand):
            return _("Your turn: answer {card} with any card.").format(card=card)
        return _("Your turn: answer {card}; some cards you may not play.").format(card=card)
    if not view.hand:
        return _("Your turn: claim, or let the deal be counted.")
    if deal.announced:
        return _("Your turn: lead one card of the marriage.")
    return _("Your turn: lead a card.")


def _footer(presenter: Presenter) -> tuple[Button, ...]:
    """Only what counts now: a box has its own keys, and a trick that is looked at takes any."""
    if presenter.dialog is not None or presenter.leaving:
        return ()
    if presenter.held is not None:
        return (Button("Enter", _("go on"), "play"),)
    return presenter.possible
