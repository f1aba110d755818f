"""A match on paper: what a player is told of it record by record, with nothing to prove and nobody to wait for.

The cards are chosen, the rules are the engine's, and the events are those that the table raises, so that a screen comes
to any place in a few milliseconds.
"""

from __future__ import annotations

from dataclasses import replace

from p2p_schnapsen.rules import cards
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.ruleset import SCHNAPSEN, Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.events import (
    Acknowledged,
    ContractMade,
    DealEnded,
    Dealt,
    Drew,
    Event,
    MatchDecided,
    MatchStarted,
    Moved,
    SeedOpened,
    ShuffleProven,
    TrickTaken,
)
from p2p_schnapsen.table.model import DealState, Decision, Opening, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.seat import DECISIONS
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.screen.choices import Options
from p2p_schnapsen.ui.screen.presenter import Presenter
from p2p_schnapsen.wire.messages import Accept, Offer
from tests.support.deals import Dealt as Out
from tests.support.deals import cards as set_of
from tests.support.deals import move_of
from tests.ui.games import Told

KEYS = (bytes(range(32)), bytes(range(32, 64)))
NAMES = ("anna", "bert")


def offer(rules: Ruleset = SCHNAPSEN, name: str = NAMES[0], opening: str = "deal", clock: int = 0) -> Offer:
    """What a host offers."""
    return Offer("p2p-schnapsen/1", rules.canonical(), opening, clock, 120, KEYS[0], name, bytes(32), "2026-01-01")


class Paper:
    """A deal of a match, seen by the player of side `me` at a full screen. The cards that are not named are dealt last.

    `mine` and `theirs` are hands, `talon` the first cards in drawing order, `score` is ours and theirs.
    """

    def __init__(
        self,
        mine: str,
        theirs: str,
        up: str,
        talon: str = "",
        *,
        rules: Ruleset = SCHNAPSEN,
        me: int = 0,
        dealer: int | None = None,
        number: int = 2,
        score: tuple[int, int] = (1, 2),
        names: tuple[str, str] = NAMES,
        options: Options | None = None,
        symbols: bool = True,
    ) -> None:
        self.me = me
        self.presenter = Presenter(me, CardStyle(symbols), options or Options())
        hands = set_of(mine), set_of(theirs)
        if me:
            hands, score = hands[::-1], score[::-1]
        named = [cards.parse(name) for name in talon.split()]
        used = hands[0] | hands[1] | 1 << cards.parse(up)
        rest = [card for card in cards.deck(rules.deck) if not used >> card & 1 and card not in named]
        out = Out(rules, 1 - me if dealer is None else dealer, hands, cards.parse(up), tuple(named + rest))
        self._full, self._public = out.full(), out.public()
        self._table = TableState(
            Phase.START,
            offer=offer(rules, names[0]),
            accept=Accept(KEYS[1], names[1], bytes(32)),
            ruleset=rules,
            match=Match(rules, out.dealer, score, number - 1),
        )
        self._deal = DealState(number, out.dealer)

    # -- before the cards ------------------------------------------------------------------------------------

    def agree(self) -> Paper:
        """Offer and acceptance are signed, and who deals first is known."""
        self._tell(Phase.START, ContractMade())
        return self._tell(Phase.COMMIT, MatchStarted(self._deal.dealer))

    def shuffle(self, *sides: int) -> Paper:
        """These sides have shuffled, the dealer first."""
        for side in sides or (self._deal.dealer, self._deal.elder):
            after = Phase.CUT if side == self._deal.dealer else Phase.DEAL
            self._tell(after, ShuffleProven(side), deal=self._deal)
        return self

    def deal(self) -> Paper:
        """The cards lie there."""
        up = self._full.up
        assert up is not None
        return self._tell(Phase.LEAD, Dealt(self._deal.number, self._deal.dealer, up), deal=self._game())

    # -- play ------------------------------------------------------------------------------------------------

    def play(self, words: str) -> Paper:
        """Both sides make these moves (see `deals.move_of`); each trick but one that comes last has been looked at."""
        for word in words.split():
            self.presenter.seen()
            self._make(move_of(self._full, word))
        return self

    def tricks(self, number: int) -> Paper:
        """So many more tricks, in which each side plays the first card that it may play."""
        for _card in range(2 * number):
            self.presenter.seen()
            self._make(next(move for move in self._full.legal() if move.kind in (Kind.LEAD, Kind.FOLLOW)))
        return self

    def make(self, word: str) -> Paper:
        """One side makes this move, whatever our player looks at."""
        self._make(move_of(self._full, word))
        return self

    def seen(self) -> Paper:
        """The last trick has been looked at."""
        self.presenter.seen()
        self.presenter.painted()
        return self

    def _make(self, move: Move) -> None:
        public, side = self._public, self._full.turn
        assert side is not None
        self._full.play(move)
        hidden, up = public.hidden[side], public.up
        duty = hidden if public.play(move) else 0
        events: list[Event] = [Moved(side, move, duty)]
        trick = public.last_trick
        if move.kind is not Kind.FOLLOW or trick is None:
            self._go_on(events)
            return
        events.append(TrickTaken(trick.winner, trick.lead, trick.follow))
        if not trick.drew:
            self._go_on(events)
            return
        self._tell(Phase.DRAW_LOSER, *events, deal=self._game())
        self._tell(Phase.DRAW_WINNER, Drew(trick.winner, None), deal=self._game())
        self._tell(Phase.LEAD, Drew(1 - trick.winner, up if trick.last_draw else None), deal=self._game())

    def _go_on(self, events: list[Event]) -> None:
        public = self._public
        if public.outcome is not None:
            match = self._table.standing.after(public.outcome)
            self.end(*events, DealEnded(self._deal.number, public.outcome, match.score), match=match)
        elif public.led is not None:
            self._tell(Phase.FOLLOW, *events, deal=self._game())
        else:
            phase = Phase.LEAD if self._full.hand_size(0) else Phase.LAST
            self._tell(phase, *events, deal=self._game())

    # -- ends ------------------------------------------------------------------------------------------------

    def end(self, *events: Event, match: Match) -> Paper:
        """The deal is over, and with it the match where that is decided."""
        if match.winner is None:
            return self._tell(Phase.OPEN, *events, deal=None, match=match)
        decision = Decision(match.winner, match.score, match.gave_up is not None, 99, bytes(32))
        events = (*events, MatchDecided(match.winner, match.score, decision.conceded))
        return self._tell(Phase.FINAL, *events, deal=None, match=match, decision=decision)

    def give_up(self, side: int) -> Paper:
        """A side gives up the match."""
        return self.end(match=self._table.standing.conceded_by(side))

    def resumed(self) -> Told:
        """What is told when the match goes on from here after a while."""
        view = PlayerView.of(self._public, self._table.standing, self.me, self._full.known[self.me])
        return Told(self.me, (), self._table, view, resumed=True)

    def opened(self, *, theirs: bool = True) -> Paper:
        """Our side opens the deal, and the other does so, too, or declines."""
        mine = Opening(self._deal.number, self.me)
        both = (mine, Opening(self._deal.number, 1 - self.me)) if theirs else (mine,)
        self._tell(Phase.OPEN, SeedOpened(mine.number, mine.side, opened=True), opened=(mine,))
        return self._tell(Phase.COMMIT, SeedOpened(mine.number, 1 - mine.side, opened=theirs), opened=both)

    def signed(self) -> Paper:
        """Both sides sign the result."""
        for side in (0, 1):
            self._tell(Phase.FINAL if side == 0 else Phase.OVER, Acknowledged(side))
        return self

    # -- what is told ----------------------------------------------------------------------------------------

    def _game(self) -> DealState:
        self._deal = replace(self._deal, game=self._public.copy())
        return self._deal

    def _tell(self, phase: Phase, *events: Event, **changes: object) -> Paper:
        table = self._table = replace(self._table, phase=phase, **changes)  # type: ignore[arg-type]  # its fields
        view = None
        if phase in DECISIONS:
            match, hand = table.standing, self._full.known[self.me]
            view = PlayerView.of(self._public, match, self.me, hand)
        self.presenter.withdraw()
        self.presenter.tell(Told(self.me, events, table, view))
        if view is not None and self._public.turn == self.me:
            self.presenter.decide(view)
        self.presenter.painted()
        return self


def begun(mine: str, theirs: str, up: str, talon: str = "", words: str = "", **settings: object) -> Paper:
    """A deal that was shuffled and dealt, and these moves."""
    paper = Paper(mine, theirs, up, talon, **settings)  # type: ignore[arg-type]  # as there
    return paper.shuffle().deal().play(words)
