"""`table/channel.json`: the frames of a connection and the greeting that binds it to two keys."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import PeerSuspect, WireError
from p2p_schnapsen.table import channel
from p2p_schnapsen.table.channel import Auth, Bye, Chat, Frame, Greeting, Hello, Ping, RecordFrame, Refuse, Standing
from p2p_schnapsen.wire.codec import pack
from scripts.lib.vectors_maths import PROTO, Case, hashed, same, tup
from scripts.lib.vectors_wire import KEYS, PUBLIC, fields, filler, sign

CERTIFICATE = hashlib.sha256(b"vectors: certificate of the host").digest()
NONCES = tuple(hashlib.sha256(b"vectors: nonce %d" % role).digest() for role in (0, 1))
SMALL = b"\1" + bytes(31)
"""A key of small order: one signature under it fits every message."""


def frames() -> list[Frame]:
    """A frame of each kind."""
    head = filler(64, "head")
    return [
        *(Hello(PROTO, role, PUBLIC[role], NONCES[role]) for role in (0, 1)),
        Auth(filler(64, "signature")),
        Standing(None, 0, bytes(64)),
        Standing(filler(64, "first"), 1 << 20, head),
        RecordFrame(filler(40, "record")),
        Ping(),
        Refuse("other-version"),
        Bye(head),
        Chat("h"),
        Chat("schön ♥ " + "x" * 245),
    ]


def said(role: int) -> bytes:
    """What a role signs."""
    return tup(PROTO, "channel", role, CERTIFICATE, NONCES[0], NONCES[1], PUBLIC[0], PUBLIC[1])


def greeting(role: int) -> Greeting:
    """A side that begins."""
    return Greeting(role, signing.generate(KEYS[role]), CERTIFICATE, NONCES[role])


def code_of(read: Callable[[], object]) -> str:
    """The code that a frame or a greeting is refused with."""
    try:
        read()
    except (WireError, PeerSuspect) as error:
        return error.code
    raise AssertionError("a vector that must be refused was accepted")


def vectors() -> Case:
    """The file's content."""
    accepted = []
    for frame in frames():
        data = channel.encode(frame)
        same(channel.decode(data), frame, "frame")
        kind = str(next(name for name, (cls, _) in channel.FRAMES.items() if cls is type(frame)))
        same(pack((kind, *[getattr(frame, name) for name in frame.__dataclass_fields__])), data, kind)
        accepted.append({"frame": [kind, *fields(frame)], "encoding": data.hex()})
    hello = (PROTO, 0, PUBLIC[0], NONCES[0])
    bad_frames = [
        ("no array", pack("ping")),
        ("an empty array", pack(())),
        ("a kind that is bytes", pack((b"ping",))),
        ("a kind that there is not", pack(("talk", "hello"))),
        ("a ping with a field", pack(("ping", None))),
        ("a hello without a nonce", pack(("hello", *hello[:3]))),
        ("a role that there is not", pack(("hello", PROTO, 2, *hello[2:]))),
        ("a key of 31 bytes", pack(("hello", PROTO, 0, PUBLIC[0][:-1], NONCES[0]))),
        ("no protocol", pack(("hello", "", *hello[1:]))),
        ("a signature of 65 bytes", pack(("auth", bytes(65)))),
        ("an empty record", pack(("record", b""))),
        ("a record of 16321 bytes", pack(("record", bytes(16321)))),
        ("a reason in capitals", pack(("refuse", "NO"))),
        ("a reason of 33 letters", pack(("refuse", "x" * 33))),
        ("seq beyond 2^20", pack(("standing", None, (1 << 20) + 1, bytes(64)))),
        ("a standing whose head is nil", pack(("standing", None, 0, None))),
        ("a bye without a head", pack(("bye",))),
        ("chat without a word", pack(("chat", ""))),
        ("chat of 257 bytes", pack(("chat", "ö" * 128 + "x"))),
        ("chat that is bytes", pack(("chat", b"hello"))),
        ("chat that is not UTF-8", b"\x92\xa4chat\xa1\xff"),
        ("no msgpack", b"\xc1"),
        ("a longer form", b"\x91\xd9\x04ping"),
    ]
    refused = [
        {"what": what, "encoding": data.hex(), "code": code_of(lambda data=data: channel.decode(data))}  # type: ignore[misc]  # bound in the loop
        for what, data in bad_frames
    ]
    return {
        "about": "Frames of the channel, [kind, field…], without their length; and the greeting of host (role 0) and"
        " guest (role 1): each signs tup(PROTO, channel, role, certificate, both nonces, both keys, host first)."
        " received: what a side is sent, in order, the last one refused.",
        "accepted_frames": accepted,
        "refused_frames": refused,
        "greeting": _greeting(),
        "refused_greetings": _refused_greetings(),
    }


def _greeting() -> Case:
    sides = (greeting(0), greeting(1))
    auths = [Auth(sign(role, said(role))) for role in (0, 1)]
    for role, side in enumerate(sides):
        same(side.receive(sides[1 - role].hello()), auths[role], "auth")
    for role, side in enumerate(sides):
        same(side.receive(auths[1 - role]), None, "the end of the greeting")
        same(side.peer, PUBLIC[1 - role], "the peer")
    identifier = hashed("connection", CERTIFICATE, *NONCES)[:6].hex()
    same([side.identifier for side in sides], [identifier] * 2, "the connection's name")
    return {
        "certificate": CERTIFICATE.hex(),
        "sides": [
            {
                "role": role,
                "seed": KEYS[role].hex(),
                "public_key": PUBLIC[role].hex(),
                "nonce": NONCES[role].hex(),
                "hello": channel.encode(sides[role].hello()).hex(),
                "signed": said(role).hex(),
                "signature": auths[role].signature.hex(),
                "auth": channel.encode(auths[role]).hex(),
            }
            for role in (0, 1)
        ],
        "identifier": identifier,
    }


def _refused_greetings() -> list[Case]:
    """What a host refuses in a guest, and a guest in a host."""
    cases: list[Case] = []
    for role in (0, 1):
        other = 1 - role
        hello = Hello(PROTO, other, PUBLIC[other], NONCES[other])
        auth = Auth(sign(other, said(other)))
        elsewhere = tup(PROTO, "channel", other, bytes(32), *NONCES, *PUBLIC)
        swapped = tup(PROTO, "channel", other, CERTIFICATE, NONCES[1], NONCES[0], *PUBLIC)
        bad: list[tuple[str, list[Frame]]] = [
            ("a refusal", [Refuse("full")]),
            ("a signature before the hello", [auth]),
            ("another version", [Hello("p2p-schnapsen/2", other, PUBLIC[other], NONCES[other])]),
            ("the same role", [Hello(PROTO, role, PUBLIC[other], NONCES[other])]),
            ("one's own key", [Hello(PROTO, other, PUBLIC[role], NONCES[other])]),
            ("a key of small order", [Hello(PROTO, other, SMALL, NONCES[other])]),
            ("a key that is not canonical", [Hello(PROTO, other, b"\xff" * 31 + b"\x7f", NONCES[other])]),
            ("a second hello", [hello, hello]),
            ("a record before the signature", [hello, RecordFrame(b"x")]),
            ("a signature of zeros", [hello, Auth(bytes(64))]),
            ("one's own signature sent back", [hello, Auth(sign(role, said(role)))]),
            ("a signature for the other role", [hello, Auth(sign(other, said(role)))]),
            ("a signature for another certificate", [hello, Auth(sign(other, elsewhere))]),
            ("a signature with the nonces in the other order", [hello, Auth(sign(other, swapped))]),
            ("a signature under another key", [hello, Auth(sign(role, said(other)))]),
        ]
        for what, received in bad:
            code = code_of(lambda role=role, received=received: _receive(role, received))  # type: ignore[misc]  # bound in the loop
            frames_ = [channel.encode(frame).hex() for frame in received]
            cases.append({"what": what, "role": role, "received": frames_, "code": code})
    return cases


def _receive(role: int, received: list[Frame]) -> Any:
    side = greeting(role)
    for frame in received:
        side.receive(frame)
