"""What is said of people one knows or does not: never loud without a reason, and loud where there is one."""

import pytest

from p2p_schnapsen.profile import peers as p
from p2p_schnapsen.profile.fingerprint import short_id
from p2p_schnapsen.ui import acquaintances
from p2p_schnapsen.ui.sanitise import width

ANNA, BERT, CLEO = (bytes([i]) * 32 for i in (1, 2, 3))
BOOK = p.remember(p.remember({}, ANNA, "Anna", "2026-01-01"), BERT, "Bert", "2026-02-02")


def said(book, key, claimed):
    return acquaintances.judged(p.judge(book, key, claimed), short_id(key), claimed)


def test_somebody_new_is_told_by_the_id():
    (line,) = said(BOOK, CLEO, "Cleo")
    assert "Cleo" in line
    assert short_id(CLEO) in line
    assert "new to you" in line


def test_somebody_known_is_told_by_the_users_own_name():
    (line,) = said(p.rename(BOOK, ANNA, "Auntie"), ANNA, "Queen")
    assert "Auntie (says: Anna)" in line
    assert "2026-01-01" in line
    (line,) = said(p.trust(BOOK, ANNA), ANNA, "Anna")
    assert "whom you trust" in line


@pytest.mark.parametrize("book", [BOOK, p.trust(BOOK, ANNA)])
def test_a_familiar_name_with_another_key_is_loud_and_tells_both_ids(book):
    first, *rest = said(book, CLEO, "ANNA")
    assert first.startswith("WARNING: ")
    assert "key of the Anna that you know" in first
    assert short_id(ANNA) in rest[0]
    assert short_id(CLEO) in rest[0]
    assert not any("WARNING" in line for line in said(book, ANNA, "Anna") + said(book, CLEO, "Cleo"))


def test_a_known_peer_that_takes_anothers_name_is_unmasked():
    assert "You know this one as Bert." in said(BOOK, BERT, "Anna")


@pytest.mark.parametrize("name", ["\x1b[2J\u202eevil\n", "x" * 10_000, "", "\u200b", "{id}", "界" * 40], ids=ascii)
def test_a_hostile_name_does_no_harm(name):
    crowd = p.remember(BOOK, CLEO, name, "2026-03-03")
    for line in [*said(BOOK, CLEO, name), *said(crowd, CLEO, name), *acquaintances.table(crowd.values())]:
        assert line.isprintable()
        assert width(line) < 200


def test_columns_are_as_broad_as_what_is_seen():
    lines = acquaintances.columns([("a", "b"), ("界界", "c"), ("e\u0301", "d")])
    assert lines == ["a     b", "界界  c", "e\u0301     d"]
