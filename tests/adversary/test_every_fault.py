"""Every code that a fault can have is brought about by some cheat, or cannot come about, for a reason."""

from p2p_schnapsen.table.faults import FAULTS
from tests.adversary import (
    test_contract_cheats,
    test_dealing_cheats,
    test_duty_cheats,
    test_ending_cheats,
    test_exchange_and_always_cheats,
    test_playing_cheats,
)

MODULES = (
    test_contract_cheats,
    test_dealing_cheats,
    test_duty_cheats,
    test_ending_cheats,
    test_exchange_and_always_cheats,
    test_playing_cheats,
)
FAMILIES = [cheat for module in MODULES for cheat in module.FAMILY]

ELSEWHERE = {
    "equivocation": "not a refused record but a second one: test_ending_cheats, test_evidence",
}
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


def test_every_fault_comes_about_or_cannot():
    done = {cheat.code for cheat in FAMILIES} | set(ELSEWHERE)
    assert done | set(IMPOSSIBLE) == set(FAULTS)
    assert not done & set(IMPOSSIBLE)


def test_every_cheat_has_the_section_of_its_code():
    assert {(cheat.name, cheat.section) for cheat in FAMILIES} == {
        (cheat.name, FAULTS[cheat.code]) for cheat in FAMILIES
    }


def test_there_are_at_least_seventy_kinds_and_each_has_its_name():
    names = [cheat.name for cheat in FAMILIES]
    assert len(set(names)) == len(names) >= 70
