"""A person in line mode: at a terminal, through a pipe, and with nonsense typed."""

import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path

import pexpect

from tests.support.person import Person
from tests.support.programs import environment, events, here, program, run
from tests.support.stacked_table import Setting


def test_a_person_exchanges_announces_closes_claims_and_is_told_why_a_card_is_illegal(tmp_path):
    person = Person([sys.executable, "-m", "tests.support.line_table", "5", str(tmp_path / "home")])
    person.play()
    for begins in ("exchange", "announce", "close", "claim"):
        assert any(done.startswith(begins) for done in person.done), begins
    assert any(refusal.startswith("You must follow suit and beat") for refusal in person.refusals)
    for refusal in person.refusals:
        assert re.fullmatch(r"[A-Z][^\[\]]*\.", refusal), refusal
    log = person.seen.rsplit("LOG ", 1)[1].strip()
    assert here("verify", log).returncode == 0


def test_a_match_can_be_played_through_a_pipe(tmp_path):
    done = run("play", "--home", tmp_path, "--set", "target=1", "--opening", "never", stdin="1\n" * 400)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "Verdict: valid" in done.stdout
    assert "\x1b" not in done.stdout
    (log,) = re.findall("Log: (.*)", done.stdout)
    (hint,) = (line for line in done.stdout.splitlines() if line.startswith("To see"))
    assert hint == f"To see the match again: p2p-schnapsen --home {tmp_path} replay {Path(log).parent.name}"
    told = hint.split(": p2p-schnapsen ")[1].split()
    assert here(*told, "--text").stdout == here("replay", log, "--text").stdout != ""


def test_nonsense_is_answered_and_the_game_goes_on(tmp_path):
    typed = ["?", "9999", "xyzzy", "10z", "m", "last", "\x1b[31m", "é" * 5000, "concede match", "maybe", "no"]
    done = here("play", "--home", tmp_path, "--set", "target=1", stdin="\n".join(typed) + "\nq\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("type ? for help") >= 3
    assert "You leave the match." in done.stdout
    assert "Verdict: incomplete" in done.stdout
    assert done.stdout.splitlines()[-1] == f"To go on with the match: p2p-schnapsen --home {tmp_path} resume"
    assert "Traceback" not in done.stdout + done.stderr


def test_at_a_terminal_what_is_typed_while_the_other_side_thinks_is_heard_and_answers_no_question(tmp_path):
    """Nor is anything of it a move, and a block of lines that is pasted does not answer its own questions."""
    setting = Setting(
        rules="schnapsen",
        mine="KH QH KS TD JH",
        theirs="JS AS TS KD JD",
        up="AH",
        talon="TH QD AD QS AC TC KC QC JC",
        script="... JS",
        leads=True,
        settings=("target=1",),
    )
    command = [sys.executable, "-m", "tests.support.stacked_table", str(tmp_path / "home")]
    person = Person([*command, json.dumps(dataclasses.asdict(setting))])
    assert person.look()
    person.child.sendline("ks")
    person.child.expect_exact("Your opponent is to move.")
    person.child.sendline("hand")
    person.child.expect_exact("Your hand: Kh Qh Jh 10d")
    person.child.send("concede match\nyes\n10d\n")
    person.child.expect_exact("It is not your turn.")
    person.child.expect_exact("It is not your turn.")
    person.child.sendline("say go on")
    assert person.look(), "the match goes on, and nothing was kept"
    assert "You take the trick" in person.seen
    person.child.send("concede match\nyes\nyes\n")
    person.child.expect(r"\(yes or no\): $")
    person.child.sendline("no")
    assert person.look()
    person.child.sendline("q")
    person.child.expect_exact("Leave the table? (yes or no): ")
    person.child.sendline("yes")
    person.child.expect(pexpect.EOF)
    assert "gives up" not in person.seen + str(person.child.before)


def test_plain_says_cards_in_words(tmp_path):
    done = here("play", "--home", tmp_path, "--plain", stdin="?\nq\n")
    assert re.search(r"^  \d  (\w+) of (clubs|diamonds|hearts|spades)$", done.stdout, re.MULTILINE)
    assert re.search(r"turned up: \w+ of ", done.stdout)
    assert not set("♣♦♥♠") & set(done.stdout)


def test_the_end_of_input_leaves_the_log_as_it_is(tmp_path):
    done = run("play", "--home", tmp_path, "--json")
    assert done.returncode == 5
    assert events(done.stdout)[-1]["verdict"] == "incomplete"
    assert Path(events(done.stdout)[-1]["log"]).exists()
    assert "p2p-schnapsen resume" not in done.stdout + done.stderr, "a program knows"
    assert "Traceback" not in done.stderr


def test_giving_up_the_match_is_asked_once_and_then_signed(tmp_path):
    done = here("play", "--home", tmp_path, "--json", stdin="concede match\nyes\n")
    assert done.returncode == 0, done.stderr
    end = events(done.stdout)[-1]
    assert (end["verdict"], end["result"]["winner"]) == ("valid", "guest")


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    command = " ".join(program("rules", "schnapsen")) + " | head -1"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, encoding="utf-8", env=environment(), timeout=60, check=False
    )
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


def test_an_ascii_terminal_gets_no_suit_signs(tmp_path):
    done = run("play", "--home", tmp_path, stdin="q\n", LC_ALL="C", LANG="C", PYTHONIOENCODING="ascii")
    assert done.stdout.isascii()
    assert "Your move" in done.stdout
