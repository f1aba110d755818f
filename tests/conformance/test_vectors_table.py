"""The vectors of the table: greetings, contracts, whole matches, end notes, and a record for each fault."""

import pytest

from p2p_schnapsen.crypto import group, mask, signing
from p2p_schnapsen.rules.cards import parse
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import channel, contracting, keys, state
from p2p_schnapsen.table.channel import Greeting
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.table.model import TableState
from p2p_schnapsen.wire import codec, envelope, messages
from tests.support import schemas
from tests.support.deals import deal_out
from tests.support.duel import log_of
from tests.support.fold import remembering, verdict
from tests.support.vectors import FILES, code_of, each, raw, scalar


def test_the_frames_of_the_channel_are_read_and_written():
    cases = FILES["table/channel.json"]["accepted_frames"]
    assert {case["frame"][0] for case in cases} == set(channel.FRAMES)
    for case in cases:
        frame = channel.decode(raw(case["encoding"]))
        values = schemas.packed(schemas.Node.of(f"frames.schema.json#/$defs/{case['frame'][0]}"), case["frame"])
        assert tuple(getattr(frame, name) for name in frame.__dataclass_fields__) == values[1:]
        assert channel.encode(frame) == codec.pack(values) == raw(case["encoding"])


@each("table/channel.json", "refused_frames")
def test_a_bad_frame_is_refused(case):
    assert code_of(channel.decode, raw(case["encoding"]))[0] == case["code"]


def greeting(role):
    file = FILES["table/channel.json"]["greeting"]
    side = file["sides"][role]
    return Greeting(role, signing.generate(raw(side["seed"])), raw(file["certificate"]), raw(side["nonce"]))


def test_the_greeting_ends_with_both_keys_known():
    file = FILES["table/channel.json"]["greeting"]
    both = [greeting(0), greeting(1)]
    for role, side in enumerate(both):
        mine, other = file["sides"][role], file["sides"][1 - role]
        assert channel.encode(side.hello()) == raw(mine["hello"])
        assert channel.encode(side.receive(channel.decode(raw(other["hello"])))) == raw(mine["auth"])
        signing.verify(raw(mine["public_key"]), raw(mine["signed"]), raw(mine["signature"]))
        assert side.receive(channel.decode(raw(other["auth"]))) is None
        assert side.peer == raw(other["public_key"])
        assert side.identifier == file["identifier"]


@each("table/channel.json", "refused_greetings")
def test_a_bad_greeting_is_refused_at_its_last_frame(case):
    side = greeting(case["role"])
    *before, last = [channel.decode(raw(data)) for data in case["received"]]
    for frame in before:
        side.receive(frame)
    assert code_of(side.receive, last)[0] == case["code"]
    assert side.peer is None


def folded(records):
    """The table after each of some records, and before the first."""
    tables = [TableState()]
    with remembering():
        for data in records:
            tables.append(state.apply(tables[-1], data)[0])
    return tables


@pytest.mark.parametrize("case", FILES["table/contract.json"]["accepted"], ids=lambda case: f"dealer {case['dealer']}")
def test_a_contract_gives_game_and_dealer(case):
    tables = folded(raw(one["record"]) for one in case["records"])
    last = tables[-1]
    assert last.contract.nonce_hash == contracting.nonce_hash(raw(case["host_nonce"])) == raw(case["nonce_hash"])
    assert last.contract.ruleset == case["ruleset"].encode()
    assert last.game_id == raw(case["game_id"])
    assert last.identities == tuple(raw(one["public_key"]) for one in case["identities"])
    assert contracting.first_dealer(raw(case["host_nonce"]), raw(case["guest_nonce"])) == case["dealer"]
    assert last.standing.dealer == case["dealer"] == raw(case["dealer_hash"])[0] & 1
    _follow(tables, case["records"])


def _follow(tables, records):
    for table, one in zip(tables[1:], records, strict=True):
        assert (table.head.hex(), str(table.phase), table.turn) == (one["head"], one["phase"], one["turn"])
        body = envelope.parse(raw(one["record"])).body
        assert (body.seq, body.side, body.type) == (one["seq"], one["side"], one["type"])


@each("table/deals.json", "accepted")
def test_a_match_is_followed_record_by_record(case):
    records = [raw(one["record"]) for one in case["records"]]
    tables = folded(records)
    _follow(tables, case["records"])
    decision = tables[-1].decision
    assert [*decision.score] == case["score"]
    assert ("host", "guest")[decision.winner] == case["winner"]
    assert decision.seq == case["decided_by"]
    assert str(verdict(log_of(records)).verdict) == "valid"
    for dealt in case["deals"]:
        of_it = [table.deal for table in tables if table.deal is not None and table.deal.number == dealt["number"]]
        _holds(case, dealt, of_it, tables[3].game_id)


def _holds(case, dealt, of_it, game_id):
    """The secrets give commitments, keys and the order of the cards; what is turned up and played is of that order."""
    both = of_it[-1].ordered_commitments()
    x = [keys.secret_key(raw(seed), game_id, dealt["number"], *both) for seed in dealt["seeds"]]
    assert x == list(map(scalar, dealt["x"]))
    full = next(deal for deal in of_it if deal.slots)
    together = group.reduce(sum(x))
    assert [mask.card_of(group.sub(one.b, group.mul(together, one.a))) for one in full.deck] == dealt["order"]
    ruleset = Ruleset.from_canonical(
        messages.decode("offer", envelope.parse(raw(case["records"][0]["record"])).body.payload).ruleset
    )
    cards = deal_out(ruleset, dealt["dealer"], dealt["order"])
    assert [set_of(text) for text in dealt["hands"]] == list(cards.hands)
    assert [parse(name) for name in dealt["talon"].split()] == list(cards.talon)
    assert parse(dealt["up"]) == cards.up
    replay = cards.full()
    for side, made in of_it[-1].engine.history:
        assert replay.turn == side
        replay.play(made)


def set_of(text):
    return sum(1 << parse(name) for name in text.split())


def games():
    """The records of each game of table/faults.json."""
    found = {}
    for name, game in FILES["table/faults.json"]["games"].items():
        found[name] = [*found.get(game["base"], [])[: game["take"]], *map(raw, game["records"])]
    return found


GAMES = games()


@each("table/faults.json", "refused")
def test_a_record_that_breaks_the_protocol_is_found_out(case):
    before = GAMES[case["game"]][: case["after"]]
    report = verdict(log_of([*before, raw(case["record"])]))
    assert (str(report.verdict), report.code) == (case["verdict"], case["code"])
    assert report.section == case["section"]
    assert {None: None, 0: "host", 1: "guest"}[report.culprit] == case["culprit"]
    assert case["section"] == (FAULTS[case["code"]] if case["verdict"] == "proven" else None)


def test_what_comes_before_each_fault_is_honest():
    for records in GAMES.values():
        folded(records)


def test_a_note_counts_where_it_is_owed():
    file = FILES["table/notes.json"]
    tables = folded(map(raw, file["records"]))
    for case in file["accepted"]:
        closed = state.close(tables[case["after"]], raw(case["note"]))
        assert (("host", "guest")[1 - closed.note.side], closed.note.seconds) == (case["silent"], case["seconds"])


@each("table/notes.json", "refused")
def test_another_note_does_not_count(case):
    tables = folded(map(raw, FILES["table/notes.json"]["records"]))
    assert code_of(state.close, tables[case["after"]], raw(case["note"]))[0] == case["code"]
