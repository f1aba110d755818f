"""Every code a `PeerFault` can carry, and the section of `protocol/spec` that it breaks.

Codes and sections are stable names. The list in `protocol/spec/evidence.md` is held against this one by a test.
"""

from __future__ import annotations

from p2p_schnapsen.rules.deal import REFUSALS

FAULTS: dict[str, str] = {
    "equivocation": "evidence",
    "out-of-turn": "turns",
    "out-of-phase": "turns",
    # bytes
    "body-not-canonical": "records",
    "body-version": "records",
    "not-msgpack": "encoding",
    "not-canonical": "encoding",
    "too-deep": "encoding",
    "type-not-allowed": "encoding",
    "field-number": "messages",
    "field-bytes": "messages",
    "field-text": "messages",
    "field-choice": "messages",
    "field-array": "messages",
    "field-count": "messages",
    # contract
    "offer-date": "contract",
    "ruleset-encoding": "contract",
    "ruleset-missing": "contract",
    "ruleset-field": "contract",
    "ruleset-type": "contract",
    "ruleset-value": "contract",
    "ruleset-deal": "contract",
    "ruleset-exchange-card": "contract",
    "ruleset-no-talon": "contract",
    "keys-equal": "contract",
    "nonce-opening": "contract",
    # deal
    "commitments-equal": "deal",
    "key-encoding": "deal",
    "pok": "deal",
    "keys-cancel": "deal",
    "shuffle-deck": "shuffle",
    "shuffle-encoding": "shuffle",
    "shuffle-proof": "shuffle",
    "share-count": "deal",
    "share-encoding": "share",
    "share-proof": "share",
    "share-missing": "share",
    "share-needless": "share",
    # play
    "slot-not-held": "play",
    "marriage-cards": "play",
    "sort-missing": "sorting",
    "sort-needless": "sorting",
    "sort-deck": "sorting",
    "sort-encoding": "sorting",
    "sort-proof": "sorting",
    "duty-needless": "duty",
    "duty-impossible": "duty",
    "duty-count": "duty",
    "duty-encoding": "duty",
    "duty-proof": "duty",
    # ends
    "concede-deal": "ends",
    "concede-decided": "ends",
    "open-seed": "opening",
    "open-value": "opening",
    "final-score": "ends",
    "final-head": "ends",
    **dict.fromkeys(sorted(REFUSALS), "rules"),
}
"""Fault code -> section of the spec. A move that the rule set forbids keeps the engine's name for the rule."""


def section_of(code: str) -> str:
    """The section that `code` breaks. A code that is not listed is our bug, so it raises `KeyError`."""
    return FAULTS[code]
