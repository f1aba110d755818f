"""Ways to a friend beyond the local network, as the README tells them, tried on loopback."""

import getpass
import json
import os
import shutil
import socket
import subprocess
import time

import pytest

from tests.support.forwarder import Forwarder
from tests.support.programs import SECONDS, environment, events, finish, listening_port, program, started


def hosting(home, target):
    options = ("--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--opening", "never")
    return started(program("host", *options, "--set", f"target={target}", "--home", home))


def joining(port, home):
    return program("join", f"127.0.0.1:{port}", "--bot", "--json", "--home", home)


def test_a_match_is_played_through_a_forwarded_port_and_goes_on_after_a_cut(tmp_path):
    # No deal is worth more than 3: this match has at least two.
    with hosting(tmp_path / "a", 4) as host, Forwarder(listening_port(host)) as forward:
        with started(joining(forward.port, tmp_path / "b")) as guest:
            for line in guest.stdout:
                if json.loads(line)["event"] == "deal":
                    forward.cut()
                    break
            code, output, errors = finish(guest)
        assert code == 0, errors
        assert forward.connections >= 2, "the guest came back by the same way"
        assert events(output)[-1]["verdict"] == "valid"
        assert finish(host)[0] == 0


SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@pytest.mark.skipif(not (SSHD and shutil.which("ssh")), reason="an SSH server and client are needed")
@pytest.mark.parametrize("option", ["-L", "-R"])
def test_a_match_is_played_through_a_tunnel(tmp_path, option):
    """`-L`: the guest logs in where the host is. `-R`: the host logs in where the guest is."""
    with hosting(tmp_path / "a", 1) as host, Server(tmp_path) as server:
        port = free_port()
        with server.tunnel(option, f"127.0.0.1:{port}:127.0.0.1:{listening_port(host)}", port):
            done = subprocess.run(
                joining(port, tmp_path / "b"),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                env=environment(),
                timeout=SECONDS,
                check=False,
            )
        assert done.returncode == 0, done.stderr
        assert events(done.stdout)[-1]["verdict"] == "valid"
        assert finish(host)[0] == 0


class Server:
    """An SSH server of our own on loopback, with a key made for it."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        for name in ("server", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        shutil.copy(folder / "user.pub", folder / "authorized")
        (folder / "config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/server\n"
            f"AuthorizedKeysFile {folder}/authorized\nPidFile none\nStrictModes no\n"
            "UsePAM no\nPasswordAuthentication no\n"
        )

    def __enter__(self):
        command = [SSHD, "-D", "-e", "-f", self.folder / "config"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8")
        if not reached(self.port, self.process):
            pytest.skip(f"the SSH server does not run here: {self.process.communicate()[1].strip()[-200:]}")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def tunnel(self, option, way, port):
        options = [
            "BatchMode=yes",
            "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null",
            "ExitOnForwardFailure=yes",
        ]
        words = [word for text in options for word in ("-o", text)]
        login = ["-F", "none", "-i", self.folder / "user", "-p", str(self.port), f"{getpass.getuser()}@127.0.0.1"]
        return Tunnel(["ssh", "-N", option, way, *words, *login], port)


class Tunnel:
    def __init__(self, command, port):
        self.command, self.port = command, port

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if not reached(self.port, self.process):
            pytest.skip(f"nobody can log in here: {self.process.communicate()[1].decode().strip()[-200:]}")

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def reached(port, process):
    """Whether somebody listens there before the process ends."""
    deadline = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return True
    return False
