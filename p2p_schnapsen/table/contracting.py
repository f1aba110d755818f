"""Records 0 to 2: offer, accept, start. Spec: section `contract`."""

from __future__ import annotations

import datetime
from dataclasses import replace

from p2p_schnapsen.crypto import signing
from p2p_schnapsen.errors import ProofError, Refusal
from p2p_schnapsen.hashing import hash512
from p2p_schnapsen.rules.match import Match
from p2p_schnapsen.rules.ruleset import Ruleset
from p2p_schnapsen.table.events import ContractMade, MatchStarted
from p2p_schnapsen.table.model import Step, TableState
from p2p_schnapsen.table.phases import Phase
from p2p_schnapsen.wire import chain
from p2p_schnapsen.wire.messages import Accept, Offer, Start


def nonce_hash(nonce: bytes) -> bytes:
    """The host's commitment to its nonce: Hash("nonce", nonce)."""
    return hash512("nonce", nonce)


def first_dealer(host_nonce: bytes, guest_nonce: bytes) -> int:
    """The lowest bit of Hash("dealer", host nonce, guest nonce), read as a little-endian number: 0 host, 1 guest."""
    return hash512("dealer", host_nonce, guest_nonce)[0] & 1


def offer(state: TableState, step: Step, message: Offer) -> TableState:
    """The host's offer stands; it binds nobody yet."""
    try:
        datetime.date.fromisoformat(message.date)
    except ValueError as error:
        raise Refusal("offer-date", date=message.date) from error
    ruleset = Ruleset.from_canonical(message.ruleset)
    return replace(state, phase=Phase.ACCEPT, offer=message, offer_body=step.body_bytes, ruleset=ruleset)


def accept(state: TableState, step: Step, message: Accept) -> TableState:
    """The guest accepts: now there is a game, and its id."""
    if message.key == state.contract.key:
        raise Refusal("keys-equal")
    step.events.append(ContractMade())
    game_id = chain.game_id(state.offer_body, step.body_bytes)
    return replace(state, phase=Phase.START, accept=message, game_id=game_id)


def start(state: TableState, step: Step, message: Start) -> TableState:
    """The host opens its nonce; both nonces pick the first dealer."""
    assert state.accept is not None
    if nonce_hash(message.nonce) != state.contract.nonce_hash:
        raise Refusal("nonce-opening")
    dealer = first_dealer(message.nonce, state.accept.nonce)
    step.events.append(MatchStarted(dealer))
    return replace(state, phase=Phase.COMMIT, match=Match(state.rules, dealer))


def identity_of(message: Offer | Accept) -> bytes:
    """The identity key that a contract record introduces and is signed with.

    Raises `ProofError("identity-key")` for a key that no honest side can have (small order, not canonical).
    """
    try:
        signing.check_public_key(message.key)
    except ProofError as error:
        raise ProofError("identity-key") from error
    return message.key
