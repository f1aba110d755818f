"""`table/contract.json`, `table/deals.json`, `table/notes.json`: honest games, with the secrets they were made from."""

from __future__ import annotations

import random

from p2p_schnapsen.crypto import mask, signing
from p2p_schnapsen.crypto.group import add, base_mul, mul, reduce
from p2p_schnapsen.errors import PeerSuspect
from p2p_schnapsen.rules import cards
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.ruleset import TALON, TURN_UP, Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import contracting, keys, state
from p2p_schnapsen.table.model import DealState, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages, note
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.note import Note
from scripts.lib.vectors_maths import PROTO, Case, h2p, h2s, hashed, minus, same, scalar, tup
from tests.support.duel import Duel
from tests.support.fold import remembering

SIDES = ("host", "guest")


def steady(view: PlayerView, rng: random.Random) -> Move:
    """Some legal move, never an untrue claim; the same under every Python."""
    legal = [move for move in view.legal if move.kind is not Kind.CLAIM or view.deal.points[view.me] >= 66]
    return legal[rng.getrandbits(32) % len(legal)]


def begun(seed: str, ruleset: Ruleset, opening: str, dealer: int) -> Duel:
    """A game about to begin."""
    return Duel.new(f"vectors: {seed}", ruleset, opening, steady, dealer=dealer)


def identity(duel: Duel, side: int) -> Case:
    """A side's key pair; the seed of Ed25519 is that of RFC 8032."""
    key = duel.seats[side].identity
    return {"seed": key.private_bytes_raw().hex(), "public_key": signing.public_key(key).hex()}


def contract() -> Case:
    """Offer, accept and start, for both first dealers."""
    made = []
    for dealer, ruleset, opening in ((0, Ruleset(), "deal"), (1, Ruleset().override({"deck": 24, "hand": 6}), "match")):
        duel = begun(f"contract {dealer}", ruleset, opening, dealer)
        duel.play(lambda table: table.phase is Phase.COMMIT)
        bodies = [envelope.parse(raw).body_bytes for raw in duel.records]
        host, guest = duel.seats[0]._secrets["nonce"], duel.seats[1]._secrets["nonce"]
        offer, table = duel.state.contract, duel.state
        same(offer.nonce_hash, hashed("nonce", host), "nonce hash")
        same(table.game_id, hashed("game", bodies[0], bodies[1]), "game id")
        coin = hashed("dealer", host, guest)
        same(coin[0] & 1, dealer, "the first dealer")
        same(contracting.first_dealer(host, guest), dealer, "the first dealer")
        made.append(
            {
                "identities": [identity(duel, side) for side in (0, 1)],
                "host_nonce": host.hex(),
                "guest_nonce": guest.hex(),
                "nonce_hash": offer.nonce_hash.hex(),
                "ruleset": offer.ruleset.decode("ascii"),
                "records": _records(duel),
                "game_id": table.game_id.hex(),
                "dealer_hash": coin.hex(),
                "dealer": dealer,
            }
        )
    return {
        "about": "nonce_hash = Hash(nonce, host_nonce); game_id = Hash(game, offer body, accept body); dealer = the"
        " lowest bit of the first byte of dealer_hash = Hash(dealer, host_nonce, guest_nonce). The first head and the"
        " game id of offer and accept are 64 zeros.",
        "accepted": made,
    }


def _records(duel: Duel) -> list[Case]:
    """The records of a game with heads and phases."""
    head, rows = bytes(64), []
    for raw, after in zip(duel.records, [*duel.states[1:], duel.state], strict=True):
        record = envelope.parse(raw)
        same(record.body.prev, head, "prev")
        head = hashed("head", head, record.body_bytes)
        same(after.head, head, "head")
        rows.append(
            {
                "seq": record.body.seq,
                "side": record.body.side,
                "type": record.body.type,
                "record": raw.hex(),
                "head": head.hex(),
                "phase": str(after.phase),
                "turn": after.turn,
            }
        )
    return rows


MATCHES: tuple[tuple[str, dict[str, int | str | bool], str, int], ...] = (
    ("20 cards, opened", {"target": 1}, "deal", 0),
    ("24 cards, always strict, not opened", {"deck": 24, "hand": 6, "strict": "always", "target": 1}, "never", 1),
)


def deals() -> Case:
    """Whole matches."""
    with remembering():
        made = [_match(*each) for each in MATCHES]
    return {
        "about": "Matches record by record: heads, the phase and the turn after each record; of each deal the secrets"
        " of both sides, and what they dealt. hands are by side, in the order of slots; talon in the order of drawing.",
        "accepted": made,
    }


def _match(name: str, changes: dict[str, int | str | bool], opening: str, dealer: int) -> Case:
    duel = begun(name, Ruleset().override(changes), opening, dealer).play()
    decision = duel.state.decision
    assert decision is not None
    dealt = [table.current for table, after in _steps(duel) if table.phase is Phase.DEAL and after.phase is Phase.LEAD]
    return {
        "what": name,
        "identities": [identity(duel, side) for side in (0, 1)],
        "nonces": [seat._secrets["nonce"].hex() for seat in duel.seats],
        "records": _records(duel),
        "deals": [_dealt(duel, deal) for deal in dealt],
        "winner": SIDES[decision.winner],
        "score": list(decision.score),
        "decided_by": decision.seq,
    }


def _steps(duel: Duel) -> list[tuple[TableState, TableState]]:
    return list(zip(duel.states, [*duel.states[1:], duel.state], strict=True))


def _dealt(duel: Duel, deal: DealState) -> Case:
    """What a deal was made from, and what it gave to whom: decrypted with both keys."""
    seeds = [seat._secrets[f"seed-{deal.number}"] for seat in duel.seats]
    both = deal.ordered_commitments()
    assert both is not None
    x = [h2s("key", seed, duel.state.game_id, deal.number, *both) for seed in seeds]
    for side in (0, 1):
        same(keys.secret_key(seeds[side], duel.state.game_id, deal.number, *both), x[side], "x")
        same(base_mul(x[side]), deal.key_of(side), "Y")
    together = reduce(sum(x))
    numbers = {h2p("card", k): k for k in range(24)}
    order = [numbers[minus(one.b, mul(together, one.a))] for one in deal.deck]
    receivers = duel.state.rules.deal_order(deal.dealer)
    piles: dict[int, list[str]] = {0: [], 1: [], TURN_UP: [], TALON: []}
    for card, receiver in zip(order, receivers, strict=True):
        piles[receiver].append(cards.name(card))
    same(deal.joint, add(*(base_mul(one) for one in x)), "joint key")
    same(mask.card_of(h2p("card", order[0])), order[0], "card")
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "seeds": [seed.hex() for seed in seeds],
        "x": [scalar(one) for one in x],
        "order": order,
        "hands": [" ".join(piles[side]) for side in (0, 1)],
        "up": piles[TURN_UP][0],
        "talon": " ".join(piles[TALON]),
    }


def notes() -> Case:
    """End notes that count, and those that do not, after the contract of one game."""
    duel = begun("notes", Ruleset(), "deal", 0)
    duel.play(lambda table: table.phase is Phase.KEY)
    table = duel.state
    owed, owing = 1 - duel.owing().side, duel.owing().side
    good = Note(table.game_id, table.seq, owed, table.head, table.contract.patience)

    def signed(said: Note, by: int, label: str = "silent") -> bytes:
        body = said.encode()
        key = duel.seats[by].identity
        return pack((body, signing.sign(key, tup(PROTO, label, body))))

    def changed(**changes: object) -> Note:
        kept = {name: getattr(good, name) for name in good.__dataclass_fields__}
        return Note(**{**kept, **changes})

    cases = [
        ("of another game", 4, signed(changed(game_id=bytes(64)), owed)),
        ("for another place", 4, signed(changed(seq=good.seq + 1), owed)),
        ("after another head", 4, signed(changed(head=bytes(64)), owed)),
        ("before there is a contract", 1, signed(changed(seq=1, head=duel.states[1].head), 0)),
        ("by the side that owes the record", 4, signed(changed(side=owing), owing)),
        ("a second too early", 4, signed(changed(seconds=good.seconds - 1), owed)),
        ("signed by the other side", 4, signed(good, owing)),
        ("signed as a record", 4, signed(good, owed, "record")),
        ("with a bit of its signature changed", 4, _flipped(signed(good, owed))),
        ("a note that is a record", 4, duel.seats[owed].sign(messages.Claim())),
    ]
    refused = []
    for what, after, raw in cases:
        at = duel.states[after] if after < len(duel.states) else table
        try:
            state.close(at, raw)
        except PeerSuspect as suspect:
            refused.append({"what": what, "after": after, "note": raw.hex(), "code": suspect.code})
        else:
            raise AssertionError(f"a note that must be refused was accepted: {what}")
    accepted = []
    for seconds in (good.seconds, good.seconds + 1000):
        raw = signed(changed(seconds=seconds), owed)
        same(state.close(table, raw).note, changed(seconds=seconds), "note")
        parsed = note.parse(raw)
        assert parsed is not None
        accepted.append({"after": 4, "note": raw.hex(), "silent": SIDES[owing], "seconds": seconds})
    assert len(duel.records) == 4
    return {
        "about": "A game up to the first commit; after: the number of its records that come before the note. The"
        " contract's patience is 120 seconds.",
        "identities": [identity(duel, side) for side in (0, 1)],
        "records": [raw.hex() for raw in duel.records],
        "accepted": accepted,
        "refused": refused,
    }


def _flipped(raw: bytes) -> bytes:
    return raw[:-1] + bytes([raw[-1] ^ 1])
