"""`replay`: the text on stdout, the verdict on stderr and in the exit code, whatever the file holds."""

import os

import pytest

from p2p_schnapsen.rules.notation import read
from tests.e2e.test_streams import shell, words
from tests.support.duel import Duel, log_of
from tests.support.programs import ROOT, here, run

pytestmark = pytest.mark.usefixtures("proofs_once")

EXAMPLE = ROOT / "protocol" / "logs" / "example" / "game.log"
REVOKE = ROOT / "protocol" / "logs" / "revoke_fail" / "game.log"


def test_a_valid_log_is_told_from_the_first_card_to_the_last():
    done = run("replay", EXAMPLE)
    assert done.returncode == 0
    assert len(read(done.stdout).deals) == 2
    assert done.stderr.startswith("valid: ")
    assert here("replay", EXAMPLE).stdout == here("replay", "--text", EXAMPLE).stdout == done.stdout


def test_a_match_with_a_fault_is_told_up_to_it_and_the_fault_is_named():
    done = here("replay", REVOKE)
    assert done.returncode == 1
    assert read(done.stdout).deals[0].moves
    assert done.stderr.startswith("proven: the guest ")


def test_a_log_that_ends_early_is_told_as_far_as_it_goes(tmp_path):
    whole = read(here("replay", EXAMPLE).stdout)
    path = tmp_path / "game.log"
    path.write_bytes(EXAMPLE.read_bytes()[:-20_000])
    done = here("replay", path)
    assert done.returncode == 5
    assert done.stderr.startswith("incomplete: ")
    last = read(done.stdout).deals[-1]
    assert last.moves == whole.deals[last.number - 1].moves[: len(last.moves)]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "unreadable: This is not a log of a match."),
        (b'[Schnapsen "1"]\n', "unreadable: This is not a log of a match."),
        (bytes(100_000), "unreadable: This is not a log of a match."),
        (b"\x89P2PSCHNAPSEN\r\n\x7f", "unreadable: This log is of a version that this program does not know."),
    ],
)
def test_what_is_no_log_takes_one_line_and_has_no_text(tmp_path, content, complaint):
    path = tmp_path / "game.log"
    path.write_bytes(content)
    done = here("replay", path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{path}: {complaint}\n")


@pytest.mark.parametrize("content", [b"\xff\xff\xff\xff", b"\0\0\0\0", b"\0\0\0\4\x93\x01\x02\x03", os.urandom(999)])
def test_a_log_of_garbage_has_no_text_and_no_traceback(tmp_path, content):
    path = tmp_path / "game.log"
    path.write_bytes(log_of([]) + content)
    done = here("replay", path)
    assert done.returncode in (1, 2, 5)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["missing.log", ".", "/dev/null", "a\nb"])
def test_what_is_no_file_takes_one_line(tmp_path, name):
    done = here("replay", tmp_path / name)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("p2p-schnapsen: ")


def test_names_with_escapes_do_no_harm(tmp_path):
    duel = Duel.new("names")
    for seat, name in zip(duel.seats, ('\x1b[2J"Eve\u202e\\\n', '\u00c4nne\u2028[Result "host 7-0"]'), strict=True):
        seat.name = name
    duel.step()
    duel.step()
    path = tmp_path / "game.log"
    path.write_bytes(duel.log())
    done = here("replay", path)
    assert done.returncode == 5
    assert read(done.stdout).names == ('"Eve\\', 'Änne [Result "host 7-0"]')
    assert not set(done.stdout + done.stderr) & set("\x1b\u202e\u2028")


def test_the_text_is_utf_8_in_any_locale(tmp_path):
    duel = Duel.new("utf-8")
    duel.seats[1].name = "Änne"
    duel.say(duel.next_message())
    duel.say(duel.next_message())
    path = tmp_path / "game.log"
    path.write_bytes(duel.log())
    done = run("replay", path, LC_ALL="C", LANG="C", PYTHONIOENCODING="ascii")
    assert read(done.stdout).names[1] == "Änne"


@pytest.mark.parametrize("log", [EXAMPLE, REVOKE])
def test_whoever_stops_reading_gets_the_verdict_all_the_same(log):
    done = shell(f"({words('replay', log)}; echo $? >&2) | head -1")
    assert done.stdout == '[Schnapsen "1"]\n'
    assert done.stderr.splitlines()[-1] == ("0" if log == EXAMPLE else "1")
    assert "Traceback" not in done.stderr


def test_without_stderr_and_without_stdout_the_exit_code_is_the_verdict():
    for closed in ("2>&-", ">&-", "2>&1 | true"):
        done = shell(words("replay", REVOKE) + " " + closed)
        assert done.returncode == (0 if "|" in closed else 1), closed
        assert "Traceback" not in done.stderr + done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a full disk is needed")
def test_a_full_disk_is_said():
    done = shell(words("replay", EXAMPLE) + " >/dev/full")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "p2p-schnapsen: the output cannot be written: No space left on device."
