"""Every rule set, the choices of its text and rule sets of one's own, between real processes; nonsense is refused."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from p2p_schnapsen.bot.easy import choose
from p2p_schnapsen.cli.main import main
from p2p_schnapsen.gamelog import format as log_format
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.gamelog.store import read_log
from p2p_schnapsen.gamelog.verify import verify
from p2p_schnapsen.presets import NAMES
from p2p_schnapsen.presets.loader import MAX_FILE, load, resolve
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.wire import envelope, messages
from p2p_schnapsen.wire.messages import Offer
from tests.simulation.memo import each_proof_once
from tests.support.duel import Duel
from tests.support.programs import events, finish, here, listening_port, program, run, started

CHOSEN = "austriac66"
OFFERED = {field: reason.choices for field, reason in load(CHOSEN).reasons.items() if reason.choices}
CHOICES = [
    [f"{field}={value}" for field, value in zip(OFFERED, values, strict=True)]
    for values in itertools.product(*OFFERED.values())
]

ENDS = (0b0000, 0b1111)
"""Two of the choices, in which each value of each occurs."""


def contract(log):
    """The rule set that both sides have signed."""
    return signed(log_format.parse(read_log(Path(log))).records[0])


def signed(record):
    """The rule set of an offer."""
    offer = messages.decode("offer", envelope.parse(record).body.payload)
    assert isinstance(offer, Offer)
    return Ruleset.from_canonical(offer.ruleset)


def auto(home, rules, settings=(), opening="deal"):
    """Two computers play by these rules until a deal is won: valid, and both have signed just these rules.

    One of them here, the other as the process that our program starts.
    """
    settings = [*settings, "target=1"]
    options = ("--home", home, "--rules", rules, "--opening", opening, "--set", *settings)
    done = here("play", "--auto", "--json", *options)
    assert done.returncode == 0, done.stderr
    *_, end = events(done.stdout)
    assert (end["event"], end["verdict"]) == ("end", "valid")
    assert max(end["result"]["score"]) >= 1
    assert contract(end["log"]) == resolve(rules, settings).ruleset


@pytest.mark.parametrize("name", [name for name in NAMES if name != CHOSEN])
def test_two_computers_play_a_valid_match_by_each_rule_set(name, tmp_path):
    # Whether seeds are opened makes no difference to the rules, but to the time.
    auto(tmp_path / "home", name, opening="deal" if name == "sixtysix" else "never")


@pytest.mark.parametrize("settings", [CHOICES[number] for number in ENDS], ids=" ".join)
def test_the_choices_of_the_romanian_text_work_together_over_the_network(settings, tmp_path):
    auto(tmp_path / "home", CHOSEN, settings, "never")


@pytest.mark.parametrize("settings", CHOICES, ids=" ".join)
def test_all_choices_of_the_romanian_text_work_together(settings):
    """Every one of them between two seats, dealt by mental poker, and the log judged; without processes."""
    ruleset = resolve(CHOSEN, [*settings, "target=1"]).ruleset
    with each_proof_once():
        duel = Duel.new(" ".join(settings), ruleset, "never", choose).play()
        report = verify(duel.log())
    assert (report.verdict, report.marks) == (Verdict.VALID, ("unopened",))
    assert max(report.result.score) >= 1
    assert signed(duel.records[0]) == ruleset


def test_the_romanian_text_offers_four_choices_of_two():
    assert len({tuple(settings) for settings in CHOICES}) == 16
    assert ["deck=20", "hand=5", "strict=late", "out=auto"] in CHOICES


def test_over_the_network_each_value_is_met():
    assert {value for number in ENDS for value in CHOICES[number]} == {value for made in CHOICES for value in made}


def test_host_and_guest_play_by_a_file_of_ones_own_and_what_is_set_over_it(tmp_path):
    own = tmp_path / "ours.toml"
    own.write_text('base = "en-ligne"\nstrict = "always"\nhand = 5\n[why]\nhand = "fewer to hold"\n', encoding="utf-8")
    host = ("host", "--bot", "--json", "--port", "0", "--bind", "127.0.0.1", "--home", tmp_path / "a", "--rules", own)
    with started(
        program(*host, "--opening", "never", "--set", "target=1", "deal=T 3 3 2 2", "--set", "duty=head-follow-trump")
    ) as process:
        guest = here("join", f"localhost:{listening_port(process)}", "--bot", "--json", "--home", tmp_path / "b")
        code, output, errors = finish(process)
    assert (code, guest.returncode) == (0, 0), errors + guest.stderr
    mine, theirs = events(output)[-1], events(guest.stdout)[-1]
    assert (mine["verdict"], theirs["verdict"]) == ("valid", "valid")
    assert mine["result"] == theirs["result"]
    wanted = load("en-ligne").ruleset.replace(
        strict="always", hand=5, deal="T 3 3 2 2", duty="head-follow-trump", target=1
    )
    assert contract(mine["log"]) == contract(theirs["log"]) == wanted
    assert wanted.talon_size == 14


# Nonsense

BASE = 'base = "schnapsen"\n'
NONSENSE = {
    "an unknown field": (BASE + "hands = 6", "field hands:"),
    "a field with a control character for a name": (BASE + '"\\u001b[2J" = 6', "field ?:"),
    "a field without a name": (BASE + '"" = 6', "field ?:"),
    "a field with an endless name": (BASE + "x" * 9000 + " = 6", "field xxxx"),
    "a text for a number": (BASE + 'hand = "6"', "field hand:"),
    "a fraction for a number": (BASE + "target = 7.0", "field target:"),
    "infinity": (BASE + "target = inf", "field target:"),
    "a date for a number": (BASE + "deck = 2001-01-01", "field deck:"),
    "a table for a number": (BASE + "[deck]\ncards = 20", "field deck:"),
    "a truth value for a number": (BASE + "last_trick_bonus = false", "field last_trick_bonus:"),
    "a number for a truth value": (BASE + "close_trick = 1", "field close_trick:"),
    "a number for a text": (BASE + "exchange_card = 9", "field exchange_card:"),
    "a value that is not there to choose": (BASE + 'out = "never"', "field out:"),
    "a negative target": (BASE + "target = -1", "field target:"),
    "a target beyond all numbers": (BASE + f"target = {'9' * 4000}", "field target:"),
    "a deal for another hand": (BASE + 'hand = 6\ndeal = "3 3 T 2 2"', "field deal:"),
    "a deal for one side": (BASE + 'deal = "5 T"', "field deal:"),
    "a deal without a trump": (BASE + 'deal = "5 5"', "field deal:"),
    "hands that leave no talon": (BASE + "hand = 10", "field hand:"),
    "hands that leave no talon, dealt so": (BASE + 'hand = 10\ndeal = "5 5 T 5 5"', "field hand:"),
    "nines in a pack without them": (BASE + 'exchange_card = "9"', "field exchange_card:"),
    "an unknown base": ('base = "whist"', 'field base: no rule set is called "whist"; there are schnapsen,'),
    "a base that is the file itself": ('base = "mine.toml"', "field base:"),
    "a base of a base": ('base = ["schnapsen"]', "field base:"),
    "no base and not all fields": ("deck = 20", "field hand: is missing"),
    "nothing": ("", "field deck: is missing"),
    "a reason for an unknown field": (BASE + '[why]\nhands = "x"', "field why.hands:"),
    "an unknown word about it": (BASE + '[about]\nauthor = "me"', "field about.author:"),
    "another format": ('{"deck": 20}', "is not TOML"),
    "a field said twice": (BASE + "hand = 5\nhand = 6", "is not TOML"),
    "brackets without end": ("deck = " + "[" * 9000, "nested too deep"),
    "a number without end": (BASE + "target = " + "9" * 9000, "a number that is too long"),
    "a file without end": ("#" * (MAX_FILE + 1), f"cannot be read as a rule set: it has more than {MAX_FILE}"),
    "no UTF-8": (b"# \xff", "mine.toml cannot be read as a rule set: it is not UTF-8"),
    "UTF-16": (BASE.encode("utf-16"), "mine.toml cannot be read as a rule set: it is not UTF-8"),
    "a zero byte": (b"deck = 20\0", "is not TOML"),
}  # fmt: skip


def refused_in_one_line(code, errors, named):
    assert code == 2
    (line,) = errors.splitlines()
    assert line.startswith("p2p-schnapsen: ")
    assert named in line
    assert line.isprintable()
    assert len(line) < 1100


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_in_a_file_takes_one_line_that_names_the_field(what, tmp_path, capsys):
    """The program's own entry, without a process for each."""
    text, named = NONSENSE[what]
    own = tmp_path / "mine.toml"
    own.write_bytes(text if isinstance(text, bytes) else text.encode())
    code = main(["host", "--bot", "--port", "0", "--home", str(tmp_path / "home"), "--rules", str(own)])
    told = capsys.readouterr()
    assert told.out == ""
    refused_in_one_line(code, told.err, named)
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ("preference", 'field rules: no rule set is called "preference"; there are schnapsen,'),
        ("SCHNAPSEN", "field rules:"),
        ("", "field rules:"),
        ("\x1b[31mred\n", "field rules:"),
        ("none.toml", "none.toml cannot be read as a rule set: No such file"),
        ("./", "cannot be read as a rule set: Is a directory"),
        ("/dev/zero", "not a regular file"),
        ("nul\0.toml", "cannot be read as a rule set"),
        ("\udcff.toml", "cannot be read as a rule set"),
        ("x" * 5000 + ".toml", "cannot be read as a rule set"),
    ],
)
def test_rules_that_are_not_there_take_one_line(rules, named, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = main(["host", "--bot", "--port", "0", "--home", str(tmp_path / "home"), "--rules", rules])
    refused_in_one_line(code, capsys.readouterr().err, named)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (["hands=6"], "field hands:"),
        (["hand"], "field hand: must be set as FIELD=VALUE"),
        (["hand=six"], "field hand: must be a whole number"),
        (["close_trick=yes"], "field close_trick: must be true or false"),
        (["target=1", "target=2"], "field target: is set twice"),
        (["hand=6", "deal=5 5 T"], 'field deal: "5 5 T" gives the elder 5 cards, the hand is 6'),
        (["deck=12"], "field deck: must be one of 20, 24"),
        (["deck=10", "hand=5"], "field deck:"),
        (["exchange_card=9"], "field exchange_card: a pack of 20 cards has no nines"),
        (["target=" + "9" * 5000], "field target:"),
        (["=1"], "field ?:"),
        ([""], "field ?:"),
        (["\udcff=1"], "field ?:"),
        (["deal=\x1b[2J"], "field deal:"),
    ],
)
def test_nonsense_that_is_set_takes_one_line_that_names_the_field(settings, named, tmp_path, capsys):
    code = main(["host", "--bot", "--port", "0", "--home", str(tmp_path / "home"), "--set", *settings])
    refused_in_one_line(code, capsys.readouterr().err, named)


@pytest.mark.parametrize("command", [("play", "--auto", "--json"), ("host", "--bot"), ("rules", "FILE")])
def test_the_program_itself_ends_so(command, tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text(BASE + "hands = 6\n", encoding="utf-8")
    rules = [own if word == "FILE" else word for word in command] if "FILE" in command else [*command, "--rules", own]
    done = run(*rules, "--home", tmp_path / "home")
    told = [event["event"] for event in events(done.stdout)]
    assert told == (["error", "end"] if "--json" in command else [])
    refused_in_one_line(done.returncode, done.stderr, "field hands: no rule set has such a field")
