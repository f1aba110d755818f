"""`table/faults.json`: records that break the protocol, one fault each, after honest games.

The games share their beginnings. In one deal the elder (side 1) holds JD KH QH AS KC, the dealer AD TC JC AH TH, and
diamonds are trumps; in the other the talon is used up.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from p2p_schnapsen.crypto import dleq, group, mask, membership, schnorr, shuffle, signing
from p2p_schnapsen.crypto.challenge import to_scalar
from p2p_schnapsen.crypto.group import L, Point, Scalar
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.rules import cards, moves
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.playing import duty_cards, hand_masks
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.wire import messages
from p2p_schnapsen.wire.codec import pack
from p2p_schnapsen.wire.messages import Message
from scripts.lib.vectors_games import SIDES, identity
from scripts.lib.vectors_maths import Case
from tests.support.cheats import forge, sealed
from tests.support.duel import Duel, log_of, stack
from tests.support.fold import remembering, verdict

DEALER, ELDER = 0, 1
RULES = Ruleset(target=1)
DEAL = (ELDER, "JD KH QH AS KC", "AD TC JC AH TH", "TD", "KS QS QC JH KD QD JS TS")
WORN = (
    "JD QD TH KH JH",
    "KS TS AS QH AH",
    "TD",
    "AC TC QC KC AD JS KD QS JC",
)
WORN_MOVES = "JD KS QD TS TH AS KH QH JH AH JC QC AC"
"""With the second deal: then one card alone is unknown, and neither a club nor a trump; three are hidden."""

Say = tuple[str, Duel, bytes]
"""What is wrong, the game before, the record."""


@functools.cache
def _start(seed: str, deal: tuple[str, str, str, str]) -> Duel:
    order = stack(RULES, DEALER, *deal)
    duel = Duel.stacked(order, DEALER, RULES, "deal", f"vectors: {seed}")
    duel.supply()
    return duel


@functools.cache
def _main(words: str) -> Duel:
    if not words:
        return _start("faults", DEAL[1:]).clone().decide()
    *before, last = words.split()
    return _main(" ".join(before)).clone().decide(last)


def at(words: str = "") -> Duel:
    """The first game after these moves and all that is automatic."""
    return _main(words).clone()


@functools.cache
def _dealing(phase: Phase) -> Duel:
    return _start("faults", DEAL[1:]).clone().reach(phase)


def dealing(phase: Phase) -> Duel:
    """The first game as the record that `phase` names is due; what the owing side says honestly is `honest`."""
    return _dealing(phase).clone()


def honest(duel: Duel) -> Any:
    """The record that is due, as it should be."""
    return duel.next_message()


def lie(what: str, duel: Duel, message: Message, side: int | None = None) -> Say:
    """A message signed without a check."""
    seat = duel.owing() if side is None else duel.seats[side]
    return what, duel, seat.sign(message)


def slot(seat: Seat, card: str) -> int:
    """Where a card lies in a hand."""
    return {held: number for number, held in seat.hand().items()}[parse(card)]


def shown(seat: Seat, card: str) -> tuple[int, bytes | None]:
    """A card's slot and share."""
    number = slot(seat, card)
    return number, seat._own_share(seat.state.current, number)


def raised(field: bytes, at_byte: int = 31) -> bytes:
    """The first point of some bytes with bit 255 set."""
    return field[:at_byte] + bytes([field[at_byte] | 0x80]) + field[at_byte + 1 :]


def contract() -> list[Say]:
    """Offer, accept, start."""
    begun = _start("faults", DEAL[1:])
    offer: messages.Offer = honest(begun.clone())
    rules = offer.ruleset
    offers: dict[str, dict[str, Any]] = {
        "a date that does not exist": {"date": "2026-02-30"},
        "rules that are not ASCII": {"ruleset": rules + "ä=1\n".encode()},
        "rules in another order": {"ruleset": b"".join(rules.splitlines(keepends=True)[::-1])},
        "rules that lack a field": {"ruleset": rules.replace(b"target=1\n", b"")},
        "rules with a field of their own": {"ruleset": rules + b"zeal=2\n"},
        "rules with a word for a number": {"ruleset": rules.replace(b"target=1", b"target=one")},
        "rules with a value that is none": {"ruleset": rules.replace(b"deck=20", b"deck=32")},
        "rules that deal too much": {"ruleset": rules.replace(b"3 3 T 2 2", b"3 3 T 2 3")},
        "rules that exchange a nine of a deck without": {
            "ruleset": rules.replace(b"exchange_card=lowest", b"exchange_card=9")
        },
        "another protocol": {"protocol": "p2p-schnapsen/2"},
        "a key of small order": {"key": b"\1" + bytes(31)},
        "the key of somebody else": {"key": signing.public_key(begun.seats[1].identity)},
        "patience that no contract has": {"patience": 1},
    }
    said = [lie(f"offer: {what}", begun.clone(), replace(offer, **changes)) for what, changes in offers.items()]
    mirror = dealing(Phase.ACCEPT)
    mirror.seats[1].identity = mirror.seats[0].identity
    said.append(lie("accept: the host's own key", mirror, messages.Accept(offer.key, "bert", bytes(32))))
    said.append(lie("start: another nonce", dealing(Phase.START), messages.Start(bytes(32))))
    return said


def bodies() -> list[Say]:
    """Bodies and payloads that are signed but not well made; the elder is to lead."""
    duel = at()
    table, seat = duel.state, duel.seats[ELDER]
    well = pack((0, None))
    payloads: list[tuple[str, str, bytes]] = [
        ("no msgpack", "lead", b"\xc1"),
        ("a slot in two bytes", "lead", b"\x92\xcc\x00\xc0"),
        ("a float", "lead", b"\x92\xcb" + bytes(8) + b"\xc0"),
        ("arrays to the fifth depth", "lead", b"\x91" * 5 + b"\x90"),
        ("a slot beyond the deck", "lead", pack((24, None))),
        ("a share of 95 bytes", "lead", pack((0, bytes(95)))),
        ("a field too few", "lead", pack((0,))),
        ("a scope that there is not", "concede", pack(("round",))),
    ]
    said = [(f"payload: {what}", duel, forge(seat, kind, data)) for what, kind, data in payloads]
    parts = (table.game_id, table.seq, ELDER, table.head, "lead", well)
    loose = b"\x97\xcc\x01" + b"".join(pack(part) for part in parts)
    following = at("KC")
    said += [
        ("payload: duty proofs that are no array", following, forge(following.seats[0], "follow", pack((0, None, 5)))),
        ("body: a longer form of msgpack", duel, sealed(seat, loose)),
        ("body: another version", duel, forge(seat, "lead", well, version=2)),
        ("body: a type that there is not", duel, forge(seat, "cheat", b"\x90")),
        ("body: another game", duel, forge(seat, "close", b"\x90", game_id=bytes(64))),
        ("body: a later place", duel, forge(seat, "close", b"\x90", seq=table.seq + 1)),
        ("body: another head", duel, forge(seat, "close", b"\x90", prev=bytes(64))),
        ("record: signed by the other side", duel, forge(duel.seats[DEALER], "close", b"\x90", side=ELDER)),
        ("record: not a record", duel, pack((b"", bytes(64)))),
    ]
    return said


def dealt() -> list[Say]:
    """The five records of the deal."""
    said = [lie("commit: out of turn", dealing(Phase.COMMIT), messages.Commit(bytes(64)), ELDER)]
    duel = dealing(Phase.KEY)
    key: messages.Key = honest(duel)
    copied = duel.state.current.commitments[DEALER]
    assert copied is not None
    said += [
        lie("key: the dealer's commitment", duel, replace(key, commitment=copied)),
        lie("key: bit 255 set", duel, replace(key, key=raised(key.key))),
        lie("key: the identity", duel, replace(key, key=bytes(32))),
        lie("key: another key", duel, replace(key, key=group.G)),
    ]
    said += _shuffled() + _shared()
    said.append(lie("deal conceded before it is dealt", dealing(Phase.COMMIT), messages.Concede("deal")))
    said.append(lie("deal before the cut", dealing(Phase.CUT), messages.Hands((bytes(96),) * 6)))
    return said


def _shuffled() -> list[Say]:
    duel = dealing(Phase.SHUFFLE)
    shuffled: messages.Shuffle = honest(duel)
    seat, deal = duel.owing(), duel.state.current
    seed, _ = seat._keys(deal)
    y = Point(shuffled.key)
    _, theirs = duel.seats[ELDER]._keys(deal)
    cancelling = Scalar(L - theirs)
    pok = schnorr.prove(seed, seat._context(1, "pok"), cancelling, group.base_mul(cancelling))
    joint = group.add(y, deal.key_of(ELDER))
    before = mask.initial_deck(cards.deck(20), joint)
    r = [to_scalar("cheat", seed, j) for j in range(20)]

    def best(bad: tuple[Mask, ...]) -> messages.Shuffle:
        after = tuple(mask.remask(one, k, joint) for one, k in zip(bad, r, strict=True))
        proof = shuffle.prove(seed, seat._context(1, "shuffle"), joint, before, after, list(range(20)), r)
        return replace(shuffled, deck=mask.encode_deck(after), proof=proof)

    cut_duel = dealing(Phase.CUT)
    cut: messages.Cut = honest(cut_duel)
    return [
        lie(
            "shuffle: a key that cancels the elder's", duel, replace(shuffled, key=group.base_mul(cancelling), pok=pok)
        ),
        lie("shuffle: a card twice", duel, best((before[1], *before[1:]))),
        lie("shuffle: a nine", duel, best((Mask(group.G, group.add(mask.CARD_POINTS[0], joint)), *before[1:]))),
        lie("shuffle: a mask that is the identity", duel, replace(shuffled, deck=bytes(32) + shuffled.deck[32:])),
        lie("shuffle: a proof for 24 masks", duel, replace(shuffled, proof=shuffled.proof + bytes(16 * 32))),
        lie("cut: a deck of 24 masks", cut_duel, replace(cut, deck=cut.deck + cut.deck[: 4 * 64])),
        lie("cut: the dealer's shuffle again", cut_duel, replace(cut, deck=shuffled.deck, proof=shuffled.proof)),
        lie("cut: a share too many", cut_duel, replace(cut, shares=(*cut.shares, cut.shares[0]))),
    ]


def _shared() -> list[Say]:
    duel = dealing(Phase.DEAL)
    hands: messages.Hands = honest(duel)
    first, second, *rest = hands.shares
    return [
        lie("deal: two shares change places", duel, messages.Hands((second, first, *rest))),
        lie("deal: a share that is the identity", duel, messages.Hands((bytes(32) + first[32:], second, *rest))),
        lie("deal: a share too many", duel, messages.Hands((*hands.shares, first))),
    ]


def play() -> list[Say]:
    """Moves; the elder is to lead, or the dealer to follow."""
    duel = at()
    seat, deal = duel.owing(), duel.state.current
    ace, share = shown(seat, "AS")
    seed, x = seat._keys(deal)
    number = slot(seat, "KC")
    wrong = group.sub(deal.slots[number].v, mask.CARD_POINTS[parse("AD")])
    lied = dleq.prove(seed, seat._context(1, "share", number), x, deal.key_of(ELDER), deal.slots[number].a, wrong)
    king, queen, club = shown(seat, "KH"), shown(seat, "QH"), shown(seat, "KC")
    said = [
        lie("lead: the top of the talon", duel, messages.Lead(deal.talon[0], bytes(96))),
        lie("lead: without a share", duel, messages.Lead(ace, None)),
        lie("lead: a share that opens another card", duel, messages.Lead(number, lied)),
        lie("lead: a share that is the identity", duel, messages.Lead(ace, bytes(32) + (share or b"")[32:])),
        lie("lead: by the dealer", duel, messages.Lead(0, bytes(96)), DEALER),
        lie("marriage: king and queen of two suits", duel, messages.Marriage(*club, *queen)),
        lie("marriage: the queen as king", duel, messages.Marriage(*queen, *king)),
        lie("exchange: another card than the lowest trump", duel, messages.Exchange(*club)),
        lie("claim: before the first trick", duel, messages.Claim()),
        lie("follow: nothing is led", duel, messages.Follow(ace, share, ())),
    ]
    wed = at("mH")
    number = slot(wed.owing(), "KH")
    again = wed.owing()._share(wed.state.current, number, wed.state.current.slots[number].a)
    married = messages.Marriage(number, None, slot(wed.owing(), "QH"), None)
    said += [
        lie("lead: a share of a card that is shown already", wed, messages.Lead(number, again)),
        lie("lead: another card than those announced", wed, messages.Lead(*shown(wed.owing(), "AS"))),
        lie("marriage: a second one", wed, married),
    ]
    closed = at("close")
    said += [
        lie("close: closed already", closed, messages.Close()),
        lie("exchange: the talon is closed", closed, messages.Exchange(*shown(closed.owing(), "JD"))),
    ]
    bound = at("mH QH TH close AH")
    said.append(lie("follow: not the king that it has shown", bound, messages.Follow(*shown(bound.owing(), "AS"), ())))
    return said


def draws() -> list[Say]:
    """After AS TH both draw: the dealer gives its share, then the elder gives its own and sorts, then the dealer."""
    loser = at("AS")
    loser.say(loser.owing().message_for(moves.follow(parse("TH"))))
    draw: messages.Draw = honest(loser)
    deal = loser.state.current
    assert deal.drawn is not None
    other = loser.owing()._share(deal, deal.drawn[1], deal.slots[deal.drawn[1]].a)
    winner = loser.clone()
    winner.step()
    mine: messages.Draw = honest(winner)
    assert mine.sorting is not None
    masks, proof = mine.sorting
    sorter = winner.clone()
    sorter.step()
    sort: messages.Sort = honest(sorter)
    seat, table = sorter.owing(), sorter.state.current
    seed, _ = seat._keys(table)
    y, before = table.key_of(DEALER), hand_masks(table, DEALER)
    r = [to_scalar("cheat", seed, j) for j in range(len(before))]
    ace = Mask(group.G, group.add(mask.CARD_POINTS[parse("AS")], y))
    after = tuple(mask.remask(one, k, y) for one, k in zip((ace, *before[1:]), r, strict=True))
    best = shuffle.prove(seed, seat._context(1, "sort"), y, before, after, list(range(len(before))), r)
    return [
        lie("draw: the loser keeps its share", loser, messages.Draw(None, None)),
        lie("draw: the share of another card", loser, messages.Draw(other, None)),
        lie("draw: the loser sorts, too", loser, replace(draw, sorting=mine.sorting)),
        lie("draw: out of turn", loser, draw, ELDER),
        lie("draw: the winner does not sort", winner, replace(mine, sorting=None)),
        lie("draw: the winner keeps its share", winner, replace(mine, share=None)),
        lie("draw: a hand with a mask too few", winner, replace(mine, sorting=(masks[64:], proof))),
        lie("draw: a proof with a field too few", winner, replace(mine, sorting=(masks, proof[32:]))),
        lie("sort: another hand than it holds", sorter, messages.Sort(mask.encode_deck(after), best)),
        lie(
            "sort: two masks change places",
            sorter,
            replace(sort, masks=sort.masks[64:128] + sort.masks[:64] + sort.masks[128:]),
        ),
        lie("claim: instead of the sort", sorter, messages.Claim()),
    ]


def duties() -> list[Say]:
    """The elder has closed and leads the king of clubs; the dealer must follow, and head, with the ten of clubs."""
    duel = at("close KC")
    seat, deal = duel.owing(), duel.state.current
    seed, x = seat._keys(deal)

    def revoke(card: str, allowed: tuple[int, ...] | None = None) -> messages.Follow:
        number, share = shown(seat, card)
        game = deal.engine.copy()
        wanted = duty_cards(game, game.play(moves.follow(parse(card)))) if allowed is None else allowed
        proofs = []
        for hidden in (one for one in deal.hidden(DEALER) if one != number):
            held = deal.slots[hidden]
            mine = seat.hand()[hidden]
            true = wanted.index(mine) if mine in wanted else 0
            ctx = seat._context(1, "duty", hidden)
            args = (seed, ctx, x, deal.key_of(DEALER), held.a, held.v, wanted, true)
            proofs.append(membership.prove_branch(*args))
        return messages.Follow(number, share, tuple(proofs))

    heart = revoke("TH")
    first = heart.duty[0]
    over = (int.from_bytes(first[:32], "little") + L).to_bytes(32, "little") + first[32:]
    needless = messages.Follow(*shown(seat, "TC"), (bytes(64),))
    worn = _start("worn", WORN).clone().decide(WORN_MOVES)
    return [
        lie("follow: another suit, proven as well as can be", duel, heart),
        lie("follow: a lower club, proven as well as can be", duel, revoke("JC")),
        lie("follow: a trump, proven as well as can be", duel, revoke("AD")),
        lie("follow: another suit and no proof", duel, replace(heart, duty=())),
        lie("follow: a proof over the whole deck", duel, revoke("TH", tuple(cards.deck(20)))),
        lie("follow: a scalar beyond the order", duel, replace(heart, duty=(over, *heart.duty[1:]))),
        lie("follow: a proof that is not owed", duel, needless),
        lie("follow: a hand that cannot be without", worn, messages.Follow(*shown(worn.owing(), "JS"), ())),
    ]


def ends() -> list[Say]:
    """The elder concedes the deal, which decides the match; then both open and sign the result."""
    duel = at()
    duel.say(messages.Concede("deal"))
    seed = duel.owing()._secrets["seed-1"]
    final = duel.clone()
    final.play(lambda table: table.phase is Phase.FINAL)
    decision = final.state.decision
    assert decision is not None
    over = final.clone().play()
    signed = messages.Final(decision.score, decision.head)
    after = final.clone()
    again = forge(over.seats[ELDER], "final", messages.encode(signed))
    second = _second(duel, len(duel.records) - 1)
    return [
        lie("open: another seed", duel, messages.Open(bytes(32))),
        lie("open: the seed of a deck in a chosen order", duel, messages.Open(seed)),
        lie("open: out of turn", duel, messages.Open(None), ELDER),
        lie("final: before the openings", duel, signed),
        lie("concede: a match that is decided", duel, messages.Concede("match")),
        lie("concede: a deal that is over", duel, messages.Concede("deal")),
        lie("final: a better score", after, messages.Final((decision.score[0] + 1, decision.score[1]), decision.head)),
        lie("final: another head", after, messages.Final(decision.score, bytes(64))),
        lie("final: by the guest first", after, signed, ELDER),
        ("final: after the end", over, again),
        ("a second body for a place", duel, second),
        ("a second body, signed by the other side", duel, _second(duel, len(duel.records) - 1, DEALER)),
    ]


def _second(duel: Duel, seq: int, signer: int = ELDER) -> bytes:
    """Another body in the elder's name for a place where it has signed."""
    table = duel.states[seq]
    changes = {"game_id": table.game_id, "seq": seq, "prev": table.head, "side": ELDER}
    return forge(duel.seats[signer], "concede", messages.encode(messages.Concede("match")), **changes)


FAMILIES: tuple[Callable[[], list[Say]], ...] = (contract, bodies, dealt, play, draws, duties, ends)


def vectors() -> Case:
    """The file's content."""
    with remembering():
        said = [one for family in FAMILIES for one in family()]
    games = _games([duel for _, duel, _ in said])
    refused = []
    for what, duel, raw in said:
        report = verdict(log_of([*duel.records, raw]))
        name = next(name for name, game in games.items() if game.records[: len(duel.records)] == duel.records)
        refused.append(
            {
                "what": what,
                "game": name,
                "after": len(duel.records),
                "record": raw.hex(),
                "verdict": str(report.verdict),
                "code": report.code,
                "section": report.section,
                "culprit": None if report.culprit is None else SIDES[report.culprit],
            }
        )
    return {
        "about": "A log is the first `after` records of a game, then `record`. What verification must find: the"
        " verdict, the code, the section of the spec that is broken, and the side that broke it (null: nobody's"
        " provable fault). A game begins with the first `take` records of its `base` (null: nothing);"
        " identities are host's and guest's.",
        "games": _folded(games),
        "refused": refused,
    }


def _games(duels: list[Duel]) -> dict[str, Duel]:
    """The longest games, by name, of which all others are beginnings."""
    longest: list[Duel] = []
    for duel in sorted(duels, key=lambda one: len(one.records), reverse=True):
        if not any(one.records[: len(duel.records)] == duel.records for one in longest):
            longest.append(duel)
    return {f"game {number}": duel for number, duel in enumerate(longest, 1)}


def _folded(games: dict[str, Duel]) -> dict[str, Case]:
    """Each game as the end that it adds to the one before with the longest common beginning."""
    done: dict[str, list[bytes]] = {}
    folded: dict[str, Case] = {}
    for name, duel in games.items():
        base, take = None, 0
        for other, theirs in done.items():
            pairs = zip(duel.records, theirs, strict=False)
            common = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
            if common > take:
                base, take = other, common
        folded[name] = {
            "identities": [identity(duel, side) for side in (0, 1)],
            "base": base,
            "take": take,
            "records": [raw.hex() for raw in duel.records[take:]],
        }
        done[name] = duel.records
    return folded
