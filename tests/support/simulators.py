"""A simulator for each proof: an accepting transcript from the statement alone, without the secret.

Challenge and responses are drawn first, and the commitments follow from the equations that the verifier recomputes.
What can be made like that without the secret tells nothing about it.  The one thing a simulator needs is a hash that
answers its query with the challenge it has chosen: `programmed` gives the verifier such a hash.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from unittest import mock

from p2p_schnapsen.crypto import dleq, membership, schnorr, shuffle
from p2p_schnapsen.crypto.challenge import to_point, to_scalar
from p2p_schnapsen.crypto.group import Point, Scalar, reduce
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.crypto.proof import encode


@dataclass(frozen=True)
class Simulated:
    """A proof, and the query to `module.challenge` whose answer has to be `answer`."""

    module: ModuleType
    proof: bytes
    query: tuple[object, ...]
    answer: Scalar


@contextlib.contextmanager
def programmed(*simulated: Simulated) -> Iterator[None]:
    """While the block runs, the hash answers these queries as their simulators want, and all others as ever."""
    with contextlib.ExitStack() as stack:
        for module in {one.module for one in simulated}:
            answers = {repr(one.query): one.answer for one in simulated if one.module is module}
            honest = module.challenge

            def challenge(*query: object, answers: dict[str, Scalar] = answers, honest: object = honest) -> Scalar:
                answer = answers.get(repr(query))
                if answer is not None:
                    return answer
                assert callable(honest)
                return Scalar(honest(*query))

            stack.enter_context(mock.patch.object(module, "challenge", challenge))
        yield


def _draw(randomness: bytes, label: str, n: int) -> list[Scalar]:
    return [to_scalar("simulator", randomness, label, i) for i in range(n)]


def _draw_points(randomness: bytes, label: str, n: int) -> list[Point]:
    return [to_point("simulator", randomness, label, i) for i in range(n)]


def pok(randomness: bytes, ctx: bytes, Y: Point) -> Simulated:
    """Knowledge of the logarithm of any Y."""
    c, s = _draw(randomness, "pok", 2)
    return Simulated(schnorr, encode(c, s), (ctx, Y, schnorr.commitment(Y, c, s)), c)


def share(randomness: bytes, ctx: bytes, Y: Point, a: Point, d: Point) -> Simulated:
    """That any d is the share of the owner of Y for any a."""
    c, s = _draw(randomness, "dleq", 2)
    return Simulated(dleq, encode(d, c, s), (ctx, Y, a, d, *dleq.commitments(Y, a, d, c, s)), c)


def duty(randomness: bytes, ctx: bytes, Y: Point, a: Point, v: Point, cards: Sequence[int]) -> Simulated:
    """That any (a, v) hides one of any cards."""
    scalars = _draw(randomness, "duty", 2 * len(cards))
    branches = list(map(membership.Branch, scalars[::2], scalars[1::2]))
    A = membership.commitments(Y, a, v, cards, branches)
    return Simulated(membership, encode(*scalars), (ctx, Y, a, v, cards, A), reduce(sum(scalars[::2])))


def shuffled(randomness: bytes, ctx: bytes, Y: Point, deck: Sequence[Mask], out: Sequence[Mask]) -> Simulated:
    """That any masks are a shuffle of any others."""
    n = len(deck)
    C, *scalars = _draw(randomness, "scalars", 2 * n + 5)
    c, links = _draw_points(randomness, "c", n), _draw_points(randomness, "chain", n)
    proof = shuffle.Proof(c, links, C, scalars[:4], scalars[4 : 4 + n], scalars[4 + n :])
    base = shuffle.statement_hash(ctx, Y, deck, out, c)
    t = shuffle.recompute(Y, deck, out, shuffle.weights(base, n), proof)
    # The verifier asks with what it has decoded: tuples.
    return Simulated(shuffle, shuffle.encode_proof(proof), (base, tuple(links), t), C)
