"""The locks: complete, pinned by hash, free of places, and in step with one another and with the project."""

import re
import tomllib

import pytest

from tests.support.programs import ROOT

LOCKS = {
    name: (ROOT / "scripts" / "lock" / f"{name}.txt").read_text("utf-8")
    for name in ("runtime", "dev", "schnapsen", "fuzz")
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def pins(text):
    """Name -> the whole entry: version, marker and hashes."""
    entries = re.split(r"\n(?=\S)", text.strip())
    return {re.split(r"[=<>!~ ;]", entry, maxsplit=1)[0]: entry for entry in entries}


def names(requirements):
    return {re.split(r"[=<>!~ ;\[]", requirement, maxsplit=1)[0] for requirement in requirements}


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_one_version_and_its_hashes(name):
    for entry in pins(LOCKS[name]).values():
        assert re.match(r"[a-z0-9-]+==[0-9][\w.]*( ; .*)? \\\n", entry), entry.splitlines()[0]
        assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", entry)) == len(entry.splitlines()) - 1


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_index_and_no_place(name):
    assert not re.search(r"://|^-|^#|@|\b(index-url|find-links)\b", LOCKS[name], re.MULTILINE)


def test_the_test_lock_holds_every_pin_of_the_programs_lock():
    # The set-up relies on it: what meets the one lock meets the other.
    runtime, dev = pins(LOCKS["runtime"]), pins(LOCKS["dev"])
    assert {name: dev.get(name) for name in runtime} == runtime


def test_what_is_fuzzed_runs_on_the_programs_own_pins():
    runtime, fuzz = pins(LOCKS["runtime"]), pins(LOCKS["fuzz"])
    same = names(PROJECT["project"]["dependencies"])
    assert {name: fuzz[name] for name in same} == {name: runtime[name] for name in same}


def test_all_that_the_project_asks_for_is_locked():
    groups = PROJECT["dependency-groups"]
    assert names(PROJECT["project"]["dependencies"] + groups["build"]) <= set(pins(LOCKS["runtime"]))
    assert names(groups["dev"]) <= set(pins(LOCKS["dev"]))
    assert names(groups["schnapsen"]) <= set(pins(LOCKS["schnapsen"]))
    assert names(PROJECT["project"]["dependencies"] + groups["fuzz"]) <= set(pins(LOCKS["fuzz"]))
    assert names(PROJECT["build-system"]["requires"]) <= names(groups["build"])
