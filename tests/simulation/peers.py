"""Two sides, each with its machine and its player. The program there is mortal: before each thing that it does it may
crash, and started again it knows only what is on the disk.
"""

from __future__ import annotations

from pathlib import Path

from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.format import HEADER
from p2p_schnapsen.gamelog.library import Entry
from p2p_schnapsen.gamelog.store import LOG_BYTES, log_place
from p2p_schnapsen.table.model import GUEST
from tests.simulation.disk import Crash, Picture, SimulatedDisk
from tests.simulation.process import NAMES, Process
from tests.simulation.scenario import Scenario
from tests.simulation.world import World

PICTURE_EVENTS = 12
"""After so many events a copy of the disk is made, to which it may be set back."""


class Peer:
    """One side: its machine, its player, and the program that runs there now and then."""

    def __init__(self, world: World, scenario: Scenario, side: int) -> None:
        self.world = world
        self.scenario = scenario
        self.weather = scenario.weather
        self.side = side
        self.other: Peer = self
        self.identity = scenario.identities[side]
        self.matches = Path("/") / NAMES[side] / "matches"
        self.process: Process | None = None
        self.lives = 0
        """How often the disk was set back."""
        self.deserts = float("inf")
        """After how many steps this side goes away, for `away` seconds (None: for good)."""
        self.away: float | None = None
        self.gone = False
        self.finished = False
        """Whether the match is over for this side, and it knows."""
        self.settled = False
        """Whether the last record is on its disk."""
        self.waits = False
        """Whether it sat at the table in the end."""
        self.errors: list[Exception | None] = []
        """How the games of this side stopped."""
        self.pictures: list[Picture] = []
        self.steps = 0
        self._crash_at = self.weather.next_crash(world.luck)
        self._crashes_left = self.weather.crashes
        self._full = 0
        self._events = 0
        self.disk = SimulatedDisk(self.step, self._is_full)
        self.disk.open_folder(self.matches)

    def note(self, *words: object) -> None:
        """Remember what this side did."""
        self.world.note(f"{NAMES[self.side]:5}", *words)

    # -- its machine -----------------------------------------------------------------------------------------

    def step(self, what: str) -> None:
        """Something is about to be done. Raises `Crash` where the process does not live to do it."""
        self.steps += 1
        if self.process is None:
            return
        if self.steps >= self.deserts:
            self.note("goes away:", what)
            raise Crash
        if self.steps >= self._crash_at and self._crashes_left:
            self.note("crashes:", what)
            raise Crash

    def crash_after(self, steps: int) -> None:
        """Let the first crash come after exactly so many steps."""
        self._crash_at = steps

    def _is_full(self) -> bool:
        if self.process is not None and self._full < self.weather.crashes and self.world.chance(self.weather.full):
            self._full += 1
            self.world.counts["disk full"] += 1
            return True
        return False

    def start(self) -> None:
        """Start the program, unless the match is through."""
        self.finished = any(entry.ended is not None for entry in self.entries())
        if self.process is None and not (self.finished and self.side == GUEST):
            self.process = Process(self)
            self.process.begin()

    def crash(self) -> None:
        """The program is gone, and perhaps the machine's memory."""
        process, world, weather = self.process, self.world, self.weather
        if process is None:
            return
        self.process = None
        world.counts["crashes"] += 1
        power = world.chance(weather.power)
        if power:
            self.disk.lose_power(world.luck)
        else:
            self.disk.kill()
        process.vanish(world.luck.expovariate(0.05) if power else 0.0)
        if self.steps >= self.deserts:
            self.deserts = float("inf")
            world.counts["desertions"] += 1
            self.gone = self.away is None
            if self.away is not None:
                world.after(self.away, self.start)
        else:
            self._crashes_left -= 1
            self._set_back()
            world.after(weather.down_time(world.luck), self.start)
        self._crash_at = self.steps + weather.next_crash(world.luck)
        if self.other.process is not None and world.chance(weather.both) and self.other._crashes_left > 0:
            self.other.note("crashes, too")
            self.other.crash()

    # -- its disk --------------------------------------------------------------------------------------------

    def look(self) -> None:
        """An event is over: now and then a copy of the disk is made."""
        self._events += 1
        if self.weather.set_back and self._events % PICTURE_EVENTS == 1:
            self.pictures.append(self.disk.picture())

    def _set_back(self) -> None:
        """Set the disk back, or lose some of it: never where the other side may be through, and not come again."""
        luck = self.world.luck
        through = self.settled or self.other.settled or self.finished or self.other.finished
        if through or not self.pictures or not self.world.chance(self.weather.set_back):
            return
        self.world.counts["disks set back"] += 1
        self.lives += 1
        how = luck.choice(("picture", "picture", "secrets", "log"))
        self.note("loses", how)
        # What came after is forgotten: nobody goes back and forth between two futures.
        if how == "picture":
            del self.pictures[luck.randrange(len(self.pictures)) + 1 :]
            self.disk.set_back(self.pictures[-1])
            return
        self.pictures.clear()
        nodes: list[tuple[Path, bytes | None]] = []
        for path, data in self.disk.picture().nodes:
            if how == "secrets" and path.parent.name == "secrets" and data is not None:
                continue
            if how == "log" and path.name == "game.log" and data:
                data = data[: luck.randint(0, len(data))]
            nodes.append((path, data))
        self.disk.set_back(Picture(tuple(nodes)))

    def entries(self) -> list[Entry]:
        """The matches on the disk."""
        return library.entries(self.matches, self.disk)

    def logs(self, how: str | None = None) -> list[bytes]:
        """Their logs, those without a header left out; with `how`, of matches that are known to have ended so."""
        entries = [entry for entry in self.entries() if how is None or (entry.ended and entry.ended.how == how)]
        logs = [self.disk.read(log_place(entry.folder, self.disk), LOG_BYTES) for entry in entries]
        return [log for log in logs if log.startswith(HEADER)]

    def log(self) -> bytes:
        """The log of the match on the disk.

        Where a disk that was set back had it begun anew, that which was played to its end, else the longest.
        """
        return max(self.logs("valid") or self.logs(), key=len, default=b"")
