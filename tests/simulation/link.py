"""A connection as the network makes it: bytes arrive late and in pieces, in order, until it is cut; then each end
notices in its own time.

What TCP cannot do to a program does not happen: nothing is lost, doubled or put out of order within a connection, only
with the whole of it. A *frame* may be sent twice, as a peer may that comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from p2p_schnapsen.errors import WireError
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import Frame, Greeting, RecordFrame
from p2p_schnapsen.wire.framing import Frames, encode
from tests.simulation.faults import Weather
from tests.simulation.world import World


class Owner(Protocol):
    """A process that has an end of a connection."""

    def frame(self, end: End, frame: Frame) -> None:
        """A frame has come in."""
        ...

    def lost(self, end: End) -> None:
        """The connection is gone."""
        ...

    def within(self, action: Callable[[], None]) -> None:
        """Do something as this process, unless it is no more."""
        ...


@dataclass(eq=False)
class End:
    """One end of a connection."""

    link: Link
    side: int
    owner: Owner
    greeting: Greeting
    frames: Frames = field(default_factory=Frames)
    open: bool = True
    due: float = 0.0
    """Until when bytes are on their way to this end."""
    flying: int = 0
    """How many bytes are on their way."""
    left: int | None = None
    """How many of them will still arrive, once the connection has been cut."""

    @property
    def greeted(self) -> bool:
        """Whether the other side has proven its key."""
        return self.greeting.peer is not None

    def send(self, frame: Frame) -> None:
        """Write a frame; whether it arrives, nobody knows."""
        if self.open:
            self.link.carry(self, frame)

    def close(self) -> None:
        """Orderly: what was sent arrives, unless the network fails first."""
        if self.open:
            self.open = False
            self.link.hang_up(self)

    def arrive(self, data: bytes) -> None:
        """Bytes have come."""
        self.flying -= len(data)
        if self.left is not None:
            data = data[: self.left]
            self.left -= len(data)
        if data and self.open:
            self.owner.within(lambda: self._feed(data))

    def _feed(self, data: bytes) -> None:
        if not self.open:
            return
        try:
            frames = [channel.decode(payload) for payload in self.frames.feed(data)]
        except WireError as error:
            raise AssertionError("an honest side has sent what is no frame") from error
        for frame in frames:
            self.owner.frame(self, frame)

    def notice(self) -> None:
        """The connection is gone, and this end has found out."""

        def told() -> None:
            if self.open:
                self.open = False
                self.owner.lost(self)

        self.owner.within(told)


class Link:
    """A connection between two processes, the `number`-th."""

    def __init__(self, world: World, weather: Weather, number: int) -> None:
        self.number = number
        self.world = world
        self.weather = weather
        self.ends: list[End] = []
        self.broken = False

    def begin(self, *ends: End) -> None:
        """It is made; some are short-lived."""
        self.ends = list(ends)
        seconds = self.weather.link_life(self.world.luck)
        if seconds is not None:
            self.world.after(seconds, self.cut)

    def carry(self, sender: End, frame: Frame) -> None:
        """Take bytes at one end, and bring them to the other in a while."""
        luck = self.world.luck
        data = encode(channel.encode(frame))
        if isinstance(frame, RecordFrame) and luck.random() < self.weather.doubled:
            self.world.counts["frames sent twice"] += 1
            data += data
        if self.broken:
            return
        to = self.ends[1 - sender.side]
        while data:
            size = luck.randint(1, len(data)) if luck.random() < self.weather.split else len(data)
            piece, data = data[:size], data[size:]
            to.due = max(to.due, self.world.now + self.weather.delay(luck))
            to.flying += len(piece)
            self.world.at(to.due, lambda piece=piece: to.arrive(piece))  # type: ignore[misc]
        if luck.random() < self.weather.cut_behind:
            self.cut()

    def hang_up(self, closed: End) -> None:
        """One end is closed: the other learns it behind the last bytes."""
        other = self.ends[1 - closed.side]
        self.world.at(other.due, other.notice)

    def cut(self, seconds: float | None = None) -> None:
        """It breaks: some of the bytes under way arrive, and then the ends notice, perhaps much later."""
        if self.broken or not any(end.open for end in self.ends):
            return
        self.broken = True
        self.world.counts["cuts"] += 1
        self.world.note("cut")
        luck = self.world.luck
        for end in self.ends:
            end.left = luck.choice((0, luck.randint(0, end.flying), end.flying))
            late = self.weather.notice(luck) if seconds is None else seconds
            self.world.at(max(end.due, self.world.now) + late, end.notice)
