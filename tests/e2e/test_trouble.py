"""What goes wrong outside: one clear line each, with the right exit code, and never a traceback."""

import json
import os
import signal
import socket

import pytest

from tests.support.programs import events, finish, here, listening_port, program, run, started


def one_line(done, code):
    assert done.returncode == code, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("p2p-schnapsen: ")
    return line


def refused(code, *arguments):
    """The one line, with nothing on stdout; without a process for each."""
    done = here(*arguments)
    assert done.stdout == ""
    return one_line(done, code)


@pytest.fixture
def closed_port():
    """A port at which nobody listens."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        yield sock.getsockname()[1]


@pytest.mark.parametrize("place", ["127.0.0.1:{port}", "localhost:{port}"])
def test_nobody_listening_is_said(tmp_path, closed_port, place):
    assert "Nobody listens" in one_line(run("join", place.format(port=closed_port), "--home", tmp_path), 3)


def test_a_host_name_that_nobody_has_is_said(tmp_path):
    assert "no host called" in one_line(here("join", "no-such-host.invalid", "--home", tmp_path), 3)


@pytest.mark.parametrize("name", ["a" * 300, "ex ample", "ü" * 70, "1.2.3", "a..b"])
def test_a_host_name_that_is_none_is_said(tmp_path, name):
    assert "no host called" in refused(3, "join", name, "--home", tmp_path)


def test_a_port_in_use_is_said(tmp_path):
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        port = str(sock.getsockname()[1])
        done = here("host", "--bind", "127.0.0.1", "--port", port, "--home", tmp_path)
    assert "is in use" in one_line(done, 3)


@pytest.mark.parametrize(
    "arguments",
    [
        ("join", "127.0.0.1:70000"),
        ("join", "[::1"),
        ("join", ""),
        ("join", "127.0.0.1#SHORT"),
        ("host", "--port", "-1"),
        ("host", "--only", "nobody"),
        ("play", "--set", "hand=7"),
        ("play", "--set", "nonsense"),
        ("play", "--rules", "/no/such/file.toml"),
        ("play", "--name", "x" * 65),
        ("play", "--name", "a\x1b[31m"),
    ],
)
def test_nonsense_on_the_command_line_is_one_line_and_exit_2(tmp_path, arguments):
    if arguments[:2] == ("host", "--port"):
        arguments = ("host", "--port=-1")
    refused(2, *arguments, "--home", tmp_path)


def test_the_program_itself_ends_so(tmp_path):
    one_line(run("play", "--set", "hand=7", "--home", tmp_path), 2)
    one_line(run("host", "--port=-1", "--home", tmp_path), 2)


@pytest.mark.parametrize("path", ["/no/such/file", "/", "/dev/null"])
def test_what_is_no_log_is_unreadable(path):
    done = here("verify", "--json", path)
    assert done.returncode == 2
    assert events(done.stdout)[0]["verdict"] == "unreadable"


def test_one_key_on_both_sides_is_refused(tmp_path):
    host = program("host", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path)
    with started(host) as hosting:
        done = here("join", f"127.0.0.1:{listening_port(hosting)}", "--bot", "--home", tmp_path)
        assert "same key" in one_line(done, 4)


def test_only_the_invited_key_gets_in(tmp_path):
    invited = here("id", "--full", "--home", tmp_path / "friend").stdout.split("pin:")[1].split()[0]
    command = ("host", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a")
    with started(program(*command, "--only", invited, "--opening", "never", "--set", "target=1")) as hosting:
        port = listening_port(hosting)
        stranger = here("join", f"127.0.0.1:{port}", "--bot", "--home", tmp_path / "stranger")
        assert "not yours" in one_line(stranger, 3)
        friend = here("join", f"127.0.0.1:{port}", "--bot", "--home", tmp_path / "friend")
        assert friend.returncode == 0, friend.stderr
        assert finish(hosting)[0] == 0


def test_another_key_than_the_pinned_one_is_refused(tmp_path):
    other = here("id", "--full", "--home", tmp_path / "x").stdout.split("pin:")[1].split()[0]
    command = ("host", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a")
    with started(program(*command)) as hosting:
        place = f"127.0.0.1:{listening_port(hosting)}#{other}"
        assert "pinned" in here("join", place, "--bot", "--home", tmp_path / "b").stderr


def test_noise_at_the_port_leaves_the_host_waiting(tmp_path):
    command = ("host", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a")
    with started(program(*command, "--opening", "never", "--set", "target=1")) as hosting:
        port = listening_port(hosting)
        for noise in (b"GET / HTTP/1.1\r\n\r\n", os.urandom(5000), b"\x16\x03\x01" + bytes(500), b""):
            with socket.create_connection(("127.0.0.1", port)) as sock:
                sock.sendall(noise)
        assert here("join", f"127.0.0.1:{port}", "--bot", "--home", tmp_path / "b").returncode == 0
        code, _, errors = finish(hosting)
    assert code == 0
    assert "Traceback" not in errors


def test_a_computer_waits_for_an_opponent_that_was_killed_and_then_ends_the_match_with_a_note(tmp_path):
    command = ("host", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a")
    with started(program(*command, "--set", "target=900", "--patience", "10")) as hosting:
        join = program("join", f"127.0.0.1:{listening_port(hosting)}", "--bot", "--json", "--home", tmp_path / "b")
        with started(join) as joining:
            while '"deal"' not in joining.stdout.readline():
                pass
            joining.send_signal(signal.SIGKILL)
            code, output, errors = finish(hosting)
    assert code == 5
    assert errors.splitlines()[-1].startswith("p2p-schnapsen: Your opponent has been silent for too long")
    end = events(output)[-1]
    assert end["verdict"] == "unresponsive"
    found = here("verify", "--json", end["log"])
    assert found.returncode == 5
    assert json.loads(found.stdout)["silent"] == "guest"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_a_waiting_host_quietly(tmp_path, number, code):
    with started(program("host", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path)) as hosting:
        listening_port(hosting)
        hosting.send_signal(number)
        found, _, errors = finish(hosting)
    assert found == code
    assert "Traceback" not in errors


def test_a_home_open_to_others_is_refused(tmp_path):
    assert here("id", "--home", tmp_path / "h").returncode == 0
    (tmp_path / "h" / "keys" / "player.key").chmod(0o644)
    assert "open to others" in one_line(run("id", "--home", tmp_path / "h"), 2)
