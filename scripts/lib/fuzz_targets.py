"""What is fuzzed, and what must hold of every input whatever: the laws of each reader of foreign bytes.

A target's `check` raises `Broken` where a law does not hold. Any other exception is a crash, and breaks the first of
all laws: a reader raises its room's own errors and nothing else. Everything accepted must be written again as the very
bytes that were read; and what is signed must be, byte for byte, what was signed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from p2p_schnapsen.errors import (
    DataError,
    LocalMisuse,
    NotationError,
    PeerFault,
    PeerSuspect,
    RulesetError,
    TransportError,
    WireError,
)
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.gamelog import transcribe
from p2p_schnapsen.gamelog.store import About, Ended
from p2p_schnapsen.net import address
from p2p_schnapsen.presets import DEFAULT, NAMES, loader
from p2p_schnapsen.profile import peerbook, settings
from p2p_schnapsen.rules import notation
from p2p_schnapsen.rules.moves import Move
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.ui import errors
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.ui.typed import Wish, choices, understand
from p2p_schnapsen.wire import envelope, framing, messages, note
from p2p_schnapsen.wire.codec import pack, unpack
from scripts.lib import fuzz_mutations as mutations
from scripts.lib.fuzz_tables import duel, logs, records_of_files

ROOT = Path(__file__).resolve().parents[2]


class Broken(AssertionError):
    """A law does not hold."""


@dataclass(frozen=True, slots=True)
class Target:
    """A reader of foreign bytes; `share` is its part of the inputs of a whole run."""

    help: str
    seeds: Callable[[], Sequence[bytes]]
    mutate: mutations.Mutate
    check: Callable[[bytes], None]
    share: int

    def input(self, rng: Random) -> bytes:
        """A seed, made wrong."""
        seeds = self.seeds()
        return self.mutate(rng.choice(seeds), rng, seeds)


def _hold(law: bool, text: str) -> None:
    if not law:
        raise Broken(text)


# Frames


@cache
def frame_seeds() -> Sequence[bytes]:
    """Streams of channel frames, and single values of the vectors."""
    frames: list[channel.Frame] = [
        channel.Hello("p2p-schnapsen/1", 0, bytes(range(32)), bytes(32)),
        channel.Auth(bytes(64)),
        channel.Standing(None, 0, bytes(64)),
        channel.Standing(bytes(64), 31, bytes(range(64))),
        channel.Refuse("busy"),
        channel.Ping(),
        channel.Bye(bytes(64)),
        channel.Chat("hello"),
        *(channel.RecordFrame(record) for record in duel().records[::5]),
    ]
    payloads = [channel.encode(frame) for frame in frames]
    streams = [framing.encode(payload) for payload in payloads]
    return [*streams, b"".join(streams[:6]), *(framing.encode(data) for data in vector_bytes())]


@cache
def vector_bytes() -> Sequence[bytes]:
    """The byte strings in the files of vectors, as far as they are long enough to mean something; at most 200."""
    found: dict[bytes, None] = {}
    for path in sorted((ROOT / "protocol" / "vectors").rglob("*.json")):
        for text in re.findall(r'"((?:[0-9a-f]{2}){8,2000})"', path.read_text("utf-8")):
            found[bytes.fromhex(text)] = None
    return list(found)[:: max(1, len(found) // 200)]


def frames(data: bytes) -> None:
    """However a stream is cut, the same frames come out; they and what is pending are the stream."""
    cut = data[0] + 1 if data else 1
    whole, pieces = framing.Frames(), framing.Frames()
    payloads: list[bytes] = []
    try:
        payloads = whole.feed(data)
    except WireError:
        return
    split = [payload for at in range(0, len(data), cut) for payload in pieces.feed(data[at : at + cut])]
    _hold(split == payloads and whole.pending == pieces.pending, "another cut makes other frames")
    written = b"".join(map(framing.encode, payloads))
    _hold(data.startswith(written) and len(written) + whole.pending == len(data), "frames are not the stream")
    for payload in payloads:
        value(payload)
        try:
            _hold(channel.encode(channel.decode(payload)) == payload, "a channel frame has two forms")
        except WireError:
            continue


def value(data: bytes) -> None:
    """What is unpacked is packed again as it was."""
    try:
        _hold(pack(unpack(data)) == data, "a value has two forms")
    except WireError:
        return


# Records


@cache
def record_seeds() -> Sequence[bytes]:
    """A record of the game of `duel`, and its place in two bytes before it; records of files, at place 0."""
    own = [at.to_bytes(2, "big") + record for at, record in enumerate(duel().records)]
    return [*own, *(bytes(2) + record for record in records_of_files())]


def after_place(mutate: mutations.Mutate) -> mutations.Mutate:
    """Changes what follows the two bytes of a place, and seldom the place."""

    def mutated(data: bytes, rng: Random, seeds: Sequence[bytes]) -> bytes:
        place = data[:2] if rng.random() < 0.9 else rng.choice(seeds)[:2]
        return place + mutate(data[2:], rng, [seed[2:] for seed in (rng.choice(seeds), rng.choice(seeds))])

    return mutated


def _at(data: bytes) -> tuple[int, bytes]:
    return int.from_bytes(data[:2], "big") % len(duel().records), data[2:]


def records(data: bytes) -> None:
    """A record that is not just the one that was signed is refused where it is said to stand, and blames nobody."""
    place, raw = _at(data)
    envelope_of(raw)
    if raw == duel().records[place] or raw in logs().known:  # at place 0 any offer is in its place
        return
    try:
        duel().apply(place, raw)
    except PeerSuspect:
        return
    except PeerFault as fault:
        raise Broken(f"blamed for {fault.code}") from fault
    raise Broken("a record that nobody signed is accepted")


def envelope_of(raw: bytes) -> None:
    """A readable record is written again as it was, its body too where it is canonical, and its message."""
    try:
        record = envelope.parse(raw)
    except WireError:
        return
    _hold(envelope.seal(record.body_bytes, record.signature) == raw, "a record has two forms")
    _hold(record.canonical == (record.body.encode() == record.body_bytes), "a body is called canonical")
    try:
        message = messages.decode(record.body.type, record.body.payload)
    except WireError:
        return
    _hold(messages.encode(message) == record.body.payload, "a message has two forms")


PROVEN = (messages.Shuffle, messages.Cut, messages.Hands, messages.Draw, messages.Sort)
"""Messages in which a proof binds every byte; so it does a card that is played hidden."""


@cache
def body_seeds() -> Sequence[bytes]:
    """The bodies of the records of `duel`."""
    return [at.to_bytes(2, "big") + envelope.parse(record).body_bytes for at, record in enumerate(duel().records)]


def signed(data: bytes) -> None:
    """Whatever a player signs leads on or is refused; a proof holds for nothing but what was proven."""
    place, body = _at(data)
    raw = duel().sign(place, body)
    envelope_of(raw)
    before = envelope.parse(duel().records[place]).body_bytes
    if body == before:
        return
    try:
        duel().apply(place, raw)
    except (PeerSuspect, PeerFault):
        return
    record = envelope.parse(raw)
    _hold(record.canonical, "a body that is not canonical is accepted")
    message = messages.decode(record.body.type, record.body.payload)
    hidden = isinstance(message, messages.Lead | messages.Follow) and message.share is not None
    _hold(not (hidden or isinstance(message, PROVEN)), f"another {record.body.type} is accepted")


# End notes


@cache
def note_seeds() -> Sequence[bytes]:
    """A note at each place of `duel`, and (second half) its body, to be signed when it is tried."""
    notes = [(at, duel().note(at)) for at in range(len(duel().records)) if duel().note(at)]
    bodies = [(at | 0x8000, signed.body_bytes) for at, raw in notes if (signed := note.parse(raw)) is not None]
    return [at.to_bytes(2, "big") + data for at, data in (*notes, *bodies)]


def notes(data: bytes) -> None:
    """A note that nobody signed, or signed for another place or too early, ends nothing."""
    number, rest = int.from_bytes(data[:2], "big"), data[2:]
    place = (number & 0x7FFF) % len(duel().records)
    raw = duel().sign_note(place, rest) if number & 0x8000 else rest
    read = note.parse(raw)
    if read is not None:
        _hold(read.note.encode() == read.body_bytes, "the body of a note has two forms")
        _hold(envelope.seal(read.body_bytes, read.signature) == raw, "a note has two forms")
    try:
        closed = duel().close(place, raw)
    except PeerSuspect:
        return
    state = duel().states[place]
    _hold(read is not None and closed.phase is Phase.OVER, "what is no note ends a match")
    assert read is not None
    said = read.note
    _hold(number & 0x8000 != 0 or raw == duel().note(place), "a note that nobody signed is accepted")
    _hold((said.game_id, said.seq, said.head) == (state.game_id, state.seq, state.head), "a note of another place")
    _hold(said.seconds >= state.contract.patience and said.side == 1 - (state.turn or 0), "a note that is not owed")


# Logs


def whole_logs(data: bytes) -> None:
    """Every record that counts, in whatever way, is one that was signed; nothing else is ever blamed on anybody."""
    report = logs().verdict(data)
    used = report.records
    if str(report.verdict) in ("proven", "unresponsive"):
        used += 1
    try:
        found = log_format.parse(data).records[:used]
    except DataError:
        _hold(str(report.verdict) == "unreadable", "what is no log is read")
        return
    _hold(len(found) == used, "more records count than there are")
    _hold(all(record in logs().known for record in found), f"{report.verdict} because of a record that nobody signed")


# Rule sets


@cache
def ruleset_seeds() -> Sequence[bytes]:
    """The canonical forms of the presets."""
    return [loader.load(name).ruleset.canonical() for name in NAMES]


def rulesets(data: bytes) -> None:
    """A rule set has one form."""
    try:
        _hold(Ruleset.from_canonical(data).canonical() == data, "a rule set has two forms")
    except RulesetError:
        return


@cache
def toml_seeds() -> Sequence[bytes]:
    """The presets' files, and own rules; `--set` words, after a line of their own."""
    folder = ROOT / "p2p_schnapsen" / "presets"
    own = b'base = "tjger"\ntarget = 3\nduty = "follow"\n[about]\ntitle = "Ours"\n[why]\ntarget = "short"\n'
    words = b"#set\ntarget=3\nhand=6\ndeck=24\nout=auto"
    return [*(path.read_bytes() for path in sorted(folder.glob("*.toml"))), own, words, words]


def toml(data: bytes) -> None:
    """A user's file, or settings, make a rule set that can be agreed on, or are refused."""
    text = data[: loader.MAX_FILE].decode(errors="replace")
    try:
        if text.startswith("#set\n"):
            found = loader.load(DEFAULT).override(text.splitlines()[1:])
        else:
            found = loader._read(text, "fuzz", own=True)
    except RulesetError:
        return
    _hold(Ruleset.from_canonical(found.ruleset.canonical()) == found.ruleset, "a rule set that cannot be agreed on")


# Texts


@cache
def notation_seeds() -> Sequence[bytes]:
    """Games of the log files, and of `duel`, written down."""
    found = []
    for data in logs().seeds[::3]:
        _, match = transcribe.transcribe(data)
        if match is not None:
            found.append(notation.write(match).encode())
    return found


def texts(data: bytes) -> None:
    """A match has one text."""
    text = data.decode(errors="replace")
    try:
        _hold(notation.write(notation.read(text)) == text, "a match has two texts")
    except NotationError:
        return


@cache
def typed_seeds() -> Sequence[bytes]:
    """What people type."""
    words = "? help hand last q quit concede 66 claim c close s settle x exchange m 20 40 mh 20h 1 5 99 ah a♥ qs 10d"
    more = ["concede deal", "concede match", "m h", "marriage hearts", "ace of hearts", "queen spades", "", " "]
    return [word.encode() for word in (*words.split(), *more)]


def typed(data: bytes) -> None:
    """Any line is a move, a wish, or unclear; and can be shown."""
    text = data.decode(errors="replace")
    for view in duel().views:
        _hold(isinstance(understand(text, view, choices(view)), Move | Wish), "a line is nothing")
    shown = sanitise(text)
    _hold(sanitise(shown) == shown, "what is clean is cleaned again")


@cache
def address_seeds() -> Sequence[bytes]:
    """Addresses as they are typed."""
    texts = ["192.0.2.7", "192.0.2.7:8000", "2001:db8::7", "[2001:db8::7]:8000", "fe80::7%eth0", "[fe80::7%eth0]:1"]
    texts += ["host.example:8000", "localhost", "a_b.example.", "192.0.2.7#7K3M-9QXA-B4DE-7K3M-9QXA-B4DE"]
    return [text.encode() for text in texts]


def addresses(data: bytes) -> None:
    """An address, written as it was understood, is understood as the same."""
    try:
        place = address.parse(data.decode(errors="replace"))
    except (LocalMisuse, TransportError):
        return
    _hold(address.parse(str(place)) == place, "an address that is written as another")


# Files of a home


@cache
def file_seeds() -> Sequence[bytes]:
    """Files that a home holds, each after a letter that says which."""
    about = About(1, "ab" * 32, "cd" * 32, "192.0.2.7:7766", "2026-01-01").encode()
    book = '{"version": 1, "peers": {"%s": {"name": "anna", "claimed": "", "state": "known", "first": "2026-01-01", '
    peers = (book % ("ab" * 32)).encode() + b'"last": "2026-02-28"}}}'
    own = b'name = "anna"\nrules = "tjger"\nset = ["target=3"]\nclock = 0\npatience = 60\nport = 7766\n'
    return [b"a" + about, b"e" + Ended("valid", 0, (7, 3)).encode(), b"p" + peers, b"s" + own]


def after_letter(data: bytes, rng: Random, seeds: Sequence[bytes]) -> bytes:
    """Changes what follows the letter."""
    return data[:1] + mutations.text_of(data[1:], rng, [seed[1:] for seed in seeds if seed[:1] == data[:1]] or [b""])


def files(data: bytes) -> None:
    """A file of ours that somebody changed is refused, or read; what was read and is written again reads the same."""
    kind, rest, path = data[:1], data[1:], Path("file")
    try:
        match kind:
            case b"a":
                about = About.decode(rest, path)
                _hold(About.decode(about.encode(), path) == about, "another match")
            case b"e":
                ended = Ended.decode(rest, path)
                _hold(Ended.decode(ended.encode(), path) == ended, "another end")
            case b"p":
                peers = peerbook.decode(rest, path)
                _hold(peerbook.decode(peerbook.encode(peers), path) == peers, "other peers")
            case _:
                found = settings.decode(rest, path, ("easy",))
                json.dumps(found.values)
                lines = [errors.sentence(mistake) for mistake in found.mistakes]
                _hold(all(sanitise(line, 10_000) == line for line in lines), "a mistake that is no line")
    except (DataError, RulesetError):
        return


TARGETS: dict[str, Target] = {
    "frames": Target("the channel: frames and their values", frame_seeds, mutations.either, frames, 20),
    "records": Target("records at every place of a game", record_seeds, after_place(mutations.either), records, 20),
    "signed": Target("records made wrong and signed", body_seeds, after_place(mutations.either), signed, 10),
    "notes": Target("end notes, signed and not", note_seeds, after_place(mutations.either), notes, 10),
    "logs": Target("whole log files", lambda: logs().seeds, mutations.log, whole_logs, 15),
    "rulesets": Target("rule sets as they are signed", ruleset_seeds, mutations.text_of, rulesets, 5),
    "toml": Target("rule sets as people write them", toml_seeds, mutations.text_of, toml, 5),
    "notation": Target("matches as text", notation_seeds, mutations.text_of, texts, 5),
    "typed": Target("lines typed at a move", typed_seeds, mutations.text_of, typed, 3),
    "addresses": Target("addresses", address_seeds, mutations.text_of, addresses, 3),
    "files": Target("files of a home", file_seeds, after_letter, files, 4),
}
"""What is fuzzed."""
