"""`scripts/fuzz` around its targets: it counts, names what failed, and says so where it cannot run. Without atheris."""

from __future__ import annotations

import argparse

import pytest

from scripts.lib import fuzz
from scripts.lib.fuzz_targets import TARGETS, Broken

WORKER = """#!/bin/sh
# fuzz python WORKER TARGET RUNS SECONDS SEED CORPUS FAILURES
echo "$5" "$6" > "$9/said-$4"
case "$4" in
    frames) echo "$5 0" > "$8/../count" ;;
    notes) echo "frames: it broke"; echo "$5 2" > "$8/../count" ;;
    logs) echo "700 0" > "$8/../count"; : > "$9/logs-timeout-1"; echo "ERROR: libFuzzer: timeout" >&2; exit 70 ;;
    *) echo "no such module" >&2; exit 1 ;;
esac
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A `lib` whose environment for fuzzing is a script, and a folder for failures."""
    worker = tmp_path / "in-venv"
    worker.write_text(WORKER)
    worker.chmod(0o755)
    monkeypatch.setattr(fuzz, "LIB", tmp_path)
    monkeypatch.setattr(fuzz, "FAILURES", tmp_path / "failures")
    return tmp_path


def main(monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["scripts/fuzz", *map(str, arguments)])
    return fuzz.main()


def run(*names, runs=1000, seconds=0, jobs=1):
    return fuzz.fuzz(names, argparse.Namespace(runs=runs, seconds=seconds, jobs=jobs), seed=5)


def test_without_atheris_one_line_says_so(monkeypatch, capsys):
    monkeypatch.setattr(fuzz, "has_atheris", lambda: False)
    assert main(monkeypatch, "frames") == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "no atheris for Python" in said.err


def test_an_environment_that_cannot_be_made_is_no_atheris(place):
    (place / "in-venv").write_text("#!/bin/sh\necho pip says a lot >&2\nexit 69\n")
    assert not fuzz.has_atheris()
    (place / "in-venv").write_text("#!/bin/sh\nexit 0\n")
    assert fuzz.has_atheris()


def test_an_unknown_target_is_named(monkeypatch, capsys):
    with pytest.raises(SystemExit) as end:
        main(monkeypatch, "nonsense")
    assert end.value.code == 2
    assert "no such target: nonsense" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--runs", "0"], ["--runs", "many"], ["--again", "x"], ["--seconds", "-1"]])
def test_options_without_sense_are_refused(monkeypatch, arguments):
    with pytest.raises(SystemExit) as end:
        main(monkeypatch, *arguments)
    assert end.value.code == 2


def test_inputs_are_counted(place, capsys):
    assert run("frames") == 0
    assert "1000 passed, 0 failed, seed 5" in capsys.readouterr().out
    assert (place / "failures" / "said-frames").read_text() == "1000 0\n"


def test_what_breaks_a_law_is_told_and_makes_the_run_fail(place, capsys):
    assert run("frames", "notes", runs=3000) == 1
    said = capsys.readouterr().out
    assert "it broke" in said
    assert "2998 passed, 2 failed, seed 5" in said


def test_a_hang_is_a_failure_with_its_input_named(place, capsys):
    assert run("logs") == 1
    said = capsys.readouterr().out
    assert "700 passed, 1 failed, seed 5" in said
    assert str(place / "failures" / "logs-timeout-1") in said
    assert "libFuzzer: timeout" in said


def test_a_fuzzer_that_does_not_start_is_a_failure(place, capsys):
    assert run("toml") == 1
    said = capsys.readouterr().out
    assert "0 passed, 1 failed" in said
    assert "no such module" in said


def test_the_time_is_shared_as_the_inputs_are(place):
    run("frames", "notes", seconds=30, jobs=2)
    shares = {name: int((place / "failures" / f"said-{name}").read_text().split()[1]) for name in ("frames", "notes")}
    assert shares == {"frames": 40, "notes": 20}


def test_a_saved_input_is_tried_again(place, monkeypatch, capsys):
    path = place / "input"
    path.write_bytes(TARGETS["frames"].seeds()[0])
    assert main(monkeypatch, "frames", "--again", path) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    monkeypatch.setattr("scripts.lib.fuzz_targets.framing.encode", lambda _: b"")
    with pytest.raises(Broken):
        main(monkeypatch, "frames", "--again", path)


def test_every_target_has_a_part_of_a_whole_run():
    assert sum(target.share for target in TARGETS.values()) == 100
