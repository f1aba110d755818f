"""Replays of golden logs, each made once, and of matches between people with names that mean harm."""

from __future__ import annotations

import functools
import random
from dataclasses import replace

from p2p_schnapsen.gamelog.report import Report, Verdict
from p2p_schnapsen.rules.notation import MatchText
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.ui.replay.steps import Moment, Replay, Step, replay
from p2p_schnapsen.ui.sanitise import sanitise
from p2p_schnapsen.wire.limits import NAME_BYTES
from tests.support.fold import remembering
from tests.support.programs import ROOT

LOGS = ROOT / "protocol" / "logs"
OPENED = ("example", "en-ligne")
OTHERS = ("schnapsen_unopened", "declined", "incomplete", "unresponsive", "torn")
BAD = ("revoke_fail", "removed_record_fail", "wrong_start_fail", "incomplete_torn", "log_version_fail")
ALL = (*OPENED, *OTHERS, *BAD)

HARM = (
    "<script>alert(1)</script>",
    "</script><script>",
    "</div>",
    "<!--",
    "]]>",
    "&lt;b&gt;",
    "&#60;",
    '" onclick="x()',
    "' autofocus onfocus='x()",
    "javascript:alert(1)",
    "<img src=http://192.0.2.1/x>",
    "${7*7}{{7*7}}",
    "\\u003cscript\\u003e",
    "\x1b]0;owned\x07\x1b[2J",
    "\u202e\u2066\u200b\u2028\u2029\ufeff",
    "\x00\x85\x9b",
    "Z\u0335\u0336\u0337\u0338",
    "\ud800",
    "CON",
    "../../x",
    "あ\ufe0f🂡",
)


@functools.cache
def replay_of(name: str) -> Replay:
    """The replay of a golden log."""
    with remembering():
        return replay((LOGS / name / "game.log").read_bytes())


def hostile_names(number: int, seed: int = 0) -> list[str]:
    """Names that mean harm, each another one."""
    rng = random.Random(seed)
    found = []
    for count in range(number):
        parts = rng.choices(HARM, k=rng.randint(1, 4)) + [chr(rng.randrange(0x250)) for _ in range(3)]
        rng.shuffle(parts)
        found.append("".join(parts) + str(count))
    return found


def between(host: str, guest: str) -> Replay:
    """A match that has just begun between two who are called so, as `replay` would make it."""
    names = (sanitise(host, 2 * NAME_BYTES), sanitise(guest, 2 * NAME_BYTES))
    match = MatchText(Ruleset(), names, ())
    report = replace(Report(Verdict.INCOMPLETE), names=(host, guest), keys=(bytes(32), bytes(32)), date="2026-01-01")
    steps = (Step(0, Moment.MATCH, 0, 0, (0, 0), ()), Step(1, Moment.END, 0, 0, (0, 0), ()))
    return Replay(report, match, steps)
