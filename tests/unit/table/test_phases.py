"""The state machine is data, whole and true: every transition happens, no other does, and the spec says the same."""

import re
from pathlib import Path

import pytest

from p2p_schnapsen.errors import PeerFault
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.table.phases import TRANSITIONS, Phase
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.messages import Concede, Message
from tests.support import spec_tables
from tests.support.duel import Duel, at_random, keen

pytestmark = pytest.mark.usefixtures("proofs_once")

PACKAGE = Path(__file__).parents[3] / "p2p_schnapsen"

SAMPLE: dict[str, Message] = {
    "offer": messages.Offer("p", b"r", "deal", 0, 120, bytes(32), "n", bytes(64), "2026-01-01"),
    "accept": messages.Accept(bytes(32), "n", bytes(32)),
    "start": messages.Start(bytes(32)),
    "commit": messages.Commit(bytes(64)),
    "key": messages.Key(bytes(64), bytes(32), bytes(64)),
    "shuffle": messages.Shuffle(bytes(32), bytes(64), bytes(1280), bytes(2720)),
    "cut": messages.Cut(bytes(1280), bytes(2720), (bytes(96),) * 6),
    "deal": messages.Hands((bytes(96),) * 6),
    "lead": messages.Lead(0, None),
    "follow": messages.Follow(0, None, ()),
    "exchange": messages.Exchange(0, None),
    "close": messages.Close(),
    "marriage": messages.Marriage(0, None, 1, None),
    "claim": messages.Claim(),
    "settle": messages.Settle(),
    "concede": Concede("match"),
    "draw": messages.Draw(None, None),
    "sort": messages.Sort(bytes(128), bytes(416)),
    "open": messages.Open(None),
    "final": messages.Final((0, 0), bytes(64)),
}


def test_there_is_a_sample_of_every_message():
    assert set(SAMPLE) == set(messages.MESSAGES) == {messages.type_of(message) for message in SAMPLE.values()}


def visited(duel):
    """Every (phase, type) -> next phase of a game."""
    duel.play()
    for before, record, after in zip(duel.states, duel.records, [*duel.states[1:], duel.state], strict=True):
        yield before.phase, envelope.parse(record).body.type, after.phase


@pytest.fixture(scope="module")
def games():
    """Games in which everything happens; their seeds were looked for."""
    one = Ruleset(target=1)
    by_all = one.override({"exchange_who": "turn"})
    duels = [
        Duel.new("phases 5", one, "deal", at_random),  # a marriage
        Duel.new("phases 2", one, "deal", at_random),  # a close, sorts, openings after the decision
        Duel.new("phases 3", one, "never", keen),  # the leader's exchange
        Duel.new("phases 4", one, "never", keen),  # a claim after the last trick
        Duel.new("phases 6", one, "never", keen),  # nobody claims
        Duel.new("phases 4", by_all, "match", at_random),  # the follower's exchange
        Duel.new("phases 5", Ruleset(target=4), "deal", at_random),  # more deals than one
    ]
    return [duel.play() for duel in duels]


def test_every_transition_happens_and_leads_where_the_table_says(games):
    seen = {}
    for duel in games:
        for phase, kind, after in visited(duel):
            seen.setdefault((phase, kind), set()).add(after)
    for phase in Phase:
        if (phase, "concede") in TRANSITIONS:
            for scope in ("deal", "match") if phase in (Phase.LEAD, Phase.FOLLOW, Phase.LAST) else ("match",):
                seen.setdefault((phase, "concede"), set()).add(_concede(games, phase, scope))
    assert set(seen) == set(TRANSITIONS)
    for key, phases in seen.items():
        assert phases <= TRANSITIONS[key].next


def _concede(games, phase, scope):
    table, duel = next(
        (table, duel) for duel in games for table in duel.states if table.phase is phase and table.decision is None
    )
    seat = duel.seats[table.turn]
    seat.state = table
    made = seat.make(Concede(scope))
    seat.state = duel.seats[1 - table.turn].state
    assert (made.state.decision is not None) >= (scope == "match")
    return made.state.phase


def test_every_handler_is_there():
    assert {transition.handler for transition in TRANSITIONS.values()} == set(state.HANDLERS)


def _signed(duel, table, side, message):
    seat = duel.seats[side]
    now, seat.state = seat.state, table
    try:
        return seat.sign(message)
    finally:
        seat.state = now


def test_no_other_message_is_accepted_in_any_phase_and_none_out_of_turn(games):
    examples = {}
    for duel in games:
        for table in [*duel.states, duel.state]:
            if table.phase not in (Phase.OFFER, Phase.ACCEPT):
                examples.setdefault(table.phase, (duel, table))
    assert len(examples) == len(Phase) - 2
    for phase, (duel, table) in examples.items():
        for kind, message in SAMPLE.items():
            for side in (0, 1):
                before = (table.seq, table.head, table.phase)
                if side == table.turn and (phase, kind) in TRANSITIONS:
                    continue
                with pytest.raises(PeerFault) as caught:
                    state.apply(table, _signed(duel, table, side, message))
                assert caught.value.code == ("out-of-phase" if side == table.turn else "out-of-turn")
                assert caught.value.culprit == side
                assert (table.seq, table.head, table.phase) == before


def test_the_spec_lists_the_phases_of_the_table():
    table = spec_tables.between("turns.md", "phases").splitlines()[2:]
    listed = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    expected = {str(phase): ", ".join(kind for at, kind in TRANSITIONS if at is phase) for phase in Phase}
    assert {phase: kinds for phase, _, kinds in listed} == expected


def test_every_code_that_the_pure_rooms_raise_is_listed():
    raised = set()
    for room in ("table", "crypto", "rules", "wire"):
        for path in (PACKAGE / room).glob("*.py"):
            found = re.findall(
                r'(?:Refusal|ProofError|WireError|RulesetError|IllegalMove)\(\s*"([a-z-]+)"', path.read_text()
            )
            raised |= set(found)
    unblamed = {
        # what is found before there is a signature to blame anybody by
        "record-shape", "body-shape", "frame-size", "frame-kind", "message-size", "message-type", "identity-key",
        "public-key", "signature",
        # what one step wraps into its own code
        "deck-length", "point-length", "point-encoding", "point-identity", "scalar-length", "scalar-range",
        # what the step before makes impossible
        "shuffle-size", "duty-empty", "no-such-move",
    }  # fmt: skip
    assert raised - set(FAULTS) == unblamed
