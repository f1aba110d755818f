"""A person at a terminal with 24 cards: the nine exchanged, by the follower too, and a duty from the first trick on."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.store import read_log
from p2p_schnapsen.gamelog.verify import verify
from tests.support.person import Person
from tests.support.stacked_table import Setting


def conversation(home, setting, typed):
    """What is answered to each line that is typed, up to the next question, in a match that must end valid."""
    command = [sys.executable, "-m", "tests.support.stacked_table", str(home), json.dumps(dataclasses.asdict(setting))]
    person = Person(command)
    answers = []
    assert person.look()
    for line in typed:
        person.child.sendline(line)
        going_on = person.look()
        answers.append(str(person.child.before).replace("\r\n", "\n"))
        assert going_on == (len(answers) < len(typed)), answers[-1]
    log = person.seen.rsplit("LOG ", 1)[1].strip()
    assert verify(read_log(Path(log))).verdict is Verdict.VALID
    return answers


def test_sixty_six_with_the_nine_exchanged_only_on_lead_and_after_a_trick(tmp_path):
    setting = Setting(
        rules="sixtysix",
        mine="9D AS JC KH QH 9C",
        theirs="9S AC TC JH TH TD",
        up="KD",
        talon="JS QS",
        script="9S AC TC",
        leads=True,
        settings=("target=1",),
    )
    early, lead, taken, low, follower, last = conversation(
        tmp_path / "home", setting, ["x", "as", "x", "jc", "x", "9c"]
    )
    assert "You may exchange the trump only after winning a trick." in early
    assert "You take the trick, 11 points.\nYou draw Js.\n" in lead
    assert "exchange 9d for Kd (x)" in lead
    assert "You exchange 9d for Kd.\n" in taken
    assert "10 cards" not in taken, "nothing was drawn"
    assert "Your opponent leads 10c." in low
    assert "Only the player on lead may exchange the trump." in follower
    assert "Your opponent" in last


def test_a_follower_exchanges_and_follows_with_the_card_taken_where_everybody_is_always_bound(tmp_path):
    setting = Setting(
        rules="en-ligne",
        mine="9D KH JH TC QC 9S",
        theirs="AS TS KS QH 9H QD",
        up="KD",
        talon="9C JS AH JC TH TD",
        script="AS TS KS",
        leads=False,
        settings=("strict=always", "target=1"),
    )
    typed = ["kh", "9d", "9s", "kh", "js", "jh", "x", "tc", "kd", "jh"]
    revoke, trump, first, drawn, second, void, exchanged, still, taken, last = conversation(
        tmp_path / "home", setting, typed
    )
    for answer in (revoke, trump):
        assert "You must follow suit: play 9s." in answer
    assert "You play 9s.\nYour opponent takes the trick, 11 points.\nYou draw Js.\n" in first
    # The card drawn a moment ago is owed too.
    assert "You must follow suit: play Js." in drawn
    assert "Your opponent leads Ks." in second
    assert "exchange 9d for Kd (x)" in second
    assert "You cannot follow suit and must trump: play 9d." in void
    assert "You exchange 9d for Kd.\n" in exchanged
    assert "You cannot follow suit and must trump: play Kd." in still
    assert "You play Kd.\n" in taken
    assert "You take the trick, 8 points." in taken
    assert "You lead Jh." in last
