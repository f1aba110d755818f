"""The table's state machine as data: phase × message type -> handler and the phases it may lead to.

A missing key *is* the error. The diagram in the spec is generated from `TRANSITIONS`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Phase(StrEnum):
    """What the log expects next."""

    OFFER = "offer"
    ACCEPT = "accept"
    START = "start"
    COMMIT = "commit"
    KEY = "key"
    SHUFFLE = "shuffle"
    CUT = "cut"
    DEAL = "deal"
    LEAD = "lead"
    FOLLOW = "follow"
    DRAW_LOSER = "draw-loser"
    DRAW_WINNER = "draw-winner"
    SORT = "sort"
    LAST = "last"
    OPEN = "open"
    FINAL = "final"
    OVER = "over"


class Transition(NamedTuple):
    """`handler` names the step that applies the message; the new phase is one of `next`."""

    handler: str
    next: frozenset[Phase]


def _to(handler: str, *phases: Phase) -> Transition:
    return Transition(handler, frozenset(phases))


P = Phase

_MATCH_ENDS = (P.OPEN, P.FINAL)
_DEAL_ENDS = (P.OPEN, P.COMMIT, P.FINAL)
_CONCEDE_MATCH = _to("concede", *_MATCH_ENDS)

TRANSITIONS: dict[tuple[Phase, str], Transition] = {
    (P.OFFER, "offer"): _to("offer", P.ACCEPT),
    (P.ACCEPT, "accept"): _to("accept", P.START),
    (P.START, "start"): _to("start", P.COMMIT),
    (P.COMMIT, "commit"): _to("commit", P.KEY),
    (P.COMMIT, "concede"): _CONCEDE_MATCH,
    (P.KEY, "key"): _to("key", P.SHUFFLE),
    (P.KEY, "concede"): _CONCEDE_MATCH,
    (P.SHUFFLE, "shuffle"): _to("shuffle", P.CUT),
    (P.SHUFFLE, "concede"): _CONCEDE_MATCH,
    (P.CUT, "cut"): _to("cut", P.DEAL),
    (P.CUT, "concede"): _CONCEDE_MATCH,
    (P.DEAL, "deal"): _to("deal", P.LEAD),
    (P.DEAL, "concede"): _CONCEDE_MATCH,
    (P.LEAD, "lead"): _to("lead", P.FOLLOW),
    (P.LEAD, "exchange"): _to("exchange", P.LEAD),
    (P.LEAD, "close"): _to("declare", P.LEAD),
    (P.LEAD, "marriage"): _to("marriage", P.LEAD, *_DEAL_ENDS),
    (P.LEAD, "claim"): _to("declare", *_DEAL_ENDS),
    (P.LEAD, "concede"): _to("concede", *_DEAL_ENDS),
    (P.FOLLOW, "follow"): _to("follow", P.LEAD, P.DRAW_LOSER, P.LAST, *_DEAL_ENDS),
    (P.FOLLOW, "exchange"): _to("exchange", P.FOLLOW),
    (P.FOLLOW, "concede"): _to("concede", *_DEAL_ENDS),
    (P.DRAW_LOSER, "draw"): _to("draw_by_loser", P.DRAW_WINNER),
    (P.DRAW_LOSER, "concede"): _CONCEDE_MATCH,
    (P.DRAW_WINNER, "draw"): _to("draw_by_winner", P.SORT, P.LEAD),
    (P.DRAW_WINNER, "concede"): _CONCEDE_MATCH,
    (P.SORT, "sort"): _to("sort", P.LEAD),
    (P.SORT, "concede"): _CONCEDE_MATCH,
    (P.LAST, "claim"): _to("declare", *_DEAL_ENDS),
    (P.LAST, "settle"): _to("declare", *_DEAL_ENDS),
    (P.LAST, "concede"): _to("concede", *_DEAL_ENDS),
    (P.OPEN, "open"): _to("open", P.OPEN, P.COMMIT, P.FINAL),
    (P.OPEN, "concede"): _CONCEDE_MATCH,
    (P.FINAL, "final"): _to("final", P.FINAL, P.OVER),
}
