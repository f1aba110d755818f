"""Results from logs: what counts, for whom, and what is left out."""

import json
import os

import pytest

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.store import About, MatchStore, hints_of
from p2p_schnapsen.gamelog.tally import played, tallies
from p2p_schnapsen.rules.ruleset import Ruleset
from tests.support.duel import Duel, log_of
from tests.support.programs import ROOT

pytestmark = pytest.mark.usefixtures("proofs_once")

LOGS = ROOT / "protocol" / "logs"


@pytest.fixture(scope="module")
def duel():
    return Duel.new("tally", Ruleset(target=4)).play()


def keys(duel):
    return [signing.public_key(seat.identity) for seat in duel.seats]


def seen(duel, side, records=None):
    log = log_of(duel.records if records is None else duel.records[:records])
    return played(log, (keys(duel)[side],))


def test_both_players_have_the_same_match_from_their_own_side(duel):
    (_, mine), (_, theirs) = seen(duel, 0), seen(duel, 1)
    assert (mine.me, theirs.me) == (0, 1)
    assert (mine.peer, theirs.peer) == tuple(keys(duel)[::-1])
    assert (mine.name, theirs.name) == ("bert", "anna")
    assert mine.won is not theirs.won
    assert mine.points == theirs.points[::-1]
    assert mine.deals_won == theirs.deals_won[::-1]
    assert mine.deals == theirs.deals == duel.state.match.deals
    assert sorted(mine.points) == sorted(duel.state.decision.score)


def test_an_unfinished_match_counts_its_deals_and_is_undecided(duel):
    after_one = next(place for place, table in enumerate(duel.states) if table.match and table.match.deals == 1)
    report, mine = seen(duel, 0, after_one + 1)
    assert report.verdict is Verdict.INCOMPLETE
    assert (mine.won, mine.deals) == (None, 1)


def test_what_was_only_offered_is_no_match(duel):
    assert seen(duel, 0, 1)[1] is None


def test_a_log_of_others_says_nothing(duel):
    assert played(log_of(duel.records), (bytes(32),))[1] is None
    assert played(log_of(duel.records), (keys(duel)[0],), side=1)[1] is None


@pytest.mark.parametrize("name", ["flipped_bit_fail", "removed_record_fail", "wrong_magic_fail"])
def test_a_log_that_does_not_hold_counts_for_nothing(name):
    data = (LOGS / name / "game.log").read_bytes()
    everybody = type("Everybody", (), {"__contains__": lambda *_: True})()
    report, mine = played(data, everybody)
    assert report.verdict in (Verdict.ALTERED, Verdict.UNREADABLE)
    assert mine is None


def test_matches_add_up_by_opponent_and_rules(duel):
    other = Duel.new("tally 2", Ruleset(target=1)).play()
    mine = [seen(duel, 0)[1], played(log_of(other.records), keys(other)[:1])[1]]
    one, two = tallies(mine)
    assert (one.ruleset.target, two.ruleset.target) == (4, 1)
    assert (one.matches, one.won + one.lost, one.undecided) == (1, 1, 0)
    assert one.average == pytest.approx((one.points[0] - one.points[1]) / one.deals)


def test_of_copies_of_one_match_the_longest_counts_once(duel):
    (short,) = [seen(duel, 0, len(duel.records) - 1)[1]]
    (tally,) = tallies([short, seen(duel, 0)[1], short])
    assert (tally.matches, tally.deals) == (1, duel.state.match.deals)


def test_a_player_who_was_never_in_a_deal_has_no_average(duel):
    place = next(place for place, table in enumerate(duel.states) if table.accept is not None)
    (tally,) = tallies([seen(duel, 0, place)[1]])
    assert tally.average is None


# Hints


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda _: None)
    with MatchStore(tmp_path / "match", None, About(0, "a" * 64, "b" * 64, "*:7766", "2026-01-01")) as made:
        yield made


def test_hints_are_counted_in_the_match_and_go_with_it(store):
    assert hints_of(store.folder) == 0
    store.count_hint()
    store.count_hint()
    assert hints_of(store.folder) == 2
    store.discard()
    assert not store.folder.exists()


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b"\xff", json.dumps({"hints": "2"}).encode(), b'{"hints": -1}', b'{"hints": 1e9}']
)
def test_a_damaged_count_is_named(store, content):
    store.count_hint()
    (store.folder / "hints.json").write_bytes(content)
    with pytest.raises(DataError) as error:
        hints_of(store.folder)
    assert error.value.code == "match-damaged"
