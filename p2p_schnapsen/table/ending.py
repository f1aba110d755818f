"""Conceding, the end of a deal and of the match, opened seeds and final words. Spec: section `ends`."""

from __future__ import annotations

from dataclasses import replace

from p2p_schnapsen.errors import Refusal
from p2p_schnapsen.rules import moves
from p2p_schnapsen.table import keys
from p2p_schnapsen.table.events import Acknowledged, DealEnded, MatchDecided, Moved, SeedOpened
from p2p_schnapsen.table.model import DealState, Decision, Opening, Step, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.table.transcript import check_opening
from p2p_schnapsen.wire.messages import Concede, Final, Open

_OWN_MOVE = (Phase.LEAD, Phase.FOLLOW, Phase.LAST)


def deal_over(state: TableState, step: Step, deal: DealState) -> TableState:
    """The engine decided the deal: count it, and see what comes next."""
    outcome = deal.engine.outcome
    assert outcome is not None
    match = state.standing.after(outcome)
    step.events.append(DealEnded(deal.number, outcome, match.score))
    state = replace(state, match=match, deal=None, past=(*state.past, step.keep(deal)))
    if state.contract.opening == "deal":
        state = replace(state, due=_openings(state.past[-1:]))
    if match.winner is not None:
        return _decide(state, step, match.winner, conceded=False)
    return _next_phase(state)


def concede(state: TableState, step: Step, message: Concede) -> TableState:
    """A side gives up the deal (the opponent scores as if out now) or the match."""
    side = step.body.side
    if message.scope == "deal":
        if state.phase not in _OWN_MOVE:
            raise Refusal("concede-deal")
        deal, game, _ = state.playing
        game = game.copy()
        game.play(moves.concede())
        step.events.append(Moved(side, moves.concede()))
        return deal_over(state, step, replace(deal, game=game))
    if state.decision is not None:
        raise Refusal("concede-decided")
    if state.deal is not None:
        state = replace(state, deal=None, past=(*state.past, state.deal))
        if state.contract.opening == "deal":
            state = replace(state, due=_openings(state.past[-1:]))
    return _decide(state, step, 1 - side, conceded=True)


def open_seed(state: TableState, step: Step, message: Open) -> TableState:
    """A side opens its seed of a finished deal; every value it sent is made anew. Nil declines."""
    opening = state.due[0]
    deal = next(deal for deal in state.past if deal.number == opening.number)
    if message.seed is not None:
        both = deal.ordered_commitments()
        x = keys.secret_key(message.seed, state.game_id, deal.number, *both) if both else None
        check_opening(deal.transcript, opening.side, message.seed, x)
        state = replace(state, opened=(*state.opened, opening))
    else:
        state = replace(state, declined=(*state.declined, opening))
    step.events.append(SeedOpened(deal.number, opening.side, message.seed is not None))
    return _next_phase(replace(state, due=state.due[1:]))


def final(state: TableState, step: Step, message: Final) -> TableState:
    """A side signs the score and the head after the deciding record."""
    decision = state.decision
    assert decision is not None
    if message.score != decision.score:
        raise Refusal("final-score", expected=decision.score, got=message.score)
    if message.head != decision.head:
        raise Refusal("final-head")
    step.events.append(Acknowledged(step.body.side))
    finals = (True, state.finals[1]) if step.body.side == 0 else (True, True)
    return replace(state, finals=finals, phase=Phase.OVER if all(finals) else Phase.FINAL)


def _openings(deals: tuple[DealState, ...]) -> tuple[Opening, ...]:
    """The openings due for finished deals: by deal, dealer then elder, of the sides that have committed."""
    return tuple(
        Opening(deal.number, side)
        for deal in deals
        for side in (deal.dealer, deal.elder)
        if deal.commitments[side] is not None
    )


def _decide(state: TableState, step: Step, winner: int, *, conceded: bool) -> TableState:
    decision = Decision(winner, state.standing.score, conceded, step.body.seq, step.head)
    step.events.append(MatchDecided(winner, decision.score, conceded))
    state = replace(state, decision=decision)
    if state.contract.opening == "match":
        state = replace(state, due=_openings(state.past))
    return _next_phase(state)


def _next_phase(state: TableState) -> TableState:
    """After a deal or an opening: what is still to be opened, the final words, or the next deal.

    Finished deals are kept only as long as a seed of theirs may still be opened.
    """
    if state.due:
        return replace(state, phase=Phase.OPEN)
    if state.decision is not None:
        return replace(state, phase=Phase.FINAL, past=())
    past = state.past if state.contract.opening == "match" else ()
    return replace(state, phase=Phase.COMMIT, past=past)
