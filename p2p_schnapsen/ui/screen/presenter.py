"""What a player at the full screen sees, and what keys and clicks mean. Pure: news and inputs come in, answers go out.

A finished trick stays on the table until it was seen: until a key or a click, or `Options.look` seconds. That key does
nothing else, and what has happened meanwhile comes to pass on the screen behind it: all is held as it was.
A key counts for what was on the screen when it was typed: what has come up since (`painted` says) takes none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from p2p_schnapsen.errors import IllegalMove
from p2p_schnapsen.rules.cards import SUIT_SIZE, Card
from p2p_schnapsen.rules.deal import Deal
from p2p_schnapsen.rules.moves import Kind, Move, claim, close, concede, exchange, follow, lead, marriage, settle
from p2p_schnapsen.rules.position import Trick
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import events as e
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.ui import pack
from p2p_schnapsen.ui.cards import CardStyle, suit_word
from p2p_schnapsen.ui.errors import refusal
from p2p_schnapsen.ui.language import _
from p2p_schnapsen.ui.offered import is_untrue_claim
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.program import command
from p2p_schnapsen.ui.screen.actions import actions
from p2p_schnapsen.ui.screen.boxes import Boxes
from p2p_schnapsen.ui.screen.choices import (
    ASIDE,
    AT_A_MATCH,
    HELP,
    KEYS,
    OUT_KEY,
    POINTS_SHOWN,
    Answer,
    Choice,
    Options,
    Points,
)
from p2p_schnapsen.ui.screen.explained import deal_end, hand_of, match_end, parted, trick_last, tricks_taken
from p2p_schnapsen.ui.screen.fairness import Fairness
from p2p_schnapsen.ui.screen.keyboard import meant
from p2p_schnapsen.ui.screen.picture import Button, Dialog
from p2p_schnapsen.ui.screen.report import Report
from p2p_schnapsen.ui.sentences import Narrator, News
from p2p_schnapsen.ui.sure import may_claim, sure, sure_of_the_match


class Presenter:
    """One player's match. Feed it; read `picture` and `answers`."""

    def __init__(self, me: int, style: CardStyle, options: Options | None = None) -> None:
        self.me = me
        self.style = style
        self.options = options or Options()
        self.people = People(me)
        self.answers: deque[Answer] = deque()
        self.hints_wanted = 0
        self.table: TableState | None = None
        self.game: Deal | None = None
        """The deal as everybody sees it; after its end as it ended, until the next is dealt."""
        self.view: PlayerView | None = None
        self.deciding = False
        self.chosen: Card | None = None
        self.held: Trick | None = None
        """The trick that is looked at."""
        self.before: Deal | None = None
        """The deal before the second card of that trick, where that is known."""
        self.report = Report(self.options)
        self.waiting: tuple[str, ...] = ()
        self.notice = ""
        self.leaving = False
        """Whether our player has left."""
        self.alone = False
        """Whether the other side has left, and is waited for."""
        self.rings = 0
        """How often our player was called to the table."""
        self.fairness = Fairness(me)
        self._narrator = Narrator(me, style, counting=lambda: self.options.points is Points.HIDDEN)
        self._look_left = 0
        self._boxes = Boxes()
        self._behind: deque[News] = deque()
        """What has happened while a trick was looked at."""
        self._wanted: PlayerView | None = None
        """A move that is asked for behind that trick."""
        self._unpainted = False
        """Whether what is to be done now has not been on the screen yet."""
        self.unasked = False
        """Whether a trick has gone by itself: a key that was to end it may still be on its way."""
        self._actions: dict[str, Callable[[], None]] = {
            "play": self._play_chosen,
            "exchange": self._exchange,
            "marriage": self._marriage,
            "close": partial(self._surely, close()),
            "claim": partial(self._surely, claim()),
            "settle": lambda: self._try(settle()),
            "concede": self._ask_concede,
            "help": self._help,
            "last": self._last,
            "tricks": self._tricks,
            "points": self._points,
            "hint": self._hint,
            "talk": self._talk,
            "mute": self.report.mute,
            "report": self._report,
            "leave": self._ask_leave,
            "more": self._more,
        }

    # -- what comes in ---------------------------------------------------------------------------------------

    def tell(self, news: News) -> None:
        """Something happened at the table."""
        if self.held is None:
            self._happens(news)
        else:
            self._behind.append(news)

    def _happens(self, news: News) -> None:
        news, behind = parted(news)
        before = self._follow(news)
        if behind is None:
            self.table = news.table
        else:  # the score is still that of before
            self._behind.appendleft(behind)
        if news.view is not None:
            self.view = news.view
        self.fairness.tell(news)
        for event in news.events:
            match event:
                case e.TrickTaken() if self.game is not None:
                    self.held, self.before, self._look_left = self.game.last_trick, before, self.options.look
                    self._unpainted = True
                case e.Dealt():
                    self.view = news.view
                    self.chosen = None
                case e.DealEnded():
                    self._boxes.show_below(deal_end(event, news.table, self.game, self.people, self.me), self._talking)
                case e.MatchDecided():
                    self._boxes.show_below(match_end(event, self.people, self.me), self._talking)
        self.report.say(*self._narrator.tell(news))

    def _follow(self, news: News) -> Deal | None:
        """The deal after the news; as it was before them."""
        before, deal = self.game, news.table.deal
        if deal is not None and deal.game is not None:
            self.game = deal.game
        elif before is not None and before.outcome is None:
            # The table has laid the deal aside already: its last move is made here.
            moves = [event.move for event in news.events if isinstance(event, e.Moved)]
            self.game = before.copy() if moves else before
            for move in moves:
                self.game.play(move)
        return before

    def decide(self, view: PlayerView) -> None:
        """Our player is asked for a move; the answer comes with `answers`."""
        if not self.deciding and self._wanted is None:
            self.rings += 1
        if self.held is not None:
            self._wanted = view
            return
        self.view, self._wanted = view, None
        self.deciding = self._unpainted = True
        if self.chosen is not None and not view.hand >> self.chosen & 1:
            self.chosen = None

    def withdraw(self) -> None:
        """The question is answered, or asked no longer: for a move, or by a dialog."""
        self.deciding = False
        self._wanted = None
        self._boxes.withdraw()

    def ask(self, title: str, lines: Sequence[str]) -> None:
        """A question with yes or no for an answer."""
        self.rings += 1
        self._boxes.ask(title, tuple(lines), partial(self._answer, True), partial(self._answer, False))

    def say(self, *lines: str) -> None:
        """Sentences for the report."""
        self.report.say(*lines)

    def refused(self, error: IllegalMove) -> None:
        """A move is against the rules: why."""
        self.report.say(refusal(error, self.style))

    def second(self) -> None:
        """A second has passed."""
        if self.held is not None:
            self._look_left -= 1
            if self._look_left <= 0:
                self.seen()
                self.unasked = True

    def seen(self) -> None:
        """The trick on the table was looked at: what came behind it comes now."""
        self.held = self.before = None
        self._unpainted = True
        while self._behind and self.held is None:
            self._happens(self._behind.popleft())
        if self._wanted is not None and self.held is None:
            self.decide(self._wanted)

    def paged(self, pages: int) -> None:
        """The box above the table has so many pages on the screen."""
        self._boxes.paged(pages)

    def painted(self) -> None:
        """All of this has been on the screen."""
        self._unpainted = self.unasked = False
        self._boxes.painted()

    @property
    def fresh(self) -> bool:
        """Whether something has come up by itself that was not on the screen yet."""
        return self._unpainted or self._boxes.fresh

    @property
    def dialog(self) -> Dialog | None:
        """The box above the table."""
        return self._boxes.top

    @property
    def begun(self) -> bool:
        """Whether there is a match, with somebody at the other side."""
        return self.table is not None and self.table.match is not None

    @property
    def idle(self) -> bool:
        """Whether our player has seen everything there was."""
        return self.held is None and not self._boxes

    # -- keys and clicks -------------------------------------------------------------------------------------

    def key(self, key: str) -> None:
        """A key: a sign, or `left`, `right`, `up`, `down`, `enter`, `escape`, `backspace`."""
        if self._boxes:
            self._boxes.key(key)
            return
        key = meant(key)
        if self._looks_on(KEYS.get(key, "")):
            return
        if key in ("left", "right", "up", "down"):
            self._move_choice(1 if key in ("right", "up") else -1)
        elif key in ("enter", " "):
            self._play_chosen()
        elif key in KEYS:
            self._actions[KEYS[key]]()
        elif key.isdigit() and key.isascii():
            self._number(int(key))

    def click(self, target: str, *, right: bool = False) -> None:
        """A click on what the canvas calls so."""
        kind, _space, what = target.partition(" ")
        if kind == "do":
            self._do(what)
        elif self._boxes:
            self._boxes.beside()
        elif self._looks_on():
            return
        elif kind == "card" and right:
            self._announce_or_exchange(int(what))
        elif kind == "card":
            self._play(int(what))
        elif kind == "talon" and not right:
            self._surely(close())

    def drag(self, source: str, target: str) -> None:
        """Something was dragged onto something: a card to the trump is exchanged, a card out of the hand is played."""
        kind, _space, what = source.partition(" ")
        if self._boxes or self._looks_on() or kind != "card":
            return
        if target in ("trump", "talon"):
            self._try(exchange(int(what)))
        elif target.partition(" ")[0] in ("card", "hand") or exchange(int(what)) in self.legal:
            return  # taken back, or the trump was missed
        else:
            self._play(int(what))

    def _do(self, action: str) -> None:
        if self._boxes:
            self._boxes.act(action)
        elif not self._looks_on(action):
            self._actions[action]()

    def _looks_on(self, action: str = "") -> bool:
        """Whether a key or a click does nothing at the table: it was for a trick, or for what was there before."""
        if self._unpainted:
            return action not in ASIDE
        if self.held is None:
            return False
        self.seen()
        return True

    # -- moves -----------------------------------------------------------------------------------------------

    @property
    def hand(self) -> list[Card]:
        """The own cards as they lie."""
        return [] if self.view is None or self.game is None else hand_of(self.view, self.game)

    @property
    def legal(self) -> tuple[Move, ...]:
        """What may be done now."""
        return self.view.legal if self.deciding and self.view is not None else ()

    @property
    def possible(self) -> tuple[Button, ...]:
        """What can be done now."""
        empty = {"last": not self._tricks_of(0, 1), "tricks": not self._tricks_of(self.me)}
        without = {action for action, nothing in empty.items() if nothing}
        without |= set() if self.begun else set(AT_A_MATCH)
        legal, view = self.legal, self.view
        if self.deciding and view is not None and claim() not in legal:
            legal += (claim(),) * may_claim(view, counting=self.options.points is Points.HIDDEN)
        # Whether it is true is not told to who counts.
        untrue = view is not None and self.options.points is not Points.HIDDEN and is_untrue_claim(claim(), view)
        deciding, muted = self.deciding, self.options.muted
        return actions(legal, self.hand, deciding=deciding, muted=muted, untrue=untrue, without=without)

    def plays(self, card: Card) -> Move:
        """Playing a card of the own hand now."""
        led = self.view is not None and self.view.deal.led is not None
        return follow(card) if led else lead(card)

    def _number(self, number: int) -> None:
        hand = self.hand
        if number <= len(hand):
            self._play(hand[number - 1])
        elif number == OUT_KEY and self.deciding:
            self._surely(claim())

    def _move_choice(self, step: int) -> None:
        hand = self.hand
        if not hand:
            return
        if self.chosen not in hand:
            self.chosen = hand[0] if step > 0 else hand[-1]
        else:
            assert self.chosen is not None
            self.chosen = hand[(hand.index(self.chosen) + step) % len(hand)]

    def _play_chosen(self) -> None:
        if self.chosen is not None and self.chosen in self.hand:
            self._play(self.chosen)

    def _play(self, card: Card) -> None:
        if card in self.hand:
            self._try(self.plays(card))

    def _announce_or_exchange(self, card: Card) -> None:
        if self.view is not None and card == self.view.deal.exchange_card:
            self._try(exchange(card))
            return
        self._try(marriage(card // SUIT_SIZE))

    def _exchange(self) -> None:
        if self.view is not None:
            self._try(exchange(self.view.deal.exchange_card))

    def _marriage(self) -> None:
        possible = [move for move in self.legal if move.kind is Kind.MARRIAGE]
        if len(possible) > 1:
            suits = [move.card // SUIT_SIZE for move in possible]
            buttons = [Button(pack.letter(suit), suit_word(suit), f"suit-{suit}") for suit in suits]
            tries = [partial(self._try, move) for move in possible]
            self._boxes.choose(_("Marriage"), (_("In which suit?"),), dict(zip(buttons, tries, strict=True)))
        elif possible:
            self._try(possible[0])
        elif self.deciding and self.view is not None:
            pairs = [suit for suit in range(4) if (self.view.hand >> suit * SUIT_SIZE) & 0b1100 == 0b1100]
            if pairs:
                self._try(marriage(pairs[0]))
            else:
                self.say(_("You hold no marriage."))

    def _surely(self, move: Move) -> None:
        """Make a move that may have to be asked about before."""
        asked = None
        if self.deciding and self.view is not None:
            counting = self.options.points is Points.HIDDEN
            asked = sure(move, self.view, counting=counting, confirm=self.options.confirm)
        if asked is None:
            self._try(move)
        else:
            self._boxes.confirm(asked[0], asked[1:], partial(self._try, move))

    def _try(self, move: Move) -> None:
        """Make a move, or say why not."""
        if not self.deciding or self.view is None:
            self.say(_("It is not your turn."))
            return
        try:
            self.view.deal.check(move)
        except IllegalMove as error:
            self.refused(error)
            return
        self.deciding = False
        self.chosen = None
        self._answer(move)

    def _answer(self, answer: Answer) -> None:
        self.answers.append(answer)

    # -- boxes -----------------------------------------------------------------------------------------------

    def _ask_concede(self) -> None:
        if not self.deciding:
            self.say(_("It is not your turn."))
            return
        choices: dict[Button, Callable[[], None]] = {
            Button("d", _("this deal"), "deal"): partial(self._surely, concede()),
            Button("m", _("the whole match"), "match"): self._give_up_match,
        }
        self._boxes.choose(_("Give up?"), (_("This deal only, or the whole match?"),), choices)

    def _give_up_match(self) -> None:
        def give_up() -> None:
            self.deciding = False
            self._answer(Choice.GIVE_UP)

        question, price = sure_of_the_match()
        self._boxes.confirm(question, (price,), give_up)

    def _ask_leave(self) -> None:
        question, kept = _("Leave the table?"), _("The match is kept: `{program} resume` goes on with it.")
        lines = (kept.format(program=command()),) if self.begun else ()
        if not self.begun:
            question = _("Stop waiting?")
        if self.options.confirm:
            self._boxes.confirm(question, lines, self._leave)
        else:
            self._leave()

    def _leave(self) -> None:
        self.leaving, self.notice = True, ""
        self._answer(Choice.LEAVE)

    def _more(self) -> None:
        """All that can be done, where a bar has no room for it."""
        choices = {button: self._actions[button.action] for button in self.possible if button.action != "play"}
        self._boxes.choose(_("What do you want to do?"), (), choices)

    def _help(self) -> None:
        self._boxes.tell(_("Help"), *(_(line) for line in HELP))

    def _last(self) -> None:
        counting = self.options.points is Points.HIDDEN
        self._boxes.show(trick_last(self.game, self.me, self.style, counting=counting))

    def _tricks(self) -> None:
        self._boxes.show(tricks_taken(self._tricks_of(self.me), self.style))

    def _report(self) -> None:
        self._boxes.tell(_("What has happened so far"), *(self.report.said or [_("Nothing yet.")]), last=True)

    def _tricks_of(self, *sides: int) -> list[Trick]:
        return [] if self.game is None else [trick for trick in self.game.tricks_played if trick.winner in sides]

    def _points(self) -> None:
        order = list(Points)
        self.options.points = order[(order.index(self.options.points) + 1) % len(order)]
        self.say(_(POINTS_SHOWN[self.options.points]))

    def advise(self, text: str) -> None:
        """A hint that our player has asked for."""
        self.say(text)
        self._boxes.tell(_("Hint"), text)

    def _hint(self) -> None:
        if self.deciding:
            self.hints_wanted += 1
        else:
            self.say(_("It is not your turn."))

    @property
    def _talking(self) -> dict[Button, Callable[[], None]]:
        """What the box of an end has beside: that is when people talk."""
        return {Button("t", _("talk"), "talk"): self._talk}

    def _talk(self) -> None:
        if not self.begun:
            self.say(_("Nobody hears you yet."))
            return
        self._boxes.write(_("Say"), self.report.speak)
