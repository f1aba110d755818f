"""A host on a real network is found by a guest that has no address."""

import asyncio
import ipaddress
import json
import re

import pytest

from p2p_schnapsen.net.address import local_addresses
from tests.support.programs import SECONDS, environment, program

PIPE, NOWHERE = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL


def on_a_network():
    addresses = map(ipaddress.ip_address, local_addresses())
    return any(address.version == 4 and not address.is_loopback for address in addresses)


async def find_and_join(home, name):
    hosting = (
        "host",
        "--bot",
        "--json",
        "--port",
        "0",
        "--name",
        name,
        "--set",
        "target=1",
        "--opening",
        "never",
        "--home",
        home / "a",
    )
    joining = ("join", "--bot", "--home", home / "b")
    host = await asyncio.create_subprocess_exec(*program(*hosting), stdout=PIPE, stderr=NOWHERE, env=environment())
    try:
        listening, announced = [json.loads(await host.stdout.readline()) for _ in range(2)]
        assert listening["event"] == "listening"
        if announced["event"] == "unannounced":
            pytest.skip(f"this machine lets nobody use multicast: {announced}")
        guest = await asyncio.create_subprocess_exec(*program(*joining), stdin=PIPE, stdout=PIPE, env=environment())
        number = await listed(guest, name, listening["port"])
        output, _ = await guest.communicate(f"{number}\n".encode())
        return guest.returncode, output.decode(), announced["instance"]
    finally:
        if host.returncode is None:
            host.kill()
        await host.wait()


async def listed(guest, name, port):
    """The number of the game, once it is listed; others on the network may be, too."""
    while True:
        line = (await guest.stdout.readline()).decode()
        assert line, "it ended before the game was listed"
        if found := re.match(rf"\s*([0-9]+)\s+{name}\s.*:{port}$", line):
            return found[1]
        if line.startswith(("No game was found", "Anybody can announce")):
            guest.stdin.write(b"\n")


def test_a_guest_without_an_address_finds_the_host_and_plays(tmp_path):
    if not on_a_network():
        pytest.skip("this machine is on no network")

    async def run():
        async with asyncio.timeout(SECONDS):
            return await find_and_join(tmp_path, f"host-{tmp_path.name[-12:]}")

    code, output, instance = asyncio.run(run())
    assert code == 0, output
    assert instance.rpartition("-")[0] in output
    assert "Verdict: valid" in output
