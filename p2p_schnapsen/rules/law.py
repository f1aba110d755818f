"""A `Ruleset` made ready for the engine: constants and tables, computed once for each rule set."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from p2p_schnapsen.rules.cards import HIGHER, JACK, NINE, PACK, SUIT_MASKS, SUIT_SIZE, CardSet, deck_mask
from p2p_schnapsen.rules.ruleset import Ruleset

Duties = tuple[tuple[str, CardSet], ...]


def _duties(duty: str, trump: int, led: int) -> Duties:
    """What a strict follower owes to the card led, most binding first: the rule's name, and the cards that obey it.

    Of the first of these sets that meets the hand a card must be played; if none does, any card.
    """
    suit = SUIT_MASKS[led // SUIT_SIZE]
    owed: list[tuple[str, CardSet]] = []
    if duty == "head-follow-trump":
        owed.append(("must-head", HIGHER[led]))
    owed.append(("must-follow", suit))
    if duty != "follow":
        owed.append(("must-trump", SUIT_MASKS[trump]))
    return tuple(owed)


DUTIES: Final = {
    duty: tuple(tuple(_duties(duty, trump, led) for led in range(PACK)) for trump in range(4))
    for duty in ("follow", "follow-trump", "head-follow-trump")
}
"""By `Ruleset.duty`, trump suit and card led."""
BINDING: Final = {
    duty: tuple(tuple(tuple(cards for _, cards in owed) for owed in by_card) for by_card in by_trump)
    for duty, by_trump in DUTIES.items()
}
"""`DUTIES` without the names."""


class Law:
    """One rule set in the form in which the engine asks for it; the names are those of the fields."""

    __slots__ = (
        "auto",
        "binding",
        "bonus",
        "claims",
        "close_talon",
        "close_trick",
        "deck",
        "duties",
        "exchange_rank",
        "exchange_talon",
        "exchange_trick",
        "exchange_turn",
        "king_leads",
        "marriage_early",
        "marriage_open",
        "marriage_trick",
        "pending_first",
        "pending_next",
        "strict_always",
        "talon_size",
        "untrue_refused",
    )

    def __init__(self, ruleset: Ruleset) -> None:
        self.deck = deck_mask(ruleset.deck)
        self.talon_size = ruleset.talon_size
        self.strict_always = ruleset.strict == "always"
        self.duties = DUTIES[ruleset.duty]
        self.binding = BINDING[ruleset.duty]
        self.exchange_turn = ruleset.exchange_who == "turn"
        lowest = NINE if ruleset.deck == 24 else JACK
        self.exchange_rank = {"lowest": lowest, "9": NINE, "J": JACK}[ruleset.exchange_card]
        self.exchange_talon = ruleset.exchange_talon
        self.exchange_trick = ruleset.exchange_trick
        self.close_talon = ruleset.close_talon
        self.close_trick = ruleset.close_trick
        self.marriage_open = ruleset.marriage_when == "open"
        self.marriage_early = ruleset.talon_size // 2 if ruleset.marriage_when == "early" else PACK
        self.marriage_trick = ruleset.marriage_trick
        self.king_leads = ruleset.marriage_lead == "king"
        self.pending_first = ruleset.marriage_pending == "first"
        self.pending_next = ruleset.marriage_pending == "next"
        self.auto = ruleset.out == "auto"
        self.claims = ruleset.out == "claim"
        self.untrue_refused = ruleset.false_claim == "refused"
        self.bonus = ruleset.last_trick_bonus


@lru_cache(maxsize=256)
def law_of(ruleset: Ruleset) -> Law:
    """The law of a rule set."""
    return Law(ruleset)
