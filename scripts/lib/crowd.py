"""A crowd at a port of this machine: `crowd.py PORT SOCKETS` holds so many sockets that say nothing, and opens each
anew as soon as it is closed, or after a while; until its standard input ends. Prints "there" once all have been opened.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import sys

HOLD_SECONDS = (0.5, 3.0)
AGAIN_SECONDS = 0.05


async def _stranger(port: int, opened: asyncio.Semaphore, rng: random.Random) -> None:
    first = True
    while True:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(30):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            if first:
                first = False
                opened.release()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(rng.uniform(*HOLD_SECONDS)):
                    await reader.read(1)  # the host has had enough of us
            writer.close()
        await asyncio.sleep(AGAIN_SECONDS)


async def main(port: int, sockets: int) -> None:
    """Until nobody wants us any more."""
    opened = asyncio.Semaphore(0)
    rng = random.Random(sockets)
    crowd = [asyncio.create_task(_stranger(port, opened, rng)) for _ in range(sockets)]
    for _ in crowd:
        await opened.acquire()
    print("there", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for stranger in crowd:
        stranger.cancel()


if __name__ == "__main__":
    wanted = int(sys.argv[2])
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted + 100:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, wanted + 100), hard))
    asyncio.run(main(int(sys.argv[1]), wanted))
