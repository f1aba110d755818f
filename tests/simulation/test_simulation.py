"""Whole matches in a world where one seed decides everything: nothing is lost, nobody is blamed, both logs agree.

What fails prints what happened last, and the one command that runs it again. `scripts/soak --deals` has more seeds.
"""

from collections import Counter
from dataclasses import replace

import pytest

from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.presets import NAMES, loader
from tests.simulation import scenario
from tests.simulation.disk import SimulatedDisk
from tests.simulation.faults import Kind, Weather
from tests.simulation.run import Failure, Run
from tests.simulation.scenario import KINDS, Scenario

SEEDS = 21
CALM = Weather()
STORM = Weather(split=0.5, doubled=0.1, cut_behind=0.02, crash_steps=100.0, crashes=5, both=0.3, full=0.02, pause=0.01)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_match_survives_whatever_its_seed_lets_happen(seed):
    Run(seed).play()


def test_the_seeds_have_all_rule_sets_and_all_kinds_of_run():
    drawn = [Scenario.of(seed) for seed in range(SEEDS)]
    assert {one.kind for one in drawn} == set(KINDS) == set(Kind)
    rules = {replace(one.terms.ruleset, target=7) for one in drawn}
    assert rules == {replace(loader.load(name).ruleset, target=7) for name in NAMES}


def test_the_same_seed_repeats_exactly():
    once, again = Run(11, Kind.STEADY, STORM).play(), Run(11, Kind.STEADY, STORM).play()
    assert once.counts["crashes"] > 0
    assert once == again


def test_without_faults_nothing_happens_but_the_match():
    result = Run(3, Kind.STEADY, CALM).play()
    assert set(result.counts) == {"links", "runs", "deals"}
    assert result.counts["links"] == 1
    assert (result.report.verdict, result.report.marks) == (Verdict.VALID, ())


def test_in_a_storm_everything_happens_that_may():
    counts: Counter[str] = Counter()
    for seed in (20, 21):
        counts += Run(seed, Kind.STEADY, STORM).play().counts
    assert min(counts[name] for name in ("crashes", "cuts", "games resumed", "frames sent twice", "pauses")) > 0


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("both", [0.0, 1.0])
def test_a_crash_at_any_step_of_contract_and_dealing_changes_nothing(monkeypatch, side, both):
    monkeypatch.setattr(scenario, "GIVES_UP", 1.0)
    steps = Run(1, Kind.STEADY, CALM)
    steps.play()
    for step in range(10 * side + 1, steps.peers[side].steps, 41):
        run = Run(1, Kind.STEADY, Weather(crashes=1, both=both))
        run.peers[side].crash_after(step)
        assert run.play().counts["crashes"] in (1, 2)


def test_a_disk_that_only_pretends_to_write_is_found_out(monkeypatch):
    def put(self, path, file, data):
        file.data += data

    monkeypatch.setattr(SimulatedDisk, "_put", put)
    with pytest.raises(Failure, match=r"again: scripts/soak --deals 1 --seed 0$"):
        Run(0, Kind.STEADY, Weather(crash_steps=100.0, crashes=3, power=1.0)).play()


def test_who_waits_for_one_that_has_gone_may_end_the_match():
    run = Run(5, Kind.DESERTED, CALM)
    assert run.deserter is not None
    run.deserter.deserts, run.deserter.away = 150, None
    report = run.play().report
    assert (report.verdict, report.silent) == (Verdict.UNRESPONSIVE, run.deserter.side)


def test_one_who_comes_back_too_late_is_shown_that_the_match_was_ended():
    # Only a host is there to show it.
    run = next(run for run in (Run(seed, Kind.DESERTED, CALM) for seed in range(99)) if run.deserter is run.peers[1])
    assert run.deserter is not None
    run.deserter.deserts, run.deserter.away = 150, 200.0
    report = verify(run.play().logs[0])
    assert (report.verdict, report.silent) == (Verdict.UNRESPONSIVE, 1)
    assert str(run.deserter.errors[-1]).startswith("ended")
