"""Vectors of `protocol/vectors/wire`: encodings, messages, records, heads, notes, frames."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable
from typing import Any

from p2p_schnapsen import hashing
from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import WireError
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.wire import chain, codec, envelope, framing, messages, note
from p2p_schnapsen.wire.codec import Packed, pack
from p2p_schnapsen.wire.envelope import Body
from p2p_schnapsen.wire.messages import Message
from p2p_schnapsen.wire.note import Note
from scripts.lib.vectors_crypto import typed
from scripts.lib.vectors_maths import PROTO, Case, hashed, same, tup

KEYS = tuple(hashlib.sha256(b"vectors: identity %d" % side).digest() for side in (0, 1))
PUBLIC = tuple(signing.public_key(signing.generate(key)) for key in KEYS)
GAME_ID = hashlib.sha512(b"vectors: wire game").digest()
PREV = hashlib.sha512(b"vectors: wire head").digest()


def sign(side: int, message: bytes) -> bytes:
    """A side's signature."""
    return signing.sign(signing.generate(KEYS[side]), message)


def filler(size: int, name: str) -> bytes:
    """Bytes that stand for something of that size."""
    return hashlib.shake_256(name.encode()).digest(size)


def code_of(read: Callable[[], object]) -> str:
    """The code that a reader refuses with."""
    try:
        read()
    except WireError as error:
        return error.code
    raise AssertionError("a vector that must be refused was accepted")


def tuples() -> Case:
    """tup(…)."""
    cases: list[tuple[str, list[Any]]] = [
        ("nothing", []),
        ("zero is empty", [0]),
        ("one byte", [1]),
        ("255", [255]),
        ("256: big-endian", [256]),
        ("the largest int in eight bytes", [2**64 - 1]),
        ("a scalar's size", [2**252]),
        ("no bytes", [b""]),
        ("bytes", [b"\0\xff"]),
        ("no text", [""]),
        ("text is UTF-8", ["Ober ♥"]),
        ("bytes and text differ", [b"A", "A"]),
        ("a list", [[1, 2], [], [b"x", ["y"]]]),
        ("not what one list more would be", [1, 2]),
        ("one list more", [[1, 2]]),
        ("300 bytes: the length in four bytes", [bytes(300)]),
    ]
    made = []
    for what, values in cases:
        same(hashing.tup(*values), tup(*values), "tup")
        made.append({"what": what, "values": [typed(value) for value in values], "encoding": tup(*values).hex()})
    return {
        "about": "tup(values): a list; each value is a tag byte (i, b, s, l), its length as u32 big-endian, its"
        " content. Values: a number; {integer: decimal}; {bytes: hex}; {text: …}; a list.",
        "accepted": made,
    }


def msgpack() -> Case:
    """Canonical msgpack, and everything else."""
    good: list[tuple[str, Packed]] = [
        ("nil", None),
        ("no items", ()),
        ("0", 0),
        ("127: one byte", 127),
        ("128: two bytes", 128),
        ("255", 255),
        ("256: three bytes", 256),
        ("65535", 65535),
        ("65536: five bytes", 65536),
        ("2^32 − 1", 2**32 - 1),
        ("2^32: nine bytes", 2**32),
        ("2^64 − 1", 2**64 - 1),
        ("no bytes", b""),
        ("255 bytes", bytes(255)),
        ("256 bytes", bytes(256)),
        ("no text", ""),
        ("31 bytes of text", "x" * 31),
        ("32 bytes of text", "x" * 32),
        ("text of two bytes a sign", "é" * 16),
        ("15 items", (0,) * 15),
        ("16 items", (0,) * 16),
        ("64 items", (None,) * 64),
        ("arrays to the fourth depth", ((((),),),)),
        ("all together", (1, b"\1", "1", None, (2, (3,)))),
    ]
    accepted = []
    for what, value in good:
        data = _msgpack(value)
        same(pack(value), data, "msgpack")
        same(codec.unpack(data), value, "msgpack")
        accepted.append({"what": what, "value": typed(value), "encoding": data.hex()})
    bad = [
        ("no bytes at all", b""),
        ("the byte that msgpack does not use", b"\xc1"),
        ("a number cut off", b"\xcd\x01"),
        ("an array cut off", b"\x92\x00"),
        ("bytes cut off", b"\xc4\x05abcd"),
        ("something after the value", b"\x00\x00"),
        ("text that is not UTF-8", b"\xa2\xc3\x28"),
        ("text with a surrogate", b"\xa3\xed\xa0\x80"),
        ("5 in two bytes", b"\xcc\x05"),
        ("5 in three bytes", b"\xcd\x00\x05"),
        ("5 in five bytes", b"\xce" + (5).to_bytes(4, "big")),
        ("5 in nine bytes", b"\xcf" + (5).to_bytes(8, "big")),
        ("5 as a signed number", b"\xd0\x05"),
        ("5 as a signed number in nine bytes", b"\xd3" + (5).to_bytes(8, "big")),
        ("text with a longer length", b"\xd9\x01x"),
        ("bytes with a longer length", b"\xc5\x00\x01x"),
        ("an array with a longer length", b"\xdc\x00\x01\x00"),
        ("a longer form inside an array", b"\x91\xcc\x05"),
        ("−1", b"\xff"),
        ("−200", b"\xd1" + (-200).to_bytes(2, "big", signed=True)),
        ("true", b"\xc3"),
        ("a float", b"\xcb" + bytes(8)),
        ("a map", b"\x80"),
        ("a map with a pair", b"\x81\x00\x00"),
        ("an extension", b"\xd4\x01\x00"),
        ("a time stamp", b"\xd6\xff" + bytes(4)),
        ("65 items", b"\xdc\x00\x41" + bytes(65)),
        ("arrays to the fifth depth", b"\x91\x91\x91\x91\x90"),
        ("more than a frame holds", b"\xc5" + (16 * 1024).to_bytes(2, "big") + bytes(16 * 1024)),
    ]
    refused = [
        {"what": what, "encoding": data.hex(), "code": code_of(lambda data=data: codec.unpack(data))}  # type: ignore[misc]  # bound in the loop
        for what, data in bad
    ]
    return {
        "about": "Canonical msgpack: arrays, integers >= 0, byte strings, text, nil, each in its shortest form;"
        " arrays nest four deep and hold 64 items. Values are written as in tup.json; null is nil.",
        "accepted": accepted,
        "refused": refused,
    }


def _msgpack(value: Packed) -> bytes:
    """The canonical form, made here."""

    def head(size: int, forms: list[tuple[int, int, int]]) -> bytes:
        for limit, tag, width in forms:
            if size < limit:
                return bytes([tag | size]) if width == 0 else bytes([tag]) + size.to_bytes(width, "big")
        raise ValueError(size)

    match value:
        case None:
            return b"\xc0"
        case int():
            return head(value, [(128, 0, 0), (2**8, 0xCC, 1), (2**16, 0xCD, 2), (2**32, 0xCE, 4), (2**64, 0xCF, 8)])
        case bytes():
            return head(len(value), [(2**8, 0xC4, 1), (2**16, 0xC5, 2)]) + value
        case str():
            data = value.encode()
            return head(len(data), [(32, 0xA0, 0), (2**8, 0xD9, 1), (2**16, 0xDA, 2)]) + data
        case _:
            return head(len(value), [(16, 0x90, 0), (2**16, 0xDC, 2)]) + b"".join(map(_msgpack, value))


def fields(message: object) -> list[Any]:
    """A message's fields as JSON: byte strings in hex, nil as null."""

    def plain(value: Any) -> Any:
        if isinstance(value, bytes):
            return value.hex()
        return [plain(one) for one in value] if isinstance(value, tuple) else value

    return [plain(getattr(message, field.name)) for field in dataclasses.fields(message)]  # type: ignore[arg-type]  # a dataclass


def examples() -> list[Message]:
    """A well-formed message of each type; what the bytes say is another matter."""

    def some(size: int, name: str) -> bytes:
        return filler(size, name)

    share = some(96, "share")
    deck20, proof20 = some(20 * 64, "deck"), some(32 * 85, "proof")
    sorting = (some(128, "masks"), some(32 * 13, "sort proof"))
    return [
        messages.Offer(
            PROTO, Ruleset().canonical(), "deal", 0, 120, PUBLIC[0], "Anna ♥", some(64, "hash"), "2026-11-30"
        ),
        messages.Accept(PUBLIC[1], "Bert", some(32, "nonce")),
        messages.Start(some(32, "nonce of the host")),
        messages.Commit(some(64, "commitment")),
        messages.Key(some(64, "commitment"), some(32, "key"), some(64, "pok")),
        messages.Shuffle(some(32, "key"), some(64, "pok"), deck20, proof20),
        messages.Cut(deck20, proof20, (share,) * 6),
        messages.Hands((share,) * 6),
        messages.Lead(0, share),
        messages.Lead(23, None),
        messages.Follow(3, share, (some(64, "duty"), some(128, "duty"))),
        messages.Follow(3, None, ()),
        messages.Exchange(5, share),
        messages.Close(),
        messages.Marriage(1, share, 2, None),
        messages.Claim(),
        messages.Settle(),
        messages.Concede("deal"),
        messages.Concede("match"),
        messages.Draw(share, None),
        messages.Draw(None, sorting),
        messages.Sort(*sorting),
        messages.Open(some(32, "seed")),
        messages.Open(None),
        messages.Final((7, 0), some(64, "head")),
    ]


def payloads() -> Case:
    """Payloads of each type, and payloads with one thing wrong."""
    accepted = []
    for message in examples():
        kind, data = messages.type_of(message), messages.encode(message)
        same(data, _msgpack(tuple(getattr(message, field.name) for field in dataclasses.fields(message))), kind)
        same(messages.decode(kind, data), message, kind)
        accepted.append({"type": kind, "fields": fields(message), "payload": data.hex()})
    offer = tuple(getattr(examples()[0], field.name) for field in dataclasses.fields(messages.Offer))

    def offered(at: int, value: Packed) -> bytes:
        return pack((*offer[:at], value, *offer[at + 1 :]))

    share = filler(96, "share")
    bad = [
        ("a type that there is not", "cheat", b"\x90"),
        ("a field too few", "lead", pack((0,))),
        ("a field too many", "close", pack((None,))),
        ("no array", "claim", pack(0)),
        ("a slot beyond the deck", "lead", pack((24, None))),
        ("a slot that is text", "lead", pack(("0", None))),
        ("nil for a slot", "lead", pack((None, None))),
        ("a share of 95 bytes", "lead", pack((0, share[:-1]))),
        ("a share of 97 bytes", "lead", pack((0, share + b"\0"))),
        ("a share that is text", "lead", pack((0, "s" * 96))),
        ("true for a slot", "lead", b"\x92\xc3\xc0"),
        ("a slot in two bytes", "lead", b"\x92\xcc\x00\xc0"),
        ("half a payload", "lead", b"\x92\x00"),
        ("duty proofs that are no array", "follow", pack((0, None, b""))),
        ("six duty proofs", "follow", pack((0, None, (bytes(64),) * 6))),
        ("a duty proof of 65 bytes", "follow", pack((0, None, (bytes(65),)))),
        ("a duty proof of 25 branches", "follow", pack((0, None, (bytes(25 * 64),)))),
        ("an empty duty proof", "follow", pack((0, None, (b"",)))),
        ("five shares", "deal", pack(((share,) * 5,))),
        ("eight shares", "deal", pack(((share,) * 8,))),
        ("a hand of one mask to sort", "sort", pack((bytes(64), bytes(32 * 13)))),
        ("a hand of seven masks to sort", "sort", pack((bytes(7 * 64), bytes(32 * 29)))),
        ("a sorting of three parts", "draw", pack((share, (bytes(128), bytes(32 * 13), None)))),
        ("a scope that there is not", "concede", pack(("round",))),
        ("a score of one number", "final", pack(((7,), bytes(64)))),
        ("a score beyond 32 bits", "final", pack(((2**32, 0), bytes(64)))),
        ("a head of 63 bytes", "final", pack(((7, 0), bytes(63)))),
        ("an opening that there is not", "offer", offered(2, "later")),
        ("a clock beyond a day", "offer", offered(3, 24 * 3600 + 1)),
        ("patience below ten seconds", "offer", offered(4, 9)),
        ("patience beyond a week", "offer", offered(4, 7 * 24 * 3600 + 1)),
        ("no name", "offer", offered(6, "")),
        ("a name of 65 bytes", "offer", offered(6, "é" * 32 + "x")),
        ("a date in other words", "offer", offered(8, "1 Jan 2026")),
        ("a date in other digits", "offer", offered(8, "２０26-1-3")),
        ("a rule set of 2049 bytes", "offer", offered(1, bytes(2049))),
    ]
    return {
        "about": "Payloads by record type. fields as JSON: byte strings in hex, nil as null"
        " (schema/messages.schema.json). What the bytes say is not looked at here: shares, decks and proofs are"
        " filled with anything.",
        "accepted": accepted,
        "refused": [
            {
                "what": what,
                "type": kind,
                "payload": data.hex(),
                "code": code_of(lambda kind=kind, data=data: messages.decode(kind, data)),  # type: ignore[misc]  # bound in the loop
            }
            for what, kind, data in bad
        ],
    }


def records() -> Case:
    """Records with everything that they are made of, and bytes that are none."""
    head = PREV
    accepted = []
    chosen = {"offer": 0, "accept": 1, "commit": 0, "lead": 1, "concede": 0, "final": 1}
    said = {messages.type_of(message): message for message in reversed(examples())}
    for seq, (kind, side) in enumerate(chosen.items(), 12):
        payload = messages.encode(said[kind])
        body = _msgpack((1, GAME_ID, seq, side, head, kind, payload))
        same(Body(GAME_ID, seq, side, head, kind, payload).encode(), body, "body")
        signed = tup(PROTO, "record", body)
        same(envelope.signed_message(body), signed, "signed message")
        signature = sign(side, signed)
        raw = _msgpack((body, signature))
        same(envelope.seal(body, signature), raw, "record")
        after = hashed("head", head, body)
        same(chain.advance(head, body), after, "head")
        same(envelope.parse(raw).canonical, True, "canonical")
        accepted.append(
            {
                "body": [1, GAME_ID.hex(), seq, side, head.hex(), kind, payload.hex()],
                "body_bytes": body.hex(),
                "signed": signed.hex(),
                "signature": signature.hex(),
                "record": raw.hex(),
                "head": after.hex(),
            }
        )
        head = after
    good: tuple[Packed, ...] = (1, GAME_ID, 12, 0, PREV, "lead", b"\x92\x00\xc0")
    body = pack(good)
    signature = sign(0, tup(PROTO, "record", body))

    def with_field(at: int, value: Packed) -> bytes:
        return pack((pack((*good[:at], value, *good[at + 1 :])), signature))

    bad = [
        ("no bytes", b""),
        ("no array", pack(body)),
        ("no signature", pack((body,))),
        ("a third part", pack((body, signature, None))),
        ("a signature of 63 bytes", pack((body, signature[:-1]))),
        ("a signature of 65 bytes", pack((body, signature + b"\0"))),
        ("a signature that is text", pack((body, "s" * 64))),
        ("a body that is an array", pack((good, signature))),
        ("an outer array in a longer form", b"\xdc\x00\x02" + pack(body) + pack(signature)),
        ("something after the record", pack((body, signature)) + b"\0"),
        ("a body that is no msgpack", pack((b"\xc1", signature))),
        ("a body of six fields", pack((pack(good[:-1]), signature))),
        ("a body of eight fields", pack((pack((*good, None)), signature))),
        ("a version that is text", with_field(0, "1")),
        ("a game id of 63 bytes", with_field(1, GAME_ID[:-1])),
        ("seq = 2^20", with_field(2, 1 << 20)),
        ("side 2", with_field(3, 2)),
        ("prev of 65 bytes", with_field(4, PREV + b"\0")),
        ("a type of 17 letters", with_field(5, "x" * 17)),
        ("a type that is bytes", with_field(5, b"lead")),
        ("a payload that is an array", with_field(6, (0, None))),
        ("a payload that is nil", with_field(6, None)),
    ]
    return {
        "about": "record = msgpack [body, signature], body = msgpack [version, game_id, seq, side, prev, type,"
        " payload]; signed = tup(PROTO, record, body); head = Hash(head, prev, body_bytes). Keys: Ed25519 of the"
        " seeds, by side. Each record follows on the one before; only the envelope is looked at here.",
        "identities": [{"seed": KEYS[side].hex(), "public_key": PUBLIC[side].hex()} for side in (0, 1)],
        "accepted": accepted,
        "refused": [
            {"what": what, "record": raw.hex(), "code": code_of(lambda raw=raw: envelope.parse(raw))}  # type: ignore[misc]  # bound in the loop
            for what, raw in bad
        ],
    }


def notes() -> Case:
    """End notes, and bytes that are none."""
    accepted = []
    for seq, side, seconds in ((3, 0, 120), (2**20 - 1, 1, 2**32 - 1)):
        body = _msgpack((1, GAME_ID, seq, side, PREV, seconds))
        same(Note(GAME_ID, seq, side, PREV, seconds).encode(), body, "note")
        signed = tup(PROTO, "silent", body)
        same(note.signed_message(body), signed, "signed message of a note")
        raw = _msgpack((body, sign(side, signed)))
        parsed = note.parse(raw)
        assert parsed is not None
        same(parsed.note, Note(GAME_ID, seq, side, PREV, seconds), "note")
        fields_ = [1, GAME_ID.hex(), seq, side, PREV.hex(), seconds]
        accepted.append(
            {
                "body": fields_,
                "body_bytes": body.hex(),
                "signed": signed.hex(),
                "signature": raw[-64:].hex(),
                "note": raw.hex(),
            }
        )
    good: tuple[Packed, ...] = (1, GAME_ID, 3, 0, PREV, 120)
    signature = bytes(64)

    def with_field(at: int, value: Packed) -> bytes:
        return pack((pack((*good[:at], value, *good[at + 1 :])), signature))

    bad = [
        ("a record", bytes.fromhex(records()["accepted"][0]["record"])),
        ("a field too few", pack((pack(good[:-1]), signature))),
        ("a body in a longer form", pack((b"\x96\xcc\x01" + b"".join(map(pack, good[1:])), signature))),
        ("another version", with_field(0, 2)),
        ("a game id of 63 bytes", with_field(1, GAME_ID[:-1])),
        ("seq = 2^20", with_field(2, 1 << 20)),
        ("side 2", with_field(3, 2)),
        ("a head of 63 bytes", with_field(4, PREV[:-1])),
        ("2^32 seconds", with_field(5, 1 << 32)),
        ("seconds as text", with_field(5, "120")),
        ("a signature of 63 bytes", pack((pack(good), signature[:-1]))),
        ("a third part", pack((pack(good), signature, None))),
        ("no msgpack", b"\xc1"),
    ]
    for what, raw in bad:
        same(note.parse(raw), None, what)
    return {
        "about": "note = msgpack [body, signature], body = msgpack [version, game_id, seq, side, head, seconds];"
        " signed = tup(PROTO, silent, body). Whether a note counts is table/notes.json. code: what a table says of"
        " such bytes.",
        "identities": [{"seed": KEYS[side].hex(), "public_key": PUBLIC[side].hex()} for side in (0, 1)],
        "accepted": accepted,
        "refused": [{"what": what, "note": raw.hex(), "code": "note-unreadable"} for what, raw in bad],
    }


def frames() -> Case:
    """Streams that are cut into frames, and streams that are refused."""
    good = [
        ("one byte", 16384, [b"x"]),
        ("two frames", 16384, [b"one", b"two"]),
        ("the largest frame", 16384, [filler(16384, "frame")]),
        ("the largest frame of a stranger", 1024, [filler(1024, "frame")]),
    ]
    accepted = []
    for what, cap, parts in good:
        stream = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        same(framing.Frames(cap).feed(stream), parts, "frames")
        frames_ = [part.hex() for part in parts] if len(stream) < 100 else []
        digest = [hashlib.sha512(part).hexdigest() for part in parts]
        case: Case = {"what": what, "cap": cap, "stream": stream.hex()}
        accepted.append(case | ({"frames": frames_} if frames_ else {"sha512": digest}))
    bad = [
        ("an empty frame", 16384, bytes(4)),
        ("a byte above the cap", 16384, (16385).to_bytes(4, "big")),
        ("the largest length", 16384, b"\xff" * 4),
        ("a byte above the cap of a stranger", 1024, (1025).to_bytes(4, "big")),
        ("an empty frame after a good one", 16384, b"\0\0\0\1x" + bytes(4)),
    ]
    return {
        "about": "u32 big-endian length, then that many bytes; 1..cap. A bad length is refused as soon as its four"
        " bytes are there. sha512 in place of frames where they are long.",
        "accepted": accepted,
        "refused": [
            {
                "what": what,
                "cap": cap,
                "stream": data.hex(),
                "code": code_of(lambda cap=cap, data=data: framing.Frames(cap).feed(data)),  # type: ignore[misc]  # bound in the loop
            }
            for what, cap, data in bad
        ],
    }
