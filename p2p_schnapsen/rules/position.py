"""A deal as it stands, and what is known of it. What may happen next, and what it does, is in `deal`."""

from __future__ import annotations

from typing import NamedTuple, Self

from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.rules.cards import BEATEN_BY, NAMES, SUIT_SIZE, Card, CardSet, cards_of, mask_of
from p2p_schnapsen.rules.law import law_of
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.scoring import AtClose, Outcome, Tally


class Trick(NamedTuple):
    """A finished trick.

    `drew`: both sides drew a card after it, the winner first; `last_draw`: the loser's was the face-up one.
    """

    leader: int
    lead: Card
    follow: Card
    winner: int
    drew: bool
    last_draw: bool


class Position:
    """The state of a deal. Its attributes are for reading only.

    ============  ==============================================================================================
    known         by player: the cards known to be in the hand (CardSet)
    hidden        by player: how many more cards the hand holds
    shown         the cards that everybody has seen (CardSet)
    talon         cards left, the face-up one counted
    up            the face-up card, known also when the talon is closed; None once drawn
    trump         its suit; an exchange does not change it
    strict        is a follower bound by `Ruleset.duty` now?
    closed_by     who closed, or None; `at_close`: where both stood then
    leader, led   who leads this trick, and the card on the table or None
    announced     after a marriage: the cards of which one must be led now (CardSet), else 0
    points        by player: card points, marriages and bonus that count; `pending`: marriages that do not yet
    tricks        by player: tricks won; `tricks_played`: all of them in order
    history       every move, as (player, move)
    turn          who moves next, None once `outcome` is there
    ============  ==============================================================================================
    """

    __slots__ = (
        "_beaten_by",
        "_binding",
        "_cards",
        "_give",
        "_law",
        "_stock",
        "announced",
        "at_close",
        "closed_by",
        "dealer",
        "hidden",
        "history",
        "known",
        "leader",
        "led",
        "outcome",
        "pending",
        "points",
        "ruleset",
        "shown",
        "strict",
        "talon",
        "tricks",
        "tricks_played",
        "trump",
        "turn",
        "up",
    )

    def __init__(self, ruleset: Ruleset, dealer: int, up: Card) -> None:
        """A deal of which only the face-up card is known. See `start`."""
        law = law_of(ruleset)
        if dealer not in (0, 1) or not 0 <= up < law.deck.bit_length() or not law.deck >> up & 1:
            raise LocalMisuse("deal-impossible", problem="no such dealer or face-up card")
        self.ruleset = ruleset
        self.dealer = dealer
        self.up: Card | None = up
        self.trump = up // SUIT_SIZE
        self.talon = law.talon_size
        self.strict = law.strict_always
        self.closed_by: int | None = None
        self.at_close: AtClose | None = None
        self.leader = 1 - dealer
        self.turn: int | None = 1 - dealer
        self.led: Card | None = None
        self.announced: CardSet = 0
        self.points = [0, 0]
        self.pending = [0, 0]
        self.tricks = [0, 0]
        self.known: list[CardSet] = [0, 0]
        self.hidden = [ruleset.hand, ruleset.hand]
        self.shown: CardSet = 1 << up
        self.tricks_played: list[Trick] = []
        self.history: list[tuple[int, Move]] = []
        self.outcome: Outcome | None = None
        self._law = law
        self._binding = law.binding[self.trump]
        self._beaten_by = BEATEN_BY[self.trump]
        self._give: CardSet = 1 << (self.trump * SUIT_SIZE + law.exchange_rank)
        self._cards = ruleset.hand  # in each hand when the trick began
        self._stock: tuple[Card, ...] | None = None  # face-down cards, the next one last

    @classmethod
    def start(
        cls,
        ruleset: Ruleset,
        dealer: int,
        up: Card,
        hands: tuple[CardSet | None, CardSet | None] | None = None,
        talon: tuple[Card, ...] | None = None,
    ) -> Self:
        """A deal before its first move.

        `hands` are those of player 0 and 1, None where hidden; `talon` the face-down cards in drawing order, None
        where unknown (it can be known only when both hands are).  Raises LocalMisuse `hand-impossible`,
        `talon-impossible`, `deal-impossible` when these are not parts of one pack.
        """
        deal = cls(ruleset, dealer, up)
        for player, cards in enumerate(hands or ()):
            if cards is not None:
                deal._learn_hand(player, cards)
        if talon is not None:
            deal._learn_talon(talon)
        return deal

    def copy(self) -> Self:
        """An independent deal in the same state."""
        new = self.fork()
        new.history = self.history[:]
        return new

    def fork(self) -> Self:
        """A `copy` that forgets the history: for search."""
        new = object.__new__(type(self))
        new.ruleset = self.ruleset
        new.dealer = self.dealer
        new.up = self.up
        new.trump = self.trump
        new.talon = self.talon
        new.strict = self.strict
        new.closed_by = self.closed_by
        new.at_close = self.at_close
        new.leader = self.leader
        new.turn = self.turn
        new.led = self.led
        new.announced = self.announced
        new.points = self.points[:]
        new.pending = self.pending[:]
        new.tricks = self.tricks[:]
        new.known = self.known[:]
        new.hidden = self.hidden[:]
        new.shown = self.shown
        new.tricks_played = self.tricks_played[:]
        new.history = []
        new.outcome = self.outcome
        new._law = self._law
        new._binding = self._binding
        new._beaten_by = self._beaten_by
        new._give = self._give
        new._cards = self._cards
        new._stock = self._stock
        return new

    # What is known

    @property
    def elder(self) -> int:
        """The player who led first."""
        return 1 - self.dealer

    @property
    def seen(self) -> CardSet:
        """The cards whose place is known: shown to everybody, or known in a hand."""
        return self.shown | self.known[0] | self.known[1]

    @property
    def unseen(self) -> CardSet:
        """The cards of the pack that are not `seen`: they lie in hidden hands and in the talon."""
        return self._law.deck & ~self.seen

    @property
    def face_down(self) -> tuple[Card, ...] | None:
        """The face-down cards of the talon in drawing order; None if unknown."""
        if self._stock is None:
            return None
        return self._stock[: max(self.talon - 1, 0)][::-1]

    @property
    def exchange_card(self) -> Card:
        """The trump that may be given for the face-up one."""
        return self._give.bit_length() - 1

    @property
    def last_trick(self) -> Trick | None:
        """The trick finished last."""
        return self.tricks_played[-1] if self.tricks_played else None

    def hand_size(self, player: int) -> int:
        """Cards in that hand, known and hidden."""
        return self.known[player].bit_count() + self.hidden[player]

    def tally(self) -> Tally:
        """Where the deal stands, for scoring."""
        last = self.tricks_played[-1].winner if self.tricks_played else None
        points, tricks = self.points, self.tricks
        return Tally((points[0], points[1]), (tricks[0], tricks[1]), self.closed_by, self.at_close, last)

    def public(self) -> Self:
        """A copy that knows only what everybody has seen."""
        new = self.copy()
        new._stock = None
        for player in (0, 1):
            secret = new.known[player] & ~new.shown
            new.known[player] ^= secret
            new.hidden[player] += secret.bit_count()
        return new

    def seen_by(self, player: int, cards: CardSet) -> Self:
        """What that player knows: a `public` copy with the own hand. Raises LocalMisuse `hand-impossible`."""
        new = self.public()
        new._learn_hand(player, cards)
        return new

    def with_hand(self, player: int, cards: CardSet) -> Self:
        """A copy in which that hand is fully known. Raises LocalMisuse `hand-impossible`."""
        new = self.copy()
        new._learn_hand(player, cards)
        return new

    def with_talon(self, cards: tuple[Card, ...]) -> Self:
        """A copy in which the face-down cards are known, in drawing order. Raises LocalMisuse `talon-impossible`."""
        new = self.copy()
        new._learn_talon(cards)
        return new

    def supposed(self, player: int, cards: CardSet, stock: tuple[Card, ...]) -> Self:
        """A `fork` in which that player's hidden cards are `cards`, and the face-down ones `stock`, the next one last.

        Unchecked, for search: the cards must be the `unseen` ones, as many as are hidden.
        """
        new = self.fork()
        new.known[player] |= cards
        new.hidden[player] = 0
        new._stock = stock
        return new

    def _learn_hand(self, player: int, cards: CardSet) -> None:
        known = self.known[player]
        new = cards & ~known
        if known & ~cards or new & ~self.unseen or new.bit_count() != self.hidden[player]:
            raise LocalMisuse("hand-impossible", player=player, cards=cards)
        self.known[player] = cards
        self.hidden[player] = 0

    def _learn_talon(self, cards: tuple[Card, ...]) -> None:
        mask = mask_of(cards)
        wanted = max(self.talon - 1, 0)
        if any(self.hidden) or len(cards) != wanted or mask.bit_count() != wanted or mask & ~self.unseen:
            raise LocalMisuse("talon-impossible", cards=cards)
        self._stock = tuple(reversed(cards))

    def __repr__(self) -> str:
        hands = " | ".join(
            " ".join([NAMES[card] for card in cards_of(self.known[player])] + ["?"] * self.hidden[player])
            for player in (0, 1)
        )
        table = NAMES[self.led] if self.led is not None else "-"
        up = NAMES[self.up] if self.up is not None else "-"
        return f"<Deal {hands}, up {up}, talon {self.talon}, led {table}, turn {self.turn}, points {self.points}>"
