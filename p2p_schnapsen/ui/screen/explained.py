"""What the boxes above the table say about the end of a deal, and what a decision costs. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_schnapsen.rules.cards import SUIT_SIZE, Card, cards_of
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.position import Trick
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import events as e
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.ui.cards import CardStyle, sorted_hand
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.outcome import outcome_sentence
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.screen.boxes import told
from p2p_schnapsen.ui.screen.picture import Dialog
from p2p_schnapsen.ui.sentences import News, announced, standing
from p2p_schnapsen.ui.table import last_trick


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the events of some news."""

    me: int
    events: Sequence[Event]
    table: TableState
    view: PlayerView | None
    resumed: bool = False


def parted(news: News) -> tuple[News, News | None]:
    """What comes up to the end of a trick, and what comes behind it in the same record, where there is something."""
    for number, event in enumerate(news.events, 1):
        if isinstance(event, e.TrickTaken) and number < len(news.events):
            first, second = news.events[:number], news.events[number:]
            behind = Part(news.me, second, news.table, news.view)
            return Part(news.me, first, news.table, news.view, news.resumed), behind
    return news, None


def hand_of(view: PlayerView, game: Deal) -> list[Card]:
    """The cards of a view that have not been played in `game`, as they lie in the hand."""
    gone = 0 if game.led is None else 1 << game.led
    for trick in game.tricks_played:
        gone |= 1 << trick.lead | 1 << trick.follow
    return sorted_hand(view.hand & ~gone, game.trump)


def trick_last(game: Deal | None, me: int, style: CardStyle, *, counting: bool) -> Dialog:
    """The trick before."""
    none = _("There was no trick in this deal yet.")
    return told(_("Last trick"), none if game is None else last_trick(game, me, style, counting=counting))


def tricks_taken(tricks: Sequence[Trick], style: CardStyle) -> Dialog:
    """The own tricks."""
    lines = [f"{style.card(trick.lead)}  {style.card(trick.follow)}" for trick in tricks]
    return told(_("Your tricks"), *(lines or [_("You have no trick yet.")]))


def deal_end(event: e.DealEnded, table: TableState, game: Deal | None, people: People, me: int) -> Dialog:
    """Who has won the deal, by what, and where the match stands."""
    lines = [outcome_sentence(event.outcome, table.rules, people)]
    if game is not None:
        if game.announced:  # nothing was led any more: nobody has seen it yet
            side, suit = game.leader, cards_of(game.announced)[0] // SUIT_SIZE
            waits = game.pending[side] > 0
            lines.insert(0, announced(people, side, suit, trump=suit == game.trump, waits=waits))
        mine, theirs = game.points[me], game.points[1 - me]
        lines.append(_("Card points: you {mine}, opponent {theirs}.").format(mine=mine, theirs=theirs))
    lines.append(standing(people, event.score, table))
    return told(_("Deal {number}").format(number=event.number), *lines)


def match_end(event: e.MatchDecided, people: People, me: int) -> Dialog:
    """Who has won the match, and whether the other has given it up."""
    lines = [_("You win the match.") if event.winner == me else _("Your opponent wins the match.")]
    if event.conceded:
        you, other = mark("You give up the match."), mark("{who} gives up the match.")
        lines.insert(0, people.say(1 - event.winner, you, other))
    lines.append(_("Score: {score}.").format(score=people.score(event.score)))
    return told(_("The match is over"), *lines)
