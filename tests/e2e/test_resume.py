"""Matches that are left and gone on with: `matches`, `resume`, the same `host` and `join`, `play`, and the house."""

import json
import shutil
import signal

import pytest

from tests.support.programs import events, finish, here, listening_port, paused, program, run, started

pytestmark = pytest.mark.usefixtures("proofs_once")


def until(process, kind):
    """The next event of this kind that a program says."""
    for line in process.stdout:
        event = json.loads(line)
        if event["event"] == kind:
            return event
    raise AssertionError(f"no {kind}")


def hosting(home, *more, port=0):
    return program("host", "--bot", "--json", "--port", str(port), "--bind", "127.0.0.1", "--home", home, *more)


def joining(home, port, *more):
    return program("join", f"127.0.0.1:{port}", "--bot", "--json", "--home", home, *more)


def matches(home):
    return [json.loads(line) for line in here("matches", "--json", "--home", home).stdout.splitlines()]


def folders(home):
    return list((home / "matches").iterdir())


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A home with a match that is over."""
    home = tmp_path_factory.mktemp("finished") / "home"
    assert here("play", "--auto", "--home", home, "--set", "target=1", "--opening", "never").returncode == 0
    return home


@pytest.fixture
def over(finished, tmp_path):
    """A copy of it."""
    return shutil.copytree(finished, tmp_path / "home")


@pytest.fixture
def left(tmp_path):
    """A match of which both programs were killed in the middle: the homes and the port."""
    with started(hosting(tmp_path / "a", "--set", "target=900", "--opening", "never")) as host:
        port = listening_port(host)
        with started(joining(tmp_path / "b", port)) as guest:
            until(guest, "deal")
            until(host, "deal")
            host.send_signal(signal.SIGKILL)
            guest.send_signal(signal.SIGKILL)
    return tmp_path / "a", tmp_path / "b", port


def test_a_match_that_both_programs_were_killed_in_is_listed_and_goes_on(left):
    a, b, port = left
    (mine,), (theirs,) = matches(a), matches(b)
    assert (mine["state"], theirs["state"], mine["side"], theirs["side"]) == ("unfinished",) * 2 + ("host", "guest")
    text = here("matches", "--home", a).stdout
    assert mine["match"] in text
    assert "resume MATCH" in text
    with (
        started(program("resume", "--bot", "--json", "--home", a)) as host,
        started(program("resume", theirs["match"][11:18], "--bot", "--json", "--home", b)) as guest,
    ):
        assert listening_port(host) == port
        assert until(guest, "resumed")["match"] == theirs["match"]
        deal = until(guest, "deal")
        assert deal["number"] > mine["deals"] >= 1
        with paused(host, guest):
            second = run("resume", "--bot", "--home", b)
        assert second.returncode == 2
        assert "another process is playing this match" in second.stderr
        guest.send_signal(signal.SIGTERM)
        code, output, errors = finish(host)
    assert code == 5, errors
    assert events(output)[-1]["verdict"] == "incomplete"
    assert "has left the table" in errors
    # The same commands as at first go on with it as well.
    with started(hosting(a, port=port)) as host:
        assert listening_port(host) == port
        with started(joining(b, port)) as guest:
            first, second = until(host, "resumed"), until(guest, "resumed")
            assert (first["match"], second["match"]) == (mine["match"], theirs["match"])
            assert until(guest, "deal")["number"] > deal["number"]
    assert len(folders(a)) == len(folders(b)) == 1


def test_a_damaged_match_is_listed_as_one(over):
    (folder,) = (over / "matches").iterdir()
    log = folder / "game.log"
    whole = log.read_bytes()
    for path, content in ((folder / "ended.json", b'{"a": 1}'), (folder / "match.json", b"[")):
        before = path.read_bytes()
        path.write_bytes(content)
        listed = here("matches", "--home", over)
        assert (listed.returncode, "damaged" in listed.stdout) == (0, True)
        assert str(path) in listed.stderr
        path.write_bytes(before)
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    log.write_bytes(flipped)
    (folder / "ended.json").unlink()
    assert matches(over)[0]["state"] == "damaged"


def test_there_may_be_nothing_to_go_on_with(tmp_path):
    assert run("matches", "--home", tmp_path).stdout == "There are no matches yet.\n"
    done = here("resume", "--home", tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_a_match_that_is_over_cannot_be_gone_on_with(over):
    (match,) = matches(over)
    assert match["state"] == "valid"
    done = here("resume", match["match"], "--home", over)
    assert done.returncode == 2
    assert "is over (valid)" in done.stderr
    assert "There is no match" in here("resume", "nothing", "--home", over).stderr


def test_leaving_the_computer_and_coming_back_is_one_match(tmp_path):
    first = run("play", "--home", tmp_path, "--plain", stdin="1\nq\n")
    assert first.returncode == 0
    other = here("play", "--home", tmp_path, "--plain", "--rules", "tjger", stdin="q\n")
    assert "You go on" not in other.stdout
    (match, _) = matches(tmp_path)
    for play, command in ((run, ("play",)), (here, ("resume", match["match"]))):
        back = play(*command, "--home", tmp_path, "--plain", stdin="q\n")
        assert "You go on with the match that was left" in back.stdout
        assert "The match goes on. Score:" in back.stdout
        assert len(folders(tmp_path)) == 2
    here("play", "--home", tmp_path, "--plain", "--new", stdin="q\n")
    assert len(folders(tmp_path)) == 3


def test_an_unknown_guest_and_an_unknown_host_are_asked_about(tmp_path):
    command = program("host", "--plain", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a", "--json")
    with started(command) as host:  # nobody types there: the end of input is a no
        guest = here("join", f"127.0.0.1:{listening_port(host)}", "--bot", "--home", tmp_path / "b")
    assert guest.returncode == 3
    assert "did not let you in" in guest.stderr
    with started(hosting(tmp_path / "c")) as host:
        port = listening_port(host)
        no = here("join", f"127.0.0.1:{port}", "--plain", "--home", tmp_path / "d", stdin="no\n")
        assert "is new to you" in no.stdout
        assert no.returncode == 0
        yes = run("join", f"127.0.0.1:{port}", "--plain", "--home", tmp_path / "d", stdin="yes\nyes\nq\n")
    assert "Play by these rules?" in yes.stdout
    known = [json.loads(line) for line in here("peers", "--json", "--home", tmp_path / "d").stdout.splitlines()]
    assert [peer["state"] for peer in known] == ["known"]


def test_a_house_serves_many_says_when_it_is_busy_and_stops_in_order(tmp_path):
    long = ("--set", "target=900", "--opening", "never")
    with started(hosting(tmp_path / "a", "--serve", "--max", "2", *long, "--patience", "10")) as house:
        port = listening_port(house)
        with started(joining(tmp_path / "b", port)) as first, started(joining(tmp_path / "c", port)) as second:
            until(first, "deal")
            until(second, "deal")
            with paused(first, second):
                third = here("join", f"127.0.0.1:{port}", "--bot", "--home", tmp_path / "d")
            assert third.returncode == 3
            assert "The host is busy" in third.stderr
            house.send_signal(signal.SIGTERM)
            code, output, errors = finish(house)
            left = [finish(player) for player in (first, second)]
    assert code == 143, errors
    last = events(output)[-1]
    assert (last["event"], last["playing"]) == ("status", 0)
    assert [player[0] for player in left] == [5, 5]
    assert [item["state"] for item in matches(tmp_path / "a")] == ["unfinished"] * 2


def test_a_house_appends_each_result_to_a_file(tmp_path):
    results = tmp_path / "results"
    results.write_text('{"earlier": true}\n')
    brief = ("--set", "target=1", "--opening", "never")
    with started(hosting(tmp_path / "a", "--serve", *brief, "--results", results)) as house:
        port = listening_port(house)
        for name in ("b", "b"):
            assert here("join", f"127.0.0.1:{port}", "--bot", "--home", tmp_path / name).returncode == 0
        found = [until(house, "finished") for _ in range(2)]
        house.send_signal(signal.SIGINT)
        assert finish(house)[0] == 130
    lines = [json.loads(line) for line in results.read_text().splitlines()]
    assert lines == [{"earlier": True}, *found]
    assert here("verify", "--json", *(item["log"] for item in found)).returncode == 0
    assert len({item["log"] for item in found}) == 2


def test_serving_needs_a_computer(tmp_path):
    done = here("host", "--serve", "--home", tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
