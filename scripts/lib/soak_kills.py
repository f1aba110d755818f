"""Real SIGKILLs: matches between real processes, each of which dies at every record and is started again.

A *place* is a side, a record and a moment in its way (`tests.support.soak_peer.POINTS`), alone or with both sides dead
at once.  After each death the log must hold exactly what had been stored by then; after the match both logs must be,
byte for byte, those of the same match played without a fault, and nobody may have been blamed for anything.
Beside the places: deaths at any moment whatever, and matches with the system's own randomness, where the two logs
must be equal and valid.
"""

from __future__ import annotations

import multiprocessing
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.presets import DEFAULT, NAMES, loader
from p2p_schnapsen.table.model import GUEST, HOST
from tests.support.soak_peer import POINTS, Death, Part
from tests.support.soak_table import SIDES, Process, Table, free_port

if TYPE_CHECKING:
    from scripts.lib.soak import Order, Tally

STUCK_SECONDS: Final = 60
"""A match in which so long nothing happens has failed."""

MOMENT_SECONDS: Final = 0.6
"""Deaths at any moment come within so many seconds of a start."""

STRIDE: Final = 3
"""A bout takes each third of the places, so that there are undisturbed records between the deaths."""

FEW_PLACES: Final = 60
"""So few lie far apart anyway, and fit into one bout."""

LUCKY_RECORDS: Final = 8
"""In matches with real randomness the sides die at so many records, from the offer to the deal of the cards."""

SHARE_OF_OTHERS: Final = 20
"""One death in so many comes at any moment, and as many in matches with real randomness."""

PASSING: Final = {
    ("TransportError", "refused"),
    ("TransportError", "dropped"),
    ("TransportError", "timed-out"),
    ("Declined", "withdrawn"),
    ("Declined", "declined"),
}
"""How a process may end when the other has died under it: to be started again."""


class Disturbed(Exception):
    """A match went wrong though nothing happened to it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a side dies."""

    side: int
    death: Death

    def __str__(self) -> str:
        both = ", both at once" if self.death.both else ""
        return f"{SIDES[self.side]} at record {self.death.seq}, {self.death.point}{both}"


@dataclass(frozen=True, slots=True)
class Game:
    """A match that is played again and again; `log` is what comes of it when nothing happens (empty: not known)."""

    seed: int
    rules: str
    target: int
    opening: str
    lucky: bool = False
    log: bytes = b""
    records: int = 0
    places: tuple[Place, ...] = ()
    """All its places of lonely deaths."""

    def __str__(self) -> str:
        luck = "real randomness" if self.lucky else f"{self.records} records"
        return f"{self.rules}, target {self.target}, open {self.opening}, seed {self.seed}, {luck}"

    def part(self, port: int) -> Part:
        """What both sides play."""
        ruleset = loader.resolve(self.rules, [f"target={self.target}"]).ruleset
        return Part(HOST, Path(), port, self.seed, ruleset, self.opening, lucky=self.lucky)


@dataclass(frozen=True, slots=True)
class Task:
    """Deaths of one game for one worker: at places, or so many at any moment."""

    game: Game
    places: tuple[Place, ...] = ()
    moments: int = 0


@dataclass
class Toll:
    """What became of a task. `struck` counts the processes that died with another that did."""

    kills: int = 0
    failed: int = 0
    struck: int = 0
    starts: int = 0
    bouts: int = 0
    lost: int = 0
    blamed: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other: Toll) -> None:
        """Together with another's."""
        for name in ("kills", "failed", "struck", "starts", "bouts", "lost", "blamed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.failures += other.failures


class Bout:
    """One match from its first start to its last end, with as many of the deaths as fit in."""

    def __init__(self, game: Game, pending: set[Place], moments: int, dice: random.Random) -> None:
        self.game = game
        self.pending = pending
        self.moments = moments
        self.toll = Toll(bouts=1)
        self._dice = dice
        self._deaths: list[Death | None] = [None, None]
        self._doom: list[float] = [0.0, 0.0]
        self._had = [0, 0]
        self._listening = False

    def play(self) -> Toll:
        """Play it; the deaths that came true are taken from `pending`."""
        folder = Path(tempfile.mkdtemp(prefix="p2p-schnapsen-soak-"))
        port, keeper = free_port()
        try:
            with Table.laid(folder, self.game.part(port)) as table:
                self._until_over(table)
                self._compare(table)
                self.toll.starts = table.started
        finally:
            if keeper is not None:
                keeper.close()
            if self.toll.failures:
                self.toll.failures.append(f"  what is left of it: {folder}")
            else:
                shutil.rmtree(folder)
        if self.toll.failures:
            self.toll.failed, self.toll.kills = max(1, self.toll.kills), 0
        return self.toll

    def _until_over(self, table: Table) -> None:
        quiet_since = time.monotonic()
        while not self._over(table) and not self.toll.failures:
            for side in (HOST, GUEST):
                if table.running[side] is None and self._wanted(table, side):
                    self._start(table, side)
            happened = table.wait(self._patience(table))
            for side, event in happened:
                if isinstance(event, Process):
                    self._gone(table, side, event)
                else:
                    self._said(side, event)
            self._strike(table)
            now = time.monotonic()
            quiet_since = now if happened else quiet_since
            if now - quiet_since > STUCK_SECONDS:
                self._fail(f"nothing has happened for {STUCK_SECONDS} s; records: {table.log(0)[2]}, {table.log(1)[2]}")

    def _over(self, table: Table) -> bool:
        """Whether both have the end. A host that died having said goodbye does not know that the guest has left."""
        if not table.ended(GUEST):
            return False
        return table.ended(HOST) or (bool(self.game.log) and table.log(HOST)[1] == self.game.log)

    def _wanted(self, table: Table, side: int) -> bool:
        if side == HOST:
            return True
        return self._listening and not table.ended(GUEST)

    def _start(self, table: Table, side: int) -> None:
        there = table.log(side)[2], table.log(1 - side)[2]
        fitting = [place.death for place in self.pending if place.side == side and self._may_come(place, *there)]
        death = self._deaths[side] = min(fitting, key=lambda death: death.rank, default=None)
        if side == HOST:
            self._listening = False
        if self.moments > 0:
            self._doom[side] = time.monotonic() + self._dice.random() * MOMENT_SECONDS
        table.start(side, death)

    def _may_come(self, place: Place, mine: int, others: int) -> bool:
        """Whether a side that has so many records can still die there."""
        death = place.death
        if death.point != "sent":
            return death.seq >= mine
        all_said = place.side == GUEST and mine == others == self.game.records > 0
        return death.seq >= mine - 1 and not all_said

    def _patience(self, table: Table) -> float:
        now = time.monotonic()
        dooms = [self._doom[side] - now for side in (HOST, GUEST) if self._doom[side] and table.running[side]]
        return max(0.0, min([1.0, *dooms]))

    def _strike(self, table: Table) -> None:
        """Deaths at any moment."""
        for side, process in enumerate(table.running):
            if process is not None and 0 < self._doom[side] <= time.monotonic() and self.moments > 0:
                process.signal(signal.SIGKILL)

    def _said(self, side: int, event: dict[str, Any]) -> None:
        match event["event"]:
            case "listening":
                self._listening = True
            case "drawn-twice":
                self._fail(f"{SIDES[side]} drew the secret {event['name']} a second time")
            case "sent-unkept":
                self._fail(f"{SIDES[side]} sent record {event['seq']}, which is not on its disk")
            case "may-end":
                self._blame(f"{SIDES[side]} was asked whether to end the match")
            case "dropped":
                self._blame(f"{SIDES[side]} dropped its link: {event['reason']}")

    def _gone(self, table: Table, side: int, process: Process) -> None:
        """A process has ended: was that due, and is everything on the disk that should be?"""
        _, log, records = table.log(side)
        if self._had[side] >= 2 and records < self._had[side]:
            self._lose(self._had[side] - records, f"{SIDES[side]} had {self._had[side]} records, and now {records}")
        self._had[side] = records
        if self.game.log and not self.game.log.startswith(log):
            self._fail(f"{SIDES[side]} has signed another game than the undisturbed one, at record {records}")
        death, self._deaths[side] = self._deaths[side], None
        doom, self._doom[side] = self._doom[side], 0.0
        if process.killed and process.said("dying"):
            assert death is not None
            self.toll.kills += 1
            self.pending.discard(Place(side, death))
            self._check_death(Place(side, death), records)
        elif process.killed and doom:
            self.toll.kills += 1
            self.moments -= 1
        elif process.killed:
            self.toll.struck += 1
        elif process.code == 1:
            last = process.events[-1]
            if (last["error"], last["code"]) not in PASSING:
                self._blame(f"{SIDES[side]} stopped: {last}")
        elif process.code != 0:
            self._fail(f"{SIDES[side]} broke ({process.status}): {table.errors()}")

    def _check_death(self, place: Place, records: int) -> None:
        death = place.death
        least = death.seq + (death.point in ("kept", "sent"))
        if records < least:
            self._lose(least - records, f"{place}: only {records} records are on the disk")
        if records > least and death.point != "sent":
            self._fail(f"{place}: {records} records are on the disk")

    def _compare(self, table: Table) -> None:
        if self.toll.failures:
            return
        logs = [table.log(side)[1] for side in (HOST, GUEST)]
        if logs[HOST] != logs[GUEST]:
            self._fail("the two logs differ")
        if self.game.log and logs[HOST] != self.game.log:
            self._fail("the log is not that of the undisturbed match")
        verdict = verify(logs[HOST]).verdict
        if verdict is not Verdict.VALID:
            self._blame(f"the log is {verdict}")
        if table.errors():
            self._fail(f"something was written to stderr: {table.errors()}")

    def _lose(self, number: int, sentence: str) -> None:
        self.toll.lost += number
        self._fail(sentence)

    def _blame(self, sentence: str) -> None:
        self.toll.blamed += 1
        self._fail(sentence)

    def _fail(self, sentence: str) -> None:
        self.toll.failures.append(f"{self.game}: {sentence}")


def work(task: Task) -> Toll:
    """Play bouts until all deaths of the task have come true."""
    toll = Toll()
    pending, moments = set(task.places), task.moments
    dice = random.Random(f"{task.game.seed} {moments}")
    while pending or moments > 0:
        before = len(pending) + moments
        bout = Bout(task.game, pending, moments, dice)
        toll.add(bout.play())
        moments = bout.moments
        if len(pending) + moments >= before:
            places = ", ".join(map(str, sorted(pending, key=str)[:5]))
            toll.failed += len(pending) + moments
            toll.failures.append(f"{task.game}: {len(pending) + moments} deaths never came, such as {places or 'any'}")
            break
    return toll


def undisturbed(seed: int, rules: str, target: int, opening: str) -> Game:
    """The match as it goes when nothing happens, with all the places at which a side can die in it.

    Raises `Disturbed` where even that goes wrong.
    """
    game = Game(seed, rules, target, opening)
    bout = _Watched(game, set(), 0, random.Random(seed))
    toll = bout.play()
    if toll.failures:
        raise Disturbed("; ".join(toll.failures))
    places = [
        Place(side, Death(seq, point))
        for side in (HOST, GUEST)
        for seq in range(bout.records)
        for point in POINTS
        if point not in ("undrawn", "drawn") or (side, seq) in bout.drawn
    ]
    return Game(seed, rules, target, opening, log=bout.log, records=bout.records, places=tuple(places))


class _Watched(Bout):
    """A bout of which is remembered how it went."""

    def __init__(self, game: Game, pending: set[Place], moments: int, dice: random.Random) -> None:
        super().__init__(game, pending, moments, dice)
        self.drawn: set[tuple[int, int]] = set()
        self.log = b""
        self.records = 0

    def _said(self, side: int, event: dict[str, Any]) -> None:
        super()._said(side, event)
        if event["event"] in ("lost", "reconnecting", "silent"):
            self._fail(f"{SIDES[side]} says {event['event']!r}, though nothing has happened")
        if event["event"] == "drawing":
            self.drawn.add((side, event["seq"]))

    def _compare(self, table: Table) -> None:
        super()._compare(table)
        _, self.log, self.records = table.log(HOST)


def games(seed: int) -> Iterator[Game]:
    """Matches without end: in all rule sets and opening policies, of one to a few deals."""
    dice = random.Random(f"kills {seed}")
    number = 0
    while True:
        rules = NAMES[(seed + number) % len(NAMES)]
        opening = ("deal", "match", "never")[(seed + number) % 3]
        yield undisturbed(dice.randrange(1 << 32), rules, dice.choice((1, 2, 3)), opening)
        number += 1


def both(places: Iterable[Place]) -> tuple[Place, ...]:
    """The same places, where the other side dies, too."""
    return tuple(Place(place.side, Death(place.death.seq, place.death.point, both=True)) for place in places)


def tasks(number: int, seed: int) -> Iterator[Task]:
    """`number` deaths: each game's lonely ones, then those of both at once; then the others."""
    dice = random.Random(f"places {seed}")
    others = number // SHARE_OF_OTHERS
    left = number - 2 * others
    last: Game | None = None
    for game in games(seed):
        last = game
        wanted: list[tuple[Place, ...]] = []
        for kind in (game.places, both(game.places)):
            # A short soak has some of both kinds.
            share = min(left, len(kind)) if left > len(kind) else (left + 1) // 2 if kind == game.places else left
            wanted.append(tuple(dice.sample(kind, min(share, len(kind)))))
            left -= len(wanted[-1])
        print(f"{game}: {len(wanted[0])} + {len(wanted[1])} of {len(game.places)} places, alone + both", flush=True)
        for kind in wanted:
            yield from _strided(game, kind)
        if left <= 0:
            break
    if others:
        assert last is not None
        yield Task(last, moments=others)
        yield from _lucky(dice, others)


def _strided(game: Game, places: tuple[Place, ...]) -> Iterator[Task]:
    def stride(place: Place) -> int:
        return (place.death.seq + POINTS.index(place.death.point) + place.side) % STRIDE

    if len(places) < FEW_PLACES:
        yield from [Task(game, places)] if places else []
        return
    for rest in range(STRIDE):
        yield Task(game, tuple(place for place in places if stride(place) == rest))


def _lucky(dice: random.Random, number: int) -> Iterator[Task]:
    game = Game(dice.randrange(1 << 32), DEFAULT, 1, "deal", lucky=True)
    lonely = [
        Place(side, Death(seq, point)) for side in (HOST, GUEST) for seq in range(LUCKY_RECORDS) for point in POINTS[2:]
    ]
    everywhere = [*lonely, *both(lonely)]
    while number > 0:
        places = tuple(dice.sample(everywhere, min(number, len(everywhere))))
        number -= len(places)
        yield Task(game, places)


def run(order: Order) -> Tally:
    """`order.number` deaths by SIGKILL; prints the toll, and each failure."""
    from scripts.lib.soak import Tally

    toll = Toll()
    try:
        todo = list(tasks(order.number, order.seed))
    except Disturbed as error:
        print(f"failed: {error}", flush=True)
        return Tally(0, 1)
    with ProcessPoolExecutor(order.jobs, multiprocessing.get_context("fork")) as pool:
        for one in pool.map(work, todo):
            toll.add(one)
            print(f"{toll.kills + toll.failed} of {order.number} kills", flush=True)
            for failure in one.failures:
                print(f"failed: {failure}", flush=True)
    print(
        f"kills: {toll.kills + toll.failed} SIGKILLs and {toll.struck} that struck the other side, too, in"
        f" {toll.bouts} matches of {toll.starts} starts: {toll.lost} records lost, {toll.blamed} peers blamed"
    )
    return Tally(toll.kills, toll.failed)
