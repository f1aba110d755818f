"""The golden logs of `protocol/logs`: `verify` finds in each what is written beside it; they can be made anew."""

from __future__ import annotations

import json
import re

import pytest

from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.table.faults import FAULTS
from scripts.lib import golden
from tests.support.fold import verdict
from tests.support.programs import ROOT, events, run

pytestmark = pytest.mark.usefixtures("proofs_once")

LOGS = ROOT / "protocol" / "logs"
FOLDERS = sorted(path.name for path in LOGS.iterdir() if path.is_dir())
EXPECTED = {name: json.loads((LOGS / name / "expected.json").read_text("utf-8")) for name in FOLDERS}
MARKS = {"unopened", "unacknowledged", "torn"}

THROUGH_THE_PROGRAM = ("declined", "revoke_fail", "unresponsive", "log_version_fail")
"""One of each exit code and more; the others are judged by the library."""

MADE_ANEW = ("resumed", "revoke_fail", "false_marriage_fail", "body_version_fail")
"""Here; `scripts/golden --check` makes all."""


def about(name):
    return (LOGS / name / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", FOLDERS)
def test_verification_finds_what_is_expected(name):
    report = verdict((LOGS / name / "game.log").read_bytes())
    found = report.as_json(name)
    assert found == {"log": name, **EXPECTED[name]}
    assert (report.verdict in (Verdict.PROVEN, Verdict.ALTERED, Verdict.UNREADABLE)) == name.endswith("_fail")


def test_the_program_says_the_same_as_json():
    paths = [LOGS / name / "game.log" for name in THROUGH_THE_PROGRAM]
    done = run("verify", "--json", *paths)
    expected = [{"log": str(path), **EXPECTED[path.parent.name]} for path in paths]
    assert (events(done.stdout), done.stderr, done.returncode) == (expected, "", 1)


def test_every_verdict_and_every_mark_occurs():
    assert {found["verdict"] for found in EXPECTED.values()} == set(Verdict)
    assert {mark for found in EXPECTED.values() for mark in found["marks"]} == MARKS


def test_every_rule_set_occurs_opened_and_unopened():
    for name in NAMES:
        assert (EXPECTED[name]["verdict"], EXPECTED[name]["opened"]) == ("valid", EXPECTED[name]["deals"])
        assert EXPECTED[name]["marks"] == []
        unopened = EXPECTED[name + "_unopened"]
        assert (unopened["verdict"], unopened["opened"], unopened["marks"]) == ("valid", 0, ["unopened"])


def test_both_sides_are_to_blame_for_some_and_nobody_is_without_proof():
    assert {found["culprit"] for found in EXPECTED.values() if found["verdict"] == "proven"} == {"host", "guest"}
    for found in EXPECTED.values():
        assert found["verdict"] == "proven" or (found["culprit"], found["section"]) == (None, None)


@pytest.mark.parametrize("name", FOLDERS)
def test_each_case_says_what_is_wrong_who_is_to_blame_and_which_section_says_so(name):
    heading, _, body = about(name).partition("\n\n")
    body = " ".join(body.split())
    assert heading.startswith("# ")
    assert body.endswith(".")
    found = EXPECTED[name]
    if found["verdict"] == "proven":
        assert f"the {found['culprit']} is to blame, in record {found['record']}" in body.lower()
        assert f"`{found['section']}`" in body
        assert FAULTS[found["code"]] == found["section"]
    elif name.endswith("_fail"):
        assert "`verdicts`" in body


def test_each_section_that_is_named_is_there():
    links = {link for name in FOLDERS for link in re.findall(r"\(\.\./\.\./spec/(.*?\.md)#(.*?)\)", about(name))}
    assert len(links) > 10
    for file, section in links:
        assert f"## {section}\n" in (ROOT / "protocol" / "spec" / file).read_text("utf-8")


def test_nothing_lies_there_that_belongs_to_no_case_and_the_table_lists_all():
    assert list(golden.strays()) == []
    readme = (LOGS / "README.md").read_text("utf-8")
    assert golden.with_table(readme) == readme
    assert re.findall(r"^\| \[`(.*?)`\]\(\1/README.md\)", readme, re.MULTILINE) == sorted(
        FOLDERS, key=lambda name: list(golden.CASES).index(name)
    )


@pytest.mark.parametrize("name", MADE_ANEW)
def test_a_log_that_is_made_anew_is_the_same_byte_for_byte(name):
    for file, data in golden.build(golden.CASES[name]).items():
        assert (LOGS / name / file).read_bytes() == data, file


def test_a_log_that_differs_is_named_and_so_is_a_file_too_many(tmp_path):
    for name in golden.CASES:
        (tmp_path / name).mkdir()
        for file in ("game.log", "expected.json", "README.md"):
            (tmp_path / name / file).write_bytes((LOGS / name / file).read_bytes())
    (tmp_path / "README.md").write_bytes((LOGS / "README.md").read_bytes())
    assert list(golden.differences(["wrong_start_fail"], tmp_path)) == []
    log = tmp_path / "wrong_start_fail" / "game.log"
    log.write_bytes(log.read_bytes()[:-1] + b"?")
    (tmp_path / "torn" / "more").write_bytes(b"")
    (tmp_path / "example" / "README.md").unlink()
    found = list(golden.differences(["wrong_start_fail"], tmp_path))
    assert found == ["wrong_start_fail/game.log", "example/README.md", "torn/more", "README.md"]
