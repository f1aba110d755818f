"""Tests speak English, whatever the locale of whoever runs them; a module that used another language gives it back.

What they share: compiled tests, and `proofs_once`.
"""

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from p2p_schnapsen.ui import language, pack, program
from tests.simulation.memo import each_proof_once

for _variable in ("LANGUAGE", "LC_MESSAGES"):
    os.environ.pop(_variable, None)
os.environ["LC_ALL"] = "C.UTF-8"

ROOT = Path(__file__).resolve().parents[1]


def pytest_sessionstart(session):
    """Workers compile the tests together: each imports its share first, and finds that of the others compiled."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode:
        return
    files = sorted(path for place in session.config.args for path in Path(place).glob("**/test_*.py"))
    for path in files[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        if path.with_name("__init__.py").exists():
            # What fails, or skips itself, does so again when it is collected, and is reported there.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(path.resolve().relative_to(ROOT).with_suffix("").parts))


@pytest.fixture(autouse=True, scope="module")
def english():
    yield
    language.use("en")
    pack.use("french")
    program.call(program.PROGRAM)
    program.live_at("")


@pytest.fixture(scope="module")
def proofs_once():
    """For modules that look at whole games: what the other seat or the verifier asks again is not worked out again.

    Not for those that are about the proofs, nor about making a record anew.
    """
    with each_proof_once():
        yield
