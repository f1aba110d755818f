"""Sentences about known peers, one's own identity and settings; what a table of peers looks like."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from p2p_schnapsen.profile.peers import Kind, Peer, State, Verdict
from p2p_schnapsen.ui.language import _, mark
from p2p_schnapsen.ui.sanitise import sanitise, width

FILES: Final[dict[str, str]] = {
    "profile-busy": mark("{path}: another process holds this lock and does not let go of it."),
    "peers-damaged": mark("{path} is damaged: {problem}. Mend it, or move it away to know nobody."),
    "peers-version": mark("{path} was written by a newer version of this program."),
    "keyfile-damaged": mark("{path} cannot be imported: {problem}."),
    "keyfile-passphrase": mark("{path}: the passphrase does not fit, or the file is damaged."),
    "identity-exists": mark("{path} holds another identity: with --replace it is kept aside and replaced."),
    "settings-damaged": mark("{path} cannot be read: {problem}."),
    "settings-key": mark('{path}: "{key}" is no setting; there are {known}.'),
    "settings-value": mark("{path}: {key} must be {expected}."),
    "settings-ruleset": mark("{path}, {key}: {problem}."),
}
MISUSES: Final[dict[str, str]] = {
    "peer-id": mark('"{id}" is not an ID: give at least its first {least} characters, as `peers` shows them.'),
    "peer-unknown": mark('No known peer has the ID "{id}": `peers` lists them.'),
    "peer-ambiguous": mark('"{id}" fits several peers ({ids}): give more of it.'),
    "peer-name": mark("That cannot be a name: give up to 64 bytes of printable text."),
    "peers-full": mark("{limit} peers are known, all of them named or trusted: forget some."),
    "passphrase-short": mark("That passphrase is too short: take at least {least} characters, better several words."),
    "passphrase-text": mark("That passphrase is not text in the encoding of this system."),
    "passphrase-differs": mark("The two passphrases differ: nothing was written."),
    "passphrase-missing": mark(
        "A passphrase is needed, and there is no terminal to ask at: give --passphrase-file FILE, or - for stdin."
    ),
}

STATES: Final[Mapping[State, str]] = {State.KNOWN: mark("known"), State.TRUSTED: mark("trusted")}


COMPUTER: Final = mark("computer")
"""The name that the computer of `play` gives itself, in every language the same: a name goes into the log."""


def shown(name: str) -> str:
    """A name as it is shown: the computer's in the user's language, any other as it is."""
    return _(COMPUTER) if name == COMPUTER else name


def called(peer: Peer) -> str:
    """The peer by the user's own name for it, else by its last own."""
    return sanitise(peer.name or peer.claimed) if peer.name or peer.claimed else _("nobody by name")


def names(peer: Peer) -> str:
    """Both names, where there are two."""
    if peer.name and peer.claimed and peer.name != peer.claimed:
        return _("{name} (says: {claimed})").format(name=sanitise(peer.name), claimed=sanitise(peer.claimed))
    return called(peer)


def table(peers: Iterable[Peer], results: Mapping[bytes, str] | None = None) -> list[str]:
    """The peers as lines in columns, the last seen first, with a heading; `results` by key, where they are wanted."""
    known = sorted(sorted(peers, key=lambda peer: peer.key), key=lambda peer: peer.last, reverse=True)
    rows = [[_("ID"), _("name"), _("state"), _("last seen")]]
    rows += [[peer.short_id, names(peer), _(STATES[peer.state]), peer.last] for peer in known]
    if results is not None:
        for row, result in zip(rows, [_("won:lost"), *(results[peer.key] for peer in known)], strict=True):
            row.append(result)
    return columns(rows)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of equally many texts, each column as broad as it has to be."""
    broad = [max(width(text) for text in column) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(text + " " * (cells - width(text)) for text, cells in zip(row, broad, strict=True)) for row in rows
    )
    return [line.rstrip() for line in lines]


def columns_within(rows: Sequence[Sequence[str]], first: int, cells: int | None) -> list[str]:
    """As `columns`; where the lines would be longer than `cells`, each row takes two, `first` columns in the upper."""
    lines = columns(rows)
    if cells is None or max(map(width, lines)) <= cells:
        return lines
    upper, lower = columns([row[:first] for row in rows]), columns([row[first:] for row in rows])
    return [line for pair in zip(upper, lower, strict=True) for line in (pair[0], "  " + pair[1])]


def judged(verdict: Verdict, short_id: str, claimed: str) -> list[str]:
    """What is said of a peer before the game. `short_id` and `claimed` are its own."""
    name, peer = sanitise(claimed), verdict.peer
    match verdict.kind:
        case Kind.NEW:
            text = _("{name} ({id}) is new to you. Compare the ID by voice: a name proves nothing.")
            return [text.format(name=name, id=short_id)]
        case Kind.NAMESAKE:
            return _warned(verdict, short_id, name)
        case Kind.TRUSTED if peer is not None:
            return [_("This is {who} ({id}), whom you trust.").format(who=names(peer), id=short_id)]
        case _ if peer is not None:
            text = _("This is {who} ({id}), last seen on {day}.")
            return [text.format(who=names(peer), id=short_id, day=peer.last)]
        case _:
            return []


def _warned(verdict: Verdict, short_id: str, name: str) -> list[str]:
    rival = verdict.rivals[0]
    text = _("WARNING: somebody calls itself {name}, but has not the key of the {who} that you know.")
    known = _("The one you know has the ID {known}; this one has {id}.")
    lines = [text.format(name=name, who=called(rival)), known.format(known=rival.short_id, id=short_id)]
    if verdict.peer is not None:
        lines.append(_("You know this one as {who}.").format(who=called(verdict.peer)))
    lines.append(
        _("It may be your friend with a new key, or somebody else: ask your friend by another way before you go on.")
    )
    return lines
