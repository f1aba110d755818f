"""What a crash leaves behind: tails of zeros, writes that were never synced, matches half removed."""

from itertools import count
from pathlib import Path
from random import Random

import pytest

from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.store import About, MatchStore
from p2p_schnapsen.wire import envelope
from tests.simulation.disk import Crash, SimulatedDisk
from tests.support.duel import Duel

ABOUT = About(1, "a" * 64, "b" * 64, "", "2026-01-01")
MATCHES = Path("/guest/matches")
FOLDER = MATCHES / "match"
RECORDS = Duel.new("unsynced").play(lambda table: table.seq == 4).records


class Machine:
    """A disk that the power leaves after so many steps."""

    def __init__(self) -> None:
        self.steps = count()
        self.last = -1
        self.disk = SimulatedDisk(self.step, lambda: False)
        self.disk.open_folder(MATCHES)

    def step(self, what):
        if next(self.steps) == self.last:
            raise Crash(what)

    def crash_in(self, steps):
        """Crash there, counted from now on."""
        self.steps = count()
        self.last = steps

    def match(self, records):
        """A match that was played so far."""
        with MatchStore(FOLDER, None, ABOUT, self.disk) as store:
            store.put_secret("seed-1", bytes(32))
            for raw in records:
                store.append(raw)


def test_a_record_that_was_read_again_after_a_kill_is_there_after_a_loss_of_power():
    machine = Machine()
    machine.match(RECORDS[:2])
    store, _, _ = MatchStore.open(FOLDER, machine.disk)
    machine.crash_in(1)
    with pytest.raises(Crash, match="before it is synced"):
        store.append(RECORDS[2])
    machine.last = -1
    machine.disk.kill()
    store, entries, _ = MatchStore.open(FOLDER, machine.disk)
    assert entries == tuple(RECORDS[:3])
    machine.disk.lose_power(Random(0))
    assert MatchStore.open(FOLDER, machine.disk)[1] == entries


@pytest.mark.parametrize("zeros", [1, 40, 64, 70, 100])
@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_record_that_ends_in_zeros_for_its_signature_was_never_written(number, zeros):
    machine = Machine()
    raw = RECORDS[number - 1]
    assert any(raw[-zeros:])
    machine.match([*RECORDS[: number - 1], raw[:-zeros] + bytes(zeros)])
    assert MatchStore.open(FOLDER, machine.disk)[1] == tuple(RECORDS[: number - 1])


def test_a_signature_that_ends_in_a_zero_is_one():
    duels = (Duel.new(f"zero {number}").play(lambda table: table.seq == 2) for number in count())
    records = next(duel.records for duel in duels if duel.records[-1].endswith(b"\0"))
    assert envelope.parse(records[-1]).signature.endswith(b"\0")
    machine = Machine()
    machine.match(records)
    assert MatchStore.open(FOLDER, machine.disk)[1] == tuple(records)


@pytest.mark.parametrize("power", [False, True])
def test_a_match_that_is_half_discarded_is_no_match(power):
    for steps in count():
        machine = Machine()
        machine.match(RECORDS[:1])
        store, _, _ = MatchStore.open(FOLDER, machine.disk)
        machine.crash_in(steps)
        try:
            store.discard()
        except Crash:
            machine.last = -1
            if power:
                machine.disk.lose_power(Random(steps))
            else:
                machine.disk.kill()
        else:
            break
        for entry in library.entries(MATCHES, machine.disk):
            assert MatchStore.open(entry.folder, machine.disk)[1] == tuple(RECORDS[:1])
    assert steps > 10
    assert FOLDER not in machine.disk.nodes
