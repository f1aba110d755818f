"""A person at a terminal while nothing is asked: heard at once, and nothing typed then is an answer to what comes."""

import asyncio

import pytest

from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.moves import concede, lead
from p2p_schnapsen.rules.ruleset import SCHNAPSEN
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.events import Dealt
from p2p_schnapsen.ui import awaited
from p2p_schnapsen.ui.cards import CardStyle
from p2p_schnapsen.ui.console import Console, Input, Output
from p2p_schnapsen.ui.line import Left, LinePlayer
from tests.support.deals import at, move_of
from tests.support.duel import Duel
from tests.ui.conversation import Conversation
from tests.ui.games import Told, news_of
from tests.ui.test_talk import Seat

GIVE_UP = object()


class Keyboard(Input):
    """Somebody types when the test says so."""

    def __init__(self):
        super().__init__(-1)
        self._lines = asyncio.Queue()
        self._back = []
        self.forgotten = []

    @property
    def is_terminal(self):
        return True

    def type(self, *lines):
        for text in lines:
            self._lines.put_nowait(text)

    def put_back(self, line):
        self._back.append(line)

    async def line(self):
        return self._back.pop() if self._back else await self._lines.get()

    async def forget(self):
        while not self._lines.empty():
            self.forgotten.append(self._lines.get_nowait())


class Scene:
    """A match that the test conducts, and who sits at it."""

    def __init__(self, **options):
        self.conversation = Conversation()
        self.conversation.answers.terminal = True
        self.keys = Keyboard()
        self.console = Console(Output(self.conversation._stream), self.keys)
        self.player = LinePlayer(0, self.console, CardStyle(symbols=False), GIVE_UP, **options)
        self.seat = Seat()
        self.player.seated(self.seat)

    @property
    def lines(self):
        return self.conversation.lines

    async def typed(self, *lines):
        """What is said to that."""
        before = len(self.lines)
        self.keys.type(*lines)
        await settled()
        return self.lines[before:]


async def settled():
    """All that can be done was done."""
    for _ in range(30):
        await asyncio.sleep(0)


def conducted(conduct, **options):
    """What comes of a match that goes as `conduct` says."""

    async def scenario():
        match = Scene(**options)
        result = await match.player.attend(conduct(match))
        return match, result

    return asyncio.run(scenario())


def view_of(deal):
    return PlayerView.of(deal, Match(deal.ruleset, 1), 0, deal.known[0])


@pytest.fixture
def deal():
    return at("KH QH KS TD JH", "JS AS TS KD JD", up="AH", talon="TH QD AD QS AC TC KC QC JC", points=(20, 5))


@pytest.fixture
def waiting(deal):
    """Our player has led, and the other side is to answer."""
    deal.play(move_of(deal, "KS"))
    return view_of(deal)


class PublicTable:
    """As much of a table as news need."""

    def __init__(self, view, turn):
        self.turn, self.phase = turn, None
        self.deal, self.match, self.rules = None, view.match, view.deal.ruleset


def news_about(view, *events):
    return Told(0, events, PublicTable(view, view.deal.turn), view)


def test_who_waits_can_talk_and_look(waiting):
    async def conduct(match):
        match.player.tell(news_about(waiting))
        answers = [
            await match.typed(text) for text in ("say hello", "hand", "last", "tricks", "score", "trump", "mute")
        ]
        match.player.hear("not heard")
        return answers

    match, answers = conducted(conduct)
    assert match.seat.said == ["hello"]
    assert answers == [
        ["You say: hello"],
        [
            "Points: you 20, opponent 5. Trump is hearts. Talon: 10 cards, Ah turned up.",
            "On the table: Ks.",
            "Your hand: Kh Qh Jh 10d",
        ],
        ["There was no trick in this deal yet."],
        ["You have no trick yet."],
        [
            "Points: you 20, opponent 5.",
            "Tricks: you 0, opponent 0.",
            "Score: you 0, opponent 0; 7 points win the match.",
        ],
        ["Trump is hearts. Talon: 10 cards, Ah turned up."],
        ["What your opponent says is not shown now."],
    ]
    assert "not heard" not in match.conversation.text


@pytest.mark.parametrize(
    "typed", ["10d", "1", "9999", "close", "66", "concede", "concede match", "hint", "announce", "x"]
)
def test_a_move_that_is_typed_while_the_other_side_is_to_move_is_refused_and_not_kept(typed, waiting, deal):
    async def conduct(match):
        match.player.tell(news_about(waiting))
        answer = await match.typed(typed)
        deciding = asyncio.ensure_future(match.player.decide(view_of(at("KH QH", "JS AS", up="AH", drawn=True))))
        await settled()
        assert not deciding.done()
        match.keys.type("kh")
        return answer, await deciding

    match, (answer, move) = conducted(conduct)
    assert answer == ["It is not your turn."]
    assert move is lead(parse("KH"))
    assert match.keys._lines.empty()


def test_what_is_no_word_is_answered_as_at_a_move(waiting):
    async def conduct(match):
        match.player.tell(news_about(waiting))
        return [await match.typed(text) for text in ("xyzzy", "trikcs")]

    assert conducted(conduct)[1] == [
        ["That is neither a choice nor a card; type ? for help."],
        ["Did you mean tricks?"],
    ]


def test_what_was_typed_while_waiting_gives_up_nothing(waiting, deal):
    """Neither the wish nor the yes; nor a yes that is typed or pasted before the question."""

    async def conduct(match):
        match.player.tell(news_about(waiting))
        early = await match.typed("concede", "yes")
        deciding = asyncio.ensure_future(match.player.decide(view_of(at("KH QH", "JS AS", up="AH", drawn=True))))
        await settled()
        match.keys.type("concede", "yes", "66", "yes")
        await settled()
        assert not deciding.done()
        match.keys.type("yes")
        return early, await deciding

    match, (early, move) = conducted(conduct)
    assert early == ["It is not your turn.", "That is neither a choice nor a card; type ? for help."]
    assert match.keys.forgotten == ["yes", "66", "yes"]
    assert move is concede()


@pytest.mark.parametrize("word", ["q", "quit", "leave", "exit"])
def test_who_waits_can_leave_and_is_asked(word, waiting):
    async def conduct(match):
        match.player.tell(news_about(waiting))
        said.append(await match.typed(word, "no", "no"))
        said.append(await match.typed("no"))
        match.keys.type(word)
        await settled()
        match.keys.type("yes")
        await asyncio.get_running_loop().create_future()

    said = []
    with pytest.raises(Left) as left:
        conducted(conduct)
    assert not left.value.ended
    kept = "The match is kept: `p2p-schnapsen resume` goes on with it."
    assert said[0] == [kept, "Leave the table? (yes or no): "]


def test_at_a_move_leaving_is_asked_about_too(deal):
    async def conduct(match):
        deciding = asyncio.ensure_future(match.player.decide(view_of(deal)))
        await settled()
        match.keys.type("q")
        await settled()
        match.keys.type("no", "10d")
        return await deciding

    match, move = conducted(conduct)
    assert move is lead(parse("TD"))
    assert match.conversation.text.count("Leave the table? (yes or no): ") == 1


@pytest.mark.parametrize("confirm", [True, False])
def test_the_end_of_input_and_who_wants_no_questions_leave_at_once(confirm, waiting):
    async def conduct(match):
        match.player.tell(news_about(waiting))
        match.keys.type(None if confirm else "q")
        await asyncio.get_running_loop().create_future()

    with pytest.raises(Left) as left:
        conducted(conduct, confirm=confirm)
    assert left.value.ended is confirm


def test_before_there_is_a_match_one_can_stop_waiting_for_it():
    async def conduct(match):
        said.extend([await match.typed(text) for text in ("10h", "hand", "score", "")])
        match.keys.type("q")
        await settled()
        said.append(match.lines[-1:])
        match.keys.type("yes")
        await asyncio.get_running_loop().create_future()

    said = []
    with pytest.raises(Left):
        conducted(conduct)
    nothing = ["No deal is being played now."]
    assert said == [nothing, nothing, nothing, nothing, ["Stop waiting? (yes or no): "]]


def test_a_question_that_comes_takes_the_next_line_and_waits_for_one_that_is_open(waiting, deal):
    async def conduct(match):
        match.player.tell(news_about(waiting))
        await match.typed("q")
        deciding = asyncio.ensure_future(match.player.decide(view_of(at("KH QH", "JS AS", up="AH", drawn=True))))
        await settled()
        assert match.lines[-1].startswith("Leave the table?")
        match.keys.type("no")
        await settled()
        match.keys.type("kh")
        return await deciding

    assert conducted(conduct)[1] is lead(parse("KH"))


def test_who_is_waited_for_is_said_once_and_only_where_it_takes_time(waiting, monkeypatch):
    monkeypatch.setattr(awaited, "TURN_SECONDS", 0.0)

    async def conduct(match):
        for _ in range(3):
            match.player.tell(news_about(waiting))
            await settled()
        await asyncio.sleep(0.01)
        match.player.tell(news_about(waiting))
        await asyncio.sleep(0.01)
        return await match.typed("")

    match, again = conducted(conduct)
    assert match.lines.count("Your opponent is to move.") == 2
    assert again == ["Your opponent is to move."], "asked by an empty line"


def test_a_quick_opponent_is_not_waited_for_aloud(waiting):
    async def conduct(match):
        match.player.tell(news_about(waiting))
        await settled()

    assert conducted(conduct)[0].lines == []


def test_in_a_pipe_nothing_is_read_before_it_is_asked_for(waiting, deal):
    conversation = Conversation("1", "10d")
    player = LinePlayer(0, conversation.console, CardStyle(symbols=False), GIVE_UP)

    async def conduct():
        player.tell(news_about(waiting))
        await settled()
        assert conversation.answers.left == ["1", "10d"]
        return await player.decide(view_of(at("KH QH", "JS AS", up="AH", drawn=True)))

    assert asyncio.run(player.attend(conduct())).kind.name == "MARRIAGE"
    assert conversation.answers.left == ["10d"]


def test_once_our_end_has_begun_nothing_is_said_of_how_the_rest_ends():
    async def scenario():
        match = Scene()

        async def play():
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                match.console.say("The connection to your opponent broke.")

        sitting = asyncio.ensure_future(match.player.attend(play()))
        await settled()
        sitting.cancel()
        await asyncio.gather(sitting, return_exceptions=True)
        assert sitting.cancelled()
        match.console.say("Log: here")
        return match.lines

    assert asyncio.run(scenario()) == ["Log: here"]


@pytest.mark.parametrize("me", [0, 1])
def test_the_hand_is_told_after_the_deal_to_who_does_not_lead(me):
    conversation = Conversation()
    player = LinePlayer(me, conversation.console, CardStyle(symbols=False), GIVE_UP)
    for made in (duel := Duel.new("dealt", SCHNAPSEN.replace(target=1))).steps():
        news = news_of(made, duel, me)
        player.tell(news)
        if any(isinstance(event, Dealt) for event in news.events):
            break
    told = [text for text in conversation.lines if text.startswith("Your hand: ")]
    assert len(told) == (news.table.turn != me)
    for text in told:
        assert text == "Your hand: " + CardStyle(symbols=False).cards(news.view.hand, news.view.deal.trump)
