"""The full screen: a pure presenter (what is to be seen), a pure painter (where), and the terminal (how)."""
