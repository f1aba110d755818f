"""Mental poker: the group, the proofs and the signatures. Pure: randomness is an argument; it knows no rules."""
