"""Another match: who is asked, how long one waits for the other, and that the rules are not asked about twice."""

import asyncio
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest

from p2p_schnapsen.cli import rematch
from p2p_schnapsen.cli.place import another
from p2p_schnapsen.cli.rematch import Guest, Rematch, come_again, hear_no, turn_away
from p2p_schnapsen.cli.sitting import Talk, sit
from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError, PeerSuspect, TransportError
from p2p_schnapsen.net import joining
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.hosting import host
from p2p_schnapsen.net.runner import Declined
from p2p_schnapsen.net.session import HostOptions, JoinOptions, MatchEnd
from p2p_schnapsen.profile.fingerprint import pin
from p2p_schnapsen.rules.ruleset import Ruleset
from tests.support.duel import Duel
from tests.support.programs import ROOT, events
from tests.support.quiet import Quiet
from tests.ui.conversation import Conversation

DUEL = Duel.new("rematch", Ruleset(target=1)).decide()
entropy = lambda _: bytes(32)  # noqa: E731
ENDS = [MatchEnd(Path("game.log"), side, DUEL.state) for side in (0, 1)]


class Place:
    def __init__(self, answer):
        self.answer = answer
        self.asked = self.new = 0

    async def another(self):
        self.asked += 1
        return self.answer

    def anew(self):
        self.new += 1


def wanted(place, *, count=None, json=False, times=1):
    again = Rematch(Namespace(rematch=count), Namespace(json=json), place)
    return [asyncio.run(again.wanted(ENDS[0])) for _ in range(times)]


@pytest.mark.parametrize("answer", [True, False])
def test_a_person_is_asked_and_sits_down_anew(answer):
    place = Place(answer)
    assert wanted(place) == [answer]
    assert (place.asked, place.new) == (1, int(answer))


def test_a_person_that_was_asked_at_the_table_is_not_asked_again():
    place = Place(answer=True)
    again = Rematch(Namespace(rematch=None), Namespace(json=False), place)
    asyncio.run(again.ask(ENDS[0]))
    assert asyncio.run(again.wanted(ENDS[0]))
    assert (place.asked, place.new) == (1, 1)


class Undecided(Place):
    async def another(self):
        self.asked += 1
        await for_ever()


def test_while_our_person_is_asked_a_no_of_the_other_side_ends_the_question():
    said, told = [], []
    again = Rematch(Namespace(rematch=None), Namespace(json=False, say=said.append), Undecided(answer=None))

    async def heard():
        await asyncio.sleep(0)

    async def tell():
        told.append(True)

    again.hears_no, again.tell_no = heard, tell
    assert not asyncio.run(again.wanted(ENDS[0]))
    assert said == [rematch.NO_OTHER]
    assert told == [], "who has said no need not be told of one"


def test_a_mistake_while_we_listen_is_raised_and_taken_for_no_answer():
    again = Rematch(Namespace(rematch=None), Namespace(json=False), Undecided(answer=None))

    async def broken():
        raise ZeroDivisionError

    again.hears_no = broken
    with pytest.raises(ZeroDivisionError):
        asyncio.run(again.wanted(ENDS[0]))


@pytest.mark.parametrize("answer", [True, False])
def test_where_nobody_can_be_heard_our_person_is_asked_all_the_same(answer):
    again = Rematch(Namespace(rematch=None), Namespace(json=False), Place(answer))

    async def taken():
        raise TransportError("port-in-use", host="*", port=1)

    again.hears_no = taken
    assert asyncio.run(again.wanted(ENDS[0])) is answer


def test_computers_and_scripts_are_not_asked():
    place = Place(answer=True)
    assert wanted(None) == [False]
    assert wanted(place, json=True) == [False]
    assert place.asked == 0


def test_so_many_matches_as_were_said_beforehand_are_played_unasked():
    place = Place(answer=False)
    assert wanted(place, count=2, json=True, times=3) == [True, True, False]
    assert wanted(None, count=1, times=2) == [True, False]
    assert (place.asked, place.new) == (0, 2)


@pytest.mark.parametrize("side", [0, 1])
def test_the_next_match_is_by_the_terms_of_the_last_and_with_the_same_key(side):
    again = Rematch(Namespace(rematch=1), Namespace(json=True), None)
    asyncio.run(again.wanted(ENDS[side]))
    before = DUEL.seats[0].terms
    assert again.terms == replace(before, date=again.terms.date)
    assert again.peer == DUEL.state.identities[1 - side]


def test_only_what_the_last_match_was_played_by_is_known():
    offer = DUEL.state.offer
    again = Rematch(Namespace(rematch=1), Namespace(json=True), None)
    assert not again.is_known(offer), "there was no match before"
    asyncio.run(again.wanted(ENDS[1]))
    assert again.is_known(replace(offer, nonce_hash=bytes(64), name="else", date="2027-01-01"))
    for changed in ({"clock": 1}, {"patience": 60}, {"opening": "never"}, {"key": bytes(32)}, {"ruleset": b"x"}):
        assert not again.is_known(replace(offer, **changed))


def test_where_no_person_sits_nobody_is_asked():
    conversation = Conversation("yes")
    assert not asyncio.run(another(conversation.console))
    assert conversation.text == ""


# Who waits for whom


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(rematch, "SECONDS", 0.01)
    monkeypatch.setattr(rematch, "RETRY_SECONDS", 0)


async def for_ever():
    await asyncio.get_running_loop().create_future()


def test_a_host_does_not_wait_longer_than_that(hurried):
    with pytest.raises(TransportError, match="left"):
        asyncio.run(Guest().awaited(for_ever()))


def test_a_guest_that_came_in_time_plays_as_long_as_it_takes(hurried):
    async def played():
        guest = Guest()

        async def match():
            guest.notify({"event": "connected"})
            await asyncio.sleep(0.03)
            return ENDS[0]

        return await guest.awaited(match())

    assert asyncio.run(played()) is ENDS[0]


def test_a_guest_that_comes_and_goes_ends_the_waiting(hurried):
    async def played():
        guest = Guest()
        guest.notify({"event": "connected"})
        guest.notify({"event": "left"})
        return await guest.awaited(for_ever())

    with pytest.raises(TransportError, match="left"):
        asyncio.run(played())


def test_what_the_host_s_match_raises_is_raised(hurried):
    async def taken():
        raise TransportError("port-in-use", host="*", port=1)

    with pytest.raises(TransportError, match="port-in-use"):
        asyncio.run(Guest().awaited(taken()))


def joined(*outcomes, log=None):
    """What comes of a guest's attempts, which end like this one after the other; and how many it made."""
    left = list(outcomes)

    async def join():
        outcome = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def coming():
        return await come_again(Namespace(log=log), join, asyncio.Event())

    return asyncio.run(coming()), len(outcomes) - len(left)


def test_a_guest_tries_until_the_host_is_there(hurried):
    end, tried = joined(TransportError("refused"), Declined("busy"), ENDS[1])
    assert end is ENDS[1]
    assert tried == 2


@pytest.mark.parametrize("error", [TransportError("refused"), Declined("busy")])
def test_a_guest_does_not_try_for_ever(hurried, error):
    with pytest.raises(type(error)):
        joined(error)


def test_a_host_that_does_not_even_listen_any_more_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(rematch, "GONE_SECONDS", 0)
    monkeypatch.setattr(rematch, "RETRY_SECONDS", 0)
    with pytest.raises(TransportError, match="refused"):
        joined(TransportError("refused"))
    end, _ = joined(TransportError("dropped"), TransportError("dropped"), ENDS[1])
    assert end is ENDS[1], "this one listened"


@pytest.mark.parametrize("error", [Declined("not-admitted"), TransportError("wrong-key", expected="a", got="b")])
def test_a_host_that_says_no_is_not_asked_again(error):
    with pytest.raises(type(error)):
        joined(error)


def test_a_host_that_lets_its_guest_wait_too_long_is_not_waited_for_and_one_that_offers_in_time_is_played_with(hurried):
    async def coming(match, begun):
        return await come_again(Namespace(log=None), match, begun)

    async def waiting():
        with pytest.raises(TransportError, match="left"):
            await coming(for_ever, asyncio.Event())
        begun = asyncio.Event()

        async def match():
            begun.set()
            await asyncio.sleep(0.03)
            return ENDS[1]

        return await coming(match, begun)

    assert asyncio.run(waiting()) is ENDS[1]


def test_a_guest_that_is_still_asked_notices_that_its_host_has_gone(monkeypatch):
    monkeypatch.setattr(rematch, "GONE_SECONDS", 0.02)
    monkeypatch.setattr(rematch, "KNOCK_SECONDS", 0.001)
    knocked = []

    async def knock():
        knocked.append(True)
        if len(knocked) > 3:
            raise TransportError("refused")

    asyncio.run(rematch.until_gone(knock))
    assert len(knocked) > 4


def test_a_match_that_had_begun_is_not_begun_once_more():
    with pytest.raises(TransportError):
        joined(TransportError("left"), log="game.log")


# Who wants no other match says so


def both(hosting, joining_):
    """A host and a guest in one loop: what comes of each."""

    async def meet():
        return await asyncio.wait_for(asyncio.gather(hosting(), joining_(), return_exceptions=True), 30)

    return asyncio.run(meet())


def house_of(tmp_path, port=0):
    key = DUEL.seats[0].identity
    only = pin(signing.public_key(DUEL.seats[1].identity))
    return HostOptions("127.0.0.1", port, key, "anna", DUEL.seats[0].terms, only, tmp_path / "a", fresh=True)


def guest_at(tmp_path, port):
    key = DUEL.seats[1].identity
    host = Address("127.0.0.1", port, pin(signing.public_key(DUEL.seats[0].identity)))
    return JoinOptions(host, key, "bert", tmp_path / "b", fresh=True)


def test_a_host_that_waits_is_told_at_once_that_its_guest_does_not_come(tmp_path):
    port = asyncio.Queue()
    guest = Guest()

    def notify(event):
        guest.notify(event)
        if event["event"] == "listening":
            port.put_nowait(event["port"])

    async def hosting():
        return await guest.awaited(host(house_of(tmp_path), Quiet(), entropy, notify))

    async def declining():
        await joining.decline(guest_at(tmp_path, await port.get()), entropy)

    ended, said = both(hosting, declining)
    assert (ended.code, said) == ("left", None)


def test_a_host_that_is_still_asked_hears_that_its_guest_does_not_come(tmp_path):
    port = asyncio.Queue()

    def hosted(told):
        def notify(event):
            told(event)
            if event["event"] == "listening":
                port.put_nowait(event["port"])

        return host(house_of(tmp_path), Quiet(), entropy, notify)

    async def declining():
        await joining.decline(guest_at(tmp_path, await port.get()), entropy)

    assert both(lambda: hear_no(hosted), declining) == [None, None]


def test_a_guest_that_waits_is_told_at_once_that_its_host_does_not_want_it(tmp_path):
    port = asyncio.Queue()

    async def nobody(_):
        return False

    def hosted(told):
        def notify(event):
            told(event)
            if event["event"] == "listening":
                port.put_nowait(event["port"])

        return host(house_of(tmp_path), Quiet(), entropy, notify, nobody)

    async def coming():
        options = guest_at(tmp_path, await port.get())
        again = lambda: joining.join(options, Quiet(), entropy, lambda _: None)  # noqa: E731
        return await come_again(Namespace(log=None), again, asyncio.Event())

    ended, told = both(lambda: turn_away(hosted), coming)
    assert ended is None
    assert isinstance(told, Declined)
    assert told.code == "not-admitted"


@pytest.mark.parametrize("told", [TransportError("refused"), TimeoutError()])
def test_where_nobody_waits_for_it_a_no_is_said_to_nobody(told):
    again = Rematch(Namespace(rematch=None), Namespace(json=False), Place(answer=False))
    asked = []

    async def tell():
        asked.append(told)
        raise told

    again.tell_no = tell
    assert not asyncio.run(again.wanted(ENDS[0]))
    assert asked == [told]


def test_who_cannot_be_reached_in_time_is_not_waited_for(hurried, monkeypatch):
    monkeypatch.setattr(rematch, "WORD_SECONDS", 0.01)
    again = Rematch(Namespace(rematch=None), Namespace(json=False), Place(answer=False))
    again.tell_no = for_ever
    assert not asyncio.run(again.wanted(ENDS[0]))


# Match after match


class Twice:
    """Our side always wants another match."""

    async def ask(self, end):
        """It says so later."""

    async def wanted(self, end):
        return True


def evening(second, *, json):
    """A match, and one after it that ends like this: the exit code."""
    talk = Talk(Namespace(json=json, chat=True, plain=True, home=None), 0)
    ends = [MatchEnd(ROOT / "protocol" / "logs" / "example" / "game.log", 0, DUEL.state)]

    async def play():
        if ends:
            return ends.pop()
        raise second

    return sit(talk, play, None, Twice())


@pytest.mark.parametrize(
    "second", [TransportError("left"), Declined("not-admitted"), PeerSuspect("refused", reason="not-invited")]
)
def test_an_opponent_who_does_not_come_again_is_one_line_and_the_match_before_counts(second, capsys):
    assert evening(second, json=False) == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[-1] == "There is no other match: your opponent does not want one, or has left."
    assert said.out.count("Verdict: valid") == 1
    assert said.err == ""


def test_what_goes_wrong_on_our_own_side_is_no_word_of_the_opponent():
    with pytest.raises(DataError):
        evening(DataError("disk-full", path="x"), json=False)


def test_scripts_get_one_end_a_match(capsys):
    assert evening(TransportError("left"), json=True) == 0
    assert [event["event"] for event in events(capsys.readouterr().out)] == ["end"]
