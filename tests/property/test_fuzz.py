"""Every reader of foreign bytes on damaged ones: it refuses in its own words, or what it accepts is what was written.

The same targets as `scripts/fuzz`, a few inputs each; and readers that are made lax on purpose, which must be found.
"""

from __future__ import annotations

import random
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import WireError
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.rules import notation
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table import state
from p2p_schnapsen.wire import codec, envelope, framing, note
from scripts.lib import fuzz_mutations as mutations
from scripts.lib.fuzz_tables import duel, logs
from scripts.lib.fuzz_targets import TARGETS, Broken
from tests.support import fold

EXAMPLES = {"toml": 20, "notation": 30, "logs": 40}
randoms = st.randoms(use_true_random=False)


@pytest.mark.parametrize("name", TARGETS)
def test_damaged_bytes_meet_a_refusal_or_are_what_was_written(name):
    target = TARGETS[name]
    target.seeds()  # the games are played before the examples are timed

    @given(randoms)
    @settings(max_examples=EXAMPLES.get(name, 60), deadline=None, suppress_health_check=list(HealthCheck))
    def holds(rng):
        target.check(target.input(rng))

    holds()


@pytest.mark.parametrize("name", TARGETS)
def test_every_seed_is_fine_as_it_is_and_so_is_nothing_at_all(name):
    seeds = TARGETS[name].seeds()
    for data in (*seeds[:: max(1, len(seeds) // 20)], b"", b"\0"):
        TARGETS[name].check(data)


@given(st.binary(max_size=80) | st.text(max_size=60).map(lambda text: text.encode(errors="replace")))
@settings(max_examples=50, deadline=None)
def test_any_bytes_at_all_harm_no_reader(data):
    for target in TARGETS.values():
        target.check(data)


def test_an_input_follows_from_its_seed_alone():
    for target in TARGETS.values():
        assert target.input(random.Random(7)) == target.input(random.Random(7))


def test_the_seeds_hold_every_kind_of_record_of_a_deal_and_every_verdict():
    types = {envelope.parse(record).body.type for record in duel().records}
    assert types >= {"offer", "accept", "start", "commit", "key", "shuffle", "cut", "deal", "lead", "follow", "draw"}
    assert types >= {"sort", "open", "final"}
    verdicts = {logs().verdict(data).verdict for data in logs().seeds}
    assert verdicts >= {Verdict.VALID, Verdict.PROVEN, Verdict.UNRESPONSIVE, Verdict.INCOMPLETE}


# The fuzzing itself: each hole that is made is found


def broken(name, tries=3000):
    """Whether damaged inputs find something within so many."""
    rng = random.Random(name)
    for _ in range(tries):
        try:
            TARGETS[name].check(TARGETS[name].input(rng))
        except Broken:
            return True
    return False


def lax_unpack(data):
    return codec.unpack_loose(data)


def test_a_second_form_of_a_value_is_found():
    with mock.patch.object(envelope, "unpack", lax_unpack):
        assert broken("records")
    with mock.patch.object(note, "unpack", lax_unpack):
        assert broken("notes")


def test_a_signature_that_is_not_checked_is_found():
    with mock.patch.object(state, "signed_by", return_value=True):
        assert broken("records")
        with mock.patch.dict(fold._KNOWN), mock.patch.dict(fold._REFUSED):
            assert broken("logs")
    with mock.patch.object(signing, "verify"):
        assert broken("notes")


def test_a_note_before_its_time_is_found():
    with mock.patch.object(state, "_check_note"):
        assert broken("notes")


def test_a_proof_that_is_not_checked_is_found():
    with mock.patch("p2p_schnapsen.crypto.shuffle.verify"):
        assert broken("signed")


def test_a_frame_that_is_lost_is_found():
    real = framing.Frames.feed

    def feed(self, data):
        return real(self, data)[:5]

    with mock.patch.object(framing.Frames, "feed", feed):
        assert broken("frames")


def test_a_second_form_of_a_rule_set_or_a_text_is_found():
    real = Ruleset.from_canonical
    with mock.patch.object(Ruleset, "from_canonical", staticmethod(lambda data: real(data.strip() + b"\n"))):
        assert broken("rulesets")
    read = notation.read
    with mock.patch.object(notation, "read", lambda text: read(text.rstrip() + "\n")):
        assert broken("notation")


def test_a_crash_is_no_refusal():
    with mock.patch.object(envelope, "parse", side_effect=IndexError), pytest.raises(IndexError):
        TARGETS["records"].check(duel().records[0])


# The damages


@given(randoms)
@settings(max_examples=40, deadline=None)
def test_a_changed_value_is_still_msgpack_for_the_most_part(rng):
    data = duel().records[rng.randrange(len(duel().records))]
    changed = mutations.packed(data, rng, [data])
    try:
        codec.unpack(changed)
    except WireError as error:
        assert error.code in ("too-deep", "not-msgpack", "type-not-allowed", "not-canonical", "message-size")  # noqa: PT017


def test_the_damages_leave_little_as_it_was():
    rng = random.Random(1)
    for name, target in TARGETS.items():
        seeds = set(target.seeds())
        same = sum(target.input(rng) in seeds for _ in range(200))
        assert same < 100, name


def test_a_log_that_cannot_be_cut_is_damaged_as_bytes():
    rng = random.Random(2)
    assert any(mutations.log(b"no log", rng, [b"no log"]) != b"no log" for _ in range(5))
