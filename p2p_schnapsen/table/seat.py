"""What one player knows and owes: its keys, its cards, and the records that follow without a decision.

A seat is pure: it asks for secrets by name (`wanted`), the caller draws, stores and gives them (`give`). Records are
made (`make`) and checked (`check`) without changing the seat; `take` follows when the record is on disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from p2p_schnapsen.crypto import dleq, group, mask, membership, schnorr, shuffle, signing
from p2p_schnapsen.crypto.challenge import context
from p2p_schnapsen.crypto.group import Point, Scalar
from p2p_schnapsen.crypto.signing import SigningKey
from p2p_schnapsen.errors import LocalMisuse, PeerFault, ProofError
from p2p_schnapsen.hashing import PROTOCOL
from p2p_schnapsen.rules import cards
from p2p_schnapsen.rules.moves import Kind, Move
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.rules.view import PlayerView
from p2p_schnapsen.table import keys, state
from p2p_schnapsen.table.contracting import nonce_hash
from p2p_schnapsen.table.dealing import shares_due
from p2p_schnapsen.table.events import Event
from p2p_schnapsen.table.model import HOST, DealState, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.playing import duty_cards, hand_masks
from p2p_schnapsen.table.transcript import check_opening
from p2p_schnapsen.wire import envelope, messages, note
from p2p_schnapsen.wire.envelope import Body
from p2p_schnapsen.wire.messages import Message

DECISIONS = (Phase.LEAD, Phase.FOLLOW, Phase.LAST)
"""Phases in which a player decides; in all others the record that is owed follows from what is known."""

SWORN = ("offer", "commit", "key")
"""Records that say for the first time what secret we mean to use."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a host offers. `date` is ISO 8601; seconds for `clock` (0: none) and `patience`."""

    ruleset: Ruleset
    opening: str
    clock: int
    patience: int
    date: str


@dataclass(frozen=True, slots=True)
class Made:
    """A record that was made or checked, and what it leads to; nothing has changed yet."""

    raw: bytes
    state: TableState
    events: tuple[Event, ...]


class Seat:
    """One side of a game.

    `secrets` are those stored earlier, by name: "nonce" (the contract's), "seed-<deal no.>".
    """

    def __init__(
        self,
        side: int,
        identity: SigningKey,
        name: str,
        terms: Terms | None = None,
        secrets: Mapping[str, bytes] | None = None,
    ) -> None:
        if (side == HOST) != (terms is not None):
            raise ValueError("the host, and only the host, brings terms")
        self.side = side
        self.identity = identity
        self.name = name
        self.terms = terms
        self.state = TableState()
        self._secrets = dict(secrets or {})
        self._opened: dict[Point, int] = {}
        self._key_of: tuple[int, tuple[bytes, bytes]] | None = None
        self._x = Scalar(0)

    # -- records ---------------------------------------------------------------------------------------------

    @property
    def owes(self) -> bool:
        """Whether the next record is ours."""
        return self.state.turn == self.side

    def wanted(self) -> str | None:
        """The name of the secret (32 bytes) that has to be drawn and stored before the next record can be made."""
        name = self._secret_name()
        return None if name is None or name in self._secrets else name

    def give(self, name: str, secret: bytes) -> None:
        """Hand over the secret that was wanted, once it is safely stored."""
        if name != self.wanted() or len(secret) != keys.SEED_BYTES:
            raise ValueError(f"secret {name!r} was not asked for")
        self._secrets[name] = secret

    @property
    def lost(self) -> bool:
        """Whether our seed of the deal is gone: then nothing in it can be answered, or even seen, any more."""
        deal = self.state.deal
        return deal is not None and deal.commitments[self.side] is not None and self._seed(deal) is None

    def forget_wrong_secrets(self, *, past: bool = True) -> None:
        """After a log was restored: secrets that are not those it was signed with are as good as lost.

        Without `past`, those of earlier deals are not looked at.
        """
        table = self.state
        nonce = self._secrets.get("nonce")
        if nonce is not None and self.side == HOST and table.offer and nonce_hash(nonce) != table.offer.nonce_hash:
            del self._secrets["nonce"]
        for deal in (*(table.past if past else ()), *([table.deal] if table.deal else [])):
            seed, both = self._seed(deal), deal.ordered_commitments()
            if seed is not None:
                x = keys.secret_key(seed, table.game_id, deal.number, *both) if both else None
                try:
                    check_opening(deal.transcript, self.side, seed, x)
                except ProofError:
                    del self._secrets[f"seed-{deal.number}"]

    def automatic(self) -> Message | None:
        """The record that we owe and that leaves no choice; None if a decision, or nothing, is due."""
        if not self.owes:
            return None
        if self.lost:
            return messages.Concede("match")
        return None if self.state.phase in DECISIONS else self._automatic()

    def make(self, message: Message) -> Made:
        """Sign `message` as the next record. It passes the same checks as the opponent's records do.

        Raises `LocalMisuse` (with the code that refused it) where the table would refuse it.
        """
        try:
            return self.check(self.sign(message))
        except PeerFault as fault:
            raise LocalMisuse(fault.code, **fault.params) from fault

    def sign(self, message: Message) -> bytes:
        """`message` as the next record's bytes, unchecked."""
        table = self.state
        kind = messages.type_of(message)
        body = Body(table.game_id, table.seq, self.side, table.head, kind, messages.encode(message)).encode()
        return envelope.seal(body, signing.sign(self.identity, envelope.signed_message(body)))

    def end_note(self, seconds: int) -> bytes:
        """A note that the other side has owed the next record for so long."""
        table = self.state
        body = note.Note(table.game_id, table.seq, self.side, table.head, seconds).encode()
        return envelope.seal(body, signing.sign(self.identity, note.signed_message(body)))

    def check(self, raw: bytes) -> Made:
        """The table after a record, ours or the opponent's. Raises `PeerFault` or `PeerSuspect`."""
        after, events = state.apply(self.state, raw)
        return Made(raw, after, tuple(events))

    def take(self, made: Made) -> None:
        """The record is on disk: it counts."""
        self.state = made.state
        if self.state.deal is None:
            self._opened.clear()

    # -- decisions -------------------------------------------------------------------------------------------

    def view(self) -> PlayerView:
        """What our player sees, in a phase of decision (of either side)."""
        _, game, match = self.state.playing
        return PlayerView.of(game, match, self.side, cards.mask_of(self.hand().values()))

    def hand(self) -> dict[int, int]:
        """Our hand: slot -> card, for every card that we can see."""
        deal = self.state.current
        seen = {}
        for number in deal.hands[self.side]:
            slot = deal.slots[number]
            if slot.card is not None:
                seen[number] = slot.card
            elif slot.shown[1 - self.side]:
                seen[number] = self._look(deal, slot.a, slot.v)
        return seen

    def message_for(self, move: Move) -> Message:
        """The message that says `move`. Raises `IllegalMove` or `LocalMisuse` where it is not ours to make."""
        if not self.owes or self.state.phase not in DECISIONS:
            raise LocalMisuse("not-your-turn")
        deal = self.state.current
        slots = {card: slot for slot, card in self.hand().items()}
        self.view().deal.check(move)
        match move.kind:
            case Kind.LEAD:
                return messages.Lead(slots[move.card], self._own_share(deal, slots[move.card]))
            case Kind.FOLLOW:
                slot = slots[move.card]
                return messages.Follow(slot, self._own_share(deal, slot), self._duty(deal, slot, move))
            case Kind.EXCHANGE:
                return messages.Exchange(slots[move.card], self._own_share(deal, slots[move.card]))
            case Kind.MARRIAGE:
                suit = cards.suit(move.card)
                king, queen = slots[cards.card_of(suit, cards.KING)], slots[cards.card_of(suit, cards.QUEEN)]
                return messages.Marriage(king, self._own_share(deal, king), queen, self._own_share(deal, queen))
            case Kind.CLOSE:
                return messages.Close()
            case Kind.CLAIM:
                return messages.Claim()
            case Kind.SETTLE:
                return messages.Settle()
            case Kind.CONCEDE:
                return messages.Concede("deal")
        raise AssertionError(move)

    # -- what is owed ----------------------------------------------------------------------------------------

    def _secret_name(self) -> str | None:
        if not self.owes:
            return None
        match self.state.phase:
            case Phase.OFFER | Phase.ACCEPT | Phase.START:
                return "nonce"
            case Phase.COMMIT:
                return f"seed-{self.state.standing.deals + 1}"
            case Phase.KEY:
                return f"seed-{self.state.current.number}"
            case _:
                return None

    def _automatic(self) -> Message:
        return getattr(self, _ANSWERS[self.state.phase])()  # type: ignore[no-any-return]  # one method a phase

    def _offer(self) -> Message:
        terms = self.terms
        assert terms is not None
        return messages.Offer(
            PROTOCOL,
            terms.ruleset.canonical(),
            terms.opening,
            terms.clock,
            terms.patience,
            signing.public_key(self.identity),
            self.name,
            nonce_hash(self._secrets["nonce"]),
            terms.date,
        )

    def _accept(self) -> Message:
        return messages.Accept(signing.public_key(self.identity), self.name, self._secrets["nonce"])

    def _start(self) -> Message:
        return messages.Start(self._secrets["nonce"])

    def _commit(self) -> Message:
        number = self.state.standing.deals + 1
        return messages.Commit(keys.commitment(self._context(number, "commit"), self._secrets[f"seed-{number}"]))

    def _key(self) -> Message:
        deal = self.state.current
        seed = self._secrets[f"seed-{deal.number}"]
        commitment = keys.commitment(self._context(deal.number, "commit"), seed)
        dealers = deal.commitments[deal.dealer]
        assert dealers is not None
        x = keys.secret_key(seed, self.state.game_id, deal.number, dealers, commitment)
        y = group.base_mul(x)
        return messages.Key(commitment, y, schnorr.prove(seed, self._context(deal.number, "pok"), x, y))

    def _shuffle(self) -> Message:
        deal = self.state.current
        seed, x = self._keys(deal)
        y = group.base_mul(x)
        joint = group.add(y, deal.key_of(1 - self.side))
        before = mask.initial_deck(cards.deck(self.state.rules.deck), joint)
        after, proof = shuffle.shuffle(seed, self._context(deal.number, "shuffle"), joint, before)
        pok = schnorr.prove(seed, self._context(deal.number, "pok"), x, y)
        return messages.Shuffle(y, pok, mask.encode_deck(after), proof)

    def _cut(self) -> Message:
        deal = self.state.current
        seed, _ = self._keys(deal)
        assert deal.joint is not None
        after, proof = shuffle.shuffle(seed, self._context(deal.number, "shuffle"), deal.joint, deal.deck)
        slots = shares_due(self.state.rules, deal.dealer, 1 - self.side)
        shares = tuple(self._share(deal, slot, after[slot].a) for slot in slots)
        return messages.Cut(mask.encode_deck(after), proof, shares)

    def _hands(self) -> Message:
        deal = self.state.current
        slots = shares_due(self.state.rules, deal.dealer, 1 - self.side)
        return messages.Hands(tuple(self._share(deal, slot, deal.slots[slot].a) for slot in slots))

    def _draw_by_loser(self) -> Message:
        deal = self.state.current
        assert deal.drawn is not None
        return messages.Draw(self._share(deal, deal.drawn[0], deal.slots[deal.drawn[0]].a), None)

    def _draw_by_winner(self) -> Message:
        deal = self.state.current
        assert deal.drawn is not None
        slot = deal.slots[deal.drawn[1]]
        share = None if slot.card is not None else self._share(deal, deal.drawn[1], slot.a)
        return messages.Draw(share, self._sorting(deal) if len(deal.hidden(self.side)) > 1 else None)

    def _sort(self) -> Message:
        return messages.Sort(*self._sorting(self.state.current))

    def _open(self) -> Message:
        opening = self.state.due[0]
        return messages.Open(None if self._snubbed() else self._secrets.get(f"seed-{opening.number}"))

    def _final(self) -> Message:
        decision = self.state.decision
        assert decision is not None
        return messages.Final(decision.score, decision.head)

    # -- what it is made of ----------------------------------------------------------------------------------

    def _seed(self, deal: DealState) -> bytes | None:
        return self._secrets.get(f"seed-{deal.number}")

    def _keys(self, deal: DealState) -> tuple[bytes, Scalar]:
        """Our seed and secret key of a deal, once both commitments are known."""
        seed, both = self._seed(deal), deal.ordered_commitments()
        if seed is None:
            raise LocalMisuse("seed-lost", deal=deal.number)
        assert both is not None
        if self._key_of != (deal.number, both):
            self._key_of = (deal.number, both)
            self._x = keys.secret_key(seed, self.state.game_id, deal.number, *both)
        return seed, self._x

    def _context(self, deal: int, kind: str, slot: int = 0) -> bytes:
        return context(self.state.game_id, deal, self.state.seq, self.state.head, self.side, kind, slot)

    def _share(self, deal: DealState, number: int, a: Point) -> bytes:
        """Our share of a slot that the table says is owed now; there is no way to ask for any other."""
        seed, x = self._keys(deal)
        ctx = self._context(deal.number, "share", number)
        return dleq.share(seed, ctx, x, deal.key_of(self.side), a)

    def _own_share(self, deal: DealState, number: int) -> bytes | None:
        slot = deal.slots[number]
        return None if slot.card is not None else self._share(deal, number, slot.a)

    def _look(self, deal: DealState, a: Point, v: Point) -> int:
        if a not in self._opened:
            _, x = self._keys(deal)
            card = mask.card_of(group.sub(v, group.mul(x, a)))
            assert card is not None, "the proofs say that every mask holds a card"
            self._opened[a] = card
        return self._opened[a]

    def _sorting(self, deal: DealState) -> tuple[bytes, bytes]:
        seed, _ = self._keys(deal)
        before = hand_masks(deal, self.side)
        after, proof = shuffle.shuffle(seed, self._context(deal.number, "sort"), deal.key_of(self.side), before)
        return mask.encode_deck(after), proof

    def _duty(self, deal: DealState, played: int, move: Move) -> tuple[bytes, ...]:
        """Duty proofs for the cards that stay hidden after `move`, slots ascending."""
        game = deal.engine.copy()
        forbidden = game.play(move)
        hidden = [slot for slot in deal.hidden(self.side) if slot != played] if forbidden else []
        seed, x = self._keys(deal)
        allowed = duty_cards(game, forbidden)
        y = deal.key_of(self.side)
        proofs = []
        for number in hidden:
            slot = deal.slots[number]
            ctx = self._context(deal.number, "duty", number)
            proofs.append(membership.prove(seed, ctx, x, y, slot.a, slot.v, allowed))
        return tuple(proofs)

    def _snubbed(self) -> bool:
        """Whether the other side declined its last opening: then we decline ours."""
        theirs = [(o.number, False) for o in self.state.declined if o.side != self.side]
        theirs += [(o.number, True) for o in self.state.opened if o.side != self.side]
        return bool(theirs) and not max(theirs)[1]


_ANSWERS = {
    Phase.OFFER: "_offer",
    Phase.ACCEPT: "_accept",
    Phase.START: "_start",
    Phase.COMMIT: "_commit",
    Phase.KEY: "_key",
    Phase.SHUFFLE: "_shuffle",
    Phase.CUT: "_cut",
    Phase.DEAL: "_hands",
    Phase.DRAW_LOSER: "_draw_by_loser",
    Phase.DRAW_WINNER: "_draw_by_winner",
    Phase.SORT: "_sort",
    Phase.OPEN: "_open",
    Phase.FINAL: "_final",
}
"""Phase -> the method that makes the record owed in it."""
