"""What `play`, `host` and `join` have in common: who sits at our side, what is said, and how a match is summed up."""

from __future__ import annotations

import asyncio
import datetime
import json
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from p2p_schnapsen.cli.naming import go_on, name_of_log, see_again
from p2p_schnapsen.cli.signals import end_this_task
from p2p_schnapsen.errors import IllegalMove, LocalMisuse, PeerSuspect, SchnapsenError, TransportError
from p2p_schnapsen.gamelog.report import Report, Verdict
from p2p_schnapsen.gamelog.store import read_log
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.net.runner import Declined, GiveUp, News, Player, Table
from p2p_schnapsen.net.session import SIDE_NAMES, MatchEnd
from p2p_schnapsen.presets import loader
from p2p_schnapsen.profile.home import Home, locate, open_home
from p2p_schnapsen.profile.identity import Identity, Role, obtain
from p2p_schnapsen.profile.names import default_name, is_name
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table.events import DealEnded, MatchDecided
from p2p_schnapsen.table.model import GUEST
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui import errors
from p2p_schnapsen.ui import verdict as verdicts
from p2p_schnapsen.ui.cards import style_for
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.line import Left
from p2p_schnapsen.ui.people import People
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.ui.screen.choices import CHAT_CELLS
from p2p_schnapsen.ui.sentences import Narrator
from p2p_schnapsen.wire.limits import NAME_BYTES
from p2p_schnapsen.wire.messages import Offer

INCOMPLETE, NETWORK = 5, 3
NO_OTHER = mark("There is no other match: your opponent does not want one, or has left.")
_UNDECIDED = ("silent", "ended", "left", "diverged", "other-match", "no-match", "replaced")
"""What leaves a match undecided without anything being broken."""

PATH_CELLS = 4096


def fresh(_: str) -> bytes:
    """32 bytes of the system's CSPRNG, whatever for."""
    return os.urandom(32)


def home_of(options: Namespace) -> Home:
    """The player's home, made where it is not there yet."""
    home = locate(options.home, os.environ)
    open_home(home)
    return home


def identity_of(home: Home, role: Role) -> Identity:
    """The key of the person of this home, or of its computer."""
    return obtain(home, role, os.urandom(32))


def terms_of(options: Namespace) -> Terms:
    """The contract that the options describe."""
    ruleset = loader.resolve(options.rules, options.settings).ruleset
    today = datetime.datetime.now().astimezone().date().isoformat()
    return Terms(ruleset, options.opening, options.clock, options.patience, today)


def name_of(options: Namespace, identity: Identity) -> str:
    """What the other side will call us. Raises `LocalMisuse("choice")`."""
    name: str = default_name(identity.public) if options.name is None else options.name
    if not is_name(name):
        expected = _("1 to {bytes} bytes of printable text").format(bytes=NAME_BYTES)
        raise LocalMisuse("choice", option="--name", expected=expected)
    return name


def log_of(options: Namespace) -> Path | None:
    """The new file that `--log` names. Raises `DataError`/`LocalMisuse` at once, not after the friend has come."""
    if options.log is None:
        return None
    path = Path(options.log)
    if "\0" in options.log or path.exists() or path.is_symlink() or not path.absolute().parent.is_dir():
        raise LocalMisuse("choice", option="--log", expected=_("a file that is not there yet, in a folder that is"))
    return path


class Shown(Protocol):
    """A full screen, for those who have something to say."""

    def say(self, *lines: str) -> None:
        """Sentences."""
        ...

    def around(self, kind: str, lines: list[str]) -> None:
        """An event around the game, and the sentences about it."""
        ...


class Talk:
    """What is said meanwhile at our `side`: sentences for people, or JSON objects and the sentences on stderr."""

    def __init__(self, options: Namespace, side: int) -> None:
        options.told = True  # from now on scripts hear from us how it ends: see `untold`
        self.side = side
        self.options = options
        self.me = side if not (getattr(options, "auto", False) or getattr(options, "bot", False)) else None
        self.json: bool = options.json
        self.chat: bool = options.chat
        """Whether our side wants to hear the other."""
        self._data = Output(sys.stdout)
        self.out = Output(sys.stderr) if options.json else self._data
        self.err = Output(sys.stderr)
        self.log: str | None = None
        self.left: str | None = None
        """The name of the match that has stopped undecided; None before that."""
        self.summed_up = False
        """Whether all has been said about the match at `log`, or about there being none."""
        self.screen: Shown | None = None
        """Where sentences go while a full screen is up."""
        stream = self.out.stream
        style = style_for(stream.encoding, os.environ, colour=stream.isatty() and not options.plain)
        self.style = replace(style, words=options.plain)  # as it is read out, for who listens to it

    def begin(self) -> None:
        """Another match."""
        self.log, self.left, self.summed_up = None, None, False

    def event(self, event: dict[str, Any]) -> None:
        """One JSON object, where they are wanted."""
        if event["event"] == "stopped":
            self.log, self.left = event["log"], event["match"]
        if self.json:
            self._data.line(json.dumps(event))

    def say(self, *lines: str) -> None:
        """Sentences."""
        if self.screen is not None:
            self.screen.say(*lines)
        else:
            self.out.told(*lines)

    def around(self, event: dict[str, Any], lines: list[str]) -> None:
        """Something that happens around the game, and the sentences about it."""
        self.event(event)
        if self.screen is not None:
            self.screen.around(str(event["event"]), lines)
        else:
            self.out.told(*lines)

    def failed(self, code: str, sentence: str) -> None:
        """What ends the match before its time, for scripts."""
        self.event({"event": "error", "code": code, "message": sentence})

    def check(self) -> None:
        """Raises OSError where something of ours could not be written, though its reader is still there."""
        for output in (self._data, self.out):
            if output.failure is not None:
                raise output.failure


class Company(Protocol):
    """With whom one plays."""

    async def accepts(self, offer: Offer) -> bool:
        """Whether to play with the host of this offer."""
        ...

    def tell(self, news: News) -> None:
        """Something happened."""
        ...


class Sitting:
    """A player with what is told to people and scripts around it. It is the `Player` that the runner knows."""

    def __init__(
        self,
        player: Player,
        talk: Talk,
        company: Company | None = None,
        agreed: Callable[[Offer], bool] = lambda _: False,
    ) -> None:
        self._player = player
        self._talk = talk
        self._company = company
        self._agreed = agreed

    def seated(self, table: Table) -> None:
        """As the player."""
        self._player.seated(table)

    async def ready(self, number: int) -> None:
        """As the player."""
        await self._player.ready(number)

    async def accept(self, offer: Offer) -> bool:
        """As the player, where the company is welcome; what is `agreed` on already is not asked about again."""
        if self._agreed(offer):
            return True
        welcome = self._company is None or await self._company.accepts(offer)
        return welcome and await self._player.accept(offer)

    async def decide(self, view: PlayerView) -> Move | GiveUp:
        """As the player."""
        return await self._player.decide(view)

    async def may_end(self, seconds: int) -> bool:
        """As the player."""
        return await self._player.may_end(seconds)

    def refused(self, error: IllegalMove) -> None:
        """As the player."""
        self._player.refused(error)

    def tell(self, news: News) -> None:
        """Tell the player, and scripts what a deal or the match came to."""
        if self._company is not None:
            self._company.tell(news)
        self._player.tell(news)
        for event in news.events:
            if isinstance(event, DealEnded):
                outcome = event.outcome
                self._talk.event(
                    {
                        "event": "deal",
                        "number": event.number,
                        "winner": None if outcome.winner is None else SIDE_NAMES[outcome.winner],
                        "value": outcome.value,
                        "reason": outcome.reason,
                        "score": list(event.score),
                    }
                )
            elif isinstance(event, MatchDecided):
                winner = SIDE_NAMES[event.winner]
                self._talk.event({"event": "result", "winner": winner, "score": list(event.score)})

    def hear(self, text: str) -> None:
        """Tell the player, and scripts, if anybody here wants to hear it."""
        if self._talk.chat:
            self._talk.event({"event": "chat", "text": sanitise(text, CHAT_CELLS)})
        self._player.hear(text)


class Bot:
    """An unattended player, which says nothing."""

    def __init__(self, level: str, think: float | None = None) -> None:
        from p2p_schnapsen.cli.thinking import Thinker  # loaded only where a computer sits

        self._thinker = Thinker(level, think)

    def seated(self, table: Table) -> None:
        """It has nothing to say."""

    async def ready(self, number: int) -> None:
        """It is always ready."""

    def hear(self, text: str) -> None:
        """It does not listen."""

    async def accept(self, offer: Offer) -> bool:  # noqa: ARG002 - any rules will do
        """A computer plays by any rules."""
        return True

    async def decide(self, view: PlayerView) -> Move:
        """The next move."""
        return await self._thinker.move(view)

    async def may_end(self, seconds: int) -> bool:  # noqa: ARG002 - the patience agreed on is all it has
        """A computer does not wait for ever."""
        return True

    def refused(self, error: IllegalMove) -> None:
        """It chooses among legal moves only."""
        raise error

    def tell(self, news: News) -> None:
        """Nobody looks on."""


class WatchedBot(Bot):
    """An unattended player that tells how the deals go, no more."""

    def __init__(self, level: str, talk: Talk, think: float | None) -> None:
        super().__init__(level, think)
        self._talk = talk
        self._narrator = Narrator(None, talk.style, brief=True)

    def tell(self, news: News) -> None:
        """What a looker-on would want to know."""
        self._talk.say(*self._narrator.tell(news))


def computer(
    talk: Talk, options: Namespace, company: Company | None = None, agreed: Callable[[Offer], bool] = lambda _: False
) -> Player:
    """A computer at our side of the table, as strong as the options say."""
    return Sitting(WatchedBot(options.level, talk, options.think), talk, company, agreed)


Then = Callable[[MatchEnd], Awaitable[None]]
"""What is done with a match that is over, while its table is still to be seen."""


class Chair(Protocol):
    """Where a player sits while a match is on."""

    async def sit(self, play: Callable[[], Awaitable[MatchEnd]], then: Then | None) -> MatchEnd:
        """Play from here."""
        ...


class Again(Protocol):
    """Whether there is another match."""

    async def ask(self, end: MatchEnd) -> None:
        """Ask our player, who is still at the table."""
        ...

    async def wanted(self, end: MatchEnd) -> bool:
        """Whether our side wants one after this one."""
        ...


def sit(
    talk: Talk, play: Callable[[], Awaitable[MatchEnd]], chair: Chair | None = None, again: Again | None = None
) -> int:
    """Play to the end, whatever that is; sum it up; the exit code, of several matches that of the last."""
    caught: list[signal.Signals] = []
    try:
        report = asyncio.run(_until_signal(partial(_matches, talk, play, chair, again), caught))
    except asyncio.CancelledError:
        if not caught:
            raise
        _sum_up(talk)
        return 128 + caught[0]
    except Left as left:
        if talk.log is None:  # there was no match yet
            talk.say(_("The input has ended: no match was begun.") if left.ended else _("No match was begun."))
        else:
            talk.say(_("The input has ended: you leave the match.") if left.ended else _("You leave the match."))
        _sum_up(talk)
        return INCOMPLETE if left.ended else 0
    except Declined as refusal:
        mine = refusal.code == "declined" and talk.side == GUEST
        sentence = _("You declined the offer; nothing was played.") if mine else errors.declined(refusal.code)
        talk.failed(refusal.code, sentence)
        _sum_up(talk)
        talk.err.told(sentence if mine else f"p2p-schnapsen: {sentence}")
        return 0 if mine else NETWORK
    except SchnapsenError as error:
        talk.failed(error.code, errors.sentence(error))
        found = _sum_up(talk, error)
        if isinstance(error, PeerSuspect | TransportError):
            undecided = error.code in _UNDECIDED or error.params.get("reason") in _UNDECIDED
            if undecided or (found is not None and found.verdict is Verdict.VALID):
                talk.err.told(f"p2p-schnapsen: {errors.sentence(error)}")
                return INCOMPLETE if found is None else found.exit_code
        raise
    except Exception as error:
        talk.failed("mistake", f"{type(error).__name__}: {error}")
        _sum_up(talk)
        raise
    talk.check()
    return report.exit_code


async def _matches(
    talk: Talk, play: Callable[[], Awaitable[MatchEnd]], chair: Chair | None, again: Again | None
) -> Report:
    """Match after match, each summed up; what the last is that was played."""
    report: Report | None = None
    while True:
        talk.begin()
        try:
            end = await (play() if chair is None else chair.sit(play, None if again is None else again.ask))
        except (Declined, TransportError, PeerSuspect):
            if report is None or talk.log is not None:
                raise
            talk.say(_(NO_OTHER))
            return report
        talk.log = str(end.log)
        report = _sum_up(talk)
        assert report is not None, "there is a log"
        if again is None or not await again.wanted(end):
            return report


async def _until_signal(play: Callable[[], Awaitable[Report]], caught: list[signal.Signals]) -> Report:
    end_this_task(caught)
    return await play()


def _sum_up(talk: Talk, error: SchnapsenError | None = None) -> Report | None:
    """Say where the log lies and what its verification finds, once; where there was no game, scripts are told that.

    A person hears what can be done with the match now, where the `error` that has ended it does not say so already.
    """
    if talk.summed_up:
        return None
    talk.summed_up = True
    if talk.log is None:
        talk.event({"event": "end", "log": None, "verdict": None, "result": None})
        return None
    report = verify(read_log(Path(talk.log)))
    path = sanitise(talk.log, PATH_CELLS)
    talk.say(_("Log: {path}").format(path=path), _("Verdict: {text}").format(text=verdicts.headline(report)))
    if report.result is not None:
        talk.say(verdicts.result_line(report, People(talk.me)))
    if talk.me is not None and not talk.json and (error is None or error.code != "left"):
        talk.say(*_what_now(report, Path(talk.log), talk.options))
    found = report.as_json(talk.log)
    talk.event({"event": "end", "log": talk.log, "verdict": str(report.verdict), "result": found["result"]})
    return report


def _what_now(report: Report, log: Path, options: Namespace) -> list[str]:
    """What our person can do with the match, in a line."""
    if report.verdict is Verdict.INCOMPLETE and report.result is None:
        return [] if report.names is None else [go_on()]
    return [see_again(name_of_log(log, options), opened=report.opened > 0)]
