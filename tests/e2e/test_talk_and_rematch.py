"""Two programs that say something to one another, play again, and count their results."""

import json
import subprocess

import pexpect

from tests.support.programs import environment, events, finish, listening_port, program, run, started

CONCEDE = "concede match\nyes\n"


def hosted(home, *more):
    return program(
        *("host", "--bot", "--yes", "--no-announce", "--bind", "127.0.0.1", "--port", "0", "--json"),
        *("--home", home, "--set", "target=1", *more),
    )


def join(port, home, *more, stdin=""):
    return run("join", f"127.0.0.1:{port}", "--yes", "--home", home, *more, stdin=stdin)


def test_two_play_again_by_the_same_rules_and_each_counts_its_results(tmp_path):
    with started(hosted(tmp_path / "a", "--rematch", "1")) as host:
        port = listening_port(host)
        guest = join(port, tmp_path / "b", "--rematch", "1", "--json", stdin="say moin\n" + CONCEDE * 2)
        code, output, errors = finish(host)
    assert (code, guest.returncode) == (0, 0), errors + guest.stderr
    told = events(output)
    assert [event["text"] for event in told if event["event"] == "chat"] == ["moin"]
    ends = [event for event in told if event["event"] == "end"]
    assert [end["verdict"] for end in ends] == ["valid", "valid"]
    assert [event["result"] for event in events(guest.stdout) if event["event"] == "end"] == [e["result"] for e in ends]

    (one,) = events(run("stats", "--json", "--home", tmp_path / "a").stdout)
    assert (one["matches"], one["won"], one["lost"], one["rules"]) == (2, 2, 0, "schnapsen target=1")
    (two,) = events(run("stats", "--json", ends[0]["log"], "--home", tmp_path / "b").stdout)
    assert (two["matches"], two["won"], two["lost"]) == (1, 0, 1)
    listed = run("peers", "--results", "--home", tmp_path / "b").stdout.splitlines()
    assert listed[0].endswith("won:lost")
    assert listed[1].endswith("0:2")

    other = run("stats", ends[0]["log"], "--home", tmp_path / "c")
    assert (other.returncode, other.stdout) == (2, "There are no results yet.\n")
    assert "this is no match of yours" in other.stderr


def test_a_person_at_a_terminal_is_asked_about_another_match(tmp_path):
    command = program("play", "--plain", "--home", tmp_path, "--set", "target=1")
    person = pexpect.spawn(command[0], command[1:], env=environment(TERM="dumb"), encoding="utf-8", timeout=60)
    for answer in ("yes", "no"):
        person.expect(r"Your move[^\r\n]*: $")
        person.sendline("concede match")
        person.expect(r"Give up the whole match\? \(yes or no\): $")
        person.sendline("yes")
        person.expect(r"Another match\? \(yes or no\): $")
        assert "Verdict: valid" in person.before
        person.sendline(answer)
    person.expect(pexpect.EOF)
    person.close()
    assert person.exitstatus == 0
    listed = subprocess.run(
        program("matches", "--json", "--home", tmp_path),
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        check=True,
    )
    assert [json.loads(line)["state"] for line in listed.stdout.splitlines()] == ["valid", "valid"]
