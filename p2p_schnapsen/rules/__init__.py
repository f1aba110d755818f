"""What Schnapsen and its relatives are: cards, rule sets, legal moves, scoring. Pure: no I/O, clock or randomness."""
