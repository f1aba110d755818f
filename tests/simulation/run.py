"""A whole run of one seed: play, and hold what came of it against what must hold."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from p2p_schnapsen.errors import PeerFault, PeerSuspect
from p2p_schnapsen.gamelog.format import HEADER, parse
from p2p_schnapsen.gamelog.report import Report, Verdict
from p2p_schnapsen.gamelog.store import MatchStore
from p2p_schnapsen.gamelog.verify import Listener, verify
from p2p_schnapsen.table.commands import Declined
from p2p_schnapsen.table.model import GUEST, HOST, TableState
from p2p_schnapsen.wire import note
from tests.simulation.faults import Kind, Weather
from tests.simulation.memo import each_proof_once
from tests.simulation.peers import Peer
from tests.simulation.process import NAMES
from tests.simulation.scenario import Scenario
from tests.simulation.world import World
from tests.support.duel import log_of

DESERTED_SECONDS = 600.0
"""After so long nothing more will come of a match that was deserted."""

DESERTS_WITHIN = (50, 200, 400)
"""Steps within which a side goes away; a deal has about 400."""


class Failure(AssertionError):
    """A run in which something did not hold. Its text ends with what happened last."""


class Result(NamedTuple):
    """What happened in a run, and the logs that are left, host's and guest's."""

    counts: Counter[str]
    logs: tuple[bytes, bytes]
    report: Report
    trace: tuple[str, ...]


class Run:
    """One run. `scenario` may be another than the seed's own."""

    def __init__(self, seed: int, kind: Kind | None = None, weather: Weather | None = None) -> None:
        self.scenario = Scenario.of(seed, kind, weather)
        self.world = World(seed)
        self.peers = (Peer(self.world, self.scenario, HOST), Peer(self.world, self.scenario, GUEST))
        host, guest = self.peers
        host.other, guest.other = guest, host
        self.deserter: Peer | None = None
        if self.scenario.kind is Kind.DESERTED:
            luck = self.world.luck
            self.deserter = luck.choice(self.peers)
            self.deserter.deserts = luck.randint(1, luck.choice(DESERTS_WITHIN))
            self.deserter.away = luck.choice((None, 200.0))

    def play(self) -> Result:
        """Play to the end, and check. Raises `Failure`, with what happened last."""
        try:
            with each_proof_once():
                self._live()
                report = self._check()
        except Exception as error:
            trace = "\n".join(self.world.trace)
            what = f"seed {self.scenario.seed} ({self.scenario.kind}): {type(error).__name__}: {error}"
            raise Failure(f"{trace}\n{what}\nagain: scripts/soak --deals 1 --seed {self.scenario.seed}") from error
        logs = (self.peers[HOST].log(), self.peers[GUEST].log())
        self.world.counts["runs"] += 1
        self.world.counts["deals"] += report.deals
        return Result(self.world.counts, logs, report, tuple(self.world.trace))

    def _live(self) -> None:
        for peer in self.peers:
            peer.start()
        deserted = self.scenario.kind is Kind.DESERTED
        self.world.run(self._done, DESERTED_SECONDS if deserted else float("inf"))
        for peer in self.peers:
            peer.waits = peer.process is not None and peer.process.game is not None
            # What is not on the disk by now has never been.
            peer.process = None
            peer.disk.lose_power(self.world.luck)
            if deserted:
                # A log that was left in the middle of a write is read as the program would read it.
                for entry in peer.entries():
                    MatchStore.open(entry.folder, peer.disk)[0].close()

    def _done(self) -> bool:
        host, guest = self.peers
        if host.gone or guest.gone:
            return all(peer.gone or peer.finished for peer in self.peers)
        return guest.finished and (host.finished or host.settled or all(map(_withdrew, self.peers)))

    def _check(self) -> Report:
        for peer in self.peers:
            for error in peer.errors:
                assert not isinstance(error, PeerFault), f"{NAMES[peer.side]} blames {NAMES[peer.other.side]}: {error}"
        logs = (self.peers[HOST].log(), self.peers[GUEST].log())
        if self.scenario.kind is Kind.DESERTED:
            return self._check_deserted(logs)
        if self.scenario.kind is Kind.SET_BACK and all(map(_withdrew, self.peers)):
            return self._check_withdrawn(logs)
        assert logs[HOST] == logs[GUEST], "the logs differ"
        report = verify(logs[HOST])
        if self.scenario.kind is Kind.STEADY:
            suspected = [error for peer in self.peers for error in peer.errors if isinstance(error, PeerSuspect)]
            assert not suspected, suspected
            assert logs[HOST] == log_of(self.scenario.undisturbed()), "it is not the undisturbed game's log"
            for peer in self.peers:
                # What was begun and interrupted before there was a contract may lie there still.
                assert sum(len(parse(log).records) > 1 for log in peer.logs()) == 1, "a contract was made twice"
        # A nonce that is lost before its opening is the one loss that ends a match before it begins.
        withdrawn = (report.verdict, report.records, self.scenario.kind) == (Verdict.INCOMPLETE, 2, Kind.SET_BACK)
        assert withdrawn or (report.verdict is Verdict.VALID and "torn" not in report.marks), report
        return report

    def _check_withdrawn(self, logs: tuple[bytes, bytes]) -> Report:
        """The host's nonce was lost, and then perhaps more of its disk: of a contract that never began."""
        reports = [verify(log or HEADER) for log in logs]
        for report in reports:
            assert (report.verdict, report.records <= 2) == (Verdict.INCOMPLETE, True), report
        return reports[GUEST]

    def _check_deserted(self, logs: tuple[bytes, bytes]) -> Report:
        """One log goes on where the other ends; who waited for one that stayed away has ended the match."""
        records = [[raw for raw in parse(log).records if note.parse(raw) is None] if log else [] for log in logs]
        common = min(map(len, records))
        assert records[HOST][:common] == records[GUEST][:common], "the logs differ"
        reports = []
        for peer, log in zip(self.peers, logs, strict=True):
            states = [TableState()]
            report = verify(log or HEADER, _keep_in(states))
            reports.append(report)
            assert report.verdict in (Verdict.VALID, Verdict.INCOMPLETE, Verdict.UNRESPONSIVE), report
            owed = states[-1].accept is not None and states[-1].turn == peer.other.side
            # Who was started again meanwhile has met nobody to play with, and has no game that it could end.
            if peer.other.gone and peer.waits and owed and report.verdict is Verdict.INCOMPLETE:
                raise AssertionError(f"{NAMES[peer.side]} waits for ever")
            if peer.other.gone and report.verdict is Verdict.UNRESPONSIVE:
                assert report.silent == peer.other.side, report
        return max(reports, key=lambda report: report.records)


def _withdrew(peer: Peer) -> bool:
    """Whether the peer has learnt that its match could not begin: a host that died then may have it lie there still."""
    return any(isinstance(error, Declined) and error.code == "withdrawn" for error in peer.errors)


def _keep_in(states: list[TableState]) -> Listener:
    return lambda _, state, __: states.append(state)


__all__ = ["Failure", "Result", "Run"]
