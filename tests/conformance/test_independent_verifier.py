"""The second verifier, written from the specification alone, comes to the client's verdicts."""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgpack
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p_schnapsen.gamelog.verify import verify as clients_verify
from tests.support import independent
from tests.support.independent.encoding import PROTOCOL, digest, tup

pytestmark = pytest.mark.usefixtures("proofs_once")

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "protocol" / "logs"
PACKAGE = Path(independent.__file__).parent
LIBRARY = {
    "__future__",
    "collections",
    "dataclasses",
    "datetime",
    "functools",
    "hashlib",
    "json",
    "pathlib",
    "re",
    "sys",
    "typing",
}
SIDES = ("host", "guest")
HEADER = b"\x89P2PSCHNAPSEN\r\n\x01"
Report = dict[str, object]


def clients(data: bytes) -> Report:
    """What the client says of a log, in the words of `verify --json`."""
    report = clients_verify(data)
    result = report.result
    return {
        "verdict": str(report.verdict.value),
        "culprit": None if report.culprit is None else SIDES[report.culprit],
        "record": report.record,
        "code": report.code,
        "section": report.section,
        "marks": sorted(str(mark) for mark in report.marks),
        "deals": report.deals,
        "opened": report.opened,
        "result": None if result is None else {"winner": SIDES[result.winner], "score": list(result.score)},
        "silent": None if report.silent is None else SIDES[report.silent],
        "records": report.records,
    }


@lru_cache(maxsize=1024)
def judged(data: bytes) -> dict[str, Any]:
    """The other verifier's report: it computes in plain Python, and what it has judged it need not judge again."""
    return asdict(independent.verify(data))


def others(data: bytes) -> Report:
    """What the other verifier says of it, in the same words."""
    report = judged(data)
    return {**report, "marks": sorted(report["marks"])}


def disagreements(logs: dict[str, bytes]) -> dict[str, tuple[Report, Report]]:
    """The logs of which the two do not say the same."""
    said = {name: (clients(data), others(data)) for name, data in logs.items()}
    return {name: (one, two) for name, (one, two) in said.items() if one != two}


def log_of(frames: list[bytes]) -> bytes:
    return HEADER + b"".join(len(frame).to_bytes(4, "big") + frame for frame in frames)


def frames_of(data: bytes) -> list[bytes]:
    out, at = [], len(HEADER)
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        out.append(data[at + 4 : end])
        at = end
    return out


def number(label: str, below: int) -> int:
    """A number that looks random, and is the same in every run."""
    return int.from_bytes(hashlib.sha512(label.encode()).digest(), "big") % below


def test_it_imports_nothing_but_itself_and_the_standard_library() -> None:
    imported = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                imported.add(str(node.module))
    foreign = {name for name in imported if name.split(".")[0] not in LIBRARY}
    assert foreign
    assert all(name == "tests.support.independent" or name.startswith("tests.support.independent.") for name in foreign)


def case(log: Path) -> str:
    name = log.parent.name
    if name.endswith("_fail"):
        return "cheats and damage"
    played_out = {"valid"} == {json.loads((log.parent / "expected.json").read_text(encoding="utf-8"))["verdict"]}
    if not played_out:
        return "undecided"
    return "unopened" if name.endswith("_unopened") else "opened"


SAMPLES = 2
"""Of each sort of whole match so many are judged here; `scripts/soak --verifiers` judges all golden logs first."""


@pytest.mark.parametrize("sort", ["cheats and damage", "undecided", "opened", "unopened"])
def test_it_finds_in_golden_logs_what_has_to_be_found(sort: str) -> None:
    logs = [log for log in sorted(LOGS.glob("*/game.log")) if case(log) == sort]
    assert len(logs) >= SAMPLES
    for log in logs[:SAMPLES] if sort in ("opened", "unopened") else logs:
        expected = json.loads((log.parent / "expected.json").read_text(encoding="utf-8"))
        assert judged(log.read_bytes()) == {**expected, "marks": tuple(expected["marks"])}, log


def test_it_agrees_on_the_golden_logs_of_cheats_and_damage() -> None:
    logs = {str(log): log.read_bytes() for log in sorted(LOGS.glob("*_fail/game.log"))}
    assert logs
    assert disagreements(logs) == {}


@lru_cache(maxsize=1)
def base() -> bytes:
    return (LOGS / "unacknowledged" / "game.log").read_bytes()


def test_it_agrees_on_flipped_bits() -> None:
    logs = {}
    for i in range(40):
        data = bytearray(base())
        at = number(f"flip {i}", len(data) * 8)
        data[at // 8] ^= 1 << at % 8
        logs[f"bit {at}"] = bytes(data)
    for at in range(0, 20 * 8, 5):
        data = bytearray(base())
        data[at // 8] ^= 1 << at % 8
        logs[f"bit {at}"] = bytes(data)
    assert disagreements(logs) == {}
    assert len({judged(data)["verdict"] for data in logs.values()}) >= 2


def test_it_agrees_on_logs_that_were_cut() -> None:
    data = base()
    cuts = {number(f"cut {i}", len(data)) for i in range(12)} | {0, 1, 15, 16, 17, 19, 20, len(data) - 1}
    logs = {f"first {at} bytes": data[:at] for at in cuts}
    frames = frames_of(data)
    logs |= {f"first {n} records": log_of(frames[:n]) for n in range(len(frames))}
    logs |= {
        f"and {tail.hex()}": data + tail for tail in (b"\0", b"\0\0\0", bytes(4), bytes(9), b"\0\0\x40\1", b"\0\0\0\1a")
    }
    assert disagreements(logs) == {}
    assert {judged(data)["verdict"] for data in logs.values()} >= {
        "unreadable",
        "altered",
        "incomplete",
        "valid",
    }


def test_it_agrees_on_records_that_were_swapped_doubled_and_left_out() -> None:
    frames = frames_of(base())
    logs = {}
    for i in range(9):
        one, two = number(f"one {i}", len(frames)), number(f"two {i}", len(frames))
        swapped = list(frames)
        swapped[one], swapped[two] = swapped[two], swapped[one]
        logs[f"{one} and {two} swapped"] = log_of(swapped)
        logs[f"{one} again after {two}"] = log_of([*frames[: two + 1], frames[one], *frames[two + 1 :]])
        logs[f"{one} again at the end"] = log_of([*frames[: two + 1], frames[one]])
        logs[f"without {one}"] = log_of(frames[:one] + frames[one + 1 :])
        foreign = frames_of((LOGS / "example" / "game.log").read_bytes())
        logs[f"{one} of another match"] = log_of([*frames[:one], foreign[one], *frames[one + 1 :]])
    assert disagreements(logs) == {}


HOST, GUEST = (Ed25519PrivateKey.from_private_bytes(seed * 32) for seed in (b"h", b"g"))
NONCE = b"n" * 32
RULES = dict(
    line.split("=")
    for line in (ROOT / "protocol" / "spec" / "rules.md").read_text(encoding="utf-8").split("```")[1].split("\n")
    if "=" in line
)


def pack(item: object) -> bytes:
    return bytes(msgpack.packb(item))


def signed(key: Ed25519PrivateKey, body: bytes, purpose: str = "record") -> bytes:
    return pack([body, key.sign(tup(PROTOCOL, purpose, body))])


class Chain:
    """A match as two players would have signed it who sign anything."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.bodies: list[bytes] = []
        self.head = self.game = bytes(64)

    def body(self, side: int, kind: str, payload: object, **other: object) -> bytes:
        fields = {"version": 1, "game": self.game, "seq": len(self.bodies), "side": side, "prev": self.head}
        packed = payload if isinstance(payload, bytes) else pack(payload)
        return pack([*{**fields, **other}.values(), kind, packed])

    def record(self, side: int, kind: str, payload: object, **other: object) -> bytes:
        return signed((HOST, GUEST)[side], self.body(side, kind, payload, **other))

    def note(self, side: int, seconds: int, **other: object) -> bytes:
        fields = {"version": 1, "game": self.game, "seq": len(self.bodies), "side": side, "head": self.head}
        return signed((HOST, GUEST)[side], pack([*{**fields, **other}.values(), seconds]), "silent")

    def and_then(self, side: int, kind: str, payload: object) -> Chain:
        new = Chain()
        body = self.body(side, kind, payload)
        new.frames = [*self.frames, self.record(side, kind, payload)]
        new.bodies = [*self.bodies, body]
        new.head = digest("head", self.head, body)
        new.game = digest("game", *new.bodies) if len(new.bodies) == 2 else self.game
        return new

    def log(self, *frames: bytes) -> bytes:
        return log_of([*self.frames, *frames])


def ruleset(**changes: str) -> bytes:
    return "".join(f"{line}\n" for line in sorted(f"{k}={v}" for k, v in {**RULES, **changes}.items())).encode()


def offer(place: int = 0, value: object = PROTOCOL) -> list[object]:
    key = HOST.public_key().public_bytes_raw()
    fields: list[object] = [PROTOCOL, ruleset(), "never", 0, 120, key, "Anna", digest("nonce", NONCE), "2026-01-01"]
    return [*fields[:place], value, *fields[place + 1 :]]


ACCEPT = [GUEST.public_key().public_bytes_raw(), "Bo", b"m" * 32]


def test_it_agrees_on_offers_that_cannot_be_taken() -> None:
    canonical = ruleset()
    bad_rules = [
        b"x", b"\n", canonical[:-1], canonical + b"x", canonical + b"target=7\n", canonical + b"zzz=1\n",
        canonical.replace(b"alternate", b"\xc3\xa4"), canonical.replace(b"target=7\n", b""),
        b"target=7\n" + canonical.replace(b"target=7\n", b""), canonical.replace(b"\n", b"\r\n"),
        *(ruleset(deck=deck) for deck in ("", "020", "-20", "22", "abc")),
        *(ruleset(deal=deal) for deal in ("", "3 3 2 2", "3 3 T  2 2", "3 3 T 2 3", "3 3 T T 2 2", "9", "T 5 5")),
        ruleset(hand="6"), ruleset(exchange_card="9"), ruleset(target="0"), ruleset(target="9" * 11),
        ruleset(close_trick="0"), ruleset(deck="22", hand="x"), ruleset(duty="=follow"),
    ]  # fmt: skip
    bad = [
        (0, "p2p-schnapsen/2"), (0, "x" * 33), (0, b"x"), (1, b""), (1, "x"), (1, bytes(2049)), (2, "foo"), (2, 1),
        (3, 86401), (3, None), (4, 9), (5, b"x"), (5, bytes(32)), (5, b"\2" + bytes(31)), (5, b"\xff" * 32), (6, ""),
        (6, "é" * 33), (6, "\0"), (7, b"x"), (8, "2026-13-01"), (8, "0000-01-01"), (8, "2026-1-01"), (8, "٢٠٢٦-٠١-٠١"),
        *((1, rules) for rules in bad_rules),
    ]  # fmt: skip
    start = Chain()
    logs = {f"{place} {value!r}": start.log(start.record(0, "offer", offer(place, value))) for place, value in bad}
    logs["guest's"] = start.log(start.record(1, "offer", offer(5, ACCEPT[0])))
    logs["version"] = start.log(start.record(0, "offer", offer(), version=2))
    logs["fields"] = start.log(start.record(0, "offer", offer()[:-1]))
    assert disagreements(logs) == {}
    codes = {judged(data)["code"] for data in logs.values()}
    kinds = ("encoding", "field", "missing", "type", "value", "deal", "exchange-card")
    assert codes >= {f"ruleset-{kind}" for kind in kinds} | {"offer-date", "other-version", "no-identity", "signature"}


def test_it_agrees_on_payloads_bodies_notes_and_second_bodies() -> None:
    deep = b"\x91"
    payloads = [
        b"", b"\x80", b"\x81\1\1", b"\x91\xc3", b"\x91\xff", b"\x91\xd0\1", b"\x91\xd0\x80", b"\x91\xca\0\0\0\0",
        b"\x91\xc7\0\1", b"\x91\xd4\1\0",
        b"\x91\xc1", b"\x91\xa1\xff", b"\x91\xcc\1", b"\xdc\0\1\1", b"\xdd\xff\xff\xff\xff",
        deep * 4 + b"\xc0", deep * 4 + b"\x90", deep * 1024 + b"\xc0", deep * 1024 + b"\x90", deep * 1025 + b"\xc0",
        b"\x92\xc3" + deep * 4 + b"\x90", b"\x92" + deep * 4 + b"\x90\xc3", b"\x92\xc3", b"\1", b"\xc0",
        pack([NONCE]) + b"\0", pack([1] * 64), pack([1] * 65), pack([b"x"]), pack([b"x" * 32]), pack([]), pack([NONCE]),
    ]  # fmt: skip
    empty = Chain()
    offered = empty.and_then(0, "offer", offer())
    agreed = offered.and_then(1, "accept", ACCEPT)
    started = agreed.and_then(0, "start", [NONCE])
    dealer = digest("dealer", NONCE, b"m" * 32)[0] & 1
    over = started.and_then(dealer, "concede", ["match"])
    logs = {f"payload {payload[:40].hex()}": agreed.log(agreed.record(0, "start", payload)) for payload in payloads}
    loose = b"\x97\1" + pack(agreed.game) + b"\xcd\0\2\0" + pack(agreed.head) + pack("start") + pack(pack([NONCE]))
    logs |= {
        "not canonical": agreed.log(signed(HOST, loose)),
        "version": agreed.log(agreed.record(0, "start", [NONCE], version=3)),
        "turn": agreed.log(agreed.record(1, "start", [NONCE], version=1)),
        "type": agreed.log(agreed.record(0, "hello", [NONCE])),
        "long type": agreed.log(agreed.record(0, "a" * 17, [NONCE])),
        "own key": offered.log(signed(HOST, offered.body(1, "accept", [offer()[5], "Bo", NONCE]))),
        "another offer": offered.log(offered.record(1, "offer", offer(5, ACCEPT[0]))),
        "concede deal": started.log(started.record(dealer, "concede", ["deal"])),
        "conceded": over.log(),
        "conceded again": over.log(over.record(0, "concede", ["match"])),
        "final": over.log(over.record(0, "final", [[0, 0], over.head])),
        "final score": over.log(over.record(0, "final", [[1, 0], over.head])),
        "final head": over.log(over.record(0, "final", [[0, 0], bytes(64)])),
        "note": agreed.log(agreed.note(1, 120)),
        "note, torn": agreed.log(agreed.note(1, 120)) + b"\0",
        "note, then": agreed.log(agreed.note(1, 120), agreed.record(0, "start", [NONCE])),
        "note early": agreed.log(agreed.note(1, 119)),
        "note by who owes": agreed.log(agreed.note(0, 120)),
        "note elsewhere": agreed.log(agreed.note(1, 120, seq=1)),
        "note, other version": agreed.log(agreed.note(1, 120, version=2)),
        "note too soon": offered.log(offered.note(0, 120)),
        "note too late": over.log(over.note(1, 120)),
    }
    for seq in range(4):
        second = over.record((0, 1, 0, dealer)[seq], "x", [], seq=seq)
        logs |= {f"second {seq}": over.log(second), f"second {seq}, then": over.log(second, second)}
        logs[f"second {seq} of the other"] = over.log(over.record(1 - (0, 1, 0, dealer)[seq], "x", [], seq=seq))
    assert disagreements(logs) == {}
    said = {judged(data)["code"] for data in logs.values()}
    assert said >= {"equivocation", "out-of-turn", "out-of-phase", "body-not-canonical", "body-version", "keys-equal"}
    assert said >= {"not-msgpack", "not-canonical", "too-deep", "type-not-allowed", "field-count", "field-bytes"}
    assert said >= {"note-early", "note-not-owed", "note-misplaced", "record-after-note", "nonce-opening", "final-head"}


def test_as_a_program_it_prints_what_the_logs_are_expected_to_give() -> None:
    names = ["revoke_fail", "incomplete_torn", "wrong_magic_fail"]
    paths = [str(LOGS / name / "game.log") for name in names]
    command = [sys.executable, "-m", "tests.support.independent", *paths]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    printed = [json.loads(line) for line in output.splitlines()]
    expected = [json.loads((LOGS / name / "expected.json").read_text(encoding="utf-8")) for name in names]
    assert printed == [{"log": path, **one} for path, one in zip(paths, expected, strict=True)]
