"""The specification says what the program does, and what it says leads somewhere."""

import re
from dataclasses import replace

import pytest

from p2p_schnapsen.errors import PeerFault, WireError
from p2p_schnapsen.hashing import encode, tup
from p2p_schnapsen.profile.fingerprint import pin, short_id
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.wire import codec, envelope, messages
from p2p_schnapsen.wire.messages import MESSAGES
from tests.support import spec_tables
from tests.support.duel import Duel
from tests.support.spec_tables import SPEC

PACKAGE = SPEC.parents[1] / "p2p_schnapsen"
FILES = sorted(SPEC.glob("*.md"))
TEXTS = {path.name: path.read_text("utf-8") for path in FILES}
SECTIONS = [
    *("encoding", "limits", "group", "channel", "records", "messages", "turns", "contract", "deal", "shuffle", "share"),
    *("play", "sorting", "duty", "rules", "ends", "opening", "chat", "resumption", "silence", "evidence", "log-file"),
    *("verdicts", "fault codes"),
]
"""The names that never change."""

NOBODYS = {
    *("record-unreadable", "record-misplaced", "other-version", "no-identity", "signature", "card-unknown"),
    *("note-misplaced", "note-not-owed", "note-early", "note-signature", "auth-signature"),
}
"""Codes that blame nobody."""


@pytest.mark.parametrize(
    ("file", "name"), [(file, name) for file, parts in spec_tables.PARTS.items() for name in parts]
)
def test_what_is_made_from_the_program_is_as_the_program_is(file, name):
    assert spec_tables.between(file, name) == spec_tables.PARTS[file][name]()


def section_text(name):
    """The text of a section, without the list of codes."""
    text = TEXTS[spec_tables.section_files()[name]]
    found = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, name
    return re.sub(r"<!-- faults -->.*<!-- /faults -->", "", found.group(1), flags=re.DOTALL)


def test_the_sections_are_those_that_codes_and_verdicts_name_each_in_the_file_that_the_index_says():
    assert list(spec_tables.section_files()) == SECTIONS
    assert all(section_text(name) for name in SECTIONS)
    assert set(FAULTS.values()) <= set(SECTIONS)


@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_code_is_explained_where_the_rule_is(code):
    file = TEXTS[spec_tables.section_files()[FAULTS[code]]]
    text = re.sub(r"<!-- faults -->.*<!-- /faults -->", "", file, flags=re.DOTALL) + TEXTS["records.md"]
    pattern = r"`field-…`|`field-" if code.startswith("field-") else re.escape(f"`{code}`")
    assert re.search(pattern, text)


def test_every_message_has_a_table_of_its_fields():
    text = section_text("messages")
    parts = dict(re.findall(r"^### (\w+)\n(.*?)(?=^### |\Z)", text, re.MULTILINE | re.DOTALL))
    assert list(parts) == list(MESSAGES)
    for kind, part in parts.items():
        rows = re.findall(r"^\| (\w+) \| (.*?) \| .* \|$", part.replace("\\|", "¦"), re.MULTILINE)
        assert rows[:1] == ([("field", "type")] if rows else [])
        assert rows[1:] == spec_tables.message_fields(kind)
        assert rows or "No fields." in part


def anchors(text):
    """What a link can lead to: headings as GitHub makes anchors of them, and ids."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'<a id="([\w-]+)"></a>', text))


@pytest.mark.parametrize("path", [*FILES, SPEC.parent / "README.md"], ids=lambda path: path.name)
def test_every_link_to_a_place_in_the_spec_leads_to_it(path):
    for target, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", path.read_text("utf-8")):
        goal = path.parent / target if target else path
        assert anchor in anchors(goal.read_text("utf-8")), f"{target}#{anchor}"


def test_the_threat_model_names_codes_that_there_are():
    table = TEXTS["threat-model.md"].partition("## Known attacks")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (?!attack|-).* \| (.*?) \| (.*?) \|$", table, re.MULTILINE)
    assert len(rows) > 30
    for stopped_by, codes in rows:
        named = set(re.findall(r"`([a-z-]+)`", codes))
        assert named <= (NOBODYS if "(nobody)" in codes else set(FAULTS)), codes
        assert stopped_by.startswith("[") or codes == "–"
    assert "<!-- cheats -->" in TEXTS["threat-model.md"]


def test_the_example_of_a_canonical_rule_set_is_the_default():
    example = re.search(r"```\n(close_talon.*?)```", TEXTS["rules.md"], re.DOTALL).group(1)
    assert example.encode() == Ruleset().canonical()


def test_the_labels_are_those_of_the_program():
    table = TEXTS["conventions.md"].partition("| label | is | values |")[2].partition("\n\n")[0]
    listed = {label for row in re.findall(r"^\| (`.*?) \| H", table, re.MULTILINE) for label in row.split(", ")}
    call = re.compile(r'\b(?:hash512|to_scalar|to_point)\(\s*"([a-z-]+)"')
    used = {label for path in PACKAGE.glob("**/*.py") for label in call.findall(path.read_text("utf-8"))}
    assert {label.strip("`") for label in listed} == used


def test_the_examples_of_the_encoding_are_true():
    made = {
        "the integer 258": encode(258),
        '`tup("A", 0)`': tup("A", 0),
        "`tup()`": tup(),
    }
    for value, data in made.items():
        shown = re.search(rf"^\| {re.escape(value)} \| `(.*?)` \|$", TEXTS["conventions.md"], re.MULTILINE)
        assert bytes.fromhex(shown.group(1)) == data


def test_the_example_of_the_names_of_a_key_is_true():
    key = bytes(range(32))
    assert f"`{short_id(key)}` and `{pin(key)}`" in " ".join(TEXTS["channel.md"].split())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-msgpack"),
        (b"\xc0\xc0", "not-msgpack"),  # two values
        (b"\xa1\xff", "not-msgpack"),  # no UTF-8
        (b"\xdc\x00\x41" + b"\xc0" * 65, "not-msgpack"),  # 65 items
        (b"\x92\xff\x81\x01\x01", "not-msgpack"),  # a map with content, behind a negative number
        (b"\x91" * 1025 + b"\xc0", "not-msgpack"),
        (b"\x91" * 1024 + b"\x90", "not-msgpack"),
        (b"\x91" * 1024 + b"\xc0", "too-deep"),
        (b"\x91" * 4 + b"\x90", "too-deep"),
        (b"\x92\x80\x91\x91\x91\x91\xc0", "type-not-allowed"),  # an empty map, before what is too deep
        (b"\x92\x91\x91\x91\x91\xc0\x80", "too-deep"),  # the other way round
        (b"\xc7\x00\x01", "type-not-allowed"),  # an empty extension
        (b"\x92\xcc\x01\xff", "type-not-allowed"),  # negative, behind a number that is too long
        (b"\x92\xcc\x01\xc0", "not-canonical"),
        (b"\xd0\x01", "not-canonical"),  # a number in a signed format
    ],
)
def test_bytes_are_looked_at_in_the_order_that_the_spec_says(data, code):
    with pytest.raises(WireError) as caught:
        codec.unpack(data)
    assert caught.value.code == code


ONE = bytes([1]) + bytes(31)
"""A scalar that is not the right one."""
NO_SCALAR = b"\xff" * 32

KEY = [
    ("key", lambda _: b"\xff" * 32),
    ("pok", lambda good: good[:32] + ONE),
]
SHUFFLE = [
    ("deck", lambda _: bytes(24 * 64)),  # in a game of 20 cards
    ("proof", lambda good: good[:-32] + NO_SCALAR),
    ("proof", lambda good: good[:-32] + ONE),
]
SHARES = [
    ("shares", lambda good: (*good, good[0])),
    ("shares", lambda good: (good[0][:64] + NO_SCALAR, *good[1:])),
    ("shares", lambda good: (good[0][:64] + ONE, *good[1:])),
]
WRONG = {
    "key": KEY,
    "shuffle": [*KEY, *SHUFFLE],
    "cut": [*SHUFFLE, *SHARES],
    "deal": SHARES,
    "lead": [
        ("slot", lambda _: 19),
        ("share", lambda _: None),
        ("share", lambda good: good[:64] + NO_SCALAR),
        ("share", lambda good: good[:64] + ONE),
    ],
}
"""By message: how to spoil its fields, from what is looked at first to what is looked at last."""
ELSEWHERE = {"keys-cancel", "commitments-equal", "share-needless"}
"""Codes of these messages for which there is nothing to spoil here."""


@pytest.mark.parametrize("kind", WRONG)
def test_a_message_that_is_wrong_in_every_field_is_refused_in_the_order_of_its_list(kind):
    duel = Duel.new("order of a message", Ruleset(target=1))
    while str(duel.state.phase) != kind:
        duel.step()
    table, seat = duel.state, duel.owing()
    duel.step()
    honest = messages.decode(kind, envelope.parse(duel.records[-1]).body.payload)
    seat.state = table
    codes = []
    for at in range(len(WRONG[kind])):
        spoiled = {field: spoil(getattr(honest, field)) for field, spoil in reversed(WRONG[kind][at:])}
        with pytest.raises(PeerFault) as caught:
            state.apply(table, seat.sign(replace(honest, **spoiled)))
        codes.append(caught.value.code)
    part = re.search(rf"^### {kind}\n(.*?)(?=^### )", section_text("messages"), re.MULTILINE | re.DOTALL).group(1)
    # The list of `cut` begins where that of `shuffle` does.
    part = part.replace("`shuffle-deck` on", "`shuffle-deck`, `shuffle-encoding`, `shuffle-proof`")
    listed = [code for code in re.findall(r"`([a-z-]+)`", part) if code in FAULTS.keys() - ELSEWHERE]
    assert codes == list(dict.fromkeys(listed))


def test_a_record_that_is_wrong_in_every_way_is_refused_by_the_first_and_then_the_next():
    duel = Duel.new("order of checks", Ruleset(target=1))
    while duel.state.seq < 4:
        duel.step()
    table, seat = duel.state, duel.seats[1 - duel.state.turn]
    body = envelope.Body(table.game_id, table.seq, seat.side, table.head, "claim", b"\xc1", version=2)

    def refused(body, body_bytes=None):
        signer = duel.seats[body.side]
        data = body_bytes or body.encode()
        raw = envelope.seal(data, signer.identity.sign(envelope.signed_message(data)))
        with pytest.raises(PeerFault) as caught:
            state.apply(table, raw)
        assert caught.value.culprit == body.side
        return caught.value.code

    def changed(**changes):
        fields = {name: getattr(body, name) for name in body.__dataclass_fields__} | changes
        return envelope.Body(**fields)

    loose = body.encode().replace(b"\x97\x02", b"\x97\xcc\x02", 1)
    turn = {"version": 1, "side": table.turn}
    assert refused(body, loose) == "body-not-canonical"
    assert refused(body) == "body-version"
    assert refused(changed(version=1)) == "out-of-turn"
    assert refused(changed(**turn)) == "out-of-phase"
    assert refused(changed(**turn, type=str(table.phase))) == "not-msgpack"
    assert refused(changed(**turn, type=str(table.phase), payload=codec.pack((b"", b"")))) == "field-count"
