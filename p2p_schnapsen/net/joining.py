"""A guest's way to a host's table, and back to it as often as the link breaks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import PeerSuspect, TransportError
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.library import Entry
from p2p_schnapsen.gamelog.store import About
from p2p_schnapsen.net.runner import Declined, Entropy, Notify, Player
from p2p_schnapsen.net.session import (
    SIDE_NAMES,
    JoinOptions,
    Match,
    MatchEnd,
    about_of,
    connected,
    greet,
    peer_of,
    refuse,
    resumed,
    today,
)
from p2p_schnapsen.net.transport import HANDSHAKE_SECONDS, Connection, connect
from p2p_schnapsen.profile.fingerprint import pin
from p2p_schnapsen.table.channel import Greeting
from p2p_schnapsen.table.model import GUEST
from p2p_schnapsen.table.seat import Seat

BACK_OFF = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds before each new attempt to reach the host; the last goes on until the game ends."""


NOT_THERE = ("wrong-key", "unknown-host")
"""What tells that an address is not the one to wait at."""

RETURN_SECONDS = 120.0
"""How long a guest that goes on with a match waits for its host to be there."""


async def join(options: JoinOptions, player: Player, entropy: Entropy, notify: Notify) -> MatchEnd:
    """Connect to a host and play one match, a new one or the one that was left there.

    Raises `TransportError` (also `wrong-key` where a pin was given and another key answers), `Declined`, and what
    `Runner.run` raises.
    """
    left = None if options.match is None or options.fresh else _left(options, options.match, notify)
    if left is not None:
        # A host that stays away is waited for, and no longer than both have agreed.
        return await _play(options, left, player, entropy, notify, None)
    while True:
        connection, greeting = await _first(options, entropy, notify)
        match = _match(options, greeting, notify)
        try:
            end = await _play(options, match, player, entropy, notify, connection)
            if not match.was_over:
                return end
        except Declined as declined:
            # The host knows nothing of a match that had hardly begun: a new one may begin.
            if declined.code != "withdrawn" or not match.resumed:
                raise


async def knock(options: JoinOptions, entropy: Entropy) -> None:
    """Look whether the host is there. Raises `TransportError`, and `PeerSuspect` where somebody else is."""
    connection, _ = await _reach(options, entropy)
    await connection.close()


async def decline(options: JoinOptions, entropy: Entropy) -> None:
    """Tell a host that waits for us that we do not come. Raises `TransportError` and `PeerSuspect` where none does."""
    connection, _ = await _reach(options, entropy)
    async with connection:
        await refuse(connection, "declined")


async def _play(
    options: JoinOptions,
    match: Match,
    player: Player,
    entropy: Entropy,
    notify: Notify,
    connection: Connection | None,
) -> MatchEnd:
    """Play a match over links to its host, this one first."""
    runner = match.prepare(player, entropy)
    if match.resumed and not match.was_over:
        notify(resumed(match))
    playing = asyncio.create_task(match.play())
    linking = asyncio.create_task(_stay_linked(options, match, entropy, notify, connection))
    try:
        await asyncio.wait({playing, linking}, return_when=asyncio.FIRST_COMPLETED)
        if not playing.done() and linking.exception() is not None and not runner.over:
            playing.cancel()
            await asyncio.wait({playing})
            linking.result()
        return await playing
    finally:
        for task in (playing, linking):
            task.cancel()
        await asyncio.wait({playing, linking})


async def _stay_linked(
    options: JoinOptions, match: Match, entropy: Entropy, notify: Notify, connection: Connection | None
) -> None:
    """Links to the host, one after another, for as long as the game is on.

    Raises `TransportError` where there is no link at first, and the address cannot be that host's.
    """
    runner, peer = match.runner, match.game.peer
    if connection is None:
        with contextlib.suppress(PeerSuspect):
            connection = await _try(options, peer, entropy)
    while True:
        if connection is None:
            connection = await _again(options, peer, entropy, notify)
        notify(connected(peer) if match.game.bound else {**connected(peer), "awaits": "offer"})
        async with connection:
            await runner.serve(connection)
        connection = None
        await runner.caught_up()
        if runner.over or not match.game.bound:
            return  # the last words were said, or there is nothing to come back to


async def _try(options: JoinOptions, peer: bytes, entropy: Entropy) -> Connection | None:
    """A link to the host of this key, where it is there now. Raises `TransportError`, `PeerSuspect`."""
    try:
        connection, greeting = await _reach(options, entropy)
    except TransportError as error:
        if error.code in NOT_THERE:
            raise
        return None
    if peer_of(greeting) == peer:
        return connection
    await connection.close()
    return None


async def _again(options: JoinOptions, peer: bytes, entropy: Entropy, notify: Notify) -> Connection:
    """A new link to the host of this key, however long it takes."""
    connection, attempt = None, 0
    while connection is None:
        seconds = BACK_OFF[min(attempt, len(BACK_OFF) - 1)]
        attempt += 1
        notify({"event": "reconnecting", "attempt": attempt, "in": seconds})
        await asyncio.sleep(seconds)
        with contextlib.suppress(TransportError, PeerSuspect):
            connection = await _try(options, peer, entropy)
    return connection


async def _first(options: JoinOptions, entropy: Entropy, notify: Notify) -> tuple[Connection, Greeting]:
    """The first link. A host that is to be come back to may be a while in coming back itself."""
    deadline = asyncio.get_running_loop().time() + (RETURN_SECONDS if options.match is not None else 0)
    attempt = 0
    while True:
        try:
            return await _reach(options, entropy)
        except TransportError as error:
            seconds = BACK_OFF[min(attempt, len(BACK_OFF) - 1)]
            attempt += 1
            if error.code in NOT_THERE or asyncio.get_running_loop().time() + seconds > deadline:
                raise
        notify({"event": "reconnecting", "attempt": attempt, "in": seconds})
        await asyncio.sleep(seconds)


async def _reach(options: JoinOptions, entropy: Entropy) -> tuple[Connection, Greeting]:
    """A greeted connection to the host. Raises `TransportError`, `PeerSuspect`."""
    address = options.address
    connection = await connect(address)
    try:
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                greeting = await greet(connection, GUEST, options.identity, entropy("greeting"))
        except TimeoutError as error:
            raise TransportError("timed-out", host=address.host, port=address.port) from error
        peer = peer_of(greeting)
        if address.pin is not None and pin(peer) != address.pin:
            raise TransportError("wrong-key", expected=address.pin, got=pin(peer))
    except BaseException:
        await connection.close()
        raise
    return connection, greeting


def _left(options: JoinOptions, folder: Path, notify: Notify) -> Match | None:
    """The match of this folder, where both have agreed to it and something is left to be signed. Raises `DataError`."""
    match = Match.resume(folder, _seat(options), notify, forfeit=options.forfeit)
    if match.bound_to_go_on:
        return match
    match.store.close()
    return None


def _seat(options: JoinOptions) -> Callable[[About, dict[str, bytes]], Seat]:
    return lambda _, secrets: options.seat(GUEST, options.identity, options.name, None, secrets)


def _match(options: JoinOptions, greeting: Greeting, notify: Notify) -> Match:
    """The match to play with this host. Raises `DataError`."""
    peer, seat = peer_of(greeting), _seat(options)
    for entry in reversed(_going(options, peer)):
        match = Match.resume(entry.folder, seat, notify, forfeit=options.forfeit)
        if match.game.bound:
            return match
        match.store.discard()  # nothing of ours was signed in it
    folder = options.matches / f"{today()}-{greeting.identifier}-{SIDE_NAMES[GUEST]}"
    about = about_of(GUEST, options.identity, peer, str(options.address))
    return Match.begin(seat(about, {}), peer, folder, options.log, about, notify, lambda: _ours(options, peer))


def _going(options: JoinOptions, peer: bytes) -> list[Entry]:
    """Our undecided matches with this host, oldest first."""
    if options.fresh:
        return []
    undecided = [entry for entry in _ours(options, peer) if entry.ended is None]
    return undecided if options.match is None else [entry for entry in undecided if entry.folder == options.match]


def _ours(options: JoinOptions, peer: bytes) -> list[Entry]:
    return library.Shelf(options.matches).of(GUEST, signing.public_key(options.identity), peer)
