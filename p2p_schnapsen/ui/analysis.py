"""What the computer has to say, as sentences: a hint, and what an analysis found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_schnapsen.bot.analysis import SLIP, Judged, account, turning_points, unknowable
from p2p_schnapsen.bot.hints import Hint, Reason
from p2p_schnapsen.bot.search import Plan
from p2p_schnapsen.rules.cards import SUIT_SIZE
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.ui.cards import CardStyle, suit_word
from p2p_schnapsen.ui.language import _, decimal, mark, plural
from p2p_schnapsen.ui.people import People

PERCENT = 100


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
    Reason.ONLY: mark("there is nothing else to do"),
    Reason.OUT: mark("you have 66"),
    Reason.SOLVED: mark("you can know where all cards are, and nothing is better"),
    Reason.EXCHANGE: mark("it brings a better trump"),
    Reason.MARRIAGE: mark("king and queen are worth points"),
    Reason.CLOSE_SURE: mark("it wins wherever the hidden cards are"),
    Reason.CLOSE: mark("it wins often enough to be worth the risk"),
    Reason.TAKE: mark("the trick is worth taking"),
    Reason.TRUMP: mark("the trick is worth a trump"),
    Reason.GIVE: mark("the trick is not worth what it would take"),
    Reason.PULL: mark("it takes trumps from your opponent"),
    Reason.HIGH: mark("no card that you have not seen beats it"),
    Reason.LOW: mark("it gives little away"),
    Reason.LOST: mark("all is lost, and this loses least"),
}


def hint_sentence(hint: Hint, style: CardStyle) -> str:
    """A hint: "The computer advises playing ♥J: the trick is worth a trump. It sees a chance of 58 % to win …"."""
    text = _("The computer advises {doing}: {because}.")
    advice = text.format(doing=doing(hint.move, style), because=_(_BECAUSE[hint.reason]))
    if hint.reason is Reason.ONLY:
        return advice
    chance = _("It sees a chance of {chance} % to win the match.").format(chance=f"{PERCENT * hint.chance:.0f}")
    return f"{advice} {chance}"


def lines(deals: Sequence[DealAnalysis], people: People, style: CardStyle) -> list[str]:
    """The whole analysis of a match, deal by deal, and what it comes to."""
    found = [_("Chances are those to win the match, as far as the computer sees.")]
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
    return f"{head} {better}{doubt} ({_percent(one.chance)} %)."


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


def _percent(chance: float) -> str:
    return decimal(f"{PERCENT * chance:.1f}")
