"""The fold over the records of a match: whose turn it is, what may come, what it does (spec: turns, contract, ends).

`Match.take` accepts a record that stands at its place and whose signature holds, or raises Fault and changes nothing
that anybody looks at afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TypeVar

from tests.support.independent import eddsa, ruleset
from tests.support.independent.dealing import Dealing, Fault, Place, Unblamed, sorting_of
from tests.support.independent.encoding import PROTOCOL, Item, Malformed, digest
from tests.support.independent.fields import FIELDS, read
from tests.support.independent.play import KING, QUEEN, Deal, Illegal, rank_of, suit_of
from tests.support.independent.records import NOWHERE, Record, next_head

T = TypeVar("T")
HOST, GUEST = 0, 1

TYPES: dict[str, tuple[str, ...]] = {
    "offer": ("offer",),
    "accept": ("accept",),
    "start": ("start",),
    "commit": ("commit", "concede"),
    "key": ("key", "concede"),
    "shuffle": ("shuffle", "concede"),
    "cut": ("cut", "concede"),
    "deal": ("deal", "concede"),
    "lead": ("lead", "exchange", "close", "marriage", "claim", "concede"),
    "follow": ("follow", "exchange", "concede"),
    "draw-loser": ("draw", "concede"),
    "draw-winner": ("draw", "concede"),
    "sort": ("sort", "concede"),
    "last": ("claim", "settle", "concede"),
    "open": ("open", "concede"),
    "final": ("final",),
    "over": (),
}


class Match:
    """A match as far as its records go."""

    def __init__(self) -> None:
        self.phase = "offer"
        self.owes: int | None = HOST
        self.seq = 0
        self.head = NOWHERE
        self.game_id = NOWHERE
        self.bodies: list[tuple[int, bytes]] = []
        self.keys: list[bytes] = []
        self.rules: ruleset.RuleSet | None = None
        self.opening = ""
        self.patience = 0
        self.score = [0, 0]
        self.dealer = HOST
        self.deals: list[Dealing] = []
        self.finished = 0
        self.winner: int | None = None
        self.decided_head = NOWHERE
        self.due: list[tuple[int, int]] = []
        """Openings that are due: (index of the deal, side)."""
        self.opened: set[tuple[int, int]] = set()
        self.declined = False
        self.finals = 0
        self._nonce = b""
        self._nonce_guest = b""

    # What a verdict asks

    @property
    def decided(self) -> bool:
        """Whether a side has won."""
        return self.winner is not None

    def deals_opened(self) -> int:
        """Deals of which both seeds were opened."""
        return sum(1 for i in range(len(self.deals)) if {(i, HOST), (i, GUEST)} <= self.opened)

    def key_for(self, record: Record) -> bytes:
        """The key that the record has to be signed with; Unblamed where nothing tells it."""
        if self.keys[record.side : record.side + 1]:
            return self.keys[record.side]
        if record.type not in ("offer", "accept"):
            raise Unblamed("no-identity")
        try:
            fields = read(record.type, record.payload)
        except Malformed:
            raise Unblamed("no-identity") from None
        if record.type == "offer" and self.seq == 0 and fields[0] != PROTOCOL:
            raise Unblamed("other-version")
        key = of(fields[5 if record.type == "offer" else 0], bytes)
        if eddsa.refused(key):
            raise Unblamed("no-identity")
        return key

    # The fold

    def take(self, record: Record) -> None:
        """The next record."""
        if record.problem:
            raise Fault(record.problem)
        if record.side != self.owes:
            raise Fault("out-of-turn")
        if record.type not in TYPES[self.phase]:
            raise Fault("out-of-phase")
        assert record.type in FIELDS
        try:
            fields = read(record.type, record.payload)
        except Malformed as error:
            raise Fault(error.code) from None
        place = Place(self.game_id, len(self.deals), record.seq, record.prev, record.side)
        handler: Callable[[Place, list[Item], bytes], None] = getattr(self, f"_on_{record.type}")
        was_decided = self.decided
        try:
            handler(place, fields, record.body)
        except Illegal as error:
            raise Fault(error.code) from None
        self.bodies.append((record.side, record.body))
        self.head = next_head(self.head, record.body)
        self.seq += 1
        if self.decided and not was_decided:
            self.decided_head = self.head

    def _next(self, phase: str, side: int | None) -> None:
        self.phase, self.owes = phase, side

    # Contract

    def _on_offer(self, place: Place, fields: list[Item], body: bytes) -> None:
        canonical = of(fields[1], bytes)
        try:
            date.fromisoformat(of(fields[8], str))
        except ValueError:
            raise Fault("offer-date") from None
        try:
            self.rules = ruleset.parse(canonical)
        except ruleset.RuleSetProblem as error:
            raise Fault(error.code) from None
        self.opening, self.patience = of(fields[2], str), of(fields[4], int)
        self.keys = [of(fields[5], bytes)]
        self._nonce = of(fields[7], bytes)
        self._next("accept", GUEST)

    def _on_accept(self, place: Place, fields: list[Item], body: bytes) -> None:
        key = of(fields[0], bytes)
        if key == self.keys[HOST]:
            raise Fault("keys-equal")
        self.keys.append(key)
        self._nonce_guest = of(fields[2], bytes)
        self.game_id = digest("game", self.bodies[0][1], body)
        self._next("start", HOST)

    def _on_start(self, place: Place, fields: list[Item], body: bytes) -> None:
        nonce = of(fields[0], bytes)
        if digest("nonce", nonce) != self._nonce:
            raise Fault("nonce-opening")
        self.dealer = digest("dealer", nonce, self._nonce_guest)[0] & 1
        self._new_deal()

    # The deal

    def _new_deal(self) -> None:
        assert self.rules is not None
        self.deals.append(Dealing(self.rules, self.dealer, len(self.deals) + 1))
        self._next("commit", self.dealer)

    @property
    def _deal(self) -> Dealing:
        return self.deals[-1]

    @property
    def _play(self) -> Deal:
        play = self._deal.play
        assert play is not None
        return play

    def _on_commit(self, place: Place, fields: list[Item], body: bytes) -> None:
        self._deal.commit(place, of(fields[0], bytes))
        self._next("key", 1 - self.dealer)

    def _on_key(self, place: Place, fields: list[Item], body: bytes) -> None:
        self._deal.commit(place, of(fields[0], bytes))
        self._deal.key(place, of(fields[1], bytes), of(fields[2], bytes))
        self._next("shuffle", self.dealer)

    def _on_shuffle(self, place: Place, fields: list[Item], body: bytes) -> None:
        self._deal.key(place, of(fields[0], bytes), of(fields[1], bytes))
        self._deal.shuffle(place, of(fields[2], bytes), of(fields[3], bytes))
        self._next("cut", 1 - self.dealer)

    def _on_cut(self, place: Place, fields: list[Item], body: bytes) -> None:
        deal = self._deal
        deal.shuffle(place, of(fields[0], bytes), of(fields[1], bytes))
        deal.lay_out()
        deal.shares_of_deal(place, shares_in(fields[2]))
        self._next("deal", self.dealer)

    def _on_deal(self, place: Place, fields: list[Item], body: bytes) -> None:
        self._deal.shares_of_deal(place, shares_in(fields[0]))
        self._deal.turn_up()
        self._next("lead", self._play.leader)

    # Play

    def _on_lead(self, place: Place, fields: list[Item], body: bytes) -> None:
        slot = of(fields[0], int)
        self._play.lead(self._deal.show(place, slot, share_in(fields[1])))
        self._deal.played(place.side, slot)
        self._next("follow", 1 - place.side)

    def _on_follow(self, place: Place, fields: list[Item], body: bytes) -> None:
        deal, play = self._deal, self._play
        slot = of(fields[0], int)
        card = deal.show(place, slot, share_in(fields[1]))
        deal.played(place.side, slot)
        forbidden = play.may_follow(card, deal.known(place.side))
        deal.follow_duty(place, forbidden, shares_in(fields[2]))
        winner = play.follow(card)
        if play.outcome is not None:
            self._deal_over()
        elif play.gone:
            self._next("last", winner)
        elif play.draws:
            deal.begin_draw(winner)
            self._next("draw-loser", 1 - winner)
        else:
            self._next("lead", winner)

    def _on_exchange(self, place: Place, fields: list[Item], body: bytes) -> None:
        slot = of(fields[0], int)
        self._play.exchange(place.side, self._deal.show(place, slot, share_in(fields[1])))
        self._deal.exchanged(place.side, slot)

    def _on_close(self, place: Place, fields: list[Item], body: bytes) -> None:
        self._play.close(place.side)

    def _on_marriage(self, place: Place, fields: list[Item], body: bytes) -> None:
        deal = self._deal
        king = deal.show(place, of(fields[0], int), share_in(fields[1]))
        queen = deal.show(place, of(fields[2], int), share_in(fields[3]))
        if (rank_of(king), rank_of(queen)) != (KING, QUEEN) or suit_of(king) != suit_of(queen):
            raise Fault("marriage-cards")
        self._play.announce(place.side, suit_of(king))
        self._after_word()

    def _on_claim(self, place: Place, fields: list[Item], body: bytes) -> None:
        self._play.claim(place.side)
        self._after_word()

    def _on_settle(self, place: Place, fields: list[Item], body: bytes) -> None:
        self._play.settle()
        self._after_word()

    def _on_draw(self, place: Place, fields: list[Item], body: bytes) -> None:
        deal, play = self._deal, self._play
        sorting = None if fields[1] is None else sorting_of(fields[1])
        share = share_in(fields[0])
        if self.phase == "draw-loser":
            if share is None:
                raise Fault("share-missing")
            if sorting is not None:
                raise Fault("sort-needless")
        deal.draw_share(place, share)
        if self.phase == "draw-loser":
            self._next("draw-winner", 1 - place.side)
            return
        if deal.must_sort(place.side):
            if sorting is None:
                raise Fault("sort-missing")
            deal.sort(place, *sorting)
        elif sorting is not None:
            raise Fault("sort-needless")
        play.draw()
        if deal.must_sort(1 - place.side):
            self._next("sort", 1 - place.side)
        else:
            self._next("lead", play.leader)

    def _on_sort(self, place: Place, fields: list[Item], body: bytes) -> None:
        self._deal.sort(place, *sorting_of(fields))
        self._next("lead", self._play.leader)

    def _after_word(self) -> None:
        if self._play.outcome is not None:
            self._deal_over()

    # Ends

    def _on_concede(self, place: Place, fields: list[Item], body: bytes) -> None:
        if fields[0] == "deal":
            if self.phase not in ("lead", "follow", "last"):
                raise Fault("concede-deal")
            self._play.concede(place.side)
            self._deal_over()
            return
        if self.decided:
            raise Fault("concede-decided")
        if self.phase != "open" and self.opening == "deal":
            self.due = self._openings(len(self.deals) - 1)
        self.winner = 1 - place.side
        self._after_deciding()

    def _openings(self, index: int) -> list[tuple[int, int]]:
        deal = self.deals[index]
        return [(index, side) for side in (deal.dealer, deal.elder) if side in deal.commitments]

    def _deal_over(self) -> None:
        rules, outcome = self.rules, self._play.outcome
        assert rules is not None
        assert outcome is not None
        self.finished += 1
        winner = outcome.winner
        if winner is not None:
            self.score[winner] += outcome.points
            if self.score[winner] >= rules.target:
                self.winner = winner
        if rules.next_dealer == "alternate":
            self.dealer = 1 - self.dealer
        elif winner is not None:
            self.dealer = winner if rules.next_dealer == "winner" else 1 - winner
        if self.opening == "deal":
            self.due = self._openings(len(self.deals) - 1)
        if self.decided:
            self._after_deciding()
        else:
            self._go_on()

    def _after_deciding(self) -> None:
        if self.opening == "match":
            self.due = [one for index in range(len(self.deals)) for one in self._openings(index)]
        self._go_on()

    def _go_on(self) -> None:
        if self.due:
            self._next("open", self.due[0][1])
        elif self.decided:
            self._next("final", HOST)
        else:
            self._new_deal()

    def _on_open(self, place: Place, fields: list[Item], body: bytes) -> None:
        index, side = self.due[0]
        if fields[0] is not None:
            self.deals[index].check_opening(self.game_id, side, of(fields[0], bytes))
            self.opened.add((index, side))
        else:
            self.declined = True
        self.due = self.due[1:]
        self._go_on()

    def _on_final(self, place: Place, fields: list[Item], body: bytes) -> None:
        if fields[0] != self.score:
            raise Fault("final-score")
        if fields[1] != self.decided_head:
            raise Fault("final-head")
        self.finals += 1
        if place.side == HOST:
            self._next("final", GUEST)
        else:
            self._next("over", None)


def of(item: Item, kind: type[T]) -> T:
    """The item, which a check has found to be of this kind."""
    assert isinstance(item, kind)
    return item


def share_in(item: Item) -> bytes | None:
    """A share or nil."""
    return None if item is None else of(item, bytes)


def shares_in(item: Item) -> list[bytes]:
    """An array of byte strings."""
    return [of(part, bytes) for part in of(item, list)]
