"""Real processes are killed and started again, and the same match comes of it: `scripts/soak --kills`, in short."""

import os
import re
import subprocess
import sys

import pytest

from tests.support.programs import ROOT, environment, events, finish, listening_port, started

KILLS = 12

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGKILL and fork are POSIX's")


def test_a_match_outlives_the_death_of_either_side_and_of_both():
    # A process of its own: it forks the sides, and forking wants a parent with one thread.
    soak = subprocess.run(
        [sys.executable, ROOT / "scripts" / "lib" / "soak.py", "--kills", str(KILLS), "--seed", "5", "--jobs", "1"],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        cwd=ROOT,
        timeout=100,
        check=False,
    )
    assert soak.stderr == ""
    assert soak.stdout.splitlines()[-1] == f"{KILLS} passed, 0 failed, seed 5", soak.stdout
    told = re.search(r"(\d+) SIGKILLs and (\d+) that struck .*: 0 records lost, 0 peers blamed", soak.stdout)
    assert told is not None
    assert int(told[1]) == KILLS
    assert int(told[2]) > 0
    assert soak.returncode == 0


def test_a_match_that_nothing_happens_to_has_one_connection(tmp_path):
    peer = [sys.executable, "-m", "tests.support.soak_peer"]
    with started([*peer, "host", str(tmp_path / "host"), "--port", "0"]) as host:
        port = listening_port(host)
        with started([*peer, "join", str(tmp_path / "guest"), "--port", str(port)]) as guest:
            ends = [finish(guest), finish(host)]
    for code, output, errors in ends:
        assert (code, errors) == (0, "")
        told = [event["event"] for event in events(output)]
        assert told.count("connected") == 1
        assert told[-1] == "exit"
        assert not {"lost", "reconnecting", "silent"} & set(told)
    mine, theirs = (next(tmp_path.glob(f"{side}/*/game.log")).read_bytes() for side in ("host", "guest"))
    assert mine == theirs
