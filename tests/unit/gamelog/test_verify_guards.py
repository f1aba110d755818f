"""What a log may end with, and what is said of one that ends well. Spec: sections `evidence` and `verdicts`."""

from functools import cache

import pytest

from p2p_schnapsen.errors import DataError
from p2p_schnapsen.gamelog.format import HEADER, MAGIC, parse
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.seat import Seat
from p2p_schnapsen.wire import messages
from tests.support.dialogue import Script
from tests.support.duel import Duel, log_of
from tests.support.fold import verdict

pytestmark = pytest.mark.usefixtures("proofs_once")

PLACE = 12


@cache
def game():
    return Script.of("verify guards", Ruleset(target=1))


def evidence():
    """A log that ends with a second body of whoever made the record before."""
    return [*game().records[:PLACE], game().another(PLACE - 1)]


def test_a_second_body_at_the_end_is_proof():
    report = verdict(log_of(evidence()))
    assert (report.verdict, report.code, report.record) == (Verdict.PROVEN, "equivocation", PLACE)
    assert report.culprit == game().side_of(PLACE - 1)


@pytest.mark.parametrize(
    "more", ["the next record", "the same again", "another second body", "garbage", "a broken length"]
)
def test_a_second_body_that_something_follows_blames_nobody(more):
    after = {
        "the next record": game().records[PLACE],
        "the same again": evidence()[-1],
        "another second body": game().another(PLACE - 2),
        "garbage": b"?",
    }
    log = log_of(evidence()) + bytes(4) if more == "a broken length" else log_of([*evidence(), after[more]])
    report = verdict(log)
    assert (report.verdict, report.culprit, report.record) == (Verdict.ALTERED, None, PLACE)


class Declining(Seat):
    """Keeps its seeds to itself."""

    def _open(self):
        return messages.Open(None)


@pytest.mark.parametrize("declines", [0, 1], ids=["host", "guest"])
def test_a_match_of_which_one_side_declined_to_open_its_seed_is_valid_and_marked(declines):
    seats = [Seat, Seat]
    seats[declines] = Declining
    duel = Duel.new("declined", Ruleset(target=1), host=seats[0], guest=seats[1]).play()
    assert duel.state.declined
    report = verdict(duel.log())
    assert (report.verdict, report.marks) == (Verdict.VALID, ("unopened",))


def test_a_report_says_who_plays_and_when_once_there_is_a_contract():
    whole = verdict(log_of(game().records))
    assert (whole.names, whole.date) == (("anna", "bert"), game().state(1).offer.date)
    assert whole.keys == (game().key(0), game().key(1))
    for place in (0, 1):
        report = verdict(log_of(game().records[:place]))
        assert (report.verdict, report.names, report.keys, report.date) == (Verdict.INCOMPLETE, None, None, None)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-a-log"),
        (MAGIC[:-1], "not-a-log"),
        (b"\0" + HEADER[1:], "not-a-log"),
        (MAGIC, "log-version"),
        (MAGIC + b"\0", "log-version"),
        (MAGIC + b"\2more", "log-version"),
    ],
    ids=str,
)
def test_a_file_without_the_whole_header_is_no_log_of_ours(data, code):
    with pytest.raises(DataError, match=code):
        parse(data)
    report = verdict(data)
    assert (report.verdict, report.code) == (Verdict.UNREADABLE, code)
    assert parse(HEADER) == ((), 0, False)


def test_a_log_that_ends_before_the_seeds_are_opened_says_what_is_missing():
    decided = game().state(len(game().records)).decision.seq + 1
    marks = {}
    for place in range(decided, len(game().records) + 1):
        report = verdict(log_of(game().records[:place]))
        assert report.verdict is Verdict.VALID
        marks.setdefault(report.marks, []).append(place - decided)
    assert marks == {("unopened", "unacknowledged"): [0, 1], ("unacknowledged",): [2, 3], (): [4]}
