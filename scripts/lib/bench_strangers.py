"""A game, and a friend at the door, with a thousand strangers that hold and re-open sockets, and without."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.net.address import Address
from p2p_schnapsen.net.session import greet
from p2p_schnapsen.net.transport import connect
from p2p_schnapsen.table.model import GUEST

ROOT = Path(__file__).resolve().parents[2]
STRANGERS = 1000
DEALS = 15
ROUNDS = 3
FRIENDS = 10

Row = dict[str, Any]


@contextmanager
def _started(*command: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def _crowd(port: int) -> Iterator[None]:
    with _started(str(ROOT / "scripts/lib/crowd.py"), str(port), str(STRANGERS)) as crowd:
        assert crowd.stdout is not None
        assert crowd.stdout.readline() == "there\n"
        yield


def _deals(player: subprocess.Popen[str]) -> float:
    """Wall seconds a deal takes, the mean over some."""
    assert player.stdout is not None
    seen, start = 0, 0.0
    for line in player.stdout:
        if json.loads(line)["event"] == "deal":
            start = start or time.monotonic()
            seen += 1
            if seen > DEALS:
                return (time.monotonic() - start) / DEALS
    raise AssertionError("the match ended")


async def _friend(port: int) -> float:
    """Seconds until a friend has been greeted."""
    start = time.monotonic()
    async with await connect(Address("127.0.0.1", port)) as connection:
        await greet(connection, GUEST, signing.generate(os.urandom(32)), os.urandom(32))
        return time.monotonic() - start


def strangers() -> Row:
    """A game's deal and a friend's greeting, with 1,000 strangers holding and re-opening sockets and without."""
    with tempfile.TemporaryDirectory() as name:
        host = ("-m", "p2p_schnapsen", "host", "--serve", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1")
        with _started(*host, "--home", f"{name}/a", "--set", "target=100000") as house:
            assert house.stdout is not None
            port = json.loads(house.stdout.readline())["port"]
            guest = ("-m", "p2p_schnapsen", "join", f"127.0.0.1:{port}", "--bot", "--json", "--home", f"{name}/b")
            with _started(*guest) as player:
                alone, crowded, friends = [], [], []
                for _ in range(ROUNDS):
                    alone.append(_deals(player))
                    with _crowd(port):
                        crowded.append(_deals(player))
                        friends += [asyncio.run(_friend(port)) for _ in range(FRIENDS)]
    ratio = statistics.median(busy / calm for busy, calm in zip(crowded, alone, strict=True))
    return {
        "a deal in a crowd": {"ms": 1000 * statistics.median(crowded), "alone_ms": 1000 * statistics.median(alone)}
        | {"ratio": ratio},
        "a friend in a crowd": {"s": max(friends), "median_s": statistics.median(friends)},
    }
