"""`resume`: go on with a match that was left, as host or guest as before."""

from __future__ import annotations

from argparse import Namespace

from p2p_schnapsen.cli import host, join, play
from p2p_schnapsen.cli.sitting import home_of, identity_of
from p2p_schnapsen.errors import DataError, LocalMisuse
from p2p_schnapsen.gamelog import library
from p2p_schnapsen.gamelog.library import Entry
from p2p_schnapsen.gamelog.store import log_place
from p2p_schnapsen.net.address import Address, parse, parse_port
from p2p_schnapsen.net.session import HostOptions, JoinOptions
from p2p_schnapsen.profile.fingerprint import pin
from p2p_schnapsen.profile.home import Home
from p2p_schnapsen.profile.identity import Identity, Role
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.model import HOST
from p2p_schnapsen.table.seat import Terms
from p2p_schnapsen.ui.program import called
from p2p_schnapsen.ui.welcome import Welcome


def run(options: Namespace) -> int:
    """Go on; the exit code."""
    home = home_of(options)
    entry = _entry(home, options.match)
    mine, computer = identity_of(home, Role.PLAYER), identity_of(home, Role.COMPUTER)
    if entry.about.key != mine.public.hex():
        raise LocalMisuse("match-identity", match=entry.name)
    peer = pin(bytes.fromhex(entry.about.peer))
    welcome = Welcome(called(), mine.pin, mine.short_id)
    if entry.about.side != HOST:
        place = parse(options.at if options.at is not None else entry.about.place)
        address = Address(place.host, place.port, peer)
        name = options.name or mine.short_id
        lost: bool = options.concede
        joining = JoinOptions(address, mine.key, name, home.matches, match=entry.folder, forfeit=lost)
        return join.play(options, joining, welcome)
    hosting = _hosting(options, home, entry, mine, peer)
    if entry.about.peer == computer.public.hex():
        return play.against_the_computer(options, hosting, mine.pin)
    return host.play(options, home, hosting, welcome)


def _entry(home: Home, name: str | None) -> Entry:
    """The match that is meant. Raises `DataError`, `LocalMisuse`."""
    if name is not None:
        entry = library.find(home.matches, name)
        if entry.ended is not None:
            raise LocalMisuse("match-ended", match=entry.name, how=entry.ended.how)
        return entry
    going = [
        entry
        for entry in library.entries(home.matches)
        if not library.is_closed(entry) and library.offer_of(entry) is not None
    ]
    if not going:
        raise LocalMisuse("match-none")
    return library.played_last(going)


def _hosting(options: Namespace, home: Home, entry: Entry, mine: Identity, peer: str) -> HostOptions:
    offer = library.offer_of(entry)
    if offer is None:
        raise DataError("log-damaged", path=str(log_place(entry.folder)), record=0)
    ruleset = Ruleset.from_canonical(offer.ruleset)
    terms = Terms(ruleset, offer.opening, offer.clock, offer.patience, offer.date)
    bind, _, port = entry.about.place.rpartition(":")
    lost: bool = options.concede
    place: str | None
    if entry.about.peer == identity_of(home, Role.COMPUTER).public.hex():
        place, chosen = play.LOOPBACK, 0
    else:
        place = options.bind if options.bind is not None else (None if bind in ("*", "") else bind)
        chosen = parse_port(options.port if options.port is not None else port, lowest=0)
    return HostOptions(place, chosen, mine.key, offer.name, terms, peer, home.matches, match=entry.folder, forfeit=lost)
