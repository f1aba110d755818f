"""`verify` on logs that something happened to: the right verdict and exit code, the record named, nobody blamed."""

import re

import pytest

from tests.support.duel import Duel, keen, log_of
from tests.support.programs import events, here, run

pytestmark = pytest.mark.usefixtures("proofs_once")


@pytest.fixture(scope="module")
def duel():
    return Duel.new("damage", choose=keen).play(until=lambda state: state.match is not None and state.match.deals == 1)


@pytest.fixture(scope="module")
def whole():
    duel = Duel.new("a whole match", choose=keen)
    return duel.play()


def verified(tmp_path, *logs):
    """The report on each log, and the exit code."""
    paths = []
    for number, data in enumerate(logs):
        paths.append(tmp_path / f"{number}.log")
        paths[-1].write_bytes(data)
    done = run("verify", "--json", *paths)
    assert done.stderr == ""
    found = events(done.stdout)
    text = here("verify", "--jobs", "1", *paths)
    assert text.returncode == done.returncode
    for report in found:
        assert f"{report['verdict']}: " in text.stdout
        assert report["verdict"] == "proven" or report["culprit"] is None
    assert "Traceback" not in text.stdout + text.stderr
    return found, done.returncode, text.stdout


def test_a_whole_log_is_valid_and_a_cut_one_incomplete(tmp_path, duel, whole):
    (good, cut), code, _ = verified(tmp_path, whole.log(), duel.log())
    assert (good["verdict"], cut["verdict"], code) == ("valid", "incomplete", 5)
    assert good["result"]["winner"] in ("host", "guest")


def test_damage_is_altered_at_its_record_and_nobodys_fault(tmp_path, duel):
    records = duel.records
    flipped = bytearray(records[9])
    flipped[len(flipped) // 2] ^= 1
    damaged = {
        "flipped": [*records[:9], bytes(flipped), *records[10:]],
        "removed": [*records[:9], *records[10:]],
        "doubled": [*records[:9], records[8], *records[9:]],
        "swapped": [*records[:9], records[10], records[9], *records[11:]],
    }
    found, code, text = verified(tmp_path, *map(log_of, damaged.values()))
    assert code == 1
    for report in found:
        assert (report["verdict"], report["record"]) == ("altered", 9)
    assert len(re.findall(r"altered: at record 9 .* Nobody is blamed for that\.", text)) == len(damaged)


def test_a_torn_end_is_incomplete_and_what_is_no_log_unreadable(tmp_path, duel):
    found, code, _ = verified(tmp_path, duel.log()[:-3], b"", b"hello", duel.log()[:10])
    assert [report["verdict"] for report in found] == ["incomplete", *["unreadable"] * 3]
    assert found[0]["marks"] == ["torn"]
    assert code == 2
