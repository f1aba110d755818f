"""What each kind of record has proven once it was accepted: codes, and the sentences for them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2p_schnapsen.table.events import Event, Moved, SeedOpened
from p2p_schnapsen.ui.language import mark, plural
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.wire.messages import Draw, Message, type_of

SENTENCES: Final[dict[str, str]] = {
    "offered": mark("{who} signed the offer: rules, openings, times."),
    "accepted": mark("{who} signed that it accepts this offer and no other."),
    "first-dealer": mark("{who} showed the number it was bound to; with the guest's it picked the first dealer."),
    "bound": mark("{who} is bound to its secret of this deal, before it could see a card."),
    "key": mark("{who} showed its key of this deal, and proved that it knows the secret behind it."),
    "shuffle": mark("{who} proved its shuffle: every card is there once, in another order."),
    "hand-share": mark("{who} unlocked the other side's cards and the trump, with a proof for each."),
    "held": mark("{who} proved that this card lay in its hand."),
    "couple": mark("{who} proved that king and queen lay in its hand."),
    "rule": mark("The rules allow it, as far as everybody can see."),
    "duty": mark("{who} proved for {cards} in its hand: none had to be played instead."),
    "draw-share": mark("{who} unlocked the card that the other side draws, with a proof."),
    "sorted": mark("{who} proved that it only mixed its hand: no place tells which card is new."),
    "opened": mark("{who} opened its secret of a deal, and all that it had sent was made anew, byte for byte."),
    "declined": mark("{who} did not open its secret of a deal; the proofs stand all the same."),
    "result": mark("{who} signed the result, and the whole match before it."),
}
"""Code -> what has been proven."""

OF_KIND: Final[dict[str, tuple[str, ...]]] = {
    "offer": ("offered",),
    "accept": ("accepted",),
    "start": ("first-dealer",),
    "commit": ("bound",),
    "key": ("bound", "key"),
    "shuffle": ("key", "shuffle"),
    "cut": ("shuffle", "hand-share"),
    "deal": ("hand-share",),
    "lead": ("held", "rule"),
    "follow": ("held", "rule"),
    "exchange": ("held", "rule"),
    "marriage": ("couple", "rule"),
    "close": ("rule",),
    "claim": ("rule",),
    "settle": ("rule",),
    "concede": ("rule",),
    "draw": (),
    "sort": ("sorted",),
    "open": (),
    "final": ("result",),
}
"""Message type -> what each such record proves; what only some prove is found in the record itself."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One thing proven; `cards`: for how many cards, where that is counted."""

    code: str
    cards: int = 0


def proven(message: Message, events: Sequence[Event]) -> tuple[Proof, ...]:
    """What an accepted record with this message has proven."""
    found = [Proof(code) for code in OF_KIND[type_of(message)]]
    if isinstance(message, Draw):
        found += [Proof("draw-share")] if message.share is not None else []
        found += [Proof("sorted")] if message.sorting is not None else []
    for event in events:
        match event:
            case Moved() if event.duty:
                found.append(Proof("duty", event.duty))
            case SeedOpened():
                found.append(Proof("opened" if event.opened else "declined"))
    return tuple(found)


def sentence(proof: Proof, side: int) -> str:
    """One proof of a side's, told to somebody who looks on."""
    cards = plural("{n} card", "{n} cards", proof.cards).format(n=proof.cards)
    return People(None).say(side, "", SENTENCES[proof.code], cards=cards)
