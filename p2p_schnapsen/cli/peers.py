"""`peers`: whom one knows."""

from __future__ import annotations

import json
import os
from argparse import Namespace

from p2p_schnapsen.profile import peerbook, peers
from p2p_schnapsen.profile.home import locate
from p2p_schnapsen.profile.peers import Peer
from p2p_schnapsen.ui import acquaintances
from p2p_schnapsen.ui.language import _


def run(options: Namespace) -> int:
    """List the known peers, or change what is known of one."""
    home = locate(options.home, os.environ)
    if options.action is None:
        return _list(options, list(peerbook.load(home).values()))
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


def _list(options: Namespace, known: list[Peer]) -> int:
    if options.json:
        for peer in sorted(known, key=lambda peer: (peer.last, peer.key), reverse=True):
            print(_object(peer))
    elif known:
        for line in acquaintances.table(known):
            print(line)
    else:
        print(_("You know nobody yet."))
    return 0


def _object(peer: Peer) -> str:
    entry = {
        "id": peer.short_id,
        "pin": peer.pin,
        "key": peer.key.hex(),
        "name": peer.name,
        "claimed": peer.claimed,
        "state": peer.state.value,
        "first": peer.first,
        "last": peer.last,
    }
    return json.dumps(entry)
