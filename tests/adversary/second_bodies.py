"""Signing twice: a second body for a place where one has signed already.

The place is taken, so a table sees something misplaced; the log, or a peer that has it, shows who signed twice.
"""

from __future__ import annotations

from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.messages import Concede, Message
from tests.adversary.book import cheat
from tests.adversary.positions import dealing, ending, playing, show
from tests.support.cheats import Trap, forge
from tests.support.duel import Duel

CODE = "equivocation"


def again(duel: Duel, side: int, message: Message, kinds: tuple[str, ...], **changes: object) -> Trap:
    """`message` for the last place at which `side` signed a record of one of these types."""
    bodies = [envelope.parse(raw).body for raw in duel.records]
    taken = next(body for body in reversed(bodies) if body.side == side and body.type in kinds)
    fields = {"game_id": taken.game_id, "seq": taken.seq, "prev": taken.prev, **changes}
    kind = messages.type_of(message)
    return Trap(duel, forge(duel.seats[side], kind, messages.encode(message), **fields))


@cheat("concede", CODE, "deal")
def _takes_its_commitment_back(side: int, pack: int) -> Trap:
    """Concedes at the place of its commitment, when it has seen the cards."""
    return again(dealing(Phase.LEAD, pack, side), side, Concede("match"), ("commit",))


@cheat("commit", CODE)
def _commits_to_a_second_seed(side: int, pack: int) -> Trap:
    return again(dealing(Phase.SHUFFLE, pack, side), side, messages.Commit(bytes(64)), ("commit",))


@cheat("key", CODE)
def _shows_a_second_key(side: int, pack: int) -> Trap:
    _, other = (duel := dealing(Phase.KEY, pack, 1 - side, "before")), duel.next_message()
    return again(dealing(Phase.CUT, pack, 1 - side), side, other, ("key",))


@cheat("shuffle", CODE)
def _shuffles_a_second_time(side: int, pack: int) -> Trap:
    other = dealing(Phase.SHUFFLE, pack, side, "before").next_message()
    return again(dealing(Phase.DEAL, pack, side), side, other, ("shuffle",))


@cheat("cut", CODE)
def _cuts_a_second_time(side: int, pack: int) -> Trap:
    """Cuts otherwise when it has seen its hand."""
    other = dealing(Phase.CUT, pack, 1 - side, "before").next_message()
    return again(dealing(Phase.LEAD, pack, 1 - side), side, other, ("cut",))


@cheat("deal", CODE)
def _releases_other_shares(side: int, pack: int) -> Trap:
    other = dealing(Phase.DEAL, pack, side, "before").next_message()
    return again(dealing(Phase.LEAD, pack, side), side, other, ("deal",))


@cheat("lead", CODE)
def _takes_its_card_back(side: int, pack: int) -> Trap:
    """Leads another card when it has seen what was played to the first."""
    before = playing("", side, pack)
    other = messages.Lead(*show(before.owing(), "JC"))
    return again(playing("AS TH", side, pack), side, other, ("lead",))


@cheat("follow", CODE)
def _takes_its_answer_back(side: int, pack: int) -> Trap:
    before = playing("AS", 1 - side, pack)
    other = messages.Follow(*show(before.owing(), "KC"), ())
    return again(playing("AS TH", 1 - side, pack), side, other, ("follow",))


@cheat("close", CODE)
def _closes_where_it_has_led(side: int, pack: int) -> Trap:
    """Closes, in place of the card that it has led, when it has seen the answer."""
    return again(playing("AS TH", side, pack), side, messages.Close(), ("lead",))


@cheat("claim", CODE)
def _claims_where_it_has_closed(side: int, pack: int) -> Trap:
    return again(playing("close AS", side, pack), side, messages.Claim(), ("close",))


@cheat("draw", CODE)
def _draws_a_second_time(side: int, pack: int) -> Trap:
    return again(playing("AS TH", side, pack), side, messages.Draw(None, None), ("draw",))


@cheat("sort", CODE)
def _sorts_a_second_time(side: int, pack: int) -> Trap:
    other = messages.Sort(bytes(64 * 5), bytes(32 * 25))
    return again(playing("AS TH", 1 - side, pack), side, other, ("sort",))


@cheat("open", CODE)
def _declines_to_open_where_it_has_opened(side: int, pack: int) -> Trap:
    return again(ending(Phase.FINAL, 0, pack), side, messages.Open(None), ("open",))


@cheat("final", CODE)
def _signs_a_second_result(side: int, pack: int) -> Trap:
    duel = ending(Phase.FINAL, 1, pack).play()
    return again(duel, side, messages.Final((7, 0), bytes(64)), ("final",))


@cheat("lead", CODE, "another past")
def _signs_a_card_behind_another_past(side: int, pack: int) -> Trap:
    """Signs a record for a place that is taken, as if the records before had been others."""
    before = playing("", side, pack)
    other = messages.Lead(*show(before.owing(), "JC"))
    return again(playing("AS TH", side, pack), side, other, ("lead",), prev=bytes(64))
