"""The section of the specification that each fault breaks (spec: fault codes)."""

from __future__ import annotations

_CODES = {
    "evidence": "equivocation",
    "turns": "out-of-turn out-of-phase",
    "records": "body-not-canonical body-version",
    "encoding": "not-msgpack not-canonical too-deep type-not-allowed",
    "messages": "field-number field-bytes field-text field-choice field-array field-count",
    "contract": (
        "offer-date ruleset-encoding ruleset-missing ruleset-field ruleset-type ruleset-value "
        "ruleset-deal ruleset-exchange-card ruleset-no-talon keys-equal nonce-opening"
    ),
    "deal": "commitments-equal key-encoding pok keys-cancel share-count",
    "shuffle": "shuffle-deck shuffle-encoding shuffle-proof",
    "share": "share-encoding share-proof share-missing share-needless",
    "play": "slot-not-held marriage-cards",
    "sorting": "sort-missing sort-needless sort-deck sort-encoding sort-proof",
    "duty": "duty-needless duty-impossible duty-count duty-encoding duty-proof",
    "ends": "concede-deal concede-decided final-score final-head",
    "opening": "open-seed open-value",
    "rules": (
        "card-not-held cards-gone claim-first claim-never claim-untrue close-closed close-talon "
        "close-trick deal-over exchange-card exchange-closed exchange-higher exchange-leader "
        "exchange-talon exchange-trick follow-owed lead-announced marriage-closed marriage-early "
        "marriage-one marriage-talon marriage-trick must-follow must-head must-trump not-on-lead "
        "nothing-led settle-last settle-never"
    ),
}

SECTIONS = {code: section for section, codes in _CODES.items() for code in codes.split(" ")}
