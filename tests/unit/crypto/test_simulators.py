"""Every proof can be simulated without the secret, so it tells nothing about it; and only with a programmed hash."""

import pytest

from p2p_schnapsen.crypto import dleq, membership, schnorr, shuffle
from p2p_schnapsen.crypto.challenge import to_point
from p2p_schnapsen.crypto.mask import Mask
from p2p_schnapsen.errors import ProofError
from tests.support import simulators
from tests.unit.crypto.samples import CTX, SEED, deck

# Points of which nobody knows a logarithm: there is no secret that a proof could have been made from.
Y, a, d, v = (to_point("nobody knows", i) for i in range(4))
ELSE = [Mask(to_point("else a", i), to_point("else b", i)) for i in range(24)]


def cases():
    yield "pok", simulators.pok(SEED, CTX, Y), lambda proof: schnorr.verify(CTX, Y, proof)
    yield "share", simulators.share(SEED, CTX, Y, a, d), lambda proof: dleq.verify(CTX, Y, a, proof)
    for size in (1, 5, 15):
        allowed = tuple(range(size))
        yield (
            f"duty {size}",
            simulators.duty(SEED, CTX, Y, a, v, allowed),
            lambda proof, allowed=allowed: membership.verify(CTX, Y, a, v, allowed, proof),
        )
    for n in (2, 5, 20, 24):
        yield (
            f"shuffle {n}",
            simulators.shuffled(SEED, CTX, Y, deck(n, Y), ELSE[:n]),
            lambda proof, n=n: shuffle.verify(CTX, Y, deck(n, Y), tuple(ELSE[:n]), proof),
        )


CASES = [pytest.param(simulated, verify, id=name) for name, simulated, verify in cases()]


@pytest.mark.parametrize(("simulated", "verify"), CASES)
def test_a_simulated_proof_is_accepted_where_the_hash_answers_as_it_was_chosen(simulated, verify):
    with simulators.programmed(simulated):
        verify(simulated.proof)


@pytest.mark.parametrize(("simulated", "verify"), CASES)
def test_a_simulated_proof_is_refused_by_the_real_hash(simulated, verify):
    with pytest.raises(ProofError):
        verify(simulated.proof)
