"""The rules as players say them: plain Schnapsen in a screenful, and a sentence for each other value of a rule set."""

from __future__ import annotations

from typing import Final

from p2p_schnapsen.rules.ruleset import SCHNAPSEN, Ruleset, Value
from p2p_schnapsen.ui.language import _, mark

PLAIN: Final = (
    mark(
        "Two play with 20 cards: A 10 K Q J of each suit, worth 11 10 4 3 2 points. They deal in turn, five cards each "
        "(3 and 3, the trump, 2 and 2): the card turned up makes its suit trumps, and the rest lies face down on it, "
        "the talon."
    ),
    mark(
        "The other side leads first, then whoever took the last trick. The higher trump takes it, else the higher card "
        "of the suit led. Then both draw, the winner first; the card turned up is the last. Any card may answer a lead "
        "until the talon is gone or closed: then you must follow suit, with a higher card if you can, or else trump."
    ),
    mark("On lead, before you play a card, you may"),
    mark("- exchange the jack of trumps for the card turned up, while the talon is open;"),
    mark(
        "- announce a marriage, king and queen of a suit, and lead either: 20 points, in trumps 40, which count once "
        "you have a trick;"
    ),
    mark("- close the talon while it has cards: nobody draws any more;"),
    mark(
        "- claim 66, after your trick or a marriage. With 66 points you win the deal; without, the other side scores "
        "2, or 3 if it has no trick."
    ),
    mark(
        "A win scores 3 game points if the loser has no trick, 2 if it has fewer than 33 points, else 1; for a closer, "
        "as it was at closing. A closer who gets no 66, or not first, gives 2, or 3 if the other side had no trick at "
        "closing. In an open deal that nobody claims, the last trick scores 1. Seven game points win the match."
    ),
)
"""Plain Schnapsen (`SCHNAPSEN`), paragraph by paragraph."""

SENTENCES: Final[dict[str, dict[Value, str]]] = {
    "deck": {24: mark("The pack has 24 cards: the nines, worth nothing, too")},
    "hand": {6: mark("Each side holds six cards")},
    "next_dealer": {
        "winner": mark("The winner of a deal deals the next"),
        "loser": mark("The loser of a deal deals the next"),
    },
    "strict": {"always": mark("You must follow suit from the first trick on, with the talon open too")},
    "duty": {
        "follow": mark("Who must follow suit need not beat the card led, and without the suit need not trump"),
        "follow-trump": mark("Who must follow suit need not beat the card led"),
    },
    "exchange_who": {"turn": mark("The follower may exchange, too, before playing a card")},
    "exchange_card": {
        "9": mark("The trump that can be exchanged is the nine"),
        "J": mark("The trump that can be exchanged is the jack, not the nine"),
    },
    "exchange_talon": {4: mark("The trump can be exchanged only while four or more cards are left in the talon")},
    "exchange_trick": {True: mark("You can exchange only after winning a trick")},
    "close_talon": {4: mark("The talon can be closed only while four or more cards are left in it")},
    "close_trick": {True: mark("You can close only after winning a trick")},
    "marriage_when": {
        "early": mark("A marriage can be announced in the first {early} tricks only"),
        "open": mark("A marriage needs an open talon that has cards left"),
    },
    "marriage_trick": {True: mark("You can announce a marriage only with a trick won")},
    "marriage_lead": {"king": mark("Of an announced marriage the king must be led")},
    "marriage_pending": {
        "no": mark("A marriage counts at once, even without a trick"),
        "next": mark("A marriage counts only with the next trick that you win, even if you have tricks already"),
    },
    "out": {
        "auto": mark("66 points win the deal at once: nobody has to claim them"),
        "play-out": mark(
            "Deals are played to the last card, and 66 wins only then; if both have it, the closer wins, else the last "
            "trick, for 1 game point"
        ),
    },
    "out_value": {"one": mark("66 in a deal that is not closed scores 1 game point, whatever the loser has")},
    "false_claim": {
        "refused": mark("66 cannot be claimed by a player who does not have it"),
        "two": mark("An untrue claim of 66 always costs 2 game points"),
        "value": mark("An untrue claim of 66 costs what a true one would win"),
    },
    "last_trick_bonus": {10: mark("The last trick brings 10, unless the talon was closed")},
    "nobody_out": {
        "last-trick-graded": mark("If nobody goes out, the last trick scores 3, 2 or 1"),
        "higher": mark("If nobody goes out, the higher total scores 3, 2 or 1, a tie nothing"),
        "none": mark("If nobody goes out, nobody scores"),
    },
    "schneider": {34: mark("A win scores 2 if the loser has fewer than 34 points")},
    "schwarz": {"pointless": mark("A win scores 3 if the loser has no points, even with tricks")},
    "closed_value": {"end": mark("A closer's win counts what the loser has in the end")},
    "closer_fails": {
        "three": mark("A closer who fails always gives 3"),
        "trick-three": mark("A closer who fails gives 3 if the other side has a trick at the end, else 2"),
        "value": mark("A closer who fails gives what it would have won"),
        "last-trick": mark("A failed close costs nothing extra: the last trick scores 3, 2 or 1, whoever closed"),
    },
    "closer_beaten": {
        "two": mark("If the closer's opponent goes out first, it scores 2"),
        "value": mark("The closer's opponent, out first, wins as usual"),
    },
}
"""For each value but plain Schnapsen's: how that is played. `deal` and `target` have any number of values."""

AS_PLAIN: Final[dict[str, str]] = {
    "deck": mark("The pack has 20 cards: A 10 K Q J of each suit"),
    "hand": mark("Each side holds five cards"),
    "next_dealer": mark("The two deal in turn"),
    "strict": mark("Any card may answer a lead until the talon is gone or closed"),
    "duty": mark("Who must follow suit must beat the card led if possible, and without the suit must trump"),
    "exchange_who": mark("Only the one who is to lead may exchange the lowest trump"),
    "exchange_card": mark("The lowest trump of the pack is exchanged for the card turned up"),
    "exchange_talon": mark("The trump can be exchanged while two or more cards are left in the talon"),
    "exchange_trick": mark("No trick is needed to exchange"),
    "close_talon": mark("The talon can be closed while two or more cards are left in it"),
    "close_trick": mark("No trick is needed to close"),
    "marriage_when": mark("A marriage can be announced in any trick, with the talon closed or gone, too"),
    "marriage_trick": mark("No trick is needed to announce a marriage"),
    "marriage_lead": mark("Of an announced marriage either card can be led"),
    "marriage_pending": mark("A marriage that was announced without a trick counts once you have one"),
    "out": mark("66 points win the deal when they are claimed"),
    "out_value": mark("66 in a deal that is not closed scores 3, 2 or 1, by what the loser has"),
    "false_claim": mark("An untrue claim of 66 costs 2 game points, or 3 if the other side has no trick"),
    "last_trick_bonus": mark("The last trick brings nothing beside its cards"),
    "nobody_out": mark("If nobody goes out, the last trick scores 1"),
    "schneider": mark("A win scores 2 if the loser has fewer than 33 points"),
    "schwarz": mark("A win scores 3 if the loser has no trick"),
    "closed_value": mark("A closer's win counts what the loser had at closing"),
    "closer_fails": mark("A closer who fails gives 2, or 3 if the other side had no trick at closing"),
    "closer_beaten": mark("If the closer's opponent goes out first, it scores as if the closer had failed"),
}
"""How a field with plain Schnapsen's value is played."""

_YES_NO: Final[dict[Value, str]] = {False: mark("no"), True: mark("yes")}
WORDS: Final[dict[str, dict[Value, str]]] = {
    "opening": {"deal": mark("after each deal"), "match": mark("after the match"), "never": mark("never")},
    "next_dealer": {"alternate": mark("in turn"), "winner": mark("the winner"), "loser": mark("the loser")},
    "strict": {"late": mark("talon gone or closed"), "always": mark("from the first trick")},
    "duty": {
        "follow": mark("to follow suit"),
        "follow-trump": mark("to follow or trump"),
        "head-follow-trump": mark("to follow, beat, trump"),
    },
    "exchange_who": {"leader": mark("who leads"), "turn": mark("both")},
    "exchange_card": {"lowest": mark("the lowest"), "9": mark("the nine"), "J": mark("the jack")},
    "exchange_trick": _YES_NO,
    "close_trick": _YES_NO,
    "marriage_when": {
        "always": mark("in any trick"),
        "early": mark("in the first tricks"),
        "open": mark("with an open talon"),
    },
    "marriage_trick": _YES_NO,
    "marriage_lead": {"either": mark("king or queen"), "king": mark("the king")},
    "marriage_pending": {"no": mark("no"), "first": mark("for the first"), "next": mark("for the next")},
    "out": {"auto": mark("at once"), "claim": mark("by a claim"), "play-out": mark("in the end")},
    "out_value": {"graded": mark("3, 2 or 1"), "one": "1"},
    "false_claim": {
        "refused": mark("it cannot be made"),
        "two-or-three": mark("2 or 3"),
        "two": "2",
        "value": mark("what it would win"),
    },
    "nobody_out": {
        "last-trick": mark("last trick: 1"),
        "last-trick-graded": mark("last trick: 3, 2, 1"),
        "higher": mark("higher total: 3, 2, 1"),
        "none": mark("nobody scores"),
    },
    "schwarz": {"trickless": mark("no trick"), "pointless": mark("no points")},
    "closed_value": {"frozen": mark("as at closing"), "end": mark("as at the end")},
    "closer_fails": {
        "two-or-three": mark("gives 2 or 3"),
        "three": mark("gives 3"),
        "trick-three": mark("gives 3, else 2"),
        "value": mark("what it would win"),
        "last-trick": mark("nothing extra"),
    },
    "closer_beaten": {"as-fails": mark("as one who fails"), "two": mark("gives 2"), "value": mark("as any loser")},
}
"""Field -> value -> the few words for it where it is chosen; numbers speak for themselves."""

_DEAL: Final = mark("Cards are dealt in these packets, T the card turned up")
_TARGET: Final = mark("{target} game points win the match")
_ONE: Final = mark("One game point wins the match")


def sentence(ruleset: Ruleset, field: str) -> str:
    """How a field is played, without a full stop."""
    value: Value = getattr(ruleset, field)
    if field == "deal":
        text = _DEAL
    elif field == "target":
        text = _ONE if value == 1 else _TARGET
    elif value == getattr(SCHNAPSEN, field):
        text = AS_PLAIN[field]
    else:
        text = SENTENCES[field][value]
    return _(text).format(early=ruleset.talon_size // 2, target=ruleset.target)


def word(field: str, value: Value) -> str:
    """A value as it is said where it is chosen among others."""
    found = WORDS.get(field)
    return str(value) if found is None else _(found[value])


def makes_no_difference(ruleset: Ruleset, field: str) -> bool:
    """Whether a field, because of the others, is played as in plain Schnapsen whatever it says."""
    match field:
        case "out_value":
            return ruleset.out != "auto"
        case "false_claim":
            return ruleset.out != "claim"
        case "marriage_pending":
            return ruleset.marriage_trick and ruleset.marriage_pending != "next"
        case "exchange_card":
            return ruleset.exchange_card == ("9" if ruleset.deck == 24 else "J")
    return bool(getattr(ruleset, field) == getattr(SCHNAPSEN, field))
