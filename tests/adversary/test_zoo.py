"""Every kind of cheat, by either side, with either pack: caught at that very record, by whoever sees it."""

from __future__ import annotations

import json

import pytest

from p2p_schnapsen.errors import PeerSuspect
from p2p_schnapsen.gamelog.report import Verdict
from p2p_schnapsen.table import state
from p2p_schnapsen.table.faults import FAULTS
from p2p_schnapsen.wire import envelope
from tests.adversary import table, zoo
from tests.adversary.kinds import CASES, CHEATS, KINDS
from tests.support.cheats import SIDES, caught, convicted
from tests.support.duel import picture
from tests.support.fold import remembering, verdict

pytestmark = pytest.mark.usefixtures("proofs_once")

IMPOSSIBLE = {
    "field-text": "only offer and accept hold text; unread, they introduce no key that could be blamed",
    "ruleset-no-talon": "no two values of deck and hand leave no talon",
    # Proofs come before cards: what has passed them is a card of the deck, in the hand that shows it.
    "card-not-held": "a slot of a hand opens as a card that has been nowhere else",
    # The table of phases is in the way.
    "nothing-led": "only in the phase `follow` may one follow",
    "follow-owed": "only in the phase `lead` may one lead",
    "not-on-lead": "only in the phase `lead` are there marriages, closing and claims",
    "cards-gone": "without cards the phase is `last`, where nobody leads",
    "deal-over": "a deal that is over is gone from the table",
    "settle-last": "only in the phase `last` may one settle, and there no cards are left",
    "settle-never": "where nobody claims there is no phase `last`",
}
"""Codes that no record of a side can have earned, and why."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_cheat_is_caught_at_its_record(case):
    trap, cheat = case.build(), case.cheat
    body = envelope.parse(trap.raw).body
    assert (body.type, body.side) == (cheat.step, case.side)
    before = verdict(trap.duel.log())
    assert before.verdict in (Verdict.INCOMPLETE, Verdict.VALID), "nothing was wrong before"
    honest = trap.duel.seats[1 - case.side]
    table = honest.state
    engine = table.deal.game if table.deal is not None else None  # all else at a table is frozen
    seen = picture(engine)
    if cheat.code == "equivocation":
        with pytest.raises(PeerSuspect):
            honest.check(trap.raw)
        found = state.second_body(table, trap.duel.records, trap.raw)
        assert found is not None
        assert found.body.side == case.side
    else:
        with remembering():
            fault = caught(honest, trap.raw)
        assert (fault.code, fault.section, fault.culprit) == (cheat.code, cheat.section, case.side)
    assert honest.state is table
    assert picture(engine) == seen, "a refused record has changed the table"
    convicted(trap, cheat.code, cheat.section, case.side)


def test_every_fault_comes_about_or_cannot():
    done = {cheat.code for cheat in CHEATS}
    assert done | set(IMPOSSIBLE) == set(FAULTS)
    assert not done & set(IMPOSSIBLE)


def test_there_are_seventy_kinds_by_step_and_code_alone_of_both_sides_and_with_both_packs():
    whole = {(cheat.step, cheat.code) for cheat in CHEATS if len(cheat.sides) == len(cheat.packs) == 2}
    assert len(whole) >= 70
    assert len({kind.name for kind in KINDS}) == len(KINDS) >= len(whole)
    assert len({case.name for case in CASES}) == len(CASES) >= 280


def test_no_two_cheats_are_the_same():
    """Not the same record behind the same ones."""
    logs = [zoo.specimen(case).data for case in CASES if (case.side, case.pack) == (0, 20)]
    assert len(set(logs)) == len(logs)


def test_the_threat_model_has_the_table_of_all_kinds():
    text = table.DOCUMENT.read_text("utf-8")
    assert table.filled(text) == text, "`python -m tests.adversary.table` writes it anew"


def test_the_logs_can_be_had_as_files(tmp_path):
    chosen = CASES[:: len(CASES) // 7]
    assert zoo.write(tmp_path / "logs", map(zoo.specimen, chosen)) == len(chosen)
    index = json.loads((tmp_path / "logs" / "index.json").read_text("utf-8"))
    for entry, case in zip(index, chosen, strict=True):
        report = verdict((tmp_path / "logs" / entry["log"]).read_bytes()).as_json(entry["log"])
        assert {key: report[key] for key in entry if key != "kind"} == {k: v for k, v in entry.items() if k != "kind"}
        assert (entry["code"], entry["culprit"]) == (case.cheat.code, SIDES[case.side])
