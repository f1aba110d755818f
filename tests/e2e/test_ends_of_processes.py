"""Processes that end before their time: the computer goes with us, and we say so when it goes alone."""

import os
import signal
import sys

import pytest

from tests.support.programs import events, finish, program, started

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def children(pid):
    """The processes that a process has started."""
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def until(process, word):
    while word not in (line := process.stdout.readline()):
        assert line, process.stderr.read()


@pytest.fixture
def playing(tmp_path):
    """A match of two computers, in its first deal; and the process of the second."""
    command = program("play", "--auto", "--json", "--home", tmp_path, "--set", "target=900")
    with started(command) as process:
        until(process, '"deal"')
        (computer,) = children(process.pid)
        yield process, os.pidfd_open(computer)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_computer_does_not_outlive_us(playing, number):
    process, computer = playing
    process.send_signal(number)
    process.communicate(timeout=60)
    # Readable once the process is gone.
    import select

    assert select.select([computer], [], [], 30)[0]
    assert process.returncode == (-9 if number == signal.SIGKILL else 128 + number)
    os.close(computer)


def test_a_computer_that_ends_alone_is_said_and_the_log_stays(playing):
    process, computer = playing
    signal.pidfd_send_signal(computer, signal.SIGKILL)
    code, output, errors = finish(process)
    os.close(computer)
    assert code == 70
    assert errors.splitlines()[-1] == "p2p-schnapsen: The computer's program stopped: exit code -9"
    assert events(output)[-1]["verdict"] == "incomplete"


def test_a_host_under_nohup_goes_on_after_a_hangup(tmp_path):
    command = program("host", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path)
    with started(["nohup", *command]) as hosting:
        until(hosting, '"listening"')
        hosting.send_signal(signal.SIGHUP)
        hosting.send_signal(signal.SIGTERM)
        assert finish(hosting)[0] == 143
