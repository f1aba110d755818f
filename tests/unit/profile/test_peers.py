"""A peer is its key: what is said of a key and a name, and what the user may change about it."""

import pytest

from p2p_schnapsen.errors import LocalMisuse
from p2p_schnapsen.profile import peers as p
from p2p_schnapsen.profile.peers import Kind, State

ANNA, BERT, CLEO = (bytes([i]) * 32 for i in (1, 2, 3))
DAY, LATER = "2026-01-01", "2026-02-02"


@pytest.fixture
def book():
    return p.remember(p.remember({}, ANNA, "Anna", DAY), BERT, "Bert", LATER)


def refused(code, call, *arguments):
    with pytest.raises(LocalMisuse) as error:
        call(*arguments)
    assert error.value.code == code
    return error.value


def test_somebody_never_met_is_new_and_asked_about(book):
    verdict = p.judge(book, CLEO, "Cleo")
    assert (verdict.kind, verdict.peer, verdict.asks) == (Kind.NEW, None, True)
    assert p.judge({}, CLEO, "").kind is Kind.NEW


def test_whoever_was_met_is_known_whatever_the_name(book):
    for name in ("Anna", "Somebody", ""):
        verdict = p.judge(book, ANNA, name)
        assert (verdict.kind, verdict.peer, verdict.asks) == (Kind.KNOWN, book[ANNA], False)


def test_only_the_user_makes_a_peer_trusted(book):
    trusted = p.trust(book, ANNA)
    assert p.judge(trusted, ANNA, "Anna").kind is Kind.TRUSTED
    assert not p.judge(trusted, ANNA, "Anna").asks
    assert p.judge(trusted, BERT, "Bert").kind is Kind.KNOWN
    assert p.remember(trusted, ANNA, "Anna", LATER)[ANNA].state is State.TRUSTED


@pytest.mark.parametrize("name", ["Anna", "ANNA", "An\u200bna", "\u0410nna"], ids=ascii)
def test_a_familiar_name_with_another_key_is_a_warning(book, name):
    verdict = p.judge(p.trust(book, ANNA), CLEO, name)
    assert verdict.kind is Kind.NAMESAKE
    assert verdict.asks
    assert [rival.key for rival in verdict.rivals] == [ANNA]


def test_the_users_own_name_for_a_peer_is_familiar_too(book):
    assert p.judge(p.rename(book, ANNA, "Auntie"), CLEO, "auntie").kind is Kind.NAMESAKE


def test_a_known_peer_that_takes_to_anothers_name_is_a_warning_even_if_trusted(book):
    for now in (book, p.trust(book, BERT)):
        verdict = p.judge(now, BERT, "Anna")
        assert (verdict.kind, verdict.peer) == (Kind.NAMESAKE, now[BERT])


def test_a_namesake_that_was_accepted_is_asked_about_once(book):
    accepted = p.remember(book, CLEO, "Anna", LATER)
    assert p.judge(accepted, CLEO, "Anna").kind is Kind.KNOWN
    assert p.judge(accepted, ANNA, "Anna").kind is Kind.KNOWN


def test_of_several_rivals_the_last_seen_comes_first(book):
    now = p.remember(book, CLEO, "Anna", LATER)
    assert [rival.key for rival in p.judge(now, bytes(32), "Anna").rivals] == [CLEO, ANNA]


def test_a_name_that_nobody_sees_is_nobodys(book):
    now = p.remember(book, CLEO, "\u200b", DAY)
    assert now[CLEO].claimed == ""
    assert p.judge(now, bytes(32), "\u200b").kind is Kind.NEW


def test_the_days_of_meeting_are_kept_and_a_clock_set_back_changes_none(book):
    again = p.remember(book, ANNA, "Anna the Second", LATER)
    assert (again[ANNA].first, again[ANNA].last, again[ANNA].claimed) == (DAY, LATER, "Anna the Second")
    assert p.remember(again, ANNA, "Anna", "1999-01-01")[ANNA].last == LATER


def test_what_is_forgotten_is_new_again(book):
    assert p.judge(p.forget(book, ANNA), ANNA, "Anna").kind is Kind.NEW
    assert ANNA in book


def test_the_users_name_stays_when_the_peer_changes_its_own(book):
    named = p.remember(p.rename(book, ANNA, "Auntie"), ANNA, "Queen", LATER)
    assert (named[ANNA].name, named[ANNA].claimed) == ("Auntie", "Queen")
    assert p.rename(named, ANNA, "")[ANNA].name == ""
    for name in ("x" * 65, "a\x1bb", " ", "\ud800"):
        refused("peer-name", p.rename, book, ANNA, name)


def test_a_peer_is_found_by_its_id_its_pin_its_key_and_the_beginning_of_them(book):
    anna = book[ANNA]
    for text in (anna.short_id, anna.short_id.lower(), anna.pin, anna.pin[:4], anna.pin[:20], anna.key.hex()):
        assert p.find(book, text) == anna
    refused("peer-unknown", p.find, book, p.remember({}, CLEO, "", DAY)[CLEO].pin)
    refused("peer-unknown", p.find, book, anna.pin + "0")
    for nonsense in ("", "---", anna.pin[:3], "7K3M!", "ILOU", "ü" * 12, "0" * 65, "\x1b[1m"):
        refused("peer-id", p.find, book, nonsense)


def test_the_beginning_of_several_ids_is_refused_and_they_are_named():
    crowd = {}
    for i in range(3000):
        crowd = {**crowd, **p.remember({}, i.to_bytes(32, "big"), "", DAY)}
    starts = [peer.pin[:4] for peer in crowd.values()]
    twice = next(start for start in starts if starts.count(start) > 1)
    error = refused("peer-ambiguous", p.find, crowd, twice)
    assert twice in str(error.params["ids"])


def test_the_book_is_bounded_and_whoever_was_seen_longest_ago_gives_way(monkeypatch):
    monkeypatch.setattr(p, "MOST", 3)
    full = {}
    for i, key in enumerate((ANNA, BERT, CLEO)):
        full = p.remember(full, key, "", f"2026-01-0{i + 1}")
    assert set(p.remember(full, bytes(32), "", LATER)) == {BERT, CLEO, bytes(32)}
    kept = p.rename(p.trust(full, ANNA), BERT, "bert")
    assert set(p.remember(kept, bytes(32), "", LATER)) == {ANNA, BERT, bytes(32)}
    refused("peers-full", p.remember, p.trust(kept, CLEO), bytes(32), "", LATER)
    assert set(p.remember(p.trust(kept, CLEO), CLEO, "", LATER)) == {ANNA, BERT, CLEO}
