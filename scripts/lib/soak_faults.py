"""Real faults other than death: opponents that are stopped, links that are cut, full disks, second processes and
second connections, clocks that jump by ten years.

Each is a match between real processes, which has to come out, byte for byte, as if nothing had happened.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.table.model import GUEST, HOST
from scripts.lib.soak_kills import Disturbed, Game, undisturbed
from tests.support import soak_peer
from tests.support.programs import environment, program
from tests.support.soak_peer import LOOPBACK
from tests.support.soak_scene import PATIENCE_SECONDS, Broken, Scene, Skipped, check
from tests.support.soak_table import SIDES, Process, Table, fork, free_port, reap

if TYPE_CHECKING:
    from scripts.lib.soak import Order, Tally

NAMED_SECONDS: Final = 20
"""Within so long a stopped opponent is named."""

TEN_YEARS: Final = 10 * 365 * 24 * 3600
FAKETIME: Final = (
    "/usr/lib/*/faketime/libfaketimeMT.so.1",
    "/usr/lib/faketime/libfaketimeMT.so.1",
    "/usr/local/lib/faketime/libfaketimeMT.so.1",
)
EXIT_INCOMPLETE: Final = 5
EXIT_WAITING: Final = 128 + signal.SIGTERM
GOODBYE_SECONDS: Final = 5
DISK_KIB: Final = range(40, 64, 4)
"""A file system of so many KiB is full in the middle of the first deal, or before."""


# -- stopped ---------------------------------------------------------------------------------------------------------


def stopped(folder: Path, game: Game, dice: random.Random) -> str:
    """The opponent is stopped (SIGSTOP): it is named within 20 s; it goes on (SIGCONT), and so does the game."""
    sides, since = [], []
    with Scene(_made(folder / "a"), game, 0.02) as one, Scene(_made(folder / "b"), game, 0.02) as other:
        scenes = ((one, HOST), (other, GUEST))
        for scene, side in scenes:
            scene.sit_down()
            scene.until_records(dice.randrange(3, game.records - 3))
            scene.process(side).signal(signal.SIGSTOP)
            since.append(time.monotonic())
        for (scene, side), start in zip(scenes, since, strict=True):
            silent = scene.until(1 - side, "silent", NAMED_SECONDS - (time.monotonic() - start))
            sides.append(f"{SIDES[side]} after {time.monotonic() - start:.1f} s ({silent['seconds']} s silent)")
        for scene, side in scenes:
            scene.process(side).signal(signal.SIGCONT)
            scene.until(1 - side, "back")
            scene.until_over()
    return f"named: {', '.join(sides)}"


# -- cut -------------------------------------------------------------------------------------------------------------


async def _cutting(port: int, target: int, seed: int) -> None:
    """Carry bytes between `port` and `target`, and cut each connection after a while, in the middle of whatever."""
    dice = random.Random(seed)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        left = dice.randrange(12_000)
        hard = dice.random() < 0.5
        try:
            there, back = await asyncio.open_connection(LOOPBACK, target)
        except OSError:
            writer.transport.abort()
            return

        async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
            nonlocal left
            while left > 0 and (data := await source.read(min(left, 1500))):
                left -= len(data)
                sink.write(data)
                await sink.drain()

        pumps = [asyncio.ensure_future(pump(reader, back)), asyncio.ensure_future(pump(there, writer))]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for each in pumps:
            each.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
        if left <= 0:
            soak_peer.say({"event": "cut", "hard": hard})
        for end in (writer, back):
            if hard:
                end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                end.transport.abort()
            else:
                end.close()

    async with await asyncio.start_server(carry, LOOPBACK, port) as server:
        asyncio.get_running_loop().add_reader(0, os._exit, 0)
        await server.serve_forever()


def cut(folder: Path, game: Game, dice: random.Random) -> str:
    """The link is cut at random places, in order and not: the guest comes back, and the game goes on."""
    port, keeper = free_port()
    with Scene(folder, game, to=port) as scene:
        target, seed = scene.port, dice.randrange(1 << 32)

        def proxy() -> int:
            asyncio.run(_cutting(port, target, seed))
            return 0

        between = fork(proxy, folder / "proxy.err")
        try:
            scene.sit_down()
            scene.until_bound()
            scene.until_over()
        finally:
            between.signal(signal.SIGKILL)
            said = os.read(between.output, 1 << 16)
            reap(between)
            if keeper is not None:
                keeper.close()
        cuts = len(between.feed(said))
        check(cuts, "the link was never cut")
    return f"{cuts} cuts"


# -- full ------------------------------------------------------------------------------------------------------------


def limited(folder: Path, game: Game, dice: random.Random) -> str:
    """A side may write no more (RLIMIT_FSIZE): it stops with one line, loses nothing, and goes on when it may again."""
    for side in (HOST, GUEST):
        limit = dice.randrange(len(game.log) // 8, len(game.log) * 7 // 8)
        with Scene(_made(folder / SIDES[side]), game, 0.02) as scene:
            table = scene.table
            before = resource.getrlimit(resource.RLIMIT_FSIZE)
            for each in (HOST, GUEST):
                if each == side:
                    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
                try:
                    table.start(each)
                finally:
                    resource.setrlimit(resource.RLIMIT_FSIZE, before)
                if each == HOST:
                    scene.until(HOST, "listening")
            _ends(scene, side)
            check(game.log.startswith(table.log(side)[1]), "what is on the disk is not the beginning of the match")
            check(len(table.log(side)[1]) <= limit, "more was written than could be")
            scene.sit_down()
            scene.until_over()
    return "both sides"


def _ends(scene: Scene, side: int) -> None:
    """A side cannot write any more and ends; the other is told that it has left, and ends, too."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(scene.table.running):
        check(time.monotonic() < deadline, f"they do not end: {scene.last_words()}")
        scene.step(1.0)
    codes = {who: process.events[-1].get("code") for who, process in scene.ended}
    check(codes == {side: "cannot-write", 1 - side: "left"}, f"they ended so: {codes}")
    scene.ended.clear()


def full(folder: Path, _: Game, dice: random.Random) -> str:
    """The program itself on a full disk (a small tmpfs): one line, exit code 2; with room again it goes on."""
    with _small_disk(folder / "disk") as disk:
        port, keeper = free_port()
        rules = ["--set", "target=3", "--name", "anna", "--bind", LOOPBACK, "--port", str(port), "--bot"]
        hosts = program("host", *rules, "--json", "--home", folder / "host")
        guests = program("join", f"{LOOPBACK}:{port}", "--bot", "--yes", "--name", "bela", "--home", disk / "guest")
        try:
            _grow(disk, dice.choice(DISK_KIB))
            hosting, joining = _both(hosts, guests)
            lines = joining[1].splitlines()
            check(joining[0] == 2, f"exit code {joining[0]}: {joining[1]}")
            check(len(lines) == 1 and "the disk is full" in lines[0], f"not one line that says so: {joining[1]!r}")
            check(hosting[0] in (EXIT_INCOMPLETE, EXIT_WAITING), f"the host: exit code {hosting[0]}: {hosting[1]}")
            before = [path.read_bytes() for path in (disk / "guest").rglob("game.log")]
            _grow(disk, 4096)
            for code, errors in _both(hosts, guests):
                check(code == 0, f"with room again: exit code {code}: {errors}")
        finally:
            if keeper is not None:
                keeper.close()
        (mine,) = (folder / "host").rglob("game.log")
        (theirs,) = (disk / "guest").rglob("game.log")
        check(mine.read_bytes() == theirs.read_bytes(), "the logs differ")
        check(verify(mine.read_bytes()).verdict is Verdict.VALID, "the log is not valid")
        check(all(mine.read_bytes().startswith(log) for log in before), "something was lost")
    return f"full after {sum(map(len, before))} bytes of the log"


def _both(hosts: list[str], guests: list[str]) -> tuple[tuple[int, str], tuple[int, str]]:
    """Run a host and a guest to their ends; the exit code and stderr of each. A host that only waits is stopped."""
    hosting = _start(hosts)
    try:
        assert hosting.stdout is not None
        hosting.stdout.readline()
        joining = subprocess.run(
            guests, capture_output=True, encoding="utf-8", env=environment(), timeout=PATIENCE_SECONDS, check=False
        )
        try:
            _, errors = hosting.communicate(timeout=GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            hosting.terminate()
            _, errors = hosting.communicate(timeout=PATIENCE_SECONDS)
    finally:
        hosting.kill()
        hosting.wait()
    return (hosting.returncode, errors), (joining.returncode, joining.stderr)


@contextmanager
def _small_disk(place: Path) -> Iterator[Path]:
    place.mkdir()
    command = [_tool("mount"), "-t", "tmpfs", "-o", "size=64k,mode=700", "p2p-schnapsen-soak", str(place)]
    if os.geteuid() or subprocess.run(command, capture_output=True).returncode:
        raise Skipped("only root can make a small disk")
    try:
        yield place
    finally:
        subprocess.run([_tool("umount"), str(place)], check=True)


def _tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise Skipped(f"there is no {name} here")
    return path


def _grow(disk: Path, kib: int) -> None:
    subprocess.run([_tool("mount"), "-o", f"remount,size={kib}k", str(disk)], check=True)


def _start(command: list[str], **extra: str) -> subprocess.Popen[str]:
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(
        command, stdin=nothing, stdout=pipe, stderr=pipe, encoding="utf-8", env=environment(**extra)
    )


# -- two of a kind ---------------------------------------------------------------------------------------------------


def locked(folder: Path, game: Game, dice: random.Random) -> str:
    """A second process on the same match is turned away, and the first does not notice."""
    with Scene(folder, game, 0.05) as scene:
        scene.sit_down()
        scene.until_records(dice.randrange(3, game.records // 2))
        part = scene.table.parts[GUEST]
        second = fork(lambda: soak_peer.run(part), folder / "second.err")
        last = _last_words(second)
        check(last.get("code") == "locked", f"the second guest was not kept out: {last}")

        # A second host of the same home, for the same guest out of another home.
        port, keeper = free_port()
        again = replace(scene.table.parts[HOST], port=port)
        hosting = fork(lambda: soak_peer.run(again), folder / "second.err")
        try:
            _first_words(hosting)
            visitor = replace(part, port=port, home=folder / "elsewhere")
            last = _last_words(fork(lambda: soak_peer.run(visitor), folder / "second.err"))
            check(last.get("code") == "locked", f"the second host let its guest in: {last}")
        finally:
            hosting.signal(signal.SIGKILL)
            reap(hosting)
            if keeper is not None:
                keeper.close()
        check(min(scene.table.log(side)[2] for side in (HOST, GUEST)) < game.records, "the match was over too soon")
        scene.until_over()
    return "host and guest"


def replaced(folder: Path, game: Game, dice: random.Random) -> str:
    """A second connection of the same key takes the place of the first, and the game goes on with it."""
    with Scene(folder, game, 0.05) as scene:
        scene.sit_down()
        scene.until_records(dice.randrange(3, game.records // 2))
        part = scene.table.parts[GUEST]
        copy = folder / "copy"
        shutil.copytree(part.home, copy)
        first, scene.table.running[GUEST] = scene.process(GUEST), None
        parts = scene.table.parts
        scene.table.parts = (parts[HOST], replace(part, home=copy))
        scene.table.start(GUEST)
        last = _last_words(first)
        check((last.get("code"), "replaced" in str(last.get("why"))) == ("refused", True), f"the first ended: {last}")
        scene.until_over()
        check(game.log.startswith(_log(part.home)), "the first guest's log is no beginning of the match")
    return "the first said why it ended"


def _log(home: Path) -> bytes:
    (path,) = home.glob("*/game.log")
    return path.read_bytes()


def _first_words(process: Process) -> list[dict[str, Any]]:
    return process.feed(os.read(process.output, 1 << 16))


def _last_words(process: Process) -> dict[str, Any]:
    """Read a process to its end; the last thing that it said."""
    while data := os.read(process.output, 1 << 16):
        process.feed(data)
    reap(process)
    return process.events[-1] if process.events else {}


# -- clocks ----------------------------------------------------------------------------------------------------------


def clock(folder: Path, game: Game, dice: random.Random) -> str:
    """Both clocks jump by ten years, then by twenty the other way, in the middle of the match."""
    library = next((str(path) for pattern in FAKETIME for path in Path("/").glob(pattern[1:])), None)
    if library is None:
        raise Skipped("libfaketime is not installed (Debian, Ubuntu: apt install faketime)")
    port, keeper = free_port()
    offset = folder / "offset"
    offset.write_text("+0\n")
    fake = {
        "LD_PRELOAD": library,
        "FAKETIME_TIMESTAMP_FILE": str(offset),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_DONT_RESET": "1",
    }
    table = Table.laid(folder, game.part(port))
    began = time.monotonic()
    processes = []
    try:
        for role, part in zip(("host", "join"), table.parts, strict=True):
            told = ["--port", str(port), "--seed", str(game.seed), "--rules", game.rules, "--opening", game.opening]
            more = ["--target", str(game.target), "--pause", "0.05", "--dates"]
            command = [sys.executable, "-m", "tests.support.soak_peer", role, str(part.home), *told, *more]
            process = _start(command, **fake)
            processes.append(process)
            assert process.stdout is not None
            while role == "host" and "listening" not in process.stdout.readline():
                check(process.poll() is None, "the host does not start")
        for number, jump in zip((game.records // 4, game.records // 2), dice.sample("+-", 2), strict=True):
            _until_records(table, number)
            replacing = folder / "offset.new"
            replacing.write_text(f"{jump}{TEN_YEARS}\n")
            replacing.replace(offset)
        ends = [process.communicate(timeout=PATIENCE_SECONDS) for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.wait()
        if keeper is not None:
            keeper.close()
    for side, (process, (output, errors)) in enumerate(zip(processes, ends, strict=True)):
        check(process.returncode == 0 and not errors, f"{SIDES[side]} ended with {process.returncode}: {errors}")
        check(not any(f'"{event}"' in output for event in ("silent", "lost", "clock")), f"it was noticed: {output}")
        check(table.log(side)[1] == game.log, f"the log of the {SIDES[side]} is another one")
        years = {int(line.split('"year": ')[1][:4]) for line in output.splitlines() if '"year": ' in line}
        check(len(years) >= 2, f"the clock of the {SIDES[side]} was not set: {years}")
    return f"in {time.monotonic() - began:.1f} s"


def _until_records(table: Table, number: int) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while table.log(HOST)[2] < number:
        check(time.monotonic() < deadline, "the match does not go on")
        time.sleep(0.02)


# -- all -------------------------------------------------------------------------------------------------------------

FAULTS: Final[dict[str, Callable[[Path, Game, random.Random], str]]] = {
    "stopped": stopped,
    "cut": cut,
    "limited": limited,
    "full": full,
    "locked": locked,
    "replaced": replaced,
    "clock": clock,
}


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


class Task(NamedTuple):
    """One fault, in one match."""

    name: str
    game: Game
    luck: str


class Outcome(NamedTuple):
    """What came of it: "passed", "failed" or "skipped", and a sentence."""

    how: str
    sentence: str


def work(task: Task) -> Outcome:
    """Play one match with one fault. Where it fails, its folder stays."""
    folder = Path(tempfile.mkdtemp(prefix=f"p2p-schnapsen-soak-{task.name}-"))
    began = time.monotonic()
    try:
        said = FAULTS[task.name](folder, task.game, random.Random(task.luck))
    except Skipped as reason:
        outcome = Outcome("skipped", f"skipped: {reason}")
    except (Broken, subprocess.SubprocessError) as error:
        return Outcome("failed", f"failed ({task.game}): {error}\n  what is left of it: {folder}")
    else:
        outcome = Outcome("passed", f"{said}; {time.monotonic() - began:.0f} s")
    shutil.rmtree(folder)
    return outcome


def tasks(rounds: int, seed: int) -> Iterator[Task]:
    """Every fault, so many times; each round with a match of its own."""
    for turn in range(rounds):
        dice = random.Random(f"faults {seed} {turn}")
        rules = NAMES[(seed + turn) % len(NAMES)]
        game = undisturbed(dice.randrange(1 << 32), rules, 2, ("deal", "match", "never")[turn % 3])
        for name in FAULTS:
            yield Task(name, game, f"{name} {seed} {turn}")


def run(order: Order) -> Tally:
    """Every fault `order.number` times; prints what came of each."""
    from scripts.lib.soak import Tally

    try:
        todo = list(tasks(order.number, order.seed))
    except Disturbed as error:
        print(f"failed: {error}", flush=True)
        return Tally(0, 1)
    counts = Counter[str]()
    with ProcessPoolExecutor(order.jobs, multiprocessing.get_context("fork")) as pool:
        for task, outcome in zip(todo, pool.map(work, todo), strict=True):
            print(f"{task.name}: {outcome.sentence}", flush=True)
            counts[outcome.how] += 1
    print(f"faults: {counts['skipped']} skipped")
    return Tally(counts["passed"], counts["failed"])
