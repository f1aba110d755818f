"""What the computer has to say, as sentences: a hint, and what an analysis found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_schnapsen.bot.analysis import SLIP, Judged, account, turning_points, unknowable
from p2p_schnapsen.bot.equity import POINT
from p2p_schnapsen.bot.hints import Hint, Reason
from p2p_schnapsen.bot.search import Plan
from p2p_schnapsen.rules.cards import SUIT_SIZE
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.ui.cards import CardStyle, suit_word
from p2p_schnapsen.ui.language import _, decimal, mark, plural
from p2p_schnapsen.ui.people import People

PERCENT = 100
NOTHING = 1e-9
"""Chances that differ by so little are the same."""


@dataclass(frozen=True, slots=True)
class DealAnalysis:
    """A deal's decisions; None where a hand was not opened and nothing can be judged."""

    number: int
    score: tuple[int, int]
    judged: tuple[Judged, ...] | None


_VERBS = {
    Kind.LEAD: mark("leading {card}"),
    Kind.FOLLOW: mark("playing {card}"),
    Kind.EXCHANGE: mark("exchanging the lowest trump"),
    Kind.CLOSE: mark("closing"),
    Kind.MARRIAGE: mark("announcing the marriage in {suit}"),
    Kind.CLAIM: mark("claiming 66"),
    Kind.SETTLE: mark("claiming nothing"),
    Kind.CONCEDE: mark("giving up the deal"),
}


def doing(move: Move, style: CardStyle) -> str:
    """A move as something that is done: "leading ♥10"."""
    card = style.card(move.card) if move.card >= 0 else ""
    suit = suit_word(move.card // SUIT_SIZE) if move.card >= 0 else ""
    return _(_VERBS[move.kind]).format(card=card, suit=suit)


def plan_text(plan: Plan, style: CardStyle) -> str:
    """A plan: "closing, then leading ♥10"."""
    return _(", then ").join(doing(move, style) for move in plan)


_BECAUSE = {
    Reason.OUT: mark("you have 66, and win {points}"),
    Reason.WON: mark("it ends the deal, and you win {points}"),
    Reason.NOBODY: mark("it ends the deal, and nobody scores"),
    Reason.LOST_ONLY: mark("there is nothing else to do, and the deal costs you {points}"),
    Reason.LOST_LEAST: mark("it costs you {points}, and nothing else costs less"),
    Reason.ONLY: mark("there is nothing else to do"),
    Reason.UNTRUE: mark("there is nothing else to do but to claim 66, which you do not have"),
    Reason.WINS: mark("you can know where all cards are, and it wins the deal"),
    Reason.LOSES: mark("you can know where all cards are; the deal is lost, and nothing loses less"),
    Reason.SOLVED: mark("you can know where all cards are, and nothing is better"),
    Reason.HOPELESS: mark("nothing won in the deals that the computer tried, and nothing lost less"),
    Reason.CLOSE_SURE: mark("with it the deal can be won wherever the hidden cards are"),
    Reason.CLOSE: mark("it wins often enough to be worth the risk"),
    Reason.ALWAYS: mark("it won in all the deals that the computer tried"),
    Reason.TRIED: mark("it did best in the deals that the computer tried"),
    Reason.REACH: mark("it brings you to 66"),
    Reason.EXCHANGE: mark("it brings a better trump"),
    Reason.MARRIAGE: mark("king and queen are worth points"),
    Reason.TAKE: mark("the trick is worth taking"),
    Reason.TRUMP: mark("the trick is worth a trump"),
    Reason.GIVE: mark("the trick is not worth what it would take"),
    Reason.BRINGS: mark("you take the trick in any case, and no card brings more"),
    Reason.SAVES: mark("you take the trick in any case, and this keeps the dearer cards"),
    Reason.CANNOT: mark("you cannot take the trick, and no card gives less"),
    Reason.HIGH: mark("your opponent can hold no card that beats it"),
    Reason.BUT_TRUMP: mark("only a trump beats it"),
    Reason.PULL: mark("your opponent must play a trump to it, or has none"),
    Reason.LOW: mark("it gives little away, and no card in your hand counts less"),
    Reason.MOSTLY: mark("most hands that your opponent can have do not beat it"),
}


def hint_sentence(hint: Hint, style: CardStyle) -> str:
    """A hint: "The computer advises playing ♥J: the trick is worth a trump. It sees a chance of 58 % to win …"."""
    text = _("The computer advises {doing}: {because}.")
    points = _points(abs(hint.points or 0))
    because = _(_BECAUSE[hint.reason]).format(points=points)
    advice = text.format(doing=doing(hint.move, style), because=because)
    outlook = _outlook(hint)
    return f"{advice} {outlook}" if outlook else advice


def _points(number: int) -> str:
    return plural("{n} game point", "{n} game points", number).format(n=number)


def _outlook(hint: Hint) -> str:
    """What the move promises for the match; certain is only what is. Empty where the advice has said it all."""
    ended = hint.points is not None
    if hint.chance is None:
        return "" if ended else _expectation(hint.expected or 0.0)
    if hint.exact and hint.chance > 1 - NOTHING:
        won, winning = _("With that the match is won."), _("Whatever your opponent does, you can win the match now.")
        return won if ended else winning
    if hint.exact and hint.chance < NOTHING:
        lost, losing = _("With that the match is lost."), _("The match is lost, unless your opponent makes a mistake.")
        return lost if ended else losing
    percent = PERCENT * hint.chance
    if percent < 1:
        return _("It sees a chance of less than 1 % to win the match.")
    if percent > PERCENT - 1:
        return _("It sees a chance of more than 99 % to win the match.")
    return _("It sees a chance of {chance} % to win the match.").format(chance=f"{percent:.0f}")


def _expectation(expected: float) -> str:
    """Game points, where a deal says little about the match."""
    number = decimal(f"{abs(expected):.1f}")
    if number.strip("0.,") == "":
        return _("On average it sees as many game points for you as for your opponent in this deal.")
    more = _("On average it sees the deal end with game points for you: {number}.")
    less = _("On average it sees the deal end with game points for your opponent: {number}.")
    return (more if expected > 0 else less).format(number=number)


def lines(deals: Sequence[DealAnalysis], people: People, style: CardStyle) -> list[str]:
    """The whole analysis of a match, deal by deal, and what it comes to."""
    found = [_("Chances are those to win the match, as far as the computer sees.")]
    if any(one.far for deal in deals for one in deal.judged or ()):
        text = _("Far from the end of the match, where no chance changes much, {point} % stand for a game point.")
        found.append(text.format(point=_percent(POINT)))
    everything: list[Judged] = []
    turns: list[tuple[Judged, int]] = []
    for deal in deals:
        head = _("Deal {number}, {score}").format(number=deal.number, score=people.score(deal.score))
        if deal.judged is None:
            found.append(_("{head}: not opened by both sides, so nothing can be judged.").format(head=head))
            continue
        found.append(_("{name}:").format(name=head))
        everything += deal.judged
        turns += [(one, deal.number) for one in turning_points(deal.judged)]
        found += ["  " + line for line in _deal(deal.judged, people, style)]
    if everything:
        found += ["", *_turning(turns, people, style), "", *_accounts(everything, people)]
    return found


def _deal(judged: Sequence[Judged], people: People, style: CardStyle) -> list[str]:
    dear = [one for one in judged if one.cost >= SLIP]
    found = [_sentence(one, people, style) for one in dear]
    for one in unknowable(judged):
        assert one.hindsight is not None
        who = people.say(one.player, mark("You could not know"), mark("{who} could not know"))
        text = _("{who}: {doing} was right for what could be seen, and with all cards in sight it cost {cost} %.")
        found.append(text.format(who=who, doing=doing(one.move, style), cost=_percent(one.hindsight)))
    return found or [_("No decision was worse than what the computer would have done.")]


def _sentence(one: Judged, people: People, style: CardStyle) -> str:
    you, other = mark("You lost {cost} % by {doing};"), mark("{who} lost {cost} % by {doing};")
    head = people.say(one.player, you, other, cost=_percent(one.cost), doing=doing(one.move, style))
    better = _("better was {plan}").format(plan=plan_text(one.best, style))
    doubt = "" if one.exact else _(", as far as could be seen")
    return f"{head} {better}{doubt} ({_chance(one)} %)."


def _turning(turns: list[tuple[Judged, int]], people: People, style: CardStyle) -> list[str]:
    if not turns:
        return [_("There was no turning point: no single decision cost much.")]
    turns.sort(key=lambda turn: -turn[0].cost)
    found = [_("Turning points, the dearest first:")]
    for one, number in turns[:5]:
        text = _("  deal {number}: {sentence}")
        found.append(text.format(number=number, sentence=_sentence(one, people, style)))
    return found


def _accounts(judged: Sequence[Judged], people: People) -> list[str]:
    found = []
    for side in (0, 1):
        own = account(judged, side)
        you = mark("You: {decisions}, {best} of them best; the others cost {cost} % together.")
        other = mark("{who}: {decisions}, {best} of them best; the others cost {cost} % together.")
        number = plural("{n} decision", "{n} decisions", own.decisions).format(n=own.decisions)
        found.append(people.say(side, you, other, decisions=number, best=own.best, cost=_percent(own.cost)))
    return found


def _chance(one: Judged) -> str:
    """A chance in percent: 0 and 100 only where they are certain."""
    return _percent(one.chance if one.exact else min(max(one.chance, 0.001), 0.999))


def _percent(chance: float) -> str:
    return decimal(f"{PERCENT * chance:.1f}")
