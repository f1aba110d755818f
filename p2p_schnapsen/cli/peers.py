"""`peers`: whom one knows."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace

from p2p_schnapsen.gamelog.tally import Tally
from p2p_schnapsen.profile import peerbook, peers
from p2p_schnapsen.profile.home import Home, locate
from p2p_schnapsen.profile.peers import Peer
from p2p_schnapsen.ui import acquaintances, tallies
from p2p_schnapsen.ui.console import Output
from p2p_schnapsen.ui.language import _


def run(options: Namespace) -> int:
    """List the known peers, or change what is known of one."""
    home = locate(options.home, os.environ)
    if options.action is None:
        return _list(options, list(peerbook.load(home).values()), _results(home) if options.results else None)
    # First without the lock: a mistake in the ID shall make neither a home nor a file.
    peers.find(peerbook.load(home), options.id)
    with peerbook.update(home) as book:
        peer = peers.find(book.peers, options.id)
        match options.action:
            case "trust":
                book.peers, text = peers.trust(book.peers, peer.key), _("{who} ({id}) is trusted now.")
            case "forget":
                book.peers, text = peers.forget(book.peers, peer.key), _("{who} ({id}) is forgotten.")
            case _:
                book.peers = peers.rename(book.peers, peer.key, options.name)
                text = _("{id} is called {who} now.")
        peer = book.peers.get(peer.key, peer)
    if options.json:
        print(_object(peer))
    else:
        print(text.format(who=acquaintances.called(peer), id=peer.short_id))
    return 0


def _results(home: Home) -> list[Tally]:
    from p2p_schnapsen.cli.results import results  # verifies logs, and names alone shall be listed quickly

    found = results(home)
    if found.problems:
        Output(sys.stderr).line(_("Left out:"), *found.problems)
    return found.tallies


def _list(options: Namespace, known: list[Peer], found: list[Tally] | None) -> int:
    if options.json:
        for peer in sorted(known, key=lambda peer: (peer.last, peer.key), reverse=True):
            print(_object(peer, found))
    elif known:
        results = None if found is None else {peer.key: tallies.won_and_lost(found, peer.key) for peer in known}
        for line in acquaintances.table(known, results):
            print(line)
    else:
        print(_("You know nobody yet."))
    return 0


def _object(peer: Peer, found: list[Tally] | None = None) -> str:
    entry: dict[str, object] = {
        "id": peer.short_id,
        "pin": peer.pin,
        "key": peer.key.hex(),
        "name": peer.name,
        "claimed": peer.claimed,
        "state": peer.state.value,
        "first": peer.first,
        "last": peer.last,
    }
    if found is not None:
        mine = [tally for tally in found if tally.peer == peer.key]
        entry |= {"won": sum(tally.won for tally in mine), "lost": sum(tally.lost for tally in mine)}
    return json.dumps(entry)
